"""Merge what sources say now with what was decided before."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from kg.profile.drafts.entries import Entry, Written
from kg.profile.drafts.matching import MAX_COMPARED, keys_of, mean_the_same, united
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.uniting import confidence_of, places, united_entry, with_places
from kg.profile.provenance import BY_HAND, Candidate, Evidence, values_digest
from kg.profile.reviewed import noticed
from kg.terms.identifiers import fold

# Find the entries whose words a source has changed a little: a new year, a word more in a title.

LEAST = 0.6
"""The share of words that two versions of an entry have in common."""

MAX_REWORDED = 200
"""Of more entries than this, only the first are compared: each is compared with each."""


def reworded(before: Sequence[Written], now: Sequence[Entry], taken: Collection[int]) -> Iterator[tuple[Entry, int]]:
    """Yield new entries, each with the position of the old one that it is another version of.

    Args:
        before: What stood there.
        now: New entries that continue no old one.
        taken: Positions of old entries that others continue.
    """
    left = {index: old for index, old in enumerate(before) if index not in taken and isinstance(old, Entry)}
    words = {index: _words(old) for index, old in list(left.items())[:MAX_REWORDED]}
    for entry in now[:MAX_REWORDED]:
        near = [
            (share, -index)
            for index in words
            if left[index].section == entry.section and _is_of_one_source(left[index], entry)
            if (share := _shared(words[index], _words(entry))) >= LEAST
        ]
        if near:
            index = -max(near)[1]
            del words[index]
            yield entry, index


def _is_of_one_source(old: Entry, new: Entry) -> bool:
    return not old.documents.isdisjoint(new.documents)


def _words(entry: Entry) -> Counter[str]:
    """Return the words that its sources use, with how often."""
    return Counter(word for place in places(entry.evidence) for word in fold(place.quote or "").split())


def _shared(one: Counter[str], other: Counter[str]) -> float:
    return (one & other).total() / max(one.total(), other.total(), 1)


# Bring what sources say now together with what was decided before.

CHANGED = "the words in the source changed"
GONE = "no longer in the source"
MORE = "another source says more, or something else"


@dataclass
class Merged:
    """What became of the entries of a profile.

    Attributes:
        entries: The entries that stood there, in their order, each with what stands there now; None if it goes.
        added: The new ones, each with the position of the entry behind which it stands; -1 for the first place.
        proposed: The keys of all facts ever proposed.
        counts: How many facts were kept, reopened, and so on.
    """

    entries: list[Written | None]
    added: list[tuple[int, Entry]] = field(default_factory=list)
    proposed: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Count one more."""
        self.counts[what] = self.counts.get(what, 0) + 1


def merge(before: Sequence[Written], now: Sequence[Entry], proposed: Collection[str], read: Collection[str]) -> Merged:
    """Return what stands in a profile when its sources have been read again.

    Args:
        before: What stood there.
        now: What the sources say, of which no two mean the same.
        proposed: The keys of all facts that were ever proposed.
        read: The documents that were read this time.
    """
    merged = Merged(list(before), proposed=set(proposed))
    pairs = _paired(before, now)
    last: dict[str, int] = {}
    deleted = set(proposed) - {fact for old in before for fact in old.facts}
    for entry in now:
        index = pairs.get(id(entry))
        if index is None:
            _add(merged, entry, last.get(entry.section, -1), deleted)
            continue
        last[entry.section] = index
        merged.entries[index] = _reconciled(merged, before[index], entry, read)
    for index in sorted(set(range(len(before))) - set(pairs.values())):
        merged.entries[index] = _unsupported(merged, before[index], read)
    merged.proposed |= {fact for entry in now for fact in entry.facts}
    return merged


def _paired(before: Sequence[Written], now: Sequence[Entry]) -> dict[int, int]:
    """Return for each new entry, by identity, the position of the old one that it continues."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for keys in (_told, lambda entry: [(fact, "") for fact in sorted(entry.facts)]):
        by_fact = {(old.section, key): index for index, old in enumerate(before) for key in keys(old)}
        for entry in now:
            found = [by_fact[entry.section, key] for key in keys(entry) if (entry.section, key) in by_fact]
            if id(entry) not in pairs and (free := [index for index in found if index not in taken]):
                pairs[id(entry)] = min(free)
                taken.add(min(free))
    by_key: dict[tuple[str, str], list[int]] = {}
    for index, old in enumerate(before):
        for key in keys_of(old) if index not in taken else ():
            by_key.setdefault((old.section, key), []).append(index)
    for entry in now:
        if id(entry) not in pairs and (match := _match(before, entry, by_key, taken)) is not None:
            pairs[id(entry)] = match
            taken.add(match)
    unpaired = [entry for entry in now if id(entry) not in pairs]
    return pairs | {id(entry): index for entry, index in reworded(before, unpaired, taken)}


def _told(entry: Written) -> list[tuple[str, str]]:
    """Return facts with the documents that say them: two documents may say different things in the same words."""
    return [(place.fact, place.source) for place in places(entry.evidence)] if isinstance(entry, Entry) else []


def _match(
    before: Sequence[Written], entry: Entry, by_key: Mapping[tuple[str, str], list[int]], taken: Collection[int]
) -> int | None:
    """Return the position of the first old entry, not taken yet, that means the same."""
    near = [index for key in keys_of(entry) for index in by_key.get((entry.section, key), ())]
    free = [index for index in near if index not in taken][:MAX_COMPARED]
    return next((index for index in free if mean_the_same(_unplaced(before[index]), entry)), None)


def _unplaced(entry: Written) -> Written:
    """Return an entry without its documents: an old version and a new one may differ as two sources do."""
    return Written(entry.section, entry.values)


def _add(merged: Merged, entry: Entry, last: int, deleted: Set[str]) -> None:
    """Add what is new; what was proposed before and stands nowhere was deleted by hand, and stays so."""
    if entry.facts & deleted:
        merged.count("deleted before")
        return
    merged.added.append((last, entry))
    merged.count("new")


def _reconciled(merged: Merged, old: Written, new: Entry, read: Collection[str]) -> Written:
    """Return what stands where an old entry stood that the sources say again."""
    if not isinstance(old, Entry):
        merged.count("by hand")
        return old
    old = replace(old, evidence=noticed(old.evidence, old.values))
    said_anew = new.facts - old.facts
    was_decided = _status(old) != "proposed"
    is_lost = old.facts.isdisjoint(new.facts) and old.documents <= set(read) and _status(old) != "rejected"
    if not was_decided and old.documents <= set(read):
        found = _carried(old, new)
    elif not said_anew:
        found = _refreshed(old, new)
    elif not is_lost and old.documents.isdisjoint(
        place.source for place in places(new.evidence) if place.fact in said_anew
    ):
        found = _said_more(old, new, read)
    else:
        found = _said_otherwise(old, new, read)
    merged.proposed -= old.facts - found.facts
    is_reopened = was_decided and _status(found) == "proposed"
    merged.count("reopened" if is_reopened else "changed" if said_anew and not was_decided else "kept")
    return found


def _status(entry: Entry) -> str:
    """Return what was decided; a value that somebody wrote, and that is in question, is a decision."""
    evidence = entry.evidence
    by_hand = any(each.source == BY_HAND for several in evidence.conflicts.values() for each in several)
    return "edited" if by_hand and evidence.status == "proposed" else evidence.status


def _carried(old: Entry, new: Entry) -> Entry:
    """Return a new entry with the candidates that somebody chose before, and why it was opened again."""
    if old.evidence.reason in (CHANGED, MORE) and not new.evidence.reason:
        new = new.with_evidence(reason=old.evidence.reason)
    values, conflicts = dict(new.values), dict(new.evidence.conflicts)
    for key, several in old.evidence.conflicts.items():
        chosen = next((each for each in several if each.chosen), None)
        match = [each for each in conflicts.get(key, ()) if chosen and _plain(each.value) == _plain(chosen.value)]
        if match and chosen:
            conflicts[key] = tuple(each.model_copy(update={"chosen": each is match[0]}) for each in conflicts[key])
            values[key] = match[0].value
    if conflicts == new.evidence.conflicts:
        return new
    update = {"conflicts": conflicts, "proposed": values_digest(values)}
    return Entry(new.section, values, new.evidence.model_copy(update=update))


def _plain(value: Any) -> str:
    return values_digest({"value": value})


def _refreshed(old: Entry, new: Entry) -> Entry:
    """Return an old entry whose words are found where they stand now."""
    now = {(place.fact, place.source): place for place in places(new.evidence)}
    first = now.get((old.evidence.fact, old.evidence.source))
    moved = {name: getattr(first, name) for name in ("page", "lines", "quote")} if first else {}
    also = tuple(now.get((place.fact, place.source), place) for place in old.evidence.also)
    refreshed = old.with_evidence(**moved, also=also)
    return replace(refreshed, evidence=with_places(refreshed.evidence, [new.evidence]))


def _said_more(old: Entry, new: Entry, read: Collection[str]) -> Entry:
    """Return an old entry that a further document speaks of."""
    status = _status(old)
    known = replace(old, evidence=with_places(old.evidence, [new.evidence]))
    if status == "rejected":
        return known
    if status == "edited":
        return _questioned(known, new)
    both = _carried(old, new) if old.documents <= set(read) else united_entry([old, new])
    if status == "accepted" and _agree(old.values, both.values):
        return known
    if old.documents <= set(read):
        return both.with_evidence(reason=MORE)
    kept = {key: several for key, several in old.evidence.conflicts.items() if key not in both.evidence.conflicts}
    update: dict[str, Any] = {"conflicts": {**kept, **both.evidence.conflicts}, "status": "proposed"}
    if status == "accepted":
        update["reason"] = MORE
    values = {**old.values, **both.values} if status == "accepted" else both.values
    update["proposed"] = values_digest(values)
    return Entry(old.section, values, both.evidence.model_copy(update=update))


def _said_otherwise(old: Entry, new: Entry, read: Collection[str]) -> Entry:
    """Return what stands where the words of a document changed."""
    status = _status(old)
    if status == "edited":
        return _questioned(replace(old, evidence=_on_new_words(old, new)), new)
    if status == "proposed":
        return united_entry([new, _elsewhere(old, read)])
    return new.with_evidence(reason=CHANGED)


def _elsewhere(old: Entry, read: Collection[str]) -> Entry:
    """Return an old entry with the places only that were not read this time."""
    first, *rest = (place for place in places(old.evidence) if place.source not in read)
    return old.with_evidence(**first.model_dump(), also=tuple(rest))


def _on_new_words(old: Entry, new: Entry) -> Evidence:
    """Return new evidence for the values that somebody wrote."""
    confidence: Any = {key: confidence_of(new.evidence, key) for key in old.values if key in new.values}
    if old.section == PERSON:
        confidence = new.evidence.confidence
    return new.evidence.model_copy(update={"confidence": confidence, "conflicts": {}, "status": "edited"})


def _questioned(old: Entry, new: Entry) -> Entry:
    """Return an entry that somebody edited, with both values where the sources say something else now."""
    conflicts = {}
    for key, value in old.values.items():
        if key in new.values and united(key, value, new.values[key]) is None:
            theirs = Candidate(
                value=new.values[key],
                confidence=confidence_of(new.evidence, key),
                **new.evidence.model_dump(include={"source", "page", "lines", "quote"}),
            )
            conflicts[key] = (Candidate(value=value, source=BY_HAND), theirs)
    if not conflicts:
        return old.with_evidence(status="edited")
    return old.with_evidence(status="proposed", conflicts=conflicts, proposed=values_digest(old.values), reason=CHANGED)


def _unsupported(merged: Merged, entry: Written, read: Collection[str]) -> Written | None:
    """Return what becomes of an entry that no document says this time; None if it goes."""
    if not isinstance(entry, Entry) or not entry.documents <= set(read):
        merged.count("kept")
        return entry
    evidence = noticed(entry.evidence, entry.values)
    status = _status(replace(entry, evidence=evidence))
    merged.count("gone" if status in ("proposed", "rejected") else "without words")
    if status == "proposed":
        merged.proposed -= entry.facts
        return None
    if status == "rejected":
        return None
    return replace(entry, evidence=evidence.model_copy(update={"reason": GONE}))


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return values_digest(one) == values_digest(other)
