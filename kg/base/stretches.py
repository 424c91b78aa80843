"""Cut a sequence where what stands in it says so: a change in one place leaves most of the pieces as they are."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from zlib import crc32

Item = TypeVar("Item")

_ONE_IN = 16  # a piece that has enough ends with one item in so many, as a rule


def stretches(
    items: Iterable[Item], size: Callable[[Item], int], least: int, text: Callable[[Item], bytes]
) -> Iterator[Sequence[Item]]:
    """Yield items in their order, some together, cut where an item's checksum says so.

    Args:
        items: What is cut.
        size: The size of an item.
        least: The least size of a piece, which has at most three times as much and the last item.
        text: What tells an item from others.
    """
    group: list[Item] = []
    total = 0
    for item in items:
        group.append(item)
        total += size(item)
        if total >= least and (total >= 3 * least or crc32(text(item)) % _ONE_IN == 0):
            yield group
            group, total = [], 0
    if group:
        yield group
