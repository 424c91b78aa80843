"""The store of a release that lies in an endpoint: each question is a request, or a few."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kg.endpoint.address import Asker
from kg.endpoint.patterns import Graphs, Pattern, Request, Row, answers, anywhere, requests
from kg.errors import QueryError, StoreError, Unanswered, Unavailable
from kg.formats import (
    RESULT_FORMATS,
    Answer,
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QuerySolutions,
    Triple,
    parse_query_results,
)
from kg.guard import LIMITS, Limits, check
from kg.store import NO_PREFIXES, Dataset, GraphName, Node

AT_ONCE = 3
"""How many requests one process has under way."""

_ROUND = 1_000
_JSON = RESULT_FORMATS["json"]
_PROLOGUE = re.compile(r"\A(?:\s|\#[^\n]*\n|(?:PREFIX\s+[^\s:<]*\s*:\s*|BASE\s*)<[^>]*>)*+", re.IGNORECASE)
_GRAPHS = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"


class Question(NamedTuple):
    """A query, and the prefixes that it need not declare."""

    sparql: str
    prefixes: tuple[tuple[str, str], ...] = ()


class Kept(NamedTuple):
    """An answer that any thread may read, any number of times: solutions as the standard's JSON, or triples."""

    results: bytes
    triples: tuple[Triple, ...] = ()

    def opened(self) -> Answer:
        """Return the answer as the engine gives it."""
        return parse_query_results(self.results, _JSON) if self.results else iter(self.triples)

    @property
    def number(self) -> int:
        """How many solutions it has; none if it is another kind of answer."""
        solutions = self.opened()
        return sum(1 for _ in solutions) if isinstance(solutions, QuerySolutions) else 0

    def rows(self) -> Iterator[Row]:
        """Yield what each solution binds."""
        solutions = self.opened()
        if isinstance(solutions, QuerySolutions):
            names = [variable.value for variable in solutions.variables]
            for solution in solutions:
                yield {name: term for name in names if (term := solution[name]) is not None}


class EndpointStore:
    """Answers what pages and documents ask, and asks an endpoint for it.

    Args:
        asker: Asks the endpoint.
        dataset: The graphs of the release, where the endpoint's own default graph is something else.
        named: The named graphs of the release, or None for all that there are.
    """

    def __init__(self, asker: Asker, dataset: Dataset | None = None, named: Graphs = None) -> None:
        self._asker, self._dataset, self._named = asker, dataset, named
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="asking")

    def __len__(self) -> int:
        size = f"SELECT (COUNT(*) AS ?n) {{ {anywhere('?s ?p ?o', self._named)} }}"
        counts = (row["n"] for row in self.answer(Question(size)).rows())
        return sum(int(count.value) for count in counts if isinstance(count, Literal))

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, limits: Limits | None = LIMITS
    ) -> Answer:
        """Return the answer to a query."""
        return self.answer(Question(check(sparql, limits) if limits else sparql, tuple(prefixes.items()))).opened()

    def quads(
        self,
        subject: Node | None = None,
        predicate: NamedNode | None = None,
        obj: Node | None = None,
        graph: GraphName | None = None,
        *,
        limit: int | None = None,
    ) -> Iterator[Quad]:
        """Return the quads that match."""
        pattern = Pattern(subject, predicate, obj, graph, limit)
        return pattern.of(self.fetch([pattern.asked])[pattern.asked]) if pattern.can_be_asked else iter(())

    def graph_names(self) -> Iterator[Node]:
        """Return the names of the named graphs."""
        if self._named is not None:
            return iter(self._named)
        names = (row["g"] for row in self.answer(Question(_GRAPHS)).rows())
        return (name for name in names if isinstance(name, NamedNode | BlankNode))

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:  # noqa: ARG002
        """Refuse: what an endpoint holds may be larger than any file here."""
        raise StoreError("the graph of an endpoint is not written whole", hint="export it where it was built")

    def fetch(self, patterns: Sequence[Pattern]) -> dict[Pattern, tuple[Quad, ...]]:
        """Return the quads of patterns as they are asked, in few requests of which some are under way at once.

        Raises:
            StoreError: If the endpoint does not answer.
        """
        found: dict[Pattern, tuple[Quad, ...]] = {}
        for each in self._threads.map(self._fetched, requests(patterns, self._named)):
            found |= each
        return found

    def answers(self, questions: Sequence[Question]) -> dict[Question, Kept | Unanswered]:
        """Return the answers to queries, some of which are asked at once, and the failures of those that fail.

        Raises:
            Unavailable: If the endpoint does not answer at all.
        """
        return dict(zip(questions, self._threads.map(self._answer_or_failure, questions), strict=True))

    def answer(self, question: Question, most: int = 0) -> Kept:
        """Return the whole answer to a query.

        Many servers give 10,000 rows at most and do not say so: after a round number of rows more is asked for.

        Args:
            question: The query.
            most: How many rows there can be, or 0 where nobody knows.
        """
        answer, number = self._asked(question)
        gained, pages = number, [answer]
        while gained and gained % _ROUND == 0 and number != most:
            page, gained = self._asked(_from(question, number))
            number += gained
            pages.append(page)
        return answer if len(pages) == 1 else _joined(pages)

    def _answer_or_failure(self, question: Question) -> Kept | Unanswered:
        try:
            return self.answer(question)
        except Unavailable:
            raise
        except (QueryError, StoreError) as error:
            failure = Unanswered("the endpoint that holds the graph cannot answer this question")
            failure.__cause__ = error
            return failure

    def _asked(self, question: Question) -> tuple[Kept, int]:
        """Return the answer to a query, and how many rows it has."""
        answer = self._asker.query(question.sparql, prefixes=dict(question.prefixes), dataset=self._dataset)
        if not isinstance(answer, QuerySolutions | QueryBoolean):
            return Kept(b"", tuple(answer)), 0
        kept = Kept(answer.serialize(format=_JSON) or b"")
        return kept, kept.number

    def _fetched(self, request: Request) -> dict[Pattern, tuple[Quad, ...]]:
        return answers(request, self.answer(Question(request.sparql), request.most).rows())


def _from(question: Question, number: int) -> Question:
    """Return the query for the rows from a number on."""
    text = question.sparql
    prologue = _PROLOGUE.match(text)
    start = prologue.end() if prologue else 0
    # The line break ends a comment that the query may end with.
    return question._replace(sparql=f"{text[:start]} SELECT * {{ {{ {text[start:]}\n}} }} OFFSET {number}")


def _joined(pages: Sequence[Kept]) -> Kept:
    """Return an answer that came in pages as one."""
    first, *others = (json.loads(page.results) for page in pages)
    for other in others:
        first["results"]["bindings"] += other["results"]["bindings"]
    return Kept(json.dumps(first, ensure_ascii=False).encode())
