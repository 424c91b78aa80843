"""Citation tags as Google Scholar and reference managers read them (Highwire Press)."""

import re
from collections.abc import Iterator
from itertools import chain
from urllib.parse import urlsplit

from kg.columns import value
from kg.pages.documents import full_texts
from kg.pages.graph import Graph
from kg.pages.metadata.head import Tag, tags
from kg.pages.works import Facts, Work

_DOI = "doi.org"
_ARXIV = "arxiv.org"
_RANGE = re.compile(r"(\w+)(?:\s*[-–—]+\s*(\w+))?")
_PROPERTIES = {
    "citation_volume": "bibo:volume",
    "citation_issue": "bibo:issue",
    "citation_language": "schema:inLanguage",
    "citation_isbn": "bibo:isbn",
}


def citation(graph: Graph, work: Work) -> tuple[Tag, ...]:
    """Return the tags of a work: title, authors in order, date, where it appeared, where it is read."""
    said = graph.facts(work.iri)
    date = next(map(value, said.get("schema:datePublished", ())), "") or str(work.year or "")
    first, last = _pages(said)
    return tags(
        chain(
            [("citation_title", work.title)],
            (("citation_author", author.name or graph.label(author.iri)) for author in work.authors),
            [("citation_publication_date", date.replace("-", "/"))],
            _venue(graph, work),
            ((name, next(map(value, said.get(key, ())), "")) for name, key in _PROPERTIES.items()),
            (("citation_firstpage", first), ("citation_lastpage", last)),
            _identifiers(said),
            (("citation_pdf_url", address) for address in full_texts(graph, work.iri)),
            [("citation_abstract_html_url", f"{graph.url}{graph.local(work.iri)}/")],
            (("citation_keywords", topic.name) for topic in work.topics),
        )
    )


def _pages(said: Facts) -> tuple[str, str]:
    """Return the first and the last page, as they are stated or as `12–34` says."""
    first, last = (next(map(value, said.get(f"schema:page{end}", ())), "") for end in ("Start", "End"))
    found = _RANGE.fullmatch(next(map(value, said.get("schema:pagination", ())), ""))
    return (first, last) if first or not found else (found[1], found[2] or "")


def _venue(graph: Graph, work: Work) -> Iterator[tuple[str, str]]:
    """Yield the journal or the conference, by its full name."""
    if not work.venue:
        return
    series = graph.label(work.series.iri) if work.series and work.series.iri else work.venue.name
    types = graph.types(work.series.iri) if work.series and work.series.iri else ()
    if graph.kind(work.venue.iri) == "event":
        yield "citation_conference_title", series
    elif "https://schema.org/Periodical" in types or not types:
        yield "citation_journal_title", series
    elif "https://schema.org/Collection" in types:
        yield "citation_inbook_title", series


def _identifiers(said: Facts) -> Iterator[tuple[str, str]]:
    for iri in map(value, said.get("schema:sameAs", ())):
        parts = urlsplit(iri)
        if parts.hostname == _DOI:
            yield "citation_doi", parts.path.lstrip("/")
        elif parts.hostname == _ARXIV:
            yield "citation_arxiv_id", parts.path.removeprefix("/abs/")
