"""Whatever cannot be used ends in sentences with a place and advice, and leaves the former release whole."""

import json
import re
import shutil
from pathlib import Path

import pytest

from kg.building import build
from kg.profile.config import read_project
from kg.store.release import open_release
from tests.conftest import ADA, CONFIG, GOLDEN, Command, Outcome
from tests.support.bad_commands import bad_commands
from tests.support.bad_inputs import BUILD, PROFILE, BadInput, bad_inputs, file, sparse
from tests.support.work import ends

EVERY = [*bad_inputs(), *bad_commands()]
MESSAGES = GOLDEN / "bad_input.txt"
UNDERLINE = "=" * 20
PYTHON = re.compile(r"Traceback|pydantic|NoneType|<class|Errno|Value error|Error:|\.py\b|\bdict\b|\bstr\b(?!')")


def sections() -> dict[str, str]:
    """Return the messages that are expected, by the name of the input."""
    text = MESSAGES.read_text(encoding="utf-8") if MESSAGES.exists() else ""
    parts = re.split(rf"^(.+)\n{UNDERLINE}\n", text, flags=re.MULTILINE)
    return {name: message.removesuffix("\n") for name, message in zip(parts[1::2], parts[2::2], strict=True)}


def told(outcome: Outcome, place: Path) -> str:
    """Return what was said, without what differs from run to run."""
    text = outcome.err.replace(str(place), "PROJECT")
    return re.sub(r"(?<=releases/)[0-9a-f]{12}|(?<=[/-])\d{6}\b", lambda found: "#" * len(found[0]), text)


def check(name: str, message: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        found = {**sections(), name: message}
        texts = [f"{case.name}\n{UNDERLINE}\n{found[case.name]}\n" for case in EVERY if case.name in found]
        MESSAGES.write_text("".join(texts), encoding="utf-8")
    assert message == sections()[name]


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with Ada's project and a release of it."""
    root = tmp_path_factory.mktemp("former")
    file("project/kg.yaml", CONFIG)(root)
    file(PROFILE, ADA)(root)
    build(read_project(root / "project"), root / "build")
    return root


@pytest.fixture
def place(former: Path, tmp_path: Path) -> Path:
    """Return a copy of Ada's project and its release, to be spoilt."""
    shutil.copytree(former, tmp_path, symlinks=True, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.thorough
@pytest.mark.parametrize("bad", EVERY, ids=lambda bad: bad.name)
def test_it_is_refused_with_place_and_advice(
    bad: BadInput, place: Path, kg: Command, request: pytest.FixtureRequest
) -> None:
    if not Path(bad.needs).exists():
        pytest.skip(f"the system has no {bad.needs}")
    bad.spoil(place)
    current = (place / "build" / "current").readlink()

    outcome = kg(*bad.command)

    assert outcome.code == bad.code
    assert outcome.out == ""
    assert not PYTHON.search(outcome.err)
    check(bad.name, told(outcome, place), request)
    if bad.keeps_release:
        assert open_release(place / "build").path.resolve() == (place / "build" / current).resolve()
        assert [path.name for path in (place / "build" / "releases").glob(".staging-*")] == []


def test_each_message_is_that_of_an_input() -> None:
    assert list(sections()) == [bad.name for bad in EVERY]


@pytest.mark.thorough
@pytest.mark.parametrize("bad", list(bad_inputs())[::9], ids=lambda bad: bad.name)
def test_validating_refuses_what_building_refuses(bad: BadInput, place: Path, kg: Command) -> None:
    if not Path(bad.needs).exists():
        pytest.skip(f"the system has no {bad.needs}")
    bad.spoil(place)

    outcome = kg("validate", "project")

    assert outcome.code == bad.code
    assert told(outcome, place) == sections()[bad.name]


LAUGHS = [f"  - &l{level} [{', '.join([f'*l{level - 1}'] * 10)}]\n" for level in range(1, 10)]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (sparse(PROFILE, 100 << 20), "the file has 104,857,600 bytes"),
        (sparse(PROFILE, 1 << 40), "the file has 1,099,511,627,776 bytes"),
        (file(PROFILE, f"{ADA}skills:\n  - &l0 ha\n{''.join(LAUGHS)}"), "the alias '*l0' is not allowed"),
        (file(PROFILE, f"{ADA}skills: {'[' * 5_000_000}"), "nested deeper than 24 levels"),
        (file(PROFILE, f"{ADA}skills: {'{a: ' * 1_000_000}"), "nested deeper than 24 levels"),
        (file(PROFILE, "".join(f"k{number}: v\n" for number in range(20_000))), "the key 'k99' is not known"),
    ],
    ids=["100 MB", "1 TB", "billion laughs", "a million lists", "a million mappings", "many unknown keys"],
)
def test_what_would_take_without_end_is_refused(spoil: object, message: str, place: Path, kg: Command) -> None:
    assert callable(spoil)
    spoil(place)

    with ends():
        outcome = kg(*BUILD, "--workers", 1)

    assert outcome.code == 1
    assert message in outcome.err


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf" + ADA.encode(), ADA.replace("\n", "\r\n").encode()],
                         ids=["a byte order mark", "line ends of Windows"])  # fmt: skip
def test_what_editors_add_does_no_harm(content: bytes, place: Path, kg: Command) -> None:
    (place / PROFILE).write_bytes(content)

    outcome = kg(*BUILD)

    assert outcome.code == 0
    assert "?" not in json.dumps(open_release(place / "build").manifest)


def test_hidden_files_are_left_out(place: Path, kg: Command) -> None:
    (place / "project/profiles/.#ada-lovelace.yaml").symlink_to("ada@host.1234")
    (place / "project/profiles/._ada-lovelace.yaml").write_bytes(b"\x00\x05\x16\x07")

    assert kg(*BUILD).code == 0
