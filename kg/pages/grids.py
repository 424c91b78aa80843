"""Tables as people read them: names that lead to what they name, numbers by their digits, dates in words."""

from calendar import month_abbr
from collections.abc import Sequence
from dataclasses import dataclass

from kg import columns, dates
from kg.formats import Literal, NamedNode, Term
from kg.pages.graph import Graph, Table, outside
from kg.vocabulary import KG, vocabulary

_SEASONS = {"21": "spring", "22": "summer", "23": "autumn", "24": "winter"}
_DATES = ("#gYear", "#gYearMonth", "#date")
_SHOWN_ADDRESS = 60


@dataclass(frozen=True)
class Cell:
    """What stands in a cell.

    Attributes:
        text: As people read it.
        iri: The thing of the graph that the text names, or empty.
        address: Where on the web the text leads, or empty.
        lang: The language of the text, or empty.
        node: The IRI of the entry that the row is about, if this cell names it.
    """

    text: str = ""
    iri: str = ""
    address: str = ""
    lang: str = ""
    node: str = ""


@dataclass(frozen=True)
class Heading:
    """The heading of a column."""

    text: str
    is_number: bool


@dataclass(frozen=True)
class Grid:
    """A table to be shown."""

    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]


def grid(graph: Graph, table: Table, about: str = "") -> Grid:
    """Return a table as people read it.

    Columns of IRIs are folded into the columns that name these things.

    Args:
        graph: Where the things are.
        table: An answer.
        about: The variable of the thing that all rows are about; its name need not stand in each.
    """
    names = table.columns
    links = columns.links(names, table.rows, graph.base)
    target = {name: iri for iri, name in links.items()}
    numbers = columns.numbers(names, table.rows)
    said = {i for i, name in enumerate(names) if about and name in (about, f"{about}Name")}
    shown = columns.without(names, {*links, *said})
    return Grid(
        tuple(Heading(columns.title(names[i]), i in numbers) for i in shown),
        tuple(tuple(_cell(graph, row, i, target.get(i)) for i in shown) for row in table.rows),
    )


def _cell(graph: Graph, row: Sequence[Term | None], name: int, link: int | None) -> Cell:
    """Return the cell of a column, with what the column of IRIs that goes with it holds."""
    term, target = row[name], row[link] if link is not None else None
    if isinstance(target, NamedNode):
        fields = {"node": target.value} if "#" in target.value else {"iri": target.value}
        return Cell(words(term) or graph.label(target.value), lang=_language(term), **fields)
    if isinstance(term, NamedNode):
        if graph.local(term.value) or not outside(term.value) or term.value.startswith(KG):
            return Cell(graph.label(term.value), iri=term.value)
        return Cell(address_text(term.value), address=term.value)
    return Cell(words(term), lang=_language(term))


def words(term: Term | None) -> str:
    """Return a term as people read it: dates with the names of months, concepts by their labels."""
    text = columns.value(term)
    if isinstance(term, Literal):
        if term.datatype.value.endswith(_DATES) or _is_date(text):
            return date_words(text)
        if term.datatype.value.endswith("#boolean"):
            return "yes" if text == "true" else "no"
    return vocabulary().words.get(text, text)


def date_words(text: str) -> str:
    """Return a date as people write it.

    >>> date_words("2019-05"), date_words("2019-05-07"), date_words("2011-22"), date_words("2011")
    ('May 2019', '7 May 2019', 'summer 2011', '2011')
    """
    if dates.is_season(text):
        return f"{_SEASONS[text[5:]]} {text[:4]}"
    year, *rest = text.split("-")
    if not rest:
        return year
    month = month_abbr[int(rest[0])]
    return f"{int(rest[1])} {month} {year}" if len(rest) > 1 else f"{month} {year}"


def address_text(iri: str) -> str:
    """Return an address without what all addresses have, cut where it is long.

    >>> address_text("https://www.example.org/ada/")
    'example.org/ada'
    """
    text = iri.partition("://")[2].removeprefix("www.").rstrip("/") or iri
    return text if len(text) <= _SHOWN_ADDRESS else f"{text[: _SHOWN_ADDRESS - 1]}…"


def _is_date(text: str) -> bool:
    """Say whether a plain text is a date: queries make texts of dates, to put `present` beside them."""
    return len(text) in (7, 10) and text[4] == "-" and dates.is_date(text)


def _language(term: Term | None) -> str:
    return (term.language or "") if isinstance(term, Literal) else ""
