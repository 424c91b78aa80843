"""Take out of a page's source what no reader of the page sees: templates, comments, scripts, layout.

Line breaks stay, so that every line keeps its number. One pass with one regular expression finds where
something begins; where it ends is looked for within a bound, or once.
"""

import re
from collections.abc import Iterator

_REACH = 5000
"""A template's tag that does not end within so many characters is none."""

_ELEMENTS = ("script", "style", "svg", "noscript", "template", "iframe", "select", "video", "object")
_BEGIN = re.compile(
    rf"<!--|\{{%|\{{\{{|\{{[#:][^{{}}\n]{{0,300}}\}}|<(?:{'|'.join(_ELEMENTS)})(?=[\s>/])", re.IGNORECASE
)
_ENDS = {
    "<!--": re.compile("-->"),
    "{%": re.compile(r"%\}"),
    "{{": re.compile(r"\}\}"),
    **{f"<{name}": re.compile(rf"</{name}\s{{0,9}}>", re.IGNORECASE) for name in _ELEMENTS},
}
_LOOP = re.compile(r"\{%-?\s{0,9}(?P<end>end)?(?P<kind>for|tablerow|comment)\b")
_CLOSED_SHORTCODE = re.compile(r"\{\{[<%]\s{0,9}/\s{0,9}([\w-]{1,60})")
_SHORTCODE = re.compile(r"\{\{[<%]\s{0,9}(?P<end>/?)\s{0,9}(?P<name>[\w-]{1,60})(?P<rest>.*)[>%]\}\}", re.S)
_LINKED = re.compile(r"\b(?:url|href|link)\s{0,3}=\s{0,3}[\"']([^\"'<>]{1,1000})[\"']", re.IGNORECASE)

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
    """Yield the pieces of a text that are seen, and what stands in the place of the others: their line breaks."""
    loops = dict(_loops(text)) if "{%" in text else {}
    paired = frozenset(_CLOSED_SHORTCODE.findall(text))
    barren: dict[str, int] = {}  # Up to where nothing ends what begins so
    done = 0
    for match in _BEGIN.finditer(text):
        start, opening = match.start(), match[0].lower()
        if start < done:
            continue
        if start in loops:
            end = loops[start]
        elif opening not in _ENDS:  # a list of attributes, whole
            end = match.end()
        else:
            # `<!-->` is whole, and a closing sign may lie across the limit of a search.
            begin = max(match.end() - 2 * (opening == "<!--"), barren.get(opening, 0))
            limit = match.end() + _REACH if opening[0] == "{" else len(text)
            found = _ENDS[opening].search(text, begin, limit)
            if found is None:
                barren[opening] = limit - 1
                continue
            end = found.end()
        yield text[done:start]
        yield _tag(text[start:end], paired) + "\n" * text.count("\n", start, end)
        done = end
    yield text[done:]


def _loops(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each outermost loop or comment of a template: its body is no text of the page."""
    stack: list[tuple[str, int]] = []
    for match in _LOOP.finditer(text):
        if not match["end"]:
            stack.append((match["kind"], match.start()))
            continue
        if stack and stack[-1][0] == match["kind"]:
            _, start = stack.pop()
            close = text.find("%}", match.end(), match.end() + _REACH)
            if close >= 0:
                yield start, close + 2


def _tag(piece: str, paired: frozenset[str]) -> str:
    """Return the tag that a shortcode with an end stands for, which may carry a link."""
    match = _SHORTCODE.fullmatch(piece)
    if match is None or match["name"] not in paired:
        return ""
    link = _LINKED.search(match["rest"])
    return "</span>" if match["end"] else f'<span href="{link[1]}">' if link else "<span>"
