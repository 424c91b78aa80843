"""Find places for labels beside circles, so that none meets another label or leaves the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_GAP = 4.0
_HEIGHT = 15.0
_CELL = 48.0


@dataclass(frozen=True)
class Box:
    """A rectangle of a picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Say whether two boxes have a point inside both."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True)
class Disc:
    """A circle that may have a label.

    Attributes:
        x: Of its middle.
        y: Of its middle.
        radius: In pixels.
        room: The width of its label.
    """

    x: float
    y: float
    radius: float
    room: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)


def label_boxes(discs: Sequence[Disc], width: float, height: float) -> list[Box | None]:
    """Return the place of each label, or None where there is none; the first ones choose first.

    A label stands clear of all other labels and all circles, and inside the picture.
    """
    taken = _Taken()
    for disc in discs:
        taken.add(disc.box)
    boxes: list[Box | None] = []
    for disc in discs:
        free = (box for box in candidates(disc) if _within(box, width, height) and not taken.meets(box))
        box = next(free, None)
        if box is not None:
            taken.add(box)
        boxes.append(box)
    return boxes


def spare_box(disc: Disc, width: float, height: float) -> Box:
    """Return a place inside the picture for a label that is shown alone, whatever it covers."""
    left = max(0, min(disc.x - disc.room / 2, width - disc.room))
    above = disc.y - disc.radius - _GAP - _HEIGHT
    top = above if above >= 0 else min(disc.y + disc.radius + _GAP, height - _HEIGHT)
    return Box(left, top, left + disc.room, top + _HEIGHT)


def candidates(disc: Disc) -> Iterator[Box]:
    """Yield the places of a label around its circle, best first: right, left, below, above, then the corners."""
    aside = disc.radius + _GAP
    corner = 0.7 * disc.radius + _GAP
    half = _HEIGHT / 2
    for left, top in (
        (aside, -half),
        (-aside - disc.room, -half),
        (-disc.room / 2, disc.radius + 2),
        (-disc.room / 2, -disc.radius - 2 - _HEIGHT),
        (corner, corner - half),
        (corner, -corner - half),
        (-corner - disc.room, corner - half),
        (-corner - disc.room, -corner - half),
    ):
        yield Box(disc.x + left, disc.y + top, disc.x + left + disc.room, disc.y + top + _HEIGHT)


class _Taken:
    """The boxes that are taken, by the cells of a grid that they lie in."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> None:
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def meets(self, box: Box) -> bool:
        return any(box.meets(other) for cell in _cells(box) for other in self._cells.get(cell, ()))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _CELL), int(box.right // _CELL) + 1):
        for row in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1):
            yield column, row


def _within(box: Box, width: float, height: float) -> bool:
    return box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height
