"""Find the columns of a page: text set in columns is read one after the other, a table row by row."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kg.extract.documents.pdf.lines import Chunk

_MAX_SPLITS = 4
_MIN_LINES = 5
_GUTTER = 6.0
_THIN = 0.35
"""A column with fewer characters than this part of the other, line beside line, holds dates or labels."""

_NEAR = 1.5
_OVERLAP = 6.0
_CROSSED = 0.15
"""More lines than this part that overlap lines of the other column are not rows of a table."""

_CELLS = 1.4
"""Columns of text are in few pieces a line; cells of a table in more."""

_FILLED = 0.7


class _Split(NamedTuple):
    """A part of a page with two columns; what stands above and below goes over both."""

    above: list[Chunk]
    left: list[Chunk]
    right: list[Chunk]
    below: list[Chunk]


class Part(NamedTuple):
    """Text to be read from top to bottom, and the left and right edge of the place it is set in."""

    chunks: list[Chunk]
    edges: tuple[float, float]


def parts(chunks: list[Chunk]) -> Iterator[Part]:
    """Yield what stands on a page in the order in which it is read."""
    if chunks:
        yield from _parts(chunks, _edges(chunks), _MAX_SPLITS)


def _parts(chunks: list[Chunk], edges: tuple[float, float], splits: int) -> Iterator[Part]:
    split = _best_split(chunks) if splits and len(chunks) >= 2 * _MIN_LINES else None
    if split is None:
        if chunks:
            yield Part(chunks, edges)
        return
    for within, its_edges in (
        (split.above, edges),
        (split.left, _edges(split.left)),
        (split.right, _edges(split.right)),
        (split.below, edges),
    ):
        yield from _parts(within, its_edges, splits - 1)


def _edges(chunks: list[Chunk]) -> tuple[float, float]:
    return min(chunk.left for chunk in chunks), max(chunk.right for chunk in chunks)


def _best_split(chunks: list[Chunk]) -> _Split | None:
    left, right = _edges(chunks)
    counts: dict[int, int] = {}
    for chunk in chunks:
        if left + 0.12 * (right - left) < chunk.left < left + 0.85 * (right - left):
            counts[round(chunk.left / 2)] = counts.get(round(chunk.left / 2), 0) + 1
    edges = sorted(counts, key=lambda edge: (-counts[edge], edge))[:6]
    splits = [split for edge in edges if counts[edge] >= _MIN_LINES and (split := _split(chunks, 2.0 * edge - 1.5))]
    return max(splits, key=lambda split: len(split.left) + len(split.right), default=None)


def _split(chunks: list[Chunk], edge: float) -> _Split | None:
    """Part chunks at an edge where a column may begin, over the tallest stretch that nothing crosses."""
    crossing = sorted(chunk.base for chunk in chunks if chunk.left < edge and chunk.right > edge - _GUTTER)
    bounds = [float("-inf"), *crossing, float("inf")]
    bases = sorted(chunk.base for chunk in chunks)
    count, bottom, top = max(
        (bisect_left(bases, top) - bisect_right(bases, bottom), bottom, top) for bottom, top in pairwise(bounds)
    )
    if count < 2 * _MIN_LINES:
        return None
    top = min(top, _below_head([chunk for chunk in chunks if bottom < chunk.base < top], edge))
    within = [chunk for chunk in chunks if bottom < chunk.base < top]
    split = _Split(
        [chunk for chunk in chunks if chunk.base >= top],
        [chunk for chunk in within if chunk.left < edge],
        [chunk for chunk in within if chunk.left >= edge],
        [chunk for chunk in chunks if chunk.base <= bottom],
    )
    return split if _are_columns(split.left, split.right) else None


def _below_head(chunks: list[Chunk], edge: float) -> float:
    """Return the height below which columns begin: what is centred above them belongs to none."""
    left, right = _edges(chunks)
    tops = [max((chunk.base for chunk in chunks if (chunk.left < edge) == side), default=0.0) for side in (True, False)]
    heads = [
        chunk.base
        for chunk in chunks
        if chunk.base > min(tops) + _NEAR and abs(chunk.left + chunk.right - left - right) < 0.1 * (right - left)
    ]
    return min(heads, default=float("inf"))


def _are_columns(left: list[Chunk], right: list[Chunk]) -> bool:
    """Tell columns of text from the columns of a table, and from dates beside entries.

    Lines of a table stand on the base lines of its rows. Columns of text have theirs each, or, where they
    share a grid, both are full of text.
    """
    left_bases, right_bases = _bases(left), _bases(right)
    if min(len(left_bases), len(right_bases)) < _MIN_LINES:
        return False
    fewer, more = sorted((left_bases, right_bases), key=len)
    if sum(_is_crossed(base, more) for base in fewer) > _CROSSED * len(fewer):
        return True
    lengths = sorted((sum(len(chunk.glyphs) for chunk in left), sum(len(chunk.glyphs) for chunk in right)))
    if lengths[0] < _THIN * lengths[1] or len(left) > _CELLS * len(left_bases):
        return False
    return min(_filled(left), _filled(right)) > _FILLED


def _is_crossed(base: float, bases: list[float]) -> bool:
    """Whether the nearest of some base lines is so near that lines overlap, but another one."""
    at = bisect_left(bases, base)
    distance = min(abs(other - base) for other in bases[max(0, at - 1) : at + 1])
    return _NEAR < distance < _OVERLAP


def _bases(chunks: list[Chunk]) -> list[float]:
    bases: list[float] = []
    for base in sorted(chunk.base for chunk in chunks):
        if not bases or base - bases[-1] > 2:
            bases.append(base)
    return bases


def _filled(chunks: list[Chunk]) -> float:
    """Return how much of its column an average line fills."""
    left, right = _edges(chunks)
    widths = sum(chunk.right - chunk.left for chunk in chunks)
    return widths / len(_bases(chunks)) / (right - left) if right > left else 0.0
