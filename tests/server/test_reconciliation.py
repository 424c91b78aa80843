"""The Reconciliation Service API 0.2 over real HTTP, as OpenRefine asks it."""

import json
import re
from typing import Any

import httpx2 as httpx
import pytest
from jsonschema import validate
from selectolax.lexbor import LexborHTMLParser

from kg.server.settings import ServerSettings
from tests.conftest import ROOT

RECONCILE = "/reconcile"
TEXT = {"type": "string"}
SERVICE = {
    "type": "object",
    "properties": {"service_url": {"pattern": "^https?://[^/]+$"}, "service_path": {"pattern": "^/"}},
    "required": ["service_url", "service_path"],
}
WITH_ID = {"type": "string", "pattern": r"\{\{id\}\}"}
MANIFEST = {
    "required": ["versions", "name", "identifierSpace", "schemaSpace", "view", "preview", "suggest", "extend"],
    "properties": {
        "versions": {"contains": {"const": "0.2"}},
        **dict.fromkeys(("name", "identifierSpace", "schemaSpace"), TEXT),
        "defaultTypes": {"type": "array", "items": {"required": ["id", "name"]}},
        "view": {"required": ["url"], "properties": {"url": WITH_ID}},
        "preview": {"required": ["url", "width", "height"], "properties": {"url": WITH_ID}},
        "suggest": {"properties": dict.fromkeys(("entity", "property", "type"), SERVICE)},
        "extend": {"properties": {"propose_properties": SERVICE}},
    },
}
CANDIDATE = {
    "required": ["id", "name", "score", "match", "type", "features"],
    "properties": {
        **dict.fromkeys(("id", "name", "description"), TEXT),
        "score": {"type": "number"},
        "match": {"type": "boolean"},
        "type": {"type": "array", "items": {"required": ["id", "name"]}, "minItems": 1},
        "features": {
            "type": "array",
            "items": {
                "required": ["id", "value"],
                "properties": {"id": TEXT, "name": TEXT, "value": {"type": ["number", "boolean"]}},
            },
        },
    },
}
BATCH = {
    "additionalProperties": {
        "required": ["result"],
        "properties": {"result": {"type": "array", "items": CANDIDATE}},
    }
}


def asked(server: httpx.Client, **queries: dict[str, Any]) -> Any:
    answer = server.post(RECONCILE, data={"queries": json.dumps(queries)})
    assert answer.status_code == 200, answer.text
    validate(answer.json(), BATCH)
    return answer.json()


def test_the_manifest_says_where_everything_is(server: httpx.Client) -> None:
    answer = server.get(RECONCILE)
    manifest = answer.json()

    validate(manifest, MANIFEST)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert {"person", "work", "organization", "venue", "topic"} <= {each["id"] for each in manifest["defaultTypes"]}
    for service in (*manifest["suggest"].values(), manifest["extend"]["propose_properties"]):
        found = httpx.get(f"{service['service_url']}{service['service_path']}?prefix=a&type=person")
        assert found.status_code == 200
        assert found.headers["content-type"] == "application/json"
    for template in (manifest["view"]["url"], manifest["preview"]["url"], manifest["logo"]):
        assert httpx.get(template.replace("{{id}}", "person/jiamin-li"), follow_redirects=True).status_code == 200


def test_a_batch_is_answered_alike_by_post_and_get(server: httpx.Client) -> None:
    queries: dict[str, Any] = {
        "q0": {"query": "OSDI", "type": "venue"},
        "né \ud83d": {"query": "Greg Ganger", "limit": 1},
    }
    posted = asked(server, **queries)
    got = server.get(RECONCILE, params={"queries": json.dumps(queries)})

    assert got.json() == posted
    assert list(posted) == list(queries)
    assert posted["q0"]["result"][0]["id"] == "venue/osdi"
    assert posted["q0"]["result"][0]["match"]
    assert posted["né \ud83d"]["result"][0]["name"] == "Gregory R. Ganger"
    assert asked(server) == {}


@pytest.mark.parametrize(
    ("form", "status", "detail"),
    [
        ({"queries": "{"}, 400, "no JSON object"),
        ({"queries": "[]"}, 400, "no JSON object"),
        ({"queries": '{"q": ' * 2_000 + "1" + "}" * 2_000}, 400, "no JSON object"),
        ({"queries": '{"q7": {"query": ["a"]}}'}, 400, "the query 'q7': 'query' is a text"),
        ({"queries": '{"q": {"query": "a", "properties": [{"pid": "orcd", "v": "x"}]}}'}, 400, "no property 'orcd'"),
        (
            {"queries": json.dumps({f"q{n}": {"query": "a"} for n in range(ServerSettings.batch + 1)})},
            413,
            "at most 50",
        ),
        ({"extend": "{}"}, 400, "'extend' has 'ids'"),
        ({"extend": '{"ids": ["person/jiamin-li"], "properties": [{"id": "nothing"}]}'}, 400, "no property 'nothing'"),
        ({"query": "Ada"}, 400, "neither 'queries' nor 'extend'"),
        ({"queries": "{}", "callback": "alert"}, 400, "JSONP"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    server: httpx.Client, form: dict[str, str], status: int, detail: str
) -> None:
    answer = server.post(RECONCILE, data=form)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert detail in answer.json()["detail"]
    assert answer.json().get("hint") or status == 413


def test_other_forms_and_methods_are_refused(server: httpx.Client) -> None:
    assert server.post(RECONCILE, json={"queries": {}}).status_code == 415
    assert server.post(f"{RECONCILE}?queries=%7B%7D", data={}).status_code in (400, 415)
    assert server.put(RECONCILE).status_code == 405
    assert server.get(f"{RECONCILE}?queries=%7B%7D&queries=%7B%7D").status_code == 400
    assert server.get(RECONCILE, headers={"host": "evil.example"}).status_code == 421


def test_rows_are_extended_by_the_properties_that_are_proposed(server: httpx.Client) -> None:
    proposed = server.get(f"{RECONCILE}/properties", params={"type": "person", "limit": "500"}).json()
    keys = [each["id"] for each in proposed["properties"]]
    ids = ["person/jiamin-li", "no/such"]
    query = {"ids": ids, "properties": [{"id": key} for key in keys[:20]]}
    answer = server.post(RECONCILE, data={"extend": json.dumps(query)}).json()

    assert proposed["type"] == "person"
    assert "affiliation" in keys
    assert [each["id"] for each in answer["meta"]] == keys[:20]
    assert answer["rows"]["person/jiamin-li"]["job_title"] == [{"str": "Ph.D. Candidate (5th year)"}]
    assert all(set(answer["rows"][each]) == set(keys[:20]) for each in ids)


def test_a_preview_is_a_page_for_frames_without_scripts(server: httpx.Client) -> None:
    answer = server.get(f"{RECONCILE}/preview", params={"id": "person/jiamin-li"})
    page = LexborHTMLParser(answer.text)

    assert "frame-ancestors" not in answer.headers["content-security-policy"]
    assert [each.text().strip() for each in page.css("h1")] == ["Jiamin Li"]
    assert not page.css("script, form")
    assert server.get(f"{RECONCILE}/preview", params={"id": "person/nobody"}).status_code == 404
    assert server.get(f"{RECONCILE}/preview", params={"id": "<script>"}).status_code == 404


def test_the_guide_shows_what_the_service_answers(server: httpx.Client) -> None:
    guide = (ROOT / "docs/guides/reconciliation.md").read_text(encoding="utf-8")
    queries = re.findall(r"'queries=(.*)'$", guide, re.MULTILINE)
    answers = re.findall(r"^```json\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)

    assert len(queries) == len(answers) == 1
    assert asked(server, **json.loads(queries[0])) == json.loads(answers[0])
