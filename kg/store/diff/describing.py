"""Describe what differs between two graphs: thing by thing, the old and the new values of each property."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from pyoxigraph import Literal, NamedNode

from kg.base.progress import SILENT, Progress
from kg.base.reporting import clean
from kg.store.columns import value
from kg.store.diff.comparing import DumpComparison, DumpSource, ThingDifference, parsed
from kg.store.diff.wording import UNNAMED, Wording, facts, is_evidence, period, quoted, unnamed
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration
from kg.terms.labels import local_name
from kg.terms.vocabulary import KG, LABELS, PREFIXES, curie, vocabulary

_NAMED = re.compile(
    rb"^<([^>#]*)> <(?:" + b"|".join(re.escape(iri.encode()) for iri in LABELS) + rb')> "[^\n]*', re.MULTILINE
)
_DEPRECATED, _REPLACED = f"{PREFIXES['owl']}deprecated", f"{PREFIXES['dcterms']}isReplacedBy"
_MAKERS = ("https://schema.org/author", "https://schema.org/contributor")
_PERSON_NAMES = ("https://schema.org/name", f"{PREFIXES['foaf']}name", "https://schema.org/alternateName")


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
        return (f"{fate}: {'; '.join(self.words)}" if self.words else fate,)


@dataclass(frozen=True)
class GraphDifference:
    """What differs between two graphs."""

    added: int = 0  # quads that only the new one has
    removed: int = 0  # quads that only the old one has
    changes: tuple[Change, ...] = ()  # by kind and name
    withdrawn: frozenset[str] = frozenset()  # names of people who were withdrawn, which nobody has now
    declaration: Declaration = field(default_factory=kg_declaration)  # what there may be in them

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changes)

    @property
    def counts(self) -> Counts:
        """How many things of each kind there are of each fate."""
        found: dict[str, dict[str, int]] = {}
        for (kind, fate), number in sorted(Counter((each.kind, each.fate.value) for each in self.changes).items()):
            found.setdefault(kind, {})[fate] = number
        return found


def titles_of(declaration: Declaration) -> Mapping[str, str]:
    """Return what the things of each kind are called together, in the order in which they are shown."""
    listed = {path: kind.plural for path, kind in declaration.listed.items()}
    return {"dataset": declaration.by_path["dataset"].plural, **listed, "": "Other things"}


@dataclass
class DifferenceDescriber:
    """Collects what differs; what things are called is looked up at the end, for those alone that are named."""

    comparison: DumpComparison
    with_evidence: bool = False  # whether evidence and sources count
    _changes: dict[str, Change] = field(default_factory=dict)
    _evidence: Counter[str] = field(default_factory=Counter)  # pieces that differ, by what they support
    _withdrawn: set[str] = field(default_factory=set)
    _added: int = 0
    _removed: int = 0

    def difference(self, progress: Progress = SILENT) -> GraphDifference:
        """Compare, and return what differs."""
        for each in progress.track("comparing", self.comparison.differences()):
            self._add(each)
        for iri, number in self._evidence.items():
            path, words = self._path(iri), f"evidence: {number:,} {'piece differs' if number == 1 else 'pieces differ'}"
            change = self._changes.get(path) or Change(path, Fate.CHANGED, unnamed(iri))
            self._changes[path] = replace(change, words=(*change.words, words))
        named = self._named()
        changes = [
            replace(each, name=named(each.name), words=tuple(map(named, each.words))) for each in self._changes.values()
        ]
        kinds = self._kinds
        changes.sort(key=lambda each: (kinds.index(each.kind), (each.name or each.path).casefold(), each.path))
        withdrawn = frozenset(self._withdrawn - {each.name for each in changes if each.fate is not Fate.WITHDRAWN})
        return GraphDifference(self._added, self._removed, tuple(changes), withdrawn, self.comparison.declaration)

    @cached_property
    def _kinds(self) -> Sequence[str]:
        return list(titles_of(self.comparison.declaration))

    def _add(self, each: ThingDifference) -> None:
        path = self._path(each.thing)
        added, removed = (
            frozenset(quad for quad in quads if not is_evidence(quad)) for quads in (each.added, each.removed)
        )
        if self.with_evidence and (added, removed) != (each.added, each.removed):
            quads = parsed(each.before | each.after)
            supported = {value(quad.object) for quad in quads if quad.predicate.value == f"{KG}supports"}
            self._evidence.update({iri.partition("#")[0] for iri in supported})
        if self.with_evidence or not path.startswith("source/"):
            self._added += len(each.added if self.with_evidence else added)
            self._removed += len(each.removed if self.with_evidence else removed)
            # The terms of kg itself come with its version.
            if (added or removed) and each.thing != KG.rstrip("#"):
                self._changes |= {change.path: change for change in self._change(each, path)}

    def _change(self, each: ThingDifference, path: str) -> Iterator[Change]:
        before, after = facts(parsed(each.before)), facts(parsed(each.after))
        was, now = before.get(each.thing, {}), after.get(each.thing, {})
        was_there, is_there = (bool(held) and _DEPRECATED not in held.get(each.thing, {}) for held in (before, after))
        if was_there and is_there:
            if words := tuple(Wording(self.comparison.declaration).rows(each.thing, before, after)):
                yield Change(path, Fate.CHANGED, unnamed(each.thing), words)
        elif is_there:
            makers = (f"by {quoted(now[iri])}" for iri in _MAKERS if iri in now)
            words = tuple(filter(None, [", ".join(filter(None, [period(now), *makers]))]))
            yield Change(path, Fate.NEW, unnamed(each.thing), words)
        elif heirs := now.get(_REPLACED):
            yield Change(path, Fate.MERGED, unnamed(each.thing), into=self._path(min(map(value, heirs))))
        elif was_there:
            yield Change(path, Fate.WITHDRAWN, unnamed(each.thing))
            if path.startswith("person/"):
                self._withdrawn |= {clean(value(term)) for iri in _PERSON_NAMES for term in was.get(iri, ())} - {""}

    def _path(self, iri: str) -> str:
        """Return kind and slug of a thing under one of the bases, else its IRI."""
        for base in sorted(filter(None, self.comparison.bases)):
            local = iri.removeprefix(base)
            if local != iri and local.partition("/")[0] in self._kinds:
                return local
        return iri

    def _named(self) -> Callable[[str], str]:
        """Return what puts names into words: those of the new graph, else of the old one."""
        words = (text for each in self._changes.values() for text in (each.name, *each.words))
        wanted = {iri for text in words for iri in UNNAMED.findall(text)}
        names = _labels(self.comparison.new, wanted)
        names |= _labels(self.comparison.old, wanted - names.keys())

        def name(found: re.Match[str]) -> str:
            iri, short = found[1], curie(found[1])
            concept = vocabulary().words.get(iri.removeprefix(KG))
            return concept or clean(names.get(iri) or (short if short != iri else local_name(iri) or iri))

        return lambda text: UNNAMED.sub(name, text)


def _labels(source: DumpSource, wanted: Set[str]) -> dict[str, str]:
    found: dict[str, tuple[int, bool, str]] = {}
    for line in (line for text in source.texts() if wanted for line in _NAMED.finditer(text)):
        if line[1].decode(errors="replace") in wanted:
            for quad in parsed([line[0]]):
                if isinstance(quad.object, Literal) and isinstance(quad.subject, NamedNode):
                    foreign = not (quad.object.language or "en").startswith("en")
                    rank = LABELS.index(quad.predicate.value), foreign, quad.object.value
                    found[quad.subject.value] = min(rank, found.get(quad.subject.value, rank))
    return {iri: name for iri, (_, _, name) in found.items()}
