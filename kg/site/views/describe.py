"""The page of anything that has none of its own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, Triple

from kg.base.errors import IdentifierError, NotFound, QueryError
from kg.site.addresses import NAMESPACES, number
from kg.site.documents import FORMS
from kg.site.metadata.rdf import node_triples, serialized_triples
from kg.site.page import PageRequest, SitePage, TypedLink, root
from kg.site.templating import html
from kg.site.views.queries import has_engine, known
from kg.store.export.groups import name_of, node_of
from kg.store.graph import Graph
from kg.terms.formats import MEDIA_TYPES, Term
from kg.terms.identifiers import MAX_IRI, valid_iri
from kg.terms.labels import meanings, wording
from kg.terms.vocabulary import RDF_TYPE

# What a graph says of any node: its triples by property, those that lead to it, and where it stands.

MAX_SHOWN = 2_000
"""How many triples a page shows, those of blank nodes among them."""
MAX_VALUES = 100
"""How many values of one property a page shows, and how many triples that lead to the node."""

_MAX_DEPTH = 4
_MAX_TEXT = 4_000


@dataclass(frozen=True)
class Value:
    """A value of a property, as a page shows it.

    Attributes:
        text: The text of a literal, cut if it is very long, or what a node is called.
        name: The IRI of a node, or `_:` and the label of a blank one; empty for a literal.
        language: The language of a literal, or empty.
        datatype: The IRI of the datatype of a literal that is not a plain text, or empty.
        properties: What is said of a blank node, in its place.
    """

    text: str
    name: str = ""
    language: str = ""
    datatype: str = ""
    properties: tuple["Property", ...] = ()


@dataclass(frozen=True)
class Property:
    """A property of a node, with its values.

    Attributes:
        iri: The property.
        values: Its values, at most `MAX_VALUES`.
        whole: Whether these are all.
    """

    iri: str
    values: tuple[Value, ...]
    whole: bool = True


@dataclass(frozen=True)
class NodeDescription:
    """What a page tells of a node.

    Attributes:
        types: Its classes.
        outgoing: What is said of it.
        incoming: What leads to it, by property.
        further: Where the incoming triples go on that are not shown, or 0.
        graphs: The named graphs in which something is said of it; empty text for the default graph.
        uses: Nodes that have it as a property, or stand in it as a graph.
    """

    types: tuple[str, ...]
    outgoing: tuple[Property, ...]
    incoming: tuple[Property, ...]
    further: int
    graphs: tuple[str, ...]
    uses: tuple[Value, ...]

    def __bool__(self) -> bool:
        return bool(self.types or self.outgoing or self.incoming or self.uses)


def describe(graph: Graph, name: str, start: int = 0) -> NodeDescription:
    """Return what a graph says of a node.

    Args:
        graph: The graph.
        name: Its IRI, or `_:` and the label of a blank node.
        start: How many of the triples that lead to it to pass over.
    """
    reader = _Reader(graph)
    node = node_of(name)
    said = list(graph.store.quads(node, limit=MAX_SHOWN))
    leading = list(islice(graph.store.quads(obj=node, limit=start + MAX_VALUES + 1), start, None))
    return NodeDescription(
        types=tuple(sorted({name_of(quad.object) for quad in said if _is_class(quad)})),
        outgoing=reader.properties((quad for quad in said if not _is_class(quad)), frozenset((node,))),
        incoming=_incoming(graph, leading[:MAX_VALUES]),
        further=start + MAX_VALUES if len(leading) > MAX_VALUES else 0,
        graphs=tuple(sorted({_graph_name(quad) for quad in (*said, *leading)})),
        uses=_uses(graph, node),
    )


class _Reader:
    """Turns quads into what a page shows, until a page's fill is reached."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._left = MAX_SHOWN

    def properties(self, quads: Iterable[Quad], above: frozenset[Term]) -> tuple[Property, ...]:
        """Return quads of one subject by property; blank nodes unfold, unless they are above their place."""
        found: dict[str, dict[Term, None]] = {}
        for quad in quads:
            found.setdefault(quad.predicate.value, {})[quad.object] = None
        return tuple(
            Property(
                iri,
                tuple(self._value(term, above) for term in sorted(found[iri], key=_order)[:MAX_VALUES]),
                len(found[iri]) <= MAX_VALUES,
            )
            for iri in sorted(found, key=lambda iri: (wording(iri), iri))
        )

    def _value(self, term: Term, above: frozenset[Term]) -> Value:
        if not isinstance(term, BlankNode):
            return value(self._graph, term)
        return Value(self._graph.label(name_of(term)), name_of(term), properties=self._unfolded(term, above))

    def _unfolded(self, node: BlankNode, above: frozenset[Term]) -> tuple[Property, ...]:
        if node in above or len(above) > _MAX_DEPTH or self._left <= 0:
            return ()
        quads = list(self._graph.store.quads(node, limit=self._left))
        self._left -= len(quads)
        return self.properties(quads, above | {node})


def value(graph: Graph, term: Term) -> Value:
    """Return a term as a page shows it."""
    if isinstance(term, Literal):
        text = term.value if len(term.value) <= _MAX_TEXT else f"{term.value[:_MAX_TEXT]}…"
        plain = bool(term.language) or term.datatype.value.endswith("#string")
        return Value(text, language=term.language or "", datatype="" if plain else term.datatype.value)
    if isinstance(term, Triple):
        return Value(str(term))
    name = name_of(term)
    return Value(graph.label(name), name)


def _incoming(graph: Graph, quads: Iterable[Quad]) -> tuple[Property, ...]:
    found: dict[str, dict[Term, None]] = {}
    for quad in quads:
        found.setdefault(quad.predicate.value, {})[quad.subject] = None
    return tuple(
        Property(iri, tuple(sorted((value(graph, term) for term in found[iri]), key=lambda each: each.text.casefold())))
        for iri in sorted(found, key=lambda iri: (wording(iri), iri))
    )


def _uses(graph: Graph, node: NamedNode | BlankNode) -> tuple[Value, ...]:
    """Return some nodes that have a node as a property, or stand in it as a graph."""
    terms = dict.fromkeys(quad.subject for quad in islice(_used(graph, node), MAX_VALUES))
    return tuple(value(graph, term) for term in terms)


def _used(graph: Graph, node: NamedNode | BlankNode) -> Iterator[Quad]:
    if isinstance(node, NamedNode):
        yield from graph.store.quads(predicate=node, limit=MAX_VALUES)
    yield from graph.store.quads(graph=node, limit=MAX_VALUES)


def _is_class(quad: Quad) -> bool:
    return quad.predicate.value == RDF_TYPE and isinstance(quad.object, NamedNode)


def _graph_name(quad: Quad) -> str:
    return "" if isinstance(quad.graph_name, DefaultGraph) else name_of(quad.graph_name)


def _order(term: Term) -> tuple[bool, str]:
    """Order values: literals before nodes, blank nodes last, each by what they say."""
    return isinstance(term, BlankNode), f"0{term.value}" if isinstance(term, Literal) else f"1{term}"


# The page of anything that has none of its own, and its documents: `describe/?iri=…`.

_BLANK = re.compile(r"_:[A-Za-z0-9_]+")
_MAX_START = 900_000


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page of a node; without an IRI, a form that asks for one. As a file its script tells of any.

    Raises:
        NotFound: If nothing is said of it.
        QueryError: If it cannot be an IRI.
    """
    if graph.hosting.is_static:
        return html(
            graph, request, "describe_static.html", has_engine=has_engine(), site=looking(graph, root(request.path))
        )
    name = _name(request)
    if not name:
        return html(graph, request, "describe.html", name="", label="Describe")
    start = number(request.parameters, "from", 0, _MAX_START)
    description = _found(graph, name, start)
    return html(
        graph,
        request,
        "describe.html",
        _links(name),
        name=name,
        label=graph.label(name),
        description=description,
        start=start,
        own=graph.local(name),
        forms=FORMS,
    )


def looking(graph: Graph, to_root: str) -> dict[str, Any]:
    """Return what scripts know that describe any IRI in the browser: the graph, and what its terms are called."""
    wordings = {iri: meaning.label for iri, meaning in meanings().items() if meaning.label}
    return known(graph, to_root) | {"prefixes": NAMESPACES, "wordings": wordings}


def document(graph: Graph, request: PageRequest) -> SitePage:
    """Return what is said of a node, and of the blank nodes that hang on it, in one of `FORMS`.

    Raises:
        NotFound: If nothing is said of it.
        QueryError: If it cannot be an IRI, or is too large, or the syntax cannot hold it.
    """
    name, form = _name(request), FORMS[request.match["suffix"]]
    _found(graph, name, 0)
    return SitePage(serialized_triples(node_triples(graph, name), form.name), MEDIA_TYPES[form.name], _links(name))


def _name(request: PageRequest) -> str:
    """Return the IRI that is asked for, or `_:` and the label of a blank node, or nothing."""
    name = request.parameters.get("iri", "").strip()
    if not name or _BLANK.fullmatch(name):
        return name[:MAX_IRI]
    if len(name) > MAX_IRI:
        raise QueryError(f"the IRI is longer than {MAX_IRI} characters")
    try:
        iri = valid_iri(name)
    except IdentifierError as error:
        raise QueryError(str(error), hint="give a whole IRI, such as https://schema.org/Person") from error
    return iri.replace("http://schema.org/", "https://schema.org/", 1) if iri.startswith("http://schema.org/") else iri


def _found(graph: Graph, name: str, start: int) -> NodeDescription:
    if not name:
        raise NotFound("no IRI is given", hint="add ?iri= and an IRI")
    description = describe(graph, name, start)
    if not description and not start:
        raise NotFound(f"nothing is said of {name}", hint="look for it by its name")
    return description


def _links(name: str) -> tuple[TypedLink, ...]:
    query = quote(name, safe="")
    return tuple(
        TypedLink(f"describe.{suffix}?iri={query}", "alternate", form.media_type) for suffix, form in FORMS.items()
    )
