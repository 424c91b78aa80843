"""What differs between two graphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration


def titles_of(declaration: Declaration) -> Mapping[str, str]:
    """Return what the things of each kind are called together, in the order in which they are told."""
    listed = {path: kind.plural for path, kind in declaration.listed.items()}
    return {"dataset": declaration.by_path["dataset"].plural, **listed, "": "Other things"}


TITLES = titles_of(kg_declaration())  # what the things of the kinds of kg are called together


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
    fate: Fate  # what became of it
    name: str = ""  # what it is called; empty where that is not to be told any more
    words: tuple[str, ...] = ()  # what happened, a clause each; empty where its fate says all
    into: str = ""  # where the thing stands into which it was merged, or empty

    @property
    def kind(self) -> str:
        """Its kind, such as `person`; empty for what is not under the base."""
        kind = self.path.partition("/")[0]
        return "" if ":" in kind else kind  # an IRI

    @property
    def clauses(self) -> tuple[str, ...]:
        """What happened; where it did not only change, this in one, after what became of it."""
        if self.fate is Fate.CHANGED:
            return self.words
        fate = f"merged into {self.into}" if self.into else str(self.fate)
        return (f"{fate}: {'; '.join(self.words)}" if self.words else fate,)


@dataclass(frozen=True)
class GraphDifference:
    """What differs between two graphs."""

    added: int = 0  # how many quads only the new one has
    removed: int = 0  # how many only the old one has
    changes: tuple[Change, ...] = ()  # what happened to things, by kind and name
    # by their paths, things that are not to be told of any more, with the names that nobody has now
    withdrawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    declaration: Declaration = field(default_factory=kg_declaration)  # what there may be in them

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changes)

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many things of each kind were added, changed, merged and withdrawn."""
        found: dict[str, dict[str, int]] = {}
        for change in self.changes:
            fates = found.setdefault(change.kind, {})
            fates[change.fate.value] = fates.get(change.fate.value, 0) + 1
        return found


def place(change: Change, kinds: Sequence[str]) -> tuple[int, str, str]:
    """Return where a change stands among others: by kind, name and path."""
    return kinds.index(change.kind), (change.name or change.path).casefold(), change.path
