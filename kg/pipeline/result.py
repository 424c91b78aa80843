"""The result of a build, and the manifest of its release."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.base.errors import MAX_PROBLEMS, Problem
from kg.base.version import __version__
from kg.identity.registry import check_kept
from kg.pipeline import fingerprint
from kg.profile import reading
from kg.profile.account import Account
from kg.profile.config import Project, searched
from kg.store.columns import value
from kg.store.face import FACE
from kg.store.questions import added_in
from kg.store.release import INPUTS, INTERNAL, MANIFEST, REGISTRY, REPORT, Release
from kg.store.staging import Staging
from kg.store.store import LocalStore, solutions
from kg.terms.context import context_of
from kg.terms.kinds import Declaration
from kg.terms.vocabulary import PREFIXES
from kg.validation import renderings
from kg.validation.report import Report, ResultSeverity
from kg.validation.trace import traced


@dataclass
class BuildResult:
    """The result of a build.

    Attributes:
        release: The release, or None where the graph does not conform.
        report: The validation report, or None where validation was skipped.
        warnings: What is odd but usable, at most 1,000 entries.
        more_warnings: How many warnings there are beyond these.
        left_out: Why profiles were left out, at most 1,000 entries.
        counts: How many entities there are of each kind, and how many `profiles` and `quads`.
        is_new: Whether the release was made now; else nothing had changed since it was made.
        account: What was read and what became of it, as in the manifest (`kg.profile.account.Account.as_json`).
    """

    release: Release | None = None
    report: Report | None = None
    warnings: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    is_new: bool = True
    account: dict[str, Any] = field(default_factory=dict)
    more_warnings: int = 0

    def warn(self, problems: Iterable[Problem]) -> None:
        """Note what is odd but usable; beyond 1,000 it is only counted."""
        for problem in problems:
            if len(self.warnings) < MAX_PROBLEMS:
                self.warnings.append(problem)
            else:
                self.more_warnings += 1

    @property
    def found(self) -> Report:
        """The report on the graph and on the files from which it was made."""
        report = self.report or Report()
        return report.with_files(self.left_out, self.warnings, more=self.more_warnings)

    @property
    def conforms(self) -> bool:
        """Whether nothing that was found keeps the release back."""
        return self.report is None or self.report.conforms


def manifest(project: Project, registry: str, staging: Staging, result: BuildResult) -> dict[str, Any]:
    """Say what a release holds; nothing in it depends on the time or the machine.

    Args:
        project: The project.
        registry: A hash of the IRIs that are published.
        staging: The files of the release.
        result: What came of the build.
    """
    return {
        "kg": __version__,
        "base": project.config.base,
        "title": project.config.title,
        "license": project.config.license,
        **({"view": INTERNAL} if project.is_internal else {}),
        "inputs": reading.sha256_of(staging.path / INPUTS),
        "declarations": fingerprint.declarations(),
        **({"site": reading.sha256_of(staging.path / FACE)} if (staging.path / FACE).exists() else {}),
        **added(project),
        "registry": registry,
        **staging.databases(),
        "counts": result.counts,
        "account": result.account,
        "left_out": profiles_of(result.left_out),
        **verdict(result.report),
        "dump": staging.dump,
    }


def added(project: Project) -> dict[str, Any]:
    """Return what the project adds to what there is and to what one may ask, whole: a release needs nothing else."""
    ontology = {Path(name).name: text for name, text in project.additions}
    queries = {Path(name).name: text for name, text in added_in(project.queries, project.declaration)}
    if project.config.privacy.redact_texts:
        queries = {name: searched(text, Path(name))[0] for name, text in queries.items()}
    return {key: said for key, said in (("ontology", ontology), ("queries", queries)) if said}


def verdict(report: Report | None) -> dict[str, Any]:
    """Return what a manifest says of a validation, None where there was none."""
    results = {severity: report.counts[severity] for severity in ResultSeverity} if report else {}
    return {"validated": report is not None, "results": results}


def keep_report(found: Report, staging: Staging, root: Path, declaration: Declaration) -> Report:
    """Trace a report back to the files below a directory, and keep it with the release if the graph conforms."""
    report = traced(found, staging.store(), root, context_of(declaration))
    if report.conforms:
        staging.write(REPORT, renderings.turtle(report))
    return report


def check_account(account: Account, store: LocalStore) -> None:
    """See that what was read is what a store holds.

    Raises:
        AccountError: If something is missing, or nobody said it.
    """
    account.check(_number_of(store, "kg:author"), _number_of(store, "kg:listedBy"))


def _number_of(store: LocalStore, predicate: str) -> int:
    """Return how many triples have a predicate."""
    count = f"SELECT (COUNT(*) AS ?number) {{ ?one {predicate} ?other }}"
    ((number,),) = solutions(store.query(count, prefixes=PREFIXES))
    return int(value(number))


def check_registry(registry: Path, release: Path, base: str) -> None:
    """Check that a registry still has what the release knows that is to be replaced.

    That of another base, or one that cannot be read, says nothing of it.

    Raises:
        ReadError: If it lacks a row, or is damaged.
    """
    with suppress(OSError, ValueError, KeyError, TypeError):
        if json.loads((release / MANIFEST).read_text(encoding="utf-8"))["base"] == base:
            check_kept(registry, release / REGISTRY)


def profiles_of(left_out: Iterable[Problem]) -> int:
    """Return in how many profiles some problems are."""
    return len({(each.path, each.line if _is_of_lines(each) else 0) for each in left_out})


def _is_of_lines(problem: Problem) -> bool:
    """Say whether a problem is in a file of which each line is a profile."""
    return problem.path is not None and problem.path.suffix == ".jsonl"
