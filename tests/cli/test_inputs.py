"""Files that commands are given: what is missing or cannot be read or written is said in a sentence, with code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_extracting import CV
from tests.conftest import Command


@pytest.mark.parametrize(
    "command",
    [
        ("extract", "nosuch.md"),
        ("review", "nosuch.yaml"),
        ("import", "bibtex", "nosuch.bib"),
        ("convert", "nosuch.yaml", "--to", "bibtex"),
    ],
)
def test_a_missing_file_could_not_be_run_on(kg: Command, command: tuple[str, ...]) -> None:
    outcome = kg(*command)

    assert outcome.code == 2
    assert f"error: {command[1] if len(command) != 3 else command[2]}: cannot be read: No such file" in outcome.err
    assert "hint: check the path" in outcome.err


def test_a_pipe_that_nobody_writes_is_refused(kg: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")

    assert "is no regular file" in kg("extract", tmp_path / "pipe.md").err


def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "kg", *arguments]
    return subprocess.run(command, check=False, text=True, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.thorough
def test_a_document_can_come_from_stdin() -> None:
    done = run("extract", "-", input=CV, capture_output=True)

    assert done.returncode == 0
    assert "name: Ada Lovelace" in done.stdout


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a device that is full")
@pytest.mark.parametrize("command", [("extract", "cv.md"), ("query",), ("--help",)])
def test_a_full_device_is_said_in_a_sentence(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "cv.md").write_text(CV)
    with Path("/dev/full").open("w") as full:
        done = run(*command, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path)

    assert done.returncode == 2
    assert "error: stdout cannot be written: No space left on device" in done.stderr


def test_a_web_address_is_to_be_downloaded_first(kg: Command) -> None:
    outcome = kg("extract", "https://ada.example.org/cv.html")

    assert outcome.code == 2
    assert "hint: download it first; the network is not used" in outcome.err
