"""SVG elements, and the width of text in them."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from kg.base.reporting import clean

FONT = 13
"""The size of a chart's text, in pixels."""
SMALL = 11.5
"""The size of years and figures, in pixels."""

_CLASSES = {
    0.29: "ijl'",
    0.34: "Iftr.,:;| !",
    0.43: '()[]-/\\"*“”·',
    0.55: "ckszvxyJ?",
    0.70: "ABEFKLPRSTVXYZCw&",
    0.79: "DGHNOQU<>+=–",
    1.00: "mMW%@—…",
}
_WIDTHS = {character: width for width, characters in _CLASSES.items() for character in characters}
_OTHER = 0.64
_WIDE = 1.02
_BOLD = 1.12


def measure(text: str, size: float = FONT, *, bold: bool = False) -> float:
    """Return how wide a text is at most, in pixels.

    >>> measure("Ada") < measure("Ada Lovelace") < measure("Ada Lovelace", bold=True)
    True
    """
    return sum(map(_character, text)) * size * (_BOLD if bold else 1)


def shorten(text: str, room: float, size: float = FONT, *, bold: bool = False) -> str:
    """Return a text, cut at its end with an ellipsis if it is wider than the room, in pixels.

    >>> shorten("Analytical Engine", 80)
    'Analytical…'
    """
    if measure(text, size, bold=bold) <= room:
        return text
    room -= measure("…", size, bold=bold)
    for place, character in enumerate(text):
        room -= measure(character, size, bold=bold)
        if room < 0:
            return f"{text[:place].rstrip()}…"
    return text


def _character(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    return _WIDTHS.get(unicodedata.normalize("NFD", character)[0], _OTHER)


# Elements of SVG as escaped text, and the frame that all charts share.

Value = str | float | None

_STYLES = Path(__file__).parent.parent / "assets" / "charts.css"
_PAGES_ONLY = "/* pages only"
_COLOUR = re.compile(r"(--[\w-]+):\s*([^;]+);")
_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True)
class ChartFrame:
    """What surrounds a chart of a class such as `timeline`: a name and a description for those who do not see it."""

    kind: str
    name: str
    description: str
    width: float
    height: float
    interactive: bool = False  # holds links; a picture may not


def element(tag: str, *children: str, **attributes: Value) -> Markup:
    """Return an element; an attribute that is None is left out, `class_` and `stroke_width` lose their underscores.

    >>> element("text", "A & B", x=1.25, class_="label")
    Markup('<text x="1.2" class="label">A &amp; B</text>')
    """
    given = "".join([f'{_opened(name)}{_quoted(value)}"' for name, value in attributes.items() if value is not None])
    inside = "".join(child if isinstance(child, Markup) else escape(clean(child)) for child in children)
    return Markup(f"<{tag}{given}>{inside}</{tag}>" if inside else f"<{tag}{given}/>")  # noqa: S704 all is escaped above


def joined(parts: Iterable[Markup]) -> Markup:
    """Return elements one after the other."""
    return Markup("").join(parts)


def leads_on(href: str | None) -> bool:
    """Say whether an address is relative or of the web, so that it may be followed."""
    return bool(href) and href == clean(href or "") and (not _SCHEME.match(href) or bool(_WEB.match(href)))


def link(href: str | None, *children: str, **attributes: Value) -> Markup:
    """Return a link, or a group where there is nothing that is safe to follow."""
    if leads_on(href):
        return element("a", *children, href=href, **attributes)
    attributes.pop("aria_label", None)
    return element("g", *children, **attributes)


def listed(items: Iterable[Markup]) -> Markup:
    """Return links as the items of a list."""
    return element("g", *(element("g", item, role="listitem") for item in items), role="list")


def picture(frame: ChartFrame, *children: str) -> Markup:
    """Return the element of a whole chart.

    A chart with links is a group: inside an `img` nothing can be reached.
    """
    return element(
        "svg",
        element("desc", frame.description),
        *children,
        class_=f"chart {frame.kind}",
        viewBox=f"0 0 {_text(frame.width)} {_text(frame.height)}",
        width=frame.width,
        height=frame.height,
        role="group" if frame.interactive else "img",
        aria_label=clean(frame.name),
    )


def fitting(wide: Markup, narrow: Markup) -> Markup:
    """Return a chart drawn twice, for windows of more than 40 rem and for phones; the style sheet shows one of them."""
    return joined((element("div", wide, class_="chart-wide"), element("div", narrow, class_="chart-narrow")))


def standalone(chart: Markup) -> str:
    """Return a chart as a file: with colours and a background of its own, without links that need its page."""
    text = re.sub(r' href="(?!https?://)[^"]*"', "", str(chart))
    opening, rest = text.split(">", 1)
    opening = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    background = '<rect width="100%" height="100%" class="background"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening}><style>{rules()}</style>{background}{rest}\n'


@cache
def rules() -> str:
    """Return the rules of charts with their colours put in: many programs that draw SVG know no variables."""
    rules = _STYLES.read_text(encoding="utf-8").split(_PAGES_ONLY)[0]
    colours = dict(_COLOUR.findall(rules))
    rules = re.sub(r"var\((--[\w-]+)\)", lambda use: colours[use[1]], rules)
    return re.sub(r"/\*.*?\*/|:root \{[^}]*\}", "", rules, flags=re.DOTALL).strip()


@cache
def _opened(name: str) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="'


def _quoted(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else _text(value)


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):.10g}"
