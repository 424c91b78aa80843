"""`kg sync`: what services say of people joins their profiles, once, and what people decided stays."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.test_many import bytes_in, data
from tests.conftest import Command, environment_without_kg
from tests.support.api_server import Reply
from tests.support.orcid_records import name, orcid
from tests.support.registries import Registries, openalex

pytestmark = pytest.mark.thorough

CONFIG = """\
base: https://kg.example.org/
title: Engines
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Engines}
sync:
  orcid: {every: 1}
  openalex: {every: 1}
"""


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """Return what makes a project of some people whose profiles state their ids and nothing else."""

    def made(people: int) -> Path:
        root = tmp_path / "group"
        (root / "profiles").mkdir(parents=True)
        (root / "kg.yaml").write_text(CONFIG, encoding="utf-8")
        for person in range(people):
            said = {
                "id": f"p{person}",
                "name": " ".join(name(person)),
                "orcid": orcid(person),
                "openalex": openalex(person),
            }
            (root / "profiles" / f"p{person}.yaml").write_text(yaml.safe_dump(said, allow_unicode=True), "utf-8")
        monkeypatch.chdir(root)
        return root

    return made


def titles(person: int = 0) -> list[str]:
    return [each["title"] for each in data(f"profiles/p{person}.yaml").get("publications", ())]


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def repository() -> None:
    git("init", "--quiet", "--initial-branch=main")
    git("config", "user.name", "Ada")
    git("config", "user.email", "ada@kg.example.org")
    git("add", "--all")
    git("commit", "--quiet", "--message=Start")


def test_a_year_of_changes_is_proposed_once_and_nothing_that_was_rejected_returns(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(3)
    proposed: list[str] = []
    rejected: set[str] = set()
    for month in range(12):
        registries.month = month
        for person in range(3):
            # The newest stands first, so that everything else moves down; in some months nothing is new.
            new = [10 * month + person] if month % 4 != 3 else []
            registries.works[person] = [*new, *registries.works.get(person, [])]
        registries.titles[0] = f"On engine number 0 and its uses{'.' * (month % 2)}"  # somebody mends a title
        registries.answer()
        before = bytes_in("profiles")

        outcome = kg("sync", "--refresh")

        assert outcome.code == 0, outcome.err
        lines = [line for line in outcome.err.splitlines() if line.startswith("  new: publications")]
        proposed += lines
        assert len(lines) == (3 if month % 4 != 3 else 0)
        if month % 4 == 3:
            assert bytes_in("profiles") == before
            assert outcome.err.endswith("Nothing is new.\n")
        if month == 1:
            for fact in (each["evidence"]["fact"] for each in data("profiles/p0.yaml")["publications"]):
                kg("review", "profiles/p0.yaml", "--reject", fact)
            rejected = set(titles())
    assert len(proposed) == len(set(proposed)) == 27
    states = {each["title"]: each["evidence"]["status"] for each in data("profiles/p0.yaml")["publications"]}
    assert {title for title, state in states.items() if state == "rejected"} == rejected
    assert len(states) == 9


def test_nothing_is_asked_before_its_day_and_nothing_new_changes_no_byte(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(2)
    registries.works = {0: [1, 2], 1: [3]}
    registries.answer()
    kg("sync")
    asked, before = len(registries.api.asked), bytes_in("profiles")

    outcome = kg("sync")

    assert (outcome.code, outcome.out) == (0, "")
    assert len(registries.api.asked) == asked
    assert bytes_in("profiles") == before
    assert "Asked: orcid about 2 people, openalex about 2 people" in outcome.err


def test_each_change_is_said_and_a_dry_run_writes_nothing(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(1)
    registries.works = {0: [1]}
    registries.answer()
    before = bytes_in("profiles")

    outcome = kg("sync", "--dry-run")

    assert bytes_in("profiles") == before
    assert "new: publications: On engine number 1 and its uses, 1991  [OpenAlex, ORCID]" in outcome.err
    assert "1 profile would change" in outcome.err


def test_who_is_asked_about_and_how_often_is_said_in_the_config(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    root = group(2)
    (root / "kg.yaml").write_text(CONFIG.replace("openalex: {every: 1}", "openalex: {people: [p1]}"))
    registries.works = {0: [1], 1: [2]}
    registries.answer()

    (root / "profiles" / "more.jsonl").write_text('{"id": "p9", "name": "Charles Babbage"}\n')

    outcome = kg("sync")

    assert "Asked: orcid about 2 people, openalex about 1 person" in outcome.err
    assert "profiles/more.jsonl: left out, since proposals are written into YAML only" in outcome.err
    assert not any(openalex(0) in path for path in registries.api.paths)


def test_openalex_is_asked_by_the_orcid_id_of_who_states_none_of_its_own(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    root = group(1)
    (root / "kg.yaml").write_text(CONFIG.replace("  orcid: {every: 1}\n", ""))
    profile = root / "profiles" / "p0.yaml"
    profile.write_text(
        "".join(line for line in profile.read_text().splitlines(keepends=True) if "openalex" not in line)
    )
    registries.works = {0: [1]}
    registries.answer()

    outcome = kg("sync")

    assert (outcome.code, titles()) == (0, ["On engine number 1 and its uses"]), outcome.err
    assert data(profile)["openalex"] == f"https://openalex.org/{openalex(0)}"
    assert kg("sync", "--refresh").err.endswith("Nothing is new.\n")


def test_what_is_sure_is_accepted_in_all_profiles_at_once(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(2)
    registries.works = {0: [1], 1: [2]}
    registries.answer()
    kg("sync")

    outcome = kg("review", "--all", "--accept-above", 0.95)

    assert outcome.code == 0
    assert [data(f"profiles/p{n}.yaml")["publications"][0]["evidence"]["status"] for n in range(2)] == ["accepted"] * 2
    assert kg("review", "--all", "--accept", "abcdef").code == 2


def test_a_commit_for_each_person_says_what_changed(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(2)
    repository()
    registries.works = {0: [1, 2], 1: [3]}
    registries.answer()

    kg("sync", "--commit")

    assert git("log", "--format=%s", "--reverse").splitlines()[1:] == [
        "p0: publications: 2 new; person: 2 new",
        "p1: publications: 1 new; person: 2 new",
    ] or git("log", "--format=%s")
    assert git("status", "--porcelain") == ""
    assert "new: publications: On engine number 3 and its uses, 1993  [OpenAlex, ORCID]" in git("show", "--format=%b")


def test_what_somebody_is_writing_is_not_committed_with_it(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(2)
    repository()
    own = Path("profiles/p0.yaml")
    own.write_text(own.read_text(encoding="utf-8") + "homepage: https://p0.example.org/\n", encoding="utf-8")
    before = own.read_bytes()
    registries.works = {0: [1], 1: [3]}
    registries.answer()

    outcome = kg("sync", "--commit")

    assert outcome.code == 1
    assert "profiles/p0.yaml: has changes that are not committed" in outcome.err
    assert own.read_bytes() == before
    assert len(git("log", "--format=%s").splitlines()) == 2


def test_branches_take_what_is_new_and_no_file_changes(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(2)
    repository()
    registries.works = {0: [1], 1: [3]}
    registries.answer()
    before = bytes_in("profiles")

    kg("sync", "--branches")
    first = git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
    again = kg("sync", "--branches")
    same = git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
    registries.works[0] = [2, 1]
    registries.answer()
    kg("sync", "--branches", "--refresh")

    assert [line.split()[0] for line in first.splitlines()] == ["kg-sync/p0", "kg-sync/p1", "main"]
    assert same == first
    assert again.err.endswith("Nothing is new.\n")
    assert bytes_in("profiles") == before
    assert git("status", "--porcelain") == ""
    assert len(git("log", "--format=%h", "main..kg-sync/p0").splitlines()) == 2
    assert len(git("log", "--format=%h", "main..kg-sync/p1").splitlines()) == 1
    git("merge", "--quiet", "kg-sync/p0")
    assert len(titles()) == 2
    assert kg("sync", "p0", "--branches", "--refresh").err.endswith("Nothing is new.\n")


MOODS: dict[str, tuple[Reply, str]] = {
    "another person": (
        Reply(
            b'{"orcid-identifier": {"path": "0000-0002-1825-0097"},'
            b'"person": {"name": {"given-names": {"value": "Eve"}}}}'
        ),
        "is the record of https://orcid.org/0000-0002-1825-0097",
    ),
    "busy": (Reply(b"{}", 429, headers={"Retry-After": "3600"}), "asks to wait 3,600 seconds"),
    "half": (Reply(b'{"person": {"name": '), "cannot be read"),
    "a page": (Reply(b"<html>Sorry</html>", media_type="text/html"), "answers with text/html"),
    "nobody": (Reply(b"{}", 404), "nothing is found"),
}


@pytest.mark.parametrize("mood", MOODS)
def test_a_service_that_fails_keeps_nothing_else_back(
    kg: Command, group: Callable[[int], Path], registries: Registries, mood: str
) -> None:
    group(2)
    registries.works = {0: [1], 1: [2]}
    registries.answer()
    reply, message = MOODS[mood]
    registries.api.on(f"/v3.0/{orcid(0)}/record", reply)
    if mood == "another person":
        registries.api.on(f"/v3.0/{orcid(0)}/works/", Reply(b'{"bulk": []}'))

    outcome = kg("sync")

    assert outcome.code == 1
    assert message in outcome.err
    assert titles(1) == ["On engine number 2 and its uses"]
    assert titles(0) == ["On engine number 1 and its uses"]  # OpenAlex has it
    registries.answer()
    kg("sync")
    assert {each["path"] for each in data("profiles/p0.yaml")["sources"]} == {
        f"https://orcid.org/{orcid(0)}",
        f"https://openalex.org/{openalex(0)}",
    }


def test_what_could_not_be_asked_is_not_said_to_be_nothing_new(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    root = group(1)
    (root / "kg.yaml").write_text(CONFIG.replace("  openalex: {every: 1}\n", ""))
    registries.api.on(f"/v3.0/{orcid(0)}/record", Reply(b"{}", 429, headers={"Retry-After": "3600"}))

    assert "Nothing is new of what could be asked.\n" in kg("sync").err


def test_a_service_that_is_down_is_left_alone_after_some_people(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(6)
    registries.works = {person: [person] for person in range(6)}
    registries.answer()
    for person in range(6):
        registries.api.on(f"/v3.0/{orcid(person)}/record", Reply(b"{}", 500, headers={"Retry-After": "0"}))

    outcome = kg("sync")

    assert "orcid not about 3 more, since it failed" in outcome.err
    assert [titles(person) for person in range(6)] == [[f"On engine number {n} and its uses"] for n in range(6)]


@pytest.mark.parametrize(
    ("config", "arguments", "message"),
    [
        ("", (), "names no services to ask"),
        ("sync: {orcyd: {}}\n", (), "no service 'orcyd' is asked about people"),
        ("sync: {orcid: {every: 0}}\n", (), "sync.orcid.every"),
        ("sync: {orcid: {}}\n", ("nobody",), "no profile in"),
        ("sync: {orcid: {}}\n", ("kg.yaml",), "no profile of"),
        ("sync: {orcid: {}}\n", ("--commit", "--branches"), "choose one of"),
        ("sync: {orcid: {}}\n", ("--commit",), "git"),
    ],
)
def test_what_is_wrong_is_said(
    kg: Command,
    group: Callable[[int], Path],
    config: str,
    arguments: tuple[Any, ...],
    message: str,
    registries: Registries,
) -> None:
    root = group(1)
    (root / "kg.yaml").write_text(CONFIG.partition("sync:")[0] + config)

    outcome = kg("sync", *arguments)

    assert outcome.code == (1 if message.startswith("no profile") else 2)
    assert message in outcome.err
    assert registries.api.asked == []


def test_what_was_proposed_can_be_reviewed_on_a_page_before_the_first_build(
    kg: Command, group: Callable[[int], Path], registries: Registries
) -> None:
    group(1)
    registries.works = {0: [1]}
    registries.answer()
    kg("sync")

    command = [sys.executable, "-m", "kg", "review", "--web", "--all"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment_without_kg()) as page:
        assert page.stderr is not None
        said = [page.stderr.readline(), page.stderr.readline()]
        page.terminate()

    assert said[0].startswith("Questions of identity are left out: there is no release in build")
    assert "questions open at http://127.0.0.1:" in said[1]
