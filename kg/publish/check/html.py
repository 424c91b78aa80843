"""Read what the rules need of an HTML page: elements with attributes, text of scripts, and line numbers.

The parser is Lexbor, which reads a page as browsers do and in linear time, but keeps no positions. Hence each start
tag is given an attribute with its line before it is parsed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

# The value has no quotes, so that a "<b" within a quoted attribute value does not end that value.
_LINE_ATTRIBUTE = "kg-line"
_TAG_OR_NEWLINE = re.compile(r"</?([a-zA-Z][^\s/>]*+)|\n")
_MARK = re.compile(rf" {_LINE_ATTRIBUTE}=\d+ ")

# Lexbor takes time quadratic in the depth of elements; a page that is nested deeper is cut there. Elements without
# content, or whose end tag is often left out, do not count.
_MAX_DEPTH = 5_000
_SHALLOW = re.compile(
    "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
    "|p|li|dt|dd|rt|rp|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup"
)


def _marked(source: str) -> str:
    """Return a source with the line of each start tag as an attribute."""
    line, last, depth = 1, 0, 0
    parts: list[str] = []
    opened: Counter[str] = Counter()
    for found in _TAG_OR_NEWLINE.finditer(source):
        if found[1] is None:
            line += 1
            continue
        name, is_end = found[1].lower(), found[0][1] == "/"
        if not _SHALLOW.fullmatch(name) and (not is_end or opened[name]):
            opened[name] += -1 if is_end else 1
            depth += -1 if is_end else 1
            if depth > _MAX_DEPTH:
                return "".join(parts)
        if not is_end:
            parts += source[last : found.end()], f" {_LINE_ATTRIBUTE}={line} "
            last = found.end()
    return "".join((*parts, source[last:]))


@dataclass(frozen=True, slots=True)
class HtmlElement:
    """An element of a page: name and attribute names in lower case, and the 1-based line of its start tag."""

    name: str
    attributes: Mapping[str, str]
    line: int
    text: str = ""

    def get(self, attribute: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return self.attributes.get(attribute, "")


@dataclass(frozen=True)
class HtmlPage:
    """A parsed page; `path` is the name of its file."""

    path: str
    source: str

    @cached_property
    def _tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(_marked(self.source))

    def all(self, *selectors: str) -> Iterator[HtmlElement]:
        """Yield the elements that CSS selectors name, in the order of the page; only scripts and styles have text."""
        return map(_element, self._tree.css(",".join(selectors)))

    def links(self, *relations: str) -> Iterator[HtmlElement]:
        """Yield the `<link>` elements of some relations."""
        return (each for each in self.all("link") if not set(relations).isdisjoint(each.get("rel").lower().split()))

    def meta(self, name: str) -> str:
        """Return the content of the `<meta>` element of a name, or an empty string."""
        return next((each.get("content").strip() for each in self.all("meta") if each.get("name").lower() == name), "")

    @property
    def moves_to(self) -> str:
        """The address to which `<meta http-equiv=refresh>` leads, or an empty string."""
        for meta in self.all("meta"):
            if meta.get("http-equiv").lower() == "refresh":
                return meta.get("content").partition("=")[2].strip("'\" ")
        return ""


def _element(node: LexborNode) -> HtmlElement:
    attributes = {name: _MARK.sub("", value or "") for name, value in node.attributes.items()}
    line = attributes.pop(_LINE_ATTRIBUTE, "0")
    name = node.tag or ""
    text = _MARK.sub("", node.text(deep=True)) if name in ("script", "style") else ""
    return HtmlElement(name, attributes, int(line) if line.isdecimal() else 0, text)
