"""A timeline: periods as bars on one axis of years, each below its own label."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from kg.terms.dates import PRESENT, month_of, year_of

_ROW, _HEADING, _AXIS = 36, 28, 22
_THICK = 7
_DOT = 4.5
_ARROW = 9
_SIDE = 4
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
_STYLES = 4
_NARROW = 480
_LINE = 17
_SEPARATOR = " · "


@dataclass(frozen=True)
class Span:
    """Something that lasted.

    Attributes:
        name: What it is, such as `Research Intern`.
        start: A year, a month, a day or a season (EDTF), if known.
        end: The same, or `present`.
        group: The heading it stands under, such as `Positions`.
        detail: What is said after the name, such as an organisation.
        href: Where it leads, if anywhere.
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
            return f"{start}–{end}"
        return start or (f"until {end}" if end and end != PRESENT else end or "")


@dataclass(frozen=True)
class _Axis:
    """Where years are in the picture: the first and the last year, and the pixels of a year."""

    first: int
    last: int
    scale: float

    def x(self, moment: float) -> float:
        """Return where a moment is."""
        return _SIDE + (moment - self.first) * self.scale


def timeline(spans: Iterable[Span], *, name: str, width: int = 640) -> Markup:
    """Return a chart of periods, by group and then by time.

    A period that goes on ends in an arrow at the right edge, and what has one year only is a dot. What has
    no date at all is left out.

    Args:
        spans: The periods; groups stand in the order in which they first come.
        name: What the chart is called.
        width: Of the picture, in pixels.
    """
    groups = _grouped(spans)
    dated = [span for members in groups.values() for span in members]
    if not dated:
        return picture(ChartFrame("timeline", name, "No dates are known.", width, 40), _text("No dates are known", 24))
    axis = _axis(dated, width)
    interactive = any(leads_on(span.href) for span in dated)
    rows, height = _rows(groups, axis, width, interactive=interactive)
    frame = ChartFrame("timeline", name, _sentence(dated, axis), width, height, interactive)
    return picture(frame, _grid(axis, height), rows)


def _grouped(spans: Iterable[Span]) -> dict[str, list[Span]]:
    groups: dict[str, list[Span]] = {}
    for span in spans:
        if span.start or (span.end and not span.is_open):
            groups.setdefault(span.group, []).append(span)
    return {name: sorted(members, key=lambda span: (span.moments, span.name)) for name, members in groups.items()}


def _axis(spans: Sequence[Span], width: float) -> _Axis:
    first = min(int(span.moments[0]) for span in spans)
    last = max(int(-(-span.moments[1] // 1)) for span in spans)
    last = max(last + any(span.is_open for span in spans), first + 1)
    return _Axis(first, last, (width - 2 * _SIDE) / (last - first))


def _sentence(spans: Sequence[Span], axis: _Axis) -> str:
    open_ones = sum(span.is_open for span in spans)
    going_on = f"; {open_ones} of them go on" if open_ones > 1 else "; one of them goes on" if open_ones else ""
    last = max(int(max(span.moments)) for span in spans)
    return f"{len(spans)} entries from {axis.first} to {last}{going_on}."


def _grid(axis: _Axis, height: float) -> Markup:
    """Return a line for each round year, with the year above it where it has room."""
    room = measure(str(axis.last), SMALL) + 14
    step = next((step for step in _STEPS if step * axis.scale >= room), _STEPS[-1])
    years = [year for year in range(axis.first, axis.last + 1) if year % step == 0]
    parts = []
    for year in years:
        x = axis.x(year)
        parts.append(element("line", x1=x, x2=x, y1=_AXIS, y2=height, class_="grid"))
        half = measure(str(year), SMALL) / 2
        middle = min(max(x, half), axis.x(axis.last) + _SIDE - half)
        parts.append(element("text", str(year), x=middle, y=14, class_="tick middle"))
    return element("g", *parts, aria_hidden="true")


def _rows(groups: dict[str, list[Span]], axis: _Axis, width: float, *, interactive: bool) -> tuple[Markup, float]:
    """Return the groups drawn one below the other, and how high the picture is with them."""
    parts: list[Markup] = []
    y = float(_AXIS)
    high = _height(width)
    for place, (group, spans) in enumerate(groups.items(), 1):
        if group:
            parts.append(element("text", shorten(clean(group), width - 2 * _SIDE), x=_SIDE, y=y + 20, class_="heading"))
            y += _HEADING
        rows = [_row(span, axis, y + number * high, min(place, _STYLES), width) for number, span in enumerate(spans)]
        parts.append(listed(rows, name=clean(group) or None) if interactive else joined(rows))
        y += len(spans) * high
    return joined(parts), y + 4


def _row(span: Span, axis: _Axis, y: float, style: int, width: float) -> Markup:
    told = ", ".join(filter(None, (clean(span.name), clean(span.detail), span.years)))
    return link(
        span.href,
        element("title", told),
        element("rect", x=0, y=y, width=width, height=_height(width) - 2, class_="target"),
        _label(span, axis, y + 17, width),
        _bar(span, axis, y + _height(width) - 13, f"g{style}"),
        aria_label=told,
    )


def _label(span: Span, axis: _Axis, y: float, width: float) -> Markup:
    """Return name, detail and years above the bar: from where it begins, or as far right as the picture goes.

    In a narrow picture the detail has a line of its own.
    """
    room = width - 2 * _SIDE
    two_lines = _is_narrow(width)
    years = f"{_SEPARATOR}{span.years}"
    name = shorten(clean(span.name), room * (1 if two_lines else 0.6) - measure(years), bold=True)
    left = room - measure(name, bold=True) - measure(years) - measure(_SEPARATOR)
    detail = shorten(clean(span.detail), room if two_lines else left)
    in_one = f"{_SEPARATOR}{detail}{years}" if detail else years
    lines = [(name, years), ("", detail)] if two_lines else [(name, in_one)]
    length = max(measure(strong, bold=True) + measure(rest) for strong, rest in lines)
    x = max(_SIDE, min(axis.x(span.moments[0]), width - _SIDE - length))
    return joined(_line(strong, rest, x, y + number * _LINE) for number, (strong, rest) in enumerate(lines))


def _line(strong: str, rest: str, x: float, y: float) -> Markup:
    name = element("tspan", strong, class_="strong") if strong else ""
    return element("text", name, Markup('<tspan class="muted">{}</tspan>').format(rest), x=x, y=y)


def _is_narrow(width: float) -> bool:
    return width < _NARROW


def _height(width: float) -> float:
    """Return how high an entry is with its label."""
    return _ROW + _LINE if _is_narrow(width) else _ROW


def _bar(span: Span, axis: _Axis, y: float, style: str) -> Markup:
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


def _text(text: str, y: float) -> Markup:
    return element("text", text, x=_SIDE, y=y, class_="muted")
