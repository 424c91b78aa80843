"""What a format of other tools is: how its files are recognised, read and written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kg.interchange import parsed_text, tracking
from kg.interchange.drafting import MAX_BYTES, Drafting
from kg.interchange.naming import ListOwner
from kg.interchange.parsed_text import Element, JsonText
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile, Publication


def parse_json(drafting: Drafting) -> JsonText:
    """Return the JSON document of a file."""
    return parsed_text.parse_json(drafting.text, drafting.path)


def of_works(write: Callable[[Iterable[Publication], ListOwner], str]) -> Callable[[Profile], str]:
    """Return what writes a profile in a format that only holds works."""
    return lambda profile: write(profile.publications, profile)


@dataclass(frozen=True)
class ForeignFormat:
    """A format of other tools."""

    name: str  # As `kg import` has it
    media_type: str
    sign: re.Pattern[str]  # What gives a file away as one of it
    add: Callable[[Drafting, Any], None]  # Adds what a document says to a draft; raises ReadError
    parse: Callable[[Drafting], Any] = parse_json  # Returns the document of a file; raises ReadError
    ignored: Mapping[str, str] = field(default_factory=dict)  # Keys that say nothing a profile holds, and why
    unheld: Mapping[str, str] = field(default_factory=dict)  # Keys for which a profile has no place, and what they are
    wrappers: Sequence[str] = ()  # Keys that only hold others together
    write: Callable[[Profile], str] | None = None
    encoding: Literal["UTF-8", "stated", "any"] = "UTF-8"  # Of any that is not stated, people are told
    is_literal: bool = False  # Whether people write and read the lines of it, so that they are quoted

    def read(self, path: Path) -> Draft:
        """Return what a file says; what nothing asked for is reported, but for ignored keys.

        Raises:
            ReadError: If it is not of the format, or says nothing that the format is for.
        """
        text, assumed = (None, "") if self.encoding == "UTF-8" else parsed_text.read(path, limit=MAX_BYTES)
        drafting = Drafting(path, self.name, self.media_type, literal=self.is_literal, text=text)
        if assumed and self.encoding == "any":
            drafting.warn(f"the file is not UTF-8 and names no encoding; read as {assumed}", hint="save it as UTF-8")
        document = self.parse(drafting)
        self.add(drafting, document)
        if self.ignored:
            self._report_unread(drafting, document)
        return drafting.draft()

    def _report_unread(self, drafting: Drafting, document: Any) -> None:
        if isinstance(document, Element):
            unread = parsed_text.unread(document, self.ignored)
            drafting.report_unread(unread, lambda each: each.holders[0].lines, self.ignored, wrappers=self.wrappers)
        else:
            unread = tracking.unread(document.data, self.ignored)
            drafting.report_unread(
                unread, document.lines_of_unread, self.ignored, wrappers=self.wrappers, unheld=self.unheld
            )
