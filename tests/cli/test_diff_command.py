import json
from pathlib import Path

import pytest

from kg.store.release import Release
from tests.conftest import Command
from tests.support.change_scenes import after, before, released


@pytest.fixture
def year(project: Path, tmp_path: Path) -> tuple[Release, Release]:
    """Build the small project before and after a year."""
    return before(project, tmp_path / "build"), after(project, tmp_path / "build")


def test_two_releases_are_compared_in_words(kg: Command, year: tuple[Release, Release], tmp_path: Path) -> None:
    old, _ = year

    outcome = kg("diff", old.path, tmp_path / "build")

    assert outcome.code == 1
    assert "  Ada Lovelace (person/ada-lovelace)\n" in outcome.out
    assert "    job title: 'Analyst' → 'Chief Analyst'\n" in outcome.out
    assert outcome.err == ""


def test_what_is_equal_ends_with_0(kg: Command, release: Release) -> None:
    assert kg("diff", release.path, release.path) == (0, "Nothing differs.\n", "")


def test_programs_read_json(kg: Command, year: tuple[Release, Release]) -> None:
    told = json.loads(kg("diff", year[0].path, year[1].path, "--format", "json").out)

    assert told["equal"] is False
    assert told["counts"]["person"] == {"changed": 1, "new": 1, "withdrawn": 1}
    assert {"path": "person/mary-somerville", "fate": "new", "name": "Mary Somerville"} in told["changes"]


def test_what_differs_only_in_evidence_is_equal(kg: Command, project: Path, tmp_path: Path) -> None:
    old = released(project, tmp_path / "build")
    profile = project / "profiles" / "ada-lovelace.yaml"
    profile.write_text("# a line more\n" + profile.read_text())

    assert kg("diff", old.path, released(project, tmp_path / "build").path).code == 0


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["nowhere", "nowhere"], "nowhere does not exist", "give a release"),
        (["RELEASE", "broken.nq.gz"], "broken.nq.gz: cannot be read", "gzip -t"),
    ],
)
def test_what_cannot_be_compared_ends_with_2(
    kg: Command, release: Release, tmp_path: Path, arguments: list[str], message: str, hint: str
) -> None:
    (tmp_path / "broken.nq.gz").write_bytes(b"\x1f\x8b broken")

    outcome = kg("diff", *(str(release.path) if each == "RELEASE" else each for each in arguments))

    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert hint in outcome.err
