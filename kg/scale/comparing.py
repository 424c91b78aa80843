"""Find and score the pairs that may be one: what workers do, block by block and profile by profile.

The functions are those of `kg.identity`: keys and blocks of works and persons, the pairs of a block, scores. A
score depends on the two profiles of a pair alone, so that pairs go where their profiles meet, as an excerpt.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from kg.identity import blocking, persons, works
from kg.identity.blocking import Block, Candidate, Names
from kg.identity.clusters import Edge, Question
from kg.identity.comparing.person_scores import PersonScores
from kg.identity.comparing.titles import read_title
from kg.identity.components import Excerpt
from kg.identity.corpus import Listed, Person, Work
from kg.identity.deciding import Decided
from kg.identity.explaining.explainer import Explainer
from kg.identity.persons import Scored
from kg.identity.works import WorkScores
from kg.profile import Finding

LARGE = 24
"""How many members a block has in which only pairs with evidence are scored: `kg.identity.blocking` asks for more."""


class Numbered(NamedTuple):
    """A profile with the numbers of its nodes in the whole.

    Attributes:
        number: The number of the profile.
        first_person: The number of its first person.
        first_work: The number of its first work.
        listed: The profile.
        persons: Its persons.
        works: Its works, whose authors count from 0.
    """

    number: int
    first_person: int
    first_work: int
    listed: Listed
    persons: Sequence[Person]
    works: Sequence[Work]


class Pair(NamedTuple):
    """Two nodes whose profiles are to meet.

    Attributes:
        kind: `person` or `work`.
        profiles: The numbers of the profiles.
        about: What is to be done there: a candidate with its rank, or a finding to be told.
    """

    kind: str
    profiles: tuple[int, int]
    about: "Ranked | Told | tuple[int, int]"


class Ranked(NamedTuple):
    """A pair of persons that is worth scoring, with its place among all.

    Attributes:
        rank: That of its block: pass, first node, key.
        candidate: The pair.
    """

    rank: tuple[int, int, str]
    candidate: Candidate


class Told(NamedTuple):
    """A join or a question, to be explained.

    Attributes:
        pair: The edge or the question.
        iris: The IRIs of its two nodes.
    """

    pair: Edge | Question
    iris: tuple[str, str]


class Member(NamedTuple):
    """A person under one of its keys.

    Attributes:
        node: Its number.
        profile: The number of its profile.
        main: The key of its main name.
        whole: The keys of the first pass.
        is_shorter: Whether the key is one of the shorter names of its pass.
        evidence: What is known of it, in large blocks.
    """

    node: int
    profile: int
    main: str
    whole: frozenset[str]
    is_shorter: bool
    evidence: frozenset[str]


def words(profile: Numbered) -> Counter[str]:
    """Return in how many titles of a profile each telling word stands."""
    return works.frequencies(read_title(work.title) for work in profile.works)


def work_keys(profile: Numbered, frequency: Mapping[str, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the keys of the works of a profile, each with the number of the work and of the profile."""
    for number, work in enumerate(profile.works, profile.first_work):
        for key in set(works.keys_of(read_title(work.title), work.ids, frequency)):
            yield key, (number, profile.number)


def work_pairs(key: str, block: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    """Yield the pairs of works that share a key."""
    of = dict(block)
    for one, other in works.pairs_of(key, sorted(of)):
        yield Pair("work", (of[one], of[other]), (one, other))


PersonKey = tuple[int, str]
"""The number of a pass and a key."""


def person_keys(profile: Numbered) -> Iterator[PersonKey]:
    """Yield the keys of all persons of a profile, one for each person and key."""
    for person in profile.persons:
        yield from {(step, key) for step, key, _ in blocking.keys_of(blocking.names_of(person.names))}


def members(profile: Numbered, large: frozenset[PersonKey]) -> Iterator[tuple[PersonKey, Member]]:
    """Yield the persons of a profile under their keys, in large blocks with what is known of them."""
    known = _Known(profile)
    for place, person in enumerate(profile.persons):
        names = blocking.names_of(person.names)
        for step, key, is_shorter in blocking.keys_of(names):
            evidence = known.of(place) if (step, key) in large else frozenset[str]()
            node = profile.first_person + place
            yield (step, key), Member(node, profile.number, names.main, names.whole, is_shorter, evidence)


class _Known:
    """What is known of the persons of one profile, found out when it is asked for."""

    def __init__(self, profile: Numbered) -> None:
        self._profile = profile
        self._found: dict[int, frozenset[str]] = {}

    @cached_property
    def _scores(self) -> PersonScores:
        return PersonScores(excerpt([self._profile]).corpus)

    def of(self, place: int) -> frozenset[str]:
        if place not in self._found:
            self._found[place] = frozenset(self._scores.evidence(place))
        return self._found[place]


def person_pairs(key: PersonKey, block: Iterable[Member]) -> Iterator[Pair]:
    """Yield the pairs of persons who share a key and are worth scoring."""
    rows = list(block)
    if len({row.is_shorter for row in rows}) < 2:
        return
    by_node = {row.node: row for row in rows}
    together = [(node, Names(by_node[node].main, (), by_node[node].whole)) for node in sorted(by_node)]
    if len(together) < 2:
        return
    made = Block(*key, together)
    for candidate in blocking.candidates(made, lambda node: by_node[node].evidence):
        profiles = by_node[candidate.one].profile, by_node[candidate.other].profile
        yield Pair("person", profiles, Ranked(made.rank, candidate))


def excerpt(profiles: Iterable[Numbered]) -> Excerpt:
    """Return some profiles as a corpus of their own."""
    found = Excerpt()
    for each in sorted(profiles):
        found.add((each.first_person, each.first_work), each.listed, each.persons, each.works)
    return found


Row = tuple[tuple[int, int, str], Scored]
"""A pair of persons with its score, and with the place of its block among all."""


def scored(pairs: Iterable[Pair], near: Excerpt) -> tuple[list[Edge], list[Row]]:
    """Return the scores of pairs of works and of persons that count.

    Args:
        pairs: The pairs.
        near: Their profiles.
    """
    of_works, of_persons = WorkScores(near.corpus), PersonScores(near.corpus)
    edges, rows = list[Edge](), list[Row]()
    for _, _, about in pairs:
        if isinstance(about, Ranked):
            one, other = about.candidate.one, about.candidate.other
            here = about.candidate._replace(one=near.person(one), other=near.person(other))
            found = persons.score(near.corpus, of_persons, here)
            if found:
                rows.append((about.rank, found._replace(one=one, other=other)))
        elif not isinstance(about, Told):
            for edge in works.scored(of_works, [(near.work(about[0]), near.work(about[1]))]):
                edges.append(edge._replace(one=about[0], other=about[1]))
    return edges, rows


def findings(pairs: Iterable[Pair], near: Excerpt) -> Iterator[Finding]:
    """Yield joins and questions as they are to be published.

    Args:
        pairs: The joins and questions.
        near: The profiles of their nodes.
    """
    told = [pair for pair in pairs if isinstance(pair.about, Told)]
    yield from Explainer(near.corpus, _decided("person", told, near), _decided("work", told, near)).findings()


def _decided(kind: str, pairs: Iterable[Pair], near: Excerpt) -> Decided:
    """Return what was decided about some nodes, by their numbers in an excerpt."""
    here = near.person if kind == "person" else near.work
    iris = [""] * len(near.corpus.persons if kind == "person" else near.corpus.works)
    found = Decided(kind, iris, joins := list[Edge](), questions := list[Question]())
    for pair in pairs:
        if pair.kind == kind and isinstance(pair.about, Told):
            said = pair.about.pair
            one, other = here(said.one), here(said.other)
            iris[one], iris[other] = pair.about.iris
            if isinstance(said, Edge):
                joins.append(said._replace(one=one, other=other))
            else:
                questions.append(said._replace(one=one, other=other))
    return found
