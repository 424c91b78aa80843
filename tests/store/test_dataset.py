"""Any RDF files as a release: what they say, and nothing else, whatever syntax they are in."""

import gzip
from pathlib import Path

import pytest
from pyoxigraph import NamedNode
from rdflib import Dataset, Graph
from rdflib.compare import isomorphic

from kg.base.errors import ReadError
from kg.store import dataset
from kg.store.dataset import of_rdf
from kg.store.export.export import Excerpt, write
from kg.store.release import Release, open_release
from kg.terms.context import context

PEOPLE = """\
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix s: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.com/people/> .
ex:ada a foaf:Person ; foaf:name "Ada Lovelace" ; foaf:knows ex:charles, [ foaf:name "Nobody" ; foaf:knows ex:ada ] ;
    foaf:homepage <https://ada.example.org/> ; s:position 1 ; foaf:age "old"^^xsd:integer ; s:name "Ada"@en-GB ;
    s:description "see <http://schema.org/Person> and \\"quotes\\"" .
ex:charles a foaf:Person ; foaf:name "Charles Babbage" ; s:isPartOf "007"^^xsd:integer .
<http://example.com/#it> <http://example.com/#p> <urn:isbn:1>, "x"^^s:Date .
"""
TRIPLE = "<http://example.com/a> <http://example.com/p> <http://example.com/b> ."
IN_SYNTAXES = {
    "a.ttl": "@prefix ex: <http://example.com/> . ex:a ex:p ex:b .",
    "a.nt": TRIPLE,
    "a.nq": TRIPLE,
    "a.trig": "@prefix ex: <http://example.com/> . { ex:a ex:p ex:b }",
    "a.jsonld": '{"@id": "http://example.com/a", "http://example.com/p": {"@id": "http://example.com/b"}}',
    "a.rdf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.com/">'
    '<rdf:Description rdf:about="http://example.com/a"><ex:p rdf:resource="http://example.com/b"/>'
    "</rdf:Description></rdf:RDF>",
}


def file(path: Path, text: str) -> Path:
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def released(tmp_path: Path, *texts: str, base: str | None = None) -> Release:
    files = [file(tmp_path / f"{number}.ttl", text) for number, text in enumerate(texts)]
    return of_rdf(files, tmp_path / "out", base)


@pytest.mark.thorough
@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("name", IN_SYNTAXES)
def test_each_syntax_is_read(tmp_path: Path, name: str, packed: str) -> None:
    release = of_rdf([file(tmp_path / f"{name}{packed}", IN_SYNTAXES[name])], tmp_path / "out")

    assert [f"{quad} ." for quad in release.store().quads()] == [TRIPLE]
    assert open_release(tmp_path / "out").manifest == release.manifest


def test_schema_org_is_https_in_iris_and_as_written_in_texts(tmp_path: Path) -> None:
    quads = [str(quad) for quad in released(tmp_path, PEOPLE).store().quads()]

    assert not [quad for quad in quads if "<http://schema.org/" in quad and "see <" not in quad]
    assert any('"see <http://schema.org/Person> and \\"quotes\\""' in quad for quad in quads)
    assert any('"x"^^<https://schema.org/Date>' in quad for quad in quads)


def test_blank_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    text = '_:x <http://example.com/name> "{}" .'

    subjects = {quad.subject for quad in released(tmp_path, text.format(1), text.format(2)).store().quads()}

    assert len(subjects) == 2


def test_named_graphs_are_kept(tmp_path: Path) -> None:
    graph = file(tmp_path / "a.trig", "<http://example.com/g> { <http://example.com/a> a <http://example.com/C> }")

    quads = list(of_rdf([graph], tmp_path / "out").store().quads())

    assert [quad.graph_name for quad in quads] == [NamedNode("http://example.com/g")]


def test_an_export_is_served_as_what_it_was_made_from(tmp_path: Path, release: Release) -> None:
    served = of_rdf([release.path / "graph.nq.gz"], tmp_path / "out")

    assert {name: served.manifest[name] for name in ("base", "title", "license", "dump")} == {
        name: release.manifest[name] for name in ("base", "title", "license", "dump")
    }
    assert {kind: served.manifest["counts"].get(kind) for kind in ("person", "work", "quads")} == {
        kind: release.manifest["counts"][kind] for kind in ("person", "work", "quads")
    }


def test_a_given_base_counts_and_completes_relative_iris(tmp_path: Path) -> None:
    text = '<person/ada> <http://example.com/p> <person/bob> . <person/bob> <http://example.com/p> "" .'

    release = released(tmp_path, text, base="https://kg.example.org/")

    assert release.base == "https://kg.example.org/"
    assert release.manifest["counts"] == {"person": 2, "quads": 2}


@pytest.mark.parametrize("space", ["javascript:alert(1)//", "https://kg.example.org/x#", "no iri/"])
def test_a_base_that_is_none_is_not_taken(tmp_path: Path, space: str) -> None:
    text = f'<http://example.com/> <http://rdfs.org/ns/void#uriSpace> "{space}" .'

    assert released(tmp_path, text).base == ""


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["turtle", "jsonld", "ntriples", "rdfxml", "trig", "nquads"])
def test_a_foreign_graph_is_exported_whole_in_each_format(tmp_path: Path, form: str) -> None:
    release = released(tmp_path, PEOPLE)
    with (tmp_path / "export").open("wb") as out:
        write(Excerpt(release.store(), release.base, context()), form, out)

    # The engine reads what Python's library judges: both must agree on what stands in the file.
    name = {"turtle": "ttl", "jsonld": "jsonld", "ntriples": "nt", "rdfxml": "rdf", "trig": "trig", "nquads": "nq"}
    again = of_rdf([(tmp_path / "export").rename(tmp_path / f"export.{name[form]}")], tmp_path / "again")
    assert isomorphic(graph_of(again), graph_of(release))


def graph_of(release: Release) -> Graph:
    quads = Dataset(default_union=True)
    quads.parse(data="".join(f"{quad} .\n" for quad in release.store().quads()), format="nquads")
    graph = Graph()
    for triple in quads.triples((None, None, None)):
        graph.add(triple)
    return graph


def test_a_fault_is_told_with_its_line_and_every_file_with_one(tmp_path: Path) -> None:
    files = [file(tmp_path / "a.ttl", "\n<http://a/> oops .\n"), file(tmp_path / "b.nt.gz", "\n\nnonsense\n")]

    with pytest.raises(ReadError) as caught:
        of_rdf(files, tmp_path / "out")

    assert [(problem.path, problem.line) for problem in caught.value.problems] == [(files[0], 2), (files[1], 3)]
    assert not (tmp_path / "out" / "current").exists()


def test_a_gzip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "_UNSUSPICIOUS", 1 << 20)
    bomb = file(tmp_path / "a.nt.gz", " " * (8 << 20))

    with pytest.raises(ReadError, match="it unpacks to more than 1 MiB"):
        of_rdf([bomb], tmp_path / "out")

    assert sum(path.stat().st_size for path in (tmp_path / "out").rglob("*") if path.is_file()) < 1 << 20


@pytest.mark.parametrize(
    ("name", "content", "message", "hint"),
    [
        ("a.ttl", b"<#me> a <http://example.com/C> .", "", "declare a base in the file, or give one"),
        ("a.jsonld", b'{"@context": "https://example.com/context", "name": "Ada"}', "", "nothing is fetched: put the"),
        ("a.csv", b"", "a.csv: its suffix names no RDF syntax", "name it .ttl, .nt"),
        ("none.ttl", None, "none.ttl: cannot be read", ""),
        ("cut.nt.gz", gzip.compress(TRIPLE.encode(), mtime=0)[:-9], "cannot be unpacked", ""),
    ],
)
def test_what_cannot_be_read_is_told_with_advice(
    tmp_path: Path, name: str, content: bytes | None, message: str, hint: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    with pytest.raises(ReadError) as error:
        of_rdf([tmp_path / name], tmp_path / "out")

    assert message in str(error.value)
    assert (error.value.hint or "").startswith(hint)


def test_without_a_file_or_with_a_base_that_is_none_nothing_is_read(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no file is given"):
        of_rdf([], tmp_path / "out")
    with pytest.raises(ReadError, match="is not a web address"):
        released(tmp_path, PEOPLE, base="kg.example.org")
