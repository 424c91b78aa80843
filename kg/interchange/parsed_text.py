"""JSON, YAML and XML as one tree of plain data with lines; texts in any encoding."""

import codecs
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from html.entities import html5
from pathlib import Path
from typing import Any, NoReturn
from xml.parsers import expat

from charset_normalizer import from_bytes

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.interchange import plain
from kg.interchange.drafting import Drafting
from kg.interchange.plain import line
from kg.interchange.tracking import Tracked, Unread, tracked

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


# A document as plain data that know their lines, whatever its notation.


@dataclass
class ParsedText:
    """A document of JSON, YAML or XML.

    Attributes:
        data: Mappings that remember what was asked for, lists and scalars.
        root: The name of the outermost element of XML.
    """

    data: Any
    _places: Mapping[int, tuple[int, int]]  # Where mappings and lists begin and end, by their identity
    _keys: Mapping[int, Sequence[int]]  # Where the keys of mappings begin, in their order
    _breaks: Sequence[int]  # Where lines end
    root: str = ""
    _by_key: dict[int, dict[str | int, int]] = field(default_factory=dict)

    def lines(self, *nodes: Any) -> tuple[int, int]:
        """Return first and last line of a mapping or list, or of the nearest of several that has them."""
        for node in nodes:
            if id(node) in self._places:
                start, end = self._places[id(node)]
                return self._line(start), self._line(end)
        return 1, len(self._breaks) + 1

    def lines_under(self, node: Any, part: str | int) -> tuple[int, int]:
        """Return first and last line of what stands under a key or at a position; of a scalar, where that begins."""
        value = dict.get(node, part) if isinstance(node, dict) else plain.at(node, part)
        starts = self._keys.get(id(node), ())
        if id(value) in self._places or not starts:
            return self.lines(value, node)
        known = self._by_key.setdefault(id(node), {})
        if not known:
            known.update(zip(node if isinstance(node, dict) else range(len(node)), starts, strict=False))
        start = self._line(known[part]) if part in known else self.lines(node)[0]
        return start, start

    def lines_of_unread(self, each: Unread) -> tuple[int, int]:
        """Return first and last line of a value that no reader asked for."""
        return self.lines_under(each.holders[0], each.path[-1])

    def _line(self, place: int) -> int:
        return bisect_right(self._breaks, place) + 1


# JSON with the lines of its objects and lists.

MAX_JSON_DEPTH = 64
_MARKED_DEPTH = 10  # records of all formats lie above; what is below needs no lines of its own
_SCANNED = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"(\s*+:)?|\\?\Z)|([\[\]{}])|([-+.\deE]{301,}+|-?(?:NaN|Infinity))',
    re.ASCII | re.DOTALL,
)
_HINT = "look for a missing comma, colon, quotation mark or bracket before that place"
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str, path: Path) -> ParsedText:
    """Return the JSON document of a text.

    Raises:
        ReadError: If it is not JSON, nested too deeply, or if a key stands twice in one object.
    """
    stop = partial(_stop, text, path)
    spans, keys = _spans(text, stop)
    try:
        data = json.loads(text, object_pairs_hook=_object_maker(text, spans, stop))
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip(" \t\r\n")):
            stop(len(text), "the JSON ends before it is complete")
        if error.msg == "Extra data":
            stop(error.pos, "something follows the end of the document")
        is_of_text = error.msg.startswith(("Invalid", "Unterminated"))
        stop(error.pos, f"this is not JSON: {error.msg}" if is_of_text else "this is not JSON")
    data = _printable(data) if _ESCAPED_SURROGATE.search(text) else data
    nodes = list(_collections(data))
    places = {id(node): (start, end) for node, (start, end, depth) in zip(nodes, spans, strict=True)
              if depth < _MARKED_DEPTH}  # fmt: skip
    starts = {id(nodes[number]): found for number, found in keys.items()}
    return ParsedText(data, places, starts, [match.end() for match in re.finditer("\n", text)])


def _stop(text: str, path: Path, at: int, message: str, hint: str = _HINT) -> NoReturn:
    at = len(text) - len(text[at:].lstrip(" \t\r\n"))
    raise ReadError(Problem(message, path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), hint=hint))


def _object_maker(text: str, spans: list[tuple[int, int, int]], stop: Callable[..., NoReturn]) -> Callable[..., Any]:
    """Return what makes an object of its keys and values, in the order in which objects end."""
    starts = {end: start for start, end, _ in spans if text[end] == "}"}
    ends = iter(sorted(starts))

    def made(pairs: list[tuple[str, Any]]) -> Tracked:
        end, found = next(ends), Tracked(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            key = next(key for number, key in enumerate(keys) if key in keys[:number])
            written = re.compile(rf"{re.escape(json.dumps(key))}\s*:")
            places = [match.start() for match in written.finditer(text, starts[end], end)]
            message = f"the key '{key}' stands in one object a second time"
            stop([*places, starts[end], starts[end]][1], message, "keep one of the two")
        return found

    return made


def _spans(text: str, stop: Callable[..., NoReturn]) -> tuple[list[tuple[int, int, int]], dict[int, list[int]]]:
    """Return where objects and lists begin and end, in the order in which they begin, and how deep they lie.

    Beside it come the places of the keys of objects, by the number of the object.
    """
    found: list[tuple[int, int, int]] = []
    keys: dict[int, list[int]] = {}
    around: list[int] = []
    for match in _SCANNED.finditer(text):
        colon, sign, word = match.groups()
        if word:
            stop(match.start(), f"'{word[:30]}' is no value of JSON")
        elif colon and 0 < len(around) <= _MARKED_DEPTH:
            keys.setdefault(around[-1], []).append(match.start())
        elif sign in ("{", "["):
            if len(around) >= MAX_JSON_DEPTH:
                stop(match.start(), f"the document is nested deeper than {MAX_JSON_DEPTH} levels", "flatten it")
            around.append(len(found))
            found.append((match.start(), match.start(), len(around) - 1))
        elif sign and around:
            start, _, depth = found[number := around.pop()]
            found[number] = (start, match.start(), depth)
    return found, keys


def _collections(data: Any) -> Iterator[Any]:
    """Yield objects and lists in the order in which they begin."""
    waiting = [data]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict | list):
            yield here
            waiting.extend(reversed(list(here.values()) if isinstance(here, dict) else here))


def _printable(data: Any) -> Any:
    """Return data without halves of surrogate pairs."""
    if isinstance(data, dict):
        return Tracked({_printable(key): _printable(value) for key, value in data.items()})
    if isinstance(data, list):
        return list(map(_printable, data))
    return _SURROGATE.sub("\ufffd", data) if isinstance(data, str) else data


# YAML, whose scalars are all texts.


def parse_yaml(drafting: Drafting, key: str, what: str, *, hint: str = "") -> ParsedText:
    """Return the document of a file that must have a key.

    Raises:
        ReadError: If it is not YAML, or lacks the key.
    """
    parsed = of_yaml(drafting.text, drafting.path)
    if not isinstance(parsed.data, dict) or key not in parsed.data:
        raise ReadError(Problem(f"this is no {what}", drafting.path, hint=f"it should have the key '{key}'{hint}"))
    return parsed


def of_yaml(text: str, path: Path) -> ParsedText:
    """The YAML document of a text.

    Raises:
        ReadError: If it is not YAML.
    """
    data = tracked(strict_yaml.parse(text, path).data)
    if not isinstance(data, dict | list):
        raise ReadError(Problem("this holds neither keys nor a list", path, 1, hint="check that it is the right file"))
    extents = strict_yaml.extents(text, path)
    count = strict_yaml.line_count(text)
    places, keys = {id(data): (0, count - 1)}, {}
    waiting: list[tuple[Any, strict_yaml.Loc]] = [(data, ())]
    while waiting:
        node, loc = waiting.pop()
        inner = [(value, (*loc, part)) for part, value in (node.items() if isinstance(node, dict) else enumerate(node))]
        waiting.extend((value, at) for value, at in inner if isinstance(value, dict | list))
        places |= {id(value): (extents[at][0] - 1, extents[at][2] - 1) for value, at in inner
                   if isinstance(value, dict | list)}  # fmt: skip
        keys[id(node)] = [extents[at][0] - 1 for _, at in inner]
    return ParsedText(data, places, keys, range(1, count))


# XML as the mappings that JSON would have for it; entities are never expanded, so that none can blow up.

MAX_XML_DEPTH = 64
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_NO_DATA = ("xmlns", "xsi:", "xml:")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_INLINE = frozenset(("i", "b", "em", "strong", "sub", "sup", "tt", "ref", "style"))
"""Elements that stand within a text, of which only the text is read."""


@dataclass
class _Element:
    """An element."""

    tag: str
    attributes: dict[str, str]
    lines: tuple[int, int]  # First and last line (1-based)
    content: list["str | _Element"] = field(default_factory=list)

    @property
    def children(self) -> "list[_Element]":
        """The elements right inside it, besides those within its text."""
        return [each for each in self.content if isinstance(each, _Element) and each.tag not in _INLINE]

    @property
    def words(self) -> str:
        """All text inside that is of no child, on one line."""
        return line(self._marked())

    def _marked(self) -> str:
        parts = (
            (escape(each, quote=False) if "<" in each else each)
            if isinstance(each, str)
            else f"<{each.tag}>{each._marked()}</{each.tag}>"
            if each.tag in ("sub", "sup")
            else each._marked() * (each.tag in _INLINE)
            for each in self.content
        )
        return "".join(parts)


def parse_xml(text: str, path: Path) -> ParsedText:
    """Return an XML text as the mappings that JSON would have for it, without prefixes of namespaces.

    An element that stands several times is a list. Text beside attributes is under the key `value`. Declarations of
    namespaces and schemas are left out.

    Raises:
        ReadError: If it is not XML, declares entities, or is nested too deeply.
    """
    root = _XmlReader(path).read(text)
    places: dict[int, tuple[int, int]] = {}
    keys: dict[int, list[int]] = {}
    data = _plain(root, places, keys)
    return ParsedText(data, places, keys, range(1, root.lines[1]), root.tag)


def _plain(element: _Element, places: dict[int, tuple[int, int]], keys: dict[int, list[int]]) -> Any:
    attributes = {_local(key): value for key, value in element.attributes.items() if not key.startswith(_NO_DATA)}
    children = element.children
    if not children and not attributes:
        return element.words
    node = Tracked(attributes)
    if own := element.words:
        node.setdefault("value", own)
    places[id(node)] = (element.lines[0] - 1, element.lines[1] - 1)  # `ParsedText` counts the line breaks before
    keys[id(node)] = starts = [element.lines[0] - 1] * len(node)
    repeated: dict[str, list[Any]] = {}
    for child in children:
        key, value = _local(child.tag), _plain(child, places, keys)
        if key not in node:
            node[key] = value
            starts.append(child.lines[0] - 1)
        elif key in repeated:
            repeated[key].append(value)
        else:
            node[key] = repeated[key] = [dict.__getitem__(node, key), value]
    return node


def _local(name: str) -> str:
    return name.rpartition(":")[2]


class _XmlReader:
    """Builds elements from the events of expat."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._root: _Element | None = None
        self._stack: list[_Element] = []
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.EntityDeclHandler = lambda *_: self._stop("the document declares an entity", "delete its DOCTYPE")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add

    def read(self, text: str) -> _Element:
        """Return the root."""
        try:
            self._parser.Parse(_ENTITY.sub(_character, text).encode(), True)
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
        here = self._parser.CurrentLineNumber
        element = _Element(tag, attributes, (here, here))
        if self._stack:
            self._stack[-1].content.append(element)
        else:
            self._root = element
        self._stack.append(element)

    def _end(self, _: str) -> None:
        element = self._stack.pop()
        element.lines = (element.lines[0], self._parser.CurrentLineNumber)

    def _add(self, text: str) -> None:
        if self._stack:
            self._stack[-1].content.append(text)

    def _stop(self, message: str, hint: str) -> NoReturn:
        raise ReadError(Problem(message, self._path, self._parser.CurrentLineNumber, hint=hint))


def _character(entity: re.Match[str]) -> str:
    """Return the character of an entity of HTML; what XML knows itself, or nobody knows, as it stands."""
    return entity[0] if entity[1] in _OF_XML else html5.get(f"{entity[1]};", entity[0])
