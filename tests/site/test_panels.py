import csv
import io
import json
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode

from kg.base.errors import ConfigError, NotFound
from kg.site.grids import Cell, grid, words
from kg.site.panels import MOST, panel
from kg.site.site import Site
from kg.store.graph import ResultTable
from kg.store.questions import read_query
from tests.support.site_pages import html

BASE = "https://kg.example.org/"
JIAMIN = f"{BASE}person/jiamin-li"
WITH_PANEL = """\
#+ summary: Who
#+ parameters:
#+   {name}: {{type: {type}, description: whose, example: Ada}}
#+ panel: {{of: person, title: Who, place: 1}}
SELECT * WHERE {{ VALUES ?{name} {{ UNDEF }} ?{name} ?p ?o }}
"""


@pytest.mark.parametrize("kind", ["person", "thing"])
def test_a_panel_is_declared_in_the_header_of_its_query(kind: str, tmp_path: Path) -> None:
    (tmp_path / "who.rq").write_text(WITH_PANEL.format(name="x", type=kind))

    header = read_query(tmp_path / "who.rq").header

    assert header.panel is not None
    assert (header.panel.of, header.panel.title, header.panel.place) == (("person",), "Who", 1)
    assert header.parameter_for("person") == "x"


def test_a_panel_whose_query_cannot_be_asked_of_its_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "who.rq").write_text(WITH_PANEL.format(name="x", type="work"))

    with pytest.raises(ConfigError, match="the panel of the kind person has no parameter for it") as error:
        read_query(tmp_path / "who.rq")

    assert error.value.problems[0].hint == "add a parameter of the type person or thing"


def test_a_panel_has_no_page_but_that_of_its_query_which_has_all_its_rows(site: Site) -> None:
    page = html(site, "queries/coauthors/", person="jiamin-li")
    rows = panel(site.graph, JIAMIN, "coauthors").table.rows

    assert len(page.css("tbody tr")) == len(rows) > MOST
    with pytest.raises(NotFound):
        site.page("person/jiamin-li/coauthors/", {})


def test_the_files_of_a_panel_hold_its_whole_answer(site: Site) -> None:
    rows = panel(site.graph, JIAMIN, "coauthors").table.rows
    text = site.page("person/jiamin-li/coauthors.csv", {}).body.decode()
    data = json.loads(site.page("person/jiamin-li/coauthors.json", {}).body)

    assert len(list(csv.DictReader(io.StringIO(text)))) == len(rows)
    assert len(data["results"]["bindings"]) == len(rows)


def test_start_and_end_are_one_column_and_empty_columns_none(site: Site) -> None:
    table = ResultTable(
        ("role", "note", "start", "end"),
        ((Literal("R"), None, Literal("2019-05"), Literal("present")), (Literal("S"), None, None, Literal("2020"))),
    )

    shown = grid(site.graph, table)

    assert [heading.text for heading in shown.headings] == ["role", "when"]
    assert shown.rows == ((Cell("R"), Cell("May 2019 – present")), (Cell("S"), Cell("until 2020")))


def test_addresses_are_links_by_the_names_of_their_sites(site: Site) -> None:
    table = ResultTable(
        ("code", "ror"),
        ((Literal("https://github.com/a/b https://example.org/c/"), NamedNode("https://ror.org/03q8dnn23")),),
    )

    code, ror = grid(site.graph, table).rows[0]

    assert [each.label for each in code.addresses] == ["GitHub", "example.org/c"]
    assert [(each.label, each.href) for each in ror.addresses] == [("ROR", "https://ror.org/03q8dnn23")]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Literal("2019-05", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#gYearMonth")), "May 2019"),
        (Literal("2019-08/2019-12"), "Aug 2019 – Dec 2019"),
        (Literal("2019-13"), "2019-13"),
        (Literal("under-review"), "under review"),
        (Literal(True), "yes"),
        (NamedNode("https://kg.example.org/x"), "https://kg.example.org/x"),
        (None, ""),
    ],
)
def test_terms_are_shown_as_people_write_them(term: Literal | NamedNode | None, text: str) -> None:
    assert words(term) == text


def test_a_panel_that_there_is_not_is_not_found_with_those_that_there_are(site: Site) -> None:
    with pytest.raises(NotFound, match="has no panel 'friends'") as error:
        site.page("person/jiamin-li/friends.csv", {})

    assert "publications" in str(error.value.hint)
