"""The people with a profile, whose site it is, and their portraits.

A portrait is a photograph, else initials over the works by year, which makes people known again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kg.site.heading import named_things
from kg.site.words import N_, gettext
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.roles import group_of

_MEMBERS = """
SELECT ?person ?year (COUNT(DISTINCT ?work) AS ?works) WHERE {
  { SELECT DISTINCT ?person WHERE { ?source schema:mainEntity ?person . ?person a schema:Person } }
  OPTIONAL { ?work schema:author ?person OPTIONAL { ?work kg:year ?year } }
} GROUP BY ?person ?year ORDER BY ?person ?year
"""
_POSITIONS = """
SELECT ?person ?role ?place ?start ?end ?current WHERE {
  ?source schema:mainEntity ?person . ?person org:hasMembership ?node .
  ?node a schema:OrganizationRole ; schema:roleName ?role ; org:organization ?place .
  OPTIONAL { ?node schema:startDate ?start } OPTIONAL { ?node schema:endDate ?end }
  OPTIONAL { ?node kg:current ?current }
} ORDER BY ?person ?node
"""

FACULTY, FORMER = N_("Faculty"), N_("Alumni")
GROUPS = (FACULTY, N_("Postdocs"), N_("Doctoral researchers"), N_("Students"), N_("Staff"), "", FORMER)
"""The groups of people in the order of pages; the empty one is of those whose roles are not known."""
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
    role: tuple[LinkedName, ...]  # what the person is, and where, unless that is where all are
    standing: "Standing"  # among whom
    works: int  # how many works there are
    years: Counter[int]  # how many of each year
    portrait: Portrait

    @property
    def has_face(self) -> bool:
        """Whether there is something to see: of others, and of those who left, pages show the name alone."""
        return self.standing.group != FORMER and bool(self.portrait.photo or self.portrait.columns)


@dataclass(frozen=True)
class Position:
    """A position of a member."""

    role: str
    place: str  # the IRI of the organisation
    start: str  # a date, or empty
    end: str  # a date; empty if it lasts or nobody says


@dataclass(frozen=True)
class Standing:
    """Among whom a member stands: one of `GROUPS`, and where the role ranks there."""

    title: str = ""  # what the person is or was
    group: str = ""
    rank: int = 0


@lru_cache(maxsize=4)
def _positions(graph: Graph) -> Mapping[str, list[Position]]:
    positions: dict[str, list[Position]] = {iri: [] for iri in graph.owners}
    for person, role, place, start, end, current in graph.select(_POSITIONS).rows:
        lasts = value(current) == "true"
        position = Position(value(role), value(place), value(start), "" if lasts else value(end))
        positions.setdefault(value(person), []).append(position)
    return positions


@lru_cache(maxsize=4)
def home(graph: Graph) -> str:
    """Return the organisation where at least half of the members have or had a position, or nothing."""
    held = [{position.place for position in each} for each in _positions(graph).values() if each]
    shared = Counter(place for places in held for place in places)
    place, number = max(shared.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    return place if number > 1 and 2 * number >= len(held) else ""


def standing(graph: Graph, person: str) -> Standing:
    """Return among whom a member stands: of those who left the organisation of all, among the former members."""
    positions = _positions(graph).get(person, [])
    here = [each for each in positions if each.place == home(graph)]
    lasting = [each for each in here or positions if not each.end or each.end >= graph.date[: len(each.end)]]
    last = max(lasting or here or positions, key=lambda each: each.start, default=Position("", "", "", ""))
    title = graph.text(person, "schema:jobTitle")
    groups = [group_of(each) for each in (title, last.role)]
    group, rank = next((each for each in groups if each[0]), groups[0])
    return Standing(title or last.role, FORMER if here and not lasting else group, rank)


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
        name = graph.label(iri)
        stands = standing(graph, iri)
        role = tuple(each for each in _role(graph, iri, stands) if not each.iri or each.iri != home(graph))
        portrait = Portrait(name, initials(name), shares(counted, last), graph.face.photo(iri))
        family = (graph.text(iri, "schema:familyName") or name.split()[-1]).casefold()
        found[family, iri] = GroupMember(iri, role, stands, works[iri], counted, portrait)
    return {iri: found[family, iri] for family, iri in sorted(found)}


def by_role(graph: Graph) -> Iterator[tuple[str, list[GroupMember]]]:
    """Yield the members by the roles that the group gives them, in its order; else by what their positions say.

    An empty title is of those whose role is not known.
    """
    known = members(graph)
    for title, people in graph.face.roles:
        if having := [known[iri] for iri in people if iri in known]:
            yield title, having
    if graph.face.roles:
        others = [member for iri, member in known.items() if iri not in graph.face.members]
        yield from [("", others)] if others else []
        return
    ranked = sorted(known.values(), key=lambda each: each.standing.rank if each.standing.group == FACULTY else 0)
    for group in GROUPS:
        if having := [each for each in ranked if each.standing.group == group]:
            yield gettext(group) if group else "", having


def role_of(graph: Graph, person: str) -> tuple[LinkedName, ...]:
    """Return what a person is, and where: organisations, those with pages linked."""
    return _role(graph, person, standing(graph, person))


def _role(graph: Graph, person: str, stands: Standing) -> tuple[LinkedName, ...]:
    title, places = stands.title, named_things(graph, graph.values(person, "schema:affiliation"))
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
