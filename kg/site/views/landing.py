"""The first page: what is here, how to look into it, how to cite it and how to have it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from pyoxigraph import NamedNode

from kg.interchange.latex import escaped, verbatim
from kg.site.charts.bars import Bar, bars, columns
from kg.site.charts.network import NetworkEdge, NetworkNode, network
from kg.site.charts.svg import fitting
from kg.site.metadata import linksets
from kg.site.metadata.dataset import DatasetFacts
from kg.site.metadata.things import of_dataset
from kg.site.page import PageRequest, SitePage, root
from kg.site.templating import html
from kg.site.views.quality import unreviewed
from kg.site.views.vocabulary import vocabulary
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import Term, term_text
from kg.terms.identifiers import slug

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


_CLASSES = 12
_SAMPLES = 6
_QUERY = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(DISTINCT ?work) AS ?works)
WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works)
LIMIT 10"""
_ANY_QUERY = """\
SELECT ?class (COUNT(DISTINCT ?thing) AS ?things)
WHERE {
  ?thing a ?class .
}
GROUP BY ?class
ORDER BY DESC(?things)
LIMIT 10"""


@dataclass(frozen=True)
class Card:
    """A thing with a line about it, and how many works or people it has."""

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
        systems: Systems that have a description.
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
    years = [(_number(year), _number(works)) for year, works in graph.select(_YEARS).rows]
    owners = list(_named(graph, _PEOPLE))
    authors = list(_named(graph, _AUTHORS.format(people=_terms(iri for iri, _ in owners))))
    ties = graph.select(_TIES.format(people=_terms(iri for iri, _ in authors))).rows
    # Only the works of the last years are put in order, since all would take seconds.
    newest: list[int] = []
    found = 0
    for year, works in reversed(years):
        if found < MOST:
            newest.append(year)
            found += works
    works_of_years = _named(graph, _WORKS.format(years=" ".join(map(str, newest))))
    return Overview(
        left_out=left_out(graph),
        kinds=kinds(graph),
        years=tuple(years),
        venues=_most(graph, _VENUES),
        topics=_most(graph, _TOPICS),
        people=tuple(Card(iri, _role(graph, iri), _number(works)) for iri, works in owners),
        works=tuple(Card(iri, _author_names(graph, iri), _number(year)) for iri, year in works_of_years),
        systems=tuple(Card(iri, value(description)) for iri, description in _named(graph, _SYSTEMS)),
        authors=tuple(Card(iri, number=_number(works)) for iri, works in authors),
        ties=tuple(
            (one.value, other.value, _number(works))
            for one, other, works in ties
            if isinstance(one, NamedNode) and isinstance(other, NamedNode)
        ),
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


def _terms(iris: Iterable[str]) -> str:
    return " ".join(term_text(NamedNode(iri)) for iri in iris)


def _named(graph: Graph, sparql: str) -> Iterator[tuple[str, Term | None]]:
    for node, said in graph.select(sparql).rows:
        if isinstance(node, NamedNode):
            yield node.value, said


def _role(graph: Graph, person: str) -> str:
    """Return what a person is, and where."""
    affiliations = [graph.label(term.value) for term in _nodes(graph, person, "schema:affiliation")]
    return " · ".join(filter(None, (graph.text(person, "schema:jobTitle"), ", ".join(affiliations[:2]))))


def _author_names(graph: Graph, work: str) -> str:
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


def sentence(graph: Graph) -> str:
    """Return the reference in words."""
    parts = (publisher(graph), graph.title, f"Release {graph.release.path.name}", graph.base)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def bibtex(graph: Graph) -> str:
    """Return the reference as an entry; without a date, since a release says what it holds, not when it was made."""
    release = graph.release.path.name
    fields = {
        "author": f"{{{escaped(publisher(graph))}}}" if publisher(graph) else "",
        "title": f"{{{escaped(graph.title)}}}",
        "howpublished": f"\\url{{{verbatim(graph.base)}}}" if graph.base else "",
        "note": f"Knowledge graph, release {release}",
    }
    lines = [f"  {name:<12} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{slug(graph.title)[:40].strip('-') or 'graph'}-{release},\n" + ",\n".join(lines) + "\n}"


def publisher(graph: Graph) -> str:
    """Return who publishes the dataset, or nothing."""
    values = graph.values(graph.dataset, "schema:publisher") if graph.dataset else ()
    return next((graph.label(term.value) for term in values if isinstance(term, NamedNode)), "")


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the first page: of researchers where the graph is of kg's form, else of whatever it holds."""
    is_ours = bool(kinds(graph))
    query = _QUERY if is_ours else _ANY_QUERY
    of_both = {
        "description": graph.text(graph.dataset, "schema:description") if graph.dataset else "",
        "citation": sentence(graph),
        "bibtex": bibtex(graph),
        "descriptions": tuple(DatasetFacts(graph).descriptions()),
        "metadata": of_dataset(graph),
        "query": query,
        "query_link": f"query/?query={quote(query, safe='')}",
    }
    shown = _researchers(graph, root(request.path)) if is_ours else _anything(graph)
    template = "landing.html" if is_ours else "landing_any.html"
    return html(graph, request, template, linksets.links(graph), **of_both, **shown)


def _researchers(graph: Graph, up: str) -> dict[str, Any]:
    found = overview(graph)

    def draw_bars(cards: Sequence[Card], name: str, unit: str) -> Markup:
        rows = [Bar(graph.short(card.iri), card.number or 0, up + graph.path(card.iri)) for card in cards]
        return fitting(lambda width: bars(rows, name=name, unit=unit, width=width), wide=480) if rows else Markup()

    def draw_years(width: int) -> Markup:
        return columns(found.years, name="Works per year", unit="works", width=width)

    def draw_network(width: int) -> Markup:
        title = "People with a profile, those with whom they write most, and who wrote with whom"
        return network(nodes, edges, name=title, unit="joint works", width=width, height=440)

    tied = {iri for one, other, _ in found.ties for iri in (one, other)}
    nodes = [
        NetworkNode(card.iri, graph.label(card.iri), card.number or 1, up + graph.path(card.iri))
        for card in found.authors
        if card.iri in tied
    ]
    edges = [NetworkEdge(*tie) for tie in found.ties]
    return {
        "overview": found,
        "titles": graph.titles,
        "network": fitting(draw_network, wide=560) if nodes else Markup(),
        "years": fitting(draw_years) if found.years else Markup(),
        "venues": draw_bars(found.venues, "Venues with the most works", "works"),
        "topics": draw_bars(found.topics, "Topics with the most people", "people"),
    }


def _anything(graph: Graph) -> dict[str, Any]:
    words = vocabulary(graph)
    classes = words.classes[:_CLASSES]
    return {
        "statistics": graph.statistics,
        "classes": classes,
        "samples": {usage.iri: graph.members(usage.iri, _SAMPLES) for usage in classes},
        "prefixes": words.prefixes,
    }
