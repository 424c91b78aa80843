"""Timelines: periods as bars on one axis of years, each below its own label."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from kg.site.charts.svg import (
    SMALL,
    ChartFrame,
    clean,
    element,
    joined,
    leads_on,
    link,
    listed,
    measure,
    picture,
    shorten,
)
from kg.site.words import _, gettext
from kg.terms.dates import PRESENT, month_of, year_of

_ROW, _HEADING, _AXIS = 36, 28, 22
_THICK = 7
_DOT = 4.5
_ARROW = 9
_SIDE = 4
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
_STYLES = 4
_NARROW = 480  # pixels
_LINE = 17
_SEPARATOR = " · "


@dataclass(frozen=True)
class TimelineSpan:
    """Something that lasted; its dates are years, months, days or seasons (EDTF), its end also `present`.

    It stands under the heading `group`; `detail` follows its name, such as an organisation.
    """

    name: str
    start: str | None
    end: str | None
    group: str = ""
    detail: str = ""
    href: str | None = None

    @property
    def moments(self) -> tuple[float, float]:
        """When it began and ended, in years; the same moment twice for what has one date only."""
        first = self.start or (self.end if self.end != PRESENT else None)
        last = self.end if self.end != PRESENT else None
        if first is None:
            return (0.0, 0.0)
        begun = year_of(first) + (month_of(first) - 1) / 12
        if last is None or (len(first) == len(last) == 4 and first == last):
            middle = begun + (month_of(first, last=True) - month_of(first) + 1) / 24
            return (begun, begun) if self.is_open else (middle, middle)
        return begun, max(begun, year_of(last) + month_of(last, last=True) / 12)

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.end == PRESENT

    @property
    def years(self) -> str:
        """When it was, in the words of a curriculum vitae."""
        start, end = (text[:4] if text and text != PRESENT else text for text in (self.start, self.end))
        if start and end and start != end:
            return f"{start}–{gettext(end)}"
        return start or (_("until {date}", date=end) if end and end != PRESENT else gettext(end) if end else "")


@dataclass(frozen=True)
class _Axis:
    """The first and the last year of the picture, the pixels of a year, and whether labels need two lines."""

    first: int
    last: int
    width: float

    @property
    def scale(self) -> float:
        return (self.width - 2 * _SIDE) / (self.last - self.first)

    @property
    def is_narrow(self) -> bool:
        return self.width < _NARROW

    @property
    def row(self) -> int:
        """How high an entry is with its label."""
        return _ROW + _LINE if self.is_narrow else _ROW

    def x(self, moment: float) -> float:
        return _SIDE + (moment - self.first) * self.scale


def timeline(spans: Iterable[TimelineSpan], *, name: str, width: int = 640) -> Markup:
    """Draw periods, by group and then by time.

    A period that goes on ends in an arrow at the right edge, and what has one year only is a dot. What has
    no date at all is left out. Groups stand in the order in which they first come.
    """
    groups: dict[str, list[TimelineSpan]] = {}
    for span in spans:
        if span.start or (span.end and not span.is_open):
            groups.setdefault(span.group, []).append(span)
    dated = [span for members in groups.values() for span in members]
    if not dated:
        frame = ChartFrame("timeline", name, "No dates are known.", width, 40)
        return picture(frame, element("text", "No dates are known", x=_SIDE, y=24, class_="muted"))
    first = min(int(span.moments[0]) for span in dated)
    last = max(ceil(span.moments[1]) for span in dated) + any(span.is_open for span in dated)
    axis = _Axis(first, max(last, first + 1), width)
    interactive = any(leads_on(span.href) for span in dated)
    parts: list[Markup] = []
    y = float(_AXIS)
    for place, (group, members) in enumerate(groups.items(), 1):
        if group:
            parts.append(element("text", shorten(clean(group), width - 2 * _SIDE), x=_SIDE, y=y + 20, class_="heading"))
            y += _HEADING
        members.sort(key=lambda span: (span.moments, span.name))
        rows = [_row(span, axis, y + number * axis.row, min(place, _STYLES)) for number, span in enumerate(members)]
        parts.append(listed(rows, name=clean(group) or None) if interactive else joined(rows))
        y += len(members) * axis.row
    open_ones = sum(span.is_open for span in dated)
    going_on = f"; {open_ones} of them go on" if open_ones > 1 else "; one of them goes on" if open_ones else ""
    last_year = max(int(max(span.moments)) for span in dated)
    sentence = f"{len(dated)} entries from {first} to {last_year}{going_on}."
    frame = ChartFrame("timeline", name, sentence, width, y + 4, interactive)
    return picture(frame, _grid(axis, y + 4), joined(parts))


def _grid(axis: _Axis, height: float) -> Markup:
    """Draw a line for each round year, with the year above it where it has room."""
    room = measure(str(axis.last), SMALL) + 14
    step = next((step for step in _STEPS if step * axis.scale >= room), _STEPS[-1])
    parts = []
    for year in (year for year in range(axis.first, axis.last + 1) if year % step == 0):
        x, half = axis.x(year), measure(str(year), SMALL) / 2
        middle = min(max(x, half), axis.x(axis.last) + _SIDE - half)
        parts.append(element("line", x1=x, x2=x, y1=_AXIS, y2=height, class_="grid"))
        parts.append(element("text", str(year), x=middle, y=14, class_="tick middle"))
    return element("g", *parts, aria_hidden="true")


def _row(span: TimelineSpan, axis: _Axis, y: float, style: int) -> Markup:
    lines = _label(span, axis)
    whole = ", ".join(filter(None, (clean(span.name), clean(span.detail), span.years)))
    seen = " ".join(f"{strong}{rest}" for strong, rest in lines)
    length = max(measure(strong, bold=True) + measure(rest) for strong, rest in lines)
    x = max(_SIDE, min(axis.x(span.moments[0]), axis.width - _SIDE - length))
    return link(
        span.href,
        element("title", whole),
        element("rect", x=0, y=y, width=axis.width, height=axis.row - 2, class_="target"),
        Markup(" ").join(  # what is read as the link's text keeps the lines apart
            element(
                "text",
                element("tspan", strong, class_="strong") if strong else "",
                Markup('<tspan class="muted">{}</tspan>').format(rest),
                x=x,
                y=y + 17 + number * _LINE,
            )
            for number, (strong, rest) in enumerate(lines)
        ),
        _bar(span, axis, y + axis.row - 13, f"g{style}"),
        aria_label=seen if "…" not in seen else f"{seen}: {whole}",  # what is seen comes first (WCAG 2.5.3)
    )


def _label(span: TimelineSpan, axis: _Axis) -> list[tuple[str, str]]:
    """Return the lines above a bar: name, detail and years; in a narrow picture the detail has a line of its own."""
    room = axis.width - 2 * _SIDE
    years = f"{_SEPARATOR}{span.years}"
    name = shorten(clean(span.name), room * (1 if axis.is_narrow else 0.6) - measure(years), bold=True)
    left = room - measure(name, bold=True) - measure(years) - measure(_SEPARATOR)
    detail = shorten(clean(span.detail), room if axis.is_narrow else left)
    if axis.is_narrow:
        return [(name, years), ("", detail)]
    return [(name, f"{_SEPARATOR}{detail}{years}" if detail else years)]


def _bar(span: TimelineSpan, axis: _Axis, y: float, style: str) -> Markup:
    begun, ended = span.moments
    left, right = axis.x(begun), axis.x(ended)
    if span.is_open:
        right = axis.x(axis.last)
        left = min(left, right - _ARROW)
        neck, middle, low = right - _ARROW, y + _THICK / 2, y + _THICK
        corners = ((left, y), (neck, y), (neck, y - 3), (right, middle), (neck, low + 3), (neck, low), (left, low))
        return element("polygon", points=" ".join(f"{x:.1f},{each:.1f}" for x, each in corners), class_=style)
    if left == right:
        x = min(max(left, _DOT), axis.x(axis.last))
        return element("circle", cx=x, cy=y + _THICK / 2, r=_DOT, class_=style)
    return element("rect", x=left, y=y, width=max(right - left, 3), height=_THICK, rx=1.5, class_=style)
