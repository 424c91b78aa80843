"""Add to an entry what further sources say of it: as a proposal, beside what people wrote or decided.

Nothing that stands there is replaced. What was decided before is kept within the evidence (`before`), so that an entry
is again what it was if people reject what was added, and is published like that where proposals are not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, ordered, refused
from kg.profile.drafts.matching import PEOPLE, is_contained, united
from kg.profile.drafts.model import SURE
from kg.profile.drafts.plain_data import evidence_data
from kg.profile.drafts.uniting import (
    as_published,
    candidate,
    confidence_of,
    fact_places,
    with_places,
    without_incomplete,
)
from kg.profile.provenance import BY_HAND, Candidate, Evidence, values_digest
from kg.profile.reviewed import noticed
from kg.terms.identifiers import SCHEMES, iri_of
from kg.terms.kinds import Declaration
from kg.terms.languages import forms_of

_OTHERWISE = "a source says something else"
_ADDRESSES = frozenset(("url", "open_access", "links"))
"""Keys under which another value is no contradiction: a work stands in several places."""
_OF_VENUE = ("venue_kind", "issn")
"""Keys that say something of the venue, and nothing where that is another one."""


def completed(old: ProfileEntry, found: Sequence[SourcedEntry], declaration: Declaration) -> ProfileEntry | None:
    """Return an entry with what sources add to it, as a proposal; None if they add nothing.

    What they said before was decided, or waits; it is not asked about again. What they added and nobody decided about
    gives way to what they say now.

    Args:
        old: The entry.
        found: What each source says of it, the one to follow first; what is not sure becomes a question.
        declaration: What an entry may say.
    """
    known = {*fact_places(old)}
    found = [each for each in found if not known.issuperset(fact_places(each))]
    if not found:
        return None
    former = without_additions(old, {document for each in found for document in each.documents})
    return _added(former, found, declaration) or (former if former is not old else None)


def without_additions(entry: ProfileEntry, read: Collection[str]) -> ProfileEntry:
    """Return an entry as people had it, if only documents that are read again added to it since; else as it is."""
    if not isinstance(entry, SourcedEntry) or not waits(entry):
        return entry
    values = dict(entry.evidence.before or {})
    raw = values.pop("evidence", None)
    former = ProfileEntry(entry.section, values)
    if raw is not None:
        former = SourcedEntry(entry.section, values, Evidence.model_validate(raw))
    return former if entry.documents - former.documents <= set(read) else entry


def waits(entry: SourcedEntry) -> bool:
    """Whether something was added to what people had, and nobody decided about it."""
    return entry.evidence.before is not None and noticed(entry.evidence, entry.values).status == "proposed"


def _added(old: ProfileEntry, found: Sequence[SourcedEntry], declaration: Declaration) -> SourcedEntry | None:
    sure = [each for each in found if each.evidence.lowest >= SURE]
    questions = [each for each in found if each.evidence.lowest < SURE]
    values, conflicts = dict(old.values), dict[str, tuple[Candidate, ...]]()
    if sure:
        values, conflicts = _with_values(old, _first_of_each(sure), declaration)
    for each in questions:
        for key in (key for key in each.values if key not in values):
            conflicts[key] = (*conflicts.get(key, ()), candidate(key, each.values[key], each.evidence))
    known = old.evidence if isinstance(old, SourcedEntry) else None
    first, *others = [*([old] if isinstance(old, SourcedEntry) else sure or questions), *found]
    evidence = with_places(first.evidence, (each.evidence for each in others))
    if values == old.values and not conflicts:
        return SourcedEntry(old.section, values, evidence) if known else None
    changes = {
        "status": "proposed",
        "confidence": {
            key: next((confidence_of(each.evidence, key) for each in (first, *others) if key in each.values), 1.0)
            for key in (*values, *conflicts)
        },
        "proposed": values_digest(values),
        "conflicts": (known.conflicts if known else {}) | conflicts,
        "before": decided(old),
        "reason": "; ".join(_reasons(old, values, found)) or _OTHERWISE,
        "rank": known.rank if known else max(each.evidence.rank for each in found),
    }
    return SourcedEntry(old.section, values, evidence.model_copy(update=changes))


def _reasons(old: ProfileEntry, values: Mapping[str, Any], found: Sequence[SourcedEntry]) -> Iterator[str]:
    """Yield why it is proposed: what was added, and what sources say of their doubts."""
    if added := [key for key in values if key not in old.values]:
        yield f"it lacked {', '.join(added)}"
    yield from dict.fromkeys(filter(None, (each.evidence.reason for each in found)))


def decided(old: ProfileEntry) -> dict[str, Any] | None:
    """Return an entry as people had it; nothing of one about which nobody decided."""
    if not isinstance(old, SourcedEntry):
        return dict(old.values)
    if old.evidence.before is not None:
        return old.evidence.before
    if noticed(old.evidence, old.values).status == "proposed":
        return None
    return {**old.values, "evidence": evidence_data(old.evidence)}


def _first_of_each(found: Sequence[SourcedEntry]) -> SourcedEntry:
    """Return several entries as one: of each key what the first says that has it; of people what they all say."""
    first, *others = found
    values = dict(first.values)
    for each in others:
        for key, value in each.values.items():
            agreed = united(key, values[key], value) if key in PEOPLE and key in values else None
            values[key] = [*map(_placed_once, agreed)] if agreed else values.get(key, value)
    return replace(first, values=values)


def _placed_once(person: Any) -> Any:
    """Return a person without an organisation that stands among the affiliations, where it has an id."""
    if not isinstance(person, Mapping) or "organization" not in person:
        return person
    names = [each["name"] if isinstance(each, Mapping) else each for each in person.get("affiliations", ())]
    is_named = any(is_contained(person["organization"], name) for name in names)
    return {key: each for key, each in person.items() if key != "organization" or not is_named}


def _with_values(
    old: ProfileEntry, new: SourcedEntry, declaration: Declaration
) -> tuple[dict[str, Any], dict[str, tuple[Candidate, ...]]]:
    """Return the values of an entry with those that it lacks, and those about which it and the source disagree."""
    before = without_incomplete(old, [old, new]).values
    new = as_published(new, [old, new])
    values, conflicts = dict(before), dict[str, tuple[Candidate, ...]]()
    for key, value in new.values.items():
        stated = before.get(key)
        if stated is None:
            values[key] = value
        elif key in PEOPLE:
            values[key] = _with_ids(stated, united(key, stated, value))
        if stated is not None and _differ(key, stated, value) and not _is_decided(old, key, value):
            conflicts[key] = (_candidate_of(old, key), candidate(key, value, new.evidence))
    beside = _OF_VENUE if "venue" in conflicts else ()
    impossible = (key for key, _ in refused(old.section, values, declaration))
    for key in {*beside, *_contradicting(values, before), *impossible}:
        if key not in before:
            values.pop(key, None)
    return ordered(old.section, values, declaration), conflicts


def _differ(key: str, one: Any, other: Any) -> bool:
    forms = forms_of(one) if isinstance(one, Mapping) else (one,)  # a title in several languages
    if key in _ADDRESSES or any(united(key, form, other) is not None for form in forms):
        return False
    return key not in SCHEMES or iri_of(key, str(one)) != iri_of(key, str(other))


def _is_decided(old: ProfileEntry, key: str, value: Any) -> bool:
    """Say whether somebody chose between a value and others."""
    several = old.evidence.conflicts.get(key, ()) if isinstance(old, SourcedEntry) else ()
    return any(each.chosen for each in several) and any(not _differ(key, each.value, value) for each in several)


def _candidate_of(old: ProfileEntry, key: str) -> Candidate:
    value = old.values[key]
    if not isinstance(old, SourcedEntry) or noticed(old.evidence, old.values).status == "edited":
        return Candidate(value=value, source=BY_HAND)
    before = old.evidence.before or {}
    is_by_hand = key in before and "evidence" not in before
    return Candidate(value=value, source=BY_HAND) if is_by_hand else candidate(key, value, old.evidence)


def _contradicting(values: Mapping[str, Any], before: Collection[str]) -> Iterator[str]:
    """Yield the one of `year` and `date` that was added, where they are of different years."""
    if "year" in values and str(values.get("date", values["year"]))[:4] != str(values["year"]):
        yield "date" if "year" in before or "date" not in before else "year"


def _with_ids(stated: Any, found: Any) -> Any:
    """Return people as they are written, each with the ids and affiliations that a source adds."""
    if found is None or not isinstance(stated, list) or len(stated) != len(found):
        return stated
    return [_with_id(one, other) for one, other in zip(stated, found, strict=True)]


def _with_id(one: Any, other: Any) -> Any:
    if not isinstance(other, Mapping) or other.keys() <= {"name", "equal_contribution"}:
        return one
    if isinstance(one, Mapping):
        return {**other, **one}
    name = str(one).rstrip("* ")
    return {**other, "name": name} | ({"equal_contribution": True} if name != str(one).rstrip() else {})
