"""A profile with its source, and what identity resolution adds to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kg.base.errors import Problem
from kg.profile.account import LeftOut
from kg.profile.model import Profile
from kg.profile.provenance import Evidence

# What identity resolution found out: two written forms that mean one entity, or may.


@dataclass(frozen=True)
class Finding:
    """Two mentions that were joined, or of which it stayed open whether they mean one entity.

    Attributes:
        key: What tells it from all other findings, for ever.
        entities: The entity to which they were joined, or the two that may be one (IRIs relative to the base).
        forms: How they are written.
        sources: The files in which they stand.
        weight: How much speaks for it, in bits.
        basis: Why they were joined, or not, in words.
        reasons: What speaks for and against, each as a line.
    """

    key: str
    entities: tuple[str, ...]
    forms: tuple[str, str]
    sources: tuple[str, str]
    weight: float
    basis: str
    reasons: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is a question."""
        return len(self.entities) > 1


# A work that several lists name, and what sources disagree about.


class Author(NamedTuple):
    """An author of a united work.

    Attributes:
        person: The IRI of the person.
        name: As written, or the name of the owner of a list who is not named in it.
        is_equal: Whether a list marks the person as an equal contributor.
        is_implied: Whether no list of authors names the person, who lists the work as their own.
        marks: What else lists say of the authorship: a term of the context, and its value as a document has it.
    """

    person: str
    name: str
    is_equal: bool = False
    is_implied: bool = False
    marks: tuple[tuple[str, Any], ...] = ()


class Disagreement(NamedTuple):
    """Something that sources say differently.

    Attributes:
        about: The IRI of the entity.
        field: What they differ in: `authors`, `date`, `type`, `doi` or another field of a work, `kind` of a venue.
        statements: What is said, each with the files that say so; the one that is kept first.
        is_both: Whether all statements are kept.
    """

    about: str
    field: str
    statements: tuple[tuple[str, tuple[str, ...]], ...]
    is_both: bool = False


class United(NamedTuple):
    """A work that several lists name.

    Attributes:
        iri: Its IRI.
        type: The type that is stated, or empty.
        date: The date of publication, or empty.
        status: Its status, or empty.
        authors: The authors, in order.
        is_cut: Whether no complete list of authors is known.
        disagreements: Where the lists differ.
        details: The fields of which a work has one value, each with its value.
    """

    iri: str
    type: str
    date: str
    status: str
    authors: tuple[Author, ...]
    is_cut: bool
    disagreements: tuple[Disagreement, ...]
    details: tuple[tuple[str, Any], ...] = ()


# A profile with where it came from.


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
        fields: How many values the profile states, by their place (`kg.profile.account.field_paths`).
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
