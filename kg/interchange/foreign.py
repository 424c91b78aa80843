"""What a format of other tools is: how its files are recognised, read and written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kg.base.tables import rows_of
from kg.interchange import parsed_text, tracking
from kg.interchange.drafting import MAX_BYTES, Drafting, Lines
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


@cache
def unasked(form: str, kind: Literal["ignored", "unheld"]) -> Mapping[str, str]:
    """Return the keys of a format for which its reader does not ask, each with what it is.

    Args:
        form: The name of the format, or of a form of it: `orcid-record`, `dblp-person`, `dblp-rdf`.
        kind: `ignored` says nothing that a profile holds; for `unheld` a profile has no place, which is reported.
    """
    rows = rows_of("kg.interchange", "tables/unread.tsv")
    return {
        key: why for forms, what, why, keys in rows if form in forms.split() and what == kind for key in keys.split("|")
    }


@dataclass(frozen=True)
class ForeignFormat:
    """A format of other tools."""

    name: str  # As `kg import` has it
    media_type: str
    sign: re.Pattern[str]  # What gives a file away as one of it
    add: Callable[[Drafting, Any], None]  # Adds what a document says to a draft; raises ReadError
    parse: Callable[[Drafting], Any] = parse_json  # Returns the document of a file; raises ReadError
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
        if ignored := unasked(self.name, "ignored"):
            self._report_unread(drafting, document, ignored)
        return drafting.draft()

    def _report_unread(self, drafting: Drafting, document: Any, ignored: Mapping[str, str]) -> None:
        if isinstance(document, Element):
            unread, lines_of = parsed_text.unread(document, ignored), _lines_of_element
        else:
            unread, lines_of = tracking.unread(document.data, ignored), document.lines_of_unread
        unheld = unasked(self.name, "unheld")
        drafting.report_unread(unread, lines_of, ignored, wrappers=self.wrappers, unheld=unheld)


def _lines_of_element(each: tracking.Unread) -> Lines:
    lines: Lines = each.holders[0].lines
    return lines
