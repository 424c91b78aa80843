"""The open questions of identity: which entries may be one, which of them are asked, and what an answer brings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kg.identity.explaining import verdicts
from kg.identity.explaining.dossiers import Dossiers
from kg.identity.likeness import PersonLikeness
from kg.profile.judgements import Verdict, read
from kg.profile.names import person_key

ANSWERS: Mapping[str, Verdict] = {"s": "same", "d": "different", "u": "unsure"}
"""The keys that answer, and what they mean."""

_SETTLED = frozenset(("orcid", "work", "list", "versions"))
"""Obstacles that the entries themselves state: two ORCID iDs, two authors of one work, two works of one list."""


class IdentityPair(NamedTuple):
    """Two entities that may be one."""

    brings: int  # How many mentions an answer moves
    one: str  # The IRI of an entity; of a person with a profile and somebody else, the person with the profile
    other: str  # The IRI of the other
    weight: float  # How much speaks for one entity, in bits
    obstacle: str  # Why they were not joined, as `kg.identity.explaining.wording` names it
    expected: float  # How many mentions it moves if they are one, times how likely that is
    spelling: str  # What tells the question from others about `one`: the name of a person, or the other work
    is_of_member: bool  # Whether it may change the page of somebody with a profile, or of a work

    @property
    def is_asked(self) -> bool:
        """Whether people are asked; what is not is decided already, or changes the pages of people outside alone."""
        return self.is_of_member and self.obstacle not in _SETTLED


def open_pairs(dossiers: Dossiers) -> Iterator[IdentityPair]:
    """Yield the pairs of a release that nobody has settled.

    Mentions move to the person who has a profile; of two without, the few to the many.
    """
    corpus, persons = dossiers.corpus, dossiers.archive.decided["person"].iris
    owners = {persons[number] for number, _ in corpus.owners}
    likeness = PersonLikeness(corpus, dossiers.nodes)
    for decided in dossiers.archive.decided.values():
        is_work = decided.kind == "work"
        for question in decided.open:
            if question.obstacle != "unsure":
                pair = decided.iris[question.one], decided.iris[question.other]
                counts = {iri: sum(1 for _ in dossiers.mentions(iri)) for iri in pair}
                one, other = sorted(pair, key=lambda iri: (iri not in owners, -counts[iri], iri))
                bits = question.weight + (0.0 if is_work else likeness.bits(one, other))
                said = counts[other], one, other, question.weight, question.obstacle
                spelling = other if is_work else person_key(dossiers.label(other))
                expected = counts[other] * likeness.share(bits)
                yield IdentityPair(*said, expected, spelling, is_work or one in owners)


class IdentityReview:
    """The questions of a release, and the judgements that answer them.

    Attributes:
        dossiers: What was decided in the release.
        path: The judgements.
        by: Who decides.
        everything: Whether it has what people are not asked, too.
    """

    def __init__(self, dossiers: Dossiers, path: Path, by: str, *, everything: bool = False) -> None:
        self.dossiers = dossiers
        self.path = path
        self.by = by
        self.everything = everything

    @cached_property
    def _pairs(self) -> Sequence[IdentityPair]:
        """The pairs, those of one question together, the likeliest first."""
        found = (each for each in open_pairs(self.dossiers) if self.everything or each.is_asked)
        return sorted(found, key=lambda each: (each.one, each.spelling, -each.expected, -each.weight, each.other))

    def refresh(self) -> list[Path]:
        """Return nothing: judgements are read each time."""
        return []

    def open(self) -> Sequence["IdentityQuestion"]:
        """Return the questions that nobody answered since: of members first, then by what an answer should move.

        All that is written in one way, and may be one person, is one question.
        """
        judged = {frozenset(entry.references) for entry in read(self.path).entries}
        left = [each for each in self._pairs if frozenset((each.one, each.other)) not in judged]
        together = groupby(left, key=lambda each: (each.one, each.spelling))
        found = [IdentityQuestion(self, tuple(pairs)) for _, pairs in together]
        return sorted(found, key=lambda each: (-each.brings, -each.expected, -each.pairs[0].weight, each.key))


@dataclass(frozen=True)
class IdentityQuestion:
    """Whether an entity is one with some others, which are written in one way."""

    review: IdentityReview
    pairs: tuple[IdentityPair, ...]  # Of one entity, the likeliest first
    version = ""  # the release does not change
    answers = tuple(ANSWERS)

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer changes."""
        return [self.review.path]

    @property
    def one(self) -> str:
        """The IRI of the entity, as in `IdentityPair`."""
        return self.pairs[0].one

    @property
    def others(self) -> Sequence[str]:
        """The IRIs of the others."""
        return [each.other for each in self.pairs]

    @property
    def key(self) -> str:
        """By which it is found again."""
        return " ".join((self.one, *self.others))

    @property
    def name(self) -> str:
        """What it is about, on one line."""
        label, number = self.review.dossiers.label, len(self.pairs)
        return f"{label(self.one)} = {label(self.others[0])}{f' ({number} times)' if number > 1 else ''}?"

    @property
    def moves(self) -> int:
        """How many mentions an answer moves."""
        return sum(each.brings for each in self.pairs)

    @property
    def expected(self) -> float:
        """How many mentions an answer is expected to move."""
        return sum(each.expected for each in self.pairs)

    @property
    def brings(self) -> float:
        """How many mentions an answer is expected to move on pages of members and works."""
        return self.expected if self.pairs[0].is_of_member else 0.0

    def answer(self, key: str, text: str = "") -> None:  # noqa: ARG002  (there are no own words)
        """Append a judgement for each of the others.

        Raises:
            KgError: If one contradicts others.
        """
        review = self.review
        for other in self.others:
            verdicts.give(review.dossiers, review.path, ANSWERS[key], (self.one, other), "reviewed", review.by)
