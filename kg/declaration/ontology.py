"""The ontology: kg's own classes and properties in OWL, made from the declaration.

A property has a domain or a range only where all its uses agree. Of foreign terms it is only said what they are,
classes or properties of which kind: OWL 2 DL asks for that (§5.8.1 of the structural specification).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg.declaration.kinds import Declaration, Field, Kind

_DATATYPES = {"integer": "xsd:integer", "decimal": "xsd:decimal", "boolean": "xsd:boolean"}
_APART = ("Person", "Organization")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|<[^>]*>|^@prefix.*$|^#.*$', re.MULTILINE)
_CURIE = re.compile(r"\b[a-z]+:[\w-]+")
_BUILT_IN = ("kg:", "owl:", "rdf:", "rdfs:", "xsd:")
_ANNOTATIONS = ("dcterms:", "vann:")
_OPEN = frozenset(("Thing", "Venue"))
"""The kinds whose class says nothing of their things: any thing, and venues, whose class depends on what they are."""


@dataclass
class _Term:
    """What is said of a term.

    Attributes:
        label: What it is called.
        labels: The same in other languages.
        comment: What it means.
        uses: The fields that have it as their property, each with its kind.
    """

    label: str
    labels: Mapping[str, str]
    comment: str
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
    owl:versionInfo {_text(declaration.version)} ;
    dcterms:title {_text(declaration.title)}@en ;
    dcterms:description {_text(declaration.description)}@en ;
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
            yield _class(
                f"kg:{kind.iri.removeprefix(own)}", kind.label, kind.labels, kind.comment, kind.within, declaration
            )
    for words in declaration.words.values():
        for word in words.values():
            if word.meaning.startswith("kg:"):
                within = declaration.expand(word.annotations.within or "schema:CreativeWork")
                yield _class(word.meaning, _lower(word.title), {}, " ".join(word.comments), [within], declaration)


def _class(
    name: str, label: str, labels: Mapping[str, str], comment: str, within: Sequence[str], declaration: Declaration
) -> str:
    above = [f"rdfs:subClassOf {_short(each, declaration)}" for each in within]
    return _described(f"{name} a rdfs:Class, owl:Class", label, labels, comment, above, declaration)


def _disjoint(declaration: Declaration, own: str) -> str:
    """Say that nothing is of two of our kinds, nor a person or an organisation too."""
    kinds = (kind for kind in declaration.kinds.values() if not kind.is_abstract)
    stated = dict.fromkeys(kind.iri for kind in kinds if kind.iri.startswith(own) or kind.name in _APART)
    members = " ".join(_short(iri, declaration) for iri in stated)
    return f"[] a owl:AllDisjointClasses ;\n    owl:members ( {members} ) .\n"


def _foreign(told: str, declaration: Declaration) -> Iterator[str]:
    """Yield what the foreign terms are of which an ontology speaks."""
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
        return _DATATYPES.get(declaration.types.get(each.range, ""), "" if each.range in ("Date", "End") else text)
    kind = declaration.kinds.get(each.range)
    return "" if kind is None or kind.name in _OPEN else _short(kind.iri, declaration)


def _described(
    head: str, label: str, labels: Mapping[str, str], comment: str, said: list[str], declaration: Declaration
) -> str:
    tagged = [f"rdfs:label {_text(text)}@{language}" for language, text in sorted({"en": label, **labels}.items())]
    lines = [head, *tagged, f"rdfs:comment {_text(comment)}@en", *said, f"rdfs:isDefinedBy <{declaration.id}>"]
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


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
