"""Untrusted SPARQL: queries as they are asked of a worker, how it answers them, and what comes back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, NamedNode, QueryBoolean, QuerySolutions, serialize

from kg.base.errors import KgError, NotFound, QueryError, StoreError
from kg.base.sandbox import can_deny_sockets
from kg.server.codings import IDENTITY, PLAIN, Coding, packed
from kg.server.settings import ServerSettings
from kg.server.workers.errors import TooMuch, WorkerError
from kg.server.workers.worker import Handler, encoded
from kg.store.store import LocalStore, QueryDataset, graph_name
from kg.terms.formats import RDF_FORMATS, RESULT_FORMATS
from kg.terms.vocabulary import QUERY_PREFIXES

_ERRORS: Mapping[str, type[KgError]] = {"query": QueryError, "missing": NotFound, "store": StoreError}


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
        coding: How it is packed, as in `Content-Encoding`.
    """

    form: str
    format: str
    body: bytes
    coding: str = IDENTITY


def result(header: Mapping[str, Any], body: bytes) -> QueryResult:
    """Return the result in a reply of a query worker.

    Raises:
        QueryError: If the query is malformed or refused.
        NotFound: If there is no such graph.
        TooMuch: If the answer is beyond a limit.
        StoreError: If the store does not answer.
        WorkerError: If the reply makes no sense.
    """
    if "form" in header:
        coding = str(header.get("coding", IDENTITY))
        return QueryResult(str(header["form"]), str(header["format"]), body, coding)
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
    raise WorkerError("the worker's reply is malformed")


class _RowMark(NamedTuple):
    """A separator of rows in a result format, and how many bytes of a chunk's end may belong to it."""

    pattern: re.Pattern[bytes]
    length: int


_MARKS = {
    "json": _RowMark(re.compile(rb"\}(?=,\{[\"}])"), 4),  # within a string the quote would be escaped
    "xml": _RowMark(re.compile(rb"<result>"), 8),  # within a text < would be escaped
    "tsv": _RowMark(re.compile(rb"\n"), 1),
    "csv": _RowMark(re.compile(rb"\n"), 1),  # between quotes it is none
}


class Beyond(Exception):
    """An answer exceeds a limit."""

    def __init__(self, limit: str, value: int) -> None:
        super().__init__(limit)
        self.limit, self.value = limit, value


class Rows:
    r"""Counts the rows of a result format as it is written, in chunks that are cut anywhere.

    >>> rows = Rows("csv")
    >>> [rows.more(chunk) for chunk in (b"name\r", b"\nAda\r\n", b'"Ada\r', b'\nL."\r\n')]
    [0, 1, 1, 2]
    """

    def __init__(self, form: str) -> None:
        self._pattern, self._length = _MARKS[form]
        self._is_csv = form == "csv"
        self._quoted = False
        self._tail = b""
        self._found = -1 if form in ("csv", "tsv") else 0  # the head ends as a row does
        self._rest = 1 if form == "json" else 0  # what stands between rows

    def more(self, chunk: bytes) -> int:
        """Count another chunk, and return the number of rows; it may be one too high while the last is incomplete."""
        if self._is_csv:  # a line's end between quotes ends no row
            parts = chunk.split(b'"')
            chunk = b"".join(parts[self._quoted :: 2])
            self._quoted ^= len(parts) % 2 == 0
        text = self._tail + chunk
        self._found += len(self._pattern.findall(text))
        self._tail = text[max(0, len(text) - self._length + 1) :]
        return max(0, self._found + self._rest)


class AnswerBuffer(BytesIO):
    """A file in memory for an answer, which refuses more than its limits.

    Attributes:
        rows: Counts its rows, if it has any.
    """

    def __init__(self, max_bytes: int, max_rows: int) -> None:
        super().__init__()
        self.rows: Rows | None = None
        self._max_bytes, self._max_rows = max_bytes, max_rows

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]  # of all buffers the engine writes bytes
        """Write a chunk.

        Raises:
            Beyond: If it is too much.
        """
        written = super().write(chunk)
        if self.tell() > self._max_bytes:
            raise Beyond("bytes", self._max_bytes)
        if self.rows is not None and self.tell() > self._max_rows:  # since a row has a byte at least
            uncounted = chunk if self.tell() - written > self._max_rows else self.getvalue()
            if self.rows.more(uncounted) > self._max_rows:
                raise Beyond("rows", self._max_rows)
        return written


class QueryHandler:
    """Answers queries and dumps."""

    def __init__(self, store: LocalStore, settings: ServerSettings) -> None:
        self._store, self._settings = store, settings
        self._guard = replace(settings.guard, walled=can_deny_sockets())  # stricter where there are no walls

    def answer(self, job: Mapping[str, Any], body: bytes) -> tuple[Mapping[str, Any], bytes]:
        """Return an answer, or the error."""
        try:
            header, answer = (
                self._dump(job) if "dump" in job else self._query(job, body.decode("utf-8", "surrogatepass"))
            )
            coding = Coding(*job["coding"])
            small = packed(answer, coding)
            return (header, answer) if small is None else ({**header, "coding": coding.name}, small)
        except Beyond as beyond:
            return {"error": "limit", "limit": beyond.limit, "value": beyond.value}, b""
        except MemoryError:
            return {"error": "limit", "limit": "memory", "value": self._settings.query_memory << 20}, b""
        except (QueryError, NotFound, StoreError) as error:
            kind = next(kind for kind, known in _ERRORS.items() if isinstance(error, known))
            place = error.place if isinstance(error, QueryError) else None
            return {"error": kind, "message": str(error), "hint": error.hint, "place": place}, b""
        except (OSError, ValueError, RuntimeError) as error:  # of the engine, while it goes on
            return {"error": "store", "message": f"the store cannot answer: {error}"}, b""

    def _query(self, job: Mapping[str, Any], sparql: str) -> tuple[Mapping[str, Any], bytes]:
        dataset = QueryDataset(tuple(job["default"]), tuple(job["named"])) if "default" in job else None
        answer = self._store.query(
            sparql, prefixes=QUERY_PREFIXES, dataset=dataset, base=job["base"], limits=self._guard
        )
        output = self._output()
        if not isinstance(answer, QuerySolutions | QueryBoolean):
            serialize(answer, output, RDF_FORMATS[job["graph"]])
            return {"form": "graph", "format": job["graph"]}, output.getvalue()
        form = "boolean" if isinstance(answer, QueryBoolean) else "solutions"
        if form == "solutions":
            output.rows = Rows(job["solutions"])
        answer.serialize(output, RESULT_FORMATS[job["solutions"]])
        return {"form": form, "format": job["solutions"]}, output.getvalue()

    def _dump(self, job: Mapping[str, Any]) -> tuple[Mapping[str, Any], bytes]:
        output = self._output()
        name = graph_name(job["dump"]) if job["dump"] else DefaultGraph()
        if isinstance(name, NamedNode) and not self._store.backend.contains_named_graph(name):
            hint = "ask which there are: SELECT DISTINCT ?g { GRAPH ?g { } }"
            raise NotFound(f"there is no graph {name.value}", hint=hint)
        self._store.backend.dump(output, RDF_FORMATS[job["graph"]], from_graph=name)
        return {"form": "graph", "format": job["graph"]}, output.getvalue()

    def _output(self) -> AnswerBuffer:
        return AnswerBuffer(self._settings.query_size << 20, self._settings.query_rows)


def opened(store: Path, settings: ServerSettings) -> Handler:
    """Return what answers queries of a store, which each worker opens for itself: its engine has threads."""
    return QueryHandler(LocalStore.open(store), settings).answer
