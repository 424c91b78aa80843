"""Leave out what sentences tell again: a biography names degrees, jobs and prizes that a list of another file has.

Within one document its readers see to that. Sentences have no dates and other words, so they would stand beside the
list as further entries.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kg.profile.drafts.matching import is_contained, same_venue
from kg.profile.drafts.model import Fact
from kg.terms.vocabulary import vocabulary

MAX_LISTED = 1_000
"""With how many entries of lists a sentence is compared."""

PROSE = "prose"
"""How the values of a fact are found that sentences tell."""

_SIGNS = re.compile(r"[\W_]+")
Values = Mapping[str, Any]


def without_retold(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts without those that sentences tell and another document lists."""
    everything = list(facts)
    listed = [fact for fact in everything if fact.section in _RULES and not _is_told(fact)][:MAX_LISTED]
    return [fact for fact in everything if not (_is_told(fact) and any(_retells(fact, each) for each in listed))]


def _is_told(fact: Fact) -> bool:
    return fact.section in _RULES and PROSE in fact.how.values() and not {"start", "year"} & set(fact.values)


def _retells(told: Fact, listed: Fact) -> bool:
    if told.section != listed.section or told.quote.source == listed.quote.source:
        return False
    return _RULES[told.section](told.values, listed.values)


def _same_degree(told: Values, listed: Values) -> bool:
    """Say whether two degrees have one name, or one level at one place."""
    if _SIGNS.sub("", told["degree"].casefold()) == _SIGNS.sub("", listed["degree"].casefold()):
        return True
    levels = [vocabulary().concept("degree-levels", str(each["degree"])) for each in (told, listed)]
    return levels[0] == levels[1] is not None and same_venue(told["institution"], listed["institution"])


def _same_employer(told: Values, listed: Values) -> bool:
    """Say whether two jobs are at one place; one that lasts retells only one that lasts."""
    if told.get("end") == "present" and listed.get("end") != "present":
        return False
    return same_venue(told["organization"], listed["organization"])


def _same_award(told: Values, listed: Values) -> bool:
    return is_contained(told["name"], listed["name"])


_RULES: Mapping[str, Callable[[Values, Values], bool]] = {
    "education": _same_degree,
    "positions": _same_employer,
    "awards": _same_award,
}
