"""What a format of other tools is: how its files are recognised, read and written."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kg.base.node import Node
from kg.interchange import parsed_text
from kg.interchange.drafting import MAX_BYTES, Drafting
from kg.interchange.naming import ListOwner
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile, Publication


def parse_json(drafting: Drafting) -> Node:
    """Return the JSON document of a file."""
    return parsed_text.parse_json(drafting.text, drafting.path)


def of_works(write: Callable[[Iterable[Publication], ListOwner], str]) -> Callable[[Profile], str]:
    """Return what writes a profile in a format that only holds works."""
    return lambda profile: write(profile.publications, profile)


@dataclass(frozen=True)
class ForeignFormat:
    """A format of other tools, which its module in `forms` names: `json_resume` is `json-resume`."""

    module: str
    media_type: str
    sign: re.Pattern[str]  # What gives a file away as one of it
    add: Callable[[Drafting, Any], None]  # Adds what a document says to a draft; raises ReadError
    parse: Callable[[Drafting], Any] = parse_json  # Returns the document of a file; raises ReadError
    # Keys that carry no information: numbers and times of records, schemas, the envelope of an answer. Any other that
    # the reader does not ask for is reported.
    silent: Collection[str] = ()
    wrappers: Sequence[str] = ()  # Keys that only hold others together
    before: Collection[str] = ()  # Formats whose sign its files have, too
    is_of_person: bool = False  # Whether its files say whose they are; those of other formats are lists of works
    write: Callable[[Profile], str] | None = None
    suffix: str = ""  # Of the files that are written
    encoding: Literal["UTF-8", "stated", "any"] = "UTF-8"  # Of any that is not stated, people are told
    is_literal: bool = False  # Whether people write and read the lines of it, so that they are quoted

    @property
    def name(self) -> str:
        """The name, as `kg import` has it."""
        return self.module.rpartition(".")[2].replace("_", "-")

    def read(self, path: Path) -> Draft:
        """Return what a file says; what nothing asked for is reported.

        Raises:
            ReadError: If it is not of the format, or says nothing that the format is for.
        """
        text, assumed = (None, "") if self.encoding == "UTF-8" else parsed_text.read(path, limit=MAX_BYTES)
        drafting = Drafting(path, self.name, self.media_type, literal=self.is_literal, text=text)
        if assumed and self.encoding == "any":
            drafting.warn(f"the file is not UTF-8 and names no encoding; read as {assumed}", hint="save it as UTF-8")
        document = self.parse(drafting)
        self.add(drafting, document)
        if isinstance(document, Node):
            drafting.report_unread(document, self.silent, self.wrappers)
        return drafting.draft()
