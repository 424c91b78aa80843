"""Where a server takes requests, and which release it holds."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import quote, urlsplit, urlunsplit

from pyoxigraph import Literal, NamedNode, QuerySolutions
from SPARQLWrapper import JSON

from kg.base.errors import QueryError, StoreError
from kg.store.remote.client import DEFAULT_TIMEOUT, Login, Wire, endpoint_address
from kg.store.store import Store
from kg.terms.formats import term_text
from kg.terms.vocabulary import PREFIXES

# Where a server takes queries, updates and graphs, by what it is.


class ServerEngine(StrEnum):
    """The kinds of servers whose ways are known."""

    OXIGRAPH = "Oxigraph"
    VIRTUOSO = "Virtuoso"
    RDF4J = "RDF4J or GraphDB"
    FUSEKI = "Fuseki"
    OTHER = "unknown"


# How the path of the query address ends, and what stands there in the addresses of updates and of graphs
_SIBLINGS: Mapping[ServerEngine, tuple[str, str, str]] = {
    ServerEngine.OXIGRAPH: (r"/query$", "/update", "/store"),
    ServerEngine.VIRTUOSO: (r"/sparql(-auth)?$", "/sparql-auth", "/sparql-graph-crud-auth"),
    ServerEngine.RDF4J: (r"(/repositories/[^/]+)$", r"\1/statements", r"\1/rdf-graphs/service"),
    ServerEngine.FUSEKI: (r"/(query|sparql)$", "/update", "/data"),
}


@dataclass(frozen=True)
class Addresses:
    """Where a server takes what."""

    query: str  # queries
    update: str = ""  # updates
    graph_store: str = ""  # graphs, by the Graph Store Protocol; empty where it is not known to speak that
    engine: ServerEngine = ServerEngine.OTHER  # what it is


def find_addresses(given: Addresses, login: Login, timeout: float = DEFAULT_TIMEOUT) -> Addresses:
    """Return where a server takes what; what is not given is known from how it calls itself and from its paths."""
    # An address with a path: that of Oxigraph's queries where there is none.
    address = endpoint_address(given.query)
    parts = urlsplit(address)
    query = address if parts.path.strip("/") else urlunsplit(parts._replace(path="/query"))
    engine = recognise(query, _name(Wire(query, login, timeout)))
    found = replace(_usual(query, engine), engine=engine)
    chosen = replace(found, update=given.update or found.update, graph_store=given.graph_store or found.graph_store)
    if not chosen.update:
        message = f"it is not known where the server at {query} takes updates"
        raise StoreError(message, hint="say so: --update ADDRESS, and --graph-store ADDRESS if it has one")
    return chosen


def recognise(query: str, server: str) -> ServerEngine:
    """Return what a server is, from the address of its queries and from what it calls itself.

    >>> recognise("http://127.0.0.1:8890/sparql", "Virtuoso/07.20.3229 (Linux) x86_64-pc-linux-gnu")
    <Engine.VIRTUOSO: 'Virtuoso'>
    >>> recognise("https://kg.example.org/repositories/people", "nginx")
    <Engine.RDF4J: 'RDF4J or GraphDB'>
    """
    for engine in (ServerEngine.OXIGRAPH, ServerEngine.VIRTUOSO):
        if server.startswith(engine.value):
            return engine
    path = urlsplit(query).path
    for engine in (ServerEngine.RDF4J, ServerEngine.FUSEKI):
        if re.search(_SIBLINGS[engine][0], path):
            return engine
    return ServerEngine.OTHER


def _name(wire: Wire) -> str:
    # How a server calls itself, once it has answered a query.
    client = wire.client()
    client.setReturnFormat(JSON)
    client.setQuery("ASK { ?s ?p ?o }")
    try:
        reply = wire.ask(client)
    except QueryError as error:
        raise StoreError(f"{error}", hint="is it a SPARQL endpoint?") from error
    if "json" not in reply.media_type and "xml" not in reply.media_type:
        message = f"{wire.address} answers a query with {reply.media_type or 'no media type'}"
        raise StoreError(message, hint="give the address of a SPARQL endpoint")
    return reply.server


def _usual(query: str, engine: ServerEngine) -> Addresses:
    if engine not in _SIBLINGS:
        return Addresses(query)
    form, *siblings = _SIBLINGS[engine]
    parts = urlsplit(query)
    if not re.search(form, parts.path):
        return Addresses(query)
    update, graphs = (
        urlunsplit(parts._replace(path=re.sub(form, sibling, parts.path), query="")) for sibling in siblings
    )
    return Addresses(query, update, graphs)


# Which release lies in a server: a few triples in a graph of their own, written when all the rest is there.

GRAPH = "graph/release"
EVIDENCE = "graph/evidence"
_NAME = "http://www.w3.org/ns/sparql-service-description#name"
_QUERY = f"""\
PREFIX dcterms: <{PREFIXES["dcterms"]}>
PREFIX prov: <{PREFIXES["prov"]}>
PREFIX void: <{PREFIXES["void"]}>
SELECT ?release ?id ?day ?base ?manifest ?facts {{
  GRAPH ?graph {{
    ?release dcterms:identifier ?id ; void:uriSpace ?base ; dcterms:issued ?day ; prov:value ?manifest .
    OPTIONAL {{ ?release <{_NAME}> ?facts }}
  }}
  FILTER(?graph = ?release)
}}
ORDER BY ?release"""


@dataclass(frozen=True)
class Marker:
    """What a server says of the release in it."""

    release: str  # the id of the release
    base: str  # the base of its IRIs
    day: str  # when it was made, as `2026-11-22`
    manifest: str  # the text of its `manifest.json`
    facts: str = ""  # the graph that holds the facts, or empty for the default graph

    @property
    def iri(self) -> str:
        """The graph of the marker, and its subject."""
        return self.base + GRAPH

    @property
    def evidence(self) -> str:
        """The graph of the evidence."""
        return self.base + EVIDENCE

    def triples(self) -> str:
        """Return what it says, in SPARQL's syntax."""
        said = {
            "dcterms:identifier": Literal(self.release),
            "dcterms:issued": Literal(self.day, datatype=NamedNode(f"{PREFIXES['xsd']}date")),
            "void:uriSpace": Literal(self.base),
            "prov:value": Literal(self.manifest),
        }
        lines = [_line(self.iri, _expanded(name), term_text(value)) for name, value in said.items()]
        if self.facts:
            lines.append(_line(self.iri, _NAME, term_text(NamedNode(self.facts))))
        return "\n".join(lines)

    def update(self, condition: str) -> str:
        """Return the update that puts it in the place of the former one, where a pattern has a solution."""
        graph = f"GRAPH <{self.iri}>"
        return (
            f"DELETE {{ {graph} {{ ?s ?p ?o }} }} WHERE {{ {condition} {graph} {{ ?s ?p ?o }} }} ;\n"
            f"INSERT {{ {graph} {{\n{self.triples()}\n}} }} WHERE {{ {condition} }}"
        )

    def address(self, endpoint: str) -> str:
        """Return the address at which the release is asked; it names its graphs if that of the facts has a name."""
        if not self.facts:
            return endpoint
        graphs = (("default-graph-uri", self.facts), ("named-graph-uri", self.evidence))
        named = "&".join(f"{name}={quote(graph, safe='')}" for name, graph in graphs)
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{named}"


def read_markers(store: Store) -> Iterable[Marker]:
    """Yield what a server says of the releases in it; one for each base."""
    answer = store.query(_QUERY)
    if not isinstance(answer, QuerySolutions):
        raise StoreError("the server does not answer a SELECT with solutions")
    for row in answer:
        release, base, day, manifest = (str(row[name].value) for name in ("id", "base", "day", "manifest"))
        yield Marker(release, base, day, manifest, row["facts"].value if row["facts"] else "")


def read_marker(store: Store, base: str) -> Marker | None:
    """Return what a server says of the release with a base, if it has one."""
    return next((marker for marker in read_markers(store) if marker.base == base), None)


def _expanded(name: str) -> str:
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local


def _line(subject: str, predicate: str, obj: str) -> str:
    return f"<{subject}> <{predicate}> {obj} ."
