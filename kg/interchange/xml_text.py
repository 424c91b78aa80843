"""XML as elements with their lines; entities are never expanded, so that none can blow up.

Those of XML itself are read, and those of HTML, each of which names a character: dblp's DTD has them.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from pathlib import Path
from typing import Any, NoReturn
from xml.parsers import expat

from kg.errors import Problem, ReadError
from kg.interchange.json_text import JsonText
from kg.interchange.plain import line
from kg.interchange.tracking import Tracked, Unread

MAX_DEPTH = 64
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_NO_DATA = ("xmlns", "xsi:", "xml:")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))


@dataclass
class Element:
    """An element.

    Attributes:
        tag: Its name.
        attributes: By name.
        lines: First and last line (1-based).
        content: Texts and elements in their order.
        is_read: Whether a reader asked for its text.
    """

    tag: str
    attributes: Tracked
    lines: tuple[int, int]
    content: list["str | Element"] = field(default_factory=list)
    is_read: bool = False

    def children(self, *tags: str) -> Iterator["Element"]:
        """Yield the elements right inside it, of the given names or all."""
        return (each for each in self.content if isinstance(each, Element) and (not tags or each.tag in tags))

    def child(self, tag: str) -> "Element | None":
        """Return the first element of a name."""
        return next(self.children(tag), None)

    def said(self, tag: str) -> str:
        """Return the text of the first element of a name."""
        found = self.child(tag)
        return found.text if found else ""

    @property
    def text(self) -> str:
        """All text inside, on one line; it counts as read."""
        for element in self.elements():
            element.is_read = True
        return self.words

    def elements(self) -> Iterator["Element"]:
        """Yield the element and all elements inside, in the order of the document."""
        waiting = [self]
        while waiting:
            here = waiting.pop()
            yield here
            waiting.extend(reversed(list(here.children())))

    @property
    def words(self) -> str:
        """All text inside, on one line."""
        parts: list[str] = []
        waiting: list[str | Element] = [self]
        while waiting:
            here = waiting.pop()
            if isinstance(here, str):
                parts.append(here)
            else:
                waiting.extend(reversed(here.content))
        return line("".join(parts))


def as_json(root: Element) -> JsonText:
    """Return elements as the mappings that JSON would have for them, without prefixes of namespaces.

    An element that stands several times is a list. Text beside attributes is under the key `value`. Declarations of
    namespaces and schemas are left out.
    """
    places: dict[int, tuple[int, int]] = {}
    data = _plain(root, places)
    return JsonText(data, places, range(1, root.lines[1]))


def _plain(element: Element, places: dict[int, tuple[int, int]]) -> Any:
    attributes = {_local(key): value for key, value in element.attributes.items() if not key.startswith(_NO_DATA)}
    children = list(element.children())
    if not children and not attributes:
        return element.words
    node = Tracked(attributes)
    if own := line("".join(part for part in element.content if isinstance(part, str))):
        node.setdefault("value", own)
    repeated: dict[str, list[Any]] = {}
    for child in children:
        key, value = _local(child.tag), _plain(child, places)
        if key not in node:
            node[key] = value
        elif key in repeated:
            repeated[key].append(value)
        else:
            node[key] = repeated[key] = [dict.__getitem__(node, key), value]
    places[id(node)] = (element.lines[0] - 1, element.lines[1] - 1)  # `JsonText` counts the line breaks before
    return node


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def unread(root: Element, ignored: Collection[str]) -> Iterator[Unread]:
    """Yield the attributes and texts for which no reader asked; `ignored` names tags and attributes."""
    waiting: list[tuple[Element, tuple[str, ...]]] = [(root, (root.tag,))]
    while waiting:
        element, path = waiting.pop()
        if element.tag in ignored:
            continue
        for key, value in element.attributes.items():
            if key not in element.attributes.asked and key not in ignored and value.strip():
                yield Unread((*path, key), (element,), value)
        own = line("".join(part for part in element.content if isinstance(part, str)))
        if own and not element.is_read:
            yield Unread(path, (element,), own)
        waiting.extend((each, (*path, each.tag)) for each in reversed(list(element.children())))


def parse(text: str, path: Path) -> Element:
    """Return the root of an XML text.

    Raises:
        ReadError: If it is not XML, declares entities, or is nested too deeply.
    """
    return _Reader(path).read(text)


class _Reader:
    """Builds elements from the events of expat."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._root: Element | None = None
        self._stack: list[Element] = []
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.EntityDeclHandler = lambda *_: self._stop("the document declares an entity", "delete its DOCTYPE")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add

    def read(self, text: str) -> Element:
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
        if len(self._stack) >= MAX_DEPTH:
            self._stop(f"the document is nested deeper than {MAX_DEPTH} levels", "check that it is the right file")
        here = self._parser.CurrentLineNumber
        element = Element(tag, Tracked(attributes), (here, here))
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
