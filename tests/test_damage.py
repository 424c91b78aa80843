"""Damage to a release is noticed before it is asked, and mended by the next build."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import ReleaseError
from kg.release import DUMP, MANIFEST, SEAL, STORE, open_release
from tests.test_release import leftovers, published


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


def test_the_log_of_the_engine_is_not_sealed(tmp_path: Path) -> None:
    release = published(tmp_path)
    (release.path / STORE / "LOG").write_text("opened elsewhere")
    (release.path / STORE / "LOCK").unlink()

    assert open_release(tmp_path).manifest == release.manifest


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
