"""Works that rules and models read in the same lines: which reading is believed, and how sure that makes its values.

What both say is nearly always so. Where they differ, one of them is believed; what both say is the pattern by which
its values are found, and decides how sure they are (`kg.extract.confidence`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kg.extract.citations.notes import NUMBERS
from kg.extract.citations.venues import is_surely_venue
from kg.extract.learned.works import may_be_title
from kg.profile.drafts.model import Fact
from kg.terms import statuses
from kg.terms.identifiers import fold

SECTION = "publications"

_CLEAR = 0.9
"""So sure must a model be of a title for it to be believed against the rules: it was right in 67 of 74 cases then."""

_SURELY = 0.95
"""So sure is a model of values that were right in 98 of 100 cases where rules found the same."""

_LONGEST = 500
"""No title has more letters."""

_SHORT = 4
"""Names of venues with no more letters stand in titles too."""

_WEAK_VENUES = frozenset(("arXiv", "italics", "beside a year", "publisher"))
"""Where rules found a venue so, that of models was right in 47 of 53 cases in which one of both was."""

_BESIDE_RULES = frozenset(("volume", "issue", "pages", "publisher", "place", "series", "editors", "doi", "arxiv"))
"""What models add to a work that the rules read otherwise."""

_BESIDE_MODELS = frozenset(("doi", "arxiv", "url", "links", "award", "acceptance_rate"))
"""What rules add to a work that the models read otherwise."""

HOW = "learned"
"""How the values of models are found."""

_MEASURED = ("title", "authors", "year", "venue")
"""What two readings of a work are compared by."""

Reader = Literal["rules", "models"]


@dataclass(frozen=True)
class WorkReading:
    """One reader's account of one work.

    Attributes:
        fact: What it says.
        lines: The lines on which it rests, by their places in the document.
    """

    fact: Fact
    lines: Sequence[int]

    @property
    def is_whole(self) -> bool:
        """Whether it is a work by what is said of it."""
        values = self.fact.values
        return len(str(values.get("title", ""))) > 8 and bool({"year", "venue", "status"} & set(values))

    def is_surely(self, key: str) -> bool:
        """Say whether the reader itself is sure of a value."""
        return self.fact.confidence.get(key, 0.0) >= _SURELY


def united(rules: Sequence[WorkReading], models: Sequence[WorkReading]) -> list[Fact]:
    """Return the works of a document, in the order of its lines, each as the reader has it who is believed.

    Args:
        rules: What the rules read.
        models: What the models read, as sure as they are themselves.
    """
    titled = [each for each in rules if _is_titled(each.fact)]
    found = [each for group in _groups(titled, models) for each in _believed(*group)]
    works = [fact for _, fact in sorted(found, key=lambda each: each[0])]
    titles = {_title(fact) for fact in works if not _is_of_models_alone(fact)}
    # models take a title above its own citation for a work of its own
    return [fact for fact in works if not (_is_of_models_alone(fact) and _title(fact) in titles)]


def _title(fact: Fact) -> str:
    return fold(str(fact.values.get("title", "")))


def _is_of_models_alone(fact: Fact) -> bool:
    return fact.how.get("title", "").startswith("models alone")


def _is_titled(fact: Fact) -> bool:
    """Say whether what a work is called may be a title: no page of text, nor its venue: `A & A, Volume 617`."""
    title, venue = _title(fact), fold(str(fact.values.get("venue", "")))
    is_venue = bool(venue) and title.startswith(venue) and any(map(str.isdigit, title[len(venue) :]))
    return not is_venue and len(title) <= _LONGEST and may_be_title(str(fact.values.get("title", "")))


def _groups(
    rules: Sequence[WorkReading], models: Sequence[WorkReading]
) -> Iterator[tuple[list[WorkReading], list[WorkReading]]]:
    """Yield what rests on the same lines: readings of rules, and of models."""
    ordered = sorted(((each, who) for who, several in enumerate((rules, models)) for each in several), key=_place)
    group: tuple[list[WorkReading], list[WorkReading]] = ([], [])
    end = -1
    for each, who in ordered:
        if min(each.lines) > end and end >= 0:
            yield group
            group = ([], [])
        group[who].append(each)
        end = max(end, *each.lines)
    if end >= 0:
        yield group


def _place(one: tuple[WorkReading, int]) -> tuple[int, int]:
    return min(one[0].lines), one[1]


def _believed(rules: list[WorkReading], models: list[WorkReading]) -> Iterator[tuple[int, Fact]]:
    """Yield the works that are believed, each with the place of its first line."""
    if len(rules) == len(models) == 1 and not _are_two(rules[0], models[0]):
        yield min(rules[0].lines), _one(rules[0], models[0])
        return
    readers: tuple[Reader, ...] = ("models",) if _whole(models) > _whole(rules) else ("rules",)
    if len(rules) == len(models) == 1:
        readers = ("rules", "models")
    for reader in readers:
        entry = f"cut by {reader}" if rules and models else f"{reader} alone"
        for each in models if reader == "models" else rules:
            patterns = {key: f"{entry}, {each.fact.how[key]}" for key in each.fact.values}
            yield min(each.lines), _found(each.fact, patterns)


def _are_two(rule: WorkReading, model: WorkReading) -> bool:
    """Say whether two readings that share some of their lines are of two works, of which one runs into the other."""
    ours, theirs = set(rule.lines), set(model.lines)
    said, also = _title(rule.fact), _title(model.fact)
    are_told_so = all(_alike(key, rule.fact, model.fact) for key in ("authors", "venue", "year"))
    return not (ours <= theirs or theirs <= ours or said in also or also in said or are_told_so)


def _whole(readings: Sequence[WorkReading]) -> int:
    """Return how many works some readings tell; one that is told twice counts once."""
    return len({_title(each.fact) for each in readings if each.is_whole})


def _one(rule: WorkReading, model: WorkReading) -> Fact:
    """Return the work that both read in the same lines."""
    is_same = _alike("title", rule.fact, model.fact)
    is_clear = model.fact.confidence["title"] >= _CLEAR or _is_of_venue(rule, model)
    if not is_same and is_clear and not _is_torn(model, rule):
        values = _joined(model.fact.values, rule.fact.values, _BESIDE_MODELS)
        return _found(_of(model.fact, rule.fact, values), _said("models' title", rule, model))
    if not is_same:
        values = _joined(rule.fact.values, model.fact.values, _BESIDE_RULES)
        return _found(_of(rule.fact, model.fact, values), _said("rules' title", rule, model))
    values = {**model.fact.values, **rule.fact.values}
    if not str(values.get("date", "")).startswith(str(values.get("year", ""))):
        values.pop("date", None)
    if _lacks_authors(rule, model):
        values["authors"] = model.fact.values["authors"]
    if rule.fact.how.get("venue") in _WEAK_VENUES and _differs("venue", rule, model):
        values = {key: value for key, value in values.items() if key not in ("status", "status_note")}
        values |= {"venue": model.fact.values["venue"], **_status(model.fact)}
    return _found(_of(rule.fact, model.fact, values), _said(_how_alike(rule, model), rule, model))


def _lacks_authors(rule: WorkReading, model: WorkReading) -> bool:
    """Whether the models have more authors before the last of the rules: no list begins in its middle."""
    ours, theirs = (_folded(each.fact.values.get("authors", [])) for each in (rule, model))
    return 0 < len(ours) < len(theirs) and theirs[-1] == ours[-1] and set(ours) < set(theirs)


def _how_alike(rule: WorkReading, model: WorkReading) -> str:
    """Say how far two readings of one title are alike: what agrees in all is right in nearly all cases."""
    relations = [
        _relation(key, rule, model) for key in _MEASURED if key in rule.fact.values or key in model.fact.values
    ]
    sure = [key for key in _MEASURED if _relation(key, rule, model) == "both" and model.is_surely(key)]
    is_one = len(sure) > 1 and "readers differ" not in relations
    return "one work" if is_one else "one title"


def _is_of_venue(rule: WorkReading, model: WorkReading) -> bool:
    """Say whether the rules took for the title what is a venue, by its words or as the models read it."""
    said, also = (str(each.fact.values["title"]) for each in (rule, model))
    venue = fold(str(model.fact.values.get("venue", "")))
    is_swapped = len(venue) > _SHORT and venue in fold(said) and fold(also) not in fold(said)
    return is_swapped or (is_surely_venue(said) and not is_surely_venue(also))


def _is_torn(model: WorkReading, rule: WorkReading) -> bool:
    """Say whether the models' title is that of the rules with authors or venue, or broken off where no sign ends it."""
    short, whole = (str(each.fact.values["title"]) for each in (model, rule))
    beside = f" {fold(short.replace(whole, ' '))} "
    stated = [*rule.fact.values.get("authors", ()), rule.fact.values.get("venue", "")]
    names = [each for each in _folded(stated) if each] if whole in short else []
    if any(name in beside for name in names):
        return True
    is_within_quotes = short.count("'") % 2 > whole.count("'") % 2
    return whole.startswith(short) and (is_within_quotes or bool(re.match(r"\s*\w|[^\s\w]\w", whole[len(short) :])))


def _joined(values: Mapping[str, Any], others: Mapping[str, Any], keys: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in others.items() if key in keys} | dict(values)


def _status(fact: Fact) -> dict[str, Any]:
    return {key: fact.values[key] for key in ("status", "status_note") if key in fact.values}


def _of(fact: Fact, other: Fact, values: Mapping[str, Any]) -> Fact:
    """Return a fact with these values, each as sure as the models are that say so too."""
    sure = {
        key: each.confidence[key]
        for each in (fact, other)
        for key in values.keys() & each.confidence.keys()
        if _folded(values[key]) == _folded(each.values[key])
    }
    return replace(fact, values=values, confidence=sure)


def _said(entry: str, rule: WorkReading, model: WorkReading) -> Mapping[str, str]:
    """Return by which pattern each value is found: what both readers say of it."""
    keys = {**rule.fact.values, **model.fact.values}
    return {key: f"{entry}, {_relation(key, rule, model)}" for key in keys}


def _relation(key: str, rule: WorkReading, model: WorkReading) -> str:
    if key not in rule.fact.values or key not in model.fact.values:
        return "models only" if key in model.fact.values else "rules only"
    return "readers differ" if _differs(key, rule, model) else "both"


def _differs(key: str, rule: WorkReading, model: WorkReading) -> bool:
    return key in rule.fact.values and key in model.fact.values and not _alike(key, rule.fact, model.fact)


def _alike(key: str, one: Fact, other: Fact) -> bool:
    """Say whether two facts have the same value, letter by letter; marks of authors aside."""
    said, also = (each.values.get(key) for each in (one, other))
    return _folded(said) == _folded(also)


def _folded(value: Any) -> list[str]:
    return [fold(str(each)) for each in (value if isinstance(value, list) else [value])]


def _found(fact: Fact, patterns: Mapping[str, str]) -> Fact:
    """Return a work without what its numbers outweigh, whose values are found by these patterns."""
    fact = _weighed(fact)
    return replace(fact, how={key: patterns[key] for key in fact.values})


def _weighed(fact: Fact) -> Fact:
    """Return a work without the status that the venue of one reader and the numbers of the other outweigh."""
    values = fact.values
    stated = (values.get("status", ""), values.get("status_note", ""))
    is_placed = not values.keys().isdisjoint(NUMBERS)
    if statuses.state_of([stated], venue=values.get("venue", ""), is_placed=is_placed, kind=values.get("type", ""))[0]:
        return fact
    return _of(fact, fact, {key: value for key, value in values.items() if key not in ("status", "status_note")})
