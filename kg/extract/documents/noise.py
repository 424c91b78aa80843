"""Take out of a page's source what no reader of the page sees: templates, comments, scripts, layout.

Line breaks stay, so that every line keeps its number. One pass with one regular expression finds where
something begins; where it ends is looked for within a bound, or once.
"""

import re
from collections.abc import Iterator

_LIQUID_REACH = 5000
"""A template's tag that does not end within so many characters is none."""

_ATTRIBUTE_REACH = 300
"""So is a list of attributes, or a comment within a line."""

_BEGIN = re.compile(
    r"<!--|\{%|\{\{|\{#|\{:"
    r"|<(?P<element>script|style|svg|noscript|template|iframe|select|video|object)(?=[\s>/])",
    re.I,
)
_LOOP = re.compile(r"\{%-?\s{0,9}(?P<end>end)?(?P<kind>for|tablerow|comment)\b")
_CLOSED_SHORTCODE = re.compile(r"\{\{[<%]\s{0,9}/\s{0,9}([\w-]{1,60})")
_SHORTCODE = re.compile(r"\{\{[<%]\s{0,9}(?P<end>/?)\s{0,9}(?P<name>[\w-]{1,60})(?P<rest>.*)[>%]\}\}", re.S)
_ATTRIBUTE = re.compile(r"([\w-]{1,40})\s{0,3}=\s{0,3}(?:\"([^\"<>]{0,1000})\"|'([^'<>]{0,1000})')")
_LINK_KEYS = ("url", "href", "link")

_LINES = re.compile(
    r"^[ ]{0,3}(?:\[(?://|comment|_|#)\]:[^\n]*|:{3,}[^\n]*|\[?\{:?toc\}\]?[ \t]*|\[\[?_?TOC_?\]\]?[ \t]*)$", re.M
)
"""Comments in the form of link definitions, fences of divisions, places of tables of contents."""

_TEX_LAYOUT = re.compile(
    r"\\(?:(?P<fill>h(?:rule)?fill\b|dotfill\b)"
    r"|(?:newpage|pagebreak|clearpage|noindent|smallskip|medskip|bigskip|centering|raggedright)\b"
    r"|[vh]space\*?\{[^{}\n]{0,40}\})"
)
_TWICE = re.compile(r"\\\\(?=[_&%#$])")
"""Converters escape a sign that is escaped already."""

_RAISED = re.compile(r"\^([\d,*†‡]{1,5})\^")
"""Marks of authors as Pandoc writes them: `Lovelace^1^`."""

_LINK_ATTRIBUTES = re.compile(r"(?<=[)\]])\{[^{}\n]{1,300}\}|(?<=\s)\{[.#][^{}\n]{1,200}\}(?=[ \t]*$)", re.M)


def without_noise(text: str) -> str:
    r"""Return a source of Markdown or HTML with templates, comments and scripts taken out, line by line the same.

    A shortcode with an end, as `{{< text url="…" >}}…{{< /text >}}`, becomes a `span` that can carry a link.

    >>> without_noise("a<!-- b\n -->c {% include d %}")
    'a\nc '
    """
    if "{" in text or "<" in text:
        text = "".join(_kept(text))
    return text


def without_layout(text: str) -> str:
    """Return a source of Markdown without what steers its layout: attribute lists, fences, commands of TeX."""
    if "{" in text or "[" in text or ":::" in text:
        text = _LINES.sub("", text)
        text = _LINK_ATTRIBUTES.sub("", text)
    if "^" in text:
        text = _RAISED.sub(r"<sup>\1</sup>", text)
    if "\\" in text:
        text = _TWICE.sub(r"\\", text)
        text = _TEX_LAYOUT.sub(lambda match: "\t" if match["fill"] else "", text)
    return text


def _kept(text: str) -> Iterator[str]:
    finder = _Finder(text)
    done = 0
    for match in _BEGIN.finditer(text):
        start = match.start()
        if start < done:
            continue
        end = finder.end(match)
        if end < 0:
            continue
        yield text[done:start]
        yield finder.instead(start, end)
        done = end
    yield text[done:]


class _Finder:
    """Finds where what begins somewhere ends, and what to put in its place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._absent: set[str] = set()
        self._barren: dict[str, int] = {}
        self._loops = dict(_loops(text)) if "{%" in text else {}
        self._paired = frozenset(_CLOSED_SHORTCODE.findall(text)) if "{{" in text else frozenset()

    def end(self, match: re.Match[str]) -> int:
        """Return where it ends; -1 where it does not, and so is nothing."""
        start, opening = match.start(), match[0]
        if opening == "<!--":
            return self._find("-->", match.end() - 2)
        if match["element"]:
            return self._find_end_tag(match["element"].lower(), match.end())
        if opening == "{%" and start in self._loops:
            return self._loops[start]
        return self._near(opening, match.end())

    def _near(self, opening: str, begin: int) -> int:
        closing = {"{%": "%}", "{{": "}}", "{#": "#}", "{:": "}"}[opening]
        limit = begin + (_LIQUID_REACH if closing in ("%}", "}}") else _ATTRIBUTE_REACH)
        found = self._text.find(closing, max(begin, self._barren.get(closing, 0)), limit)
        if found < 0:
            self._barren[closing] = limit - 1  # a closing sign may lie across the limit
            return -1
        if opening in ("{#", "{:") and "\n" in self._text[begin:found]:
            return -1
        return found + len(closing)

    def _find(self, closing: str, begin: int) -> int:
        if closing in self._absent:
            return -1
        found = self._text.find(closing, begin)
        if found < 0:
            self._absent.add(closing)
            return -1
        return found + len(closing)

    def _find_end_tag(self, element: str, begin: int) -> int:
        if element in self._absent:
            return -1
        found = re.compile(rf"</{element}\s{{0,9}}>", re.I).search(self._text, begin)
        if found is None:
            self._absent.add(element)
            return -1
        return found.end()

    def instead(self, start: int, end: int) -> str:
        """Return what stands in the place of a piece: its line breaks, or the tag a shortcode stands for."""
        breaks = "\n" * self._text.count("\n", start, end)
        if self._text.startswith(("{{<", "{{%"), start):
            return _tag(self._text[start:end], self._paired) + breaks
        return breaks


def _loops(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each outermost loop or comment of a template: its body is no text of the page."""
    stack: list[tuple[str, int]] = []
    for match in _LOOP.finditer(text):
        if not match["end"]:
            stack.append((match["kind"], match.start()))
            continue
        if stack and stack[-1][0] == match["kind"]:
            _, start = stack.pop()
            close = text.find("%}", match.end(), match.end() + _LIQUID_REACH)
            if close >= 0:
                yield start, close + 2


def _tag(shortcode: str, paired: frozenset[str]) -> str:
    match = _SHORTCODE.fullmatch(shortcode)
    if match is None or match["name"] not in paired:
        return ""
    if match["end"]:
        return "</span>"
    attributes = {key.lower(): double or single for key, double, single in _ATTRIBUTE.findall(match["rest"])}
    href = next((attributes[key] for key in _LINK_KEYS if key in attributes), "").replace('"', "%22")
    weight = ' style="font-weight:bold"' if attributes.get("weight", "").startswith("bold") else ""
    return f'<span href="{href}"{weight}>' if href else f"<span{weight}>"
