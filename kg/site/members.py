"""The people with a profile: those whose site it is."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kg.site.heading import named_things
from kg.site.portrait import Portrait, initials, shares
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph

_MEMBERS = """
SELECT ?person ?year (COUNT(DISTINCT ?work) AS ?works) WHERE {
  { SELECT DISTINCT ?person WHERE { ?source schema:mainEntity ?person . ?person a schema:Person } }
  OPTIONAL { ?work schema:author ?person OPTIONAL { ?work kg:year ?year } }
} GROUP BY ?person ?year ORDER BY ?person ?year
"""


@dataclass(frozen=True)
class GroupMember:
    """Somebody with a profile."""

    iri: str
    role: tuple[LinkedName, ...]  # what the person is, and where
    works: int  # how many works there are
    years: Counter[int]  # how many of each year
    portrait: Portrait


@lru_cache(maxsize=4)
def members(graph: Graph) -> Mapping[str, GroupMember]:
    """Return the people with a profile by their IRIs, by family name."""
    years: dict[str, Counter[int]] = {}
    works: Counter[str] = Counter()
    for person, year, number in graph.select(_MEMBERS).rows:
        counted = years.setdefault(value(person), Counter())
        works[value(person)] += int(value(number))
        if value(year).lstrip("-").isdecimal():
            counted[int(value(year))] += int(value(number))
    last = max((year for counted in years.values() for year in counted), default=0)
    found = [_member(graph, iri, works[iri], counted, last) for iri, counted in years.items()]
    found.sort(key=lambda each: (_family(graph, each.iri), each.iri))
    return {each.iri: each for each in found}


def by_role(graph: Graph, shown: Collection[str]) -> Iterator[tuple[str, list[GroupMember]]]:
    """Yield some members by the roles that the group gives them, in its order; then those to whom it gives none."""
    known = {iri: member for iri, member in members(graph).items() if iri in shown}
    for title, people in graph.face.roles:
        if having := [known[iri] for iri in people if iri in known]:
            yield title, having
    if others := [member for iri, member in known.items() if iri not in graph.face.members]:
        yield "", others


def role_of(graph: Graph, person: str) -> tuple[LinkedName, ...]:
    """Return what a person is, and where: organisations, those with pages linked."""
    title = graph.text(person, "schema:jobTitle")
    places = named_things(graph, graph.values(person, "schema:affiliation"))
    return (*([LinkedName(title[:1].upper() + title[1:])] if title else []), *places)


def _family(graph: Graph, person: str) -> str:
    return (graph.text(person, "schema:familyName") or graph.label(person).split()[-1]).casefold()


def _member(graph: Graph, iri: str, works: int, years: Counter[int], last: int) -> GroupMember:
    name = graph.label(iri)
    return GroupMember(
        iri,
        role_of(graph, iri),
        works,
        years,
        Portrait(name, initials(name), shares(years, last), graph.face.photo(iri)),
    )
