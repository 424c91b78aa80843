"""What differs between two graphs, and how it is shown: as text, Markdown or JSON."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any

from kg.base.errors import counted
from kg.base.reporting import json_text
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration
from kg.terms.labels import nouns

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&])")

Counts = Mapping[str, Mapping[str, int]]
"""How many things of each kind were added, changed, merged and withdrawn."""


class Fate(StrEnum):
    """What became of a thing."""

    NEW = "new"
    CHANGED = "changed"
    MERGED = "merged"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Change:
    """What happened to a thing."""

    path: str  # its kind and slug, such as `person/ada-lovelace`; the IRI of what is not under the base
    fate: Fate
    name: str = ""  # its label, or empty
    words: tuple[str, ...] = ()  # what differs, a property each: `label: old → new`
    into: str = ""  # where the thing stands into which it was merged, or empty

    @property
    def kind(self) -> str:
        """Its kind, such as `person`; empty for what is not under the base."""
        kind = self.path.partition("/")[0]
        return "" if ":" in kind else kind  # an IRI

    @property
    def clauses(self) -> tuple[str, ...]:
        """What differs; where it did not only change, this in one, after what became of it."""
        if self.fate is Fate.CHANGED:
            return self.words
        fate = f"is now {self.into}" if self.into else str(self.fate)
        return (": ".join(filter(None, (fate, "; ".join(self.words)))),)

    def record(self) -> dict[str, Any]:
        """Return it as JSON, without what is empty."""
        made = {"path": self.path, "fate": self.fate.value, "name": self.name, "into": self.into}
        return {key: each for key, each in {**made, "words": list(self.words)}.items() if each}


@dataclass(frozen=True)
class GraphDifference:
    """What differs between two graphs."""

    added: int = 0  # quads that only the new one has
    removed: int = 0  # quads that only the old one has
    changes: tuple[Change, ...] = ()  # by kind and name
    withdrawn: frozenset[str] = frozenset()  # names of people who were withdrawn, which nobody has now
    declaration: Declaration = field(default_factory=kg_declaration)  # of the kinds in them

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changes)

    @property
    def counts(self) -> Counts:
        """The number of things of each kind and fate."""
        numbers: dict[str, dict[str, int]] = {}
        for (kind, fate), number in sorted(Counter((each.kind, each.fate.value) for each in self.changes).items()):
            numbers.setdefault(kind, {})[fate] = number
        return numbers

    def summary(self) -> str:
        """Return it in one sentence.

        >>> GraphDifference().summary()
        'Nothing differs.'
        """
        if not self:
            return "Nothing differs."
        things = counted_kinds(self.counts, self.declaration) or "Nothing that is described"
        return f"{things} changed: {self.added:,} quads added, {self.removed:,} removed."

    def written(self, form: str) -> str:
        """Return it as `text` for a terminal, as `markdown` for a release note, or as `json` for programs."""
        if form == "json":
            quads = {"added": self.added, "removed": self.removed}
            records = [each.record() for each in self.changes]
            return json_text({"equal": not self, "quads": quads, "counts": self.counts, "changes": records})
        heading, lines = ("## {}\n", _item) if form == "markdown" else ("{}", _lines)
        parts, titles = [self.summary()], titles_of(self.declaration)
        for kind, changes in groupby(self.changes, key=lambda change: change.kind):
            parts.append("\n".join([heading.format(titles[kind]), *(line for each in changes for line in lines(each))]))
        return "\n\n".join(parts) + "\n"


def titles_of(declaration: Declaration) -> Mapping[str, str]:
    """Return what the things of each kind are called together, in the order in which they are shown."""
    listed = {path: kind.plural for path, kind in declaration.listed.items()}
    return {"dataset": declaration.by_path["dataset"].plural, **listed, "": "Other things"}


def counted_kinds(counts: Counts, declaration: Declaration) -> str:
    """Return how many things of each kind there are, in words.

    >>> counted_kinds({"person": {"new": 2}, "work": {"new": 1}}, kg_declaration())
    '2 people and 1 work'
    """
    others = {"source": ("source", "sources"), "dataset": ("dataset", "datasets"), "": ("other thing", "other things")}
    numbers = ((sum(counts.get(kind, {}).values()), words) for kind, words in {**nouns(declaration), **others}.items())
    *parts, last = [counted(number, *words) for number, words in numbers if number] or [""]
    return f"{', '.join(parts)} and {last}" if parts else last


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
