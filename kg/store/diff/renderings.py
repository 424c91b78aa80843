"""Show differences as text, Markdown, JSON or RDF Patch."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from typing import Any

from kg.base.errors import counted
from kg.store.diff.comparing import DumpComparison
from kg.store.diff.describing import Change, Counts, GraphDifference, titles_of
from kg.terms.labels import nouns

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def patch(comparison: DumpComparison) -> Iterator[str]:
    """Yield the lines of the RDF Patch that makes the old graph the new one: https://afs.github.io/rdf-delta/rdf-patch.html.

    Its id is made from what it does, so that the same difference gives the same patch.
    """
    digest = sha256()
    for line in _changes(comparison):
        digest.update(f"{line}\n".encode())
    found = digest.hexdigest()
    # A UUID of version 8: made by a rule of one's own (RFC 9562, section 5.8).
    yield f"H id <uuid:{found[:8]}-{found[8:12]}-8{found[13:16]}-8{found[17:20]}-{found[20:32]}> ."
    yield "TX ."
    yield from _changes(comparison)
    yield "TC ."


def _changes(comparison: DumpComparison) -> Iterator[str]:
    for each in comparison.differences():
        yield from (f"D {quad} ." for quad in sorted(each.removed, key=str))
        yield from (f"A {quad} ." for quad in sorted(each.added, key=str))


def text(difference: GraphDifference) -> str:
    """Return what differs as text for a terminal."""
    return _document(difference, "{}", _lines)


def markdown(difference: GraphDifference) -> str:
    """Return what differs as Markdown, for a release note or the comment of a pull request."""
    return _document(difference, "## {}\n", _item)


def as_json(difference: GraphDifference) -> str:
    """Return what differs for programs."""
    value = {
        "equal": not difference,
        "quads": {"added": difference.added, "removed": difference.removed},
        "counts": difference.counts,
        "changes": list(map(record, difference.changes)),
    }
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def record(change: Change) -> dict[str, Any]:
    """Return a change as JSON holds it, without what is empty."""
    value = {"path": change.path, "fate": change.fate.value, "name": change.name, "into": change.into}
    return {key: each for key, each in {**value, "words": list(change.words)}.items() if each}


def summary(difference: GraphDifference) -> str:
    """Return what differs in one sentence.

    >>> summary(GraphDifference())
    'Nothing differs.'
    """
    if not difference:
        return "Nothing differs."
    others = {"source": ("source", "sources"), "dataset": ("dataset", "datasets"), "": ("other thing", "other things")}
    quads = f"{difference.added:,} quads added, {difference.removed:,} removed"
    things = counted_kinds(difference.counts, {**nouns(difference.declaration), **others})
    return f"{things or 'Nothing that is described'} changed: {quads}."


def counted_kinds(counts: Counts, called: Mapping[str, tuple[str, str]]) -> str:
    """Return how many things of each kind there are, in words.

    >>> counted_kinds({"person": {"new": 2}}, {"person": ("person", "people"), "work": ("work", "works")})
    '2 people'
    """
    numbers = ((sum(counts[kind].values()), words) for kind, words in called.items() if kind in counts)
    *parts, last = [counted(number, *words) for number, words in numbers if number] or [""]
    return f"{', '.join(parts)} and {last}" if parts else last


def _document(difference: GraphDifference, heading: str, lines: Callable[[Change], Iterator[str]]) -> str:
    parts, titles = [summary(difference)], titles_of(difference.declaration)
    for kind, changes in groupby(difference.changes, key=lambda change: change.kind):
        parts.append("\n".join([heading.format(titles[kind]), *(line for each in changes for line in lines(each))]))
    return "\n\n".join(parts) + "\n"


def _lines(change: Change) -> Iterator[str]:
    name = f"{change.name} ({change.path})" if change.name not in ("", change.path) else change.path
    if len(change.clauses) == 1:
        yield f"  {name}: {change.clauses[0]}"
        return
    yield f"  {name}"
    yield from (f"    {clause}" for clause in change.clauses)


def _item(change: Change) -> Iterator[str]:
    name = f"**{_escaped(change.name)}** (`{change.path}`)" if change.name else f"`{change.path}`"
    yield f"- {name}: {'; '.join(map(_escaped, change.clauses))}"


def _escaped(words: str) -> str:
    return _MARKS.sub(r"\\\1", words)
