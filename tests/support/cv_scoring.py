"""How well invented CVs are read: what was found, beside exact gold."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.extraction import extract
from kg.profile.drafts.model import PERSON, Draft
from tests.support.cv_styles import Gold, render

METRICS = ("name", "title", "authors", "year", "venue", "status", "record", "position", "education", "award")
_ALIKE = 0.88  # titles that are meant to be the same work
_LEVELS = (
    ("doctoral", r"ph\.?\s?d|doctor|d\.phil"),
    ("master", r"master|m\.?\s?sc|m\.?\s?s\.?\b|m\.?\s?eng|m\.?phil"),
    ("bachelor", r"bachelor|\bb\.?\s?sc|\bb\.?\s?[sae]\b|b\.?\s?eng|b\.?\s?tech"),
)


@dataclass
class Tally:
    """How many are right, of those found and of those wanted."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __iadd__(self, other: "Tally") -> "Tally":
        """Add another one."""
        self.right, self.found, self.wanted = (
            self.right + other.right,
            self.found + other.found,
            self.wanted + other.wanted,
        )
        return self

    @property
    def score(self) -> float:
        """Harmonic mean of precision and recall; 1 where there is nothing to find and nothing was found."""
        return 2 * self.right / (self.found + self.wanted) if self.found + self.wanted else 1.0


class Miss(NamedTuple):
    """Something expected and what was found instead."""

    metric: str
    expected: str
    found: str


class Result(NamedTuple):
    """The scores of one document, and what is wrong."""

    tallies: Mapping[str, Tally]
    misses: Sequence[Miss]


def folded(text: object) -> str:
    """Reduce to letters and digits without marks, by which texts are compared."""
    decomposed = unicodedata.normalize("NFKD", str(text or "")).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())


def read(draft: Draft) -> Gold:
    """Return what a draft proposes, in the form of the gold."""
    made: Gold = defaultdict(list)
    for fact in draft.facts:
        if fact.section == PERSON:
            made.update({key: value for key, value in fact.values.items() if key not in made})
        else:
            made[fact.section].append(dict(fact.values))
    return made


def compare(gold: Gold, found: Gold) -> Result:
    """Score what was found."""
    tallies = {metric: Tally() for metric in METRICS}
    misses: list[Miss] = []
    right = folded(gold["name"]) == folded(found.get("name"))
    tallies["name"] = Tally(int(right), int(bool(found.get("name"))), 1)
    if not right:
        misses.append(Miss("name", gold["name"], str(found.get("name"))))
    _publications(gold["publications"], found.get("publications", []), tallies, misses)
    _entries("position", gold["positions"], found.get("positions", []), _same_position, tallies, misses)
    _entries("education", gold["education"], found.get("education", []), _same_degree, tallies, misses)
    _entries("award", gold["awards"], found.get("awards", []), _same_prize, tallies, misses)
    return Result(tallies, misses)


def score(style: str, form: str, seed: int, folder: Path) -> Result:
    """Render, extract and compare."""
    path, gold = render(style, form, seed, folder)
    return compare(gold, read(extract([path])))


def total(results: Iterable[Result]) -> dict[str, Tally]:
    """Add up the tallies of several documents."""
    made = {metric: Tally() for metric in METRICS}
    for result in results:
        for metric, tally in result.tallies.items():
            made[metric] += tally
    return made


def _publications(gold: Sequence[Gold], found: Sequence[Gold], tallies: dict[str, Tally], misses: list[Miss]) -> None:
    """Pair publications by their titles and judge each field of a pair."""
    pairs = _paired([folded(work["title"]) for work in gold], [folded(work.get("title")) for work in found])
    checks: dict[str, Callable[[Gold, Gold], bool]] = {
        "title": lambda wanted, work: folded(wanted["title"]) == folded(work.get("title")),
        "authors": lambda wanted, work: names(wanted["authors"]) == names(work.get("authors")),
        "year": _same_year,
        "venue": same_venue,
        "status": _same_status,
    }
    right = dict.fromkeys((*checks, "record"), 0)
    for index, wanted in enumerate(gold):
        if index not in pairs:
            misses.append(Miss("record", f"{wanted['title']} | {', '.join(wanted['authors'])}", "nothing"))
            continue
        work = found[pairs[index]]
        passed = {name for name, check in checks.items() if check(wanted, work)}
        for name in passed:
            right[name] += 1
        right["record"] += {"title", "authors", "year"} <= passed
        misses += [Miss(name, _shown(wanted, name), _shown(work, name)) for name in checks if name not in passed]
    extra = set(range(len(found))) - set(pairs.values())
    misses += [Miss("record", "nothing", f"{found[index].get('title')}") for index in sorted(extra)]
    for name, count in right.items():
        tallies[name] = Tally(count, len(found), len(gold))


def _paired(gold: Sequence[str], found: Sequence[str]) -> dict[int, int]:
    """Pair titles: the same ones first, then the most alike."""
    pairs: dict[int, int] = {}
    free = {index: title for index, title in enumerate(found) if title}
    for index, title in enumerate(gold):
        same = next((other for other, text in free.items() if text == title), None)
        if same is not None:
            pairs[index] = same
            del free[same]
    rest = [index for index in range(len(gold)) if index not in pairs]
    alike = [(SequenceMatcher(None, gold[i], text).ratio(), i, j) for i in rest for j, text in free.items()]
    for ratio, index, other in sorted(alike, reverse=True):
        if ratio >= _ALIKE and index not in pairs and other in free:
            pairs[index] = other
            del free[other]
    return pairs


def _entries(
    metric: str,
    gold: Sequence[Gold],
    found: Sequence[Gold],
    same: Callable[[Gold, Gold], bool],
    tallies: dict[str, Tally],
    misses: list[Miss],
) -> None:
    """Match each entry of the gold with the first free one that says the same."""
    free = list(found)
    right = 0
    unmatched = []
    for wanted in gold:
        match = next((entry for entry in free if same(wanted, entry)), None)
        if match is None:
            unmatched.append(wanted)
        else:
            free.remove(match)
            right += 1
    tallies[metric] = Tally(right, len(found), len(gold))
    for index in range(max(len(unmatched), len(free))):
        sides = (_entry(side[index]) if index < len(side) else "nothing" for side in (unmatched, free))
        misses.append(Miss(metric, *sides))


def names(authors: Any) -> list[str]:
    """Names without order of family and given name: `Li, Wei` is `Wei Li`."""
    made = []
    for author in authors or []:
        name = str(author.get("name") if isinstance(author, Mapping) else author)
        family, comma, given = name.partition(", ")
        made.append(folded(given + family if comma else name))
    return made


def _same_year(gold: Gold, work: Gold) -> bool:
    year = year_of(work.get("year") or work.get("date"))
    return year == gold["year"] or (gold["year"] is None and year == gold["year_derived"])


def year_of(value: Any) -> int | None:
    return int(str(value)[:4]) if value and str(value)[:4].isdigit() else None


def same_venue(gold: Gold, work: Gold) -> bool:
    said = folded(work.get("venue"))
    if not gold["venue"]:
        return not said or (bool(gold.get("arxiv")) and "arxiv" in said)
    return bool(said) and any(said in folded(name) or folded(name) in said for name in gold["venue"])


def _same_status(gold: Gold, work: Gold) -> bool:
    status = str(work.get("status") or "published").replace("_", "-")
    return status == gold["status"] or {status, gold["status"]} == {"accepted", "in-press"}


def within(one: object, other: object) -> bool:
    one, other = folded(one), folded(other)
    return bool(one and other and (one in other or other in one))


def _same_period(gold: Gold, entry: Gold) -> bool:
    """The same start and end; of a single date it does not matter which of them it is."""
    start, end = (str(entry.get(key) or "") for key in ("start", "end"))
    if gold["start"] == gold["end"]:
        return {start, end} - {""} == {gold["start"]}
    return (start, end) == (gold["start"] or "", gold["end"] or "")


def _same_position(gold: Gold, entry: Gold) -> bool:
    place = within(gold["organization"], entry.get("organization"))
    return place and within(gold["role"], entry.get("role")) and _same_period(gold, entry)


def _same_degree(gold: Gold, entry: Gold) -> bool:
    same = level(gold["degree"]) == level(str(entry.get("degree") or ""))
    return same and within(gold["institution"], entry.get("institution")) and _same_period(gold, entry)


def level(degree: str) -> str:
    return next((level for level, form in _LEVELS if re.search(form, degree.lower())), degree.lower())


def _same_prize(gold: Gold, entry: Gold) -> bool:
    year = year_of(entry.get("year") or entry.get("start") or entry.get("end"))
    alike = SequenceMatcher(None, folded(gold["name"]), folded(entry.get("name"))).ratio() >= 0.8
    return year == gold["year"] and (alike or within(gold["name"], entry.get("name")))


def _shown(work: Gold, key: str) -> str:
    return f"{work.get(key)}   [{str(work.get('title'))[:60]}]"


def _entry(entry: Gold) -> str:
    keys = ("role", "degree", "organization", "institution", "name", "year", "start", "end", "unit", "giver")
    return " | ".join(f"{key} {entry[key]}" for key in keys if entry.get(key))
