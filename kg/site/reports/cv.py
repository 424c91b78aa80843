"""A curriculum vitae."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kg.site import heading
from kg.site.reports import activities, publications
from kg.site.reports import entries as career
from kg.site.reports import entries as heads
from kg.site.reports.citing import Wording
from kg.site.reports.model import (
    Document,
    Entries,
    Entry,
    Paragraph,
    Section,
    joined,
    labelled,
    plain,
    section,
    sections,
)
from kg.site.reports.nodes import Node, node, subjects
from kg.store.graph import Graph


@dataclass(frozen=True)
class Wanted:
    """What of a person a CV shows.

    Attributes:
        person: The person.
        since: The first year, or None for all; studies are shown whole.
        style: How publications are cited, a key of `kg.site.reports.citing.STYLES`.
    """

    person: Node
    since: int | None
    style: Wording


def curriculum_vitae(
    graph: Graph, person: str, *, since: int | None, style: Wording, only: tuple[str, ...] = ()
) -> Document:
    """Return the CV of a person.

    Args:
        graph: Where the person is.
        person: The IRI.
        since: The first year of what is shown, or None for all.
        style: How publications are cited, a key of `kg.site.reports.citing.STYLES`.
        only: Some of `names`: which sections are shown, in which order; empty for all.
    """
    wanted = Wanted(node(graph, person), since, style)
    made = (SECTIONS[name](wanted) if name in SECTIONS else _activity(wanted, name) for name in only or names(graph))
    about = wanted.person
    return Document("Curriculum vitae", about.name, heads.lines(about), sections(*made), heads.note(graph))


def _entries(title: str, entries: tuple[Entry, ...]) -> Section | None:
    return section(title, Entries(entries))


def _summary(wanted: Wanted) -> Section | None:
    return section("Profile", Paragraph(plain(heading.description(wanted.person.said)[0])))


def _interests(wanted: Wanted) -> Section | None:
    return section("Research interests", Paragraph(joined(map(plain, wanted.person.names("schema:knowsAbout")), " · ")))


def _skills(wanted: Wanted) -> Section | None:
    return section("Skills", Paragraph(joined(map(plain, wanted.person.texts("schema:skills")))))


def _education(wanted: Wanted) -> Section | None:
    return _entries("Education", career.degrees(wanted.person))


def _positions(wanted: Wanted) -> Section | None:
    return _entries("Positions", career.positions(wanted.person, wanted.since))


def _publications(wanted: Wanted) -> Section | None:
    works = publications.works_of(wanted.person.graph, wanted.person.iri)
    return publications.listed_works("Publications", publications.works_since(works, wanted.since), wanted.style)


def _systems(wanted: Wanted) -> Section | None:
    """Return systems; those of which only a name is known, since a publication describes them, in one line."""
    person = wanted.person
    found = [each for each in subjects(person.graph, "schema:contributor", person.iri) if each.is_since(wanted.since)]
    told = activities.systems(filter(activities.is_described, found), person.iri)
    rest = sorted((each.name for each in found if not activities.is_described(each)), key=str.casefold)
    line = joined(map(plain, rest))
    return section(
        "Systems and software", Entries(told), Paragraph(labelled("Described in publications", line) if told else line)
    )


def _activity(wanted: Wanted, name: str) -> Section | None:
    person = wanted.person
    activity = activities.sections(person.graph.declaration, person.iri)[name]
    return _entries(activity.title, activity.read(each for each in activity.of(person) if each.is_since(wanted.since)))


def _advising(wanted: Wanted) -> Section | None:
    return _entries("Advising", career.students(wanted.person, wanted.since))


def _memberships(wanted: Wanted) -> Section | None:
    return _entries("Memberships", career.memberships(wanted.person, wanted.since))


Make = Callable[[Wanted], Section | None]

SECTIONS: Mapping[str, Make] = {
    "summary": _summary,
    "interests": _interests,
    "education": _education,
    "positions": _positions,
    "publications": _publications,
    "systems": _systems,
    "advising": _advising,
    "memberships": _memberships,
    "skills": _skills,
}
"""The sections of a CV that are made in ways of their own."""

_ORDER = (
    *("summary", "interests", "education", "positions", "publications", "grants", "projects", "awards", "systems"),
    *("talks", "outreach", "teaching", "supervision", "advising", "service", "editorships", "memberships"),
)


def names(graph: Graph) -> tuple[str, ...]:
    """Return the keys of the sections of a CV, in the order of academic CVs; those of a project stand before skills."""
    activity = activities.sections(graph.declaration)
    known = [name for name in _ORDER if name in SECTIONS or name in activity]
    return (*known, *(name for name in activity if name not in _ORDER), "skills")
