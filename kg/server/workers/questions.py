"""Questions, results and errors of query workers as their parent sees them, and how they go over the wire.

KgError
├── QueryError     of kg.base.errors: malformed or refused by the guard
├── NotFound       of kg.base.errors: the graph that is asked for does not exist
├── TooMuch        the question is beyond a limit; asking again does not help
├── Busy           too many are waiting; asking again later helps
└── WorkerError    of kg.server.workers.process: the worker failed for an unknown reason
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kg.base.errors import KgError, NotFound, QueryError, StoreError
from kg.server.codings import IDENTITY, PLAIN, Coding
from kg.server.workers.frames import encoded
from kg.server.workers.process import WorkerFault, WorkerReply
from kg.store.store import QueryDataset


class LimitReached(KgError):
    """A limit was reached.

    Attributes:
        limit: Which one, in words.
        value: Where it lies, in `unit`.
        unit: Of what.
    """

    def __init__(self, message: str, limit: str, value: float, unit: str, *, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.limit, self.value, self.unit = limit, value, unit


class TooMuch(LimitReached):
    """A question took or gave more than it may; nothing of its answer is shown."""


class Busy(LimitReached):
    """A question cannot be taken now.

    Attributes:
        retry_after: Seconds after which it may be asked again.
    """

    def __init__(self, message: str, limit: str, value: float, unit: str, *, retry_after: int) -> None:
        super().__init__(message, limit, value, unit, hint=f"ask again in {retry_after} s")
        self.retry_after = retry_after


@dataclass(frozen=True)
class SparqlQuestion:
    """A SPARQL query, and in which formats its answer is wanted.

    Attributes:
        sparql: The query; which form it has is only known when it is answered.
        solutions: Name of the format of solutions and booleans, of `kg.terms.formats.RESULT_FORMATS`.
        graph: Name of the format of graphs, of `kg.terms.formats.RDF_FORMATS`.
        dataset: The graphs that are asked, or None for those of the store.
        base: What relative IRIs in it are relative to, or None.
        coding: How the answer is packed.
    """

    sparql: str
    solutions: str = "json"
    graph: str = "turtle"
    dataset: QueryDataset | None = None
    base: str | None = None
    coding: Coding = PLAIN

    def job(self) -> tuple[bytes, bytes]:
        """Return header and body of the job, encoded."""
        header = _header_of(self.solutions, self.graph, self.base, self.dataset, self.coding)
        return header, self.sparql.encode("utf-8", "surrogatepass")


@lru_cache(maxsize=64)
def _header_of(solutions: str, graph: str, base: str | None, dataset: QueryDataset | None, coding: Coding) -> bytes:
    given = {"default": dataset.default, "named": dataset.named} if dataset is not None else {}
    return encoded({"solutions": solutions, "graph": graph, "base": base, "coding": coding, **given})


@dataclass(frozen=True)
class GraphDump:
    """All triples of one graph (SPARQL 1.1 Graph Store HTTP Protocol §5.2).

    Attributes:
        iri: The named graph, or None for the default graph.
        graph: Name of the format, of `kg.terms.formats.RDF_FORMATS`.
        coding: How the answer is packed.
    """

    iri: str | None = None
    graph: str = "turtle"
    coding: Coding = PLAIN

    def job(self) -> tuple[bytes, bytes]:
        """Return header and body of the job, encoded."""
        return encoded({"dump": self.iri or "", "graph": self.graph, "coding": self.coding}), b""


@dataclass(frozen=True)
class QueryResult:
    """A whole answer.

    Attributes:
        form: "solutions", "boolean" or "graph".
        format: Name of the format: of `RDF_FORMATS` for a graph, otherwise of `RESULT_FORMATS`.
        body: The answer in it, packed or not.
        lane: "fast" or "slow", where it was answered.
        coding: How it is packed, as in `Content-Encoding`.
    """

    form: str
    format: str
    body: bytes
    lane: str
    coding: str = IDENTITY


def result(reply: WorkerReply, lane: str) -> QueryResult:
    """Return the result in a reply of a query worker.

    Raises:
        QueryError: If the query is malformed or refused.
        NotFound: If there is no such graph.
        TooMuch: If the answer is beyond a limit.
        StoreError: If the store does not answer.
        WorkerFault: If the reply makes no sense.
    """
    header = reply.header
    if "form" in header:
        coding = str(header.get("coding", IDENTITY))
        return QueryResult(str(header["form"]), str(header["format"]), reply.body, lane, coding)
    message, hint = str(header.get("message", "")), str(header.get("hint", ""))
    match header.get("error"):
        case "query":
            line, column = header.get("place") or (0, 0)
            raise QueryError(message, hint=hint, place=(int(line), int(column)) if line else None)
        case "limit":
            limit, value = str(header["limit"]), int(header["value"])
            message = f"the answer has more than {value:,} {limit}, and nothing of it is shown"
            hint = "ask for less: add a LIMIT, or ask in several queries"
            raise TooMuch(message, limit, value, limit, hint=hint)
        case str(kind) if kind in _ERRORS:
            raise _ERRORS[kind](message, hint=hint)
    raise WorkerFault("the worker's reply is malformed")


_ERRORS: Mapping[str, type[KgError]] = {
    "missing": NotFound,
    "store": StoreError,
}
