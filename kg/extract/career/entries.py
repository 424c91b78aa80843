"""Group the lines of a section into entries: which line opens one, which goes on with it, which tells details.

The first entry of a section shows the pattern: how its first line is set, and whether that names the organisation,
the role or both. A line that is set alike and names the same again opens the next. A second role below one
organisation opens an entry of its own that shares the organisation.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kg.extract import sections
from kg.extract.career.clues import Clue, LineShape
from kg.extract.career.labels import Labelled
from kg.extract.career.segment import Segment
from kg.extract.career.vocabulary import INSTITUTE
from kg.profile.periods import Period

TORN = "torn column"
_NEAR = 4
"""So many lines below its head an entry may still be given what it lacks by a line that no word explains."""

_MAX_WORDS, _MAX_COLUMN = 6, 40


@dataclass
class CareerEntry:
    """A degree or a position while its lines are gathered.

    Attributes:
        segments: The pieces of its head.
        periods: Its dates; more than one only where columns are torn.
        labelled: What stands behind labels.
        details: What it tells in sentences, and lines that no word explains, each with the line.
        lines: The lines that it is made of, details apart.
        parent: The entry with which it shares an organisation.
        when: How its dates were found, where another way than by their line.
    """

    segments: list[Segment] = field(default_factory=list)
    periods: list[tuple[Period, Clue]] = field(default_factory=list)
    labelled: list[tuple[Labelled, Clue]] = field(default_factory=list)
    details: list[tuple[str, Clue]] = field(default_factory=list)
    lines: list[Clue] = field(default_factory=list)
    parent: "CareerEntry | None" = None
    when: str = ""
    what_shape: LineShape | None = None

    @property
    def has_what(self) -> bool:
        """Whether a role or a degree is found."""
        return any(segment.kind in ("role", "degree") for segment in self.segments)

    @property
    def has_role(self) -> bool:
        """Whether a role is found."""
        return any(segment.kind == "role" for segment in self.segments)

    @property
    def has_employer(self) -> bool:
        """Whether an organisation is found that is not just part of another."""
        return any(segment.kind == "organization" and segment.level >= INSTITUTE for segment in self.segments)

    @property
    def may_employ(self) -> bool:
        """Whether an organisation is found, or a line of its own that no word explains but that may name one."""
        lines_of_what = {segment.line for segment in self.segments if segment.kind in ("role", "degree")}
        unknown = [segment for segment in self.segments if segment.kind == "unknown"]
        return self.has_employer or any(segment.line not in lines_of_what for segment in unknown)

    @property
    def is_bare(self) -> bool:
        """Whether nothing but dates is found."""
        return not self.segments


class _Grouping:
    """Takes the lines of a section in their order."""

    def __init__(self) -> None:
        self.entries: list[CareerEntry] = []
        self.first: Clue | None = None
        self.stack: CareerEntry | None = None
        self.last_was_what = False
        self.dates_lead = False
        self.behind: Clue | None = None

    @property
    def here(self) -> CareerEntry:
        return self.entries[-1]

    def take(self, clue: Clue, behind: Clue | None) -> None:
        """Put a line where it belongs, in view of the line behind it."""
        if _is_context(clue):
            return
        self.behind = behind
        if not self.entries:
            self._begin(clue)
        elif clue.is_head:
            self._take_head(clue)
        elif self.dates_lead and clue.is_only_when and not self.here.is_bare:
            self._open(clue, None)
        else:
            self._add_beside(clue)
        self.last_was_what = clue.is_head and clue.has_what and not clue.periods

    def _begin(self, clue: Clue) -> None:
        if clue.is_head or clue.periods:
            self.dates_lead = clue.is_only_when
            self._open(clue, None)

    def _take_head(self, clue: Clue) -> None:
        if self._stands_within(clue):
            self._insert(clue)
        elif (parent := self._parent(clue)) is not None:
            self._open(clue, parent)
        elif self._opens(clue):
            self._open(clue, None)
        elif self._fills(clue):
            self._fill(clue)
        elif self._dates(clue):
            self._add_beside(clue)
        else:
            self.here.details.append((clue.line.text, clue))

    def _insert(self, clue: Clue) -> None:
        """Put an entry that one line below another entry states before that entry, which may go on."""
        self.entries.insert(
            -1, CareerEntry(list(clue.segments), [(period, clue) for period in clue.periods], lines=[clue])
        )
        self.entries[-2].labelled.extend((one, clue) for one in clue.labelled)

    def _stands_within(self, clue: Clue) -> bool:
        """Say whether an item below a whole entry is an entry itself: role, employer and time in one line."""
        first, here = self.first, self.here
        if first is None or not (first.has_what and here.has_employer and here.has_what and here.periods):
            return False
        is_whole = clue.has_what and clue.names_employer and bool(clue.periods) and not clue.prose
        return is_whole and clue.shape.depth > first.shape.depth and not self.here.details

    def _open(self, clue: Clue, parent: CareerEntry | None) -> None:
        is_stacked = parent is not None and self.last_was_what
        self.stack = (self.stack or self.entries[-1]) if is_stacked and self.entries else None
        if self.first is None:
            self.first = clue
        if not (self.entries and self.here.is_bare):
            self.entries.append(CareerEntry(parent=parent))
        self._fill(clue)

    def _fill(self, clue: Clue) -> None:
        if len(self.entries) == 1 and self.here.is_bare and self.first and self.first.is_only_when:
            self.first = clue  # what follows the dates shows the pattern
        self.here.segments.extend(clue.segments)
        if clue.has_what:
            self.here.what_shape = clue.shape
        self._add_rest(clue, self.here)

    def _add_beside(self, clue: Clue) -> None:
        owner = self.stack or self.here
        owner.segments.extend(clue.segments)
        self._add_rest(clue, owner)

    def _add_rest(self, clue: Clue, owner: CareerEntry) -> None:
        self.here.periods.extend((period, clue) for period in clue.periods)
        owner.labelled.extend((one, clue) for one in clue.labelled)
        if clue.prose:
            owner.details.append((clue.prose, clue))
        if clue.segments or clue.labelled:
            owner.lines.append(clue)

    def _parent(self, clue: Clue) -> CareerEntry | None:
        """Return the entry whose organisation a line shares: one that names a role again and no organisation."""
        if not clue.has_what or not self.here.has_what or clue.names_employer or self.first is None:
            return None
        owner = self.here.parent or self.here
        if _is_same_line(clue, self.here.lines):
            return owner
        leads_with_employer = not self.first.has_what and self.first.has("organization", "unknown")
        is_alike = self.here.what_shape is not None and clue.shape.is_like(self.here.what_shape)
        return owner if owner.may_employ and leads_with_employer and is_alike else None

    def _opens(self, clue: Clue) -> bool:
        first = self.first
        if first is None or self.here.is_bare:
            return False
        if clue.shape.is_like(first.shape):
            return self._repeats(clue, first)
        is_deeper = clue.shape.depth > first.shape.depth
        is_whole = clue.has_what and (clue.names_employer or bool(clue.periods))
        return is_whole and not is_deeper and self.here.has_what

    def _repeats(self, clue: Clue, first: Clue) -> bool:
        """Say whether a line that is set like the first of the section names the same again."""
        if first.periods and clue.periods and self.here.periods:
            return True
        if clue.has_what and not self.here.has_what and not (clue.names_employer and self.here.has_employer):
            return False
        if first.has_what:
            is_complete = self.here.has_employer or not clue.names_employer
            return clue.has_what or (bool(clue.periods) and bool(first.periods) and is_complete)
        if first.names_employer:
            is_set = clue.shape.style == "strong" and not clue.has_what
            return clue.names_employer or is_set or bool(clue.periods) or self._leads(clue, first)
        return bool(clue.periods) or clue.shape.style == "strong" or self._leads(clue, first)

    def _leads(self, clue: Clue, first: Clue) -> bool:
        """Say whether a line that no word explains names the employer of the role behind it, as the first one does."""
        behind = self.behind
        if behind is None or not behind.has_what or behind.names_employer or clue.has_what or not self.here.has_what:
            return False
        return _may_name(clue) and (clue.has("place") or not first.has("place"))

    def _dates(self, clue: Clue) -> bool:
        """Say whether a line below the head of an entry gives the dates that it lacks: `2019 – 2021 | Looms Group`."""
        entry = self.here
        is_near = not entry.details and not clue.has_what and clue.line.block.kind != "item"
        return is_near and bool(clue.periods) and not entry.periods and len(entry.lines) < _NEAR

    def _fills(self, clue: Clue) -> bool:
        """Say whether a line gives an entry what it lacks."""
        entry = self.here
        if clue.has_what and not entry.has_what:
            return True
        if clue.has("organization") and not entry.has_employer:
            return not entry.details
        if entry.has_what and (entry.has_employer or (entry.parent and entry.parent.has_employer)):
            return False
        return len(entry.lines) < _NEAR and not entry.details and len(clue.line.text.split()) <= 10


def entries_of(clues: Iterable[Clue]) -> list[CareerEntry]:
    """Return the entries of a section."""
    grouping = _Grouping()
    for clue, behind in pairwise([*clues, None]):
        if clue is not None:
            grouping.take(clue, behind)
    _mend_columns(grouping.entries)
    return grouping.entries


def _is_context(clue: Clue) -> bool:
    """Say whether a line only says what kind of entries follow: `Industry`, `Academic positions`."""
    if not clue.line.is_heading or clue.periods or clue.names_employer or clue.has_what:
        return False
    text = clue.line.text.strip(" :")
    is_whole = not any(sign in text for sign in "·|@,;—–\t")
    return sections.is_plain(text) or (is_whole and sections.kind_of(text) in ("education", "positions"))


def _is_same_line(clue: Clue, lines: Sequence[Clue]) -> bool:
    """Say whether a part of a line goes on with the line: `Lyra Labs: Intern (2019); Engineer (2020)`."""
    return bool(lines) and lines[-1].line.block is clue.line.block and lines[-1].line.number == clue.line.number


def _may_name(clue: Clue) -> bool:
    """Say whether the first piece of a line has few words, most of them with capitals, as names have."""
    words = [word for word in clue.segments[0].name.split() if word.isalpha() and len(word) > 3]
    capitals = sum(not word[0].islower() for word in words)
    return len(words) <= _MAX_WORDS and capitals * 3 > len(words) * 2 and not clue.line.text.endswith(".")


def _mend_columns(entries: Sequence[CareerEntry]) -> None:
    """Give each entry its dates where a column of dates was torn off: as many dates as entries, in their order."""
    place = 0
    while place < len(entries):
        stop = _balanced(entries, place) if len(entries[place].periods) != 1 else None
        if stop is None:
            place += 1
            continue
        run = entries[place:stop]
        dates = [date for entry in run for date in entry.periods]
        for entry, date in zip(run, dates, strict=True):
            entry.periods, entry.when = [date], TORN
        place = stop


def _balanced(entries: Sequence[CareerEntry], begin: int) -> int | None:
    """Return where a run of entries ends that has as many dates as entries, some of them in lines of their own."""
    total = 0
    for stop in range(begin + 1, min(len(entries), begin + _MAX_COLUMN) + 1):
        entry = entries[stop - 1]
        total += len(entry.periods)
        if total == stop - begin > 1:
            dates = [clue for entry in entries[begin:stop] for _, clue in entry.periods]
            return stop if any(clue.is_only_when for clue in dates) else None
    return None
