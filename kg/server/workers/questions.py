"""Questions and results as the parent of query workers sees them, and how they go over the wire."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg.base.errors import NotFound, QueryError, StoreError, Unanswered, Unavailable
from kg.server.workers.outcomes import TooMuch
from kg.server.workers.process import Reply, WorkerFault
from kg.store.store import QueryDataset


@dataclass(frozen=True)
class Question:
    """A SPARQL query, and in which formats its answer is wanted.

    Attributes:
        sparql: The query; which form it has is only known when it is answered.
        solutions: Name of the format of solutions and booleans, of `kg.terms.formats.RESULT_FORMATS`.
        graph: Name of the format of graphs, of `kg.terms.formats.RDF_FORMATS`.
        dataset: The graphs that are asked, or None for those of the store.
        base: What relative IRIs in it are relative to, or None.
    """

    sparql: str
    solutions: str = "json"
    graph: str = "turtle"
    dataset: QueryDataset | None = None
    base: str | None = None

    def job(self) -> tuple[dict[str, Any], bytes]:
        """Return what a worker is sent."""
        header: dict[str, Any] = {"solutions": self.solutions, "graph": self.graph, "base": self.base}
        if self.dataset is not None:
            header |= {"default": self.dataset.default, "named": self.dataset.named}
        return header, self.sparql.encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Dump:
    """All triples of one graph (SPARQL 1.1 Graph Store HTTP Protocol §5.2).

    Attributes:
        iri: The named graph, or None for the default graph.
        graph: Name of the format, of `kg.terms.formats.RDF_FORMATS`.
    """

    iri: str | None = None
    graph: str = "turtle"

    def job(self) -> tuple[dict[str, Any], bytes]:
        """Return what a worker is sent."""
        return {"dump": self.iri or "", "graph": self.graph}, b""


@dataclass(frozen=True)
class Result:
    """A whole answer.

    Attributes:
        form: "solutions", "boolean" or "graph".
        format: Name of the format: of `RDF_FORMATS` for a graph, otherwise of `RESULT_FORMATS`.
        body: The answer in it.
        lane: "fast" or "slow", where it was answered.
    """

    form: str
    format: str
    body: bytes
    lane: str


def result(reply: Reply, lane: str) -> Result:
    """Return what a query worker says.

    Raises:
        QueryError: If the query is malformed or refused.
        NotFound: If there is no such graph.
        TooMuch: If the answer is beyond a limit.
        Unavailable: If it is far away and does not answer now.
        Unanswered: If it is, and cannot answer this.
        StoreError: If the store does not answer.
        WorkerFault: If the reply makes no sense.
    """
    header = reply.header
    if "form" in header:
        return Result(str(header["form"]), str(header["format"]), reply.body, lane)
    message, hint = str(header.get("message", "")), str(header.get("hint", ""))
    match header.get("error"):
        case "query":
            line, column = header.get("place") or (0, 0)
            raise QueryError(message, hint=hint, place=(int(line), int(column)) if line else None)
        case "missing":
            raise NotFound(message, hint=hint)
        case "store":
            raise StoreError(message, hint=hint)
        case "away":
            raise Unavailable(message, hint=hint)
        case "unanswered":
            raise Unanswered(message, hint=hint)
        case "limit":
            raise _beyond(header)
    raise WorkerFault("the worker's reply is not one")


def _beyond(header: Mapping[str, Any]) -> TooMuch:
    limit, value = str(header["limit"]), int(header["value"])
    message = f"the answer has more than {value:,} {limit}, and nothing of it is shown"
    return TooMuch(message, limit, value, limit, hint="ask for less: add a LIMIT, or ask in several queries")
