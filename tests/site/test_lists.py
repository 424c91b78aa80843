"""Lists of things for programs: conditions, orders, pages, and what is said of a wrong question."""

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any
from urllib.parse import parse_qsl

import pytest

from kg.base.errors import KgError, NotFound, QueryError
from kg.site.page import PageRequest
from kg.site.views import lists
from kg.store import lists as conditions
from kg.store.graph import Graph
from kg.store.lists import MAX_FILTERS, OPERATORS, PARAMETERS
from kg.store.reconciliation.properties import kinds_of, properties_of
from kg.terms.identifiers import fold
from tests.support.released import released

ADA = """
name: Ada Lovelace
id: ada
contact:
  email: ada@private.example
orcid: 0000-0002-1825-0097
github: ada
interests: [Looms]
positions:
  - {organization: Analytical Society, role: Fellow, start: 1840}
publications:
  - {title: Notes on the Engine, authors: [Ada*, Charles Babbage], year: 1843, status: published}
  - {title: "=1+1", authors: [Mary Somerville, Ada*, Charles Babbage], date: 1843-07, status: published}
  - {title: "Looms | Émile's cards", authors: [Ada*], date: 1850-02-01, keywords: [weaving, cards], status: published}
  - {title: A letter without a date, authors: [Ada*]}
"""
BARE = "name: Mary Somerville\nid: mary\n"
ENGINE, FORMULA, LOOMS, LETTER = "Notes on the Engine", "=1+1", "Looms | Émile's cards", "A letter without a date"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """Return the graph of two people and four works."""
    return Graph(released(tmp_path_factory.mktemp("lists"), {"ada": ADA, "mary": BARE}))


def _asked(graph: Graph, kind: str, query: str, form: str = "json") -> dict[str, Any]:
    fields = parse_qsl(query, keep_blank_values=True)
    return {"kind": kind, "fields": fields, "form": form, "root": "https://kg.example.org/kg/"}


def _list(graph: Graph, kind: str, query: str = "") -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(lists.answer(graph, _asked(graph, kind, query)).body)
    return answered


def _titles(graph: Graph, query: str) -> list[str]:
    return [row["title"] for row in _list(graph, "work", query)["rows"]]


def _csv(graph: Graph, kind: str, query: str = "") -> list[dict[str, str]]:
    text = lists.answer(graph, _asked(graph, kind, query, "csv")).body.decode()
    return list(csv.DictReader(StringIO(text, newline="")))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("title=notes+on+the+engine", [ENGINE]),
        ("title__not=notes+on+the+engine", [FORMULA, LETTER, LOOMS]),
        ("title__contains=%C3%89MILE", [LOOMS]),
        ("title__endswith=engine", [ENGINE]),
        ("year=1843", [FORMULA, ENGINE]),
        ("year__gt=1843", [LOOMS]),
        ("year__gte=1843&year__lt=1850", [FORMULA, ENGINE]),
        ("date__gte=1843-08", [LOOMS, ENGINE]),
        ("date__lte=1850", [FORMULA, LOOMS, ENGINE]),
        ("year__isnull=1", [LETTER]),
        ("year__notnull=1", [FORMULA, LOOMS, ENGINE]),
        ("year__in=1850,1999", [LOOMS]),
        ("authors=mary", [FORMULA]),
        ("authors=https://kg.example.org/person/mary", [FORMULA]),
        ("authors=Somerville,+Mary", [FORMULA]),
        ("authors=nobody", []),
        ("authors__contains=babb&authors__contains=somer", [FORMULA]),
        ("status=published&title__contains=cards", [LOOMS]),
        ("keywords=Cards", [LOOMS]),
        ("_search=not+engine", [ENGINE]),
        ("_sort=title", [FORMULA, LETTER, LOOMS, ENGINE]),
        ("_sort_desc=year", [LOOMS, FORMULA, ENGINE, LETTER]),
        ("_sort=&title=&_search=&_size=2", [FORMULA, LETTER]),
    ],
)
def test_things_are_listed_that_fulfil_all_conditions_in_order(graph: Graph, query: str, found: list[str]) -> None:
    assert _titles(graph, query) == found


def test_fields_of_entries_lead_to_their_person(graph: Graph) -> None:
    named = (
        "positions.organization=Analytical+Society",
        "publications.title__contains=loom",
        "orcid=0000-0002-1825-0097",
    )

    assert [[row["name"] for row in _list(graph, "person", query)["rows"]] for query in named] == [["Ada Lovelace"]] * 3


def test_a_row_has_labels_numbers_and_authors_in_order(graph: Graph) -> None:
    row = _list(graph, "work", "title=%3D1%2B1&_col=authors,year,date,status,keywords,venue,title")["rows"][0]

    assert [author["label"] for author in row["authors"]] == ["Mary Somerville", "Ada Lovelace", "Charles Babbage"]
    assert row["authors"][0]["iri"] == "https://kg.example.org/person/mary"
    assert (row["year"], row["date"], row["keywords"], row["venue"]) == (1843, "1843-07", [], None)
    assert row["status"] == {"iri": "https://w3id.org/profile-kg/ontology#published", "label": "published"}
    assert list(row) == ["iri", "authors", "year", "date", "status", "keywords", "venue", "title"]


def test_a_page_ends_before_it_has_too_many_values(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_VALUES", 2)

    page = _list(graph, "work", "_col=authors")

    assert [len(row["authors"]) for row in page["rows"]] == [3]  # one row, though it alone has more
    assert page["next"] == "https://kg.example.org/kg/api/work.json?_col=authors&_next=1"


def test_csv_holds_the_same_rows_and_no_formula(graph: Graph) -> None:
    rows = _csv(graph, "work", "_col=title,authors,keywords&_sort=title")

    assert [row["title"] for row in rows] == ["'=1+1", LETTER, LOOMS, ENGINE]
    assert rows[0]["authors_label"] == "Mary Somerville|Ada Lovelace|Charles Babbage"
    assert rows[0]["authors"].startswith("https://kg.example.org/person/mary|")
    assert rows[2]["keywords"] == "cards|weaving"


@pytest.mark.parametrize(
    ("kind", "query", "fault", "hint"),
    [
        ("work", "titel=x", "'work' has no field 'titel'", "did you mean 'title'?"),
        ("work", "title__contain=x", "there is no operator 'contain'", "did you mean 'contains'?"),
        ("work", "_sise=3", "there is no parameter '_sise'", "did you mean '_size'?"),
        ("work", "_size=1001", "no number from 0 to 1,000", "_size=100"),
        ("work", "_size=1&_size=2", "given twice", "once"),
        ("work", "year__isnull=0", "takes no value but 1", "the opposite"),
        ("work", "&".join(["title__not=x"] * (MAX_FILTERS + 1)), f"at most {MAX_FILTERS} conditions", "__in"),
        ("work", f"title={'x' * 2001}", "at most 2,000 characters", "__contains"),
        ("person", "contact=ada@private.example", "'person' has no field 'contact'", ""),
    ],
)
def test_a_question_that_means_nothing_is_refused_with_what_was_meant(
    graph: Graph, kind: str, query: str, fault: str, hint: str
) -> None:
    with pytest.raises(QueryError) as refused:
        _list(graph, kind, query)

    assert fault in str(refused.value)
    assert hint in refused.value.hint


def test_a_list_that_takes_too_long_is_given_up(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "MAX_SECONDS", -1.0)

    assert _list(graph, "work")["total"] == 4  # which reads no values
    for query in ("title__contains=never+asked", "authors=ada&_size=3", "_sort_desc=title&_col=year"):
        with pytest.raises(QueryError, match="processor time"):
            _list(graph, "work", query)


@pytest.mark.parametrize(
    "text", ['"} DROP', "\\u0000", "\0", "%", "_", "'", "[", "1e999", "-", "é" * 1000, "\u202e", "\\"]
)
def test_no_text_breaks_a_condition(graph: Graph, text: str) -> None:
    for operator in OPERATORS[:-2]:  # but those that take no text
        for field in ("title", "authors", "year", "date", "status", "url", "doi"):
            fields = [(f"{field}__{operator}", text), ("_search", text)]
            try:
                lists.answer(graph, {"kind": "work", "fields": fields, "form": "json", "root": ""})
            except KgError as error:
                pytest.fail(f"{field}__{operator}={text!r}: {error}")


def test_the_overview_names_all_lists_and_fields(graph: Graph) -> None:
    said = json.loads(lists.overview(graph, PageRequest("api.json")).body)

    def fields(path: str) -> Iterable[str]:
        return properties_of(graph.declaration, path)

    assert [each["kind"] for each in said["kinds"]] == list(kinds_of(graph.declaration))
    assert all(list(each["fields"]) == list(fields(each["kind"])) for each in said["kinds"])
    assert {each["kind"]: each["count"] for each in said["kinds"]}["work"] == 4
    assert "private" not in json.dumps(said)
    assert (tuple(said["operators"]), tuple(said["parameters"])) == (OPERATORS, PARAMETERS)


def test_contacts_are_in_no_list(graph: Graph) -> None:
    for kind in kinds_of(graph.declaration):
        query = f"_col={','.join(properties_of(graph.declaration, kind))}"
        assert "private.example" not in json.dumps(_list(graph, kind, query))
        assert fold("private.example") not in fold(json.dumps(_csv(graph, kind, query)))


@pytest.mark.parametrize("kind", ["source", "nothing", "person/../work", ""])
def test_there_are_lists_of_things_with_names_alone(graph: Graph, kind: str) -> None:
    with pytest.raises(NotFound):
        _list(graph, kind)
