"""`kg add`: what a group has is recognised, joins its people, and is asked about where that is open."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Command
from tests.interchange.test_interchange import FILES
from tests.support import api_server
from tests.support.api_server import Reply

pytestmark = pytest.mark.thorough

STAFF = """\
Name,ORCID iD,E-mail,Role
Ada Vane,,ada@kg.example.org,Professor
Bo Quist,,bo@kg.example.org,Postdoc
Cleo Marsh,,cleo@kg.example.org,PhD student
"""
GROUP = """\
@article{a, author={Ada Vane and Bo Quist}, title={On looms of a valley}, journal={Looms}, year=2019}
@article{b, author={Bo Quist and Cleo Marsh}, title={On mills of a valley}, journal={Looms}, year=2020}
@article{c, author={Ada Vane}, title={On nails of a valley}, journal={Looms}, year=2021}
"""
STRANGERS = """\
@article{s, author={Zeno Oakley}, title={On oars of a valley}, journal={Looms}, year=2019}
@article{t, author={Zeno Oakley and Pim Holt}, title={On poles of a valley}, journal={Looms}, year=2020}
"""
PAGE = "---\nname: {name}\nemail: {mail}\n---\n\n## Education\n\n- PhD in Weaving, University of Fern, 2012\n"


@pytest.fixture
def dept(kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kg("init", tmp_path / "dept", "--for", "group", "--name", "Valley Lab", "--host", "none")
    monkeypatch.chdir(tmp_path / "dept")
    return tmp_path


def files(where: Path, **texts: str) -> Path:
    """Write files, whose names have '__' for the dot, into a folder."""
    where.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (where / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return where


def everything(where: Path) -> Path:
    files(where, staff__csv=STAFF, group__bib=GROUP, README__md="# Files\n\nOf Ada Vane", empty__md="", old__doc="x")
    files(where / "pages", ada__md=PAGE.format(name="Ada Vane", mail="ada@kg.example.org"))
    files(where / "data", things__yaml="- {name: A tool, description: cuts}\n- {name: A saw, description: saws}\n")
    for name in ("face.png", "noise.bin", "all.zip"):
        (where / name).write_bytes(b"\x89PNG\x00\xff\xfe" * 30)
    return where


def table(*args: object, kg: Command, code: int = 0) -> dict[str, dict[str, Any]]:
    outcome = kg("add", *args, "--json")
    assert outcome.code == code, outcome.err
    return {Path(each["input"]).name: each for each in json.loads(outcome.out)["inputs"]}


def tree(where: Path = Path()) -> Iterator[tuple[str, bytes]]:
    return ((path.as_posix(), path.read_bytes()) for path in sorted(where.rglob("*")) if path.is_file())


def profiles() -> dict[str, Any]:
    return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(Path("profiles").glob("*.yaml"))}


def test_a_folder_with_everything_in_it_is_one_department(kg: Command, dept: Path) -> None:
    found = table(everything(dept / "in"), kg=kg)
    built = kg("build", "--workers", 1)
    people = kg("query", "people", "--format", "tsv").out

    assert {name: each["kind"] for name, each in found.items() if each["kind"] != "not read"} == {
        "staff.csv": "list of staff",
        "ada.md": "CV or page",
        "group.bib": "bibtex",
        "things.yaml": "CV or page",
    }
    assert found["ada.md"]["profiles"] == {"ada-vane": "changed"}
    assert found["group.bib"]["said"] == "the group's: Valley Lab (catalogues/group.bib)"
    assert found["things.yaml"]["said"] == "nothing was found in it"
    reasons = {each["said"] for each in found.values() if each["kind"] == "not read"}
    assert reasons == {
        "about the files, not about people",
        "empty",
        "save it as DOCX or PDF",
        "a picture",
        "of no kind that kg reads",
        "an archive: unpack it",
    }
    assert [*profiles()] == ["ada-vane", "bo-quist", "cleo-marsh"]
    assert built.code == 0, built.err
    assert all(line in people for line in ('"Ada Vane"\t2\t', '"Bo Quist"\t2\t', '"Cleo Marsh"\t1\t'))


def test_the_same_again_is_skipped_and_changes_no_byte(kg: Command, dept: Path) -> None:
    table(everything(dept / "in"), kg=kg)
    before = dict(tree())

    again = table(dept / "in", kg=kg)

    assert dict(tree()) == before
    assert {again[name]["said"] for name in ("ada.md", "group.bib")} == {"added before"}
    assert set(again["staff.csv"]["profiles"].values()) == {"unchanged"}


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_where_it_was(kg: Command, dept: Path) -> None:
    rows = "".join(f"Ada{chr(97 + at % 26)}{chr(97 + at // 26)} Vane,,,Professor\n" for at in range(200))
    inputs = files(dept / "in", staff__csv=STAFF + rows, group__bib=GROUP)
    assert table("staff.csv", kg=kg)["staff.csv"]["said"] == "nobody is in it"  # that of kg init
    running = subprocess.Popen([sys.executable, "-m", "kg", "add", str(inputs)], stderr=subprocess.DEVNULL)
    while running.poll() is None and len(list(Path("profiles").glob("*.yaml"))) < 5:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = len(profiles())

    found = table(inputs, kg=kg)

    assert 5 <= before < 203
    assert len({each["id"] for each in profiles().values()}) == len(profiles()) == 203
    assert found["group.bib"]["said"] == "the group's: Valley Lab (catalogues/group.bib)"


def test_a_dry_run_says_the_same_and_writes_nothing(kg: Command, dept: Path) -> None:
    before = dict(tree())

    tried = table(everything(dept / "in"), "--dry-run", kg=kg)
    after = dict(tree())
    done = table(dept / "in", kg=kg)

    assert after == before
    assert tried == done


def test_what_two_may_be_is_asked_listed_and_left(kg: Command, dept: Path) -> None:
    files(Path("profiles"), a__yaml="id: a\nname: Wei Wang\n", b__yaml="id: b\nname: Wei Wang\n")
    page = files(dept, page__md=PAGE.format(name="Wei Wang", mail="w@kg.example.org")) / "page.md"
    before = dict(tree())

    outcome = kg("add", page)

    assert outcome.code == 1
    assert dict(tree()) == before
    assert "'Wei Wang' may be the person of a.yaml or b.yaml" in outcome.err
    assert f"theirs: kg extract {page} -o profiles/b.yaml" in outcome.err
    assert "1 question open" in outcome.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "said"),
    [("2", {"b": "changed"}), ("n", {"wei-wang": "new"}), ("Joan Wang", {"joan-wang": "new"}), ("", {})],
)
def test_on_a_terminal_a_file_is_asked_about_once(kg: Command, dept: Path, answer: str, said: dict[str, str]) -> None:
    files(Path("profiles"), a__yaml="id: a\nname: Wei Wang\n", b__yaml="id: b\nname: Wei Wang\n")
    page = files(dept, page__md=PAGE.format(name="Wei Wang", mail="w@kg.example.org")) / "page.md"

    found, talk = on_terminal(f"{answer}\n", page)

    assert talk.count("Whose is it") == 1
    assert (found["page.md"]["profiles"], bool(found["page.md"]["question"])) == (said, not said)


@pytest.mark.slow
def test_on_a_terminal_a_list_becomes_the_groups(kg: Command, dept: Path) -> None:
    table(files(dept, staff__csv=STAFF) / "staff.csv", kg=kg)

    found, _ = on_terminal("g\n", files(dept, other__bib=STRANGERS) / "other.bib")

    assert found["other.bib"]["said"] == "the group's: Valley Lab (catalogues/other.bib)"
    assert {"file": "other.bib", "organization": "valley-lab"} in yaml.safe_load(Path("kg.yaml").read_text())[
        "catalogues"
    ]


def on_terminal(typed: str, *args: object) -> tuple[dict[str, dict[str, Any]], str]:
    """Run `kg add` with a terminal to ask on; return its table, and what stood on the terminal."""
    controller, terminal = os.openpty()
    os.write(controller, typed.encode())
    command = [sys.executable, "-m", "kg", "add", *map(str, args), "--json"]
    done = subprocess.run(command, stdin=terminal, stderr=terminal, stdout=subprocess.PIPE, text=True, check=False)
    os.close(terminal)
    with open(controller, "rb", buffering=0) as said, suppress(OSError):  # noqa: PTH123  (its end is an error)
        talk = bytearray()
        while piece := said.read(4096):
            talk += piece
    return {Path(each["input"]).name: each for each in json.loads(done.stdout)["inputs"]}, talk.decode(errors="replace")


def test_a_list_that_is_nobodys_is_the_groups_only_where_there_are_no_people(kg: Command, dept: Path) -> None:
    bib = files(dept, other__bib=STRANGERS, staff__csv=STAFF) / "other.bib"

    first = table(bib, "--dry-run", kg=kg)
    table(dept / "staff.csv", kg=kg)
    second = table(bib, kg=kg, code=1)

    assert first["other.bib"]["said"] == "the group's: Valley Lab (catalogues/other.bib)"
    assert "it does not say whose it is; nobody here is an author of 2 works" in second["other.bib"]["said"]
    assert [*profiles()] == ["ada-vane", "bo-quist", "cleo-marsh"]


def test_a_list_of_staff_that_contradicts_a_record_is_asked(kg: Command, dept: Path) -> None:
    record = shutil.copy(FILES / "orcid.json", dept / "record.json")
    sheet = files(dept, staff__csv="Name,ORCID iD,Role\nAda Lovelace,0000-0001-5109-3700,Professor\n") / "staff.csv"

    found = table(sheet, record, kg=kg, code=1)

    assert len(profiles()) == 1
    assert "0000-0001-5109-3700 is not https://orcid.org/" in found["record.json"]["said"]


def test_two_lists_of_one_name_are_two_catalogues_and_a_newer_one_takes_the_place_of_the_older(
    kg: Command, dept: Path
) -> None:
    table(
        files(dept / "a", papers__bib=GROUP) / "papers.bib",
        files(dept / "b", papers__bib=STRANGERS) / "papers.bib",
        kg=kg,
    )
    assert sorted(path.name for path in Path("catalogues").iterdir()) == ["papers-2.bib", "papers.bib"]

    newer = GROUP.replace("2021", "2022")
    table(files(dept / "a", papers__bib=newer) / "papers.bib", kg=kg)

    assert Path("catalogues/papers.bib").read_text("utf-8") == newer
    assert len(list(Path("catalogues").iterdir())) == 2


def test_a_group_that_only_has_a_site_gets_its_people_and_works(kg: Command, dept: Path) -> None:
    site = files(dept / "lab", _config__yml="title: Valley Lab\n").rename(dept / "lab-site")
    files(site / "_members", a__md=PAGE.format(name="Ada Vane", mail="a@kg.example.org"))
    files(site / "_members", b__md=PAGE.format(name="Bo Quist", mail="b@kg.example.org"))
    files(site / "_members", cat__md="---\nname: Tom\nrole: mascot\n---\n")
    files(site / "_members", c__md="---\nname: Cleo Marsh\nposition: alumni\n---\n\nCleo was a **Postdoc** with us.\n")
    files(
        site / "_data",
        staff__yml="- {name: Dag Hay, role: Postdoc, links: 1, links: 2}\n- {name: Eva Ley, role: Professor}\n",
        citations__yaml="- {title: On oats of a valley, authors: [Ada Vane, Bo Quist], date: 2018-01-01}\n",
    )
    files(site / "_bibliography", papers__bib=GROUP)

    found = table(site, kg=kg)

    people = profiles()
    assert [*people] == ["ada-vane", "bo-quist", "cleo-marsh", "dag-hay", "eva-ley"]
    told = {
        name: (each["organization"], each.get("end")) for name in people for each in people[name].get("positions", ())
    }
    assert (told["ada-vane"], told["cleo-marsh"]) == (("Valley Lab", "present"), ("Valley Lab", None))
    assert "job_title" not in people["cleo-marsh"]
    assert found["papers.bib"]["said"] == "the group's: Valley Lab (catalogues/papers.bib)"
    assert (found["lab-site"]["kind"], found["lab-site"]["entries"]) == ("works of a site", 1)
    assert kg("build", "--workers", 1).code == 0
    assert '"Ada Vane"\t3\t' in kg("query", "people", "--format", "tsv").out
    before = Path("kg.yaml").read_text(), {each: each.read_text() for each in Path("catalogues").iterdir()}
    table(site, kg=kg)
    assert before == (Path("kg.yaml").read_text(), {each: each.read_text() for each in Path("catalogues").iterdir()})


def test_the_site_of_a_head_that_lists_a_team_is_of_all_of_them(kg: Command, dept: Path) -> None:
    site = files(dept / "lab", _config__yml="title: Valley Lab\nauthor: Ada Vane\n").rename(dept / "lab-site")
    files(site / "_data", team__yml="- {name: Ada Vane, role: Professor}\n- {name: Bo Quist, role: Postdoc}\n")
    files(site / "_data", past_members__yml="- {name: Cleo Marsh, role: Postdoc}\n")
    files(site / "_bibliography", papers__bib=GROUP)

    table(site, kg=kg)

    ends = {id_: [each.get("end") for each in said["positions"]] for id_, said in profiles().items()}
    assert ends == {"ada-vane": ["present"], "bo-quist": ["present"], "cleo-marsh": [None]}
    assert kg("build", "--workers", 1).code == 0
    people = kg("query", "people", "--format", "tsv").out
    assert all(line in people for line in ('"Ada Vane"\t2\t', '"Bo Quist"\t2\t', '"Cleo Marsh"\t1\t'))


def test_a_table_of_works_joins_by_the_command_that_the_question_names(kg: Command, dept: Path) -> None:
    files(Path("profiles"), ada__yaml="id: ada\nname: Ada Vane\n")
    works = files(dept, works__csv="Title,Authors,Year\nOn looms,Pim Holt; Ada Vane,2019\n") / "works.csv"

    found = table(works, kg=kg, code=1)
    command = next(line for line in found["works.csv"]["question"].splitlines() if "theirs: " in line)
    done = kg(*command.partition("theirs: kg ")[2].split())

    assert found["works.csv"]["kind"] == "table of works"
    assert done.code == 0, done.err
    assert [each["title"] for each in profiles()["ada"]["publications"]] == ["On looms"]


def test_what_somebody_named_and_nothing_reads_is_no_success(kg: Command, dept: Path) -> None:
    (dept / "face.png").write_bytes(b"\x89PNG")
    (dept / "torn.xlsx").write_bytes(b"PK\x03\x04 torn")

    found = table(dept / "face.png", dept / "torn.xlsx", kg=kg, code=1)

    assert found["face.png"]["said"] == "a picture"
    assert found["torn.xlsx"]["kind"] == "not read"


def test_an_orcid_id_is_fetched_and_joins_its_person(
    kg: Command, dept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    id_ = "0000-0002-1825-0097"
    files(Path("profiles"), ada__yaml=f"id: ada\nname: Ada Lovelace\norcid: {id_}\n")
    with api_server.running() as api:
        api.on(f"/v3.0/{id_}/record", Reply((FILES / "orcid.json").read_bytes()))
        api.on(f"/v3.0/{id_}/works/11,12,13,14,15", Reply((FILES / "orcid-works.json").read_bytes()))
        for key, value in api.environment(tmp_path / "cache").items():
            monkeypatch.setenv(key, value)
        found = table(id_, kg=kg)[id_]

    assert (found["kind"], found["profiles"]) == ("orcid record", {"ada": "changed"})
    assert len(profiles()["ada"]["publications"]) == 2


def test_papers_in_a_folder_are_nobodys_cv_and_are_listed(kg: Command, dept: Path) -> None:
    head = "\\documentclass{article}\\begin{document}"
    cv = head + "\\section*{Ada Vane}\\section{Education}PhD in Weaving, Fern University, 2012"
    paper = (
        head + "\\title{Break the Loom}\\author{Pim Holt \\and Ada Vane}\\maketitle"
        "\\begin{abstract}We weave at night.\\end{abstract}\\section{Introduction}Looms stand still, as in Fig. 1."
        "\\section{References}Ada Vane. On oats. Looms, 2017."
    )
    end = "\\end{document}\n"
    inputs = files(dept / "in", cv__tex=cv + end, break__tex=paper + end)

    found = table(inputs, kg=kg)

    assert [*profiles()] == ["ada-vane"]
    assert (found["break.tex"]["kind"], found["cv.tex"]["kind"]) == ("not read", "CV or page")
    assert found["break.tex"]["said"] == "seems to be a paper, and nobody's CV"
    assert table(inputs / "break.tex", kg=kg, code=1)["break.tex"]["profiles"] == {}


@pytest.mark.slow
def test_on_a_terminal_a_row_of_a_list_is_asked_about(kg: Command, dept: Path) -> None:
    files(Path("profiles"), a__yaml="id: a\nname: Wei Wang\n", b__yaml="id: b\nname: Wei Wang\n")
    sheet = files(dept, staff__csv="Name,Role\nWei Wang,Professor\nAda Vane,Postdoc\n") / "staff.csv"

    found, talk = on_terminal("2\n", sheet)

    assert talk.count("Whose is it") == 1
    assert found["staff.csv"]["profiles"] == {"ada-vane": "new", "b": "changed"}
    assert profiles()["b"]["positions"][0]["role"] == "Professor"


def test_what_is_neither_a_file_nor_an_id_is_refused(kg: Command, dept: Path) -> None:
    outcome = kg("add", "nowhere.bib")

    assert outcome.code == 1
    assert "there is no file 'nowhere.bib', and it is no ORCID iD" in outcome.err
