"""How pages write the IRIs of classes and properties, and where these stand on the vocabulary page."""

from collections.abc import Iterable, Mapping

from kg.formats import Triple
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
