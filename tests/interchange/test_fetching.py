"""Fetching by name, against a server that speaks the APIs of the registries."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.base.errors import IdentifierError, KgError, NotFound, StoreError
from kg.interchange import fetching, http
from kg.profile.config import Services, services
from kg.profile.drafts.model import Draft
from tests.conftest import ROOT
from tests.support import api_server
from tests.support.api_server import Api, Reply

FILES = ROOT / "tests" / "data" / "interchange"
ORCID = "0000-0002-1825-0097"
DOI = "10.5555/1843.notes"
CSL = "application/vnd.citationstyles.csl+json"


@pytest.fixture
def api() -> Iterator[Api]:
    with api_server.running() as server:
        yield server


def body(name: str) -> bytes:
    return (FILES / name).read_bytes()


def message_of(name: str) -> bytes:
    return json.dumps(json.loads(body(name))["message"]).encode()


def fetch(api: Api, cache: Path, form: str, name: str, *, refresh: bool = False) -> tuple[Draft, list[str]]:
    said: list[str] = []
    return fetching.fetch(form, name, api.services(cache), said.append, refresh=refresh), said


def titles(draft: Draft) -> list[str]:
    return [fact.values["title"] for fact in draft.facts if fact.section == "publications"]


def authors(draft: Draft) -> list[list[str]]:
    found = [fact.values["authors"] for fact in draft.facts if fact.section == "publications"]
    return [[each["name"] if isinstance(each, dict) else each for each in names] for names in found]


def failure(api: Api, cache: Path, form: str = "doi", name: str = DOI) -> KgError:
    with pytest.raises(KgError) as raised:
        fetch(api, cache, form, name)
    return raised.value


def test_a_doi_is_asked_for_as_csl_json_and_says_who_asks(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(message_of("crossref.json"), media_type=CSL))
    environment = api.environment(tmp_path) | {"KG_MAILTO": "library@kg.example.org"}

    draft = fetching.fetch("doi", f"https://doi.org/{DOI}", services(environment), lambda _: None)

    assert titles(draft) == ["Notes on the Analytical Engine: With Numbers of Bernoulli"]
    assert draft.sources[0].path == f"https://doi.org/{DOI}"
    assert draft.facts[0].quote.source == f"https://doi.org/{DOI}"
    headers = api.asked[0][1]
    assert headers["accept"] == CSL
    assert headers["user-agent"].startswith("profile-kg/")
    assert headers["user-agent"].endswith("(https://w3id.org/profile-kg; mailto:library@kg.example.org)")


def test_a_redirect_on_the_same_server_is_followed(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(status=302, headers={"Location": "/elsewhere"}))
    api.on("/elsewhere", Reply(message_of("crossref.json"), media_type=CSL))

    assert len(titles(fetch(api, tmp_path, "doi", DOI)[0])) == 1


def test_a_redirect_to_another_server_without_encryption_is_refused(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(status=302, headers={"Location": "http://169.254.0.1/secret"}))

    error = failure(api, tmp_path)

    assert isinstance(error, StoreError)
    assert "not safe to follow" in str(error)


def test_redirects_without_an_end_are_refused(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(status=302, headers={"Location": f"/{DOI}"}))

    assert "without an end" in str(failure(api, tmp_path))


def test_a_record_of_orcid_comes_with_the_authors_of_its_works(api: Api, tmp_path: Path) -> None:
    api.on(f"/v3.0/{ORCID}/record", Reply(body("orcid.json")))
    api.on(f"/v3.0/{ORCID}/works/11,12,13,14,15", Reply(body("orcid-works.json")))

    draft, said = fetch(api, tmp_path, "orcid", ORCID)

    assert sorted(authors(draft)) == [["Ada Lovelace"], ["Ada Lovelace", "Charles Babbage"]]
    assert [line.partition(" ")[0] for line in said] == ["fetching", "fetching"]
    assert not any("without their authors" in problem.message for problem in draft.warnings)


def test_an_author_of_openalex_comes_with_all_pages_of_works(api: Api, tmp_path: Path) -> None:
    pages = json.loads(body("openalex-works.json"))
    first, second = dict(pages), dict(pages)
    first = {"meta": {"next_cursor": "abc="}, "results": pages["results"][:1]}
    second = {"meta": {"next_cursor": None}, "results": pages["results"][1:]}
    api.on("/authors/A5000000001", Reply(body("openalex-author.json")))
    works = "/works?filter=author.id:A5000000001&per-page=200&cursor="
    api.on(f"{works}*", Reply(json.dumps(first).encode()))
    api.on(f"{works}abc%3D", Reply(json.dumps(second).encode()))

    draft, _ = fetch(api, tmp_path, "openalex", "https://openalex.org/A5000000001")

    assert titles(draft) == ["Notes on the Analytical Engine", "A Withdrawn Note"]
    assert [fact.values["name"] for fact in draft.facts if "name" in fact.values] == ["Ada Lovelace"]


def test_an_institution_of_openalex_is_no_profile(api: Api, tmp_path: Path) -> None:
    assert isinstance(failure(api, tmp_path, "openalex", "I5000000001"), NotFound)


def test_a_person_of_dblp_and_a_work_of_crossref_are_fetched(api: Api, tmp_path: Path) -> None:
    api.on("/pid/12/3456-2.xml", Reply(body("dblp.xml"), media_type="text/xml; charset=utf-8"))
    api.on("/works/10.5555%2F1843.notes", Reply(body("crossref.json")))

    assert len(titles(fetch(api, tmp_path, "dblp", "12/3456-2")[0])) == 4
    assert len(titles(fetch(api, tmp_path, "crossref", DOI)[0])) == 1


def test_what_is_fresh_is_not_asked_for_again(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(message_of("crossref.json"), media_type=CSL))

    one, _ = fetch(api, tmp_path, "doi", DOI)
    other, said = fetch(api, tmp_path, "doi", DOI)

    assert one == other
    assert len(api.asked) == 1
    assert said[0].startswith("kept since ")


def test_what_did_not_change_is_not_sent_again(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(message_of("crossref.json"), media_type=CSL, headers={"ETag": '"1"'}))

    one, _ = fetch(api, tmp_path, "doi", DOI)
    other, _ = fetch(api, tmp_path, "doi", DOI, refresh=True)

    assert one == other
    assert [headers.get("if-none-match") for _, headers in api.asked] == [None, '"1"']


def test_after_a_day_it_is_asked_for_again(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(message_of("crossref.json"), media_type=CSL))
    fetch(api, tmp_path, "doi", DOI)
    for about in (tmp_path / "profile-kg").glob("*.json"):
        said = json.loads(about.read_text())
        if "at" in said:
            about.write_text(json.dumps(said | {"at": said["at"] - http.FRESH - 1}))

    fetch(api, tmp_path, "doi", DOI)

    assert len(api.asked) == 2


def test_a_damaged_cache_is_no_cache(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(message_of("crossref.json"), media_type=CSL))
    fetch(api, tmp_path, "doi", DOI)
    for file in (tmp_path / "profile-kg").iterdir():
        file.write_text("{")

    assert len(titles(fetch(api, tmp_path, "doi", DOI)[0])) == 1


def test_a_busy_server_is_asked_again_when_it_says(api: Api, tmp_path: Path) -> None:
    busy = Reply(status=429, headers={"Retry-After": "0"})
    dated = Reply(status=503, headers={"Retry-After": "Fri, 01 Jan 2021 00:00:00 GMT"})
    api.on(f"/{DOI}", busy, dated, Reply(message_of("crossref.json"), media_type=CSL))

    _, said = fetch(api, tmp_path, "doi", DOI)

    assert said[1:] == ["answer 429; asking again in 0 s", "answer 503; asking again in 0 s"]


def test_a_server_that_is_busy_for_long_is_left_alone(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(status=429, headers={"Retry-After": "3600"}))

    assert "asks to wait 3,600 seconds" in str(failure(api, tmp_path))


KEY = "secret/key&1"


def with_key(api: Api, cache: Path) -> Services:
    return services(api.environment(cache) | {"KG_OPENALEX_KEY": KEY})


def test_the_key_of_openalex_is_sent_and_stands_nowhere_else(
    api: Api, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sent = "api_key=secret%2Fkey%261"
    api.on(f"/works/W10001?{sent}", Reply(status=301, headers={"Location": f"/works/W10002?{sent}"}))
    api.on(f"/works/W10002?{sent}", Reply(b'{"id": "https://openalex.org/W10002", "title": "Ferns"}'))
    caplog.set_level("DEBUG")
    said: list[str] = []

    draft = fetching.fetch("openalex", "W10001", with_key(api, tmp_path), said.append)

    assert titles(draft) == ["Ferns"]
    assert api.paths == [f"/works/W10001?{sent}", f"/works/W10002?{sent}"]
    kept = [file.read_text() for file in (tmp_path / "profile-kg").iterdir()]
    assert not [text for text in (*said, *kept, caplog.text, repr(with_key(api, tmp_path))) if "secret" in text]


@pytest.mark.parametrize("status", [401, 403, 429])
@pytest.mark.parametrize(("has_key", "hint"), [(False, "KG_OPENALEX_KEY is set"), (True, "KG_OPENALEX_KEY is right")])
def test_openalex_refusing_an_answer_leads_to_its_key(
    api: Api, tmp_path: Path, status: int, has_key: bool, hint: str
) -> None:
    path = "/works/W10001?api_key=secret%2Fkey%261" if has_key else "/works/W10001"
    api.on(path, Reply(status=status, headers={"Retry-After": "86400"}))

    asked = with_key(api, tmp_path) if has_key else api.services(tmp_path)
    with pytest.raises(StoreError) as refused:
        fetching.fetch("openalex", "W10001", asked, lambda _: None)

    assert hint in str(refused.value.problems[0].hint)
    assert "secret" not in str(refused.value)


def test_a_server_that_stays_broken_is_named(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(status=500, headers={"Retry-After": "0"}))

    error = failure(api, tmp_path)

    assert "answers with 500" in str(error)
    assert len(api.asked) == 4


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"<html>", media_type="text/html"), "answers with text/html, not with"),
        (Reply(b"\xff\xfe", media_type=CSL), "is not UTF-8"),
        (Reply(status=403), "answers with 403"),
    ],
)
def test_a_wrong_answer_is_refused(api: Api, tmp_path: Path, reply: Reply, words: str) -> None:
    api.on(f"/{DOI}", reply)

    assert words in str(failure(api, tmp_path))


def test_an_unknown_id_is_not_found(api: Api, tmp_path: Path) -> None:
    assert isinstance(failure(api, tmp_path), NotFound)


def test_an_answer_that_is_too_large_is_broken_off(api: Api, tmp_path: Path) -> None:
    api.on(f"/{DOI}", Reply(b" " * (1 << 20), media_type=CSL, repeat=66))

    assert "is larger than 67,108,864 bytes" in str(failure(api, tmp_path))


def test_answers_that_are_too_large_together_are_refused(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = json.dumps({"meta": {"next_cursor": None}, "results": json.loads(body("openalex-works.json"))["results"]})
    api.on("/authors/A5000000001", Reply(body("openalex-author.json")))
    api.on("/works?filter=author.id:A5000000001&per-page=200&cursor=*", Reply(page.encode()))
    monkeypatch.setattr(fetching, "MAX_BYTES", len(page))

    assert f"are larger than {len(page):,} bytes" in str(failure(api, tmp_path, "openalex", "A5000000001"))


def test_no_server_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TRIES", 1)
    nowhere = services({"KG_DOI_URL": "http://127.0.0.1:9", "XDG_CACHE_HOME": str(tmp_path)})

    with pytest.raises(StoreError, match="cannot be reached"):
        fetching.fetch("doi", DOI, nowhere, lambda _: None)


def test_a_broken_record_of_orcid_is_named(api: Api, tmp_path: Path) -> None:
    api.on(f"/v3.0/{ORCID}/record", Reply(b'{"person": '))

    assert "cannot be read" in str(failure(api, tmp_path, "orcid", ORCID))


def test_a_wrong_checksum_is_never_asked_for(api: Api, tmp_path: Path) -> None:
    with pytest.raises(IdentifierError, match="checksum"):
        fetch(api, tmp_path, "orcid", "0000-0002-1825-0098")

    assert api.asked == []


@pytest.mark.parametrize(
    ("form", "name", "expected"),
    [
        ("orcid", ORCID, True),
        ("orcid", "cv.json", False),
        ("doi", f"https://doi.org/{DOI}", True),
        ("dblp", "12/3456", True),
        ("bibtex", DOI, False),
    ],
)
def test_an_id_is_told_from_a_file(form: str, name: str, expected: bool) -> None:
    assert fetching.is_id(form, name) is expected


def test_services_are_the_real_ones_unless_moved() -> None:
    found: Services = services({"KG_DBLP_URL": "https://dblp.uni-trier.de/", "XDG_CACHE_HOME": "relative"})

    assert found.bases["dblp"] == "https://dblp.uni-trier.de"
    assert found.moved == {"dblp"}
    assert found.bases["orcid"] == "https://pub.orcid.org"
    assert found.cache == Path.home() / ".cache" / "profile-kg"
