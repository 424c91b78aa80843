"""Who is who, in several hundred scenes: what a careful reader would say, not what the code happens to do."""

from collections.abc import Sequence
from typing import Any

import pytest

from kg.identity import Resolution
from kg.profile.records import Resolved
from tests.support import identity_scenes
from tests.support.identity_cases import PERSONS
from tests.support.identity_scenes import Case
from tests.support.identity_script_cases import SCRIPTS
from tests.support.identity_work_cases import WORKS
from tests.support.resolving import record, resolve


def parameters(cases: Sequence[Case]) -> list[object]:
    return [pytest.param(case, id=case.id) for case in cases]


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.id for case in (*PERSONS, *SCRIPTS, *WORKS)]

    assert len(set(names)) == len(names)
    assert len(names) >= 300


@pytest.mark.parametrize("case", parameters([*PERSONS, *SCRIPTS]))
def test_two_mentions_of_persons_are_told_as_a_reader_would(case: Case) -> None:
    _check(case, 0)


@pytest.mark.parametrize("case", parameters(WORKS))
def test_two_entries_of_works_are_told_as_a_reader_would(case: Case) -> None:
    _check(case, 1)


def _check(case: Case, kind: int) -> None:
    profiles, resolution = resolve(*(record(**fields) for fields in case.profiles))

    one, other = _iri(profiles, case.one), _iri(profiles, case.other)
    obstacles = _obstacles(resolution, kind, one, other)
    if case.expected == "same":
        assert one == other
        return
    assert one != other
    if case.expected == "unsure":
        assert obstacles
    elif case.expected == "different":
        assert not obstacles
    if case.obstacle:
        assert obstacles == [case.obstacle]


def _iri(profiles: list[Resolved], place: identity_scenes.Path) -> str:
    number, *keys = place
    node: Any = profiles[int(number)].document
    for key in keys:
        node = node[key]
    iri = node["id"]
    return iri if isinstance(iri, str) and "/" in iri else f"person/{iri}"


def _obstacles(resolution: Resolution, kind: int, one: str, other: str) -> list[str]:
    """Return the obstacles of the questions between two entities."""
    decided = resolution.decided[kind]
    return [
        question.obstacle
        for question in decided.open
        if {decided.iris[question.one], decided.iris[question.other]} == {one, other}
    ]
