"""A release is not made again while nothing has changed of what it was made from."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.building import build
from kg.pipeline import fingerprint
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from tests.conftest import SAMPLE, Command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLE, tmp_path / "project")
    return tmp_path / "project"


def built(project: Path, *, check: bool = False, keep_going: bool = False, anew: bool = False) -> BuildResult:
    return build(read_project(project), project.parent / "out", check=check, keep_going=keep_going, anew=anew)


def test_what_has_not_changed_is_not_made_again(project: Path) -> None:
    first, second = built(project), built(project)

    assert (first.is_new, second.is_new) == (True, False)
    assert second.release == first.release
    assert second.counts == first.counts


def test_what_was_odd_is_said_again(project: Path) -> None:
    (project / "profiles" / "odd.yaml").write_text(
        "id: odd\nname: Odd One\npublications:\n"
        "  - {title: Notes, authors: [Odd One, Ada Lovelace, Ada Lovelace], year: 1843}\n"
    )

    first, second = built(project), built(project)
    elsewhere = project.rename(project.with_name("elsewhere"))
    third = built(elsewhere)

    assert not second.is_new
    assert not third.is_new
    assert [str(each) for each in second.warnings] == [str(each) for each in first.warnings] != []
    assert {each.path for each in third.warnings} == {elsewhere / "profiles" / "odd.yaml"}


def add_a_comment(path: Path) -> None:
    path.write_text(f"{path.read_text()}\n# a comment\n")


def rename(path: Path) -> None:
    path.rename(path.with_name("j.yaml"))


def write_one_more(path: Path) -> None:
    path.write_text("id: a\nname: A B\n")


def write_no_judgement(path: Path) -> None:
    path.write_text("judgements: []\n")


def write_one_row(path: Path) -> None:
    path.write_text(f"{path.read_text()}person/z\tlive\t\tz\n")


CHANGES: dict[str, Callable[[Path], None]] = {
    "a profile": lambda project: add_a_comment(project / "profiles" / "jiamin-li.yaml"),
    "a name": lambda project: rename(project / "profiles" / "jiamin-li.yaml"),
    "one more": lambda project: write_one_more(project / "profiles" / "a.yaml"),
    "one less": lambda project: (project / "profiles" / "yinmin-zhong.yaml").unlink(),
    "the configuration": lambda project: add_a_comment(project / "kg.yaml"),
    "an authority": lambda project: add_a_comment(project / "organizations.yaml"),
    "the judgements": lambda project: write_no_judgement(project / "identity" / "judgements.yaml"),
    "the registry": lambda project: write_one_row(project / "identity" / "registry.tsv"),
}


@pytest.mark.thorough
def test_what_has_changed_is_made_again(project: Path) -> None:
    built(project)

    for what, change in CHANGES.items():
        change(project)

        assert built(project).is_new, what
        assert not built(project).is_new, what


@pytest.mark.thorough
def test_other_options_and_a_wish_make_it_again(project: Path) -> None:
    built(project)

    assert built(project, keep_going=True).is_new
    assert built(project).is_new
    assert built(project, anew=True).is_new


def test_another_version_of_the_program_makes_it_again(project: Path) -> None:
    release = built(project).release
    assert release is not None
    path = release.path / fingerprint.ORIGIN
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "another"}))

    assert built(project).is_new
    assert not built(project).is_new


@pytest.mark.thorough
def test_an_origin_that_cannot_be_read_makes_it_again(project: Path) -> None:
    for text in ("", "[]", '{"code": '):
        release = built(project).release
        assert release is not None
        (release.path / fingerprint.ORIGIN).write_text(text)

        assert built(project).is_new, text


def test_a_damaged_release_is_made_again(project: Path) -> None:
    release = built(project).release
    assert release is not None
    (release.path / "graph.nq.gz").write_bytes(b"")

    assert built(project).is_new


def test_the_command_says_so(project: Path, kg: Command) -> None:
    kg("build", project, "--skip-validation")

    done = kg("build", project, "--skip-validation")

    assert done.code == 0
    assert done.err.startswith("Nothing has changed; the release holds 5 profiles")


def test_iris_that_could_not_be_remembered_are_written_down_as_soon_as_they_can(project: Path) -> None:
    registry = project / "identity" / "registry.tsv"
    registry.unlink()
    registry.symlink_to(project / "away" / "registry.tsv")
    first = built(project)
    (project / "away").mkdir()

    second = built(project)

    assert any("registry.tsv: cannot be written" in str(each) for each in first.warnings)
    assert second.is_new
    assert "person/" in registry.read_text()
