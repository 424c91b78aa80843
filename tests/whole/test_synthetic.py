"""The invented researchers of the benchmarks: the same each time, of a known size, and conforming."""

import pytest
from synthetic import write_project

from kg.pipeline.build import build
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from kg.validation.report import ResultSeverity

COUNT = 40


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """Return what came of building a project of invented researchers."""
    root = tmp_path_factory.mktemp("synthetic")
    write_project(COUNT, root / "project", as_yaml=False)
    return build(read_project(root / "project"), root / "build")


def test_invented_profiles_conform_without_a_violation_or_warning(outcome: BuildResult) -> None:
    assert outcome.release is not None
    assert outcome.report is not None
    assert {result.severity for result in outcome.report.results} <= {ResultSeverity.INFO}
    assert outcome.warnings == []
