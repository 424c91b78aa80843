"""The tokens of an HTML text, in one pass and in time linear in its length, however broken it is."""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape

_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_COMMENT_END = re.compile(r"--!?>")
_ATTRIBUTE = re.compile(r"""([\s/]*+)([^\s/>=]++|=[^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>"']*+))?+""")
_DOCTYPE = re.compile(r"<!doctype\s+html\s*(?:\s+system\s+[\"']about:legacy-compat[\"']\s*)?>", re.IGNORECASE)
_TAG_BEGINS = re.compile(r"</?[a-zA-Z]")


@dataclass(frozen=True, slots=True)
class Tag:
    """The inside of a start tag.

    Attributes:
        attributes: With their values, character references resolved.
        faults: What is wrong with how it is written.
        is_closed: Whether it ends with a slash.
    """

    attributes: Mapping[str, str]
    faults: tuple[str, ...]
    is_closed: bool


Token = tuple[str, str, str, int, int]
"""Kind, name, text within, where it begins and where it ends.

The kinds: `<` a start tag, `/` an end tag, `t` a text, `!` a doctype, `?` something broken with its reason.
"""


def tokens(source: str, raw: frozenset[str], foreign: frozenset[str]) -> Iterator[Token]:
    """Yield the tokens of a text; comments are left out.

    Args:
        source: The text.
        raw: The elements whose content is text up to their end tag.
        foreign: The elements in which there are none of these.
    """
    place, depth = 0, 0
    while place < len(source):
        start = source.find("<", place)
        if start < 0:
            start = len(source)
        if start > place:
            yield "t", "", "", place, start
        if start == len(source):
            return
        if found := _TAG.match(source, start):
            place = found.end()
            kind, name, inner = found.groups()
            name = name.lower() if not depth else name
            yield kind or "<", name, inner, start, place
            if name.lower() in foreign:
                depth = max(0, depth + (-1 if kind else not inner.endswith("/")))
            elif not kind and name in raw and not depth:
                place = yield from _raw(source, name, place)
            continue
        place = yield from _other(source, start)


def _raw(source: str, name: str, place: int) -> Generator[Token, None, int]:
    """Yield the text of a raw element, and return where it ends."""
    end = _raw_end(name).search(source, place)
    stop = end.start() if end else len(source)
    if stop > place:
        yield "t", name, "", place, stop
    return stop


def _other(source: str, start: int) -> Generator[Token, None, int]:
    """Yield what begins like a tag and is none, and return where it ends."""
    if source.startswith("<!--", start):
        end = _COMMENT_END.search(source, start + 4)
        if end is None:
            yield "?", "", "a comment has no end", start, len(source)
        return end.end() if end else len(source)
    if doctype := _DOCTYPE.match(source, start):
        yield "!", "", "", start, doctype.end()
        return doctype.end()
    if source.startswith(("<!", "<?"), start):
        stop = source.find(">", start) + 1 or len(source)
        yield "?", "", f"'{source[start : start + 20]}' is no HTML", start, stop
        return stop
    if _TAG_BEGINS.match(source, start):
        yield "?", "", "a tag has no end", start, len(source)  # the standard drops the rest
        return len(source)
    yield "?", "", "a '<' stands in the text; it is written &lt;", start, start + 1
    return start + 1


@cache
def _raw_end(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)


@lru_cache(50_000)
def tag(inner: str) -> Tag:
    """Return what stands within a start tag, after its name."""
    attributes: dict[str, str] = {}
    faults: list[str] = []
    text = inner.rstrip()
    is_closed = text.endswith("/") and not re.search(r"=\s*[^\s\"']*/$", text)
    for found in _ATTRIBUTE.finditer(text[:-1] if is_closed else text):
        space, name, value = found[1], found[2].lower(), found[3]
        if not space:
            faults.append(f"no space stands before the attribute '{name}'")
        if name in attributes:
            faults.append(f"the attribute '{name}' stands twice")
            continue
        if re.search(r"[\"'<=]", name):
            faults.append(f"an attribute is called '{name}': a quote is missing, or one too many")
        if value and value[0] not in "\"'" and re.search(r"[\"'<=`]", value):
            faults.append(f"the value of '{name}' has no quotes around it")
        attributes[name] = unescape(value[1:-1] if value and value[0] in "\"'" else value or "")
    return Tag(attributes, tuple(faults), is_closed)
