"""What is counted before and after Splink learns; without Splink there is nothing to test."""

from math import isnan
from typing import Any

import pytest

pytest.importorskip("splink", reason="an optional extra: pip install -e '.[bench]'")

from splink_model import COMPARISONS, among_strangers, levels_of, ratio


def pair(one: str, other: str, **levels: int) -> dict[str, Any]:
    """Return a scored pair; Splink counts levels from the last."""
    return {"person_l": one, "person_r": other} | {f"gamma_{name}": levels.get(name, 0) for name in COMPARISONS}


def test_levels_are_named_from_the_last() -> None:
    levels = dict(levels_of(pair("1", "1", name=3, venues=1)))

    assert (levels["name"], levels["venues"], levels["words"]) == ("exact", "common", "none")


def test_a_level_that_is_never_seen_has_no_bits() -> None:
    assert ratio(0.8, 0.1) == 3
    assert isnan(ratio(0.8, 0))


def test_no_level_is_impossible_for_strangers() -> None:
    known = among_strangers([pair("1", "2")] * 9)

    assert known["venues", "common"]["u_probability"] == 0.05
    assert known["venues", "none"]["u_probability"] == 0.95
