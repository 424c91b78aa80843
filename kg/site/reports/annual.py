"""The annual report of a group."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from pyoxigraph import NamedNode

from kg.site.charts.bars import columns
from kg.site.reports import activities, entries, publications
from kg.site.reports.citing import Cited, Wording
from kg.site.reports.model import (
    Document,
    Entries,
    Entry,
    Figure,
    Line,
    Paragraph,
    Section,
    Table,
    joined,
    kept,
    plain,
    section,
    sections,
    strong,
)
from kg.site.reports.nodes import Node, node, subjects
from kg.site.reports.publications import works_of
from kg.store.graph import Graph
from kg.terms.vocabulary import PREFIXES

# A group and what it did in a year: all people with profiles, or those of an organisation.

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
        """What people did, by the keys of `kg.site.reports.activities.sections`."""
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


# The annual report of a group: what it published, who came, what was won, made, told, taught and done.

_SHOWN = 10
_MOST_NAMES = 60
_FIRST = ("awards", "grants", "projects")


def annual_report(
    graph: Graph, organization: str = "", *, year: int | None = None, style: Wording = "plain"
) -> Document:
    """Return the report of a year.

    Args:
        graph: The release.
        organization: The IRI of the organisation whose people it is about, or empty for all people with profiles.
        year: The year, or None for the last one in which something was published.
        style: How works are cited, a key of `kg.site.reports.citing.STYLES`.
    """
    group = Group(graph, organization)
    now = group.in_year(year or latest(group))
    made = sections(
        section("The year in numbers", _summary(now), _chart(group, now.year)),
        publications.listed_works("Publications", now.works, style),
        section("Venues", _venues(now)),
        _people(now),
        *(_activities(now, name) for name in _FIRST if name in now.activities),
        section("Systems and software", Entries(activities.systems(now.systems))),
        *(_activities(now, name) for name in now.activities if name not in _FIRST),
        section("Collaborations", _partners(now)),
    )
    cut = [cited.work.title for cited in now.works if cited.work.has_more]
    warnings = publications.incomplete(cut, len(now.works))
    lines = (*map(strong, warnings), *kept(_names(now)))
    return Document(f"Annual report {now.year}", group.name, lines, made, entries.note(graph), warnings)


def _names(now: Year) -> Line:
    """Return who belongs to the group, or how many if these are too many to be read."""
    if len(now.people) > _MOST_NAMES:
        return plain(f"{len(now.people):,} people")
    return joined((plain(person.name) for person in now.people), " · ")


def latest(group: Group) -> int:
    """Return the last year in which something was published, up to that of the release."""
    today = int(group.graph.date[:4])
    return max((year for year, works in group.works.items() if works and year <= today), default=today)


def _summary(now: Year) -> Table:
    """Return how much there was of everything, beside the year before."""
    past = now.group.in_year(now.year - 1)
    before, after = dict(_numbers(past)), dict(_numbers(now))
    names = [name for name in {**after, **before} if before.get(name) or after.get(name)]
    rows = tuple((name, str(before.get(name, 0)), str(after.get(name, 0))) for name in names)
    return Table(("", str(past.year), str(now.year)), rows, frozenset((1, 2)))


def _numbers(now: Year) -> list[tuple[str, int]]:
    types = Counter(map(publications.type_of, now.works))
    declared = activities.sections(now.group.graph.declaration)
    return [
        ("People", len(now.people)),
        ("New people", len(now.newcomers)),
        ("Publications", len(now.works)),
        *((title, types[title]) for title in publications.TYPES),
        ("Co-authors from outside", len(now.coauthors)),
        ("New positions", len(now.positions)),
        ("Degrees completed", len(now.degrees)),
        *((declared[name].title, len(held)) for name, held in now.activities.items()),
        ("Systems and software", len(now.systems)),
        ("Partner organisations", len(now.partners)),
    ]


def _chart(group: Group, year: int) -> Figure | None:
    shown = [(each, len(works)) for each, works in sorted(group.works.items()) if year - _SHOWN < each <= year]
    drawing = columns(shown, name="Publications by year", unit="publications", width=640, height=160)
    return Figure(drawing) if len(shown) > 1 else None


def _venues(now: Year) -> Table:
    """Return where works appeared, with the acceptance rates that are known."""
    found = sorted((each for each in now.works if each.venue and not each.is_open), key=lambda each: each.venue)
    rows = []
    for venue, several in groupby(found, key=lambda each: each.venue):
        works = list(several)
        rates = {each.acceptance for each in works if each.acceptance}
        rows.append((venue, str(len(works)), ", ".join(sorted(rates))))
    rows.sort(key=lambda row: (-int(row[1]), row[0].casefold()))
    return Table(("Venue", "Works", "Acceptance rate"), tuple(rows), frozenset((1, 2)))


def _people(now: Year) -> Section | None:
    return section(
        "People",
        parts=(
            section("New people", Paragraph(joined(map(plain, now.newcomers)))),
            section("New positions", Entries(_told(now.positions, _each(entries.position)))),
            section("Degrees completed", Entries(_told(now.degrees, _each(entries.degree)))),
        ),
    )


def _activities(now: Year, name: str) -> Section | None:
    activity = activities.sections(now.group.graph.declaration)[name]
    return section(activity.title, Entries(_told(now.activities[name], activity.read)))


def _each(read: Callable[[Node], Entry]) -> activities.Read:
    return lambda nodes: tuple(map(read, nodes))


def _told(held: Iterable[Held], read: activities.Read) -> tuple[Entry, ...]:
    """Return entries, each with the person before it."""
    return tuple(
        Entry(joined((plain(name), entry.head), ": "), entry.when, entry.details, entry.points)
        for name, several in groupby(held, key=lambda each: each.person.name)
        for entry in read([each.node for each in several])
    )


def _partners(now: Year) -> Table:
    rows = tuple((name, "; ".join(things)) for name, things in now.partners.items())
    return Table(("Organisation", "Joint work"), rows)
