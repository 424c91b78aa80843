"""Reading profiles: three formats with one meaning, in batches, with the problems of all files at once."""

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.profile import reading
from kg.profile.model import Profile
from kg.profile.reading import BYTES, FILES, Batch, batches, profile_files
from kg.profile.records import Record

ADA = {
    "id": "ada",
    "name": "Ada Lovelace",
    "positions": [{"organization": "RSL", "role": "Fellow", "start": 1833, "end": "present"}],
    "publications": [{"title": "Notes", "authors": ["Ada Lovelace*"], "year": 1843, "acceptance_rate": 0.184}],
}
ADA_YAML = """\
id: ada
name: Ada Lovelace
positions:
- {organization: RSL, role: Fellow, start: 1833, end: present}
publications:
- title: Notes
  authors: Ada Lovelace*
  year: 1843
  acceptance_rate: 18.4%
"""


def write(root: Path, name: str, contents: str | bytes) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    return path


def line(number: int, **fields: Any) -> str:
    return json.dumps({"id": f"ada-{number}", "name": "Ada Lovelace", **fields}) + "\n"


def read(root: Path) -> list[Record]:
    return [record for batch in batches(profile_files(root)) for record in reading.read(batch, root)]


def problems(root: Path) -> list[str]:
    found: list[str] = []
    for batch in batches(profile_files(root)):
        try:
            list(reading.read(batch, root))
        except ReadError as error:
            found.extend(str(problem).replace(f"{root}/", "") for problem in error.problems)
    return found


def test_all_formats_give_the_same_profile(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", ADA_YAML)
    write(tmp_path, "b.yml", ADA_YAML)
    write(tmp_path, "c.json", json.dumps(ADA, indent=2))
    write(tmp_path, "d.jsonl", json.dumps(ADA))

    records = read(tmp_path)

    assert [record.profile for record in records] == [Profile.model_validate(ADA)] * 4
    assert [(record.source.path, record.source.media_type, record.source.extractor) for record in records] == [
        ("a.yaml", "application/yaml", "yaml"),
        ("b.yml", "application/yaml", "yaml"),
        ("c.json", "application/json", "json"),
        ("d.jsonl", "application/jsonl", "json"),
    ]


@pytest.mark.parametrize(
    ("name", "contents", "lines"),
    [
        ("a.yaml", ADA_YAML, (1, 9)),
        ("a.yaml", ADA_YAML.rstrip(), (1, 9)),
        ("a.json", '{\n"id": "ada",\n"name": "Ada"}', (1, 3)),
        ("a.json", '{\n"id": "ada",\n"name": "Ada"}\n', (1, 3)),
        ("a.jsonl", "\n\n" + line(1), (3, 3)),
    ],
)
def test_a_profile_knows_its_first_and_last_line(
    tmp_path: Path, name: str, contents: str, lines: tuple[int, int]
) -> None:
    write(tmp_path, name, contents)

    assert [record.lines for record in read(tmp_path)] == [lines]


def test_entries_of_a_yaml_profile_know_their_lines(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", ADA_YAML)

    assert read(tmp_path)[0].spans == {("positions", 0): (4, 4), ("publications", 0): (6, 9)}


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize(
    ("name", "text"), [("a.yaml", ADA_YAML), ("a.json", json.dumps(ADA, indent=1)), ("a.jsonl", line(1))]
)
def test_the_hash_of_a_source_is_that_of_its_bytes(
    tmp_path: Path, name: str, text: str, end: bytes, mark: bytes
) -> None:
    contents = mark + text.encode().replace(b"\n", end)
    write(tmp_path, name, contents)

    assert [record.source.sha256 for record in read(tmp_path)] == [sha256(contents).hexdigest()]


def test_files_are_found_at_any_depth_and_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.yaml", "a/z.json", "c.jsonl", "a.yml", "notes.txt", "a.yaml.bak", "README.md"):
        write(tmp_path, name, "")

    found = [path.relative_to(tmp_path).as_posix() for path in profile_files(tmp_path)]

    assert found == ["a/z.json", "a.yml", "b.yaml", "c.jsonl"]


def test_hidden_files_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, ".ada.yaml", "")
    (tmp_path / ".#ada.yaml").symlink_to("nobody@nowhere")
    write(tmp_path, "ada.yaml", ADA_YAML)

    assert profile_files(tmp_path) == [tmp_path / "ada.yaml"]


def test_linked_files_are_read_and_linked_directories_are_not(tmp_path: Path) -> None:
    write(tmp_path, "elsewhere/ada.yaml", ADA_YAML)
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles/linked.yaml").symlink_to(tmp_path / "elsewhere/ada.yaml")
    (tmp_path / "profiles/directory").symlink_to(tmp_path / "elsewhere")

    assert profile_files(tmp_path / "profiles") == [tmp_path / "profiles/linked.yaml"]
    assert read(tmp_path / "profiles")[0].source.path == "linked.yaml"


def test_what_is_called_like_a_profile_but_is_no_file_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "ada.yaml", ADA_YAML)
    (tmp_path / "directory.yaml").mkdir()
    (tmp_path / "gone.json").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.jsonl")

    with pytest.raises(ReadError) as refused:
        profile_files(tmp_path)

    assert [problem.path and problem.path.name for problem in refused.value.problems] == [
        "directory.yaml",
        "gone.json",
        "pipe.jsonl",
    ]
    assert {problem.message for problem in refused.value.problems} == {"this is not a file"}


@pytest.mark.parametrize(
    "name", [b"J\xfcrgen.yaml", b"a\nb.yaml", b"a\tb.yaml", b"a\xc2\x85b.yaml", b"a\xe2\x80\xa8/b.yaml"]
)
def test_a_name_that_is_no_field_of_a_line_is_refused(name: bytes, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text("name: Ada\n")

    with pytest.raises(ReadError, match="the name cannot be written down") as refused:
        profile_files(tmp_path)

    assert refused.value.problems[0].path == path


def test_a_name_may_have_any_letters_and_spaces(tmp_path: Path) -> None:
    path = tmp_path / "Łoś\xa0 李 \u200d.yaml"
    path.write_text("name: Ada\n")

    assert profile_files(tmp_path) == [path]


def test_a_directory_without_profiles_is_an_error_that_names_the_suffixes(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="there is no profile here") as refused:
        profile_files(tmp_path)

    assert refused.value.hint == "add a file whose name ends in .json, .jsonl, .yaml, .yml"


def test_files_are_batched_in_their_order() -> None:
    files = [Path(f"{number:04}.yaml") for number in range(1_000)]

    several = list(batches(files))

    assert [path for batch in several for path in batch.paths] == files
    assert [batch.number for batch in several] == list(range(len(several)))
    assert all(FILES <= batch.profiles == len(batch.paths) <= 3 * FILES for batch in several[:-1])
    assert list(batches([])) == []


def test_lines_stand_in_batches_of_their_own(tmp_path: Path) -> None:
    lines = write(tmp_path, "b.jsonl", line(1))
    files = [tmp_path / "a.yaml", lines, tmp_path / "c.yaml"]
    digest = sha256(lines.read_bytes()).hexdigest()

    assert list(batches(files)) == [
        Batch((files[0],), number=0, profiles=1),
        Batch((lines,), 0, lines.stat().st_size, 1, digest, number=1, profiles=1, lines=digest),
        Batch((files[2],), number=2, profiles=1),
    ]


def test_a_long_file_of_lines_is_cut_at_line_ends_and_read_as_one(tmp_path: Path) -> None:
    text = "\n" + "".join(line(number, summary="é" * 4_000) for number in range(150))
    path = write(tmp_path, "a.jsonl", text.rstrip())

    pieces = list(batches([path]))
    records = read(tmp_path)

    longest = max(map(len, text.encode().splitlines()))
    assert all(BYTES <= piece.end - piece.start <= 3 * BYTES + longest + 1 for piece in pieces[:-1])
    assert len(pieces) > 3
    assert sum(piece.profiles for piece in pieces) == 151  # with the empty line
    assert [piece.start for piece in pieces[1:]] == [piece.end for piece in pieces[:-1]]
    assert pieces[-1].end == path.stat().st_size
    assert [record.profile.id for record in records] == [f"ada-{number}" for number in range(150)]
    assert [record.lines for record in records] == [(number + 2, number + 2) for number in range(150)]
    assert [record.profile.id for record in records if record.opens_source] == ["ada-0"]


def test_a_missing_file_of_lines_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"a\.jsonl: cannot be read: No such file or directory"):
        list(batches([tmp_path / "a.jsonl"]))


def test_bad_lines_are_named_by_their_numbers_and_the_good_ones_are_read(tmp_path: Path) -> None:
    bad = ['{"id": "ada"\n', line(3), "[]\n", '{"id": "a", "id": "b", "name": "A"}\n', line(6, naem="A"), '"Café"\n']
    path = write(tmp_path, "a.jsonl", line(1).encode() + "".join(bad).encode("latin-1"))
    (batch,) = batches([path])
    records = reading.read(batch, tmp_path)

    assert [next(records).profile.id, next(records).profile.id] == ["ada-1", "ada-3"]
    with pytest.raises(ReadError) as refused:
        next(records)
    assert [(problem.line, problem.message) for problem in refused.value.problems] == [
        (2, "this is not JSON: Expecting ',' delimiter"),
        (4, "expected keys with values, such as 'name: …', found a list"),
        (5, "the key 'id' stands in one object a second time"),
        (6, "the key 'naem' is not known"),
        (7, "the text is not UTF-8"),
    ]


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ("", "a.json:1:1: this is not JSON: Expecting value"),
        ('{"id": "ada",\n "name" "Ada"}', "a.json:2:9: this is not JSON: Expecting ':' delimiter"),
        ('{"id": "ada", "name": NaN}', "a.json:1 (name): expected text, found NaN"),
        ("[" * 100_000, "a.json:1: the document is nested too deeply"),
        (b'"\xe9"', "a.json:1: byte 0xe9 is not UTF-8"),
        (
            '{"id": "ada", "name": "Ada", "links": {"a": 1, "a": 2}}',
            "a.json:1: the key 'a' stands in one object a second time",
        ),
    ],
)
def test_json_that_cannot_be_used_is_named_with_its_place(tmp_path: Path, contents: str | bytes, problem: str) -> None:
    write(tmp_path, "a.json", contents)

    assert problems(tmp_path) == [problem]


def test_one_profile_has_at_most_five_mebibytes(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", line(1) + '"' + "a" * reading.MAX_LINE + '"\n')

    assert problems(tmp_path) == ["a.jsonl:2: the profile has 5,242,882 bytes; at most 5,242,880 are read"]


def test_the_problems_of_all_files_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "id: ada\n")
    write(tmp_path, "b.yaml", ADA_YAML)
    write(tmp_path, "c.json", '{"id": "ada", "name": ""}')
    write(tmp_path, "d.jsonl", "{}\n")

    assert problems(tmp_path) == [
        "a.yaml:1:1 (name): the key 'name' is missing",
        "c.json:1 (name): expected text, found nothing",
        "d.jsonl:1 (id): the key 'id' is missing",
        "d.jsonl:1 (name): the key 'name' is missing",
    ]


PLACES = pytest.mark.parametrize(("name", "place"), [("a.yaml", "4:3"), ("a.json", "1"), ("a.jsonl", "1")])


def write_one(root: Path, name: str, **work: Any) -> None:
    """Write a profile with one publication; in YAML its first key stands on line 4, the second on line 5."""
    entry = "".join(f"  {key}: {json.dumps(value)}\n" for key, value in work.items())
    text = f"id: ada\nname: Ada\npublications:\n-{entry[1:]}"
    write(root, name, text if name == "a.yaml" else json.dumps({"id": "ada", "name": "Ada", "publications": work}))


@PLACES
def test_what_is_odd_is_a_warning_with_its_place(tmp_path: Path, name: str, place: str) -> None:
    write_one(tmp_path, name, authors=["Ada", "Luigi Menabrea", "Menabrea, Luigi"], title="Notes")

    (record,) = read(tmp_path)

    assert [str(warning) for warning in record.warnings] == [
        f"{tmp_path / name}:{place} (publications[0].authors): one name stands twice among the authors of 'Notes'"
    ]


@PLACES
def test_a_contradiction_is_an_error_with_its_place(tmp_path: Path, name: str, place: str) -> None:
    write_one(tmp_path, name, date="1842-10", title="Notes", authors=["Ada"], year=1843)

    assert problems(tmp_path) == [f"{name}:{place} (publications[0].date): 'date' says 1842 and 'year' 1843"]


def lines_of(several: Iterable[Batch]) -> list[bytes]:
    return [path.read_bytes()[batch.start : batch.end] for batch in several for path in batch.paths]


def test_a_change_moves_only_the_ends_of_batches_that_are_near(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    lines = [b'{"id": "p%d", "x": "%s"}\n' % (n, b"y" * (n % 700)) for n in range(5_000)]
    path.write_bytes(b"".join(lines))
    before = lines_of(batches([path]))
    lines[2_500:2_500] = [b'{"id": "new"}\n'] * 300
    path.write_bytes(b"".join(lines))

    after = lines_of(batches([path]))

    assert len(set(before) - set(after)) <= 3
    assert len(before) > 4


def test_a_file_more_moves_only_the_ends_of_batches_that_are_near(tmp_path: Path) -> None:
    names = [tmp_path / f"{n:04}.yaml" for n in range(2_000)]

    before = {batch.paths for batch in batches(names)}
    after = {batch.paths for batch in batches([*names[:900], tmp_path / "0899b.yaml", *names[900:]])}

    assert len(before - after) <= 3
    assert len(before) > 10
