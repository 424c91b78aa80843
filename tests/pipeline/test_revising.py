"""Whatever changed since the former release, and however little is done again, a release is as if made from nothing."""

import gzip
import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.building import build
from kg.identity.collecting import Collector
from kg.identity.explaining.archive import open_archive
from kg.mapping.mapper import Mapper
from kg.pipeline.fingerprint import CACHE, ORIGIN
from kg.profile.config import read_project
from kg.store import dump
from kg.store.release import ARCHIVE, DUMP, SEARCH, STORE, Release
from tests.conftest import in_small_batches
from tests.support.often import often
from tests.support.search_rows import rows_of

COUNT = 30
SETTINGS = """\
base: https://kg.example.org/
title: Numbers
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Nobody}
catalogues: [{file: list.bib, organization: house}]
"""
PEOPLE = [f"{first} {last}" for first in ("Ada", "Charles", "Mary", "C.") for last in ("Babbage", "Vane", "Quist")]
TITLES = [f"On the {what} of {thing}" for what in ("theory", "use") for thing in ("engines", "looms", "tides", "maps")]
VENUES = ("Notes on Engines", "Conference on Looms", "Looms", "Memoirs of Tides")


def profile(number: int, seed: int = 0) -> dict[str, object]:
    """Return a profile that lists works which others list too, at venues of which each says something else."""
    chance = random.Random(f"{number} {seed}")  # noqa: S311
    name = f"{chr(65 + number % 26)}ora {'aeiou'[number % 5]}nfield-{number:02}"
    works = [
        {
            "title": title,
            "authors": [*chance.sample(PEOPLE, 2), name],
            "venue": chance.choice(VENUES),
            "year": chance.choice((1843, 1844)),
            "status": chance.choice(("published", "accepted", "in-press")),
        }
        for title in chance.sample([*TITLES, f"On number {number}"], 2)
    ]
    organization = f"House of {chance.choice('ABC')}"
    said = {"summary": "Works on numbers.", "positions": [{"organization": organization, "role": "Reader"}]}
    return {"id": f"p{number:02}", "name": name, **said, "publications": works}


@pytest.fixture(scope="module", autouse=True)
def tiny_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        in_small_batches(patch, files=2, size=900, one_in=2)
        yield


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a project and its first release."""
    root = tmp_path_factory.mktemp("revising")
    (root / "project" / "profiles").mkdir(parents=True)
    (root / "project" / "identity").mkdir()
    (root / "project" / "catalogues").mkdir()
    (root / "project" / "kg.yaml").write_text(SETTINGS)
    (root / "project" / "organizations.yaml").write_text("organizations: [{id: house, name: House of A}]\n")
    for number in range(COUNT):
        write(root, number)
    listed(root, COUNT)
    catalogued(root, 1)
    built(root)
    return root


@pytest.fixture
def root(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(first, tmp_path / "work", symlinks=True))


def built(root: Path, *, anew: bool = False) -> Release:
    release = build(read_project(root / "project"), root / "out", anew=anew).release
    assert release is not None
    return release


def file_of(root: Path, number: int) -> Path:
    """Return the file of a profile, however it is called."""
    found = [*(root / "project" / "profiles").glob(f"*p{number % COUNT:02}.yaml")]
    return found[0] if found else root / "project" / "profiles" / f"p{number % COUNT:02}.yaml"


def write(root: Path, number: int, seed: int = 0, **said: object) -> None:
    file_of(root, number).write_text(yaml.safe_dump({**profile(number % COUNT, seed), **said}, sort_keys=False))


def renamed(root: Path, number: int) -> None:
    write(root, number)
    path = file_of(root, number)
    path.rename(path.with_name(f"{number}-{path.name}"))


def retitled(root: Path, number: int) -> None:
    """Let all lists call a work otherwise."""
    for path in (root / "project" / "profiles").glob("*.yaml"):
        path.write_text(path.read_text().replace(TITLES[number % len(TITLES)], f"On engine {number}"))


def listed(root: Path, number: int) -> None:
    """Append a profile to a file of lines."""
    with (root / "project" / "profiles" / "all.jsonl").open("a") as file:
        file.write(json.dumps({**profile(number), "id": f"line-{file.tell()}"}) + "\n")


def catalogued(root: Path, number: int) -> None:
    title, people = TITLES[number % len(TITLES)], " and ".join(PEOPLE[number % 9 : number % 9 + 2])
    text = f"@article{{a{number}, title={{{title}}}, author={{{people}}}, year={{1843}}}}\n"
    (root / "project" / "catalogues" / "list.bib").write_text(text)


def judged(root: Path, number: int) -> None:
    """Let two people who may be one be the same, or not."""
    archive = open_archive(root / "out" / "current" / ARCHIVE)
    persons = archive.decided["person"]
    pairs = sorted({tuple(sorted((persons.iris[each.one], persons.iris[each.other]))) for each in persons.open})
    path = root / "project" / "identity" / "judgements.yaml"
    if pairs and not path.exists():
        one, other = pairs[number % len(pairs)]
        verdict = ("same", "different")[number % 2]
        path.write_text(f"judgements:\n  - {verdict}: [{one}, {other}]\n    because: They said so.\n")


CHANGES: dict[str, Callable[[Path, int], None]] = {
    "a line": lambda root, number: write(root, number, summary=f"Works on number {number}."),
    "works": lambda root, number: write(root, number, seed=number),
    "no profile": lambda root, number: file_of(root, number).unlink(missing_ok=True),
    "a newcomer": lambda root, number: write(root, number, seed=7),
    "another name of a file": renamed,
    "a title": retitled,
    "a line of JSON": listed,
    "a catalogue": catalogued,
    "a judgement": judged,
}
"""What may change, given a number that chooses where."""


def anew(root: Path, directory: str) -> Release:
    """Build a copy of the project from nothing."""
    copy = Path(directory) / "anew"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root / "project", copy / "project")
    return built(copy)


def assert_same(one: Release, other: Release) -> None:
    beside = {STORE, "store.json", CACHE, ORIGIN, ARCHIVE, SEARCH, DUMP}
    first, second = (
        {path.name: path.read_bytes() for path in each.path.iterdir() if path.name not in beside}
        for each in (one, other)
    )
    assert first == second
    assert gzip.decompress((one.path / DUMP).read_bytes()) == gzip.decompress((other.path / DUMP).read_bytes())
    assert rows_of(one.path / SEARCH) == rows_of(other.path / SEARCH)
    assert set(map(str, one.store().quads())) == set(map(str, other.store().quads()))
    assert len(one.store()) == one.manifest["counts"]["quads"]


def assert_as_from_nothing(first: Path, steps: list[list[tuple[str, int]]]) -> None:
    with TemporaryDirectory() as directory:
        root = Path(shutil.copytree(first, Path(directory) / "work", symlinks=True))
        for step in steps:
            for name, number in step:
                CHANGES[name](root, number)
            try:
                expected = anew(root, directory)
            except ReadError:  # of a judgement that what is written elsewhere contradicts
                with pytest.raises(ReadError):
                    built(root)
                return
            assert_same(built(root), expected)


steps = st.lists(
    st.lists(st.tuples(st.sampled_from(sorted(CHANGES)), st.integers(0, 99)), min_size=1, max_size=3),
    min_size=1,
    max_size=3,
)


def test_after_changes_a_release_is_as_if_made_from_nothing(first: Path) -> None:
    assert_as_from_nothing(first, [[("works", 4), ("a judgement", 0), ("no profile", 9), ("a catalogue", 3)]])


@pytest.mark.thorough
@settings(max_examples=often(20))
@given(steps)
def test_after_any_changes_a_release_is_as_if_made_from_nothing(
    first: Path, steps: list[list[tuple[str, int]]]
) -> None:
    assert_as_from_nothing(first, steps)


def calls(act: Callable[[], object], *functions: Callable[..., object]) -> list[int]:
    """Return how often a call calls each of some functions."""
    count: Counter[CodeType] = Counter()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: count.update([frame.f_code] * (event == "call")))
    try:
        act()
    finally:
        sys.setprofile(before)
    return [count[function.__code__] for function in functions]


def test_for_a_newcomer_little_is_done_again(root: Path) -> None:
    work = {"title": "On a newcomer", "authors": ["Nora Newcomer", "Ada Vane"], "year": 1850}
    text = yaml.safe_dump({"id": "newcomer", "name": "Nora Newcomer", "publications": [work]})
    (root / "project" / "profiles" / "zz.yaml").write_text(text)

    read, mapped, loaded = calls(lambda: built(root), Collector.collect, Mapper.profile, dump.bulk_load)

    assert 0 < read < COUNT / 4
    assert 0 < mapped < COUNT / 4
    assert loaded == 0


def spoil(path: Path) -> None:
    """Change a file in the middle, but not its size."""
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 64] = bytes(64)
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no cache": lambda release: (release / CACHE).unlink(),
    "an empty cache": lambda release: (release / CACHE).write_bytes(b""),
    "a cut cache": lambda release: (release / CACHE).write_bytes((release / CACHE).read_bytes()[:-4096]),
    "a spoiled cache": lambda release: spoil(release / CACHE),
    "a spoiled dump": lambda release: spoil(release / DUMP),
    "a spoiled archive": lambda release: spoil(release / ARCHIVE),
    "a spoiled index": lambda release: spoil(release / SEARCH),
    "no word of a cache": lambda release: (release / ORIGIN).write_text(
        (release / ORIGIN).read_text().replace('"cache": "', '"cache": "0')
    ),
}


@pytest.mark.thorough
def test_what_is_damaged_is_not_used(root: Path, tmp_path: Path) -> None:
    write(root, 3, summary="Reads on.")
    expected = anew(root, str(root))
    for number, damage in enumerate(DAMAGES.values()):
        copy = Path(shutil.copytree(root, tmp_path / str(number), symlinks=True))
        damage((copy / "out" / "current").resolve())

        assert_same(built(copy), expected)


@pytest.mark.thorough
def test_what_was_left_out_is_left_out_again_on_request_only(root: Path) -> None:
    write(root, 3, nonsense=True)
    first = build(read_project(root / "project"), root / "out", keep_going=True, check=False)
    write(root, 20, summary="Reads on.")
    second = build(read_project(root / "project"), root / "out", keep_going=True, check=False)

    assert [str(each) for each in second.left_out] == [str(each) for each in first.left_out] != []
    with pytest.raises(ReadError, match="nonsense"):
        built(root)


@pytest.mark.thorough
def test_the_former_release_stays_as_it_was_and_what_was_odd_is_said_again(root: Path) -> None:
    twice = {"title": "Notes", "authors": ["Ada Vane", "Ada Vane"], "role": "none", "year": 1843}
    write(root, 2, publications=[twice])
    former = build(read_project(root / "project"), root / "out")
    assert former.release is not None
    quads, files = set(map(str, former.release.store().quads())), (former.release.path / DUMP).read_bytes()
    write(root, 20, summary="Reads on.")

    now = build(read_project(root / "project"), root / "out")

    assert [str(each) for each in now.warnings] == [str(each) for each in former.warnings] != []
    assert now.release is not None
    assert now.release.path != former.release.path
    assert set(map(str, former.release.store().quads())) == quads
    assert (former.release.path / DUMP).read_bytes() == files
