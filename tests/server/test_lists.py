"""Lists of things over real HTTP: what `tests/site/test_lists.py` tests, as clients see it."""

import csv
from io import StringIO

import httpx2 as httpx
import pytest

from kg.store.release import Release
from tests.support.serving import served

WORKS = "/api/work"


def test_a_list_is_followed_from_page_to_page_by_its_address_or_its_link(server: httpx.Client) -> None:
    page = server.get(f"{WORKS}?_size=20&_sort_desc=year&_col=title,year")
    rows, total = page.json()["rows"], page.json()["total"]
    linked = page.links["next"]["url"]
    while address := page.json()["next"]:
        page = server.get(address)
        rows += page.json()["rows"]

    assert len({row["iri"] for row in rows}) == len(rows) == total == 32
    years = [row["year"] for row in rows if row["year"]]
    assert years == sorted(years, reverse=True)
    assert server.get(linked).json()["rows"] == rows[20:]


@pytest.mark.parametrize(
    ("path", "accept", "media_type"),
    [
        (WORKS, "*/*", "application/json"),
        (WORKS, "text/html, */*;q=0.8", "application/json"),
        (f"{WORKS}.csv", "application/json", "text/csv"),
        (f"{WORKS}.json", "text/csv", "application/json"),
    ],
)
def test_a_list_comes_in_the_form_that_is_named_or_accepted(
    server: httpx.Client, path: str, accept: str, media_type: str
) -> None:
    answer = server.get(path, params={"title__contains": "model", "_size": "3"}, headers={"accept": accept})
    again = server.get(answer.url, headers={"accept": accept, "if-none-match": answer.headers["etag"]})

    assert answer.headers["content-type"].startswith(media_type)
    assert "Accept" in answer.headers["vary"]
    assert again.status_code == 304
    if media_type == "text/csv":
        rows = list(csv.DictReader(StringIO(answer.text, newline="")))
        assert [row["title"] for row in rows] == [
            row["title"] for row in server.get(f"{WORKS}.json?title__contains=model&_size=3").json()["rows"]
        ]


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/api/works?year=2023", 308, "/api/work?year=2023"),
        ("/api/People.csv?_size=1", 308, "/api/person.csv?_size=1"),
        ("/api/person/jiamin-li", 303, "/person/jiamin-li.jsonld"),
        ("/api/person/jiamin-li.json", 303, "/person/jiamin-li.jsonld"),
    ],
)
def test_other_names_and_single_things_lead_on(server: httpx.Client, path: str, status: int, location: str) -> None:
    answer = server.get(path)

    assert (answer.status_code, answer.headers["location"]) == (status, location)
    assert server.get(location).status_code == 200


def test_what_there_is_comes_as_json_and_people_are_led_to_the_page(server: httpx.Client) -> None:
    said = server.get("/api")
    browser = server.get("/api", headers={"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"})

    assert said.content == server.get("/api.json").content
    assert {each["kind"] for each in said.json()["kinds"]} >= {"person", "work", "organization"}
    assert all(server.get(f"/{each['path']}").json()["total"] == each["count"] for each in said.json()["kinds"])
    assert (browser.status_code, browser.headers["location"]) == (303, "/api/")


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        (f"{WORKS}?yeer=2023", 400, "'work' has no field 'yeer'"),
        (f"{WORKS}?{'&'.join(f'title__not={n}' for n in range(1_000))}", 400, "the parameters are not UTF-8, or more"),
        (f"{WORKS}?title=%FF", 400, "the parameters are not UTF-8"),
        ("/api/constructor", 404, "there is no page /api/constructor"),
        ("/api/source", 404, "there is no page /api/source"),
    ],
)
def test_what_is_wrong_is_said_to_programs(server: httpx.Client, path: str, status: int, detail: str) -> None:
    answer = server.get(path)

    assert answer.status_code == status
    if detail:
        assert answer.headers["content-type"] == "application/problem+json"
        assert detail in answer.json()["detail"]


def test_all_rows_come_in_one_answer_that_is_made_page_by_page(server: httpx.Client) -> None:
    with server.stream("GET", "/api/person.csv?_stream=on&_size=7&_sort=name&_col=name") as answer:
        text = "".join(answer.iter_text())
    listed = server.get("/api/person?_size=max&_sort=name&_col=name").json()["rows"]

    assert answer.headers["content-type"].startswith("text/csv")
    assert [row["name"] for row in csv.DictReader(StringIO(text, newline=""))] == [row["name"] for row in listed]
    assert server.get("/api/person.json?_stream=on").json()["hint"] == "ask for api/person.csv"
    assert server.get("/api/person.csv?_stream=yes").status_code == 400
    assert server.get("/api/person.csv?_stream=on&nmae=x").json()["hint"] == "did you mean 'name'?"
    assert server.head("/api/person.csv?_stream=on").status_code == 200


@pytest.mark.slow
def test_a_list_below_the_path_of_a_proxy_leads_to_itself(release: Release) -> None:
    with (
        served(release.path, "--proxy", "127.0.0.1", "--root-path", "/kg") as address,
        httpx.Client(base_url=address) as client,
    ):
        answers = [client.get(f"{WORKS}?_size=1", headers={"host": host}) for host in ("kg.example.org", "localhost")]

    assert [each.json()["next"] for each in answers] == [
        "https://kg.example.org/kg/api/work.json?_size=1&_next=1",
        "http://localhost/kg/api/work.json?_size=1&_next=1",
    ]
    assert {each.links["next"]["url"] for each in answers} == {"/kg/api/work.json?_size=1&_next=1"}
