"""Leave out what sentences tell again: a biography names degrees, jobs and prizes that a list has.

Sentences have no dates and other words, so they would stand beside the list as further entries.
"""

from collections.abc import Iterable

from kg.profile.drafts.entries import ProfileEntry
from kg.profile.drafts.matching import retells
from kg.profile.drafts.model import Fact

MAX_LISTED = 1_000
"""With how many entries of lists a sentence is compared."""

PROSE = "prose"
"""How the values of a fact are found that sentences tell."""

_SECTIONS = ("education", "positions", "awards")


def without_retold(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts without those that sentences tell and a list has."""
    everything = list(facts)
    listed = [fact for fact in everything if fact.section in _SECTIONS and not _is_told(fact)][:MAX_LISTED]
    return [fact for fact in everything if not (_is_told(fact) and any(_retells(fact, each) for each in listed))]


def _is_told(fact: Fact) -> bool:
    is_told = any(how.partition(";")[0] == PROSE for how in fact.how.values())
    return fact.section in _SECTIONS and is_told and not {"start", "year"} & set(fact.values)


def _retells(told: Fact, listed: Fact) -> bool:
    one, other = (ProfileEntry(fact.section, fact.values) for fact in (told, listed))
    return retells(one, other)
