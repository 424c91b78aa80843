"""A curriculum vitae."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from kg.site import heading
from kg.site.reports import activities, entries, publications
from kg.site.reports.citing import Wording
from kg.site.reports.model import (
    DatedItem,
    DatedItems,
    Paragraph,
    ReportDocument,
    ReportSection,
    joined,
    labelled,
    plain,
    section,
)
from kg.site.reports.nodes import GraphNode, newest, node, subjects
from kg.store.graph import Graph


class _CvRequest(NamedTuple):
    person: GraphNode
    since: int | None
    style: Wording


def curriculum_vitae(
    graph: Graph, person: str, *, since: int | None, style: Wording, only: tuple[str, ...] = ()
) -> ReportDocument:
    """Return the CV of a person.

    Args:
        graph: The release.
        person: The IRI.
        since: The first year of what is shown, or None for all; studies are shown whole.
        style: How publications are cited, a key of `kg.site.reports.citing.STYLES`.
        only: Some of `names`: which sections are shown, in which order; empty for all.
    """
    about = node(graph, person)
    request = _CvRequest(about, since, style)
    made = (
        _SECTIONS[name](request) if name in _SECTIONS else _activity(request, name) for name in only or names(graph)
    )
    filled = tuple(each for each in made if each is not None)
    return ReportDocument("Curriculum vitae", about.name, entries.lines(about), filled, entries.note(graph))


def _education(request: _CvRequest) -> ReportSection | None:
    return _career("Education", request._replace(since=None), "schema:hasCredential", entries.degree)


def _career(title: str, request: _CvRequest, key: str, item: Callable[[GraphNode], DatedItem]) -> ReportSection | None:
    found = (each for each in newest(request.person.nodes(key)) if each.is_since(request.since))
    return section(title, DatedItems(tuple(map(item, found))))


def _texts(title: str, texts: Iterable[str], between: str = ", ") -> ReportSection | None:
    return section(title, Paragraph(joined(map(plain, texts), between)))


def _publications(request: _CvRequest) -> ReportSection | None:
    works = publications.works_of(request.person.graph, request.person.iri)
    return publications.listed_works("Publications", publications.works_since(works, request.since), request.style)


def _systems(request: _CvRequest) -> ReportSection | None:
    """Return systems; those of which only a name is known, since a publication describes them, in one line."""
    person = request.person
    found = [each for each in subjects(person.graph, "schema:contributor", person.iri) if each.is_since(request.since)]
    items = activities.systems(filter(activities.is_described, found), person.iri)
    rest = sorted((each.name for each in found if not activities.is_described(each)), key=str.casefold)
    line = joined(map(plain, rest))
    last = Paragraph(labelled("Described in publications", line) if items else line)
    return section("Systems and software", DatedItems(items), last)


def _activity(request: _CvRequest, name: str) -> ReportSection | None:
    person = request.person
    activity = activities.sections(person.graph.declaration, person.iri)[name]
    found = (each for each in activity.of(person) if each.is_since(request.since))
    return section(activity.title, DatedItems(activity.read(found)))


# Sections with a form of their own; all others are as declared.
_SECTIONS: Mapping[str, Callable[[_CvRequest], ReportSection | None]] = {
    "summary": lambda request: _texts("Profile", heading.description(request.person.said)[:1]),
    "interests": lambda request: _texts("Research interests", request.person.names("schema:knowsAbout"), " · "),
    "education": _education,
    "positions": lambda request: _career("Positions", request, "org:hasMembership", entries.position),
    "publications": _publications,
    "systems": _systems,
    "advising": lambda request: section("Advising", DatedItems(entries.students(request.person, request.since))),
    "memberships": lambda request: _career("Memberships", request, "kg:membership", entries.membership),
    "skills": lambda request: _texts("Skills", request.person.texts("schema:skills")),
}
_ORDER = (
    *("summary", "interests", "education", "positions", "publications", "grants", "projects", "awards", "systems"),
    *("talks", "outreach", "teaching", "supervision", "advising", "service", "editorships", "memberships"),
)


def names(graph: Graph) -> tuple[str, ...]:
    """Return the keys of the sections of a CV, in the order of academic CVs; those of a project stand before skills."""
    activity = activities.sections(graph.declaration)
    known = [name for name in _ORDER if name in _SECTIONS or name in activity]
    return (*known, *(name for name in activity if name not in _ORDER), "skills")
