"""Bar charts: named numbers, or a number for each year."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from kg.site.charts.svg import (
    FONT,
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

# Bars: named numbers one below the other, each a link where it leads somewhere.

_GAP = 8
_NARROW = 420
_SHARE = 0.46


@dataclass(frozen=True)
class Bar:
    """A named number.

    Attributes:
        name: What it belongs to.
        value: The number; a negative one is drawn as none.
        href: Where the name leads, if anywhere.
    """

    name: str
    value: float
    href: str | None = None


@dataclass(frozen=True)
class _Rows:
    """How rows are laid out, in pixels: their height, where bars begin, and where text and bar stand in them."""

    height: int
    left: float
    top: float
    thick: float
    figure: float


def bars(rows: Sequence[Bar], *, name: str, unit: str, width: int = 640) -> Markup:
    """Return a chart of named numbers in the order given.

    Names stand left of the bars, in a narrow picture above them; a long one is cut, its whole text is
    shown by pointing at it.

    Args:
        rows: The bars, from top to bottom.
        name: What the chart is called.
        unit: What is counted, in the plural: `works`.
        width: Of the picture, in pixels.
    """
    if not rows:
        frame = ChartFrame("bars", name, f"There are no {unit}.", width, 28)
        return picture(frame, element("text", f"No {unit}", x=2, y=18, class_="muted"))
    narrow = width < _NARROW
    labels = [shorten(clean(row.name), width - 4 if narrow else width * _SHARE) for row in rows]
    left = 2 if narrow else max(map(measure, labels)) + _GAP + 4
    layout = _Rows(40, left, 23, 8, 31) if narrow else _Rows(26, left, 5, 14, 16.5)
    scale = _scale(rows, width - left)
    frame = ChartFrame(
        "bars",
        name,
        _bar_sentence(rows, unit),
        width,
        layout.height * len(rows) + 2,
        any(leads_on(row.href) for row in rows),
    )
    lines = [
        link(
            row.href,
            element("title", _told(row, unit)),
            element("rect", y=place * layout.height, width=width, height=layout.height - 2, class_="target"),
            element("text", label, x=2, y=place * layout.height + 17),
            Markup(" "),  # what is read as the link's text keeps name and number apart
            *_drawn(row, layout, place * layout.height, scale),
            aria_label=_told(row, unit) if label == clean(row.name) else _seen(row, label),
        )
        for place, (row, label) in enumerate(zip(rows, labels, strict=True))
    ]
    return picture(frame, listed(lines) if frame.interactive else joined(lines))


def _drawn(row: Bar, layout: _Rows, y: float, scale: float) -> tuple[Markup, Markup]:
    """Return a bar and its number."""
    length = max(row.value, 0) * scale
    return (
        element("rect", x=layout.left, y=y + layout.top, width=length, height=layout.thick, class_="s1"),
        element("text", _number(row), x=layout.left + length + 6, y=y + layout.figure, class_="value"),
    )


def _told(row: Bar, unit: str) -> str:
    return f"{clean(row.name)}: {_number(row)} {unit}"


def _seen(row: Bar, label: str) -> str:
    """Return the name of a link whose text is cut: what is seen comes first (WCAG 2.5.3), then the whole."""
    return f"{label} {_number(row)}: {clean(row.name)}"


def _scale(rows: Sequence[Bar], room: float) -> float:
    """Return how many pixels 1 is wide, so that each number has room after its bar."""
    most = max(row.value for row in rows)
    figures = max(measure(_number(row), SMALL) for row in rows) + _GAP + 2
    return max(room - figures, FONT) / most if most > 0 else 0


def _number(row: Bar) -> str:
    return f"{row.value:,.10g}"


def _bar_sentence(rows: Sequence[Bar], unit: str) -> str:
    most = max(rows, key=lambda row: row.value)
    return f"{len(rows)} bars; the longest is {clean(most.name)} with {_number(most)} {unit}."


# Columns: a number for each year, with years that have none, stacked where it has parts.

_TOP, _BOTTOM, _SIDE = 20, 24, 10
_KEY = 24
_NARROWEST, _WIDEST = 7, 44
_SIZES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_STYLES = 4


@dataclass(frozen=True)
class Series:
    """A part of each column.

    Attributes:
        name: What it is, such as `published`.
        values: Numbers by year; negative ones count as none.
    """

    name: str
    values: Mapping[int, int]


@dataclass(frozen=True)
class _Scale:
    """Where years and numbers are in the picture.

    Attributes:
        first: The first year of the first column.
        size: How many years a column stands for.
        count: How many columns there are.
        band: The width of a column with its gap, in pixels.
        unit: The height of 1, in pixels.
        ground: Where the columns stand.
        width: Of the picture, in pixels.
    """

    first: int
    size: int
    count: int
    band: float
    unit: float
    ground: float
    width: float

    def middle(self, column: int, *, room: float = 0) -> float:
        """Return the middle of a column, or the nearest place for a text that needs room."""
        middle = _SIDE + (column + 0.5) * self.band
        return min(max(middle, room / 2), self.width - room / 2)

    def years(self, column: int) -> str:
        """Return the year of a column, or the first and last of several."""
        first = self.first + column * self.size
        return str(first) if self.size == 1 else f"{first}–{first + self.size - 1}"


def columns(values: Iterable[tuple[int, int]], *, name: str, unit: str, width: int = 640, height: int = 200) -> Markup:
    """Return a chart of one number for each year.

    Args:
        values: Years with their numbers, in any order.
        name: What the chart is called.
        unit: What is counted, in the plural: `works`.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.
    """
    return stacked([Series("", dict(values))], name=name, unit=unit, width=width, height=height)


def stacked(series: Sequence[Series], *, name: str, unit: str, width: int = 640, height: int = 200) -> Markup:
    """Return a chart of columns that are made of several series; the first stands at the bottom.

    Series differ in colour and in fill: the fourth and all that follow look alike.
    """
    years = [year for each in series for year, number in each.values.items() if number > 0]
    if not years:
        return picture(_frame(name, f"There are no {unit} with a year.", width, 40), _nothing(unit))
    named = any(each.name for each in series)
    size, first, count = _bins(min(years), max(years), width - 2 * _SIDE)
    parts = [_binned(each.values, first, size, count) for each in series]
    totals = [sum(column) for column in zip(*parts, strict=True)]
    ground = height - _BOTTOM
    room = ground - _TOP - (_KEY if named else 0)
    band = min(_WIDEST, (width - 2 * _SIDE) / count)
    scale = _Scale(first, size, count, band, room / max(totals), ground, width)
    return picture(
        _frame(name, _sentence(totals, scale, unit), width, height),
        _key(series, width) if named else "",
        element("line", x1=_SIDE, x2=_SIDE + band * count, y1=ground + 0.5, y2=ground + 0.5, class_="axis"),
        *(_column(scale, place, [part[place] for part in parts], series, unit) for place in range(count)),
        _numbers(scale, totals),
        _ticks(scale),
    )


def _frame(name: str, description: str, width: float, height: float) -> ChartFrame:
    return ChartFrame("columns", name, description, width, height)


def _nothing(unit: str) -> Markup:
    return element("text", f"No {unit} with a year", x=_SIDE, y=24, class_="muted")


def _bins(first: int, last: int, room: float) -> tuple[int, int, int]:
    """Return how many years a column must stand for so that all fit, the first year, and the number of columns."""
    for size in _SIZES:
        start = first // size * size
        count = (last - start) // size + 1
        if count * _NARROWEST <= room:
            break
    return size, start, count


def _binned(values: Mapping[int, int], first: int, size: int, count: int) -> list[int]:
    numbers = [0] * count
    for year, number in values.items():
        if number > 0:
            numbers[(year - first) // size] += number
    return numbers


def _sentence(totals: Sequence[int], scale: _Scale, unit: str) -> str:
    most = max(range(len(totals)), key=totals.__getitem__)
    if len(totals) == 1:
        return f"{sum(totals):,} {unit} in {scale.years(0)}."
    end = scale.years(len(totals) - 1)[-4:]
    return f"{sum(totals):,} {unit} from {scale.first} to {end}, most in {scale.years(most)}: {totals[most]:,}."


def _column(scale: _Scale, place: int, numbers: Sequence[int], series: Sequence[Series], unit: str) -> Markup:
    thick = max(scale.band * 0.72, scale.band - 8)
    left = scale.middle(place) - thick / 2
    told = ", ".join(f"{number:,} {each.name or unit}" for number, each in zip(numbers, series, strict=True) if number)
    tops = accumulate(numbers)
    rects = [
        element(
            "rect", x=left, y=scale.ground - top * scale.unit, width=thick, height=number * scale.unit, class_=style
        )
        for number, top, style in zip(numbers, tops, _styles(len(numbers)), strict=True)
        if number
    ]
    return element("g", element("title", f"{scale.years(place)}: {told}"), *rects) if rects else Markup("")


def _styles(count: int) -> list[str]:
    return [f"s{min(place, _STYLES)}" for place in range(1, count + 1)]


def _numbers(scale: _Scale, totals: Sequence[int]) -> Markup:
    """Return the numbers above the columns: all if they have room, else that of the highest."""
    widest = max(measure(f"{total:,}", SMALL) for total in totals)
    most = max(totals)
    shown = range(len(totals)) if widest + 2 <= scale.band else [totals.index(most)]
    return joined(
        element(
            "text",
            f"{totals[place]:,}",
            x=scale.middle(place, room=widest),
            y=scale.ground - totals[place] * scale.unit - 6,
            class_="value middle",
        )
        for place in shown
        if totals[place]
    )


def _ticks(scale: _Scale) -> Markup:
    """Return the years below the columns, as many as have room, at round ones."""
    room = measure(str(scale.first + scale.size * scale.count), SMALL) + 14
    step = next((size for size in _SIZES if size >= scale.size and size / scale.size * scale.band >= room), _SIZES[-1])
    years = [scale.first + place * scale.size for place in range(scale.count)]
    round_ones = [place for place, year in enumerate(years) if year % step == 0] or [0]
    return joined(
        element(
            "text",
            str(years[place]),
            x=scale.middle(place, room=room - 12),
            y=scale.ground + 17,
            class_="tick middle",
        )
        for place in round_ones
    )


def _key(series: Sequence[Series], room: float) -> Markup:
    """Return the names of the series in one line, each with a sample of its fill."""
    parts: list[Markup] = []
    x = float(_SIDE)
    for each, style in zip(series, _styles(len(series)), strict=True):
        label = shorten(clean(each.name), room - x - 2 * _SIDE, FONT)
        if not any(each.values.values()) or x + measure(label) + 16 > room:
            continue
        parts.append(element("rect", x=x, y=4, width=11, height=11, class_=style))
        parts.append(element("text", label, x=x + 16, y=14))
        x += measure(label) + 36
    return joined(parts)
