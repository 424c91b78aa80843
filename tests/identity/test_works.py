"""Works are compared by features times weights."""

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


def test_a_title_of_signs_or_names_alone_is_that_of_no_other_work() -> None:
    for title, left in (("—", ""), ("Babbage C", ""), ("Babbage C. 2003. Notes", "notes")):
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
