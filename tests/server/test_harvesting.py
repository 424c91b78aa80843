"""Harvesting over real HTTP: by GET and POST, and never from what was kept."""

from xml.etree.ElementTree import fromstring

import httpx2 as httpx

OAI = "{http://www.openarchives.org/OAI/2.0/}"


def test_a_harvester_may_ask_by_get_and_by_post(server: httpx.Client) -> None:
    asked = {"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "person"}
    answers = [server.get("/oai", params=asked), server.post("/oai", data=asked)]

    assert {answer.status_code for answer in answers} == {200}
    assert {answer.headers["content-type"] for answer in answers} == {"text/xml; charset=utf-8"}
    got, posted = (fromstring(answer.content) for answer in answers)  # noqa: S314
    assert len(got.findall(f"{OAI}ListRecords/{OAI}record")) > 50
    assert [each.tag for each in got.iter()] == [each.tag for each in posted.iter()]


def test_no_answer_is_kept(server: httpx.Client) -> None:
    before = server.get("/metrics").text
    for number in range(3):
        server.get("/oai", params={"verb": "ListIdentifiers", "metadataPrefix": "oai_dc", "from": f"202{number}-01-01"})

    def kept(text: str) -> str:
        return next(line for line in text.splitlines() if line.startswith("kg_cache_bytes"))

    assert kept(server.get("/metrics").text) == kept(before)
