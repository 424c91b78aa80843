"""kg complete asks registries for what profiles lack, and proposes it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.base.version import __version__
from kg.cli.many import JOURNAL
from tests.conftest import Command
from tests.support.api_server import Api, Reply
from tests.support.registered_works import RegisteredWork, crossref, deposited, findable, json_reply, registered

pytestmark = pytest.mark.thorough

ORCID = "0000-0001-5109-3700"
BABBAGE = ("Charles", "Babbage", "0000-0002-1694-233X")
ADA = ("Ada", "Lovelace", ORCID)
NOTES = RegisteredWork(
    "Notes on the Weaving of Algebraic Patterns",
    (ADA, BABBAGE),
    1843,
    "10.5555/notes",
    affiliation=("Example University", "https://ror.org/03q8dnn23"),
    funder="Invented Council",
    abstract="An engine weaves.",
    open_access="https://open.example.org/notes.pdf",
)


@pytest.fixture
def ada(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the profile of somebody who wrote down little of her works."""
    monkeypatch.chdir(tmp_path)
    return Path("ada.yaml")


def write(path: Path, *works: dict[str, Any], **person: Any) -> str:
    profile = {"id": "ada-lovelace", "name": "Ada Lovelace", "orcid": ORCID, **person, "publications": list(works)}
    text = yaml.safe_dump(json.loads(json.dumps(profile)), sort_keys=False, allow_unicode=True)
    path.write_text(text, encoding="utf-8")
    return text


def data(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def works(path: Path) -> list[dict[str, Any]]:
    return [{key: each for key, each in work.items() if key != "evidence"} for work in data(path)["publications"]]


def test_a_work_with_a_doi_gets_what_the_registries_say_as_a_proposal(kg: Command, ada: Path, api: Api) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    registered(api, NOTES)

    outcome = kg("complete", ada)

    assert (outcome.code, outcome.out) == (0, "")
    [work] = data(ada)["publications"]
    evidence = work.pop("evidence")
    assert [(each["name"], each["orcid"][-4:]) for each in work["authors"]] == [
        ("Ada Lovelace", "3700"), ("Charles Babbage", "233X")]  # fmt: skip
    assert work["authors"][1]["affiliations"] == [{"name": "Example University", "ror": "https://ror.org/03q8dnn23"}]
    assert "organization" not in work["authors"][1]
    assert (work["title"], work["doi"], work["venue"]) == (NOTES.title, NOTES.doi, NOTES.venue)
    assert (work["year"], work["pages"], work["funders"]) == (1843, "10–19", ["Invented Council"])
    assert (work["abstract"], work["open_access"]) == ("An engine weaves.", NOTES.open_access)
    assert evidence["status"] == "proposed"
    assert [evidence["source"], evidence["also"][0]["source"]] == [
        "https://doi.org/10.5555/notes", "https://api.openalex.org/works/doi:10.5555/notes"]  # fmt: skip
    assert evidence["before"] == {"title": NOTES.title, "doi": NOTES.doi}
    assert "1 work: 0 lack nothing, 1 completed" in outcome.err
    assert "Asked: crossref 1 (1 found); openalex 1 (1 found)." in outcome.err


def test_of_twenty_works_what_is_sure_is_proposed_what_is_not_is_asked_and_nothing_is_wrong(
    kg: Command, ada: Path, api: Api
) -> None:
    by_doi = [RegisteredWork(f"Looms and Their Cards in Year {n}", (ADA, BABBAGE), n, f"10.5555/loom{n}")
              for n in range(1841, 1849)]  # fmt: skip
    by_title = [RegisteredWork(f"Weaving Numbers with Engine {word}", (ADA, BABBAGE), 1850, f"10.5555/{word}")
                for word in ("alpha", "bravo", "carol", "delta", "erica")]  # fmt: skip
    registered(api, *by_doi, *by_title)
    for each in by_title:
        findable(api, each.title, each)
    twice = RegisteredWork("Tables of Sines for the Engine", (ADA,), 1851, "10.5555/sines-1")
    again = RegisteredWork(twice.title, (ADA,), 1851, "10.5555/sines-2", venue="Another Journal")
    findable(api, twice.title, twice, again)
    short = RegisteredWork("Introduction", (ADA,), 1852, "10.5555/introduction")
    findable(api, short.title, short)
    other = ("Ada", "Lovelace", "0000-0002-1825-0097")
    namesake = RegisteredWork("A Study of Bees and Flowers", (other,), 1853, "10.5555/bees")
    findable(api, namesake.title, namesake)
    whole = [{"title": f"A Whole Work {n}", "authors": ["Ada Lovelace"], "year": 1860, "venue": "Memoirs",
              "doi": f"10.5555/whole{n}"} for n in range(4)]  # fmt: skip
    given: list[dict[str, Any]] = [
        *({"title": each.title, "doi": each.doi} for each in by_doi),
        *({"title": each.title, "year": each.year} for each in (*by_title, twice, short, namesake)),
        *whole,
    ]
    write(ada, *given)

    outcome = kg("complete", ada)

    now = works(ada)
    for stated, work in zip(given, now, strict=True):
        assert {key: work[key] for key in stated} == stated
    for record, work in zip([*by_doi, *by_title], now[:13], strict=True):
        assert (work["doi"], work["venue"], len(work["authors"])) == (record.doi, record.venue, 2)
        assert (str(work["year"]), work["pages"]) == (str(record.year), "10–19")
    assert now[13:] == given[13:]
    asked = [work["evidence"]["conflicts"]["doi"] for work in data(ada)["publications"][13:15]]
    assert [[each["value"] for each in several] for several in asked] == [
        ["10.5555/sines-1", "10.5555/sines-2"], ["10.5555/introduction"]]  # fmt: skip
    assert all("evidence" not in work for work in data(ada)["publications"][15:])
    assert "20 works: 4 lack nothing, 13 completed, 1 not found, 2 questions" in outcome.err
    assert "many works have such a title" in outcome.err
    assert "several works have this title, author and year" in outcome.err


def test_what_people_wrote_stays_and_another_value_is_a_conflict(kg: Command, ada: Path, api: Api) -> None:
    stated = {"title": NOTES.title, "authors": ["A. Lovelace*", "C. Babbage"], "venue": "Memoirs", "year": 1842,
              "doi": NOTES.doi}  # fmt: skip
    write(ada, stated)
    registered(api, NOTES)

    outcome = kg("complete", ada)

    [work] = works(ada)
    assert (work["venue"], work["year"]) == ("Memoirs", 1842)
    assert "date" not in work
    assert [each["name"] for each in work["authors"]] == ["A. Lovelace", "C. Babbage"]
    assert work["authors"][0]["equal_contribution"] is True
    assert work["authors"][1]["orcid"].endswith("0000-0002-1694-233X")
    conflicts = data(ada)["publications"][0]["evidence"]["conflicts"]
    assert {key: [(each["value"], each["source"]) for each in several] for key, several in conflicts.items()} == {
        "venue": [("Memoirs", "by hand"), (NOTES.venue, "https://doi.org/10.5555/notes")],
        "year": [(1842, "by hand"), (1843, "https://doi.org/10.5555/notes")],
    }
    assert "asks about venue, year" in outcome.err


def test_what_is_rejected_leaves_what_was_there_and_never_returns(kg: Command, ada: Path, api: Api) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi}, {"title": "Kept", "year": 1850})
    registered(api, NOTES)
    kg("complete", ada)
    fact = data(ada)["publications"][0]["evidence"]["fact"]

    assert kg("review", ada, "--reject", fact).code == 0
    rejected = ada.read_text(encoding="utf-8")
    again = kg("complete", ada, "--refresh")

    assert data(ada)["publications"][0] == {"title": NOTES.title, "doi": NOTES.doi}
    assert ada.read_text(encoding="utf-8") == rejected
    assert "adds" not in again.err


def test_what_was_accepted_with_a_source_comes_back_with_it(kg: Command, ada: Path, api: Api) -> None:
    why = {
        "fact": "aaaaaaaaaa",
        "status": "accepted",
        "confidence": 0.9,
        "source": "cv.md",
        "lines": 3,
        "quote": "Notes",
    }
    cv = {"path": "cv.md", "media_type": "text/markdown", "extractor": "cv", "sha256": "0" * 64}
    write(ada, {"title": NOTES.title, "doi": NOTES.doi, "evidence": why}, sources=[cv])
    before = data(ada)["publications"]
    registered(api, NOTES)

    kg("complete", ada)
    [work] = data(ada)["publications"]
    assert (work["evidence"]["status"], len(work["authors"])) == ("proposed", 2)
    kg("review", ada, "--reject", "aaaaaaaaaa")

    assert data(ada)["publications"] == before


def test_what_is_accepted_is_whole_and_is_not_asked_about_again(kg: Command, ada: Path, api: Api) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    registered(api, NOTES)
    kg("complete", ada)
    kg("review", ada, "--accept-above", 0.9)
    accepted = ada.read_text(encoding="utf-8")
    asked = len(api.asked)

    outcome = kg("complete", ada, "--refresh")

    assert data(ada)["publications"][0]["evidence"]["status"] == "accepted"
    assert "before" not in data(ada)["publications"][0]["evidence"]
    assert ada.read_text(encoding="utf-8") == accepted
    assert (len(api.asked), outcome.err) == (asked, "1 work: 1 lack nothing\n")


def test_to_complete_twice_changes_no_byte_and_asks_nobody(kg: Command, ada: Path, api: Api) -> None:
    twice = RegisteredWork("Tables of Sines for the Engine", (ADA,), 1851, "10.5555/sines-1")
    again = RegisteredWork(twice.title, (ADA,), 1851, "10.5555/sines-2")
    lonely = RegisteredWork(
        "A Work by One Who Has No Id", (("Ada", "Lovelace", ""), ("No", "Body", "")), doi="10.5555/nobody"
    )
    registered(api, lonely)
    findable(api, twice.title, twice, again)
    write(ada, {"title": twice.title, "year": 1851}, {"title": lonely.title, "doi": lonely.doi})
    kg("complete", ada)
    first, asked = ada.read_text(encoding="utf-8"), len(api.asked)

    outcome = kg("complete", ada)

    assert ada.read_text(encoding="utf-8") == first
    assert len(api.asked) == asked
    assert "2 works: 0 lack nothing, 1 whose records were read before, 1 question" in outcome.err


def test_a_dry_run_writes_nothing_and_says_the_same(kg: Command, ada: Path, api: Api) -> None:
    text = write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    registered(api, NOTES)

    shown = kg("complete", ada, "--dry-run")

    assert ada.read_text(encoding="utf-8") == text
    assert {path.name for path in Path().iterdir()} == {"ada.yaml", "cache"}
    assert kg("complete", ada).err == f"{shown.err}Next: kg review ada.yaml\n"


def test_only_the_services_that_are_named_are_asked_and_unknown_ones_are_refused(
    kg: Command, ada: Path, api: Api
) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    registered(api, NOTES)

    kg("complete", ada, "--from", "openalex")

    assert api.paths == [f"/works/doi:{NOTES.doi}"]
    refused = kg("complete", ada, "--from", "gopher")
    assert (refused.code, "services are crossref, openalex" in " ".join(refused.err.split())) == (2, True)


def test_a_doi_that_leads_to_another_work_or_person_adds_nothing(kg: Command, ada: Path, api: Api) -> None:
    stranger = RegisteredWork("Notes on the Weaving of Algebraic Patterns", (BABBAGE,), doi="10.5555/stranger")
    registered(api, NOTES, stranger)
    text = write(
        ada, {"title": "Bees of the Northern Moors", "doi": NOTES.doi}, {"title": stranger.title, "doi": stranger.doi}
    )

    outcome = kg("complete", ada)

    assert ada.read_text(encoding="utf-8") == text
    assert f"is '{NOTES.title}', another work" in outcome.err
    assert "is of Charles Babbage, and not of Ada Lovelace" in outcome.err
    assert "2 whose ids are of other works" in outcome.err


def test_data_are_completed_by_datacite_where_crossref_does_not_know_them(kg: Command, ada: Path, api: Api) -> None:
    tables = RegisteredWork("Tables of Bernoulli Numbers", (ADA, BABBAGE), 1843, "10.5555/tables",
                            affiliation=("Example University", "https://ror.org/03q8dnn23"), funder="Invented Council",
                            abstract="All numbers.")  # fmt: skip
    deposited(api, tables)
    write(ada, {"title": tables.title, "doi": tables.doi})

    outcome = kg("complete", ada)

    [work] = works(ada)
    assert (work["type"], work["abstract"], work["funding"]) == ("dataset", "All numbers.", ["G-1"])
    assert work["authors"][1]["affiliations"] == [{"name": "Example University", "ror": "https://ror.org/03q8dnn23"}]
    assert "crossref 1 (1 not found); datacite 1 (1 found); openalex 1 (1 not found)" in outcome.err


MOODS = {
    "busy for long": (Reply(b"{}", 429, headers={"Retry-After": "3600"}), "asks to wait 3,600 seconds"),
    "broken": (Reply(b"{}", 500, headers={"Retry-After": "0"}), "answers with 500"),
    "half": (Reply(b'{"status": "ok", "message": {"DOI'), "this is not JSON"),
    "a page": (Reply(b"<html>", media_type="text/html"), "answers with text/html"),
    "of another form": (Reply(b'{"status": "ok"}'), "there are no works of Crossref here"),
}


@pytest.mark.parametrize("mood", MOODS)
def test_a_service_that_fails_is_told_once_and_the_others_go_on(kg: Command, ada: Path, api: Api, mood: str) -> None:
    looms = [RegisteredWork(f"Looms and Their Cards in Year {n}", (ADA, BABBAGE), n, f"10.5555/loom{n}")
             for n in range(1841, 1846)]  # fmt: skip
    registered(api, *looms)
    reply, words = MOODS[mood]
    for each in looms:
        api.on(f"/works/10.5555%2Floom{each.year}", reply)
    write(ada, *({"title": each.title, "doi": each.doi} for each in looms))

    outcome = kg("complete", ada)

    assert outcome.code == 1
    assert all(len(work["authors"]) == 2 for work in works(ada))
    told = [line for line in outcome.err.splitlines() if line.startswith("crossref: ")]
    assert words in told[0]
    assert told[-1].endswith("; it is not asked any more")
    assert len(told) <= 2
    assert "5 completed" in outcome.err

    registered(api, *looms)
    assert kg("complete", ada).code == 0
    assert {work["venue"] for work in works(ada)} == {NOTES.venue}


def test_a_busy_service_is_waited_for_and_what_broke_off_asks_nothing_twice(
    kg: Command, ada: Path, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = RegisteredWork("A Later Work on Looms", (ADA, BABBAGE), 1844, "10.5555/later")
    unknown = {"title": "A Work Nobody Registered", "doi": "10.5555/unknown"}
    registered(api, NOTES, later)
    message = {"status": "ok", "message-type": "work", "message": crossref(NOTES)}
    api.on("/works/10.5555%2Fnotes", Reply(b"", 429, headers={"Retry-After": "0"}), json_reply(message))
    write(ada, {"title": NOTES.title, "doi": NOTES.doi}, unknown, {"title": later.title, "doi": later.doi})
    text = ada.read_text(encoding="utf-8")

    def broken_off(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("kg.profile.drafts.completing.complete", broken_off)
        interrupted = kg("complete", ada)
    assert "answer 429; asking again in 0 s" in interrupted.err
    assert ada.read_text(encoding="utf-8") == text
    asked = len(api.asked)

    outcome = kg("complete", ada)

    assert len(api.asked) == asked
    assert "2 completed, 1 not found" in outcome.err


def test_profiles_that_were_done_before_a_run_broke_off_are_left_alone(kg: Command, ada: Path, api: Api) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    Path("bob.yaml").write_text("id: bob\nname: Bob\npublications: []\n", encoding="utf-8")
    registered(api, NOTES)
    Path(JOURNAL).write_text(f"kg {__version__}\n{json.dumps(['complete', '', 'ada.yaml'])}\n", encoding="utf-8")
    outcome = kg("complete", ada, "bob.yaml")

    assert api.asked == []
    assert outcome.err.endswith("0 works: 0 lack nothing\n")
    assert not Path(JOURNAL).exists()


def test_what_another_source_says_meanwhile_is_added_too_and_what_people_wrote_stays(
    kg: Command, ada: Path, api: Api
) -> None:
    stated = {"title": NOTES.title, "venue": "Memoirs", "year": 1843, "doi": NOTES.doi}
    write(ada, stated)
    registered(api, NOTES)
    kg("complete", ada, "--from", "openalex")
    Path("ada.bib").write_text(
        f"@article{{notes, title={{{NOTES.title}}}, author={{Ada Lovelace and Charles Babbage}}, year=1843,"
        " journal={Another Journal}, publisher={Invented Press}}"
    )
    api.on(f"/{NOTES.doi}", json_reply({**crossref(NOTES), "volume": "9"}, "application/vnd.citationstyles.csl+json"))

    kg("import", "bibtex", "ada.bib", "-o", ada, "--name", "Ada Lovelace")
    kg("import", "doi", NOTES.doi, "-o", ada, "--name", "Ada Lovelace")

    [work] = data(ada)["publications"]
    evidence = work["evidence"]
    assert (work["venue"], work["publisher"], len(work["authors"])) == ("Memoirs", "Invented Press", 2)
    assert evidence["before"] == stated
    assert evidence["status"] == "proposed"
    assert {each["source"] for each in evidence["also"]} == {"ada.bib", "https://doi.org/10.5555/notes"}
    kg("review", ada, "--reject", evidence["fact"])
    assert data(ada)["publications"] == [stated]


def test_a_question_that_is_answered_completes_the_work(kg: Command, ada: Path, api: Api) -> None:
    twice = RegisteredWork("Tables of Sines for the Engine", (ADA,), 1851, "10.5555/sines-1")
    again = RegisteredWork(twice.title, (ADA,), 1851, "10.5555/sines-2", venue="Another Journal")
    registered(api, twice, again)
    findable(api, twice.title, twice, again)
    write(ada, {"title": twice.title, "year": 1851})
    kg("complete", ada)

    listed = kg("review", ada, "--list").out
    kg("review", ada, stdin="2")
    kg("complete", ada)

    assert "0.50  publications: Tables of Sines for the Engine, 1851" in listed
    [work] = works(ada)
    assert (work["doi"], work["venue"], work["year"]) == (again.doi, "Another Journal", 1851)
    assert data(ada)["publications"][0]["evidence"]["before"]["doi"] == again.doi


def test_a_choice_that_was_made_is_not_asked_again(kg: Command, ada: Path, api: Api) -> None:
    write(ada, {"title": NOTES.title, "venue": "Memoirs", "doi": NOTES.doi})
    registered(api, NOTES)
    kg("complete", ada, "--from", "crossref")
    kg("review", ada, stdin="1\n")
    decided = data(ada)["publications"][0]
    assert (decided["venue"], decided["evidence"]["status"]) == ("Memoirs", "edited")
    assert "venue_kind" not in decided
    edited = ada.read_text(encoding="utf-8").replace("  publisher: Invented Press\n", "").replace("  year: 1843\n", "")
    ada.write_text(edited.replace("  date: 1843-03\n", ""), encoding="utf-8")
    changed = json_reply({"status": "ok", "message-type": "work", "message": {**crossref(NOTES), "issue": "2"}})
    api.on("/works/10.5555%2Fnotes", changed)

    kg("complete", ada, "--refresh")

    assert data(ada)["publications"][0]["evidence"].get("conflicts") == decided["evidence"]["conflicts"]
    assert works(ada)[0]["venue"] == "Memoirs"


def test_a_run_that_was_killed_goes_on_where_it_was_and_asks_nothing_twice(kg: Command, ada: Path, api: Api) -> None:
    looms = [RegisteredWork(f"Looms and Their Cards in Year {n}", (ADA, BABBAGE), n, f"10.5555/loom{n}")
             for n in range(1841, 1847)]  # fmt: skip
    registered(api, *looms)
    Path("profiles").mkdir()
    for each in looms:
        write(Path(f"profiles/ada-{each.year}.yaml"), {"title": each.title, "doi": each.doi}, id=f"ada-{each.year}")
    api.on("/works/doi:10.5555/loom1844", Reply(b"{}", delay=60.0))
    running = subprocess.Popen([sys.executable, "-m", "kg", "complete", "profiles"], stderr=subprocess.DEVNULL)
    while running.poll() is None and "/works/doi:10.5555/loom1844" not in api.paths:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert len(Path("profiles", JOURNAL).read_text().splitlines()) == 4
    registered(api, *looms)

    outcome = kg("complete", "profiles")

    assert outcome.code == 0, outcome.err
    assert outcome.err.count(" adds ") == 3
    assert {path: api.paths.count(path) for path in api.paths if api.paths.count(path) > 1} == {
        "/works/doi:10.5555/loom1844": 2}  # fmt: skip
    assert all(len(works(path)[0]["authors"]) == 2 for path in Path("profiles").glob("*.yaml"))


def test_the_title_of_a_manuscript_is_told_to_nobody(kg: Command, ada: Path, api: Api) -> None:
    write(
        ada, *({"title": f"A Secret {status}", "status": status} for status in ("submitted", "under-review", "draft"))
    )

    outcome = kg("complete", ada)

    assert api.asked == []
    assert outcome.err == "3 works: 0 lack nothing, 3 not published yet and kept to themselves\n"


def test_a_profile_that_cannot_be_read_keeps_nothing_else_back_and_other_files_are_named(
    kg: Command, ada: Path, api: Api
) -> None:
    write(ada, {"title": NOTES.title, "doi": NOTES.doi})
    Path("aaa.yaml").write_text("id: aaa\nname: A\npublications: [{titel: x}]\n", encoding="utf-8")
    Path("bob.json").write_text('{"id": "bob", "name": "Bob"}', encoding="utf-8")
    registered(api, NOTES)

    outcome = kg("complete", "aaa.yaml", "bob.json", ada)

    assert outcome.code == 1
    assert "bob.json: left out, since proposals are written into YAML only" in outcome.err
    assert "error: aaa.yaml:3" in outcome.err
    assert len(works(ada)[0]["authors"]) == 2


def test_what_each_registry_states_is_one_source_of_a_comparison(kg: Command, ada: Path, api: Api) -> None:
    looms = [RegisteredWork(f"Looms and Their Cards in Year {n}", (ADA, BABBAGE), n, f"10.5555/loom{n}")
             for n in (1841, 1842, 1843)]  # fmt: skip
    registered(api, *looms)
    write(ada, *({"title": each.title, "doi": each.doi} for each in looms))
    kg("complete", ada)

    shown = kg("compare", ada).out

    assert shown.splitlines()[2].split() == ["Crossref", "OpenAlex", "in", "all", "entries"]
    assert "--missing-in" not in shown


def test_what_people_wrote_keeps_its_lines_and_comments(kg: Command, ada: Path, api: Api) -> None:
    text = f"""\
# my works
id: ada-lovelace
name: Ada Lovelace
publications:
  # the first
  - title: {NOTES.title}   # with numbers of Bernoulli
    authors:
      - A. Lovelace   # that is me
      - C. Babbage
    # where it can be found
    doi: 10.5555/notes
  - title: Another Work   # not yet
    status: draft
"""
    ada.write_text(text, encoding="utf-8")
    registered(api, NOTES)

    kg("complete", ada)

    completed = ada.read_text(encoding="utf-8")
    for line in ("# my works", "  # the first", "Patterns   # with numbers of Bernoulli", "# where it can be found",
                 "Another Work   # not yet"):  # fmt: skip
        assert line in completed
    kg("review", ada, "--reject", data(ada)["publications"][0]["evidence"]["fact"])
    rejected = ada.read_text(encoding="utf-8")
    assert rejected[rejected.index("# my works") : rejected.index("\nsources:")] == text.replace(
        "authors:\n      - A. Lovelace   # that is me\n      - C. Babbage", "authors: [A. Lovelace, C. Babbage]"
    )


def test_a_work_that_is_listed_twice_is_asked_about_once_and_completed_twice(kg: Command, ada: Path, api: Api) -> None:
    write(ada, *[{"title": NOTES.title, "doi": NOTES.doi}] * 2)
    registered(api, NOTES)

    outcome = kg("complete", ada)

    assert [len(work["authors"]) for work in works(ada)] == [2, 2]
    assert "2 works: 0 lack nothing, 2 completed" in outcome.err
    assert len(api.asked) == 2
