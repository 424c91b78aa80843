"""Two people side by side: what they share, how they are connected, and their careers on one axis."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, groupby, islice, pairwise
from math import comb
from typing import NamedTuple

from markupsafe import Markup
from pyoxigraph import DefaultGraph, NamedNode

from kg.base.errors import IdentifierError, NotFound
from kg.site.charts.svg import fitting
from kg.site.charts.timeline import TimelineSpan, timeline
from kg.site.page import PageRequest, SitePage, root
from kg.site.templating import html
from kg.store.columns import value
from kg.store.export.groups import name_of
from kg.store.graph import Graph, Moved
from kg.terms.formats import Term
from kg.terms.identifiers import fold, slug, web_address
from kg.terms.vocabulary import PREFIXES

FIELDS = ("one", "other")
"""The parameters of the page."""
ALL = 300
"""Up to how many pairs of people with a profile all of them have pages in a site of files."""
MOST = 400
"""How many of those who wrote together have pages, if there are more pairs: the page that lists them stays small."""

_AUTHOR = NamedNode(f"{PREFIXES['schema']}author")
_MOST_WORKS = 20_000
"""How many works are looked at before the search for a chain is given up."""
_MOST_SUGGESTED = 400
_MOST_ITEMS = 100
_MOST_HITS = 6
_LONGEST = 200

Record = Mapping[str, Term]
Names = tuple[str, str]


@dataclass(frozen=True)
class CoauthorChain:
    """People, each of whom wrote with the next one.

    Attributes:
        people: Their IRIs; none if no chain was found.
        works: The IRIs of the works of each two neighbours.
        is_certain: Whether all of the graph was looked at that had to be.
    """

    people: tuple[str, ...]
    works: tuple[tuple[str, ...], ...]
    is_certain: bool = True


def chain(graph: Graph, one: str, other: str, *, most: int = _MOST_WORKS) -> CoauthorChain:
    """Return the shortest chain of co-authors from one person to another, the first by IRI if there are several.

    A search in breadth from both ends, the smaller one first; at most `most` works of a large graph are looked at.
    """
    before: tuple[dict[str, str], dict[str, str]] = ({one: ""}, {other: ""})  # who was reached, and through whom
    seen: tuple[set[str], set[str]] = (set(), set())
    fringes = [[one], [other]]
    left = most
    while not (meeting := before[0].keys() & before[1].keys()):
        if not all(fringes) or left <= 0:
            return CoauthorChain((), (), is_certain=left > 0)
        end = 0 if len(fringes[0]) <= len(fringes[1]) else 1
        known = len(seen[end])
        reached = [
            (author, person)
            for person, work in islice(_new_works(graph, fringes[end], seen[end]), left)
            for author in sorted(_authors(graph, work))
        ]
        fringes[end] = [author for author in dict(reached) if author not in before[end]]
        before[end].update({**dict(reversed(reached)), **before[end]})  # who reached somebody first stays
        left -= len(seen[end]) - known
    forth, back = (list(_way_back(each, min(meeting))) for each in before)
    people = (*reversed(forth), *back[1:])
    return CoauthorChain(people, tuple(joint(graph, *pair) for pair in pairwise(people)))


def _new_works(graph: Graph, people: list[str], seen: set[str]) -> Iterator[tuple[str, str]]:
    for person in people:
        for work in sorted(set(_works(graph, person)) - seen):
            seen.add(work)
            yield person, work


def _way_back(before: dict[str, str], person: str) -> Iterator[str]:
    """Yield a person and those through whom the search came, to its beginning."""
    while person:
        yield person
        person = before[person]


def joint(graph: Graph, one: str, other: str) -> tuple[str, ...]:
    """Return the IRIs of the works that two people wrote together, sorted."""
    return tuple(sorted(set(_works(graph, one)) & set(_works(graph, other))))


def _works(graph: Graph, person: str) -> Iterator[str]:
    for quad in graph.store.quads(None, _AUTHOR, NamedNode(person), DefaultGraph()):
        if isinstance(quad.subject, NamedNode):
            yield quad.subject.value


def _authors(graph: Graph, work: str) -> Iterator[str]:
    for quad in graph.store.quads(NamedNode(work), _AUTHOR, None, DefaultGraph()):
        if isinstance(quad.object, NamedNode):
            yield quad.object.value


class PairedPerson(NamedTuple):
    """One of a pair: what people call them, and how addresses name them."""

    name: str
    slug: str


class Pairs(NamedTuple):
    """A person, and those who come later in the alphabet with whom they are compared."""

    one: PairedPerson
    others: tuple[PairedPerson, ...]


def pairs(graph: Graph) -> Iterator[Pairs]:
    """Yield the pairs that have pages in a site of files: all, or those who wrote most together if there are many."""
    owners = graph.owners
    every: list[tuple[str, str]] = list(combinations(owners, 2)) if comb(len(owners), 2) <= ALL else []
    if not every:
        # A query that joins works with themselves takes far longer.
        authors: dict[str, list[str]] = defaultdict(list)
        for owner in owners:
            for quad in graph.store.quads(None, _AUTHOR, NamedNode(owner), DefaultGraph()):
                authors[name_of(quad.subject)].append(owner)
        counts = Counter(pair for each in authors.values() for pair in combinations(each, 2))
        every = sorted(counts, key=lambda pair: (-counts[pair], pair))[:MOST]
    named = (sorted(PairedPerson(graph.label(iri), _slug(graph, iri)) for iri in pair) for pair in every)
    for one, found in groupby(sorted(named), key=lambda pair: pair[0]):
        yield Pairs(one, tuple(other for _, other in found))


def _slug(graph: Graph, iri: str) -> str:
    """Return what a form sends for a person: the slug, or the IRI of one who has none."""
    return graph.local(iri).partition("/")[2] or iri


@dataclass(frozen=True)
class Item:
    """A thing that two people share, with a note about it."""

    name: str
    iri: str
    note: str


@dataclass(frozen=True)
class Shared:
    """What two people share of one sort: as a named query says, or a sentence where there is nothing."""

    query: str
    title: str
    none: str
    items: tuple[Item, ...]

    @property
    def shown(self) -> tuple[Item, ...]:
        """The first ones; a page does not list thousands."""
        return self.items[:_MOST_ITEMS]


@dataclass(frozen=True)
class ComparedPair:
    """Two people and all that is shown of them; `career` is empty where neither has a date."""

    iris: Names
    names: Names
    slugs: Names
    chain: CoauthorChain
    shared: tuple[Shared, ...]
    career: Markup


@dataclass(frozen=True)
class PersonChoice:
    """One of the two people.

    Attributes:
        text: What was typed.
        iri: Who is meant, or empty.
        problem: Why nobody is meant, if so.
        others: Who might be meant: name, a line about them, and what the form sends for them.
    """

    text: str
    iri: str = ""
    problem: str = ""
    others: tuple[tuple[str, str, str], ...] = ()


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the form, and the comparison once two people are given; of files, also which pairs there are."""
    one, other = (_choice(graph, request.parameters.get(name, "").strip()[:_LONGEST]) for name in FIELDS)
    if one.iri and one.iri == other.iri:
        other = replace(other, iri="", problem="Both are the same person: choose another one.")
    pair = _pair(graph, root(request.path), (one.iri, other.iri)) if one.iri and other.iri else None
    people = [(hit.name, _slug(graph, hit.iri)) for hit in graph.index.best("person", _MOST_SUGGESTED)]
    choices = dict(zip(FIELDS, (one, other), strict=True))
    linked = tuple(pairs(graph)) if graph.hosting.is_static and not pair else ()
    return html(graph, request, "compare.html", choices=choices, pair=pair, people=people, linked=linked)


def _choice(graph: Graph, text: str) -> PersonChoice:
    """Return whom a text means: a slug, an IRI, or a name that one person has."""
    if not text:
        return PersonChoice(text)
    iri = text if text.startswith(("http://", "https://")) else f"{graph.base}person/{slug(text)}"
    try:
        graph.require(web_address(iri))
        if not graph.local(iri) or graph.local(iri).startswith("person/"):
            return PersonChoice(text, iri)
    except Moved as moved:
        return PersonChoice(text, moved.path if "://" in moved.path else f"{graph.base}{moved.path}")
    except (NotFound, IdentifierError):
        pass  # then it is a name, if anything
    hits = graph.index.find(text, kinds=("person",), limit=_MOST_HITS).hits
    exact = [hit for hit in hits if fold(hit.name) == fold(text)]
    if len(exact) == 1:
        return PersonChoice(text, exact[0].iri)
    problem = f"{len(exact)} people are called {text}." if exact else f"There is no person called {text}."
    others = tuple((hit.name, hit.detail, _slug(graph, hit.iri)) for hit in exact or hits)
    return PersonChoice(text, problem=f"{problem} Did you mean one of these?" if others else problem, others=others)


def _pair(graph: Graph, up: str, iris: Names) -> ComparedPair:
    one, other = map(NamedNode, iris)
    names = (graph.label(iris[0]), graph.label(iris[1]))
    shared = []
    for query, title, none, item in _SORTS:
        records = graph.ask(query, person=one, other=other).records()
        shared.append(Shared(query, title, none, tuple(item(row, names) for row in records)))
    spans = [
        TimelineSpan(
            value(row["what"]),
            value(row.get("start")) or None,
            value(row.get("end")) or None,
            name,
            value(row["organizationName"]),
            f"{up}{graph.path(value(row['node']))}",
        )
        for iri, name in zip(iris, names, strict=True)
        for row in graph.ask("career", person=NamedNode(iri)).records()
    ]
    title = f"Careers of {names[0]} and {names[1]}"
    career = fitting(lambda width: timeline(spans, name=title, width=width), wide=1100) if spans else Markup("")
    slugs = (_slug(graph, iris[0]), _slug(graph, iris[1]))
    return ComparedPair(iris, names, slugs, chain(graph, *iris), tuple(shared), career)


def _counts(row: Record, names: Names, word: str) -> str:
    """Return the numbers of works that each of the two has to do with somebody or something."""
    numbers = (value(row["works"]), value(row["otherWorks"]))
    return ", ".join(f"{number} {word} {name}" for number, name in zip(numbers, names, strict=True))


def _topic(row: Record, names: Names) -> Item:
    flags = (value(row["interest"]), value(row["otherInterest"]))
    interested = [name for flag, name in zip(flags, names, strict=True) if flag == "true"]
    note = f"an interest of {' and '.join(interested)}" if interested else "in works of both"
    return Item(value(row["topicName"]), value(row["topic"]), note)


def _organization(row: Record, names: Names) -> Item:
    roles = [f"{name}: {value(row[key])}" for key, name in zip(("what", "otherWhat"), names, strict=True)]
    years = "–".join(dict.fromkeys(value(row[key]) for key in ("from", "until") if key in row))
    together = f"both there {years}" if years else "no years in common are known"
    return Item(value(row["organizationName"]), value(row["organization"]), "; ".join((*roles, together)))


_SORTS: tuple[tuple[str, str, str, Callable[[Record, Names], Item]], ...] = (
    (
        "joint-works",
        "Joint works",
        "They have not written anything together.",
        lambda row, _: Item(value(row["title"]), value(row["work"]), value(row.get("year"))),
    ),
    (
        "shared-coauthors",
        "Shared co-authors",
        "Nobody has written with both.",
        lambda row, names: Item(value(row["name"]), value(row["coauthor"]), _counts(row, names, "with")),
    ),
    (
        "shared-venues",
        "Shared venues",
        "They have not published at the same place.",
        lambda row, names: Item(value(row["name"]), value(row["venue"]), _counts(row, names, "by")),
    ),
    ("shared-topics", "Shared topics", "No topic is named by both.", _topic),
    ("shared-organizations", "Shared organisations", "No organisation is named in both careers.", _organization),
)
"""What is compared: a query, its title, what is said where it finds nothing, and its rows as items."""
