"""Statements of a project's own, in `graph/`: taken in, checked, told."""

from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.building import build
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from kg.site.site import Site
from kg.store.release import Release
from tests.support.site_pages import html, texts
from tests.support.work import ends

pytestmark = pytest.mark.thorough

CONFIG = """\
base: https://kg.example.org/
title: Looms
description: Looms and their people.
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Looms}
"""
PROFILE = """\
id: ada
name: Ada Lovelace
publications: [{title: On looms, authors: [Ada Lovelace, Charles Babbage], year: 1843}]
"""
PREFIXES = """\
@prefix own: <https://example.org/own#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix schema: <https://schema.org/> .
@prefix kg: <https://w3id.org/profile-kg/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


class Told:
    """A project with a file of statements."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "profiles").mkdir(parents=True)
        (root / "graph").mkdir()
        (root / "kg.yaml").write_text(CONFIG)
        (root / "profiles" / "ada.yaml").write_text(PROFILE)

    def state(self, turtle: str, name: str = "own.ttl") -> None:
        (self.root / "graph" / name).write_text(turtle if name.endswith(".nt") else PREFIXES + turtle)

    def build(self, *, keep_going: bool = False, workers: int = 1) -> BuildResult:
        return build(read_project(self.root), self.root / "build", keep_going=keep_going, workers=workers)

    def release(self) -> Release:
        outcome = self.build()
        assert outcome.release is not None, outcome.report
        return outcome.release


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path / "looms")


def rows(release: Release, query: str) -> list[list[str]]:
    answer = release.store().query(f"{PREFIXES.replace('@prefix', 'PREFIX').replace(' .', '')} {query}")
    return sorted([str(getattr(term, "value", term)) for term in row] for row in answer)  # type: ignore[union-attr]


def test_statements_stand_in_the_graph_with_their_source_and_line_as_evidence(told: Told) -> None:
    told.state("<person/ada> own:knows <person/charles-babbage-i5vjr2> .\n")
    release = told.release()

    [[known]] = rows(release, "SELECT ?known { <https://kg.example.org/person/ada> own:knows ?known }")
    assert known == "https://kg.example.org/person/charles-babbage-i5vjr2"
    assert rows(
        release,
        """SELECT ?file ?line { GRAPH ?g { ?e kg:supports <https://kg.example.org/person/ada> ; kg:startLine ?line ;
        <http://www.w3.org/ns/prov#wasDerivedFrom> ?source } ?source schema:name ?file ;
        schema:encodingFormat "text/turtle" ; kg:sha256 ?hash }""",
    ) == [["graph/own.ttl", "6"]]


def test_a_blank_node_has_the_same_iri_in_each_build(told: Told) -> None:
    told.state('<person/ada> own:has [ a own:Loom ; rdfs:label "Loom" ; own:width 3 ] .\n')
    query = "SELECT ?loom ?width { <https://kg.example.org/person/ada> own:has ?loom . ?loom own:width ?width }"

    assert rows(told.release(), query) == [["https://kg.example.org/source/graph-own-ttl#node-1", "3"]]
    (told.root / "profiles" / "bob.yaml").write_text("id: bob\nname: Bob Bobson\n")
    assert rows(told.release(), query) == [["https://kg.example.org/source/graph-own-ttl#node-1", "3"]]


def test_contacts_are_left_out_and_told_with_their_lines(told: Told) -> None:
    told.state(
        "<person/ada> foaf:mbox <mailto:ada@looms.example> ; own:at <mailto:ada2@looms.example> ;\n"
        '  schema:telephone "+44 20 7946 0018" ; own:workPhone "0018" ;\n'
        '  own:note "Write to ada3@looms.example, or call +44 20 7946 0019", "Loom 7" .\n'
    )
    outcome = told.build()
    assert outcome.release is not None

    dump = "".join(f"{quad}\n" for quad in outcome.release.store().quads())
    assert "looms.example" not in dump
    assert "7946" not in dump
    assert "Loom 7" in dump
    assert [(each.line, each.message) for each in outcome.warnings] == [
        (6, "left out: foaf:mbox, private"),
        (6, "left out: https://example.org/own#at, private"),
        (7, "left out: schema:telephone, private"),
        (7, "left out: https://example.org/own#workPhone, private"),
        (8, "left out: https://example.org/own#note, contact or secret in a text"),
    ]
    assert outcome.account["fields"]["left_out"] == 5


@pytest.mark.parametrize(
    ("turtle", "line", "message", "hint"),
    [
        ("<person/ada> own:knows\n<person/bob> own:knows .\n", 7, "this is not Turtle", ""),
        ("<person/ada> kg:advisr <person/ada> .\n", 6, "declares 'kg:advisr'", "did you mean 'kg:advisor'?"),
        ("<person/ada> a kg:Sytem .\n", 6, "declares 'kg:Sytem'", "did you mean 'kg:System'?"),
        ("<work/x> kg:authorship <work/x#author-1> .\n", 6, "'kg:authorship' is what kg works out", "in a profile"),
        ("<work/x#author-1> a kg:Authorship .\n", 6, "'kg:Authorship' is what kg works out", "in a profile"),
        ("<person/ada> <http://purl.org/dc/terms/isReplacedBy> <x:y> .\n", 6, "what kg works out", "in a profile"),
    ],
)
def test_what_cannot_be_used_stops_the_build_with_file_and_line(
    told: Told, turtle: str, line: int, message: str, hint: str
) -> None:
    told.state(turtle)
    with pytest.raises(ReadError) as caught:
        told.build()

    [problem] = caught.value.problems
    assert (problem.path, problem.line) == (told.root / "graph" / "own.ttl", line)
    assert message in problem.message
    assert hint in problem.hint
    outcome = told.build(keep_going=True)
    assert outcome.release is not None
    assert outcome.left_out == [problem]


def test_another_syntax_is_refused_with_what_to_do(told: Told) -> None:
    told.state("", "own.trig")
    with pytest.raises(ReadError, match=r"own.trig: statements are not read from a file that ends in '.trig'"):
        told.build()


def test_an_iri_that_nothing_describes_is_remarked_with_what_was_meant(told: Told) -> None:
    told.state("<person/adda> own:knows <https://example.org/x> .\n")

    [warning] = told.build().warnings
    assert (warning.line, warning.message) == (6, "nothing describes 'person/adda'")
    assert warning.hint == "did you mean 'person/ada'?"


def test_thousands_of_nodes_that_nothing_describes_are_remarked_and_counted(told: Told) -> None:
    told.state("".join(f"<person/nobody-{number}> own:knows <person/ada> .\n" for number in range(3_000)))

    with ends():
        outcome = told.build()
    assert (len(outcome.warnings), outcome.more_warnings) == (1_000, 2_000)
    assert outcome.warnings[0].hint == "did you mean 'person/ada'?" or "rdf:type" in outcome.warnings[0].hint


@pytest.mark.parametrize("opened", ["[ <a:p> ", "( "])
def test_a_file_that_is_nested_without_end_is_refused_with_its_line(opened: str, told: Told) -> None:
    told.state(f"<person/ada> own:knows {opened * 1_000_000}")

    with ends(), pytest.raises(ReadError) as error:
        told.build()
    (problem,) = error.value.problems
    assert (problem.line, problem.message) == (6, "what it says is nested more than 100 levels deep")


def test_a_prefix_that_stands_for_a_megabyte_is_refused_with_its_line(told: Told) -> None:
    told.state(f"@prefix long: <https://example.org/{'a' * 1_000_000}> .\n{'long:a long:b long:c .' * 10_000}")

    with pytest.raises(ReadError, match=r"own\.ttl:6: an IRI for a prefix has more than 300 characters"):
        told.build()


def test_shapes_hold_for_statements_too(told: Told) -> None:
    told.state('<person/ada> schema:name "Another name" .\n')
    outcome = told.build()

    assert outcome.release is None
    assert outcome.report is not None
    assert any("more than one" in result.message for result in outcome.report.results)


def test_a_file_that_changes_or_goes_changes_the_graph(told: Told) -> None:
    query = "SELECT ?x { <https://kg.example.org/person/ada> own:a ?x }"
    told.state("<person/ada> own:a 1 .\n")
    assert rows(told.release(), query) == [["1"]]
    told.state("<person/ada> own:a 2 .\n")
    assert rows(told.release(), query) == [["2"]]
    (told.root / "graph" / "own.ttl").unlink()
    assert rows(told.release(), query) == []


def test_a_property_of_others_stands_on_the_page_of_its_thing(told: Told) -> None:
    told.state('<person/ada> own:mentoredBy <person/charles-babbage-i5vjr2> ; own:motto "Weave"@en .\n')
    page = html(Site(told.release()), "person/ada/")

    said = " ".join(texts(page, "main"))
    assert "Mentored by Charles Babbage" in said
    assert "Motto Weave" in said
