"""Whether a proposed value is what is true: texts, people, years, venues, periods, degrees.

Both sides are values under the keys of a profile. Where the truth lacks a key, it does not speak of it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from kg.profile import names
from kg.profile.drafts.model import PERSON

Values = Mapping[str, Any]
Check = Callable[[Values, Values], bool]
"""Whether a proposed entry agrees with a true one, in one key."""

_NAME_ALIKE = 0.8
_YEAR = re.compile(r"(?<!\d)(?:1[89]\d\d|20[0-4]\d)(?!\d)")
_LEVELS = (
    ("habilitation", r"habilit|\bhdr\b|\bh\.d\.r"),
    ("doctoral", r"ph\.?\s?d|doctor|docteur|dottor|d\.?phil|\bdr\b|promotion|\bth[èe]se|博士"),
    ("master", r"\bm\.?\s?sc|\bm\.?\s?[sa]\b|m\.?\s?eng|m\.?phil|m\.?b\.?a\b|master|máster|magist|diplom|ma[îi]trise|maestr|硕士|碩士|修士"),  # noqa: E501
    ("bachelor", r"\bb\.?\s?sc|\bb\.?\s?[sae]\b|b\.?\s?eng|b\.?\s?tech|\bs\.?b\b|\ba\.b\b|bachelor|licen[cz]|laurea|\bgrado\b|学士|學士|本科"),  # noqa: E501
    ("law", r"\bj\.?d\b|\bll\.?[bm]"),
)  # fmt: skip
"""Levels of degrees by what they are called; the first that fits holds."""


def folded(text: object) -> str:
    """Return the letters and digits of a text without case and accents, by which texts are compared.

    >>> folded("Poincaré’s “Ada”, 2nd ed.")
    'poincaresada2nded'
    """
    plain = unicodedata.normalize("NFKD", "" if text is None else str(text)).casefold()
    return "".join(character for character in plain if character.isalnum())


def likeness(one: object, other: object, least: float) -> float:
    """Return how alike two texts are, from 0 to 1; 0 where it is less than `least`, which is seen quickly."""
    first, second = folded(one), folded(other)
    if first == second:
        return 1.0
    matcher = SequenceMatcher(None, first, second)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0


def within(one: object, other: object) -> bool:
    """Say whether one of two texts holds the other."""
    first, second = folded(one), folded(other)
    return bool(first and second) and (first in second or second in first)


def level(degree: object) -> str:
    """Return the level of a degree; of one that is not known, its words.

    >>> [level(each) for each in ("Ph.D.", "Laurea magistrale", "B.Tech", "Staatsexamen")]
    ['doctoral', 'master', 'bachelor', 'staatsexamen']
    """
    text = unicodedata.normalize("NFKC", str(degree or "")).casefold()
    return next((name for name, pattern in _LEVELS if re.search(pattern, text)), folded(text))


def title(proposed: Values, true: Values) -> bool:
    """Say whether titles have the same letters and digits; where the truth has none, all are right."""
    return not true["title"] or folded(proposed.get("title")) == folded(true["title"])


def authors(proposed: Values, true: Values) -> bool:
    """Say whether the authors are the same in order; the owner may stand where a list leaves them out."""
    found = [str(name) for name in _names(proposed.get("authors"))]
    said, wanted = [folded(name) for name in found], [folded(name) for name in true["authors"]]
    owner = folded(true.get("owner"))
    return said == wanted or (
        bool(owner) and owner not in wanted and [each for each in said if each != owner] == wanted
    )


def _names(people: object) -> Sequence[object]:
    listed = people if isinstance(people, Sequence) and not isinstance(people, str) else ()
    return [each.get("name") if isinstance(each, Mapping) else each for each in listed]


def year(proposed: Values, true: Values) -> bool:
    """Say whether the years are the same; where a source states none, the one that follows from it will do."""
    found = year_of(proposed.get("year") or proposed.get("date"))
    return found in ((true["year"],) if true["year"] else (None, true.get("year_derived")))


def year_of(value: object) -> int | None:
    """Return the first year that a date or words name."""
    found = _YEAR.search(str(value or ""))
    return int(found[0]) if found else None


def venue(proposed: Values, true: Values) -> bool:
    """Say whether a venue is one of the names by which the source calls it, or a part of one.

    Of a book, which appears nowhere, nothing is right, and so is its publisher.
    """
    said = proposed.get("venue")
    also = [name for name in (true["venue"], *true.get("venue_alt", ())) if name]
    return any(within(said, name) for name in also) or (not true["venue"] and not folded(said))


def _boundary(key: str) -> Check:
    """Return whether beginnings, or ends, are the same; of a single date it does not matter which of them it is."""

    def check(proposed: Values, true: Values) -> bool:
        if true.get("is_single"):
            wanted = true["end"] or true["start"]
            return {str(proposed[each]) for each in ("start", "end") if proposed.get(each)} == {wanted}
        return bool((str(proposed[key]) if proposed.get(key) else None) == true[key])

    return check


def _holding(key: str) -> Check:
    """Return whether one of two texts holds the other; where the truth does not say it, all are right."""
    return lambda proposed, true: not true.get(key) or within(proposed.get(key), true[key])


def _host(proposed: Values, true: Values) -> bool:
    """Say whether it was for the same venue or organization, whichever the truth has."""
    return any(_holding("venue")({"venue": proposed.get(key)}, true) for key in ("venue", "organization"))


def _first_year(key: str) -> Check:
    """Return whether the first years are the same."""
    return lambda proposed, true: year_of(proposed.get(key)) == year_of(true[key])


def _degree(proposed: Values, true: Values) -> bool:
    return not true.get("degree") or level(proposed.get("degree")) == level(true["degree"])


def _prize(proposed: Values, true: Values) -> bool:
    return within(proposed.get("name"), true["name"]) or likeness(proposed.get("name"), true["name"], _NAME_ALIKE) > 0


def _prize_year(proposed: Values, true: Values) -> bool:
    """Say whether a prize is of the same year, or the first and the last year are the same."""
    said = [proposed[key] for key in ("year", "start", "end") if proposed.get(key)]
    found = (year_of(said[0]), year_of(said[-1])) if said else (None, None)
    first, _, last = str(true["year"] or "").partition("/")
    return found == (year_of(first), year_of(last or first))


CHECKS: Mapping[str, Mapping[str, Check]] = {
    PERSON: {"name": lambda proposed, true: names.may_be_one(str(proposed.get("name", "")), true["name"])},
    "publications": {"title": title, "authors": authors, "year": year, "venue": venue},
    "education": {
        "institution": _holding("institution"), "degree": _degree, "start": _boundary("start"), "end": _boundary("end"),
    },
    "positions": {
        "organization": _holding("organization"), "role": _holding("role"), "start": _boundary("start"),
        "end": _boundary("end"),
    },
    "awards": {"name": _prize, "year": _prize_year},
    "grants": {"name": _prize, "funder": _holding("funder"), "start": _boundary("start"), "end": _boundary("end")},
    "talks": {"title": title, "venue": _holding("venue"), "year": _first_year("year")},
    "teaching": {"course": _holding("course"), "institution": _holding("institution"), "term": _first_year("term")},
    "service": {"role": _holding("role"), "venue": _host, "year": _first_year("year")},
    "memberships": {"organization": _holding("organization")},
}  # fmt: skip
"""How the keys of each section are compared."""

WHOLE: Mapping[str, tuple[str, ...]] = {
    PERSON: ("name",),
    "publications": ("title", "authors", "year"), "education": ("institution", "degree", "start", "end"),
    "positions": ("organization", "role", "start", "end"), "awards": ("name", "year"),
    "grants": ("name", "start", "end"), "talks": ("title", "year"), "teaching": ("course", "term"),
    "service": ("role", "venue", "year"), "memberships": ("organization",),
}  # fmt: skip
"""The keys that must be right for a whole entry to be."""
