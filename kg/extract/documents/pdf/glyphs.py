"""Take the pages of a PDF file apart: every character with its place and font, links, bullets, rules.

Only this module knows PDFium.
"""

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from kg.base.errors import Problem, ReadError
from kg.extract.documents.styles import target_of

MAX_PAGES = 300
MAX_GLYPHS = 40_000
"""A page has at most so many characters; a page of small print has a tenth."""

_MAX_OBJECTS = 4000
_MAX_LINKS = 400
_MAX_BULLET = 7.0
_MAX_RULE_HEIGHT = 2.5
_BOLD = re.compile(r"bold|black|heavy|semibold|demi|cmbx|cmb10|sfbx|-medi\b|bd(?:cn)?$|-b$|,b", re.I)
_ITALIC = re.compile(r"ital|obliq|slant|cmti|cmsl|cmmi|sfti|sfsl|-it$|-i$", re.I)
_SYMBOLS = re.compile(r"cmsy|msbm|msam|symbol|dingbat|awesome", re.I)
_SMALL_CAPITALS = re.compile(r"cmcsc|smallcap|caps10|smcp|sfcc|lmcsc|-sc\b", re.I)
_ITALIC_FLAG = 0x40
_BOLD_FLAG = 0x40000
_HEAVY = 600
_PASSWORD_ERROR = 4
_BLANKS = (" ", "\t", "\xa0")
_SIGNS = {"\x02": "-", "\x88": "•", "\u2010": "-", "\u2011": "-"}
"""PDFium's own sign for a hyphen at the end of a line; the bullet of a font of TeX that names no characters."""


class Font(NamedTuple):
    """How a character is set."""

    size: float
    bold: bool = False
    italic: bool = False
    small_capitals: bool = False


class GlyphBox(NamedTuple):
    """A rectangle on the page, in points; y grows upwards."""

    left: float
    bottom: float
    right: float
    top: float


class Glyph(NamedTuple):
    """A character on the page.

    Attributes:
        text: The character, or the characters of a ligature.
        left: Where it begins.
        right: Where it ends.
        base: The height of its base line.
        font: How it is set.
        spaced: Whether white space stands before it.
        target: Where it links to.
        blank: Whether that is a blank of the file itself, not one that PDFium reads into a gap.
    """

    text: str
    left: float
    right: float
    base: float
    font: Font
    spaced: bool = False
    target: str = ""
    blank: bool = False


class GlyphPage(NamedTuple):
    """What is on a page.

    Attributes:
        number: Of the page, from 1.
        width: In points.
        height: In points.
        glyphs: In the order of the file.
        bullets: Small shapes, as browsers draw them before items.
        rules: Horizontal lines.
        has_image: Whether there is a picture.
    """

    number: int
    width: float
    height: float
    glyphs: list[Glyph]
    bullets: list[GlyphBox]
    rules: list[GlyphBox]
    has_image: bool


def pages(content: bytes, path: Path) -> Iterator[GlyphPage]:
    """Yield the pages of a PDF file, the first `MAX_PAGES` of them; call it where memory and time are bounded.

    A few kilobytes of a stream may unpack to gigabytes, and PDFium has no limit of its own.

    Raises:
        ReadError: If the file is damaged or protected by a password.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR or "password" in str(error).lower():
            raise ReadError(Problem("is protected by a password", path, hint="save it without one")) from error
        hint = "open it in a viewer and print it to PDF again"
        raise ReadError(Problem("is damaged: no PDF reader can open it", path, hint=hint)) from error
    try:
        for index in range(min(len(document), MAX_PAGES)):
            yield _page(document, index)
    except pypdfium2.PdfiumError as error:
        message = f"page {index + 1} is damaged"
        raise ReadError(Problem(message, path, hint="open it in a viewer and print it to PDF again")) from error
    finally:
        document.close()


def _page(document: pypdfium2.PdfDocument, index: int) -> GlyphPage:
    page = document[index]
    try:
        width, height = page.get_size()
        text = page.get_textpage()
        try:
            glyphs = list(_Glyphs(text, _links(page)))
        finally:
            text.close()
        bullets, rules, has_image = _shapes(page)
        return GlyphPage(index + 1, width, height, glyphs, bullets, rules, has_image)
    finally:
        page.close()


class _Glyphs:
    """Yields the characters of a page. Of neighbours in one object of the page, the font is asked for once."""

    def __init__(self, text: Any, links: list[tuple[GlyphBox, str]]) -> None:
        self._text = text
        self._links = links
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()
        self._box = raw.FS_RECTF()
        self._matrix = raw.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._fonts: dict[tuple[bytes, float, int], Font] = {}

    def __iter__(self) -> Iterator[Glyph]:
        text = self._text
        spaced = blank = False
        for index in range(min(raw.FPDFText_CountChars(text), MAX_GLYPHS)):
            code = raw.FPDFText_GetUnicode(text, index)
            character = chr(code) if 0 < code < 0x110000 else ""
            character = _SIGNS.get(character, character)
            is_read_into = raw.FPDFText_IsGenerated(text, index) == 1
            if not character or character.isspace() or is_read_into:
                spaced, blank = True, blank or (character in _BLANKS and not is_read_into)
            elif (glyph := self._glyph(index, character)) is not None:
                yield glyph._replace(spaced=spaced, blank=blank)
                spaced = blank = False

    def _glyph(self, index: int, character: str) -> Glyph | None:
        """Return a character with its place; nothing for one that does not stand upright."""
        text = self._text
        if not raw.FPDFText_GetLooseCharBox(text, index, self._box):
            return None
        raw.FPDFText_GetMatrix(text, index, self._matrix)
        matrix = self._matrix
        if abs(matrix.b) > 0.1 * abs(matrix.a) + 1e-6:
            return None
        raw.FPDFText_GetCharOrigin(text, index, self._x, self._y)
        font = self._font(index, abs(matrix.d) or 1.0)
        left, base = self._box.left, self._y.value
        target = self._target(left, self._box.right, base + 0.3 * font.size) if self._links else ""
        return Glyph(character, left, max(self._box.right, left), base, font, target=target)

    def _font(self, index: int, scale: float) -> Font:
        text = self._text
        length = raw.FPDFText_GetFontInfo(text, index, self._name, 256, self._flags)
        name = self._name.raw[: max(0, min(length, 256) - 1)]
        size = round(raw.FPDFText_GetFontSize(text, index) * scale, 1)
        key = (name, size, self._flags.value)
        if key not in self._fonts:
            plain = name.decode("latin-1")
            weight = raw.FPDFText_GetFontWeight(text, index)
            self._fonts[key] = Font(
                size,
                bool(_BOLD.search(plain)) or bool(self._flags.value & _BOLD_FLAG) or weight >= _HEAVY,
                not _SYMBOLS.search(plain) and bool(_ITALIC.search(plain) or self._flags.value & _ITALIC_FLAG),
                bool(_SMALL_CAPITALS.search(plain)),
            )
        return self._fonts[key]

    def _target(self, left: float, right: float, middle: float) -> str:
        centre = (left + right) / 2
        for box, target in self._links:
            if box.left <= centre <= box.right and box.bottom <= middle <= box.top:
                return target
        return ""


def _links(page: pypdfium2.PdfPage) -> list[tuple[GlyphBox, str]]:
    links: list[tuple[GlyphBox, str]] = []
    position, link, rectangle = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    while len(links) < _MAX_LINKS and raw.FPDFLink_Enumerate(page, position, link):
        action = raw.FPDFLink_GetAction(link)
        if not action or not raw.FPDFLink_GetAnnotRect(link, rectangle):
            continue
        length = raw.FPDFAction_GetURIPath(page.pdf, action, None, 0)
        buffer = ctypes.create_string_buffer(max(1, min(length, 4096)))
        raw.FPDFAction_GetURIPath(page.pdf, action, buffer, len(buffer))
        if target := target_of(buffer.value.decode("utf-8", "replace")):
            links.append((GlyphBox(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top), target))
    return links


def _shapes(page: pypdfium2.PdfPage) -> tuple[list[GlyphBox], list[GlyphBox], bool]:
    """Return the bullets and the rules drawn on a page, and whether there is an image."""
    bullets, rules = [], []
    has_image = False
    edges = [ctypes.c_float() for _ in range(4)]
    for index in range(min(raw.FPDFPage_CountObjects(page), _MAX_OBJECTS)):
        item = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(item)
        has_image = has_image or kind == raw.FPDF_PAGEOBJ_IMAGE
        if kind != raw.FPDF_PAGEOBJ_PATH or not raw.FPDFPageObj_GetBounds(item, *edges):
            continue
        box = GlyphBox(*(edge.value for edge in edges))
        width, height = box.right - box.left, box.top - box.bottom
        if height <= _MAX_RULE_HEIGHT and width > 10 * _MAX_BULLET:
            rules.append(box)
        elif 1 < width <= _MAX_BULLET and 0.6 < height / width < 1.6:
            bullets.append(box)
    return bullets, rules, has_image
