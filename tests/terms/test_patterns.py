"""Patterns of a project: what they match, what is refused, and that none takes for ever."""

import re

from kg.terms.patterns import MAX_LENGTH, LinearPattern, unusable
from tests.support.work import ends


def test_no_pattern_tries_again_and_again() -> None:
    for pattern in (
        "^(a+)+$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "(.*)*x",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(a*)*b",
    ):
        with ends():
            assert not LinearPattern(pattern).search("a" * 10_000 + "!")


def test_usual_patterns_match_what_they_match_in_python() -> None:
    for pattern, text in (
        ("^[A-Z]{2}-[0-9]+$", "AB-12"), ("^[A-Z]{2}-[0-9]+$", "AB-1x"), ("ä", "häuser"), (r"\d", "x"),
        (r"^\w+$", "Łódź"), (r"\bloom\b", "a loom"), ("^(one|two)$", "two"), ("^$", ""), ("(?i)ADA", "ada"),
    ):  # fmt: skip
        assert LinearPattern(pattern).search(text) == bool(re.search(pattern, text))


def test_flags_are_those_of_xpath() -> None:
    assert LinearPattern("^b$", "im").search("a\nB")
    assert not LinearPattern("^b$", "i").search("a\nB")


def test_what_cannot_be_matched_in_bounded_time_is_refused_with_the_reason() -> None:
    for pattern, reason in (
        (r"(a)\1", "backreferences are not supported"),
        ("(?=a)b", "look-around, including look-ahead and look-behind, is not supported"),
        ("[a", "unclosed character class"),
        (r"(\w{1,900}){1,900}", "size limit"),
        ("a" * (MAX_LENGTH + 1), "it has 1,001 characters; at most 1,000 are taken"),
    ):
        assert reason in unusable(pattern)
