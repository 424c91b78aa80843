"""Answer the calls of an assistant from a release."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from kg.errors import NotFound, QueryError
from kg.formats import Literal, Term
from kg.identity.explaining import telling
from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers, kind_of
from kg.mcp import asking, describing, wording
from kg.mcp.arguments import Ask, Describe, Search, Why
from kg.mcp.footnotes import Footnotes
from kg.mcp.replies import ROOM, Explanation, Found, Hit, Reply
from kg.pages.graph import Graph
from kg.pages.page import Moved
from kg.queries import Query, entity, term_of
from kg.release import ARCHIVE, Release
from kg.typed_yaml import nearest

_LINES = 150
_PIECES = 12


class Desk:
    """What may be asked of a release; used by one thread."""

    def __init__(self, release: Release) -> None:
        self.release = release
        self.graph = Graph(release)

    @cached_property
    def dossiers(self) -> Dossiers:
        """What was decided about who is who."""
        return Dossiers(open_archive(self.release.path / ARCHIVE))

    def search(self, given: Search) -> Reply:
        """Find things by name."""
        kinds = (given.kind,) if given.kind else ()
        found = self.graph.index.find(given.text, kinds=kinds, limit=given.limit)
        notes = [f"nothing is called so; this is what was found for '{found.corrected}'"] if found.corrected else []
        if found.total > len(found.hits):
            notes.append(f"{found.total - len(found.hits)} more are left out: raise 'limit', add words or name a kind")
        content = Found(
            base=self.graph.base,
            things=tuple(
                Hit(id=hit.iri.removeprefix(self.graph.base), label=hit.name, kind=hit.kind, about=hit.detail)
                for hit in found.hits
            ),
            total=found.total,
            notes=tuple(notes),
        )
        return Reply(content, wording.found(content))

    def describe(self, given: Describe) -> Reply:
        """Say what the graph holds of a thing, with as many values of a property as there is room for."""
        iri, notes = self._thing(given.thing)
        for most in (40, 20, 10, 5, 2):
            content = describing.description(self.graph, iri, most, notes)
            text = wording.description(content)
            if len(text) <= ROOM:
                break
        return Reply(content, text)

    def ask(self, given: Ask) -> Reply:
        """Answer a named question."""
        query = self._query(given.name)
        content = asking.answer(self.graph, query, self._values(query, given.parameters), given.limit)
        return Reply(content, wording.answer(content))

    def why(self, given: Why) -> Reply:
        """Explain who or what a thing is, or how two are connected."""
        found = [self._explained(text) for text in (given.thing, given.other) if text]
        iris = [iri for iri, _ in found]
        footnotes = Footnotes(self.graph)
        for iri in self._works_between(*iris) if len(iris) > 1 else iris:
            footnotes.of(iri, iris, most=_PIECES)
        lines = list(self._lines(iris))
        cut = (f"{len(lines) - _LINES} more lines are left out",) if len(lines) > _LINES else ()
        content = Explanation(
            base=self.graph.base,
            things=tuple(describing.thing_of(self.graph, iri) for iri in iris),
            lines=tuple(lines[:_LINES]),
            evidence=footnotes.pieces,
            notes=(*(note for _, notes in found for note in notes), *cut, *footnotes.notes),
        )
        return Reply(content, wording.explanation(content))

    def _query(self, name: str) -> Query:
        if name in self.graph.queries:
            return self.graph.queries[name]
        near = nearest(name, self.graph.queries)
        hint = f"did you mean '{near}'?" if near else f"the questions are {', '.join(self.graph.queries)}"
        raise NotFound(f"there is no question '{name}'", hint=hint)

    def _values(self, query: Query, given: Mapping[str, str | int]) -> dict[str, Term]:
        try:
            query.bind(dict.fromkeys(given, Literal("")))
        except QueryError as error:
            raise QueryError(str(error), hint=f"such as {asking.example(query)}") from error
        select, base = self.graph.store.query, self.graph.base
        parameters = query.header.parameters
        return {name: term_of(parameters[name], str(text), select, base) for name, text in given.items()}

    def _thing(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return the IRI of the thing that a text means, and what is to be said of that; merged ones lead on."""
        iri = entity("thing", text, self.graph.store.query, self.graph.base).value
        try:
            self.graph.require(iri)
        except Moved as moved:
            now = moved.path if "://" in moved.path else self.graph.base + moved.path
            return now, (f"{text} was merged into {moved.path}",)
        return iri, ()

    def _explained(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return what `_thing` returns, also for the key of a mention."""
        if text.startswith("m-"):
            return self.graph.base + self.dossiers.find(text), ()
        return self._thing(text)

    def _lines(self, iris: Sequence[str]) -> Iterator[str]:
        """Yield the explanation of one thing, or of how two are connected."""
        known = [local for local in map(self._local, iris) if local in self.dossiers.nodes]
        if len(known) > 1:
            yield from telling.connection(self.dossiers, *known)
        elif known:
            yield from telling.entity(self.dossiers, known[0])
        for iri in iris:
            if self._local(iri) not in known:
                yield f"{self.graph.label(iri)} is neither a person nor a work: what speaks for it is the evidence."

    def _works_between(self, one: str, other: str) -> tuple[str, ...]:
        """Return the works through which two are connected, or the two if these are no persons."""
        ends = (self._local(one), self._local(other))
        if any(kind_of(end) != "person" or end not in self.dossiers.nodes for end in ends) or one == other:
            return one, other
        works = (step.work for path in self.dossiers.paths(*ends) for step, _ in path)
        return tuple(self.graph.base + work for work in dict.fromkeys(works))

    def _local(self, iri: str) -> str:
        return iri.removeprefix(self.graph.base).partition("#")[0]
