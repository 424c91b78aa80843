"""Find the entries whose words a source has changed a little: a new year, a word more in a title."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from kg.drafts.entries import Entry, Written
from kg.drafts.uniting import places
from kg.identifiers import fold

LEAST = 0.6
"""The share of words that two versions of an entry have in common."""

MAX_COMPARED = 200
"""Of more entries than this, only the first are compared: each is compared with each."""


def reworded(before: Sequence[Written], now: Sequence[Entry], taken: Collection[int]) -> Iterator[tuple[Entry, int]]:
    """Yield new entries, each with the position of the old one that it is another version of.

    Args:
        before: What stood there.
        now: New entries that continue no old one.
        taken: Positions of old entries that others continue.
    """
    left = {index: old for index, old in enumerate(before) if index not in taken and isinstance(old, Entry)}
    words = {index: _words(old) for index, old in list(left.items())[:MAX_COMPARED]}
    for entry in now[:MAX_COMPARED]:
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
