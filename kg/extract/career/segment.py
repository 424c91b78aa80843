"""A piece of the head of an entry, with what it is."""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["role", "degree", "organization", "place", "unknown"]

BRACKET = re.compile(r"\s*[(（\[][^()（）\[\]]{0,200}[)）\]]")
EDGES = " \t\n,;:|–—·•◊*_.．"
_SHORT_FORM = re.compile(r"\s*\([A-Z][A-Za-z0-9&/-]{0,9}[A-Z0-9][A-Za-z]{0,3}\)")
_LOOSE = re.compile(r"^-+\s+|\s+(?:-+|and|&|und|et|y)$")
"""Signs and words that parted a piece from what is gone."""

_ABBREVIATED = re.compile(
    r"\b(?:Inc|Ltd|Co|Corp|S\.A|Ph\.D|[BM]\.A\.Sc|"
    r"[BM]\.(?:S|A|E|Eng|Sc|Tech|Phil|S\.E)|St|Jr|D\.C|U\.S\.A|U\.S|U\.K|rer\. nat)$"
)


@dataclass(frozen=True, slots=True)
class Segment:
    r"""A piece of the head of an entry.

    Attributes:
        text: Its words as written, brackets included.
        kind: What it is.
        before: What parts it from the piece before: `,`, `\t`, `-`, `at`, `style`, `line`, `glued` or nothing.
        level: Of an organisation, whether it stands alone (3), may (2), or is part of another (1).
        line: The place of its line among those of the section.
        is_bold: Whether it is set bold.
        is_labelled: Whether the page says what it is: `Employer: …`.
    """

    text: str
    kind: Kind = "unknown"
    before: str = ""
    level: int = 0
    line: int = 0
    is_bold: bool = False
    is_labelled: bool = False

    @property
    def full_name(self) -> str:
        """Its words; brackets stay if they hold a short form: `Research in Software Engineering (RiSE)`."""
        return trimmed(BRACKET.sub(lambda found: found[0] if _SHORT_FORM.fullmatch(found[0]) else "", self.text))

    @property
    def name(self) -> str:
        """Its words without what stands in brackets."""
        return plain(self.text)


def plain(text: str) -> str:
    """Return a text without what stands in brackets.

    >>> plain("Hong Kong University of Science and Technology (HKUST)")
    'Hong Kong University of Science and Technology'
    """
    return trimmed(BRACKET.sub("", text)) or trimmed(text)


def trimmed(text: str) -> str:
    """Return a text without punctuation at its ends; the full stop of an abbreviation stays.

    >>> trimmed(" — Redmond, WA."), trimmed("Analytical Engines, Inc.,")
    ('Redmond, WA', 'Analytical Engines, Inc.')
    """
    words = _LOOSE.sub("", text.strip(EDGES)).strip(EDGES)
    dotted = _ABBREVIATED.search(words) and text.rstrip(" \t\n,;:|–—-").endswith(words + ".")
    return words + "." if dotted else words
