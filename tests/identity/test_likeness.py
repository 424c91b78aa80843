"""What all works together say of two persons, which orders the questions."""

from typing import Any

import pytest

from kg.identity.likeness import PersonLikeness
from tests.support.resolving import paper, record, resolve


def likeness(*works: dict[str, Any]) -> PersonLikeness:
    """Return the likeness of persons `0`, `1` …, each the author of one work, among works of others."""
    others = [paper("Ada Lovelace", title=f"Notes on engine {number}", venue="Engines") for number in range(8)]
    papers = [paper("Wei Wang", **{"title": "Notes", **work}) for work in works]
    _, resolution = resolve(
        *(record(id=f"p{number}", name=f"Owner {number}", publications=[each]) for number, each in enumerate(papers)),
        record(id="z", name="Ada Lovelace", publications=others),
    )
    return PersonLikeness(resolution.corpus, {str(number): [number * 2 + 1] for number in range(len(works))})


def test_rare_words_in_common_say_more_than_common_ones() -> None:
    compared = likeness(
        {"title": "Notes on tidal sediments"},
        {"title": "Tidal sediments"},
        {"title": "Notes on engine looms"},
    )

    assert compared.bits("0", "1") > compared.bits("0", "2") > 0
    assert compared.bits("0", "0") == pytest.approx(10)


def test_a_small_venue_in_common_says_more_than_a_large_one_and_years_between_speak_against() -> None:
    small, large = {"title": "Looms", "venue": "Estuaries"}, {"title": "Looms", "venue": "Engines"}
    compared = likeness(small, {**small, "title": "Tides"}, large, {**large, "title": "Mills"})

    assert compared.bits("0", "1") > compared.bits("2", "3") > 0

    apart = likeness({"title": "Looms", "year": 1990}, {"title": "Tides", "year": 1996})
    assert apart.bits("0", "1") == -1.5


def test_the_share_of_yes_is_even_where_the_weights_say_so_and_grows_with_the_bits() -> None:
    compared = likeness({})

    assert compared.share(4.0) == 0.5
    assert compared.share(-3000.0) < 1e-9 < 0.8 < compared.share(6.5) < 1.0
