"""The engine that asks the graph in the reader's browser, run by node over the files of a site."""

import gzip
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import httpx2 as httpx
import pytest

from kg.publish import browser, tree
from kg.site.templating import ASSETS
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import DUMP, Release
from tests.conftest import ROOT

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(not (ASSETS / "vendor" / "oxigraph.js").exists(), reason="make assets was not run"),
]

JSON = "application/sparql-results+json"
SELECT = "SELECT ?name { ?s <https://schema.org/name> ?name } ORDER BY ?name LIMIT 3"
CONSTRUCT = "CONSTRUCT WHERE { ?s a <https://schema.org/Course> }"


class Answer(NamedTuple):
    """What the engine answered: an HTTP status, a media type, a text, and how many bytes of how many it has loaded."""

    status: int
    type: str
    body: str
    told: list[int] | None = None


def answers(site: Path, requests: Sequence[dict[str, Any]]) -> list[Answer]:
    """Return what the engine answers to requests over the files of a site."""
    script = ROOT / "tests" / "frontend" / "engine.mjs"
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [str(NODE), script, ASSETS, site], input=lines, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return [Answer(**json.loads(line)) for line in done.stdout.strip("\n").split("\n")]


def get(query: str, accept: str = "", **parameters: str) -> dict[str, Any]:
    """Return a request by GET."""
    fields = urlencode({"query": query, **parameters})
    return {"url": f"sparql?{fields}", "headers": {"Accept": accept} if accept else {}}


def post(body: str, media_type: str) -> dict[str, Any]:
    """Return a request by POST."""
    return {"method": "POST", "headers": {"Content-Type": media_type}, "body": body}


@pytest.fixture(scope="module")
def site(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the data of a published site."""
    return with_data(release, tmp_path_factory.mktemp("data") / "site", browser.MAX_PIECE)


def with_data(release: Release, root: Path, max_piece: int) -> Path:
    browser.write_data(Graph(release, Hosting(is_static=True)), tree.prepare(root, "test"), max_piece)
    (root / "assets").symlink_to(ASSETS)
    return root


def test_answers_have_the_forms_that_are_asked_for_as_on_the_server(site: Path, server: httpx.Client) -> None:
    requests = [
        *(get(SELECT, accept) for accept in ("", JSON, "text/csv", "text/tab-separated-values;q=0.5, image/*")),
        *(get(SELECT, "application/xml, text/csv;q=0.4", format=form) for form in ("", "csv", "xml", "tsv", "json")),
        *(get("ASK { }", accept) for accept in ("", "application/sparql-results+xml")),
        *(get(CONSTRUCT, accept) for accept in ("application/n-triples", "text/turtle;q=0.1, application/ld+json")),
        get(CONSTRUCT, "*/*", format="rdfxml"),
        get(SELECT, "image/png"),
        get(SELECT, "text/turtle"),
        get(CONSTRUCT, "text/csv"),
        get(SELECT, format="docx"),
    ]

    for request, answer in zip(requests, answers(site, requests), strict=True):
        served = server.get(f"/{request['url']}", headers={"Accept": "*/*", **request["headers"]})
        assert answer.status == served.status_code, request
        assert answer.type.partition(";")[0] == served.headers["content-type"].partition(";")[0], request
        if answer.status == 200 and "json" not in answer.type and "rdf" not in answer.type:
            assert sorted(answer.body.splitlines()) == sorted(served.text.splitlines()), request


def test_a_query_comes_by_get_as_a_form_or_as_the_body(site: Path) -> None:
    form = "application/x-www-form-urlencoded"
    found = answers(
        site,
        [
            get(SELECT, format="csv"),
            post(urlencode({"query": SELECT, "format": "csv"}), form),
            post(SELECT, "application/sparql-query; charset=utf-8") | {"url": "sparql?format=csv"},
        ],
    )

    assert len({answer.body for answer in found}) == 1
    assert found[0].body.startswith("name\r\n")


def test_what_is_no_query_is_refused_as_by_the_server(site: Path, server: httpx.Client) -> None:
    requests = [
        get(""),
        get("SELECT * {"),
        get("SELECT *\nWHERE { ?s ?p }"),
        get("INSERT DATA { <x:a> <x:b> <x:c> }"),
        get("SELECT (<http://x.example/f>(1) AS ?x) { }"),
        get("ASK { }", "", **{"default-graph-uri": "no iri"}),
        get("ASK { }") | {"url": "sparql?query=ASK+%7B%7D&query=ASK+%7B%7D"},
        get("ASK { }") | {"url": "sparql?update=DROP+ALL"},
        post("DROP ALL", "application/sparql-update"),
        post("ASK { }", "text/plain"),
        post("ASK { }", "application/sparql-query") | {"url": "sparql?query=ASK+%7B%7D"},
    ]

    for request, answer in zip(requests[1:], answers(site, requests)[1:], strict=True):
        served = server.request(
            request.get("method", "GET"), f"/{request.get('url', 'sparql')}",
            content=request.get("body"), headers={"Accept": "application/json", **request["headers"]},
        )  # fmt: skip
        assert (answer.status, answer.type) == (served.status_code, "application/problem+json"), request
        assert json.loads(answer.body).keys() == served.json().keys(), request
        assert json.loads(answer.body)["detail"].partition(": ")[0] == served.json()["detail"].partition(": ")[0]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT * { SERVICE <http://o.example/> { ?s ?p ?o } }", "SERVICE would use the network"),
        ("SELECT * { service silent ?x { ?s ?p ?o } }", "SERVICE would use the network"),
        (f"SELECT * {{ {'{' * 900}{'}' * 900} }}", "nested deeper than 64 levels"),
        (f"ASK {{ }} #{'x' * 70_000}", "at most 65,536 are read"),
    ],
)
def test_what_would_end_the_engine_or_use_the_network_is_refused(site: Path, query: str, said: str) -> None:
    refused, after = answers(site, [get(query), get("ASK { ?s ?p ?o }", JSON)])

    assert refused.status == 400
    assert said in json.loads(refused.body)["detail"]
    assert json.loads(after.body)["boolean"] is True


def test_facts_are_the_default_graph_and_evidence_is_asked_by_its_name(site: Path, release: Release) -> None:
    count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
    evidence = f"{release.base}graph/evidence"
    facts, named, dataset, default = answers(
        site,
        [
            get(count, format="csv"),
            get(f"SELECT (COUNT(*) AS ?n) {{ GRAPH <{evidence}> {{ ?s ?p ?o }} }}", format="csv"),
            {"url": f"sparql?query={quote(count)}&default-graph-uri={quote(evidence, safe='')}&format=csv"},
            get("SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }", format="csv"),
        ],
    )

    assert named.body == dataset.body
    numbers = [int(answer.body.split()[1]) for answer in (facts, named, default)]
    assert numbers[0] + numbers[1] == numbers[2] == release.manifest["counts"]["quads"]


def test_columns_of_a_star_stand_as_in_the_query_and_schema_org_may_be_http(site: Path) -> None:
    star = 'SELECT * { ?z <http://schema.org/name> ?a FILTER(?a != "<http://schema.org/name>") } LIMIT 1'

    assert answers(site, [get(star, format="csv")])[0].body.splitlines()[0] == "z,a"


def test_a_large_dump_comes_in_pieces_that_together_are_the_dump(release: Release, tmp_path: Path) -> None:
    cut = with_data(release, tmp_path / "site", 10_000)
    pieces = sorted(cut.glob("graph-*.nq.gz"))

    assert len(pieces) > 1
    assert not (cut / DUMP).exists()
    assert b"".join(gzip.decompress(each.read_bytes()) for each in pieces) == gzip.decompress(
        (release.path / DUMP).read_bytes()
    )
    listed = json.loads((cut / browser.MANIFEST).read_bytes())["graph"]["pieces"]
    assert [each["path"] for each in listed] == [piece.name for piece in pieces]

    count = get("SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }", format="csv")
    answer = answers(cut, [count])[0]
    assert int(answer.body.split()[1]) == release.manifest["counts"]["quads"]
    assert answer.told == [sum(piece.stat().st_size for piece in pieces)] * 2


def test_files_that_the_host_unpacked_on_the_way_are_read_too(site: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "site"
    shutil.copytree(site, unpacked, symlinks=True)
    (unpacked / DUMP).write_bytes(gzip.decompress((site / DUMP).read_bytes()))

    assert json.loads(answers(unpacked, [get("ASK { ?s ?p ?o }", JSON)])[0].body)["boolean"] is True


def test_blank_nodes_stay_one_where_the_dump_is_loaded_in_parts(site: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "site"
    foreign.mkdir()
    (foreign / "assets").symlink_to(ASSETS)
    text = "".join(f'_:a <http://x.example/p> "{number:0100}" .\n' for number in range(10_000))
    (foreign / DUMP).write_bytes(gzip.compress(text.encode()))
    listed = json.loads((site / browser.MANIFEST).read_bytes())
    listed["graph"] |= {"bytes": len(text), "blank": True}
    (foreign / browser.MANIFEST).write_text(json.dumps(listed))

    answer = answers(foreign, [get("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o }", format="csv")])[0]
    assert answer.body.split() == ["n", "1"]


def test_a_site_without_its_dump_says_so(site: Path, tmp_path: Path) -> None:
    (tmp_path / "assets").symlink_to(ASSETS)
    cut = gzip.compress(b"<http://x.example/a> <http://x.example/b> <http://x.example/c> .\n" * 1000)[:-20]
    (tmp_path / DUMP).write_bytes(cut)
    shutil.copy(site / browser.MANIFEST, tmp_path)

    answer = answers(tmp_path, [get("ASK { }")])[0]
    assert answer.status == 500
    assert "the graph cannot be asked" in json.loads(answer.body)["detail"]
