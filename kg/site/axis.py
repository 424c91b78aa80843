"""What lasted and what happened, on one axis of time: where each entry stands, so that the style sheet packs the lanes.

Entries are items of a grid of `COLUMNS` columns, which lets later ones fill free places: an item is as long as its bar,
or as its label where that is longer. Positions are names of classes, since pages allow no style of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from kg.site.charts.svg import measure, shorten
from kg.site.charts.timeline import TimelineSpan
from kg.site.thing import EntryView, Thing
from kg.store.thing import newest

COLUMNS = 60
_WIDTH = 1060  # pixels of the whole axis where it is drawn: below, it is a list
_SIZE = 13.2  # pixels of the labels: they are 15 px high, in a face that is narrower than what `measure` takes
_PADDING = 24
_MOST_TICKS = 13
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True)
class AxisEntry:
    """An entry on the axis."""

    entry: EntryView  # what it is
    name: str  # what it is called, for a label
    host: str  # where it was, for the same, or empty
    years: str  # when it was, in a few signs
    start: int = 1  # the first of its columns, from 1
    length: int = 1  # how many columns it has
    # where its bar begins within it and how long that is, as shares of its length in per cent
    bar: tuple[float, float] = (0, 100)
    is_at_end: bool = False  # whether its label ends at its end, since it would not fit behind the beginning
    is_open: bool = False  # whether it goes on


@dataclass(frozen=True)
class AxisLane:
    """A section of a person: its key, its heading, its dated entries, and those of which no date is known."""

    key: str
    title: str
    entries: tuple[AxisEntry, ...]
    undated: tuple[AxisEntry, ...]


@dataclass(frozen=True)
class AxisTick:
    """A year on the axis, the column at which it begins, and where that is, in per cent."""

    year: int
    column: int
    share: float


@dataclass(frozen=True)
class Axis:
    """Sections of a person on one axis of time."""

    name: str  # where it stands on the page
    title: str
    lanes: tuple[AxisLane, ...]
    ticks: tuple[AxisTick, ...]  # the years that are written below it
    view: str = "axis"
    question: str = ""
    is_cut: bool = False

    @property
    def count(self) -> int:
        """How many entries it has."""
        return sum(len(lane.entries) + len(lane.undated) for lane in self.lanes)

    @property
    def marked(self) -> list[str]:
        """The IRIs of what has marks."""
        return [each.entry.iri for lane in self.lanes for each in (*lane.entries, *lane.undated)]


def axis(title: str, sections: Iterable[tuple[str, str, Sequence[Thing]]]) -> Axis | None:
    """Lay out sections of a person, each with its key, its heading and its things; None if there are no things."""
    spans = [(key, name, [(each, _span(each)) for each in newest(things)]) for key, name, things in sections if things]
    if not spans:
        return None
    moments = [moment for _, _, things in spans for _, span in things if span for moment in span.moments]
    first = floor(min(moments, default=0))
    goes_on = any(span and span.is_open for _, _, things in spans for _, span in things)
    last = max(ceil(max(moments, default=0)) + goes_on, first + 1)
    lanes = []
    for key, name, things in spans:
        placed = sorted(((span, each) for each, span in things if span), key=lambda pair: pair[0].moments)
        dated = tuple(_placed(each, span, first, last) for span, each in placed)
        undated = tuple(AxisEntry(each.entry(), *_label(each, ""), "") for each, span in things if not span)
        lanes.append(AxisLane(key, name, dated, undated))
    return Axis(title.lower(), title.replace("_", " "), tuple(lanes), tuple(_ticks(first, last)) if moments else ())


def _span(thing: Thing) -> TimelineSpan | None:
    """Return when a thing was, or None if nobody says."""
    start = thing.start or thing.text("dcterms:date") or (thing.text("kg:year") if not thing.end else "")
    span = TimelineSpan(thing.name, start or None, thing.end or None)
    return span if start or (thing.end and not span.is_open) else None


def _placed(thing: Thing, span: TimelineSpan, first: int, last: int) -> AxisEntry:
    scale = COLUMNS / (last - first)
    begun, ended = span.moments
    left, right = (begun - first) * scale, (COLUMNS if span.is_open else (ended - first) * scale)
    name, host = _label(thing, span.years)
    width = measure(name, _SIZE, bold=True) + measure(f"{host} {span.years}", _SIZE) + _PADDING
    label = ceil(width * COLUMNS / _WIDTH)
    start = floor(left)
    length = min(COLUMNS, max(label, ceil(right) - start, 1))
    is_at_end = start + length > COLUMNS
    start = min(start, COLUMNS - length)
    share = 100 / length
    bar = (left - start) * share, max(right - left, 0.25) * share
    return AxisEntry(thing.entry(), name, host, span.years, start + 1, length, bar, is_at_end, span.is_open)


def _label(thing: Thing, years: str) -> tuple[str, str]:
    """Return what an entry is called and where it was, as long as the axis allows."""
    parts = thing.entry().head
    name = parts[0].name.name if parts else thing.name
    if len(parts) > 1 and parts[1].before.strip(", "):  # such as 'Ph.D.' and ' in Physics'
        name += parts[1].before + parts[1].name.name
    room = _WIDTH - _PADDING - measure(f"  {years}", _SIZE)
    name = shorten(name, room, _SIZE, bold=True)
    return name, shorten(thing.organization, room - measure(name, _SIZE, bold=True), _SIZE)


def _ticks(first: int, last: int) -> Iterator[AxisTick]:
    step = next((step for step in _STEPS if (last - first) / step <= _MOST_TICKS), _STEPS[-1])
    for year in range(first + -first % step, last, step):
        share = (year - first) / (last - first)
        yield AxisTick(year, floor(share * COLUMNS) + 1, share * 100)
