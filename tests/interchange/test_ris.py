"""RIS and EndNote XML, as databases and reference managers write them."""

from pathlib import Path
from typing import Any

import pytest

from kg.interchange.formats import read
from kg.profile.drafts.model import Draft
from tests.conftest import ROOT
from tests.support.drafts import said

FILES = ROOT / "tests" / "data" / "interchange"


def drafted(form: str, text: str | bytes, folder: Path) -> Draft:
    path = folder / "input"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(form, path)


def works(draft: Draft) -> dict[str, dict[str, Any]]:
    return {fact.values["title"]: dict(fact.values) for fact in draft.facts if fact.section == "publications"}


def test_an_article_of_ris() -> None:
    found = works(read("ris", FILES / "ada.ris"))

    assert found["Notes on the Analytical Engine"] == {
        "title": "Notes on the Analytical Engine",
        "authors": ["Ada Lovelace", "Jörg Müller", {"name": "The Analytical Society", "corporate": True}],
        "venue": "Taylor's Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09-01",
        "volume": "3",
        "issue": "2",
        "pages": "666–731",
        "issn": ["0378-5955"],
        "abstract": "Of the engine that weaves algebraic patterns.",
        "keywords": ["engines", "numbers, Bernoulli"],
        "language": "en",
        "doi": "10.5555/1843.notes",
        "url": "https://ada.example.org/notes",
        "links": [{"label": "PDF", "url": "https://ada.example.org/notes.pdf"}],
    }


def test_books_theses_and_patents_of_ris() -> None:
    found = works(read("ris", FILES / "ada.ris"))
    book, thesis, patent = (found[title] for title in ("Passages", "Engines and Their Notes", "A Barrel"))

    assert (book["publisher"], book["place"], book["page_count"]) == ("Longman", "London", 496)
    assert book["series"] == "Lives of Engineers"
    assert book["isbn"] == ["978-0-306-40615-7"]
    assert (thesis["type"], thesis["institution"]) == ("masters-thesis", "University of Analytics")
    assert (patent["type"], patent["office"], patent["number"]) == ("patent", "GB", "GB 1843/17")


def test_what_a_ris_file_says_in_vain_is_reported_with_its_line() -> None:
    report = said(read("ris", FILES / "ada.ris"))

    assert "1: left out: 'Provider: Archive of Engines', which stands in no record" in report
    assert "26: left out: the ISBN '978-0-306-40615-8' has a wrong checksum" in report
    assert "the record of line 39 does not end" in report
    assert "not imported: 'AD' (line 21), 'N1' (line 36)" in report


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffTY  - JOUR\r\nTI  - Motoren für Zürich\r\nAU  - Lovelace, Ada\r\nER  - \r\n".encode(),
        "TY  - JOUR\rTI  - Motoren für Zürich\rAU  - Lovelace, Ada\rER  - \r".encode("cp1252"),
        "TY  - JOUR\nTI  - Motoren für Zürich\nAU  - Lovelace, Ada\nER  - \n".encode("utf-16"),
        "TY - JOUR\nTI - Motoren\nfür Zürich\nAU - Lovelace, Ada\nER -\n".encode(),
    ],
)
def test_ris_in_any_encoding_and_with_any_ends_of_lines(data: bytes, tmp_path: Path) -> None:
    assert works(drafted("ris", data, tmp_path))["Motoren für Zürich"]["authors"] == ["Ada Lovelace"]


def test_ids_of_ris_are_known_wherever_they_stand(tmp_path: Path) -> None:
    text = (
        "TY  - JOUR\nTI  - T\nDB  - PubMed\nAN  - 31452104\nC2  - PMC6710021\n"
        "UR  - https://arxiv.org/abs/1843.00042 https://ada.example.org/t\nM3  - 10.5555/t\nER  - \n"
    )
    work = works(drafted("ris", text, tmp_path))["T"]

    assert {key: work[key] for key in ("pmid", "pmcid", "arxiv", "doi", "url")} == {
        "pmid": "31452104",
        "pmcid": "PMC6710021",
        "arxiv": "https://arxiv.org/abs/1843.00042",
        "doi": "10.5555/t",
        "url": "https://ada.example.org/t",
    }


def test_what_a_record_of_ris_says_twice_is_reported_and_addresses_in_one_field_are_apart(tmp_path: Path) -> None:
    text = (
        "TY  - JOUR\nTI  - Looms\nT1  - Webstühle\nDO  - 10.5555/a\nDO  - 10.5555/b\nAB  - Of looms.\nN2  - Of cogs.\n"
        "UR  - http://a.example.org/1;http://b.example.org/2\nER  - \n"
    )
    draft = drafted("ris", text, tmp_path)

    assert "not imported: 'T1' (line 3), 'DO' (line 4), 'N2' (line 7)" in said(draft)
    assert works(draft)["Looms"]["url"] == "http://a.example.org/1"
    assert works(draft)["Looms"]["links"] == [{"label": "Page", "url": "http://b.example.org/2"}]


def test_endnote_xml() -> None:
    found = works(read("endnote", FILES / "ada.endnote.xml"))

    assert found["Notes on the Analytical Engine"] == {
        "title": "Notes on the Analytical Engine",
        "authors": ["Ada Lovelace", "Jörg Müller"],
        "venue": "Taylor's Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09-01",
        "volume": "3",
        "issue": "2",
        "pages": "666–731",
        "issn": ["0378-5955"],
        "abstract": "Of the engine that weaves algebraic patterns.",
        "keywords": ["engines", "numbers"],
        "language": "en",
        "doi": "10.5555/1843.notes",
        "pmid": "31452104",
        "url": "https://ada.example.org/notes",
    }
    assert found["Of Barrels"] == {
        "title": "Of Barrels",
        "authors": [{"name": "The Analytical Society", "corporate": True}],
        "type": "report",
        "year": 1844,
        "number": "17",
        "institution": "The Analytical Society",
        "place": "London",
    }


def test_what_no_reader_of_endnote_asks_for_is_reported() -> None:
    report = said(read("endnote", FILES / "ada.endnote.xml"))

    assert "not imported: 'auth-address' (line 32)" in report
    assert "/home/ada" not in report
