from pathlib import Path

import pytest
from pyoxigraph import NamedNode, QuerySolutions
from selectolax.lexbor import LexborHTMLParser

from kg.site.site import Site
from kg.site.views.compare import chain, joint
from kg.store import questions
from kg.store.store import LocalStore
from tests.support.site_pages import html, texts

BASE = "https://kg.example.org/"
JIAMIN, JIANGFEI, SHEN, YINMIN = (
    f"{BASE}person/{slug}" for slug in ("jiamin-li", "jiangfei-duan", "shen-li", "yinmin-zhong")
)
CAREERS = """
PREFIX schema: <https://schema.org/> PREFIX org: <http://www.w3.org/ns/org#>
PREFIX kg: <https://w3id.org/profile-kg/ontology#>
INSERT DATA {{
  <o:1> schema:name "Analytical Engine" .
  <p:ada> org:hasMembership <p:a> . <p:a> org:organization <o:1> ; schema:roleName "Analyst" ; {one} .
  <p:babbage> org:hasMembership <p:b> . <p:b> org:organization <o:1> ; schema:roleName "Head" ; {other} .
}}"""


def compared(site: Site, **parameters: str) -> LexborHTMLParser:
    return html(site, "compare/", **parameters)


def test_without_people_there_is_a_form_that_suggests_them(site: Site) -> None:
    page = compared(site)

    assert texts(page, "h1") == ["Compare two people"]
    assert [node.attributes["name"] for node in page.css("form.compare input")] == ["one", "other"]
    assert ("jiamin-li", "Jiamin Li") in [(o.attributes["value"], o.text()) for o in page.css("datalist option")]
    assert not page.css(".panel")


def test_two_people_are_connected_by_a_chain_of_links(site: Site) -> None:
    page = compared(site, one="jiamin-li", other="jiangfei-duan")

    assert texts(page, "h1") == ["Jiamin Li and Jiangfei Duan"]
    assert texts(page, ".chain .who") == ["Jiamin Li", "Yibo Zhu", "Hao Zhang", "Jiangfei Duan"]
    assert page.css(".chain .who")[0].attributes["href"] == "../person/jiamin-li/"
    assert texts(page, ".chain li:nth-child(3) .through a") == [
        "MuxServe: Flexible Multiplexing for Efficient Multiple LLM Serving"
    ]


def test_what_two_people_share_is_listed(site: Site) -> None:
    page = compared(site, one="jiamin-li", other="yinmin-zhong")

    assert texts(page, "#shared-coauthors li")[0] == "Yibo Zhu 2 with Jiamin Li, 2 with Yinmin Zhong"
    assert texts(page, "#shared-organizations li") == [
        "ByteDance Jiamin Li: Research Intern; Yinmin Zhong: Research Intern; no years in common are known"
    ]


def test_where_nothing_is_shared_the_page_says_so(site: Site) -> None:
    page = compared(site, one="jiamin-li", other="shen-li")

    assert texts(page, "#chain > p") == ["No chain of co-authors leads from one to the other."]
    assert texts(page, "#joint-works > p") == ["They have not written anything together."]


def test_both_careers_stand_under_one_axis(site: Site) -> None:
    page = compared(site, one="jiamin-li", other="yinmin-zhong")

    assert texts(page, ".chart-wide .heading") == ["Jiamin Li", "Yinmin Zhong"]
    assert len(page.css(".chart-wide svg")) == len(page.css(".chart-narrow svg")) == 1


@pytest.mark.parametrize("text", ["jiamin-li", "Jiamin Li", "jiamin li", JIAMIN])
def test_a_person_is_given_by_slug_name_or_iri(text: str, site: Site) -> None:
    assert texts(compared(site, one=text, other="shen-li"), "h1") == ["Jiamin Li and Shen Li"]


def test_an_unknown_name_is_answered_with_those_that_may_be_meant(site: Site) -> None:
    page = compared(site, one="jiamn li", other="shen-li")

    assert texts(page, "[role=alert]") == ["There is no person called jiamn li. Did you mean one of these?"]
    assert page.css("form.compare li a")[0].attributes["href"] == "?one=jiamin-li&other=shen-li"


@pytest.mark.parametrize(
    "text",
    [
        "nobody-at-all",
        "x" * 10_000,
        "javascript:alert(1)",
        "http://[",
        f"{BASE}organization/bytedance",
        "\x00",
        "<script>",
    ],
)
def test_what_names_nobody_is_refused_in_words(text: str, site: Site) -> None:
    page = compared(site, one=text, other="shen-li")

    assert texts(page, "[role=alert]")[0].startswith("There is no person called")
    assert not page.css("main script")


def test_a_person_is_not_compared_with_themselves(site: Site) -> None:
    page = compared(site, one="jiamin-li", other="Jiamin Li")

    assert texts(page, "[role=alert]") == ["Both are the same person: choose another one."]


def test_a_chain_is_shortest_and_its_works_join_neighbours(site: Site) -> None:
    found = chain(site.graph, JIAMIN, JIANGFEI)

    assert len(found.people) == 4
    assert (found.people[0], found.people[-1]) == (JIAMIN, JIANGFEI)
    assert found.works[0] == joint(site.graph, JIAMIN, found.people[1])
    assert chain(site.graph, JIANGFEI, JIAMIN).people[0] == JIANGFEI


@pytest.mark.thorough
def test_a_chain_agrees_with_the_named_query(site: Site) -> None:
    for one, other in [(JIAMIN, JIANGFEI), (JIAMIN, YINMIN), (JIANGFEI, YINMIN)]:
        rows = site.graph.ask("paths", **{"from": NamedNode(one), "to": NamedNode(other)}).rows
        found = chain(site.graph, one, other)

        steps, names = len(found.people) - 1, " – ".join(map(site.graph.label, found.people))
        assert (str(steps), names) in [(step.value, path.value) for step, path in rows]  # type: ignore[union-attr]


def test_a_search_that_is_given_up_is_not_certain(site: Site) -> None:
    assert not chain(site.graph, JIAMIN, JIANGFEI, most=3).is_certain
    assert chain(site.graph, JIAMIN, SHEN).is_certain


@pytest.mark.parametrize(
    ("one", "other", "years"),
    [
        ("kg:startYear 1838 ; kg:endYear 1843", "kg:startYear 1840 ; kg:endYear 1850", ("1840", "1843")),
        ("kg:startYear 1838 ; kg:current true", "kg:startYear 1840 ; kg:current true", ("1840", "present")),
        ("kg:startYear 1838 ; kg:endYear 1839", "kg:startYear 1840 ; kg:current true", (None, None)),
        ("kg:startYear 1841", "kg:startYear 1840 ; kg:endYear 1842", ("1841", "1841")),
        ("kg:endYear 1843", "kg:startYear 1840 ; kg:endYear 1842", (None, None)),
    ],
)
def test_years_in_common_are_those_that_both_spans_have(
    one: str, other: str, years: tuple[str | None, str | None], tmp_path: Path
) -> None:
    store = LocalStore.in_memory()
    store.backend.update(CAREERS.format(one=one, other=other))
    sparql = questions.find_query("shared-organizations").bind(
        {"person": NamedNode("p:ada"), "other": NamedNode("p:babbage")}
    )

    answer = store.query(sparql)

    assert isinstance(answer, QuerySolutions)
    assert [tuple(row[name] and row[name].value for name in ("from", "until")) for row in answer] == [years]
