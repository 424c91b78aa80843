"""Passages of documents that were not read, as questions: is an entry to be made of them?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.base.errors import KgError
from kg.profile.drafts import reviewing
from kg.profile.drafts.plain_data import pair
from kg.profile.drafts.sessions import ReviewSession
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import digest

_TAKEN_FOR = re.compile(r"\((\w+)[:.)]")
_SHOWN = 60  # letters of a passage by which it is named


class UnreadReview:
    """The passages that the profile of a session lists at its end."""

    def __init__(self, session: ReviewSession) -> None:
        self._session = session

    def refresh(self) -> list[Path]:
        """Return nothing: the session reads its file itself."""
        return []

    def open(self) -> Sequence["UnreadQuestion"]:
        """Return the passages in their order."""
        return [UnreadQuestion(self._session, each) for each in dict.fromkeys(self._session.review.unread)]


@dataclass(frozen=True)
class UnreadQuestion:
    """What is to become of a passage."""

    session: ReviewSession
    passage: str
    version = ""  # the key is made of the passage
    answers = ("r", "e")
    brings = 0.0  # nobody knows, before it is read

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer changes."""
        return [self.session.path]

    @property
    def key(self) -> str:
        """By which it is found again."""
        return f"{self.session.path}#unread-{digest(self.passage)}"

    @property
    def place(self) -> str:
        """Where it stands, and what it was taken for."""
        return self.passage.partition("): ")[0] + ")" if "): " in self.passage else ""

    @property
    def words(self) -> str:
        """What it says."""
        return self.passage.partition("): ")[2] or self.passage

    @property
    def name(self) -> str:
        """What it is about, on one line."""
        return f"not read: {self.words[:_SHOWN]}{'…' if len(self.words) > _SHOWN else ''}"

    @property
    def text(self) -> str:
        """An entry to begin with, in the section for which the passage was taken."""
        declaration = kg_declaration()
        found = _TAKEN_FOR.search(self.passage)
        section = found[1] if found and found[1] in declaration.sections else declaration.works
        kind = declaration.sections[section]
        required = (each.key for each in kind.written if each.is_required)
        key = kind.title.key if kind.title else next(required, next(kind.written).key)
        return "\n".join([f"# {self.passage}", *pair(section, [{key: self.words}])]) + "\n"

    def answer(self, key: str, text: str = "") -> None:
        """Leave the passage out, or put the entry into its place that somebody made of it.

        Raises:
            ReadError: If a profile would not accept the entry.
        """
        try:
            entries = reviewing.edited(text, self.session.path) if key == "e" else {}
            self.session.review.take(self.passage, entries)
            self.session.write()
        except KgError:
            self.session.discard()
            raise
