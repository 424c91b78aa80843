"""A release is not made again while nothing has changed of what it was made from."""

import json
from collections.abc import Callable
from pathlib import Path

from kg.building import build
from kg.pipeline import fingerprint
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from tests.conftest import Command


def built(project: Path, *, keep_going: bool = False, anew: bool = False) -> BuildResult:
    return build(read_project(project), project.parent / "out", check=False, keep_going=keep_going, anew=anew)


def test_what_has_not_changed_is_not_made_again_and_what_was_odd_is_said_again(project: Path, kg: Command) -> None:
    (project / "profiles" / "odd.yaml").write_text(
        "id: odd\nname: Odd One\npublications:\n"
        "  - {title: Notes, authors: [Odd One, Ada Lovelace, Ada Lovelace], year: 1843}\n"
    )
    first, second = built(project), built(project)
    said = kg("build", project, "--out", project.parent / "out", "--skip-validation").err
    elsewhere = project.rename(project.with_name("elsewhere"))
    third = built(elsewhere)

    assert (first.is_new, second.is_new, third.is_new) == (True, False, False)
    assert (second.release, second.counts) == (first.release, first.counts)
    assert [str(each) for each in second.warnings] == [str(each) for each in first.warnings] != []
    assert {each.path for each in third.warnings} == {elsewhere / "profiles" / "odd.yaml"}
    assert "Nothing has changed; the release holds 2 profiles" in said


def appended(path: Path, text: str) -> None:
    path.write_text((path.read_text() if path.exists() else "") + text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a profile": lambda project: appended(project / "profiles" / "ada-lovelace.yaml", "# a comment\n"),
    "a name": lambda project: (project / "profiles" / "ada-lovelace.yaml").rename(project / "profiles" / "ada.yaml"),
    "one more": lambda project: appended(project / "profiles" / "b.yaml", "id: b\nname: B Quist\n"),
    "one less": lambda project: (project / "profiles" / "b.yaml").unlink(),
    "the configuration": lambda project: appended(project / "kg.yaml", "# a comment\n"),
    "an authority": lambda project: appended(project / "organizations.yaml", "organizations: []\n"),
    "the judgements": lambda project: appended(project / "identity" / "judgements.yaml", "judgements: []\n"),
    "the registry": lambda project: appended(project / "identity" / "registry.tsv", "person/z\tlive\t\tz\n"),
}


def test_what_has_changed_is_made_again(project: Path) -> None:
    built(project)

    for what, change in CHANGES.items():
        change(project)

        assert built(project).is_new, what
        assert not built(project).is_new, what
    assert built(project, keep_going=True).is_new
    assert built(project).is_new
    assert built(project, anew=True).is_new


def test_another_version_of_the_program_an_origin_that_cannot_be_read_and_damage_make_it_again(project: Path) -> None:
    release = built(project).release
    assert release is not None
    origin = release.path / fingerprint.ORIGIN
    for path, text in (
        (origin, json.dumps({**json.loads(origin.read_text()), "code": "another"})),
        (origin, ""),
        (origin, "[]"),
        (release.path / "graph.nq.gz", ""),
    ):
        path.write_text(text)

        assert built(project).is_new, text
        assert not built(project).is_new, text


def test_iris_that_could_not_be_remembered_are_written_down_as_soon_as_they_can(project: Path) -> None:
    registry = project / "identity" / "registry.tsv"
    registry.parent.mkdir()
    registry.symlink_to(project / "away" / "registry.tsv")
    first = built(project)
    (project / "away").mkdir()

    second = built(project)

    assert any("registry.tsv: cannot be written" in str(each) for each in first.warnings)
    assert second.is_new
    assert "person/" in registry.read_text()
