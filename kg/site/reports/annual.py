"""The annual report of a group: what it published, who came, what was won, made, presented, taught and done."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby
from typing import NamedTuple

from pyoxigraph import NamedNode

from kg.site import entries as site_entries
from kg.site.reports import entries, publications
from kg.site.reports.citing import Cited, Style, plain_style
from kg.site.reports.model import (
    BarChart,
    Block,
    DatedItem,
    DatedItems,
    Paragraph,
    ReportDocument,
    ReportSection,
    TextTable,
    joined,
    plain,
    section,
    strong,
    without_empty,
)
from kg.site.thing import Thing, label, subjects, thing
from kg.store.graph import Graph
from kg.terms.kinds import Field
from kg.terms.vocabulary import PREFIXES, curie

_CHART_YEARS = 10
_MAX_NAMES = 60
_STAYS = {"positions": ("New positions", "kg:startYear"), "education": ("Degrees completed", "kg:endYear")}
"""The sections that say who belongs to a group: of them, a report tells what began or ended in the year."""


class OwnedNode(NamedTuple):
    """A person, and something that the person has or did."""

    person: Thing
    thing: Thing


@dataclass(frozen=True, eq=False)
class ReportedGroup:
    """The people with profiles, or those of them who belonged to an organisation, given by its IRI."""

    graph: Graph
    organization: str = ""
    _sections: dict[str, Mapping[str, list[Thing]]] = field(default_factory=dict)

    @cached_property
    def organizations(self) -> frozenset[str]:
        """The organisation with all its parts."""
        found: set[str] = set()
        rest = [self.organization] if self.organization else []
        while rest:
            if (one := rest.pop()) not in found:
                found.add(one)
                rest += (part.iri for part in subjects(self.graph, "schema:parentOrganization", one))
        return frozenset(found)

    @cached_property
    def everybody(self) -> tuple[Thing, ...]:
        """All people with profiles; in graphs of other makes, some people."""
        iris = self.graph.owners or self.graph.members(f"{PREFIXES['schema']}Person")
        return tuple(thing(self.graph, iri) for iri in iris)

    def sections(self, person: str) -> Mapping[str, list[Thing]]:
        """Return what a profile lists, by section."""
        if person not in self._sections:
            keys = [key for key in self.graph.declaration.sections if key != self.graph.declaration.works]
            self._sections[person] = site_entries.sections(self.graph, person, keys, "cv")
        return self._sections[person]

    def people(self, year: int | None = None) -> tuple[Thing, ...]:
        """Return who belonged to it in a year, or at any time."""
        if not self.organization:
            return self.everybody
        keys = ("org:organization", "kg:inUnit", "schema:recognizedBy")
        return tuple(
            person
            for person in self.everybody
            if any(
                (year is None or stay.is_in(year))
                and not self.organizations.isdisjoint(iri for each in keys for iri in stay.texts(each))
                for key in _STAYS
                for stay in self.sections(person.iri)[key]
            )
        )

    @cached_property
    def works(self) -> Mapping[int, tuple[Cited, ...]]:
        """The works by year, of those who belonged to it in that year."""
        found: dict[int, list[Cited]] = {}
        for cited in publications.works_of(self.graph, *(person.iri for person in self.people())):
            if cited.work.year:
                found.setdefault(cited.work.year, []).append(cited)
        own = {year: {person.iri for person in self.people(year)} for year in found}
        return {
            year: tuple(cited for cited in works if any(author.iri in own[year] for author in cited.work.authors))
            for year, works in found.items()
        }


@dataclass(frozen=True, eq=False)
class GroupYear:
    """What a group did in a year."""

    group: ReportedGroup
    year: int

    @cached_property
    def people(self) -> tuple[Thing, ...]:
        """Who belonged to it."""
        return self.group.people(self.year)

    @cached_property
    def newcomers(self) -> tuple[str, ...]:
        """The names of those who did not belong to it the year before; nobody is new where all people count."""
        before = {person.iri for person in self.group.people(self.year - 1)}
        return _sorted(person.name for person in self.people if person.iri not in before)

    @cached_property
    def works(self) -> tuple[Cited, ...]:
        """Its publications."""
        return self.group.works.get(self.year, ())

    @cached_property
    def activities(self) -> Mapping[str, tuple[OwnedNode, ...]]:
        """What people did, by section, in the order of CVs."""
        sections = self._sections.items()
        return {key: self._of(key) for key, leads in sections if not (leads.is_reverse or key in _STAYS)}

    @cached_property
    def stays(self) -> Mapping[str, tuple[OwnedNode, ...]]:
        """The positions that began and the degrees that were finished, by their headings."""
        return {
            title: tuple(each for each in self._of(key) if each.thing.text(year) == str(self.year))
            for key, (title, year) in _STAYS.items()
        }

    @cached_property
    def made(self) -> Mapping[str, tuple[Thing, ...]]:
        """What people make together, such as systems, by section: what the works describe, or what was worked on."""
        graph, works = self.group.graph, self.group.graph.declaration.works
        described = [system.iri for cited in self.works for system in cited.work.systems]
        found = {}
        for key, leads in self._sections.items():
            if leads.is_reverse and key != works:
                path = graph.declaration.sections[key].path
                led = (each for one in self.people for each in subjects(graph, curie(leads.iri), one.iri))
                dated = (each.iri for each in led if each.is_in(self.year))
                iris = {iri for iri in (*described, *dated) if graph.kind(iri) == path}
                found[key] = tuple(thing(graph, iri) for iri in sorted(iris))
        return found

    @cached_property
    def _sections(self) -> Mapping[str, Field]:
        """The sections of profiles in the order of CVs."""
        declared = self.group.graph.declaration
        return {key: leads for key, leads in entries.sections(declared).items() if key in declared.sections}

    @cached_property
    def coauthors(self) -> frozenset[str]:
        """Co-authors who do not belong to it."""
        own = {person.iri for person in self.people}
        return frozenset(a.iri for cited in self.works for a in cited.work.authors if a.iri and a.iri not in own)

    @cached_property
    def partners(self) -> Mapping[str, tuple[str, ...]]:
        """The organisations outside that it worked with, by name, each with what they have in common."""
        graph = self.group.graph
        found: dict[str, set[str]] = {}
        done = (each.thing for several in self.activities.values() for each in several)
        for joint in (*chain.from_iterable(self.made.values()), *done):
            for partner in joint.texts("kg:collaborator"):
                found.setdefault(partner, set()).add(joint.name)
        for person in self.coauthors:
            for place in graph.values(person, "schema:affiliation"):
                if isinstance(place, NamedNode):
                    found.setdefault(place.value, set()).add(f"with {graph.label(person)}")
        outside = {graph.label(iri): names for iri, names in found.items() if iri not in self.group.organizations}
        return {name: _sorted(outside[name]) for name in _sorted(outside)}

    def _of(self, key: str) -> tuple[OwnedNode, ...]:
        found = ((one, self.group.sections(one.iri)[key]) for one in self.people)
        return tuple(OwnedNode(one, each) for one, things in found for each in things if each.is_in(self.year))


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=str.casefold))


def annual_report(
    graph: Graph, organization: str = "", *, year: int | None = None, style: Style = plain_style
) -> ReportDocument:
    """Return the report of a year.

    Args:
        graph: The release.
        organization: The IRI of the organisation whose people it is about, or empty for all people with profiles.
        year: The year, or None for the last one in which something was published, up to that of the release.
        style: How works are cited.
    """
    group, declared = ReportedGroup(graph, organization), entries.sections(graph.declaration)
    today = int(graph.date[:4])
    now = GroupYear(
        group, year or max((each for each, works in group.works.items() if works and each <= today), default=today)
    )
    made = (
        section("The year in numbers", _summary(now), _chart(now)),
        publications.listed_works("Publications", now.works, style),
        section("Venues", _venues(now)),
        _people(now),
        *(section(label(leads), *_blocks(now, key)) for key, leads in declared.items()),
        section("Collaborations", _partners(now)),
    )
    cut = [cited.work.title for cited in now.works if cited.work.has_more]
    warnings = publications.incomplete(cut, len(now.works))
    people = joined((plain(person.name) for person in now.people), " · ")
    if len(now.people) > _MAX_NAMES:
        people = plain(f"{len(now.people):,} people")
    title = graph.label(organization) if organization else graph.title
    lines = (*map(strong, warnings), *without_empty(people))
    return entries.document(graph, f"Annual report {now.year}", title, lines, made, warnings)


def _summary(now: GroupYear) -> TextTable:
    """Return the numbers of the year beside those of the year before, without lines of zeros."""
    past = GroupYear(now.group, now.year - 1)
    before, after = dict(_numbers(past)), dict(_numbers(now))
    rows = tuple((name, str(before[name]), str(count)) for name, count in after.items() if before[name] or count)
    return TextTable(("", str(past.year), str(now.year)), rows, frozenset((1, 2)))


def _numbers(now: GroupYear) -> list[tuple[str, int]]:
    types = Counter(map(publications.type_of, now.works))
    declared = entries.sections(now.group.graph.declaration)
    return [
        ("People", len(now.people)),
        ("New people", len(now.newcomers)),
        ("Publications", len(now.works)),
        *((title, types[title]) for title in publications.TYPES),
        ("Co-authors from outside", len(now.coauthors)),
        *((title, len(found)) for title, found in now.stays.items()),
        *((label(declared[name]), len(found)) for name, found in (*now.activities.items(), *now.made.items())),
        ("Partner organisations", len(now.partners)),
    ]


def _chart(now: GroupYear) -> BarChart:
    works = sorted(now.group.works.items())
    shown = ((year, len(several)) for year, several in works if now.year - _CHART_YEARS < year <= now.year)
    return BarChart("Publications by year", "publications", tuple(shown))


def _venues(now: GroupYear) -> TextTable:
    """Return where works appeared, with the acceptance rates that are known."""
    found: dict[str, list[Cited]] = {}
    for each in now.works:
        if each.venue and not each.is_open:
            found.setdefault(each.venue, []).append(each)
    rows = tuple(
        (venue, str(len(works)), ", ".join(sorted({each.acceptance for each in works if each.acceptance})))
        for venue, works in sorted(found.items(), key=lambda item: (-len(item[1]), item[0].casefold(), item[0]))
    )
    shown = 3 if any(rate for _, _, rate in rows) else 2
    columns = ("Venue", "Works", "Acceptance rate")[:shown]
    return TextTable(columns, tuple(row[:shown] for row in rows), frozenset(range(1, shown)))


def _people(now: GroupYear) -> ReportSection | None:
    parts = (
        section("New people", Paragraph(joined(map(plain, now.newcomers)))),
        *(section(title, _with_names(found)) for title, found in now.stays.items()),
    )
    return section("People", parts=parts)


def _blocks(now: GroupYear, key: str) -> tuple[Block, ...]:
    own = (_with_names(now.activities[key]),) if key in now.activities else ()
    return entries.blocks(now.made[key]) if key in now.made else own


def _with_names(owned: Iterable[OwnedNode]) -> DatedItems:
    """Return items, each with the name of the person before it."""
    return DatedItems(
        tuple(
            DatedItem(joined((plain(name), item.head), ": "), item.when, item.details, item.points)
            for name, several in groupby(owned, key=lambda each: each.person.name)
            for item in entries.items(each.thing for each in several)
        )
    )


def _partners(now: GroupYear) -> TextTable:
    return TextTable(
        ("Organisation", "Joint work"), tuple((name, "; ".join(things)) for name, things in now.partners.items())
    )
