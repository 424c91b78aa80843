"""Read and append decisions about identity: `identity/judgements.yaml`, an append-only file.

A judgement is about two references: IRIs of entities, or keys of mentions (`m-…`, as `kg why` shows
them). One that was wrong is not deleted but superseded or withdrawn by a later one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kg.base import strict_yaml
from kg.base.errors import ConfigError, Problem, ReadError
from kg.terms import typed_yaml
from kg.terms.fields import Date, ListingFile, Many, Name, Node, Slug, Text
from kg.terms.identifiers import digest

Verdict = Literal["same", "different", "unsure", "pin", "withdraw"]
VERDICTS: tuple[Verdict, ...] = ("same", "different", "unsure", "pin", "withdraw")

Reference = Annotated[
    str, StringConstraints(pattern=r"^(m-[a-z2-7]{10}|[a-z]+(-[a-z]+)*/[^\s<>\"{}|\\^`]+)$", max_length=300)
]

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HEAD = """\
# Decisions about identity. `kg same`, `kg different` and `kg review` append to this file; it is never rewritten.
# References are IRIs relative to the base (person/ada-lovelace) or keys of mentions (m-…), as `kg why` shows them.

judgements:
"""


class Judgement(Node):
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
    text = strict_yaml.read_text(path)
    contents, tree = typed_yaml.check(text, path, _File)
    entries: tuple[Judgement, ...] = contents.judgements
    known = {entry.id for entry in entries}
    gone = {other for entry in entries for other in entry.supersedes}
    if not gone <= known:
        message = f"no judgement has the id '{min(gone - known)}'"
        raise ReadError([Problem(message, path, hint="correct 'supersedes'")])
    lines = [tree.spans.get(("judgements", index), (1, 1))[0] for index in range(len(entries))]
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
    number = len(strict_yaml.read_text(path).splitlines()) if path.exists() else 0
    fields: dict[str, object] = {
        verdict: references,
        "because": because,
        "by": by,
        "when": datetime.now(tz=UTC).date().isoformat(),
        "id": f"j-{digest(verdict, *references, because, str(number))}",
    }
    superseded = tuple(sorted(supersedes))
    if superseded:
        fields["supersedes"] = superseded
    judgement = Judgement.model_validate(fields)
    lines = [f"{key}: {_scalar(value)}" for key, value in fields.items()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            head = "" if file.tell() else _HEAD
            file.write(head + "  - " + "\n    ".join(lines) + "\n")
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise ConfigError(Problem(message, path, hint="check the permissions and the free space")) from error
    return judgement


def _scalar(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(value)}]"
    if _DAY.fullmatch(str(value)):
        return str(value)
    return yaml.safe_dump(value, allow_unicode=True, width=10_000).removesuffix("...\n").strip()
