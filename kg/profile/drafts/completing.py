"""Add to entries of a profile what registries say of them: as proposals, beside what people wrote or decided.

Nothing that stands there is replaced. What was decided before is kept within the evidence (`before`), so that an entry
is again what it was if people reject what was added, and is published like that where proposals are not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, entries, ordered, refused
from kg.profile.drafts.matching import PEOPLE, united
from kg.profile.drafts.merging import MORE, MergeResult
from kg.profile.drafts.model import Draft
from kg.profile.drafts.plain_data import evidence_data
from kg.profile.drafts.reviewing import CurrentEntries
from kg.profile.drafts.uniting import as_published, candidate, with_places, without_incomplete
from kg.profile.drafts.writing import SURE, Revision, write
from kg.profile.drafts.yaml_editing import EditableProfile
from kg.profile.provenance import BY_HAND, Candidate, Evidence, values_digest
from kg.profile.reviewed import noticed, reviewed_model
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near, kg_declaration
from kg.terms.identifiers import SCHEMES, iri_of

_ADDRESSES = frozenset(("url", "open_access", "links"))
"""Keys under which another value is no contradiction: a work stands in several places."""


@dataclass(frozen=True)
class ProfileWork:
    """A work of a list, which may lack something."""

    values: Mapping[str, Any]  # What the list says of it
    line: int = 1  # Its line in the file
    documents: frozenset[str] = frozenset()  # The documents that state it
    questions: tuple[str, ...] = ()  # The keys on which sources disagree and nobody decided
    is_proposed: bool = False  # Whether nobody decided about it

    @property
    def key(self) -> str:
        """What stands for it as long as nobody changes it."""
        return values_digest(self.values)


def works_in(text: str, path: Path) -> list[ProfileWork]:
    """Return the works of a profile but for those that people rejected.

    Raises:
        ReadError: If it is no profile.
    """
    typed_yaml.check(text, path, reviewed_model(declaration_near(path)))
    extents = strict_yaml.extents(text, path)
    current = CurrentEntries.of(EditableProfile(text, path))
    section = kg_declaration().works
    return [
        _listed(entry, extents.get(place, (1, 1, 1))[0])
        for entry, place in zip(current.entries, current.places, strict=True)
        if entry.section == section and not _is_rejected(entry)
    ]


def complete(additions: Mapping[str, Draft], *, previous: str, path: Path) -> Revision:
    """Add to the works of a profile what registries say of them.

    Args:
        additions: By the key of a work what each says, the one to follow first; facts that are not sure are questions.
        previous: The profile as it is now: of a work that was changed meanwhile, nothing is added.
        path: Its file, for messages.

    Raises:
        ReadError: If it is no profile any more.
    """
    typed_yaml.check(previous, path, reviewed_model(declaration_near(path)))
    profile = EditableProfile(previous, path)
    before = CurrentEntries.of(profile)
    merged = MergeResult(list(before.entries), proposed=set(before.proposed))
    waiting, problems, now = dict(additions), list[Problem](), list[SourcedEntry]()
    for index, entry in enumerate(before.entries):
        draft = waiting.pop(values_digest(entry.values), None)
        if draft is None or entry.section != kg_declaration().works or _is_rejected(entry):
            continue
        found, refusals = entries(draft.facts)
        fresh = [each for each in found if not (each.facts - entry.facts) & merged.proposed]
        problems += refusals
        if (added := completed(entry, fresh)) is not None:
            merged.entries[index] = added
            merged.count("completed" if added.values != entry.values else "asked about")
            now += fresh
    if not now:
        return Revision(previous, [], merged.counts, problems)
    merged.proposed |= {fact for entry in now for fact in entry.facts}
    named = {place for entry in now for place in entry.documents}
    sources = [source for draft in additions.values() for source in draft.sources if source.path in named]
    return write(profile, path, before, merged, Draft((), tuple(sources)), now, problems)


def completed(old: ProfileEntry, found: Sequence[SourcedEntry]) -> SourcedEntry | None:
    """Return an entry with what sources add to it, as a proposal; None if they add nothing.

    Args:
        old: The entry.
        found: What each source says of it, the one to follow first; what is not sure becomes a question.
    """
    sure = [each for each in found if each.evidence.lowest >= SURE]
    questions = [each for each in found if each.evidence.lowest < SURE]
    if not found:
        return None
    values, conflicts = dict(old.values), dict[str, tuple[Candidate, ...]]()
    if sure:
        values, conflicts = _with_values(old, _first_of_each(sure))
    for key in dict.fromkeys(key for each in questions for key in each.values):
        if key not in values:
            conflicts[key] = tuple(
                candidate(key, each.values[key], each.evidence) for each in questions if key in each.values
            )
    evidence = with_places((sure or questions)[0].evidence, [each.evidence for each in found])
    if isinstance(old, SourcedEntry):
        evidence = with_places(old.evidence, [evidence])
    if values == old.values and not conflicts:
        return SourcedEntry(old.section, values, evidence) if isinstance(old, SourcedEntry) else None
    changes = {
        "status": "proposed",
        "confidence": _confidence(old, values, found) if sure else questions[0].evidence.confidence,
        "proposed": values_digest(values),
        "conflicts": (old.evidence.conflicts if isinstance(old, SourcedEntry) else {}) | conflicts,
        "before": _before(old),
        "reason": "; ".join(_reasons(old, values, found)) or MORE,
        "rank": max(each.evidence.rank for each in found) if not isinstance(old, SourcedEntry) else old.evidence.rank,
    }
    return SourcedEntry(old.section, values, evidence.model_copy(update=changes))


def _reasons(old: ProfileEntry, values: Mapping[str, Any], found: Sequence[SourcedEntry]) -> Iterator[str]:
    """Yield why it is proposed: what was added, and what sources say of their doubts."""
    if added := [key for key in values if key not in old.values]:
        yield f"it lacked {', '.join(added)}"
    yield from dict.fromkeys(filter(None, (each.evidence.reason for each in found)))


def _is_rejected(entry: ProfileEntry) -> bool:
    return isinstance(entry, SourcedEntry) and entry.evidence.status == "rejected"


def _listed(entry: ProfileEntry, line: int) -> ProfileWork:
    if not isinstance(entry, SourcedEntry):
        return ProfileWork(entry.values, line)
    evidence = noticed(entry.evidence, entry.values)
    is_proposed = evidence.status == "proposed"
    return ProfileWork(entry.values, line, entry.documents, evidence.open_conflicts(entry.values), is_proposed)


def _before(old: ProfileEntry) -> dict[str, Any] | None:
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
            values[key] = agreed or values.get(key, value)
    return replace(first, values=values)


def _with_values(old: ProfileEntry, new: SourcedEntry) -> tuple[dict[str, Any], dict[str, tuple[Candidate, ...]]]:
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
        if stated is not None and _differ(key, stated, value):
            conflicts[key] = (_candidate_of(old, key), candidate(key, value, new.evidence))
    for key in {*_contradicting(values, before), *(key for key, _ in refused(old.section, values))}:
        if key not in before:
            values.pop(key, None)
    return ordered(old.section, values), conflicts


def _differ(key: str, one: Any, other: Any) -> bool:
    if key in _ADDRESSES or united(key, one, other) is not None:
        return False
    return key not in SCHEMES or iri_of(key, str(one)) != iri_of(key, str(other))


def _candidate_of(old: ProfileEntry, key: str) -> Candidate:
    is_by_hand = not isinstance(old, SourcedEntry) or noticed(old.evidence, old.values).status == "edited"
    if isinstance(old, SourcedEntry) and not is_by_hand:
        return candidate(key, old.values[key], old.evidence)
    return Candidate(value=old.values[key], source=BY_HAND)


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


def _confidence(old: ProfileEntry, values: Mapping[str, Any], found: Sequence[SourcedEntry]) -> dict[str, float]:
    """Return how likely each value is right: those that stood there as before, the others as their sources say."""
    sure = {key: each for entry in reversed(found) for key, each in _by_key(entry.evidence, entry.values).items()}
    kept = _by_key(old.evidence, old.values) if isinstance(old, SourcedEntry) else {}
    return {key: kept.get(key, sure.get(key, 1.0)) for key in values}


def _by_key(evidence: Evidence, values: Mapping[str, Any]) -> dict[str, float]:
    sure = evidence.confidence
    return sure if isinstance(sure, dict) else dict.fromkeys(values, sure)
