"""Read a release from a SPARQL endpoint."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener, install_opener

from pyoxigraph import (
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

from kg.base.errors import QueryError, StoreError, Unanswered, Unavailable
from kg.profile.config import Credentials, credentials
from kg.store.remote.client import ANONYMOUS
from kg.store.remote.store import RemoteStore
from kg.store.store import NO_PREFIXES, GraphName, Node, QueryDataset
from kg.terms.formats import RESULT_FORMATS, XSD, Answer, Term
from kg.terms.sparql_guard import LIMITS, Limits, check

# Where an endpoint is and how it is asked: with patience that has an end, and not while it is away.

TIMEOUT = 15.0  # seconds for an answer
PAUSE = 2.0  # seconds for which an endpoint that did not answer is not asked again
# What is said to the public; where the endpoint should be concerns nobody but who runs the server
AWAY = "the endpoint that holds the graph does not answer at present"
# The variables of the environment that hold what `kg.profile.config.credentials` reads
SECRETS = ("KG_ENDPOINT_USER", "KG_ENDPOINT_PASSWORD", "KG_ENDPOINT_TOKEN")


class EndpointClient:
    """Asks an endpoint; while it is away, questions fail at once, so that they do not queue behind each other.

    Attributes:
        asked: How many questions were sent.
    """

    def __init__(self, remote: RemoteStore) -> None:
        self.asked = 0
        self._remote = remote
        self._away: Unavailable | None = None
        self._until = 0.0

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, dataset: QueryDataset | None = None
    ) -> Answer:
        """Return the answer to a query.

        Raises:
            QueryError: If it is refused.
            Unavailable: If the endpoint does not answer now, or did not a moment ago.
            StoreError: If it does not answer otherwise.
        """
        if self._away is not None and time.monotonic() < self._until:
            raise Unavailable(self._away.problems)
        self.asked += 1
        try:
            return self._remote.query(sparql, prefixes=prefixes, dataset=dataset)
        except Unavailable as error:
            self._away, self._until = error, time.monotonic() + PAUSE
            raise


class _Straight(HTTPRedirectHandler):
    """Goes nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirection, which then counts as an error."""


def ask_nobody_else() -> None:
    """Let requests of this process go nowhere but where they are sent: through no proxy, and behind no redirection."""
    install_opener(build_opener(ProxyHandler({}), _Straight))


@dataclass(frozen=True)
class Endpoint:
    """An endpoint that holds a release."""

    address: str  # where it answers queries
    base: str | None = None  # the base of the release that is meant, or None if there is only one
    timeout: float = TIMEOUT  # seconds for an answer
    credentials: Credentials = ANONYMOUS  # how to log in

    def asker(self, most: int = 0, timeout: float = 0.0) -> EndpointClient:
        """Return what asks it."""
        return EndpointClient(RemoteStore(self.address, self.credentials, timeout or self.timeout, most))

    def directory(self, parent: Path) -> Path:
        """Return where under a directory the releases of this endpoint are kept."""
        return parent / sha256(f"{self.address}\n{self.base or ''}".encode()).hexdigest()[:16]

    def written(self) -> str:
        """Return it as the argument of a process, without what is secret."""
        return json.dumps({"address": self.address, "base": self.base, "timeout": self.timeout})

    @classmethod
    def read(cls, text: str) -> "Endpoint":
        """Return the endpoint that was written, with the credentials of the environment."""
        return replace(cls(**json.loads(text)), credentials=credentials())


# Patterns of quads, and the SPARQL that asks for many of them at once.

Row = Mapping[str, Term]
Graphs = tuple[NamedNode, ...] | None

MOST_QUADS = 100_000  # how many quads answer a pattern that names neither a subject nor a limit

_SUBJECTS = 200
_BRANCHES = 40
_TERMS = "spog"
_BOOLEAN = NamedNode(f"{XSD}boolean")
# Virtuoso 7 writes what was loaded as true so.
_TRUTHS: Mapping[object, Literal] = {
    Literal(number, datatype=_BOOLEAN): Literal(name, datatype=_BOOLEAN)
    for number, name in (("1", "true"), ("0", "false"))
}


class Pattern(NamedTuple):
    """Terms that quads have, None for any, and how many of these are wanted at most (None for all)."""

    subject: Node | None = None
    predicate: NamedNode | None = None
    obj: Node | None = None
    graph: GraphName | None = None
    limit: int | None = None

    @property
    def asked(self) -> "Pattern":
        """The pattern that an endpoint is asked for in its place."""
        if self.subject is not None:
            return Pattern(self.subject)
        return self._replace(limit=MOST_QUADS if self.limit is None else min(self.limit, MOST_QUADS))

    @property
    def can_be_asked(self) -> bool:
        """Whether it names no blank node, which are only known where they are, and names something."""
        terms = (self.subject, self.predicate, self.obj, self.graph)
        named = any(term is not None for term in terms) and not any(isinstance(term, BlankNode) for term in terms)
        return named and self.limit != 0

    def of(self, quads: Iterable[Quad]) -> Iterator[Quad]:
        """Yield those quads that match."""
        return islice(filter(self._matches, quads), self.limit)

    def _matches(self, quad: Quad) -> bool:
        wanted = (self.subject, self.predicate, self.obj, self.graph)
        return all(term is None or term == own for term, own in zip(wanted, _terms(quad), strict=True))


class Request(NamedTuple):
    """A query, the patterns that its rows answer, and how many rows there can be, or 0 where nobody knows."""

    sparql: str
    patterns: tuple[Pattern, ...]
    most: int


def requests(patterns: Sequence[Pattern], named: Graphs = None) -> Iterator[Request]:
    """Yield the queries that ask for some patterns as they are asked, many in each."""
    subjects = [pattern for pattern in patterns if pattern.subject is not None]
    others = [pattern for pattern in patterns if pattern.subject is None]
    for batch in _batches(subjects, _SUBJECTS):
        yield Request(_of_subjects(batch, named), batch, 0)
    for batch in _batches(others, _BRANCHES):
        union = " UNION ".join(f"{{ {_branch(number, pattern, named)} }}" for number, pattern in enumerate(batch))
        most = sum(pattern.limit or MOST_QUADS for pattern in batch)
        yield Request(f"SELECT ?k ?s ?p ?o ?g {{ {union} }}", batch, most)


def answers(request: Request, rows: Iterable[Row]) -> dict[Pattern, tuple[Quad, ...]]:
    """Return the quads of each pattern of a request, from the rows of its answer."""
    found: dict[Pattern, list[Quad]] = {pattern: [] for pattern in request.patterns}
    by_subject = {pattern.subject: pattern for pattern in request.patterns}
    for row in rows:
        pattern = request.patterns[int(row["k"].value)] if "k" in row else by_subject[row["s"]]  # type: ignore[union-attr,index]
        found[pattern].append(_quad(pattern, row))
    return {pattern: tuple(quads) for pattern, quads in found.items()}


def anywhere(triple: str, named: Graphs, values: str = "") -> str:
    """Return what matches a triple in the default graph and in the named graphs, of which `?g` is the name."""
    places = [f"{values} {triple}"]
    if named is None:
        places.append(f"{values} GRAPH ?g {{ {triple} }}")
    else:
        places += [f"{values} GRAPH {graph} {{ {triple} }} BIND({graph} AS ?g)" for graph in named]
    return " UNION ".join(f"{{ {place} }}" for place in places)


def _of_subjects(patterns: Sequence[Pattern], named: Graphs) -> str:
    values = f"VALUES ?s {{ {' '.join(str(pattern.subject) for pattern in patterns)} }}"
    return f"SELECT ?s ?p ?o ?g {{ {anywhere('?s ?p ?o', named, values)} }}"


def _branch(number: int, pattern: Pattern, named: Graphs) -> str:
    triple = " ".join(
        f"?{name}" if term is None else str(term) for name, term in zip(_TERMS, pattern[:3], strict=False)
    )
    variables = " ".join(f"?{name}" for name, term in zip(_TERMS, pattern[:4], strict=True) if term is None)
    match pattern.graph:
        case None:
            where = anywhere(triple, named)
        case DefaultGraph():
            where = triple
        case graph:
            where = f"GRAPH {graph} {{ {triple} }}"
    return f"SELECT ({number} AS ?k) {variables} {{ {where} }} LIMIT {pattern.limit}"


def _quad(pattern: Pattern, row: Row) -> Quad:
    given = dict(zip(_TERMS, pattern[:4], strict=True))
    subject, predicate, obj, graph = (given[name] or row.get(name) for name in _TERMS)
    obj = _TRUTHS.get(obj, obj)
    return Quad(subject, predicate, obj, graph or DefaultGraph())  # type: ignore[arg-type]  # where rows have them


def _terms(quad: Quad) -> tuple[object, ...]:
    return quad.subject, quad.predicate, quad.object, quad.graph_name


def _batches(patterns: Sequence[Pattern], size: int) -> Iterator[tuple[Pattern, ...]]:
    return (tuple(patterns[start : start + size]) for start in range(0, len(patterns), size))


# The store of a release that lies in an endpoint: each question is a request, or a few.

AT_ONCE = 3  # how many requests one process has under way

_ROUND = 1_000
_JSON = RESULT_FORMATS["json"]
_PROLOGUE = re.compile(r"\A(?:\s|\#[^\n]*\n|(?:PREFIX\s+[^\s:<]*\s*:\s*|BASE\s*)<[^>]*>)*+", re.IGNORECASE)
_GRAPHS = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"


class EndpointQuery(NamedTuple):
    """A query, and the prefixes that it need not declare."""

    sparql: str
    prefixes: tuple[tuple[str, str], ...] = ()


class SerializedAnswer(NamedTuple):
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
    """Answers what pages and documents ask, and asks an endpoint for it."""

    def __init__(self, asker: EndpointClient, dataset: QueryDataset | None = None, named: Graphs = None) -> None:
        self._asker, self._dataset, self._named = asker, dataset, named
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="asking")

    def __len__(self) -> int:
        size = f"SELECT (COUNT(*) AS ?n) {{ {anywhere('?s ?p ?o', self._named)} }}"
        counts = (row["n"] for row in self.answer(EndpointQuery(size)).rows())
        return sum(int(count.value) for count in counts if isinstance(count, Literal))

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, limits: Limits | None = LIMITS
    ) -> Answer:
        """Return the answer to a query."""
        return self.answer(EndpointQuery(check(sparql, limits) if limits else sparql, tuple(prefixes.items()))).opened()

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
        names = (row["g"] for row in self.answer(EndpointQuery(_GRAPHS)).rows())
        return (name for name in names if isinstance(name, NamedNode | BlankNode))

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:  # noqa: ARG002
        """Refuse: what an endpoint holds may be larger than any file here."""
        raise StoreError("the graph of an endpoint is not written whole", hint="export it where it was built")

    def fetch(self, patterns: Sequence[Pattern]) -> dict[Pattern, tuple[Quad, ...]]:
        """Return the quads of patterns as they are asked, in few requests of which some are under way at once."""
        found: dict[Pattern, tuple[Quad, ...]] = {}
        for each in self._threads.map(self._fetched, requests(patterns, self._named)):
            found |= each
        return found

    def answers(self, questions: Sequence[EndpointQuery]) -> dict[EndpointQuery, SerializedAnswer | Unanswered]:
        """Return the answers to queries, some of which are asked at once, and the failures of those that fail."""
        return dict(zip(questions, self._threads.map(self._answer_or_failure, questions), strict=True))

    def answer(self, question: EndpointQuery, most: int = 0) -> SerializedAnswer:
        """Return the whole answer to a query.

        Many servers give 10,000 rows at most and do not say so: after a round number of rows more is asked for.
        """
        answer, number = self._asked(question)
        gained, pages = number, [answer]
        while gained and gained % _ROUND == 0 and number != most:
            page, gained = self._asked(_from(question, number))
            number += gained
            pages.append(page)
        return answer if len(pages) == 1 else _joined(pages)

    def _answer_or_failure(self, question: EndpointQuery) -> SerializedAnswer | Unanswered:
        try:
            return self.answer(question)
        except Unavailable:
            raise
        except (QueryError, StoreError) as error:
            failure = Unanswered("the endpoint that holds the graph cannot answer this question")
            failure.__cause__ = error
            return failure

    def _asked(self, question: EndpointQuery) -> tuple[SerializedAnswer, int]:
        # The answer to a query, and how many rows it has.
        answer = self._asker.query(question.sparql, prefixes=dict(question.prefixes), dataset=self._dataset)
        if not isinstance(answer, QuerySolutions | QueryBoolean):
            return SerializedAnswer(b"", tuple(answer)), 0
        kept = SerializedAnswer(answer.serialize(format=_JSON) or b"")
        return kept, kept.number

    def _fetched(self, request: Request) -> dict[Pattern, tuple[Quad, ...]]:
        return answers(request, self.answer(EndpointQuery(request.sparql), request.most).rows())


def _from(question: EndpointQuery, number: int) -> EndpointQuery:
    text = question.sparql
    prologue = _PROLOGUE.match(text)
    start = prologue.end() if prologue else 0
    # The line break ends a comment that the query may end with.
    return question._replace(sparql=f"{text[:start]} SELECT * {{ {{ {text[start:]}\n}} }} OFFSET {number}")


def _joined(pages: Sequence[SerializedAnswer]) -> SerializedAnswer:
    first, *others = (json.loads(page.results) for page in pages)
    for other in others:
        first["results"]["bindings"] += other["results"]["bindings"]
    return SerializedAnswer(json.dumps(first, ensure_ascii=False).encode())
