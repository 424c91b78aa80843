"""Decide who is who, and hand the IRIs back to the batches.

Workers find and score pairs (`kg.scale.comparing`). What they found, and the nodes of all profiles without their
documents, come together in the driver, which joins them to clusters and gives these their IRIs, as the embedded
engine does.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.errors import Problem
from kg.identity import Collected, moved, persons, works
from kg.identity.clusters import Clusters, Edge, Question
from kg.identity.corpus import Corpus, Person, Work
from kg.identity.deciding import Decided, look_again, roots
from kg.identity.persons import Scored
from kg.identity.rulings import Judged
from kg.scale.comparing import Pair, Row, Told
from kg.scale.reading import Key, Taken

Iris = tuple[Sequence[str], Sequence[str]]
"""The IRIs of the persons and of the works of a profile, by their numbers in it."""


class Outline(NamedTuple):
    """A batch as far as identity goes, and what is to be told of it.

    Attributes:
        key: Its place in the order of the input.
        profiles: The profiles, without documents and mentions.
        inputs: Hash and name of each file that was read, as lines.
        warnings: What is odd but usable.
        problems: What is wrong.
    """

    key: Key
    profiles: list[Collected]
    inputs: list[str]
    warnings: list[Problem]
    problems: list[Problem]


class Answer(NamedTuple):
    """What was decided for a batch.

    Attributes:
        first: The number of its first profile.
        iris: The IRIs of the nodes of each profile.
    """

    first: int
    iris: Sequence[Iris]


def outline(key: Key, part: Taken) -> Outline:
    """Return a batch as far as identity goes."""
    bare = [profile._replace(mentions=[], places="") for profile in part.collected]
    return Outline(key, bare, part.inputs, part.warnings, part.problems)


def clusters_of(
    corpus: Corpus, of_works: Judged, of_persons: Judged, *, edges: Iterable[Edge], rows: Iterable[Row]
) -> tuple[Clusters, Clusters]:
    """Return works and persons as they are joined, given the pairs that were scored before.

    Args:
        corpus: All nodes.
        of_works: What people have decided about works.
        of_persons: What they have decided about persons.
        edges: The pairs of works.
        rows: The pairs of persons, in the order of blocks and numbers.
    """
    together = works.work_clusters(work.profile for work in corpus.works)
    works.join_works(together, of_works, works.repeated(corpus), edges)
    people = persons.person_clusters(corpus)
    by_work = persons.edges_by_work(corpus, roots(together, len(corpus.works)))
    persons.join_known(people, of_persons, persons.declared(corpus), [*persons.by_id(corpus), *by_work])
    persons.join_scored(people, persons.select((row for _, row in rows), people, _known))
    look_again(corpus, together, people)
    return together, people


def _known(row: Scored) -> Scored:
    return row


def told(corpus: Corpus, *several: Decided) -> Iterator[Pair]:
    """Yield the joins and open questions, each to be explained where the profiles of its nodes meet."""
    for decided in several:
        nodes: Sequence[Person | Work] = corpus.persons if decided.kind == "person" else corpus.works
        pairs: list[Edge | Question] = [*decided.joins, *decided.open]
        for pair in pairs:
            profiles = nodes[pair.one].profile, nodes[pair.other].profile
            yield Pair(decided.kind, profiles, Told(pair, (decided.iris[pair.one], decided.iris[pair.other])))


Firsts = tuple[int, int, int]
"""The numbers of the first profile, person and work of a batch."""


def firsts(outlines: Iterable[Outline]) -> Iterator[tuple[Key, Firsts]]:
    """Yield the numbers with which each batch begins."""
    profile = person = work = 0
    for batch in outlines:
        yield batch.key, (profile, person, work)
        profile += len(batch.profiles)
        person += sum(len(each.persons) for each in batch.profiles)
        work += sum(len(each.works) for each in batch.profiles)


def answers(
    outlines: Iterable[Outline], of_persons: Sequence[str], of_works: Sequence[str]
) -> Iterator[tuple[Key, Answer]]:
    """Yield what was decided for each batch, given the IRIs of all nodes in the order of the input."""
    profile = person = work = 0
    for batch in outlines:
        iris: list[Iris] = []
        for each in batch.profiles:
            ends = person + len(each.persons), work + len(each.works)
            iris.append((of_persons[person : ends[0]], of_works[work : ends[1]]))
            person, work = ends
        yield batch.key, Answer(profile, iris)
        profile += len(iris)


def gathered(outlines: Iterable[Outline]) -> tuple[Corpus, dict[str, int]]:
    """Return the nodes of all profiles, and of the mentions that were judged one by one their nodes by key."""
    corpus, keys = Corpus(), dict[str, int]()
    for profile in (each for batch in outlines for each in batch.profiles):
        first = corpus.add(profile.listed, profile.persons, profile.works)
        keys.update((key, moved(node, *first)) for key, node in profile.judged.items())
    return corpus, keys
