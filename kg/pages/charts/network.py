"""A network: circles that are linked by lines, with labels that never meet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from markupsafe import Markup

from kg.pages.charts.labels import Box, Disc, label_boxes, spare_box
from kg.pages.charts.layout import Weights, communities, fitted, places
from kg.pages.charts.svg import Frame, element, joined, leads_on, link, listed, picture
from kg.pages.charts.text import clean, measure, shorten

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
