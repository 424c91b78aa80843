"""What is generated from the declaration: the ontology, the basic shapes, and the type stub of the model."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain

from kg.terms.kinds import Declaration, Field, Kind

# The ontology: kg's own classes and properties in OWL, made from the declaration.

_XSD_DATATYPES = {"integer": "xsd:integer", "decimal": "xsd:decimal", "boolean": "xsd:boolean"}
_APART = ("Person", "Organization")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|<[^>]*>|^@prefix.*$|^#.*$', re.MULTILINE)
_CURIE = re.compile(r"\b[a-z]+:[\w-]+")
_BUILT_IN = ("kg:", "owl:", "rdf:", "rdfs:", "xsd:")
_ANNOTATIONS = ("dcterms:", "vann:")
_OPEN = frozenset(("Thing", "Venue"))
"""The kinds whose class says nothing of their things: any thing, and venues, whose class depends on what they are."""


@dataclass
class _Term:
    """What is said of a term."""

    label: str  # What it is called
    labels: Mapping[str, str]  # The same in other languages
    comment: str  # What it means
    # The fields that have it as their property, each with its kind
    uses: list[tuple[Kind, Field]] = field(default_factory=list)


def ontology(declaration: Declaration) -> str:
    """Return the ontology in Turtle."""
    own = declaration.prefixes["kg"]
    parts = [*_head(declaration), "# Classes\n", *_classes(declaration, own), _disjoint(declaration, own)]
    parts.append("# Properties\n")
    for iri, term in sorted(_properties(declaration, own).items()):
        parts.append(_property(f"kg:{iri.removeprefix(own)}", term, declaration))
        parts += _inverse(f"kg:{iri.removeprefix(own)}", term, declaration)
    return "\n".join([*parts, "# Terms of others\n", *_foreign("\n".join(parts), declaration)])


def _head(declaration: Declaration) -> Iterator[str]:
    used = {name: iri for name, iri in declaration.prefixes.items() if name != "linkml"}
    used |= {"vann": "http://purl.org/vocab/vann/"}
    yield "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in sorted(used.items()))
    yield f"""\
<{declaration.id}> a owl:Ontology ;
    owl:versionIRI <{declaration.id}/{declaration.version}> ;
    owl:versionInfo {_turtle_text(declaration.version)} ;
    dcterms:title {_turtle_text(declaration.title)}@en ;
    dcterms:description {_turtle_text(declaration.description)}@en ;
    dcterms:creator "The kg developers" ;
    dcterms:created "{declaration.created}"^^xsd:date ;
    dcterms:modified "{declaration.modified}"^^xsd:date ;
    dcterms:license <{declaration.license}> ;
    vann:preferredNamespacePrefix "kg" ;
    vann:preferredNamespaceUri "{declaration.prefixes["kg"]}" .
"""


def _classes(declaration: Declaration, own: str) -> Iterator[str]:
    for kind in declaration.kinds.values():
        if kind.iri.startswith(own) and not kind.is_abstract:
            yield _ontology_class(
                f"kg:{kind.iri.removeprefix(own)}", kind.label, kind.labels, kind.comment, kind.within, declaration
            )
    for words in declaration.words.values():
        for word in words.values():
            if word.meaning.startswith("kg:"):
                within = declaration.expand(word.annotations.within or "schema:CreativeWork")
                yield _ontology_class(
                    word.meaning, _lower(word.title), {}, " ".join(word.comments), [within], declaration
                )


def _ontology_class(
    name: str, label: str, labels: Mapping[str, str], comment: str, within: Sequence[str], declaration: Declaration
) -> str:
    above = [f"rdfs:subClassOf {_short(each, declaration)}" for each in within]
    return _described(f"{name} a rdfs:Class, owl:Class", label, labels, comment, above, declaration)


def _disjoint(declaration: Declaration, own: str) -> str:
    kinds = (kind for kind in declaration.kinds.values() if not kind.is_abstract)
    stated = dict.fromkeys(kind.iri for kind in kinds if kind.iri.startswith(own) or kind.name in _APART)
    members = " ".join(_short(iri, declaration) for iri in stated)
    return f"[] a owl:AllDisjointClasses ;\n    owl:members ( {members} ) .\n"


def _foreign(told: str, declaration: Declaration) -> Iterator[str]:
    fields = [each for kind in declaration.kinds.values() for each in kind.fields.values()]
    properties = {_short(each.within, declaration): each for each in fields if each.within}
    properties = {_short(each.iri, declaration): each for each in fields} | properties
    for name in sorted(set(_CURIE.findall(_TEXT.sub("", told)))):
        if name.startswith(_ANNOTATIONS):
            yield f"{name} a owl:AnnotationProperty ."
        elif not name.startswith(_BUILT_IN):
            yield f"{name} a {_sort_of(properties[name]) if name in properties else 'owl:Class'} ."
    yield ""


def _properties(declaration: Declaration, own: str) -> Mapping[str, _Term]:
    found: dict[str, _Term] = {}
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            if not each.iri.startswith(own) or each.is_untold:
                continue
            is_named = each.label != each.key.replace("_", " ") and not each.is_inlined
            label = each.label if is_named else _words(each.iri.removeprefix(own))
            term = found.setdefault(each.iri, _Term(label, each.labels, ""))
            term.comment = term.comment or each.comment
            term.uses.append((kind, each))
    return found


def _property(name: str, term: _Term, declaration: Declaration) -> str:
    fields = [each for _, each in term.uses]
    types = ["rdf:Property", _sort_of(fields[0])]
    types += ["owl:SymmetricProperty"] if any(each.is_symmetric for each in fields) else []
    said = [
        *_agreed("rdfs:domain", {_domain(kind, each, declaration) for kind, each in term.uses}),
        *_agreed("rdfs:range", {_range(each, declaration) for each in fields}),
        *(f"rdfs:subPropertyOf {_short(above, declaration)}" for above in sorted({e.within for e in fields} - {""})),
    ]
    comment = term.comment or f"{fields[0].description or term.label}."
    return _described(f"{name} a {', '.join(types)}", _lower(term.label), term.labels, comment, said, declaration)


def _inverse(name: str, term: _Term, declaration: Declaration) -> Iterator[str]:
    """Yield the property that leads back, where one is declared; the graph has no triples of it."""
    for local in sorted({each.inverse for _, each in term.uses} - {""}):
        said = [f"owl:inverseOf {name}"]
        comment = f"Leads back from where {name} leads to; a reasoner finds it."
        yield _described(
            f"kg:{local} a rdf:Property, owl:ObjectProperty", _words(local), {}, comment, said, declaration
        )


def _sort_of(each: Field) -> str:
    return "owl:ObjectProperty" if each.sort != "type" and not each.is_text else "owl:DatatypeProperty"


def _agreed(predicate: str, stated: set[str]) -> list[str]:
    return [f"{predicate} {next(iter(stated))}"] if len(stated) == 1 and "" not in stated else []


def _domain(kind: Kind, each: Field, declaration: Declaration) -> str:
    """Return the class of what has a field; one that speaks of another thing of its entry may be said of either."""
    if each.of == "Event":
        return ""
    about = declaration.kinds[each.of] if each.of else kind
    return "" if about.name in _OPEN or about.is_abstract else _short(about.iri, declaration)


def _range(each: Field, declaration: Declaration) -> str:
    if each.sort == "enum":
        return "skos:Concept"
    if each.is_text or each.sort == "type":
        text = "rdfs:Literal" if each.has_language else "xsd:string"  # rdf:langString is no datatype of OWL 2
        return _XSD_DATATYPES.get(declaration.types.get(each.range, ""), "" if each.range in ("Date", "End") else text)
    kind = declaration.kinds.get(each.range)
    return "" if kind is None or kind.name in _OPEN else _short(kind.iri, declaration)


def _described(
    head: str, label: str, labels: Mapping[str, str], comment: str, said: list[str], declaration: Declaration
) -> str:
    tagged = [
        f"rdfs:label {_turtle_text(text)}@{language}" for language, text in sorted({"en": label, **labels}.items())
    ]
    lines = [head, *tagged, f"rdfs:comment {_turtle_text(comment)}@en", *said, f"rdfs:isDefinedBy <{declaration.id}>"]
    return " ;\n    ".join(lines) + " .\n"


def _short(iri: str, declaration: Declaration) -> str:
    for prefix, space in declaration.prefixes.items():
        if iri.startswith(space):
            return f"{prefix}:{iri.removeprefix(space)}"
    return f"<{iri}>"


def _words(name: str) -> str:
    """Return a local name in words: `nameAsWritten` as `name as written`."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _lower(label: str) -> str:
    """Return a label as it stands within a sentence; one that is not an English word stays."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _turtle_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


# The basic shapes, made from the declaration: how many values a field has, and what they are.

DECLARED = "declared.ttl"
"""What the file of these shapes is called."""

_XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = {"integer": "integer", "decimal": "decimal", "boolean": "boolean"}
_PREFIXES = """\
@prefix kgsh: <https://w3id.org/profile-kg/shapes#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""


def shapes(declaration: Declaration, told: Set[str] = frozenset(), *, added: bool = False) -> str:
    """Return the basic shapes in Turtle.

    Args:
        declaration: The declaration.
        told: The classes of which other shapes speak; of works, these do not know all fields.
        added: Whether only what a project adds is meant.
    """
    parts = [_PREFIXES]
    for kind in declaration.kinds.values():
        if kind.is_abstract or kind.refers or kind.name in ("Contact", "Unit"):
            continue
        fields = [each for each in kind.fields.values() if _is_checked(each) and (each.is_own is not added)]
        if kind.iri in told:
            fields = [each for each in fields if each.is_single or added]
        if stated := list(_by_property(fields)):
            parts.extend(_of_kind(kind, stated, declaration))
    return "\n".join(parts)


def _is_checked(each: Field) -> bool:
    return not (each.is_untold or each.of or each.is_reverse or each.is_private or each.is_text)


def _by_property(fields: list[Field]) -> Iterator[Field]:
    """Yield the fields whose property no other field of the kind has: each would ask another thing."""
    for each in fields:
        if sum(each.iri == other.iri for other in fields) == 1:
            yield each


def _of_kind(kind: Kind, fields: list[Field], declaration: Declaration) -> Iterator[str]:
    named = {f"kgsh:{kind.name}-{each.key.replace('_', '-')}": each for each in fields}
    listed = ", ".join(f"{name}-is" for name in named)
    counted = ", ".join(f"{name}-count" for name, each in named.items() if _count(each))
    target = f"sh:targetClass <{kind.iri}>"
    if kind.name == "Publication":
        target = f"sh:targetSubjectsOf <{declaration.kinds['Publication'].fields['authorship'].iri}>"
    yield (
        f"kgsh:{kind.name}-declared a sh:NodeShape ;\n    {target} ;\n"
        f"    sh:property {', '.join(filter(None, (listed, counted)))} .\n"
    )
    for name, each in named.items():
        yield _value(name, kind, each, declaration)
        if _count(each):
            yield _number(name, kind, each)


def _value(name: str, kind: Kind, each: Field, declaration: Declaration) -> str:
    return (
        f"{name}-is a sh:PropertyShape ;\n    sh:path <{each.iri}> ; {_constraint(each, declaration)} ;\n"
        f'    sh:message "{_text(f"the {each.label} of {_a(kind.label)} is not what it should be")}" ;\n'
        f'    sh:description "{_text(_advice(each, declaration))}" .\n'
    )


def _number(name: str, kind: Kind, each: Field) -> str:
    """Return how many values there are: too many are a fault of a node, and sources that differ about a thing."""
    few, many = f"{_a(kind.label)} has no {each.label}", f"{_a(kind.label)} has more than one {each.label}"
    message = f"{few}, or more than one" if each.is_required and not each.is_many else few if each.is_required else many
    severity = " ; sh:severity sh:Warning" if kind.path and not each.is_required else ""
    return (
        f"{name}-count a sh:PropertyShape ;\n    sh:path <{each.iri}> ; {_count(each)}{severity} ;\n"
        f'    sh:message "{_text(message)}" ;\n'
        f'''    sh:description "{_text(f"give it one '{each.key}'")}" .\n'''
    )


def _count(each: Field) -> str:
    least = "sh:minCount 1" if each.is_required else ""
    return " ; ".join(filter(None, (least, "" if each.is_many else "sh:maxCount 1")))


def _constraint(each: Field, declaration: Declaration) -> str:
    if each.sort != "type":
        return "sh:nodeKind sh:IRI"
    type_ = _DATATYPES.get(declaration.types.get(each.range, ""))
    return f"sh:datatype <{_XSD}{type_}>" if type_ else "sh:nodeKind sh:Literal"


def _advice(each: Field, declaration: Declaration) -> str:
    if each.sort == "kind":
        return f"name {_a(declaration.kinds[each.range].label)} under '{each.key}'"
    if each.sort == "enum":
        return f"write one of {', '.join(declaration.enums[each.range])} under '{each.key}'"
    return f"write under '{each.key}': {each.description or each.label}"


def _a(label: str) -> str:
    return f"{'an' if label[:1].lower() in 'aeiou' else 'a'} {label}"


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# Write down the types of the model for type checkers and readers: `kg/profile/model.pyi`.

_TYPES = {"boolean": "bool", "Year": "int", "Number": "int"}
_HEAD = '''"""The types of what people write. Made from ontology/kg.yaml by `make schemas`; do not edit."""

from collections.abc import Mapping
from typing import Literal

from kg.profile.forms import {forms}
from kg.terms.fields import Node
from kg.terms.kinds import Declaration

CLASSES: Mapping[str, str]

def models(declaration: Declaration) -> Mapping[str, type[Node]]: ...
def profile_model(declaration: Declaration) -> type[Profile]: ...
'''


def stub(declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> str:
    """Return the text of the stub.

    Args:
        declaration: The declaration of kg.
        classes: What the class of a kind is called where it has not the kind's name.
        forms: The name of the class that gives a kind its short forms, by the kind's name.
    """
    kinds = [each for each in declaration.kinds.values() if not each.is_derived and each.name != "Unit"]
    parts = chain(
        (f"{name} = Literal[{', '.join(map(_quoted, words))}]\n" for name, words in declaration.enums.items()),
        ("\n".join(_class(each, declaration, classes, forms)) for each in kinds),
    )
    head = _HEAD.format(forms=", ".join(sorted(set(forms.values()))))
    return "\n".join((head, *parts))


def _class(kind: Kind, declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> Iterator[str]:
    bases = ", ".join(filter(None, (forms.get(kind.name, ""), kind.parent))) or "Node"
    yield f"class {classes.get(kind.name, kind.name)}({bases}):"
    inherited = declaration.kinds[kind.parent].fields if kind.parent else {}
    fields = [each for each in kind.written if each.key not in inherited]
    yield from (f"    {each.key}: {_annotation(each, classes)}" for each in fields)
    if not fields:
        yield "    ..."
    yield ""


def _annotation(each: Field, classes: Mapping[str, str]) -> str:
    type_ = each.range if each.sort == "enum" else _TYPES.get(each.range, "str")
    if each.sort == "kind" and each.is_inlined:
        type_ = classes.get(each.range, each.range)
    if each.is_many:
        return f"tuple[{type_}, ...]" + ("" if each.is_required else " = ()")
    if each.is_required:
        return type_
    if each.range == "boolean":
        return f"bool = {each.default == 'true'}"
    return f"{type_} = {_quoted(each.default)}" if each.default else f"{type_} | None = None"


def _quoted(word: str) -> str:
    return f'"{word}"'
