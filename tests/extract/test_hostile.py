"""Whatever the bytes, extraction ends, and in bounds, with facts or with an error that says what is wrong."""

import contextlib
import json
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.extract.extraction import extract
from tests.conftest import ROOT
from tests.support import cv_damage
from tests.support.work import linear

DOCUMENTS, BATCH = 1_000, 250
SOME = 50
"""Enough for every style and form, and every kind of damage."""
MEGABYTES = 1_500
"""Of address space, for the process that reads them one after the other."""


def _read(first: int, last: int) -> list[dict[str, Any]]:
    """Read damaged documents in a process of their own; a hang ends it and is seen as what is missing."""
    command = [sys.executable, "-m", "tests.support.cv_damage", str(first), str(last), str(MEGABYTES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1_800)
    made = [json.loads(row) for row in done.stdout.splitlines()]

    assert len(made) == last - first, f"document {first + len(made)} ended the process: {done.stderr[-2000:]}"
    return made


@pytest.mark.slow
def test_damaged_documents_are_read_or_refused() -> None:
    assert [report for report in _read(0, SOME) if report["outcome"] not in ("read", "refused")] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, DOCUMENTS, BATCH))
def test_a_thousand_damaged_documents_are_read_or_refused(first: int) -> None:
    assert [report for report in _read(first, first + BATCH) if report["outcome"] not in ("read", "refused")] == []


def _long(suffix: str, entries: int, folder: Path, first: int = 0) -> Path:
    """Write a document of so many publications, numbered from the first."""
    piece = "- Ada Lovelace and Charles Babbage. A Sketch of Engine {0}. In Proc. of ICML, 2019.\n"
    page = piece.replace("- ", "<li>") if suffix == ".html" else piece
    path = folder / f"cv{suffix}"
    text = "".join(page.format(number) for number in range(first, first + entries))
    path.write_text("<ul>" * (suffix == ".html") + text, encoding="utf-8")
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_finding_facts_takes_work_in_proportion_to_the_document(suffix: str, tmp_path: Path) -> None:
    fresh = count(0, 1_000)  # lines that were read before are remembered
    linear(lambda entries: extract([_long(suffix, entries, tmp_path, next(fresh))]), 100)


@pytest.mark.thorough
@pytest.mark.parametrize("piece", ["a\n", "a\n\n", "- a\n  - b\n", "|a|b|\n", "*a ", "[", "# a\n", "A. Day, "])
@pytest.mark.parametrize("heading", ["", "## Publications\n\n", "## Education\n\n"])
def test_finding_facts_takes_work_in_proportion_to_what_is_repeated(heading: str, piece: str, tmp_path: Path) -> None:
    def find(size: int) -> None:
        path = tmp_path / "cv.md"
        path.write_text(f"# Ada Lovelace\n\n{heading}{piece * (size // len(piece))}", encoding="utf-8")
        with contextlib.suppress(ReadError):
            extract([path])

    linear(find, 1_500)


@pytest.mark.exhaustive
@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_a_huge_document_is_read_or_refused(suffix: str, tmp_path: Path) -> None:
    (report,) = cv_damage.reports(iter([_long(suffix, 550_000, tmp_path)]))

    assert report["outcome"] in ("read", "refused")
