"""A work that several lists name, and what sources disagree about."""

from typing import Any, NamedTuple


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
