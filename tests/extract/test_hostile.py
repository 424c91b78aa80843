"""Whatever the bytes, extraction ends, and in bounds, with facts or with an error that says what is wrong."""

import contextlib
import json
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.extract.documents.reading import read_text
from kg.extract.extraction import extract, facts_of
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


def test_a_long_line_of_anything_is_read_to_the_end() -> None:
    line = "".join(f"{piece * 4_000}\n" for piece in ("a, ", "( ", "at ", "University of ", "Prof. ", "2019 ; ", "\t"))
    with ends():
        for heading in ("## Education", "## Experience", "I am "):
            list(facts_of(read_text(f"{heading}\n{line}", "cv.md")))


ENTRY = "- Ada Lovelace and Charles Babbage. A Sketch of Engine {0}. In Proc. of ICML, 2019.\n"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("heading", "piece"),
    [("", "a\n"), ("", "- a\n  - b\n"), ("", "|a|b|\n"), ("## Publications\n\n", "A. Day, "), ("", "# a\n"),
     ("## Publications\n\n", ENTRY), ("## Education\n\n", "Ph.D. in "), ("## Experience\n\n", "University of ")],
)  # fmt: skip
def test_finding_facts_takes_work_in_proportion_to_what_is_repeated(heading: str, piece: str) -> None:
    fresh = count(0, 1_000)  # lines that were read before are remembered

    def find(size: int) -> None:
        first = next(fresh)
        text = "".join(piece.format(number) for number in range(first, first + size // len(piece)))
        list(facts_of(read_text(f"# Ada Lovelace\n\n{heading}{text}", "cv.md")))

    linear(find, 4_000 if piece == ENTRY else 1_500)


@pytest.mark.exhaustive
@pytest.mark.parametrize("suffix", [".md", ".html"])
def test_a_huge_document_is_read_or_refused(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"cv{suffix}"
    path.write_text("<ul>" * (suffix == ".html") + "".join(ENTRY.format(number) for number in range(550_000)))
    with contextlib.suppress(ReadError), ends():
        extract([path])
