"""Registries are asked for works of any list, by id or title; what they answer is taken only if it is the work."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.interchange import completing, http, manners
from kg.interchange.completing import Completion, RegistryClients, lacking
from kg.profile.config import services
from tests.support import api_server
from tests.support.api_server import Api, Reply
from tests.support.registered_works import (
    ATOM,
    RegisteredWork,
    arxiv,
    crossref,
    dblp_hits,
    findable,
    json_reply,
    openalex,
    registered,
    search_path,
)

ADA = ("Ada", "Lovelace", "0000-0001-5109-3700")
BABBAGE = ("Charles", "Babbage", "")
NOTES = RegisteredWork("Notes on the Weaving of Algebraic Patterns", (ADA, BABBAGE), 1843, "10.5555/notes")


@pytest.fixture
def api() -> Iterator[Api]:
    with api_server.running() as server:
        yield server


def asked(api: Api, cache: Path, work: dict[str, Any], *owners: str, orcid: str = "") -> tuple[Completion, list[str]]:
    said: list[str] = []
    clients = RegistryClients(api.services(cache), said.append)
    return clients.complete(work, owners, orcid=orcid), said


def values(completion: Completion) -> list[dict[str, Any]]:
    return [dict(fact.values) for draft in completion.drafts for fact in draft.facts]


def test_a_list_without_an_owner_is_asked_about_by_its_first_author(api: Api, tmp_path: Path) -> None:
    registered(api, NOTES)
    findable(api, NOTES.title, NOTES)

    found, said = asked(api, tmp_path, {"title": NOTES.title, "authors": ["A. Lovelace"], "year": 1843})

    assert (found.outcome, said) == ("completed", [])
    assert [each["doi"] for each in values(found)] == ["10.5555/notes", "https://doi.org/10.5555/notes"]
    other, _ = asked(api, tmp_path, {"title": NOTES.title, "authors": ["B. Lovelace"], "year": 1843})
    assert (other.outcome, other.drafts) == ("not found", [])


@pytest.mark.parametrize(
    ("work", "doubt"),
    [
        ({"year": 1844}, "it is of 1843, not of 1844"),
        ({}, "a year is missing, by which one could tell"),
        ({"year": 1843, "venue": "Annals of Bees"}, "it appeared in 'Journal of Invented Engines', not in 'Annals of"),
    ],
)
def test_what_may_be_another_work_is_a_question_about_its_id(
    api: Api, tmp_path: Path, work: dict[str, Any], doubt: str
) -> None:
    findable(api, NOTES.title, NOTES)

    found, _ = asked(api, tmp_path, {"title": NOTES.title, **work}, "Ada Lovelace")

    assert (found.outcome, doubt in found.reason) == ("question", True)
    [fact] = found.drafts[0].facts
    assert dict(fact.values) == {"title": NOTES.title, "doi": NOTES.doi}
    assert (max(fact.confidence.values()), doubt in fact.reason) == (completing.QUESTION, True)
    assert fact.quote.text.startswith(f"{NOTES.title} · Ada Lovelace · Charles Babbage")
    assert fact.quote.source.startswith("https://api.crossref.org/works?query.bibliographic=Notes%20on")


@pytest.mark.parametrize(
    "other",
    [
        RegisteredWork("Notes on the Weaving of Algebraic Patterns II", (ADA,), 1843, "10.5555/notes-2"),
        RegisteredWork(NOTES.title, (("Eda", "Lovelace", ""),), 1843, "10.5555/eda"),
        RegisteredWork(NOTES.title, (("Ada", "Lovelace", "0000-0002-1825-0097"),), 1843, "10.5555/namesake"),
    ],
)
def test_another_title_other_people_and_namesakes_are_left_alone(
    api: Api, tmp_path: Path, other: RegisteredWork
) -> None:
    findable(api, NOTES.title, other)

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace", orcid=ADA[2])

    assert (found.outcome, found.drafts) == ("not found", [])


def test_a_paper_is_taken_and_not_its_preprint(api: Api, tmp_path: Path) -> None:
    preprint = RegisteredWork(NOTES.title, (ADA,), 1843, "10.5555/preprint", venue="arXiv")
    registered(api, NOTES)
    findable(api, NOTES.title, preprint, NOTES)

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace")

    assert {each["doi"].removeprefix("https://doi.org/") for each in values(found)} == {NOTES.doi}


def test_a_preprint_is_asked_for_by_its_id_at_arxiv(api: Api, tmp_path: Path) -> None:
    preprint = RegisteredWork(NOTES.title, (ADA, BABBAGE), 2023, arxiv="2301.00042", abstract="An engine weaves.")
    api.on("/api/query?id_list=2301.00042v1", Reply(arxiv([preprint]), media_type=ATOM))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "arxiv": "arXiv:2301.00042v1"}, "Ada Lovelace")

    [notes] = values(found)
    assert (notes["authors"], notes["abstract"]) == (["Ada Lovelace", "Charles Babbage"], "An engine weaves.")
    assert found.drafts[0].sources[0].path == "https://arxiv.org/abs/2301.00042v1"


def test_what_only_dblp_finds_is_taken_from_its_answer(api: Api, tmp_path: Path) -> None:
    findable(api, NOTES.title)
    paper = RegisteredWork(NOTES.title, (ADA, BABBAGE), 1843, venue="Engines")
    api.on(search_path("dblp", NOTES.title), Reply(dblp_hits([paper]), media_type="text/xml; charset=utf-8"))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace")

    [notes] = values(found)
    assert (notes["venue"], notes["pages"], notes["authors"][1]["dblp"]) == ("Engines", "10–19", "12/1")
    assert found.drafts[0].sources[0].path.startswith("https://dblp.org/search/publ/api?q=Notes%20on")


def test_what_only_openalex_finds_without_a_doi_is_taken_from_its_answer(api: Api, tmp_path: Path) -> None:
    findable(api, NOTES.title)
    work = openalex(RegisteredWork(NOTES.title, (ADA,), 1843))
    api.on(search_path("openalex", NOTES.title), json_reply({"meta": {"count": 1}, "results": [work]}))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace")

    assert [each["authors"][0]["name"] for each in values(found)] == ["Ada Lovelace"]


def test_who_asks_is_told_and_services_are_not_hurried(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    findable(api, NOTES.title)
    moved = api.environment(tmp_path) | {"KG_MAILTO": "library@kg.example.org"}
    clients = RegistryClients(services(moved), lambda _: None)
    clients.complete({"title": NOTES.title}, ["Ada Lovelace"])
    assert all(headers["user-agent"].endswith("; mailto:library@kg.example.org)") for _, headers in api.asked)
    assert max(waited) == 0

    monkeypatch.setattr("kg.profile.config.SERVICES", dict.fromkeys(completing.SEARCHES, api.base))
    hurried = RegistryClients(services({"XDG_CACHE_HOME": str(tmp_path / "other")}), lambda _: None)
    for title in (NOTES.title, "Another Study of Weaving"):
        findable(api, title)
        hurried.complete({"title": title}, ["Ada Lovelace"])
    assert 2 < max(waited) <= manners.INTERVALS["arxiv"]


def test_a_slow_service_and_one_that_is_not_there_are_told_once(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "_TIMEOUT", 0.2)
    monkeypatch.setattr(http, "TRIES", 1)
    registered(api, NOTES)
    api.on("/works/10.5555%2Fnotes", Reply(b"{}", delay=1.0))
    said: list[str] = []
    nowhere = api.environment(tmp_path) | {"KG_DATACITE_URL": "http://127.0.0.1:9"}
    clients = RegistryClients(services(nowhere), said.append)

    found = [clients.complete({"title": NOTES.title, "doi": NOTES.doi}, ["Ada Lovelace"]) for _ in range(2)]

    assert [each.outcome for each in found] == ["completed", "completed"]
    assert [line.partition(":")[0] for line in said] == ["crossref", "datacite"]
    assert all(line.endswith("; it is not asked any more") for line in said)
    assert clients.failed == {"crossref", "datacite"}
    assert clients.account["crossref"] == {"failed": 1}


def test_what_is_lacking_depends_on_who_is_known() -> None:
    work = {
        "title": "Notes",
        "authors": [{"name": "Ada Lovelace"}, {"name": "C. Babbage", "orcid": "x"}],
        "doi": "10.5555/x",
    }

    assert lacking(work) == ["year", "venue", "ids of co-authors"]
    assert lacking(work, ["Ada Lovelace"]) == ["year", "venue"]


def test_two_works_that_fit_stay_a_question_though_another_service_knows_one(api: Api, tmp_path: Path) -> None:
    again = RegisteredWork(NOTES.title, (ADA,), 1843, "10.5555/again", venue="Another Journal")
    findable(api, NOTES.title, NOTES, again)
    api.on(search_path("openalex", NOTES.title), json_reply({"meta": {"count": 1}, "results": [openalex(NOTES)]}))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace")

    assert [each["doi"] for each in values(found)] == [NOTES.doi, again.doi]
    assert (found.outcome, search_path("openalex", NOTES.title) in api.paths) == ("question", False)


def test_whose_name_hides_among_others_may_have_written_it(api: Api, tmp_path: Path) -> None:
    registered(api, NOTES)
    record = crossref(NOTES)
    record["author"].append({"name": "The Analytical Society", "sequence": "additional", "affiliation": []})
    api.on("/works/10.5555%2Fnotes", json_reply({"message-type": "work", "message": record}))
    api.on("/works/doi:10.5555/notes", Reply(b"{}", 404))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "doi": NOTES.doi}, "Ada King")

    assert found.outcome == "completed"
    assert all("role" not in each for each in values(found))


def test_that_nothing_was_found_says_who_did_not_answer(api: Api, tmp_path: Path) -> None:
    findable(api, NOTES.title)
    api.on(search_path("crossref", NOTES.title), Reply(b"{}", 429, headers={"Retry-After": "999"}))

    found, _ = asked(api, tmp_path, {"title": NOTES.title, "year": 1843}, "Ada Lovelace")

    assert found.reason == "no work of this title, author and year was found, but crossref failed"


def test_a_work_of_others_and_one_in_two_languages_are_asked_about_as_they_are(api: Api, tmp_path: Path) -> None:
    registered(api, NOTES)
    others, _ = asked(api, tmp_path, {"title": NOTES.title, "doi": NOTES.doi, "role": "none"}, "Mary Somerville")
    titles = {"de": "Bemerkungen zum Weben", "en": NOTES.title}
    translated, _ = asked(api, tmp_path, {"title": titles, "doi": NOTES.doi}, "Ada Lovelace")

    assert (others.outcome, translated.outcome) == ("completed", "completed")
    assert all("role" not in each for each in values(others))


@pytest.mark.parametrize(("pages", "outcome"), [("12--34", "completed"), ("1--11", "other work")])
def test_a_doi_of_a_title_in_another_language_is_of_the_work_on_the_same_pages(
    api: Api, tmp_path: Path, pages: str, outcome: str
) -> None:
    record = crossref(NOTES) | {"page": "12-34"}
    api.on("/works/10.5555%2Fnotes", json_reply({"message-type": "work", "message": record}))
    stated = {"title": "Vom Weben", "authors": ["Ada Lovelace", "Charles Babbage"], "year": 1843, "pages": pages}

    found, _ = asked(api, tmp_path, {**stated, "doi": NOTES.doi}, "Ada Lovelace")

    assert found.outcome == outcome


def test_what_somebody_edited_is_found_by_its_authors_and_says_so(api: Api, tmp_path: Path) -> None:
    record = crossref(NOTES) | {"editor": [{"given": "Mary", "family": "Somerville", "sequence": "first"}]}
    answer = {"message-type": "work-list", "message": {"items": [record]}}
    api.on(search_path("crossref", NOTES.title), json_reply(answer))
    api.on("/works/10.5555%2Fnotes", json_reply({"message-type": "work", "message": record}))
    work = {"title": NOTES.title, "authors": ["Ada Lovelace"], "year": 1843, "role": "editor"}

    found, _ = asked(api, tmp_path, work, "Mary Somerville")

    assert found.outcome == "completed"
