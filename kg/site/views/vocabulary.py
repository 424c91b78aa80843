"""The vocabulary page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from pyoxigraph import Literal, NamedNode

from kg.site.addresses import NAMESPACES, anchor, namespace_of, short
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.templating import html
from kg.store.export.groups import name_of
from kg.store.graph import Graph
from kg.terms.labels import Meaning, meanings, wording
from kg.terms.vocabulary import RDFS, SKOS

# The vocabulary of a graph: the classes and properties in use, what they mean, and its concept schemes.

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
class ConceptScheme:
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
class GraphVocabulary:
    """What a graph says things with.

    Attributes:
        prefixes: The prefixes that its terms need.
        classes: The classes in use, the most used first.
        properties: The properties in use, the most used first.
    """

    prefixes: Mapping[str, str]
    classes: tuple[Usage, ...]
    properties: tuple[Usage, ...]


def vocabulary(graph: Graph) -> GraphVocabulary:
    """Return the classes and properties that a graph uses."""
    statistics = graph.statistics
    namespaces = {namespace_of(iri) for iri in (*statistics.classes, *statistics.properties)}
    return GraphVocabulary(
        {prefix: namespace for prefix, namespace in NAMESPACES.items() if namespace in namespaces},
        _usages(graph, statistics.classes),
        _usages(graph, statistics.properties),
    )


def schemes(graph: Graph) -> tuple[ConceptScheme, ...]:
    """Return the concept schemes of a graph, by label."""
    members: dict[str, set[str]] = {}
    for quad in graph.store.quads(predicate=_IN_SCHEME, limit=_MAX_MEMBERS):
        members.setdefault(name_of(quad.object), set()).add(name_of(quad.subject))
    found = (ConceptScheme(iri, _labelled(graph, concepts), len(concepts)) for iri, concepts in members.items())
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


# The vocabulary page, and the vocabulary as JSON for the completion of queries.


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page of classes, properties and concept schemes, each term with a place of its own."""
    return html(
        graph,
        request,
        "vocabulary.html",
        vocabulary=vocabulary(graph),
        schemes=schemes(graph),
        statistics=graph.statistics,
        most=MAX_TERMS,
    )


def completion(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001  (a view)
    """Return prefixes, classes and properties with labels and counts, as JSON."""
    words = vocabulary(graph)
    return json_page(
        {
            "prefixes": dict(words.prefixes),
            "classes": list(_terms(words.classes)),
            "properties": list(_terms(words.properties)),
        }
    )


def _terms(usages: Iterable[Usage]) -> Iterable[dict[str, object]]:
    for usage in usages:
        yield {
            "iri": usage.iri,
            "name": short(usage.iri),
            "label": usage.label,
            "comment": usage.meaning.comment,
            "count": usage.count,
        }
