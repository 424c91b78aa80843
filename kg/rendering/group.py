"""A group and what it did in a year: all people with profiles, or those of an organisation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kg.formats import NamedNode
from kg.pages.graph import Graph
from kg.rendering import activities
from kg.rendering.citing import Cited
from kg.rendering.nodes import Node, node, subjects
from kg.rendering.publications import works_of
from kg.vocabulary import PREFIXES

_PERSON = f"{PREFIXES['schema']}Person"
_STAYS = ("org:hasMembership", "schema:hasCredential")


@dataclass(frozen=True)
class Held:
    """Something that a person has or did."""

    person: Node
    node: Node


class Group:
    """People whose year is reported.

    Attributes:
        graph: Where they are.
        organization: The IRI of the organisation whose people they are, or empty for all that have profiles.
    """

    def __init__(self, graph: Graph, organization: str = "") -> None:
        self.graph, self.organization = graph, organization

    @property
    def name(self) -> str:
        """What it is called."""
        return self.graph.label(self.organization) if self.organization else self.graph.title

    @cached_property
    def organizations(self) -> frozenset[str]:
        """The organisation with all its parts."""
        found: set[str] = set()
        rest = [self.organization] if self.organization else []
        while rest:
            one = rest.pop()
            if one not in found:
                found.add(one)
                rest += (part.iri for part in subjects(self.graph, "schema:parentOrganization", one))
        return frozenset(found)

    @cached_property
    def everybody(self) -> tuple[Node, ...]:
        """All people with profiles; in graphs of other makes, some people."""
        return tuple(node(self.graph, iri) for iri in self.graph.owners or self.graph.members(_PERSON))

    def people(self, year: int) -> tuple[Node, ...]:
        """Return who belonged to it in a year."""
        if not self.organization:
            return self.everybody
        return tuple(person for person in self.everybody if any(self._is_stay(each, year) for each in stays(person)))

    @cached_property
    def members(self) -> tuple[Node, ...]:
        """Who belonged to it at any time."""
        if not self.organization:
            return self.everybody
        return tuple(person for person in self.everybody if any(map(self._is_here, stays(person))))

    @cached_property
    def works(self) -> Mapping[int, tuple[Cited, ...]]:
        """What those published who belonged to it in the year of the work, by year."""
        found: dict[int, list[Cited]] = {}
        for cited in works_of(self.graph, *(person.iri for person in self.members)):
            if cited.work.year:
                found.setdefault(cited.work.year, []).append(cited)
        return {year: tuple(self._of_members(cited, year)) for year, cited in found.items()}

    def in_year(self, year: int) -> "Year":
        """Return what it did in a year."""
        return Year(self, year)

    def _of_members(self, works: Iterable[Cited], year: int) -> Iterator[Cited]:
        own = {person.iri for person in self.people(year)}
        return (cited for cited in works if any(author.iri in own for author in cited.work.authors))

    def _is_here(self, stay: Node) -> bool:
        keys = ("org:organization", "kg:inUnit", "schema:recognizedBy")
        return not self.organizations.isdisjoint(iri for key in keys for iri in stay.texts(key))

    def _is_stay(self, stay: Node, year: int) -> bool:
        return stay.is_in(year) and self._is_here(stay)


@dataclass(frozen=True)
class Year:
    """What a group did in a year.

    Attributes:
        group: The group.
        year: The year.
    """

    group: Group
    year: int

    @cached_property
    def people(self) -> tuple[Node, ...]:
        """Who belonged to it."""
        return self.group.people(self.year)

    @cached_property
    def newcomers(self) -> tuple[str, ...]:
        """Who belonged to it, and did not in the year before, by name; nobody is new where all people count."""
        before = {person.iri for person in self.group.people(self.year - 1)}
        return _sorted(person.name for person in self.people if person.iri not in before)

    @cached_property
    def works(self) -> tuple[Cited, ...]:
        """What was published."""
        return self.group.works.get(self.year, ())

    @cached_property
    def activities(self) -> Mapping[str, tuple[Held, ...]]:
        """What people did, by the keys of `kg.rendering.activities.sections`."""
        found = activities.sections(self.group.graph.declaration)
        return {name: self._of(each.of) for name, each in found.items()}

    @cached_property
    def positions(self) -> tuple[Held, ...]:
        """The positions that began."""
        return tuple(each for each in self._held("org:hasMembership") if _year(each, "kg:startYear") == self.year)

    @cached_property
    def degrees(self) -> tuple[Held, ...]:
        """The degrees that were finished."""
        return tuple(each for each in self._held("schema:hasCredential") if _year(each, "kg:endYear") == self.year)

    @cached_property
    def systems(self) -> tuple[Node, ...]:
        """The systems that the works describe, or that were worked on."""
        described = {system.iri for cited in self.works for system in cited.work.systems}
        dated = {
            system.iri
            for person in self.people
            for system in subjects(self.group.graph, "schema:contributor", person.iri)
            if system.is_in(self.year)
        }
        return tuple(node(self.group.graph, iri) for iri in sorted(described | dated))

    @cached_property
    def coauthors(self) -> frozenset[str]:
        """Who wrote with the group and does not belong to it."""
        own = {person.iri for person in self.people}
        return frozenset(a.iri for cited in self.works for a in cited.work.authors if a.iri and a.iri not in own)

    @cached_property
    def partners(self) -> Mapping[str, tuple[str, ...]]:
        """The organisations outside that it worked with, by name, each with what they have in common."""
        found: dict[str, set[str]] = {}
        talks = (held.node for held in self.activities["talks"])
        for thing in (*self.systems, *talks):
            for partner in thing.texts("kg:collaborator"):
                found.setdefault(partner, set()).add(thing.name)
        for person in self.coauthors:
            for place in self.group.graph.values(person, "schema:affiliation"):
                if isinstance(place, NamedNode):
                    found.setdefault(place.value, set()).add(f"with {self.group.graph.label(person)}")
        outside = {self.group.graph.label(iri): names for iri, names in found.items() if self._is_outside(iri)}
        return {name: _sorted(outside[name]) for name in _sorted(outside)}

    def _is_outside(self, organization: str) -> bool:
        return organization not in self.group.organizations

    def _held(self, key: str) -> tuple[Held, ...]:
        return self._of(lambda person: person.nodes(key))

    def _of(self, entries: Callable[[Node], Iterable[Node]]) -> tuple[Held, ...]:
        return tuple(Held(one, each) for one in self.people for each in entries(one) if each.is_in(self.year))


def stays(person: Node) -> tuple[Node, ...]:
    """Return the positions and the studies of a person."""
    return tuple(each for key in _STAYS for each in person.nodes(key))


def _year(held: Held, key: str) -> int | None:
    text = held.node.text(key)
    return int(text) if text.isdecimal() else None


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=str.casefold))
