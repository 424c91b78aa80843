"""What was not read of a document is said, with its place and its words."""

from pathlib import Path

from kg.extract import accounting
from kg.extract.extraction import extract
from kg.profile.drafts.model import Draft
from kg.profile.drafts.writing import described, text

CV = """# Ada Lovelace

ada@example.org

## Education

- Ph.D. in Mathematics, University of London, 1840 – 1843

## Grants

- Looms for All, Royal Society, £2,000
- Cards and Codes, write to charles@example.org

## Publications

- A. Lovelace. "Notes on Looms." *Journal of Engines*, 1843.
"""


def draft_of(text: str, folder: Path) -> Draft:
    path = folder / "cv.md"
    path.write_text(text, encoding="utf-8")
    return extract([path])


def test_lines_that_became_no_fact_are_counted_by_section(tmp_path: Path) -> None:
    account = draft_of(CV, tmp_path).account

    assert account["Grants"] == {accounting.NOT_READ: 2}
    assert account["Education"] == {accounting.READ: 1}
    assert account["Publications"] == {accounting.READ: 1}


def test_each_passage_has_its_place_its_words_and_the_reason(tmp_path: Path) -> None:
    (passage,) = draft_of(CV, tmp_path).unread

    assert (passage.section, passage.heading, passage.quote.lines) == ("grants", "Grants", (11, 12))
    assert passage.reason == accounting.NOT_UNDERSTOOD
    assert "Looms for All, Royal Society" in passage.quote.text
    assert described(passage).endswith("write to …")


def test_contacts_are_never_among_the_passages(tmp_path: Path) -> None:
    referees = CV + "\n## References\n\n- Charles Babbage, charles@example.org, +44 20 7946 0018\n"

    said = " ".join(described(passage) for passage in draft_of(referees, tmp_path).unread)

    assert "@" not in said
    assert "7946" not in said


def test_passages_stand_at_the_end_of_the_profile_once(tmp_path: Path) -> None:
    draft = draft_of(CV, tmp_path)
    first = text(draft)
    again = text(draft, previous=first)

    assert first.count("Looms for All") == again.count("Looms for All") == 1


def test_a_document_that_is_understood_leaves_nothing(tmp_path: Path) -> None:
    begin, end = CV.index("## Grants"), CV.index("## Publications")

    assert draft_of(CV[:begin] + CV[end:], tmp_path).unread == ()


def test_what_nobody_edited_is_left_out_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_text("# Ada Lovelace\n\n## About me\n\nLorem ipsum dolor sit amet, consectetur adipiscing elit, sed.\n")
    draft = extract([path])

    assert not any("summary" in fact.values for fact in draft.facts)
    assert "1 placeholder entry" in draft.warnings[0].message
