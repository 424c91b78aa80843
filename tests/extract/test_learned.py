"""What the rules leave unread is read by models, and only where the section's heading agrees with them."""

from kg.extract import facts_of, learned
from kg.extract.documents import read_text
from kg.extract.learned import entries, names, tokens
from kg.extract.learned.units import lines_of
from kg.profile.drafts.model import Fact

HISTORIAN = """# Mary Ellis

## Publications

### Articles

- “What? Engines in History Class?” *Learning and Leading with Looms*. December/January 2010.

### Book Reviews

- Review of The Loom and the Law, by Nancy Cole. H-Weave, July 2002.
- Review of A Separate Thread: Weavers in Tennessee, by Wendy Bess. H-Weave, May 2001.

## Grants

- Royal Society, “Looms for All”, PI, £20,000, 2019–2021

## Students supervised

- Jane Miller, PhD, University of London, 2015
"""


def facts(text: str) -> list[Fact]:
    return list(facts_of(read_text(text, "cv.md")))


def test_works_without_authors_are_the_owners_and_say_so() -> None:
    works = [fact for fact in facts(HISTORIAN) if fact.section == "publications"]

    assert len(works) == 3
    assert works[0].values["title"] == "What? Engines in History Class?"
    assert all(fact.values["authors"] == ["Mary Ellis"] for fact in works)
    assert all("no author is named" in fact.reason for fact in works)
    assert [fact.values["year"] for fact in works] == [2010, 2002, 2001]


def test_degrees_of_students_are_never_the_owners() -> None:
    found = facts(HISTORIAN)

    assert [fact for fact in found if fact.section in ("education", "positions")] == []
    assert [fact.values["person"] for fact in found if fact.section == "supervision"] == ["Jane Miller"]


def test_what_models_read_is_marked_and_never_called_sure() -> None:
    read = [fact for fact in facts(HISTORIAN) if learned.HOW in fact.how.values()]

    assert read
    assert all(value <= learned.MOST for fact in read for value in fact.confidence.values())


def test_lines_under_a_heading_of_another_kind_are_left_alone() -> None:
    news = "# Mary Ellis\n\n## News\n\n- Review of *The Loom*, by Nancy Cole. *Journal of Weaving*, 2003.\n"

    assert [fact for fact in facts(news) if fact.section == "publications"] == []


def test_a_line_is_a_cell_of_a_row() -> None:
    lines = lines_of(read_text("# A\n\n| 2019 | A Prize |\n|---|---|\n| 2020 | Another |\n", "cv.md"))

    assert [(line.text, line.cell) for line in lines[1:]] == [("2019", 0), ("A Prize", 1), ("2020", 0), ("Another", 1)]


def test_names_are_read_in_any_order() -> None:
    for text, expected in (
        ("Doe, J. P., van der Berg, A., & Roe, C.", ("J. P. Doe", "A. van der Berg", "C. Roe")),
        ("Smith JP, Doe A, van den Berg BC", ("JP Smith", "A Doe", "BC van den Berg")),
        ("Lovelace, Ada; Babbage, Charles", ("Ada Lovelace", "Charles Babbage")),
        ("Ada Lovelace*, C. Babbage and Prof. Mary Somerville", ("Ada Lovelace", "C. Babbage", "Mary Somerville")),
        ("张三, 李四", ("张三", "李四")),
    ):
        assert names.names_in(text).names == expected
    assert names.names_in("Doe, J., et al.").more


def test_models_see_the_same_of_an_entry_whatever_runs_it_is_cut_into() -> None:
    whole = tokens.tokens_of([tokens.Styled("Doe, J.: On snow (2019)")])
    cut = tokens.tokens_of([tokens.Styled("Doe, "), tokens.Styled("J.: On"), tokens.Styled(" snow (2019)")])

    assert whole == cut


def test_a_document_without_lines_has_no_labels() -> None:
    assert entries.label([]) == []
