"""How far a listed work has come: what its own words, its venue and the headings that still hold say."""

from pathlib import Path

import pytest

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.interchange.formats import read
from kg.terms.statuses import state_of

HEAD = "# Ada Vane\n\n## Publications\n\n"
JOURNAL = "Vane, A. and Quist, B. (2019). Counting ferns by hand. _Journal of Fern Studies_, 12(3): 45–67"


def works(text: str) -> list[dict[str, object]]:
    return [dict(fact.values) for fact in facts_of(read_text(text, "cv.md")) if fact.section == "publications"]


@pytest.mark.parametrize(
    "label", ["pre-print", "preprint", "PDF", "arXiv", "postprint", "draft", "Vorabdruck", "プレプリント"]
)
@pytest.mark.parametrize(
    "place", [JOURNAL, "Vane, A. (2017). Spores in winter air. In _Proceedings of the Conference on Spores_"]
)
def test_the_label_of_a_link_is_no_state(place: str, label: str) -> None:
    (work,) = works(f"{HEAD}- {place}. [[{label}](https://fern.example/a.pdf)]\n")

    assert "status" not in work
    assert "type" not in work


@pytest.mark.parametrize("words", ["(preprint)", "Preprint available", "Submitted", "Entwurf"])
def test_a_venue_with_volume_or_pages_outweighs_a_word(words: str) -> None:
    (work,) = works(f"{HEAD}- {JOURNAL} {words}.\n")

    assert "status" not in work
    assert state_of([("preprint", "preprint")]) == ("preprint", "preprint")


@pytest.mark.parametrize("level", ["##", "###"])
def test_the_state_of_a_heading_ends_at_the_next_one_also_of_years(level: str) -> None:
    text = f"""# Ada Vane

## Publications

{level} Submitted/Under Review

S. Quist, A. Vane*. Moss growth under warm lamps

{level} 2021 (2)

2. A. Vane*, M. Rook. Hunting ghosts in fern databases. Fern Journal, 66 (4), e70028 (2021)

1. H. Lund+, T. Lee#, A. Vane‡. Prediction of fern growth. Journal of Fern Physics, 164, 114502 (2021)

{level} 2020 (1)

1. A. Vane*. Ferns all alone. In Proceedings of the Fern Conference, 2020
"""
    submitted, *published = works(text)

    assert submitted["status"] == "under-review"
    assert [(work.get("status"), work.get("type")) for work in published] == [(None, None)] * 3
    assert published[1]["authors"] == ["H. Lund", "T. Lee", "A. Vane"]
    assert "issue" not in published[1]


def test_a_plus_is_a_mark_of_equal_contribution_where_a_legend_says_so() -> None:
    listed = "H. Lund+, T. Lee+, A. Vane. Growth of ferns. _Moss Letters_, 2, 1–9, 2021."
    (work,) = works(f"{HEAD}(+ denotes equal contribution)\n\n- {listed}\n")

    assert work["authors"] == ["H. Lund*", "T. Lee*", "A. Vane"]


@pytest.mark.parametrize(
    "words", ["PhD thesis, Lund University, submitted", "Dissertation, Universität Lund, eingereicht"]
)
def test_a_thesis_is_submitted_to_a_university_and_so_has_no_state(words: str) -> None:
    (work,) = works(f"{HEAD}- Vane, A. (2012). The moss of Lund. {words}.\n")

    assert "status" not in work


@pytest.mark.parametrize(
    "numbers", ["volume 8, number 1", "vol. 8, no. 1", "Bd. 8, Heft 1", "tome 8, n° 1", "vol. 8, núm. 1"]
)
def test_volume_and_issue_behind_the_year_are_kept(numbers: str) -> None:
    (work,) = works(f'{HEAD}"Uniformity of fern methods", with B. Quist\nJournal of Fern Methods, 2019, {numbers}\n')

    assert (work["year"], work["volume"], work["issue"]) == (2019, "8", "1")


def test_formats_weigh_as_pages_do_and_keep_the_words(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{a, title={Ferns}, author={Vane, Ada}, journal={Moss Letters}, volume=3, note={preprint available}}\n"
        "@phdthesis{b, title={Moss}, author={Vane, Ada}, school={Lund University}, note={submitted}}\n"
        "@article{c, title={Lichens}, author={Vane, Ada}, journal={Moss Letters}, note={submitted}}\n"
    )
    works = [fact.values for fact in read("bibtex", tmp_path / "a.bib").facts if fact.section]

    assert [work.get("status", "") for work in works] == ["", "", "under-review"]
    assert [work["status_note"] for work in works] == ["preprint available", "submitted", "submitted"]
