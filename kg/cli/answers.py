"""Show answers: tables for people, with a picture where the query has one, and standard formats."""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.dates import PRESENT
from kg.errors import QueryError
from kg.export import Excerpt, write
from kg.formats import (
    RDF_FORMATS,
    RESULT_FORMATS,
    Answer,
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    QueryBoolean,
    QuerySolutions,
    Term,
    Triple,
    as_quads,
)
from kg.mapping.context import context
from kg.store import LocalStore
from kg.vocabulary import PREFIXES, curie

_BAR_WIDTH = 30
_PICTURE_FROM = 80  # a narrower table has no room for a picture beside the data
_PLAIN_WIDTH = 120
_EMPTY = {"json": b'"bindings":[]', "xml": b"<results></results>"}

Row = Sequence[Term | None]


@dataclass(frozen=True)
class Look:
    """How a table looks.

    Attributes:
        base: The base of IRIs, which are shown without it.
        view: The picture that goes with it: `table` is none.
        iris: Whether columns of IRIs are shown beside others.
    """

    base: str = ""
    view: str = "table"
    iris: bool = True


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


def _boolean(answer: QueryBoolean, form: str) -> bytes:
    if form in ("json", "xml"):
        return answer.serialize(format=RESULT_FORMATS[form]) or b""
    return b"true\n" if answer else b"false\n"


def _write_solutions(solutions: QuerySolutions, form: str, out: IO[bytes], look: Look) -> bool:
    if form == "table":
        names = [variable.value for variable in solutions.variables]
        rows: list[Row] = [[solution[name] for name in names] for solution in solutions]
        if rows:
            _print_table(names, rows, out, look)
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


def _print_table(names: list[str], rows: list[Row], out: IO[bytes], look: Look) -> None:
    shown = _shown_columns(names, rows, look)
    width = shutil.get_terminal_size((_PLAIN_WIDTH, 0)).columns
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in shown:
        is_number = all(_is_number(row[column]) or row[column] is None for row in rows)
        table.add_column(_title(names[column]), justify="right" if is_number else "left", overflow="fold")
    pictures = _pictures(names, rows, look.view) if width >= _PICTURE_FROM else []
    if pictures:
        table.add_column("", no_wrap=True)
    for index, row in enumerate(rows):
        cells = [Text(_text(row[column], look.base)) for column in shown]
        table.add_row(*cells, *([Text(pictures[index])] if pictures else []))
    console = Console(width=width)
    with console.capture() as captured:
        console.print(table)
    out.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()).encode())


def _shown_columns(names: list[str], rows: list[Row], look: Look) -> list[int]:
    """Return the columns to show: people rather read names than IRIs, unless they ask for these."""
    columns = list(range(len(names)))
    if look.iris:
        return columns
    readable = [i for i in columns if not all(row[i] is None or isinstance(row[i], NamedNode) for row in rows)]
    return readable or columns


def _pictures(names: list[str], rows: list[Row], view: str) -> list[str]:
    """Return a small picture for each row: a bar for its number, or its period on a common axis."""
    if view == "bar":
        column = next((i for i, _ in enumerate(names) if all(_is_number(row[i]) for row in rows)), None)
        if view == "bar" and names[0] == "year" and len(names) > 1:
            column = 1
        return _bars([int(_value(row[column])) for row in rows]) if column is not None else []
    if view == "timeline" and "start" in names and "end" in names:
        start, end = names.index("start"), names.index("end")
        return _periods([(_value(row[start]), _value(row[end])) for row in rows])
    return []


def _bars(numbers: list[int]) -> list[str]:
    most = max(*numbers, 1)
    return ["█" * max(1, round(number / most * _BAR_WIDTH)) if number else "" for number in numbers]


def _periods(periods: list[tuple[str, str]]) -> list[str]:
    """Draw periods on one axis of months; what lasts ends in an arrow."""
    spans = [(_month(start), _month(end, last=True)) for start, end in periods]
    known = [month for span in spans for month in span if month is not None]
    if not known:
        return []
    first, last = min(known), max(known) + 1
    scale = _BAR_WIDTH / max(last - first, 1)
    drawn = []
    for (start, end), (_, written) in zip(spans, periods, strict=True):
        left = round(((start if start is not None else first) - first) * scale)
        right = _BAR_WIDTH if end is None else round((end + 1 - first) * scale)
        drawn.append(" " * left + "█" * max(1, right - left) + ("▶" if written == PRESENT else ""))
    return drawn


def _month(date: str, *, last: bool = False) -> int | None:
    if not date or date == PRESENT:
        return None
    return int(date[:4]) * 12 + (int(date[5:7]) - 1 if len(date) > 4 else 11 if last else 0)


def _is_number(term: Term | None) -> bool:
    return isinstance(term, Literal) and term.datatype.value.endswith("#integer")


def _value(term: Term | None) -> str:
    return term.value if isinstance(term, Literal | NamedNode) else ""


def _title(name: str) -> str:
    """Return the name of a variable as words: `organizationName` is `organization name`."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name)


def _text(term: Term | None, base: str) -> str:
    if isinstance(term, NamedNode):
        return term.value.removeprefix(base) if base and term.value.startswith(base) else curie(term.value)
    return "" if term is None else _value(term) or str(term)
