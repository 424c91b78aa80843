"""The provenance of a profile's entries: the document, the words, and what people decided.

Provenance is no fact about the person. It is split off when a profile is read (`kg.profile.reviewed`), so
that the profile itself stays what people would type.
"""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from kg.terms.fields import Many, Name, StrictModel, Text
from kg.terms.identifiers import digest

Status = Literal["proposed", "accepted", "rejected", "edited"]
"""What people decided about a fact; `edited` is accepted with other values than those proposed."""

BY_HAND = "by hand"
"""The source of a value that somebody wrote into the profile."""

_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_FACT = r"^[a-z2-7]{4,16}$"


def _lines(value: Any) -> Any:
    """Read `87` and `57-61` as first and last line."""
    if isinstance(value, tuple | list):  # as it travels between steps
        return tuple(value)
    match = _LINES.fullmatch(str(value).strip()) if isinstance(value, str | int) else None
    if not match:
        raise PydanticCustomError("lines", "{reason}", {"reason": "expected a line or two, such as 87 or 57-61"})
    return int(match[1]), int(match[2] or match[1])


def line_range(lines: tuple[int, int]) -> int | str:
    """Return first and last line as people write them.

    >>> line_range((87, 87)), line_range((57, 61))
    (87, '57-61')
    """
    return lines[0] if lines[0] == lines[1] else f"{lines[0]}-{lines[1]}"


def _in_order(lines: tuple[int, int]) -> tuple[int, int]:
    if not 1 <= lines[0] <= lines[1]:
        raise PydanticCustomError("lines", "{reason}", {"reason": "lines are counted from 1, the first one first"})
    return lines


LineRange = Annotated[
    tuple[int, int],
    BeforeValidator(_lines),
    AfterValidator(_in_order),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^\d+-\d+$"}]}),
]
Share = Annotated[float, Field(ge=0, le=1)]
FactId = Annotated[str, Field(pattern=_FACT)]


class Passage(StrictModel):
    """Where in a document something is said."""

    source: Name = Field(description="The document, as under `sources`")
    page: int | None = Field(None, description="The page, where the document has pages", ge=1)
    lines: LineRange | None = Field(None, description="The line, or first and last line: 57-61")
    quote: Text | None = Field(None, description="The words that say so")


class Place(Passage):
    """A further place that says the same."""

    fact: FactId = Field(description="Key of the fact: made of the words, not of the line")
    lines: LineRange = Field(description="The line, or first and last line: 57-61")


class Candidate(Passage):
    """One of several values between which the sources disagree."""

    value: Any = Field(description="What this source says")
    confidence: Share | None = Field(None, description="How likely it is right")
    chosen: bool = Field(False, description="Whether somebody chose it")


class Evidence(Passage):
    """Why an entry stands in the profile: the words of a source, how sure it is, what people decided."""

    fact: FactId = Field(description="Key of the fact: made of the words, not of the line")
    lines: LineRange = Field(description="The line, or first and last line: 57-61")
    status: Status = Field("proposed", description="What was decided about it")
    confidence: dict[str, Share] | Share = Field(1.0, description="How likely each value is right, by key")
    proposed: str = Field("", description="Digest of the values as proposed, by which edits are noticed", max_length=16)
    reason: Text | None = Field(None, description="Why it is proposed, or proposed again")
    rank: int = Field(0, description="Where sources disagree, the value of the highest rank stands")
    also: Many[Place] = Field((), description="Further places that say the same")
    conflicts: dict[str, tuple[Candidate, ...]] = Field(
        default_factory=dict, description="By key, the values between which the sources disagree"
    )
    before: dict[str, Any] | None = Field(
        None, description="The entry as people had it before sources added to it; it comes back if that is rejected"
    )

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of all facts that say it."""
        return (self.fact, *(place.fact for place in self.also))

    @property
    def lowest(self) -> float:
        """The confidence of the least sure of its values."""
        if isinstance(self.confidence, dict):
            return min(self.confidence.values(), default=1.0)
        return self.confidence

    def open_conflicts(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the keys about which sources disagree and nobody decided.

        To accept an entry settles what it says; a key that still says nothing stays open until somebody chooses.
        """
        if self.status == "rejected":
            return ()
        keys = (key for key, several in self.conflicts.items() if not any(each.chosen for each in several))
        return tuple(key for key in keys if self.status == "proposed" or values.get(key) is None)


class ReadDocument(StrictModel):
    """A document from which a profile was drafted."""

    path: Name = Field(description="Where it is, as it was named when it was read")
    media_type: Name = Field(description="`text/markdown`, `application/pdf` …")
    extractor: Name = Field(description="What read it")
    sha256: str = Field(description="Hash of its bytes", pattern=r"^[0-9a-f]{64}$")


def values_digest(values: Mapping[str, Any]) -> str:
    """Return the digest of the values of an entry, by which edits by hand are noticed.

    It is the same however a value is typed: 2023 and '2023' are equal, and so are one text and a list of it.
    """
    plain = {key: _plain(value) for key, value in sorted(values.items()) if value is not None}
    return digest(json.dumps(plain, ensure_ascii=True), length=8)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in sorted(value.items())}
    if isinstance(value, list | tuple):
        return _plain(value[0]) if len(value) == 1 else [_plain(each) for each in value]
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).strip()
