"""Profiles of several people at once: `kg import` and `kg extract` into a directory."""

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

from kg.cli.many import JOURNAL
from tests.conftest import Command
from tests.interchange.test_interchange import FILES
from tests.support.api_server import Api, Reply

pytestmark = pytest.mark.thorough

LIST = """\
Name,ORCID iD,E-mail,Role,Group,Since
Ada Lovelace,0000-0001-5109-3700,ada@example.org,Professor,Notes,2019-10
Charles Babbage,,cb@example.org,Engineer,Engines,2018
"""


@pytest.fixture
def staff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("staff.csv").write_text(LIST, encoding="utf-8")
    return Path("staff.csv")


def data(path: Path | str) -> Any:
    return yaml.safe_load(Path(path).read_text(encoding="utf-8"))


def bytes_in(directory: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(directory).glob("*.yaml"))}


def test_each_person_of_a_list_gets_a_profile(kg: Command, staff: Path) -> None:
    outcome = kg("import", "staff", staff, "-o", "profiles", "--organization", "University of London")

    assert (outcome.code, outcome.out) == (0, "")
    assert sorted(bytes_in("profiles")) == ["ada-lovelace.yaml", "charles-babbage.yaml"]
    assert data("profiles/ada-lovelace.yaml")["contact"] == {"email": "ada@example.org"}
    [position] = data("profiles/ada-lovelace.yaml")["positions"]
    assert (position["organization"], position["unit"], position["end"]) == ("University of London", "Notes", "present")
    assert "'E-mail' → email (private)" in outcome.err
    assert "2 people: 0 joined, 2 new, 0 asked" in outcome.err


def test_what_is_imported_builds_and_publishes_no_contact(kg: Command, project: Path) -> None:
    (project / "staff.csv").write_text(LIST, encoding="utf-8")

    kg("import", "staff", project / "staff.csv", "-o", project / "profiles", "--organization", "University of London")
    built = kg("build", project, "--out", project / "build", "--workers", 1)
    graph = kg("export", "--release", project / "build").out

    assert built.code == 0, built.err
    assert "Charles Babbage" in graph
    assert "cb@example.org" not in graph


def test_the_same_list_again_changes_no_byte_and_a_changed_one_only_its_person(kg: Command, staff: Path) -> None:
    kg("import", "staff", staff, "-o", "profiles", "--organization", "Uni")
    before = bytes_in("profiles")

    again = kg("import", "staff", staff, "-o", "profiles", "--organization", "Uni")
    assert bytes_in("profiles") == before
    assert "2 people: 2 joined, 0 new, 0 asked" in again.err

    staff.write_text(LIST.replace("Engineer", "Professor"), encoding="utf-8")
    changed = kg("import", "staff", staff, "-o", "profiles", "--organization", "Uni")
    assert "profiles/charles-babbage.yaml: changed" in changed.err
    assert [each["role"] for each in data("profiles/charles-babbage.yaml")["positions"]] == ["Professor"]


def test_a_person_is_found_by_id_and_a_name_with_another_id_is_asked(kg: Command, staff: Path) -> None:
    Path("profiles").mkdir()
    own = Path("profiles/countess.yaml")
    own.write_text("id: countess\nname: Ada King\norcid: 0000-0001-5109-3700\n", encoding="utf-8")
    other = Path("profiles/charles-babbage.yaml")
    other.write_text("id: charles-babbage\nname: Charles Babbage\norcid: 0000-0002-1694-233X\n", encoding="utf-8")
    staff.write_text(LIST.replace("Babbage,,", "Babbage,0000-0003-1415-9269,"), encoding="utf-8")
    command = ("import", "staff", staff, "-o", "profiles", "--organization", "Uni")

    asked, told = kg(*command), kg(*command, "--new")
    again = kg(*command)

    assert data(own)["contact"] == {"email": "ada@example.org"}
    assert (asked.code, sorted(data(other))) == (1, ["id", "name", "orcid"])
    assert "2 people: 1 joined, 0 new, 1 asked" in asked.err
    assert "2 people: 1 joined, 1 new, 0 asked" in told.err
    assert data("profiles/charles-babbage-2.yaml")["id"] == "charles-babbage-2"
    assert (again.code, len(bytes_in("profiles"))) == (0, 3)


def test_records_of_a_directory_become_profiles_and_other_files_are_counted(kg: Command, staff: Path) -> None:
    exports = Path("exports")
    exports.mkdir()
    record = json.loads((FILES / "orcid.json").read_text(encoding="utf-8"))
    (exports / "one.json").write_text(json.dumps(record), encoding="utf-8")
    (exports / "notes.txt").write_text("nothing", encoding="utf-8")
    (exports / "broken.json").write_text('{"orcid-identifier": {"path": ', encoding="utf-8")

    outcome = kg("import", "orcid", exports, "-o", "profiles")

    assert outcome.code == 1
    assert "exports: 1 file left out, which is not orcid" in outcome.err
    assert "broken.json" in outcome.err
    assert "2 files: 0 joined, 1 new, 0 asked, 1 not read" in outcome.err
    assert len(bytes_in("profiles")) == 1


def test_everybody_whose_profile_states_an_id_gets_the_record(kg: Command, staff: Path, api: Api) -> None:
    Path("profiles").mkdir()
    Path("profiles/ada.yaml").write_text("id: ada\nname: Ada Lovelace\nopenalex: A5000000001\n", encoding="utf-8")
    Path("profiles/bob.yaml").write_text("id: bob\nname: Bob\n", encoding="utf-8")
    author = (FILES / "openalex-author.json").read_text(encoding="utf-8")
    works = (FILES / "openalex-works.json").read_text(encoding="utf-8")
    api.on("/authors/A5000000001", Reply(author.encode()))
    api.on("/works?filter=author.id:A5000000001&per-page=200&cursor=*", Reply(works.encode()))

    outcome = kg("import", "openalex", "profiles/ada.yaml", "profiles/bob.yaml", "-o", "profiles")

    assert "profiles/bob.yaml: left out, since it states no 'openalex'" in outcome.err
    assert len(data("profiles/ada.yaml")["publications"]) == 2
    assert sorted(bytes_in("profiles")) == ["ada.yaml", "bob.yaml"]


def test_a_cv_joins_the_profile_that_its_person_has(kg: Command, staff: Path) -> None:
    kg("import", "staff", staff, "-o", "profiles", "--organization", "Uni")
    cv = "# Ada Lovelace\n\n## Publications\n\n- **Notes by the Translator**. Ada Lovelace. Scientific Memoirs, 1843.\n"
    Path("cv-2024.md").write_text(cv, encoding="utf-8")

    outcome = kg("extract", "cv-2024.md", "-o", "profiles")

    assert outcome.code == 0, outcome.err
    assert sorted(bytes_in("profiles")) == ["ada-lovelace.yaml", "charles-babbage.yaml"]
    assert len(data("profiles/ada-lovelace.yaml")["publications"]) == 1


def test_a_run_that_was_killed_goes_on_where_it_was(kg: Command, staff: Path) -> None:
    rows = "".join(f"Ada{chr(97 + at % 26)}{chr(97 + at // 26)} Lovelace,,,Professor,,\n" for at in range(300))
    staff.write_text("Name,ORCID iD,E-mail,Role,Group,Since\n" + rows, encoding="utf-8")
    command = [sys.executable, "-m", "kg", "import", "staff", str(staff), "-o", "profiles", "--organization", "Uni"]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    journal = Path("profiles", JOURNAL)
    while running.poll() is None and not (journal.exists() and len(journal.read_text().splitlines()) > 5):
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    done = len(journal.read_text().splitlines()) - 1
    assert 5 <= done < 300
    Path("profiles", ".adaaa-lovelace.yaml-4b1d_0x9").touch()  # such as a kill in the middle of a file leaves

    outcome = kg("import", "staff", staff, "-o", "profiles", "--organization", "Uni")

    assert f"{done} done before the last run broke off" in outcome.err
    assert len(bytes_in("profiles")) == 300
    assert len({each["id"] for each in map(data, Path("profiles").glob("*.yaml"))}) == 300
    assert not journal.exists()


def test_two_runs_at_once_do_not_write_into_each_other(kg: Command, staff: Path) -> None:
    import fcntl

    Path("profiles").mkdir()
    with Path("profiles", JOURNAL).open("a+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        outcome = kg("import", "staff", staff, "-o", "profiles")

    assert outcome.code == 2
    assert "another kg is writing profiles in profiles" in outcome.err


def test_a_profile_that_cannot_be_read_stops_all_before_anything_is_written(kg: Command, staff: Path) -> None:
    Path("profiles").mkdir()
    Path("profiles/x.yaml").write_text("id: [", encoding="utf-8")

    outcome = kg("import", "staff", staff, "-o", "profiles")

    assert outcome.code == 1
    assert "profiles/x.yaml:2" in outcome.err
    assert not Path("profiles/ada-lovelace.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("staff.csv",), "give a directory, such as -o profiles/"),
        (("staff.csv", "-o", "p", "--column", "Role=rol"), "did you mean 'role'?"),
        (("staff.csv", "--of", "Uni"), "'staff' is no list of works"),
    ],
)
def test_what_is_wrong_with_the_command_is_said(
    kg: Command, staff: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = kg("import", "staff", *arguments)

    assert outcome.code == 2
    assert message in outcome.err.replace("\n", " ")


def test_a_directory_of_several_peoples_documents_becomes_a_profile_for_each(
    kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("staff/somerville").mkdir(parents=True)
    for file, person in (
        ("lovelace.md", "Ada Lovelace"),
        ("babbage.md", "Charles Babbage"),
        ("somerville/cv.md", "Mary Somerville"),
    ):
        Path("staff", file).write_text(
            f"# {person}\n\n## Education\n\n- Ph.D. in Mathematics, University of London, 1843\n"
        )
    Path("staff/portrait.png").write_bytes(b"\x89PNG")

    outcome = kg("extract", "staff", "-o", "profiles")

    assert sorted(bytes_in("profiles")) == ["babbage.yaml", "lovelace.yaml", "somerville.yaml"]
    assert data("profiles/somerville.yaml")["name"] == "Mary Somerville"
    assert "staff: 1 file left out, of a kind that is not read" in outcome.err


GROUP = """\
@article{a, author={Lovelace, A. and Strange, S.}, title={Looms and engines}, year=1843}
@article{b, author={Ada Lovelace}, title={Notes on the engine}, year=1844}
@article{c, author={Babbage, C.}, title={On barrels}, year=1850}
"""


@pytest.fixture
def group(kg: Command, staff: Path) -> Path:
    kg("init", "dept", "--for", "department", "--name", "Uni", "--host", "none")
    os.chdir("dept")
    kg("import", "staff", "../staff.csv", "-o", "profiles", "--organization", "Uni")
    Path("group.bib").write_text(GROUP, encoding="utf-8")
    return Path("group.bib")


@pytest.mark.parametrize("of", [("--of", "Uni"), ("-o", "profiles")])
def test_a_list_of_several_peoples_works_is_a_catalogue_of_where_they_work(
    kg: Command, group: Path, of: tuple[str, str]
) -> None:
    taken = kg("import", "bibtex", group, *of)
    built = kg("build", "--workers", 1)
    works = kg("query", "people", "--format", "tsv").out

    assert (taken.code, built.code, len(bytes_in("profiles"))) == (0, 0, 2)
    assert "catalogues/group.bib: 3 works of Uni" in taken.err
    assert yaml.safe_load(Path("kg.yaml").read_text())["catalogues"] == [{"file": "group.bib", "organization": "uni"}]
    assert '"Ada Lovelace"\t2\t' in works
    assert '"Charles Babbage"\t1\t' in works


def test_who_wrote_most_of_a_list_in_initials_has_these_works(kg: Command, group: Path) -> None:
    others = (f"{first}{second}" for first in ("Bark", "Oak", "Fen", "Moor", "Holt") for second in ("ley", "ham", "by"))
    works = (
        f"@article{{x{at}, author={{Lovelace, A. and {other}, B.}}, title={{{other} on looms {at}}}, year=1850}}"
        for at, other in enumerate([*others] * 2)
    )
    group.write_text("\n".join(works) + GROUP, encoding="utf-8")

    kg("import", "bibtex", group, "--of", "Uni")
    kg("build", "--workers", 1)

    assert '"Ada Lovelace"\t32\t' in kg("query", "people", "--format", "tsv").out


def test_a_list_that_lists_no_works_takes_the_place_of_none(kg: Command, group: Path) -> None:
    kg("import", "bibtex", group, "--of", "Uni")
    group.write_text("@article{a, author={Ada Lovelace}}", encoding="utf-8")

    outcome = kg("import", "bibtex", group, "--of", "Uni")
    Path("half.bib").write_text(GROUP + "@article{d, author={Ada Lovelace}}", encoding="utf-8")

    assert "3 works of Uni; 1 entry ignored" in kg("import", "bibtex", "half.bib", "--of", "Uni").err
    assert (outcome.code, Path("catalogues/group.bib").read_text(encoding="utf-8")) == (1, GROUP)
    assert "belongs to another organisation" in kg("import", "bibtex", "half.bib", "--of", "Loom Academy").err
    assert "Loom Academy" not in Path("organizations.yaml").read_text(encoding="utf-8")
    assert "leave -o" in kg("extract", group, "--of", "Uni", "-o", "profiles").err.replace("\n", " ")


def test_a_catalogue_that_cannot_be_written_is_in_no_file_of_the_project(kg: Command, group: Path) -> None:
    Path("catalogues").write_text("", encoding="utf-8")
    before = [Path(name).read_bytes() for name in ("kg.yaml", "organizations.yaml")]

    outcome = kg("import", "bibtex", group, "--of", "Uni")

    assert (outcome.code, "group.bib" in outcome.err) == (2, True)
    assert [Path(name).read_bytes() for name in ("kg.yaml", "organizations.yaml")] == before


def test_a_page_of_an_organisation_becomes_a_catalogue_for_review(kg: Command, group: Path) -> None:
    page = "# Publications\n\n" + "".join(
        f"- {author} (19{at}0). {title} on engines. _Journal of Looms_, {at}(2), 1-9.\n\n"
        for at, author, title in ((1, "Strange, S. and Lovelace, A.", "Notes"), (2, "Babbage, C.", "Barrels"))
    )
    Path("list.md").write_text(page, encoding="utf-8")

    taken = kg("extract", "list.md", "--of", "The Looms' Academy")
    built = kg("build", "--workers", 1)
    work = kg("sparql", 'SELECT ?q { ?w schema:name "Notes on engines" ; kg:cataloguedBy/schema:name ?q }').out

    assert (taken.code, built.code) == (0, 0), built.err
    assert {"id": "the-looms-academy", "name": "The Looms' Academy"} in data("organizations.yaml")["organizations"]
    works = data("catalogues/list.yaml")["publications"]
    assert [(each["evidence"]["status"], "role" in each) for each in works] == [("proposed", False)] * 2
    assert "whose list is this" not in taken.err  # an organisation is no author
    assert "The Looms' Academy" in work


def test_a_second_profile_of_a_person_is_made_only_if_somebody_says_so(kg: Command, group: Path) -> None:
    cv = "# Ada Lovelace\n\n## Education\n\n- Ph.D. in Mathematics, University of London, 1843\n"
    Path("cv.md").write_text(cv, encoding="utf-8")

    refused = kg("extract", "cv.md", "-o", "profiles/other.yaml")
    made = kg("extract", "cv.md", "-o", "profiles/other.yaml", "--new")

    assert (refused.code, made.code) == (1, 0)
    assert "theirs: -o profiles/ada-lovelace.yaml; another person's: --new" in refused.err
    assert data("profiles/other.yaml")["name"] == "Ada Lovelace"


def test_a_journal_that_is_a_link_is_not_followed(kg: Command, staff: Path) -> None:
    Path("profiles").mkdir()
    Path("mine.txt").write_text("mine", encoding="utf-8")
    Path("profiles", JOURNAL).symlink_to(Path("mine.txt").absolute())

    outcome = kg("import", "staff", staff, "-o", "profiles")

    assert outcome.code == 2
    assert Path("mine.txt").read_text(encoding="utf-8") == "mine"


def test_a_template_opens_in_a_spreadsheet_program(kg: Command, staff: Path) -> None:
    kg("import", "staff", "--template", "-o", "new.csv")

    assert Path("new.csv").read_bytes().startswith(b"\xef\xbb\xbfName,")


def test_a_folder_of_profiles_is_no_project_to_review(kg: Command, group: Path) -> None:
    outcome = kg("review", "profiles")

    assert outcome.code == 2
    assert "give a project for its questions of identity, or a profile" in " ".join(outcome.err.split())
