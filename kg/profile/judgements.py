"""Read and append decisions about identity: `identity/judgements.yaml`, an append-only file.

A judgement is about two references: IRIs of entities, or keys of mentions (`m-…`, as `kg why` shows
them). One that was wrong is not deleted but superseded or withdrawn by a later one.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kg.base.errors import Problem, ReadError
from kg.base.undo import FileChange, UndoStep, read_bytes, write_bytes
from kg.terms import typed_yaml
from kg.terms.fields import Date, ListingFile, Many, Name, Slug, StrictModel, Text
from kg.terms.identifiers import digest

Verdict = Literal["same", "different", "unsure", "pin", "withdraw"]
VERDICTS: tuple[Verdict, ...] = ("same", "different", "unsure", "pin", "withdraw")

Reference = Annotated[
    str, StringConstraints(pattern=r"^(m-[a-z2-7]{10}|[a-z]+(-[a-z]+)*/[^\s<>\"{}|\\^`]+)$", max_length=300)
]

_SAID: Mapping[Verdict, str] = {
    "same": "{} and {} mean one thing",
    "different": "{} and {} are different",
    "unsure": "nobody can tell whether {} and {} are one",
    "pin": "{} is to have the IRI {}",
    "withdraw": "{} is to answer no more",
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ENTRY = re.compile(rb"^  - (?=[a-z]+: )", re.MULTILINE)
_ID = re.compile(r"\n    id: (\S+)(?=\n)")
_HEAD = """\
# Decisions about identity. `kg same`, `kg different` and `kg review` append to this file, `kg undo` takes back.
# References are IRIs relative to the base (person/ada-lovelace) or keys of mentions (m-…), as `kg why` shows them.

judgements:
"""


class Judgement(StrictModel):
    """A decision that two references mean one entity, or two, or that nobody knows."""

    same: tuple[Reference, Reference] | None = Field(None, description="Two references that mean one entity")
    different: tuple[Reference, Reference] | None = Field(None, description="Two references that mean two entities")
    unsure: tuple[Reference, Reference] | None = Field(None, description="Looked at, and nobody could tell")
    pin: tuple[Reference, Reference] | None = Field(None, description="What is meant, and the IRI that it is to have")
    withdraw: Reference | None = Field(None, description="An IRI that is to answer no more")
    because: Text = Field(description="The reason, for those who come later")
    by: Name | None = Field(None, description="Who decided")
    when: Date | None = Field(None, description="The day")
    id: Slug | None = Field(None, description="By which later judgements refer to this one")
    supersedes: Many[Slug] = Field((), description="Ids of judgements that hold no longer")

    @model_validator(mode="after")
    def _one_verdict(self) -> "Judgement":
        given = [verdict for verdict in VERDICTS if getattr(self, verdict) is not None]
        if len(given) != 1 and not (self.supersedes and not given):
            raise PydanticCustomError("verdict", "say one of same, different, unsure, pin and withdraw")
        return self

    @property
    def verdict(self) -> Verdict | None:
        """What was decided; nothing if the judgement only supersedes others."""
        return next((verdict for verdict in VERDICTS if getattr(self, verdict) is not None), None)

    @property
    def references(self) -> tuple[str, ...]:
        """About what it was decided."""
        value = getattr(self, self.verdict) if self.verdict else ()
        return (value,) if isinstance(value, str) else tuple(value)

    @property
    def said(self) -> str:
        """What was decided, in words."""
        return _SAID[self.verdict].format(*self.references) if self.verdict else f"{self.supersedes} hold no longer"


class _File(ListingFile):
    """The contents of `judgements.yaml`."""

    judgements: tuple[Judgement, ...] = ()


@dataclass(frozen=True)
class Judgements:
    """The judgements that hold, with the line of each."""

    path: Path
    entries: tuple[Judgement, ...] = ()  # Those that no later one supersedes
    lines: tuple[int, ...] = ()  # The line (1-based) of each

    @property
    def mentions(self) -> frozenset[str]:
        """The keys of the mentions that were judged one by one."""
        return frozenset(ref for entry in self.entries for ref in entry.references if ref.startswith("m-"))


def read(path: Path) -> Judgements:
    """Return the judgements of a file; a missing file has none.

    Raises:
        ReadError: With every problem of the file.
    """
    if not path.exists():
        return Judgements(path)
    contents, tree = typed_yaml.read(path, _File)
    entries: tuple[Judgement, ...] = contents.judgements
    known = {entry.id for entry in entries}
    gone = {other for entry in entries for other in entry.supersedes}
    if not gone <= known:
        message = f"no judgement has the id '{min(gone - known)}'"
        raise ReadError([Problem(message, path, hint="correct 'supersedes'")])
    lines = [each.lines[0] for each in tree.peek("judgements").items]
    held = [index for index, entry in enumerate(entries) if entry.verdict and entry.id not in gone]
    return Judgements(path, tuple(entries[index] for index in held), tuple(lines[index] for index in held))


def append(
    path: Path, verdict: Verdict, references: tuple[str, str], because: str, by: str, supersedes: Iterable[str] = ()
) -> Judgement:
    """Append a judgement of today to a file, which is made if it does not exist, and return it.

    Raises:
        ReadError: If the file is faulty as it is.
        ConfigError: If it cannot be written.
    """
    before = read_bytes(path)
    fields: dict[str, object] = {
        verdict: references,
        "because": because,
        "by": by,
        "when": datetime.now(tz=UTC).date().isoformat(),
    }
    superseded = tuple(sorted(supersedes))
    if superseded:
        fields["supersedes"] = superseded
    fields["id"] = _id(before, _entry(fields))
    judgement = Judgement.model_validate(fields)
    start = before or _HEAD.encode()
    after = start + b"\n" * (not start.endswith(b"\n")) + _entry(fields).encode()
    try:
        typed_yaml.check(after.decode("utf-8-sig"), path, _File)
    except ReadError as error:
        message = "no judgement can be appended to the list as it is written"
        hint = "write 'judgements:' on a line of its own, and begin each entry with '  - '"
        raise ReadError(Problem(message, path, hint=hint)) from error
    with suppress(OSError):  # writing the file says what is wrong with the directory
        path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, after)
    return judgement


def last_step(path: Path) -> UndoStep | None:
    """Return how the last judgement of a file was appended; None if there is no judgement.

    Raises:
        ReadError: If kg did not append it, or the file was changed since.
    """
    known = read(path)
    after = read_bytes(path) or b""
    for start in [found.start() for found in _ENTRY.finditer(after)][-1:]:
        head, entry = after[:start], after[start:].decode()
        plain = _ID.sub("", entry)
        befores = (None, b"", head) if head == _HEAD.encode() else (head, head[:-1])
        for before in befores:
            if known.entries and entry != plain and _id(before, plain) == known.entries[-1].id:
                return UndoStep(known.entries[-1].said, [FileChange(path, before, after)])
    if not known.entries:
        return None
    message = "kg did not append the last judgement, or the file was changed since: nothing was taken back"
    hint = "remove its lines by hand, or let another judgement supersede it: kg same, kg different"
    raise ReadError(Problem(message, path, known.lines[-1], hint=hint))


def _entry(fields: Mapping[str, object]) -> str:
    return "  - " + "\n    ".join(f"{key}: {_scalar(value)}" for key, value in fields.items()) + "\n"


def _id(before: bytes | None, entry: str) -> str:
    """Return the id of a judgement, which tells later whether the file is as it was left.

    Args:
        before: The file before; None if there was none.
        entry: The judgement without its id.
    """
    return f"j-{digest('' if before is None else sha256(before).hexdigest(), entry)}"


def _scalar(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(value)}]"
    if _DAY.fullmatch(str(value)):
        return str(value)
    style = '"' if "\n" in str(value) else None  # on one line
    return yaml.safe_dump(value, allow_unicode=True, width=inf, default_style=style).removesuffix("...\n").strip()
