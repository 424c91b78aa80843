"""The review of a profile whose file somebody else may change meanwhile: no edit of another window is lost."""

from collections.abc import Callable
from pathlib import Path

import typer

from kg.base.errors import Problem, ReadError
from kg.base.strict_yaml import read_text
from kg.cli.output import opened
from kg.profile.drafts.reviewing import Proposal, Review


class Sitting:
    """The review of a file that somebody else may change meanwhile: in an editor, in another window.

    Attributes:
        path: The file.
        review: What is decided about.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text = read_text(path)
        self.review = Review(self._text, path)

    def question(self, fact: str) -> Proposal | None:
        """Return what is open under the key of a fact, if it is still there and still open."""
        return next((each for each in self.review.open() if each.fact == fact), None)

    def give(self, asked: Proposal, answer: Callable[[Review, Proposal], None]) -> bool:
        """Write an answer down; say whether that was done.

        If the file is not what it was, it is read again, and the answer holds for the new one, unless what was
        asked about is not there any more, or not the same.
        """
        proposal = self._as_it_stands(asked)
        if proposal is None:
            typer.echo("What was asked about is not the same any more: the answer was not written.", err=True)
            return False
        try:
            answer(self.review, proposal)
        except ReadError as error:
            refuse(in_words(error))
            return False
        self.write()
        return True

    def write(self) -> None:
        """Write what was decided.

        Raises:
            ReadError: If the file was changed meanwhile.
        """
        if read_text(self.path) != self._text:
            hint = "give the command again"
            raise ReadError(Problem("it was changed meanwhile: nothing was written", self.path, hint=hint))
        text = self.review.text()
        with opened(self.path) as out:
            out.write(text.encode())
        self._text = text

    def _as_it_stands(self, asked: Proposal) -> Proposal | None:
        """Return what was asked about, of a file that was changed as it stands there; None if that is not the same."""
        text = read_text(self.path)
        if text == self._text:
            return asked
        self._text, self.review = text, Review(text, self.path)
        typer.echo(f"{self.path} was changed meanwhile and has been read again.", err=True)
        found = self.question(asked.fact)
        is_same = found and (found.values, found.evidence) == (asked.values, asked.evidence)
        return found if is_same else None


def refuse(reason: str) -> None:
    """Say why an answer is not taken."""
    typer.echo(f"error: {reason}; nothing was changed", err=True)


def in_words(error: ReadError) -> str:
    """Return what is wrong with an entry; where it stood while it was edited helps nobody."""
    parts = (f"{each.field}: {each.message}" if each.field else each.message for each in error.problems)
    return "; ".join(parts) + (f" ({error.hint})" if error.hint else "")
