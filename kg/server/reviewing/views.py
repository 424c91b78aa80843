"""What the page of a question shows: the question, both sides with their evidence, and what an answer does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg.base.errors import KgError, counted
from kg.identity.explaining import wording
from kg.identity.explaining.dossiers import Dossiers, missing
from kg.identity.person_scores import weights
from kg.identity.questions import ANSWERS, IdentityQuestion
from kg.profile.drafts import reviewing
from kg.profile.drafts.review_queue import ReviewQuestion, ReviewQueue
from kg.profile.drafts.sessions import ProfileQuestion
from kg.profile.provenance import Passage
from kg.server.problems import sentence

_SURE = 0.9  # values below this are shown with their confidence
_SHOWN = 12  # mentions and titles of an entity, and questions beside the one that is asked


class Mistake(NamedTuple):
    """Why an answer was not written, and the text that somebody had entered."""

    message: str
    hint: str = ""
    text: str = ""

    @classmethod
    def of(cls, error: KgError, text: str = "") -> "Mistake":
        """Return what an error says; lines of the text that was edited are those of the field."""
        parts = (f"{each.field}: {each.message}" if each.field else each.message for each in error.problems)
        return cls(sentence("; ".join(parts)), sentence(error.hint) if error.hint else "", text)


class AnswerButton(NamedTuple):
    """A button, the key that presses it, and what it is called."""

    key: str
    label: str


class ShownValue(NamedTuple):
    """A value of a proposal."""

    key: str
    value: str
    doubt: str  # its confidence, if that is low


class ShownPassage(NamedTuple):
    """The words of a source and where they stand."""

    place: str
    quote: str


class ShownCandidate(NamedTuple):
    """One of the values between which sources disagree."""

    number: str  # its key, if it has one
    key: str
    value: str
    passage: ShownPassage
    sure: str


class ProposalView:
    """A proposal of a profile, with what its sources say."""

    def __init__(self, question: ProfileQuestion) -> None:
        proposal, evidence = question.proposal, question.proposal.evidence
        self.place = f"{question.path}:{proposal.line}"
        self.sure = f"{evidence.lowest:.2f}"
        self.reason = sentence(evidence.reason) if evidence.reason else ""
        self.text = reviewing.editable(proposal)
        self.conflicts = ", ".join(proposal.open_conflicts)
        self.unsaid = reviewing.open_choice(proposal) if proposal.unsaid else ""
        stated = evidence.confidence
        self.values = [
            ShownValue(key, reviewing.shown(value), f"{sure:.2f}" if sure < _SURE else "")
            for key, value in proposal.values.items()
            for sure in [stated.get(key, 1.0) if isinstance(stated, dict) else stated]
        ]
        numbers = [*question.numbers, *[""] * len(proposal.candidates)]
        self.candidates = [
            ShownCandidate(
                number,
                key,
                reviewing.shown(each.value) or "nothing",
                _passage(each),
                "" if each.confidence is None else f"{each.confidence:.2f}",
            )
            for number, (key, _, each) in zip(numbers, proposal.candidates, strict=False)
        ]
        beside = {each.passage for each in self.candidates}
        self.passages = [each for each in map(_passage, (evidence, *evidence.also)) if each not in beside]
        accept = [] if proposal.unsaid else [AnswerButton("a", "Accept")]
        self.buttons = [*accept, AnswerButton("r", "Reject")]


class EntityView:
    """An entity with what is known of it; much of it is counted only."""

    def __init__(self, dossiers: Dossiers, iri: str) -> None:
        mentions = list(dossiers.mentions(iri))
        titles = list(dict.fromkeys(dossiers.titles(iri)))
        self.iri = iri
        self.label = dossiers.label(iri)
        self.mentions = [ShownPassage(dossiers.place(each), each.form) for each in mentions[:_SHOWN]]
        self.titles = titles[:_SHOWN] if iri.startswith("person/") else []
        self.more = [
            *([counted(len(mentions) - _SHOWN, "more mention")] if len(mentions) > _SHOWN else []),
            *([counted(len(titles) - _SHOWN, "more work")] if self.titles and len(titles) > _SHOWN else []),
        ]


class IdentityView:
    """Two entities side by side, and what speaks for and against one."""

    def __init__(self, question: IdentityQuestion) -> None:
        dossiers, pair = question.review.dossiers, question.pair
        comparison = dossiers.compare(pair.one, pair.other)
        self.sides = [EntityView(dossiers, iri) for iri in (pair.one, pair.other)]
        self.brings = counted(pair.brings, "mention")
        self.obstacle = wording.obstacle(comparison.obstacle)
        self.reasons = [wording.phrase(each).split(" ", 1) for each in comparison.reasons]
        self.total = f"{comparison.total:+.1f}"
        self.needed = f"{weights().same:.1f}"
        self.missing = [*missing(comparison)] if comparison.obstacle in ("weight", "unseen") else []
        self.buttons = [AnswerButton(key, _LABELS[verdict]) for key, verdict in ANSWERS.items()]


_LABELS = {"same": "Same", "different": "Different", "unsure": "Cannot tell"}


@dataclass(frozen=True)
class ReviewPage:
    """The page of a question, or of none if nothing is open.

    Attributes:
        question: What is asked.
        number: Its number among the open ones, from 1.
        count: How many are open.
        following: Those that come next.
        proposal: The question, if it is about a profile.
        identity: The question, if it is about identity.
        next: The key of the question to go on with.
        written: The file that was changed last, or empty.
        answered: How many answers were written.
        can_redo: Whether one was taken back.
        mistake: Why an answer was not written.
    """

    question: ReviewQuestion | None
    number: int
    count: int
    following: Sequence[ReviewQuestion]
    proposal: ProposalView | None
    identity: IdentityView | None
    next: str
    written: str
    answered: int
    can_redo: bool
    mistake: Mistake | None

    @classmethod
    def of(cls, queue: ReviewQueue, key: str, mistake: Mistake | None = None) -> "ReviewPage":
        """Return the page of a question, by its key; of the first one if that is not open."""
        asked = queue.open()
        at = next((at for at, each in enumerate(asked) if each.key == key), 0)
        question = asked[at] if asked else None
        following = [*asked[at + 1 :], *asked[:at]]
        done = queue.history.done
        return cls(
            question,
            at + 1,
            len(asked),
            following[:_SHOWN],
            ProposalView(question) if isinstance(question, ProfileQuestion) else None,
            IdentityView(question) if isinstance(question, IdentityQuestion) else None,
            following[0].key if following else "",
            str(done[-1].path) if done else "",
            len(done),
            bool(queue.history.undone),
            mistake,
        )


def _passage(passage: Passage) -> ShownPassage:
    return ShownPassage(reviewing.place(passage), passage.quote or "")
