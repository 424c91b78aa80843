"""What people decide about identity: from the command line to the graph, and back."""

import json
import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from pyoxigraph import NamedNode

from kg.building import build
from kg.identity.registry import RegistryRow, append, read_registry
from kg.profile.config import read_project
from kg.profile.judgements import read
from kg.store.release import open_release
from tests.conftest import SAMPLE, Command
from tests.support.work import linear

pytestmark = pytest.mark.thorough

HAO, OTHER_HAO = "person/hao-zhang-fzbylx", "person/hao-zhang-gpikms"
WEI = "person/wei-zhang-astxis"
BASE = "https://kg.example.org/"
REASON = ("--because", "his home page: lists both")


class Work:
    """A copy of the sample with a release, and the command line on it."""

    def __init__(self, first: Path, root: Path, kg: Command) -> None:
        self.project, self.out, self._kg = root / "data", root / "build", kg
        shutil.copytree(first, root, symlinks=True, dirs_exist_ok=True)

    def build(self) -> str:
        """Build and return what changed."""
        done = self._kg("build", self.project, "--out", self.out)
        assert done.code == 0, done.err
        return (self.out / "changes.tsv").read_text()

    def judge(self, verdict: str, one: str, other: str) -> str:
        done = self._kg(verdict, one, other, *REASON, "--project", self.project, "--release", self.out)
        assert done.code == 0, done.err
        return done.err

    def ask(self, *arguments: str) -> str:
        done = self._kg(*arguments, "--release", self.out)
        assert done.code == 0, done.err
        return done.out

    def facts(self, iri: str) -> set[str]:
        """Return the quads that have an IRI as their subject or object."""
        term = f"<{BASE}{iri}>"
        return {str(quad) for quad in open_release(self.out).store().quads() if term in str(quad)}

    def subjects(self) -> set[str]:
        quads = open_release(self.out).store().quads()
        return {str(quad.subject).strip("<>").removeprefix(BASE).partition("#")[0] for quad in quads}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the sample, which has no registry before it is built, and a release of it."""
    root = tmp_path_factory.mktemp("first")
    shutil.copytree(SAMPLE, root / "data", ignore=shutil.ignore_patterns("build", "registry.tsv"))
    assert build(read_project(root / "data"), root / "build").release is not None
    return root


@pytest.fixture
def work(first: Path, tmp_path: Path, kg: Command) -> Work:
    """Return a fresh copy of the sample, and of its release."""
    return Work(first, tmp_path, kg)


def test_a_merge_redirects_and_is_undone_by_a_later_judgement(work: Work) -> None:
    before = work.facts(OTHER_HAO)

    work.judge("same", HAO, OTHER_HAO)
    assert work.build() == f"{OTHER_HAO}\tmerged\t{HAO}\tjinliang-wei/hao zhang\n"
    assert len(work.facts(OTHER_HAO)) == 2
    assert any("isReplacedBy" in fact and HAO in fact for fact in work.facts(OTHER_HAO))
    assert "Hao Zhang           3" in work.ask("query", "bridges")
    assert work.build() == ""

    assert "It supersedes j-" in work.judge("different", HAO, OTHER_HAO)
    assert work.build() == f"{OTHER_HAO}\tlive\t\tjinliang-wei/hao zhang\n"
    after = work.facts(OTHER_HAO)
    assert {
        fact for fact in before if "Identity" not in fact and "possiblySameAs" not in fact and "candidate" not in fact
    } == after
    assert "somebody judged that they are different" in work.ask("why-not", HAO, OTHER_HAO)


def test_a_split_keeps_the_iri_with_the_anchor_and_is_undone(work: Work) -> None:
    first, second = (line.split()[0] for line in work.ask("why", WEI).splitlines() if line.startswith("  m-"))

    work.judge("different", first, second)
    (new,) = [line.split("\t")[0] for line in work.build().splitlines()]
    assert new.startswith("person/wei-zhang-")
    assert first in work.ask("why", WEI)
    assert second in work.ask("why", new)

    assert "contradict" not in work.judge("same", first, second)
    assert f"{new}\tmerged\t{WEI}" in work.build()
    assert second in work.ask("why", WEI)


def test_a_profile_for_somebody_who_was_named_takes_over_the_iri_by_redirect(work: Work) -> None:
    (work.project / "profiles" / "ion-stoica.yaml").write_text("id: ion-stoica\nname: Ion Stoica\n")

    assert "person/ion-stoica-viazvk\tmerged\tperson/ion-stoica\t" in work.build()


def test_an_iri_that_answers_no_more_fails_the_check_until_somebody_decides(work: Work, kg: Command) -> None:
    def checked() -> tuple[int, str]:
        done = kg("identity", "check", work.project, "--release", work.out)
        return done.code, done.out

    assert checked() == (0, "")
    (work.project / "profiles" / "shen-li.yaml").rename(work.project / "profiles" / "shen-li.txt")
    work.build()

    code, said = checked()
    assert code == 1
    assert "person/shen-li was published before but no longer resolves\n" in said

    judgements = [f"  - withdraw: {line.split()[0]}\n    because: she asked for it\n" for line in said.splitlines()]
    (work.project / "identity" / "judgements.yaml").write_text("judgements:\n" + "".join(judgements))
    work.build()
    assert checked() == (0, "")
    assert any("deprecated" in fact for fact in work.facts("person/shen-li"))


def test_the_review_takes_one_key_for_each_question(work: Work, kg: Command) -> None:
    assert work.ask("review", "--list") == "", "no answer changes the page of a member"
    assert len(work.ask("review", "--list", "--all").splitlines()) == 2

    done = kg("review", "--all", "--project", work.project, "--release", work.out, stdin="x\nu\ns\n")

    assert done.code == 0
    assert "2 answered" in done.err
    entries = read(work.project / "identity" / "judgements.yaml").entries
    assert [entry.verdict for entry in entries] == ["unsure", "same"]
    work.build()
    assert work.ask("review", "--list", "--all") == ""
    assert any("possiblySameAs" in fact for fact in work.facts("person/peng-cheng-mychsd"))


GROUP = """\
id: lake-group
name: Lake Group
publications:
  - {title: Reed beds and the water level of shallow lakes, authors: [N. Okafor, Dee Storm, Tomas Berg], year: 2019}
  - {title: Litter decay along a salinity gradient, authors: [N. Okafor, Dee Storm], year: 2020}
"""


@pytest.fixture
def group(project: Path, kg: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a release, the group's list of which writes a member with an initial."""
    monkeypatch.chdir(project)
    (project / "profiles" / "group.yaml").write_text(GROUP)
    for name in ("Ngozi Okafor", "Tomas Berg"):
        owner = name.lower().replace(" ", "-")
        (project / "profiles" / f"{owner}.yaml").write_text(f"id: {owner}\nname: {name}\n")
    assert kg("build").code == 0
    return project


def test_a_table_asks_all_at_once_and_its_answers_are_taken_as_a_spreadsheet_saves_them(
    group: Path, kg: Command
) -> None:
    shown = kg("review", "--table").out.splitlines()
    assert [line.split("  ")[0] for line in shown[2:]] == ["Ngozi Okafor", "Tomas Berg"]  # two entries before one

    table = group / "questions.csv"
    assert kg("review", "--table", "-o", table).code == 0
    assert kg("review", "--table", "-o", table).code == 2, "answers in it would be lost"
    first, second = table.read_text().splitlines()[1:]
    assert first.startswith("Ngozi Okafor,N. Okafor,2,Reed beds and the water level of shallow lakes,")
    rows = ["\ufeffname,written,mentions,example,bits,one,other,answer", f"{first}Same", f"{second}perhaps"]
    table.write_text("\r\n".join(rows).replace(",", ";"))

    done = kg("review", "--answers", table, "--by", "Ada")

    assert done.code == 1
    assert "1 answered" in done.err
    assert "questions.csv:3: 'perhaps' is no answer" in done.err
    (entry,) = read(group / "identity" / "judgements.yaml").entries
    assert (entry.verdict, entry.by, entry.because) == ("same", "Ada", "answered in questions.csv")
    assert "0 answered" in kg("review", "--answers", table).err, "it was taken before"
    assert kg("build").code == 0
    assert "0 answered" in kg("review", "--answers", table).err, "also after the build"
    assert len(read(group / "identity" / "judgements.yaml").entries) == 1
    assert "Okafor" not in kg("review", "--table").out


def test_all_entries_of_one_spelling_are_one_question_with_one_answer(group: Path, kg: Command) -> None:
    listed = {"title": "Salt marshes of the north", "authors": ["N. Okafor", "Ivo Pell"], "year": 2008}
    pond = {"id": "pond-group", "name": "Pond Group", "publications": [listed]}
    (group / "profiles" / "pond.yaml").write_text(json.dumps(pond))
    assert kg("build").code == 0

    first, *_ = kg("review", "--list").out.splitlines()
    one, *others = first.partition(":")[0].split()[:-2]
    assert (one, len(others), "3 entries" in first) == ("person/ngozi-okafor", 2, True)
    assert "2 who are written so, with 3 entries" in kg("review", stdin="s\nq\n").out

    entries = read(group / "identity" / "judgements.yaml").entries
    assert [(each.verdict, each.references) for each in entries] == [("same", (one, each)) for each in others]
    assert kg("build").code == 0
    assert "Okafor" not in kg("review", "--table").out
    assert kg("query", "people").out.count("Okafor") == 1


def test_a_table_is_not_asked_of_one_profile(group: Path, kg: Command) -> None:
    done = kg("review", "profiles/group.yaml", "--table")

    assert done.code == 2
    assert "leave out the file" in done.err


def test_a_file_that_is_no_table_of_questions_is_refused_with_the_way_to_one(group: Path, kg: Command) -> None:
    (group / "staff.csv").write_text("name,orcid\nAda,\n")

    done = kg("review", "--answers", "staff.csv")

    assert done.code == 1
    assert "staff.csv:1: the column 'one' is missing" in done.err
    assert "kg review --table -o" in done.err


def test_a_pin_gives_an_entity_the_iri_that_people_want(work: Work) -> None:
    (work.project / "identity" / "judgements.yaml").write_text(
        f"judgements:\n  - pin: [{WEI}, person/wei-zhang-networks]\n    because: readable\n"
    )

    assert work.build() == (
        "person/wei-zhang-networks\tlive\t\tjiamin-li/wei zhang\n"
        f"{WEI}\tmerged\tperson/wei-zhang-networks\tjiamin-li/wei zhang\n"
    )
    assert work.build() == ""


def test_judgements_are_read_in_time_that_grows_with_their_number(tmp_path: Path) -> None:
    path = tmp_path / "judgements.yaml"

    def read_many(count: int) -> None:
        entries = (f"  - same: [person/a{at}, person/b{at}]\n    because: x\n" for at in range(count))
        path.write_text("judgements:\n" + "".join(entries))
        assert len(read(path).lines) == count

    linear(read_many, 200)


def test_judgements_that_cannot_hold_stop_the_build(group: Path, kg: Command) -> None:
    ada, bo = "person/ngozi-okafor", "person/tomas-berg"
    (group / "profiles" / "una-lim.yaml").write_text("id: una-lim\nname: Una Lim\n")
    assert kg("build").code == 0
    for judgements, said in (
        (
            [f"same: [{ada}, {bo}]", f"same: [{bo}, person/una-lim]", f"different: [person/una-lim, {ada}]"],
            f"judged different, but also the same: {bo} = person/una-lim (line 4); {ada} = {bo} (line 2)",
        ),
        ([f"different: [{ada}, {ada}]"], "both mean one mention"),
        (["same: [Hao, Zhang]"], "judgements[0].same[0]"),
        ([f"pin: [{ada}]"], "judgements[0].pin"),
        ([f"same: [{ada}, {bo}]\n    different: [{ada}, {bo}]"], "say one of same, different"),
        ([f"same: [{ada}, {bo}]\n    supersedes: j-none"], "no judgement has the id 'j-none'"),
    ):
        (group / "identity").mkdir(exist_ok=True)
        text = "".join(f"  - {each}\n    because: I know\n" for each in judgements)
        (group / "identity" / "judgements.yaml").write_text(f"judgements:\n{text}")

        done = kg("build")

        assert (done.code, said in done.err) == (1, True), (said, done.err)


def test_a_judgement_about_nothing_is_refused(work: Work, kg: Command) -> None:
    for arguments, said in (
        (("same", HAO, "hao-zhang-fzbylx"), f"both mean {HAO} already"),
        (("different", HAO, HAO), f"both mean {HAO}, which cannot differ from itself"),
        (("same", HAO, "work/lyra"), "there is no person and no work 'work/lyra'"),
        (("same", "Hao Zhang", WEI), f"'Hao Zhang' names 2 entities:\n  {HAO}  co-author of "),
        (("same", "Hao Zhang", WEI), f"\n  {OTHER_HAO}  co-author of Jinliang Wei; 1 work\n"),
        (("same", HAO, "Lyra: Elastic Cluster Scheduling for Deep Learning"), "are of two kinds"),
    ):
        done = kg(*arguments, *REASON, "--project", work.project, "--release", work.out)

        assert (done.code > 0, said in done.err) == (True, True), said
    assert not (work.project / "identity" / "judgements.yaml").exists()


def test_a_judgement_that_contradicts_the_others_is_refused_before_it_is_written(work: Work, kg: Command) -> None:
    work.judge("different", HAO, WEI)
    work.judge("same", WEI, OTHER_HAO)

    done = kg("same", HAO, OTHER_HAO, *REASON, "--project", work.project, "--release", work.out)

    assert done.code == 1
    assert (
        f"judgements.yaml:5: {HAO} and {WEI} are judged different, but also the same:"
        f" {HAO} = {OTHER_HAO} (now); {WEI} = {OTHER_HAO} (line 10)"
    ) in done.err
    assert "let a new judgement about the same two supersede one of these" in done.err
    assert len(read(work.project / "identity" / "judgements.yaml").entries) == 2


def test_who_decides_is_known_from_git_or_the_account_but_an_address_is_not_written(
    group: Path, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged_by(*arguments: str) -> str | None:
        done = kg("same", "person/ngozi-okafor", "person/tomas-berg", "--because", "x", *arguments)
        assert done.code == 0, done.err
        return read(group / "identity" / "judgements.yaml").entries[-1].by

    for name in ("GLOBAL", "SYSTEM"):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(group.parent))
    monkeypatch.setenv("USER", "lovelace")
    assert judged_by() == "lovelace"
    subprocess.run(["git", "init", "--quiet"], check=True)
    assert judged_by() == "lovelace"
    subprocess.run(["git", "config", "user.name", "Ada Lovelace"], check=True)
    assert judged_by() == "Ada Lovelace"
    assert judged_by("--by", "ada@example.org") == "ada@example.org"
    subprocess.run(["git", "config", "user.name", "ada@example.org"], check=True)
    assert judged_by() == "lovelace"
    monkeypatch.setenv("USER", "ada@example.org")
    assert judged_by() == "unknown"


@pytest.mark.parametrize(
    "before",
    [
        None,
        "judgements:\r\n  # mine\r\n",
        f"# mine\njudgements:\n  - same: [{HAO}, {WEI}]  # sure\n    because: I know",
    ],
)
def test_judgements_are_taken_back_to_the_byte_one_by_one(group: Path, kg: Command, before: str | None) -> None:
    path = group / "identity" / "judgements.yaml"
    states = [path.read_bytes() if path.exists() else None]
    if before is not None:
        path.parent.mkdir(exist_ok=True)
        states = [before.encode()]
        path.write_bytes(before.encode())
    for verdict, because in (("same", "a: 'b'\n- c"), ("different", "2020-01-01")):
        assert kg(verdict, "person/ngozi-okafor", "person/tomas-berg", "--because", because).code == 0
        states.append(path.read_bytes())
    assert [entry.because for entry in read(path).entries][-1] == "2020-01-01"

    for state, said in zip(states[-2::-1], ("are different", "mean one thing"), strict=True):
        assert said in kg("undo", "--list").out.splitlines()[0]
        done = kg("undo")
        assert (done.code, said in done.err) == (0, True)
        assert (path.read_bytes() if path.exists() else None) == state

    assert kg("undo").code == 1


def test_what_was_answered_in_a_review_is_taken_back_too(group: Path, kg: Command) -> None:
    path = group / "identity" / "judgements.yaml"
    assert "1 answered" in kg("review", stdin="u\nq\n").err

    assert "nobody can tell whether person/" in kg("undo").err
    assert not path.exists()


def test_a_judgement_in_a_file_that_was_edited_since_is_not_taken_back(group: Path, kg: Command) -> None:
    path = group / "identity" / "judgements.yaml"
    kg("same", "person/ngozi-okafor", "person/tomas-berg", "--because", "x")
    path.write_text(edited := path.read_text().replace("because: x", "because: y"))

    done = kg("undo")

    assert done.code == 1
    assert "judgements.yaml:" in done.err
    assert "the file was changed since" in done.err
    assert "remove its lines by hand" in done.err
    assert path.read_text() == edited


def test_a_judgement_does_not_break_a_list_that_is_written_otherwise(group: Path, kg: Command) -> None:
    path = group / "identity" / "judgements.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(written := f"judgements:\n- withdraw: {HAO}\n  because: asked\n")

    done = kg("same", "person/ngozi-okafor", "person/tomas-berg", "--because", "x")

    assert done.code == 1
    assert "begin each entry with '  - '" in done.err
    assert path.read_text() == written


def test_two_profiles_that_are_judged_one_person_are_one_with_the_older_iri_until_it_is_undone(
    group: Path, kg: Command
) -> None:
    (group / "profiles" / "aino-berg.yaml").write_text(
        "id: aino-berg\nname: T. Aino Berg\norcid: 0000-0002-1825-0097\nawards:\n  - {name: Lake Prize, year: 2021}\n"
    )
    assert kg("build").code == 0
    before = open_release(group / "build").path.name
    assert kg("same", "person/aino-berg", "person/tomas-berg", "--because", "he says so").code == 0

    assert kg("build").code == 0
    assert (group / "build" / "changes.tsv").read_text() == ("person/aino-berg\tmerged\tperson/tomas-berg\taino-berg\n")
    quads = [quad for quad in open_release(group / "build").store().quads() if isinstance(quad.subject, NamedNode)]
    facts = {
        (quad.predicate.value.rpartition("/")[2], str(quad.object).strip('"'))
        for quad in quads
        if quad.subject == NamedNode(f"{BASE}person/tomas-berg")
    }
    assert {value for key, value in facts if key == "name"} == {"Tomas Berg"}
    assert {("alternateName", "T. Aino Berg"), ("sameAs", "<https://orcid.org/0000-0002-1825-0097>")} <= facts
    assert kg("build", "--force").code == 0
    assert (group / "build" / "changes.tsv").read_text() == ""

    kg("undo")
    assert kg("build").code == 0
    assert open_release(group / "build").path.name == before


def test_a_preview_says_what_the_next_build_does_and_writes_nothing(work: Work, kg: Command) -> None:
    where = (*REASON, "--project", work.project, "--release", work.out)
    path = work.project / "identity" / "judgements.yaml"

    shown = kg("same", HAO, OTHER_HAO, *where, "--dry-run")
    assert (shown.code, shown.err, path.exists()) == (0, "", False)
    first, second, title, pages = shown.out.splitlines()
    assert first == f"{HAO} stays, with 4 mentions, 1 of them moved here"
    assert second == f"{OTHER_HAO} leads on to it"
    assert title.endswith(" Deep Learning on GPU Clusters")
    assert pages == "Pages that change: their own, those of 1 work and of 9 other authors"

    assert work.judge("same", HAO, OTHER_HAO).startswith(shown.out)
    assert work.build().startswith(f"{OTHER_HAO}\tmerged\t{HAO}\t")

    shown = kg("different", HAO.removeprefix("person/"), OTHER_HAO.removeprefix("person/"), *where, "--dry-run")
    assert shown.out.splitlines()[:2] == [
        f"{HAO} stays, with 3 mentions",
        f"{OTHER_HAO} comes, with 1 mention, 1 of them moved here",
    ]
    assert "Nothing moves" in kg("different", HAO, WEI, *where, "--dry-run").out
    assert kg("different", HAO, HAO, *where, "--dry-run").code > 0


def test_a_judgement_on_what_is_no_more_follows_the_redirect_or_says_what_it_became(group: Path, kg: Command) -> None:
    path = group / "identity" / "judgements.yaml"
    profile = group / "profiles" / "una-lim.yaml"
    profile.write_text("id: una-lim\nname: Una Lim\n")
    kg("build")
    profile.unlink()
    kg("build")
    because = ("person/tomas-berg", "--because", "x")

    done = kg("same", "una-lim", *because)
    assert (done.code, path.exists()) == (1, False)
    assert "person/una-lim is in no profile any more" in done.err
    assert "by hand" in done.err

    gone = "judgements:\n  - same: [person/una-lim, person/ngozi-okafor]\n    because: married\n"
    path.write_text(f"{gone}  - pin: [person/nobody, person/una]\n    because: x\n")
    kg("build")
    done = kg("identity", "check")
    assert done.code == 0
    assert "judgements.yaml:2: person/una-lim was merged into person/ngozi-okafor: the judgement moves" in done.err
    assert "judgements.yaml:4: person/nobody was never published: the judgement moves nothing" in done.err
    assert "person/ngozi-okafor stays" in kg("same", "una-lim", *because, "--dry-run").out


def test_a_registry_gets_all_new_rows_or_none(tmp_path: Path) -> None:
    path = tmp_path / "identity" / "registry.tsv"
    append(path, [RegistryRow("person/ada", "live", "", "person:ada")])
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            append(path, [RegistryRow(f"person/{n}", "live", "", f"person:{n}") for n in range(99)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["registry.tsv"]


def test_what_a_killed_build_left_beside_the_registry_goes_with_the_next_one(tmp_path: Path) -> None:
    (tmp_path / ".registry.tsv-killed").write_text("# head\n")
    append(tmp_path / "registry.tsv", [RegistryRow("person/ada", "live", "", "person:ada")])

    assert [each.name for each in tmp_path.iterdir()] == ["registry.tsv"]


def test_a_registry_behind_a_link_is_written_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "kept.tsv").touch(mode=0o640)
    (tmp_path / "registry.tsv").symlink_to("kept.tsv")
    for name in ("ada", "bob"):
        append(tmp_path / "registry.tsv", [RegistryRow(f"person/{name}", "live", "", f"person:{name}")])

    assert (tmp_path / "registry.tsv").is_symlink()
    assert list(read_registry(tmp_path / "kept.tsv").rows) == ["person/ada", "person/bob"]
    assert (tmp_path / "kept.tsv").stat().st_mode & 0o777 == 0o640
