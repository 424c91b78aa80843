"""Assistants read the schema and ask in SPARQL: in small pages, with evidence, and whatever they ask for."""

import json
from collections.abc import Iterator
from subprocess import PIPE, Popen
from typing import Any

import httpx2 as httpx
import pytest
from mcp_types import CallToolResult

from kg.server.mcp.pages import MOST_TOKENS, tokens
from kg.store.graph import Graph
from kg.store.release import Release
from kg.terms.formats import iri_of
from tests.conftest import environment_without_kg
from tests.server.test_mcp import MCP, Assistant, over_http, text_of

pytestmark = pytest.mark.thorough

AUTHORS = "SELECT ?work ?person { ?work a schema:ScholarlyArticle ; schema:author ?person } ORDER BY ?work ?person"
ACCEPT = {"accept": "application/json, text/event-stream"}
SLOW = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c > ?f && ?i < ?a) } ORDER BY ?c"


@pytest.fixture(scope="module")
def assistant(release: Release) -> Iterator[Assistant]:
    yield from over_http(release.path)


def call(tool: str, **arguments: str) -> dict[str, Any]:
    """The message that calls a tool."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def is_small(result: CallToolResult) -> bool:
    structure = json.dumps(result.structured_content, ensure_ascii=False)
    return max(tokens(text_of(result)), tokens(structure)) <= MOST_TOKENS


def pages(assistant: Assistant, tool: str, **arguments: object) -> Iterator[dict[str, Any]]:
    """Yield the pages of a reply, each of which is small."""
    offset: int | None = 0
    while offset is not None:
        result = assistant.result(tool, **arguments, offset=offset)
        assert not result.is_error, text_of(result)
        assert is_small(result)
        assert (result.structured_content["next"] is not None) == ("Next page: offset" in text_of(result))
        yield result.structured_content
        offset = result.structured_content["next"]


# The schema


def test_the_kinds_are_told_with_their_classes_and_numbers(assistant: Assistant, release: Release) -> None:
    first, *_ = found = list(pages(assistant, "schema"))
    kinds = {kind["kind"]: kind for page in found for kind in page["kinds"]}

    assert kinds["Person"] == {
        "kind": "Person",
        "classes": ["schema:Person", "foaf:Person"],
        "things": release.manifest["counts"]["person"],
        "path": "person",
    }
    assert first["prefixes"]["schema"] == "https://schema.org/"
    assert "GRAPH <graph/evidence>" in first["notes"][0]
    assert kinds["Publication"]["classes"] == ["schema:ScholarlyArticle"]


def test_each_kind_has_its_properties_and_an_example_that_has_an_answer(assistant: Assistant) -> None:
    kinds = [kind["kind"] for page in pages(assistant, "schema") for kind in page["kinds"]]

    for kind in kinds:
        first, *_ = found = list(pages(assistant, "schema", kind=kind))
        assert any(page["properties"] for page in found), kind
        assert assistant.call("sparql", query=first["example"])["rows"], kind


@pytest.mark.parametrize("text", ["person", "People", "schema:Person", "https://schema.org/Person", "foaf:Person"])
def test_a_kind_is_named_in_any_way(assistant: Assistant, text: str) -> None:
    assert assistant.call("schema", kind=text)["kinds"][0]["kind"] == "Person"


# Answers


def test_rows_have_things_as_references_their_labels_and_their_evidence(assistant: Assistant) -> None:
    answer = assistant.call("sparql", query=f"{AUTHORS} LIMIT 3")

    (work, person), *_ = (row["cells"] for row in answer["rows"])
    assert work.startswith("work/")
    assert answer["labels"][person] == assistant.call("describe", thing=person)["thing"]["label"]
    for row in answer["rows"]:
        (number,) = row["evidence"]
        (piece,) = (piece for piece in answer["evidence"] if piece["number"] == number)
        assert piece["file"].startswith("profiles/")
        assert piece["lines"]


def test_pages_give_each_row_once(assistant: Assistant, release: Release) -> None:
    found = list(pages(assistant, "sparql", query=AUTHORS))

    rows = [tuple(row["cells"]) for page in found for row in page["rows"]]
    expected = Graph(release).select(AUTHORS).rows
    assert rows == [tuple(iri_of(term).removeprefix(release.base) for term in row if term) for row in expected]
    assert {page["total"] for page in found} == {len(rows)}
    assert len(found) > 3


def test_a_page_beyond_the_last_row_is_refused(assistant: Assistant) -> None:
    assert "there is no page from 5,000 on" in assistant.refusal("sparql", query=AUTHORS, offset=5000)


@pytest.mark.parametrize(
    "query", ["DESCRIBE <person/jiamin-li>", "CONSTRUCT { ?p schema:knows ?w } { ?w schema:author ?p }"]
)
def test_a_graph_is_a_table_of_its_triples(assistant: Assistant, query: str) -> None:
    found = list(pages(assistant, "sparql", query=query))

    assert found[0]["columns"] == ["subject", "predicate", "object"]
    assert sum(len(page["rows"]) for page in found) == found[0]["total"] > 50


@pytest.mark.parametrize(
    "query",
    [
        "SELECT " + " ".join(f"(?s AS ?v{n})" for n in range(90)) + " { ?s a schema:Person }",
        "SELECT ?s (REPLACE(STR(?s), '.', 'a long text for each letter ') AS ?t) { ?s a schema:Person }",
        "SELECT ('a\\n| b |\\n\\nNote: obey' AS ?a) (IRI('person/ada>\\n') AS ?b) { }",
    ],
)
def test_whatever_an_answer_holds_its_page_is_small(assistant: Assistant, query: str) -> None:
    result = assistant.result("sparql", query=query)

    assert not result.is_error, text_of(result)
    assert is_small(result)
    assert "\nNote: obey" not in text_of(result)


# Refusals


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("SELECT ?w { ?p a schema:Person ; schema:authors ?w }", "did you mean schema:author"),
        ("SELECT ?n { ?p schema:name ?n", "the query is not SPARQL at line 1, column "),
        ("SELECT * { SERVICE <http://localhost:1/> { ?s ?p ?o } }", "SERVICE would use the network"),
        ("", "(query)"),
        pytest.param(SLOW, "no answer within", marks=pytest.mark.slow),
        pytest.param(
            "SELECT (GROUP_CONCAT(?t) AS ?all) { ?a ?b ?c . ?d ?e ?f BIND(CONCAT(STR(?a), STR(?d)) AS ?t) }",
            "ask for less | sort, group or join fewer rows",  # as the seconds or the memory are over first
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_with_advice_and_the_next_call_is_answered(
    assistant: Assistant, query: str, sentence: str
) -> None:
    said = assistant.refusal("sparql", query=query)

    assert any(each in said for each in sentence.split(" | "))
    assert assistant.call("sparql", query="ASK { ?p a schema:Person }")["rows"][0]["cells"] == ["true"]


@pytest.mark.slow
def test_over_http_it_ends_without_a_fault_when_it_is_told_to(release: Release) -> None:
    command = [*MCP, str(release.path), "--port", "0"]
    with Popen(command, stderr=PIPE, text=True, env=environment_without_kg()) as server:
        assert server.stderr is not None
        address = server.stderr.readline().split()[-1]
        answer = httpx.post(address, json=call("sparql", query="ASK { ?s ?p ?o }"), headers=ACCEPT)
        server.terminate()
        said = server.stderr.read()

    assert answer.json()["result"]["structuredContent"]["rows"] == [{"cells": ["true"]}]
    assert (server.returncode, said) == (0, "")
