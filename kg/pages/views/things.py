"""What the pages of things show beside panels: what is declared, and of some kinds more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.pages import heading
from kg.pages.addresses import Address, pages, places
from kg.pages.fields import Described, Fact, label_of
from kg.pages.graph import Graph
from kg.pages.grids import percent
from kg.pages.heading import Count, Head, Number
from kg.pages.panels import Panel, Section
from kg.pages.references import told
from kg.pages.works import Facts, Name
from kg.vocabulary import RDF_TYPE, curie

_CLASSES = {
    "schema:Periodical": "Journal",
    "schema:CreativeWorkSeries": "Series",
    "schema:Collection": "Book",
    "org:OrganizationalUnit": "Department or group",
}


_NAMES = ("schema:alternateName", "kg:acronym")
_ELSEWHERE = ("schema:name", *_NAMES, "schema:description", "kg:kind", "kg:acceptanceRate")
_TOLD = ("start", "end", "current", "date", "year")


@dataclass(frozen=True)
class Shown:
    """What the head of a kind of page shows.

    Attributes:
        kind: What such a thing is called.
        counts: The panels that it counts.
        years: The panel that says from when to when it is active, or empty.
        facts: Pairs of a label and a property.
    """

    kind: str
    counts: tuple[Count, ...] = ()
    years: str = ""
    facts: tuple[tuple[str, str], ...] = ()


SHOWN: Mapping[str, Shown] = {
    "organization": Shown(
        "Organisation",
        (
            Count("people", "person", "people-at", "person"),
            Count("alumni", "alumni", "alumni", "person"),
            Count("works", "work", "works-of-organization", "work"),
            Count("partners", "partner", "partners-of-organization", "partner"),
            Count("courses", "course", "courses-of-organization", "course"),
        ),
        "works-of-organization-per-year",
        (("Part of", "schema:parentOrganization"),),
    ),
    "venue": Shown(
        "Venue",
        (
            Count("works", "work", "works-of-venue", "work"),
            Count("editions", "edition", "editions-of-venue", "event"),
            Count("people in service", "person in service", "service-of-venue", "person"),
        ),
        "works-of-venue-per-year",
        (("Held with", "schema:superEvent"),),
    ),
    "event": Shown(
        "Event",
        (
            Count("works", "work", "works-of-venue", "work"),
            Count("talks", "talk", "talks-of", "node"),
            Count("people in service", "person in service", "service-of-venue", "person"),
        ),
        "",
        (("Edition of", "schema:superEvent"), ("Year", "kg:year")),
    ),
    "system": Shown(
        "System",
        (
            Count("people", "person", "people-of-system", "person"),
            Count("papers", "paper", "works-of-system", "work"),
            Count("talks", "talk", "talks-of", "node"),
        ),
        "",
        (("Status", "schema:creativeWorkStatus"), ("Partners", "kg:collaborator")),
    ),
    "topic": Shown(
        "Topic",
        (
            Count("people", "person", "people-of-topic", "person"),
            Count("works", "work", "works-of-topic-per-year", "works"),
            Count("systems", "system", "systems-of-topic", "system"),
        ),
        "works-of-topic-per-year",
        (),
    ),
    "course": Shown(
        "Course",
        (
            Count("people", "person", "teachers-of-course", "person"),
            Count("terms", "term", "teachers-of-course", "term"),
        ),
        "",
        (("Code", "schema:courseCode"), ("Given at", "schema:provider")),
    ),
}
"""By the kind, as IRIs name it: of those of which more is shown than is declared."""


def content(graph: Graph, iri: str, panels: Sequence[Panel | Section]) -> Mapping[str, object]:
    """Return what `thing.html` is given."""
    kind = graph.declaration.listed[graph.kind(iri)]
    shown = SHOWN.get(kind.path) or Shown(label_of(kind))
    said = graph.facts(iri)
    name = graph.label(iri)
    thing = Described(graph, kind, iri, said, "page", graph.facts)
    head = Head(
        heading.other_names(said, _NAMES, name),
        (*_code(said), *heading.addresses(said), *pages(graph, said.get("schema:subjectOf", ()))),
        (*heading.numbers(panels, shown.counts), *_accepted(said), *heading.active_years(panels, shown.years)),
        (*heading.facts(graph, said, shown.facts), *_when(thing, shown), *_facts(graph, thing, shown)),
        *heading.description(said),
    )
    return {"head": head, "kind": _kind(graph, iri, shown.kind)}


def _facts(graph: Graph, thing: Described, shown: Shown) -> Iterator[Fact]:
    """Yield all that is declared to be shown and is not shown otherwise."""
    asked = told(graph, thing.kind.path)
    properties = {*_ELSEWHERE, *(key for _, key in shown.facts)}
    besides = [
        each.key
        for each in thing.kind.shown("page")
        if curie(each.iri) in properties or (each.sort == "kind" and curie(each.iri) in asked) or each.key in _TOLD
    ]
    return thing.facts(besides)


def _kind(graph: Graph, iri: str, otherwise: str) -> str:
    """Return what sort of thing it is: the kind that is stated of it or its series, else what its classes say."""
    for each in (iri, *(value(series) for series in graph.values(iri, "schema:superEvent"))):
        for stated in heading.named_things(graph, graph.values(each, "kg:kind")):
            return stated.name.capitalize()
    classes = [curie(each) for each in graph.types(iri)]
    declared = {
        word.meaning: word.title
        for field in graph.declaration.listed[graph.kind(iri)].fields.values()
        for word in (graph.declaration.words.get(field.range, {}).values() if field.iri == RDF_TYPE else ())
    }
    return next((word for each, word in (declared | _CLASSES).items() if each in classes), otherwise)


def _code(said: Facts) -> Iterator[Address]:
    for place in places(value(term) for term in said.get("schema:codeRepository", ())):
        yield Address(f"Code on {place.label}", place.href)


def _accepted(said: Facts) -> Iterator[Number]:
    """Yield the share of submissions that an event accepted."""
    for rate in said.get("kg:acceptanceRate", ())[:1]:
        yield Number("accepted", percent(value(rate)))


def _when(thing: Described, shown: Shown) -> Iterator[Fact]:
    """Yield when a thing was made or under way, unless a line of its own says so."""
    if thing.when and not any(key == "kg:year" for _, key in shown.facts):
        yield Fact("When", (Name(thing.when),))
