"""What validation found."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

SHACL = "http://www.w3.org/ns/shacl#"


class Severity(StrEnum):
    """How bad a result is (SHACL §2.1.4)."""

    VIOLATION = "violation"
    WARNING = "warning"
    INFO = "info"


_ORDER = list(Severity)


@dataclass(frozen=True)
class Result:
    """One validation result (SHACL §3.6.2), traced back to the profile.

    Attributes:
        severity: How bad it is.
        message: What does not hold, as the shape says.
        hint: What to do, as the shape says.
        focus: IRI of the focus node.
        label: What the focus node is called, or empty.
        path: IRI of the property at fault, or empty.
        value: The value at fault as a term in N-Triples, or empty.
        shape: IRI of the shape.
        component: IRI of the constraint component.
        file: The profile, or None where the focus node has no evidence.
        line: 1-based line in it.
        column: 1-based column in it.
        field: The place in the profile, such as `publications[3].year`.
    """

    severity: Severity
    message: str
    hint: str
    focus: str
    label: str
    path: str
    value: str
    shape: str
    component: str
    file: Path | None = None
    line: int | None = None
    column: int | None = None
    field: str = ""

    @property
    def shown_value(self) -> str:
        """The value as people read it: no datatype, and nothing where it is the focus node itself."""
        if self.value == f"<{self.focus}>":
            return ""
        return self.value.partition("^^<")[0]

    @property
    def sort_key(self) -> tuple[int, str, int, tuple[str, ...]]:
        """Violations first, then by place; two results differ in it, so that a report has one order."""
        rank = _ORDER.index(self.severity)
        rest = (self.focus, self.path, self.message, self.value, self.shape, self.component)
        return rank, str(self.file or "~"), self.line or 0, rest


@dataclass(frozen=True)
class Report:
    """A validation report.

    Attributes:
        results: In a fixed order.
        strict: Whether warnings count as violations.
    """

    results: tuple[Result, ...] = ()
    strict: bool = False

    @classmethod
    def of(cls, results: Iterable[Result], *, strict: bool = False) -> "Report":
        """Return the report of some results; one that several shapes lead to stands once."""
        return cls(tuple(sorted(set(results), key=lambda result: result.sort_key)), strict)

    @property
    def counts(self) -> Counter[Severity]:
        """How many results there are of each severity."""
        return Counter(result.severity for result in self.results)

    @property
    def conforms(self) -> bool:
        """Whether there is no violation; if strict, no warning either."""
        counts = self.counts
        return not counts[Severity.VIOLATION] and not (self.strict and counts[Severity.WARNING])
