"""The first page: numbers that are those of queries, and a face for any graph."""

import re
from pathlib import Path

from kg.site.members import members
from kg.site.site import Site
from kg.site.views import landing
from kg.site.views.landing import overview
from kg.store.release import Release
from tests.support.site_pages import PEOPLE, THESAURUS, html, links, site_of, texts

DATASET = """\
<https://kg.example.org/dataset> a void:Dataset ; void:uriSpace "https://kg.example.org/" ; schema:name "{name}" ;
    schema:description "{name}" ; schema:license <javascript:alert(1)> ; schema:publisher ex:publisher .
ex:publisher schema:name "{name}" .
<https://kg.example.org/person/ada> a schema:Person ; schema:name "{name}" ; schema:jobTitle "{name}" .
<https://kg.example.org/source/ada> schema:mainEntity <https://kg.example.org/person/ada> .
<https://kg.example.org/work/notes> a schema:ScholarlyArticle ; schema:name "{name}" ; kg:year 1843 ;
    schema:author <https://kg.example.org/person/ada>, <https://kg.example.org/person/luigi> ;
    kg:authorship <https://kg.example.org/work/notes#author-1> .
<https://kg.example.org/work/notes#author-1> schema:position 1 ; kg:author <https://kg.example.org/person/ada> .
<https://kg.example.org/person/luigi> a schema:Person ; schema:name "{name}" .
"""


def numbers(site: Site) -> dict[str, str]:
    page = html(site, "data/")
    counted = (text.partition(" ") for text in texts(page, ".numbers a"))
    return {kind: number for number, _, kind in counted}


def test_there_is_a_number_for_each_kind_with_a_link(site: Site, release: Release) -> None:
    counts = release.manifest["counts"]

    assert numbers(site) == {
        "People": str(counts["person"]),
        "Works": str(counts["work"]),
        "Organisations": str(counts["organization"]),
        "Venues": str(counts["venue"]),
        "Events": str(counts["event"]),
        "Systems": str(counts["system"]),
        "Courses": str(counts["course"]),
        "Topics": str(counts["topic"]),
    }
    assert links(html(site, "data/"), ".numbers a")[f"{counts['person']} People"] == "../person/"


def test_prized_works_are_chosen_and_each_member_has_one_before_a_second(site: Site) -> None:
    chosen = overview(site.graph).chosen.works
    owners = [next(author.iri for author in work.authors if author.iri in members(site.graph)) for work in chosen]

    assert len(chosen) == 3
    assert sum(bool(work.awards) for work in chosen) >= 2
    assert len(set(owners)) == 3
    assert [work.year for work in chosen] == sorted((work.year for work in chosen if work.year), reverse=True)


def test_few_people_have_their_faces_by_role_and_who_has_none_a_line(site: Site) -> None:
    page = html(site, "")

    assert texts(page, ".faces b") == ["Jiangfei Duan", "Jiamin Li", "Jinliang Wei", "Yinmin Zhong"]
    assert texts(page, ".names b") == ["Shen Li"]
    assert [node.attributes["href"] for node in page.css(".faces a")][1] == "./person/jiamin-li/"
    assert [node.text() for node in page.css(".faces i")] == ["JD", "JL", "JW", "YZ"]
    assert len(page.css(".faces li")[2].css("rect")) == 7  # of the years in which there are works


def test_the_reference_names_publisher_title_release_and_address(site: Site, release: Release) -> None:
    assert landing.sentence(site.graph) == (
        f"The kg developers. Five researchers in machine learning systems. Release {release.path.name}. "
        "https://kg.example.org/."
    )
    assert re.match(r"@misc\{five-researchers-in-machine-learning-sys-\w+,\n", landing.bibtex(site.graph))


def test_bibtex_is_escaped(tmp_path: Path) -> None:
    entry = landing.bibtex(site_of(tmp_path, DATASET.format(name="R&D {100%}")).graph)

    assert r"R\&D" in entry
    assert r"100\%" in entry
    assert entry.count("{") == entry.count("}")


def test_a_foreign_graph_shows_its_classes_with_samples(tmp_path: Path) -> None:
    site = site_of(tmp_path, PEOPLE, THESAURUS)
    page = html(site, "")

    counted = dict(zip(texts(page, ".counts dt"), texts(page, ".counts dd"), strict=True))
    assert counted == {"Triples": "22", "Things": "5", "Classes": "3", "Properties": "12"}
    assert texts(page, ".classes h3") == ["concept 2", "person 2", "concept scheme 1"]
    assert links(page)["Ada Lovelace"] == "./describe/?iri=http%3A%2F%2Fexample.com%2Fada"
    assert {"foaf", "skos"} <= set(texts(page, ".inline code"))


def test_the_navigation_leads_to_no_empty_list(tmp_path: Path, site: Site) -> None:
    assert texts(html(site, ""), "header.site nav a") == ["People", "Publications", "Ask", "Explore", "Data"]
    assert texts(html(site_of(tmp_path, PEOPLE), ""), "header.site nav a") == ["People", "Ask", "Explore", "Data"]


def test_an_empty_graph_has_a_first_page(tmp_path: Path) -> None:
    assert "The graph is empty." in texts(html(site_of(tmp_path, ""), ""), "p")
