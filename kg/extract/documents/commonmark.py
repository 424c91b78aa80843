"""The parser of Markdown: CommonMark with tables and formulas, every line break with its number.

Two rules of CommonMark are off. HTML blocks: people write Markdown within HTML, and all of it is read as
one. Indented code: in a CV, indented text is text.
"""

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from kg.extract.documents import tex

MAX_NESTING = 40
"""What lies deeper, the parser skips without a word."""

_MAX_INLINE = 100_000
"""A paragraph of more characters is read as plain text."""

_MAX_MARKS = 4000
"""So is one with more marks of syntax: what they could mean takes more than linear time to find out."""

_MARKS = re.compile(r"[*_\[\]`<$~!\\&]")


@cache
def parser() -> MarkdownIt:
    """Return the parser; it keeps no state of what it reads."""
    made = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    made.disable(["html_block", "code"])
    made.core.ruler.at("inline", _inline)
    made.inline.ruler.before("newline", "line_end", _line_end)
    made.inline.ruler.before("escape", "formula", _formula)
    made.normalizeLink = str  # type: ignore[method-assign, assignment]
    made.validateLink = bool  # type: ignore[method-assign, assignment]
    return made


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type != "inline":
            continue
        content = token.content
        token.children = []
        if len(content) > _MAX_INLINE or (len(content) > _MAX_MARKS and len(_MARKS.findall(content)) > _MAX_MARKS):
            token.children.extend(_as_it_stands(content))
        else:
            state.md.inline.parse(content, state.md, state.env, token.children)


def _as_it_stands(content: str) -> Iterator[Token]:
    for number, line in enumerate(content.split("\n")):
        if number:
            yield Token("softbreak", "br", 0, meta={"line": number})
        yield Token("text", "", 0, content=line.strip())


def _line_end(state: StateInline, silent: bool) -> bool:
    """End a line, whatever spaces or backslash stand before its end; note the number of the next one."""
    start = state.pos
    width = 2 if state.src.startswith("\\\n", start) else state.src.startswith("\n", start)
    if not width:
        return False
    position = start + width
    if not silent:
        counted, line = state.env.get("counted", (0, 0))
        if counted > start or state.env.get("counting") is not state:
            counted, line = 0, 0
        line += state.src.count("\n", counted, position)
        state.env.update(counted=(position, line), counting=state)
        state.push("softbreak", "br", 0).meta = {"line": line}
    while position < state.posMax and state.src[position] in " \t":
        position += 1
    state.pos = position
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    """Read TeX between dollar signs that stand close to it, or that TeX alone explains."""
    start = state.pos
    if state.src[start] != "$":
        return False
    width = 2 if state.src.startswith("$$", start) else 1
    begin = start + width
    end = state.src.find("$" * width, begin, min(begin + tex.MAX_LENGTH, state.posMax))
    formula = state.src[begin:end] if end > begin else ""
    if not formula or "\n" in formula or not _is_formula(formula, state.src[end + width : end + width + 1]):
        return False
    if not silent:
        state.push("formula", "", 0).content = formula
    state.pos = end + width
    return True


def _is_formula(formula: str, after: str) -> bool:
    if "\\" in formula or "^" in formula:
        return True
    return not formula[0].isspace() and not formula[-1].isspace() and not after.isdigit()
