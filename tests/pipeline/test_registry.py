"""No IRI that was published is lost without a word: a build compares the registry with the current release."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.building import build
from kg.identity.registry import read_registry
from kg.profile.config import read_project
from kg.store.release import REGISTRY
from tests.conftest import ADA, CONFIG, Command, Outcome

ROW = "person/vane\tlive\t\tvane\n"


@pytest.fixture(scope="module")
def twice_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a project that was built in two steps, beside the first form of its registry."""
    root = tmp_path_factory.mktemp("twice")
    project, out = root / "project", root / "out"
    (project / "profiles").mkdir(parents=True)
    (project / "kg.yaml").write_text(CONFIG)
    (project / "profiles" / "ada.yaml").write_text(
        f"{ADA}publications: [{{title: On looms, authors: [Ada Lovelace, Charles Babbage], year: 1843}}]\n"
    )
    build(read_project(project), out, check=False)
    shutil.copy(project / "identity" / "registry.tsv", project / "identity" / "older.tsv")
    (project / "profiles" / "vane.yaml").write_text("id: vane\nname: Ada Vane\n")
    build(read_project(project), out, check=False)
    return root


@pytest.fixture
def registry(twice_built: Path, tmp_path: Path) -> Path:
    shutil.copytree(twice_built, tmp_path, symlinks=True, dirs_exist_ok=True)
    return tmp_path / "project" / "identity" / "registry.tsv"


def _built(kg: Command, registry: Path, *options: str) -> Outcome:
    project = registry.parent.parent
    return kg("build", project, "--out", project.parent / "out", "--skip-validation", *options)


def _without_vane(text: str) -> str:
    return text.replace(ROW, "")


DAMAGES: dict[str, tuple[Callable[[str], str | bytes], str, str]] = {
    "emptied": (lambda _: "", "", "of the current release, such as that of person/"),
    "cut behind a row": (_without_vane, "", "1 row of the current release, such as that of person/vane"),
    "cut within a row": (lambda text: text[:-5], "{last}", "may be cut off"),
    "binary": (lambda _: b"\x1f\x8b\x08\x00\xff", "", "cannot be read"),
    "marks of a conflict": (lambda text: f"{text}<<<<<<< HEAD\n", "{next}", "not a row"),
    "a damaged row": (lambda text: text.replace("person/vane\tlive\t", "person/vane\tlife\t"), "{last}", "not a row"),
    "a changed row": (lambda text: text.replace(ROW, "person/vale\tlive\t\tvane\n"), "", "such as that of person/vane"),
    "a circle": (lambda text: f"{text}person/a\tmerged\tperson/b\t\nperson/b\tmerged\tperson/a\t\n", "", "in a circle"),
    "a line twice": (lambda text: text + ROW, "{next}", "person/vane stands twice"),
    "two anchors": (lambda text: text + ROW.replace("\tvane", "\tquist"), "{next}", "two anchors, 'vane' and 'quist'"),
}


@pytest.mark.parametrize("name", [*DAMAGES, "missing", "an older one"])
def test_a_damaged_registry_is_refused_with_what_to_do(registry: Path, kg: Command, name: str) -> None:
    text = registry.read_text()
    damage, line, message = DAMAGES.get(name, (None, "", "of the current release"))
    if damage:
        damaged = damage(text)
        registry.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    else:
        registry.unlink()
    if name == "an older one":
        registry.with_name("older.tsv").rename(registry)

    outcome = _built(kg, registry)

    assert outcome.code == 1
    assert message in outcome.err
    count = text.count("\n")
    place = line.format(last=count, next=count + 1)
    assert f"registry.tsv{':' if place else ''}{place}: " in outcome.err
    assert "git checkout identity/registry.tsv" in outcome.err or "delete" in outcome.err
    assert _built(kg, registry, "--force").code == 1


def test_rows_that_a_pull_brings_are_welcome(registry: Path, kg: Command) -> None:
    lines = registry.read_text().splitlines(keepends=True)
    registry.write_text("".join([*lines[:2], "person/quist\tlive\t\tbo/bo quist\n", *lines[2:]]))

    assert _built(kg, registry).code == 0
    assert "person/quist" in (registry.parents[2] / "out" / "current" / REGISTRY).read_text()


def test_what_is_meant_is_accepted_once(registry: Path, kg: Command) -> None:
    registry.write_text(_without_vane(registry.read_text()) + 2 * ROW + ROW.replace("\tvane", "\tquist"))

    assert _built(kg, registry, "--accept-registry").code == 0
    assert _built(kg, registry, "--force").code == 0
    assert read_registry(registry).rows["person/vane"].state == "live"


def test_a_release_elsewhere_or_of_another_base_says_nothing_of_the_registry(registry: Path, kg: Command) -> None:
    registry.unlink()
    project = registry.parent.parent
    assert kg("build", project, "--out", project.parent / "elsewhere", "--skip-validation").code == 0
    config = project / "kg.yaml"
    registry.unlink()
    config.write_text(config.read_text().replace("https://kg.example.org/", "https://other.example.org/"))

    assert _built(kg, registry).code == 0
