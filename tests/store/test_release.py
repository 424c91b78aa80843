"""Releases appear whole or not at all, and say what they hold."""

import gzip
import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from kg.base.errors import ReleaseError
from kg.building import build
from kg.profile.config import read_project
from kg.store.release import DUMP, INPUTS, MANIFEST, REPORT, SEAL, STORE, Release, open_release
from kg.store.staging import staged, temporary
from kg.store.store import LocalStore
from kg.terms.formats import RDF_FORMATS
from tests.conftest import Command

LINES = [
    '<https://kg.example.org/person/ada-lovelace> <https://schema.org/name> "Ada Lovelace" .\n',
    "<https://kg.example.org/work/notes> <https://schema.org/about> <https://x.example/e> <https://x.example/g> .\n",
]
CONTENTS = {"base": "https://kg.example.org/", "title": "Ada"}


def published(out: Path, *, title: str = "Ada") -> Release:
    """Publish a release of two quads."""
    with staged(out) as prepared:
        prepared.load_texts(LINES)
        return prepared.publish({**CONTENTS, "title": title}, out)


def names(directory: Path) -> set[str]:
    """Return the names of what lies in a directory and is not hidden."""
    return {path.name for path in directory.iterdir() if not path.name.startswith(".")}


def leftovers(out: Path) -> list[Path]:
    return [*out.glob(".current-*"), *(out / "releases").glob(".staging-*")]


def test_a_release_is_found_by_its_own_path_and_by_that_of_all(tmp_path: Path) -> None:
    release = published(tmp_path / "out")

    assert open_release(release.path) == release
    for path in (tmp_path / "out", tmp_path / "out" / "current"):
        assert open_release(path).path.resolve() == release.path.resolve()
    assert names(release.path) == {STORE, DUMP, MANIFEST, SEAL}
    assert len(open_release(tmp_path / "out").store()) == 2


def test_a_former_release_becomes_the_current_one_again(tmp_path: Path) -> None:
    former = published(tmp_path)
    published(tmp_path, title="Ada again")
    published(tmp_path)

    assert (tmp_path / "current").readlink() == Path("releases") / former.path.name


def test_a_failure_leaves_the_former_release_as_it_is(tmp_path: Path) -> None:
    release = published(tmp_path)

    with pytest.raises(ReleaseError, match="cannot be written"), staged(tmp_path) as prepared:
        prepared.load_texts([LINES[0], "this is no quad\n"])

    assert open_release(tmp_path).path.resolve() == release.path.resolve()
    assert leftovers(tmp_path) == []


def test_the_command_says_that_another_build_runs(project: Path, tmp_path: Path, kg: Command) -> None:
    with staged(tmp_path / "build"):
        outcome = kg("build", project, "--out", "build")

    assert outcome.code == 2
    assert outcome.err.startswith("error: another build is writing to build\n")
    assert kg("build", project, "--out", "build").code == 0


def test_what_a_killed_build_left_is_cleared(tmp_path: Path) -> None:
    stale = tmp_path / "releases" / ".staging-abc" / "release" / STORE
    stale.mkdir(parents=True)
    (stale / "000001.sst").write_bytes(b"half")

    with staged(tmp_path):
        assert len(leftovers(tmp_path)) == 1

    assert leftovers(tmp_path) == []


def test_what_is_not_to_be_published_is_removed(tmp_path: Path) -> None:
    with temporary(tmp_path) as prepared:
        prepared.load_texts(LINES)
        assert len(prepared.store()) == 2

    assert names(tmp_path) == set()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["nowhere", ".", "file"])
def test_no_release_is_said_so(path: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ReleaseError, match="there is no release in") as error:
        open_release(tmp_path / path)

    assert error.value.hint == "build one: kg build"


def test_the_dump_is_what_the_store_holds(tmp_path: Path) -> None:
    release = published(tmp_path)
    dump = gzip.decompress((release.path / DUMP).read_bytes())
    store = LocalStore.in_memory()
    store.backend.load(dump, format=RDF_FORMATS["nquads"])

    assert dump.decode() == "".join(LINES)
    assert set(store.backend) == set(release.store().backend)


def test_the_manifest_tells_the_hashes_of_dump_and_inputs(project: Path, tmp_path: Path) -> None:
    release = build(read_project(project), tmp_path / "out").release
    assert release is not None
    dump = gzip.decompress((release.path / DUMP).read_bytes())
    inputs = (release.path / INPUTS).read_bytes()

    assert release.manifest == json.loads((release.path / MANIFEST).read_text())
    assert release.manifest["dump"] == {"sha256": sha256(dump).hexdigest(), "bytes": len(dump)}
    assert release.manifest["inputs"] == sha256(inputs).hexdigest()
    for line in inputs.decode().splitlines():
        digest, _, name = line.partition("\t")
        assert sha256((project / name).read_bytes()).hexdigest() == digest


def test_an_unchanged_project_keeps_its_release(project: Path, tmp_path: Path) -> None:
    first = build(read_project(project), tmp_path / "out").release
    assert first is not None
    shutil.copytree(project, tmp_path / "copy")
    second = build(read_project(tmp_path / "copy"), tmp_path / "out").release

    assert second is not None
    assert second.path == first.path


@pytest.mark.parametrize("change", ["a comment", "a profile", "a shape"])
def test_each_change_of_the_inputs_is_a_new_release(change: str, project: Path, tmp_path: Path) -> None:
    first = build(read_project(project), tmp_path / "out").release
    (project / "shapes").mkdir()
    names_of = {"a comment": "kg.yaml", "a profile": "profiles/bo.yaml", "a shape": "shapes/own.ttl"}
    with (project / names_of[change]).open("a") as file:
        file.write("id: bo\nname: Bo\n" if change == "a profile" else "# changed\n")
    second = build(read_project(project), tmp_path / "out").release

    assert first is not None
    assert second is not None
    assert second.path.name != first.path.name
    assert (second.path / REPORT).is_file()
