"""A profile under review, in a file that people may edit meanwhile in another window."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.base.errors import KgError, Problem, ReadError
from kg.base.strict_yaml import read_text
from kg.base.undo import write_bytes
from kg.profile.drafts import reviewing
from kg.profile.drafts.reviewing import Proposal, Review, name_of, open_choice
from kg.terms.identifiers import digest

_MOST_KEYS = 9  # candidates that have a key


class ReviewSession:
    """A review that survives concurrent edits of the file.

    Attributes:
        path: The file.
        review: The proposals in it.
        is_brief: Whether people are asked only about what is doubtful, or disputed; all of it is on the pages.
    """

    def __init__(self, path: Path, *, is_brief: bool = False) -> None:
        self.path = path
        self.is_brief = is_brief
        self._take(read_text(path))

    def _take(self, text: str) -> None:
        self._text = text
        self.review = Review(text, self.path)
        self._open: list[ProfileQuestion] | None = None

    def refresh(self) -> list[Path]:
        """Read the file again if it was changed, and return it then.

        Raises:
            ReadError: If it is no profile any more.
        """
        text = read_text(self.path)
        if text == self._text:
            return []
        self._take(text)
        return [self.path]

    def open(self) -> Sequence["ProfileQuestion"]:
        """Return what is to be decided: what sources disagree on first, then the least sure."""
        if self._open is None:
            found = (each for each in self.review.open() if each.is_doubtful or not self.is_brief)
            self._open = [ProfileQuestion(self, each) for each in found]
        return self._open

    def write(self) -> None:
        """Write the decisions.

        Raises:
            ReadError: If the file was changed meanwhile.
        """
        if read_text(self.path) != self._text:
            hint = "give the command again"
            raise ReadError(Problem("it was changed meanwhile: nothing was written", self.path, hint=hint))
        text = self.review.text()
        write_bytes(self.path, text.encode())
        self._take(text)

    def discard(self) -> None:
        """Forget decisions that were not written."""
        self._take(self._text)


@dataclass(frozen=True)
class ProfileQuestion:
    """What is to be decided about a proposal of a profile."""

    session: ReviewSession
    proposal: Proposal

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer changes."""
        return [self.session.path]

    @property
    def key(self) -> str:
        """By which it is found again."""
        return f"{self.session.path}#{self.proposal.fact}"

    @property
    def version(self) -> str:
        """The digest of what is asked: an answer to something else is not written."""
        proposal = self.proposal
        return digest(proposal.section, repr(dict(proposal.values)), proposal.evidence.model_dump_json())

    @property
    def name(self) -> str:
        """What it is about, on one line."""
        return name_of(self.proposal)

    @property
    def brings(self) -> float:
        """How many values an answer is expected to mend: those in conflict, and the least sure one as far as it is."""
        return bool(self.proposal.open_conflicts) + 1 - self.proposal.evidence.lowest

    @property
    def numbers(self) -> Sequence[str]:
        """The keys that choose a candidate."""
        return [str(number) for number in range(1, min(len(self.proposal.candidates), _MOST_KEYS) + 1)]

    @property
    def answers(self) -> Sequence[str]:
        """The keys that answer it: accept, reject, edit, choose."""
        return ["a", "r", "e", *self.numbers]

    def answer(self, key: str, text: str = "") -> None:
        """Write an answer into the profile.

        Args:
            key: One of `answers`.
            text: With `e`, the YAML of the entry as somebody corrected it.

        Raises:
            ReadError: If it decides nothing, or a profile would not accept it.
            ConfigError: If it cannot be written.
        """
        review, proposal = self.session.review, self.proposal
        try:
            if key == "e":
                review.correct(proposal, reviewing.edited(text, self.session.path))
            elif key.isdigit():
                name, number, _ = proposal.candidates[int(key) - 1]
                review.choose(proposal, name, number)
            elif key == "a" and proposal.unsaid:
                raise ReadError(Problem(f"it stays open: {open_choice(proposal)}", self.session.path, proposal.line))
            else:
                review.decide(proposal, "accepted" if key == "a" else "rejected")
            self.session.write()
        except KgError:
            self.session.discard()
            raise
