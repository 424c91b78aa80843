"""Put characters of a page right that stand for parts of letters: ligatures, accents drawn over letters."""

import unicodedata
from collections.abc import Iterable

from kg.extract.documents.pdf.glyphs import Glyph

_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303",
    "¯": "\u0304", "ˇ": "\u030c", "˘": "\u0306", "˙": "\u0307", "˚": "\u030a", "¸": "\u0327", "˛": "\u0328",
    "˝": "\u030b",
}  # fmt: skip
_DOTLESS = {"ı": "i", "ȷ": "j"}
_NEAR = 4
_MAX_FAR = 400
"""Of so many accents a page, the letter is looked for everywhere on it."""


def put_right(glyphs: list[Glyph]) -> list[Glyph]:
    """Return the glyphs of a page with letters and their accents joined, and ligatures as letters.

    TeX draws some accents as characters of their own over a letter, before or after it.
    """
    gone: set[int] = set()
    far = 0
    fixed = list(glyphs)
    for index, glyph in enumerate(glyphs):
        accent = _ACCENTS.get(glyph.text)
        if accent is None:
            if glyph.text > "ﬀ":
                fixed[index] = fixed[index]._replace(text=unicodedata.normalize("NFKC", glyph.text))
            continue
        around = (*range(index + 1, index + 1 + _NEAR), *range(index - 1, index - 1 - _NEAR, -1))
        letter = _letter_under(glyph, ((at, fixed[at]) for at in around if 0 <= at < len(glyphs) and at not in gone))
        if letter is None and (far := far + 1) < _MAX_FAR:
            letter = _letter_under(glyph, enumerate(glyphs))
        if letter is not None:
            text = _DOTLESS.get(fixed[letter].text, fixed[letter].text)
            spaced = fixed[letter].spaced if letter < index else glyph.spaced
            fixed[letter] = fixed[letter]._replace(text=unicodedata.normalize("NFC", text + accent), spaced=spaced)
            gone.add(index)
    return [glyph for index, glyph in enumerate(fixed) if index not in gone]


def _letter_under(accent: Glyph, around: Iterable[tuple[int, Glyph]]) -> int | None:
    centre = (accent.left + accent.right) / 2
    for index, glyph in around:
        width = glyph.right - glyph.left
        over = abs((glyph.left + glyph.right) / 2 - centre) < 0.35 * width
        if over and glyph.text.isalpha() and abs(glyph.base - accent.base) < 0.6 * glyph.font.size:
            return index
    return None
