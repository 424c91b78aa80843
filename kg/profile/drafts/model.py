"""The facts that a source proposes for a profile, each with its words, their place and a confidence."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kg.base.errors import Problem
from kg.profile.records import Source
from kg.terms.identifiers import digest

GUESSED = "most frequent author"
"""How the name of a person was found where a list does not say whose it is."""
SURE = 0.9
"""The least confidence with which a source states something; the most frequent author of a list is a guess."""
MAX_QUOTE = 2_000
"""The most characters of a quote; longer words are cut, with their first part kept."""
PERSON = ""
"""The section of facts about the person: `name`, `homepage`, `summary`."""
FACT, FRAME, PRIVATE, UNREAD = "fact", "frame", "private", "unread"
"""What a character of a document may be: of a value, of what separates and heads values, of a contact, or not read."""


@dataclass(frozen=True)
class Quote:
    """The words of a source on which a fact rests."""

    source: str  # The path of the document, as its `Source` has it
    text: str  # The words, as a reader of the document sees them
    lines: tuple[int, int]  # First and last line (1-based) of the document, or of the page
    page: int = 0  # The page (1-based) where the document has pages, else 0


class Slice(NamedTuple):
    """Where a value stands in the text of its source, and the rule that makes it of what stands there."""

    begin: int  # Of the first character, counted from 0
    end: int  # Behind the last one
    rule: str  # One of `kg.profile.pointing.rules.RULES`
    key: str = ""  # Of a value of several fields, such as a link, which of them it is


@dataclass(frozen=True)
class Refusal:
    """Something that a reader says of a source and that does not hold."""

    section: str  # The section of the entry
    key: str  # What was said
    words: str  # In which words, or which value
    reason: str  # Why it is not taken
    quote: Quote  # The words of the entry


@dataclass(frozen=True)
class Fact:
    """One entry of a section of a profile, or one field of the person, as a source has it."""

    section: str  # The key of the profile to which it belongs, such as `publications`; `PERSON` for a field
    values: Mapping[str, Any]  # What it says, under the keys of the profile. A field of the person has one key.
    quote: Quote  # The words that say so. Every value is in them as it stands or in another notation.
    confidence: Mapping[str, float]  # How likely each value is right, from 0 to 1, by key
    # By which pattern each value was found, by key: what confidence is measured by
    how: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""  # Why it is proposed, where the words alone do not say so
    rank: int = 0  # Of two sources that disagree, the one of higher rank is preferred; structured ones outrank prose
    # Where each value stands in its source, by key; only of what stands in a document. A value of several fields has a
    # slice for each that stands there.
    slices: Mapping[str, tuple[Slice, ...]] = field(default_factory=dict)

    @property
    def is_guess(self) -> bool:
        """Whether it is the name of a person whom only the authors of a list suggest."""
        return self.section == PERSON and self.how.get("name") == GUESSED

    @property
    def id(self) -> str:
        """A key made of the words and the section: the same as long as the words stay, wherever they move."""
        keys = ",".join(sorted(self.values)) if self.section == PERSON else ""
        words = " ".join(self.quote.text.split()).encode(errors="replace").decode()  # half a character has no bytes
        return digest(self.section, keys, words, length=10)


@dataclass(frozen=True)
class UnreadPassage:
    """Words of a document of which no fact was made."""

    section: str  # What they are taken for: a key of the profile, or another kind of section, such as `references`
    heading: str  # The heading above them, as written; empty where there is none
    quote: Quote  # Their words, without e-mail addresses, and where they stand
    reason: str  # Why nothing was made of them


@dataclass(frozen=True)
class Draft:
    """What one or several sources propose for one profile."""

    facts: tuple[Fact, ...]  # In the order of the sources
    sources: tuple[Source, ...]  # The documents that were read
    warnings: tuple[Problem, ...] = ()  # What is odd but usable, and what was not understood
    # How many entries were read, by what the source calls them and by what became of them: nothing for those that
    # stand among the facts, else why they were left out
    account: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    unread: tuple[UnreadPassage, ...] = ()  # What of the documents became no fact
    refused: tuple[Refusal, ...] = ()  # What readers said and the sources do not
    # Of each document as text, by its path, how many characters are `FACT`, `FRAME`, `PRIVATE` and `UNREAD`
    characters: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def states_name(self) -> bool:
        """Whether a source says whose it is; the most frequent author of a list is a guess."""
        return any("name" in fact.values and not fact.is_guess for fact in self.facts if fact.section == PERSON)


def joined(drafts: Iterable[Draft]) -> Draft:
    """Return what several drafts propose as one."""
    drafts = list(drafts)
    account: dict[str, Counter[str]] = {}
    for draft in drafts:
        for what, counts in draft.account.items():
            account.setdefault(what, Counter()).update(counts)
    return Draft(
        tuple(fact for draft in drafts for fact in draft.facts),
        tuple(source for draft in drafts for source in draft.sources),
        tuple(warning for draft in drafts for warning in draft.warnings),
        account,
        tuple(passage for draft in drafts for passage in draft.unread),
        tuple(refusal for draft in drafts for refusal in draft.refused),
        {path: counts for draft in drafts for path, counts in draft.characters.items()},
    )
