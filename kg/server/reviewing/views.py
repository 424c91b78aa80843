"""What the page of a question shows: the question, both sides with their evidence, and what an answer does."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from kg.base.errors import KgError, counted
from kg.extract.replaying import shown_words
from kg.identity.explaining import wording
from kg.identity.explaining.dossiers import Dossiers, missing
from kg.identity.person_scores import weights
from kg.identity.questions import ANSWERS, IdentityQuestion
from kg.profile.drafts import reviewing
from kg.profile.drafts.review_queue import ReviewQuestion, ReviewQueue
from kg.profile.drafts.reviewing import StatedName
from kg.profile.drafts.sessions import ProfileQuestion, ReviewSession
from kg.profile.drafts.spellings import KINDS, SpellingQuestion
from kg.profile.drafts.unread import UnreadQuestion
from kg.profile.provenance import Evidence, Passage, Place
from kg.server.problems import sentence

_PLACES = 4  # where a form of a name stands
_SHOWN = 12  # mentions and titles of an entity, and questions beside the one that is asked


class Mistake(NamedTuple):
    """Why an answer was not written, and the text that somebody had entered."""

    message: str
    hint: str = ""
    text: str = ""

    @classmethod
    def of(cls, error: KgError, text: str = "") -> "Mistake":
        """Return what an error says; lines of the text that was edited are those of the field."""
        return cls(sentence(reviewing.reasons(error)), sentence(error.hint) if error.hint else "", text)


class AnswerButton(NamedTuple):
    """A button, the key that presses it, and what it is called."""

    key: str
    label: str


class ShownPassage(NamedTuple):
    """The words of a source and where they stand."""

    place: str
    words: Sequence[tuple[str, bool]]  # in pieces: each, and whether a value rests on it
    doubt: str = ""  # why that is not known


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
        self._path = question.session.path
        self.about = f"{question.session.path}:{proposal.line} · confidence {evidence.lowest:.2f}"
        self.reason = sentence(evidence.reason) if evidence.reason else ""
        self.text = reviewing.editable(proposal)
        self.conflicts = ", ".join(proposal.open_conflicts)
        self.unsaid = reviewing.open_choice(proposal) if proposal.unsaid else ""
        self.values = reviewing.values_of(proposal)
        numbers = [*question.numbers, *[""] * len(proposal.candidates)]
        self.candidates = [
            ShownCandidate(
                number,
                key,
                reviewing.shown(each.value) or "nothing",
                self._passage(each),
                "" if each.confidence is None else f"{each.confidence:.2f}",
            )
            for number, (key, _, each) in zip(numbers, proposal.candidates, strict=False)
        ]
        beside = [each.passage.place for each in self.candidates]
        several: tuple[Evidence | Place, ...] = (evidence, *evidence.also)
        passages = (self._passage(each, each.fact) for each in several)
        self.passages = [each for each in passages if each.place not in beside]
        accept = [] if proposal.unsaid else [AnswerButton("a", "Accept")]
        self.buttons = [*accept, AnswerButton("r", "Reject")]

    def _passage(self, passage: Passage, fact: str = "") -> ShownPassage:
        return ShownPassage(reviewing.place(passage), *shown_words(self._path, passage, fact))


class UnreadView:
    """A passage that was not read."""

    def __init__(self, question: UnreadQuestion) -> None:
        self.about = f"{question.session.path} · not read"
        self.passage = ShownPassage(question.place, [(question.words, False)])
        self.text = question.text
        self.buttons = [AnswerButton("r", "Dismiss")]


class EntityView:
    """An entity, or several that are written in one way, with what is known; much of it is counted only."""

    def __init__(self, dossiers: Dossiers, iris: Sequence[str]) -> None:
        mentions = list(chain.from_iterable(map(dossiers.mentions, iris)))
        titles = list(dict.fromkeys(chain.from_iterable(map(dossiers.titles, iris))))
        self.iri = iris[0] + (f" and {len(iris) - 1:,} more" if len(iris) > 1 else "")
        self.label = dossiers.label(iris[0])
        self.mentions = [ShownPassage(dossiers.place(each), [(each.form, False)]) for each in mentions[:_SHOWN]]
        self.titles = titles[:_SHOWN] if iris[0].startswith("person/") else []
        self.more = [
            *([counted(len(mentions) - _SHOWN, "more mention")] if len(mentions) > _SHOWN else []),
            *([counted(len(titles) - _SHOWN, "more work")] if self.titles and len(titles) > _SHOWN else []),
        ]


class IdentityView:
    """Two entities side by side, and what speaks for and against one."""

    def __init__(self, question: IdentityQuestion) -> None:
        dossiers = question.review.dossiers
        comparison = dossiers.compare(question.one, question.others[0])
        self.sides = [EntityView(dossiers, iris) for iris in ([question.one], question.others)]
        self.about = f"identity · an answer moves {counted(question.moves, 'mention')}"
        self.obstacle = wording.obstacle(comparison.obstacle)
        self.reasons = [wording.phrase(each).split(" ", 1) for each in comparison.reasons]
        self.total = f"{comparison.total:+.1f}"
        self.needed = f"{weights().same:.1f}"
        self.missing = [*missing(comparison)] if comparison.lacks_evidence else []
        self.buttons = [AnswerButton(key, _LABELS[verdict]) for key, verdict in ANSWERS.items()]


_LABELS = {"same": "Same", "different": "Different", "unsure": "Cannot tell"}


class SpelledForm(NamedTuple):
    """One form of a name."""

    key: str  # its key, if it has one
    name: str
    times: str
    places: str


class SpellingView:
    """The forms of a name, with where they stand."""

    def __init__(self, question: SpellingQuestion) -> None:
        self.question = question
        self.kind = KINDS[question.kind]
        self.about = f"spelling · an answer changes {counted(int(question.brings), 'entry', 'entries')}"
        keys = [*question.answers[1:], *[""] * len(question.uses)]
        self.forms = [
            SpelledForm(key, name, counted(len(places), "entry", "entries"), _places(places))
            for key, (name, places) in zip(keys, question.forms, strict=False)
        ]


def _places(places: Sequence[tuple[ReviewSession, StatedName]]) -> str:
    named = [f"{session.path}:{each.line}" for session, each in places[:_PLACES]]
    more = [f"{len(places) - _PLACES:,} more"] if len(places) > _PLACES else []
    return ", ".join((*named, *more))


QuestionView = ProposalView | IdentityView | SpellingView | UnreadView


@dataclass(frozen=True)
class ReviewState:
    """What stands on every page: what was answered, and what is left.

    Attributes:
        count: How many questions are open.
        spellings: How many of them are about the form of a name.
        answered: How many answers were written.
        written: The files that were changed last.
        can_redo: Whether an answer was taken back.
        mistake: Why an answer was not written.
    """

    count: int
    spellings: Sequence[SpellingQuestion]
    answered: int
    written: str
    can_redo: bool
    mistake: Mistake | None

    @classmethod
    def of(cls, queue: ReviewQueue, mistake: Mistake | None = None) -> "ReviewState":
        """Return the state of a queue."""
        asked, done = queue.open(), queue.history.done
        return cls(
            len(asked),
            [each for each in asked if isinstance(each, SpellingQuestion)],
            len(done),
            ", ".join(str(each.path) for each in done[-1].files) if done else "",
            bool(queue.history.undone),
            mistake,
        )


@dataclass(frozen=True)
class QuestionPage:
    """The page of a question.

    Attributes:
        question: What is asked.
        number: Its number among the open ones, from 1.
        following: Those that come next.
        next: The key of the question to go on with.
        part: The template of what is asked.
        view: What it shows.
    """

    question: ReviewQuestion
    number: int
    following: Sequence[ReviewQuestion]
    next: str
    part: str
    view: QuestionView

    @classmethod
    def of(cls, queue: ReviewQueue, key: str) -> "QuestionPage | None":
        """Return the page of a question, by its key; of the first one if that is not open; None if none is."""
        asked = queue.open()
        if not asked:
            return None
        at = next((at for at, each in enumerate(asked) if each.key == key), 0)
        following = [*asked[at + 1 :], *asked[:at]]
        part, view = _view(asked[at])
        return cls(asked[at], at + 1, following[:_SHOWN], following[0].key if following else "", part, view)


def _view(question: ReviewQuestion) -> tuple[str, QuestionView]:
    match question:
        case ProfileQuestion():
            return "proposal.html", ProposalView(question)
        case IdentityQuestion():
            return "identity.html", IdentityView(question)
        case UnreadQuestion():
            return "unread.html", UnreadView(question)
        case SpellingQuestion():
            return "spelling.html", SpellingView(question)
    raise TypeError(question)
