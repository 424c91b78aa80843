"""Show differences as text, Markdown, JSON or RDF Patch."""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from typing import Any

from kg.store.diff.comparing import DumpComparison
from kg.store.diff.model import Change, GraphDifference, titles_of
from kg.terms.kinds import Declaration
from kg.terms.labels import nouns

# What differs as RDF Patch: https://afs.github.io/rdf-delta/rdf-patch.html.


def lines(comparison: DumpComparison, only: str = "") -> Iterator[str]:
    """Yield the lines of the patch that makes the old graph the new one: quads that go, and quads that come.

    Its id is made from what it does, so that the same difference gives the same patch.

    Args:
        comparison: The two graphs.
        only: The IRI of the one thing that is meant, or empty for all; then the patch does only this part.
    """
    yield f"H id <uuid:{_identity(comparison, only)}> ."
    yield "TX ."
    yield from _changes(comparison, only)
    yield "TC ."


def _identity(comparison: DumpComparison, only: str) -> str:
    digest = sha256()
    for line in _changes(comparison, only):
        digest.update(f"{line}\n".encode())
    found = digest.hexdigest()
    # A UUID of version 8: made by a rule of one's own (RFC 9562, section 5.8).
    return f"{found[:8]}-{found[8:12]}-8{found[13:16]}-8{found[17:20]}-{found[20:32]}"


def _changes(comparison: DumpComparison, only: str) -> Iterator[str]:
    for pair in comparison.pairs():
        if only in ("", pair.thing):
            yield from (f"D {quad} ." for quad in sorted(pair.removed, key=str))
            yield from (f"A {quad} ." for quad in sorted(pair.added, key=str))


# What differs, for people and programs: text, Markdown and JSON.

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def nouns_of(declaration: Declaration) -> Mapping[str, tuple[str, str]]:
    """Return what that of which is told is called: one, and several."""
    others = {"dataset": ("dataset", "datasets"), "source": ("source", "sources"), "": ("other thing", "other things")}
    return {**nouns(declaration), **others}


def text(difference: GraphDifference) -> str:
    """Return what differs as text for a terminal."""
    parts, titles = [summary(difference)], titles_of(difference.declaration)
    for kind, changes in _by_kind(difference):
        parts.append("\n".join([titles[kind], *(line for change in changes for line in _lines(change))]))
    return "\n\n".join(parts) + "\n"


def markdown(difference: GraphDifference) -> str:
    """Return what differs as Markdown, for a release note or the comment of a pull request."""
    parts, titles = [summary(difference)], titles_of(difference.declaration)
    for kind, changes in _by_kind(difference):
        parts.append("\n".join([f"## {titles[kind]}", "", *map(_item, changes)]))
    return "\n\n".join(parts) + "\n"


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
    """Return a change as JSON holds it; what is empty is left out."""
    value = {
        "path": change.path,
        "fate": change.fate.value,
        "name": change.name,
        "into": change.into,
        "words": list(change.words),
    }
    return {key: each for key, each in value.items() if each}


def summary(difference: GraphDifference) -> str:
    """Return what differs in one sentence.

    >>> summary(GraphDifference())
    'Nothing differs.'
    """
    if not difference:
        return "Nothing differs."
    quads = f"{difference.added:,} quads added, {difference.removed:,} removed"
    counted = {kind: sum(fates.values()) for kind, fates in difference.counts.items()}
    called = nouns_of(difference.declaration)
    kinds = (kind for kind in titles_of(difference.declaration) if kind in counted)
    things = [f"{counted[kind]:,} {called[kind][counted[kind] != 1]}" for kind in kinds]
    return f"{joined(things)} changed: {quads}." if things else f"Nothing that is told in words changed: {quads}."


def joined(parts: list[str]) -> str:
    """Return parts of a sentence, the last after 'and'.

    >>> joined(["2 people", "1 work"])
    '2 people and 1 work'
    """
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _by_kind(difference: GraphDifference) -> Iterator[tuple[str, list[Change]]]:
    for kind, changes in groupby(difference.changes, key=lambda change: change.kind):
        yield kind, list(changes)


def _lines(change: Change) -> Iterator[str]:
    name = f"{change.name} ({change.path})" if change.name and change.name != change.path else change.path
    if len(change.clauses) == 1:
        yield f"  {name}: {change.clauses[0]}"
        return
    yield f"  {name}"
    yield from (f"    {clause}" for clause in change.clauses)


def _item(change: Change) -> str:
    name = f"**{_escaped(change.name)}** (`{change.path}`)" if change.name else f"`{change.path}`"
    return f"- {name}: {'; '.join(map(_escaped, change.clauses))}"


def _escaped(words: str) -> str:
    return _MARKS.sub(r"\\\1", words)
