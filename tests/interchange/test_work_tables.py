"""Tables of works: which column holds what, and what rows say."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.interchange.work_tables import works_of
from kg.profile.drafts.model import Draft
from tests.support import workbooks

ROWS: list[list[str | float]] = [
    ["What the library has published"],
    [],
    ["Titel", "Autoren", "Jahr", "Zeitschrift", "DOI", "Seiten", "Typ", "Kostenstelle"],
    ["Looms as Machines", "Somerville, Mary; Wang, Wei", 2023, "Annals of Weaving", "10.5555/looms", "1-9",
     "Journal article", 4711],
    ["A Thesis on Knots", "Rossi, Carla", 2020, "", "", "", "Doctoral thesis", ""],
    ["n/a", "Nobody, N.", 2021, "", "", "", "", ""],
]  # fmt: skip


def read(path: Path, content: str | bytes) -> Draft:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return works_of(path)


def works(draft: Draft) -> list[dict[str, Any]]:
    return [dict(fact.values) for fact in draft.facts if fact.section == "publications"]


@pytest.mark.parametrize("name", ["works.csv", "works.xlsx", "works.ods"])
def test_rows_become_works_by_the_headers_of_columns(name: str, tmp_path: Path) -> None:
    text = "\n".join(";".join(map(str, row)) for row in ROWS).replace(
        "Somerville, Mary; Wang", '"Somerville, Mary; Wang'
    )
    book: str | bytes = text.replace("Wang, Wei;", 'Wang, Wei";')
    if not name.endswith(".csv"):
        book = (workbooks.xlsx if name.endswith(".xlsx") else workbooks.ods)({"Works": ROWS})
    draft = read(tmp_path / name, book)
    assert works(draft) == [
        {
            "title": "Looms as Machines", "authors": ["Mary Somerville", "Wei Wang"], "year": 2023, "pages": "1–9",
            "venue": "Annals of Weaving", "venue_kind": "journal", "doi": "10.5555/looms",
        },
        {"title": "A Thesis on Knots", "authors": ["Carla Rossi"], "year": 2020, "type": "thesis"},
    ]  # fmt: skip
    assert [fact.quote.lines for fact in draft.facts if fact.section] == [(4, 4), (5, 5)]
    said = [(each.line, each.message) for each in draft.warnings]
    assert (6, "an entry is left out: it has no 'title'") in said
    assert (None, "columns that are not read: 'Kostenstelle'") in said
    assert draft.account == {"works": {"": 2, "see the warnings": 1}}


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Lovelace, Ada", ["Ada Lovelace"]),
        ("Lovelace, Ada & Babbage, Charles", ["Ada Lovelace", "Charles Babbage"]),
        ("Ada Lovelace | Charles Babbage", ["Ada Lovelace", "Charles Babbage"]),
        ("A. Lovelace, C. Babbage und M. Somerville", ["A. Lovelace", "C. Babbage", "M. Somerville"]),
        ("Lovelace, A., Babbage, C., Somerville, M.", ["A. Lovelace", "C. Babbage", "M. Somerville"]),
        ("García Márquez, Gabriel José", ["Gabriel José García Márquez"]),
    ],
)
def test_names_in_a_cell_are_parted(cell: str, people: list[str], tmp_path: Path) -> None:
    assert works(read(tmp_path / "works.tsv", f"Title\tAuthors\nOf Bobbins\t{cell}\n"))[0]["authors"] == people


def test_two_names_are_parted_by_a_comma_where_those_of_other_rows_are(tmp_path: Path) -> None:
    text = "Title,Authors\nOne,'A B, C D'\nTwo,'Ada Lovelace, Charles Babbage, Mary Somerville'\n".replace("'", '"')
    assert works(read(tmp_path / "works.csv", text))[0]["authors"] == ["A B", "C D"]


def test_authors_in_columns_of_their_own_and_others_who_are_not_named(tmp_path: Path) -> None:
    draft = read(tmp_path / "works.csv", "Title,Author 1,Author 2\nOf Bobbins,Ada Lovelace,Babbage et al.\n")
    assert works(draft) == [{"title": "Of Bobbins", "authors": ["Ada Lovelace", "Babbage"], "more_authors": True}]


ZOTERO = (
    '"Key","Item Type","Author","Title","Publication Title","ISBN","Date","Place","Type","Manual Tags",'
    '"Automatic Tags","Editor","Conference Name"\n'
    '"A","journalArticle","Lovelace, Ada; Babbage, Charles","Of Looms","Annals of Looms","","2019-03-02","","",'
    '"a; b","c","",""\n'
    '"B","bookSection","Lovelace, Ada","On Cards","Handbook of Cards","978-3-16-148410-0","2018","London","","","",'
    '"Somerville, Mary",""\n'
    '"C","conferencePaper","Babbage, Charles","Of Cogs","Proceedings of Engines","","2020","","","",'
    '"","","ENG 2020"\n'
    '"D","thesis","Lovelace, Ada","Notes","","","2015","","PhD thesis","","","",""\n'
)


def test_the_export_of_zotero_is_read_with_its_kinds_and_venues_and_what_stands_twice_is_told(tmp_path: Path) -> None:
    draft = read(tmp_path / "zotero.csv", ZOTERO)

    looms, cards, engines, notes = works(draft)
    assert (looms["title"], looms["venue"], looms["venue_kind"]) == ("Of Looms", "Annals of Looms", "journal")
    assert looms["keywords"] == ["a", "b", "c"]
    assert (cards["title"], cards["venue"], cards["type"]) == ("On Cards", "Handbook of Cards", "chapter")
    assert cards["editors"] == ["Mary Somerville"]
    assert (engines["venue"], engines["venue_kind"]) == ("Proceedings of Engines", "conference")
    assert notes["type"] == "thesis"
    told = " ".join(each.message for each in draft.warnings)
    assert "not imported: 'Conference Name' (line 4), 'Type' (line 5)" in told


def test_the_title_of_a_publication_is_that_of_the_work_where_no_other_column_has_it(tmp_path: Path) -> None:
    assert works(read(tmp_path / "works.csv", "Publication title,Year\nOf Looms,1843\n"))[0]["title"] == "Of Looms"


def test_an_arxiv_id_and_a_formula(tmp_path: Path) -> None:
    draft = read(tmp_path / "works.csv", "Title,arXiv,Year\nOf Bobbins,2301.00001,=A1+1\n")
    (work,) = works(draft)
    assert work["arxiv"] == "https://arxiv.org/abs/2301.00001"
    assert "year" not in work
    assert any(each.line == 2 and each.message == "left out: a formula under 'Year'" for each in draft.warnings)


def test_a_table_that_names_no_titles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no column says what the works are called"):
        read(tmp_path / "staff.csv", "Person,E-mail\nAda,ada@example.org\n")


@given(rows=st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=4), max_size=5))
def test_any_table_is_read_or_refused(rows: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("tables") / "works.csv"
    text = "\n".join(",".join(each.replace("\n", " ") for each in row) for row in [["Title", "Authors"], *rows])
    path.write_text(text.encode(errors="replace").decode(), encoding="utf-8")
    with suppress(ReadError):
        works_of(path)
