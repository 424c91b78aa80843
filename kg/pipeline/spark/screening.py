"""Screen the graph on workers."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.pipeline.spark.files import unpacked
from kg.pipeline.spark.keeping import kept
from kg.validation.screen.graph import (
    NOTHING,
    PART_BYTES,
    TYPE,
    Facts,
    PartGraph,
    Survey,
    read_facts,
    superclasses,
    survey,
)
from kg.validation.screen.screening import Candidate, Screen
from kg.validation.screen.values import Unsure

# Screen the graph on workers: which focus nodes may not conform, found by the screen of
# `kg.validation.validating`.

Nodes = Mapping[str, Facts]


class StretchQuestion(NamedTuple):
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
    asked: frozenset[StretchQuestion]


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

    def __init__(self, known: Mapping[StretchQuestion, Facts], *, is_last: bool) -> None:
        self._known = known
        self._is_last = is_last
        self.asked: set[StretchQuestion] = set()

    def facts(self, node: str) -> Facts:
        """Return all facts of a node."""
        return self._of(StretchQuestion(node, is_whole=True)) or NOTHING

    def is_a(self, node: str, cls: str) -> bool:
        """Whether a class is stated of a node."""
        found = self._of(StretchQuestion(node, is_whole=False))
        return found is None or cls in found.get(TYPE, ())

    def _of(self, ask: StretchQuestion) -> Facts | None:
        found = self._known.get(ask)
        if found is None:
            if self._is_last:
                raise Unsure(ask.node)
            self.asked.add(ask)
        return found


def looked(
    screen: Screen,
    nodes: Nodes,
    above: Mapping[str, frozenset[str]],
    known: Mapping[StretchQuestion, Facts],
    *,
    is_last: bool,
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
    found = frozenset(screen.candidates(PartGraph(nodes, {}, elsewhere, above)))
    return Looked(found, frozenset(elsewhere.asked))


def answers(
    nodes: Nodes, asked: Iterable[tuple[int, StretchQuestion]]
) -> Iterator[tuple[int, tuple[StretchQuestion, Facts]]]:
    """Yield what a stretch knows about what others ask, for each of these; they are known by their numbers."""
    for place, ask in asked:
        facts = nodes.get(ask.node, NOTHING)
        yield place, (ask, facts if ask.is_whole else {TYPE: list(facts.get(TYPE, ()))})


# Let stretches of the graph and what their shapes ask of each other meet on workers.

if TYPE_CHECKING:
    from pyspark import SparkContext

ROUNDS = 5
"""How often stretches are looked at: a path that leads on further from stretch to stretch is left to pySHACL."""


def candidates(context: "SparkContext", screen: Screen, addresses: Sequence[str], most: int) -> list[Candidate]:
    """Return focus nodes that may not conform, each with the shape.

    Args:
        context: A Spark context.
        screen: The compiled shapes.
        addresses: The parts of the graph.
        most: How many are looked for at most.
    """
    tasks = max(len(addresses), context.defaultParallelism)
    texts = context.binaryFiles(",".join(addresses), tasks).flatMap(_stretches)
    begun = texts.map(beginning).collect()
    firsts = context.broadcast(sorted(first for first, _ in begun))
    above = superclasses(told for _, told in begun)
    shared = context.broadcast((screen, above))
    facts = texts.flatMap(lambda text: facts_by_place(text, shared.value[0], firsts.value))
    nodes = kept(facts.groupByKey(tasks).mapValues(together))
    known = context.parallelize([], 1)
    for number in range(1, ROUNDS + 1):
        is_last = number == ROUNDS
        seen = nodes.leftOuterJoin(known.groupByKey(tasks).mapValues(dict), tasks)
        looks = kept(seen.map(lambda item, is_last=is_last: _looked(item, shared.value, is_last)))
        asked = looks.flatMap(lambda item: _asked(item, firsts.value))
        if is_last or asked.isEmpty():
            break
        known = kept(known.union(nodes.join(asked.groupByKey(tasks), tasks).flatMap(_answers)))
    return looks.flatMap(_candidates).distinct().take(most)  # type: ignore[no-any-return]


def _stretches(file: tuple[str, Any]) -> Iterator[bytes]:
    return stretches(unpacked(*file))


def _looked(
    item: tuple[int, tuple[Nodes, Mapping[StretchQuestion, Facts] | None]],
    shared: tuple[Screen, Mapping[str, frozenset[str]]],
    is_last: bool,
) -> tuple[int, Looked]:
    place, (nodes, known) = item
    return place, looked(shared[0], nodes, shared[1], known or {}, is_last=is_last)


def _asked(item: tuple[int, Looked], firsts: Sequence[str]) -> Iterator[tuple[int, tuple[int, StretchQuestion]]]:
    """Yield what a stretch asks, for the stretch that knows."""
    place, found = item
    for ask in found.asked:
        yield place_of(ask.node, firsts), (place, ask)


def _answers(
    item: tuple[int, tuple[Nodes, Iterable[tuple[int, StretchQuestion]]]],
) -> Iterator[tuple[int, tuple[StretchQuestion, Facts]]]:
    return answers(*item[1])


def _candidates(item: tuple[int, Looked]) -> frozenset[Candidate]:
    return item[1].candidates
