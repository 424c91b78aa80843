"""The ontology: kg's own classes and properties in OWL, made from the declaration.

A property has a domain or a range only where all its uses agree; foreign terms are only referred to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kg.declaration.kinds import Declaration, Field, Kind

CREATED = "2026-07-01"
_DATATYPES = {"integer": "xsd:integer", "decimal": "xsd:decimal", "boolean": "xsd:boolean"}
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
    parts = [*_head(declaration), "# Classes\n", *_classes(declaration, own), "# Properties\n"]
    for iri, term in sorted(_properties(declaration, own).items()):
        parts.append(_property(f"kg:{iri.removeprefix(own)}", term, declaration))
    return "\n".join(parts)


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
    dcterms:created "{CREATED}"^^xsd:date ;
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
                yield _class(word.meaning, _lower(word.title), {}, " ".join(word.comments), within, declaration)


def _class(
    name: str, label: str, labels: Mapping[str, str], comment: str, within: str, declaration: Declaration
) -> str:
    above = [f"rdfs:subClassOf {_short(within, declaration)}"] if within else []
    return _described(f"{name} a rdfs:Class, owl:Class", label, labels, comment, above, declaration)


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
    leads = fields[0].sort != "type" and not fields[0].is_text
    types = ["rdf:Property", "owl:ObjectProperty" if leads else "owl:DatatypeProperty"]
    types += ["owl:SymmetricProperty"] if any(each.is_symmetric for each in fields) else []
    said = [
        *_agreed("rdfs:domain", {_domain(kind, each, declaration) for kind, each in term.uses}),
        *_agreed("rdfs:range", {_range(each, declaration) for each in fields}),
        *(f"rdfs:subPropertyOf {_short(above, declaration)}" for above in sorted({e.within for e in fields} - {""})),
    ]
    comment = term.comment or f"{fields[0].description or term.label}."
    return _described(f"{name} a {', '.join(types)}", _lower(term.label), term.labels, comment, said, declaration)


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
        text = "rdf:langString" if each.has_language else "xsd:string"
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
