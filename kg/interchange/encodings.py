"""Read a text in whatever encoding it is: reference managers still write others than UTF-8."""

import codecs
import re
from pathlib import Path

from charset_normalizer import from_bytes

from kg.errors import Problem, ReadError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as UTF-16 does
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"^[ \t%]*(?:(?:file-?)?encoding|-\*-.{0,40}coding|coding)\s*[:=]\s*([A-Za-z0-9_.:-]{2,40})", re.I | re.M
)
_ALIASES = {"ansi": "cp1252", "windows": "cp1252", "gbk": "gb18030", "gb2312": "gb18030", "cp936": "gb18030",
            "iso8859_1": "cp1252", "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252"}  # fmt: skip
"""Encodings by which people mean one that holds more."""
_LIKELY = ("gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1250", "cp1251", "cp1252")
_HEAD = 20_000


def read(path: Path, *, limit: int) -> tuple[str, str]:
    """Return a text with line feeds, and its encoding where that was not declared but found by its letters.

    Raises:
        ReadError: If it is missing, unreadable or larger than `limit` bytes.
    """
    try:
        size = path.stat().st_size
        if size > limit:
            message = f"the file has {size:,} bytes; at most {limit:,} are read"
            raise ReadError(Problem(message, path, hint="split it, or check that it is the right file"))
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error
    text, assumed = decoded(data)
    return text.replace("\r\n", "\n").replace("\r", "\n"), assumed


def decoded(data: bytes) -> tuple[str, str]:
    r"""Return the text of some bytes, and the encoding that was assumed, if none was declared.

    >>> decoded("Zürich".encode()), decoded("% Encoding: Cp1252\nZürich".encode("cp1252"))
    (('Zürich', ''), ('% Encoding: Cp1252\nZürich', ''))
    """
    for mark, name in _MARKS:
        if data.startswith(mark) and (text := _strict(data, name)) is not None:
            return text, ""
    if name := _sixteen_bits(data):
        return data.decode(name, "replace"), name.upper()
    if (text := _strict(data, "utf-8")) is not None:
        return text, ""
    declared = _DECLARED.search(data[:_HEAD]) or _DECLARED.search(data[-_HEAD:])
    if declared:
        name = declared[1].decode().casefold()
        text = _strict(data, _ALIASES.get(name, name))
        if text is not None:
            return text, ""
    return _guessed(data)


def _guessed(data: bytes) -> tuple[str, str]:
    """Return a text by the letters that make sense; Western where nothing tells."""
    best = from_bytes(data, cp_isolation=list(_LIKELY), threshold=0.3).best()
    name = best.encoding if best and best.encoding in _LIKELY else "cp1252"
    if name.startswith("cp125") and name != "cp1251":
        name = "cp1252"  # a few accents do not tell the encodings of Latin letters apart
    return data.decode(name, "replace"), name


def _sixteen_bits(data: bytes) -> str:
    """Return which UTF-16 without a mark it is: half of the bytes of ASCII are zero there."""
    head = data[:_HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 5 < len(head):
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _strict(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except (UnicodeError, LookupError):
        return None
