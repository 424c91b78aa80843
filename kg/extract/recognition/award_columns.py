"""Awards whose name, giver and date stand in lines of their own, or in columns that were torn apart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.extract.recognition.rows import Row

_ENTRIES = ("NOD", "NDO", "DNO", "ODN", "NV", "ND", "VN", "DN")
_COLUMNS = re.compile(
    r"(N{2,})(O{2,})(D{2,})|(N{2,})(D{2,})(O{2,})|(N{2,})(D{2,})|(D{2,})(N{2,})(O{2,})|(D{2,})(N{2,})"
)
_UNDER_DATES = re.compile(r"(?:DN+)+")


@dataclass(frozen=True)
class Torn:
    """An award put together from several rows.

    Attributes:
        name: The row of its name, if any.
        giver: The row of who gave it, if any.
        date: The row of its date, if any.
        how: By which pattern they were put together.
    """

    name: Row | None
    giver: Row | None
    date: Row | None
    how: str


def together(rows: Sequence[Row], kinds: str) -> Iterator[Torn]:
    """Yield awards from rows of which each holds a name (N), an organisation (O), a date (D), or the last two (V).

    Args:
        rows: The rows, in order.
        kinds: The letter of each.
    """
    if columns := _columns(rows, kinds):
        yield from columns
    elif form := next((form for form in _ENTRIES if form * (len(kinds) // len(form)) == kinds), ""):
        size = len(form)
        for start in range(0, len(rows), size):
            of = dict(zip(form, rows[start : start + size], strict=True))
            giver, date = of.get("V", of.get("O")), of.get("V", of.get("D"))
            yield Torn(of["N"], giver, date, "line below" if form[0] == "N" else "line above")
    elif _UNDER_DATES.fullmatch(kinds):
        yield from _under_dates(rows, kinds)
    else:
        yield from _loose(rows, kinds)


def _columns(rows: Sequence[Row], kinds: str) -> list[Torn]:
    """Return awards of columns that follow each other, each as long as the others."""
    match = _COLUMNS.fullmatch(kinds)
    parts = [part for part in match.groups() if part] if match else []
    if not parts or any(len(one) != len(other) for one, other in pairwise(parts)):
        return []
    size = len(parts[0])
    columns = {part[0]: rows[n * size : (n + 1) * size] for n, part in enumerate(parts)}
    nothing = [None] * size
    givers = columns.get("O", nothing)
    return [Torn(*entry, "torn column") for entry in zip(columns["N"], givers, columns["D"], strict=True)]


def _under_dates(rows: Sequence[Row], kinds: str) -> Iterator[Torn]:
    date: Row | None = None
    for row, kind in zip(rows, kinds, strict=True):
        if kind == "D":
            date = row
        else:
            yield Torn(row, None, date, "heading")


def _loose(rows: Sequence[Row], kinds: str) -> Iterator[Torn]:
    """Yield names without dates, with a giver where exactly one follows, and dates without names."""
    for number, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
        if kind == "N":
            followed = kinds[number + 1 : number + 2] == "O" and kinds[number + 2 : number + 3] != "O"
            yield Torn(row, rows[number + 1] if followed else None, None, "")
        elif kind == "D":
            yield Torn(None, None, row, "")
