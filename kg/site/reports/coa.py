"""Collaborators and Other Affiliations: the five tables that NSF asks for with a proposal."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from kg.site.reports import entries
from kg.site.reports.citing import last_first, parts
from kg.site.reports.entries import is_doctoral
from kg.site.reports.model import ItemList, ReportDocument, ReportSection, TextTable, plain, strong
from kg.site.reports.publications import incomplete
from kg.site.thing import Thing, newest, subjects, thing
from kg.store.graph import Graph
from kg.terms import dates
from kg.terms.identifiers import fold
from kg.terms.vocabulary import KG, curie


@dataclass(frozen=True)
class Window:
    """Some months up to a day; a date that is less precise than a day counts whole."""

    start: date
    end: date

    def reaches(self, stated: str) -> bool:
        """Tell whether a time is not over before the window begins; what has no date, or lasts, is not.

        >>> window = before(date(2024, 5, 15), 48)
        >>> window.reaches("2020"), window.reaches("2020-04"), window.reaches("2020-05-15"), window.reaches("")
        (True, False, True, True)
        """
        return not dates.is_date(stated) or last_day(stated) >= self.start

    def begins(self, stated: str) -> bool:
        """Tell whether a time has begun when the window ends."""
        return not dates.is_date(stated) or first_day(stated) <= self.end

    def last(self, stated: str) -> date | None:
        """Return the last day of a time, or None if it is not over when the window ends."""
        return last_day(stated) if dates.is_date(stated) and last_day(stated) < self.end else None


def before(day: date, months: int) -> Window:
    """Return the months before a day; where a month is too short, its last day counts.

    >>> before(date(2024, 2, 29), 12).start
    datetime.date(2023, 2, 28)
    """
    year, month = divmod(max(day.year * 12 + day.month - 1 - months, 12), 12)
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


# Months that NSF asks for: collaborators, editorial boards, own affiliations.
_MONTHS, _EDITING, _OWN = 48, 24, 12
_LONGEST_CELL = 255
_OPTIONAL = "Optional (email, Department)"


@dataclass(frozen=True)
class CoaPerson:
    """Somebody in a table.

    Attributes:
        code: The letter of the template, such as `A:` for a co-author.
        person: Who it is.
        last: The last day of what they did together, or None if it goes on.
    """

    code: str
    person: Thing
    last: date | None = None

    @property
    def name(self) -> str:
        """The name in the form of NSF."""
        return last_first(*parts(self.person.graph, self.person.name, self.person.iri))

    @property
    def order(self) -> tuple[str, str, str]:
        """The key for sorting: the last name, without its accents."""
        return fold(self.name), self.name, self.person.iri


def collaborators(graph: Graph, person: str, day: date) -> ReportDocument:
    """Return the tables of a person; months are counted back from `day`."""
    about, window = thing(graph, person), before(day, _MONTHS)
    together = sorted(_together(about, window), key=lambda each: each.order)
    works = _works(about, window)
    cut = [each.name for each in works if each.text("kg:moreAuthors") == "true"]
    warnings = incomplete(cut, len(works))
    remarks = (*warnings, *_remarks(works, window, together))
    relations = TextTable(("2", "Name:", "Type of Relationship", _OPTIONAL, "Last Active"), (("R:", "", "", "", ""),))
    sections = (
        ReportSection("Table 1: your name and affiliations", (_own(about, before(day, _OWN)),)),
        ReportSection("Table 2: personal, family or business relationships", (relations,)),
        ReportSection("Table 3: Ph.D. advisors (G) and thesis advisees (T)", (_advising(about),)),
        ReportSection("Table 4: co-authors (A) and collaborators (C)", (_collaborators(together),)),
        ReportSection("Table 5: editorial boards (B) and co-editors (E)", (_editors(about, before(day, _EDITING)),)),
        ReportSection("Notes", (ItemList(tuple(map(plain, remarks))),)),
    )
    title = "Collaborators and other affiliations"
    lines = (*map(strong, warnings), plain(f"As of {_written(day)}"))
    return entries.document(graph, title, about.name, lines, sections, warnings)


def _own(person: Thing, window: Window) -> TextTable:
    """Return where the person was in the last year; studies under way count."""
    stays = newest((*person.things("org:hasMembership"), *person.things("schema:hasCredential")))
    found: dict[str, date | None] = {}
    for each in stays:
        if (each.end or each.start) and window.reaches(each.end or each.start) and window.begins(each.start):
            found.setdefault(each.organization, window.last(each.end))
    name = CoaPerson("", person).name
    columns = ("1", "Your Name:", "Your Organizational Affiliation(s), last 12 mo", "Last Active Date")
    rows = tuple(("", name, _cut(where), _written(last)) for where, last in found.items())
    return TextTable(columns, rows or (("", name, "", ""),))


def _advising(person: Thing) -> TextTable:
    """Return who advised the person's doctorates, and whose doctorates the person advised."""
    own = filter(is_doctoral, person.things("schema:hasCredential"))
    advised = filter(is_doctoral, subjects(person.graph, "kg:advisor", person.iri))
    found = [CoaPerson("G:", advisor) for degree in own for advisor in degree.things("kg:advisor")]
    for degree in advised:
        found += (CoaPerson("T:", holder) for holder in subjects(person.graph, "schema:hasCredential", degree.iri))
    found.sort(key=lambda each: (each.code, each.order))
    columns = ("3", "Advisor/Advisee Name:", "Organizational Affiliation", _OPTIONAL)
    rows = tuple((each.code, each.name, affiliation(each.person), "") for each in found)
    return TextTable(columns, rows or (("G:", "", "", ""),))


def _collaborators(together: list[CoaPerson]) -> TextTable:
    columns = ("4", "Name:", "Organizational Affiliation", _OPTIONAL, "Last Active")
    rows = tuple((each.code, each.name, affiliation(each.person), "", _written(each.last)) for each in together)
    return TextTable(columns, rows or (("A:", "", "", "", ""),))


def _editors(person: Thing, window: Window) -> TextTable:
    """Return the journals that the person edits, whose editors-in-chief are to be named, and the co-editors."""
    columns = ("5", "Name:", "Organizational Affiliation", "Journal/Collection", "Last Active")
    rows = []
    for served in newest(person.things("kg:served")):
        if _is_editing(served, window):
            last = window.last(served.text("kg:year"))
            for journal in served.things("kg:serviceFor"):
                rows.append(("B:", "", "", journal.name, _written(last)))
                rows += (
                    ("E:", other.name, affiliation(other.person), journal.name, _written(other.last))
                    for other in sorted(_co_editors(person, journal, window), key=lambda each: each.order)
                )
    return TextTable(columns, tuple(dict.fromkeys(rows)) or (("B:", "", "", "", ""),))


def _co_editors(person: Thing, journal: Thing, window: Window) -> Iterator[CoaPerson]:
    for served in subjects(person.graph, "kg:serviceFor", journal.iri):
        if _is_editing(served, window):
            for other in subjects(person.graph, "kg:served", served.iri):
                if other.iri != person.iri:
                    yield CoaPerson("E:", other, window.last(served.text("kg:year")))


def _is_editing(served: Thing, window: Window) -> bool:
    return f"{KG}editing" in served.texts("kg:serviceKind") and window.reaches(served.text("kg:year"))


def _together(person: Thing, window: Window) -> tuple[CoaPerson, ...]:
    """Return co-authors and collaborators, each once: as a co-author, and with the last day of all."""
    found: dict[str, CoaPerson] = {}
    for each in (*_coauthors(person, window), *_colleagues(person, window)):
        known = found.setdefault(each.person.iri, each)
        if known.code == each.code:
            found[each.person.iri] = max(known, each, key=lambda one: one.last or date.max)
    found.pop(person.iri, None)
    return tuple(found.values())


def _coauthors(person: Thing, window: Window) -> Iterator[CoaPerson]:
    for work in _works(person, window):
        last = window.last(work.text("schema:datePublished"))
        for author in work.things("schema:author"):
            if "schema:Organization" not in map(curie, author.graph.types(author.iri)):  # the form asks for people
                yield CoaPerson("A:", author, last)


def _colleagues(person: Thing, window: Window) -> Iterator[CoaPerson]:
    """Yield who worked on the same systems, and who advised positions and studies, within the window."""
    for system in subjects(person.graph, "schema:contributor", person.iri):
        when = system.end or system.text("dcterms:date") or system.text("kg:year") or system.start
        is_ongoing = system.is_current or f"{KG}ongoing" in system.texts("schema:creativeWorkStatus")
        if (when or is_ongoing) and window.reaches(when) and window.begins(system.start):
            yield from (CoaPerson("C:", each, window.last(when)) for each in system.things("schema:contributor"))
    for stay in (*person.things("org:hasMembership"), *person.things("schema:hasCredential")):
        if stay.end and window.reaches(stay.end) and window.begins(stay.start):
            yield from (CoaPerson("C:", each, window.last(stay.end)) for each in stay.things("kg:advisor"))


def _works(person: Thing, window: Window) -> list[Thing]:
    works = subjects(person.graph, "schema:author", person.iri)
    return [each for each in works if window.reaches(each.text("schema:datePublished"))]


def affiliation(person: Thing) -> str:
    """Return where somebody is, as far as the graph knows: now, else where the last position was."""
    last = next((each.organization for each in newest(person.things("org:hasMembership"))), "")
    return _cut(entries.places(person) or last)


def _remarks(works: list[Thing], window: Window, together: list[CoaPerson]) -> Iterator[str]:
    published = [each.text("schema:datePublished") for each in works]
    nowhere = sum(not affiliation(each.person) for each in together)
    yield f"Table 4 goes back 48 months from {_written(window.end)}, to {_written(window.start)}; table 5 24 months."
    if yearly := sum(len(each) == len("2019") for each in published):
        yield f"Works dated by their year alone count to its last day: {yearly} of {len(works)}."
    if undated := published.count(""):
        yield f"Works without a date count as not finished: {undated} of {len(works)}."
    yield "An empty last day means that something lasts. Days are the last ones of what sources state."
    if nowhere:
        yield f"The graph does not know where {nowhere} of {len(together)} people in table 4 work."
    names = {each.person.iri: each.name for each in together}
    for each in together:
        for other in each.person.texts("kg:possiblySameAs"):
            if other in names and each.person.iri < other:
                yield f"Perhaps one person: {each.name} and {names[other]}."
    yield "To be filled in by hand: table 2, e-mail addresses and departments, and editors-in-chief in table 5."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"


def _written(day: date | None) -> str:
    return f"{day.month}/{day.day}/{day.year}" if day else ""
