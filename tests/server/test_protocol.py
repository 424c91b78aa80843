"""The SPARQL endpoint over real HTTP: what is answered, in which form, and what is refused."""

import gzip
import time
from importlib import import_module
from urllib.parse import urlencode

import httpx2 as httpx
import pytest

from kg.server.codings import PACKERS

FORM = "application/x-www-form-urlencoded"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
EVIDENCE = "https://kg.example.org/graph/evidence"
PERSON = "<https://kg.example.org/person/jiamin-li>"


def _ask(server: httpx.Client, query: str, accept: str = "*/*", **fields: str) -> httpx.Response:
    return server.get("/sparql", params={"query": query, **fields}, headers={"accept": accept})


def _count(answer: httpx.Response) -> int:
    return int(answer.json()["results"]["bindings"][0]["n"]["value"])


def test_a_query_may_come_in_three_ways(server: httpx.Client) -> None:
    answers = [
        _ask(server, COUNT),
        server.post("/sparql", data={"query": COUNT}),
        server.post("/sparql", content=COUNT, headers={"content-type": "application/sparql-query"}),
        server.get("/sparql/", params={"query": COUNT}),
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert len({_count(answer) for answer in answers}) == 1


def test_relative_iris_are_relative_to_the_endpoint(server: httpx.Client) -> None:
    answer = _ask(server, "CONSTRUCT { <s> <#p> <../o> } {}", "application/n-triples")

    root = str(server.base_url).rstrip("/")
    assert answer.text == f"<{root}/s> <{root}/sparql#p> <{root}/o> .\n"


@pytest.mark.parametrize(
    ("query", "accept", "media_type", "begin"),
    [
        (COUNT, "*/*", "application/sparql-results+json", "{"),
        (COUNT, "application/sparql-results+xml", "application/sparql-results+xml", "<?xml"),
        (COUNT, "text/csv", "text/csv; charset=utf-8; header=present", "n\r\n"),
        (COUNT, "text/tab-separated-values", "text/tab-separated-values; charset=utf-8", "?n\n"),
        (COUNT, "application/sparql-results+json; version=1.2", "application/sparql-results+json; version=1.2", "{"),
        ("CONSTRUCT { <a:a> <a:b> 1 } {}", "text/xml", "application/rdf+xml", "<?xml"),
        ("CONSTRUCT { <a:a> <a:b> 1 } {}", "text/plain", "application/n-triples", "<a:a>"),
        (
            "CONSTRUCT { <a:a> <a:b> <<( <a:c> <a:d> 1 )>> } {}",
            'application/n-triples; version="1.2"',
            "application/n-triples; version=1.2",
            "<a:a> <a:b> <<(",
        ),
        (f"DESCRIBE {PERSON}", "*/*", "text/turtle; charset=utf-8", ""),
        (f"CONSTRUCT {{ {PERSON} ?p ?o }} {{ {PERSON} ?p ?o }}", "application/n-triples", "application/n-triples", "<"),
    ],
)
def test_an_answer_comes_in_the_form_that_is_accepted(
    server: httpx.Client, query: str, accept: str, media_type: str, begin: str
) -> None:
    answer = _ask(server, query, accept)

    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == media_type
    assert answer.headers["vary"] == "Accept, Accept-Encoding"
    assert answer.text.startswith(begin)


def test_an_answer_that_cannot_come_in_an_accepted_form_is_refused(server: httpx.Client) -> None:
    for query, accept in ((COUNT, "image/png"), (COUNT, "text/turtle"), (f"DESCRIBE {PERSON}", "text/csv")):
        answer = _ask(server, query, accept)
        assert answer.status_code == 406
        assert "ask for one of" in answer.json()["hint"]


def test_the_dataset_may_be_chosen(server: httpx.Client) -> None:
    facts, evidence = _count(_ask(server, COUNT)), _count(_ask(server, COUNT, **{"default-graph-uri": EVIDENCE}))
    named = _count(_ask(server, "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }", **{"named-graph-uri": EVIDENCE}))
    nothing = _count(_ask(server, COUNT, **{"default-graph-uri": "https://elsewhere.example/graph"}))
    inside = _count(_ask(server, COUNT.replace("{", f"FROM <{EVIDENCE}> {{")))

    assert facts != evidence == named == inside > 0
    assert nothing == 0
    assert _ask(server, COUNT, **{"default-graph-uri": "no iri"}).status_code == 400


def test_an_answer_is_kept_until_there_is_a_new_release_unless_it_varies(server: httpx.Client) -> None:
    first, again = (_ask(server, "SELECT ?n { VALUES ?n { 1 2 3 } }") for _ in range(2))
    held = server.get(str(first.request.url), headers={"if-none-match": first.headers["etag"]})
    varying = {_ask(server, "SELECT (UUID() AS ?u) {}").text for _ in range(2)}

    assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
    assert held.status_code == 304
    assert len(varying) == 2


def unpacked(name: str, body: bytes) -> bytes:
    """Return a body without its coding."""
    if name == "gzip":
        return gzip.decompress(body)
    if name == "br":
        return bytes(import_module("brotli").decompress(body))
    return bytes(import_module("zstandard").ZstdDecompressor().decompress(body))


def _raw(server: httpx.Client, path: str, **parameters: str) -> tuple[str | None, str | None, bytes]:
    """Return coding, entity tag and body of an answer as it is sent, for each that a client may accept."""
    coding = parameters.pop("coding")
    with server.stream("GET", path, params=parameters, headers={"accept-encoding": coding}) as answer:
        assert answer.headers["vary"] == "Accept, Accept-Encoding"
        return answer.headers.get("content-encoding"), answer.headers.get("etag"), b"".join(answer.iter_raw())


@pytest.mark.parametrize("name", PACKERS)
def test_a_large_answer_is_packed_for_who_accepts_that(server: httpx.Client, name: str) -> None:
    query = "SELECT ?s ?o { ?s <https://schema.org/name> ?o } ORDER BY ?s"
    plain, packed = (_raw(server, "/sparql", query=query, coding=coding) for coding in ("identity", name))
    small, asked_so = (_raw(server, "/sparql", query="ASK {}", coding=coding) for coding in (name, f"{name}, *;q=0"))

    assert (plain[0], packed[0], small[0], asked_so[0]) == (None, name, None, name)
    assert unpacked(name, packed[2]) == plain[2]
    assert len(packed[2]) < len(plain[2]) / 4
    assert plain[1] != packed[1]
    assert _raw(server, "/sparql", query=query, coding="identity") == plain  # kept by now, each coding by itself
    assert _raw(server, "/sparql", query=query, coding=name) == packed


@pytest.mark.thorough
@pytest.mark.parametrize(
    "query",
    [
        "SELECT (NOW() AS ?x) {}",
        "SELECT ?x { BIND(STR(NOW()) AS ?x) }",
        "SELECT ?x { VALUES ?x { 1 2 3 4 5 6 7 8 9 } } ORDER BYRAND()",
    ],
)
def test_an_answer_that_is_another_each_time_is_not_kept(server: httpx.Client, query: str) -> None:
    """What is asked again is kept with the second answer, so that only the third tells."""
    answers = set()
    for _ in range(6):
        answers.add(_ask(server, query).text)
        time.sleep(0.02)  # the clock of NOW may tick slowly

    assert len(answers) > 3


def test_without_a_query_the_service_describes_itself(server: httpx.Client) -> None:
    answer = server.get("/sparql", headers={"accept": "text/turtle"})
    page = server.get("/sparql", headers={"accept": "text/html"})

    assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
    assert "sd:SPARQL11Query , sd:SPARQL12Query" in answer.text
    assert f"<{server.base_url}/sparql>" in answer.text.replace("//sparql", "/sparql")
    assert EVIDENCE in answer.text
    assert (page.status_code, page.headers["location"]) == (303, "/query/")


UPDATE = 'INSERT DATA { <https://kg.example.org/a> <https://schema.org/name> "x" }'


@pytest.mark.parametrize(
    ("content", "media_type", "status"),
    [
        (urlencode({"update": UPDATE}), FORM, 403),
        (UPDATE, "application/sparql-update", 403),
        (UPDATE, "application/sparql-query", 400),
        ("LOAD <http://127.0.0.1:1/>", "application/sparql-query", 400),
    ],
)
def test_updates_are_refused_and_change_nothing(
    server: httpx.Client, content: str, media_type: str, status: int
) -> None:
    before = _count(_ask(server, COUNT))
    answer = server.post("/sparql", content=content, headers={"content-type": media_type})

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert "build" in answer.text or "network" in answer.text
    assert _count(_ask(server, COUNT)) == before


@pytest.mark.parametrize(
    ("content", "headers", "status", "says"),
    [
        (b"", {"content-type": FORM}, 400, "the query is missing"),
        (b"query=ASK%7B%7D&query=ASK%7B%7D", {"content-type": FORM}, 400, "more than one query"),
        (b"query=%FF", {"content-type": FORM}, 400, "not UTF-8"),
        (b"ASK {}", {"content-type": "text/plain"}, 415, "cannot be read from text/plain"),
        (b"ASK {}", {"content-type": "application/sparql-query; charset=utf-16"}, 415, "SPARQL is UTF-8"),
        (b"ASK {}", {"content-type": "application/sparql-query", "content-encoding": "gzip"}, 415, "compressed"),
        (b"a" * 2_000_000, {"content-type": "application/sparql-query"}, 413, "at most"),
        (b"&".join(b"a=b" for _ in range(1000)), {"content-type": FORM}, 400, "more than 256"),
        (b"SELECT nothing", {"content-type": "application/sparql-query"}, 400, "line 1, column"),
    ],
)
def test_what_is_no_query_is_told_why(
    server: httpx.Client, content: bytes, headers: dict[str, str], status: int, says: str
) -> None:
    answer = server.post("/sparql", content=content, headers=headers)

    assert answer.status_code == status
    assert says in answer.json()["detail"]


def test_a_body_that_says_no_length_is_bounded_too(server: httpx.Client) -> None:
    pieces = (b"a" * 10_000 for _ in range(300))
    answer = server.post("/sparql", content=pieces, headers={"content-type": "application/sparql-query"})

    assert answer.status_code == 413


def test_a_syntax_error_has_its_place_for_programs(server: httpx.Client) -> None:
    problem = _ask(server, "SELECT *\nWHERE { ?s ?p }").json()

    assert (problem["line"], problem["column"]) == (2, 16)


def test_whole_graphs_can_be_had(server: httpx.Client) -> None:
    facts = server.get("/data", params={"default": ""}, headers={"accept": "application/n-triples"})
    evidence = server.get("/data", params={"graph": EVIDENCE}, headers={"accept": "application/n-triples"})

    assert len(facts.text.splitlines()) == _count(_ask(server, COUNT))
    assert len(evidence.text.splitlines()) == _count(_ask(server, COUNT, **{"default-graph-uri": EVIDENCE}))
    assert server.get("/data", params={"graph": "https://elsewhere.example/"}).status_code == 404
    assert server.get("/graph/evidence", headers={"accept": "application/n-triples"}).text == evidence.text
    assert server.get("/data", params={"graph": "no IRI"}).status_code == 400
    assert server.get("/data").status_code == 400
    assert server.head("/data", params={"default": ""}).status_code == 200


def test_a_browser_gets_the_answer_as_a_page_and_programs_do_not(server: httpx.Client) -> None:
    chromium = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
    query = {"query": "SELECT ?name { ?s <https://schema.org/name> ?name FILTER(?name = 'Jiamin Li') }"}
    page = server.post("/sparql", data=query, headers={"accept": chromium})
    graph = server.post("/sparql", data={"query": "CONSTRUCT WHERE { ?s ?p ?o }"}, headers={"accept": chromium})

    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<bdi>Jiamin Li</bdi>" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert graph.headers["content-type"].startswith("text/turtle")
    assert (
        server.post("/sparql", data=query | {"format": "csv"}, headers={"accept": chromium}).text
        == "name\r\nJiamin Li\r\n"
    )
    assert server.post("/sparql", data=query, headers={"accept": "*/*"}).json()
