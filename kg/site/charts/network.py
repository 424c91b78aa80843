"""Network charts: the nodes on an ellipse, so that labels stand clear of the lines, around one in the middle."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from markupsafe import Markup

from kg.site.charts.svg import ChartFrame, clean, element, joined, leads_on, link, listed, measure, picture, shorten

Weights = Mapping[tuple[int, int], float]
"""How strongly two nodes are tied, by their numbers, the smaller one first."""

_FONT = 12
_GAP = 4
_BASELINE = 4  # from the middle of a line of text down to the line that it stands on
_MARGIN = 22
_PITCH = 26  # from row to row: WCAG 2.2, 2.5.8 asks for 24 pixels
_LABEL_SHARE = 0.32  # of the width, at most, on each side
_SMALLEST, _LARGEST = 5.0, 12.0
_THINNEST, _THICKEST = 0.8, 6.0
_COMMUNITIES = 4
_SMALLEST_COMMUNITY = 3


@dataclass(frozen=True)
class NetworkNode:
    """What a circle stands for.

    Attributes:
        id: Its name among the nodes; edges use it.
        name: Its label.
        weight: How important it is: the size of the circle, and its place among the links.
        href: Where it leads, if anywhere.
        note: What is said of it after its name, such as `8 joint works`.
    """

    id: str
    name: str
    weight: float = 1
    href: str | None = None
    note: str = ""


@dataclass(frozen=True)
class NetworkEdge:
    """A tie of two nodes, by their ids; its weight is the width of the line."""

    one: str
    other: str
    weight: float = 1


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
    """Draw nodes and their ties.

    Communities stand together and differ in colour and in fill. Edges of unknown nodes, of a node with itself, and
    without weight are left out.

    Args:
        nodes: The nodes, each id once.
        edges: Their ties, in any order and direction; several of the same two add up.
        name: What the chart is called.
        unit: What the weight of an edge counts, in the plural: `joint works`.
        centre: The id of the node in the middle, if there is one.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels; one of many nodes is higher.
    """
    ranked = sorted(nodes, key=lambda node: (node.id != centre, -node.weight, node.name, node.id))
    numbers = {node.id: number for number, node in enumerate(ranked)}
    ties: Counter[tuple[int, int]] = Counter()
    for edge in edges:
        one, other = sorted((numbers.get(edge.one, -1), numbers.get(edge.other, -1)))
        if 0 <= one < other and edge.weight > 0:
            ties[one, other] += edge.weight  # type: ignore[assignment]  # a weight may be a fraction
    middle = numbers.get(centre) if centre is not None else None
    height = max(height, _PITCH * ceil(len(ranked) / 2) + 2 * _MARGIN)
    sentence = f"{len(ranked):,} nodes and {len(ties):,} ties between them."
    frame = ChartFrame(
        "network", name, sentence, width, height, interactive=any(leads_on(node.href) for node in ranked)
    )
    if not ranked:
        return picture(frame)
    groups = communities(len(ranked), ties, most=_COMMUNITIES, centre=middle)
    points = _places(ranked, groups, middle, complex(width, height))
    circles = _circles(ranked, points, groups, middle, width)
    return picture(
        frame,
        element("g", *_lines(ranked, points, ties, unit), class_="edges", aria_hidden="true"),
        listed(circles) if frame.interactive else joined(circles),
    )


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
    strength = {node: sum(weight for _, weight in tied) for node, tied in near.items()}
    labels = list(range(count))
    for _ in range(10):  # it may go on forever between two answers
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


def _places(nodes: Sequence[NetworkNode], groups: Sequence[int], centre: int | None, size: complex) -> list[complex]:
    """Place nodes down the right of an ellipse and up its left, at even heights: no two labels share a line."""
    outer = sorted((each for each in range(len(nodes)) if each != centre), key=lambda each: (groups[each] or 99, each))
    on_right = ceil(len(outer) / 2)
    longest = max(measure(clean(node.name), _FONT) for node in nodes)
    across = size.real / 2 - min(longest, size.real * _LABEL_SHARE) - _LARGEST - _GAP
    points = [size / 2] * len(nodes)
    for place, number in enumerate(outer):
        side, row, rows = (1, place, on_right) if place < on_right else (-1, len(outer) - 1 - place, len(outer) // 2)
        y = (2 * row + 1) / rows - 1
        points[number] += complex(side * across * sqrt(1 - y * y), y * (size.imag / 2 - _MARGIN))
    return points


def _lines(nodes: Sequence[NetworkNode], points: Sequence[complex], ties: Weights, unit: str) -> list[Markup]:
    """Draw the edges, the strongest last, so that they lie on top."""
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
            class_="edge",
            data_ends=f"{one} {other}",
        )
        for (one, other), weight in sorted(ties.items(), key=lambda tie: (tie[1], tie[0]))
    ]


def _circles(
    nodes: Sequence[NetworkNode], points: Sequence[complex], groups: Sequence[int], centre: int | None, width: float
) -> Iterator[Markup]:
    """Yield the nodes, their areas by weight; labels stand outside of the ellipse, that of the middle below it."""
    most = max(*(node.weight for node in nodes), 1e-9)
    for number, (node, point, group) in enumerate(zip(nodes, points, groups, strict=True)):
        radius = _SMALLEST + (_LARGEST - _SMALLEST) * sqrt(max(node.weight, 0) / most)
        is_centre, is_left = number == centre, point.real < width / 2
        room = min(point.real, width - point.real) * (2 if is_centre else 1) - radius - 2 * _GAP
        title = ", ".join(filter(None, (clean(node.name), clean(node.note))))
        seen = shorten(clean(node.name), room, _FONT, bold=is_centre)
        yield link(
            node.href,
            element("title", title),
            element("circle", r=radius, class_="shape"),
            element(
                "text",
                seen,
                x=0 if is_centre else (radius + _GAP) * (-1 if is_left else 1),
                y=radius + _FONT + _GAP if is_centre else _BASELINE,
                class_=f"label {'middle' if is_centre else 'end' if is_left else ''}".rstrip(),
            ),
            class_=f"node {'centre' if is_centre else f'c{group}'}",
            transform=f"translate({point.real:.1f} {point.imag:.1f})",
            data_node=str(number),
            # Where a name is cut, what is seen comes first (WCAG 2.5.3), then the whole.
            aria_label=title if seen == clean(node.name) else f"{seen}: {title}",
        )
