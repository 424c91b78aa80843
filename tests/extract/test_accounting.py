"""What was not read of a document is said, with its place and its words."""

from pathlib import Path

from kg.extract import accounting
from kg.extract.documents.reading import read
from kg.extract.extraction import extract, facts_of
from kg.extract.pointed import source_text
from kg.extract.sections import sections_of
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


def test_each_character_is_of_a_value_the_frame_a_contact_or_not_read(tmp_path: Path) -> None:
    draft = draft_of(CV, tmp_path)
    text = source_text(read(tmp_path / "cv.md"))

    (counts,) = draft.characters.values()

    assert sum(counts.values()) == sum(len(line.text) + 1 for line in text.lines)
    assert counts["private"] == len("ada@example.org") + len("charles@example.org")
    assert counts["unread"] == len("Cards and Codes, write to ")
    assert counts["fact"] > len("Ph.D.MathematicsUniversity of London18401843Notes on LoomsJournal of Engines")


def test_words_of_an_entry_that_no_value_has_are_a_passage(tmp_path: Path) -> None:
    more = CV.replace("*Journal of Engines*, 1843.", "*Journal of Engines*, 1843. Translated by seven careful clerks.")
    passages = [each for each in draft_of(more, tmp_path).unread if "careful clerks" in each.quote.text]

    assert [each.reason for each in passages] == [accounting.IN_ENTRY]


def test_what_was_read_and_is_too_unsure_says_so(tmp_path: Path) -> None:
    draft_of(CV, tmp_path)
    document = read(tmp_path / "cv.md")
    unsure = [fact for fact in facts_of(document) if fact.section == "publications"]

    account = accounting.AccountedDocument(document, tuple(sections_of(document)), [], unsure)

    assert {each.section: each.reason for each in account.passages if each.section in ("grants", "publications")} == {
        "grants": accounting.NOT_UNDERSTOOD,
        "publications": accounting.UNSURE,
    }


def test_contacts_are_never_among_the_passages(tmp_path: Path) -> None:
    referees = CV + "\n## References\n\n- Charles Babbage, charles@example.org, +44 20 7946 0018\n"

    said = " ".join(described(passage) for passage in draft_of(referees, tmp_path).unread)

    assert "@" not in said
    assert "7946" not in said


def test_what_stands_below_no_heading_is_said_but_for_the_first_lines(tmp_path: Path) -> None:
    rows = [f"| {year} | the {year}th loom of Lundby, built by hand |" for year in range(1960, 1990)]
    page = "\n".join(["# Ada Lovelace", "", "| when | what |", "|--|--|", *rows, "| | write to charles@example.org |"])

    passages = [passage.quote.text for passage in draft_of(page + "\n", tmp_path).unread]

    assert "the 1989th loom of Lundby, built by hand" in passages[-1]
    assert "charles" not in " ".join(passages)


def test_passages_stand_at_the_end_of_the_profile_once(tmp_path: Path) -> None:
    draft = draft_of(CV, tmp_path)
    first = text(draft)
    again = text(draft, previous=first)

    assert first.count("Cards and Codes") == again.count("Cards and Codes") == 1


def test_what_nobody_edited_is_left_out_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_text("# Ada Lovelace\n\n## About me\n\nLorem ipsum dolor sit amet, consectetur adipiscing elit, sed.\n")
    draft = extract([path])

    assert not any("summary" in fact.values for fact in draft.facts)
    assert "1 placeholder entry" in draft.warnings[0].message
