"""Show answers: tables for people, with a picture where the query has one, and standard formats."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

from pyoxigraph import BlankNode, DefaultGraph, QueryBoolean, QuerySolutions, Triple

from kg.base.errors import QueryError
from kg.cli.files import form_of
from kg.cli.tables import Look, drawn
from kg.store.columns import Row, safe_csv
from kg.terms.formats import RDF_FORMATS, RDF_SUFFIXES, RESULT_FORMATS, RESULT_SUFFIXES, Answer, as_quads
from kg.terms.kinds import Declaration
from kg.terms.vocabulary import PREFIXES

_TABLE_SUFFIXES = {**RESULT_SUFFIXES, "table": (".txt",)}
_EMPTY = {"json": b'"bindings":[]', "xml": b"<results></results>"}


def write_answer(answer: Answer, form: str, out: IO[bytes], look: Look, declaration: Declaration) -> bool:
    """Write an answer in a format that fits it (`format_for`), and say whether it holds anything."""
    if isinstance(answer, QuerySolutions):
        return _write_solutions(answer, form, out, look)
    if isinstance(answer, QueryBoolean):
        is_standard = form in ("json", "xml")
        out.write(
            (is_standard and answer.serialize(format=RESULT_FORMATS[form])) or f"{bool(answer)}\n".lower().encode()
        )
        return True
    return _write_graph(answer, form, out, look.base, declaration)


def format_for(answer: Answer, asked: str | None, output: Path) -> str:
    """Return the format in which an answer of this form is written; without any wish, that for people.

    Raises QueryError if there is no such format for it, and typer.BadParameter if the suffix of the file names another.
    """
    suffixes: Mapping[str, Sequence[str]] = RDF_SUFFIXES
    what, default = "a graph", "turtle"
    if isinstance(answer, QuerySolutions | QueryBoolean):
        suffixes = _TABLE_SUFFIXES
        what, default = "a table of solutions", "table"
    is_word = isinstance(answer, QueryBoolean)  # 'true' or 'false', which a terminal shows whatever is asked for
    if asked and asked not in suffixes and not is_word:
        raise QueryError(f"{what} cannot be written as {asked}", hint=f"choose one of {', '.join(suffixes)}")
    return form_of(output, asked, suffixes, default, what=what)


def check_suffix(asked: str | None, output: Path) -> None:
    """Refuse a file that can hold no answer, before the question is asked; raises typer.BadParameter."""
    every = {**RDF_SUFFIXES, **_TABLE_SUFFIXES}
    form_of(output, asked, every, "table", what="an answer")


def _write_solutions(solutions: QuerySolutions, form: str, out: IO[bytes], look: Look) -> bool:
    if form == "table":
        names = [variable.value for variable in solutions.variables]
        rows: list[Row] = [[solution[name] for name in names] for solution in solutions]
        if rows:
            out.write(drawn(names, rows, look).encode())
        return bool(rows)
    text = solutions.serialize(format=RESULT_FORMATS[form]) or b""
    text = safe_csv(text) if form == "csv" and not look.formulas else text
    out.write(text)
    return _EMPTY[form] not in text if form in _EMPTY else text.count(b"\n") > 1


def _write_graph(triples: Iterable[Triple], form: str, out: IO[bytes], base: str, declaration: Declaration) -> bool:
    from kg.store.export.export import Excerpt, write
    from kg.store.store import LocalStore
    from kg.terms.context import context_of

    store = LocalStore.in_memory(as_quads(triples))
    if any(isinstance(term, BlankNode) for quad in store.quads() for term in (quad.subject, quad.object)):
        store.backend.dump(out, format=RDF_FORMATS[form], from_graph=DefaultGraph(), prefixes=PREFIXES)
    else:
        write(Excerpt(store, base or "about:blank/", context_of(declaration)), form, out)
    return len(store) > 0
