"""How sure a value is: how often values that were found in the same way were right on documents with known truth.

The table is measured, never written by hand (`docs/confidence.md`). What was found in a way that no such document has
shown is as sure as what is most like it: other values of its section that were found so, or in the same state.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from kg.base.tables import rows_of
from kg.profile.drafts.model import PERSON, Fact

UNMEASURED = 0.75
"""For a section that no document with known truth has shown."""

LEAST = 0.2
"""What makes a fact an entry must be as sure on the average, or it is not read."""

ANY = "*"
"""In the table, for every key, every pattern or every state that has no row of its own."""

BEARING: Mapping[str, tuple[str, ...]] = {
    "publications": ("title",), "talks": ("title", "venue"), "education": ("degree", "institution"),
    "positions": ("role", "organization"), "awards": ("name",), "grants": ("name",), "supervision": ("person",),
    "memberships": ("organization",), "teaching": ("course",), "service": ("venue", "organization"),
}  # fmt: skip
"""The values that make an entry of a section one."""

STEPS = (0.0, 0.65, 0.8, 0.9, 0.95, 0.98)
"""By how sure a model itself is, its values are told apart; each step is as sure as the one before it, or surer."""


class Way(NamedTuple):
    """In which way a value was found.

    Attributes:
        section: The key of the profile, such as `publications`.
        key: The key of the value, such as `year`.
        pattern: What found it, such as `quoted`.
        step: The least of how sure a model is that says so too, one of `STEPS`; empty where none does.
        state: What says that its lines are of its section, such as `heading`; empty for what is said of the person.
    """

    section: str
    key: str
    pattern: str
    step: str = ""
    state: str = ""

    @classmethod
    def of(cls, section: str, key: str, how: str) -> "Way":
        """Return the way that the `how` of a fact tells."""
        pattern, _, rest = how.partition("; ")
        step, _, state = rest.partition("; ")
        return cls(section, key, pattern, step, state)

    @property
    def how(self) -> str:
        """The way as a fact tells it."""
        return "; ".join((self.pattern, self.step, self.state)) if self.step or self.state else self.pattern

    def wider(self) -> Iterator["Way"]:
        """Yield itself and what is ever less like it: other keys, then other patterns, then other states."""
        yield self
        if self.section == PERSON:  # that names are right says nothing of skills
            return
        yield self._replace(key=ANY)
        yield self._replace(key=ANY, pattern=ANY, step="")
        yield self._replace(key=ANY, pattern=ANY, step="", state=ANY)


def share(way: Way) -> float:
    """Return how likely a value is right that was found in a way.

    >>> share(Way("publications", "title", "from the stars", state="neither")) < 0.9
    True
    """
    return next((measured()[each] for each in way.wider() if each in measured()), UNMEASURED)


def weighed(fact: Fact, state: str = "") -> Fact:
    """Return a fact that tells how sure its values are.

    Args:
        fact: A fact whose confidence is how sure a model itself is; of values that none read, it has none.
        state: What says that its lines are of its section.
    """
    ways = {
        key: Way(fact.section, key, fact.how.get(key, ""), step_of(fact.confidence.get(key)), state)
        for key in fact.values
    }
    sure = {key: share(way) for key, way in ways.items()}
    return replace(fact, confidence=sure, how={key: way.how for key, way in ways.items()})


def is_believed(fact: Fact) -> bool:
    """Whether what makes a fact an entry is sure enough."""
    bearing = [fact.confidence[key] for key in BEARING.get(fact.section, ()) if key in fact.values]
    return not bearing or sum(bearing) >= LEAST * len(bearing)


def step_of(sure: float | None) -> str:
    """Return the step of how sure a model is; nothing where none read a value.

    >>> step_of(0.93), step_of(None)
    ('0.9', '')
    """
    return "" if sure is None else f"{STEPS[max(0, bisect_right(STEPS, sure) - 1)]:g}"


@cache
def measured() -> Mapping[Way, float]:
    """Return the measured shares."""
    return {Way(*way): float(each) for *way, _, _, each in rows_of("kg.extract", "tables/confidence.tsv")}
