"""The page of any node that has none of its own, `describe/?iri=…`, and its documents."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any
from urllib.parse import quote

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, Triple

from kg.base.errors import IdentifierError, NotFound, QueryError
from kg.site.addresses import NAMESPACES, number
from kg.site.metadata.documents import FORMS
from kg.site.metadata.rdf import node_triples, serialized_triples
from kg.site.page import PageRequest, SitePage, TypedLink
from kg.site.templating import html
from kg.site.views.queries import has_engine, known
from kg.store.export.groups import name_of, node_of
from kg.store.graph import Graph
from kg.terms.formats import MEDIA_TYPES, Term
from kg.terms.identifiers import MAX_IRI, valid_iri
from kg.terms.labels import meanings, wording
from kg.terms.vocabulary import RDF_TYPE

MAX_SHOWN = 2_000
"""How many triples a page shows, those of blank nodes among them."""
MAX_VALUES = 100
"""How many values of one property a page shows, and how many triples that lead to the node."""

_MAX_DEPTH = 4
_MAX_TEXT = 4_000
_MAX_START = 900_000
_BLANK = re.compile(r"_:[A-Za-z0-9_]+")


@dataclass(frozen=True)
class Value:
    """A value of a property: a literal, or a node by its name."""

    text: str  # of a literal, cut if it is very long, or what a node is called
    name: str = ""  # the IRI of a node, or `_:` and the label of a blank one; empty for a literal
    language: str = ""  # the language of a literal, or empty
    datatype: str = ""  # the IRI of the datatype of a literal that is not a plain text, or empty
    properties: tuple["Property", ...] = ()  # what is said of a blank node, in its place


@dataclass(frozen=True)
class Property:
    """A property of a node with its first `MAX_VALUES` values, and whether these are all."""

    iri: str
    values: tuple[Value, ...]
    whole: bool = True


@dataclass(frozen=True)
class NodeDescription:
    """What a page shows of a node."""

    types: tuple[str, ...]  # its classes
    outgoing: tuple[Property, ...]  # what is said of it
    incoming: tuple[Property, ...]  # what leads to it
    further: int  # where the incoming triples go on that are not shown, or 0
    graphs: tuple[str, ...]  # the named graphs in which something is said of it; empty text for the default graph
    uses: tuple[Value, ...]  # nodes that have it as a property, or stand in it as a graph

    def __bool__(self) -> bool:
        return bool(self.types or self.outgoing or self.incoming or self.uses)


def describe(graph: Graph, name: str, start: int = 0) -> NodeDescription:
    """Return what a graph says of a node: of the triples that lead to it, those from `start` on."""
    node = node_of(name)
    said = list(graph.store.quads(node, limit=MAX_SHOWN))
    leading = list(islice(graph.store.quads(obj=node, limit=start + MAX_VALUES + 1), start, None))
    classes = {quad for quad in said if quad.predicate.value == RDF_TYPE and isinstance(quad.object, NamedNode)}
    incoming = ((quad.predicate.value, quad.subject) for quad in leading[:MAX_VALUES])
    as_property = graph.store.quads(predicate=node, limit=MAX_VALUES) if isinstance(node, NamedNode) else ()
    using = (quad.subject for quad in chain(as_property, graph.store.quads(graph=node, limit=MAX_VALUES)))
    graphs = (quad.graph_name for quad in (*said, *leading))
    return NodeDescription(
        types=tuple(sorted({name_of(quad.object) for quad in classes})),
        outgoing=_Unfolder(graph).properties((quad for quad in said if quad not in classes), frozenset((node,))),
        incoming=_properties(incoming, partial(_value, graph), lambda term: graph.label(name_of(term)).casefold()),
        further=start + MAX_VALUES if len(leading) > MAX_VALUES else 0,
        graphs=tuple(sorted({"" if isinstance(each, DefaultGraph) else name_of(each) for each in graphs})),
        uses=tuple(_value(graph, term) for term in dict.fromkeys(islice(using, MAX_VALUES))),
    )


def _properties(
    pairs: Iterable[tuple[str, Term]], shown: Callable[[Term], Value], order: Callable[[Term], Any]
) -> tuple[Property, ...]:
    """Return terms by property, these by what they are called."""
    found: dict[str, dict[Term, None]] = {}
    for iri, term in pairs:
        found.setdefault(iri, {})[term] = None
    return tuple(
        Property(iri, tuple(map(shown, sorted(terms, key=order)[:MAX_VALUES])), len(terms) <= MAX_VALUES)
        for iri, terms in sorted(found.items(), key=lambda each: (wording(each[0]), each[0]))
    )


class _Unfolder:
    """Turns quads into what a page shows, with blank nodes in their places, until a page is full."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._left = MAX_SHOWN

    def properties(self, quads: Iterable[Quad], above: frozenset[Term]) -> tuple[Property, ...]:
        """Return quads of one subject by property; blank nodes unfold, unless they are above their place."""
        pairs = ((quad.predicate.value, quad.object) for quad in quads)
        return _properties(pairs, partial(self._unfolded, above), _order)

    def _unfolded(self, above: frozenset[Term], term: Term) -> Value:
        shown = _value(self._graph, term)
        if not isinstance(term, BlankNode) or term in above or len(above) > _MAX_DEPTH or self._left <= 0:
            return shown
        quads = list(self._graph.store.quads(term, limit=self._left))
        self._left -= len(quads)
        return replace(shown, properties=self.properties(quads, above | {term}))


def _order(term: Term) -> tuple[bool, str]:
    """Order values: literals before nodes, blank nodes last, each by what they say."""
    return isinstance(term, BlankNode), f"0{term.value}" if isinstance(term, Literal) else f"1{term}"


def _value(graph: Graph, term: Term) -> Value:
    if isinstance(term, Literal):
        text = term.value if len(term.value) <= _MAX_TEXT else f"{term.value[:_MAX_TEXT]}…"
        plain = bool(term.language) or term.datatype.value.endswith("#string")
        return Value(text, language=term.language or "", datatype="" if plain else term.datatype.value)
    if isinstance(term, Triple):
        return Value(str(term))
    return Value(graph.label(name_of(term)), name_of(term))


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page of a node; without an IRI, a form for one. In a site of files a script describes any node."""
    if graph.hosting.is_static:
        return html(graph, request, "describe_static.html", has_engine=has_engine(), site=looking(graph, request))
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


def looking(graph: Graph, request: PageRequest, to_root: str = "") -> dict[str, Any]:
    """Return what scripts know that describe any IRI in the browser: the graph, and what its terms are called."""
    wordings = {iri: meaning.label for iri, meaning in meanings().items() if meaning.label}
    return known(graph, request, to_root) | {
        "prefixes": NAMESPACES,
        "wordings": wordings,
        "shards": graph.hosting.shards,
    }


def document(graph: Graph, request: PageRequest) -> SitePage:
    """Return what is said of a node, and of the blank nodes that hang on it, in one of `FORMS`."""
    name, form = _name(request), FORMS[request.match["suffix"]]
    _found(graph, name, 0)
    return SitePage(serialized_triples(node_triples(graph, name), form.name), MEDIA_TYPES[form.name], _links(name))


def _name(request: PageRequest) -> str:
    """Return the requested IRI, or `_:` and the label of a blank node, or nothing."""
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
