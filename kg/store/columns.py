"""What the columns of an answer hold: numbers, names, and the IRIs of what other columns name."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO

from pyoxigraph import Literal, NamedNode

from kg.terms.formats import XSD, Term

Row = Sequence[Term | None]
Cell = str | int | float | bool | None

_NUMERIC = frozenset(f"{XSD}{name}" for name in ("integer", "int", "long", "decimal", "double", "float"))
_MAX_EXACT = 15  # digits of an integer that every reader of JSON reads as it is
_NAMING = ("name", "title")
_SUFFIX = "Name"
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_SIGN = re.compile(r'(?:^|[,\n"])[=+@\t\r\n＝＋－＠-]')
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
"""How a number may be written."""


def title(name: str) -> str:
    """Return the name of a variable as words.

    >>> title("organizationName")
    'organization name'
    """
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name)


def value(term: Term | None) -> str:
    """Return the text of a literal, the IRI of a node, or nothing."""
    return term.value if isinstance(term, Literal | NamedNode) else ""


def plain(term: Term | None) -> Cell:
    """Return a term as programs take it: a truth value, a number that every reader of JSON reads exactly, else a text.

    >>> date, many = NamedNode(f"{XSD}date"), NamedNode(f"{XSD}decimal")
    >>> plain(Literal(True)), plain(Literal("18.40", datatype=many)), plain(Literal("2024-05-01", datatype=date))
    (True, 18.4, '2024-05-01')
    """
    text = value(term)
    if not isinstance(term, Literal):
        return None if term is None else text or str(term)  # a blank node or a quoted triple has no value of its own
    if term.datatype.value == f"{XSD}boolean":
        return text in ("true", "1")
    if not is_number(term) or not NUMBER.fullmatch(text):
        return text
    if not text.lstrip("+-").isdecimal():
        return float(text)
    return int(text) if len(text) <= _MAX_EXACT else text


def safe(text: str) -> str:
    """Return a text as it may stand in a cell of CSV: one that begins like a formula gets an apostrophe (CWE-1236).

    Who reads the file back takes away an apostrophe that stands before one of ``= + - @``, a tab or a line's end.

    >>> safe("=HYPERLINK(A1)"), safe("Ada"), safe("-5.7")
    ("'=HYPERLINK(A1)", 'Ada', '-5.7')
    """
    return f"'{text}" if text.startswith(_FORMULA) and not NUMBER.fullmatch(text) else text


def safe_csv(content: bytes) -> bytes:
    r"""Return CSV in which no cell is read as a formula.

    >>> safe_csv(b"name\r\n=1+1\r\n")
    b"name\r\n'=1+1\r\n"
    """
    text = content.decode()
    if not _SIGN.search(text):
        return content
    out = StringIO()
    csv.writer(out).writerows(map(safe, row) for row in csv.reader(StringIO(text, newline="")))
    return out.getvalue().encode()


def is_number(term: Term | None) -> bool:
    """Whether a term is a number."""
    return isinstance(term, Literal) and term.datatype.value in _NUMERIC


def is_own(term: Term | None, base: str) -> bool:
    """Whether a cell holds nothing but an IRI of the graph, not an address or identifier on the web."""
    return term is None or (isinstance(term, NamedNode) and term.value.startswith(base))


def own(names: Sequence[str], rows: Sequence[Row], base: str) -> frozenset[int]:
    """Return the columns that hold nothing but IRIs of the graph."""
    return frozenset(i for i in range(len(names)) if all(is_own(row[i], base) for row in rows))


def numbers(names: Sequence[str], rows: Sequence[Row]) -> frozenset[int]:
    """Return the columns that hold nothing but numbers."""
    return frozenset(
        i
        for i in range(len(names))
        if any(row[i] is not None for row in rows) and all(row[i] is None or is_number(row[i]) for row in rows)
    )


def links(names: Sequence[str], rows: Sequence[Row], base: str) -> Mapping[int, int]:
    """Return the columns of the graph's IRIs, each with the column of the names of what they stand for.

    `organization` is what `organizationName` names; other IRIs are what the column `name` or `title` names,
    or else the first column of words. A column of IRIs that no column names is not among them.
    """
    iris = [i for i in sorted(own(names, rows, base)) if any(row[i] is not None for row in rows)]
    found = {i: names.index(names[i] + _SUFFIX) for i in iris if names[i] + _SUFFIX in names}
    words = set(range(len(names))) - own(names, rows, base) - numbers(names, rows)
    for i in iris:
        free = sorted((words - set(found.values())), key=lambda j: (names[j] not in _NAMING, j))
        free = [j for j in free if names[j] in _NAMING or not names[j].endswith(_SUFFIX)]
        if i not in found and free:
            found[i] = free[0]
    return found


def without(names: Sequence[str], hidden: Iterable[int]) -> list[int]:
    """Return the columns that are left when some are hidden; all, if none would be."""
    left = [i for i in range(len(names)) if i not in set(hidden)]
    return left or list(range(len(names)))
