"""Nodes of JSON-LD made of what the graph says in schema.org's own terms."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kg.formats import Literal, NamedNode, Term
from kg.pages.graph import Graph, outside
from kg.pages.metadata.dataset import Dataset
from kg.pages.works import Facts
from kg.vocabulary import PREFIXES

CONTEXT = "https://schema.org"
Node = dict[str, Any]

_SCHEMA = PREFIXES["schema"]


def kept(properties: Mapping[str, Any]) -> Node:
    """Return the properties that have a value; a list of one is that one.

    >>> kept({"name": "Ada", "url": "", "award": ["A"], "sameAs": []})
    {'name': 'Ada', 'award': 'A'}
    """
    found = {name: value for name, value in properties.items() if value not in ("", None, [], (), {})}
    return {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in found.items()}


def classes(graph: Graph, iri: str, otherwise: str) -> list[str]:
    """Return the classes that schema.org has for a thing, by their names there."""
    names = (each.removeprefix(_SCHEMA) for each in graph.types(iri) if each.startswith(_SCHEMA))
    return list(names) or [otherwise]


def reference(graph: Graph, iri: str, otherwise: str = "Thing") -> Node:
    """Return a thing by its name, for a place where another is described."""
    return kept({"@type": classes(graph, iri, otherwise), "@id": iri, "name": graph.label(iri)})


def publisher(graph: Graph) -> Node:
    """Return who publishes the dataset; empty if nobody is known."""
    about = Dataset(graph)
    if about.publisher is None:
        return {}
    node = {"@type": "Organization", "@id": about.publisher.iri, "name": about.publisher.name}
    return kept({**node, "url": about.publisher_page})


def stated(graph: Graph, said: Facts, names: Iterable[str]) -> Node:
    """Return the values of some of schema.org's properties: things by name, places on the web, texts.

    Args:
        graph: Where they are.
        said: What is said of the thing.
        names: The properties, as schema.org calls them.
    """
    return kept({name: list(_values(graph, said.get(f"schema:{name}", ()))) for name in names})


def _values(graph: Graph, terms: Iterable[Term]) -> Iterator[Any]:
    for term in terms:
        if isinstance(term, Literal):
            yield term.value
        elif isinstance(term, NamedNode) and graph.local(term.value):
            if "#" not in term.value:
                yield reference(graph, term.value)
        elif isinstance(term, NamedNode) and (address := outside(term.value)):
            yield address
