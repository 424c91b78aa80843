"""The open questions of identity: which two may be one, and what an answer brings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from kg.identity.explaining import verdicts
from kg.identity.explaining.dossiers import Dossiers
from kg.identity.likeness import PersonLikeness
from kg.profile.judgements import Verdict, read

ANSWERS: Mapping[str, Verdict] = {"s": "same", "d": "different", "u": "unsure"}
"""The keys that answer, and what they mean."""


class IdentityPair(NamedTuple):
    """Two entities that may be one.

    Attributes:
        brings: How many mentions an answer moves.
        one: The IRI of an entity; of a person with a profile and somebody else, the person with the profile.
        other: The IRI of the other.
        weight: How much speaks for one entity, in bits.
        obstacle: Why they were not joined, as `kg.identity.explaining.wording` names it.
        expected: How many mentions an answer is expected to move: those that it moves if they are one, times how
            likely that is.
    """

    brings: int
    one: str
    other: str
    weight: float
    obstacle: str
    expected: float


def open_pairs(dossiers: Dossiers) -> list[IdentityPair]:
    """Return the open questions of a release, those first whose answer is expected to move the most mentions.

    Mentions move to the person who has a profile; of two without, the few to the many.
    """
    corpus, persons = dossiers.corpus, dossiers.archive.decided["person"].iris
    owners = {persons[number] for number, _ in corpus.owners}
    likeness = PersonLikeness(corpus, dossiers.nodes)
    found = []
    for decided in dossiers.archive.decided.values():
        for question in decided.open:
            if question.obstacle != "unsure":
                pair = decided.iris[question.one], decided.iris[question.other]
                counts = {iri: sum(1 for _ in dossiers.mentions(iri)) for iri in pair}
                one, other = sorted(pair, key=lambda iri: (iri not in owners, -counts[iri], iri))
                bits = question.weight + (likeness.bits(one, other) if decided.kind == "person" else 0.0)
                expected = counts[other] * likeness.share(bits)
                found.append(IdentityPair(counts[other], one, other, question.weight, question.obstacle, expected))
    return sorted(found, key=lambda each: (-each.expected, -each.weight, each.one, each.other))


class IdentityReview:
    """The questions of a release, and the judgements that answer them.

    Attributes:
        dossiers: What was decided in the release.
        path: The judgements.
        by: Who decides.
    """

    def __init__(self, dossiers: Dossiers, path: Path, by: str) -> None:
        self.dossiers = dossiers
        self.path = path
        self.by = by

    @cached_property
    def _pairs(self) -> Sequence[IdentityPair]:
        return open_pairs(self.dossiers)

    def refresh(self) -> list[Path]:
        """Return nothing: judgements are read each time."""
        return []

    def open(self) -> Sequence["IdentityQuestion"]:
        """Return the questions of the release that nobody answered since."""
        judged = {frozenset(entry.references) for entry in read(self.path).entries}
        return [IdentityQuestion(self, each) for each in self._pairs if frozenset((each.one, each.other)) not in judged]


@dataclass(frozen=True)
class IdentityQuestion:
    """Whether two entities are one."""

    review: IdentityReview
    pair: IdentityPair
    version = ""  # the release does not change
    answers = tuple(ANSWERS)

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer changes."""
        return [self.review.path]

    @property
    def key(self) -> str:
        """By which it is found again."""
        return f"{self.pair.one} {self.pair.other}"

    @property
    def name(self) -> str:
        """What it is about, on one line."""
        label = self.review.dossiers.label
        return f"{label(self.pair.one)} = {label(self.pair.other)}?"

    @property
    def brings(self) -> float:
        """How many mentions an answer is expected to move."""
        return self.pair.expected

    def answer(self, key: str, text: str = "") -> None:  # noqa: ARG002  (there are no own words)
        """Append a judgement.

        Raises:
            KgError: If it contradicts others.
        """
        review, pair = self.review, (self.pair.one, self.pair.other)
        verdicts.give(review.dossiers, review.path, ANSWERS[key], pair, "reviewed", review.by)
