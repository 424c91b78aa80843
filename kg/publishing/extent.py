"""How much of a graph gets files of its own: all of a small one; of a large one what matters most.

A web space holds so many files (GitHub Pages: 1 GB). What has none is not lost: its links lead to a page that
describes it from the graph, in the reader's browser, and so does `404.html` where its own IRI is followed.
"""

from collections import Counter
from dataclasses import replace
from itertools import accumulate

from kg.formats import DefaultGraph, NamedNode
from kg.pages.graph import Graph

MOST_THINGS = 10_000
"""How many things have a page and documents, unless the user says otherwise; those that profiles are about always."""

MOST_WITH_PANELS = 2_000
"""Up to how many things in a graph each of their panels has a page and files too."""


def fitted(graph: Graph, most: int) -> Graph:
    """Return a graph with bounds that let at most `most` things have files of their own."""
    things = sum(graph.index.kinds().values())
    least = _least(graph, most) if things > most else 0
    return graph.at(replace(graph.hosting, panels=things <= min(most, MOST_WITH_PANELS), least=least))


def _least(graph: Graph, most: int) -> int:
    """Return the least number of facts that lead to a thing so that at most `most` things have as many."""
    leading: Counter[str] = Counter()
    for quad in graph.store.quads(None, None, None, DefaultGraph()):
        if isinstance(quad.object, NamedNode) and (local := graph.local(quad.object.value)):
            leading[local] += "#" not in quad.object.value
    of_degree = Counter(leading.values())
    degrees = sorted(of_degree, reverse=True)
    within = [degree for degree, total in zip(degrees, accumulate(of_degree[each] for each in degrees), strict=True)
              if total <= most]  # fmt: skip
    return within[-1] if within else degrees[0] + 1 if degrees else 1
