"""Deciding on what is proposed: only the lines decided about change, and what is decided holds."""

import difflib
import json
from pathlib import Path
from typing import Any

import pytest

from kg.base import strict_yaml
from kg.base.errors import NotFound, ReadError
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.reviewing import Review, editable, edited, place
from kg.profile.drafts.sessions import ReviewSession
from kg.profile.drafts.writing import text
from tests.conftest import Command
from tests.support.drafting import BIB, draft, fact, name, paper

PATH = Path("profile.yaml")
TWO = draft(
    name(sure=0.99),
    fact(PERSON, {"homepage": "https://ada.example/"}, line=2, sure=0.8),
    paper("Notes, 1843", line=9, sure=0.95),
    paper("@notes", year=1842, source=BIB, sure=0.9),
    paper("Sketch, 1842", title="Sketch", year=1842, line=12, sure=0.5),
    paper("Letters, 1840", title="Letters", year=1840, line=13, sure=0.99),
)


@pytest.fixture
def written() -> str:
    """Return a profile of which nothing is decided: a conflict, and facts that are more or less sure."""
    return text(TWO)


def review(yaml_text: str) -> Review:
    return Review(yaml_text, PATH)


def data(yaml_text: str) -> Any:
    return strict_yaml.parse(yaml_text, PATH).data


def entry(yaml_text: str, title: str) -> Any:
    return next(each for each in data(yaml_text)["publications"] if each["title"] == title)


def changes(before: str, after: str) -> list[str]:
    """Return the lines that went and came."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[:2] in ("- ", "+ ")]


def titles(opened: Review) -> list[str]:
    return [next(iter(each.values.values())) for each in opened.open()]


def proposal(opened: Review, title: str) -> Any:
    return next(each for each in opened.open() if title in each.values.values())


def test_conflicts_come_first_then_the_least_sure(written: str) -> None:
    first, *rest = titles(review(written))

    assert first == "Notes by the Translator"
    assert rest == ["Sketch", "https://ada.example/", "Ada Lovelace", "Letters"]


@pytest.mark.parametrize("status", ["accepted", "rejected"])
def test_a_decision_changes_one_line(written: str, status: Any) -> None:
    opened = review(written)

    opened.decide(proposal(opened, "Sketch"), status)

    assert changes(written, opened.text()) == ["-       status: proposed", f"+       status: {status}"]
    assert "Sketch" not in titles(review(opened.text()))


def test_a_decision_on_a_field_of_the_person_changes_one_line(written: str) -> None:
    opened = review(written)

    opened.decide(proposal(opened, "https://ada.example/"), "accepted")

    assert changes(written, opened.text()) == ["-     status: proposed", "+     status: accepted"]


def test_comments_and_settings_of_people_stay(written: str) -> None:
    mine = written.replace("  - title: Sketch", "  # Mine.\n  - title:   'Sketch'  # so").replace(
        "id: ada", "# Me\nid:   ada"
    )
    opened = review(mine)

    opened.decide(proposal(opened, "Sketch"), "rejected")

    assert changes(mine, opened.text()) == ["-       status: proposed", "+       status: rejected"]


def test_a_candidate_that_is_chosen_becomes_the_value_and_is_marked(written: str) -> None:
    opened = review(written)
    notes = proposal(opened, "Notes by the Translator")
    assert [(key, each.value) for key, _, each in notes.candidates] == [("year", "1843"), ("year", "1842")]

    opened.choose(notes, "year", 1)

    chosen = entry(opened.text(), "Notes by the Translator")
    assert (chosen["year"], chosen["evidence"]["status"]) == ("1842", "accepted")
    assert [each.get("chosen") for each in chosen["evidence"]["conflicts"]["year"]] == [None, "true"]
    assert "    year: 1842\n    evidence:\n" in opened.text()
    assert text(TWO, previous=opened.text()) == opened.text()


def test_of_two_conflicts_the_second_stays_open() -> None:
    written = text(
        draft(
            name(), paper("a", doi="10.5555/1"), paper("@b", doi="10.5555/1", year=1842, venue="Elsewhere", source=BIB)
        )
    )
    opened = review(written)

    opened.choose(opened.open()[0], "year", 0)

    (left,) = (each for each in review(opened.text()).open() if each.section)
    assert left.open_conflicts == ("venue",)
    opened.choose(review(opened.text()).open()[0], "venue", 0)
    assert entry(opened.text(), "Notes by the Translator")["evidence"]["status"] == "accepted"


def test_a_correction_is_noted_as_edited_and_kept(written: str) -> None:
    opened = review(written)
    sketch = proposal(opened, "Sketch")

    opened.correct(sketch, {**sketch.values, "title": "Sketch of the Engine", "doi": "10.1000/1"})

    corrected = entry(opened.text(), "Sketch of the Engine")
    assert (corrected["doi"], corrected["evidence"]["status"]) == ("10.1000/1", "edited")
    assert text(TWO, previous=opened.text()) == opened.text()


def test_a_correction_that_changes_nothing_accepts(written: str) -> None:
    opened = review(written)
    sketch = proposal(opened, "Sketch")

    opened.correct(sketch, edited(editable(sketch), PATH))

    assert changes(written, opened.text()) == ["-       status: proposed", "+       status: accepted"]


def test_keys_can_be_taken_away(written: str) -> None:
    opened = review(written)
    sketch = proposal(opened, "Sketch")

    opened.correct(sketch, {key: value for key, value in sketch.values.items() if key != "venue"})

    assert "venue" not in entry(opened.text(), "Sketch")


@pytest.mark.parametrize("values", [{}, {"authors": ["A"]}, {"title": "Sketch", "authors": ["A"], "year": "late"}])
def test_a_correction_that_a_profile_would_not_accept_is_refused(written: str, values: dict[str, Any]) -> None:
    opened = review(written)

    with pytest.raises(ReadError):
        opened.correct(proposal(opened, "Sketch"), values)
    assert opened.text() == written


def test_fields_of_the_person_can_be_corrected(written: str) -> None:
    opened = review(written)

    opened.correct(proposal(opened, "https://ada.example/"), {"homepage": "https://ada.example/home"})

    assert data(opened.text())["homepage"] == "https://ada.example/home"
    assert data(opened.text())["evidence"]["homepage"]["status"] == "edited"


def test_contacts_can_be_corrected_where_they_stand() -> None:
    opened = review(text(draft(name(), fact(PERSON, {"email": "ada@example.org"}))))

    opened.correct(proposal(opened, "ada@example.org"), {"email": "ada@example.com"})

    assert data(opened.text())["contact"] == {"email": "ada@example.com"}


def test_facts_are_found_by_the_beginning_of_their_key(written: str) -> None:
    opened = review(written)
    sketch = proposal(opened, "Sketch")

    assert opened.find(sketch.fact[:5]) == sketch
    with pytest.raises(NotFound, match="no fact begins with 'zzzz'"):
        opened.find("zzzz")
    with pytest.raises(NotFound, match="5 facts begin with ''"):
        opened.find("")


def test_places_are_named_as_editors_know_them(written: str) -> None:
    sketch = proposal(review(written), "Sketch")

    assert place(sketch.evidence) == "cv.md:12"
    assert place(sketch.evidence.model_copy(update={"page": 2})) == "cv.md page 2:12"
    assert written.splitlines()[sketch.line - 1] == "  - title: Sketch"


@pytest.fixture
def profile(tmp_path: Path, written: str) -> Path:
    """Return the profile as a file."""
    path = tmp_path / "ada.yaml"
    path.write_text(written)
    return path


def test_what_is_open_is_listed_a_line_each(profile: Path, kg: Command) -> None:
    outcome = kg("review", profile, "--list")
    lines = outcome.out.splitlines()

    assert outcome.code == 0
    assert lines[0].endswith("0.95  publications: Notes by the Translator  cv.md:9  sources disagree on year")
    assert lines[1].endswith("0.50  publications: Sketch, 1842  cv.md:12")


def test_among_all_profiles_only_what_is_doubtful_or_disputed_is_asked(profile: Path) -> None:
    every, doubtful = (ReviewSession(profile, is_brief=is_brief).open() for is_brief in (False, True))

    assert [each.name for each in doubtful] == ["publications: Notes by the Translator", "publications: Sketch, 1842"]
    assert len(every) > len(doubtful)


def test_what_is_open_is_given_as_json(profile: Path, kg: Command) -> None:
    first, second, *_ = json.loads(kg("review", profile, "--json").out)

    assert [each["value"] for each in first["conflicts"]["year"]] == ["1843", "1842"]
    assert second["values"]["title"] == "Sketch"
    assert (second["section"], second["quote"], second["conflicts"]) == ("publications", "Sketch, 1842", {})


def test_scripts_decide_by_keys_and_by_confidence(profile: Path, kg: Command) -> None:
    sketch = next(each["fact"] for each in json.loads(kg("review", profile, "--json").out) if "Sketch" in str(each))

    outcome = kg("review", profile, "--reject", sketch, "--accept-above", "0.95")

    assert outcome.err == f"2 accepted, 1 rejected, 2 still open; see {profile}\n"
    statuses = {each["title"]: each["evidence"]["status"] for each in data(profile.read_text())["publications"]}
    assert statuses == {"Notes by the Translator": "proposed", "Sketch": "rejected", "Letters": "accepted"}


def test_an_unknown_key_decides_nothing(profile: Path, written: str, kg: Command) -> None:
    outcome = kg("review", profile, "--accept", "zzzz", "--accept-above", "0")

    assert outcome.code == 1
    assert "no fact begins with 'zzzz'" in outcome.err
    assert profile.read_text() == written


def test_a_walk_writes_each_answer_down(profile: Path, kg: Command) -> None:
    outcome = kg("review", profile, stdin="2\nr\na\nn\nq\n")

    statuses = [each["evidence"]["status"] for each in data(profile.read_text())["publications"]]
    assert statuses == ["accepted", "rejected", "proposed"]
    assert data(profile.read_text())["publications"][0]["year"] == "1842"
    assert "1  year: 1843  (cv.md:9, confidence 0.95)" in outcome.out
    assert "cv.md:12: Sketch, 1842" in outcome.out
    assert outcome.err.endswith(f"3 answered, 2 still open; see {profile}\n")


def test_a_walk_ends_with_the_input_and_other_keys_are_asked_for_again(
    profile: Path, written: str, kg: Command
) -> None:
    outcome = kg("review", profile, stdin="x\n9\n")

    assert outcome.code == 0
    assert outcome.err.count("a accept, r reject") == 2
    assert profile.read_text() == written


def test_an_editor_corrects_an_entry(profile: Path, tmp_path: Path, kg: Command) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "s/^year: .*/year: 1850/" "$1"\n')
    editor.chmod(0o755)

    kg("review", profile, "--editor", editor, stdin="n\ne\nq\n")

    sketch = entry(profile.read_text(), "Sketch")
    assert (sketch["year"], sketch["evidence"]["status"]) == ("1850", "edited")


def test_a_profile_without_open_facts_says_so(tmp_path: Path, kg: Command) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text("id: ada\nname: Ada Lovelace\n")

    assert kg("review", path).err == "Nothing is open.\n"
    assert kg("review", path, "--list").out == ""


def test_what_is_no_profile_is_refused(tmp_path: Path, kg: Command) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text("id: ada\n")

    assert kg("review", path).code == 1
    assert kg("review", tmp_path / "none.yaml").code == 2


DISAGREEING = draft(
    name(),
    fact(PERSON, {"job_title": "Analyst"}, line=2),
    fact(PERSON, {"job_title": "Poetess"}, line=2, source=BIB),
    fact(PERSON, {"email": "ada@example.org"}, line=3),
    fact(PERSON, {"email": "ada@example.com"}, line=3, source=BIB),
    paper("Notes, 1843", line=9),
    paper("@notes", year=1842, source=BIB),
)


@pytest.fixture
def open_profile(tmp_path: Path) -> Path:
    """Return a profile about which two documents disagree, as a file."""
    path = tmp_path / "ada.yaml"
    path.write_text(text(DISAGREEING))
    return path


def open_keys(path: Path) -> list[str]:
    return sorted(key for each in review(path.read_text()).open() for key in each.open_conflicts)


def test_a_key_on_which_sources_disagree_says_so_where_it_is_left_open(open_profile: Path) -> None:
    written = open_profile.read_text()

    assert "job_title:  # the sources disagree: decide with kg review\n" in written
    assert "contact: {email: null}  # the sources disagree: decide with kg review\n" in written
    assert "not stated" not in written


def test_what_is_open_cannot_be_accepted_without_a_choice(open_profile: Path, kg: Command) -> None:
    before = open_profile.read_text()

    outcome = kg("review", open_profile, stdin="a\nn\na\nn\na\nn\nq\n")

    assert outcome.err.count("choose 1 to 2, edit or reject it") == 3
    assert outcome.err.endswith(f"0 answered, 4 still open; see {open_profile}\n")
    assert open_profile.read_text() == before


def test_a_script_that_accepts_what_is_open_is_told_so(open_profile: Path, kg: Command) -> None:
    facts = {key: each.fact for each in review(open_profile.read_text()).open() for key in each.values}

    alone = kg("review", open_profile, "--accept", facts["job_title"])
    with_another = kg("review", open_profile, "--accept", facts["email"], "--accept", facts["name"])

    assert (alone.code, with_another.code) == (1, 0)
    assert (
        f"{facts['job_title']} (job_title: Analyst or Poetess) stays open: the sources disagree on job_title"
        in alone.err
    )
    assert "0 accepted, 0 rejected, 4 still open" in alone.err
    assert "1 accepted, 0 rejected, 3 still open" in with_another.err
    assert open_keys(open_profile) == ["email", "job_title", "year"]


def test_an_edit_that_leaves_the_value_open_decides_nothing(open_profile: Path, kg: Command) -> None:
    before = open_profile.read_text()

    outcome = kg("review", open_profile, "--editor", "true", stdin="e\nn\ne\nn\ne\nq\n")

    assert outcome.code == 0
    assert outcome.err.count("error: the sources disagree on") == 3
    assert open_profile.read_text() == before


def test_an_edit_of_something_else_is_kept_and_the_conflict_stays_open(open_profile: Path) -> None:
    opened = review(open_profile.read_text())
    notes = proposal(opened, "Notes by the Translator")

    opened.correct(notes, {**notes.values, "title": "The Notes"})

    (left,) = (each for each in review(opened.text()).open() if each.section)
    assert (left.values["title"], left.open_conflicts) == ("The Notes", ("year",))
    again = text(DISAGREEING, previous=opened.text())
    assert entry(again, "The Notes")["evidence"]["status"] == "edited"
    opened.correct(left, {**left.values, "year": 1843})
    assert not [each for each in review(opened.text()).open() if each.section]


def test_an_accepted_entry_is_warned_of_as_long_as_its_value_is_open(
    open_profile: Path, project: Path, kg: Command
) -> None:
    accepted = open_profile.read_text().replace("status: proposed", "status: accepted")
    (project / "profiles" / "ada-lovelace.yaml").write_text(accepted)

    outcome = kg("build", project)

    assert [key for key in ("job_title", "email", "year") if f"disagree on '{key}'" in outcome.err] == [
        "job_title",
        "email",
        "year",
    ]


def test_a_change_in_another_window_is_kept(profile: Path, tmp_path: Path, kg: Command) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text(
        f'#!/bin/sh\nsed -i "s/^year: .*/year: 1850/" "$1"\nsed -i "s/title: Letters/title: All Letters/" {profile}\n'
    )
    editor.chmod(0o755)

    outcome = kg("review", profile, "--editor", editor, stdin="n\ne\na\nq\n")

    assert f"{profile} was changed meanwhile and has been read again." in outcome.err
    assert entry(profile.read_text(), "Sketch")["year"] == "1850"
    assert entry(profile.read_text(), "All Letters")
    assert data(profile.read_text())["evidence"]["homepage"]["status"] == "accepted"


def test_an_answer_about_what_was_changed_in_another_window_is_not_written(
    profile: Path, tmp_path: Path, kg: Command
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text(
        f'#!/bin/sh\nsed -i "s/^year: .*/year: 1850/" "$1"\nsed -i "s/title: Sketch/title: S/" {profile}\n'
    )
    editor.chmod(0o755)

    outcome = kg("review", profile, "--editor", editor, stdin="n\ne\nq\n")

    assert "the answer was not written" in outcome.err
    assert entry(profile.read_text(), "S")["year"] == "1842"


def test_entries_that_begin_alike_are_told_apart(tmp_path: Path, kg: Command) -> None:
    path = tmp_path / "ada.yaml"
    degrees = [
        fact("education", {"degree": "M.Sc.", "institution": place, "start": "1836-09", "end": "1838"}, line=line)
        for line, place in ((3, "University of London"), (4, "University of Turin"))
    ]
    job = fact(
        "positions", {"role": "Analyst", "organization": "Analytical Society", "start": "1842", "end": "present"}
    )
    chair = fact("service", {"role": "Reviewer", "venue": "Scientific Memoirs", "year": 1843})
    path.write_text(text(draft(name(), *degrees, job, chair)))

    listed = kg("review", path, "--list").out

    assert "education: M.Sc., University of London, 1836–1838  " in listed
    assert "education: M.Sc., University of Turin, 1836–1838  " in listed
    assert "positions: Analyst, Analytical Society, 1842–present  " in listed
    assert "service: Reviewer, Scientific Memoirs, 1843  " in listed


@pytest.mark.parametrize(
    ("editor", "message"),
    [
        ("no-such-editor", "error: the editor 'no-such-editor' cannot be started (No such file or directory)"),
        ("false", "error: the editor 'false' failed with code 1; nothing was changed"),
        ("vi '", "error: the editor 'vi '' cannot be started (No closing quotation)"),
        ("sh -c 'echo titel: 1 > $0'", "error: publications.title: the key 'title' is missing"),
    ],
)
def test_an_editor_that_fails_is_told_in_a_sentence_and_changes_nothing(
    profile: Path, written: str, editor: str, message: str, kg: Command
) -> None:
    outcome = kg("review", profile, "--editor", editor, stdin="e\nq\n")

    assert message in outcome.err
    assert profile.read_text() == written
