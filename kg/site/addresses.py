"""Addresses of pages, terms and places on the web."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from pyoxigraph import Triple

from kg.base.errors import QueryError
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.terms.formats import Term
from kg.terms.vocabulary import KG, PREFIXES, RDF, RDFS

_DIGITS = 6


def number(parameters: Mapping[str, str], name: str, default: int, most: int) -> int:
    """Return the number that a parameter gives, at least 0 and at most `most`; raises QueryError if it is none."""
    text = parameters.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise QueryError(f"'{text[:40]}' is not a number for '{name}'", hint=f"write {name}={default}")
    return min(int(text), most)


def page_number(parameters: Mapping[str, str]) -> int:
    """Return the requested page, 1 or more; raises QueryError."""
    return max(1, number(parameters, "page", 1, 100_000))


def changed(parameters: Mapping[str, str], **values: str | int | None) -> str:
    """Return a query string with some values changed, or left out where they are None; it begins with `?`.

    >>> changed({"letter": "A", "page": "3"}, letter="B", page=None)
    '?letter=B'
    """
    left = {name: str(value) for name, value in {**parameters, **values}.items() if value not in (None, "")}
    return f"?{urlencode(left)}" if left else "?"


# Addresses on the web, by the names under which people know these places.

_SITES = {
    "orcid.org": "ORCID",
    "github.com": "GitHub",
    "gitlab.com": "GitLab",
    "dblp.org": "dblp",
    "scholar.google.com": "Google Scholar",
    "semanticscholar.org": "Semantic Scholar",
    "openalex.org": "OpenAlex",
    "wikidata.org": "Wikidata",
    "linkedin.com": "LinkedIn",
    "ror.org": "ROR",
    "doi.org": "DOI",
    "arxiv.org": "arXiv",
    "pubmed.ncbi.nlm.nih.gov": "PubMed",
    "ncbi.nlm.nih.gov": "PubMed Central",
    "ui.adsabs.harvard.edu": "ADS",
    "youtube.com": "YouTube",
}
_LONGEST = 60


@dataclass(frozen=True)
class Address:
    """A place on the web, only http and https, by what it is called."""

    label: str
    href: str


def named(iri: str, label: str = "") -> Address | None:
    """Return a place with a label, or with the name of its site; None if the IRI is no place on the web.

    >>> named("https://ada.example.org/papers/2025/looms.pdf")
    Address(label='PDF', href='https://ada.example.org/papers/2025/looms.pdf')
    """
    if not (href := outside(iri)):
        return None
    form = "PDF" if urlsplit(href).path.lower().endswith(".pdf") else ""
    return Address(label or site(href) or form or shortened(href), href)


def places(iris: Iterable[str]) -> tuple[Address, ...]:
    """Return the places among some IRIs, those of known sites first."""
    found = [address for iri in iris if (address := named(iri))]
    return tuple(sorted(found, key=lambda each: (not site(each.href), each.label.casefold(), each.href)))


def pages(
    graph: Graph, nodes: Iterable[Term], read: Callable[[str], Mapping[str, tuple[Term, ...]]] | None = None
) -> Iterator[Address]:
    """Yield the pages about a thing that have names of their own, such as slides and posts: nodes within it.

    Others of the nodes that are given are passed over; `read` says what is known of nodes that have been read.
    """
    for node in map(value, nodes):
        if "#" in node:
            said = (read or graph.facts)(node)
            address, label = (next(map(value, said.get(key, ())), "") for key in ("schema:url", "schema:name"))
            if page := named(address, label or graph.label(node)):
                yield page


def site(href: str) -> str:
    """Return the name of the site of an address, if it is a known one.

    >>> site("https://www.github.com/ada"), site("https://github.com.example.org/")
    ('GitHub', '')
    """
    return _SITES.get((urlsplit(href).hostname or "").removeprefix("www."), "")


def shortened(iri: str) -> str:
    """Return an address without what all addresses have, cut where it is long.

    >>> shortened("https://www.example.org/ada/")
    'example.org/ada'
    """
    text = iri.partition("://")[2].removeprefix("www.").rstrip("/") or iri
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


# How pages write the IRIs of classes and properties, and where these stand on the vocabulary page.

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
