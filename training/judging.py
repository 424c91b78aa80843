"""Lay what was proposed beside what is true: which entries exist, and which of their values are right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kg.profile.drafts.model import PERSON, Fact
from training.comparing import CHECKS, WHOLE, Values, folded, likeness, within, year_of

TITLES_ALIKE = 0.88
"""Titles that are at least so alike are meant to be the same."""

_ANCHORS = {
    PERSON: ("name",),
    "publications": (), "education": ("institution", "degree"), "positions": ("organization", "role"),
    "awards": ("name",), "grants": ("name",), "talks": ("venue",), "teaching": ("course",), "service": ("venue",),
    "memberships": ("organization",),
}  # fmt: skip
"""Keys of which one must agree for a proposed entry to be about a true one."""


class TrueSection(NamedTuple):
    """What a document says in one section.

    Attributes:
        entries: As values under the keys of a profile.
        aside: Lines of entries that exist, but whose values nobody noted: page, first and last line.
    """

    entries: Sequence[Values]
    aside: Sequence[tuple[int, int, int]] = ()


class JudgedEntry(NamedTuple):
    """A proposed entry.

    Attributes:
        exists: Whether it is about a true one.
        right: By key, whether the value is right; a key without a value is right where there is none to find.
        sure: By key, how sure the value is; only of keys that have one.
        how: By key, by which pattern it was found.
    """

    exists: bool
    right: Mapping[str, bool]
    sure: Mapping[str, float]
    how: Mapping[str, str]


class JudgedSection(NamedTuple):
    """The entries that were proposed for a section, and how many there are in truth."""

    section: str
    entries: Sequence[JudgedEntry]
    wanted: int

    def count(self, *keys: str) -> int:
        """Return of how many entries all these keys are right."""
        return sum(entry.exists and all(entry.right[key] for key in keys) for entry in self.entries)


def judge(facts: Sequence[Fact], truth: Mapping[str, TrueSection]) -> Iterator[JudgedSection]:
    """Yield each section of the truth with the entries that were proposed for it."""
    owner = next((fact.values["name"] for fact in facts if fact.section == PERSON and "name" in fact.values), "")
    for section, true in truth.items():
        proposed = list(_proposed([fact for fact in facts if fact.section == section], section))
        entries: list[Values] = [{"owner": owner, **entry} for entry in true.entries]
        pairs = dict(_pairs(section, [fact.values for fact in proposed], entries))
        judged = [
            _judged(fact, section, entries[pairs[place]] if place in pairs else None)
            for place, fact in enumerate(proposed)
            if place in pairs or not _is_aside(fact, true.aside)
        ]
        yield JudgedSection(section, judged, len(entries))


def _proposed(facts: Iterable[Fact], section: str) -> Iterator[Fact]:
    """Yield the entries of a section; a work that is listed twice counts once."""
    seen: set[tuple[Any, ...]] = set()
    for fact in (each for each in facts if not CHECKS[section].keys().isdisjoint(each.values)):
        known = (folded(fact.values.get("title")), folded(fact.values.get("venue")), fact.values.get("year"))
        if section == "publications" and known in seen:
            continue
        seen.add(known)
        yield fact


def _is_aside(fact: Fact, aside: Sequence[tuple[int, int, int]]) -> bool:
    first, last = fact.quote.lines
    return any(page == fact.quote.page and begin <= last and first <= end for page, begin, end in aside)


def _judged(fact: Fact, section: str, true: Values | None) -> JudgedEntry:
    right = {key: true is not None and check(fact.values, true) for key, check in CHECKS[section].items()}
    sure = {key: fact.confidence[key] for key in right if key in fact.confidence}
    return JudgedEntry(true is not None, right, sure, fact.how)


def _pairs(section: str, proposed: Sequence[Values], true: Sequence[Values]) -> Iterator[tuple[int, int]]:
    """Yield which proposed entry is about which true one, each used once: those that agree most first."""
    marks = [
        (mark, -place, -number)
        for place, values in enumerate(proposed)
        for number, entry in enumerate(true)
        if (mark := _alike(values, entry) if entry.get("title") else _agreement(section, values, entry))
    ]
    used: set[int] = set()
    taken: set[int] = set()
    for _, place, number in sorted(marks, reverse=True):
        if place not in used and number not in taken:
            used.add(place)
            taken.add(number)
            yield -place, -number


def _alike(proposed: Values, true: Values) -> float:
    """Return how alike two titles are; of two works of one title, that of the same year and venue is meant."""
    ratio = likeness(proposed.get("title"), true["title"], TITLES_ALIKE)
    if not ratio:
        return 0.0
    same_year = year_of(proposed.get("year")) == year_of(true["year"])
    return ratio + 0.001 * (same_year + within(proposed.get("venue"), true.get("venue")))


def _agreement(section: str, proposed: Values, true: Values) -> float:
    """Return in how many keys two entries agree, a whole one most; nothing where no name does."""
    right = {key for key, check in CHECKS[section].items() if check(proposed, true)}
    if not any(key in right and true.get(key) for key in _ANCHORS[section]):
        return 0.0
    return len(right) + 0.5 * sum(key in right for key in _ANCHORS[section]) + right.issuperset(WHOLE[section])
