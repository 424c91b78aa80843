from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Triple, parse
from selectolax.lexbor import LexborHTMLParser, LexborNode

from kg.site.evidence import CitedEvidence, of_source
from kg.site.site import Site
from kg.store.dataset import of_rdf
from kg.terms.vocabulary import KG, RDF
from tests.conftest import SAMPLE

BASE = "https://kg.example.org/"
JIAMIN = f"{BASE}person/jiamin-li"
PLAIN = CitedEvidence(JIAMIN, f"{BASE}source/x", "x.yaml", "57", "61", "", "", "yaml", "1", "")


@pytest.fixture(scope="module")
def page(site: Site) -> LexborHTMLParser:
    return LexborHTMLParser(site.page("person/jiamin-li/", {}).body.decode())


def attribute(node: LexborNode, name: str) -> str:
    return str(node.attributes[name])


def evidence_for(page: LexborHTMLParser, name: str) -> LexborNode:
    return next(mark for mark in page.css("details.evidence") if f"Evidence for {name}:" in mark.text())


def test_every_entry_and_every_work_has_a_mark(page: LexborHTMLParser) -> None:
    assert evidence_for(page, "Research Intern")
    assert evidence_for(page, "ATC Student Travel Grant")
    for entries in ("#career .lane > li", "#publications .work", "#teaching .entries > li", "#systems .entries > li"):
        found = page.css(entries)
        assert found
        assert all(entry.css("details.evidence.stated") for entry in found)


def test_a_mark_opens_source_lines_and_quote_without_a_script(page: LexborHTMLParser) -> None:
    lina = "Accelerating Distributed MoE Training and Inference with Lina"
    mark = evidence_for(page, lina)
    [link] = mark.css("a")
    lines = (SAMPLE / link.text()).read_text().splitlines()

    assert f"Evidence for {lina}: stated." in mark.text()
    assert "Written in the profile." in mark.text()
    assert [quote.text() for quote in mark.css("blockquote")] == [lina]
    first = int(attribute(link, "href").partition("#L")[2])
    assert lina in lines[first - 1]


def test_the_links_of_evidence_lead_to_lines_of_the_page_of_the_source(site: Site, page: LexborHTMLParser) -> None:
    links = {attribute(link, "href") for link in page.css(".evidence a")}
    assert links

    for href in links:
        path, _, anchor = href.removeprefix("../../").partition("#")
        source = LexborHTMLParser(site.page(path, {}).body.decode())
        assert source.css(f"#{anchor}")


def test_a_system_that_only_a_work_names_has_the_evidence_of_the_work(page: LexborHTMLParser) -> None:
    arlo = "Arlo: Serving Transformer-based Language Models with Dynamic Input Lengths"

    of_work, of_system = (
        [quote.text() for quote in evidence_for(page, name).css("blockquote")] for name in (arlo, "Arlo")
    )

    assert of_system == of_work == [arlo]


def test_a_source_lists_its_evidence_in_the_order_of_its_lines(site: Site) -> None:
    found = of_source(site.graph, f"{BASE}source/jiamin-li", 500)
    page = LexborHTMLParser(site.page("source/jiamin-li/", {}).body.decode())

    assert [int(each.first) for each in found] == sorted(int(each.first) for each in found)
    assert len(page.css(".lines li")) == len(found) > 30


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (PLAIN, "Written in the profile."),
        (replace(PLAIN, reader="markdown"), "Stated in the source."),
        (replace(PLAIN, confidence="0.97"), "Proposed, 0.97; no person has read it yet."),
        (replace(PLAIN, confidence="0.97", status="proposed"), "Proposed, 0.97; no person has read it yet."),
        (replace(PLAIN, confidence="0.97", status="accepted"), "Read by a person, who accepted it."),
        (replace(PLAIN, status="edited"), "Read by a person, who corrected it."),
        (replace(PLAIN, status="rejected"), "Read by a person, who rejected it."),
        (replace(PLAIN, status="on fire"), "on fire"),
    ],
)
def test_how_sure_it_is_is_said_in_words(evidence: CitedEvidence, words: str) -> None:
    assert evidence.surety == words


def _triples(site: Site, path: str) -> list[Triple]:
    found = parse(site.page(path, {}).body, RdfFormat.TURTLE)
    return [quad.triple for quad in found]


def test_a_document_has_evidence_as_triple_terms(site: Site) -> None:
    triples = _triples(site, "person/jiamin-li.evidence.ttl")
    reified = [triple for triple in triples if triple.predicate.value == f"{RDF}reifies"]
    supported = {triple.subject: triple.object for triple in triples if triple.predicate.value == f"{KG}supports"}

    assert site.page("person/jiamin-li.evidence.nt", {}).media_type == "application/n-triples; version=1.2"
    assert set(_triples(site, "person/jiamin-li.ttl")) < set(triples)
    assert {each.object for each in reified} <= set(triples)
    assert {each.subject for each in reified} == set(supported)
    assert all(isinstance(each.object, Triple) and each.object.subject == supported[each.subject] for each in reified)


def test_evidence_of_one_field_is_that_of_its_values(tmp_path: Path) -> None:
    file = tmp_path / "one.nq"
    ada, piece, graph = f"<{BASE}person/ada>", f"<{BASE}evidence/e>", f"<{BASE}graph/evidence>"
    file.write_text(
        f'{ada} <{RDF}type> <https://schema.org/Person> .\n{ada} <https://schema.org/jobTitle> "Analyst" .\n'
        f'{piece} <{KG}supports> {ada} {graph} .\n{piece} <{KG}key> "job_title" {graph} .\n'
    )
    site = Site(of_rdf([file], tmp_path / "released", BASE))

    terms = [each.object for each in _triples(site, "person/ada.evidence.ttl") if isinstance(each.object, Triple)]
    assert [str(each.predicate) for each in terms] == ["<https://schema.org/jobTitle>"]
