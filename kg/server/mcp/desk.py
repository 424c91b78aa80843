"""Answer the calls of an assistant from a release."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import NotFound, QueryError
from kg.identity.explaining import telling
from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers, kind_of
from kg.server.mcp import text as wording
from kg.server.mcp.models import (
    ROOM,
    Answer,
    Ask,
    Cell,
    Describe,
    Description,
    Explanation,
    Found,
    Hit,
    Referrers,
    Reply,
    Row,
    Search,
    Thing,
    Why,
)
from kg.server.mcp.text import Footnotes, shortened
from kg.site.documents import serialized
from kg.store.graph import Graph, Moved
from kg.store.questions import Query, entity, term_of
from kg.store.release import ARCHIVE, Release
from kg.terms.formats import XSD, Term, iri_of, term_text
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import RDF_TYPE, curie

# Ask a named question: its rows, each with the evidence of what it is about.

_LONGEST_CELL = 400
_EVIDENCE_PER_ROW = 2
_OF_WORKS = {"works", "work", "papers"}
_NUMBERS = {f"{XSD}integer": int, f"{XSD}decimal": float, f"{XSD}double": float}


def catalogue(questions: Mapping[str, Query]) -> str:
    """Return the questions, a line each, as the description of a tool lists them."""
    return "\n".join(f"- {name}({_signature(query)}): {query.header.summary}" for name, query in questions.items())


def example(query: Query) -> str:
    """Return an example of how to ask a question."""
    given = {name: each.example for name, each in query.header.parameters.items() if each.required}
    return json.dumps({"name": query.name, "parameters": given}, ensure_ascii=False)


def answer(graph: Graph, query: Query, values: Mapping[str, Term], limit: int) -> Answer:
    """Return the answer to a named question.

    Args:
        graph: What is asked.
        query: The question.
        values: Its parameters.
        limit: How many rows to return at most; fewer if there is no room for them.
    """
    table = graph.ask(query.name, **values)
    footnotes = Footnotes(graph)
    given = [value.value for value in values.values() if isinstance(value, NamedNode)]
    kind = "work" if _OF_WORKS.intersection(table.columns) else ""
    rows: list[Row] = []
    room = ROOM
    for row in table.rows[:limit]:
        cells = dict(zip(table.columns, (_cell(graph, term) for term in row), strict=True))
        room -= sum(len(str(cell)) + len(" | ") for cell in cells.values())
        if room < footnotes.size:
            break
        # Rows of the evidence are evidence themselves.
        cited = () if query.name == "evidence" else _cited(graph, row, given, kind, footnotes)
        rows.append(Row(cells=cells, evidence=cited))
    return Answer(
        base=graph.base,
        question=query.header.summary,
        columns=table.columns,
        rows=tuple(rows),
        total=len(table.rows),
        evidence=footnotes.pieces,
        notes=(*_left_out(len(table.rows) - len(rows), full=len(rows) < limit), *footnotes.notes),
    )


def _signature(query: Query) -> str:
    shown = [name if each.required else f"{name}?" for name, each in query.header.parameters.items()]
    return ", ".join(shown)


def _cited(
    graph: Graph, row: Sequence[Term | None], given: Sequence[str], kind: str, footnotes: Footnotes
) -> tuple[int, ...]:
    """Return the evidence of a row: of its node, else its work, else the last thing in it."""
    iris = [term.value for term in row if isinstance(term, NamedNode) and term.value.startswith(graph.base)]
    if not iris:
        return ()
    nodes = [iri for iri in iris if "#" in iri]
    works = [iri for iri in iris if graph.local(iri).startswith("work/")]
    subject = (nodes or works or iris)[-1]
    beside = {iri for iri in (*given, *iris) if iri != subject}
    return footnotes.of(subject, beside, kind=kind, most=_EVIDENCE_PER_ROW)


def _cell(graph: Graph, term: Term | None) -> Cell:
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return term.value.removeprefix(graph.base)
    if not isinstance(term, Literal):
        return term_text(term)
    number = _NUMBERS.get(term.datatype.value)
    return number(term.value) if number else shortened(term.value, _LONGEST_CELL)


def _left_out(rows: int, *, full: bool) -> tuple[str, ...]:
    if not rows:
        return ()
    advice = "ask a narrower question" if full else "raise 'limit', or ask a narrower question"
    return (f"{rows} more rows are left out: {advice}",)


# Describe a thing: its facts, with what they refer to, what refers to it, and its evidence.

_TEXT = 600
_REFERRERS = 8
_COUNTED = 2_000


def thing_of(graph: Graph, iri: str) -> Thing:
    """Return what a thing is called, and of what kind it is."""
    return Thing(
        id=iri.removeprefix(graph.base),
        label=shortened(graph.label(iri), _TEXT),
        kind=graph.kind(iri),
    )


def description(graph: Graph, iri: str, most: int, notes: tuple[str, ...] = ()) -> Description:
    """Return the description of a thing.

    Args:
        graph: Where it is.
        iri: The thing.
        most: How many values of a property to show at most.
        notes: What is to be said besides.
    """
    document = json.loads(serialized(graph, iri, "jsonld"))
    document.pop("@context", None)
    cut: list[str] = []
    facts = _trimmed(document, most, cut)
    footnotes = Footnotes(graph)
    nodes = {graph.base + node["id"]: node for node in _nodes(facts) if isinstance(node.get("id"), str)}
    for node, numbers in footnotes.of_nodes(iri, nodes).items():
        nodes.get(node, facts)["evidence"] = list(numbers)
    return Description(
        base=graph.base,
        thing=thing_of(graph, iri),
        iri=iri,
        facts=facts,
        labels=dict(_labels(graph, facts)),
        referred_by=_referred_by(graph, iri),
        questions=tuple(_questions(graph, iri)),
        evidence=footnotes.pieces,
        notes=(*notes, *cut, *footnotes.notes),
    )


def _trimmed(value: Any, most: int, cut: list[str], key: str = "") -> Any:
    """Return a value with short texts and lists, and literals without their types; what was left out is noted."""
    if isinstance(value, dict) and "@value" in value:
        return _trimmed(value["@value"], most, cut, key)
    if isinstance(value, dict):
        return {name: _trimmed(each, most, cut, name) for name, each in value.items()}
    if isinstance(value, list):
        if len(value) > most:
            cut.append(f"'{key}' has {len(value)} values, of which {most} are shown")
        return [_trimmed(each, most, cut, key) for each in value[:most]]
    return shortened(value, _TEXT) if isinstance(value, str) else value


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(each)


def _labels(graph: Graph, facts: Any) -> Iterator[tuple[str, str]]:
    """Yield the references in facts, each with what it is called."""
    for node in _nodes(facts):
        for key, value in node.items():
            if key in ("id", "evidence"):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and graph.local(graph.base + each):
                    yield each, shortened(graph.label(graph.base + each), _TEXT)


def _referred_by(graph: Graph, iri: str) -> dict[str, Referrers]:
    """Return the things that refer to one, by property; those that its own nodes are left out."""
    quads = graph.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=_COUNTED)
    found: dict[str, set[str]] = {}
    for quad in quads:
        subject = iri_of(quad.subject).partition("#")[0]
        if subject != iri and quad.predicate.value != RDF_TYPE:
            found.setdefault(curie(quad.predicate.value), set()).add(subject)
    return {
        key: Referrers(count=len(iris), things=tuple(thing_of(graph, each) for each in sorted(iris)[:_REFERRERS]))
        for key, iris in sorted(found.items())
    }


def _questions(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the named questions that a thing may be the parameter of."""
    kind = graph.kind(iri)
    for name, query in graph.queries.items():
        if kind and (parameter := query.header.parameter_for(kind)):
            yield f"{name}({parameter})"


# Answer the calls of an assistant from a release.

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
            content = description(self.graph, iri, most, notes)
            text = wording.description(content)
            if len(text) <= ROOM:
                break
        return Reply(content, text)

    def ask(self, given: Ask) -> Reply:
        """Answer a named question."""
        query = self._query(given.name)
        content = answer(self.graph, query, self._values(query, given.parameters), given.limit)
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
            things=tuple(thing_of(self.graph, iri) for iri in iris),
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
            raise QueryError(str(error), hint=f"such as {example(query)}") from error
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
