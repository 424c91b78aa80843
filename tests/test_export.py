import io
import json
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
from rdflib import Dataset, Graph
from rdflib.compare import isomorphic

from kg.errors import NotFound, QueryError
from kg.export import Excerpt, write
from kg.formats import DATASET_FORMATS, RDF_FORMATS, BlankNode, NamedNode, Triple
from kg.mapping.context import context
from kg.queries import entity
from kg.release import Release
from kg.store import LocalStore
from tests.conftest import Command, Golden

RDFLIB = {
    "turtle": "turtle",
    "jsonld": "json-ld",
    "ntriples": "nt",
    "nquads": "nquads",
    "trig": "trig",
    "rdfxml": "xml",
}


def exported(release: Release, form: str, resource: str = "", *, evidence: bool = False) -> bytes:
    meant = NamedNode(release.base + resource) if resource else None
    out = io.BytesIO()
    write(Excerpt(release.store(), release.base, context(), meant, evidence), form, out)
    return out.getvalue()


def triples(data: bytes, form: str) -> set[Triple]:
    return {quad.triple for quad in pyoxigraph.parse(data, RDF_FORMATS[form])}


@pytest.mark.parametrize("form", RDF_FORMATS)
def test_all_formats_hold_the_default_graph_as_pyoxigraph_reads_them(form: str, release: Release) -> None:
    facts = {
        quad.triple
        for quad in release.store().backend.quads_for_pattern(None, None, None, None)
        if quad.graph_name == pyoxigraph.DefaultGraph()
    }

    assert triples(exported(release, form), form) == facts


@pytest.mark.parametrize("form", RDF_FORMATS)
def test_all_formats_hold_the_same_graph_as_rdflib_reads_them(form: str, release: Release) -> None:
    graph = Dataset() if form in DATASET_FORMATS else Graph()
    graph.parse(data=exported(release, form), format=RDFLIB[form])
    found = Graph()
    found += ((quad[0], quad[1], quad[2]) for quad in graph)
    expected = Graph().parse(data=exported(release, "ntriples"), format="nt")

    assert isomorphic(found, expected)


@pytest.mark.parametrize("form", sorted(DATASET_FORMATS))
def test_with_evidence_an_export_is_the_whole_store(form: str, release: Release) -> None:
    data = exported(release, form, evidence=True)

    assert set(pyoxigraph.parse(data, RDF_FORMATS[form])) == set(release.store().backend)


@pytest.mark.parametrize("form", sorted(RDF_FORMATS.keys() - DATASET_FORMATS))
def test_a_format_for_one_graph_refuses_evidence_with_advice(form: str, release: Release) -> None:
    with pytest.raises(QueryError, match="holds one graph") as error:
        exported(release, form, evidence=True)

    assert error.value.hint == "choose one of jsonld, nquads, trig"


@pytest.mark.parametrize("form", RDF_FORMATS)
def test_exporting_twice_gives_the_same_bytes(form: str, release: Release) -> None:
    assert exported(release, form) == exported(release, form)


@pytest.mark.parametrize("form", RDF_FORMATS)
def test_a_resource_is_exported_with_its_nodes_and_nothing_else(form: str, release: Release) -> None:
    person = f"{release.base}person/jinliang-wei"

    subjects = {
        triple.subject.value
        for triple in triples(exported(release, form, "person/jinliang-wei"), form)
        if isinstance(triple.subject, NamedNode)
    }

    assert person in subjects
    assert len(subjects) > 20
    assert {subject.partition("#")[0] for subject in subjects} == {person}


def test_the_evidence_of_a_resource_goes_with_it(release: Release) -> None:
    quads = list(pyoxigraph.parse(exported(release, "trig", "system/lyra", evidence=True), RDF_FORMATS["trig"]))

    assert {str(quad.graph_name) for quad in quads} == {"DEFAULT", f"<{release.base}graph/evidence>"}


def test_a_resource_that_is_not_there_is_said_to_be_missing(release: Release) -> None:
    with pytest.raises(NotFound, match="person/nobody is not in the graph"):
        exported(release, "turtle", "person/nobody")


def test_nothing_in_a_release_is_a_blank_node(release: Release) -> None:
    for quad in release.store().backend:
        assert not isinstance(quad.subject, BlankNode)
        assert not isinstance(quad.object, BlankNode)


def test_turtle_of_a_person_reads_well(golden: Golden, release: Release) -> None:
    golden("shen-li.ttl", exported(release, "turtle", "person/shen-li").decode())


def test_json_ld_of_a_work_reads_well(golden: Golden, release: Release) -> None:
    title = "SpotServe: Serving Generative Large Language Models on Preemptible Instances"
    work = entity("work", title, release.store().query, release.base)

    golden("spotserve.jsonld", exported(release, "jsonld", work.value.removeprefix(release.base)).decode())


def test_json_ld_nests_the_nodes_of_a_resource_where_they_belong(release: Release) -> None:
    document: dict[str, Any] = json.loads(exported(release, "jsonld", "person/shen-li"))

    assert document["id"] == "person/shen-li"
    assert document["@context"]["@base"] == release.base
    assert len(document["positions"]) == 8
    assert document["positions"][0]["role"] == "Research Assitant"
    assert "graph" not in document


def test_json_ld_names_identifiers_by_their_schemes(release: Release) -> None:
    assert json.loads(exported(release, "jsonld", "person/yinmin-zhong"))["github"] == "https://github.com/PKUFlyingPig"
    assert json.loads(exported(release, "jsonld", "organization/cmu"))["ror"] == "https://ror.org/05x2bcf33"


def test_turtle_writes_any_literal_so_that_it_is_read_back() -> None:
    base = "https://kg.example.org/"
    xsd = "http://www.w3.org/2001/XMLSchema#"
    typed = (
        *(("integer", "7"), ("integer", "+7"), ("decimal", "1"), ("decimal", "0.5"), ("decimal", ".5")),
        *(("boolean", "true"), ("boolean", "1"), ("gYear", "2019"), ("date", "2019-05-17"), ("double", "1E3")),
        ("string", 'a "b" \\ \n\t é'),
    )
    literals = [pyoxigraph.Literal(value, datatype=NamedNode(xsd + kind)) for kind, value in typed]
    literals += [pyoxigraph.Literal("a", language="en"), pyoxigraph.Literal("b", language="de-ch")]
    quads = [
        pyoxigraph.Quad(NamedNode(f"{base}person/a"), NamedNode("https://schema.org/name"), each) for each in literals
    ]
    store = LocalStore.in_memory(quads)
    for form in ("turtle", "jsonld"):
        out = io.BytesIO()

        write(Excerpt(store, base, context()), form, out)

        assert triples(out.getvalue(), form) == {quad.triple for quad in store.backend}


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.ttl", b"@base"), ("a.nt", b"<https"), ("a.jsonld", b"{"), ("a.rdf", b"<?xml"), ("a", b"@base")],
)
def test_the_suffix_of_the_output_names_the_syntax(
    name: str, start: bytes, release: Release, kg: Command, tmp_path: Path
) -> None:
    assert kg("export", "system/lyra", "--release", release.path, "-o", tmp_path / name).code == 0

    assert (tmp_path / name).read_bytes().startswith(start)
