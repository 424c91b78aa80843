"""A profile with where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.account import LeftOut
from kg.errors import Problem
from kg.profile.model import Profile
from kg.profile.provenance import Evidence


@dataclass(frozen=True)
class Source:
    """The file in which facts stand.

    Attributes:
        path: The file's path in the project, with forward slashes.
        media_type: `application/yaml` or `application/json`.
        extractor: What read it, such as `yaml`.
        sha256: Hash of the file's bytes, in hexadecimal.
    """

    path: str
    media_type: str
    extractor: str
    sha256: str


@dataclass(frozen=True)
class Record:
    """A profile as it was read.

    Attributes:
        profile: What it says.
        source: The file that says so.
        lines: First and last line (1-based) of the whole profile.
        spans: First and last line of each entry, by section and position; missing ones are the whole.
        opens_source: Whether it is the first profile of its file.
        warnings: What is odd but usable.
        evidence: Why entries and fields stand in it, by their place: `publications/3`, `name`.
        documents: The documents from which it was drafted.
        left_out: What the file says and the profile does not, such as rejected entries.
    """

    profile: Profile
    source: Source
    lines: tuple[int, int]
    spans: Mapping[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    opens_source: bool = True
    warnings: tuple[Problem, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    documents: tuple[Source, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class Resolved:
    """A profile whose mentions carry IRIs.

    Attributes:
        document: The profile as plain data. Each mention is a node with `id` (IRI relative to the base),
            `label` (what the entity is called), `is_new` (whether it is to be described here), `name` (as
            written) and perhaps `called` (the same without a title); a venue's node has an `event` of the
            same form.
        source: The file that says so.
        lines: First and last line of the profile in it.
        spans: First and last line of each entry, by `section/position`.
        opens_source: Whether it is the first profile of its file, with which the file is described.
        evidence: Why entries and fields stand in it, by their place.
        documents: The documents from which it was drafted.
        fields: How many values the profile states, by their place (`kg.account.field_paths`).
        left_out: What the file says and the profile does not.
    """

    document: dict[str, Any]
    source: Source
    lines: tuple[int, int]
    spans: Mapping[str, tuple[int, int]]
    opens_source: bool
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    documents: tuple[Source, ...] = ()
    fields: Mapping[str, int] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()


def affiliations(person: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the organisations in which a person of a wrapped document is."""
    own = [person["organization"]] if "organization" in person else []
    return [*own, *person["affiliations"]] if "affiliations" in person else own
