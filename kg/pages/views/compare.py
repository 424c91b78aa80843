"""Two people side by side: what they share, and how they are connected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from kg import columns
from kg.errors import IdentifierError, NotFound
from kg.formats import NamedNode, Term
from kg.identifiers import fold, slug, web_address
from kg.pages.chains import Chain, chain
from kg.pages.charts.svg import fitting
from kg.pages.charts.timeline import Span, timeline
from kg.pages.graph import Graph
from kg.pages.page import Asked, Moved, Page, root
from kg.pages.pairs import pairs
from kg.pages.templating import html

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
class Pair:
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
    chain: Chain
    shared: tuple[Shared, ...]
    career: Markup


@dataclass(frozen=True)
class Choice:
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


def view(graph: Graph, asked: Asked) -> Page:
    """Return the form, and the comparison once two people are given; of files, also which pairs there are."""
    texts = [asked.parameters.get(name, "").strip()[:_LONGEST] for name in FIELDS]
    one, other = (_choice(graph, text) for text in texts)
    if one.iri and one.iri == other.iri:
        other = replace(other, iri="", problem="Both are the same person: choose another one.")
    pair = _pair(graph, asked, (one.iri, other.iri)) if one.iri and other.iri else None
    people = [(hit.name, _slug(graph, hit.iri)) for hit in graph.index.best("person", _MOST_SUGGESTED)]
    choices = dict(zip(FIELDS, (one, other), strict=True))
    linked = tuple(pairs(graph)) if graph.hosting.is_static and not pair else ()
    return html(graph, asked, "compare.html", choices=choices, pair=pair, people=people, linked=linked)


def _choice(graph: Graph, text: str) -> Choice:
    """Return whom a text means: a slug, an IRI, or a name that one person has."""
    if not text:
        return Choice(text)
    iri = text if text.startswith(("http://", "https://")) else f"{graph.base}person/{slug(text)}"
    try:
        graph.require(web_address(iri))
        if _is_person(graph, iri):
            return Choice(text, iri)
    except Moved as moved:
        return Choice(text, moved.path if "://" in moved.path else f"{graph.base}{moved.path}")
    except (NotFound, IdentifierError):
        pass  # then it is a name, if anything
    return _by_name(graph, text)


def _is_person(graph: Graph, iri: str) -> bool:
    return not graph.local(iri) or graph.local(iri).startswith("person/")


def _by_name(graph: Graph, text: str) -> Choice:
    hits = graph.index.find(text, kinds=("person",), limit=_MOST_HITS).hits
    exact = [hit for hit in hits if fold(hit.name) == fold(text)]
    if len(exact) == 1:
        return Choice(text, exact[0].iri)
    problem = f"{len(exact)} people are called {text}." if exact else f"There is no person called {text}."
    others = tuple((hit.name, hit.detail, _slug(graph, hit.iri)) for hit in exact or hits)
    return Choice(text, problem=f"{problem} Did you mean one of these?" if others else problem, others=others)


def _slug(graph: Graph, iri: str) -> str:
    """Return what a form sends for a person: the slug, or the IRI of one who has none."""
    return graph.local(iri).partition("/")[2] or iri


def _pair(graph: Graph, asked: Asked, iris: Names) -> Pair:
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
    return Pair(
        iris, names, (_slug(graph, iris[0]), _slug(graph, iris[1])), chain(graph, *iris), tuple(shared),
        _careers(graph, root(asked.path), iris, names),
    )  # fmt: skip


def _careers(graph: Graph, up: str, iris: Names, names: Names) -> Markup:
    """Return the timelines of both on one axis, or nothing where neither has a date."""
    spans = [
        Span(
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
