"""Turn facts into entries that a profile accepts; what does not fit becomes a problem."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from kg.base.errors import Problem
from kg.profile.drafts.model import PERSON, Fact, Quote
from kg.profile.model import Contact, profile_model
from kg.profile.provenance import Evidence, Passage, values_digest
from kg.profile.reviewed import CONTACTS, listed, person_fields, sections
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import digest, fold
from kg.terms.kinds import Declaration
from kg.terms.languages import forms_of
from kg.terms.typed_yaml import field_text, problems_of

MAX_QUOTE = 1_500
"""The most characters that are quoted; what is longer is cut at its end."""

_LONG_TEXTS = frozenset(("summary", "highlights", "address"))
_NOT_PRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_SPACES = re.compile(r"[\s\x85]+")


@dataclass(frozen=True)
class ProfileEntry:
    """An entry of a section, or a field of the person, as it stands in a profile; without evidence, by hand."""

    section: str  # The section, or `PERSON`
    values: Mapping[str, Any]  # Its values, in the order of the profile's keys

    @property
    def key(self) -> str:
        """The key of a field of the person."""
        return next(iter(self.values))

    @property
    def facts(self) -> frozenset[str]:
        """The keys of all facts that state it."""
        return frozenset()

    @property
    def documents(self) -> frozenset[str]:
        """The documents that state it."""
        return frozenset()


@dataclass(frozen=True)
class SourcedEntry(ProfileEntry):
    """An entry with the evidence of the documents from which it comes."""

    evidence: Evidence
    said: Fact | None = field(default=None, compare=False)  # What its document says, when it was just read

    @property
    def facts(self) -> frozenset[str]:
        """The keys of all facts that state it."""
        return frozenset(self.evidence.facts)

    @property
    def documents(self) -> frozenset[str]:
        """The documents that state it."""
        return frozenset((self.evidence.source, *(place.source for place in self.evidence.also)))

    def with_evidence(self, **changes: Any) -> "SourcedEntry":
        """Return the entry with other evidence."""
        return replace(self, evidence=self.evidence.model_copy(update=changes))


def entries(facts: Iterable[Fact], declaration: Declaration) -> tuple[list[SourcedEntry], list[Problem]]:
    """Return facts as entries, and what of them a profile cannot hold."""
    found: list[SourcedEntry] = []
    problems: list[Problem] = []
    known: dict[tuple[str, str], int] = {}
    for whole in facts:
        is_person = whole.section == PERSON and len(whole.values) > 1
        for fact in (
            [replace(whole, values={key: each}) for key, each in whole.values.items()] if is_person else [whole]
        ):
            if values := _accepted(fact, declaration, problems):
                key = (fact.id, fact.quote.source)
                known[key] = number = known.get(key, 0) + 1
                # One line can state several things, such as a course and its terms.
                id_ = fact.id if number == 1 else digest(fact.id, str(number), length=10)
                found.append(SourcedEntry(fact.section, values, _evidence(fact, id_, values), fact))
    return found, problems


def passage(quote: Quote) -> Passage:
    """Return a quote as a profile has it."""
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
    """Return a text without control characters and lone surrogates, by default on one line."""
    text = _NOT_PRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.strip() if lines else _SPACES.sub(" ", text).strip()


def model_of(section: str, declaration: Declaration) -> type[BaseModel]:
    """Return the model of the entries of a section."""
    return profile_model(declaration) if section == PERSON else sections(declaration)[section]


@cache
def keys_of(section: str, declaration: Declaration) -> tuple[str, ...]:
    """Return the keys of a section in the order in which they are written: start and end behind what heads an entry."""
    if section == PERSON:
        return person_fields(declaration)
    fields = model_of(section, declaration).model_fields
    keys = [key for key in fields if key not in ("start", "end")]
    if "start" in fields:
        heading = {key for part in declaration.sections[section].heads for key in part.keys}
        at = 1 + max((place for place, key in enumerate(keys) if key in heading), default=len(keys) - 1)
        keys[at:at] = ["start", "end"]
    return tuple(keys)


def is_required(section: str, key: str, declaration: Declaration) -> bool:
    """Whether an entry must have a key; the name of the person can be left open."""
    return section != PERSON and model_of(section, declaration).model_fields[key].is_required()


def ordered(section: str, values: Mapping[str, Any], declaration: Declaration) -> dict[str, Any]:
    """Return values in the order of the profile's keys."""
    return {key: values[key] for key in keys_of(section, declaration) if key in values}


def refused(section: str, values: Mapping[str, Any], declaration: Declaration) -> Iterator[tuple[str, Problem]]:
    """Yield the keys of an entry that a profile would not accept, each with the reason."""
    model, data = model_of(section, declaration), dict(values)
    if section == PERSON:
        is_contact = next(iter(values)) in CONTACTS
        model, data = (Contact, data) if is_contact else (model, {"id": "x", "name": "X", **data})
    try:
        model.model_validate(data)
    except ValidationError as error:
        for loc, problem in problems_of(error, model):
            shown = Problem(problem.message, field=field_text((section, *loc) if section else loc))
            yield str(loc[0]) if loc else "", shown


def _accepted(fact: Fact, declaration: Declaration, problems: list[Problem]) -> dict[str, Any]:
    """Return the values of a fact that a profile accepts; nothing if it refuses a required one."""

    def note(problem: Problem) -> None:
        place = problem.field or fact.section
        problems.append(
            Problem(problem.message, Path(fact.quote.source), fact.quote.lines[0], None, place, problem.hint)
        )

    cleaned = {key: _clean(value, key) for key, value in fact.values.items()}
    values = {key: value for key, value in cleaned.items() if value not in ("", None, [], {})}
    if not values:
        return {}
    if fact.section == PERSON and next(iter(values)) not in person_fields(declaration):
        note(Problem("no field of a person", field=next(iter(values))))
        return {}
    for key, problem in refused(fact.section, values, declaration):
        note(problem)
        values.pop(key, None)
    if not values or any(True for _ in refused(fact.section, values, declaration)):
        return {}
    if values.keys().isdisjoint(needed := _needed(fact.section, declaration)) and needed:
        said = ", ".join(str(each) for each in values.values() if isinstance(each, str | int))
        hint = f"add it to '{fact.section}' by hand, with its {needed[0]}"
        note(Problem(f"'{said[:120]}' has no {' and no '.join(needed)}: is it an entry?", hint=hint))
        return {}
    return ordered(fact.section, values, declaration)


def _needed(section: str, declaration: Declaration) -> tuple[str, ...]:
    """Return the keys of which an entry needs one so that a release can hold it, where no single one is required."""
    kind = declaration.sections.get(section)
    return next((each.keys for each in kind.heads[:1] if len(each.keys) > 1), ()) if kind else ()


def _clean(value: Any, key: str) -> Any:
    if isinstance(value, str):
        return printable(value, lines=key in _LONG_TEXTS)
    if isinstance(value, Mapping):
        return {name: _clean(each, name) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        cleaned = [_clean(each, key) for each in value]
        return [each for each in cleaned if each not in ("", None, {})]
    return value


def _evidence(fact: Fact, id_: str, values: Mapping[str, Any]) -> Evidence:
    sure = {key: round(min(max(fact.confidence.get(key, 1.0), 0.0), 1.0), 3) for key in values}
    return Evidence(
        fact=id_,
        confidence=sure if fact.section != PERSON else next(iter(sure.values())),
        proposed=values_digest(values),
        reason=printable(fact.reason)[:1_000] or None,
        rank=fact.rank,
        **passage(fact.quote).model_dump(),
    )


def consistent(
    found: Sequence[SourcedEntry], before: Iterable[Mapping[str, Any]], problems: list[Problem]
) -> list[SourcedEntry]:
    """Return entries without the values that `kg.profile.reviewed.contradictions` would refuse.

    Args:
        found: The entries.
        before: The values of the entries that the profile has already.
        problems: Takes a problem for each value that is left out.
    """
    values = [*before, *(entry.values for entry in found)]
    works = {fold(title) for each in values for title in forms_of(each.get("title"))}
    things = works | {fold(name) for each in values for name in forms_of(each.get("name"))}
    return [_without(entry, dict(_contradicting(entry, works, things)), problems) for entry in found]


def _contradicting(entry: SourcedEntry, works: set[str], things: set[str]) -> Iterator[tuple[str, Any]]:
    values = entry.values
    declaration = kg_declaration()
    for each in declaration.naming_works.get(entry.section, ()):
        known = works if each.is_many else things
        if unknown := [title for title in listed(values.get(each.key)) if fold(title) not in known]:
            yield each.key, unknown
    has_both = entry.section == declaration.works and "date" in values and "year" in values
    if has_both and str(values["date"])[:4] != str(values["year"]):
        yield "date", values["date"]


def _without(entry: SourcedEntry, removed: Mapping[str, Any], problems: list[Problem]) -> SourcedEntry:
    if not removed:
        return entry
    values, evidence = dict(entry.values), entry.evidence
    for key, value in removed.items():
        if left := [each for each in listed(values[key]) if each not in listed(value)]:
            values[key] = left
        else:
            del values[key]
        message = "no publication: " + ", ".join(f"'{each}'" for each in listed(value))
        if key == "date":
            message = f"{value} is not in the year {entry.values.get('year')}"
        line = evidence.lines[0] if evidence.lines else None
        problems.append(Problem(message, Path(evidence.source), line, None, f"{entry.section}.{key}"))
    sure = evidence.confidence
    if isinstance(sure, dict):
        sure = {key: each for key, each in sure.items() if key in values}
    update = {"proposed": values_digest(values), "confidence": sure}
    return SourcedEntry(entry.section, values, evidence.model_copy(update=update))
