"""Find the things whose entries in an index some facts concern, and the facts of which these entries are made.

An entry tells of its thing, of what that leads to (an author's name, the series of an event), and of the works,
co-authors and pupils that lead to it: two steps away at most.
"""

from collections.abc import Iterable, Iterator

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg.store.search.facts import Fact, TermTexts, facts_of, indexed
from kg.store.store import LocalStore
from kg.terms.formats import Term, read_nquads
from kg.terms.vocabulary import LABELS, RDF_TYPE, expanded

_OWNER, _AUTHOR, _WRITTEN = (expanded(each) for each in ("schema:mainEntity", "kg:author", "kg:nameAsWritten"))
_TOLD_BY = frozenset((_AUTHOR, expanded("schema:author"), expanded("kg:advisor")))
"""The predicates whose subjects the entry of an object tells of; of others it tells how many there are."""


class Neighbourhood:
    """The things of a store with their neighbours, by the predicates of which an index is made.

    Args:
        store: The store.
        further: The predicates that are declared to be searched.
    """

    def __init__(self, store: LocalStore, further: Iterable[str]) -> None:
        self._store = store
        self._indexed = indexed(frozenset(further))
        self._followed = self._indexed - {RDF_TYPE}  # a class has its name whatever is said of it

    def concerned(self, changed: Iterable[Fact]) -> set[str]:
        """Return the things whose entries may differ if the store gains or loses some facts; some may be none."""
        texts, found, told = TermTexts(), set[str](), set[str]()
        for iri, label, predicate, written in changed:
            if predicate not in self._indexed or not (term := texts[written]):
                continue
            told |= {iri or label, _thing(iri or label)}
            if written.startswith("<") and predicate in self._followed:
                found |= {term, _thing(term)}
                told |= {term} if predicate == _OWNER else set()
            elif predicate == LABELS[0]:
                found.update(self._written_so(written))
        for thing in told:
            citing = {_thing(_text(quad.subject)) for quad in self._into(thing)}
            found |= {thing, *citing, *self._targets(thing)}
            for each in citing:
                found |= {*self._targets(each), *(_thing(_text(quad.subject)) for quad in self._into(each))}
        return found

    def facts(self, things: Iterable[str]) -> list[Fact]:
        """Return what the entries of some things tell, as facts; of other things they may say but a part."""
        quads: dict[Quad, None] = {}
        known = dict.fromkeys(things)
        ring: dict[str, None] = {}
        for thing in known:
            leading = list(self._into(thing))
            quads.update(dict.fromkeys((*self._of(thing), *leading)))
            ring.update((_thing(_text(quad.subject)), None) for quad in leading if quad.predicate.value in _TOLD_BY)
            ring.update((target, None) for target in self._targets(thing))
        for _ in range(2):
            ring = {each: None for each in ring if each not in known}
            known |= ring
            for each in ring:
                quads.update(dict.fromkeys((*self._of(each), *self._into(each, _OWNER))))
            ring = {target: None for each in ring for target in self._targets(each)}
        written = {
            quad.object for quad in quads if quad.predicate.value == _WRITTEN and isinstance(quad.object, Literal)
        }
        for term in written:  # what somebody is called is no other spelling
            named = self._store.quads(None, NamedNode(LABELS[0]), term, DefaultGraph(), limit=1)
            quads.update(dict.fromkeys(named))
        return facts_of("".join(f"{quad} .\n" for quad in quads))

    def _targets(self, thing: str) -> Iterator[str]:
        for quad in self._of(thing):
            if isinstance(quad.object, NamedNode) and quad.predicate.value in self._followed:
                yield from (quad.object.value, _thing(quad.object.value))

    def _of(self, thing: str) -> Iterator[Quad]:
        """Yield what is said of a thing and of the nodes within it."""
        if ":" in thing and not thing.startswith("_:"):
            yield from (quad for quad in self._store.about(thing) if quad.predicate.value in self._indexed)

    def _into(self, thing: str, predicate: str = "") -> Iterator[Quad]:
        """Yield what leads to a thing."""
        if ":" in thing and not thing.startswith("_:"):
            for quad in self._store.quads(None, NamedNode(predicate) if predicate else None, NamedNode(thing)):
                if quad.predicate.value in self._followed and quad.graph_name == DefaultGraph():
                    yield quad

    def _written_so(self, written: str) -> Iterator[str]:
        """Yield the people whose name stands in that form on a work."""
        (said,) = read_nquads(f"<urn:s> <urn:p> {written} .\n".encode())
        if isinstance(said.object, Literal):
            for quad in self._store.quads(None, NamedNode(_WRITTEN), said.object, DefaultGraph()):
                yield from self._targets(_text(quad.subject))


def _thing(iri: str) -> str:
    return iri.partition("#")[0]


def _text(term: Term) -> str:
    return term.value if isinstance(term, NamedNode) else ""
