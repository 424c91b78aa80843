"""A page of HTML: its elements with their places, and what breaks the standard."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from html.entities import html5

from kg.publish.check.html import elements as known
from kg.publish.check.html.tokens import tag, tokens
from kg.publish.check.html.values import faults as value_faults

FOREIGN = frozenset(("svg", "math"))
MOST_DEEP = 500
_REFERENCE = re.compile(r"&(?:#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});|([a-zA-Z][a-zA-Z0-9]{1,31});?|#)")
_MARKUP = re.compile(r"<[^>]*+>")
_MICRODATA = frozenset(("itemprop", "property"))
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_TEXTLESS = frozenset(
    [
        "html",
        "head",
        "ul",
        "ol",
        "menu",
        "dl",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "colgroup",
        "select",
        "optgroup",
        "picture",
    ]
)


@dataclass(slots=True, eq=False)
class Element:
    """An element.

    Attributes:
        name: In small letters, except within SVG and MathML.
        attributes: With their values.
        start: Where its start tag begins in the text.
        inner: Where its content begins.
        end: Where its content ends.
        parent: What it stands in.
        is_foreign: Whether it is SVG or MathML.
    """

    name: str
    attributes: Mapping[str, str]
    start: int
    inner: int
    end: int
    parent: "Element | None"
    is_foreign: bool = False

    def get(self, attribute: str) -> str:
        """Return the value of an attribute, or nothing."""
        return self.attributes.get(attribute, "")

    def ancestors(self) -> Iterator["Element"]:
        """Yield what it stands in, from the inside."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent


@dataclass
class Page:
    """A page as it was read.

    Attributes:
        path: The name of its file.
        source: Its text.
        elements: In the order of the text.
        faults: What breaks the standard: where, and a sentence.
    """

    path: str
    source: str
    elements: list[Element] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    _by_name: dict[str, list[Element]] = field(default_factory=lambda: defaultdict(list))

    def all(self, *names: str) -> list[Element]:
        """Return the elements of some names; of each name in the order of the text."""
        return [element for name in names for element in self._by_name.get(name, ())]

    def first(self, name: str) -> Element | None:
        """Return the first element of a name, if there is one."""
        return next(iter(self._by_name.get(name, ())), None)

    def add(self, element: Element) -> None:
        """Add an element."""
        self.elements.append(element)
        self._by_name[element.name].append(element)

    def line(self, element: Element | int) -> int:
        """Return the 1-based line of an element or of a place in the text."""
        return self.source.count("\n", 0, element if isinstance(element, int) else element.start) + 1

    def raw(self, element: Element) -> str:
        """Return what stands between the tags of an element."""
        return self.source[element.inner : element.end]

    def text(self, element: Element) -> str:
        """Return the text of an element, without markup, its space joined."""
        return " ".join(unescape(_MARKUP.sub(" ", self.raw(element))).split())

    def links(self, *relations: str) -> Iterator[Element]:
        """Yield the `<link>` elements of some relations."""
        for link in self._by_name.get("link", ()):
            if not set(relations).isdisjoint(link.get("rel").lower().split()):
                yield link

    def meta(self, name: str) -> str:
        """Return what a `<meta>` element of a name or property says."""
        found = (each.get("content") for each in self._by_name.get("meta", ()) if name in _names(each))
        return next(found, "").strip()


def _names(meta: Element) -> tuple[str, str]:
    return meta.get("name").lower(), meta.get("property").lower()


def read(path: str, source: str) -> Page:
    """Read a page, and what breaks the standard in it."""
    reading = _Reading(Page(path, source))
    for kind, name, inner, start, end in tokens(source, known.RAW, FOREIGN):
        reading.take(kind, name, inner, start, end)
    return reading.finished()


class _Reading:
    """What was read of a page so far: the elements that are open."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: list[Element] = []
        self._around: Counter[str] = Counter()
        self._is_begun = False

    def take(self, kind: str, name: str, inner: str, start: int, end: int) -> None:
        """Take the next token."""
        if kind == "t":
            self._text(start, end)
            return
        if not self._is_begun and kind != "!":
            self._fault(start, "the page does not begin with <!doctype html>")
        self._is_begun = True
        if kind == "<":
            self._start(name, inner, start, end)
        elif kind == "/":
            self._end(name, start)
        elif kind == "?":
            self._fault(start, inner)

    def finished(self) -> Page:
        """Return the page."""
        for element in reversed(self._open):
            if element.name not in known.OPTIONAL_END:
                self._fault(element.start, f"an element {element.name} has no end tag")
            element.end = len(self._page.source)
        return self._page

    def _fault(self, place: int, message: str) -> None:
        self._page.faults.append((place, message))

    def _start(self, name: str, inner: str, start: int, end: int) -> None:
        said = tag(inner)
        is_foreign = name in FOREIGN or bool(self._open and self._open[-1].is_foreign and not self._is_html_island())
        if not is_foreign:
            self._close_implied(name)
            self._judge(name, inner, said.is_closed, start)
        for message in said.faults:
            self._fault(start, message)
        parent = self._open[-1] if self._open else None
        element = Element(name, said.attributes, start, end, end, parent, is_foreign)
        self._page.add(element)
        is_empty = said.is_closed if is_foreign else name in known.VOID
        if not is_empty and len(self._open) < MOST_DEEP:
            self._open.append(element)
            self._around[name] += 1

    def _is_html_island(self) -> bool:
        """Tell whether HTML stands in the foreign element that is open."""
        return self._open[-1].name in ("foreignObject", "annotation-xml")

    def _judge(self, name: str, inner: str, is_closed: bool, start: int) -> None:
        """Note what is wrong with an element where it stands."""
        if name in known.OBSOLETE:
            self._fault(start, f"the element {name} is obsolete")
        elif name not in known.KNOWN and "-" not in name:
            self._fault(start, f"HTML has no element {name}")
        elif fault := self._misplaced(name):
            self._fault(start, fault)
        if name == "meta" and self._around["body"] and not _MICRODATA & tag(inner).attributes.keys():
            self._fault(start, "an element meta without itemprop or property stands in the body")
        if is_closed and name not in known.VOID:
            self._fault(start, f"an element {name} is closed by a slash, which browsers pass over")
        for message in _attribute_faults(name, inner):
            self._fault(start, message)

    def _misplaced(self, name: str) -> str:
        """Return why an element may not stand here, or nothing."""
        parent = self._open[-1].name if self._open else ""
        if (parents := known.PARENTS.get(name)) and parent not in parents:
            return f"an element {name} stands in {parent or 'nothing'}; it belongs into {' or '.join(sorted(parents))}"
        if around := next((each for each in known.NOT_WITHIN.get(name, ()) if self._around[each]), ""):
            return f"an element {name} stands within an element {around}"
        if (allowed := self._allowed()) is not None and name not in allowed and not parents and "-" not in name:
            return f"an element {name} may not stand in an element {parent}"
        return ""

    def _allowed(self) -> frozenset[str] | None:
        """Return what may stand here; a transparent element holds what its parent may hold."""
        for element in reversed(self._open):
            if element.name == "noscript" and element.parent and element.parent.name == "head":
                return known.METADATA
            if element.name not in known.TRANSPARENT or element.name in known.CHILDREN:
                return known.CHILDREN.get(element.name, known.FLOW)
        return None

    def _close_implied(self, name: str) -> None:
        ended = known.CLOSES.get(name, frozenset())
        while self._open and (self._open[-1].name in ended or self._is_head_before(name)):
            self._pop(self._page.elements[-1].end)

    def _is_head_before(self, name: str) -> bool:
        return self._open[-1].name == "head" and name not in known.METADATA and name in known.KNOWN

    def _pop(self, place: int) -> None:
        element = self._open.pop()
        element.end = place
        self._around[element.name] -= 1

    def _end(self, name: str, start: int) -> None:
        if self._open and self._open[-1].name == name:
            self._pop(start)
        elif not self._around[name]:
            self._fault(start, f"an end tag {name} ends nothing")
        else:
            while (inside := self._open[-1]).name != name:
                if inside.name not in known.OPTIONAL_END:
                    self._fault(inside.start, f"an element {inside.name} has no end tag before that of {name}")
                self._pop(start)
            self._pop(start)

    def _text(self, start: int, end: int) -> None:
        source = self._page.source
        around = self._open[-1].name if self._open else ""
        if around in _TEXTLESS and not source[start:end].isspace():
            self._fault(start, f"a text stands in an element {around}, which holds elements only")
        if around in ("script", "style"):
            return
        text = source[start:end]
        if "&" in text:
            for found in _REFERENCE.finditer(text):
                if message := _reference_fault(found):
                    self._fault(start + found.start(), message)
        if _CONTROL.search(text):
            self._fault(start, "a control character stands in the text")


def _reference_fault(found: re.Match[str]) -> str:
    """Return what is wrong with a character reference, or nothing."""
    if found[0] == "&#":
        return "'&#' begins no character; an & is written &amp;"
    name = found[1]
    if name is None or (found[0].endswith(";") and f"{name};" in html5):
        return ""
    if found[0].endswith(";") or name in html5:
        return f"'{found[0]}' is no character reference; an & is written &amp;"
    return ""


@lru_cache(50_000)
def _attribute_faults(name: str, inner: str) -> tuple[str, ...]:
    """Return what is wrong with the attributes of an element; most are alike, and judged once."""
    attributes = tag(inner).attributes
    missing = (each for each in known.REQUIRED.get(name, ()) if each not in attributes)
    return (
        *value_faults(name, attributes),
        *(f"an element {name} has no attribute '{each}'" for each in missing),
        *(["an aria-label stands on an element without a role"] if _is_mute(name, attributes) else []),
    )


def _is_mute(name: str, attributes: Mapping[str, str]) -> bool:
    """Tell whether an element has a name that screen readers pass over, since it has no role."""
    return name in ("div", "span", "p") and "aria-label" in attributes and "role" not in attributes
