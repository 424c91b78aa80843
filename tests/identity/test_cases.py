"""Who is who, in several hundred scenes: what a careful reader would say, not what the code happens to do."""

from typing import Any

from kg.identity.resolution import Resolution
from kg.profile.records import Resolved
from tests.support.identity_scenes import Case, Path, persons, works
from tests.support.resolving import record, resolve


def test_two_mentions_of_persons_are_told_as_a_reader_would() -> None:
    assert [case.what for case in persons() if not _is_told(case, 0)] == []


def test_two_entries_of_works_are_told_as_a_reader_would() -> None:
    assert [case.what for case in works() if not _is_told(case, 1)] == []


def _is_told(case: Case, kind: int) -> bool:
    profiles, resolution = resolve(*(record(**fields) for fields in case.profiles))

    one, other = _iri(profiles, case.one), _iri(profiles, case.other)
    obstacles = _obstacles(resolution, kind, one, other)
    expected, _, obstacle = case.expected.partition(":")
    told = {"same": one == other, "unsure": bool(obstacles), "different": not obstacles, "apart": True}
    return (one == other) == (expected == "same") and told[expected] and (not obstacle or obstacles == [obstacle])


def _iri(profiles: list[Resolved], place: Path) -> str:
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
