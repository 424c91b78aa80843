"""How costs grow with the number of profiles: the slope of a straight line through their logarithms."""

from collections.abc import Iterator, Sequence
from math import log
from statistics import linear_regression
from typing import NamedTuple

from speed.rows import Row, Rows


class Growth(NamedTuple):
    """How the time of something grows.

    Attributes:
        row: The row of the largest size.
        first: The smallest size.
        exponent: 1 where it grows as the profiles do, 2 where it grows as their square.
    """

    row: Row
    first: int
    exponent: float


def growths(rows: Rows) -> Iterator[Growth]:
    """Yield the growth of whatever was measured at two sizes or more."""
    series: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows.all:
        if row.wall:
            series.setdefault((row.part, row.item, row.system), []).append(row)
    for found in series.values():
        points = sorted(found, key=lambda row: row.size)
        if len(points) > 1:
            yield Growth(points[-1], points[0].size, exponent([(row.size, row.wall or 0) for row in points]))


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the exponent of a power law through points.

    >>> round(exponent([(1_000, 2.0), (10_000, 20.0), (100_000, 200.0)]), 6)
    1.0
    """
    sizes, costs = zip(*points, strict=True)
    return linear_regression([log(size) for size in sizes], [log(cost) for cost in costs]).slope
