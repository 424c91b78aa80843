"""Works are compared by features times weights."""

from collections.abc import Mapping
from itertools import chain

import pytest

from kg.base.tables import pairs_of
from kg.identity.person_scores import weights
from kg.identity.work_scores import ANSWERS, FEATURES
from kg.profile.titles import Likeness, likeness, read_title, without_citation
from tests.support.resolving import record, resolve

TITLE = "Weaving algebraical patterns on analytical looms"


def test_every_weight_is_that_of_a_feature_and_has_words() -> None:
    features = {*FEATURES, *chain.from_iterable(ANSWERS.values()), "id_elsewhere", "same_people"}

    assert features == weights().work.keys()
    assert features <= pairs_of("kg.identity", "tables/wording_of_scores.tsv").keys()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (TITLE, f"{TITLE}, 2019", Likeness.START),
        (TITLE, f"{TITLE}, part 2", Likeness.NONE),
        (TITLE, f"{TITLE} [J]", Likeness.EQUAL),
        (TITLE, f"C. Babbage and L. Menabrea. {TITLE}", Likeness.WITHIN),
        ("Linear models of tides in estuaries", "Nonlinear models of tides in estuaries", Likeness.NONE),
    ],
)
def test_titles_are_compared_by_letters_where_words_are_torn_or_a_citation_was_cut_badly(
    one: str, other: str, expected: Likeness
) -> None:
    assert likeness(read_title(one), read_title(other)) is expected


@pytest.mark.parametrize(
    ("venue", "year", "authors", "is_one"),
    [
        ("Journal of Woven Engines", 1843, ["Ada Lovelace", "Charles Babbage"], True),
        ("Proceedings of the Conference on Looms", 1845, ["Ada Lovelace", "Charles Babbage"], False),  # two versions
        ("Journal of Woven Engines", 1843, ["Mary Somerville", "Augustus De Morgan"], False),  # nobody in common: ask
    ],
)
def test_an_equal_title_is_one_work_unless_authors_or_versions_speak_against_it(
    venue: str, year: int, authors: list[str], is_one: bool
) -> None:
    first = {"title": TITLE, "authors": ["Ada Lovelace", "Charles Babbage"], "venue": "Journal of Woven Engines"}
    other = {"title": TITLE, "authors": authors, "venue": venue, "year": year}
    profiles, _ = resolve(
        record(id="ada", name="Ada Lovelace", publications=[{**first, "year": 1843}]),
        record(id="other", name=authors[1], publications=[other]),
    )
    assert (len({each.document["publications"][0]["id"] for each in profiles}) == 1) is is_one


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("Bars that move at night", "Bars that move at night: sediment pulses in a gravel bed", True),
        ("Bars that move at night", "Bars that move at night – sediment pulses in a gravel bed", True),
        ("Engines", "Engines: the weaving of algebraical patterns", False),
        ("A survey of analytical looms", "A survey of analytical loom engines", False),
        ("Weaving with partially punched cards", "Weaving with punched cards", False),
    ],
)
def test_a_subtitle_may_be_left_out_but_no_word_of_a_title_though_the_same_people_wrote_both(
    one: str, other: str, is_one: bool
) -> None:
    several = {"authors": ["Ada Lovelace", "Tryphena Babbington", "Luitgard Obermoser"], "year": 1843}
    profiles, _ = resolve(
        record(id="ada", name="Ada Lovelace", publications=[{**several, "title": one}]),
        record(id="luitgard", name="Luitgard Obermoser", publications=[{**several, "title": other}]),
    )
    assert (len({each.document["publications"][0]["id"] for each in profiles}) == 1) is is_one


def _is_one(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    several: dict[str, object] = {"title": TITLE, "authors": ["Ada Lovelace", "Charles Babbage"]}
    profiles, _ = resolve(
        record(id="ada", name="Ada Lovelace", publications=[{**several, **one}]),
        record(id="ada-too", name="Ada Lovelace", publications=[{**several, **other}]),
    )
    return len({each.document["publications"][0]["id"] for each in profiles}) == 1


@pytest.mark.parametrize(
    ("title", "venue", "is_one"),
    [
        (f"C., Babbage, C. (2003) {TITLE}", "", True),
        ("andC. Babbage. " + TITLE.replace(" ", ""), "Symposium on Looms", True),
        (f"{TITLE} [J]", "", True),
        (f"{TITLE}. In Proc. Symposium, 12-19", "Symposium on Engines", True),
        ("Babbage, C. Weaving algebraical engines on looms", "", False),
    ],
)
def test_a_title_may_have_the_authors_the_venue_and_the_pages_of_its_citation_at_its_ends(
    title: str, venue: str, is_one: bool
) -> None:
    cited = {"title": title, **({"venue": venue} if venue else {})}
    assert _is_one({}, cited) is is_one


@pytest.mark.parametrize(("venue", "year", "is_one"), [("", 0, True), ("Symposium on Engines", 1843, False)])
def test_entries_in_full_that_differ_in_a_word_of_the_title_and_in_the_venue_are_two_works(
    venue: str, year: int, is_one: bool
) -> None:
    where = {"venue": venue, "year": year} if venue else {}
    one = {"title": f"{TITLE} of several makers", "venue": "Acta Textilia", "year": 1843}
    assert _is_one(one, {"title": f"{TITLE} of various makers", **where}) is is_one


@pytest.mark.parametrize(
    ("names", "is_one"),
    [
        (["L. Ada", "B. Charles"], True),  # given names taken for family names
        (["ACMS Anthology"], True),  # nobody
        (["M. Somerville", "A. De Morgan"], False),
    ],
)
def test_lists_that_turn_names_round_or_name_nobody_do_not_speak_against_an_equal_title(
    names: list[str], is_one: bool
) -> None:
    profiles, _ = resolve(
        record(id="a", name="Unrelated One", publications=[{"title": TITLE, "authors": ["A. Lovelace", "C. Babbage"]}]),
        record(id="b", name="Unrelated Two", publications=[{"title": TITLE, "authors": names}]),
    )
    assert (len({each.document["publications"][0]["id"] for each in profiles}) == 1) is is_one


@pytest.mark.parametrize(("title", "left"), [("—", ""), ("Babbage C", ""), ("Babbage C. 2003. Notes", "notes")])
def test_a_title_of_signs_or_names_alone_is_that_of_no_other_work(title: str, left: str) -> None:
    signs, notes, read = read_title("—"), read_title("Notes on the analytical engine of looms"), read_title(title)

    assert likeness(read, notes) is likeness(notes, read) is Likeness.NONE
    assert without_citation(read, signs, {"babbage"}, set()).key == left


@pytest.mark.parametrize(
    ("year", "ids", "count"),
    [
        (1846, ({}, {}), 3),  # of which of the two the entry is, is asked
        (1844, ({}, {}), 1),  # a year apart: lists err
        (1846, ({"doi": "10.1145/1"}, {"doi": "10.1145/1"}), 1),
    ],
)
def test_an_entry_without_venue_and_year_does_not_join_a_meeting_s_paper_and_the_later_article(
    year: int, ids: tuple[dict[str, str], dict[str, str]], count: int
) -> None:
    several: dict[str, object] = {"title": f"{TITLE} of many sizes", "authors": ["Ada Lovelace", "Charles Babbage"]}
    paper = {"venue": "Conference on Machine Learning and Systems", "year": 1843}
    article = {"venue": "IEEE/ACM Transactions on Networking", "year": year}
    profiles, _ = resolve(
        record(id="a", name="Unrelated One", publications=[{**several, **paper, **ids[0]}]),
        record(id="b", name="Unrelated Two", publications=[several]),
        record(id="c", name="Unrelated Three", publications=[{**several, **article, **ids[1]}]),
    )
    assert len({each.document["publications"][0]["id"] for each in profiles}) == count
