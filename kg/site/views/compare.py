"""Two people side by side."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, groupby, pairwise
from math import comb

from markupsafe import Markup
from pyoxigraph import DefaultGraph, NamedNode

from kg.base.errors import IdentifierError, NotFound
from kg.site.charts.svg import fitting
from kg.site.charts.timeline import TimelineSpan, timeline
from kg.site.page import PageRequest, SitePage, root
from kg.site.templating import html
from kg.store import columns
from kg.store.export.groups import name_of
from kg.store.graph import Graph, Moved
from kg.terms.formats import Term
from kg.terms.identifiers import fold, slug, web_address
from kg.terms.vocabulary import PREFIXES

# Find how two people are connected: the shortest chain of people who wrote with each other.

_AUTHOR_TERM = NamedNode(f"{PREFIXES['schema']}author")
_MOST_WORKS = 20_000
"""How many works are looked at before the search is given up."""


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

    Both ends grow towards each other, the smaller one first; only a part of a large graph is seen.

    Args:
        graph: The release.
        one: The IRI of a person.
        other: The IRI of another person.
        most: How many works may be looked at.
    """
    search = _Search(graph, most)
    meeting = search.meet(one, other)
    if meeting is None:
        return CoauthorChain((), (), is_certain=search.left > 0)
    people = (*reversed(list(_back(search.before[0], meeting))), *list(_back(search.before[1], meeting))[1:])
    return CoauthorChain(people, tuple(joint(graph, *pair) for pair in pairwise(people)))


def joint(graph: Graph, one: str, other: str) -> tuple[str, ...]:
    """Return the IRIs of the works that two people wrote together, sorted."""
    return tuple(sorted(set(_works(graph, one)) & set(_works(graph, other))))


def _works(graph: Graph, person: str) -> Iterator[str]:
    for quad in graph.store.quads(None, _AUTHOR_TERM, NamedNode(person), DefaultGraph()):
        if isinstance(quad.subject, NamedNode):
            yield quad.subject.value


def _authors(graph: Graph, work: str) -> Iterator[str]:
    for quad in graph.store.quads(NamedNode(work), _AUTHOR_TERM, None, DefaultGraph()):
        if isinstance(quad.object, NamedNode):
            yield quad.object.value


def _back(before: dict[str, str], person: str) -> Iterator[str]:
    """Yield a person and those through whom the search came, to its beginning."""
    while person:
        yield person
        person = before[person]


class _Search:
    """A search in breadth from two ends.

    Attributes:
        before: For each end, the people that were reached, and through whom.
        left: How many works may still be looked at.
    """

    def __init__(self, graph: Graph, most: int) -> None:
        self.graph = graph
        self.left = most
        self.before: tuple[dict[str, str], dict[str, str]] = ({}, {})
        self._seen: tuple[set[str], set[str]] = (set(), set())

    def meet(self, one: str, other: str) -> str | None:
        """Return the person at whom both ends meet, or None if they do not."""
        self.before[0][one] = self.before[1][other] = ""
        fringes = [[one], [other]]
        while not (meeting := self.before[0].keys() & self.before[1].keys()):
            if not all(fringes) or self.left <= 0:
                return None
            end = 0 if len(fringes[0]) <= len(fringes[1]) else 1
            fringes[end] = list(self._grown(end, fringes[end]))
        return min(meeting)

    def _grown(self, end: int, fringe: list[str]) -> Iterator[str]:
        for person in fringe:
            for work in sorted(set(_works(self.graph, person)) - self._seen[end]):
                self._seen[end].add(work)
                self.left -= 1
                if self.left <= 0:
                    return
                for author in sorted(_authors(self.graph, work)):
                    if author not in self.before[end]:
                        self.before[end][author] = person
                        yield author


# The pairs of people whose comparisons are pages of a site of files: where there are many people, not all are.

ALL = 300
"""Up to how many pairs of people with a profile all of them have pages."""
MOST = 400
"""How many of those who wrote together have pages, if there are more pairs: the page that lists them stays small."""

_AUTHOR = NamedNode(f"{PREFIXES['schema']}author")


@dataclass(frozen=True)
class PairedPerson:
    """One of a pair.

    Attributes:
        name: What people call them.
        slug: How addresses name them.
    """

    name: str
    slug: str


@dataclass(frozen=True)
class Pairs:
    """A person, and those with whom they are compared.

    Attributes:
        one: The person who comes first in the alphabet.
        others: The other ones, sorted.
    """

    one: PairedPerson
    others: tuple[PairedPerson, ...]


def pairs(graph: Graph) -> Iterator[Pairs]:
    """Yield the pairs that have pages, by the first of each: all, or those who wrote together where there are many."""
    owners = graph.owners
    every = combinations(owners, 2) if comb(len(owners), 2) <= ALL else _together(graph)
    named = (sorted((_person(graph, one), _person(graph, other)), key=_place) for one, other in every)
    ordered = sorted(named, key=lambda pair: [*map(_place, pair)])
    for one, found in groupby(ordered, key=lambda pair: pair[0]):
        yield Pairs(one, tuple(other for _, other in found))


def _together(graph: Graph) -> list[tuple[str, str]]:
    """Return the pairs that wrote most together; a query that joins works with themselves takes far longer."""
    authors: dict[str, list[str]] = defaultdict(list)
    for owner in graph.owners:
        for quad in graph.store.quads(None, _AUTHOR, NamedNode(owner), DefaultGraph()):
            authors[name_of(quad.subject)].append(owner)
    counts = Counter(pair for each in authors.values() for pair in combinations(each, 2))
    return sorted(counts, key=lambda pair: (-counts[pair], pair))[:MOST]


def _person(graph: Graph, iri: str) -> PairedPerson:
    return PairedPerson(graph.label(iri), graph.local(iri).partition("/")[2])


def _place(person: PairedPerson) -> tuple[str, str]:
    return person.name, person.slug


# Two people side by side: what they share, and how they are connected.

_MOST_SUGGESTED = 400
_MOST_ITEMS = 100
_MOST_HITS = 6
_LONGEST = 200
FIELDS = ("one", "other")
"""The parameters of the page."""

Record = Mapping[str, Term]
Names = tuple[str, str]


@dataclass(frozen=True)
class Item:
    """A thing that two people share.

    Attributes:
        name: What it is called.
        iri: Its IRI.
        note: What is said of it.
    """

    name: str
    iri: str
    note: str


@dataclass(frozen=True)
class Shared:
    """What two people share of one sort.

    Attributes:
        query: The named query that says so.
        title: The heading.
        none: What is said where there is nothing.
        items: What they share.
    """

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
    """Two people and all that is shown of them.

    Attributes:
        iris: Who they are.
        names: What they are called.
        slugs: How forms name them.
        chain: How they are connected.
        shared: What they share, by sort.
        career: Both careers on one axis, or nothing.
    """

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
    texts = [request.parameters.get(name, "").strip()[:_LONGEST] for name in FIELDS]
    one, other = (_choice(graph, text) for text in texts)
    if one.iri and one.iri == other.iri:
        other = replace(other, iri="", problem="Both are the same person: choose another one.")
    pair = _pair(graph, request, (one.iri, other.iri)) if one.iri and other.iri else None
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
        if _is_person(graph, iri):
            return PersonChoice(text, iri)
    except Moved as moved:
        return PersonChoice(text, moved.path if "://" in moved.path else f"{graph.base}{moved.path}")
    except (NotFound, IdentifierError):
        pass  # then it is a name, if anything
    return _by_name(graph, text)


def _is_person(graph: Graph, iri: str) -> bool:
    return not graph.local(iri) or graph.local(iri).startswith("person/")


def _by_name(graph: Graph, text: str) -> PersonChoice:
    hits = graph.index.find(text, kinds=("person",), limit=_MOST_HITS).hits
    exact = [hit for hit in hits if fold(hit.name) == fold(text)]
    if len(exact) == 1:
        return PersonChoice(text, exact[0].iri)
    problem = f"{len(exact)} people are called {text}." if exact else f"There is no person called {text}."
    others = tuple((hit.name, hit.detail, _slug(graph, hit.iri)) for hit in exact or hits)
    return PersonChoice(text, problem=f"{problem} Did you mean one of these?" if others else problem, others=others)


def _slug(graph: Graph, iri: str) -> str:
    """Return what a form sends for a person: the slug, or the IRI of one who has none."""
    return graph.local(iri).partition("/")[2] or iri


def _pair(graph: Graph, request: PageRequest, iris: Names) -> ComparedPair:
    one, other = map(NamedNode, iris)
    names = (graph.label(iris[0]), graph.label(iris[1]))
    shared = (
        Shared(
            sort.query,
            sort.title,
            sort.none,
            tuple(sort.item(row, names) for row in graph.ask(sort.query, person=one, other=other).records()),
        )
        for sort in _SORTS
    )
    return ComparedPair(
        iris, names, (_slug(graph, iris[0]), _slug(graph, iris[1])), chain(graph, *iris), tuple(shared),
        _careers(graph, root(request.path), iris, names),
    )  # fmt: skip


def _careers(graph: Graph, up: str, iris: Names, names: Names) -> Markup:
    """Return the timelines of both on one axis, or nothing where neither has a date."""
    spans = [
        TimelineSpan(
            columns.value(row["what"]),
            columns.value(row.get("start")) or None,
            columns.value(row.get("end")) or None,
            name,
            columns.value(row["organizationName"]),
            f"{up}{graph.path(columns.value(row['node']))}",
        )
        for iri, name in zip(iris, names, strict=True)
        for row in graph.ask("career", person=NamedNode(iri)).records()
    ]
    title = f"Careers of {names[0]} and {names[1]}"
    return fitting(lambda width: timeline(spans, name=title, width=width), wide=1100) if spans else Markup("")


@dataclass(frozen=True)
class _Sort:
    """A sort of things that people share: the query, what is said where it finds nothing, and its rows as items."""

    query: str
    title: str
    none: str
    item: Callable[[Record, Names], Item]


def _work(row: Record, names: Names) -> Item:  # noqa: ARG001
    return Item(columns.value(row["title"]), columns.value(row["work"]), columns.value(row.get("year")))


def _coauthor(row: Record, names: Names) -> Item:
    return Item(columns.value(row["name"]), columns.value(row["coauthor"]), _counts(row, names, "with"))


def _venue(row: Record, names: Names) -> Item:
    return Item(columns.value(row["name"]), columns.value(row["venue"]), _counts(row, names, "by"))


def _counts(row: Record, names: Names, word: str) -> str:
    """Return the numbers of works that each of the two has to do with somebody or something."""
    numbers = (columns.value(row["works"]), columns.value(row["otherWorks"]))
    return ", ".join(f"{number} {word} {name}" for number, name in zip(numbers, names, strict=True))


def _topic(row: Record, names: Names) -> Item:
    flags = (columns.value(row["interest"]), columns.value(row["otherInterest"]))
    interested = [name for flag, name in zip(flags, names, strict=True) if flag == "true"]
    note = f"an interest of {' and '.join(interested)}" if interested else "in works of both"
    return Item(columns.value(row["topicName"]), columns.value(row["topic"]), note)


def _organization(row: Record, names: Names) -> Item:
    roles = [f"{name}: {columns.value(row[key])}" for key, name in zip(("what", "otherWhat"), names, strict=True)]
    years = "–".join(dict.fromkeys(columns.value(row[key]) for key in ("from", "until") if key in row))
    together = f"both there {years}" if years else "no years in common are known"
    return Item(
        columns.value(row["organizationName"]), columns.value(row["organization"]), "; ".join((*roles, together))
    )


_SORTS = (
    _Sort("joint-works", "Joint works", "They have not written anything together.", _work),
    _Sort("shared-coauthors", "Shared co-authors", "Nobody has written with both.", _coauthor),
    _Sort("shared-venues", "Shared venues", "They have not published at the same place.", _venue),
    _Sort("shared-topics", "Shared topics", "No topic is named by both.", _topic),
    _Sort("shared-organizations", "Shared organisations", "No organisation is named in both careers.", _organization),
)
