"""Tables as people read them: names that lead to what they name, numbers by their digits, dates in words."""

import datetime
from calendar import month_abbr
from collections.abc import Sequence
from dataclasses import dataclass

from babel.dates import format_skeleton
from pyoxigraph import Literal, NamedNode

from kg.site.addresses import Address, places
from kg.site.words import ENGLISH, N_, _, gettext, language
from kg.store import columns
from kg.store.graph import Graph, ResultTable, outside
from kg.terms import dates
from kg.terms.dates import is_date
from kg.terms.formats import Term
from kg.terms.vocabulary import KG, vocabulary

_NOTHING = ("", "0")
_STATED = ("work/", "system/")
_SEASONS = {"21": N_("spring"), "22": N_("summer"), "23": N_("autumn"), "24": N_("winter")}
_WEB = ("http://", "https://")
_DATES = ("#gYear", "#gYearMonth", "#date", "schema.org/Date")


@dataclass(frozen=True)
class Cell:
    """What stands in a cell."""

    text: str = ""  # as people read it
    iri: str = ""  # the thing of the graph that the text names, or empty
    addresses: tuple[Address, ...] = ()  # places on the web that stand there instead of a text
    lang: str = ""  # the language of the text, or empty
    subject: str = ""  # the IRI of what the row states, if this cell names it: it may have evidence


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


def grid(graph: Graph, table: ResultTable, about: str = "", thing: str = "") -> Grid:
    """Arrange a table as people read it.

    Columns of IRIs are folded into the columns that name these things, start and end into one; columns that
    hold nothing, or nothing but zeros, are left out.

    Args:
        graph: Where the things are.
        table: An answer.
        about: The variable of the thing that all rows are about; its name need not stand in each.
        thing: The IRI of that thing, whose own entries lead nowhere else.
    """
    table = _with_periods(table)
    names = table.columns
    links = columns.links(names, table.rows, graph.base)
    target = {name: iri for iri, name in links.items()}
    numbers = columns.numbers(names, table.rows)
    said = {i for i, name in enumerate(names) if about and name in (about, f"{about}Name")}
    empty = {i for i in range(len(names)) if all(columns.value(row[i]) in _NOTHING for row in table.rows)}
    shown = columns.without(names, {*links, *said, *empty})
    return Grid(
        # That a column holds names is seen where these are links.
        tuple(
            Heading(columns.title(names[i].removesuffix("Name") or names[i] if i in target else names[i]), i in numbers)
            for i in shown
        ),
        tuple(tuple(_cell(graph, row, i, target.get(i), thing) for i in shown) for row in table.rows),
    )


def _cell(graph: Graph, row: Sequence[Term | None], name: int, link: int | None, about: str) -> Cell:
    """Return the cell of a column, with what the column of IRIs that goes with it holds."""
    term, target = row[name], row[link] if link is not None else None
    if isinstance(target, NamedNode):
        text = words(term) or ("untitled" if "#" in target.value else graph.label(target.value))
        # An entry of the thing that the page is about stands on the page itself.
        linked = "" if about and target.value.startswith(f"{about}#") else target.value
        is_stated = "#" in target.value or graph.local(target.value).startswith(_STATED)
        return Cell(text, linked, lang=tag(term), subject=target.value if is_stated else "")
    if isinstance(term, NamedNode):
        is_place = not graph.local(term.value) and not term.value.startswith(KG) and outside(term.value)
        return Cell(addresses=places([term.value])) if is_place else Cell(graph.label(term.value), iri=term.value)
    text = words(term)
    if text.startswith(_WEB):
        return Cell(addresses=places(text.split()))
    return Cell(text, lang=tag(term))


def _with_periods(table: ResultTable) -> ResultTable:
    """Return a table whose start and end are one column, in words, where the first of them stood."""
    names = list(table.columns)
    if "start" not in names or "end" not in names:
        return table
    start, end = names.index("start"), names.index("end")
    rows = []
    for row in table.rows:
        cells = [*row]
        cells[start] = Literal(period(columns.value(row[start]), columns.value(row[end])))
        rows.append(tuple(cells[:end] + cells[end + 1 :]))
    names[start] = "when"
    return ResultTable(tuple(names[:end] + names[end + 1 :]), tuple(rows))


def words(term: Term | None) -> str:
    """Return a term as people read it: dates with the names of months, concepts by their labels."""
    text = columns.value(term)
    if isinstance(term, Literal):
        if term.datatype.value.endswith(_DATES) or _is_date(text):
            return date_words(text)
        if text.count("/") == 1 and all(map(is_date, text.split("/"))):  # a period, as queries write it
            return period(*text.split("/"))
        if term.datatype.value.endswith("#boolean"):
            return _("yes") if text == "true" else _("no")
    found = vocabulary().words.get(text)
    return gettext(found) if found else text


def period(start: str, end: str) -> str:
    """Return a period as people write it.

    >>> period("2019-05", "2021"), period("2019", "present"), period("2019", "2019"), period("", "2021")
    ('May 2019 – 2021', '2019 – present', '2019', 'until 2021')
    """
    first, last = (date_words(date) if is_date(date) else gettext(date) for date in (start, end))
    if first and last and first != last:
        return f"{first} – {last}"
    return first or (_("until {date}", date=last) if last and end != dates.PRESENT else last)


def date_words(text: str) -> str:
    """Return a date as people write it.

    >>> date_words("2019-05"), date_words("2019-05-07"), date_words("2011-22"), date_words("2011")
    ('May 2019', '7 May 2019', 'summer 2011', '2011')
    """
    if dates.is_season(text):
        return _("{season} {year}", season=gettext(_SEASONS[text[5:]]), year=text[:4])
    year, *rest = text.split("-")
    if not rest:
        return year
    if language() == ENGLISH:
        month = month_abbr[int(rest[0])]
        return f"{int(rest[1])} {month} {year}" if len(rest) > 1 else f"{month} {year}"
    day = datetime.date(int(year), int(rest[0]), int(rest[1]) if len(rest) > 1 else 1)
    return format_skeleton("yMMMd" if len(rest) > 1 else "yMMM", day, locale=language())


def percent(share: str) -> str:
    """Return a share between 0 and 1 as people write it.

    >>> percent("0.184"), percent("0.2"), percent("many")
    ('18.4 %', '20 %', 'many')
    """
    try:
        return f"{float(share) * 100:.3g} %"
    except ValueError:
        return share


def _is_date(text: str) -> bool:
    """Say whether a plain text is a date: queries write dates as texts, in one column with `present`."""
    return len(text) in (7, 10) and text[4] == "-" and is_date(text)


def tag(term: Term | None) -> str:
    """Return the language of a term, or nothing."""
    return (term.language or "") if isinstance(term, Literal) else ""
