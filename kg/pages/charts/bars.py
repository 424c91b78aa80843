"""Bars: named numbers one below the other, each a link where it leads somewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kg.pages.charts.svg import Frame, element, joined, leads_on, link, listed, picture
from kg.pages.charts.text import FONT, SMALL, clean, measure, shorten

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
        frame = Frame("bars", name, f"There are no {unit}.", width, 28)
        return picture(frame, element("text", f"No {unit}", x=2, y=18, class_="muted"))
    narrow = width < _NARROW
    labels = [shorten(clean(row.name), width - 4 if narrow else width * _SHARE) for row in rows]
    left = 2 if narrow else max(map(measure, labels)) + _GAP + 4
    layout = _Rows(40, left, 23, 8, 31) if narrow else _Rows(26, left, 5, 14, 16.5)
    scale = _scale(rows, width - left)
    frame = Frame(
        "bars",
        name,
        _sentence(rows, unit),
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


def _sentence(rows: Sequence[Bar], unit: str) -> str:
    most = max(rows, key=lambda row: row.value)
    return f"{len(rows)} bars; the longest is {clean(most.name)} with {_number(most)} {unit}."
