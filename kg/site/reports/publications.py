"""Lists of publications by type or year, and bibliographies for reference managers."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from kg.site import citations as work_citations
from kg.site.reports import entries
from kg.site.reports.citing import Cited, Style, citation
from kg.site.reports.model import (
    ItemList,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    plain,
    section,
    without_empty,
)
from kg.site.thing import subjects, thing
from kg.site.works import Works, works_on_page
from kg.store.graph import Graph
from kg.store.thing import LAST, entry_places
from kg.terms.vocabulary import KG
from kg.terms.work_types import WORK_TYPES

_OPEN = "Preprints and papers under review"
_GROUPS = tuple(dict.fromkeys((each.group, each.counted) for each in WORK_TYPES.values() if each.group))
_ONE = {
    "Journal articles": "journal article",
    "Conference papers": "conference paper",
    "Workshop papers": "workshop paper",
    **dict(_GROUPS),
    "Other publications": "other publication",
    _OPEN: "preprint or paper under review",
}
TYPES = tuple(_ONE)


def works_of(graph: Graph, person: str) -> tuple[Cited, ...]:
    """Return the works of a person as the profile lists them, the others by title."""
    listed = entry_places(graph, person)
    found = works_on_page(graph, (each.iri for each in subjects(graph, "schema:author", person))).works
    ordered = sorted(found, key=lambda work: (listed.get(work.iri, LAST), work.title.casefold(), work.iri))
    return tuple(Cited(graph, work, frozenset((person,))) for work in ordered)


def works_since(cited: Sequence[Cited], year: int | None) -> tuple[Cited, ...]:
    """Return the works of a year and later ones; what has no year yet is among them."""
    return tuple(each for each in cited if year is None or each.work.year is None or each.work.year >= year)


def type_of(cited: Cited) -> str:
    """Return the heading of a work in a list by type."""
    group = WORK_TYPES[cited.type].group
    if group or cited.is_open:
        return group or _OPEN
    if cited.is_in_journal:
        return "Journal articles"
    if cited.work.venue and cited.work.venue.iri:
        series = thing(cited.graph, cited.work.series.iri) if cited.work.series else None
        is_workshop = series is not None and f"{KG}workshop" in series.texts("kg:kind")
        return "Workshop papers" if is_workshop else "Conference papers"
    return "Other publications"


def by_type(cited: Sequence[Cited]) -> list[tuple[str, list[Cited]]]:
    """Return works by their type, each group the newest first."""
    ordered = sorted(cited, key=lambda each: (TYPES.index(type_of(each)), each.work.rank))
    return [(title, list(several)) for title, several in groupby(ordered, key=type_of)]


def by_year(cited: Sequence[Cited]) -> list[tuple[str, list[Cited]]]:
    """Return works by year, the newest first."""
    ordered = sorted(cited, key=lambda each: each.work.rank)
    return [(title, list(several)) for title, several in groupby(ordered, key=lambda each: each.work.heading)]


GROUPINGS: Mapping[str, Callable[[Sequence[Cited]], list[tuple[str, list[Cited]]]]] = {"type": by_type, "year": by_year}
"""The ways of dividing a list, by name."""


def listed_works(title: str, cited: Sequence[Cited], style: Style, grouping: str = "type") -> ReportSection | None:
    """Return a list of works as a section, numbered through all its parts; `grouping` is a key of `GROUPINGS`."""
    parts, first = [], 1
    for heading, several in GROUPINGS[grouping](cited):
        items = tuple(citation(each, style) for each in several)
        parts.append(section(heading, ItemList(items, first)))
        first += len(items)
    is_marked = Works(tuple(each.work for each in cited)).has_equals
    return section(title, Paragraph(plain("* Equal contribution.")) if is_marked else None, parts=parts)


def counted(cited: Sequence[Cited]) -> Line:
    """Return how many works of which type there are, in words."""
    groups = [
        f"{len(several)} {_ONE[title] if len(several) == 1 else title[:1].lower() + title[1:]}"
        for title, several in by_type(cited)
    ]
    return plain(f"{len(cited)} publications: {', '.join(groups)}" if len(groups) > 1 else "".join(groups))


def publication_list(graph: Graph, person: str, *, since: int | None, style: Style, grouping: str) -> ReportDocument:
    """Return the publications of a person since a year, counted and numbered; `grouping` is a key of `GROUPINGS`."""
    about = thing(graph, person)
    works = works_since(works_of(graph, person), since)
    listed = listed_works("Publications", works, style, grouping)
    lines = without_empty(*entries.lines(about), counted(works))
    return entries.document(graph, "Publications", about.name, lines, (listed,))


def bibliography(graph: Graph, person: str, suffix: str) -> str:
    """Return the works of a person in a syntax of `STYLES`; oldest first, so that keys stay when works are added."""
    works = [cited.work for cited in works_of(graph, person) if cited.work.authors]
    works.sort(key=lambda work: (work.year or 9999, work.title.casefold(), work.iri))
    return work_citations.bibliography(graph, works, suffix, person) if works else ""
