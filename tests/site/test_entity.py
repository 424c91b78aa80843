from itertools import pairwise

import pytest

from kg.site.panels import panel
from kg.site.reports.publications import by_type, by_year, works_of
from kg.site.site import Site
from kg.store.graph import Graph
from kg.store.search.facts import KINDS
from tests.support.released import released
from tests.support.site_pages import html, links, texts, things


def test_the_head_of_a_person_says_who_it_is(site: Site) -> None:
    page = html(site, "person/jiamin-li/")

    assert texts(page, "h1 bdi") == ["Jiamin Li"]
    assert texts(page, "header.entity .also") == ["she/her/hers"]
    assert texts(page, ".role") == ["Ph.D. Candidate (5th year), The University of Texas at Austin"]
    assert texts(page, "header.entity .numbers") == ["8 works, 23 co-authors, 2021–2023"]
    assert "Research interests" in texts(page, ".about dt")


LONG = """\
id: ada-vane
name: Ada Vane
positions:
- organization: Centre for Research and Technology of the Northern Highlands
  role: Postdoctoral fellow
  start: 2001
  end: 2003
- {organization: Loom Institute, role: Professor, start: 2003, end: present}
publications:
- {title: On looms, authors: [Ada Vane], venue: Annals of Looms, year: 2004, volume: "12", issue: "3", pages: 31-39}
- {title: On threads, authors: [Ada Vane], venue: Annals of Looms, year: 2005, article_number: e12}
"""


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(released(tmp_path_factory.mktemp("long"), {"ada-vane": LONG}))


def test_volume_issue_and_pages_are_one_line(long: Site) -> None:
    graph = Graph(long.graph.release)
    lines: dict[str, dict[str, str]] = {}
    for hit in graph.index.best("work", 2):
        page = html(long, graph.path(hit.iri))
        lines |= {hit.name: dict(zip(texts(page, ".about dt"), texts(page, ".about dd"), strict=True))}

    assert lines["On looms"]["Volume, issue, pages"] == "12 (3), 31-39"
    assert lines["On threads"]["Article number"] == "e12"
    assert not {"Volume", "Issue", "Pages"} & lines["On looms"].keys()


def test_works_stand_by_year_with_their_authors_in_order(site: Site) -> None:
    page = html(site, "person/jiamin-li/")

    assert texts(page, ".works .year") == ["2023", "2023", "2022", "2021", "2021"]
    assert texts(page, ".works .by")[3].startswith("Jiamin Li, Yimin Jiang, Yibo Zhu, Cong Wang, Hong Xu")
    assert set(texts(page, ".works .by b")) == {"Jiamin Li"}
    assert "Under revision" in texts(page, ".works .state")
    assert links(page, ".works .at a")["ATC"] == "../../event/usenix-atc-2023/"


def test_open_questions_and_joined_names_give_their_reasons(site: Site) -> None:
    open_one = html(site, "person/hao-zhang-fzbylx/").css("#possible-duplicates li")
    joined = html(site, "person/garth-a-gibson-uoiysf/").css("#joined-names li")

    assert "the name 'hao zhang', which many bear" in " ".join(cell.text() for cell in open_one)
    assert "both are at organization/cmu" in " ".join(cell.text() for cell in joined)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_headings_of_each_page_are_in_order_and_its_parts_named(kind: str, site: Site) -> None:
    for path in [path for path in things(site) if path.startswith(f"{kind}/")][:12]:
        page = html(site, f"{path}/")
        levels = [int(str(node.tag)[1]) for node in page.css("h1, h2, h3, h4")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        ids = [node.attributes["id"] for node in page.css("[id]")]
        assert len(ids) == len(set(ids))
        assert {node.attributes["aria-labelledby"] for node in page.css("[aria-labelledby]")} <= set(ids)
        anchors = {str(node.attributes["href"]) for node in page.css('a[href^="#"]')}
        assert {anchor[1:] for anchor in anchors} <= set(ids)


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """Return a graph of one person, whose entries stand neither by the alphabet nor by the time."""
    return Graph(released(tmp_path_factory.mktemp("listed"), {"ada-lovelace": LISTED}))


LISTED = """\
id: ada-lovelace
name: Ada Lovelace
publications:
- {title: Zebra Looms, authors: [Ada Lovelace], venue: EngineConf, venue_kind: conference, year: 1843}
- {title: Middle Looms, authors: [Ada Lovelace], venue: EngineConf, venue_kind: conference, year: 1843}
- {title: All Looms, authors: [Ada Lovelace], venue: EngineConf, venue_kind: conference, year: 1843}
- {title: A Published One, authors: [Ada Lovelace], venue: EngineConf, venue_kind: conference, status: published}
- {title: A Plain One, authors: [Ada Lovelace]}
- {title: A Preprint, authors: [Ada Lovelace], status: preprint}
- {title: An Accepted One, authors: [Ada Lovelace], status: accepted}
- {title: One in Press, authors: [Ada Lovelace], status: in-press}
- {title: A Submitted One, authors: [Ada Lovelace], status: under-review}
- {title: A Draft, authors: [Ada Lovelace], status: draft}
- {title: A Submitted One of a Year, authors: [Ada Lovelace], status: under-review, year: 1844}
service:
- {role: Reviewer, organization: Weavers, year: 1843}
- {role: Chair, organization: Printers, year: 1843}
- {role: Member, organization: Engineers, year: 1843}
"""
HEADINGS = {
    "In press": ["One in Press"],
    "Accepted": ["An Accepted One"],
    "Under review": ["A Submitted One"],
    "In preparation": ["A Draft"],
    "1844": ["A Submitted One of a Year"],
    "1843": ["Zebra Looms", "Middle Looms", "All Looms"],
    "Undated": ["A Published One", "A Plain One", "A Preprint"],
}


def test_only_what_is_said_to_come_is_to_come_and_works_keep_the_order_of_the_profile(listed: Graph) -> None:
    shown = panel(listed, f"{listed.base}person/ada-lovelace", "publications").works.ordered

    assert [(work.heading, work.title) for work in shown] == [
        (heading, title) for heading, titles in HEADINGS.items() for title in titles
    ]


def test_the_lists_of_documents_have_the_headings_and_the_order_of_the_pages(listed: Graph) -> None:
    cited = works_of(listed, f"{listed.base}person/ada-lovelace")

    grouped = by_year(cited)

    assert [(heading, [each.work.title for each in several]) for heading, several in grouped] == list(HEADINGS.items())
    assert [each.work.title for each in dict(by_type(cited))["Conference papers"]] == HEADINGS["1843"]
