"""Screen the graph on workers: which focus nodes may not conform, found by the screen of `kg.validation.validating`.

The facts of a node lie in one stretch of the sorted graph, but for those that are followed backwards: all of them
come together there. What a shape asks of nodes of other stretches is gathered and looked up in the next round.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.validation.screen.graph import NOTHING, PART_BYTES, TYPE, Facts, Graph, Survey, Unsure, read_facts, survey
from kg.validation.screen.screening import Candidate, Screen

Nodes = Mapping[str, Facts]


class Ask(NamedTuple):
    """A question about a node of another stretch: its classes, or all its facts."""

    node: str
    is_whole: bool


class Looked(NamedTuple):
    """What came of a look at a stretch.

    Attributes:
        candidates: The focus nodes that may not conform, with the shapes; for now, if anything was asked.
        asked: What has to be known of other stretches before that is sure.
    """

    candidates: frozenset[Candidate]
    asked: frozenset[Ask]


def stretches(text: bytes, size: int = PART_BYTES) -> Iterator[bytes]:
    """Yield N-Quads in pieces of whole lines, of about so many bytes."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", min(start + size, len(text)) - 1) + 1 or len(text)
        yield text[start:end]
        start = end


def beginning(text: bytes) -> tuple[str, Survey]:
    """Return the subject of the first line, and what is said of classes in all of them."""
    return text.partition(b" ")[0].decode(), survey(text if b"#subClassOf>" in text else b"", ())


def place_of(node: str, firsts: Sequence[str]) -> int:
    """Return the number of the stretch in which a node belongs, given the first node of each, in order."""
    return max(bisect_right(firsts, node) - 1, 0)


def facts_by_place(text: bytes, screen: Screen, firsts: Sequence[str]) -> Iterator[tuple[int, Nodes]]:
    """Yield what some lines say of nodes, for each stretch where these belong."""
    found: dict[int, dict[str, Facts]] = {}
    for node, facts in read_facts(text.decode().split("\n"), screen.predicates, screen.inverses).items():
        found.setdefault(place_of(node, firsts), {})[node] = facts
    yield from found.items()


def together(several: Iterable[Nodes]) -> Nodes:
    """Return what several say of nodes as one."""
    found: dict[str, Facts] = {}
    for nodes in several:
        for node, facts in nodes.items():
            known = found.get(node)
            found[node] = facts if known is None else _joined(known, facts)
    return found


def _joined(one: Facts, other: Facts) -> Facts:
    predicates = dict.fromkeys([*one, *other])
    return {key: list(dict.fromkeys([*one.get(key, ()), *other.get(key, ())])) for key in predicates}


class _Gathered:
    """Answers from what was gathered; what is missing is noted, and taken to be as a shape would have it.

    Args:
        known: What is known of nodes of other stretches.
        is_last: Whether nothing more will be gathered: what is missing then makes a candidate.
    """

    def __init__(self, known: Mapping[Ask, Facts], *, is_last: bool) -> None:
        self._known = known
        self._is_last = is_last
        self.asked: set[Ask] = set()

    def facts(self, node: str) -> Facts:
        """Return all facts of a node."""
        return self._of(Ask(node, is_whole=True)) or NOTHING

    def is_a(self, node: str, cls: str) -> bool:
        """Whether a class is stated of a node."""
        found = self._of(Ask(node, is_whole=False))
        return found is None or cls in found.get(TYPE, ())

    def _of(self, ask: Ask) -> Facts | None:
        found = self._known.get(ask)
        if found is None:
            if self._is_last:
                raise Unsure(ask.node)
            self.asked.add(ask)
        return found


def looked(
    screen: Screen, nodes: Nodes, above: Mapping[str, frozenset[str]], known: Mapping[Ask, Facts], *, is_last: bool
) -> Looked:
    """Look at the nodes of a stretch.

    Args:
        screen: The compiled shapes.
        nodes: All that is known of the nodes.
        above: All superclasses of each class.
        known: What was gathered about nodes of other stretches.
        is_last: Whether nothing more will be gathered.
    """
    elsewhere = _Gathered(known, is_last=is_last)
    found = frozenset(screen.candidates(Graph(nodes, {}, elsewhere, above)))
    return Looked(found, frozenset(elsewhere.asked))


def answers(nodes: Nodes, asked: Iterable[tuple[int, Ask]]) -> Iterator[tuple[int, tuple[Ask, Facts]]]:
    """Yield what a stretch knows about what others ask, for each of these; they are known by their numbers."""
    for place, ask in asked:
        facts = nodes.get(ask.node, NOTHING)
        yield place, (ask, facts if ask.is_whole else {TYPE: list(facts.get(TYPE, ()))})
