"""`kg search`: things by their names."""

import json

from kg.store.release import Release
from tests.conftest import Command


def test_things_are_found_by_the_beginning_of_a_word_and_named_as_other_commands_take_them(
    kg: Command, release: Release
) -> None:
    outcome = kg("search", "jiam", "--release", release.path)

    assert outcome.code == 0
    assert outcome.out.startswith("Jiamin Li  ")
    assert "\n    person/jiamin-li\n" in outcome.out
    assert kg("export", "person/jiamin-li", "--release", release.path).code == 0


def test_only_things_of_a_kind_are_shown_and_the_rest_is_counted(kg: Command, release: Release) -> None:
    outcome = kg("search", "learning", "--kind", "work", "--limit", 1, "--json", "--release", release.path)

    [hit] = map(json.loads, outcome.out.splitlines())
    assert hit["kind"] == "work"
    assert " more: --limit " in outcome.err


def test_a_wrong_letter_is_corrected_and_that_is_said(kg: Command, release: Release) -> None:
    outcome = kg("search", "jiamim", "--release", release.path)

    assert "Jiamin Li" in outcome.out
    assert "this is called 'jiamin" in outcome.err


def test_what_is_not_there_is_code_1_and_an_unknown_kind_names_those_there_are(kg: Command, release: Release) -> None:
    nothing = kg("search", "xyzzyplugh", "--release", release.path)
    unknown = kg("search", "jiamin", "--kind", "people", "--release", release.path)

    assert (nothing.code, nothing.out) == (1, "")
    assert "nothing is called 'xyzzyplugh'" in nothing.err
    assert unknown.code == 2
    assert "there are person, work" in " ".join(unknown.err.split())
