import io
import json
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, NamedNode, Triple

from kg.base.errors import QueryError
from kg.site.reports.citing import plain_style
from kg.site.reports.cv import curriculum_vitae
from kg.site.reports.writers import markdown
from kg.store.export.export import Excerpt, write
from kg.store.export.groups import parts
from kg.store.graph import Graph as Pages
from kg.store.questions import entity
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.context import context
from kg.terms.formats import DATASET_FORMATS, RDF_FORMATS, unescaped
from tests.conftest import Golden
from tests.support.released import released

BASE = "https://kg.example.org/"


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


@given(st.text(), st.sampled_from(["en", "de-ch", ""]))
def test_any_literal_is_taken_apart_as_the_engine_wrote_it(text: str, language: str) -> None:
    literal = pyoxigraph.Literal(text, language=language) if language else pyoxigraph.Literal(text)

    escaped, kind = parts(str(literal))

    assert (unescaped(escaped), kind) == (text, f"@{language}" if language else literal.datatype.value)


def written(quads: list[pyoxigraph.Quad], form: str, resource: str | None = None) -> bytes:
    out = io.BytesIO()
    meant = NamedNode(f"{BASE}{resource}") if resource else None
    write(Excerpt(LocalStore.in_memory(quads), BASE, context(), meant), form, out)
    return out.getvalue()


def quad(subject: str, target: NamedNode | pyoxigraph.Literal) -> pyoxigraph.Quad:
    return pyoxigraph.Quad(NamedNode(f"{BASE}{subject}"), NamedNode("https://schema.org/name"), target)


def test_resources_stand_by_kind_and_nodes_by_the_numbers_in_their_names() -> None:
    for form in RDF_FORMATS:
        names = ["person/b", "person/b#a-2", "person/b#a-10", "person/c", "work/a", "work/a#x", "work/a-b", "topic/a"]
        text = written([quad(name, pyoxigraph.Literal(f"<{name}>")) for name in reversed(names)], form)

        places = [
            text.find(f"<{name}>".replace("<", "&lt;").encode() if form == "rdfxml" else f"<{name}>".encode())
            for name in names
        ]

        assert places == sorted(places)


def test_a_node_that_a_text_only_quotes_is_not_exported_with_a_resource() -> None:
    quoted = pyoxigraph.Literal(f"see <x> <{BASE}person/a#note>")
    quads = [quad("person/a", quoted), quad("person/a#note", pyoxigraph.Literal("a note"))]

    assert b"a note" not in written(quads, "turtle", "person/a")


ORDERED = """\
id: ada-lovelace
name: Ada Lovelace
interests: [weaving, arithmetic, music]
skills: [Weaving, Algebra, Latin]
positions:
- role: Engineer
  organization: Engine Works
  start: 1840
  advisors: [Charles Babbage, Augusta Byron]
  highlights: [Wrote the tables, Advised the printers, Built a loom, Advised the weavers]
publications:
- title: Notes
  authors: [Zoe Z, Mary M, Ada Lovelace, B B, C C, D D, E E, F F, G G, H H, A A]
"""


def test_json_ld_lists_what_has_an_order_in_its_order(tmp_path: Path) -> None:
    built = released(tmp_path, {"ada-lovelace": ORDERED})

    person = json.loads(exported(built, "jsonld", "person/ada-lovelace"))
    (work,) = (node for node in json.loads(exported(built, "jsonld"))["graph"] if node.get("title") == "Notes")

    assert [each.removeprefix("topic/") for each in person["interests"]] == ["weaving", "arithmetic", "music"]
    assert person["skills"] == ["Weaving", "Algebra", "Latin"]
    position = person["positions"]
    assert position["highlights"] == [
        "Wrote the tables",
        "Advised the printers",
        "Built a loom",
        "Advised the weavers",
    ]
    assert [each[:13] for each in position["advisors"]] == ["person/charle", "person/august"]
    slugs = [each.removeprefix("person/")[:3] for each in work["authors"]]
    assert slugs == ["z-z", "m-m", "ada", *(f"{letter}-{letter}" for letter in "bcdefgh"), "a-a"]
    assert [each["position"] for each in work["authorship"]] == list(range(1, 12))
    cv_text = markdown(
        curriculum_vitae(Pages(built), f"{built.base}person/ada-lovelace", since=None, style=plain_style)
    )
    wanted = ["Charles Babbage", "Wrote the tables", "Advised the printers", "Built a loom", "Advised the weavers"]
    assert sorted(wanted, key=cv_text.index) == wanted
    assert "Weaving, Algebra, Latin" in cv_text
    assert "weaving · arithmetic · music" in cv_text
