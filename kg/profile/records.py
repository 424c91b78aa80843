"""A profile with its source, and what identity resolution adds to it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.base.errors import Problem

if TYPE_CHECKING:
    from kg.profile.account import LeftOut
    from kg.profile.model import Profile
    from kg.profile.provenance import Evidence

# What identity resolution found out: two written forms that mean one entity, or may.


@dataclass(frozen=True)
class IdentityFinding:
    """Two mentions that were joined, or of which it stayed open whether they mean one entity."""

    key: str  # What tells it from all other findings, for ever
    # The entity to which they were joined, or the two that may be one (IRIs relative to the base)
    entities: tuple[str, ...]
    forms: tuple[str, str]  # How they are written
    sources: tuple[str, ...]  # The files in which they stand, if that is what tells
    weight: float  # How much speaks for it, in bits
    basis: str  # Why they were joined, or not, in words
    reasons: tuple[str, ...]  # What speaks for and against, each as a line

    @property
    def is_open(self) -> bool:
        """Whether it is a question."""
        return len(self.entities) > 1


# A work that several lists name, and what sources disagree about.


class UnitedAuthor(NamedTuple):
    """An author of a united work."""

    person: str  # The IRI of the person
    name: str  # As written, or the name of the owner of a list who is not named in it
    is_equal: bool = False  # Whether a list marks the person as an equal contributor
    is_implied: bool = False  # Whether no list of authors names the person, who lists the work as their own
    # What else lists say of the authorship: a term of the context, and its value as a document has it
    marks: tuple[tuple[str, Any], ...] = ()


class Disagreement(NamedTuple):
    """Something that sources say differently."""

    about: str  # The IRI of the entity
    field: str  # What they differ in: `authors`, `date`, `type`, `doi` or another field of a work, `kind` of a venue
    # What is said, each with the files that say so; the one that is kept first
    statements: tuple[tuple[str, tuple[str, ...]], ...]
    is_both: bool = False  # Whether all statements are kept


class UnitedWork(NamedTuple):
    """A work that several lists name."""

    iri: str  # Its IRI
    type: str  # The type that is stated, or empty
    date: str  # The date of publication, or empty
    status: str  # Its status, or empty
    authors: tuple[UnitedAuthor, ...]  # The authors, in order
    is_cut: bool  # Whether no complete list of authors is known
    disagreements: tuple[Disagreement, ...]  # Where the lists differ
    details: tuple[tuple[str, Any], ...] = ()  # The fields of which a work has one value, each with its value
    ids: tuple[str, ...] = ()  # What stands for it, as addresses; those of what was published first
    shared: frozenset[str] = frozenset()  # Those of them that another work has too
    # Address and date, or an empty text, of each preprint that was published
    preprints: tuple[tuple[str, str], ...] = ()


# A profile with where it came from.


@dataclass(frozen=True)
class Source:
    """The file in which facts stand."""

    path: str  # The file's path in the project, with forward slashes
    media_type: str  # `application/yaml` or `application/json`
    extractor: str  # What read it, such as `yaml`
    sha256: str  # Hash of the file's bytes, in hexadecimal


@dataclass(frozen=True)
class Record:
    """A profile as it was read, or an entry of a catalogue, which has no owner."""

    profile: "Profile"  # What it says; of an entry of a catalogue, its only publication
    source: Source  # The file that says so
    lines: tuple[int, int]  # First and last line (1-based) of the whole profile
    # First and last line of each entry, by section and position; missing ones are the whole
    spans: Mapping[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    opens_source: bool = True  # Whether it is the first profile of its file
    warnings: tuple[Problem, ...] = ()  # What is odd but usable
    # Why entries and fields stand in it, by their place: `publications/3`, `name`
    evidence: "Mapping[str, Evidence]" = field(default_factory=dict)
    documents: tuple[Source, ...] = ()  # The documents from which it was drafted
    left_out: "tuple[LeftOut, ...]" = ()  # What the file says and the profile does not, such as rejected entries
    entry: str = ""  # Of an entry of a catalogue, what tells it from all others, for ever; empty for a profile
    organization: str = ""  # The IRI of the organisation to which that catalogue belongs


@dataclass(frozen=True)
class Resolved:
    """A profile, or an entry of a catalogue, whose mentions carry IRIs."""

    # The profile as plain data. Each mention is a node with `id` (IRI relative to the base), `label` (what the entity
    # is called), `is_new` (whether it is to be described here), `name` (as written) and perhaps `called` (the same
    # without a title); a venue's node has an `event` of the same form. An entry of a catalogue has no `id`.
    document: dict[str, Any]
    source: Source  # The file that says so
    lines: tuple[int, int]  # First and last line of the profile in it
    spans: Mapping[str, tuple[int, int]]  # First and last line of each entry, by `section/position`
    opens_source: bool  # Whether it is the first profile of its file, with which the file is described
    evidence: "Mapping[str, Evidence]" = field(
        default_factory=dict
    )  # Why entries and fields stand in it, by their place
    documents: tuple[Source, ...] = ()  # The documents from which it was drafted
    # How many values the profile states, by their place (`kg.profile.account.field_paths`)
    fields: Mapping[str, int] = field(default_factory=dict)
    left_out: "tuple[LeftOut, ...]" = ()  # What the file says and the profile does not
    entry: str = ""  # Of an entry of a catalogue, what tells it from all others, for ever


def people(authors: Iterable[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the people among the authors of a work in a wrapped document, each with its place in the list, from 0."""
    return ((place, author) for place, author in enumerate(authors) if not author.get("corporate"))


def affiliations(person: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the organisations in which a person of a wrapped document is."""
    own = [person["organization"]] if "organization" in person else []
    return [*own, *person["affiliations"]] if "affiliations" in person else own
