"""Entries of kinds as they are declared: those for which nobody wrote a form, and what forms leave out."""

from collections.abc import Collection, Iterable, Mapping

from kg.declaration import Field
from kg.pages import fields
from kg.pages.addresses import Address
from kg.pages.fields import Described, Fact
from kg.pages.works import Name
from kg.rendering.lines import joined, kept, labelled, link, links, plain, strong
from kg.rendering.model import Entry, Line
from kg.rendering.nodes import Node, newest

PLACE = "cv"
"""Where the fields of documents are declared to be shown."""

_PERIOD = ("start", "end", "current")
TOLD: Mapping[str, Collection[str]] = {
    "Position": (
        *(*_PERIOD, "organization", "unit", "role", "location", "advisors", "summary", "highlights", "name_as_written"),
    ),
    "Degree": (
        *(*_PERIOD, "degree", "field", "minor", "institution", "unit", "expected", "location", "advisors", "thesis"),
        *("distinction", "grade", "summary", "name_as_written"),
    ),
    "Membership": (*_PERIOD, "organization", "role"),
    "Award": (*_PERIOD, "name", "year", "giver", "venue", "for_work", "summary"),
    "Talk": ("title", "venue", "year", "date", "location", "system", "partners", "url", "links"),
    "Teaching": ("course", "code", "institution", "term", "role", "instructors", "summary"),
    "Service": ("role", "venue", "organization", "year", "summary"),
    "System": (
        *(*_PERIOD, "name", "variants", "summary", "role", "status", "date", "partners", "people", "homepage", "code"),
        *("papers", "links"),
    ),
}
"""What the forms of `career` and `activities` tell of the entries of a kind."""


def entries(nodes: Iterable[Node], field: Field, person: str = "") -> tuple[Entry, ...]:
    """Return the entries of a section of which the declaration alone tells: the newest first."""
    return tuple(_entry(_described(each, field.range, person)) for each in newest(nodes))


def more(node: Node, kind: str) -> Line:
    """Return what a form leaves out of what is declared to be shown, in one line with labels."""
    return _labelled(_described(node, kind).facts(TOLD[kind]))


def said(node: Node, kind: str, besides: Collection[str]) -> tuple[Line, ...]:
    """Return what is declared to be shown of a thing but for some fields, a line each."""
    return tuple(labelled(fact.label, _names(fact)) for fact in _described(node, kind).facts(besides))


def _described(node: Node, kind: str, person: str = "") -> Described:
    graph = node.graph
    return Described(graph, graph.declaration.kinds[kind], node.iri, node.said, PLACE, graph.facts, person)


def _entry(thing: Described) -> Entry:
    told = thing.entry()
    head = joined(plain(each.name) if number else strong(each.name) for number, each in enumerate(told.head))
    details = kept(_labelled(told.facts), *(plain(each.name) for each in told.texts), links(told.addresses))
    return Entry(head, told.when, details, tuple(plain(each.name) for each in told.points))


def _labelled(facts: Iterable[Fact]) -> Line:
    return joined((labelled(fact.label, _names(fact)) for fact in facts), "; ")


def _names(fact: Fact) -> Line:
    return joined(map(_name, fact.values))


def _name(name: Name) -> Line:
    return link(Address(name.name, name.href)) if name.href else plain(name.name)


def title(field: Field) -> str:
    """Return the heading of a section."""
    return fields.label(field)
