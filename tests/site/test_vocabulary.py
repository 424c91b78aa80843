"""The vocabulary of a graph: for people, for the completion of queries, and as VoID."""

import json
from pathlib import Path

import pytest
from pyoxigraph import QuerySolutions
from rdflib import DCTERMS, RDF, VOID, Graph, Literal, URIRef
from rdflib.compare import isomorphic

from kg.site.site import Site
from kg.store.release import Release
from kg.terms.formats import iri_of
from tests.support.site_pages import HOSTILE, html, site_of, texts

KG = "https://w3id.org/profile-kg/ontology#"
SCHEMA = "https://schema.org/"


def described(site: Site, suffix: str = "ttl") -> Graph:
    forms = {"ttl": "turtle", "jsonld": "json-ld", "nt": "nt"}
    return Graph().parse(data=site.page(f"void.{suffix}", {}).body, format=forms[suffix])


def counted(site: Site, pattern: str) -> int:
    return int(str(next(iter(site.graph.select(f"SELECT (COUNT(*) AS ?n) {{ {pattern} }}").rows))[0].value))  # type: ignore[union-attr]


def test_terms_stand_under_anchors_with_label_meaning_and_number(site: Site) -> None:
    page = html(site, "vocabulary/")

    row = texts(page, "#Evidence > *")
    assert row[0].startswith("evidencekg:Evidence")
    assert row[1:] == ["214", "Where a fact stands: the source, the lines, the words, and how sure the reading is."]
    assert page.css_first("#schema-Person") is not None


def test_counts_are_those_of_queries(site: Site) -> None:
    terms = json.loads(site.page("vocabulary.json", {}).body)
    counts = {term["iri"]: term["count"] for term in (*terms["classes"], *terms["properties"])}

    for iri in (f"{SCHEMA}Person", f"{KG}System"):
        assert counts[iri] == counted(site, f"?x a <{iri}>")
    assert counts[f"{SCHEMA}author"] == counted(site, f"?x <{SCHEMA}author> ?y")
    assert counts[f"{KG}supports"] == counted(site, f"GRAPH ?g {{ ?x <{KG}supports> ?y }}")


def test_the_completion_has_every_term_in_use_once(site: Site) -> None:
    terms = json.loads(site.page("vocabulary.json", {}).body)
    answer = site.graph.store.query("SELECT DISTINCT ?p { { ?x ?p ?y } UNION { GRAPH ?g { ?x ?p ?y } } }")

    assert isinstance(answer, QuerySolutions)
    assert {term["iri"] for term in terms["properties"]} == {iri_of(row["p"]) for row in answer}
    assert len(terms["properties"]) == len(site.graph.statistics.properties)
    assert terms["prefixes"]["schema"] == SCHEMA
    assert terms["classes"][0].keys() == {"iri", "name", "label", "comment", "count"}


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", ["jsonld", "nt"])
def test_void_says_the_same_in_each_syntax(site: Site, suffix: str) -> None:
    assert isomorphic(described(site), described(site, suffix))


def test_void_tells_what_the_dataset_is_and_where_it_is_had(site: Site, release: Release) -> None:
    graph, dataset = described(site), URIRef(f"{release.base}dataset")

    assert (dataset, RDF.type, VOID.Dataset) in graph
    assert (dataset, DCTERMS.license, URIRef(str(release.manifest["license"]))) in graph
    assert (dataset, VOID.triples, Literal(release.manifest["counts"]["quads"])) in graph
    assert (dataset, VOID.sparqlEndpoint, URIRef(f"{release.base}sparql")) in graph
    assert (dataset, VOID.dataDump, URIRef(f"{release.base}graph.nq.gz")) in graph
    assert (dataset, VOID.vocabulary, URIRef(SCHEMA)) in graph
    assert (dataset, VOID.exampleResource, URIRef(f"{release.base}person/jiamin-li")) in graph


def test_void_counts_each_class_and_property(site: Site) -> None:
    graph = described(site)

    of_people = next(graph.subjects(VOID["class"], URIRef(f"{SCHEMA}Person")))
    of_authors = next(graph.subjects(VOID.property, URIRef(f"{SCHEMA}author")))
    assert graph.value(of_people, VOID.entities) == Literal(151)
    assert graph.value(of_authors, VOID.triples) == Literal(counted(site, "?x schema:author ?y"))
    assert len(list(graph.objects(None, VOID.propertyPartition))) == len(site.graph.statistics.properties)


def test_an_empty_graph_has_a_vocabulary_page(tmp_path: Path) -> None:
    page = html(site_of(tmp_path, ""), "vocabulary/")

    assert "No node has a class." in texts(page, "p")


@pytest.mark.parametrize(
    "text", ["", HOSTILE, "[] a [ a ex:Class ] .", '_:x void:uriSpace "https://kg.example.org/" .']
)
def test_void_is_valid_whatever_the_graph(tmp_path: Path, text: str) -> None:
    assert len(described(site_of(tmp_path, text))) >= 6
