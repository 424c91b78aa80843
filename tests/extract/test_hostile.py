"""Whatever the bytes, extraction ends in time and in bounds, with facts or with an error that says what is wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.support import cv_damage

DOCUMENTS, BATCH = 1_000, 250
MEGABYTES = 1_500
"""Of address space, for the process that reads them one after the other."""


def _read(first: int, last: int) -> list[dict[str, Any]]:
    """Read damaged documents in a process of their own; a hang ends it and is seen as what is missing."""
    command = [sys.executable, "-m", "tests.support.cv_damage", str(first), str(last), str(MEGABYTES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1_800)
    made = [json.loads(row) for row in done.stdout.splitlines()]

    assert len(made) == last - first, f"document {first + len(made)} ended the process: {done.stderr[-2000:]}"
    return made


def _too_slow(report: dict[str, Any]) -> bool:
    allowed = max(cv_damage.LEAST_SECONDS, cv_damage.SECONDS_PER_MB * report["bytes"] / 1e6)
    return bool(report["seconds"] > allowed)


def test_damage_is_the_same_each_time() -> None:
    text = "# Ada Lovelace\n\n- Ada Lovelace. Notes. 1843.\n" * 9

    assert cv_damage.mutate(text, 3) == cv_damage.mutate(text, 3)
    assert len({cv_damage.mutate(text, seed) for seed in range(30)}) > 25


@pytest.mark.thorough
def test_some_damaged_documents_are_read_or_refused() -> None:
    assert [report for report in _read(1, 7) if report["outcome"] not in ("read", "refused")] == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, DOCUMENTS, BATCH))
def test_a_thousand_damaged_documents_are_read_or_refused_in_time(first: int) -> None:
    made = _read(first, first + BATCH)

    assert [report for report in made if report["outcome"] not in ("read", "refused")] == []
    assert [report for report in made if _too_slow(report)] == []


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_a_huge_document_ends_in_time(suffix: str, tmp_path: Path) -> None:
    piece = "- Ada Lovelace and Charles Babbage. A Sketch of Engine {0}. In Proc. of ICML, 2019.\n"
    page = piece.replace("- ", "<li>") if suffix == ".html" else piece
    path = tmp_path / f"cv{suffix}"
    path.write_text("<ul>" * (suffix == ".html") + "".join(page.format(n) for n in range(550_000)), encoding="utf-8")
    (report,) = cv_damage.reports(iter([path]))

    assert report["outcome"] in ("read", "refused")
    assert not _too_slow(report)
