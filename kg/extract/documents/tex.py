"""Read the bits of TeX mathematics that occur in running text: marks of authors, percent signs, bullets."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kg.base.tables import pairs_of

MAX_LENGTH = 300
"""A formula is no longer than this, or it is none."""

_SIGNS = pairs_of("kg.extract", "tables/math_signs.tsv")
_LETTERS = frozenset(("mathbf", "textbf", "bf", "bm", "boldsymbol"))
_TOKEN = re.compile(r"\\([A-Za-z]{1,30})\*?[ ]{0,3}|\\(.)|([\^_])|([{}])|(~)|([^\\^_{}~]+)", re.S)
_SPACING = frozenset(",;: !>")


class FormulaSegment(NamedTuple):
    """A piece of a formula as it is seen."""

    text: str
    raised: bool = False
    bold: bool = False


def parts(formula: str) -> Iterator[FormulaSegment]:
    r"""Yield what a reader sees of a formula, without the dollar signs.

    >>> [part.text for part in parts(r"5\%^\dagger")], [part.raised for part in parts("^{1,2}")]
    (['5%', '†'], [True])
    """
    state = _State()
    held: FormulaSegment | None = None
    for match in _TOKEN.finditer(formula):
        part = state.part(match)
        if part is None or not part.text:
            continue
        if held is not None and (held.raised, held.bold) == (part.raised, part.bold):
            held = held._replace(text=held.text + part.text)
            continue
        if held is not None:
            yield held
        held = part
    if held is not None:
        yield held


class _State:
    """Which styles hold at a place of a formula: those of the groups around it, and one for the next token."""

    def __init__(self) -> None:
        self._groups: list[tuple[bool, bool]] = [(False, False)]
        self._raise = False
        self._bold = False

    def part(self, match: re.Match[str]) -> FormulaSegment | None:
        """Take the next token; return what it shows."""
        command, escaped, script, brace, tie, text = match.groups()
        if script:
            self._raise = script == "^"
            return None
        if brace:
            self._brace(brace)
            return None
        if command in _LETTERS:
            self._bold = True
            return None
        if command:
            return self._shown(_SIGNS[command]) if command in _SIGNS else None
        return self._shown(self._plain(escaped, tie, text))

    @staticmethod
    def _plain(escaped: str | None, tie: str | None, text: str | None) -> str:
        if escaped:
            return " " if escaped in _SPACING else escaped
        return " " if tie else text or ""

    def _brace(self, brace: str) -> None:
        if brace == "{":
            raised, bold = self._groups[-1]
            self._groups.append((raised or self._raise, bold or self._bold))
            self._raise = self._bold = False
        elif len(self._groups) > 1:
            self._groups.pop()

    def _shown(self, text: str) -> FormulaSegment:
        raised, bold = self._groups[-1]
        part = FormulaSegment(text, raised or self._raise, bold or self._bold)
        self._raise = self._bold = False
        return part
