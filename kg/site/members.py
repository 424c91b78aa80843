"""The people with a profile, whose site it is, and their portraits.

A portrait is a photograph, else initials over the works by year, which makes people known again.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kg.site.heading import named_things
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph

_MEMBERS = """
SELECT ?person ?year (COUNT(DISTINCT ?work) AS ?works) WHERE {
  { SELECT DISTINCT ?person WHERE { ?source schema:mainEntity ?person . ?person a schema:Person } }
  OPTIONAL { ?work schema:author ?person OPTIONAL { ?work kg:year ?year } }
} GROUP BY ?person ?year ORDER BY ?person ?year
"""


YEARS = 14
"""How many years a portrait shows, up to the last one of the graph."""


@dataclass(frozen=True)
class Portrait:
    """The portrait of a person."""

    name: str
    initials: str  # one to three letters
    # the works of the last years, the oldest first, in per cent of the year with the most; none if none
    columns: tuple[int, ...]
    photo: str = ""  # the path of a photograph below the site's root, or empty


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
    found = {}
    for iri, counted in years.items():
        name, role = graph.label(iri), role_of(graph, iri)
        portrait = Portrait(name, initials(name), shares(counted, last), graph.face.photo(iri))
        family = (graph.text(iri, "schema:familyName") or name.split()[-1]).casefold()
        found[family, iri] = GroupMember(iri, role, works[iri], counted, portrait)
    return {iri: found[family, iri] for family, iri in sorted(found)}


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


def initials(name: str) -> str:
    """Return the initials of a name: of words in capitals, without particles.

    >>> [initials(name) for name in ("Ada Lovelace", "Ludwig van der Berg", "李梅", "José Luis de la Cruz Pérez")]
    ['AL', 'LB', '李', 'JLC']
    """
    words = [word for word in name.replace("-", " ").split() if word[:1].isalpha()]
    capital = [word for word in words if not word[:1].islower()] or words
    return "".join(word[0] for word in capital[:3]).upper()


def shares(counts: Mapping[int, int], last: int, years: int = YEARS) -> tuple[int, ...]:
    """Return numbers of years as shares of the largest in per cent, for some years up to the last.

    >>> shares({2019: 1, 2021: 4}, 2021, 3)
    (25, 0, 100)
    """
    most = max((counts.get(year, 0) for year in range(last - years + 1, last + 1)), default=0)
    return tuple(counts.get(year, 0) * 100 // most for year in range(last - years + 1, last + 1)) if most else ()
