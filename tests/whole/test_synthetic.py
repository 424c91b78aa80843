"""The invented researchers of the benchmarks conform."""

from pathlib import Path

from synthetic import write_project

from kg.pipeline.build import build
from kg.profile.config import read_project
from kg.validation.report import ResultSeverity


def test_invented_profiles_conform_without_a_violation_or_warning(tmp_path: Path) -> None:
    write_project(40, tmp_path / "project", as_yaml=False)
    outcome = build(read_project(tmp_path / "project"), tmp_path / "build")

    assert outcome.report is not None
    assert {result.severity for result in outcome.report.results} <= {ResultSeverity.INFO}
    assert outcome.warnings == []
