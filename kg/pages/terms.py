"""What classes and properties are called and what they mean, as `ontology/` says, else as their IRIs read."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from kg import resources
from kg.formats import Literal, NamedNode, Triple, read_rdf
from kg.vocabulary import KG, PREFIXES, RDF, RDFS

NAMESPACES: Mapping[str, str] = {
    **PREFIXES,
    "rdf": RDF,
    "rdfs": RDFS,
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dbo": "http://dbpedia.org/ontology/",
    "fabio": "http://purl.org/spar/fabio/",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "sh": "http://www.w3.org/ns/shacl#",
    "sioc": "http://rdfs.org/sioc/ns#",
    "vcard": "http://www.w3.org/2006/vcard/ns#",
    "vivo": "http://vivoweb.org/ontology/core#",
    "wdt": "http://www.wikidata.org/prop/direct/",
}
"""The prefixes that pages and documents use, some for graphs that are not kg's own."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|[_-]+")
_PARTS = {f"{RDFS}label": "label", f"{RDFS}comment": "comment", f"{RDFS}domain": "domain", f"{RDFS}range": "range"}


@dataclass(frozen=True)
class Meaning:
    """What is said of a class or property.

    Attributes:
        label: What it is called, or empty.
        comment: What it means, or empty.
        domain: The IRI of the class of what has it, or empty.
        range: The IRI of the class or datatype of its values, or empty.
    """

    label: str = ""
    comment: str = ""
    domain: str = ""
    range: str = ""


@cache
def meanings() -> Mapping[str, Meaning]:
    """Return what `ontology/kg.ttl` says of its terms, by IRI."""
    found: dict[str, Meaning] = {}
    for quad in read_rdf(resources.directory("ontology") / "kg.ttl"):
        part = _PARTS.get(quad.predicate.value)
        if part and isinstance(quad.subject, NamedNode) and isinstance(quad.object, Literal | NamedNode):
            known = found.get(quad.subject.value, Meaning())
            found[quad.subject.value] = replace(known, **{part: quad.object.value})
    return found


def wording(iri: str) -> str:
    """Return what a class or property is called: its label, else the words of the end of its IRI.

    >>> wording("https://schema.org/datePublished"), wording("http://xmlns.com/foaf/0.1/Person")
    ('date published', 'person')
    """
    meaning = meanings().get(iri)
    if meaning and meaning.label:
        return meaning.label
    words = _HUMP.sub(" ", local_name(iri)).split()
    return " ".join(word if word.isupper() else word.lower() for word in words) or iri


def local_name(iri: str) -> str:
    """Return the end of an IRI, by which its vocabulary tells it from others.

    >>> local_name("https://schema.org/name"), local_name("http://www.w3.org/2004/02/skos/core#Concept")
    ('name', 'Concept')
    """
    return iri.rstrip("/#").rpartition("/")[2].rpartition("#")[2]


def short(iri: str) -> str:
    """Return a CURIE where a prefix fits, else the IRI.

    >>> short("http://www.w3.org/2000/01/rdf-schema#label")
    'rdfs:label'
    """
    for prefix, namespace in NAMESPACES.items():
        if iri.startswith(namespace) and len(iri) > len(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def anchor(iri: str) -> str:
    """Return the place of a term on the vocabulary page: kg's own have their names, others CURIEs without colon.

    >>> anchor("https://w3id.org/profile-kg/ontology#Evidence"), anchor("https://schema.org/name")
    ('Evidence', 'schema-name')
    """
    return iri.removeprefix(KG) if iri.startswith(KG) else short(iri).replace(":", "-", 1)


def namespace_of(iri: str) -> str:
    """Return the part of a term's IRI that it shares with its vocabulary.

    >>> namespace_of("https://schema.org/name"), namespace_of("urn:x")
    ('https://schema.org/', '')
    """
    end = max(iri.rfind("#"), iri.rfind("/")) + 1
    return iri[:end]


def prefixes_of(triples: Iterable[Triple]) -> dict[str, str]:
    """Return the prefixes that a document of some triples needs."""
    text = "".join(map(str, triples))
    return {prefix: namespace for prefix, namespace in NAMESPACES.items() if f"<{namespace}" in text}
