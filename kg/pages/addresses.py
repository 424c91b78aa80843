"""Addresses on the web, by the names under which people know these places."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from kg.columns import value
from kg.formats import Term
from kg.pages.graph import Graph, outside

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
    """A place on the web: only http and https.

    Attributes:
        label: What it is called.
        href: Where it is.
    """

    label: str
    href: str


def named(iri: str, label: str = "") -> Address | None:
    """Return a place with a label, or with the name of its site; None if the IRI is no place on the web."""
    href = outside(iri)
    return Address(label or site(href) or shortened(href), href) if href else None


def places(iris: Iterable[str]) -> tuple[Address, ...]:
    """Return the places among some IRIs, those of known sites first."""
    found = [address for iri in iris if (address := named(iri))]
    return tuple(sorted(found, key=lambda each: (not site(each.href), each.label.casefold(), each.href)))


def pages(
    graph: Graph, nodes: Iterable[Term], read: Callable[[str], Mapping[str, tuple[Term, ...]]] | None = None
) -> Iterator[Address]:
    """Yield the pages about a thing that have names of their own, such as slides and posts: nodes within it.

    Args:
        graph: Where they are.
        nodes: The nodes, and whatever else belongs to the thing.
        read: What is known of nodes, if they have been read.
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
