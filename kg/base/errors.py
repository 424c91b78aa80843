"""The errors of kg: what went wrong, where, and what to do about it.

KgError
├── ReadError         an input file cannot be used; carries every problem found in it
├── ConfigError       kg.yaml, a shape, a query or the context is broken
├── IdentifierError   a text is not the identifier it should be
├── MappingError      a document says something that the context does not know
├── QueryError        a query cannot be asked
├── StoreError        a store or an endpoint does not answer
│   └── Unavailable   it cannot at present; asking again later may help
├── ReleaseError      a release is missing, damaged or cannot be written
├── AccountError      what was read and what is in the graph do not balance
├── ClusterError      a cluster does not do its work
└── NotFound          nothing answers to a name or IRI

A graph that does not conform is not an error: `kg.validation.validating` returns a report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun, as messages need it.

    >>> counted(1, "entry", "entries"), counted(2, "entry", "entries"), counted(1200, "line")
    ('1 entry', '2 entries', '1,200 lines')
    """
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"


MAX_PROBLEMS = 1_000
"""How many problems are kept of one piece of work; nobody reads more."""


NOT_IMPORTED = "not-imported"
"""The rule of problems that name a key of a file that kg does not import."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in one place of one file.

    Attributes:
        message: A sentence that says what is wrong.
        path: The file, as the user named it.
        line: 1-based line, or None where the whole file is meant.
        column: 1-based column, or None.
        field: Where in the document, such as `publications[3].year`; empty for the whole.
        hint: What to do, or empty.
        rule: What kind of problem it is, for programs: `unknown-key`, `syntax`; empty where nobody tells kinds apart.
        places: How many places it stands for, of which it names the first.
    """

    message: str
    path: Path | None = None
    line: int | None = None
    column: int | None = None
    field: str = ""
    hint: str = ""
    rule: str = ""
    places: int = 1

    @property
    def place(self) -> str:
        """Say where, in the form that editors and terminals make clickable: `file:line:column`."""
        parts = [str(self.path) if self.path else "", self.line, self.column]
        return ":".join(str(part) for part in parts if part)

    def as_json(self, root: Path) -> dict[str, Any]:
        """Return it as plain data, in which files below a directory are named from there."""
        path = self.path.relative_to(root) if self.path and self.path.is_relative_to(root) else self.path
        return {**asdict(self), "path": str(path) if path else None}

    @classmethod
    def of_json(cls, data: Mapping[str, Any], root: Path) -> "Problem":
        """Return what was made plain data; the directory may be called otherwise now."""
        return cls(**{**data, "path": root / data["path"] if data["path"] else None})

    def __str__(self) -> str:
        where = " ".join(part for part in (self.place, self.field and f"({self.field})") if part)
        more = f" (and in {counted(self.places - 1, 'more place')})" if self.places > 1 else ""
        return f"{where}: {self.message}{more}" if where else f"{self.message}{more}"


class KgError(Exception):
    """Base of all errors that kg raises on purpose.

    Attributes:
        problems: What is wrong, one entry a place; never empty.
    """

    def __init__(self, message: str | Problem | Sequence[Problem], *, hint: str = "") -> None:
        if isinstance(message, str):
            message = Problem(message, hint=hint)
        self.problems: tuple[Problem, ...] = (message,) if isinstance(message, Problem) else tuple(message)
        super().__init__(str(self))

    @property
    def hint(self) -> str:
        """The advice of the first problem that has one."""
        return next((problem.hint for problem in self.problems if problem.hint), "")

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class ReadError(KgError):
    """An input file cannot be used; all its problems are listed."""


class ConfigError(KgError):
    """A file that steers kg (kg.yaml, a shape, a query, the context) is broken."""


class IdentifierError(KgError, ValueError):
    """A text is not the identifier it should be."""


class MappingError(KgError):
    """A document holds a key that the context does not know."""


class QueryError(KgError):
    """A query cannot be asked: unknown, malformed, refused, or with wrong parameters.

    Attributes:
        place: 1-based line and column in the text of the query, or None where all of it is meant.
    """

    def __init__(
        self, message: str | Problem | Sequence[Problem], *, hint: str = "", place: tuple[int, int] | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.place = place


class StoreError(KgError):
    """A store or an endpoint does not answer as it should."""


class Unavailable(StoreError):
    """An endpoint cannot be reached, or does not answer in time; asking again later may help."""


class ReleaseError(KgError):
    """A release is missing, damaged or cannot be written."""


class AccountError(KgError):
    """What was read and what is in the graph do not balance: data would be lost without a word."""


class ClusterError(KgError):
    """A cluster cannot be reached, or its work failed."""


class NotFound(KgError):
    """Nothing answers to a name or an IRI."""
