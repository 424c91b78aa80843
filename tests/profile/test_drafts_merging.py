"""Drafts that are made again: what people decided and wrote stays, what the sources changed is open again."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.base import strict_yaml
from kg.profile.drafts.completing import complete, works_in
from kg.profile.drafts.model import PERSON, Draft, Fact
from kg.profile.drafts.reviewing import Review
from kg.profile.drafts.writing import REWRITTEN, revise, text
from kg.profile.provenance import BY_HAND
from kg.profile.reviewed import reviewed_model
from kg.terms import typed_yaml
from tests.support.drafting import BIB, CV, draft, fact, name, paper

PATH, RECORD = Path("profile.yaml"), "https://doi.org/10.5555/notes"
SKETCH = paper("Sketch, 1842", title="Sketch", year=1842, line=12)


def data(yaml_text: str) -> Any:
    return strict_yaml.parse(yaml_text, PATH).data


def first(yaml_text: str) -> Any:
    return data(yaml_text)["publications"][0]


def titles(yaml_text: str) -> list[str]:
    return [entry["title"] for entry in data(yaml_text).get("publications", ())]


def with_status(yaml_text: str, status: str, *, number: int = 1) -> str:
    """Return a profile in which a fact has another status; the first is the first of the sections."""
    parts = yaml_text.split("status: proposed")
    return "status: proposed".join(parts[:number]) + f"status: {status}" + "status: proposed".join(parts[number:])


@pytest.fixture
def before() -> str:
    """Return the profile of a CV with two publications."""
    return text(draft(name(), paper("Notes, 1843", line=9), SKETCH))


@pytest.mark.parametrize("status", ["accepted", "rejected", "edited"])
def test_a_decision_stays_while_the_words_stay_even_if_they_move(before: str, status: str) -> None:
    decided = with_status(before, status)

    again = revise(draft(name(), paper("Notes,   1843", line=90), SKETCH), previous=decided)

    assert again.text == decided.replace("lines: 9\n", "lines: 90\n")
    assert again.counts == {"kept": 3}


def test_a_correction_by_hand_stays_and_is_noticed(before: str) -> None:
    corrected = before.replace("year: 1843", "year: 1844  # see the journal")

    again = text(draft(name(), paper("Notes, 1843", line=9), SKETCH), previous=corrected)

    assert again == with_status(corrected, "edited")


def test_undecided_facts_follow_the_source(before: str) -> None:
    again = revise(draft(name(), paper("Notes, 1843, in Memoirs", venue="Memoirs", line=9), SKETCH), previous=before)

    assert first(again.text)["venue"] == "Memoirs"
    assert first(again.text)["evidence"]["status"] == "proposed"
    assert again.counts == {"kept": 2, "changed": 1}


@pytest.mark.parametrize("status", ["accepted", "rejected"])
def test_a_decided_fact_whose_words_changed_is_open_again(before: str, status: str) -> None:
    again = revise(draft(name(), paper("Notes, 1844", year=1844), SKETCH), previous=with_status(before, status))

    entry = first(again.text)
    assert (entry["year"], entry["evidence"]["status"]) == ("1844", "proposed")
    assert entry["evidence"]["reason"] == "the words in the source changed"
    assert again.counts == {"kept": 2, "reopened": 1}
    assert titles(again.text) == ["Notes by the Translator", "Sketch"]


def test_a_corrected_fact_whose_words_changed_lists_both_values(before: str) -> None:
    corrected = before.replace("year: 1843", "year: 1845")
    changed = draft(name(), paper("Notes, 1844", year=1844), SKETCH)

    again = text(changed, previous=corrected)

    entry = first(again)
    assert (entry["year"], entry["evidence"]["status"]) == ("1845", "proposed")
    candidates = [(each["value"], each["source"]) for each in entry["evidence"]["conflicts"]["year"]]
    assert candidates == [("1845", BY_HAND), ("1844", CV)]
    assert text(changed, previous=again) == again


def test_a_corrected_fact_stays_corrected_where_the_source_now_says_the_same(before: str) -> None:
    corrected = before.replace("year: 1843", "year: 1844")

    again = text(draft(name(), paper("Notes, 1844", year=1844), SKETCH), previous=corrected)

    assert (first(again)["year"], first(again)["evidence"]["status"]) == ("1844", "edited")
    assert "conflicts" not in first(again)["evidence"]


def test_accepted_facts_stay_when_their_words_vanish_and_say_so(before: str) -> None:
    again = revise(draft(name(), SKETCH), previous=with_status(before, "accepted"))

    assert titles(again.text) == ["Notes by the Translator", "Sketch"]
    assert first(again.text)["evidence"]["reason"] == "no longer in the source"
    assert again.counts == {"kept": 2, "without words": 1}


def test_undecided_facts_vanish_with_their_words_and_may_come_back(before: str) -> None:
    without = revise(draft(name(), SKETCH), previous=before)

    assert titles(without.text) == ["Sketch"]
    assert without.counts == {"kept": 2, "gone": 1}
    back = text(draft(name(), paper("Notes, 1843", line=9), SKETCH), previous=without.text)
    assert titles(back) == ["Notes by the Translator", "Sketch"]


def test_rejected_facts_do_not_come_back(before: str) -> None:
    both = draft(name(), paper("Notes, 1843", line=9), SKETCH)
    without = text(draft(name(), SKETCH), previous=with_status(before, "rejected"))

    assert titles(without) == ["Sketch"]
    assert titles(text(both, previous=without)) == ["Sketch"]


def test_what_was_rejected_stays_so_in_other_words(before: str) -> None:
    reworded = draft(name(), paper("Notes (1843).", line=9), SKETCH)

    again = text(reworded, previous=with_status(before, "rejected"))

    assert first(again)["evidence"]["status"] == "rejected"
    assert text(reworded, previous=again) == again


def entry_lines(yaml_text: str, title: str) -> str:
    """Return the lines of a publication."""
    lines = yaml_text.splitlines(keepends=True)
    spans = strict_yaml.parse(yaml_text, PATH).spans
    start, end = next(spans["publications", at] for at, each in enumerate(titles(yaml_text)) if each == title)
    return "".join(lines[start - 1 : end])


def test_what_was_deleted_by_hand_stays_deleted(before: str) -> None:
    deleted = before.replace(entry_lines(before, "Sketch"), "")
    both = draft(name(), paper("Notes, 1843", line=9), SKETCH)

    again = revise(both, previous=deleted)

    assert again.text == deleted
    assert again.counts == {"kept": 2, "deleted before": 1}
    assert titles(revise(both, previous=deleted, again=True).text) == ["Notes by the Translator", "Sketch"]


def test_what_is_deleted_stays_deleted_when_another_document_says_it_too(before: str) -> None:
    deleted = before.replace(entry_lines(before, "Sketch"), "")
    bib = paper("@sketch", title="Sketch", year=1842, source=BIB)

    again = text(draft(name(), paper("Notes, 1843", line=9), SKETCH, bib), previous=deleted)

    assert titles(again) == ["Notes by the Translator"]


HAND = """\
# My own notes.

id: countess
name: Ada Lovelace   # as I sign
publications:

  # The first one.
  - {title: Sketch, authors: [A. Lovelace], year: 1842}
  -   title: Letters
      authors:   Ada Lovelace
      # Not printed.
      year: 1840
skills: [Flute]
"""


def test_what_is_written_by_hand_stays_as_it_is_with_its_comments() -> None:
    again = revise(draft(name("A. A. Lovelace"), SKETCH, paper("Notes, 1843", line=9)), previous=HAND)

    mine = [line for line in HAND.splitlines() if line]
    assert [line for line in again.text.splitlines() if line in mine] == mine
    assert titles(again.text) == ["Sketch", "Notes by the Translator", "Letters"]
    assert REWRITTEN not in again.text
    assert again.counts == {"by hand": 2, "new": 1, "kept": 2}


def test_new_facts_stand_where_the_source_has_them(before: str) -> None:
    third = paper("Letters", title="Letters", line=10)

    again = text(draft(name(), paper("Notes, 1843", line=9), third, SKETCH), previous=with_status(before, "accepted"))

    assert titles(again) == ["Notes by the Translator", "Letters", "Sketch"]
    newest = text(draft(name(), third, paper("Notes, 1843", line=9), SKETCH), previous=before)
    assert titles(newest) == ["Letters", "Notes by the Translator", "Sketch"]


def test_documents_that_were_not_read_this_time_keep_their_facts(before: str) -> None:
    bib = paper("@engine", title="Engine", source=BIB)

    again = revise(draft(bib), previous=before)

    assert sorted(titles(again.text)) == ["Engine", "Notes by the Translator", "Sketch"]
    assert data(again.text)["name"] == "Ada Lovelace"
    assert [each["path"] for each in data(again.text)["sources"]] == [CV, BIB]


def test_a_further_document_that_agrees_is_added_to_what_was_accepted(before: str) -> None:
    bib = paper("@notes", source=BIB)

    entry = first(text(draft(bib), previous=with_status(before, "accepted")))

    assert entry["evidence"]["status"] == "accepted"
    assert [each["source"] for each in entry["evidence"]["also"]] == [BIB]


def test_a_further_document_that_disagrees_opens_what_was_accepted(before: str) -> None:
    again = revise(draft(paper("@notes", year=1842, source=BIB)), previous=with_status(before, "accepted"))

    entry = first(again.text)
    assert (entry["year"], entry["evidence"]["status"]) == ("1843", "proposed")
    assert [each["value"] for each in entry["evidence"]["conflicts"]["year"]] == ["1843", "1842"]
    assert again.counts["reopened"] == 1
    assert revise(draft(paper("@notes", year=1842, source=BIB)), previous=again.text).text == again.text


def test_a_further_document_does_not_touch_what_was_rejected(before: str) -> None:
    entry = first(text(draft(paper("@notes", doi="10.1000/1", source=BIB)), previous=with_status(before, "rejected")))

    assert entry["evidence"]["status"] == "rejected"
    assert "doi" not in entry


def test_a_chosen_candidate_stays_chosen() -> None:
    two = draft(name(), paper("Notes, 1843"), paper("@notes", year=1842, source=BIB))
    before = text(two)
    chosen = before.replace("{value: 1842,", "{chosen: true, value: 1842,").replace(
        "    venue: Scientific Memoirs\n", "    venue: Scientific Memoirs\n    year: 1842\n"
    )

    again = text(two, previous=chosen)

    assert first(again)["year"] == "1842"
    assert first(again)["evidence"]["conflicts"]["year"][1]["chosen"] == "true"
    assert text(two, previous=again) == again


@pytest.mark.parametrize("status", ["proposed", "accepted"])
def test_what_a_document_says_stays_while_another_one_changes(status: str) -> None:
    bib = paper("@notes", doi="10.1000/1", year=1842, source=BIB)
    before = text(draft(name(), paper("Notes, 1843"), bib)).replace("status: proposed", f"status: {status}")

    entry = first(text(draft(name(), paper("Notes, 1844", year=1844)), previous=before))

    assert entry["doi"] == "10.1000/1"
    assert {each["value"] for each in entry["evidence"]["conflicts"]["year"]} == {"1844", "1842"}
    assert entry["evidence"]["status"] == "proposed"


@pytest.mark.parametrize("source", [CV, BIB])
def test_to_reject_what_a_source_says_now_brings_back_what_was_accepted_for_good(before: str, source: str) -> None:
    changed = draft(paper("Notes, 1844", year=1844, source=source))
    opened = Review(text(changed, previous=with_status(before, "accepted")), PATH)
    notes = next(each for each in opened.open() if each.values.get("title") == "Notes by the Translator")
    opened.decide(notes, "rejected")

    for written in (opened.text(), text(changed, previous=opened.text())):
        assert (first(written)["year"], first(written)["evidence"]["status"]) == ("1843", "accepted")


def test_a_source_that_changes_again_is_not_asked_about_against_itself(before: str) -> None:
    once = text(draft(paper("Notes, 1844", year=1844)), previous=with_status(before, "accepted"))
    again = text(draft(paper("Notes, 1845", year=1845)), previous=once)

    assert (first(again)["year"], "conflicts" in first(again)["evidence"]) == ("1845", False)


def test_a_further_document_that_says_what_was_decided_between_opens_nothing() -> None:
    written = text(draft(name(), paper("Notes, 1843"), paper("@notes", year=1842, source=BIB)))
    opened = Review(written, PATH)
    opened.choose(next(each for each in opened.open() if each.candidates), "year", 0)

    again = text(draft(paper("record", year=1842, source="r")), previous=opened.text())

    assert (first(again)["year"], first(again)["evidence"]["status"]) == ("1843", "accepted")


def test_an_accepted_entry_whose_words_changed_and_say_the_same_is_not_asked_about_again(before: str) -> None:
    again = text(draft(name(), paper("1843: Notes", line=9), SKETCH), previous=with_status(before, "accepted"))

    assert (first(again)["evidence"]["status"], first(again)["evidence"]["quote"]) == ("accepted", "1843: Notes")


def test_documents_that_are_read_together_say_what_they_said_one_after_the_other() -> None:
    cv, record = paper("Notes, 1843"), paper("1841, 10.1000/1", doi="10.1000/1", year=1841, source="r", rank=1)
    bib = paper("@notes", doi="10.1000/1", source=BIB)
    before = text(draft(record), previous=text(draft(bib), previous=text(draft(name(), cv))))
    assert len(titles(before)) == 1

    again = text(draft(name(), cv, record, bib), previous=before)

    assert len(titles(again)) == 1
    assert {each["value"] for each in first(again)["evidence"]["conflicts"]["year"]} == {"1841", "1843"}


COMPLETED = """\
id: ada
name: Ada Lovelace
publications:
  - title: Notes by the Translator  # mine
    authors: [A. Lovelace]
"""


@pytest.mark.parametrize("year", [1844, None])
@pytest.mark.parametrize("is_stated", [True, False])
def test_what_a_record_added_and_nobody_decided_about_follows_the_record(year: int | None, is_stated: bool) -> None:
    def record(year: int | None, *, is_stated: bool = True) -> Draft:
        said = paper(f"record {year}", source=RECORD, sure=1.0, venue=None, year=year)
        return draft(*([said] if is_stated else []), sources=(RECORD,))

    (work,) = works_in(COMPLETED, PATH)
    added = complete({work.key: record(1843)}, previous=COMPLETED, path=PATH).text
    assert first(added)["year"] == "1843"

    again = text(record(year, is_stated=is_stated), previous=added)

    if year and is_stated:
        assert (first(again)["year"], "conflicts" in first(again)["evidence"]) == ("1844", False)
    else:
        assert entry_lines(again, "Notes by the Translator") == entry_lines(COMPLETED, "Notes by the Translator")


HOME = fact(PERSON, {"homepage": "https://ada.example/"}, line=3)


def test_fields_of_the_person_keep_what_was_decided() -> None:
    before = text(draft(name(), HOME))
    corrected = before.replace("homepage: https://ada.example/", "homepage: https://ada.example/home")

    again = data(text(draft(name(), HOME), previous=corrected))

    assert again["homepage"] == "https://ada.example/home"
    assert again["evidence"]["homepage"]["status"] == "edited"
    gone = data(text(draft(name()), previous=before))
    assert "homepage" not in gone
    assert "homepage" not in gone["evidence"]


def test_a_field_of_the_person_that_was_deleted_stays_deleted() -> None:
    before = text(draft(name(), HOME))
    lines = before.splitlines(keepends=True)
    tree = strict_yaml.parse(before, PATH)
    (own, _), (start, end) = tree.nearest(["homepage"]).lines, tree.nearest(["evidence", "homepage"]).lines
    deleted = "".join(line for at, line in enumerate(lines, 1) if at != own and not start <= at <= end)

    assert text(draft(name(), HOME), previous=deleted) == deleted


def test_a_name_that_was_left_open_is_filled_in_when_a_document_states_it() -> None:
    before = text(draft(paper()))

    again = data(text(draft(paper(), name(source="home.md")), previous=before))

    assert (again["id"], again["name"]) == ("cv", "Ada Lovelace")


def test_a_name_that_somebody_filled_in_stays() -> None:
    before = text(draft(paper())).replace("name:  # not stated in the document: fill in", "name: Countess Lovelace")

    again = text(draft(paper(), name("Someone Else")), previous=before)

    assert data(again)["name"] == "Countess Lovelace"
    assert "evidence" not in data(again)


def test_a_file_that_cannot_be_changed_in_place_is_written_anew_and_says_so() -> None:
    flow = "{id: ada, name: Ada, publications: [{title: Sketch, authors: [A. Lovelace]}]}  # mine\n"

    again = text(draft(name(), paper()), previous=flow)

    assert titles(again) == ["Notes by the Translator", "Sketch"]
    assert REWRITTEN in again
    assert text(draft(name(), paper()), previous=again) == again


def test_comments_within_an_entry_that_changes_go_above_it(before: str) -> None:
    commented = before.replace("    year: 1843\n", "    # Is that so?\n    year: 1843\n")

    again = text(draft(name(), paper("Notes, 1844", year=1844), SKETCH), previous=commented)

    assert "  # Is that so?\n  - title: Notes by the Translator\n" in again


def test_nothing_at_all_leaves_what_was_decided(before: str) -> None:
    again = text(Draft((), draft(name()).sources), previous=with_status(before, "accepted"))

    assert titles(again) == ["Notes by the Translator"]
    assert data(again)["name"] is None


SOME_FACTS = st.lists(
    st.builds(
        paper,
        st.sampled_from(["a", "b", "c", "d", "e"]),
        title=st.sampled_from(["Notes", "Sketch", "Engine"]),
        year=st.sampled_from([1842, 1843, None]),
        venue=st.sampled_from(["Memoirs", "arXiv"]),
        source=st.sampled_from([CV, BIB]),
        rank=st.sampled_from([0, 0, 1]),
    )
    | st.builds(
        fact,
        st.just("positions"),
        st.fixed_dictionaries(
            {"organization": st.sampled_from(["RSL", "RSL London"]), "role": st.just("Fellow")},
            optional={"start": st.sampled_from(["1840", "1840-05", "1841"])},
        ),
        source=st.sampled_from([CV, BIB]),
    )
    | st.builds(
        fact,
        st.just(PERSON),
        st.sampled_from([{"name": "Ada"}, {"name": "Ada Lovelace"}, {"homepage": "https://a.b/"}, {"skills": ["C"]}]),
        source=st.sampled_from([CV, BIB]),
    ),
    max_size=8,
)
STATUSES = st.lists(st.sampled_from(["proposed", "accepted", "rejected", "edited"]), min_size=1, max_size=8)


@given(SOME_FACTS, SOME_FACTS, STATUSES, st.booleans())
def test_whatever_was_decided_making_a_draft_again_changes_nothing_more(
    old: list[Fact], new: list[Fact], statuses: list[str], edited: bool
) -> None:
    chosen = iter(statuses * 100)
    decided = re.sub(r"(?<=status: )proposed", lambda _: next(chosen), text(draft(*old, sources=(CV,))))
    decided = decided.replace("year: 1842\n", "year: 1850\n") if edited else decided

    once = text(draft(*new, sources=(CV,)), previous=decided)

    typed_yaml.check(once, PATH, reviewed_model())
    assert text(draft(*new, sources=(CV,)), previous=once) == once


@given(SOME_FACTS, STATUSES)
def test_what_was_accepted_stays_whatever_the_sources_say(old: list[Fact], statuses: list[str]) -> None:
    decided = text(draft(*old, sources=(CV, BIB))).replace("status: proposed", "status: accepted")

    after = text(draft(sources=(CV, BIB)), previous=decided)

    for section in ("publications", "positions"):
        before = [without_evidence(entry) for entry in data(decided).get(section, ())]
        assert [without_evidence(entry) for entry in data(after).get(section, ())] == before


def without_evidence(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "evidence"}


def role(role: str, place: str, words: str) -> Fact:
    return fact("positions", {"role": role, "organization": place}, words)


def test_an_accepted_entry_whose_words_changed_a_little_is_opened_again_with_the_new_words() -> None:
    engineer = role("Engineer", "Engine Works", "Engineer at Engine Works since 2020 in London")
    decided = with_status(text(draft(name(), engineer)), "accepted")

    risen = role("Senior Engineer", "Engine Works", "Senior Engineer at Engine Works since 2020 in London")
    again = revise(draft(name(), risen), previous=decided)

    positions = data(again.text)["positions"]
    assert [(each["role"], each["evidence"]["status"]) for each in positions] == [("Senior Engineer", "proposed")]
    assert again.counts["reopened"] == 1


def test_an_entry_with_other_words_is_a_new_one_and_the_accepted_one_stays() -> None:
    engineer = role("Engineer", "Engine Works", "Engineer at Engine Works since 2020")
    decided = with_status(text(draft(name(), engineer)), "accepted")

    chemist = role("Chemist", "Dye Works", "Chemist, Dye Works, Leeds, 1999")
    again = revise(draft(name(), chemist), previous=decided)

    assert {each["role"] for each in data(again.text)["positions"]} == {"Engineer", "Chemist"}


def test_a_document_that_was_moved_is_the_same_and_stands_once() -> None:
    both = draft(name(), paper("Notes, 1843"), SKETCH, paper("@notes", source=BIB))
    decided = with_status(text(both), "accepted")
    (source, _) = both.sources
    facts = [
        replace(each, quote=replace(each.quote, source="old/cv.md"))
        for each in draft(name(), paper("Notes, 1843"), SKETCH).facts
    ]

    again = revise(Draft(tuple(facts), (replace(source, path="old/cv.md"),)), previous=decided)

    assert again.text == decided.replace("cv.md", "old/cv.md")
    assert set(again.counts) == {"kept"}


def test_a_copy_that_is_read_beside_its_original_is_another_document() -> None:
    one = draft(name(), paper("Notes, 1843"))
    copied = tuple(replace(each, quote=replace(each.quote, source="copy.md")) for each in one.facts)
    two = Draft((*one.facts, *copied), (*one.sources, replace(one.sources[0], path="copy.md")))

    assert [each["path"] for each in data(revise(two, previous=text(one)).text)["sources"]] == [CV, "copy.md"]
