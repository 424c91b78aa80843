"""The first page: what is here, how to look into it, how to cite it and how to have it."""

from functools import partial
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from kg.pages import release_citation
from kg.pages.charts.bars import Bar, bars
from kg.pages.charts.columns import columns
from kg.pages.charts.network import Edge, Node, network
from kg.pages.charts.svg import fitting
from kg.pages.graph import Graph
from kg.pages.metadata import linksets
from kg.pages.metadata.dataset import Dataset
from kg.pages.metadata.first_page import of_dataset
from kg.pages.overview import Card, Overview, kinds, overview
from kg.pages.page import Asked, Page, root
from kg.pages.templating import html
from kg.pages.vocabulary import vocabulary

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


def view(graph: Graph, asked: Asked) -> Page:
    """Return the first page: of researchers where the graph is of kg's form, else of whatever it holds."""
    show = _researchers if kinds(graph) else _anything
    return show(graph, asked)


def _researchers(graph: Graph, asked: Asked) -> Page:
    found = overview(graph)
    address = root(asked.path)
    return html(
        graph,
        asked,
        "landing.html",
        linksets.links(graph),
        overview=found,
        titles=graph.titles,
        network=_network(graph, found, address),
        years=_columns(found.years),
        venues=_bars(graph, found.venues, address, "Venues with the most works", "works"),
        topics=_bars(graph, found.topics, address, "Topics with the most people", "people"),
        **_release(graph, _QUERY),
    )


def _anything(graph: Graph, asked: Asked) -> Page:
    words = vocabulary(graph)
    samples = {usage.iri: graph.members(usage.iri, _SAMPLES) for usage in words.classes[:_CLASSES]}
    return html(
        graph,
        asked,
        "landing_any.html",
        linksets.links(graph),
        statistics=graph.statistics,
        classes=words.classes[:_CLASSES],
        samples=samples,
        prefixes=words.prefixes,
        **_release(graph, _ANY_QUERY),
    )


def _release(graph: Graph, query: str) -> dict[str, Any]:
    """Return what both forms of the page say of the release itself."""
    return {
        "description": graph.text(graph.dataset, "schema:description") if graph.dataset else "",
        "citation": release_citation.sentence(graph),
        "bibtex": release_citation.bibtex(graph),
        "descriptions": tuple(Dataset(graph).descriptions()),
        "metadata": of_dataset(graph),
        "query": query,
        "query_link": f"query/?query={quote(query, safe='')}",
    }


def _columns(years: tuple[tuple[int, int], ...]) -> Markup:
    return fitting(partial(_columns_of, years)) if years else Markup()


def _columns_of(years: tuple[tuple[int, int], ...], width: int) -> Markup:
    return columns(years, name="Works per year", unit="works", width=width)


def _bars(graph: Graph, cards: tuple[Card, ...], address: str, name: str, unit: str) -> Markup:
    rows = [
        Bar(
            graph.short(card.iri),
            card.number or 0,
            address + graph.path(card.iri),
        )
        for card in cards
    ]
    return fitting(lambda width: bars(rows, name=name, unit=unit, width=width), wide=480) if rows else Markup()


def _network(graph: Graph, found: Overview, address: str) -> Markup:
    """Return the people with the most works, and who of them wrote with whom."""
    tied = {iri for one, other, _ in found.ties for iri in (one, other)}
    nodes = [
        Node(card.iri, graph.label(card.iri), card.number or 1, address + graph.path(card.iri))
        for card in found.authors
        if card.iri in tied
    ]
    edges = [Edge(one, other, works) for one, other, works in found.ties]
    title = "People with a profile, those with whom they write most, and who wrote with whom"

    def draw(width: int) -> Markup:
        return network(nodes, edges, name=title, unit="joint works", width=width, height=440)

    return fitting(draw, wide=560) if nodes else Markup()
