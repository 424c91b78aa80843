"""The protocol tests of the W3C: requests and the responses that they want, as the manifests have them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from rdflib import Graph, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from tests.support.w3c_queries import BASE, iri_of

PROTOCOL = "sparql11/protocol/manifest.ttl"
GRAPH_STORE = (
    "sparql11/graph-store-protocol/manifest-indirect.ttl",
    "sparql11/graph-store-protocol/manifest-direct.ttl",
)

_MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
_HT = Namespace("http://www.w3.org/2011/http#")
_CNT = Namespace("http://www.w3.org/2011/content#")
_UT = Namespace("http://www.w3.org/2009/sparql/tests/test-update#")
_RDFS = Namespace("http://www.w3.org/2000/01/rdf-schema#")
_STATUS = {"OK": 200, "Created": 201, "NoContent": 204, "NotFound": 404}
_AUTHORITY = "http://www.example"
_NEW = "http://www.example/gsp/new"
"""What stands for the address of a graph that a test lets the server name."""


@dataclass(frozen=True)
class Exchange:
    """A request, and what is wanted of the response.

    Attributes:
        method: The method.
        target: The path with the query string.
        headers: The headers.
        body: The body, or None.
        statuses: The statuses that are right; a digit stands for all that begin with it.
        truth: The answer to ASK, or None.
        form: `boolean`, `tabular` or `RDF`, or empty.
        turtle: The graph that the response holds, or empty.
    """

    method: str
    target: str
    headers: dict[str, str]
    body: bytes | None
    statuses: frozenset[int]
    truth: bool | None
    form: str
    turtle: str

    @property
    def reads(self) -> bool:
        """Whether it leaves the data as they are."""
        if self.method not in ("GET", "HEAD", "POST"):
            return False
        is_update = "sparql-update" in self.headers.get("content-type", "") or (self.body or b"").startswith(b"update=")
        return not is_update and (self.method != "POST" or self.target.startswith("/sparql"))

    @property
    def graph(self) -> str | None:
        """The graph of a request to a graph store: its IRI, or None for the default graph."""
        parts = urlsplit(self.target)
        if parts.query == "default":
            return None
        named = parse_qs(parts.query).get("graph")
        return named[0] if named else f"{_AUTHORITY}{parts.path}"

    def allows(self, status: int) -> bool:
        """Say whether a status is right."""
        return status in self.statuses or status // 100 in self.statuses


@dataclass(frozen=True)
class ProtocolCase:
    """A test: some exchanges in order, on some graphs.

    Attributes:
        name: Its name.
        exchanges: The exchanges.
        graphs: The files of the named graphs, by IRI.
    """

    name: str
    exchanges: tuple[Exchange, ...]
    graphs: dict[str, Path]

    @property
    def reads(self) -> bool:
        """Whether it only reads."""
        return all(exchange.reads for exchange in self.exchanges)

    def __str__(self) -> str:
        return self.name


def protocol_cases(manifest: Path, suites: Path) -> list[ProtocolCase]:
    """Return the tests of a manifest, in its order."""
    graph = Graph().parse(manifest, publicID=iri_of(manifest, suites))
    (head,) = graph.objects(URIRef(iri_of(manifest, suites)), _MF.entries)
    return [_case(graph, entry, suites) for entry in Collection(graph, head)]


def _case(graph: Graph, entry: Node, suites: Path) -> ProtocolCase:
    action = graph.value(entry, _MF.action)
    requests = [request for head in graph.objects(action, _HT.requests) for request in Collection(graph, head)]
    data = {
        str(graph.value(each, _RDFS.label)): suites / str(graph.value(each, _UT.graph)).removeprefix(BASE)
        for each in graph.objects(entry, _UT.graphData)
    }
    name = str(entry).rpartition("#")[2]
    return ProtocolCase(name, tuple(_exchange(graph, request) for request in requests), data)


def _exchange(graph: Graph, request: Node) -> Exchange:
    response = graph.value(request, _HT.resp)
    body = graph.value(request, _HT.body)
    truth = graph.value(response, _MF.expectedBoolean)
    return Exchange(
        str(graph.value(request, _HT.methodName)),
        str(graph.value(request, _HT.absolutePath)).replace("$LOCATION$", _NEW),
        dict(_headers(graph, request)),
        _text(graph, body).encode(str(graph.value(body, _CNT.characterEncoding))) if body else None,
        frozenset(_status(str(each)) for each in graph.objects(response, _MF.expectedStatus)),
        None if truth is None else str(truth) == "true",
        str(graph.value(response, _MF.expectedFormat) or ""),
        _text(graph, graph.value(response, _HT.body)),
    )


def _headers(graph: Graph, message: Node) -> Iterator[tuple[str, str]]:
    for head in graph.objects(message, _HT.headers):
        for header in Collection(graph, head):
            yield str(graph.value(header, _HT.fieldName)).lower(), str(graph.value(header, _HT.fieldValue))


def _text(graph: Graph, body: Node | None) -> str:
    return str(graph.value(body, _CNT.chars)) if body else ""


def _status(iri: str) -> int:
    """Return a status, or its first digit where all of a class are meant."""
    name = iri.rpartition("#")[2]
    return _STATUS[name] if name in _STATUS else int(name.removeprefix("StatusCode")[0])
