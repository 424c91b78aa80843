"""Join nodes to clusters: the strongest edge first, under constraints.

A constraint is a token: two nodes that share one are never joined. Authors of one work share that work,
owners share being an owner. An edge that a constraint stops, or that competes with another of like
strength, is kept as an open question.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

Token = int | tuple[str, Hashable]
"""What keeps nodes apart that share it: the number of a work, or something else with its kind first."""


class MatchEdge(NamedTuple):
    """A pair of nodes that may be one.

    Attributes:
        one: A node.
        other: Another node.
        weight: How much speaks for it, in bits.
        origin: What made the edge: `score`, `id`, `renamed`, `work`, `declared` or `judgement`.
    """

    one: int
    other: int
    weight: float
    origin: str = "score"

    @property
    def is_hard(self) -> bool:
        """Whether it holds however the names differ."""
        return self.origin in ("declared", "judgement", "renamed")


class OpenPair(NamedTuple):
    """A pair of nodes of which it is not known whether they are one.

    Attributes:
        one: A node.
        other: Another node.
        weight: How much speaks for it, in bits.
        obstacle: Why they were not joined: `weight`, `rival`, `names`, `versions`, or a kind of token.
    """

    one: int
    other: int
    weight: float
    obstacle: str


@dataclass(frozen=True)
class Decided:
    """What was decided about the nodes of one kind.

    Attributes:
        kind: `person` or `work`.
        iris: The IRI of each node.
        joins: The edges along which nodes were joined.
        questions: Pairs that stayed two, with the obstacle; one for each pair of clusters.
    """

    kind: str
    iris: Sequence[str]
    joins: Sequence[MatchEdge]
    questions: Sequence[OpenPair]

    @property
    def open(self) -> Iterator[OpenPair]:
        """Yield the questions that nobody has settled."""
        return (question for question in self.questions if question.obstacle != "judgement")


class UnionFind:
    """Sets of numbers that grow together."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def find(self, number: int) -> int:
        """Return the number that stands for the set of a number."""
        parent = self._parent
        while number in parent:
            above = parent[number]
            if above in parent:
                above = parent[number] = parent[above]
            number = above
        return number

    def join(self, one: int, other: int) -> None:
        """Make one set of the sets of two numbers."""
        one, other = self.find(one), self.find(other)
        if one != other:
            self._parent[max(one, other)] = min(one, other)


class Clusters:
    """A partition of nodes that grows coarser edge by edge.

    Args:
        tokens: The tokens of each node.
        names: Numbers of the names of each node; nothing if names do not matter.
        agree: Whether two names, given by number, may be those of one.
        contradiction: The obstacle between clusters whose names do not agree.
        bridges: Whether a name that is stated beside others of one node reconciles those that agree with it.
        exclusive: Of what a node has one at most, by kind; nodes with different values are never joined.
    """

    def __init__(
        self,
        tokens: Iterable[Sequence[Token]],
        names: Sequence[Sequence[int]] = (),
        agree: Callable[[int, int], bool] = lambda _one, _other: True,
        contradiction: str = "names",
        bridges: Callable[[int], bool] = lambda _name: False,
        exclusive: Mapping[int, Mapping[str, Hashable]] = MappingProxyType({}),
    ) -> None:
        self._tokens: list[Sequence[Token] | set[Token]] = list(tokens)
        self._exclusive = {node: dict(values) for node, values in exclusive.items()}
        self._parent = list(range(len(self._tokens)))
        self._members: dict[int, list[int]] = {}
        self._names: dict[int, set[int]] = {}
        self._own_names = names
        self._agree, self._contradiction, self._bridges = agree, contradiction, bridges
        self._stated: dict[int, set[int]] = {node: set(own) for node, own in enumerate(names) if len(own) > 1}
        self.joins: list[MatchEdge] = []
        self.questions: list[OpenPair] = []

    def find(self, node: int) -> int:
        """Return the node that stands for the cluster of a node."""
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def members(self, root: int) -> Sequence[int]:
        """Return the nodes of a cluster."""
        return self._members.get(root, (root,))

    def obstacle(self, one: int, other: int) -> str:
        """Return the kind of what keeps two clusters apart, or an empty text."""
        mine, others = self._exclusive.get(one), self._exclusive.get(other)
        if mine and others:
            differing = [kind for kind in mine.keys() & others.keys() if mine[kind] != others[kind]]
            if differing:
                return min(differing)
        shared = self._tokens_of(one) & self._tokens_of(other)
        return min(map(_kind, shared)) if shared else ""

    def may_be_joined(self, edge: MatchEdge) -> bool:
        """Say whether neither a constraint nor the names speak against an edge, as the clusters are now."""
        return not self._excludes(edge, self.find(edge.one), self.find(edge.other))

    def mark(self, node: int, token: Token) -> None:
        """Keep the cluster of a node apart from all that have the same token."""
        self._tokens_of(self.find(node)).add(token)

    def join_by_force(self, edges: Iterable[MatchEdge]) -> None:
        """Join what people have judged to be one, whatever else is said."""
        for edge in edges:
            self._join(edge)

    def join(self, edges: Iterable[MatchEdge], margin: float) -> None:
        """Join along edges, the strongest first, unless a constraint, the names or a rival speak against it.

        Args:
            edges: Those that are strong enough.
            margin: By how many bits an edge must beat each other that excludes it.
        """
        ordered = sorted(edges, key=lambda edge: (edge.origin == "score", -edge.weight, edge.one, edge.other))
        strong = _by_node(ordered)
        for edge in ordered:
            one, other = self.find(edge.one), self.find(edge.other)
            if one == other:
                continue
            reason = self._excludes(edge, one, other)
            if not reason and self._has_rival(edge, strong, margin):
                reason = "rival"
            if reason:
                self.questions.append(OpenPair(edge.one, edge.other, edge.weight, reason))
            else:
                self._join(edge)

    def _join(self, edge: MatchEdge) -> None:
        one, other = self.find(edge.one), self.find(edge.other)
        if one == other:
            return
        if len(self.members(one)) < len(self.members(other)):
            one, other = other, one
        self._parent[other] = one
        self._members.setdefault(one, [one]).extend(self._members.pop(other, [other]))
        self._tokens_of(one).update(self._tokens[other])
        self._tokens[other] = ()
        if other in self._exclusive:
            self._exclusive[one] = self._exclusive.pop(other) | self._exclusive.get(one, {})
        if self._own_names:
            others = self._names_of(other)
            self._names.setdefault(one, set(self._own_names[one])).update(others)
            self._names.pop(other, None)
            if edge.origin != "score":  # an id or a work in common says as much as a profile
                self._stated.setdefault(one, set()).update(self._own_names[edge.one], self._own_names[edge.other])
        if other in self._stated:
            self._stated.setdefault(one, set()).update(self._stated.pop(other))
        self.joins.append(edge)

    def _disagreement(self, edge: MatchEdge, one: int, other: int, *between: int) -> str:
        """Compare the names of two clusters, each with each: a short form must not bridge two full ones.

        Two that contradict each other agree if somebody in the clusters, or between them, is said to have both.
        """
        if edge.is_hard or not self._own_names:
            return ""
        mine, others = self._names_of(one), self._names_of(other)
        found = [(a, b) for a in mine - others for b in others - mine if not self._agree(a, b)]
        if not found:
            return ""
        stated = [name for root in (one, other, *between) for name in self._stated.get(root, ()) if self._bridges(name)]
        reconciled = all(any(self._agree(name, each) for each in stated) for pair in found for name in pair)
        return "" if reconciled else self._contradiction

    def _tokens_of(self, root: int) -> set[Token]:
        """Return the tokens of a cluster, as a set from the time when they are first asked for."""
        tokens = self._tokens[root]
        if not isinstance(tokens, set):
            tokens = self._tokens[root] = set(tokens)
        return tokens

    def _names_of(self, root: int) -> set[int]:
        names = self._names.get(root)
        return set(self._own_names[root]) if names is None else names

    def _has_rival(self, edge: MatchEdge, strong: dict[int, list[MatchEdge]], margin: float) -> bool:
        """Say whether one end has another edge of like strength to a cluster that excludes this one."""
        for node, target in ((edge.one, self.find(edge.other)), (edge.other, self.find(edge.one))):
            near = self.find(node)
            for rival in strong.get(node, ()):
                if rival.weight < edge.weight - margin:
                    break
                far = self.find(rival.other if rival.one == node else rival.one)
                if far != target and self._excludes(rival, far, target, near) and not self._excludes(rival, far, near):
                    return True
        return False

    def _excludes(self, edge: MatchEdge, one: int, other: int, *between: int) -> str:
        return self.obstacle(one, other) or self._disagreement(edge, one, other, *between)


def _kind(token: Token) -> str:
    return "work" if isinstance(token, int) else token[0]


def _by_node(ordered: Iterable[MatchEdge]) -> dict[int, list[MatchEdge]]:
    """Return the edges of each node, the strongest first."""
    found: dict[int, list[MatchEdge]] = defaultdict(list)
    for edge in ordered:
        found[edge.one].append(edge)
        found[edge.other].append(edge)
    return {node: edges for node, edges in found.items() if len(edges) > 1}
