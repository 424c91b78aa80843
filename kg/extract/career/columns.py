"""Tables whose first row names the columns: what each cell of a row below is."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extract.career import degrees, labels, vocabulary
from kg.extract.career.segment import Segment
from kg.extract.career.segments import segments_of
from kg.extract.documents import Run
from kg.extract.lines import Line

_PARTS = re.compile(r"\s*(?:/|&|,|\band\b|\bund\b|\bet\b)\s*")
_MAX_WORDS = 5
_ASKED = {"where": "organization", "what": "role", "when": "when", "year": "when", "years": "when", "who": "advisors"}
"""What questions at the head of columns ask for."""

Columns = tuple[str, ...]
"""What each column holds, by the kinds of labels; an empty text for a column that nothing is known of."""


def with_columns(lines: Iterable[Line]) -> Iterator[tuple[Line, Columns]]:
    """Yield lines with the columns of their table; rows that only name columns are left out."""
    columns: Columns = ()
    for line in lines:
        if "\t" not in line.text:
            columns = ()
        elif named := names_of(line):
            columns = named
            continue
        yield line, columns if len(columns) == len(texts_of(line)) else ()


def names_of(line: Line) -> Columns:
    """Return what the columns hold if a row does nothing but name them."""
    cells = [cell.strip() for cell in texts_of(line)]
    kinds = tuple(_kind(cell) for cell in cells)
    are_names = all(kind or vocabulary.is_generic(cell) or not cell for kind, cell in zip(kinds, cells, strict=True))
    return kinds if are_names and any(kind in ("organization", "role", "degree") for kind in kinds) else ()


def texts_of(line: Line) -> list[str]:
    """Return the cells of a row, empty ones too."""
    return "".join(run.text for run in line.runs).split("\t")


def segments(line: Line, columns: Columns, place: int, *, studies: bool) -> Iterator[Segment]:
    """Yield the pieces of a row, told by what its columns hold.

    Args:
        line: The row, without its dates.
        columns: What each of its cells is.
        place: The place of the line among those of the section.
        studies: Whether degrees are looked for before roles.
    """
    for cell, kind in zip(texts_of(line), columns, strict=True):
        if cell.strip(" –—-.,;()"):
            yield from _of_cell(cell.strip(), kind, place, studies=studies)


def without(line: Line, spans: Iterable[tuple[int, int]]) -> Line:
    """Return a line without some parts of its text."""
    taken = {at for begin, stop in spans for at in range(begin, stop)}
    runs: list[Run] = []
    place = 0
    for run in line.runs:
        kept = "".join(letter for at, letter in enumerate(run.text, place) if at not in taken)
        runs.append(replace(run, text=kept))
        place += len(run.text)
    return replace(line, runs=tuple(runs))


def _of_cell(cell: str, kind: str, place: int, *, studies: bool) -> Iterator[Segment]:
    if kind == "role" and not (studies and degrees.find(cell)):
        yield Segment(cell, "role", "\t", 0, place, is_labelled=True)
    elif kind in ("degree", "role"):
        yield Segment(cell, "degree", "\t", 0, place, is_labelled=degrees.find(cell) is None)
    elif kind == "location":
        yield Segment(cell, "place", "\t", 0, place)
    elif kind == "organization":
        yield from _organization(cell, place)
    elif kind in ("", "field"):
        yield from (
            replace(piece, before=piece.before or "\t") for piece in segments_of(cell, [], place, studies=studies)
        )


def _organization(cell: str, place: int) -> Iterator[Segment]:
    """Yield the pieces of a cell that names an organisation; the first one does if no word of any tells so."""
    pieces = segments_of(cell, [], place, studies=False)
    is_told = any(piece.kind == "organization" and piece.level > vocabulary.UNIT for piece in pieces)
    for number, piece in enumerate(pieces):
        first = replace(piece, kind="organization", level=vocabulary.EMPLOYER, before="\t", is_labelled=True)
        yield piece if number or is_told else first


def _kind(cell: str) -> str:
    """Return the kind of the first label that the name of a column holds: `Institution and Location`."""
    if not cell or len(cell.split()) > _MAX_WORDS:
        return ""
    kinds = [_ASKED.get(part.casefold()) or labels.kind_of(part) for part in _PARTS.split(cell)]
    return next((kind for kind in kinds if kind), "")
