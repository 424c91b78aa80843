"""What validation found."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from kg.base.errors import Problem


class ResultSeverity(StrEnum):
    """How bad a result is (SHACL §2.1.4)."""

    VIOLATION = "violation"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True)
class Result:
    """One thing that was found: a validation result (SHACL §3.6.2), traced back to the profile, or a problem of a file.

    A problem of a file has no focus node; `shape` is the name of its rule.
    """

    severity: ResultSeverity
    message: str  # what does not hold, as the shape says
    hint: str = ""  # what to do, as the shape says
    focus: str = ""  # IRI of the focus node
    label: str = ""  # what the focus node is called
    path: str = ""  # IRI of the property at fault
    value: str = ""  # the value at fault as a term in N-Triples
    shape: str = ""  # IRI of the shape
    component: str = ""  # IRI of the constraint component
    file: Path | None = None  # the profile, or None where the focus node has no evidence
    line: int | None = None  # 1-based
    column: int | None = None  # 1-based
    field: str = ""  # the place in the profile, such as `publications[3].year`

    @classmethod
    def of_problem(cls, problem: Problem, severity: ResultSeverity) -> "Result":
        """Return a problem of a file as a result."""
        return cls(
            severity=severity,
            message=problem.message,
            hint=problem.hint,
            shape=problem.rule or ("unusable-input" if severity is ResultSeverity.VIOLATION else "odd-input"),
            file=problem.path,
            line=problem.line,
            column=problem.column,
            field=problem.field,
        )

    @property
    def shown_value(self) -> str:
        """The value as people read it: no datatype, and nothing where it is the focus node itself."""
        if self.value == f"<{self.focus}>":
            return ""
        return self.value.partition("^^<")[0]

    @property
    def sort_key(self) -> tuple[int, str, int, tuple[str, ...]]:
        """Violations first, then by place; two results differ in it, so that a report has one order."""
        rank = list(ResultSeverity).index(self.severity)
        rest = (self.focus, self.path, self.message, self.value, self.shape, self.component)
        return rank, str(self.file or "~"), self.line or 0, rest


@dataclass(frozen=True)
class Report:
    """A validation report."""

    results: tuple[Result, ...] = ()  # of the graph, in a fixed order
    strict: bool = False  # whether warnings count as violations
    files: tuple[Result, ...] = ()  # of the files from which the graph is made
    is_of_graph: bool = True  # whether there was a graph to check; faulty files give none
    more_files: int = 0  # warnings about files beyond those in `files`

    @classmethod
    def of(cls, results: Iterable[Result], *, strict: bool = False) -> "Report":
        """Return the report of some results; one that several shapes lead to stands once."""
        return cls(tuple(sorted(set(results), key=lambda result: result.sort_key)), strict)

    def with_files(
        self, problems: Iterable[Problem], warnings: Iterable[Problem], *, is_of_graph: bool = True, more: int = 0
    ) -> "Report":
        """Return the same report with what is wrong in the files, what is odd but usable, and how many `more` are."""
        wrong = [Result.of_problem(each, ResultSeverity.VIOLATION) for each in problems]
        odd = [Result.of_problem(each, ResultSeverity.WARNING) for each in warnings]
        return replace(self, files=(*wrong, *odd), is_of_graph=is_of_graph, more_files=more)

    @property
    def counts(self) -> Counter[ResultSeverity]:
        """How many results of the graph there are of each severity."""
        return Counter(result.severity for result in self.results)

    @property
    def conforms(self) -> bool:
        """Whether there is a graph without a violation; if strict, without a warning too."""
        severe = {ResultSeverity.VIOLATION, *([ResultSeverity.WARNING] if self.strict else ())}
        return self.is_of_graph and severe.isdisjoint(self.counts)
