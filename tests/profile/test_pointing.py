"""What readers say of a source is taken only where it stands in the lines of its entry."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.extraction import extract
from kg.profile.drafts.model import PERSON, Slice
from kg.profile.pointing import checking, rules
from kg.profile.pointing.checking import Pointer, check
from kg.profile.pointing.source import PointedLine, SourceText
from kg.profile.records import Source
from kg.terms.declaration import kg_declaration
from tests.support.work import ends, linear

PAGE = """\
Education
Ph.D. in Weaving, University of Eastmoor, Sep. 2015 – present
B.Sc. 2009 Westbrook College; M.Sc. 2011 Northfield University
Papers
Vane, A., Quist, B. J., et al.: “Two looms and an analyti-
cal engine”, In: Annals of Looms (ICML 2022 Workshop), 3(2):1-14. In press
with Bo Quist: A note on shuttles [under review]. doi:10.5555/abc-1
Roles
Chair of the Committee of Linguistics, 2019
Reviewer for Annals of Looms
Grant: Loom Fund, € 1,200,000, 2020–2023
Knots of rope. Ph.D. Dissertation, 2014; a book chapter
Engine Fellowship 08/2011 – 12/2011
2022 Fall, 2019 Fall: Looms
Homepage: ada.example.org · github.com/adavane
“d-Looms” a Collection of Knots (2017): $29,500. Wer ist „das Volk"?"""


def source(text: str = PAGE, **lines: Any) -> SourceText:
    several = [PointedLine(line, number, **lines) for number, line in enumerate(text.split("\n"), 1)]
    return SourceText(Source("page.md", "text/markdown", "cv", "0" * 64), tuple(several))


def said(section: str, lines: tuple[int, int], also: tuple[int, ...] = (), **words: Any) -> checking.Checked:
    (found,) = check(source(), [Pointer(section, lines, words, also)], kg_declaration(), "Ada Vane")
    return found


@pytest.mark.parametrize(
    ("section", "lines", "key", "words", "value"),
    [
        ("publications", (5, 6), "title", "Two looms and an analytical engine", "Two looms and an analytical engine"),
        (
            "publications",
            (5, 6),
            "title",
            "“Two  Looms and an analytical engine”",
            "Two looms and an analytical engine",
        ),
        ("publications", (5, 6), "authors", ["A. Vane", "B. J. Quist"], ["A. Vane", "B. J. Quist"]),
        ("publications", (5, 6), "authors", ["A. Vane*"], ["A. Vane*"]),
        ("publications", (5, 6), "venue", "ICML Workshop", "ICML Workshop"),
        ("publications", (5, 6), "venue", "Annals of Looms (ICML", "Annals of Looms ICML"),
        ("publications", (5, 6), "pages", "1–14", "1–14"),
        ("publications", (5, 6), "year", 2022, 2022),
        ("publications", (5, 6), "more_authors", True, True),
        ("publications", (5, 6), "status", "in-press", "in-press"),
        ("publications", (7, 7), "doi", "10.5555/abc-1", "10.5555/abc-1"),
        ("education", (2, 2), "start", "Sep. 2015", "2015-09"),
        ("education", (2, 2), "end", "Sep. 2015 – present", "present"),
        ("publications", (12, 12), "type", "Dissertation", "thesis"),
        ("publications", (12, 12), "type", "Book Chapter", "chapter"),
        ("service", (9, 9), "role", "Chair", "Chair"),
        ("grants", (11, 11), "amount", 1_200_000, 1_200_000),
        ("grants", (11, 11), "currency", "EUR", "EUR"),
        ("grants", (11, 11), "end", "2023", "2023"),
        ("awards", (13, 13), "end", "2011-12", "2011-12"),
        ("teaching", (14, 14), "term", ["Fall 2022", "Fall 2019"], ["2022-23", "2019-23"]),
        (PERSON, (15, 15), "github", "https://github.com/adavane", "https://github.com/adavane"),
        ("systems", (15, 15), "homepage", "https://ada.example.org", "https://ada.example.org"),
        ("publications", (12, 12), "type", "thesis", "thesis"),
        ("grants", (16, 16), "amount", 29_500, 29_500),
        ("publications", (16, 16), "title", "d-Looms” a Collection", "d-Looms a Collection"),
        ("publications", (16, 16), "title", 'Wer ist „das Volk"?', 'Wer ist „das Volk"?'),
    ],
)
def test_what_stands_there_is_taken_and_made_again(
    section: str, lines: tuple[int, int], key: str, words: Any, value: Any
) -> None:
    found = said(section, lines, **{key: words})

    assert (found.values.get(key), found.refusals) == (value, [])
    several = value if isinstance(value, list) else [value]
    again = [rules.remade(source().text, each, kg_declaration()) for each in found.slices[key]]
    assert again == [each.rstrip("*") if isinstance(each, str) else each for each in several]


@pytest.mark.parametrize(
    ("section", "lines", "key", "words", "reason"),
    [
        ("publications", (5, 6), "title", "A note on shuttles", checking.NOT_THERE),
        ("publications", (5, 6), "year", 2021, checking.NOT_THERE),
        ("publications", (5, 6), "status", "retracted", checking.NOT_THERE),
        ("publications", (7, 7), "doi", "10.5555/abc1", checking.NOT_THERE),
        ("publications", (7, 7), "type", "patent", checking.NOT_THERE),
        ("publications", (7, 7), "type", "shuttles", checking.NOT_THERE),
        ("", (7, 7), "contact", "Bo Quist", checking.PRIVATE),
        ("service", (9, 9), "colour", "Chair", checking.UNKNOWN),
    ],
)
def test_what_does_not_stand_there_or_does_not_hold_is_refused_and_said(
    section: str, lines: tuple[int, int], key: str, words: Any, reason: str
) -> None:
    found = said(section, lines, **{key: words})

    assert key not in found.values
    assert [(each.key, each.reason) for each in found.refusals] == [(key, reason)]
    assert found.refusals[0].quote.lines == lines


def test_a_value_of_a_heading_is_taken_where_the_reader_points_to_it() -> None:
    assert said("talks", (7, 7), venue="Papers").refusals
    assert said("talks", (7, 7), also=(4,), venue="Papers").values == {"venue": "Papers"}


def test_the_owner_whom_an_entry_leaves_out_goes_without_saying() -> None:
    found = said("publications", (7, 7), authors=["Ada Vane", "Bo Quist"])

    assert found.values["authors"] == ["Ada Vane", "Bo Quist"]
    assert [each.rule for each in found.slices["authors"]] == [rules.OWNER, "name"]


def test_people_of_an_entry_within_another_one_are_not_taken_for_the_other() -> None:
    pointers = [
        Pointer("publications", (5, 7), {"title": "Two looms and an analytical engine", "authors": ["Bo Quist"]}),
        Pointer("publications", (7, 7), {"title": "A note on shuttles", "authors": ["Bo Quist"]}),
    ]
    wide, narrow = check(source(), pointers, kg_declaration())

    assert "authors" not in wide.values
    assert narrow.values["authors"] == ["Bo Quist"]


def test_the_label_of_a_link_is_no_status() -> None:
    text = source("A note on shuttles (preprint)", labels=("preprint",))
    (found,) = check(text, [Pointer("publications", (1, 1), {"status": "preprint"})], kg_declaration())

    assert [each.reason for each in found.refusals] == [checking.LABEL]


@given(st.text(max_size=60), st.sampled_from(["title", "authors", "year", "venue", "doi", "url", "pages", "status"]))
def test_nothing_is_taken_that_its_slice_does_not_give(words: str, key: str) -> None:
    found = said("publications", (5, 7), **{key: words})  # type: ignore[arg-type]
    text = source().text
    for value, at in zip([found.values.get(key)], found.slices.get(key, ()), strict=False):
        assert isinstance(at, Slice)
        assert str(rules.remade(text, at, kg_declaration())) == str(value).rstrip("*") or at.rule == rules.OWNER


@pytest.mark.thorough
def test_the_work_of_checking_grows_with_the_document() -> None:
    def act(size: int) -> None:
        text = source("\n".join(f"Looms of kind {number}" for number in range(size)))
        pointers = [Pointer("publications", (number, number), {}) for number in range(1, size + 1)]
        assert len(check(text, pointers, kg_declaration(), "Ada Vane")) == size

    linear(act, 400)


@pytest.mark.thorough
@pytest.mark.parametrize("unit", [",", "a.", " ", "a", "Vane A ", "(", "2019 ", "“a"])
def test_endless_words_end(unit: str) -> None:
    for key in ("title", "authors", "venue", "year", "doi", "url", "pages"):
        said = unit * (20_000 // len(unit))
        with ends():
            check(source(2 * said), [Pointer("publications", (1, 1), {key: said})], kg_declaration(), "Ada Vane")


def test_facts_of_a_page_in_one_line_rest_on_their_own_words(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    kinds = ("north", "south", "east")
    items = "".join(f"<li>A. Vane: Looms of the {each}. <i>Annals of Looms</i>, 1950.</li>" for each in kinds)
    page.write_text(f"<h1>Ada Vane</h1><h2>Publications</h2><ul>{items}</ul>")
    slices = [fact.slices for fact in extract([page]).facts if fact.section == "publications"]

    assert len({each["year"][0].begin for each in slices}) == 3
    assert all(each["title"][0].end < each["year"][0].begin < each["title"][0].end + 25 for each in slices)
