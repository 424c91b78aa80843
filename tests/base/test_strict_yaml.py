"""Strict YAML: scalars as written, every mistake with its place, no way to blow up."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from tests.support.work import ends

ADA = Path("ada-lovelace.yaml")
SECTIONS = """\
id: ada-lovelace
positions:
- role: Analyst
  summary: |
    Notes on
    the engine.

- role: Translator
publications: [
  {title: Notes,
   year: 1843}, Letters,
  [a,
   b]
]
skills:
  # what she knew
  - Mathematics

  - >-
    Bernoulli
    numbers
  - "a quoted
    text"
  -
  - - French
    - Italian
  # nothing more
contact: {email: [ada@example.org]}
"""


def parse(text: str) -> Any:
    return strict_yaml.parse(text, ADA).data


def problems(text: str) -> list[Problem]:
    with pytest.raises(ReadError) as refused:
        strict_yaml.parse(text, ADA)
    return list(refused.value.problems)


def test_plain_scalars_are_the_text_that_stands_there() -> None:
    for scalar in (
        "NO",
        "yes",
        "true",
        "0012",
        "0x1f",
        "1_000",
        "12:30",
        "1e3",
        ".inf",
        "2019-05-17",
        "3.10",
        "=",
        "<<",
    ):
        assert parse(f"key: {scalar}\n{scalar}: [{scalar}]\n") == {"key": scalar, scalar: [scalar]}


def test_empty_values_and_documents_are_none_unless_quoted() -> None:
    for null in ("", "~", "null", "Null", "NULL"):
        assert parse(f"a: {null}\nb: '{null}'\nc:\n- {null}\n") == {"a": None, "b": null, "c": [None]}
    for text in ("", "\n", "# nothing\n", "---\n", "---\n...\n"):
        assert parse(text) is None


def test_keys_are_text_even_where_they_look_like_something_else() -> None:
    assert parse("1: a\ntrue: b\nnull: c\n'': d\n") == {"1": "a", "true": "b", "null": "c", "": "d"}


def test_the_signs_around_a_document_and_its_line_ends_do_not_matter() -> None:
    for text in ("%YAML 1.1\n---\nid: ada\n", "---\nid: ada\n...\n", "id: ada", "id: ada\r\n"):
        assert parse(text) == {"id": "ada"}


def test_a_mistake_is_named_with_its_place_and_advice() -> None:
    for text, problem, hint in (
        ("a: 1\nb: 2\na: 3\n", "3:1: the key 'a' stands here a second time", "keep one of the two"),
        ("a: {b: 1, b: 2}", "1:11: the key 'b' stands here a second time", "keep one of the two"),
        ("a:\n- *b\n", "2:3: the alias '*b' is not allowed", "write the value out, or quote the text"),
        ("*b : 1", "1:1: the alias '*b' is not allowed", "write the value out, or quote the text"),
        ("a: &b 1", "1:4: the anchor '&b' is not allowed", "delete it, or quote the text"),
        ("a: !!str 1", "1:4: the tag '!!str' is not allowed", "delete it, or quote the text"),
        ("a: !b {}", "1:4: the tag '!b' is not allowed", "delete it, or quote the text"),
        ("!!python/name:os.system x", "1:1: the tag '!!python/name:os.system' is not allowed", None),
        ("a: 1\n---\nb: 2\n", "2:1: a second document begins here", "keep one document a file; delete '---'"),
        ("[a, b]: c", "1:1: a key must be plain text", "write one word on the left of ':'"),
        ("? {a: b}\n: c", "1:3: a key must be plain text", None),
        ("a:\n\tb: 1\n", "2:1: a tab is used for indentation", "use spaces; YAML does not allow tabs there"),
        ("a: |\n  b\n\tc: 1\n", "3:1: a tab is used for indentation", None),
    ):
        (found,) = problems(text)

        assert str(found).startswith(f"{ADA}:{problem}")
        assert found.hint == hint or hint is None


def test_what_is_no_yaml_is_explained_in_plain_words() -> None:
    for text, place, message in (
        ("a: Notes: on the engine", (1, 9), "unexpected ':'; quote the value if it contains ': '"),
        ("a: @b", (1, 4), "no text can begin with this sign"),
        ("a: 1\nb: [c\n", (3, 1), "a comma or a closing bracket is missing in what begins on line 2"),
        ("a: 1\nb: 'c\n", (3, 1), "the text that is quoted from line 2 on does not end"),
        ("a: 1\nb\nc: 2\n", (3, 1), "the key on line 2 has no ':'"),
        ("a: 1\nb:\n   - c\n  - d\n", (4, 3), "this does not continue what begins on line 1"),
        ("a: *\n", (1, 5), "did not find expected alphabetic or numeric character while scanning an alias"),
    ):
        (problem,) = problems(text)

        assert (problem.line, problem.column) == place
        assert problem.message == f"this is not YAML: {message}"
        assert problem.hint == "check the indentation, and quote text that holds ': ' or ' #' or starts with a sign"


def test_a_text_that_would_expand_without_bound_is_refused() -> None:
    laughs = ["a0: &a0 [ha, ha]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40))]

    with ends():
        assert len(problems("\n".join(laughs))) == 100


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_nesting_ends_at_24_levels(opened: str, closed: str) -> None:
    assert parse(f"{opened * 24}x{closed * 24}")
    assert [(problem.message, problem.column) for problem in problems(opened * 25 + "x" + closed * 25)] == [
        ("the document is nested deeper than 24 levels", len(opened) * 24 + 1)
    ]
    (problem,) = problems(f"a: 1\nb:\n  {opened * 100_000}")  # libyaml may end before our check sees anything
    assert str(problem) == f"{ADA}:3:{len(opened) * 23 + 3}: the document is nested deeper than 24 levels"
    assert problem.hint == "flatten it"


def test_control_characters_are_refused_with_their_place() -> None:
    for character in ("\0", "\x1b", "\x7f", "\ufffe"):
        (problem,) = problems(f"name: {'é' * 50}\nsummary: a{character}b\n\n\n")

        assert str(problem) == f"{ADA}:2:11: the character U+{ord(character):04X} is not allowed in YAML"
        assert problem.hint == "delete the invisible character"


def test_entries_of_top_level_lists_know_their_lines() -> None:
    assert strict_yaml.parse(SECTIONS, ADA).spans == {
        ("positions", 0): (3, 7),
        ("positions", 1): (8, 8),
        ("publications", 0): (10, 11),
        ("publications", 1): (11, 11),
        ("publications", 2): (12, 13),
        ("skills", 0): (17, 17),
        ("skills", 1): (19, 21),
        ("skills", 2): (22, 23),
        ("skills", 3): (24, 24),
        ("skills", 4): (25, 26),
    }


def test_a_place_or_its_nearest_parent_is_found() -> None:
    for loc, place in (
        ((), (1, 1)),
        (("positions",), (2, 1)),
        (("positions", 1), (8, 3)),
        (("positions", 0, "summary"), (4, 3)),
        (("publications", 0, "year"), (11, 4)),
        (("publications", 2, 1), (13, 4)),
        (("skills", 4, 1), (26, 7)),
        (("contact", "email", 0), (28, 19)),
        (("contact", "phone"), (28, 1)),
        (("positions", 7, "role"), (2, 1)),
        (("nothing", 1, "here"), (1, 1)),
    ):
        assert strict_yaml.parse(SECTIONS, ADA).nearest(loc).place == place


def test_a_file_in_another_encoding_or_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    for contents, line, message in (
        ("name: Ada\nsummary: Café\n".encode("latin-1"), 2, "byte 0xe9 is not UTF-8"),
        ("name: Ada\n".encode("utf-16"), 1, "byte 0xff is not UTF-8"),
    ):
        path.write_bytes(contents)

        with pytest.raises(ReadError) as refused:
            strict_yaml.read_text(path)
        assert refused.value.problems == (Problem(message, path, line, hint="save the file as UTF-8"),)
    path.write_text("#" * 1_001)
    assert strict_yaml.read_text(path, limit=1_001) == "#" * 1_001
    with pytest.raises(ReadError, match=r"the file has 1,001 bytes; at most 1,000 are read"):
        strict_yaml.read_text(path, limit=1_000)


def test_what_is_no_readable_file_is_an_error_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"missing\.yaml: cannot be read: No such file or directory"):
        strict_yaml.read_text(tmp_path / "missing.yaml")
    with pytest.raises(ReadError, match=r"cannot be read: Is a directory"):
        strict_yaml.read_text(tmp_path)


PRINTABLE = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=20)
NESTED = st.recursive(
    PRINTABLE | st.integers() | st.booleans() | st.none() | st.dates(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PRINTABLE, inner, max_size=4),
    max_leaves=12,
)


def as_text(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_text(entry) for entry in data]
    if isinstance(data, bool):
        return str(data).lower()
    return None if data is None else str(data)


@pytest.mark.thorough
@given(NESTED, st.booleans())
def test_what_others_write_is_read_with_its_scalars_as_text(data: Any, flow: bool) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow, sort_keys=False, width=10_000)

    assert parse(text) == as_text(data)


@given(st.text() | st.text(st.sampled_from("ab:-?[]{},&*!|>'\"%@`#~ \t\n\x85\ufeff"), max_size=60))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        spans = strict_yaml.parse(text, ADA).spans
    except ReadError as error:
        lines = [problem.line or 0 for problem in error.problems]
    else:
        lines = [line for span in spans.values() for line in span]

    assert all(1 <= line <= len(text) + 1 for line in lines)


@given(contents=st.binary(max_size=40))
@example(contents=b"\xef")
def test_any_bytes_are_a_text_or_refused(tmp_path_factory: pytest.TempPathFactory, contents: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(contents)
    try:
        expected = contents.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        with pytest.raises(ReadError, match=r"byte 0x[0-9a-f]{2} is not UTF-8"):
            strict_yaml.read_text(path)
    else:
        assert strict_yaml.read_text(path) == expected
