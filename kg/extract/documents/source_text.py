"""Make text of bytes, and make any text clean: one place for encodings and for what no reader sees."""

import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem, ReadError

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_FALLBACK = "cp1252"
_SAMPLE = 1 << 16
_CONTROLS = bytes((*range(7), *range(14, 27), *range(28, 32)))
_BINARY = 0.02
"""A file of which more than this share is control characters is no text."""

_SPACES = (
    "\x0b\x0c\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)
_NOTHING = "\xad\u200b\u2060\u2061\u2062\u2063\u2064\ufeff\ufffc\ufffe\uffff"
_ODD = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\xa0\ud800-\udfff\ue000-\uf8ff{_SPACES}{_NOTHING}]")
_TABLE = str.maketrans(
    dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_NOTHING, "")
    | dict.fromkeys(map(chr, (*range(9), *range(14, 32), *range(127, 133), *range(134, 160))), "")
    | dict.fromkeys(map(chr, (*range(0xD800, 0xE000), *range(0xE000, 0xF900))), "")
)
_MANY_MARKS = re.compile(r"[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f]{30}")
"""Canonical order takes time in the square of the number of marks on one letter."""


class DecodedText(NamedTuple):
    """The text of a file.

    Attributes:
        text: With line feeds only, and without what no reader sees.
        warnings: How it had to be decoded.
    """

    text: str
    warnings: tuple[Problem, ...] = ()


def decode(content: bytes, path: Path, *, declared: str = "") -> DecodedText:
    """Return the clean text of a file's bytes.

    A byte order mark decides; else it is UTF-8, or the encoding that the file itself declares, and lines
    that are neither are Windows-1252.

    Raises:
        ReadError: If the bytes are no text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            text = content[len(mark) :].decode(encoding, "replace")
            return DecodedText(clean(text))
    _refuse_binary(content, path)
    try:
        return DecodedText(clean(content.decode("utf-8")))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    if declared:
        return DecodedText(clean(content.decode(declared, "replace")))
    lines = [_decoded(part) for part in content.split(b"\n")]
    warning = Problem("is not UTF-8 here: read as Windows-1252", path, line, hint="save the file as UTF-8")
    return DecodedText(clean("\n".join(lines)), (warning,))


def _refuse_binary(content: bytes, path: Path) -> None:
    sample = content[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > _BINARY * len(sample) + 8:
        hint = "give a CV as Markdown, HTML, DOCX, PDF or plain text in UTF-8"
        raise ReadError(Problem("is not text, nor a kind of document that is known", path, hint=hint))


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(_FALLBACK, "ignore")  # five bytes stand for nothing


def clean(text: str) -> str:
    r"""Return a text with line feeds only, plain spaces, composed letters, and without control characters.

    Characters for private use go too: in CVs they are icons of fonts. Marks of direction stay.

    >>> clean("a\r\nb\xa0c\x00\u200b")
    'a\nb c'
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii() or _ODD.search(text):
        text = text.translate(_TABLE) if _ODD.search(text) else text
        if not unicodedata.is_normalized("NFC", text) and not _MANY_MARKS.search(text):
            text = unicodedata.normalize("NFC", text)
    return text
