"""What a graph of researchers is about, in figures and examples: what the first page shows.

Each table answers a named query's question, but in the form that a graph of ten thousand profiles answers
within a second; the page links to the query.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.formats import NamedNode, Term, term_text
from kg.pages.graph import Graph
from kg.pages.reviewing import unreviewed

MOST = 8
"""How many people, works, systems and bars the first page shows."""

_YEARS = """
SELECT ?year (COUNT(DISTINCT ?work) AS ?works) WHERE {
  ?work kg:year ?year FILTER EXISTS { ?work kg:authorship ?authorship }
} GROUP BY ?year ORDER BY ?year
"""
_VENUES = """
SELECT ?venue (COUNT(DISTINCT ?work) AS ?works) WHERE {
  ?work kg:presentedAt/schema:superEvent|schema:isPartOf ?venue FILTER EXISTS { ?work schema:author ?author }
} GROUP BY ?venue ORDER BY DESC(?works) ?venue LIMIT """
_TOPICS = """
SELECT ?topic (COUNT(DISTINCT ?person) AS ?people) WHERE { ?person schema:knowsAbout ?topic }
GROUP BY ?topic ORDER BY DESC(?people) ?topic LIMIT """
_PEOPLE = """
SELECT ?person (COUNT(DISTINCT ?work) AS ?works) WHERE {
  { SELECT DISTINCT ?person WHERE { ?source schema:mainEntity ?person . ?person a schema:Person } }
  OPTIONAL { ?work schema:author ?person }
} GROUP BY ?person ORDER BY DESC(?works) ?person LIMIT 8
"""
_WORKS = """
SELECT ?work ?year WHERE {{
  VALUES ?year {{ {years} }}
  ?work kg:year ?year FILTER EXISTS {{ ?work kg:authorship ?authorship }}
}} ORDER BY DESC(?year) ?work LIMIT 8
"""
_AUTHORS = """
SELECT ?person (COUNT(DISTINCT ?work) AS ?works) WHERE {{
  VALUES ?owner {{ {people} }}
  ?work schema:author ?owner, ?person
}} GROUP BY ?person ORDER BY DESC(?works) ?person LIMIT 28
"""
_TIES = """
SELECT ?one ?other (COUNT(DISTINCT ?work) AS ?works) WHERE {{
  VALUES ?one {{ {people} }} ?work schema:author ?one, ?other .
  VALUES ?other {{ {people} }} FILTER(STR(?one) < STR(?other))
}} GROUP BY ?one ?other ORDER BY ?one ?other
"""
_SYSTEMS = """
SELECT ?system ?description WHERE {
  { SELECT ?system ?description WHERE { ?system a kg:System ; schema:description ?description } LIMIT 200 }
} ORDER BY DESC(STRLEN(?description)) ?system LIMIT 8
"""


@dataclass(frozen=True)
class Card:
    """A thing with a line about it.

    Attributes:
        iri: The thing.
        line: What is said of it, or empty.
        number: How many works or people it has, or None.
    """

    iri: str
    line: str = ""
    number: int | None = None


@dataclass(frozen=True)
class Overview:
    """What the first page shows of a graph.

    Attributes:
        left_out: How many things of each kind are not counted, since one mention makes them which nobody has reviewed.
        kinds: How many things are counted of each kind, in the order of `Graph.titles`.
        years: How many works appeared in each year.
        venues: The venues with the most works.
        topics: The topics with the most people.
        people: People with a profile: those with the most works.
        works: The newest works, each with authors and year.
        systems: Systems of which something is told.
        authors: The people with a profile and those with whom they write most, with the works they share.
        ties: Which of these wrote together, and how many works.
    """

    left_out: Mapping[str, int]
    kinds: Mapping[str, int]
    years: tuple[tuple[int, int], ...]
    venues: tuple[Card, ...]
    topics: tuple[Card, ...]
    people: tuple[Card, ...]
    works: tuple[Card, ...]
    systems: tuple[Card, ...]
    authors: tuple[Card, ...]
    ties: tuple[tuple[str, str, int], ...]


def overview(graph: Graph) -> Overview:
    """Return what the first page shows."""
    years = [(_number(year), _number(works)) for year, works in _rows(graph, _YEARS)]
    owners = list(_named(graph, _PEOPLE))
    authors = _authors(graph, [iri for iri, _ in owners])
    return Overview(
        left_out=left_out(graph),
        kinds=kinds(graph),
        years=tuple(years),
        venues=_most(graph, _VENUES),
        topics=_most(graph, _TOPICS),
        people=tuple(Card(iri, _role(graph, iri), _number(works)) for iri, works in owners),
        works=tuple(Card(iri, _names(graph, iri), _number(year)) for iri, year in _newest(graph, years)),
        systems=tuple(Card(iri, value(description)) for iri, description in _named(graph, _SYSTEMS)),
        authors=authors,
        ties=tuple(_ties(graph, authors)),
    )


def kinds(graph: Graph) -> dict[str, int]:
    """Return how many things of each kind there are, without those that one mention makes which nobody has reviewed.

    There are none where the graph is not of kg's form.
    """
    counts = graph.release.manifest.get("counts", {})
    counts = counts and {**graph.index.kinds(), **counts}
    without = left_out(graph) if graph.base and counts else {}
    found = {
        kind: counts[kind] - without.get(kind, 0) for kind in graph.titles if counts.get(kind) and kind != "source"
    }
    return {kind: number for kind, number in found.items() if graph.base and number > 0}


def left_out(graph: Graph) -> dict[str, int]:
    """Return how many things of each kind one mention makes which nobody has reviewed."""
    found = Counter(map(graph.kind, unreviewed(graph)))
    return {kind: found[kind] for kind in graph.titles if found[kind]}


def _most(graph: Graph, query: str) -> tuple[Card, ...]:
    """Return the things of which a query counts most, without those that the first page leaves out."""
    without = unreviewed(graph)
    found = _named(graph, f"{query.rstrip()} {MOST + len(without)}")
    return tuple(Card(iri, number=_number(count)) for iri, count in found if iri not in without)[:MOST]


def _newest(graph: Graph, years: Sequence[tuple[int, int]]) -> Iterator[tuple[str, Term | None]]:
    """Yield the newest works; only those of the last years are put in order, since all would take seconds."""
    last: list[int] = []
    found = 0
    for year, works in reversed(years):
        if found >= MOST:
            break
        last.append(year)
        found += works
    yield from _named(graph, _WORKS.format(years=" ".join(map(str, last))))


def _authors(graph: Graph, owners: Sequence[str]) -> tuple[Card, ...]:
    """Return the owners of profiles and those with whom they write most."""
    found = _named(graph, _AUTHORS.format(people=_terms(owners)))
    return tuple(Card(iri, number=_number(works)) for iri, works in found)


def _ties(graph: Graph, authors: Sequence[Card]) -> Iterator[tuple[str, str, int]]:
    people = _terms([card.iri for card in authors])
    for one, other, works in _rows(graph, _TIES.format(people=people)):
        if isinstance(one, NamedNode) and isinstance(other, NamedNode):
            yield one.value, other.value, _number(works)


def _terms(iris: Sequence[str]) -> str:
    return " ".join(term_text(NamedNode(iri)) for iri in iris)


def _rows(graph: Graph, sparql: str) -> Iterator[tuple[Term | None, ...]]:
    yield from graph.select(sparql).rows


def _named(graph: Graph, sparql: str) -> Iterator[tuple[str, Term | None]]:
    for node, said in _rows(graph, sparql):
        if isinstance(node, NamedNode):
            yield node.value, said


def _role(graph: Graph, person: str) -> str:
    """Return what a person is, and where."""
    affiliations = [graph.label(term.value) for term in _nodes(graph, person, "schema:affiliation")]
    return " · ".join(filter(None, (graph.text(person, "schema:jobTitle"), ", ".join(affiliations[:2]))))


def _names(graph: Graph, work: str) -> str:
    """Return the authors of a work in their order, at most four."""
    placed: list[tuple[int, str]] = []
    for node in _nodes(graph, work, "kg:authorship"):
        position = next(iter(graph.values(node.value, "schema:position")), None)
        placed.extend((_number(position), term.value) for term in _nodes(graph, node.value, "kg:author"))
    names = [graph.label(iri) for _, iri in sorted(placed)]
    return ", ".join(names[:4]) + (" …" if len(names) > 4 else "")


def _nodes(graph: Graph, subject: str, predicate: str) -> list[NamedNode]:
    return [term for term in graph.values(subject, predicate) if isinstance(term, NamedNode)]


def _number(term: Term | None) -> int:
    text = value(term)
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else 0
