"""The vocabulary of a graph: the classes and properties in use, what they mean, and its concept schemes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from kg.export.groups import name_of
from kg.formats import Literal, NamedNode
from kg.pages.graph import Graph
from kg.pages.terms import NAMESPACES, anchor, namespace_of
from kg.vocabulary import RDFS, SKOS
from kg.wording import Meaning, meanings, wording

MAX_TERMS = 1_000
"""How many classes, and how many properties, are told; the most used come first."""
MAX_CONCEPTS = 500
"""How many concepts of a scheme are told."""

_IN_SCHEME = NamedNode(f"{SKOS}inScheme")
_MAX_MEMBERS = 20_000
_PARTS = {"label": (f"{RDFS}label",), "comment": (f"{RDFS}comment", f"{SKOS}definition")}


@dataclass(frozen=True)
class Usage:
    """A class or property with how often it is used.

    Attributes:
        iri: The term.
        count: How many nodes have the class, or how many triples the property.
        label: What it is called.
        meaning: What is said of it.
    """

    iri: str
    count: int
    label: str
    meaning: Meaning

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return anchor(self.iri)


@dataclass(frozen=True)
class Scheme:
    """A concept scheme.

    Attributes:
        iri: The scheme.
        concepts: IRIs of its concepts with their labels, by label; at most `MAX_CONCEPTS`.
        count: How many concepts it has.
    """

    iri: str
    concepts: tuple[tuple[str, str], ...]
    count: int


@dataclass(frozen=True)
class Vocabulary:
    """What a graph says things with.

    Attributes:
        prefixes: The prefixes that its terms need.
        classes: The classes in use, the most used first.
        properties: The properties in use, the most used first.
    """

    prefixes: Mapping[str, str]
    classes: tuple[Usage, ...]
    properties: tuple[Usage, ...]


def vocabulary(graph: Graph) -> Vocabulary:
    """Return the classes and properties that a graph uses."""
    statistics = graph.statistics
    namespaces = {namespace_of(iri) for iri in (*statistics.classes, *statistics.properties)}
    return Vocabulary(
        {prefix: namespace for prefix, namespace in NAMESPACES.items() if namespace in namespaces},
        _usages(graph, statistics.classes),
        _usages(graph, statistics.properties),
    )


def schemes(graph: Graph) -> tuple[Scheme, ...]:
    """Return the concept schemes of a graph, by label."""
    members: dict[str, set[str]] = {}
    for quad in graph.store.quads(predicate=_IN_SCHEME, limit=_MAX_MEMBERS):
        members.setdefault(name_of(quad.object), set()).add(name_of(quad.subject))
    found = (Scheme(iri, _labelled(graph, concepts), len(concepts)) for iri, concepts in members.items())
    return tuple(sorted(found, key=lambda scheme: graph.label(scheme.iri).casefold()))


def _usages(graph: Graph, counts: Mapping[str, int]) -> tuple[Usage, ...]:
    return tuple(_usage(graph, iri, number) for iri, number in islice(counts.items(), MAX_TERMS))


def _usage(graph: Graph, iri: str, number: int) -> Usage:
    """Return a term with what the ontology says of it, else with what the graph itself says."""
    known = meanings().get(iri)
    if known is None:
        known = Meaning(**{part: _said(graph, iri, properties) for part, properties in _PARTS.items()})
    return Usage(iri, number, known.label or wording(iri), known)


def _said(graph: Graph, iri: str, properties: Iterable[str]) -> str:
    if iri.startswith("_:"):
        return ""
    quads = (quad for each in properties for quad in graph.store.quads(NamedNode(iri), NamedNode(each)))
    return next((quad.object.value for quad in quads if isinstance(quad.object, Literal)), "")


def _labelled(graph: Graph, concepts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    labelled = ((iri, graph.label(iri)) for iri in islice(sorted(concepts), MAX_CONCEPTS))
    return tuple(sorted(labelled, key=lambda pair: (pair[1].casefold(), pair[0])))
