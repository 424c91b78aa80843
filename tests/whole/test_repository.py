"""The repository: it installs what it has locked, and holds nothing of one machine."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

LOCKS = ROOT / "requirements"
GROUPS = {
    "demo": (),
    "server": ("server",),
    "docs": ("docs", "server"),
    "test": ("dev", "mcp", "server"),
    "slow": ("dev", "mcp", "server", "browser", "spark"),
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?P<marker> ;[^\\]*)?(?: \\)?$", re.MULTILINE)
_PLACE = re.compile(r"(?<![\w./:-])(?:/home/|/Users/|/root/)(?!(?:ada|somebody)\b)\w")
"""Folders of people, but for those of examples."""


def locked(name: str) -> dict[str, set[str]]:
    """Return the versions that a lock names, by package; several where they depend on the platform."""
    found: dict[str, set[str]] = {}
    for pinned in _PINNED.finditer((LOCKS / f"{name}.txt").read_text(encoding="utf-8")):
        found.setdefault(canonicalize_name(pinned["name"]), set()).add(pinned["version"])
    return found


def committed() -> list[tuple[str, Path]]:
    """Return mode and path of all files under version control."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-s", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    rows = [row.partition("\t") for row in listed.split("\0") if row]
    return [(head.split()[0], ROOT / path) for head, _, path in rows]


@pytest.mark.parametrize(("name", "extras"), GROUPS.items())
def test_a_lock_names_a_version_within_the_range_of_each_package_that_its_group_needs(
    name: str, extras: tuple[str, ...]
) -> None:
    stated = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in extras:
        stated += PROJECT["project"]["optional-dependencies"][extra]
    versions = locked(name)

    for requirement in map(Requirement, stated):
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found, f"{requirement} is not locked: make lock"
        assert all(version in requirement.specifier for version in found), (
            f"{requirement} is locked as {found}: make lock"
        )


def test_locks_agree_on_each_version() -> None:
    everything = locked("docs") | locked("slow")

    for name in GROUPS:
        assert locked(name).items() <= everything.items()


@pytest.mark.parametrize("path", sorted(LOCKS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_lock_has_hashes_for_all_and_the_address_of_no_index(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]

    assert "://" not in text
    assert len(entries) > 5
    assert [entry for entry in entries if not _PINNED.match(entry) or "--hash=sha256:" not in entry] == []


def test_no_link_is_committed() -> None:
    assert [path for mode, path in committed() if mode == "120000"] == []


def test_no_committed_file_names_a_folder_of_one_machine() -> None:
    texts = {path: path.read_bytes().decode("utf-8", errors="replace") for _, path in committed() if path.is_file()}

    assert [path for path, text in texts.items() if _PLACE.search(text)] == []
