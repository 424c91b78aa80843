"""What is extracted is laid beside what is known: of gold, of entries pointed to, of labels."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kg.extract.documents import reading
from kg.extract.extraction import facts_of
from kg.extract.learned.units import lines_of
from kg.profile.drafts.model import PERSON, Fact, Quote
from tests.support.labelled import ADA, labels_of, write_labels
from training.__main__ import main
from training.comparing import CHECKS, WHOLE
from training.documents import StoredDocuments
from training.extraction import JudgedDocument, judged
from training.judging import JudgedSection, TrueSection, judge
from training.tables import counted, sureness
from training.truth import KnownDocument, known_documents

NOTES = {
    "title": "Notes on the Analytical Engine", "authors": ["Ada Lovelace", "Charles Babbage"], "year": 2013,
    "venue": "Scientific Memoirs", "status": "published",
}  # fmt: skip
STEAM = {"title": "Flying by Steam", "authors": ["Ada Lovelace"], "year": 2014, "venue": None, "status": None}
GOLD = {
    "source": "ada.md", "publications": [NOTES, STEAM], "positions": [], "awards": [],
    "education": [{"degree": "Ph.D.", "institution": "University of London", "start": "2009", "end": "2013"}],
}  # fmt: skip


def fact(section: str, sure: float = 0.95, *, line: int = 1, **values: Any) -> Fact:
    return Fact(section, values, Quote("cv.md", "words", (line, line)), dict.fromkeys(values, sure))


def section_of(facts: list[Fact], section: str, *entries: Mapping[str, Any], **how: Any) -> JudgedSection:
    return next(judge(facts, {section: TrueSection(entries, **how)}))


def document(*sections: JudgedSection) -> JudgedDocument:
    return JudgedDocument("gold", "cv", sections)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ada.md").write_text(ADA, encoding="utf-8")
    (tmp_path / "1.json").write_text(json.dumps(GOLD), encoding="utf-8")
    return tmp_path


def test_each_field_counts_of_its_own_and_a_record_only_whole() -> None:
    wrong = fact("publications", title="Notes on the Analytical Engine", authors=["Ada Lovelace"], year=2013)
    found = document(section_of([wrong], "publications", NOTES, STEAM))

    assert counted([found], "publications", "title") == (1, 1, 2)
    assert counted([found], "publications", "year").right == 1
    assert counted([found], "publications", "authors").right == 0
    assert counted([found], "publications", *WHOLE["publications"]).f1 == 0


def test_the_owner_may_stand_where_a_list_leaves_them_out() -> None:
    owner = fact(PERSON, name="Ada Lovelace")
    work = fact("publications", title="Flying by Steam", authors=["Ada Lovelace", "Mary Somerville"], year=2014)

    assert section_of([owner, work], "publications", {**STEAM, "authors": ["Mary Somerville"]}).count("authors")
    assert not section_of([work], "publications", {**STEAM, "authors": ["Mary Somerville"]}).count("authors")


def test_of_a_single_date_it_does_not_matter_which_end_it_is_where_labels_say_so() -> None:
    degree = fact("education", degree="PhD", institution="University of London", end="2013")
    truth = {"degree": "Doctor", "institution": "London", "start": "2013", "end": "2013"}

    assert not section_of([degree], "education", truth).count(*CHECKS["education"])
    assert section_of([degree], "education", {**truth, "is_single": True}).count(*CHECKS["education"])


def test_an_award_over_years_has_both() -> None:
    grant = fact("awards", name="Royal Fellowship", start="2010", end="2013")

    assert section_of([grant], "awards", {"name": "Royal Fellowship", "year": "2010/2013"}).count("name", "year") == 1
    assert section_of([grant], "awards", {"name": "Royal Fellowship", "year": "2010"}).count("name", "year") == 0


def test_sure_values_of_entries_that_do_not_exist_are_wrong() -> None:
    facts = [
        fact("awards", name="Royal Fellowship", year=2010),
        fact("awards", name="Nothing", year=2011),
        fact("awards", 0.5, name="Medal", year=2012),
    ]
    found = document(
        section_of(facts, "awards", {"name": "Royal Fellowship", "year": "2010"}, {"name": "Medal", "year": "2012"})
    )

    assert sureness([found], "awards") == (4, 1.0, 0.5)
    assert sureness([found], "awards", 0.96) == (0, None, None)


def test_what_is_set_aside_is_not_judged() -> None:
    work = fact("publications", title="Something Else Entirely", year=2015)

    assert section_of([work], "publications", NOTES, aside=[(0, 1, 2)]).entries == []
    assert not section_of([work], "publications", NOTES, aside=[(0, 2, 2)]).entries[0].exists


def test_gold_is_found_by_the_name_of_its_document(folder: Path) -> None:
    (known,) = known_documents([folder], StoredDocuments([folder]))
    found = judged(known, None)

    assert found.group == "gold"
    assert counted([found], "publications", *WHOLE["publications"]) == (2, 2, 2)
    assert counted([found], "education", *WHOLE["education"]) == (1, 1, 1)


def test_fields_of_labels_are_truth_and_entries_without_fields_are_set_aside(folder: Path) -> None:
    labels = labels_of(folder / "ada.md")
    write_labels([labels], folder / "labels.jsonl.gz")
    (known,) = known_documents([folder / "labels.jsonl.gz"], StoredDocuments([folder]))
    found = judged(known, None)

    assert counted([found], "publications", *WHOLE["publications"]) == (1, 1, 1)


def test_labels_of_lines_that_are_read_in_another_way_are_lost_alone(folder: Path) -> None:
    labels = labels_of(folder / "ada.md")
    (folder / "ada.md").write_text(ADA.replace("## Education", "## Studies\n\nand more"), encoding="utf-8")
    known = KnownDocument("labels", "ada", folder / "ada.md", labels)

    assert counted([judged(known, None)], "publications", *WHOLE["publications"]).wanted == 1
    assert [line is None for line in labels.found_in(lines_of(reading.read(folder / "ada.md")))].count(True) == 1


def test_other_models_are_read_with_only_where_they_are_asked_for(folder: Path) -> None:
    (known,) = known_documents([folder], StoredDocuments([folder]))
    with pytest.raises(OSError, match="crfsuite"):
        judged(known._replace(path=with_unread_lines(folder)), folder / "none")

    assert judged(known, None).problem == ""


def with_unread_lines(folder: Path) -> Path:
    path = folder / "unread.md"
    path.write_text(f"{ADA}\n## Grants\n\n- Royal Society, “Looms for All”, PI, £20,000, 2011\n", encoding="utf-8")
    assert list(facts_of(reading.read(path)))
    return path


def test_the_command_prints_a_line_for_each_section(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--gold", str(folder), "--documents", str(folder)]) == 0
    printed = capsys.readouterr()
    values = "title 1.000, authors 1.000, year 1.000, venue 0.500"
    assert f"set\tgold\t1\tpublications\t2\t2\t2\t2\t1.000\t{values}\t" in printed.out
    assert "1 of 1 documents" in printed.err


POINTED = """{"s": "person", "l": [1, 1], "name": "Ada Lovelace"}
{"s": "publications", "l": [90, 91], "title": "Flying by Steam", "authors": ["Ada Lovelace"], "when": "2014"}
{"s": "talks", "l": [9, 9], "title": "Looms that Weave Leaves", "venue": "Loom Days", "when": "3 May 2016"}
{"s": "service", "l": [12, 12], "role": "Reviewer", "organization": "Scientific Memoirs", "when": "2015-2017"}
"""
TALKS = """
## Talks

- “Looms that Weave Leaves”, Loom Days, Torino, 3 May 2016

## Service

- Reviewer, Scientific Memoirs, 2015
"""


def test_entries_that_somebody_pointed_to_are_truth_of_all_sections(tmp_path: Path) -> None:
    (tmp_path / "ada.md").write_text(ADA + TALKS, encoding="utf-8")
    (tmp_path / "ada.jsonl").write_text(POINTED, encoding="utf-8")
    (known,) = known_documents([tmp_path], StoredDocuments([tmp_path]))
    found = judged(known, None)

    assert (known.group, known.path.suffix) == ("pointed, held", ".md")
    assert counted([found], "talks", *WHOLE["talks"]) == (1, 1, 1)
    assert counted([found], "service", *WHOLE["service"]) == (1, 1, 1)
    assert counted([found], "publications", *WHOLE["publications"])[::2] == (1, 1)
