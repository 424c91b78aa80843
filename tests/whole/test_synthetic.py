"""The invented researchers of the benchmarks: the same each time, of a known size, and conforming."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from pyoxigraph import DefaultGraph
from synthetic import GROUP, profiles, write_project

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


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.mark.parametrize("as_yaml", [True, False], ids=["yaml", "json lines"])
def test_the_same_count_gives_the_same_bytes(as_yaml: bool, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_project(COUNT, tmp_path / name, as_yaml=as_yaml)

    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_larger_project_begins_with_the_smaller_one() -> None:
    assert list(profiles(5 * GROUP))[: 2 * GROUP] == list(profiles(2 * GROUP))


@pytest.mark.parametrize("count", [1, GROUP, COUNT + 1])
def test_each_profile_has_an_id_of_its_own(count: int) -> None:
    assert len({profile["id"] for profile in profiles(count)}) == count


@pytest.mark.thorough
def test_both_forms_of_a_project_hold_the_same_profiles(tmp_path: Path) -> None:
    counts = []
    for as_yaml in (True, False):
        write_project(GROUP, tmp_path / str(as_yaml), as_yaml=as_yaml)
        counts.append(build(read_project(tmp_path / str(as_yaml)), tmp_path / f"out {as_yaml}", check=False).counts)

    facts = [{kind: count for kind, count in each.items() if kind != "quads"} for each in counts]
    assert facts[0] == facts[1]


def test_invented_profiles_conform_without_a_violation_or_warning(outcome: BuildResult) -> None:
    assert outcome.release is not None
    assert outcome.report is not None
    assert {result.severity for result in outcome.report.results} <= {ResultSeverity.INFO}
    assert outcome.warnings == []


@pytest.mark.thorough
def test_a_profile_gives_about_310_facts(outcome: BuildResult, tmp_path: Path) -> None:
    write_project(2 * COUNT, tmp_path / "project", as_yaml=False)
    twice = build(read_project(tmp_path / "project"), tmp_path / "build", check=False)

    more = (facts(twice) - facts(outcome)) / COUNT

    assert outcome.counts["profiles"] == COUNT
    assert 295 <= more <= 325


def facts(outcome: BuildResult) -> int:
    """Count the quads that are no evidence."""
    assert outcome.release is not None
    return sum(quad.graph_name == DefaultGraph() for quad in outcome.release.store().backend)


@pytest.mark.thorough
def test_family_names_follow_a_zipf_law() -> None:
    names = Counter(profile["name"].rpartition(" ")[2] for profile in profiles(2_000)).most_common()

    assert len(names) > 100
    assert names[0][1] > 5 * names[20][1]


def test_neighbours_share_a_work_with_the_same_authors() -> None:
    people = list(profiles(COUNT))
    for one, other in list(pairwise(people))[::2]:
        shared = [work for work in one["publications"] if work in other["publications"]]

        assert len(shared) == 1
        assert set(shared[0]["authors"]) == {one["name"], other["name"]}
