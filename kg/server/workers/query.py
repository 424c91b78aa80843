"""The query worker: answers untrusted SPARQL from a store that is open for reading.

Run as `python -m kg.server.workers.query STORE CAPS`, with the caps as JSON.
"""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, NamedNode, QueryBoolean, QuerySolutions, serialize

from kg.base.errors import KgError, NotFound, QueryError, StoreError
from kg.base.sandbox import Sandbox, can_deny_sockets
from kg.server.codings import Coding, packed
from kg.server.workers.serving import serve
from kg.store.store import LocalStore, QueryDataset, graph_name
from kg.terms.formats import RDF_FORMATS, RESULT_FORMATS
from kg.terms.sparql_guard import SERVER_LIMITS, Limits
from kg.terms.vocabulary import QUERY_PREFIXES

_ERRORS: Mapping[type[KgError], str] = {
    QueryError: "query",
    NotFound: "missing",
    StoreError: "store",
}


@dataclass(frozen=True)
class Caps:
    """What an answer may take.

    Attributes:
        memory: Bytes beyond what a worker holds when it is ready.
        resident: Bytes beyond that after which it makes room for a fresh one.
        bytes: Of an answer.
        rows: Of an answer to SELECT.
        guard: What the guard allows.
    """

    memory: int = 512 << 20
    resident: int = 128 << 20
    bytes: int = 16 << 20
    rows: int = 100_000
    guard: Limits = field(default=SERVER_LIMITS)

    def written(self) -> str:
        """Return them as the argument of a worker."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Caps":
        """Return the caps that were written; the guard is stricter where the system has no walls."""
        values = json.loads(text)
        return cls(**values | {"guard": Limits(**values["guard"] | {"walled": can_deny_sockets()})})


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
        if self.rows is not None and self.rows.more(chunk) > self._max_rows:
            raise Beyond("rows", self._max_rows)
        return written


class QueryHandler:
    """Answers the jobs of `kg.server.workers.questions`."""

    def __init__(self, store: LocalStore, caps: Caps) -> None:
        self._store, self._caps = store, caps

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
            return {"error": "limit", "limit": "memory", "value": self._caps.memory}, b""
        except tuple(_ERRORS) as error:
            place = error.place if isinstance(error, QueryError) else None
            return {"error": _ERRORS[type(error)], "message": str(error), "hint": error.hint, "place": place}, b""
        except (OSError, ValueError, RuntimeError) as error:  # of the engine, while it goes on
            return {"error": "store", "message": f"the store cannot answer: {error}"}, b""

    def _query(self, job: Mapping[str, Any], sparql: str) -> tuple[Mapping[str, Any], bytes]:
        dataset = QueryDataset(tuple(job["default"]), tuple(job["named"])) if "default" in job else None
        answer = self._store.query(
            sparql, prefixes=QUERY_PREFIXES, dataset=dataset, base=job["base"], limits=self._caps.guard
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
        return AnswerBuffer(self._caps.bytes, self._caps.rows)


def main(store: str, caps: str) -> None:
    """Answer questions about a store, which each worker opens for itself: its engine has threads."""
    read = Caps.read(caps)
    serve(
        lambda: QueryHandler(LocalStore.open(Path(store)), read).answer,
        Sandbox(memory=read.memory, resident=read.resident),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
