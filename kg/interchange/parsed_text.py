"""JSON, YAML and XML as one tree with lines; texts in any encoding."""

import codecs
import json
import re
from bisect import bisect_right
from collections.abc import Callable
from html import escape
from html.entities import html5
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from charset_normalizer import from_bytes

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.base.node import Builder, Node, breaks_of
from kg.interchange.drafting import Drafting
from kg.interchange.plain import line

# Read a text in whatever encoding it is: reference managers still write others than UTF-8.

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

read_bytes = strict_yaml.read_bytes


def read(path: Path, *, limit: int) -> tuple[str, str]:
    """Return a text with line feeds, and its encoding where that was not declared but found by its letters.

    Raises:
        ReadError: If it is missing, unreadable or larger than `limit` bytes.
    """
    text, assumed = decoded(read_bytes(path, limit=limit))
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


# JSON.

MAX_JSON_DEPTH = 64
_TOKEN = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")|([\[\]{}])|([^\s\[\]{}":,]++)|".*+', re.DOTALL)
_NO_NUMBER = re.compile(r"[-+.\deE]{301,}+|-?(?:NaN|Infinity)", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}
_HINT = "look for a missing comma, colon, quotation mark or bracket before that place"
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(text: str, path: Path) -> Node:
    """Return the JSON document of a text.

    Raises:
        ReadError: If it is not JSON, nested too deeply, or if a key stands twice in one object.
    """
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        _scanned(text[: error.pos], path)  # what is wrong before that place is told first
        if error.pos >= len(text.rstrip(" \t\r\n")):
            _stop(text, path, len(text), "the JSON ends before it is complete")
        if error.msg == "Extra data":
            _stop(text, path, error.pos, "something follows the end of the document")
        is_of_text = error.msg.startswith(("Invalid", "Unterminated"))
        _stop(text, path, error.pos, f"this is not JSON: {error.msg}" if is_of_text else "this is not JSON")
    except RecursionError:
        pass  # the scanner has another limit, and tells the place
    return _scanned(text, path)


def _scanned(text: str, path: Path) -> Node:
    """Return the tree of a text that is JSON up to its end; it may break off there."""
    builder = Builder(text)
    for match in _TOKEN.finditer(text):
        string, sign, word = match.groups()
        start, end = match.span()
        if string and builder.awaits_key:
            if builder.take_key(key := _text_of(string), key, start):
                _stop(text, path, start, f"the key '{key}' stands in one object a second time", "keep one of the two")
        elif string:
            builder.put(_text_of(string), start, end)
        elif word:
            if _NO_NUMBER.fullmatch(word):
                _stop(text, path, start, f"'{word[:30]}' is no value of JSON")
            builder.put(_WORDS.get(word, word), start, end)
        elif sign:
            _bracket(builder, sign, start, lambda *said: _stop(text, path, *said))
    return builder.root


def _bracket(builder: Builder, sign: str, at: int, stop: Callable[..., NoReturn]) -> None:
    if sign in "]}":
        builder.close(at + 1)
    elif builder.depth >= MAX_JSON_DEPTH:
        stop(at, f"the document is nested deeper than {MAX_JSON_DEPTH} levels", "flatten it")
    else:
        builder.open({} if sign == "{" else [], at)


def _text_of(string: str) -> str:
    """Return the text of a string of JSON, without halves of surrogate pairs."""
    return _SURROGATE.sub("\ufffd", json.loads(string)) if "\\" in string else string[1:-1]


def _stop(text: str, path: Path, at: int, message: str, hint: str = _HINT) -> NoReturn:
    at = len(text) - len(text[at:].lstrip(" \t\r\n"))
    raise ReadError(Problem(message, path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), hint=hint))


# YAML, whose scalars are all texts.


def parse_yaml(drafting: Drafting, key: str, what: str, *, hint: str = "") -> Node:
    """Return the document of a file that must have a key.

    Raises:
        ReadError: If it is not YAML, or lacks the key.
    """
    root = strict_yaml.parse(drafting.text, drafting.path)
    if not root.inner:
        hint = "check that it is the right file"
        raise ReadError(Problem("this holds neither keys nor a list", drafting.path, 1, hint=hint))
    if key not in root:
        raise ReadError(Problem(f"this is no {what}", drafting.path, hint=f"it should have the key '{key}'{hint}"))
    return root


# XML as the mappings that JSON would have for it; entities are never expanded, so that none can blow up.

MAX_XML_DEPTH = 64
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_NO_DATA = ("xmlns", "xsi:", "xml:")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_INLINE = frozenset(("i", "b", "em", "strong", "sub", "sup", "tt", "ref", "style"))
"""Elements that stand within a text, of which only the text is read."""


def parse_xml(text: str, path: Path) -> Node:
    """Return an XML text as the mappings that JSON would have for it, without prefixes of namespaces.

    An element that stands several times is a list. Text beside attributes is under the key `value`; attributes stand
    where their element does. Declarations of namespaces and schemas are left out.

    Raises:
        ReadError: If it is not XML, declares entities, or is nested too deeply.
    """
    return _XmlReader(text, path).read()


class _Element(NamedTuple):
    """An element that is open."""

    tag: str
    start: int
    inner: dict[str, Node]  # Its attributes and children; those of an element within a text are of the one around it
    words: list[str]


class _XmlReader:
    """Makes a tree of the events of expat."""

    def __init__(self, text: str, path: Path) -> None:
        self._path = path
        self._text = _ResolvedText(text)
        self._breaks = self._text.breaks
        self._root: Node | None = None
        self._stack: list[_Element] = []
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.EntityDeclHandler = lambda *_: self._stop("the document declares an entity", "delete its DOCTYPE")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add

    def read(self) -> Node:
        """Return the root."""
        try:
            self._parser.Parse(self._text.text.encode(), True)
        except expat.ExpatError as error:
            message = f"this is not XML: {expat.ErrorString(error.code)}"
            hint = "save the file again as the service gives it"
            raise ReadError(Problem(message, self._path, error.lineno, error.offset + 1, hint=hint)) from error
        if self._root is None:
            self._stop("there is no element", "save the file again")
        return self._root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._stack) >= MAX_XML_DEPTH:
            self._stop(f"the document is nested deeper than {MAX_XML_DEPTH} levels", "check that it is the right file")
        start = self._place()
        if tag in _INLINE and self._stack:
            self._stack.append(_Element(tag, start, self._stack[-1].inner, []))
            return
        said = {_local(key): value for key, value in attributes.items() if not key.startswith(_NO_DATA)}
        inner = {key: Node(value, key, start, start, self._breaks) for key, value in said.items()}
        self._stack.append(_Element(tag, start, inner, []))

    def _end(self, _: str) -> None:
        tag, start, inner, words = self._stack.pop()
        said = "".join(words)
        if tag in _INLINE and self._stack:
            self._stack[-1].words.append(f"<{tag}>{said}</{tag}>" if tag in ("sub", "sup") else said)
            return
        end = self._place_behind(start)
        for attribute in inner.values():
            attribute.end = attribute.end if attribute.end > attribute.start else end
        own = line(said)
        if own and inner:
            inner.setdefault("value", Node(own, "value", start, end, self._breaks))
        node = Node(inner or own, _local(tag), start, end, self._breaks)
        if self._stack:
            _keep(self._stack[-1].inner, node)
        else:
            self._root = node

    def _add(self, text: str) -> None:
        if self._stack:
            self._stack[-1].words.append(escape(text, quote=False) if "<" in text else text)

    def _place(self) -> int:
        return self._text.place(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber)

    def _place_behind(self, start: int) -> int:
        """Return where an element ends: expat has come to its last tag, or behind one that is first and last."""
        given, here = self._text.given, self._place()
        is_only = given.endswith("/>", start, here) and given.find("<", start + 1, here) < 0
        return here if is_only else given.find(">", here) + 1

    def _stop(self, message: str, hint: str) -> NoReturn:
        raise ReadError(Problem(message, self._path, self._parser.CurrentLineNumber, hint=hint))


class _ResolvedText:
    """A text of XML with the characters of HTML's entities; what XML knows itself, or nobody knows, as it stands.

    Attributes:
        given: The text as it was given, with its line breaks.
    """

    def __init__(self, given: str) -> None:
        self.given = given
        self.breaks = breaks_of(given)
        self._behind: list[
            int
        ] = []  # Where entities ended in the new text, and by how much it is shorter from there on
        self._shorter = [0]
        self.text = _ENTITY.sub(self._character, given)
        self._begins = [0, *(breaks_of(self.text) if self._behind else self.breaks)]

    def _character(self, entity: re.Match[str]) -> str:
        found = entity[0] if entity[1] in _OF_XML else html5.get(f"{entity[1]};", entity[0])
        self._shorter.append(self._shorter[-1] + len(entity[0]) - len(found))
        self._behind.append(entity.end() - self._shorter[-1])
        return found

    def place(self, line: int, column: int) -> int:
        """Return where in the text as it was given a line and a column of the new one are."""
        at = self._begins[line - 1] + column
        return at + self._shorter[bisect_right(self._behind, at)]


def _keep(inner: dict[str, Node], node: Node) -> None:
    """Keep a child; several of one name are a list."""
    known = inner.get(node.key)
    if known is None:
        inner[node.key] = node
    elif isinstance(known.value, list):
        known.value.append(node)
        known.end = node.end
    else:
        inner[node.key] = known.followed_by(node)


def _local(name: str) -> str:
    return name.rpartition(":")[2]
