"""Whether each value of a draft is right, by the gold of its document: what confidence is fitted on.

A fact is first laid beside the entry of the gold that it is about; then each of its values is judged by itself.
A fact that is about no entry is wrong in all its values. What the gold does not speak of is not judged.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from kg.profile.drafts.model import PERSON, Fact
from tests.support.cv_styles import Gold
from tests.support.cv_styles.citing_web import key_of

_ALIKE = 0.88  # titles that are meant to be the same work
_LEVELS = (
    ("doctoral", r"ph\.?\s?d|doctor|d\.phil"),
    ("master", r"master|m\.?\s?sc|m\.?\s?s\.?\b|m\.?\s?eng|m\.?phil"),
    ("bachelor", r"bachelor|\bb\.?\s?sc|\bb\.?\s?[sae]\b|b\.?\s?eng|b\.?\s?tech"),
)
_DATES = ("year", "start", "end")


class Verdict(NamedTuple):
    """Whether a value is right.

    Attributes:
        section: Where it belongs.
        key: Its key.
        pattern: By which it was found.
        right: Whether it is what the document says; None where the gold does not speak of it.
        fact: The place of its fact in the draft.
        value: The value.
    """

    section: str
    key: str
    pattern: str
    right: bool | None
    fact: int
    value: Any


Check = Callable[[Any, Gold, Mapping[str, Any]], bool]
"""Whether a value agrees with an entry of the gold; the third are all values of the fact."""


class Tally(NamedTuple):
    """How many entries are right, of those found and of those wanted."""

    right: int
    found: int
    wanted: int

    @property
    def score(self) -> float:
        """Harmonic mean of precision and recall; 1 where there is nothing to find and nothing was found."""
        return 2 * self.right / (self.found + self.wanted) if self.found + self.wanted else 1.0


def tally(facts: Sequence[Fact], gold: Gold, section: str) -> Tally:
    """Count the entries of a section that are right in the keys by which they are known and in their dates."""
    chosen = [fact for fact in facts if fact.section == section]
    pairs = zip(chosen, _entries(chosen, gold[section], CHECKS[section]), strict=True)
    right = sum(entry is not None and _is_right(fact, entry) for fact, entry in pairs)
    return Tally(right, len(chosen), len(gold[section]))


def _is_right(fact: Fact, entry: Gold) -> bool:
    checks, given = CHECKS[fact.section], fact.values
    dates = [key for key in _DATES if key in checks and (key in given or entry.get(key))]
    has_dates = any(key in given for key in dates) or not any(entry.get(key) for key in _DATES)
    return has_dates and all(checks[key](given.get(key), entry, given) for key in (*ANCHORS[fact.section], *dates))


def judge(facts: Sequence[Fact], gold: Gold) -> Iterator[Verdict]:
    """Yield a verdict for each value, in the order of the sections."""
    sections = dict.fromkeys(fact.section for fact in facts)
    for section in sections:
        chosen = [(place, fact) for place, fact in enumerate(facts) if fact.section == section]
        if section == PERSON:
            entries: list[Gold | None] = [gold] * len(chosen)
        elif section in gold and section in CHECKS:
            entries = _entries([fact for _, fact in chosen], gold[section], CHECKS[section])
        else:
            entries = [{}] * len(chosen)
        for (place, fact), entry in zip(chosen, entries, strict=True):
            yield from _verdicts(fact, place, entry)


def _verdicts(fact: Fact, place: int, entry: Gold | None) -> Iterator[Verdict]:
    checks = CHECKS.get(fact.section, {})
    for key, value in fact.values.items():
        right: bool | None = None
        if entry is None:
            right = False
        elif key in checks and _spoken_of(key, entry):
            right = checks[key](value, entry, fact.values)
        yield Verdict(fact.section, key, fact.how.get(key, ""), right, place, value)


def _spoken_of(key: str, entry: Gold) -> bool:
    """Whether an entry of the gold has the key by which a value is judged."""
    return any(name in entry for name in _JUDGED_BY.get(key, (key,)))


def _entries(facts: Sequence[Fact], gold: Sequence[Gold], checks: Mapping[str, Check]) -> list[Gold | None]:
    """Lay each fact beside the entry with which it agrees most; entries are used once, save by repeated facts."""
    marks = [
        (mark, -index, -number)
        for index, fact in enumerate(facts)
        for number, entry in enumerate(gold)
        if (mark := _agreement(fact, entry, checks))
    ]
    pairs: dict[int, int] = {}
    for _, index, number in sorted(marks, reverse=True):
        if -index not in pairs and -number not in pairs.values():
            pairs[-index] = -number
    return [
        gold[pairs[index]] if index in pairs else _repeated(index, facts, gold, pairs) for index in range(len(facts))
    ]


def _repeated(index: int, facts: Sequence[Fact], gold: Sequence[Gold], pairs: Mapping[int, int]) -> Gold | None:
    """Return the entry of a fact that says the same of the same: a draft takes both for one."""
    anchors = ANCHORS[facts[index].section]
    for other, number in pairs.items():
        if all(facts[index].values.get(key) == facts[other].values.get(key) for key in anchors):
            return gold[number]
    return None


def _agreement(fact: Fact, entry: Gold, checks: Mapping[str, Check]) -> float:
    """Return how much a fact and an entry agree; 0 where no key agrees by which an entry is known."""
    right = {
        key: checks[key](value, entry, fact.values)
        for key, value in fact.values.items()
        if key in checks and _spoken_of(key, entry)
    }
    anchors = ANCHORS[fact.section]
    for key in anchors:
        right[key] = right.get(key, False) or _akin(fact.values.get(key), entry.get(key))
    if not any(right[key] for key in anchors):
        return 0.0
    return sum(3.0 if key in anchors else 1.0 for key, agrees in right.items() if agrees)


def _akin(value: Any, wanted: Any) -> bool:
    """Whether two texts are meant to be the same, though they are not."""
    if not isinstance(value, str) or not isinstance(wanted, str):
        return False
    return within(value, wanted) or _alike(folded(value), folded(wanted))


def _alike(one: str, other: str) -> bool:
    """Whether two titles are meant to be the same; the quick bounds spare most of the comparing."""
    matcher = SequenceMatcher(None, one, other)
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(ratio() >= _ALIKE for ratio in ratios)


def folded(text: object) -> str:
    """Reduce to letters and digits without marks, by which texts are compared."""
    decomposed = unicodedata.normalize("NFKD", str(text or "")).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())


def within(one: object, other: object) -> bool:
    one, other = folded(one), folded(other)
    return bool(one and other and (one in other or other in one))


def names(authors: Any) -> list[str]:
    """Names without order of family and given name: `Li, Wei` is `Wei Li`."""
    made = []
    for author in authors or []:
        name = str(author.get("name") if isinstance(author, Mapping) else author)
        family, comma, given = name.partition(", ")
        made.append(folded(given + family if comma else name))
    return made


def year_of(value: Any) -> int | None:
    return int(str(value)[:4]) if value and str(value)[:4].isdigit() else None


def level(degree: str) -> str:
    return next((level for level, form in _LEVELS if re.search(form, degree.lower())), degree.lower())


def _text(name: str) -> Check:
    """Texts are the same; where the gold was written by people, one may say more than the other."""

    def check(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
        if entry.get("loose"):
            return (
                within(entry[name], value) or SequenceMatcher(None, folded(entry[name]), folded(value)).ratio() >= 0.8
            )
        return bool(value) and folded(value) == folded(entry[name])

    return check


def _inside(name: str) -> Check:
    return lambda value, entry, _: within(entry[name], value)


def _people(name: str) -> Check:
    return lambda value, entry, _: names(value) == names(entry[name])


def _several(*keys: str) -> Check:
    """Lists of words are the same, in any order."""
    return lambda value, entry, _: any(
        {folded(v) for v in value} == {folded(g) for g in _listed(entry[k])} for k in keys
    )


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def _number(name: str) -> Check:
    return lambda value, entry, _: str(value) == str(entry[name])


def _address(name: str) -> Check:
    return lambda value, entry, _: str(value).rstrip("/").casefold() == str(entry[name]).rstrip("/").casefold()


def _year(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return year_of(value) == entry["year"] or (entry["year"] is None and year_of(value) == entry["year_derived"])


def _venue(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    if not entry["venue"]:
        return not value or (bool(entry.get("arxiv")) and "arxiv" in folded(value))
    return any(within(name, value) for name in entry["venue"])


def _status(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    status = str(value).replace("_", "-")
    return bool(status == entry["status"]) or {status, entry["status"]} == {"accepted", "in-press"}


def _link(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    """All addresses are of this work: they hold its DOI, its arXiv number, or words of its title."""
    marks = [mark for mark in (entry["doi"], entry["arxiv"], key_of(entry["title"])) if mark]
    addresses = [each["url"] if isinstance(each, Mapping) else each for each in _listed(value)]
    return all(any(mark in address for mark in marks) for address in addresses)


def _rate(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return bool(float(re.sub(r"[^\d.]", "", str(value)) or 0) == entry["acceptance_rate"])


def _prizes(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return bool(entry["award"]) and all(within(entry["award"], prize) for prize in _listed(value))


def _boundary(name: str) -> Check:
    """Starts and ends are exact; of a single date it does not matter which of them it is."""

    def check(value: Any, entry: Gold, fact: Mapping[str, Any]) -> bool:
        if entry["start"] == entry["end"]:
            return {str(fact.get(key) or entry["start"]) for key in ("start", "end")} == {entry["start"]}
        return bool(str(value) == entry[name])

    return check


def _degree(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    said, wanted = str(value), entry["degree"]
    return level(said) == level(wanted) and bool(entry.get("loose") or within(wanted, said))


def _highlights(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return [folded(line) for line in _listed(value)] == [folded(line) for line in entry["highlights"]]


def _activities(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return bool(value) and folded(value) in folded("".join(entry["highlights"]))


def _prize_name(value: Any, entry: Gold, fact: Mapping[str, Any]) -> bool:
    """The name of an award, or the name with its giver where that has no key of its own."""
    with_giver = folded(f"{entry['name']}{entry.get('giver', '')}")
    return _text("name")(value, entry, fact) or (not fact.get("giver") and folded(value) == with_giver)


def _prize_date(value: Any, entry: Gold, fact: Mapping[str, Any]) -> bool:
    """The only year, or the first and the last one."""
    wanted = (entry["year"], entry["end"] or entry["year"])
    first = year_of(fact.get("year") or fact.get("start") or fact.get("end"))
    last = year_of(fact.get("end") or fact.get("year") or fact.get("start"))
    return (value is None or year_of(value) in wanted) and (first, last) == wanted


def _terms(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return [folded(term) for term in _listed(value)] == [folded(f"{entry['season']} {entry['year']}")]


def _code_page(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return all(str(each).rstrip("/") == entry["code"] for each in _listed(value))


def _tool_summary(value: Any, entry: Gold, _: Mapping[str, Any]) -> bool:
    return folded(str(value).replace(entry["code"], "")) == folded(entry["summary"])


_STINT: Mapping[str, Check] = {
    "start": _boundary("start"),
    "end": _boundary("end"),
    "expected": lambda value, entry, _: bool(value) == entry["expected"],
    "advisors": _people("advisors"),
    "unit": _text("unit"),
    "location": _text("location"),
    "highlights": _highlights,
    "summary": _activities,
}

CHECKS: Mapping[str, Mapping[str, Check]] = {
    PERSON: {
        "name": _text("name"),
        "homepage": _address("homepage"),
        "email": _address("email"),
        "github": _address("github"),
        "job_title": _text("job_title"),
        "interests": _several("interests", "topic"),
        "skills": _several("skills"),
    },
    "publications": {
        "title": lambda value, entry, _: folded(value) == folded(entry["title"]),
        "authors": _people("authors"),
        "more_authors": lambda value, entry, _: bool(value) == entry["cut"],
        "year": _year,
        "venue": _venue,
        "status": _status,
        "status_note": lambda value, entry, _: within(entry["status_words"] or "arXiv", value),
        "doi": _address("doi"),
        "arxiv": _address("arxiv"),
        "award": _prizes,
        "acceptance_rate": _rate,
        "url": _link,
        "links": _link,
    },
    "education": {
        **_STINT,
        "degree": _degree,
        "field": _text("field"),
        "institution": _inside("institution"),
        "thesis": _text("thesis"),
        "grade": _inside("distinction"),
        "distinction": _inside("distinction"),
    },
    "positions": {**_STINT, "role": _text("role"), "organization": _inside("organization")},
    "awards": {
        "name": _prize_name,
        "year": _prize_date,
        "start": _prize_date,
        "end": _prize_date,
        "giver": _text("giver"),
    },
    "teaching": {
        "course": _text("course"),
        "code": _several("code"),
        "role": _text("role"),
        "institution": _inside("institution"),
        "term": _terms,
        "year": _number("year"),
    },
    "service": {"role": _text("role"), "venue": _inside("venue"), "year": _number("year")},
    "talks": {"title": _text("title"), "venue": _inside("venue"), "year": _number("year")},
    "systems": {"name": _text("name"), "code": _code_page, "homepage": _code_page, "summary": _tool_summary},
}
"""How each key is judged, by section."""

ANCHORS: Mapping[str, tuple[str, ...]] = {
    "publications": ("title", "authors"),
    "education": ("institution", "degree"),
    "positions": ("organization", "role"),
    "awards": ("name",),
    "teaching": ("course",),
    "service": ("venue", "role", "year"),
    "talks": ("title",),
    "systems": ("name",),
}
"""The keys by which an entry is known."""

_JUDGED_BY: Mapping[str, tuple[str, ...]] = {
    "more_authors": ("cut",),
    "start": ("start", "year"),
    "status_note": ("status_words",),
    "url": ("doi",),
    "links": ("doi",),
    "grade": ("distinction",),
    "distinction": ("distinction",),
    "summary": ("highlights", "summary"),
    "term": ("season",),
    "homepage": ("homepage", "code"),
    "interests": ("interests",),
}
"""The keys of the gold that a key is judged by, where they have other names."""
