"""The query page, the named queries as forms, and the answer as a table without scripts."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions

from kg.base.errors import NotFound
from kg.site.page import PageRequest
from kg.site.site import Site
from kg.site.views import queries as answer_view
from kg.site.views import queries as query_view
from kg.store.graph import Graph
from kg.store.questions import queries
from kg.store.release import Release
from kg.store.search.index import Index
from kg.store.search.writing import write
from kg.store.store import LocalStore


def text_of(site: Site, path: str, **parameters: str) -> str:
    """Return the markup of a page."""
    return site.page(path, parameters).body.decode()


def site_data(page: str) -> dict[str, object]:
    """Return what a page tells its scripts."""
    found = re.search(r'<script type="application/json" id="site">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_without_scripts_the_query_page_is_a_form_that_asks_the_endpoint(site: Site) -> None:
    page = text_of(site, "query/")

    assert '<form id="query-form" action="../sparql" method="post">' in page
    assert '<textarea id="query" name="query"' in page
    assert '<a href="../queries/">' in page


def test_a_query_in_the_address_stands_in_the_field_and_ends_nothing(site: Site) -> None:
    hostile = 'SELECT * { ?s ?p "</textarea><script>alert(1)</script>" }'
    page = text_of(site, "query/", query=hostile)

    assert "<script>alert" not in page
    assert hostile in unescape(page)


def test_the_scripts_know_the_graph_and_read_its_queries_where_they_need_one(site: Site) -> None:
    page = text_of(site, "query/")
    data = site_data(page)

    assert (data["base"], data["root"]) == ("https://kg.example.org/", "../")
    assert len(page) < 20_000
    listed = json.loads(text_of(site, "api/queries.json"))["queries"]
    assert {each["name"] for each in listed} == queries().keys()


def test_each_query_is_a_question_with_a_field_for_each_parameter(site: Site) -> None:
    for name, query in queries().items():
        asked = [piece.name for piece in query_view.pieces(site.graph, query, {}, {}) if not isinstance(piece, str)]

        assert query.header.question, name
        assert query.question.endswith("?"), name
        assert query.header.theme != "more", name
        assert sorted(asked) == sorted(query.header.parameters), name


def test_a_name_that_is_unknown_is_said_above_the_form(site: Site) -> None:
    page = text_of(site, "queries/coauthors/", person="Nobody <b>At</b> All")

    assert 'role="alert"' in page
    assert "Nobody &lt;b&gt;At&lt;/b&gt; All" in page
    assert "<b>At" not in page


@pytest.mark.parametrize(
    ("suffix", "media_type", "beginning"),
    [
        ("csv", "text/csv; charset=utf-8; header=present", b"name,works"),
        ("tsv", "text/tab-separated-values; charset=utf-8", b"?name\t?works"),
        ("json", "application/sparql-results+json", b'{"head"'),
        ("rq", "application/sparql-query; charset=utf-8", b"#+ summary"),
    ],
)
def test_the_answer_is_a_file(site: Site, suffix: str, media_type: str, beginning: bytes) -> None:
    page = site.page(f"queries/coauthors.{suffix}", {"person": "jiamin-li"})

    assert page.media_type == media_type
    assert page.body.startswith(beginning)


def answer(release: Release, sparql: str) -> str:
    """Return the page of an answer, made as the server makes it."""
    result = release.store().query(sparql)
    assert isinstance(result, QuerySolutions | QueryBoolean)
    payload = result.serialize(format=QueryResultsFormat.JSON)
    assert payload
    return answer_view.answer_page(Graph(release), "sparql", sparql, payload).body.decode()


def test_an_answer_without_scripts_is_a_table_with_files(release: Release) -> None:
    page = answer(release, "SELECT ?s ?n { ?s <https://schema.org/name> ?n FILTER(?n = 'Jiamin Li') }")

    assert '<a href="./person/jiamin-li/"><bdi>person/jiamin-li</bdi></a>' in page
    assert '<button name="format" value="csv">' in page
    assert "1 row." in page


def test_hostile_terms_are_text(release: Release) -> None:
    terms = ("<javascript:alert(1)>", '"<img src=x onerror=alert(1)>"@en', "<data:text/html,x>")
    page = answer(release, f"SELECT * {{ VALUES ?x {{ {' '.join(terms)} }} }}")

    assert "<img" not in page
    assert not re.search(r'href="(javascript|data):', page)


def test_yes_and_no_and_nothing_are_words(release: Release) -> None:
    assert ">Yes<" in answer(release, "ASK { ?s ?p ?o }")
    assert ">No<" in answer(release, "ASK { <http://x> ?p ?o }")
    assert "Nothing in the graph answers" in answer(release, "SELECT ?s { ?s <http://x> ?o }")


def test_a_question_stands_there_with_an_answer_before_anything_is_typed(site: Site) -> None:
    page = text_of(site, "queries/")

    assert re.search(r'<p>Who wrote with <input [^>]*value="Jinliang Wei" data-value="jinliang-wei"', page)
    assert page.index("Eric P. Xing") < page.index("Who works together")


def test_a_graph_of_nothing_has_questions_without_an_answer(release: Release, tmp_path: Path) -> None:
    graph = Graph(release)
    graph.store = LocalStore.in_memory([])
    write(graph.store, graph.base, tmp_path / "search.sqlite")
    graph.index = Index.open(tmp_path / "search.sqlite")
    page = query_view.view(graph, PageRequest("queries/")).body.decode()

    assert "Who wrote with <input" in page
    assert 'class="answer"' not in page


def test_without_the_editor_the_page_says_how_to_have_it(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(query_view, "_EDITOR", tmp_path / "yasqe.min.js")
    without = text_of(site, "query/")
    (tmp_path / "yasqe.min.js").touch()
    with_editor = text_of(site, "query/")

    assert "make assets" in without
    assert "yasqe" not in without
    assert '<script src="../assets/vendor/yasqe.min.js" defer></script>' in with_editor
    assert "make assets" not in with_editor


def test_a_query_without_a_chart_has_no_drawing(site: Site) -> None:
    with pytest.raises(NotFound, match="has no chart"):
        site.page("queries/people.svg", {})


def test_numbers_of_an_answer_stand_at_the_right(release: Release) -> None:
    page = answer(release, 'SELECT ?name ?works { VALUES (?name ?works) { ("Ada" 3) ("Li" 4.5) } }')

    assert re.findall(r'<td class="number">([^<]*)</td>', page) == ["3", "4.5"]
    assert re.findall(r'<th scope="col"( class="number")?>', page) == ["", ' class="number"']


def test_long_answers_are_cut_on_the_page_and_say_so(release: Release) -> None:
    page = answer(release, f"SELECT ?s {{ ?s ?p ?o }} LIMIT {answer_view.MAX_ROWS + 1}")

    assert f"{answer_view.MAX_ROWS + 1} rows; the first {answer_view.MAX_ROWS} are shown, the files hold all." in page
    assert page.count("<tr>") == answer_view.MAX_ROWS + 1  # and the heading
