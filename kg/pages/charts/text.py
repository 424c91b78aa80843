"""Estimate how wide a text is drawn, so that labels neither meet nor leave the picture.

The widths are those of DejaVu Sans, which is wider than the usual fonts of systems: what fits here fits there.
"""

import re
import unicodedata

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
# What XML 1.0 cannot hold, and the characters that turn the direction of what follows them.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def clean(text: str) -> str:
    """Return a text on one line, without characters that a file of XML cannot hold or that turn its direction."""
    return " ".join(_UNWANTED.sub("", text).split())


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
