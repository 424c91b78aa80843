"""What comes of a build, and what the manifest of a release says of it."""

from dataclasses import dataclass, field
from typing import Any

import kg
from kg import origin, sources
from kg.config import Project
from kg.errors import Problem
from kg.release import ARCHIVE, INPUTS, SEARCH, Release
from kg.staging import Staging
from kg.validation import Report, Severity

MAX_PROBLEMS = 1_000
"""How many problems are kept; nobody reads more."""


@dataclass
class Outcome:
    """What came of a build.

    Attributes:
        release: The release, or None where the graph does not conform.
        report: The validation report, or None where validation was skipped.
        warnings: What is odd but usable, at most 1,000 entries.
        left_out: Why profiles were left out, at most 1,000 entries.
        counts: How many entities there are of each kind, and how many `profiles` and `quads`.
        is_new: Whether the release was made now; else nothing had changed since it was made.
    """

    release: Release | None = None
    report: Report | None = None
    warnings: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    is_new: bool = True

    @property
    def conforms(self) -> bool:
        """Whether nothing that was found keeps the release back."""
        return self.report is None or self.report.conforms


def manifest(project: Project, registry: str, staging: Staging, outcome: Outcome) -> dict[str, Any]:
    """Say what a release holds; nothing in it depends on the time or the machine.

    Args:
        project: The project.
        registry: A hash of the IRIs that are published.
        staging: The files of the release.
        outcome: What came of the build.
    """
    report = outcome.report
    return {
        "kg": kg.__version__,
        "base": project.config.base,
        "title": project.config.title,
        "license": project.config.license,
        "inputs": sources.sha256_of(staging.path / INPUTS),
        "declarations": origin.declarations(),
        "registry": registry,
        "identity": sources.sha256_of(staging.path / ARCHIVE),
        "search": sources.sha256_of(staging.path / SEARCH),
        "counts": outcome.counts,
        "left_out": len({(each.path, each.line if _is_of_lines(each) else 0) for each in outcome.left_out}),
        "validated": report is not None,
        "results": {severity: report.counts[severity] for severity in Severity} if report else {},
        "dump": staging.dump,
    }


def _is_of_lines(problem: Problem) -> bool:
    """Say whether a problem is in a file of which each line is a profile."""
    return problem.path is not None and problem.path.suffix == ".jsonl"
