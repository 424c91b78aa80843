"""A line of a CV cut into its pieces: at commas, dashes and bars, but never inside brackets or quotes."""

import re
from collections.abc import Sequence

_OPEN, _CLOSE = "([{“„«", ")]}”“»"
_BULLET = re.compile(r"^(?:[•·◦▪■●‣⁃∙○◇◆▶➢➤✓✔★☆*►–—-]|\uf0b7)\s+|^[•·◦▪●‣]")
_SYMBOLS = re.compile("^[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+\\s*")
_MARKER = re.compile(r"^\(?(?:\d{1,2}|[a-z])[.)]\s+")
_DASH = r"\s[-–—]{1,3}\s|\s?—\s?"
LAST_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]{1,200})[)\]][.,;:]?$")
_EDGES = " \t\n,;:|.–—-·•"


def unbulleted(text: str) -> str:
    """Return a line without the sign of a list that its text begins with.

    >>> unbulleted("• Tang Lixin Scholarship")
    'Tang Lixin Scholarship'
    """
    return _BULLET.sub("", _SYMBOLS.sub("", text.strip())).strip()


def unnumbered(text: str) -> str:
    """Return a line without the number or letter of a list: `3. `, `b) `."""
    return _MARKER.sub("", unbulleted(text))


def trimmed(text: str) -> str:
    """Return a piece without what parted it from its neighbours; an abbreviation keeps its full stop."""
    text = " ".join(text.split()).strip(_EDGES)
    text = re.sub(r"^[)\]]\s*|\s*[(\[]$", "", text)
    while len(text) > 1 and text[0] in "\"“'‘*_" and text[-1] in "\"”'’*_":
        text = text[1:-1].strip(_EDGES)
    return text


def cut(text: str, marks: str = ",", *, dashes: bool = False) -> list[str]:
    """Return the pieces between some marks that stand outside of brackets.

    >>> cut("AISTATS (2024-), ICML (2020, 2021)")
    ['AISTATS (2024-)', 'ICML (2020, 2021)']
    """
    pattern = rf"[{re.escape(marks)}](?!(?<=\d,)\d{{3}}(?!\d))" + (rf"|{_DASH}" if dashes else "")
    depths = _depths(text)
    pieces, here = [], 0
    for match in re.finditer(pattern, text):
        if not depths[match.start()]:
            pieces.append(text[here : match.start()])
            here = match.end()
    return [piece.strip() for piece in (*pieces, text[here:]) if piece.strip()]


def stretch(text: str, pieces: Sequence[str]) -> str:
    """Return a text from the first of some of its pieces to the last, with what parts them."""
    begin = here = text.find(pieces[0])
    for piece in pieces:
        here = text.find(piece, here) + len(piece)
    return trimmed(text[begin:here])


def _depths(text: str) -> list[int]:
    """Return how many brackets are open at each character; none where they do not match."""
    depths, depth = [], 0
    for character in text:
        if character in _OPEN:
            depth += 1
        depths.append(depth)
        if character in _CLOSE and depth:
            depth -= 1
    return depths if not depth else [0] * len(text)
