"""The tools of an assistant, answered from a release."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, StringConstraints, ValidationError
from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import KgError, NotFound, Problem, QueryError, ReleaseError, StoreError
from kg.identity.explaining import telling
from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers, kind_of
from kg.server.mcp.evidence import Footnotes
from kg.server.mcp.pages import cell
from kg.server.mcp.querying import QueryPages
from kg.server.mcp.replies import (
    ROOM,
    AnswerRow,
    AskReply,
    DescribeReply,
    Referrers,
    SchemaReply,
    SearchHit,
    SearchReply,
    SparqlReply,
    ThingReference,
    ToolReply,
    WhyReply,
    refusal,
)
from kg.server.mcp.schema import SchemaPages
from kg.server.settings import ServerSettings
from kg.server.workers.queries import QueryHandler
from kg.server.workers.worker import Handler
from kg.site.metadata.documents import serialized
from kg.site.soundness import offered
from kg.store.graph import Graph
from kg.store.query_checking import QueryChecker
from kg.store.questions import Query, entity, term_of
from kg.store.release import ARCHIVE, open_release
from kg.store.sparql.guard import SERVER_LIMITS
from kg.terms import typed_yaml
from kg.terms.fields import Name, StrictModel
from kg.terms.formats import Term, iri_of
from kg.terms.labels import shortened
from kg.terms.vocabulary import RDF_TYPE, curie

_LONGEST_TEXT = 600
_EVIDENCE_PER_ROW = 2
_EVIDENCE_PER_THING = 12
_MAX_LINES = 150
_MAX_REFERRERS = 8
_MAX_COUNTED = 2_000  # references to a thing
_OF_WORKS = {"works", "work", "papers"}


# What the tools are given: closed models, whose docstrings and fields are what assistants read of a tool.

Thing = Annotated[Name, Field(description="A reference such as person/ada-lovelace, an IRI, a slug, or the whole name")]


class SearchArguments(StrictModel):
    """Find people, works, organisations, venues, events, systems, courses and topics by name, best known first.

    Words may stand in any order, be without diacritics, abbreviated to an acronym, begun or slightly mistyped.
    """

    text: Name = Field(description="A name, a title or an acronym, or some words of it in any order")
    kind: Name | None = Field(None, description="Only things of this kind")
    limit: int = Field(10, ge=1, le=50, description="How many to return at most")


class DescribeArguments(StrictModel):
    """Say what the graph holds of one thing.

    These are its facts with their evidence, what refers to it, and which questions one may 'ask' about it. The works of
    a person, for one, are not among its facts: ask 'publications'.
    """

    thing: Thing


class AskArguments(StrictModel):
    """Ask one of the graph's own questions, which count, join and follow paths over the whole graph.

    People, works, organisations … are given by reference, slug, name or IRI. A question mark stands behind what may be
    left out. The questions, with their parameters:
    """

    name: Name = Field(description="The name of the question")
    parameters: dict[str, Name | int] = Field({}, description="The parameters that stand behind the question's name")
    limit: int = Field(50, ge=1, le=200, description="How many rows to return at most")


class SchemaArguments(StrictModel):
    """Say what a query can ask for: the kinds of things with their classes, or the properties of one kind.

    With a property stands what its values are, how many there are, and what leads to things of the kind; a query to
    start with is added. Ask it before 'sparql'.
    """

    kind: Name | None = Field(None, description="A kind or class, such as person or schema:Person: its properties")
    offset: int = Field(0, ge=0, le=10_000, description="The 'next' of the page before")


class SparqlArguments(StrictModel):
    """Ask the graph in SPARQL 1.1 what no named question asks.

    Classes, properties and things that the graph does not have are refused with what was meant. Select things, not only
    their names: then rows have their evidence.
    """

    query: Annotated[str, StringConstraints(min_length=1, max_length=SERVER_LIMITS.size)] = Field(
        description="SELECT, ASK, CONSTRUCT or DESCRIBE; prefixes are declared, <person/x> is relative to the base"
    )
    offset: int = Field(0, ge=0, le=1_000_000, description="The 'next' of the page before, with the same query")


class WhyArguments(StrictModel):
    """Explain who somebody is, or what a work is.

    These are the mentions in the sources that were taken for one, why, and what it may be confused with; with 'other',
    how two are connected through works. Show the evidence of any thing: files, lines and quotes.
    """

    thing: Thing
    other: Name | None = Field(None, description="Explain how the thing is connected with this other one")


class Tools:
    """The handlers of the tools.

    Args:
        graph: What is asked.
        query: What answers the queries of anybody, within their limits.
    """

    def __init__(self, graph: Graph, query: Handler) -> None:
        self.graph, self._query = graph, query

    def answer(self, name: str, arguments: bytes) -> tuple[Mapping[str, Any], bytes]:
        """Return the reply of a tool, as text and as JSON; or why there is none, for the assistant to read."""
        tool = TOOLS[name]
        try:
            reply = tool.run(self, _checked(tool, json.loads(arguments)))
        except (StoreError, ReleaseError):  # whose messages name files
            raise
        except KgError as error:
            return {"refusal": refusal(error)}, b""
        return {"text": reply.text}, json.dumps(reply.model_dump(mode="json")).encode()

    @cached_property
    def _checker(self) -> QueryChecker:
        return QueryChecker(self.graph, SERVER_LIMITS, schema="the tool 'schema'", search="the tool 'search'")

    @cached_property
    def _schema(self) -> SchemaPages:
        return SchemaPages(self.graph, self._checker.terms)

    @cached_property
    def _queries(self) -> QueryPages:
        return QueryPages(self.graph, self._checker, self._query)

    def schema(self, given: SchemaArguments) -> SchemaReply:
        """Return the kinds of things, or the properties of one."""
        return self._schema.properties(given.kind, given.offset) if given.kind else self._schema.kinds(given.offset)

    def sparql(self, given: SparqlArguments) -> SparqlReply:
        """Answer a query."""
        return self._queries.ask(given.query, given.offset)

    @cached_property
    def dossiers(self) -> Dossiers:
        """The decisions about who is who."""
        base, detail = self.graph.base, self.graph.index.detail
        return Dossiers(open_archive(self.graph.release.path / ARCHIVE), lambda iri: detail(base + iri))

    def search(self, given: SearchArguments) -> SearchReply:
        """Find things by name."""
        base = self.graph.base
        if given.kind and given.kind not in self.graph.titles:
            raise QueryError(f"there is no kind '{given.kind}'", hint=f"choose one of {', '.join(self.graph.titles)}")
        found = offered(self.graph).find(given.text, kinds=(given.kind,) if given.kind else (), limit=given.limit)
        notes = [f"nothing is called so; this is what was found for '{found.corrected}'"] if found.corrected else []
        if found.is_partial:
            notes.append("nothing has all of these words; what has most of them comes first")
        if found.total > len(found.hits):
            notes.append(f"{found.total - len(found.hits)} more are left out: raise 'limit', add words or name a kind")
        hits = (
            SearchHit(id=hit.iri.removeprefix(base), label=hit.name, kind=hit.kind, about=hit.detail)
            for hit in found.hits
        )
        return SearchReply(base=base, things=tuple(hits), total=found.total, notes=tuple(notes))

    def describe(self, given: DescribeArguments) -> DescribeReply:
        """Return what the graph holds of a thing, with as many values of a property as there is room for."""
        iri, notes = self._thing(given.thing)
        for most in (40, 20, 10, 5, 2):
            reply = self._description(iri, most, notes)
            if len(reply.text) <= ROOM:
                break
        return reply

    def ask(self, given: AskArguments) -> AskReply:
        """Answer a named question."""
        query = self.graph.queries.get(given.name)
        if query is None:
            questions = f"the questions are {', '.join(self.graph.queries)}"
            hint = typed_yaml.hint_for(given.name, self.graph.queries, questions)
            raise NotFound(f"there is no question '{given.name}'", hint=hint)
        parameters = query.header.parameters
        try:
            query.bind(dict.fromkeys(given.parameters, Literal("")))
        except QueryError as error:
            example = {name: each.example for name, each in parameters.items() if each.required}
            call = json.dumps({"name": query.name, "parameters": example}, ensure_ascii=False)
            raise QueryError(str(error), hint=f"such as {call}") from error
        select, base = self.graph.store.query, self.graph.base
        values = {name: term_of(parameters[name], str(text), select, base) for name, text in given.parameters.items()}
        return self._answer(query, values, given.limit)

    def why(self, given: WhyArguments) -> WhyReply:
        """Explain who or what a thing is, or how two are connected."""
        found = [
            # the key of a mention, or a thing
            (self.graph.base + self.dossiers.find(text), ()) if text.startswith("m-") else self._thing(text)
            for text in (given.thing, given.other)
            if text
        ]
        iris = [iri for iri, _ in found]
        footnotes = Footnotes(self.graph)
        for iri in self._works_between(*iris) if len(iris) > 1 else iris:
            footnotes.of(iri, iris, most=_EVIDENCE_PER_THING)
        lines = list(self._explanation(iris))
        cut = (f"{len(lines) - _MAX_LINES} more lines are left out",) if len(lines) > _MAX_LINES else ()
        return WhyReply(
            base=self.graph.base,
            things=tuple(map(self._reference, iris)),
            lines=tuple(lines[:_MAX_LINES]),
            evidence=footnotes.records,
            notes=(*(note for _, notes in found for note in notes), *cut, *footnotes.notes),
        )

    def _thing(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return the IRI that a text means, and notes; a merged thing leads to the one that replaces it."""
        iri = entity("thing", text, self.graph.store.query, self.graph.base, self.graph.declaration).value
        now = self.graph.current(iri)
        return now, ((f"{text} was merged into {self.graph.local(now) or now}",) if now != iri else ())

    def _reference(self, iri: str) -> ThingReference:
        label = shortened(self.graph.label(iri), _LONGEST_TEXT)
        return ThingReference(id=iri.removeprefix(self.graph.base), label=label, kind=self.graph.kind(iri))

    # A question: its rows, each with the evidence of what it is about.

    def _answer(self, query: Query, values: Mapping[str, Term], limit: int) -> AskReply:
        table = self.graph.ask(query.name, **values)
        footnotes = Footnotes(self.graph)
        given = [value.value for value in values.values() if isinstance(value, NamedNode)]
        kind = "work" if _OF_WORKS.intersection(table.columns) else ""
        rows: list[AnswerRow] = []
        room = ROOM
        for row in table.rows[:limit]:
            cells = dict(zip(table.columns, (cell(term, self.graph.base) for term in row), strict=True))
            room -= sum(len(str(cell)) + len(" | ") for cell in cells.values())
            if room < footnotes.size:
                break
            # Rows of the evidence are evidence themselves.
            cited = () if query.name == "evidence" else footnotes.of_row(row, given, kind=kind, most=_EVIDENCE_PER_ROW)
            rows.append(AnswerRow(cells=cells, evidence=cited))
        notes: tuple[str, ...] = ()
        if left := len(table.rows) - len(rows):
            advice = "ask a narrower question" if len(rows) < limit else "raise 'limit', or ask a narrower question"
            notes = (f"{left} more rows are left out: {advice}",)
        return AskReply(
            base=self.graph.base,
            question=query.header.summary,
            columns=table.columns,
            rows=tuple(rows),
            total=len(table.rows),
            evidence=footnotes.records,
            notes=(*notes, *footnotes.notes),
        )

    # A description: facts with what they refer to, what refers to the thing, and evidence.

    def _description(self, iri: str, most: int, notes: tuple[str, ...]) -> DescribeReply:
        graph = self.graph
        document = json.loads(serialized(graph, iri, "jsonld"))
        document.pop("@context", None)
        cut: list[str] = []
        facts = _trimmed(document, most, cut)
        footnotes = Footnotes(graph)
        nodes = {graph.base + node["id"]: node for node in _nodes(facts) if isinstance(node.get("id"), str)}
        for node, numbers in footnotes.of_nodes(iri, nodes).items():
            nodes.get(node, facts)["evidence"] = list(numbers)
        parameters = ((name, each.header.parameter_for(graph.kind(iri))) for name, each in graph.queries.items())
        return DescribeReply(
            base=graph.base,
            thing=self._reference(iri),
            iri=iri,
            facts=facts,
            labels=dict(self._labels(facts)),
            referred_by=self._referred_by(iri),
            questions=tuple(f"{name}({parameter})" for name, parameter in parameters if parameter and graph.kind(iri)),
            evidence=footnotes.records,
            notes=(*notes, *cut, *footnotes.notes),
        )

    def _labels(self, facts: Any) -> Iterator[tuple[str, str]]:
        """Yield the references in facts with their labels."""
        for node in _nodes(facts):
            for key, value in node.items():
                for each in value if isinstance(value, list) else [value]:
                    if key not in ("id", "evidence") and isinstance(each, str):
                        iri = self.graph.base + each
                        if self.graph.local(iri):
                            yield each, shortened(self.graph.label(iri), _LONGEST_TEXT)

    def _referred_by(self, iri: str) -> dict[str, Referrers]:
        """Return the things that refer to one, by property, without its own nodes."""
        found: dict[str, set[str]] = {}
        for quad in self.graph.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=_MAX_COUNTED):
            subject = iri_of(quad.subject).partition("#")[0]
            if subject != iri and quad.predicate.value != RDF_TYPE:
                found.setdefault(curie(quad.predicate.value), set()).add(subject)
        return {
            key: Referrers(count=len(iris), things=tuple(map(self._reference, sorted(iris)[:_MAX_REFERRERS])))
            for key, iris in sorted(found.items())
        }

    # An explanation of one thing, or of how two are connected.

    def _explanation(self, iris: Sequence[str]) -> Iterator[str]:
        known = [local for local in map(self._local, iris) if local in self.dossiers.nodes]
        if len(known) > 1:
            yield from telling.connection(self.dossiers, *known)
        elif known:
            yield from telling.entity(self.dossiers, known[0])
        for iri in iris:
            if self._local(iri) not in known:
                yield f"{self.graph.label(iri)} is neither a person nor a work: what speaks for it is the evidence."

    def _works_between(self, one: str, other: str) -> tuple[str, ...]:
        """Return the works through which two people are connected; of other things, the two."""
        ends = (self._local(one), self._local(other))
        if any(kind_of(end) != "person" or end not in self.dossiers.nodes for end in ends) or one == other:
            return one, other
        works = (step.work for path in self.dossiers.paths(*ends) for step, _ in path)
        return tuple(self.graph.base + work for work in dict.fromkeys(works))

    def _local(self, iri: str) -> str:
        return iri.removeprefix(self.graph.base).partition("#")[0]


def _trimmed(value: Any, most: int, cut: list[str], key: str = "") -> Any:
    """Return a value with short texts and lists, and literals without datatypes; `cut` collects what was left out."""
    if isinstance(value, dict):
        if "@value" in value:
            return _trimmed(value["@value"], most, cut, key)
        return {name: _trimmed(each, most, cut, name) for name, each in value.items()}
    if isinstance(value, list):
        if len(value) > most:
            cut.append(f"'{key}' has {len(value)} values, of which {most} are shown")
        return [_trimmed(each, most, cut, key) for each in value[:most]]
    return shortened(value, _LONGEST_TEXT) if isinstance(value, str) else value


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(each)


def opened(release: Path, settings: ServerSettings) -> Handler:
    """Return what answers the calls of tools about a release, in a worker."""
    graph = Graph(open_release(release))
    tools = Tools(graph, QueryHandler(graph.store, settings).answer)
    return lambda job, body: tools.answer(job["tool"], body)


class Tool(NamedTuple):
    """A tool, described by its arguments."""

    title: str
    arguments: type[StrictModel]
    reply: type[ToolReply]
    run: Callable[[Tools, Any], ToolReply]


TOOLS: Mapping[str, Tool] = {
    "search": Tool("Search by name", SearchArguments, SearchReply, Tools.search),
    "describe": Tool("Describe a thing", DescribeArguments, DescribeReply, Tools.describe),
    "ask": Tool("Ask a named question", AskArguments, AskReply, Tools.ask),
    "schema": Tool("Say what can be queried", SchemaArguments, SchemaReply, Tools.schema),
    "sparql": Tool("Ask in SPARQL", SparqlArguments, SparqlReply, Tools.sparql),
    "why": Tool("Explain where a fact comes from", WhyArguments, WhyReply, Tools.why),
}


def _checked(tool: Tool, given: Mapping[str, Any]) -> StrictModel:
    """Return arguments as a model, or raise a QueryError that lists all problems."""
    try:
        return tool.arguments.model_validate(given)
    except ValidationError as error:
        raise QueryError([_problem(*found) for found in typed_yaml.problems_of(error, tool.arguments)]) from error


def _problem(loc: tuple[str | int, ...], problem: Problem) -> Problem:
    """Return a problem in the words of a call rather than of a YAML file."""
    hint = "" if problem.hint.startswith("add a line") else problem.hint
    return Problem(problem.message, field=typed_yaml.field_text(loc[:2]), hint=hint)
