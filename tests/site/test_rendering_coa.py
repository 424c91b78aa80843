"""NSF's list of collaborators and other affiliations: who is in it, with which last day."""

import csv
import io
from datetime import date
from pathlib import Path

import pytest

from kg.site.reports.coa import before, collaborators
from kg.site.reports.model import ItemList, ReportDocument, TextTable, text_of
from kg.site.reports.writers import markdown, spreadsheet
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.conftest import Golden
from tests.support.site_pages import site_of

BASE = "http://example.com/"
DAY = date(2024, 5, 15)
PEOPLE = """\
@prefix org: <http://www.w3.org/ns/org#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@base <http://example.com/> .
<person/ada> a schema:Person ; schema:name "Ada Lovelace" ; schema:givenName "Ada" ; schema:familyName "Lovelace" .
<person/zoe> a schema:Person ; schema:name "Zoe Ann Ábel" .
<person/bob> a schema:Person ; schema:name "Bob Zuse" ; schema:affiliation <organization/u> .
<organization/u> schema:name "University of Engines" .
<organization/v> schema:name "Institute of Looms" .
"""


def made(tmp_path: Path, text: str, day: date = DAY) -> ReportDocument:
    return collaborators(site_of(tmp_path, PEOPLE + text, base=BASE).graph, f"{BASE}person/ada", day)


def rows(document: ReportDocument, number: int) -> list[tuple[str, ...]]:
    (table,) = document.sections[number - 1].blocks
    assert isinstance(table, TextTable)
    return list(table.rows)


def notes(document: ReportDocument) -> str:
    (listing,) = document.sections[-1].blocks
    assert isinstance(listing, ItemList)
    return "\n".join(map(text_of, listing.items))


def work(name: str, stated: str, *others: str, status: str = "published") -> str:
    kind = {4: "gYear", 7: "gYearMonth", 10: "date"}.get(len(stated))
    when = f'; schema:datePublished "{stated}"^^xsd:{kind}' if kind else ""
    authors = ", ".join(f"<person/{one}>" for one in ("ada", *others))
    return (
        f'<work/{name}> a schema:ScholarlyArticle ; schema:name "{name}" ; schema:author {authors} ; '
        f"schema:creativeWorkStatus kg:{status} {when} .\n"
    )


def test_the_tables_read_well(golden: Golden, release: Release) -> None:
    graph = Graph(release, Hosting(date="2024-06-01"))

    golden("rendering/coa.md", markdown(collaborators(graph, f"{graph.base}person/jiamin-li", date(2024, 6, 1))))


def test_the_tables_go_into_a_spreadsheet_as_they_are(tmp_path: Path) -> None:
    found = list(csv.reader(io.StringIO(spreadsheet(made(tmp_path, work("notes", "2022", "bob"))))))

    assert found[0] == ["Table 1: your name and affiliations"]
    assert ["A:", "Zuse, Bob", "University of Engines", "", "12/31/2022"] in found


@pytest.mark.parametrize(
    ("stated", "is_in"),
    [
        ("2020-06-15", True),  # 47 months before
        ("2020-05-15", True),  # 48 months before, to the day
        ("2020-05-14", False),  # a day more
        ("2020-05", True),  # the month ends within the window
        ("2020-04", False),  # 49 months before
        ("2020", True),  # the year ends within the window
        ("2019", False),
        ("2024-12", True),  # publication may be later
        ("", True),
    ],
)
def test_works_of_the_last_48_months_count(stated: str, is_in: bool, tmp_path: Path) -> None:
    names = [row[1] for row in rows(made(tmp_path, work("notes", stated, "bob")), 4)]

    assert ("Zuse, Bob" in names) == is_in


@pytest.mark.parametrize(
    ("stated", "last"),
    [("2022", "12/31/2022"), ("2023-02", "2/28/2023"), ("2023-02-07", "2/7/2023"), ("2024", ""), ("", "")],
)
def test_the_last_day_is_that_of_what_is_stated_and_empty_where_it_lasts(
    stated: str, last: str, tmp_path: Path
) -> None:
    assert rows(made(tmp_path, work("notes", stated, "bob")), 4)[0][4] == last


def test_everybody_stands_once_with_the_last_day_of_all_sorted_by_last_name(tmp_path: Path) -> None:
    text = work("notes", "2022", "bob", "zoe") + work("more", "2023", "bob") + work("old", "2011", "bob")

    assert rows(made(tmp_path, text), 4) == [
        ("A:", "Ábel, Zoe A.", "", "", "12/31/2022"),
        ("A:", "Zuse, Bob", "University of Engines", "", "12/31/2023"),
    ]


def test_work_under_review_lasts(tmp_path: Path) -> None:
    text = work("notes", "2022", "bob") + work("new", "", "bob", status="under-review")

    assert rows(made(tmp_path, text), 4)[0][4] == ""


def test_those_who_worked_on_a_system_or_advised_are_collaborators(tmp_path: Path) -> None:
    text = """\
<system/loom> a kg:System ; schema:name "Loom" ; schema:contributor <person/ada>, <person/bob> ;
    schema:endDate "2021"^^xsd:gYear .
<system/old> a kg:System ; schema:name "Old" ; schema:contributor <person/ada>, <person/old> .
<person/ada> org:hasMembership <person/ada#position-1> .
<person/ada#position-1> org:organization <organization/u> ; schema:startDate "2019"^^xsd:gYear ; kg:current true ;
    kg:advisor <person/zoe> .
"""

    assert [row[:2] + row[4:] for row in rows(made(tmp_path, text), 4)] == [
        ("C:", "Ábel, Zoe A.", ""),
        ("C:", "Zuse, Bob", "12/31/2021"),
    ]


def test_a_co_author_is_no_collaborator_besides(tmp_path: Path) -> None:
    text = (
        work("notes", "2022", "bob")
        + """\
<system/loom> a kg:System ; schema:name "Loom" ; schema:contributor <person/ada>, <person/bob> ; kg:current true .
"""
    )

    assert [row[:2] for row in rows(made(tmp_path, text), 4)] == [("A:", "Zuse, Bob")]


def test_doctorates_alone_make_advisors_and_advisees(tmp_path: Path) -> None:
    text = """\
<person/ada> schema:hasCredential <person/ada#degree-1>, <person/ada#degree-2> .
<person/ada#degree-1> schema:educationalLevel kg:doctoral ; kg:advisor <person/bob> .
<person/ada#degree-2> schema:educationalLevel kg:master ; kg:advisor <person/old> .
<person/zoe> schema:hasCredential <person/zoe#degree-1> .
<person/zoe#degree-1> schema:educationalLevel kg:doctoral ; kg:advisor <person/ada> .
"""

    assert rows(made(tmp_path, text), 3) == [
        ("G:", "Zuse, Bob", "University of Engines", ""),
        ("T:", "Ábel, Zoe A.", "", ""),
    ]


def test_affiliations_are_those_of_the_last_12_months(tmp_path: Path) -> None:
    text = """\
<person/ada> org:hasMembership <person/ada#position-1>, <person/ada#position-2> ;
    schema:hasCredential <person/ada#degree-1> .
<person/ada#position-1> org:organization <organization/u> ; schema:startDate "2020"^^xsd:gYear ;
    schema:endDate "2023-06"^^xsd:gYearMonth .
<person/ada#position-2> org:organization <organization/old> ; schema:startDate "2010"^^xsd:gYear ;
    schema:endDate "2023-04"^^xsd:gYearMonth .
<person/ada#degree-1> schema:recognizedBy <organization/v> ; schema:startDate "2021"^^xsd:gYear ; kg:current true .
"""

    assert rows(made(tmp_path, text), 1) == [
        ("", "Lovelace, Ada", "Institute of Looms", ""),
        ("", "Lovelace, Ada", "University of Engines", "6/30/2023"),
    ]


def test_editors_are_those_of_the_last_24_months(tmp_path: Path) -> None:
    text = """\
<person/ada> kg:served <person/ada#service-1>, <person/ada#service-2> .
<person/bob> kg:served <person/bob#service-1> .
<person/ada#service-1> kg:serviceKind kg:editing ; kg:serviceFor <venue/memoirs> ; kg:year 2023 .
<person/ada#service-2> kg:serviceKind kg:editing ; kg:serviceFor <venue/old> ; kg:year 2021 .
<person/bob#service-1> kg:serviceKind kg:editing ; kg:serviceFor <venue/memoirs> ; kg:year 2022 .
<venue/memoirs> schema:name "Memoirs" .
<venue/old> schema:name "Old Memoirs" .
"""

    assert rows(made(tmp_path, text), 5) == [
        ("B:", "", "", "Memoirs", "12/31/2023"),
        ("E:", "Zuse, Bob", "University of Engines", "Memoirs", "12/31/2022"),
    ]


def test_somebody_of_whom_nothing_is_known_has_the_tables_to_fill_in(tmp_path: Path) -> None:
    document = made(tmp_path, "")

    assert [row[0] for number in range(1, 6) for row in rows(document, number)] == ["", "R:", "G:", "A:", "B:"]


def test_the_notes_say_what_was_counted_and_what_is_missing(tmp_path: Path) -> None:
    text = (
        work("notes", "2022", "bob", "zoe") + work("new", "", "bob") + "<person/bob> kg:possiblySameAs <person/zoe> ."
    )
    said = notes(made(tmp_path, text))

    assert "Table 4 goes back 48 months from 5/15/2024, to 5/15/2020" in said
    assert "Works dated by their year alone count to its last day: 1 of 2." in said
    assert "Works without a date count as not finished: 1 of 2." in said
    assert "The graph does not know where 1 of 2 people in table 4 work." in said
    assert "Perhaps one person: Zuse, Bob and Ábel, Zoe A." in said


def test_dates_that_are_none_count_as_unknown(tmp_path: Path) -> None:
    text = '<work/bad> schema:author <person/ada>, <person/bob> ; schema:datePublished "soon" .'

    assert rows(made(tmp_path, text), 4)[0][4] == ""


def test_the_default_day_is_that_of_the_release(release: Release) -> None:
    assert Graph(release, Hosting(date="2024-06-01")).date == "2024-06-01"


@pytest.mark.parametrize(
    ("day", "start"),
    [(date(2024, 2, 29), date(2020, 2, 29)), (date(2023, 2, 28), date(2019, 2, 28)), (date(1, 1, 1), date(1, 1, 1))],
)
def test_months_are_counted_back_to_the_same_day(day: date, start: date) -> None:
    assert before(day, 48).start == start
