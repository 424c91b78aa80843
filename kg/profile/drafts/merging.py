"""Merge the entries of sources that were read again with what people decided before."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.profile.drafts.adding import completed, decided, waits, without_additions
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry
from kg.profile.drafts.matching import MAX_COMPARED, keys_of, mean_the_same, united
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.uniting import candidate, confidence_of, fact_places, places, united_entry, with_places
from kg.profile.provenance import BY_HAND, Candidate, Evidence, Place, values_digest
from kg.profile.reviewed import noticed
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration

MIN_SHARED = 0.6
"""The share of words that two versions of an entry have in common."""

MAX_REWORDED = 200
"""Of more entries than this, only the first are compared: each is compared with each."""

CHANGED = "the words in the source changed"
GONE = "no longer in the source"
MORE = "another source says more, or something else"


@dataclass
class MergeResult:
    """The entries of a profile after a merge.

    Attributes:
        entries: For each entry before, in order, the entry now; None if it is removed.
        added: The new ones, each with the position of the entry behind which it goes; -1 for the first place.
        proposed: The keys of all facts ever proposed.
        counts: How many facts were kept, reopened, and so on.
    """

    entries: list[ProfileEntry | None]
    added: list[tuple[int, SourcedEntry]] = field(default_factory=list)
    proposed: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Count one more."""
        self.counts[what] = self.counts.get(what, 0) + 1


def merge(
    before: Sequence[ProfileEntry],
    now: Sequence[SourcedEntry],
    proposed: Collection[str],
    read: Collection[str],
    declaration: Declaration,
) -> MergeResult:
    """Merge the entries of a profile with those of its sources, read again.

    Args:
        before: The entries of the profile.
        now: The entries of the sources, of which no two mean the same.
        proposed: The keys of all facts that were ever proposed.
        read: The documents that were read this time.
        declaration: What entries may say.
    """
    merged = MergeResult(list(before), proposed=set(proposed))
    pairs = _paired(before, now)
    last: dict[str, int] = {}
    deleted = set(proposed) - {fact for old in before for fact in old.facts}
    for entry in now:
        index = pairs.get(id(entry))
        if index is None:
            # What was proposed before and is gone was deleted by hand, and stays so.
            is_deleted = bool(entry.facts & deleted)
            merged.count("deleted before" if is_deleted else "new")
            if not is_deleted:
                merged.added.append((last.get(entry.section, -1), entry))
            continue
        last[entry.section] = index
        merged.entries[index] = _reconciled(merged, before[index], entry, read, deleted, declaration)
    for index in sorted(set(range(len(before))) - set(pairs.values())):
        merged.entries[index] = _unsupported(merged, before[index], read)
    merged.proposed |= {fact for entry in now for fact in entry.facts}
    return merged


def _paired(before: Sequence[ProfileEntry], now: Sequence[SourcedEntry]) -> dict[int, int]:
    """Return for each new entry, by identity, the position of the old one that it continues."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()

    def pair(entry: SourcedEntry, index: int) -> None:
        pairs[id(entry)] = index
        taken.add(index)

    # First by fact and document: two documents may say different things in the same words; then by fact.
    for keys in (fact_places, lambda entry: [(fact, "") for fact in sorted(entry.facts)]):
        by_fact = {(old.section, key): index for index, old in enumerate(before) for key in keys(old)}
        for entry in now:
            found = [by_fact[entry.section, key] for key in keys(entry) if (entry.section, key) in by_fact]
            if id(entry) not in pairs and (free := [index for index in found if index not in taken]):
                pair(entry, min(free))
    # Each step takes in what the one before has paired: `taken` grows while `_matching` goes on.
    for entry, index in _matching(before, [entry for entry in now if id(entry) not in pairs], taken):
        pair(entry, index)
    for entry, index in _reworded(before, [entry for entry in now if id(entry) not in pairs], taken):
        pair(entry, index)
    return pairs


def _matching(
    before: Sequence[ProfileEntry], now: Sequence[SourcedEntry], taken: Collection[int]
) -> Iterator[tuple[SourcedEntry, int]]:
    by_key: dict[tuple[str, str], list[int]] = {}
    for index, old in enumerate(before):
        for key in keys_of(old) if index not in taken else ():
            by_key.setdefault((old.section, key), []).append(index)
    for entry in now:
        near = [index for key in keys_of(entry) for index in by_key.get((entry.section, key), ())]
        for index in [index for index in near if index not in taken][:MAX_COMPARED]:
            # Without its documents: an old version and a new one may differ as two sources do.
            if mean_the_same(ProfileEntry(entry.section, before[index].values), entry):
                yield entry, index
                break


def _reworded(
    before: Sequence[ProfileEntry], now: Sequence[SourcedEntry], taken: Collection[int]
) -> Iterator[tuple[SourcedEntry, int]]:
    """Yield new entries whose words changed a little (a new year, a word more), each with the position of the old."""
    left = {index: old for index, old in enumerate(before) if index not in taken and isinstance(old, SourcedEntry)}
    words = {index: _words(old) for index, old in list(left.items())[:MAX_REWORDED]}
    for entry in now[:MAX_REWORDED]:
        own = _words(entry)
        near = [
            (share, -index)
            for index, others in words.items()
            if left[index].section == entry.section and not left[index].documents.isdisjoint(entry.documents)
            if (share := (others & own).total() / max(others.total(), own.total(), 1)) >= MIN_SHARED
        ]
        if near:
            index = -max(near)[1]
            del words[index]
            yield entry, index


def _words(entry: SourcedEntry) -> Counter[str]:
    return Counter(word for place in places(entry.evidence) for word in fold(place.quote or "").split())


def _reconciled(
    merged: MergeResult,
    entry: ProfileEntry,
    new: SourcedEntry,
    read: Collection[str],
    deleted: Collection[str],
    declaration: Declaration,
) -> ProfileEntry:
    """Return the entry for an old one that the sources state again."""
    if not isinstance(entry, SourcedEntry):
        merged.count("by hand")
        return entry
    is_known = {*fact_places(new)} <= {*fact_places(entry)}
    old = entry if is_known or not waits(entry) else without_additions(entry, new.documents)
    if not isinstance(old, SourcedEntry) or waits(old):
        result = completed(entry, [new], declaration) or _refreshed(entry, new)
        merged.proposed -= entry.facts - result.facts
        merged.count("changed" if result.values != entry.values else "kept")
        return result
    old = replace(old, evidence=noticed(old.evidence, old.values))
    result = _reread(old, new, read, deleted, declaration)
    merged.proposed -= entry.facts - result.facts
    was_decided = _status(old) != "proposed"
    is_changed = not was_decided and not new.facts <= old.facts
    is_reopened = was_decided and _status(result) == "proposed"
    merged.count("reopened" if is_reopened else "changed" if is_changed else "kept")
    return result


def _reread(
    old: SourcedEntry, new: SourcedEntry, read: Collection[str], deleted: Collection[str], declaration: Declaration
) -> SourcedEntry:
    """Return an entry as all its documents have it now, under what people decided about it."""
    status, others = _status(old), list(_statements(old, read))
    fresh = new.facts - old.facts
    if (not fresh and others) or (status != "proposed" and fresh <= set(deleted)):
        return _refreshed(old, new)
    is_lost = not others and old.facts.isdisjoint(new.facts) and status != "rejected"
    in_others = old.documents.isdisjoint(place.source for place in places(new.evidence) if place.fact in fresh)
    is_more = in_others and not is_lost
    now = united_entry([*others, new], declaration) if others else new
    known = with_places(old.evidence, [new.evidence]) if is_more else now.evidence
    if status == "rejected":
        if is_more or _is_still_rejected(old, new):
            return SourcedEntry(old.section, (old if is_more else new).values, known).with_evidence(status=status)
        return new.with_evidence(reason=CHANGED)
    if status == "edited":
        return _questioned(old, known, new)
    now = _carried(old, now)
    return now if status == "proposed" else _reopened(old, known, now, MORE if is_more else CHANGED)


def _statements(entry: SourcedEntry, read: Collection[str]) -> Iterator[SourcedEntry]:
    """Yield what each document of an entry says that was not read this time, as far as the entry tells."""
    by_source: dict[str, list[Place]] = {}
    for place in places(entry.evidence):
        if place.source not in read:
            by_source.setdefault(place.source, []).append(place)
    for source, (first, *also) in by_source.items():
        values = dict(entry.values)
        for key, several in entry.evidence.conflicts.items():
            values.update((key, each.value) for each in several if each.source == source)
        update = {**first.model_dump(), "also": tuple(also), "conflicts": {}, "status": "proposed"}
        yield SourcedEntry(entry.section, values, entry.evidence.model_copy(update=update))


def _status(entry: SourcedEntry) -> str:
    """Return the status; a value that somebody wrote, and that is in question, counts as edited."""
    evidence = entry.evidence
    by_hand = any(each.source == BY_HAND for several in evidence.conflicts.values() for each in several)
    return "edited" if by_hand and evidence.status == "proposed" else evidence.status


def _carried(old: SourcedEntry, new: SourcedEntry) -> SourcedEntry:
    """Return a new entry with the candidates that somebody chose before, and why it was reopened."""
    if old.evidence.reason in (CHANGED, MORE) and not new.evidence.reason:
        new = new.with_evidence(reason=old.evidence.reason)
    values, conflicts = dict(new.values), dict(new.evidence.conflicts)
    for key, several in old.evidence.conflicts.items():
        chosen = next((each for each in several if each.chosen), None)
        if chosen is None:
            continue
        wanted = values_digest({"": chosen.value})
        if match := [each for each in conflicts.get(key, ()) if values_digest({"": each.value}) == wanted]:
            conflicts[key] = tuple(each.model_copy(update={"chosen": each is match[0]}) for each in conflicts[key])
            values[key] = match[0].value
    if conflicts == new.evidence.conflicts:
        return new
    update = {"conflicts": conflicts, "proposed": values_digest(values)}
    return SourcedEntry(new.section, values, new.evidence.model_copy(update=update))


def _refreshed(old: SourcedEntry, new: SourcedEntry) -> SourcedEntry:
    """Return an old entry with the present places of its words."""
    now = {(place.fact, place.source): place for place in places(new.evidence)}
    first = now.get((old.evidence.fact, old.evidence.source))
    moved = {name: getattr(first, name) for name in ("page", "lines", "quote")} if first else {}
    also = tuple(now.get((place.fact, place.source), place) for place in old.evidence.also)
    refreshed = old.with_evidence(**moved, also=also)
    return replace(refreshed, evidence=with_places(refreshed.evidence, [new.evidence]))


def _reopened(old: SourcedEntry, known: Evidence, now: SourcedEntry, reason: str) -> SourcedEntry:
    """Return an accepted entry, open again if its documents say something about which nobody decided."""
    conflicts, before = now.evidence.conflicts, old.evidence.conflicts
    values = {**now.values, **{key: value for key, value in old.values.items() if key in conflicts}}
    settled = {
        (key, values_digest({"": each}))
        for key, value in old.values.items()
        for each in (value, *(candidate.value for candidate in before.get(key, ())))
    }
    stated = {(key, values_digest({"": each.value})) for key, several in conflicts.items() for each in several}
    if stated <= settled and values_digest(values) == values_digest(old.values):
        return old.with_evidence(**{name: getattr(known, name) for name in Place.model_fields}, also=known.also)
    update: dict[str, Any] = {"status": "proposed", "reason": reason, "proposed": values_digest(values)}
    if old.section != PERSON:
        update["before"] = decided(old)
    return SourcedEntry(old.section, values, now.evidence.model_copy(update=update))


def _is_still_rejected(old: SourcedEntry, new: SourcedEntry) -> bool:
    """Say whether other words mean what was rejected: that of a document may have been a wrong reading.

    A registry says what it holds, and somebody rejected the thing.
    """
    shared = old.values.keys() & new.values.keys()
    agree = "://" in new.evidence.source or all(united(key, old.values[key], new.values[key]) for key in shared)
    return agree and mean_the_same(ProfileEntry(old.section, old.values), new)


def _questioned(old: SourcedEntry, known: Evidence, new: SourcedEntry) -> SourcedEntry:
    """Return an entry that somebody edited, with both values where the sources state another now."""
    conflicts = {
        key: (Candidate(value=value, source=BY_HAND), candidate(key, new.values[key], new.evidence))
        for key, value in old.values.items()
        if key in new.values and united(key, value, new.values[key]) is None
    }
    sure = {key: confidence_of(known, key) for key in old.values}
    update: dict[str, Any] = {
        "confidence": sure if old.section != PERSON else min(sure.values()),
        "conflicts": conflicts,
    }
    if conflicts:
        update |= {"status": "proposed", "proposed": values_digest(old.values), "reason": CHANGED}
    else:
        update |= {"status": "edited", "proposed": known.proposed}
    return replace(old, evidence=known.model_copy(update=update))


def _unsupported(merged: MergeResult, entry: ProfileEntry, read: Collection[str]) -> ProfileEntry | None:
    """Return the entry for an old one that no document states this time; None if it is removed."""
    former = without_additions(entry, read)
    merged.proposed -= entry.facts - former.facts
    if former is not entry:
        return _unsupported(merged, former, read)
    if not isinstance(entry, SourcedEntry) or not entry.documents <= set(read) or waits(entry):
        merged.count("kept")
        return entry
    evidence = noticed(entry.evidence, entry.values)
    status = _status(replace(entry, evidence=evidence))
    merged.count("gone" if status in ("proposed", "rejected") else "without words")
    if status == "proposed":
        merged.proposed -= entry.facts
    if status in ("proposed", "rejected"):
        return None
    return replace(entry, evidence=evidence.model_copy(update={"reason": GONE}))
