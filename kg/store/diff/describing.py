"""Describe in words what changed between two graphs, in bounded memory.

comparing    two dumps as lines of N-Quads, compared bucket by bucket
naming       the facts and names of the things that differ
wording      what happened to one thing, in clauses
describing   the whole difference; what happened to works stands with their authors too
renderings   text, Markdown, JSON, RDF Patch
history      the published changes
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pyoxigraph import NamedNode, Quad

from kg.base.progress import SILENT, Progress
from kg.store.columns import value
from kg.store.diff.comparing import DumpComparison, ThingDifference, parsed
from kg.store.diff.model import Change, Fate, GraphDifference, place, titles_of
from kg.store.diff.naming import NameLookup, ThingFacts, facts, first, is_evidence, names
from kg.store.diff.wording import ChangeWording, period, plain
from kg.store.export.groups import name_of
from kg.terms.vocabulary import KG

# What leads from a work or system to people, and what to call the thing and the person's part in it.
_TIES = {"schema:author": ("work", "an author"), "schema:contributor": ("system", "a contributor")}


@dataclass(frozen=True)
class ChangedThing:
    """A thing of which two graphs say different things."""

    iri: str
    path: str
    before: ThingFacts
    after: ThingFacts

    @property
    def kind(self) -> str:
        """Its kind, such as `person`."""
        return Change(self.path, Fate.CHANGED).kind

    @property
    def was_there(self) -> bool:
        """Whether the old graph had it."""
        return bool(self.before.own) and "owl:deprecated" not in self.before.own

    @property
    def is_there(self) -> bool:
        """Whether the new graph has it."""
        return bool(self.after.own) and "owl:deprecated" not in self.after.own

    @property
    def heir(self) -> str:
        """The IRI of the thing into which it was merged, or empty."""
        return first(self.after.own, "dcterms:isReplacedBy")


@dataclass
class DifferenceDescriber:
    """Describes what differs between two graphs; reads the buckets twice, first for the names that it needs."""

    comparison: DumpComparison
    is_public: bool = False  # then neither contacts nor names of withdrawn things are shown
    with_evidence: bool = False  # whether evidence and sources count
    only: str = ""  # the IRI of the one thing to describe; empty for all
    _withdrawn: dict[str, set[str]] = field(default_factory=dict)
    _ties: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _evidence: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _added: int = 0
    _removed: int = 0

    def difference(self, progress: Progress = SILENT) -> GraphDifference:
        """Return what differs."""
        called = self._names(progress)
        wording = ChangeWording(called, self.comparison.declaration, self.is_public)
        changes = {
            change.path: change
            for thing in progress.track("telling", self._things())
            if (change := self._change(thing, wording)) is not None
        }
        clauses = {iri: sorted(words) for iri, words in self._ties.items()}
        for iri, number in self._evidence.items():
            counted = f"evidence: {number:,} {'piece differs' if number == 1 else 'pieces differ'}"
            clauses[iri] = [*clauses.get(iri, ()), counted]
        for iri, words in clauses.items():
            path = self._path(iri)
            change = changes.get(path) or Change(path, Fate.CHANGED, plain(called.of(iri)))
            if change.fate is Fate.CHANGED:
                changes[path] = replace(change, words=(*change.words, *words))
        meant = [change for path, change in changes.items() if self.only in ("", path) or self._path(self.only) == path]
        kinds = list(titles_of(self.comparison.declaration))
        meant.sort(key=lambda change: place(change, kinds))
        borne = set(called.now.values())
        withdrawn = {path: tuple(sorted(names - borne)) for path, names in sorted(self._withdrawn.items())}
        return GraphDifference(self._added, self._removed, tuple(meant), withdrawn, self.comparison.declaration)

    def _names(self, progress: Progress) -> NameLookup:
        """Look up the names that may be shown; count quads and note withdrawn things on the way."""
        wanted: set[str] = set()
        hidden: set[str] = set()
        for pair in progress.track("comparing", self.comparison.pairs()):
            is_source = self._path(pair.thing).startswith("source/")
            if self.only.partition("#")[0] in ("", pair.thing) and (self.with_evidence or not is_source):
                self._added += sum(self.with_evidence or not is_evidence(quad) for quad in pair.added)
                self._removed += sum(self.with_evidence or not is_evidence(quad) for quad in pair.removed)
            if self.with_evidence:
                wanted.update(_supported(pair))
            for thing in self._split(pair):
                wanted.add(thing.iri)
                wanted.update(_mentioned(thing.before), _mentioned(thing.after))
                if thing.was_there and not thing.is_there and not thing.heir:
                    self._withdrawn[thing.path] = _names_of(thing) if thing.kind == "person" else set()
                    hidden.add(thing.iri)
        return replace(names(self.comparison, wanted), hidden=frozenset(hidden if self.is_public else ()))

    def _things(self) -> Iterator[ChangedThing]:
        for pair in self.comparison.pairs():
            if self.with_evidence:
                for iri in _supported(pair):
                    self._evidence[iri] += 1
            yield from self._split(pair)

    def _split(self, pair: ThingDifference) -> Iterator[ChangedThing]:
        # Under the base a thing has its nodes with it; elsewhere each subject stands alone.
        differing = [quad for quad in (*pair.added, *pair.removed) if not is_evidence(quad)]
        if not differing:
            return
        before, after = parsed(pair.before), parsed(pair.after)
        path = self._path(pair.thing)
        if path != pair.thing:
            yield ChangedThing(pair.thing, path, facts(before, pair.thing), facts(after, pair.thing))
            return
        for subject in sorted({name_of(quad.subject) for quad in differing}):
            if not subject.startswith(KG):
                alone = (
                    facts((q for q in quads if name_of(q.subject) == subject), subject) for quads in (before, after)
                )
                yield ChangedThing(subject, subject, *alone)

    def _path(self, iri: str) -> str:
        """Return kind and slug of a thing under one of the bases, else its IRI."""
        for base in self.comparison.bases:
            local = iri.removeprefix(base)
            if base and local != iri and local.partition("/")[0] in titles_of(self.comparison.declaration):
                return local
        return iri

    def _change(self, thing: ChangedThing, wording: ChangeWording) -> Change | None:
        if (thing.kind == "source" and not self.with_evidence) or not (thing.is_there or thing.was_there or thing.heir):
            return None
        name = plain(wording.names.of(thing.iri))
        if not thing.heir:
            self._note_ties(thing, wording)
        if not thing.is_there:
            if thing.heir:
                return Change(thing.path, Fate.MERGED, name, into=self._path(thing.heir))
            return Change(thing.path, Fate.WITHDRAWN, "" if self.is_public else name)
        if not thing.was_there:
            own = thing.after.own
            makers = [f"by {wording.quoted(own[key])}" for key in _TIES if key in own]
            introduced = ", ".join(filter(None, (period(own), *makers)))
            return Change(thing.path, Fate.NEW, name, (introduced,) if introduced else ())
        words = tuple(wording.clauses(thing.before, thing.after))
        return Change(thing.path, Fate.CHANGED, name, words) if words else None

    def _note_ties(self, thing: ChangedThing, wording: ChangeWording) -> None:
        year = period(thing.after.own or thing.before.own)
        title = f"'{plain(wording.names.of(thing.iri))}'" + (f" ({year})" if year else "")
        for key, (noun, role) in _TIES.items():
            was, now = ({value(term) for term in each.own.get(key, ())} for each in (thing.before, thing.after))
            for person in (was | now) & self.comparison.new.owners:
                if not thing.is_there:
                    self._ties[person].append(f"{noun} withdrawn" + ("" if self.is_public else f": {title}"))
                elif person not in was:
                    self._ties[person].append(f"new {noun} {title}")
                elif person not in now:
                    self._ties[person].append(f"not {role} of {title} any more")
                elif words := list(wording.clauses(thing.before, thing.after)):
                    self._ties[person].append(f"{noun} {title}: {', '.join(words)}")


def _mentioned(stated: ThingFacts) -> Iterator[str]:
    for each in (stated.own, *stated.nodes.values()):
        for terms in each.values():
            yield from (term.value for term in terms if isinstance(term, NamedNode))


def _names_of(person: ChangedThing) -> set[str]:
    keys = ("schema:name", "foaf:name", "schema:alternateName")
    return {plain(value(term)) for key in keys for term in person.before.own.get(key, ())} - {""}


def _supported(pair: ThingDifference) -> set[str]:
    """Return the things that differing evidence in a pair is about."""
    if not any(map(is_evidence, (*pair.added, *pair.removed))):
        return set()
    quads: Iterable[Quad] = parsed(pair.before | pair.after)
    return {value(quad.object).partition("#")[0] for quad in quads if quad.predicate.value == f"{KG}supports"}
