"""Generate the ontology, the basic shapes and the type stub of the model from the declaration."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain

from kg.terms.identifiers import compact
from kg.terms.kinds import Declaration, Field, Kind, in_words, with_article

# The ontology: kg's own classes and properties in OWL.

_APART = ("Person", "Organization")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|<[^>]*>|^@prefix.*$|^#.*$', re.MULTILINE)
_CURIE = re.compile(r"\b[a-z]+:[\w-]+")
_BUILT_IN = ("kg:", "owl:", "rdf:", "rdfs:", "xsd:")
_ANNOTATIONS = ("dcterms:", "vann:")
_OPEN = frozenset(("Thing", "Venue"))
"""The kinds whose class says nothing of their things: any thing, and venues, whose class depends on what they are."""


def ontology(declaration: Declaration) -> str:
    """Return the ontology in Turtle."""
    own = declaration.prefixes["kg"]
    kinds = [kind for kind in declaration.kinds.values() if not kind.is_abstract]
    # Nothing is of two of our kinds, nor a person or an organisation too.
    apart = dict.fromkeys(kind.iri for kind in kinds if kind.iri.startswith(own) or kind.name in _APART)
    members = " ".join(_short(iri, declaration) for iri in apart)
    parts = [
        *_head(declaration),
        "# Classes\n",
        *_classes(kinds, declaration),
        f"[] a owl:AllDisjointClasses ;\n    owl:members ( {members} ) .\n",
        "# Properties\n",
    ]
    uses: dict[str, list[tuple[Kind, Field]]] = {}
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            if each.iri.startswith(own) and not each.is_untold:
                uses.setdefault(each.iri, []).append((kind, each))
    for iri in sorted(uses):
        parts += _properties(iri.removeprefix(own), uses[iri], declaration)
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


def _classes(kinds: list[Kind], declaration: Declaration) -> Iterator[str]:
    own = declaration.prefixes["kg"]
    stated = [
        (f"kg:{kind.iri.removeprefix(own)}", kind.label, kind.labels, kind.comment, kind.within)
        for kind in kinds
        if kind.iri.startswith(own)
    ]
    for word in (word for words in declaration.words.values() for word in words.values()):
        if word.meaning.startswith("kg:"):
            within = declaration.expand(word.annotations.within or "schema:CreativeWork")
            stated.append((word.meaning, _lower(word.title), {}, " ".join(word.comments), (within,)))
    for name, label, labels, comment, within_of in stated:
        above = [f"rdfs:subClassOf {_short(each, declaration)}" for each in within_of]
        yield _described(f"{name} a rdfs:Class, owl:Class", label, labels, comment, above, declaration)


def _foreign(text: str, declaration: Declaration) -> Iterator[str]:
    """Yield the types of the foreign terms in the text of an ontology."""
    fields = [each for kind in declaration.kinds.values() for each in kind.fields.values()]
    properties = {_short(each.within, declaration): each for each in fields if each.within}
    properties = {_short(each.iri, declaration): each for each in fields} | properties
    for name in sorted(set(_CURIE.findall(_TEXT.sub("", text)))):
        if name.startswith(_ANNOTATIONS):
            yield f"{name} a owl:AnnotationProperty ."
        elif not name.startswith(_BUILT_IN):
            yield f"{name} a {_property_type(properties[name]) if name in properties else 'owl:Class'} ."
    yield ""


def labels_of_statuses(declaration: Declaration) -> str:
    """Return in Turtle how the statuses of works are written, as further labels of the concepts.

    A form with a gap is no label, and one that is the word itself is the preferred one, which stands with the concept.
    """
    parts = [f"@prefix {name}: <{declaration.prefixes[name]}> .\n" for name in ("kg", "skos")]
    for status, word in declaration.words["WorkStatus"].items():
        forms = ((each.literal_form, each.in_language) for each in word.structured_aliases)
        others = ((form, code) for form, code in forms if "…" not in form and form != status.replace("-", " "))
        labels = dict.fromkeys(f"{_turtle_text(form)}@{code}" for form, code in others)
        parts.append(f"\nkg:{status} skos:altLabel {', '.join(labels)} .\n")
    return "".join(parts)


def _properties(local: str, uses: Sequence[tuple[Kind, Field]], declaration: Declaration) -> Iterator[str]:
    """Yield a property, and the one that leads back, if one is declared; the graph has no triples of that."""
    fields = [each for _, each in uses]
    first = fields[0]
    is_named = first.label != first.key.replace("_", " ") and not first.is_inlined
    label = first.label if is_named else in_words(local)
    comment = next(filter(None, (each.comment for each in fields)), f"{first.description or label}.")
    types = ["rdf:Property", _property_type(first)]
    types += ["owl:SymmetricProperty"] if any(each.is_symmetric for each in fields) else []
    stated = [
        *_agreed("rdfs:domain", {_domain(kind, each, declaration) for kind, each in uses}),
        *_agreed("rdfs:range", {_range(each, declaration) for each in fields}),
        *(f"rdfs:subPropertyOf {_short(above, declaration)}" for above in sorted({e.within for e in fields} - {""})),
    ]
    yield _described(f"kg:{local} a {', '.join(types)}", _lower(label), first.labels, comment, stated, declaration)
    for inverse in sorted({each.inverse for each in fields} - {""}):
        head = f"kg:{inverse} a rdf:Property, owl:ObjectProperty"
        comment = f"Leads back from where kg:{local} leads to; a reasoner finds it."
        yield _described(head, in_words(inverse), {}, comment, [f"owl:inverseOf kg:{local}"], declaration)


def _property_type(each: Field) -> str:
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
        type_ = declaration.types.get(each.range, "")
        return f"xsd:{type_}" if type_ in _DATATYPES else "" if each.range in ("Date", "End") else text
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
    short = compact(iri, declaration.prefixes)
    return f"<{iri}>" if short == iri else short


def _lower(label: str) -> str:
    """Return a label within a sentence; an abbreviation stays."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _turtle_text(text: str) -> str:
    return f'"{_escaped(text)}"'.replace("\n", " ")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# The basic shapes: how many values a field has, and of what type.

DECLARED = "declared.ttl"
"""The name of the file of these shapes."""

_XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = ("integer", "decimal", "boolean")
_PREFIXES = """\
@prefix kgsh: <https://w3id.org/profile-kg/shapes#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""


def shapes(declaration: Declaration, covered: Set[str] = frozenset(), *, added: bool = False) -> str:
    """Return the basic shapes in Turtle.

    Args:
        declaration: The declaration.
        covered: The classes for which other shapes exist; of works, these do not know all fields.
        added: Whether only shapes for the fields of a project are returned.
    """
    parts = [_PREFIXES]
    for kind in declaration.kinds.values():
        if kind.is_abstract or kind.refers or kind.name in ("Contact", "Unit"):
            continue
        fields = [
            each
            for each in kind.fields.values()
            if not (each.is_untold or each.of or each.is_reverse or each.is_private or each.is_text)
            and each.is_own is not added
            and (kind.iri not in covered or each.is_single or added)
        ]
        # Two fields with one property would demand two things of it.
        iris = [each.iri for each in fields]
        if stated := [each for each in fields if iris.count(each.iri) == 1]:
            parts.extend(_of_kind(kind, stated, declaration))
    return "\n".join(parts)


def _of_kind(kind: Kind, fields: list[Field], declaration: Declaration) -> Iterator[str]:
    named = {f"kgsh:{kind.name}-{each.key.replace('_', '-')}": each for each in fields}
    listed = [f"{name}-is" for name in named] + [f"{name}-count" for name, each in named.items() if _count(each)]
    target = f"sh:targetClass <{kind.iri}>"
    if kind.name == "Publication":
        target = f"sh:targetSubjectsOf <{declaration.kinds['Publication'].fields['authorship'].iri}>"
    yield f"kgsh:{kind.name}-declared a sh:NodeShape ;\n    {target} ;\n    sh:property {', '.join(listed)} .\n"
    thing = with_article(kind.label)
    for name, each in named.items():
        called = each.key.replace("_", " ")  # as people write it, whatever pages call it
        message = f"the {called} of {thing} is not what it should be"
        yield _shape(f"{name}-is", each, _constraint(each, declaration), message, _advice(each, declaration))
        if _count(each):
            few, many = f"{thing} has no {called}", f"{thing} has more than one {called}"
            message = few if each.is_required else many
            if each.is_required and not each.is_many:
                message = f"{few}, or more than one"
            # Too many values are a fault of a node; of a thing with a page, sources may differ.
            severity = " ; sh:severity sh:Warning" if kind.path and not each.is_required else ""
            yield _shape(f"{name}-count", each, _count(each) + severity, message, f"give it one '{each.key}'")


def _shape(name: str, each: Field, constraint: str, message: str, advice: str) -> str:
    return (
        f"{name} a sh:PropertyShape ;\n    sh:path <{each.iri}> ; {constraint} ;\n"
        f'    sh:message "{_escaped(message)}" ;\n    sh:description "{_escaped(advice)}" .\n'
    )


def _count(each: Field) -> str:
    least = "sh:minCount 1" if each.is_required else ""
    names_several = each.is_many or each.range == "Organization"  # 'Fernshire University & Mosston University'
    return " ; ".join(filter(None, (least, "" if names_several else "sh:maxCount 1")))


def _constraint(each: Field, declaration: Declaration) -> str:
    if each.sort != "type":
        return "sh:nodeKind sh:IRI"
    type_ = declaration.types.get(each.range, "")
    return f"sh:datatype <{_XSD}{type_}>" if type_ in _DATATYPES else "sh:nodeKind sh:Literal"


def _advice(each: Field, declaration: Declaration) -> str:
    if each.sort == "kind":
        return f"name {with_article(declaration.kinds[each.range].label)} under '{each.key}'"
    if each.sort == "enum":
        return f"write one of {', '.join(declaration.enums[each.range])} under '{each.key}'"
    return f"write under '{each.key}': {each.description or each.label}"


# The types of the model, for type checkers and readers: `kg/profile/model.pyi`.

_TYPES = {"boolean": "bool", "Year": "int", "Number": "int"}
_HEAD = '''"""The types of what people write. Made from ontology/kg.yaml by `make schemas`; do not edit."""

from collections.abc import Mapping
from typing import Literal

from kg.profile.forms import {forms}
from kg.terms.fields import StrictModel
from kg.terms.kinds import Declaration

CLASSES: Mapping[str, str]

def models(declaration: Declaration) -> Mapping[str, type[StrictModel]]: ...
def profile_model(declaration: Declaration) -> type[Profile]: ...
'''


def stub(declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> str:
    """Return the text of the stub."""
    kinds = [each for each in declaration.kinds.values() if not each.is_derived and each.name != "Unit"]
    parts = chain(
        (f"{name} = Literal[{', '.join(map(_quoted, words))}]\n" for name, words in declaration.enums.items()),
        ("\n".join(_class(each, declaration, classes, forms)) for each in kinds),
    )
    head = _HEAD.format(forms=", ".join(sorted(set(forms.values()))))
    return "\n".join((head, *parts))


def _class(kind: Kind, declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> Iterator[str]:
    bases = ", ".join(filter(None, (forms.get(kind.name, ""), kind.parent))) or "StrictModel"
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
