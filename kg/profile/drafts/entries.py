"""Turn facts into entries of a profile."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from kg.base.errors import Problem
from kg.profile.drafts.model import PERSON, Fact, Quote
from kg.profile.model import Contact, Profile
from kg.profile.provenance import Evidence, Passage, values_digest
from kg.profile.reviewed import CONTACTS, listed, person_fields, sections
from kg.terms.identifiers import digest, fold
from kg.terms.languages import forms_of
from kg.terms.typed_yaml import field_text, problems_of

# Turn facts into entries of a profile, as it would accept them; what does not fit is said, never lost.

MAX_QUOTE = 1_500
"""The most characters that are quoted; what is longer is cut at its end."""

_PERIODS = {"positions": "role", "education": "unit", "awards": "year", "systems": "status", "memberships": "role",
            "grants": "role", "projects": "status", "supervision": "level", "editorships": "venue"}  # fmt: skip
"""Behind which key of a section its start and end are written; of any other section they stand last."""

_LONG_TEXTS = frozenset(("summary", "highlights", "address"))
_NOT_PRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_SPACES = re.compile(r"[\s\x85]+")


@dataclass(frozen=True)
class Written:
    """An entry of a section, or a field of the person, as it stands in a profile; so far by hand.

    Attributes:
        section: The section, or `PERSON`.
        values: What it says, in the order of the profile's keys.
    """

    section: str
    values: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The key of a field of the person."""
        return next(iter(self.values))

    @property
    def facts(self) -> frozenset[str]:
        """The keys of all facts that say it."""
        return frozenset()

    @property
    def documents(self) -> frozenset[str]:
        """The documents that say it."""
        return frozenset()


@dataclass(frozen=True)
class Entry(Written):
    """An entry that comes from documents.

    Attributes:
        evidence: Why it stands there.
    """

    evidence: Evidence

    @property
    def facts(self) -> frozenset[str]:
        """The keys of all facts that say it."""
        return frozenset(self.evidence.facts)

    @property
    def documents(self) -> frozenset[str]:
        """The documents that say it."""
        return frozenset((self.evidence.source, *(place.source for place in self.evidence.also)))

    def with_evidence(self, **changes: Any) -> "Entry":
        """Return the entry with other evidence."""
        return replace(self, evidence=self.evidence.model_copy(update=changes))


def entries(facts: Iterable[Fact]) -> tuple[list[Entry], list[Problem]]:
    """Return facts as entries, and what of them a profile cannot hold."""
    found: list[Entry] = []
    problems: list[Problem] = []
    known: dict[tuple[str, str], int] = {}
    for fact in _single(facts):
        values = _accepted(fact, problems)
        if values:
            key = (fact.id, fact.quote.source)
            known[key] = number = known.get(key, 0) + 1
            evidence = _evidence(fact, values)
            if number > 1:  # one line can say several things: a course and its terms
                evidence = evidence.model_copy(update={"fact": digest(fact.id, str(number), length=10)})
            found.append(Entry(fact.section, values, evidence))
    return found, problems


def passage(quote: Quote) -> Passage:
    """Return where something is said, as a profile has it."""
    text = printable(quote.text)
    words = text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]} …"
    return Passage.model_validate(
        {
            "source": printable(quote.source)[:500] or "-",
            "page": quote.page or None,
            "lines": (max(quote.lines[0], 1), max(*quote.lines, 1)),
            "quote": words or None,
        }
    )


def printable(text: str, *, lines: bool = False) -> str:
    """Return a text without control characters and halves of characters, by default on one line."""
    text = _NOT_PRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.strip() if lines else _SPACES.sub(" ", text).strip()


def model_of(section: str) -> type[BaseModel]:
    """Return the model of the entries of a section."""
    return Profile if section == PERSON else sections()[section]


@cache
def keys_of(section: str) -> tuple[str, ...]:
    """Return the keys of a section in the order in which they are written."""
    if section == PERSON:
        return person_fields()
    fields = sections()[section].model_fields
    keys = [key for key in fields if key not in ("start", "end")]
    if "start" in fields:
        at = keys.index(_PERIODS[section]) + 1 if section in _PERIODS else len(keys)
        keys[at:at] = ["start", "end"]
    return tuple(keys)


def is_required(section: str, key: str) -> bool:
    """Say whether an entry cannot be without a key; a name can be left open."""
    return section != PERSON and model_of(section).model_fields[key].is_required()


def ordered(section: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values in the order of the profile's keys."""
    return {key: values[key] for key in keys_of(section) if key in values}


def refused(section: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Problem]]:
    """Yield the keys of an entry that a profile would not accept, each with the reason."""
    model, data = model_of(section), dict(values)
    if section == PERSON:
        key = next(iter(values))
        is_contact = key in CONTACTS
        model, data = (Contact, data) if is_contact else (Profile, {"id": "x", "name": "X", **data})
    try:
        model.model_validate(data)
    except ValidationError as error:
        for loc, problem in problems_of(error, model):
            shown = Problem(problem.message, field=field_text((section, *loc) if section else loc))
            yield str(loc[0]) if loc else "", shown


def _single(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield facts of the person one field at a time."""
    for fact in facts:
        if fact.section == PERSON and len(fact.values) > 1:
            yield from (replace(fact, values={key: value}) for key, value in fact.values.items())
        else:
            yield fact


def _accepted(fact: Fact, problems: list[Problem]) -> dict[str, Any]:
    """Return the values of a fact that a profile accepts; nothing if one is refused that must be there."""
    cleaned = {key: _clean(value, key) for key, value in fact.values.items()}
    values = {key: value for key, value in cleaned.items() if value not in ("", None, [], {})}
    if not values:
        return {}
    if fact.section == PERSON and next(iter(values)) not in person_fields():
        problems.append(_of(fact, Problem("no field of a person", field=next(iter(values)))))
        return {}
    for key, problem in refused(fact.section, values):
        problems.append(_of(fact, problem))
        values.pop(key, None)
    if any(True for _ in refused(fact.section, values)) if values else True:
        return {}
    return ordered(fact.section, values)


def _clean(value: Any, key: str) -> Any:
    if isinstance(value, str):
        return printable(value, lines=key in _LONG_TEXTS)
    if isinstance(value, Mapping):
        return {name: _clean(each, name) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        cleaned = [_clean(each, key) for each in value]
        return [each for each in cleaned if each not in ("", None, {})]
    return value


def _evidence(fact: Fact, values: Mapping[str, Any]) -> Evidence:
    sure = {key: round(min(max(fact.confidence.get(key, 1.0), 0.0), 1.0), 3) for key in values}
    return Evidence(
        fact=fact.id,
        confidence=sure if fact.section != PERSON else next(iter(sure.values())),
        proposed=values_digest(values),
        reason=printable(fact.reason)[:1_000] or None,
        rank=fact.rank,
        **passage(fact.quote).model_dump(),
    )


def _of(fact: Fact, problem: Problem) -> Problem:
    """Return a problem of an entry as one of the fact it comes from."""
    place = problem.field or fact.section
    return Problem(problem.message, Path(fact.quote.source), fact.quote.lines[0], None, place, problem.hint)


# What must agree between the entries of a draft, as `kg.profile.reviewed` demands of a profile.


def consistent(found: Sequence[Entry], before: Iterable[Mapping[str, Any]], problems: list[Problem]) -> list[Entry]:
    """Return entries without what a profile would refuse as a contradiction, and note what was left out.

    Args:
        found: The entries.
        before: What stands in the profile already.
        problems: Where to note what is left out.
    """
    values = [*before, *(entry.values for entry in found)]
    works = {fold(title) for each in values for title in forms_of(each.get("title"))}
    named = {fold(name) for each in values for name in forms_of(each.get("name"))}
    return [_without(entry, dict(_refused(entry, works, works | named)), problems) for entry in found]


def _refused(entry: Entry, works: set[str], things: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of which something must go, each with what goes."""
    values = entry.values
    if entry.section == "awards" and "for_work" in values and fold(values["for_work"]) not in things:
        yield "for_work", values["for_work"]
    if entry.section == "systems":
        unknown = [title for title in listed(values.get("papers")) if fold(title) not in works]
        if unknown:
            yield "papers", unknown
    has_both = entry.section == "publications" and "date" in values and "year" in values
    if has_both and str(values["date"])[:4] != str(values["year"]):
        yield "date", values["date"]


def _without(entry: Entry, refused: Mapping[str, Any], problems: list[Problem]) -> Entry:
    if not refused:
        return entry
    values = dict(entry.values)
    for key, value in refused.items():
        kept = [each for each in listed(values.pop(key)) if each not in listed(value)]
        if kept:
            values[key] = kept
        problems.append(_note(entry, key, value))
    sure = entry.evidence.confidence
    left = {key: each for key, each in sure.items() if key in values} if isinstance(sure, dict) else sure
    ordered = {key: values[key] for key in entry.values if key in values}
    evidence = entry.evidence.model_copy(update={"proposed": values_digest(ordered), "confidence": left})
    return Entry(entry.section, ordered, evidence)


def _note(entry: Entry, key: str, value: Any) -> Problem:
    evidence = entry.evidence
    line = evidence.lines[0] if evidence.lines else None
    titles = ", ".join(f"'{each}'" for each in listed(value))
    message = f"{value} is not in the year {entry.values.get('year')}" if key == "date" else f"no publication: {titles}"
    return Problem(message, Path(evidence.source), line, None, f"{entry.section}.{key}")
