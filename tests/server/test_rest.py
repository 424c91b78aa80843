"""The named queries and the search over real HTTP, for programs."""

import json
import re
from xml.etree.ElementTree import fromstring

import httpx2 as httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from kg.store.questions import queries

COAUTHORS = "/api/queries/coauthors"
JSON = "application/sparql-results+json"


@pytest.mark.parametrize(
    ("form", "media_type", "begins"),
    [
        ("json", JSON, '{"head"'),
        ("csv", "text/csv", "name,works,first,last,coauthor"),
        ("tsv", "text/tab-separated-values", "?name\t?works"),
        ("xml", "application/sparql-results+xml", "<?xml"),
    ],
)
def test_an_answer_comes_in_the_format_that_is_named_or_accepted(
    server: httpx.Client, form: str, media_type: str, begins: str
) -> None:
    named = server.get(COAUTHORS, params={"person": "jiamin-li", "format": form})
    accepted = server.get(COAUTHORS, params={"person": "jiamin-li"}, headers={"accept": media_type})

    assert named.headers["content-type"].startswith(media_type)
    assert named.text.startswith(begins)
    assert (accepted.content, accepted.headers["content-type"]) == (named.content, named.headers["content-type"])
    assert "Accept" in accepted.headers["vary"]


@pytest.mark.parametrize(
    ("path", "status", "detail", "hint"),
    [
        (COAUTHORS, 400, "needs the parameter 'person'", "api/queries/coauthors?person=jiamin-li"),
        (f"{COAUTHORS}?persn=x", 400, "has no parameter 'persn'", "did you mean 'person'?"),
        (f"{COAUTHORS}?person=hao+zhang", 400, "names 2 things of the kind person", "give the IRI"),
        (f"{COAUTHORS}?person=jiamin-li&format=pdf", 400, "cannot be given as 'pdf'", "json, csv, tsv, xml"),
        ("/api/queries/coauthor", 404, "there is no query 'coauthor'", "did you mean 'coauthors'?"),
        ("/api/search?q=li&limit=many", 400, "'many' is not a number for 'limit'", "limit=20"),
    ],
)
def test_what_is_wrong_is_said_to_programs(
    server: httpx.Client, path: str, status: int, detail: str, hint: str
) -> None:
    answer = server.get(path)
    problem = answer.json()

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert detail in problem["detail"]
    assert hint in problem.get("hint", "")


def test_search_and_suggestions_are_json(server: httpx.Client) -> None:
    found = server.get("/api/search", params={"q": "li", "kind": "person", "limit": "3", "offset": "1"}).json()
    suggested = server.get("/api/suggest", params={"q": "jiam"}).json()["suggestions"]

    assert (found["total"], len(found["results"]), found["limit"], found["offset"]) == (22, 3, 3, 1)
    assert suggested[0] == {
        "iri": "https://kg.example.org/person/jiamin-li",
        "kind": "person",
        "name": "Jiamin Li",
        "note": "The University of Texas at Austin",
        "path": "person/jiamin-li/",
    }
    assert server.get(f"/{suggested[0]['path']}").status_code == 200


@pytest.mark.thorough
def test_the_description_is_openapi_and_names_every_query(server: httpx.Client) -> None:
    answer = server.get("/api/openapi.json")
    described = json.loads(answer.content)

    OpenAPIV31SpecValidator(described).validate()
    assert answer.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    assert {path for path in described["paths"] if path.startswith("/api/queries/")} == {
        f"/api/queries/{name}" for name in queries()
    }


@pytest.mark.thorough
def test_what_lists_answer_is_what_the_description_says(server: httpx.Client) -> None:
    described = server.get("/api/openapi.json").json()
    for each in server.get("/api").json()["kinds"]:
        path = f"/api/{each['kind']}"
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        schema = content["application/json"]["schema"] | {"components": described["components"]}
        page = server.get(path, params={"_col": ",".join(each["fields"]), "_size": "max"})

        assert set(content) == {"application/json", "text/csv"}
        Draft202012Validator(schema).validate(page.json())


@pytest.mark.parametrize("path", ["/api/", "/api/docs/"])
def test_the_page_for_programs_leads_to_all(server: httpx.Client, path: str) -> None:
    answer = server.get(path, headers={"accept": "text/html"})
    page, described = answer.text, server.get("/api/openapi.json").json()

    assert answer.status_code == 200, answer.text[:300]
    assert all(f'queries/{name}/"' in page for name in queries())
    assert all(f"<code>{each[1:]}" in page for each in described["paths"])
    assert not re.findall(r"""(?:src|action)=["']?(?:https?:)?//""", page)


OAI = "{http://www.openarchives.org/OAI/2.0/}"


def test_a_harvester_may_ask_by_get_and_by_post(server: httpx.Client) -> None:
    asked = {"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "person"}
    answers = [server.get("/oai", params=asked), server.post("/oai", data=asked)]

    assert {answer.status_code for answer in answers} == {200}
    assert {answer.headers["content-type"] for answer in answers} == {"text/xml; charset=utf-8"}
    got, posted = (fromstring(answer.content) for answer in answers)  # noqa: S314
    assert len(got.findall(f"{OAI}ListRecords/{OAI}record")) > 50
    assert [each.tag for each in got.iter()] == [each.tag for each in posted.iter()]
