"""Keep what was decided and from what."""

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kg.identity.clusters import MatchEdge, OpenPair
from kg.identity.deciding import rank
from kg.identity.explaining.archive import ArchiveWriter, as_json
from kg.identity.rulings import Judged
from kg.pipeline.spark.deciding import BatchDecision, numbered
from kg.pipeline.spark.joining import Joined
from kg.pipeline.spark.reading import Key, Taken

# How rows are kept, the same for all steps.

if TYPE_CHECKING:
    from pyspark import RDD

T = TypeVar("T")


def kept(rows: "RDD[T]") -> "RDD[T]":
    """Return rows that are kept where they were made: in memory, else on disk."""
    from pyspark import StorageLevel

    return rows.persist(StorageLevel.MEMORY_AND_DISK)


# Keep from what it was decided who is who: rows for `identity.sqlite`, which `kg merge` writes.

PROFILES = "identity/profiles"
NODES = "identity/nodes"
DECISIONS = "identity/decisions"
ACCOUNTS = "account"
REPLACED = "identity/replaced.tsv"

KINDS = ("person", "work")

Place = tuple[float, ...]
"""The place of a decision among all."""


def profile_lines(item: tuple[Key, tuple[Taken, BatchDecision]]) -> tuple[Key, str]:
    """Return the lines of a batch, one for each profile, without the last line break: columns of JSON with tabs.

    The columns are what the profile says, its mentions, and its number.
    """
    key, (part, answer) = item
    several = zip(part.collected, answer.firsts, strict=True)
    lines = ("\t".join((as_json(each.listed), each.places, str(firsts.profile))) for each, firsts in several)
    return key, "\n".join(lines)


def node_lines(item: tuple[Key, tuple[Taken, BatchDecision]]) -> Iterator[tuple[int, str]]:
    """Yield of each profile of a batch its number, and its persons and works behind their IRIs, as columns of JSON."""
    _, (part, answer) = item
    several = numbered(part, answer.firsts)
    for profile, (person_iris, work_iris) in zip(several, answer.iris(several), strict=True):
        first = profile.first_person
        people = [person._replace(profile=profile.number) for person in profile.persons]
        listed = [
            work._replace(profile=profile.number, authors=tuple(first + author for author in work.authors))
            for work in profile.works
        ]
        yield profile.number, "\t".join(map(as_json, (person_iris, people, work_iris, listed)))


class Order(NamedTuple):
    """What says at which place a decision stands; it travels to workers.

    Attributes:
        kind: `person` or `work`.
        different: The places of the pairs that are judged to be two.
        unsure: The places of those that nobody could decide.
    """

    kind: str
    different: Mapping[tuple[int, int], int]
    unsure: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, kind: str, judged: Judged) -> "Order":
        """Return the order of the decisions about a kind of nodes."""
        return cls(kind, _places(judged.different), _places(judged.unsure))

    def place(self, pair: MatchEdge | OpenPair) -> Place:
        """Return the place of a decision: joins before questions, as `kg.identity.deciding` has them."""
        kind = KINDS.index(self.kind)
        if isinstance(pair, MatchEdge):
            return kind, 0, *rank(pair)
        ends = pair.one, pair.other
        for group, (obstacle, known) in enumerate((("judgement", self.different), ("unsure", self.unsure))):
            if pair.obstacle == obstacle and ends in known:
                return kind, 1, group, known[ends], 0, 0
        return kind, 1, 2, -pair.weight, *ends


def _places(pairs: Sequence[tuple[int, int]]) -> Mapping[tuple[int, int], int]:
    """Return for each pair the first place where it stands."""
    return {pair: place for place, pair in reversed(list(enumerate(pairs)))}


def decision_lines(part: Joined, order: Order) -> Iterator[tuple[Place, str]]:
    """Yield the joins and questions of a component, each with its place."""
    for pair, _ in (*part.joins, *part.questions):
        yield order.place(pair), as_json([order.kind, type(pair).__name__, *pair])


def write_archive(path: Path, lines: Callable[[str], Iterable[str]], merged: Iterable[str]) -> None:
    """Write an archive.

    Args:
        path: The file.
        lines: Yields the lines of all profiles, nodes or decisions, each time from the start.
        merged: The IRIs that were merged, each with its anchor behind a tab.
    """
    archive = ArchiveWriter(path)
    try:
        numbers = array("q")
        for line in lines(PROFILES):
            said, mentions, number = line.split("\t")
            archive.add_texts(said, mentions)
            numbers.append(int(number))
        archive.add_order(sorted(range(len(numbers)), key=numbers.__getitem__))
        for place, kind in zip((0, 2), KINDS, strict=True):
            archive.add_nodes(kind, (_columns(line, place) for line in lines(NODES)))
        archive.add_decisions(map(_decision, lines(DECISIONS)))
        archive.commit(_columns(line, 0) for line in merged)
    finally:
        archive.close()


def _columns(line: str, place: int) -> tuple[str, str]:
    columns = line.split("\t")
    return columns[place], columns[place + 1]


def _decision(line: str) -> tuple[str, MatchEdge | OpenPair]:
    kind, name, *rest = json.loads(line)
    return kind, MatchEdge(*rest) if name == MatchEdge.__name__ else OpenPair(*rest)
