"""Bar charts: rows with a bar each, such as named numbers, and columns of a number for each year."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from kg.base.reporting import clean
from kg.site.charts.svg import (
    FONT,
    SMALL,
    ChartFrame,
    element,
    joined,
    leads_on,
    link,
    listed,
    measure,
    picture,
    shorten,
)
from kg.site.words import _

_GAP = 8
_NARROW = 420  # pixels; below, names stand above their bars
_LABEL_SHARE = 0.46  # of the width
_TOP, _BOTTOM, _SIDE = 20, 24, 10
_SHORTEST = 4  # of a period of which only the year is known
_NARROWEST, _WIDEST = 7, 44
_SIZES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)  # years that a column may stand for


@dataclass(frozen=True)
class Bar:
    """A named number; a negative one is drawn as none."""

    name: str
    value: float
    href: str | None = None


@dataclass(frozen=True)
class ChartRow:
    """A label, and a bar from one value to another with a text behind it; `whole` says all of that."""

    label: str
    begin: float
    end: float
    text: str
    whole: str
    href: str | None = None
    style: str = "s1"


def bars(rows: Sequence[Bar], *, name: str, unit: str, width: int = 640) -> Markup:
    """Draw named numbers in the order given; `unit` is what is counted, in the plural."""
    if not rows:
        frame = ChartFrame("bars", name, _("There are no {unit}.", unit=unit), width, 28)
        return picture(frame, element("text", _("No {unit}", unit=unit), x=2, y=18, class_="muted"))
    most = max(rows, key=lambda row: row.value)
    sentence = _(
        "{count} bars; the longest is {name} with {number} {unit}.",
        count=len(rows), name=clean(most.name), number=f"{most.value:,.10g}", unit=unit,
    )  # fmt: skip
    drawn = []
    for row in rows:
        number = f"{row.value:,.10g}"
        drawn.append(ChartRow(row.name, 0, row.value, number, f"{clean(row.name)}: {number} {unit}", row.href))
    return stacked(drawn, ChartFrame("bars", name, sentence, width, 0), (0, most.value))


def stacked(
    rows: Sequence[ChartRow], frame: ChartFrame, ends: tuple[float, float], ticks: Sequence[int] = ()
) -> Markup:
    """Draw rows one below the other, as high as they need, on a scale with lines at some values.

    Names stand left of the bars, in a narrow picture above them; a long one is cut, its whole text is
    shown by pointing at it.
    """
    width, narrow, above = frame.width, frame.width < _NARROW, _TOP if ticks else 0
    labels = [shorten(clean(row.label), width - 4 if narrow else width * _LABEL_SHARE) for row in rows]
    left = 2 if narrow else max(map(measure, labels)) + _GAP + 4
    # In a row: its height, the top of the bar, its thickness, and the line that the text stands on.
    height, top, thick, base = (40, 23, 8, 31) if narrow else (26, 5, 14, 16.5)
    room = max(width - left - max(measure(row.text, SMALL) for row in rows) - _GAP - 2, FONT)
    low, scale = ends[0], room / (ends[1] - ends[0]) if ends[1] > ends[0] else 0
    lines = []
    for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
        y = above + place * height
        x, right = (left + max(value - low, 0) * scale for value in (row.begin, row.end))
        seen = row.whole if row.whole.startswith(f"{label}: {row.text}") else f"{label} {row.text}: {row.whole}"
        length = max(right - x, _SHORTEST if ticks else 0)
        lines.append(
            link(
                row.href,
                element("title", row.whole),
                element("rect", y=y, width=width, height=height - 2, class_="target"),
                element("text", label, x=2, y=y + 17),
                Markup(" "),  # what is read as the link's text keeps label and text apart
                element("rect", x=x, y=y + top, width=length, height=thick, class_=row.style),
                element("text", row.text, x=right + 6, y=y + base, class_="value"),
                # Where the text of a link is cut, what is seen comes first (WCAG 2.5.3), then the whole.
                aria_label=seen,
            )
        )
    whole = replace(frame, height=above + height * len(rows) + 2, interactive=any(leads_on(row.href) for row in rows))
    grid = [_line(value, left + (value - low) * scale, whole.height) for value in ticks]
    return picture(whole, *grid, listed(lines) if whole.interactive else joined(lines))


def _line(value: int, x: float, height: float) -> Markup:
    return element(
        "g",
        element("line", x1=x, x2=x, y1=_TOP, y2=height, class_="grid"),
        element("text", str(value), x=x, y=14, class_="tick middle"),
        aria_hidden="true",
    )


@dataclass(frozen=True)
class _Scale:
    """Where years and numbers are in the picture: a column stands for `size` years, 1 is `unit` pixels high."""

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
        first = self.first + column * self.size
        return str(first) if self.size == 1 else f"{first}–{first + self.size - 1}"


def columns(values: Iterable[tuple[int, int]], *, name: str, unit: str, width: int = 640, height: int = 200) -> Markup:
    """Draw one number for each year, or for several years where there are too many columns.

    Negative numbers count as none; `unit` is what is counted, in the plural.
    """
    numbers = {year: number for year, number in dict(values).items() if number > 0}
    if not numbers:
        frame = ChartFrame("columns", name, _("There are no {unit} with a year.", unit=unit), width, 40)
        return picture(frame, element("text", _("No {unit} with a year", unit=unit), x=_SIDE, y=24, class_="muted"))
    for size in _SIZES:
        first = min(numbers) // size * size
        count = (max(numbers) - first) // size + 1
        if count * _NARROWEST <= width - 2 * _SIDE:
            break
    totals = [0] * count
    for year, number in numbers.items():
        totals[(year - first) // size] += number
    most, ground = totals.index(max(totals)), height - _BOTTOM
    band = min(_WIDEST, (width - 2 * _SIDE) / count)
    scale = _Scale(first, size, count, band, (ground - _TOP) / totals[most], ground, width)
    said = {"total": f"{sum(totals):,}", "unit": unit, "first": first, "last": scale.years(count - 1)[-4:]}
    sentence = _("{total} {unit} in {years}.", years=scale.years(0), **said)
    if count > 1:
        sentence = _(
            "{total} {unit} from {first} to {last}, most in {most}: {number}.",
            most=scale.years(most), number=f"{totals[most]:,}", **said,
        )  # fmt: skip
    return picture(
        ChartFrame("columns", name, sentence, width, height),
        element("line", x1=_SIDE, x2=_SIDE + band * count, y1=ground + 0.5, y2=ground + 0.5, class_="axis"),
        *(_column(scale, place, total, unit) for place, total in enumerate(totals) if total),
        joined(_numbers(scale, totals)),
        joined(_ticks(scale)),
    )


def _column(scale: _Scale, place: int, total: int, unit: str) -> Markup:
    thick, height = max(scale.band * 0.72, scale.band - 8), total * scale.unit
    x, y = scale.middle(place) - thick / 2, scale.ground - height
    return element(
        "g",
        element("title", f"{scale.years(place)}: {total:,} {unit}"),
        element("rect", x=x, y=y, width=thick, height=height, class_="s1"),
    )


def _numbers(scale: _Scale, totals: Sequence[int]) -> Iterator[Markup]:
    """Yield the numbers above the columns: all if they have room, else that of the highest."""
    widest = max(measure(f"{total:,}", SMALL) for total in totals)
    for place in range(len(totals)) if widest + 2 <= scale.band else [totals.index(max(totals))]:
        if totals[place]:
            x, y = scale.middle(place, room=widest), scale.ground - totals[place] * scale.unit - 6
            yield element("text", f"{totals[place]:,}", x=x, y=y, class_="value middle")


def _ticks(scale: _Scale) -> Iterator[Markup]:
    """Yield the years below the columns, as many as have room, at round ones."""
    room = measure(str(scale.first + scale.size * scale.count), SMALL) + 14
    step = next((size for size in _SIZES if size >= scale.size and size / scale.size * scale.band >= room), _SIZES[-1])
    years = [scale.first + place * scale.size for place in range(scale.count)]
    for place in [place for place, year in enumerate(years) if year % step == 0] or [0]:
        x = scale.middle(place, room=room - 12)
        yield element("text", str(years[place]), x=x, y=scale.ground + 17, class_="tick middle")
