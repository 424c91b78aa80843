"""Bring judgements to bear: what references mean, what follows from them, where they contradict each other."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.base.errors import Problem, ReadError
from kg.identity.clusters import Clusters, MatchEdge
from kg.profile.judgements import Judgement, Judgements

Find = Callable[[str], int | None]
"""Gives the node that a reference means, if there is one."""


@dataclass
class Judged:
    """Judgements about the nodes of one kind.

    Attributes:
        same: Pairs that are one, as edges.
        different: Pairs that are two.
        unsure: Pairs that nobody could decide.
        pins: The IRI that a node is to have.
    """

    same: list[MatchEdge] = field(default_factory=list)
    different: list[tuple[int, int]] = field(default_factory=list)
    unsure: list[tuple[int, int]] = field(default_factory=list)
    pins: dict[int, str] = field(default_factory=dict)

    def add(self, entry: Judgement, pair: tuple[int, int]) -> None:
        """Take in a judgement about two nodes."""
        if entry.verdict == "same":
            self.same.append(MatchEdge(*pair, 1000.0, "judgement"))
        elif entry.verdict == "different":
            self.different.append(pair)
        elif entry.verdict == "unsure":
            self.unsure.append(pair)

    def mark(self, clusters: Clusters) -> None:
        """Keep apart what is different, and what nobody could decide."""
        for kind, pairs in (("judgement", self.different), ("unsure", self.unsure)):
            for pair in pairs:
                for node in pair:
                    clusters.mark(node, (kind, tuple(sorted(pair))))


def judged(judgements: Judgements, find: Find) -> Judged:
    """Return what the judgements say of the nodes of one kind.

    Raises:
        ReadError: If they contradict each other, with the shortest way from one to the other.
    """
    found = Judged()
    steps: dict[int, list[tuple[int, int]]] = {}
    for index, entry in enumerate(judgements.entries):
        if entry.verdict == "pin":
            node = find(entry.references[0])
            if node is not None:
                found.pins[node] = entry.references[1]
            continue
        pair = _pair(entry, find)
        if pair is not None:
            found.add(entry, pair)
            if entry.verdict == "same":
                for one, other in (pair, pair[::-1]):
                    steps.setdefault(one, []).append((other, index))
    problems = list(_contradictions(judgements, find, steps))
    if problems:
        raise ReadError(problems)
    return found


def _pair(entry: Judgement, find: Find) -> tuple[int, int] | None:
    """Return the two nodes that a judgement is about, if both are of the kind at hand."""
    nodes = [node for node in map(find, entry.references) if node is not None]
    return (nodes[0], nodes[1]) if len(nodes) == 2 and entry.verdict != "pin" else None


def _contradictions(
    judgements: Judgements, find: Find, steps: Mapping[int, Sequence[tuple[int, int]]]
) -> Sequence[Problem]:
    problems = []
    for index, entry in enumerate(judgements.entries):
        if entry.verdict not in ("different", "unsure"):
            continue
        pair = _pair(entry, find)
        path = _path(*pair, steps) if pair else None
        if path is not None:
            problems.append(_problem(judgements, index, path))
    return problems


def _path(start: int, end: int, steps: Mapping[int, Sequence[tuple[int, int]]]) -> list[int] | None:
    """Return the judgements on the shortest way from one node to another, or None if there is no way."""
    if start == end:
        return []
    came: dict[int, tuple[int, int]] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there, index in steps.get(here, ()):
            if there not in came and there != start:
                came[there] = (here, index)
                queue.append(there)
    if end not in came:
        return None
    path = []
    while end != start:
        end, index = came[end]
        path.append(index)
    return path[::-1]


def _problem(judgements: Judgements, index: int, path: Sequence[int]) -> Problem:
    entry = judgements.entries[index]
    one, other = entry.references
    way = "; ".join(_named(judgements, step) for step in path) or "both mean one mention"
    now = "" if judgements.lines[index] else " now"
    message = f"{one} and {other} are judged {entry.verdict}{now}, but also the same: {way}"
    hint = "let a new judgement about the same two supersede one of these: kg same, kg different; or correct the file"
    return Problem(message, judgements.path, judgements.lines[index], hint=hint)


def _named(judgements: Judgements, index: int) -> str:
    one, other = judgements.entries[index].references
    line = judgements.lines[index]
    return f"{one} = {other} ({f'line {line}' if line else 'now'})"
