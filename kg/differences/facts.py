"""What a graph says of a thing and of its nodes, as far as it is told in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kg.columns import value
from kg.formats import DefaultGraph, NamedNode, Quad, Term
from kg.mapping import GRAPH
from kg.vocabulary import curie

_TYPE = "rdf:type"
Said = Mapping[str, frozenset[Term]]
"""The values of each property, by its CURIE."""


@dataclass(frozen=True)
class Facts:
    """What is said of a thing.

    Attributes:
        own: What is said of itself.
        nodes: What is said of its nodes, by their IRIs.
    """

    own: Said = field(default_factory=dict)
    nodes: Mapping[str, Said] = field(default_factory=dict)

    def text(self, *properties: str) -> str:
        """Return a value of the first property that has one, or nothing."""
        return first(self.own, *properties)


def facts(quads: Iterable[Quad], thing: str) -> Facts:
    """Return what some quads outside the evidence say of a thing."""
    said: dict[str, dict[str, set[Term]]] = defaultdict(lambda: defaultdict(set))
    for quad in quads:
        if not is_evidence(quad):
            name = quad.subject.value if isinstance(quad.subject, NamedNode) else str(quad.subject)
            said[name][curie(quad.predicate.value)].add(quad.object)
    held = {name: {key: frozenset(terms) for key, terms in each.items()} for name, each in said.items()}
    return Facts(held.pop(thing, {}), held)


def is_evidence(quad: Quad) -> bool:
    """Tell whether a quad is of the graph of evidence."""
    return not isinstance(quad.graph_name, DefaultGraph) and value(quad.graph_name).endswith(f"/{GRAPH}")


def first(said: Said, *properties: str) -> str:
    """Return the least value of the first property that has one, or nothing."""
    return next((min(map(value, said[key])) for key in properties if said.get(key)), "")
