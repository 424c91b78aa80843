"""Find places for the nodes of a network: a force layout that gives the same picture each time."""

import cmath
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt

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
