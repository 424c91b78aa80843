"""Collaborators and Other Affiliations, as NSF asks for them."""

from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from kg.site.reports import entries
from kg.site.reports.citing import last_first, parts
from kg.site.reports.entries import is_doctoral
from kg.site.reports.model import Document, Listing, Section, Table, plain, strong
from kg.site.reports.nodes import Node, newest, node, subjects
from kg.site.reports.publications import incomplete
from kg.store.graph import Graph
from kg.terms import dates
from kg.terms.identifiers import fold
from kg.terms.vocabulary import KG, curie

# The months before a day, and what lies within them; what is stated less precisely than a day counts whole.


@dataclass(frozen=True)
class Window:
    """Some months up to a day.

    Attributes:
        start: The first day.
        end: The last day, from which the months are counted back.
    """

    start: date
    end: date

    def reaches(self, stated: str) -> bool:
        """Say whether a time is not over before the window begins; what has no date, or lasts, is not.

        >>> window = before(date(2024, 5, 15), 48)
        >>> window.reaches("2020"), window.reaches("2020-04"), window.reaches("2020-05-15"), window.reaches("")
        (True, False, True, True)
        """
        return not dates.is_date(stated) or last_day(stated) >= self.start

    def begins(self, stated: str) -> bool:
        """Say whether a time has begun when the window ends."""
        return not dates.is_date(stated) or first_day(stated) <= self.end

    def last(self, stated: str) -> date | None:
        """Return the last day of a time, or None if it is not over when the window ends."""
        if not dates.is_date(stated) or last_day(stated) >= self.end:
            return None
        return last_day(stated)


def before(day: date, months: int) -> Window:
    """Return the months before a day; where a month is too short, its last day counts.

    >>> before(date(2024, 2, 29), 12).start
    datetime.date(2023, 2, 28)
    """
    place = max(day.year * 12 + day.month - 1 - months, 12)
    year, month = divmod(place, 12)
    return Window(date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])), day)


def first_day(stated: str) -> date:
    """Return the first day of a date, as precise as it is stated.

    >>> first_day("2019"), first_day("2019-05-07")
    (datetime.date(2019, 1, 1), datetime.date(2019, 5, 7))
    """
    if len(stated) == len("2019-05-07"):
        return date.fromisoformat(stated)
    return date(dates.year_of(stated), dates.month_of(stated), 1)


def last_day(stated: str) -> date:
    """Return the last day of a date, as precise as it is stated.

    >>> last_day("2019"), last_day("2019-02"), last_day("2019-02-07")
    (datetime.date(2019, 12, 31), datetime.date(2019, 2, 28), datetime.date(2019, 2, 7))
    """
    if len(stated) == len("2019-05-07"):
        return date.fromisoformat(stated)
    year, month = dates.year_of(stated), dates.month_of(stated, last=True)
    return date(year, month, monthrange(year, month)[1])


# Collaborators and Other Affiliations: the five tables that NSF asks for with a proposal.

_MONTHS, _EDITING, _OWN = 48, 24, 12
_LONGEST = 255
_OPTIONAL = "Optional (email, Department)"


@dataclass(frozen=True)
class Row:
    """Somebody in a table.

    Attributes:
        code: The letter of the template: `A:` a co-author.
        person: Who it is.
        last: The last day of what they did together, or None if it lasts.
        detail: The journal, in the table of editors.
    """

    code: str
    person: Node
    last: date | None = None
    detail: str = ""

    @property
    def name(self) -> str:
        """The name as NSF wants it."""
        return last_first(*parts(self.person.graph, self.person.name, self.person.iri))

    @property
    def order(self) -> tuple[str, str, str]:
        """By which rows are sorted: the last name, without its accents."""
        return fold(self.name), self.name, self.person.iri


def collaborators(graph: Graph, person: str, day: date) -> Document:
    """Return the tables of a person.

    Args:
        graph: Where the person is.
        person: The IRI.
        day: From which the months are counted back.
    """
    about = node(graph, person)
    advised = sorted(_advisors(about), key=lambda row: (row.code, row.order))
    together = tuple(sorted(_together(about, before(day, _MONTHS)), key=lambda row: row.order))
    tables = (
        Section("Table 1: your name and affiliations", (_own(about, before(day, _OWN)),)),
        Section("Table 2: personal, family or business relationships", (_relations(),)),
        Section("Table 3: Ph.D. advisors (G) and thesis advisees (T)", (_advising(advised),)),
        Section("Table 4: co-authors (A) and collaborators (C)", (_collaborators(together),)),
        Section("Table 5: editorial boards (B) and co-editors (E)", (_editors(about, before(day, _EDITING)),)),
    )
    works = _works(about, before(day, _MONTHS))
    warnings = incomplete([each.name for each in works if each.text("kg:moreAuthors") == "true"], len(works))
    told = (*warnings, *_notes(about, before(day, _MONTHS), together))
    notes = Section("Notes", (Listing(tuple(map(plain, told))),))
    title = "Collaborators and other affiliations"
    lines = (*map(strong, warnings), plain(f"As of {_written(day)}"))
    return Document(title, about.name, lines, (*tables, notes), entries.note(graph), warnings)


def _own(person: Node, window: Window) -> Table:
    """Return where the person was in the last year; studies under way count."""
    stays = newest((*person.nodes("org:hasMembership"), *person.nodes("schema:hasCredential")))
    found: dict[str, date | None] = {}
    for each in stays:
        if (each.end or each.start) and window.reaches(each.end or each.start) and window.begins(each.start):
            found.setdefault(each.organization, window.last(each.end))
    name = Row("", person).name
    columns = ("1", "Your Name:", "Your Organizational Affiliation(s), last 12 mo", "Last Active Date")
    rows = [("", name, _cut(where), _written(last)) for where, last in found.items()]
    return Table(columns, tuple(rows) or (("", name, "", ""),))


def _relations() -> Table:
    columns = ("2", "Name:", "Type of Relationship", _OPTIONAL, "Last Active")
    return Table(columns, (("R:", "", "", "", ""),))


def _advising(rows: Iterable[Row]) -> Table:
    columns = ("3", "Advisor/Advisee Name:", "Organizational Affiliation", _OPTIONAL)
    cells = tuple((row.code, row.name, affiliation(row.person), "") for row in rows)
    return Table(columns, cells or (("G:", "", "", ""),))


def _collaborators(rows: Iterable[Row]) -> Table:
    columns = ("4", "Name:", "Organizational Affiliation", _OPTIONAL, "Last Active")
    cells = tuple((row.code, row.name, affiliation(row.person), "", _written(row.last)) for row in rows)
    return Table(columns, cells or (("A:", "", "", "", ""),))


def _editors(person: Node, window: Window) -> Table:
    """Return the journals that the person edits, whose editors-in-chief are to be named, and the co-editors."""
    columns = ("5", "Name:", "Organizational Affiliation", "Journal/Collection", "Last Active")
    rows = []
    for served in newest(person.nodes("kg:served")):
        if _edits(served) and window.reaches(served.text("kg:year")):
            last = window.last(served.text("kg:year"))
            for journal in served.nodes("kg:serviceFor"):
                rows.append(("B:", "", "", journal.name, _written(last)))
                others = sorted(_co_editors(person, journal, window), key=lambda row: row.order)
                rows += [
                    ("E:", other.name, affiliation(other.person), journal.name, _written(other.last))
                    for other in others
                ]
    return Table(columns, tuple(dict.fromkeys(rows)) or (("B:", "", "", "", ""),))


def _co_editors(person: Node, journal: Node, window: Window) -> Iterator[Row]:
    for served in subjects(person.graph, "kg:serviceFor", journal.iri):
        if _edits(served) and window.reaches(served.text("kg:year")):
            for other in subjects(person.graph, "kg:served", served.iri):
                if other.iri != person.iri:
                    yield Row("E:", other, window.last(served.text("kg:year")))


def _advisors(person: Node) -> Iterator[Row]:
    """Yield who advised the person's doctorates, and whose doctorates the person advised."""
    for degree in filter(is_doctoral, person.nodes("schema:hasCredential")):
        yield from (Row("G:", advisor) for advisor in degree.nodes("kg:advisor"))
    for degree in filter(is_doctoral, subjects(person.graph, "kg:advisor", person.iri)):
        yield from (Row("T:", holder) for holder in subjects(person.graph, "schema:hasCredential", degree.iri))


def _together(person: Node, window: Window) -> tuple[Row, ...]:
    """Return co-authors and collaborators, each once: as a co-author, and with the last day of all."""
    found: dict[str, Row] = {}
    for row in (*_coauthors(person, window), *_colleagues(person, window)):
        known = found.setdefault(row.person.iri, row)
        if known.code == row.code:
            found[row.person.iri] = max(known, row, key=lambda each: each.last or date.max)
    found.pop(person.iri, None)
    return tuple(found.values())


def _coauthors(person: Node, window: Window) -> Iterator[Row]:
    for work in _works(person, window):
        last = window.last(work.text("schema:datePublished"))
        yield from (Row("A:", author, last) for author in work.nodes("schema:author") if not _is_body(author))


def _is_body(author: Node) -> bool:
    """Say whether an author is an organisation: the form asks for people."""
    return "schema:Organization" in map(curie, author.graph.types(author.iri))


def _colleagues(person: Node, window: Window) -> Iterator[Row]:
    """Yield who worked on the same systems, and who advised positions and studies, within the window."""
    for system in subjects(person.graph, "schema:contributor", person.iri):
        when = system.end or system.text("dcterms:date") or system.text("kg:year") or system.start
        if (when or _is_ongoing(system)) and window.reaches(when) and window.begins(system.start):
            yield from (Row("C:", each, window.last(when)) for each in system.nodes("schema:contributor"))
    for stay in (*person.nodes("org:hasMembership"), *person.nodes("schema:hasCredential")):
        if stay.end and window.reaches(stay.end) and window.begins(stay.start):
            yield from (Row("C:", each, window.last(stay.end)) for each in stay.nodes("kg:advisor"))


def _works(person: Node, window: Window) -> list[Node]:
    works = subjects(person.graph, "schema:author", person.iri)
    return [each for each in works if window.reaches(each.text("schema:datePublished"))]


def affiliation(person: Node) -> str:
    """Return where somebody is, as far as the graph knows: now, else where the last position was."""
    last = next((each.organization for each in newest(person.nodes("org:hasMembership"))), "")
    return _cut(entries.places(person) or last)


def _notes(person: Node, window: Window, rows: tuple[Row, ...]) -> Iterator[str]:
    works = _works(person, window)
    yearly = sum(len(each.text("schema:datePublished")) == len("2019") for each in works)
    undated = sum(not each.text("schema:datePublished") for each in works)
    nowhere = sum(not affiliation(row.person) for row in rows)
    yield f"Table 4 goes back 48 months from {_written(window.end)}, to {_written(window.start)}; table 5 24 months."
    if yearly:
        yield f"Works dated by their year alone count to its last day: {yearly} of {len(works)}."
    if undated:
        yield f"Works without a date count as not finished: {undated} of {len(works)}."
    yield "An empty last day means that something lasts. Days are the last ones of what sources state."
    if nowhere:
        yield f"The graph does not know where {nowhere} of {len(rows)} people in table 4 work."
    yield from _doubts(rows)
    yield "To be filled in by hand: table 2, e-mail addresses and departments, and editors-in-chief in table 5."


def _doubts(rows: tuple[Row, ...]) -> Iterator[str]:
    names = {row.person.iri: row.name for row in rows}
    for row in rows:
        for other in row.person.texts("kg:possiblySameAs"):
            if other in names and row.person.iri < other:
                yield f"Perhaps one person: {row.name} and {names[other]}."


def _edits(served: Node) -> bool:
    return f"{KG}editing" in served.texts("kg:serviceKind")


def _is_ongoing(system: Node) -> bool:
    return system.is_current or f"{KG}ongoing" in system.texts("schema:creativeWorkStatus")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _written(day: date | None) -> str:
    return f"{day.month}/{day.day}/{day.year}" if day else ""
