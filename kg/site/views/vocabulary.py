"""The vocabulary page: the classes and properties in use, what they mean, and the concept schemes."""

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

MAX_TERMS = 1_000
"""How many classes, and how many properties, are listed; the most used come first."""
MAX_CONCEPTS = 500
"""How many concepts of a scheme are listed."""

_IN_SCHEME = NamedNode(f"{SKOS}inScheme")
_MAX_MEMBERS = 20_000
_PARTS = {"label": (f"{RDFS}label",), "comment": (f"{RDFS}comment", f"{SKOS}definition")}


@dataclass(frozen=True)
class Usage:
    """A class with the number of its nodes, or a property with the number of its triples."""

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
    """A concept scheme: its first concepts with their labels, by label, and how many there are."""

    iri: str
    concepts: tuple[tuple[str, str], ...]
    count: int


@dataclass(frozen=True)
class GraphVocabulary:
    """The prefixes, classes and properties of a graph, the most used first."""

    prefixes: Mapping[str, str]
    classes: tuple[Usage, ...]
    properties: tuple[Usage, ...]


def vocabulary(graph: Graph) -> GraphVocabulary:
    """Return the classes and properties that a graph uses."""
    classes, properties = graph.statistics.classes, graph.statistics.properties
    namespaces = {namespace_of(iri) for iri in (*classes, *properties)}
    return GraphVocabulary(
        {prefix: namespace for prefix, namespace in NAMESPACES.items() if namespace in namespaces},
        _usages(graph, classes),
        _usages(graph, properties),
    )


def _usages(graph: Graph, counts: Mapping[str, int]) -> tuple[Usage, ...]:
    """Return terms with what the ontology says of them, else with what the graph itself says."""

    def stated(iri: str, properties: Iterable[str]) -> str:
        if iri.startswith("_:"):
            return ""
        quads = (quad for each in properties for quad in graph.store.quads(NamedNode(iri), NamedNode(each)))
        return next((quad.object.value for quad in quads if isinstance(quad.object, Literal)), "")

    found = []
    for iri, number in islice(counts.items(), MAX_TERMS):
        meaning = meanings().get(iri) or Meaning(**{part: stated(iri, names) for part, names in _PARTS.items()})
        found.append(Usage(iri, number, meaning.label or wording(iri), meaning))
    return tuple(found)


def schemes(graph: Graph) -> tuple[ConceptScheme, ...]:
    """Return the concept schemes of a graph, by label."""
    members: dict[str, set[str]] = {}
    for quad in graph.store.quads(predicate=_IN_SCHEME, limit=_MAX_MEMBERS):
        members.setdefault(name_of(quad.object), set()).add(name_of(quad.subject))
    found = []
    for iri, concepts in members.items():
        labelled = ((each, graph.label(each)) for each in sorted(concepts)[:MAX_CONCEPTS])
        ordered = sorted(labelled, key=lambda pair: (pair[1].casefold(), pair[0]))
        found.append(ConceptScheme(iri, tuple(ordered), len(concepts)))
    return tuple(sorted(found, key=lambda scheme: graph.label(scheme.iri).casefold()))


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
    """Return prefixes, classes and properties with labels and counts, as JSON for the completion of queries."""
    words = vocabulary(graph)

    def terms(usages: Iterable[Usage]) -> list[dict[str, object]]:
        return [
            {
                "iri": usage.iri,
                "name": short(usage.iri),
                "label": usage.label,
                "comment": usage.meaning.comment,
                "count": usage.count,
            }
            for usage in usages
        ]

    prefixes = dict(words.prefixes)
    return json_page({"prefixes": prefixes, "classes": terms(words.classes), "properties": terms(words.properties)})
