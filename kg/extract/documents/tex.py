"""Read the bits of TeX mathematics that occur in running text: marks of authors, percent signs, bullets."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from kg.base.tables import pairs_of

MAX_LENGTH = 300
"""A formula is no longer than this, or it is none."""

_SIGNS = pairs_of("kg.extract", "tables/math_signs.tsv")
_TOKEN = re.compile(r"\\([A-Za-z]{1,30})\*?[ ]{0,3}|\\(.)|([\^_])|([{}])|(~)|([^\\^_{}~]+)", re.S)
_SPACING = frozenset(",;: !>")


class FormulaSegment(NamedTuple):
    """A piece of a formula as it is seen."""

    text: str
    raised: bool = False


def parts(formula: str) -> Iterator[FormulaSegment]:
    r"""Yield what a reader sees of a formula, without the dollar signs.

    >>> [part.text for part in parts(r"5\%^\dagger")], [part.raised for part in parts("^{1,2}")]
    (['5%', '†'], [True])
    """
    for raised, several in groupby(_signs(formula), key=lambda sign: sign.raised):
        yield FormulaSegment("".join(sign.text for sign in several), raised)


def _signs(formula: str) -> Iterator[FormulaSegment]:
    """Yield the signs of a formula, each raised or not as the groups around it are, or a `^` before it says."""
    groups = [False]
    is_raised = False
    for match in _TOKEN.finditer(formula):
        command, escaped, script, brace, tie, text = match.groups()
        if script:
            is_raised = script == "^"
        elif brace == "{":
            groups.append(groups[-1] or is_raised)
            is_raised = False
        elif brace:
            del groups[max(1, len(groups) - 1) :]
        elif shown := _SIGNS.get(command, "") if command else _plain(escaped, tie, text):
            yield FormulaSegment(shown, groups[-1] or is_raised)
            is_raised = False


def _plain(escaped: str | None, tie: str | None, text: str | None) -> str:
    return " " if tie or (escaped and escaped in _SPACING) else escaped or text or ""
