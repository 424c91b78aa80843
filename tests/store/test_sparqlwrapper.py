"""SPARQLWrapper, the client that most people have, against a real server: each form of query in each format."""

from collections.abc import Callable

import httpx2 as httpx
import pytest
from SPARQLWrapper import CSV, GET, JSON, POST, POSTDIRECTLY, TSV, XML, SPARQLWrapper

PERSON = "<https://kg.example.org/person/jiamin-li>"
SELECT = f"SELECT ?name {{ {PERSON} schema:name ?name }}"
CONSTRUCT = f"CONSTRUCT {{ {PERSON} ?p ?o }} WHERE {{ {PERSON} ?p ?o }}"

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # it warns of formats that a form does not have

Ask = Callable[..., SPARQLWrapper]


@pytest.fixture
def ask(server: httpx.Client) -> Ask:
    def wrapper(query: str, form: str | None = None, method: str = GET, way: str = "urlencoded") -> SPARQLWrapper:
        made = SPARQLWrapper(f"{str(server.base_url).rstrip('/')}/sparql")
        made.setMethod(method)
        made.setRequestMethod(way)
        made.setQuery(f"PREFIX schema: <https://schema.org/>\n{query}")
        if form:
            made.setReturnFormat(form)
        return made

    return wrapper


@pytest.mark.parametrize(("method", "way"), [(GET, "urlencoded"), (POST, "urlencoded"), (POST, POSTDIRECTLY)])
def test_solutions_come_as_json_xml_csv_and_tsv(ask: Ask, method: str, way: str) -> None:
    as_json = ask(SELECT, JSON, method, way).queryAndConvert()
    as_xml = ask(SELECT, XML, method, way).queryAndConvert()

    assert as_json["results"]["bindings"][0]["name"]["value"] == "Jiamin Li"
    assert "Jiamin Li" in as_xml.toxml()
    assert ask(SELECT, CSV, method, way).queryAndConvert() == b"name\r\nJiamin Li\r\n"
    assert ask(SELECT, TSV, method, way).queryAndConvert() == b'?name\n"Jiamin Li"\n'


@pytest.mark.parametrize(
    ("fields", "accept", "media_type"),
    [
        ({"format": "pdf"}, "text/turtle", "text/turtle; charset=utf-8"),
        ({"output": "rdf+xml"}, "*/*", "application/rdf+xml"),
        ({"output": "rdf xml"}, "*/*", "application/rdf+xml"),
        ({"results": "nt"}, "text/turtle", "application/n-triples"),
        ({"format": "n3"}, "*/*", "text/n3; charset=utf-8"),
        ({"format": "application/trig"}, "*/*", "application/trig; charset=utf-8"),
        ({"format": "NQ"}, "*/*", "application/n-quads"),
        ({"format": "odd", "output": "json-ld"}, "*/*", "application/ld+json"),
        ({}, "text/n3", "text/n3; charset=utf-8"),
        ({}, "application/n-quads", "application/n-quads"),
        ({}, "application/trig", "application/trig; charset=utf-8"),
        ({}, "text/html, */*;q=0.1", "text/turtle; charset=utf-8"),
    ],
)
def test_a_format_is_chosen_by_any_of_its_names_else_by_accept(
    server: httpx.Client, fields: dict[str, str], accept: str, media_type: str
) -> None:
    for _ in range(3):  # the third comes from the cache
        answer = server.get("/sparql", params={"query": CONSTRUCT, **fields}, headers={"accept": accept})

        assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
        assert "Jiamin Li" in answer.text
