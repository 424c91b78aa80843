"""What changed between two graphs: found in bounded memory, told in words for each thing, and kept as a history.

Two dumps are never held whole: their lines are laid out in files by the things that they are about.

    sides ▸ partition ▸ comparing      lines of N-Quads, compared part by part
    facts, naming, wording, telling    what happened to a thing, in clauses
    describing                         the whole, with what people made told at them too
    renderings, patch                  for people, programs and stores
    history                            what was published, for anybody to read
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
from kg.store.diff.wording import ChangeWording, period, plain, quoted
from kg.terms.vocabulary import KG

# From two graphs that lie ready to what differs, in words.

# By what people are tied to what they made, and how both are called
_TIES = {"schema:author": ("work", "an author"), "schema:contributor": ("system", "a contributor")}


@dataclass(frozen=True)
class ChangedThing:
    """A thing of which two graphs say different things: what each says."""

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
        """Whether the new one has it."""
        return bool(self.after.own) and "owl:deprecated" not in self.after.own


@dataclass
class DifferenceDescriber:
    """Tells what differs between two graphs."""

    comparison: DumpComparison  # the graphs
    is_public: bool = False  # whether anybody may read it: then contacts and what was withdrawn are not told
    with_evidence: bool = False  # whether it is told how much of the evidence differs, and of sources
    only: str = ""  # the IRI of the one thing of which it is told, or empty for all
    _withdrawn: dict[str, set[str]] = field(default_factory=dict)
    _ties: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _evidence: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _added: int = 0
    _removed: int = 0

    def difference(self, progress: Progress = SILENT) -> GraphDifference:
        """Return what differs."""
        called = self._names(progress)
        teller = ChangeWording(called, self.comparison.declaration, self.is_public)
        changes = {
            change.path: change
            for thing in progress.track("telling", self._things())
            if (change := self._change(thing, teller)) is not None
        }
        for person, words in self._ties.items():
            self._append(changes, person, sorted(words), called)
        for iri, number in self._evidence.items():
            told = f"evidence: {number:,} {'piece differs' if number == 1 else 'pieces differ'}"
            self._append(changes, iri, [told], called)
        meant = [change for path, change in changes.items() if self.only in ("", path) or self._path(self.only) == path]
        borne = set(called.now.values())
        withdrawn = {path: tuple(sorted(names - borne)) for path, names in sorted(self._withdrawn.items())}
        kinds = list(titles_of(self.comparison.declaration))
        meant.sort(key=lambda change: place(change, kinds))
        return GraphDifference(self._added, self._removed, tuple(meant), withdrawn, self.comparison.declaration)

    def _names(self, progress: Progress) -> NameLookup:
        # The names of all that may be told, and count the quads on the way.
        wanted: set[str] = set()
        hidden: set[str] = set()
        for pair in progress.track("comparing", self.comparison.pairs()):
            is_source = self._path(pair.thing).startswith("source/")
            if self.only.partition("#")[0] in ("", pair.thing) and (self.with_evidence or not is_source):
                self._added += len(self._told(pair.added))
                self._removed += len(self._told(pair.removed))
            if self.with_evidence:
                wanted.update(_supported(pair))
            for thing in self._split(pair):
                wanted.add(thing.iri)
                wanted.update(_mentioned(thing.before), _mentioned(thing.after))
                if thing.was_there and not thing.is_there and not _heir(thing.after):
                    self._withdrawn[thing.path] = _names_of(thing) if thing.kind == "person" else set()
                    hidden.add(thing.iri)
        return replace(names(self.comparison, wanted), hidden=frozenset(hidden if self.is_public else ()))

    def _told(self, quads: Iterable[Quad]) -> list[Quad]:
        return [quad for quad in quads if self.with_evidence or not is_evidence(quad)]

    def _things(self) -> Iterator[ChangedThing]:
        for pair in self.comparison.pairs():
            if self.with_evidence:
                for iri in _supported(pair):
                    self._evidence[iri] += 1
            yield from self._split(pair)

    def _split(self, pair: ThingDifference) -> Iterator[ChangedThing]:
        # The things of a pair: one with its nodes under the base; elsewhere each subject is one.
        differing = [quad for quad in (*pair.added, *pair.removed) if not is_evidence(quad)]
        if not differing:
            return
        before, after = parsed(pair.before), parsed(pair.after)
        path = self._path(pair.thing)
        if path != pair.thing:
            yield ChangedThing(pair.thing, path, facts(before, pair.thing), facts(after, pair.thing))
            return
        for subject in sorted({_name(quad) for quad in differing}):
            if not subject.startswith(KG):
                yield ChangedThing(subject, subject, _alone(before, subject), _alone(after, subject))

    def _path(self, iri: str) -> str:
        # Kind and slug of a thing under one of the bases, else its IRI.
        for base in self.comparison.bases:
            local = iri.removeprefix(base)
            if base and local != iri and local.partition("/")[0] in titles_of(self.comparison.declaration):
                return local
        return iri

    def _change(self, thing: ChangedThing, teller: ChangeWording) -> Change | None:
        if thing.kind == "source" and not self.with_evidence:
            return None
        name = plain(teller.names.of(thing.iri))
        heir = _heir(thing.after)
        if not (thing.is_there or thing.was_there or heir):
            return None
        if not heir:
            self._note_ties(thing, teller)
        if not thing.is_there:
            return self._gone(thing, name, self._path(heir) if heir else "")
        if not thing.was_there:
            return Change(thing.path, Fate.NEW, name, _introduced(thing, teller))
        words = tuple(teller.clauses(thing.before, thing.after))
        return Change(thing.path, Fate.CHANGED, name, words) if words else None

    def _gone(self, thing: ChangedThing, name: str, heir: str) -> Change:
        if heir:
            return Change(thing.path, Fate.MERGED, name, into=heir)
        return Change(thing.path, Fate.WITHDRAWN, "" if self.is_public else name)

    def _note_ties(self, thing: ChangedThing, teller: ChangeWording) -> None:
        # Note for those whom profiles are about what happened to what they made.
        for key, (noun, role) in _TIES.items():
            was, now = _iris(thing.before, key), _iris(thing.after, key)
            title = _title(thing, teller.names)
            for person in (was | now) & self._owners:
                if not thing.is_there:
                    self._ties[person].append(f"{noun} withdrawn" + ("" if self.is_public else f": {title}"))
                elif person not in was:
                    self._ties[person].append(f"new {noun} {title}")
                elif person not in now:
                    self._ties[person].append(f"not {role} of {title} any more")
                elif words := list(teller.clauses(thing.before, thing.after)):
                    self._ties[person].append(f"{noun} {title}: {', '.join(words)}")

    @property
    def _owners(self) -> set[str]:
        return self.comparison.new.owners

    def _append(self, changes: dict[str, Change], iri: str, words: Iterable[str], called: NameLookup) -> None:
        path = self._path(iri)
        change = changes.get(path) or Change(path, Fate.CHANGED, plain(called.of(iri)))
        if change.fate is Fate.CHANGED:
            changes[path] = replace(change, words=(*change.words, *words))


def _introduced(thing: ChangedThing, teller: ChangeWording) -> tuple[str, ...]:
    # What a new thing is told with: when and by whom, in one clause, if that is known.
    makers = [f"by {quoted(thing.after.own[key], teller.names)}" for key in _TIES if key in thing.after.own]
    told = ", ".join(filter(None, (period(thing.after.own), *makers)))
    return (told,) if told else ()


def _title(thing: ChangedThing, called: NameLookup) -> str:
    year = period(thing.after.own or thing.before.own)
    title = f"'{plain(called.of(thing.iri))}'"
    return f"{title} ({year})" if year else title


def _mentioned(said: ThingFacts) -> Iterator[str]:
    for each in (said.own, *said.nodes.values()):
        for terms in each.values():
            yield from (term.value for term in terms if isinstance(term, NamedNode))


def _names_of(thing: ChangedThing) -> set[str]:
    keys = ("schema:name", "foaf:name", "schema:alternateName")
    return {plain(value(term)) for key in keys for term in thing.before.own.get(key, ())} - {""}


def _supported(pair: ThingDifference) -> set[str]:
    # The things for which the evidence in a pair speaks, if it differs.
    if not any(map(is_evidence, (*pair.added, *pair.removed))):
        return set()
    quads = parsed(pair.before | pair.after)
    return {value(quad.object).partition("#")[0] for quad in quads if quad.predicate.value == f"{KG}supports"}


def _heir(said: ThingFacts) -> str:
    return first(said.own, "dcterms:isReplacedBy")


def _iris(said: ThingFacts, key: str) -> set[str]:
    return {value(term) for term in said.own.get(key, ())}


def _alone(quads: Iterable[Quad], subject: str) -> ThingFacts:
    return facts((quad for quad in quads if _name(quad) == subject), subject)


def _name(quad: Quad) -> str:
    return quad.subject.value if isinstance(quad.subject, NamedNode) else str(quad.subject)
