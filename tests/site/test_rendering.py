"""Documents made out of the graph: CVs, lists of publications, bibliographies."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import Literal

from kg.base.reporting import clean
from kg.interchange.formats import read
from kg.site.reports.citing import Cited, citation, plain_style
from kg.site.reports.cv import curriculum_vitae
from kg.site.reports.model import DatedItems, ItemList, ReportDocument, ReportSection, text_of
from kg.site.reports.publications import bibliography, publication_list, works_of
from kg.site.reports.writers import html, markdown
from kg.site.works import works_on_page
from kg.store.columns import value
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.conftest import Command, Golden
from tests.support.released import released
from tests.support.site_pages import site_of

PEOPLE = ("jiamin-li", "jiangfei-duan", "jinliang-wei", "shen-li", "yinmin-zhong")
BASE = "http://example.com/"
ADA = """\
@prefix org: <http://www.w3.org/ns/org#> .
@base <http://example.com/> .
<person/ada> a schema:Person ; schema:name "Ada Lovelace" ; schema:givenName "Ada" ; schema:familyName "Lovelace" .
<person/mary> a schema:Person ; schema:name "Mary Ann Somerville" .
"""
WORK = """\
<work/notes> a schema:{type} ; schema:name "Notes on the Engine" ; schema:author <person/ada>, <person/mary> ;
    kg:authorship <work/notes#author-1>, <work/notes#author-2> {more} .
<work/notes#author-1> schema:position 1 ; kg:author <person/ada> ; kg:nameAsWritten "Ada Lovelace" .
<work/notes#author-2> schema:position 2 ; kg:author <person/mary> ; kg:nameAsWritten "Mary Ann Somerville" .
<event/e-1843> schema:name "ENG 1843" ; schema:superEvent <venue/eng> ; kg:year 1843 ; kg:acceptanceRate 0.184 .
<venue/eng> a schema:EventSeries ; schema:name "Conference on Engines" ; kg:acronym "ENG" .
<venue/memoirs> a schema:Periodical ; schema:name "Memoirs" .
"""
AT_CONFERENCE = "; kg:year 1843 ; kg:presentedAt <event/e-1843> ; schema:creativeWorkStatus kg:published"
IN_JOURNAL = "; kg:year 1843 ; schema:isPartOf <venue/memoirs> ; schema:creativeWorkStatus kg:published"
TO_APPEAR = "; schema:isPartOf <venue/memoirs> ; schema:creativeWorkStatus kg:accepted"
UNDER_REVIEW = "; schema:creativeWorkStatus kg:under-review"
PREPRINT = "; kg:year 1843 ; schema:creativeWorkStatus kg:preprint ; schema:sameAs <https://arxiv.org/abs/1843.00001>"
AUTHORS = "Ada Lovelace and Mary Ann Somerville"
EDITION = "Conference on Engines (ENG 1843)"


@pytest.fixture(scope="module")
def graph(release: Release) -> Graph:
    """Return the sample as it is on a day that stays the same."""
    return Graph(release, Hosting(date="2024-06-01"))


def person(graph: Graph, slug: str) -> str:
    return f"{graph.base}person/{slug}"


def made_cv(graph: Graph, slug: str, **options: Any) -> ReportDocument:
    return curriculum_vitae(graph, person(graph, slug), **{"since": None, "style": plain_style} | options)


def graph_of(tmp_path: Path, text: str) -> Graph:
    return site_of(tmp_path, ADA + text, base=BASE).graph


def cited(tmp_path: Path, more: str, type_: str = "ScholarlyArticle") -> str:
    graph = graph_of(tmp_path, WORK.format(type=type_, more=more))
    (work,) = works_on_page(graph, [f"{BASE}work/notes"]).works
    return text_of(citation(Cited(graph, work)))


def titles(document: ReportDocument) -> list[str]:
    return [section.title for section in document.sections]


def items(section: ReportSection) -> list[str]:
    """Return the items of all lists of a section, without their looks."""
    own = [text_of(item) for block in section.blocks if isinstance(block, ItemList) for item in block.items]
    return own + [item for part in section.parts for item in items(part)]


def heads(section: ReportSection) -> list[str]:
    return [text_of(entry.head) for block in section.blocks if isinstance(block, DatedItems) for entry in block.entries]


def test_a_cv_reads_well(golden: Golden, graph: Graph) -> None:
    golden("rendering/cv.md", markdown(made_cv(graph, "jinliang-wei")))


def test_a_list_of_publications_reads_well(golden: Golden, graph: Graph) -> None:
    made = publication_list(graph, person(graph, "yinmin-zhong"), since=None, style=plain_style, grouping="year")

    golden("rendering/publications.md", markdown(made))


def test_a_bibliography_reads_well(golden: Golden, graph: Graph) -> None:
    golden("rendering/works.bib", bibliography(graph, person(graph, "jiamin-li"), "bib"))


@pytest.mark.parametrize("slug", PEOPLE)
def test_a_cv_says_all_that_the_graph_says_in_words_of_a_person(graph: Graph, slug: str) -> None:
    said = html(made_cv(graph, slug))
    unescaped = said.replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&")
    iri = person(graph, slug)
    names = {value(term) for term in graph.values(iri, "schema:award")}  # a line made of what the awards say
    texts = [value(t) for node in nodes(graph, iri) for ts in told(graph, node) for t in ts if is_text(t)]

    assert len(texts) > 20
    assert [text for text in texts if text not in names and clean(text).casefold() not in unescaped.casefold()] == []


def told(graph: Graph, node: str) -> Iterator[Iterable[Any]]:
    """Yield all values of a node but its label, which is made of others."""
    return (terms for key, terms in graph.facts(node).items() if key != "rdfs:label")


def nodes(graph: Graph, iri: str) -> list[str]:
    """Return a person, all nodes of the person, and the works and systems."""
    about = graph.facts(iri)
    own = [value(t) for terms in about.values() for t in terms if value(t).startswith(f"{iri}#")]
    works_ = [each.work.iri for each in works_of(graph, iri)]
    return [iri, *own, *works_]


def is_text(term: Any) -> bool:
    is_plain = isinstance(term, Literal) and term.datatype.value.endswith(("#string", "#langString"))
    return is_plain and not value(term)[:4].isdigit()  # a term or a date


def test_the_sections_of_a_cv_are_those_that_are_asked_for_in_that_order(graph: Graph) -> None:
    made = made_cv(graph, "jiamin-li", only=("publications", "education"))

    assert titles(made) == ["Publications", "Education"]


def test_since_leaves_out_what_ended_before_but_no_studies(graph: Graph) -> None:
    made = {section.title: section for section in made_cv(graph, "jiamin-li", since=2022).sections}

    assert len(heads(made["Education"])) == 3
    assert len(heads(made["Positions"])) == 1
    assert [item for item in items(made["Publications"]) if "2021" in item] == []


def test_whom_a_person_advised_stands_in_the_cv(tmp_path: Path) -> None:
    text = """\
<person/mary> schema:hasCredential <person/mary#degree-1> .
<person/mary#degree-1> a schema:EducationalOccupationalCredential ;
    schema:credentialCategory "Ph.D." ; schema:about "Engines" ; kg:advisor <person/ada> ;
    schema:recognizedBy <organization/u> ; schema:endDate "1843"^^<http://www.w3.org/2001/XMLSchema#gYear> .
<organization/u> schema:name "University of Engines" .
"""
    made = curriculum_vitae(graph_of(tmp_path, text), f"{BASE}person/ada", since=None, style=plain_style)

    assert heads(made.sections[0]) == ["Mary Ann Somerville, Ph.D., Engines, University of Engines"]


def test_private_contacts_stand_in_a_cv_only_if_the_release_holds_them(tmp_path: Path, graph: Graph) -> None:
    public = graph_of(tmp_path, '<person/ada> schema:email "ada@example.org" .')

    assert "ada@example.org" in markdown(curriculum_vitae(public, f"{BASE}person/ada", since=None, style=plain_style))
    assert not [slug for slug in PEOPLE if re.search(r"\S@\S+\.\w", html(made_cv(graph, slug)))]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (AT_CONFERENCE, f"{AUTHORS}. Notes on the Engine. In {EDITION}, acceptance rate 18.4 %."),
        (IN_JOURNAL, f"{AUTHORS}. Notes on the Engine. Memoirs, 1843."),
        (TO_APPEAR, f"{AUTHORS}. Notes on the Engine. Memoirs. To appear."),
        (UNDER_REVIEW, f"{AUTHORS}. Notes on the Engine. Under review."),
        (PREPRINT, f"{AUTHORS}. Notes on the Engine. 1843. Preprint. arXiv:1843.00001"),
    ],
)
def test_a_work_is_cited_as_lists_have_it(more: str, expected: str, tmp_path: Path) -> None:
    assert cited(tmp_path, more) == expected


@pytest.mark.parametrize("slug", [slug for slug in PEOPLE if slug != "shen-li"])
def test_a_bibliography_comes_back_as_the_same_works(graph: Graph, slug: str, tmp_path: Path) -> None:
    file = tmp_path / "works.bib"
    file.write_text(bibliography(graph, person(graph, slug), "bib"), encoding="utf-8")
    back = [dict(fact.values) for fact in read("bibtex", file).facts if fact.section == "publications"]
    expected = {each.work.title: each.work for each in works_of(graph, person(graph, slug))}

    assert {work["title"] for work in back} == set(expected)
    for work in back:
        said = expected[work["title"]]
        names = [author["name"] if isinstance(author, dict) else author for author in work["authors"]]
        assert names == [author.name for author in said.authors]
        assert work.get("year") == said.year


def test_hostile_names_stay_names_in_a_bibliography(tmp_path: Path) -> None:
    title = "}, note = {x} \\input{secret} % @book{a, $x^2$ & #1 ~_"
    quoted = title.replace("\\", "\\\\")
    text = f"""\
<work/bad> a schema:ScholarlyArticle ; schema:name "{quoted}" ; schema:author <person/ada> ;
    kg:authorship <work/bad#author-1> .
<work/bad#author-1> schema:position 1 ; kg:author <person/ada> ; kg:nameAsWritten "Ada and {{others}}" .
"""
    file = tmp_path / "works.bib"
    file.write_text(bibliography(graph_of(tmp_path, text), f"{BASE}person/ada", "bib"), encoding="utf-8")
    (work,) = [dict(fact.values) for fact in read("bibtex", file).facts if fact.section == "publications"]

    assert work["title"] == title
    assert len(work["authors"]) == 1


def test_hostile_data_stay_text_in_all_documents(tmp_path: Path) -> None:
    bad = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"
    text = f"""\
<person/ada> schema:jobTitle "{bad}" ; schema:url <javascript:alert(1)> ; schema:description "{bad}" ;
    schema:sameAs <data:text/html,x> ; schema:skills "=cmd()" .
<work/bad> a schema:ScholarlyArticle ; schema:name "{bad}" ; schema:author <person/ada> ; kg:year "x" ;
    schema:datePublished "yesterday" .
"""
    made = curriculum_vitae(graph_of(tmp_path, text), f"{BASE}person/ada", since=2000, style=plain_style)

    assert "<script" not in html(made)
    assert "javascript:" not in html(made) + markdown(made)
    assert "<img" not in html(made)
    assert "\\<script" in markdown(made)


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (("cv", "Jinliang Wei"), "# Jinliang Wei\n\n*Curriculum vitae*\n"),
        (("cv", "jiamin-li", "--format", "html", "--paper", "letter"), "<!DOCTYPE html>\n"),
        (("cv", "https://kg.example.org/person/shen-li", "--format", "json"), '{\n  "kind": "Curriculum vitae",'),
        (("publications", "jiamin-li", "--by", "type"), "# Jiamin Li\n\n*Publications*\n"),
        (("bibtex", "jiamin-li"), "@article{liu2021bottleneck,\n"),
        (("bibtex", "jiamin-li", "--format", "csl-json"), "[\n"),
    ],
)
def test_documents_go_to_stdout(kg: Command, release: Release, arguments: tuple[str, ...], start: str) -> None:
    code, out, err = kg("render", *arguments, "--release", release.path)

    assert (code, err) == (0, "")
    assert out.replace("\r\n", "\n").startswith(start.replace("\r\n", "\n"))


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("cv", "Jinliang We"), 1, "there is no person called 'Jinliang We'\n\nhint: did you mean 'Jinliang Wei'?"),
        (("cv", "https://kg.example.org/person/nobody"), 1, "https://kg.example.org/person/nobody is not in the graph"),
        (("cv", "shen-li", "--sections", "eduction"), 2, "a CV has no section 'eduction'; did you mean 'education'?"),
        (("cv", "shen-li", "--sections", "x"), 2, "a CV has no section 'x'; there are summary, interests,"),
        (("bibtex", "shen-li"), 1, "nothing found"),
    ],
)
def test_what_cannot_be_made_is_said(
    kg: Command, release: Release, arguments: tuple[str, ...], code: int, said: str
) -> None:
    outcome = kg("render", *arguments, "--release", release.path)

    assert (outcome.code, outcome.out.strip("[]\n")) == (code, "")
    assert said in " ".join(outcome.err.split()) or said in outcome.err


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("start: 2024-09\n  end: 2028\n  expected: true", "Sep 2024 – 2028, expected"),
        ("end: 2028\n  expected: true", "Expected 2028"),
        ("end: 2018", "Until 2018"),
    ],
)
def test_when_a_degree_is_expected_is_said_in_words(stated: str, shown: str, tmp_path: Path) -> None:
    degree = f"- degree: Ph.D.\n  institution: Engine University\n  {stated}\n"
    graph = Graph(released(tmp_path, {"ada": f"id: ada\nname: Ada Lovelace\neducation:\n{degree}"}))

    assert f"({shown})" in markdown(curriculum_vitae(graph, f"{graph.base}person/ada", since=None, style=plain_style))


def test_render_alone_lists_the_documents(kg: Command) -> None:
    code, out, _ = kg("render")

    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[:3]] == ["cv", "publications", "bibtex"]
