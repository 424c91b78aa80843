"""Show answers: tables for people, with a picture where the query has one, and standard formats."""

from collections.abc import Iterable
from pathlib import Path
from typing import IO

from kg.cli.tables import Look, drawn
from kg.columns import Row
from kg.errors import QueryError
from kg.export import Excerpt, write
from kg.formats import (
    RDF_FORMATS,
    RESULT_FORMATS,
    Answer,
    BlankNode,
    DefaultGraph,
    QueryBoolean,
    QuerySolutions,
    Triple,
    as_quads,
    rdf_format_of,
)
from kg.mapping.context import context
from kg.store import LocalStore
from kg.vocabulary import PREFIXES

_EMPTY = {"json": b'"bindings":[]', "xml": b"<results></results>"}


def write_answer(answer: Answer, form: str, out: IO[bytes], look: Look) -> bool:
    """Write an answer in a format, and say whether it holds anything.

    Raises:
        QueryError: If the format does not fit the form of the query.
    """
    if isinstance(answer, QuerySolutions):
        return _write_solutions(answer, form, out, look)
    if isinstance(answer, QueryBoolean):
        out.write(_boolean(answer, form))
        return True
    return _write_graph(answer, form, out, look.base)


def format_for(answer: Answer, output: Path) -> str:
    """Return the format that the suffix of a file names for an answer of this form; without one, that for people."""
    if isinstance(answer, QuerySolutions | QueryBoolean):
        suffix = output.suffix[1:].lower()
        return suffix if suffix in RESULT_FORMATS else "table"
    return rdf_format_of(output) or "turtle"


def _boolean(answer: QueryBoolean, form: str) -> bytes:
    if form in ("json", "xml"):
        return answer.serialize(format=RESULT_FORMATS[form]) or b""
    return b"true\n" if answer else b"false\n"


def _write_solutions(solutions: QuerySolutions, form: str, out: IO[bytes], look: Look) -> bool:
    if form == "table":
        names = [variable.value for variable in solutions.variables]
        rows: list[Row] = [[solution[name] for name in names] for solution in solutions]
        if rows:
            out.write(drawn(names, rows, look).encode())
        return bool(rows)
    if form not in RESULT_FORMATS:
        formats = ", ".join(("table", *RESULT_FORMATS))
        raise QueryError(f"a table of solutions cannot be written as {form}", hint=f"choose one of {formats}")
    text = solutions.serialize(format=RESULT_FORMATS[form]) or b""
    out.write(text)
    return _EMPTY[form] not in text if form in _EMPTY else text.count(b"\n") > 1


def _write_graph(triples: Iterable[Triple], form: str, out: IO[bytes], base: str) -> bool:
    if form in RESULT_FORMATS:
        raise QueryError(f"a graph cannot be written as {form}", hint=f"choose one of {', '.join(RDF_FORMATS)}")
    form = "turtle" if form == "table" else form
    store = LocalStore.in_memory(as_quads(triples))
    if any(isinstance(term, BlankNode) for quad in store.quads() for term in (quad.subject, quad.object)):
        store.backend.dump(out, format=RDF_FORMATS[form], from_graph=DefaultGraph(), prefixes=PREFIXES)
    else:
        write(Excerpt(store, base or "about:blank/", context()), form, out)
    return len(store) > 0
