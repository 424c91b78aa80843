"""Where a server takes queries and graphs, by what it is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit, urlunsplit

from SPARQLWrapper import JSON

from kg.base.errors import QueryError, StoreError
from kg.store.remote.client import DEFAULT_TIMEOUT, Login, Wire, endpoint_address


class ServerEngine(StrEnum):
    """The kinds of servers whose ways are known."""

    OXIGRAPH = "Oxigraph"
    VIRTUOSO = "Virtuoso"
    RDF4J = "RDF4J or GraphDB"
    FUSEKI = "Fuseki"
    OTHER = "unknown"


# How the path of the query address ends, and what stands there in the address of graphs
_GRAPHS: Mapping[ServerEngine, tuple[str, str]] = {
    ServerEngine.OXIGRAPH: (r"/query$", "/store"),
    ServerEngine.VIRTUOSO: (r"/sparql(-auth)?$", "/sparql-graph-crud-auth"),
    ServerEngine.RDF4J: (r"(/repositories/[^/]+)$", r"\1/rdf-graphs/service"),
    ServerEngine.FUSEKI: (r"/(query|sparql)$", "/data"),
}


@dataclass(frozen=True)
class Addresses:
    """Where a server takes what."""

    query: str  # queries
    graph_store: str = ""  # graphs, by the Graph Store Protocol
    engine: ServerEngine = ServerEngine.OTHER  # what it is


def find_addresses(given: Addresses, login: Login, timeout: float = DEFAULT_TIMEOUT) -> Addresses:
    """Return where a server takes what; what is not given is known from how it calls itself and from its paths."""
    # An address with a path: that of Oxigraph's queries where there is none.
    address = endpoint_address(given.query)
    parts = urlsplit(address)
    query = address if parts.path.strip("/") else urlunsplit(parts._replace(path="/query"))
    engine = recognise(query, _name(Wire(query, login, timeout)))
    chosen = Addresses(query, given.graph_store or _graph_store(query, engine), engine)
    if not chosen.graph_store:
        message = f"it is not known where the server at {query} takes graphs"
        raise StoreError(message, hint="give the address of its Graph Store: --graph-store ADDRESS")
    return chosen


def recognise(query: str, server: str) -> ServerEngine:
    """Return what a server is, from the address of its queries and from what it calls itself.

    >>> recognise("http://127.0.0.1:8890/sparql", "Virtuoso/07.20.3229 (Linux) x86_64-pc-linux-gnu")
    <ServerEngine.VIRTUOSO: 'Virtuoso'>
    >>> recognise("https://kg.example.org/repositories/people", "nginx")
    <ServerEngine.RDF4J: 'RDF4J or GraphDB'>
    """
    for engine in (ServerEngine.OXIGRAPH, ServerEngine.VIRTUOSO):
        if server.startswith(engine.value):
            return engine
    path = urlsplit(query).path
    for engine in (ServerEngine.RDF4J, ServerEngine.FUSEKI):
        if re.search(_GRAPHS[engine][0], path):
            return engine
    return ServerEngine.OTHER


def _name(wire: Wire) -> str:
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


def _graph_store(query: str, engine: ServerEngine) -> str:
    """The usual address of a server's graphs, or an empty text."""
    form, graphs = _GRAPHS.get(engine, ("$^", ""))
    parts = urlsplit(query)
    if not re.search(form, parts.path):
        return ""
    return urlunsplit(parts._replace(path=re.sub(form, graphs, parts.path), query=""))
