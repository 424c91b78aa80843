"""Networks: layout, labels and drawing."""

import cmath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt

from markupsafe import Markup

from kg.site.charts.svg import Frame, clean, element, joined, leads_on, link, listed, measure, picture, shorten

# Find places for labels beside circles, so that none meets another label or leaves the picture.

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


# Find places for the nodes of a network: a force layout that gives the same picture each time.

Weights = Mapping[tuple[int, int], float]
"""How strongly two nodes are tied, by their numbers, the smaller one first."""

_GOLDEN = 2.399963
_ROUNDS = 5_000
_LEAST_ROUNDS, _MOST_ROUNDS = 12, 90
_COOLING = 0.05
_GRAVITY = 0.06
_SMALLEST_COMMUNITY = 3


def places(count: int, ties: Weights, *, centre: int | None = None) -> list[complex]:
    """Return the places of nodes in a plane: tied ones near each other, all others apart.

    Fruchterman and Reingold (1991) with complex numbers for points, which is what makes plain Python quick
    enough. The number of rounds falls with the number of nodes, so that time grows little.

    Args:
        count: The number of nodes.
        ties: Their ties.
        centre: The node that is kept in the middle; its own ties say nothing, and pull less.
    """
    return list(_places(count, tuple(ties.items()), centre))


@lru_cache(maxsize=4)
def _places(count: int, ties: tuple[tuple[tuple[int, int], float], ...], centre: int | None) -> tuple[complex, ...]:
    """Find the places; kept, since the page of a network and its file show the same."""
    points = [sqrt(node + 0.5) * cmath.exp(1j * _GOLDEN * node) for node in range(count)]
    if centre is not None:
        points[centre] = 0j
    rounds = min(_MOST_ROUNDS, max(_LEAST_ROUNDS, _ROUNDS // (count + 1)))
    pulls = [(one, other, _pull(weight, centre in (one, other))) for (one, other), weight in ties]
    for number in range(rounds):
        forces = _forces(points, pulls)
        reach = sqrt(count + 1) * (1 - number / rounds) * 0.4 + _COOLING
        for node, force in enumerate(forces):
            if node != centre:
                points[node] += force * min(1, reach / (abs(force) or 1))
    return tuple(points)


def _pull(weight: float, of_centre: bool) -> float:
    return sqrt(1 + weight) * (0.3 if of_centre else 1)


def _forces(points: Sequence[complex], pulls: Iterable[tuple[int, int, float]]) -> list[complex]:
    """Return where each point is pushed; the best distance of two tied points is about 1."""
    forces = [-_GRAVITY * point * abs(point) for point in points]
    for one, point in enumerate(points):
        pushed = 0j
        for other in range(one):
            apart = point - points[other]
            push = apart / (apart.real * apart.real + apart.imag * apart.imag + 1e-9)
            pushed += push
            forces[other] -= push
        forces[one] += pushed
    for one, other, pull in pulls:
        apart = points[one] - points[other]
        drawn = apart * (abs(apart) * pull)
        forces[one] -= drawn
        forces[other] += drawn
    return forces


def fitted(points: Sequence[complex], radii: Sequence[float], size: complex, margin: complex) -> list[complex]:
    """Return points spread over a picture, so far apart that circles of these radii do not touch where there is room.

    Args:
        points: Anywhere in the plane.
        radii: Of the circles around them, in pixels.
        size: Width and height of the picture.
        margin: What stays free left and right, and above and below.
    """
    left, right = _ends([point.real for point in points])
    top, bottom = _ends([point.imag for point in points])
    inner = size - 2 * margin
    across = min(inner.real / (right - left), 1.7 * inner.imag / (bottom - top))
    down = min(inner.imag / (bottom - top), 1.7 * inner.real / (right - left))
    middle = complex(left + right, top + bottom) / 2
    spread = [
        size / 2 + complex((point - middle).real * across, (point - middle).imag * down)
        for point in points
    ]  # fmt: skip
    for _ in range(8):
        if not _push_apart(spread, radii):
            break
        spread = [_inside(point, size, margin) for point in spread]
    return spread


def _ends(values: Sequence[float]) -> tuple[float, float]:
    first, last = min(values), max(values)
    return (first, last) if last - first > 1e-6 else (first - 0.5, last + 0.5)


def _push_apart(points: list[complex], radii: Sequence[float]) -> bool:
    """Move circles that touch away from each other; say whether any did."""
    moved = False
    for one, other in combinations(range(len(points)), 2):
        apart = points[one] - points[other]
        missing = radii[one] + radii[other] - abs(apart)
        if missing > 0.5:
            direction = apart / abs(apart) if apart else cmath.exp(1j * _GOLDEN * one)
            points[one] += direction * missing / 2
            points[other] -= direction * missing / 2
            moved = True
    return moved


def _inside(point: complex, size: complex, margin: complex) -> complex:
    low, high = margin, size - margin
    return complex(min(max(point.real, low.real), high.real), min(max(point.imag, low.imag), high.imag))


def communities(count: int, ties: Weights, *, most: int, centre: int | None = None) -> list[int]:
    """Return the community of each node: 1 is the largest, 0 are the small ones and what lies between.

    Nodes take up the community to which most of their ties lead, one after the other, until none changes
    (label propagation; Raghavan et al. 2007), without chance: the smallest number wins a tie. A node that is
    tied to everybody has little to say.
    """
    near: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for (one, other), weight in ties.items():
        if centre not in (one, other):
            near[one].append((other, weight))
            near[other].append((one, weight))
    strength = {node: sum(weight for _, weight in ties) for node, ties in near.items()}
    labels = list(range(count))
    for _ in range(10):
        before = list(labels)
        for node in sorted(near, key=lambda node: (len(near[node]), node)):
            votes: dict[int, float] = defaultdict(float)
            for other, weight in near[node]:
                votes[labels[other]] += weight / strength[other]
            labels[node] = min(votes, key=lambda label: (-votes[label], label))
        if labels == before:
            break
    return _ranked(labels, most)


def _ranked(labels: Sequence[int], most: int) -> list[int]:
    sizes = Counter(labels)
    large = [label for label, size in sizes.items() if size >= _SMALLEST_COMMUNITY]
    ranks = {
        label: rank for rank, label in enumerate(sorted(large, key=lambda label: (-sizes[label], label))[:most], 1)
    }
    return [ranks.get(label, 0) for label in labels]


# A network: circles that are linked by lines, with labels that never meet.

_SIZE = 12
_LONGEST = 190
_SMALLEST, _LARGEST = 5.0, 15.0
_TOUCH = 13
"""Half of what a finger needs (WCAG 2.2, 2.5.8 asks for 24 pixels), and a little air."""
_THINNEST, _THICKEST = 0.8, 6.0
_COMMUNITIES = 4
_BASELINE = 11.5
SHAPES = ("circle", "square", "diamond", "triangle")
"""The shapes of the kinds of nodes, in the order in which the kinds first come."""


@dataclass(frozen=True)
class Node:
    """What a circle stands for.

    Attributes:
        id: Its name among the nodes; edges use it.
        name: Its label.
        weight: How important it is: the size of the circle, and whose label comes first.
        href: Where it leads, if anywhere.
        kind: What sort of thing it is; each has a shape of its own.
        note: What is said of it after its name, such as `8 joint works`.
    """

    id: str
    name: str
    weight: float = 1
    href: str | None = None
    kind: str = ""
    note: str = ""


@dataclass(frozen=True)
class Edge:
    """A tie of two nodes, by their ids; its weight is the width of the line."""

    one: str
    other: str
    weight: float = 1


@dataclass(frozen=True)
class _Mark:
    """A node with its place in the picture."""

    node: Node
    disc: Disc
    label: str
    box: Box
    is_spare: bool
    style: str
    shape: str


def network(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    *,
    name: str,
    unit: str = "",
    centre: str | None = None,
    width: int = 640,
    height: int = 480,
) -> Markup:
    """Return a chart of nodes and their ties.

    Labels that find no place are shown when their circle is pointed at or focused. Communities differ in
    colour and in fill, kinds in shape. Edges of unknown nodes, of a node with itself, and without weight are left out.

    Args:
        nodes: The nodes, each id once.
        edges: Their ties, in any order and direction; several of the same two add up.
        name: What the chart is called.
        unit: What the weight of an edge counts, in the plural: `joint works`.
        centre: The id of the node in the middle, if there is one.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.
    """
    ranked = sorted(nodes, key=lambda node: (node.id != centre, -node.weight, node.name, node.id))
    numbers = {node.id: number for number, node in enumerate(ranked)}
    ties = _ties(edges, numbers)
    sentence = f"{len(ranked):,} nodes and {len(ties):,} ties between them."
    frame = Frame("network", name, sentence, width, height, interactive=any(leads_on(node.href) for node in ranked))
    if not ranked:
        return picture(frame)
    middle = numbers.get(centre) if centre is not None else None
    marks = _marks(ranked, ties, middle, complex(width, height))
    circles = list(map(_circle, range(len(marks)), marks))
    return picture(
        frame,
        element("g", *_lines(marks, ties, unit), class_="edges", aria_hidden="true"),
        listed(circles) if frame.interactive else joined(circles),
    )


def _ties(edges: Iterable[Edge], numbers: dict[str, int]) -> Weights:
    ties: dict[tuple[int, int], float] = {}
    for edge in edges:
        one, other = sorted((numbers.get(edge.one, -1), numbers.get(edge.other, -1)))
        if 0 <= one < other and edge.weight > 0:
            ties[one, other] = ties.get((one, other), 0) + edge.weight
    return dict(sorted(ties.items()))


def _marks(nodes: Sequence[Node], ties: Weights, centre: int | None, size: complex) -> list[_Mark]:
    radii = _radii(nodes)
    reach = [max(radius, _TOUCH) + 2 for radius in radii]
    margin = complex(min(60, size.real / 6), 22)
    points = fitted(places(len(nodes), ties, centre=centre), reach, size, margin)
    labels = [shorten(clean(node.name), _LONGEST, _SIZE, bold=number == centre) for number, node in enumerate(nodes)]
    discs = [
        Disc(point.real, point.imag, radius, measure(label, _SIZE, bold=number == centre))
        for number, (point, radius, label) in enumerate(zip(points, radii, labels, strict=True))
    ]
    boxes = label_boxes(discs, size.real, size.imag)
    styles = [f"c{rank}" for rank in communities(len(nodes), ties, most=_COMMUNITIES, centre=centre)]
    if centre is not None:
        styles[centre] = "centre"
    kinds = list(dict.fromkeys(node.kind for node in nodes))
    return [
        _Mark(
            node,
            disc,
            label,
            box or spare_box(disc, size.real, size.imag),
            box is None,
            style,
            SHAPES[min(kinds.index(node.kind), len(SHAPES) - 1)],
        )
        for node, disc, label, box, style in zip(nodes, discs, labels, boxes, styles, strict=True)
    ]


def _radii(nodes: Sequence[Node]) -> list[float]:
    """Return the radii of circles whose areas go with the weights."""
    most = max(*(node.weight for node in nodes), 1e-9)
    return [_SMALLEST + (_LARGEST - _SMALLEST) * sqrt(max(node.weight, 0) / most) for node in nodes]


def _lines(marks: Sequence[_Mark], ties: Weights, unit: str) -> list[Markup]:
    """Return the edges, the strongest last, so that they lie on top."""
    most = max(ties.values(), default=1)
    scale = (_THICKEST - _THINNEST) / max(most - 1, 4)
    lines = []
    for (one, other), weight in sorted(ties.items(), key=lambda tie: (tie[1], tie[0])):
        start, end = marks[one], marks[other]
        told = f"{clean(start.node.name)} – {clean(end.node.name)}: {weight:,.10g} {unit}".rstrip()
        wide = _THINNEST + scale * max(weight - 1, 0)
        lines.append(
            element(
                "line", element("title", told), x1=start.disc.x, y1=start.disc.y, x2=end.disc.x, y2=end.disc.y,
                stroke_width=wide, class_="edge", data_ends=f"{one} {other}",
            )
        )  # fmt: skip
    return lines


def _circle(number: int, mark: _Mark) -> Markup:
    told = ", ".join(filter(None, (clean(mark.node.name), clean(mark.node.note))))
    return link(
        mark.node.href,
        element("title", told),
        _shape(mark),
        _label(mark),
        class_=f"node {mark.style}",
        transform=f"translate({mark.disc.x:.1f} {mark.disc.y:.1f})",
        data_node=str(number),
        aria_label=told,
    )


def _shape(mark: _Mark) -> Markup:
    radius = mark.disc.radius
    if mark.shape == "circle":
        return element("circle", r=radius, class_="shape")
    side = radius * 0.9
    corners = {
        "square": ((-side, -side), (side, -side), (side, side), (-side, side)),
        "diamond": ((0, -radius * 1.2), (radius * 1.2, 0), (0, radius * 1.2), (-radius * 1.2, 0)),
        "triangle": ((0, -radius * 1.2), (radius * 1.1, radius * 0.8), (-radius * 1.1, radius * 0.8)),
    }[mark.shape]
    return element("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), class_="shape")


def _label(mark: _Mark) -> Markup:
    """Return the label at its place, measured from the middle of the circle; one without a place is spare."""
    return element(
        "text",
        mark.label,
        x=mark.box.left - mark.disc.x,
        y=mark.box.top - mark.disc.y + _BASELINE,
        class_="label spare" if mark.is_spare else "label",
    )
