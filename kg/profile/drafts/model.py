"""What a source proposes to say in a profile: facts, each with its words, its place and how sure it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.base.errors import Problem
from kg.profile.records import Source
from kg.terms.identifiers import digest

PERSON = ""
"""The section of facts about the person: `name`, `homepage`, `summary`."""


@dataclass(frozen=True)
class Quote:
    """The words of a source on which a fact rests.

    Attributes:
        source: The path of the document, as its `Source` has it.
        text: The words, as a reader of the document sees them.
        lines: First and last line (1-based) of the document, or of the page.
        page: The page (1-based) where the document has pages, else 0.
    """

    source: str
    text: str
    lines: tuple[int, int]
    page: int = 0


@dataclass(frozen=True)
class Fact:
    """One entry of a section of a profile, or one field of the person, as a source has it.

    Attributes:
        section: The key of the profile to which it belongs, such as `publications`; `PERSON` for a field.
        values: What it says, under the keys of the profile. A field of the person has one key.
        quote: The words that say so. Every value is in them as it stands or in another notation.
        confidence: How likely each value is right, from 0 to 1, by key.
        how: By which pattern each value was found, by key: what confidence is measured by.
        reason: Why it is proposed, where the words alone do not say so.
        rank: Of two sources that disagree, the one of higher rank is preferred; structured ones outrank prose.
    """

    section: str
    values: Mapping[str, Any]
    quote: Quote
    confidence: Mapping[str, float]
    how: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    rank: int = 0

    @property
    def id(self) -> str:
        """A key made of the words and the section: the same as long as the words stay, wherever they move."""
        keys = ",".join(sorted(self.values)) if self.section == PERSON else ""
        words = " ".join(self.quote.text.split()).encode(errors="replace").decode()  # half a character has no bytes
        return digest(self.section, keys, words, length=10)


@dataclass(frozen=True)
class Draft:
    """What one or several sources propose for one profile.

    Attributes:
        facts: In the order of the sources.
        sources: The documents that were read.
        warnings: What is odd but usable, and what was not understood.
        account: How many entries were read, by what the source calls them and by what became of them: nothing
            for those that stand among the facts, else why they were left out.
    """

    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    warnings: tuple[Problem, ...] = ()
    account: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
