"""A release is made from the former one where few profiles have changed; it is what a full build gives."""

import gzip
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from kg.pipeline.ledger import LEDGER

from kg.base.errors import ReadError
from kg.base.progress import Silent
from kg.building import build
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from kg.store.release import ARCHIVE, DUMP, SEARCH, STORE, Release
from tests.conftest import in_small_batches
from tests.support.search_rows import rows_of

pytestmark = pytest.mark.thorough

PROFILE = """\
id: p{number:04}
name: {name}
summary: Researcher who works on things that are numbered {number}.
interests: [Computation]
publications:
  - title: On the number {number} and its neighbours
    authors: [{name}, Charles Babbage]
    venue: Scientific Memoirs
    year: {year}
    status: {status}
"""
SHARED = """\
  - title: A work that two people list
    authors: [Charles Babbage, {name}]
    doi: 10.5555/shared
    year: 1899
    pages: 1-9
"""
SHARING = (3, 4)
SETTINGS = """\
base: https://kg.example.org/
title: Numbers
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Nobody}
"""
SHORT = """\
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix schema: <https://schema.org/> .
<https://kg.example.org/shapes/short> a sh:NodeShape ;
  sh:targetSubjectsOf schema:description ;
  sh:property [ sh:path schema:description ; sh:maxLength 60 ; sh:message "A summary is short." ] .
"""
COUNT = 130
MIDDLE = "p0120"


def text_of(number: int) -> str:
    name = f"{chr(65 + number % 26)}ora {chr(65 + number // 26 % 26)}{'aeiou'[number % 5]}nfield-{number:04}"
    status = "published" if number != 120 else "under-review"
    text = PROFILE.format(number=number, name=name, year=1900 + number % 100, status=status)
    return text + SHARED.format(name=name) * (number in SHARING)


@pytest.fixture(scope="module", autouse=True)
def small_batches_for_all() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        in_small_batches(patch)
        yield


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a project and its first release."""
    root = tmp_path_factory.mktemp("revising")
    (root / "project" / "profiles").mkdir(parents=True)
    (root / "project" / "kg.yaml").write_text(SETTINGS)
    for number in range(COUNT):
        (root / "project" / "profiles" / f"p{number:04}.yaml").write_text(text_of(number))
    built(root)
    return root


@pytest.fixture
def root(first: Path, tmp_path: Path) -> Path:
    shutil.copytree(first, tmp_path / "work", symlinks=True)
    return tmp_path / "work"


class Phases(Silent):
    """Progress that remembers the phases."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def phase(self, name: str) -> None:
        self.names.append(name)


def built(root: Path, out: str = "out", phases: Phases | None = None) -> BuildResult:
    return build(read_project(root / "project"), root / out, progress=phases or Phases())


def revised(root: Path) -> tuple[Release, bool]:
    """Build again; return the release, and whether it was made from the former one."""
    phases = Phases()
    outcome = built(root, phases=phases)
    assert outcome.release is not None
    return outcome.release, "resolving" not in phases.names


FullBuild = Callable[[Path], Release]


@pytest.fixture(scope="module")
def in_full(tmp_path_factory: pytest.TempPathFactory) -> FullBuild:
    """Return what builds a project in full, once for all tests in which the project says the same."""
    known: dict[str, Release] = {}

    def release_of(root: Path) -> Release:
        files = sorted(path for path in (root / "project").rglob("*") if path.is_file())
        said = [(path.relative_to(root).as_posix(), path.read_bytes()) for path in files]
        key = sha256(repr(said).encode()).hexdigest()
        if key not in known:
            copy = tmp_path_factory.mktemp("full")
            shutil.copytree(root / "project", copy / "project")
            outcome = built(copy)
            assert outcome.release is not None
            known[key] = outcome.release
        return known[key]

    return release_of


def files_of(release: Release) -> dict[str, bytes]:
    """Return all files of a release but for those of databases, and what is written beside them."""
    names = {path.name for path in release.path.iterdir()} - {STORE, "store.json", LEDGER, ARCHIVE, SEARCH}
    return {name: (release.path / name).read_bytes() for name in names}


def assert_same(one: Release, other: Release) -> None:
    first, second = files_of(one), files_of(other)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    assert rows_of(one.path / SEARCH) == rows_of(other.path / SEARCH)
    assert set(map(str, one.store().quads())) == set(map(str, other.store().quads()))
    assert len(one.store()) == one.manifest["counts"]["quads"]
    for query in ("SELECT * FROM entry", "SELECT * FROM candidates"):
        ledgers = [sqlite3.connect(each.path / LEDGER).execute(query) for each in (one, other)]
        assert list(ledgers[0]) == list(ledgers[1])


def replace(old: str, new: str, profile: str = MIDDLE) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        path = root / "project" / "profiles" / f"{profile}.yaml"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return change


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


REVISED: dict[str, Callable[[Path], None]] = {
    "what a profile says of its owner": replace("Researcher", "Researcher, still"),
    "a line more, so that all mentions stand elsewhere": replace("id: p0120", "# a comment\nid: p0120"),
    "a line more beside a work that others list too": replace("id: ", "# a comment\nid: ", f"p{SHARING[0]:04}"),
    "what is said is said no more": replace("summary: Researcher who works on things that are numbered 120.\n", ""),
    "a concept that nothing else refers to": replace("under-review", "published"),
    "a concept that nothing referred to": replace("published", "in-press", "p0001"),
    "the first and the last profile": lambda root: [
        replace("Researcher", "Reader", profile)(root) for profile in ("p0000", f"p{COUNT - 1:04}")
    ].clear(),
}


def test_a_release_is_revised_again_and_again(root: Path, in_full: FullBuild) -> None:
    for word in ("Reader", "Professor", "Emerita"):
        replace("Researcher" if word == "Reader" else "who works", f"{word} who works", "p0060")(root)
        release, is_revised = revised(root)
        assert is_revised

    assert_same(release, in_full(root))


ANEW: dict[str, Callable[[Path], None]] = {
    "what is said of a work that others list too": replace("1-9", "1-12", f"p{SHARING[0]:04}"),
    "a name": replace("Charles Babbage", "Ada Lovelace"),
    "a title": replace("and its neighbours", "and its powers"),
    "one more": lambda root: write(root / "project" / "profiles" / "q.yaml", b"id: q\nname: Q R\n"),
    "one less": lambda root: (root / "project" / "profiles" / f"{MIDDLE}.yaml").unlink(),
    "another file name": lambda root: [
        path.rename(path.with_name("p0120b.yaml")) for path in [root / "project" / "profiles" / f"{MIDDLE}.yaml"]
    ].clear(),
    "many": lambda root: [replace("Researcher", "Reader", f"p{number:04}")(root) for number in range(COUNT)].clear(),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if "concept" in name or "others" in name else pytest.mark.thorough)
        for name in (*REVISED, *ANEW)
    ],
)
def test_what_changes_nobodys_name_is_revised_and_all_else_built_in_full_with_the_same_result(
    name: str, root: Path, in_full: FullBuild
) -> None:
    (REVISED | ANEW)[name](root)

    release, is_revised = revised(root)

    assert is_revised is (name in REVISED)
    assert_same(release, in_full(root))


def spoil(path: Path) -> None:
    """Change a file in the middle, but not its size."""
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 64] = bytes(64)
    path.write_bytes(data)


def forget(release: Path) -> None:
    """Delete the candidates from the ledger."""
    with closing(sqlite3.connect(release / LEDGER)) as database, database:
        database.execute("DELETE FROM candidates")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "no ledger": lambda release: (release / LEDGER).unlink(),
    "an empty ledger": lambda release: write(release / LEDGER, b""),
    "a spoiled ledger": lambda release: write(release / LEDGER, b"nothing of the kind"),
    "a ledger without candidates": forget,
    "a spoiled dump": lambda release: spoil(release / DUMP),
    "a spoiled archive": lambda release: write(release / ARCHIVE, bytes((release / ARCHIVE).stat().st_size)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_what_is_damaged_is_built_in_full(damage: Callable[[Path], None], root: Path, in_full: FullBuild) -> None:
    replace("Researcher", "Reader")(root)
    damage((root / "out" / "current").resolve())

    release, is_revised = revised(root)

    assert not is_revised
    assert_same(release, in_full(root))


def test_what_does_not_conform_keeps_the_former_release(root: Path) -> None:
    former = (root / "out" / "current").resolve()
    (root / "project" / "shapes").mkdir()
    (root / "project" / "shapes" / "short.ttl").write_text(SHORT)
    built(root)
    replace("Researcher", "A very assiduous researcher")(root)

    outcome = built(root)

    assert outcome.release is None
    assert outcome.report is not None
    assert [each.focus for each in outcome.report.results if each.severity == "violation"] != []
    assert (root / "out" / "current").resolve().parent == former.parent


def test_what_was_left_out_on_request_is_refused_without_it(root: Path) -> None:
    replace("id: ", "nonsense: true\nid: ", "p0007")(root)
    assert build(read_project(root / "project"), root / "out", keep_going=True).release is not None
    replace("Researcher", "Reader")(root)

    with pytest.raises(ReadError, match="nonsense"):
        built(root)


def test_the_former_release_stays_as_it_was(root: Path) -> None:
    former = Release((root / "out" / "current").resolve(), {})
    quads = set(map(str, former.store().quads()))
    lines = gzip.decompress((former.path / DUMP).read_bytes())
    replace("Researcher", "Reader")(root)

    release, is_revised = revised(root)

    assert is_revised
    assert release.path != former.path
    assert set(map(str, former.store().quads())) == quads
    assert gzip.decompress((former.path / DUMP).read_bytes()) == lines


def test_what_was_odd_is_said_again(root: Path) -> None:
    twice = "  - {title: Notes, authors: [Ada Lovelace, Ada Lovelace], role: none, year: 1843}"
    replace("publications:", f"publications:\n{twice}", "p0002")(root)
    first = built(root)
    replace("Researcher", "Reader")(root)

    second = built(root)

    assert [str(each) for each in second.warnings] == [str(each) for each in first.warnings] != []
