"""The claims beside a profile, and `kg replay`: every value is made again from the words of its document."""

import io
import json
from pathlib import Path
from typing import Any, cast

import pytest

from kg.cli.review import of_profiles
from kg.profile.drafts.review_queue import ReviewQueue
from kg.profile.drafts.sessions import ProfileQuestion, ReviewSession
from kg.server.reviewing.views import ProposalView
from tests.conftest import Command

CV = """\
# Ada Vane

ada.vane@example.org, +44 20 7946 0018

## Education

- Ph.D. in Mathematics, University of Fernshire, May 2010 – 2014

## Publications

- Vane A, B. Quist*, et al. "Looms of wool and of silk." *Journal of Engines* 3, 1–9, 2021. [Code](https://looms.example.org/code)
- with C. Rook. "Cards for looms", Symposium on Cards, 2019. Write to cy.rook@example.org.
"""
CLAIMS = Path("profiles/ada-vane.claims.jsonl")
PROFILE = "profiles/ada-vane.yaml"


@pytest.fixture
def extracted(tmp_path: Path, kg: Command) -> Path:
    """Return the directory in which commands run, with a CV and its profile."""
    (tmp_path / "profiles").mkdir()
    (tmp_path / "cv.md").write_text(CV)
    assert kg("extract", "cv.md", "-o", PROFILE).code == 0
    return tmp_path


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / CLAIMS).read_text().splitlines()]


def test_each_value_stands_beside_the_profile_with_its_slice(extracted: Path) -> None:
    document, *claims = lines(extracted)

    assert document["source"] == "../cv.md"
    stated = {claim["section"]: claim["values"] for claim in claims}
    assert [each[0] for each in stated["education"]["institution"]] == ["University of Fernshire"]
    assert [each[3] for each in stated["education"]["start"]] == ["start"]
    links = next(claim["values"]["links"] for claim in claims if "links" in claim["values"])
    assert [(each[0], each[4]) for each in links] == [("Code", "label"), ("https://looms.example.org/code", "url")]


def test_no_contact_is_among_the_claims(extracted: Path, kg: Command) -> None:
    work = '- A. Vane. "Letters to cy.rook@example.org on looms." *Journal of Engines* 4, 2022.\n'
    (extracted / "cv.md").write_text(CV + work)
    kg("extract", "cv.md", "-o", PROFILE)
    text = (extracted / CLAIMS).read_text()

    assert "@" not in text
    assert "7946" not in text


def test_claims_are_the_same_each_time_and_keep_what_other_documents_say(extracted: Path, kg: Command) -> None:
    before = lines(extracted)
    (extracted / "list.md").write_text("# Ada Vane\n\n## Publications\n\n- A. Vane. Knots of rope. Knots 2, 2020.\n")

    assert kg("extract", "list.md", "-o", PROFILE).code == 0
    both = lines(extracted)
    assert kg("extract", "cv.md", "-o", PROFILE).code == 0

    assert [each for each in both if each["source"] == "../cv.md"] == before
    assert lines(extracted) == both
    assert len(both) > len(before)


def test_a_review_marks_the_words_that_became_values(extracted: Path) -> None:
    session = ReviewSession(extracted / PROFILE)
    degree = next(each for each in session.open() if each.proposal.section == "education")

    said = "\n".join(of_profiles(io.StringIO(), "").lines(degree))

    assert "in \x1b[1mMathematics\x1b[0m, \x1b[1mUniversity of Fernshire\x1b[0m, " in said
    asked = ProposalView(cast("ProfileQuestion", ReviewQueue([session]).find(degree.key)))
    assert ("University of Fernshire", True) in asked.passages[0].words


def test_a_review_says_which_documents_were_changed_and_marks_nothing_then(extracted: Path) -> None:
    (extracted / "cv.md").write_text("\n" + CV)
    session = ReviewSession(extracted / PROFILE)
    degree = next(each for each in session.open() if each.proposal.section == "education")

    said = "\n".join(of_profiles(io.StringIO(), "").lines(degree))

    assert "cv.md was changed since its values were read; read it again: kg extract " in said
    assert "\x1b[1m" not in said


def test_every_value_is_made_again(extracted: Path, kg: Command) -> None:
    outcome = kg("replay", "profiles")

    values = sum(len(several) for claim in lines(extracted)[1:] for several in claim["values"].values())
    assert outcome.code == 0
    assert outcome.out == f"{values} of {values} values of 1 document made again\n"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('["University of Fernshire",', '["University of Mosston",'),
        (',"start",', ',"no such rule",'),
        ('["Mathematics",', '["Mathematics",9'),
    ],
)
def test_a_value_that_is_not_what_stands_there_is_named(extracted: Path, kg: Command, was: str, now: str) -> None:
    (extracted / CLAIMS).write_text((extracted / CLAIMS).read_text().replace(was, now, 1))

    outcome = kg("replay", "profiles")

    assert outcome.code == 1
    assert "; 1 differ" in outcome.out
    assert "education." in outcome.err


def test_a_document_that_was_changed_or_is_missing_is_counted_apart(extracted: Path, kg: Command) -> None:
    (extracted / "cv.md").write_text(CV + "\n")
    changed = kg("replay", PROFILE)
    (extracted / "cv.md").unlink()
    missing = json.loads(kg("replay", PROFILE, "--json").out)

    assert changed.code == 1
    assert changed.out.startswith("0 of ")
    assert "cv.md: was changed since its values were read (read it again: kg extract " in changed.err
    assert missing["remade"] == missing["not_remade"] == 0
    assert missing["not_tried"] > 0
    assert "is missing" in missing["problems"][0]["message"]


def test_damaged_claims_are_an_error_of_replay_and_written_again_by_extract(extracted: Path, kg: Command) -> None:
    whole = (extracted / CLAIMS).read_text()
    (extracted / CLAIMS).write_text("<<<<<<< HEAD\n" + whole)

    assert "claims.jsonl:1: this line is not as kg extract writes it" in kg("replay", PROFILE).err
    assert kg("extract", "cv.md", "-o", PROFILE).code == 0
    assert (extracted / CLAIMS).read_text() == whole


def test_claims_without_a_profile_are_named_and_profiles_without_claims_are_no_error(
    extracted: Path, kg: Command
) -> None:
    (extracted / CLAIMS).rename(extracted / "profiles" / "bo-quist.claims.jsonl")
    assert kg("replay", "profiles").code == 1

    kg("extract", "cv.md", "-o", PROFILE)

    assert "bo-quist.claims.jsonl: belongs to no profile (delete it)" in kg("replay", "profiles").err


def test_a_document_that_was_moved_is_not_kept_twice(extracted: Path, kg: Command) -> None:
    (extracted / "cv.md").rename(extracted / "vane.md")

    kg("extract", "vane.md", "-o", PROFILE)

    assert {each["source"] for each in lines(extracted)} == {"../vane.md"}
