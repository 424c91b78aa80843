"""Leave out what stands on every page: running heads but for the first one, feet, page numbers."""

import re
from collections import Counter
from collections.abc import Iterable

from kg.extract.documents.pdf.lines import Line

_EDGE = 2
"""So many lines at the top and at the bottom of a page may belong to no text."""

_MAX_NUMBER = 16
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?:page|p\.|seite|–|-)?\s?\d{1,3}(?:\s?(?:of|/|von|–|-)\s?\d{0,3})?", re.I)


def without_heads(pages: list[list[Line]]) -> list[list[Line]]:
    """Return the lines of all pages without those that most pages have, and without page numbers."""
    edges = [{id(line): _key(line) for line in _edge_lines(lines)} for lines in pages]
    counts = Counter(key for keys in edges for key in set(keys.values()))
    needed = max(2, (len(pages) + 1) // 2)
    seen: set[tuple[str, int]] = set()
    repeated = {key for key, count in counts.items() if count >= needed}
    kept = []
    for lines, keys in zip(pages, edges, strict=True):
        heads = {at for at, key in keys.items() if key in repeated}
        left, right, middle = _places(lines)
        first = {id(line) for line in lines if id(line) in heads and line.base > middle and keys[id(line)] not in seen}
        numbers = {id(line) for line in lines if id(line) in keys and _is_number(line, left + 0.3 * (right - left))}
        seen.update(keys[at] for at in heads)
        kept.append([line for line in lines if id(line) not in (heads - first) | numbers])
    return kept


def _edge_lines(lines: list[Line]) -> Iterable[Line]:
    ordered = sorted(lines, key=lambda line: -line.base)
    return ordered if len(ordered) <= 2 * _EDGE else (*ordered[:_EDGE], *ordered[-_EDGE:])


def _key(line: Line) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text[:200]), round(line.base / 4)


def _is_number(line: Line, least: float) -> bool:
    """Whether a line is but the number of a page: in the middle or at the right, from a third of the width on."""
    text = line.text.strip()
    return len(text) < _MAX_NUMBER and bool(_NUMBER.fullmatch(text)) and line.left > least


def _places(lines: list[Line]) -> tuple[float, float, float]:
    """Return the left and right edge of the text of a page, and its middle height."""
    if not lines:
        return 0.0, 0.0, 0.0
    bases = [line.base for line in lines]
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    return left, right, (min(bases) + max(bases)) / 2
