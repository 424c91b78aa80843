"""Find and score the pairs that may be one: what workers do, block by block and profile by profile.

The functions are those of `kg.identity`: keys and blocks of works and persons, the pairs of a block, scores. A
score depends on the two profiles of a pair alone, so that pairs go where their profiles meet, as an excerpt.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from kg.identity import blocking, deciding, persons, works
from kg.identity.blocking import BlockingNames, CandidatePair, NameBlock
from kg.identity.clusters import MatchEdge, OpenPair
from kg.identity.components import CorpusExcerpt
from kg.identity.corpus import ListedProfile, PersonNode, WorkNode
from kg.identity.deciding import Decided
from kg.identity.explaining.explainer import Explainer
from kg.identity.person_scores import PersonScores
from kg.identity.work_scores import WorkScores
from kg.pipeline.spark.joining import ComponentEdge, ScoredPair
from kg.pipeline.spark.numbering import ALONE
from kg.profile.records import IdentityFinding

LARGE = 24
"""How many members a block has in which only pairs with evidence are scored: `kg.identity.blocking` asks for more."""


Iris = tuple[Sequence[str], Sequence[str]]
"""The IRIs of the persons and of the works of a profile, by their numbers in it."""


class Numbered(NamedTuple):
    """A profile with the numbers of its nodes in the whole.

    Attributes:
        number: The number of the profile.
        first_person: The number of its first person.
        first_work: The number of its first work.
        listed: The profile.
        persons: Its persons.
        works: Its works, whose authors count from 0.
        judged: Its mentions that people have judged one by one, by key, with their nodes.
        roots: The cluster of each of its persons, once that is known.
        iris: The IRIs of its persons and of its works, once they have some.
    """

    number: int
    first_person: int
    first_work: int
    listed: ListedProfile
    persons: Sequence[PersonNode]
    works: Sequence[WorkNode]
    judged: Mapping[str, int]
    roots: Sequence[int] = ()
    iris: Iris = ((), ())


class NodePair(NamedTuple):
    """Two nodes whose profiles are to meet.

    Attributes:
        kind: `person` or `work`.
        profiles: The numbers of the profiles.
        about: What is to be looked at: a candidate, of persons with its rank, a join or a question.
    """

    kind: str
    profiles: tuple[int, int]
    about: "Ranked | MatchEdge | OpenPair | tuple[int, int]"


class Ranked(NamedTuple):
    """A pair of persons that is worth scoring, with its place among all.

    Attributes:
        rank: That of its block: pass, first node, key.
        candidate: The pair.
    """

    rank: tuple[int, int, str]
    candidate: CandidatePair


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


WorkMember = tuple[int, int, works.Look]
"""The number of a work, that of its profile, and how the work looks at a glance."""


def words(profile: Numbered) -> Counter[str]:
    """Return in how many titles of a profile each telling word stands."""
    return works.frequencies(title for work in profile.works for title in work.titles)


def work_keys(profile: Numbered, frequency: Mapping[str, int]) -> Iterator[tuple[str, WorkMember]]:
    """Yield the keys of the works of a profile, each with the numbers of work and profile, and the look of the work."""
    for number, work in enumerate(profile.works, profile.first_work):
        for key in works.keys_of(work.titles, work.ids, frequency):
            yield key, (number, profile.number, works.look_of(work, profile.persons))


def work_pairs(key: str, block: Iterable[WorkMember]) -> Iterator[NodePair]:
    """Yield the pairs of works that share a key."""
    several = sorted(block)
    of = {number: profile for number, profile, _ in several}
    for one, other in works.pairs_of(key, [(number, look) for number, _, look in several]):
        yield NodePair("work", (of[one], of[other]), (one, other))


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


def person_pairs(key: PersonKey, block: Iterable[Member]) -> Iterator[NodePair]:
    """Yield the pairs of persons who share a key and are worth scoring."""
    rows = list(block)
    if len({row.is_shorter for row in rows}) < 2:
        return
    by_node = {row.node: row for row in rows}
    together = [(node, BlockingNames(by_node[node].main, (), by_node[node].whole)) for node in sorted(by_node)]
    if len(together) < 2:
        return
    made = NameBlock(*key, together)
    for candidate in blocking.candidates(made, lambda node: by_node[node].evidence):
        profiles = by_node[candidate.one].profile, by_node[candidate.other].profile
        yield NodePair("person", profiles, Ranked(made.rank, candidate))


def excerpt(profiles: Iterable[Numbered]) -> CorpusExcerpt:
    """Return some profiles as a corpus of their own."""
    found = CorpusExcerpt()
    for each in sorted(profiles):
        found.add((each.first_person, each.first_work), each.listed, each.persons, each.works)
    return found


def scored(pairs: Iterable[NodePair], profiles: Iterable[Numbered]) -> Iterator[ComponentEdge | ScoredPair]:
    """Yield the scores of pairs of works and of persons that count.

    Args:
        pairs: The pairs.
        profiles: Their profiles.
    """
    near = excerpt(profiles)
    of_works, of_persons = WorkScores(near.corpus), PersonScores(near.corpus)
    for _, _, about in pairs:
        if isinstance(about, Ranked):
            one, other = about.candidate.one, about.candidate.other
            here = about.candidate._replace(one=near.person(one), other=near.person(other))
            found = persons.score(near.corpus, of_persons, here)
            if found:
                yield ScoredPair(about.rank, found._replace(one=one, other=other))
        else:
            for edge in works.scored(of_works, [(near.work(about[0]), near.work(about[1]))]):
                yield ComponentEdge(edge._replace(one=about[0], other=about[1]))


def second_looks(pairs: Iterable[NodePair], profiles: Iterable[Numbered]) -> Iterator[ComponentEdge]:
    """Yield edges between works that the titles left open, where the authors turn out to be the same people.

    Args:
        pairs: The questions about works.
        profiles: Their profiles, with the clusters of the persons.
    """
    several = sorted(profiles)
    near = excerpt(several)
    numbers = (each.first_person + place for each in several for place in range(len(each.persons)))
    same = [number if root == ALONE else root for number, root in zip(numbers, _roots(several), strict=True)]
    scores = WorkScores(near.corpus, lambda one, other: same[one] == same[other])
    for _, _, about in pairs:
        if isinstance(about, OpenPair):
            here = about._replace(one=near.work(about.one), other=near.work(about.other))
            for edge in deciding.second_looks(scores, [here]):
                yield ComponentEdge(edge._replace(one=about.one, other=about.other), is_second=True)


def _roots(profiles: Iterable[Numbered]) -> Iterator[int]:
    for profile in profiles:
        yield from profile.roots


def findings(pairs: Iterable[NodePair], profiles: Iterable[Numbered]) -> Iterator[IdentityFinding]:
    """Yield joins and questions as they are to be published.

    Args:
        pairs: The joins and questions.
        profiles: The profiles of their nodes, with IRIs.
    """
    told, several = list(pairs), sorted(profiles)
    near = excerpt(several)
    persons_of, works_of = (
        _decided(kind, told, here, [iri for each in several for iri in each.iris[place]])
        for place, (kind, here) in enumerate((("person", near.person), ("work", near.work)))
    )
    yield from Explainer(near.corpus, persons_of, works_of).findings()


def _decided(kind: str, pairs: Iterable[NodePair], here: Callable[[int], int], iris: Sequence[str]) -> Decided:
    """Return what was decided about some nodes, by their numbers in an excerpt."""
    found = Decided(kind, iris, joins := list[MatchEdge](), questions := list[OpenPair]())
    for pair in pairs:
        if pair.kind == kind and isinstance(pair.about, MatchEdge):
            joins.append(pair.about._replace(one=here(pair.about.one), other=here(pair.about.other)))
        elif pair.kind == kind and isinstance(pair.about, OpenPair):
            questions.append(pair.about._replace(one=here(pair.about.one), other=here(pair.about.other)))
    return found
