"""One queue of open questions: what an answer brings the most comes first, and each answer can be undone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from kg.base.errors import Problem, ReadError
from kg.base.undo import UndoHistory, UndoStep


class ReviewQuestion(Protocol):
    """What people are to decide."""

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer changes."""

    @property
    def key(self) -> str:
        """By which it is found again."""

    @property
    def version(self) -> str:
        """The digest of what is asked."""

    @property
    def name(self) -> str:
        """What it is about, on one line."""

    @property
    def brings(self) -> float:
        """How many values or mentions an answer changes, as far as one can expect."""

    @property
    def answers(self) -> Sequence[str]:
        """The keys that answer it."""

    def answer(self, key: str, text: str = "") -> None:
        """Write an answer down; `text` is what somebody wrote, if the answer is one of one's own words."""


class QuestionSource(Protocol):
    """What has questions: a profile, what several share, or the identity of a project."""

    def refresh(self) -> list[Path]:
        """Read files again that were changed by somebody else, and return them."""

    def open(self) -> Sequence[ReviewQuestion]:
        """Return the open questions, the most important first."""


class ReviewQueue:
    """The open questions of several sources, with the answers that were given.

    Attributes:
        history: What was written down.
    """

    def __init__(self, sources: Sequence[QuestionSource]) -> None:
        self.history = UndoHistory()
        self._sources = sources

    def refresh(self) -> list[Path]:
        """Read files again that were changed by somebody else, and return them."""
        return [path for source in self._sources for path in source.refresh()]

    def open(self) -> list[ReviewQuestion]:
        """Return the open questions; of those that bring the same, each source keeps its order."""
        return sorted((each for source in self._sources for each in source.open()), key=lambda each: -each.brings)

    def find(self, key: str) -> ReviewQuestion | None:
        """Return the open question of a key."""
        return next((each for source in self._sources for each in source.open() if each.key == key), None)

    def answer(self, key: str, version: str, answer: str, text: str = "") -> None:
        """Write the answer to a question down.

        Args:
            key: The key of the question.
            version: The version of the question that was shown.
            answer: One of its `answers`.
            text: What somebody wrote, if the answer is an edit.

        Raises:
            KgError: If the question is another one by now, or the answer cannot be written.
        """
        self.refresh()
        question = self.find(key)
        if question is None or question.version != version or answer not in question.answers:
            message = "the question is not the same any more: the answer was not written"
            raise ReadError(Problem(message, hint="look at it again"))
        with self.history.change(question.paths, key):
            question.answer(answer, text)

    def undo(self) -> UndoStep | None:
        """Take the last answer back, and return what was changed; None if there is none.

        Raises:
            ReadError: If somebody else changed the file since.
        """
        change = self.history.undo()
        self.refresh()
        return change

    def redo(self) -> UndoStep | None:
        """Give the answer again that was taken back last, and return what was changed; None if there is none.

        Raises:
            ReadError: If somebody else changed the file since.
        """
        change = self.history.redo()
        self.refresh()
        return change
