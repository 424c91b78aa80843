"""Leave out what stands on every page: running heads, feet, page numbers."""

import re
from collections import Counter
from collections.abc import Iterable

from kg.documents.pdf.lines import Line

_EDGE = 2
"""So many lines at the top and at the bottom of a page may belong to no text."""

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?:page|p\.|seite|–|-)?\s?\d{1,3}(?:\s?(?:of|/|von|–|-)\s?\d{0,3})?", re.I)


def without_heads(pages: list[list[Line]]) -> list[list[Line]]:
    """Return the lines of all pages without those that most pages have, and without page numbers."""
    edges = [{id(line): _key(line) for line in _edge_lines(lines)} for lines in pages]
    counts = Counter(key for keys in edges for key in set(keys.values()))
    needed = max(2, (len(pages) + 1) // 2)
    repeated = {key for key, count in counts.items() if count >= needed}
    kept = []
    for lines, keys in zip(pages, edges, strict=True):
        heads = {at for at, key in keys.items() if key in repeated}
        middle = _middle(lines)
        heads |= {id(line) for line in lines if id(line) in keys and _is_number(line, middle)}
        kept.append([line for line in lines if id(line) not in heads])
    return kept


def _edge_lines(lines: list[Line]) -> Iterable[Line]:
    ordered = sorted(lines, key=lambda line: -line.base)
    return ordered if len(ordered) <= 2 * _EDGE else (*ordered[:_EDGE], *ordered[-_EDGE:])


def _key(line: Line) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text[:200]), round(line.base / 4)


def _is_number(line: Line, middle: float) -> bool:
    text = line.text.strip()
    return len(text) < 16 and bool(_NUMBER.fullmatch(text)) and line.left > middle


def _middle(lines: list[Line]) -> float:
    """Return from where on a line that is but a number is one of a page: at a third of the page's width."""
    left, right = (min(line.left for line in lines), max(line.right for line in lines)) if lines else (0.0, 0.0)
    return left + 0.3 * (right - left)
