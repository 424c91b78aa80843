"""Damage to a release is noticed before it is asked, and mended by the next build."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.base.errors import ReleaseError
from kg.profile.account import ACCOUNT
from kg.store.release import ARCHIVE, DUMP, MANIFEST, REPORT, SEAL, SEARCH, STORE, Release, open_release, verify
from tests.conftest import Command
from tests.store.test_release import leftovers, published


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\0")


@pytest.mark.parametrize(
    ("pattern", "damage"),
    [
        ("MANIFEST-*", cut),
        ("MANIFEST-*", flipped),
        ("MANIFEST-*", Path.unlink),
        ("CURRENT", cut),
        ("CURRENT", Path.unlink),
        ("*.sst", cut),
        ("*.sst", grown),
        ("*.sst", Path.unlink),
        ("OPTIONS-*", Path.unlink),
    ],
)
def test_damage_to_the_store_is_told_from_its_seal(
    pattern: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    release = published(tmp_path)
    path = next(iter(sorted((release.path / STORE).glob(pattern))))
    damage(path)

    with pytest.raises(ReleaseError) as error:
        open_release(tmp_path)

    assert str(error.value).endswith(f" is damaged: store/{path.name} is not as it was written")
    assert error.value.hint == "build again: kg build"


@pytest.mark.parametrize("name", [DUMP, SEARCH, ARCHIVE, ACCOUNT, REPORT])
def test_a_wrong_byte_beside_the_store_is_found_by_who_looks_at_all_and_not_by_each_query(
    release: Release, kg: Command, tmp_path: Path, name: str
) -> None:
    shutil.copytree(release.path, tmp_path / "copy")
    flipped(tmp_path / "copy" / name)

    for command in (("info", "--release"), ("serve", "--port", 0)):
        outcome = kg(*command, tmp_path / "copy")
        assert outcome.code == 2
        assert f"is damaged: {name} is not as it was written" in outcome.err
        assert "hint: build again: kg build" in outcome.err
    verify(open_release(tmp_path / "copy"))


def bit_flipped(release: Release) -> str:
    """Turn a bit in files of a release's store, without those that are only heads, and return the first one's name."""
    paths = sorted((release.path / STORE).glob("*.sst"), key=lambda each: each.stat().st_size)
    chosen = [path for path in paths if path == paths[-1] or path.stat().st_size > 10_000]
    for path in chosen:
        content = bytearray(path.read_bytes())
        content[138] ^= 1
        path.write_bytes(content)
    return min(path.name for path in chosen)


def test_a_large_store_is_not_read_when_it_is_opened(tmp_path: Path) -> None:
    release = published(tmp_path)
    bit_flipped(release)

    verify(release, at_most=100)


@pytest.mark.thorough
@pytest.mark.parametrize("sparql", ["SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }", "SELECT * { ?s ?p ?o }"])
@pytest.mark.parametrize("at_most", [0, 32 << 20])
def test_a_query_of_a_damaged_store_ends_with_a_sentence(
    sparql: str, at_most: int, release: Release, tmp_path: Path
) -> None:
    """Without checksums the engine counts what it cannot read for ever; of a large store they are read late."""
    damaged = Release(Path(shutil.copytree(release.path, tmp_path / "out", symlinks=True)), release.manifest)
    name = bit_flipped(damaged)
    program = f"import kg.store.release; kg.store.release._QUICK = {at_most}; from kg.cli import main; main()"
    command = [sys.executable, "-c", program, "sparql", sparql, "--release", str(damaged.path)]

    asked = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert asked.returncode == 2
    assert f"is damaged: store/{name} is not as it was written\n\nhint: build again: kg build" in asked.stderr
    assert "Traceback" not in asked.stderr


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (SEAL, "{", "store.json is not as it was written"),
        (SEAL, "7", "store.json is not as it was written"),
        (SEAL, "[]", "graph.nq.gz is not as it was written"),
        (SEAL, None, "store.json cannot be read: No such file or directory"),
        (MANIFEST, "{", "manifest.json is not as it was written"),
        (MANIFEST, "", "manifest.json is not as it was written"),
        (MANIFEST, "{}", "manifest.json is not as it was written"),
        (MANIFEST, "[]", "manifest.json is not as it was written"),
        (DUMP, None, "graph.nq.gz is not as it was written"),
    ],
)
def test_damage_to_other_files_is_named(name: str, text: str | None, reason: str, tmp_path: Path) -> None:
    path = published(tmp_path).path / name
    path.unlink()
    if text is not None:
        path.write_text(text)

    with pytest.raises(ReleaseError, match=f"is damaged: {reason}"):
        open_release(tmp_path)


@pytest.mark.parametrize("name", [f"{STORE}/CURRENT", MANIFEST, SEAL])
def test_a_damaged_release_is_replaced_by_the_next_build(name: str, tmp_path: Path) -> None:
    release = published(tmp_path)
    (release.path / name).unlink()

    assert published(tmp_path).path == release.path
    assert len(open_release(tmp_path).store()) == 2
    assert leftovers(tmp_path) == []


def test_one_wrong_bit_in_the_store_is_named(tmp_path: Path) -> None:
    name = bit_flipped(published(tmp_path))

    for look in (verify, Release.store):
        with pytest.raises(ReleaseError) as error:
            look(open_release(tmp_path))
        assert str(error.value).endswith(f" is damaged: store/{name} is not as it was written")
