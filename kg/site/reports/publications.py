"""Lists of publications."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from kg.site.fields import LAST, entry_places
from kg.site.reports import entries
from kg.site.reports.citing import Cited, Wording, citation
from kg.site.reports.model import Document, Line, Listing, Paragraph, Section, kept, plain, section, sections
from kg.site.reports.nodes import node, subjects
from kg.site.views import work as work_citations
from kg.site.works import Works, works_on_page
from kg.store.graph import Graph
from kg.terms.vocabulary import KG
from kg.terms.work_types import WORK_TYPES

# Lists of publications: by type or by year, numbered, with what the marks in them mean.

EQUAL = "* Equal contribution."
_SHOWN = 10  # titles that a warning names
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


def works_of(graph: Graph, *people: str) -> tuple[Cited, ...]:
    """Return the works of some people, each once: those of one person as the profile lists them, else by title."""
    iris = (each.iri for person in people for each in subjects(graph, "schema:author", person))
    listed = entry_places(graph, people[0]) if len(people) == 1 else {}
    found = works_on_page(graph, iris).works
    ordered = sorted(found, key=lambda work: (listed.get(work.iri, LAST), work.title.casefold(), work.iri))
    return tuple(Cited(graph, work, frozenset(people)) for work in ordered)


def incomplete(titles: Sequence[str], total: int) -> tuple[str, ...]:
    """Return a warning if the authors of some works are not all known: who only these name is missing.

    Args:
        titles: What the works are called of which not all authors are known.
        total: How many works there are.
    """
    if not titles:
        return ()
    shown = "; ".join(f"'{title}'" for title in titles[:_SHOWN]) + ("; …" if len(titles) > _SHOWN else "")
    return (f"INCOMPLETE: not all authors are known of {len(titles)} of {total} works; people are missing: {shown}",)


def works_since(cited: Sequence[Cited], year: int | None) -> tuple[Cited, ...]:
    """Return the works of a year and later ones; what has no year yet is among them."""
    return tuple(each for each in cited if year is None or each.work.year is None or each.work.year >= year)


def type_of(cited: Cited) -> str:
    """Return the group in which a work stands where works stand by their type."""
    group = WORK_TYPES[cited.type].group
    if group or cited.is_open:
        return group or _OPEN
    if cited.is_in_journal:
        return "Journal articles"
    if cited.work.venue and cited.work.venue.iri:
        return "Workshop papers" if _is_workshop(cited) else "Conference papers"
    return "Other publications"


def newest(cited: Sequence[Cited]) -> list[Cited]:
    """Return works by year, the newest first; those still to appear come before them, those without a date last."""
    order = [work for _, several in Works(tuple(each.work for each in cited)).years for work in several]
    by_iri = {each.work.iri: each for each in cited}
    return [by_iri[work.iri] for work in order]


def by_type(cited: Sequence[Cited]) -> list[tuple[str, list[Cited]]]:
    """Return works by their type, each group the newest first."""
    ordered = sorted(newest(cited), key=lambda each: TYPES.index(type_of(each)))
    return [(title, list(several)) for title, several in groupby(ordered, key=type_of)]


def by_year(cited: Sequence[Cited]) -> list[tuple[str, list[Cited]]]:
    """Return works by year, the newest first."""
    return [(title, list(several)) for title, several in groupby(newest(cited), key=lambda each: each.work.heading)]


GROUPINGS: Mapping[str, Callable[[Sequence[Cited]], list[tuple[str, list[Cited]]]]] = {
    "type": by_type,
    "year": by_year,
}
"""How a list is parted, by name."""


def listed_works(title: str, cited: Sequence[Cited], style: Wording, grouping: str = "type") -> Section | None:
    """Return a list of works as a section, numbered through all its parts.

    Args:
        title: The heading.
        cited: The works.
        style: A key of `kg.site.reports.citing.STYLES`.
        grouping: A key of `GROUPINGS`.
    """
    parts, first = [], 1
    for heading, several in GROUPINGS[grouping](cited):
        items = tuple(citation(each, style) for each in several)
        parts.append(section(heading, Listing(items, first)))
        first += len(items)
    is_marked = Works(tuple(each.work for each in cited)).has_equals
    return section(title, Paragraph(plain(EQUAL)) if is_marked else None, parts=parts)


def counted(cited: Sequence[Cited]) -> Line:
    """Return how many works of which type there are, in words."""
    groups = [f"{len(several)} {_called(title, len(several))}" for title, several in by_type(cited)]
    if len(groups) < 2:
        return plain("".join(groups))
    return plain(f"{len(cited)} publications: {', '.join(groups)}")


def _called(title: str, number: int) -> str:
    return _ONE[title] if number == 1 else f"{title[:1].lower()}{title[1:]}"


def _is_workshop(cited: Cited) -> bool:
    series = node(cited.graph, cited.work.series.iri) if cited.work.series else None
    return series is not None and f"{KG}workshop" in series.texts("kg:kind")


# A list of publications, as a document.


def publication_list(graph: Graph, person: str, *, since: int | None, style: Wording, grouping: str) -> Document:
    """Return the publications of a person, counted and numbered.

    Args:
        graph: Where the person is.
        person: The IRI.
        since: The first year of what is shown, or None for all.
        style: How works are cited, a key of `kg.site.reports.citing.STYLES`.
        grouping: A key of `kg.site.reports.publications.GROUPINGS`.
    """
    about = node(graph, person)
    works = works_since(works_of(graph, person), since)
    listed = listed_works("Publications", works, style, grouping)
    lines = kept(*entries.lines(about), counted(works))
    return Document("Publications", about.name, lines, sections(listed), entries.note(graph))


# The works of a person for reference managers.


def bibliography(graph: Graph, person: str, suffix: str) -> str:
    """Return the works of a person, or nothing; the oldest come first, so that keys stay when works are added.

    Args:
        graph: Where the person is.
        person: The IRI.
        suffix: A key of `kg.site.views.work.STYLES`.
    """
    works = [cited.work for cited in works_of(graph, person) if cited.work.authors]
    works.sort(key=lambda work: (work.year or 9999, work.title.casefold(), work.iri))
    return work_citations.bibliography(graph, works, suffix, person) if works else ""
