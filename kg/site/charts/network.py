"""Network charts: what is tied lies together, communities by their names, and no label over another."""

from cmath import rect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import ceil, log2, pi, sqrt

from markupsafe import Markup

from kg.base.reporting import clean
from kg.site.charts.svg import ChartFrame, element, joined, leads_on, link, listed, measure, picture, shorten
from kg.site.words import _

Weights = Mapping[tuple[int, int], float]
"""How strongly two nodes are tied, by their numbers, the smaller one first."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of something in the picture."""

_FONT, _LINE = 12, 15
_GAP = 4
_BASELINE = 4  # from the middle of a line of text down to the line that it stands on
_MARGIN = 26
_PITCH = 26  # from circle to circle: WCAG 2.2, 2.5.8 asks for 24 pixels
_LONGEST = 190  # pixels of a label
_SMALLEST, _LARGEST = 5.0, 12.0
_THINNEST, _THICKEST = 0.8, 6.0
_STYLES = 4
_SMALLEST_COMMUNITY = 3
_ROUNDS = 90
_GOLDEN = pi * (3 - sqrt(5))
_GRAVITY = 0.06


@dataclass(frozen=True)
class NetworkNode:
    """What a circle stands for."""

    id: str  # its name among the nodes, without spaces; edges use it
    name: str  # its label
    weight: float = 1  # how important it is: the size of the circle, and its place among the links
    href: str | None = None  # where it leads, if anywhere
    note: str = ""  # what is said of it after its name, such as `8 joint works`
    is_main: bool = False  # whether it is one of those whose network it is


@dataclass(frozen=True)
class NetworkEdge:
    """A tie of two nodes, by their ids; its weight is the width of the line."""

    one: str
    other: str
    weight: float = 1


@dataclass(frozen=True)
class NetworkLayout:
    """Nodes in their places, those that matter most first; their ties and communities by their numbers."""

    nodes: Sequence[NetworkNode]  # the nodes
    points: Sequence[complex]  # where they are, in pixels
    ties: Weights  # how strongly two are tied
    groups: Sequence[int]  # the community of each node: 1 is the largest, 0 is none
    centre: int | None  # the number of the node in the middle, if there is one
    size: complex  # width and height of the picture


class _Room:
    """What is taken in a picture, by cells, so that a look costs as much in a large one as in a small one."""

    def __init__(self, size: complex) -> None:
        self.size = size
        self._cells: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def take(self, box: Box) -> None:
        for cell in self._within(box):
            self._cells[cell].append(box)

    def is_free(self, box: Box, own: Box | None = None) -> bool:
        """Say whether a box lies in the picture and over nothing but, perhaps, what is its own."""
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > self.size.real or bottom > self.size.imag:
            return False
        near = (each for cell in self._within(box) for each in self._cells[cell] if each != own)
        return not any(left < each[2] and each[0] < right and top < each[3] and each[1] < bottom for each in near)

    def _within(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(side // (2 * _PITCH)) for side in box)
        return product(range(left, right + 1), range(top, bottom + 1))


def layout(
    nodes: Iterable[NetworkNode],
    edges: Iterable[NetworkEdge],
    *,
    centre: str | None = None,
    width: int = 640,
    height: int = 480,
    most: int = _STYLES,
) -> NetworkLayout:
    """Give nodes, each id once, their places; the one whose id is `centre` is in the middle.

    Several edges of the same two add up. Edges of unknown nodes, of a node with itself, and without weight are ignored.
    The picture is `width` by `height` pixels, higher if there are many nodes; `most` communities are distinguished.
    """
    ranked = sorted(nodes, key=lambda node: (node.id != centre, not node.is_main, -node.weight, node.name, node.id))
    numbers = {node.id: number for number, node in enumerate(ranked)}
    ties: Counter[tuple[int, int]] = Counter()
    for edge in edges:
        one, other = sorted((numbers.get(edge.one, -1), numbers.get(edge.other, -1)))
        if 0 <= one < other and edge.weight > 0:
            ties[one, other] += edge.weight  # type: ignore[assignment]  # a weight may be a fraction
    ties = Counter(dict(sorted(ties.items())))  # so that no order of edges moves a node
    middle = numbers.get(centre) if centre is not None else None
    size = complex(width, max(height, ceil(len(ranked) * 2 * _PITCH**2 / width)))
    groups = communities(len(ranked), ties, most=most, centre=middle)
    return NetworkLayout(ranked, _apart(_places(groups, ties, middle, size), size), ties, groups, middle, size)


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
    strength = {node: sum(weight for _other, weight in tied) for node, tied in near.items()}
    labels = list(range(count))
    for _round in range(10):  # it may go on forever between two answers
        before = list(labels)
        for node in sorted(near, key=lambda node: (len(near[node]), node)):
            votes: dict[int, float] = defaultdict(float)
            for other, weight in near[node]:
                votes[labels[other]] += weight / strength[other]
            labels[node] = min(votes, key=lambda label: (-votes[label], label))
        if labels == before:
            break
    sizes = Counter(labels)
    large = sorted((label for label in sizes if sizes[label] >= _SMALLEST_COMMUNITY), key=lambda x: (-sizes[x], x))
    ranks = {label: rank for rank, label in enumerate(large[:most], 1)}
    return [ranks.get(label, 0) for label in labels]


def _places(groups: Sequence[int], ties: Weights, centre: int | None, size: complex) -> list[complex]:
    """Let what is tied attract and what is near repel each other, ever less (Fruchterman and Reingold 1991, by cells).

    It begins with a spiral in which communities follow each other, so that the same nodes have the same places.
    """
    distance = sqrt(size.real * size.imag / max(len(groups), 1))
    points = [0j] * len(groups)
    for place, node in enumerate(sorted(range(len(groups)), key=lambda node: (groups[node] or 99, node))):
        points[node] = rect(0.5 * distance * sqrt(place), _GOLDEN * place)
    for turn in range(_ROUNDS):
        moves = [-point * _GRAVITY for point in points]
        for one, other in _near(points, 2 * distance):
            way = (points[one] - points[other]) or rect(0.01, one)
            push = way * (distance / abs(way)) ** 2
            moves[one] += push
            moves[other] -= push
        for (one, other), weight in ties.items():
            way = points[one] - points[other]
            pull = way * abs(way) / distance * (1 + log2(max(weight, 1)) / 4)
            moves[one] -= pull
            moves[other] += pull
        heat = distance * (1 - turn / _ROUNDS)
        points = [
            0j if node == centre else point + move * min(1, heat / (abs(move) or 1))
            for node, (point, move) in enumerate(zip(points, moves, strict=True))
        ]
    return _filling(points, centre, size)


def _near(points: Sequence[complex], reach: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs of points in the same or in touching cells."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, point in enumerate(points):
        cells[int(point.real // reach), int(point.imag // reach)].append(number)
    for (column, row), members in cells.items():
        for x, y in product((-1, 0, 1), repeat=2):
            for other in cells.get((column + x, row + y), ()):
                yield from ((one, other) for one in members if one < other)


def _filling(points: Sequence[complex], centre: int | None, size: complex) -> list[complex]:
    """Stretch places over the picture; what is in the middle stays there."""
    if not points:
        return []
    found = []
    for part in ("real", "imag"):
        values = [getattr(point, part) for point in points]
        low, high = min(values), max(values)
        if centre is not None:
            high = max(high, -low)
            low = -high
        room = getattr(size, part) - 2 * _MARGIN
        found.append([_MARGIN + room * ((value - low) / (high - low) if high > low else 0.5) for value in values])
    return [complex(x, y) for x, y in zip(*found, strict=True)]


def _apart(points: Sequence[complex], size: complex) -> list[complex]:
    """Move what is too near to another one, which counts more, into the nearest free cell."""
    columns, rows = (max(int((side - 2 * _MARGIN) / _PITCH), 1) for side in (size.real, size.imag))
    taken: set[tuple[int, int]] = set()
    found = []
    for point in points:
        x, y = round((point.real - _MARGIN) / _PITCH), round((point.imag - _MARGIN) / _PITCH)
        column, row = next(cell for cell in _around(x, y, columns, rows) if cell not in taken)
        taken.add((column, row))
        found.append(complex(_MARGIN + column * _PITCH, _MARGIN + row * _PITCH))
    return found


def _around(x: int, y: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of a grid, ring by ring around one of them."""
    for ring in range(columns + rows + 2):
        edge = [each for each in product(range(-ring, ring + 1), repeat=2) if max(map(abs, each)) == ring]
        for dx, dy in sorted(edge, key=lambda each: (each[0] ** 2 + each[1] ** 2, each)):
            if 0 <= x + dx <= columns and 0 <= y + dy <= rows:
                yield x + dx, y + dy


def network(
    nodes: Iterable[NetworkNode],
    edges: Iterable[NetworkEdge],
    *,
    name: str,
    unit: str = "",
    centre: str | None = None,
    width: int = 640,
    height: int = 480,
) -> Markup:
    """Lay out nodes and their ties and draw them: see `layout` and `draw`."""
    return draw(layout(nodes, edges, centre=centre, width=width, height=height), name=name, unit=unit)


def draw(placed: NetworkLayout, *, name: str, unit: str = "", titles: Mapping[int, str] | None = None) -> Markup:
    """Draw nodes and their ties; communities, some of which have titles, differ in colour and in fill.

    `unit` is what the weight of an edge counts, in the plural: `joint works`.
    """
    nodes, ties, size = placed.nodes, placed.ties, placed.size
    sentence = _("{nodes} nodes and {ties} ties between them.", nodes=len(nodes), ties=len(ties))
    interactive = any(leads_on(node.href) for node in nodes)
    frame = ChartFrame("network", name, sentence, size.real, size.imag, interactive)
    if not nodes:
        return picture(frame)
    most = max(*(node.weight for node in nodes), 1e-9)
    radii = [_SMALLEST + (_LARGEST - _SMALLEST) * sqrt(max(node.weight, 0) / most) for node in nodes]
    taken = _Room(size)
    for point, radius in zip(placed.points, radii, strict=True):
        taken.take(_square(point, radius))
    headings = list(_headings(placed, titles or {}, taken))
    circles = [_circle(placed, number, radius, taken) for number, radius in enumerate(radii)]
    return picture(
        frame,
        element("g", *_lines(placed, unit), class_="edges", aria_hidden="true"),
        element("g", *headings, class_="communities") if headings else "",
        listed(circles) if interactive else joined(circles),
    )


def _square(point: complex, radius: float) -> Box:
    return (point.real - radius, point.imag - radius, point.real + radius, point.imag + radius)


def _lines(placed: NetworkLayout, unit: str) -> list[Markup]:
    """Draw the edges, the strongest last, so that they lie on top."""
    nodes, points, ties = placed.nodes, placed.points, placed.ties
    scale = (_THICKEST - _THINNEST) / max(max(ties.values(), default=1) - 1, 4)
    return [
        element(
            "line",
            element("title", f"{clean(nodes[one].name)} – {clean(nodes[other].name)}: {weight:,.10g} {unit}".rstrip()),
            x1=points[one].real,
            y1=points[one].imag,
            x2=points[other].real,
            y2=points[other].imag,
            stroke_width=_THINNEST + scale * max(weight - 1, 0),
            class_="edge spoke" if placed.centre in (one, other) else "edge",
            data_ends=f"{nodes[one].id} {nodes[other].id}",
        )
        for (one, other), weight in sorted(ties.items(), key=lambda tie: (tie[1], tie[0]))
    ]


def _headings(placed: NetworkLayout, titles: Mapping[int, str], taken: _Room) -> Iterator[Markup]:
    """Yield the names of communities, above or below them, where these have room."""
    for group, title in sorted(titles.items()):
        points = [point for point, each in zip(placed.points, placed.groups, strict=True) if each == group]
        text = shorten(clean(title), _LONGEST * 1.5, _FONT, bold=True)
        room, x = measure(text, _FONT, bold=True), sum(point.real for point in points) / len(points)
        x = min(max(x, room / 2), placed.size.real - room / 2)
        for y in (min(point.imag for point in points) - 22, max(point.imag for point in points) + 22):
            box = (x - room / 2, y - _LINE / 2, x + room / 2, y + _LINE / 2)
            if taken.is_free(box):
                taken.take(box)
                yield element("text", text, x=x, y=y + _BASELINE, class_=f"community middle c{_style(group)}")
                break


def _style(group: int) -> int:
    return (group - 1) % _STYLES + 1 if group else 0


def _circle(placed: NetworkLayout, number: int, radius: float, taken: _Room) -> Markup:
    """Draw a node, and its label where there is room; where there is none, it is shown by pointing at it."""
    node, point = placed.nodes[number], placed.points[number]
    is_strong = number == placed.centre or node.is_main
    seen = shorten(clean(node.name), min(_LONGEST, placed.size.real * 0.32), _FONT, bold=is_strong)
    title = ", ".join(filter(None, (clean(node.name), clean(node.note))))
    x, y, anchor = _label(point, radius, measure(seen, _FONT, bold=is_strong), taken)
    classes = ["node", "centre" if number == placed.centre else f"c{_style(placed.groups[number])}"]
    return link(
        node.href,
        element("title", title),
        element("circle", r=radius, class_="shape"),
        element("text", seen, x=x, y=y + _BASELINE, class_=f"label{anchor}"),
        class_=" ".join([*classes, "main"] if node.is_main else classes),
        transform=f"translate({point.real:.1f} {point.imag:.1f})",
        data_node=node.id,
        # Where a name is cut, what is seen comes first (WCAG 2.5.3), then the whole.
        aria_label=title if seen == clean(node.name) else f"{seen}: {title}",
    )


def _label(point: complex, radius: float, room: float, taken: _Room) -> tuple[float, float, str]:
    """Return where a label stands from its circle, and its class: beside it, below, above, or hidden."""
    away = radius + _GAP
    beside = ((away, 0.0, 0.0, ""), (-away, 0.0, 1.0, " end"))
    beyond = ((0.0, way * (away + far * _LINE), 0.5, " middle") for far in (0.5, 1.5) for way in (1, -1))
    for x, y, end, anchor in chain(beside, beyond):
        left, middle = point.real + x - end * room, point.imag + y
        box = (left, middle - _LINE / 2, left + room, middle + _LINE / 2)
        if taken.is_free(box, _square(point, radius)):
            taken.take(box)
            return x, y, anchor
    return away, 0.0, " spare"
