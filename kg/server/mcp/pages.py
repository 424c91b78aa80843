"""Replies in pages of a size that leaves an assistant room to think, and what a cell of a table shows."""

import json
from collections.abc import Callable, Sequence
from math import ceil, isfinite
from typing import TypeVar

from pyoxigraph import Literal, NamedNode

from kg.base.errors import NotFound
from kg.server.mcp.replies import Cell, ToolReply
from kg.terms.formats import XSD, Term, term_text
from kg.terms.labels import shortened
from kg.terms.vocabulary import curie

MOST_TOKENS = 1_500
"""How many tokens of a language model a page has at most, as text and as JSON each."""

LONGEST_CELL = 400  # characters
_MOST_ITEMS = 60  # of a page, however short they are
# Of lists of IRIs with hashes in them, the densest of all; tables of titles have 3.7, prose 4.5 (encoding o200k).
_BYTES_PER_TOKEN = 2.2
_LONGEST_NUMBER = 30  # digits
_NUMBERS = {f"{XSD}integer": int, f"{XSD}decimal": float, f"{XSD}double": float}

Reply = TypeVar("Reply", bound=ToolReply)
Item = TypeVar("Item")


def tokens(text: str) -> int:
    """Return how many tokens a text takes, rather too many than too few."""
    return ceil(len(text.encode("utf-8", "replace")) / _BYTES_PER_TOKEN)


def largest_page(
    items: Sequence[Item],
    offset: int,
    made: Callable[[Sequence[Item], int | None], Reply],
) -> Reply:
    """Return the page with as many items as there is room for, and at least one.

    Args:
        items: All items.
        offset: Where the page begins.
        made: Makes a page of items, and of the offset of the next one, if there is one.

    Raises:
        NotFound: If no item is there.
    """
    if offset and offset >= len(items):
        raise NotFound(f"there is no page from {offset:,} on", hint="leave 'offset' out, or take 'next' of a page")

    def page(number: int) -> Reply:
        end = offset + number
        return made(items[offset:end], end if end < len(items) else None)

    least, most = 1, min(len(items) - offset, _MOST_ITEMS)
    best = page(least)
    while least < most:
        number = (least + most + 1) // 2
        if size(larger := page(number)) <= MOST_TOKENS:
            least, best = number, larger
        else:
            most = number - 1
    return best


def size(page: ToolReply) -> int:
    """Return how many tokens a page takes in the larger one of its forms."""
    return max(tokens(page.text), tokens(json.dumps(page.model_dump(mode="json"), ensure_ascii=False)))


def cell(term: Term | None, base: str, longest: int = LONGEST_CELL) -> Cell:
    """Return what a cell shows: a thing as a reference, a term of a vocabulary with its prefix, a number as such."""
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return shortened(curie(term.value.removeprefix(base)), max(longest, 100))
    if not isinstance(term, Literal):
        return shortened(term_text(term), longest)
    try:
        number = _NUMBERS.get(term.datatype.value, str)(term.value)
    except ValueError:  # of a query's own making: STRDT("many", xsd:integer)
        return shortened(term.value, longest)
    is_number = not isinstance(number, str) and isfinite(number) and len(term.value) < _LONGEST_NUMBER
    return number if is_number else shortened(term.value, longest)
