"""Whatever the bytes, extraction ends, and in bounds, with facts or with an error that says what is wrong."""

import contextlib
import json
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.extract.extraction import extract
from kg.profile.cleaning import clean, clean_drafted
from kg.profile.reviewed import CONTACTS
from tests.conftest import ROOT
from tests.support.damage import damaged
from tests.support.often import often
from tests.support.work import ends, linear

CVS = sorted(path for path in (ROOT / "tests" / "data" / "cvs").iterdir() if path.suffix != ".json")
PRIVATE = ("ada.vane@vane.example", "+44 20 7946 0123", "bo@quist.example", "020 7946 0456", "mina.tarr@tarr.example",
           "030 5550123", "Hafenweg 9", "lise.orme@orme.example", "01 99 00 12 34")  # fmt: skip


@pytest.mark.thorough
@settings(max_examples=often(200))
@given(st.sampled_from(CVS), st.integers(0, 1_000_000))
def test_a_damaged_document_is_read_or_refused_and_tells_no_contact(
    tmp_path_factory: pytest.TempPathFactory, cv: Path, seed: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / cv.name
    path.write_bytes(damaged(cv.read_text("utf-8"), seed))
    with contextlib.suppress(ReadError), ends():
        facts = [fact for fact in extract([path]).facts if not {*CONTACTS} & fact.values.keys()]
        said = [clean({"values": fact.values, "quote": fact.quote.text}, clean_drafted) for fact in facts]
        assert not [each for each in PRIVATE if each in json.dumps(said, ensure_ascii=False)]


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
    with contextlib.suppress(ReadError), ends():
        extract([_long(suffix, 550_000, tmp_path)])
