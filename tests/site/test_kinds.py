"""The pages of works, organisations, venues, events, systems, topics and courses, and what leads to and from them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode

from kg.base.errors import NotFound
from kg.interchange.forms import bibtex
from kg.site.citations import cited
from kg.site.grids import percent
from kg.site.metadata.documents import links as links_of
from kg.site.page import TypedLink
from kg.site.site import Site
from kg.site.works import works_on_page
from tests.support.often import often
from tests.support.site_pages import html, is_harmless, links, site_of, texts

BASE = "https://kg.example.org/"
SPOTSERVE = "work/spotserve-serving-generative-large-language-models-on-3am526"


def work(site: Site, start: str) -> str:
    """Return the path of the one work whose slug begins so, without a slash at the end."""
    (found,) = {
        site.graph.local(str(row[0].value))
        for row in site.graph.select("SELECT ?w { ?w kg:authorship ?a }").rows
        if isinstance(row[0], NamedNode) and row[0].value.startswith(f"{BASE}work/{start}")
    }
    return found


def numbers(site: Site, path: str) -> Mapping[str, str]:
    """Return the numbers in the head of a page, by what they count; that of the years by nothing."""
    (told,) = texts(html(site, f"{path}/"), "header.entity .numbers")
    return {what: number for number, _, what in (each.partition(" ") for each in told.split(", "))}


def facts(site: Site, path: str) -> Mapping[str, str]:
    """Return the lines in the head of a page, by their labels."""
    page = html(site, f"{path}/")
    return dict(zip(texts(page, "dl.about dt"), texts(page, "dl.about dd"), strict=True))


def rows(site: Site, path: str, panel: str) -> list[list[str]]:
    """Return the rows of a panel: what each is, when or how often, and what else is said."""
    found = html(site, f"{path}/").css(f"#{panel} .entries > li")
    return [[" ".join(part.text().split()) for part in row.css(".what, .when, .also > span")] for row in found]


# What pages say


def test_a_work_has_its_authors_in_order_with_marks_of_equal_contribution(site: Site) -> None:
    page = html(site, f"{SPOTSERVE}/")

    assert texts(page, "header.entity .authors") == [
        "Xupeng Miao*, Chunan Shi*, Jiangfei Duan, Xiaoli Xi, Dahua Lin, Bin Cui, Zhihao Jia"
    ]
    assert links(page, ".authors a")["Jiangfei Duan"] == "../../person/jiangfei-duan/"
    assert texts(page, ".side .kind") == ["Article"]
    assert texts(page, "header.entity .award") == ["Distinguished Artifact Award"]
    assert links(page, "header.entity .at a") == {"ASPLOS 2024": "../../event/asplos-2024/"}
    assert links(page, "header.entity .acts a") == {"SpotServe": "../../system/spotserve/"}


def test_a_work_says_how_far_it_has_come_and_how_selective_its_event_was(site: Site) -> None:
    submitted = html(site, f"{work(site, 'adaptive-gating')}/")

    assert texts(submitted, ".side .state") == ["In submission"]
    assert facts(site, work(site, "lyra-elastic"))["Accepted"] == "16.1 % of submissions"
    assert facts(site, "event/eurosys-2023")["Acceptance rate"] == "16.1 %"


def test_authors_stand_with_where_they_were_at_that_time(site: Site) -> None:
    studying, working = (html(site, f"{each}/") for each in (SPOTSERVE, work(site, "managed-comm")))

    assert texts(studying, ".affiliations") == ["Jiangfei Duan: The Chinese University of Hong Kong"]
    assert texts(working, ".affiliations") == ["Jinliang Wei: Carnegie Mellon University, HP Labs"]


def test_an_organisation_shows_its_people_with_their_times(site: Site) -> None:
    page = html(site, "organization/cmu/")
    people = [row[0] for row in rows(site, "organization/cmu", "people-at")]

    assert texts(page, ".side .kind") == ["University"]
    assert {"Jinliang Wei", "Jiangfei Duan"} == set(people)
    assert all(re.search("[0-9]{4}", row[1]) for row in rows(site, "organization/cmu", "people-at"))
    assert numbers(site, "organization/cmu")["people"] == "2"
    assert numbers(site, "organization/cmu")["works"] == str(len(page.css("#works-of-organization ul.works > li")))


def test_an_organisation_leads_to_its_whole_and_its_parts(site: Site) -> None:
    assert facts(site, "organization/cmu-catalyst") == {"Part of": "Carnegie Mellon University"}
    assert links(html(site, "organization/cmu/"), "#parts-of-organization .what a") == {
        "Catalyst, CMU": "../../organization/cmu-catalyst/",
        "Computer Science Department": "../../organization/cmu-computer-department-science-mm2ey4/",
    }


def test_a_talk_leads_to_who_gave_it_and_what_it_was_about(site: Site) -> None:
    found = links(html(site, "event/nvidia-gtc-2022/"), "#talks-of li > p a")

    assert found["Shen Li"] == "../../person/shen-li/"
    assert found["PyTorch FullyShardedDataParallel"] == "../../system/pytorch-fullyshardeddataparallel/"
    talk = next(href for text, href in found.items() if text.startswith("Training a 1 Trillion"))
    assert talk.startswith("../../person/shen-li/#talk-")


# Citations


def test_a_work_is_cited_in_bibtex_which_other_readers_read(site: Site, tmp_path: Path) -> None:
    page = site.page(f"{SPOTSERVE}.bib", {})
    (tmp_path / "cited.bib").write_bytes(page.body)

    (read,) = (
        fact.values for fact in bibtex.FORMAT.read(tmp_path / "cited.bib").facts if fact.section == "publications"
    )

    assert page.media_type == "application/x-bibtex; charset=utf-8"
    assert read["title"] == "SpotServe: Serving Generative Large Language Models on Preemptible Instances"
    assert [str(each) for each in read["authors"]][2:4] == ["Jiangfei Duan", "Xiaoli Xi"]
    assert read["year"] == 2024


OTHERS = """\
<https://kg.example.org/work/one> a schema:Book ; schema:name "A\\n  Book {} \\\\input{x}" ;
    schema:author <https://kg.example.org/person/ada> ; schema:datePublished "long ago" ; kg:year "early" ;
    schema:url <https://example.org/one.PDF>, <javascript:alert(1)> .
<https://kg.example.org/person/ada> schema:name "Ada" ; schema:sameAs <https://orcid.org/0000-0002-1825-0097> .
<https://kg.example.org/work/two> a schema:ScholarlyArticle ; schema:name "Nobody's" .
<https://kg.example.org/system/three> a kg:System ; schema:name "Three" ;
    schema:startDate "2019-05" ; schema:endDate "2021" .
"""


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of a graph that others made, without an order of authors, and with odd values."""
    return site_of(tmp_path_factory.mktemp("others"), OTHERS, base=BASE)


def test_works_of_other_graphs_are_shown_and_cited_as_far_as_they_go(others: Site) -> None:
    page = html(others, "work/one/")
    (item,) = json.loads(others.page("work/one.csl.json", {}).body)

    assert texts(page, "header.entity .authors") == ["Ada"]
    assert texts(page, ".side .kind") == ["Book"]
    assert (item["type"], item["title"], item["author"]) == ("book", "A Book {} \\input{x}", [{"family": "Ada"}])
    assert "issued" not in item
    assert is_harmless(page)


def test_a_work_without_authors_has_a_page_and_no_citation(others: Site) -> None:
    assert not html(others, "work/two/").css(".cite")
    with pytest.raises(NotFound, match=r"the authors of .* are not known"):
        others.page("work/two.bib", {})


# Signposting


def test_a_work_has_the_links_of_signposting(site: Site) -> None:
    found = links_of(site.graph, BASE + SPOTSERVE)

    assert [link.target for link in found if link.rel == "cite-as"] == [BASE + SPOTSERVE]
    assert [link.target for link in found if link.rel == "type"] == [
        "https://schema.org/ScholarlyArticle",
        "https://schema.org/AboutPage",
    ]
    authors = [link.target.removeprefix(f"{BASE}person/") for link in found if link.rel == "author"]
    assert [each.rpartition("-")[0] for each in authors[:3]] == ["xupeng-miao", "chunan-shi", "jiangfei"]
    assert TypedLink(f"{SPOTSERVE}.bib", "describedby", "application/x-bibtex") in found
    assert TypedLink(f"{SPOTSERVE}.csl.json", "describedby", "application/vnd.citationstyles.csl+json") in found


def test_full_texts_and_orcid_ids_are_linked_where_they_are_known(others: Site) -> None:
    found = links_of(others.graph, f"{BASE}work/one")

    assert TypedLink("https://example.org/one.PDF", "item", "application/pdf") in found
    assert TypedLink("https://orcid.org/0000-0002-1825-0097", "author") in found
    assert not [link for link in found if link.target.startswith("javascript:")]


def test_the_set_of_links_says_of_each_document_what_it_belongs_to(others: Site) -> None:
    contexts = {each["anchor"]: each for each in json.loads(others.page("work/one.linkset.json", {}).body)["linkset"]}
    page = {"href": f"{BASE}work/one/", "type": "text/html"}

    assert contexts[f"{BASE}work/one.ttl"]["describes"] == [page]
    assert contexts["https://example.org/one.PDF"]["collection"] == [page]
    assert {"href": f"{BASE}work/one.ttl", "type": "text/turtle"} in contexts[page["href"]]["describedby"]
    assert TypedLink("work/one/", "describes", "text/html") in others.page("work/one.ttl", {}).links


# What data may hold


@pytest.mark.thorough
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=often(20))
@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40))
@example("}{")
@example("\\")
@example(" ")
@example("%")
def test_no_title_breaks_out_of_its_citation(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    site = site_of(tmp_path_factory.mktemp("title"), NAMED.format(json.dumps(title, ensure_ascii=False)), base=BASE)

    (it,) = works_on_page(site.graph, [f"{BASE}work/x"]).works
    text = cited(site.graph, it, "bib").replace(r"\{", "").replace(r"\}", "")

    assert len(json.loads(cited(site.graph, it, "csl.json"))[0]["author"]) == 2
    assert text.startswith("@book{")
    assert text.count("{") == text.count("}")
    assert "\n@" not in text


NAMED = (
    '<https://kg.example.org/work/x> a schema:Book ; schema:name {} ; schema:author [ schema:name "Ada" ], "Charles" .'
)


@pytest.mark.parametrize(("share", "words"), [("0.184", "18.4 %"), ("1", "100 %"), ("nan", "nan %"), ("few", "few")])
def test_shares_are_written_in_hundredths(share: str, words: str) -> None:
    assert percent(share) == words


def test_a_citation_of_nothing_is_not_found(site: Site) -> None:
    with pytest.raises(NotFound):
        site.page("work/no-such-work.bib", {})
    with pytest.raises(NotFound):
        site.page("person/jiamin-li.bib", {})
