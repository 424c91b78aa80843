"""Let stretches of the graph and what their shapes ask of each other meet on workers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.build.spark import screening
from kg.build.spark.screening import Ask, Looked, Nodes
from kg.build.spark.sharing import kept
from kg.build.spark.writing import unpacked
from kg.validation.screen.graph import Facts, superclasses
from kg.validation.screen.screening import Candidate, Screen

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
    begun = texts.map(screening.beginning).collect()
    firsts = context.broadcast(sorted(first for first, _ in begun))
    above = superclasses(told for _, told in begun)
    shared = context.broadcast((screen, above))
    facts = texts.flatMap(lambda text: screening.facts_by_place(text, shared.value[0], firsts.value))
    nodes = kept(facts.groupByKey(tasks).mapValues(screening.together))
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
    return screening.stretches(unpacked(*file))


def _looked(
    item: tuple[int, tuple[Nodes, Mapping[Ask, Facts] | None]],
    shared: tuple[Screen, Mapping[str, frozenset[str]]],
    is_last: bool,
) -> tuple[int, Looked]:
    place, (nodes, known) = item
    return place, screening.looked(shared[0], nodes, shared[1], known or {}, is_last=is_last)


def _asked(item: tuple[int, Looked], firsts: Sequence[str]) -> Iterator[tuple[int, tuple[int, Ask]]]:
    """Yield what a stretch asks, for the stretch that knows."""
    place, found = item
    for ask in found.asked:
        yield screening.place_of(ask.node, firsts), (place, ask)


def _answers(
    item: tuple[int, tuple[Nodes, Iterable[tuple[int, Ask]]]],
) -> Iterator[tuple[int, tuple[Ask, Facts]]]:
    return screening.answers(*item[1])


def _candidates(item: tuple[int, Looked]) -> frozenset[Candidate]:
    return item[1].candidates
