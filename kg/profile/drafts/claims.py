"""What each document says, kept beside the profile: the values that readers found in it, and where each stands.

`ada-lovelace.claims.jsonl` has a line for each document, with its hash, and a line for each fact. With these and the
document every value can be made again. Quotes are not in it, nor values with a contact.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from kg.base.errors import Problem, ReadError
from kg.base.strict_yaml import read_text
from kg.profile.cleaning import clean, clean_drafted
from kg.profile.drafts.entries import SourcedEntry, printable
from kg.profile.drafts.model import Draft, Slice
from kg.profile.reading import CLAIMS
from kg.profile.reviewed import listed
from kg.terms.fields import StrictModel

MAX_BYTES = 20 << 20


class Stated(NamedTuple):
    """A value of a fact."""

    value: str | int | float | bool
    begin: Annotated[int, Field(ge=0)]  # The first character of its slice in the text of the document
    end: Annotated[int, Field(ge=0)]
    rule: str  # What makes the value of the slice
    key: str = ""  # Of a value of several fields, such as a link, which of them it is


class ClaimedDocument(StrictModel):
    """A document, as it was when it was read."""

    source: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    characters: Mapping[str, int] = Field(default_factory=dict)  # How many are of facts, frame, private, not read


class ValueClaim(StrictModel):
    """What a document says in one fact."""

    source: str  # The path of the document, as the profile has it
    fact: str  # The key of the fact, as in the evidence of the profile
    section: str  # The section, or `PERSON`
    values: Mapping[str, tuple[Stated, ...]]  # By key


_LINE: TypeAdapter[ValueClaim | ClaimedDocument] = TypeAdapter(ValueClaim | ClaimedDocument)


@dataclass(frozen=True)
class Claims:
    """What the documents of a profile say."""

    documents: Mapping[str, ClaimedDocument] = field(default_factory=dict)  # By the path
    claims: tuple[ValueClaim, ...] = ()

    @classmethod
    def read(cls, path: Path) -> "Claims":
        """Return the claims of a file.

        Raises:
            ReadError: If it cannot be read, or one of its lines is none.
        """
        found: list[ValueClaim | ClaimedDocument] = []
        for number, line in enumerate(read_text(path, limit=MAX_BYTES).rstrip("\n").split("\n"), 1):
            try:
                found.append(_LINE.validate_json(line))
            except ValidationError as error:
                hint = "take it from version control, or delete it and run kg extract again"
                raise ReadError(Problem("this line is not as kg extract writes it", path, number, hint=hint)) from error
        documents = {each.source: each for each in found if isinstance(each, ClaimedDocument)}
        return cls(documents, tuple(each for each in found if isinstance(each, ValueClaim)))

    @classmethod
    def of(cls, found: Iterable[SourcedEntry], draft: Draft) -> "Claims":
        """Return what was read of documents, given the entries before any two are united."""
        claims = tuple(filter(None, map(_claim, found)))
        stating = {each.source for each in claims}
        read = {
            each.path: ClaimedDocument(
                source=each.path, sha256=each.sha256, characters=draft.characters.get(each.path, {})
            )
            for each in draft.sources
            if each.path in stating
        }
        return cls(read, claims)

    def merged(self, now: "Claims", read: Collection[str], known: Collection[str]) -> "Claims":
        """Return the claims after some documents were read again.

        Args:
            now: What they say now.
            read: Their paths.
            known: The paths of the documents of the profile; what others said is dropped.
        """
        kept = {path: each for path, each in self.documents.items() if path in known and path not in read}
        claims = (each for each in self.claims if each.source in kept)
        return Claims({**kept, **now.documents}, (*claims, *now.claims))

    def text(self) -> str:
        """Return the file: documents, then what they say by the place in them."""
        claims = sorted(self.claims, key=_place)
        lines: list[ValueClaim | ClaimedDocument] = [
            *(self.documents[path] for path in sorted(self.documents)),
            *claims,
        ]
        return "".join(
            json.dumps(each.model_dump(), ensure_ascii=False, separators=(",", ":")) + "\n" for each in lines
        )


def beside(profile: Path) -> Path:
    """Return the file with the claims of a profile."""
    return profile.with_name(profile.stem + CLAIMS)


def _place(claim: ValueClaim) -> tuple[str, int, str]:
    begin = min(each.begin for several in claim.values.values() for each in several)
    return claim.source, begin, claim.fact


def _claim(entry: SourcedEntry) -> ValueClaim | None:
    """Return the values of an entry that stand in its document; nothing if none does."""
    said, evidence = entry.said, entry.evidence
    if said is None:
        return None
    found = {key: tuple(_stated(key, said.values[key], said.slices.get(key, ()))) for key in entry.values}
    values = {key: several for key, several in found.items() if several}
    return (
        ValueClaim(source=evidence.source, fact=evidence.fact, section=entry.section, values=values) if values else None
    )


def _stated(key: str, value: Any, slices: Sequence[Slice]) -> Iterator[Stated]:
    rest = list(slices)
    for each in listed(value):
        parts = each if isinstance(each, Mapping) else {"": each}
        for name, part in parts.items():
            if rest and rest[0].key == name:
                begin, end, rule, _ = rest.pop(0)
                plain = printable(part) if isinstance(part, str) else part
                way = partial(clean_drafted, is_quote=True, is_code=rule == "range")
                if clean(plain, way, name or key) == plain:
                    yield Stated(plain, begin, end, rule, name)
