"""Answer the lookups of pages and documents from a SPARQL endpoint: many patterns in one request."""

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

TIMEOUT = 15.0  # seconds for an answer
PAUSE = 2.0  # seconds for which an endpoint that did not answer is not asked again
AT_ONCE = 3  # requests that one process has under way
MOST_QUADS = 100_000  # of a pattern that names neither a subject nor a limit
# The public is not told where the endpoint is: that concerns only who runs the server.
AWAY = "the endpoint that holds the graph does not answer at present"
# Environment variables that `kg.profile.config.credentials` reads.
SECRETS = ("KG_ENDPOINT_USER", "KG_ENDPOINT_PASSWORD", "KG_ENDPOINT_TOKEN")

Row = Mapping[str, Term]
Graphs = tuple[NamedNode, ...] | None  # the named graphs of a release; None for all in the endpoint

_SUBJECTS = 200  # in one request; limited by what servers take as the length of a query
_BRANCHES = 40
_ROUND = 1_000  # servers cut answers at a multiple of this
_TERMS = "spog"
_JSON = RESULT_FORMATS["json"]
_PROLOGUE = re.compile(r"\A(?:\s|\#[^\n]*\n|(?:PREFIX\s+[^\s:<]*\s*:\s*|BASE\s*)<[^>]*>)*+", re.IGNORECASE)
_BOOLEAN = NamedNode(f"{XSD}boolean")
# Virtuoso 7 writes what was loaded as true so.
_BOOLEANS: Mapping[object, Literal] = {
    Literal(number, datatype=_BOOLEAN): Literal(name, datatype=_BOOLEAN)
    for number, name in (("1", "true"), ("0", "false"))
}


class EndpointClient:
    """Queries an endpoint; while it is away, queries fail at once, so that they do not queue behind each other."""

    def __init__(self, remote: RemoteStore) -> None:
        self.asked = 0  # queries sent
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


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None  # then a redirection counts as an error


def ask_nobody_else() -> None:
    """Send the requests of this process only where they are addressed: through no proxy, following no redirection."""
    install_opener(build_opener(ProxyHandler({}), _NoRedirects))


@dataclass(frozen=True)
class Endpoint:
    """An endpoint that holds a release."""

    address: str
    base: str | None = None  # of the release that is meant; None if there is only one
    timeout: float = TIMEOUT
    credentials: Credentials = ANONYMOUS

    def asker(self, most: int = 0, timeout: float = 0.0) -> EndpointClient:
        """Return a client that takes answers of at most so many bytes and seconds; 0 for the defaults."""
        return EndpointClient(RemoteStore(self.address, self.credentials, timeout or self.timeout, most))

    def directory(self, parent: Path) -> Path:
        """Return the directory below another one for copies of this endpoint's releases."""
        return parent / sha256(f"{self.address}\n{self.base or ''}".encode()).hexdigest()[:16]

    def written(self) -> str:
        """Return the endpoint as an argument of a process: without credentials, which others could read there."""
        return json.dumps({"address": self.address, "base": self.base, "timeout": self.timeout})

    @classmethod
    def read(cls, text: str) -> "Endpoint":
        """Return a written endpoint with the credentials of the environment."""
        return replace(cls(**json.loads(text)), credentials=credentials())


class Pattern(NamedTuple):
    """Terms of quads, None for any, and how many quads are wanted at most (None for all)."""

    subject: Node | None = None
    predicate: NamedNode | None = None
    obj: Node | None = None
    graph: GraphName | None = None
    limit: int | None = None

    @property
    def asked(self) -> "Pattern":
        """The pattern that an endpoint is asked for instead: all of a subject, of which more is soon wanted."""
        if self.subject is not None:
            return Pattern(self.subject)
        return self._replace(limit=MOST_QUADS if self.limit is None else min(self.limit, MOST_QUADS))

    @property
    def can_be_asked(self) -> bool:
        """Whether it names something, and no blank node: these have names only where they are."""
        named = any(term is not None for term in self[:4]) and not any(isinstance(term, BlankNode) for term in self[:4])
        return named and self.limit != 0

    def of(self, quads: Iterable[Quad]) -> Iterator[Quad]:
        """Yield the quads that match."""
        matching = (
            quad
            for quad in quads
            if all(
                term in (None, own)
                for term, own in zip(
                    self[:4], (quad.subject, quad.predicate, quad.object, quad.graph_name), strict=True
                )
            )
        )
        return islice(matching, self.limit)


class Request(NamedTuple):
    """A query for several patterns."""

    sparql: str
    patterns: tuple[Pattern, ...]
    most: int  # rows that there can be; 0 where nobody knows


def requests(patterns: Sequence[Pattern], named: Graphs = None) -> Iterator[Request]:
    """Yield the queries for some patterns, many in each."""
    subjects = [pattern for pattern in patterns if pattern.subject is not None]
    others = [pattern for pattern in patterns if pattern.subject is None]
    for batch in _batches(subjects, _SUBJECTS):
        values = f"VALUES ?s {{ {' '.join(str(pattern.subject) for pattern in batch)} }}"
        yield Request(f"SELECT ?s ?p ?o ?g {{ {anywhere('?s ?p ?o', named, values)} }}", batch, 0)
    for batch in _batches(others, _BRANCHES):
        union = " UNION ".join(f"{{ {_branch(number, pattern, named)} }}" for number, pattern in enumerate(batch))
        most = sum(pattern.limit or MOST_QUADS for pattern in batch)
        yield Request(f"SELECT ?k ?s ?p ?o ?g {{ {union} }}", batch, most)


def answers(request: Request, rows: Iterable[Row]) -> dict[Pattern, tuple[Quad, ...]]:
    """Return the quads of each pattern of a request."""
    found: dict[Pattern, list[Quad]] = {pattern: [] for pattern in request.patterns}
    by_subject = {pattern.subject: pattern for pattern in request.patterns}
    for row in rows:
        pattern = request.patterns[int(row["k"].value)] if "k" in row else by_subject[row["s"]]  # type: ignore[union-attr,index]
        given = dict(zip(_TERMS, pattern[:4], strict=True))
        subject, predicate, obj, graph = (given[name] or row.get(name) for name in _TERMS)
        quad = Quad(subject, predicate, _BOOLEANS.get(obj, obj), graph or DefaultGraph())  # type: ignore[arg-type]  # where rows have them
        found[pattern].append(quad)
    return {pattern: tuple(quads) for pattern, quads in found.items()}


def anywhere(triple: str, named: Graphs, values: str = "") -> str:
    """Return what matches a triple in the default graph and, with its name as `?g`, in the named graphs.

    `values` stands in each half: engines join it with each, and read no more than is asked for.
    """
    places = [f"{values} {triple}"]
    if named is None:
        places.append(f"{values} GRAPH ?g {{ {triple} }}")
    else:
        places += [f"{values} GRAPH {graph} {{ {triple} }} BIND({graph} AS ?g)" for graph in named]
    return " UNION ".join(f"{{ {place} }}" for place in places)


def _branch(number: int, pattern: Pattern, named: Graphs) -> str:
    terms = zip(_TERMS, pattern[:4], strict=True)
    variables = " ".join(f"?{name}" for name, term in terms if term is None)
    triple = " ".join(str(term or f"?{name}") for name, term in zip("spo", pattern[:3], strict=True))
    match pattern.graph:
        case None:
            where = anywhere(triple, named)
        case DefaultGraph():
            where = triple
        case graph:
            where = f"GRAPH {graph} {{ {triple} }}"
    return f"SELECT ({number} AS ?k) {variables} {{ {where} }} LIMIT {pattern.limit}"


def _batches(patterns: Sequence[Pattern], size: int) -> Iterator[tuple[Pattern, ...]]:
    return (tuple(patterns[start : start + size]) for start in range(0, len(patterns), size))


class EndpointQuery(NamedTuple):
    """A query, and the prefixes that it need not declare."""

    sparql: str
    prefixes: tuple[tuple[str, str], ...] = ()


class SerializedAnswer(NamedTuple):
    """An answer that any thread may read any number of times: solutions as the standard's JSON, or triples."""

    results: bytes
    triples: tuple[Triple, ...] = ()

    def opened(self) -> Answer:
        """Return the answer as the engine gives it."""
        return parse_query_results(self.results, _JSON) if self.results else iter(self.triples)

    @property
    def number(self) -> int:
        """The number of solutions; 0 if it is another kind of answer."""
        solutions = self.opened()
        return sum(1 for _ in solutions) if isinstance(solutions, QuerySolutions) else 0

    def rows(self) -> Iterator[Row]:
        """Yield the bindings of each solution."""
        solutions = self.opened()
        if isinstance(solutions, QuerySolutions):
            names = [variable.value for variable in solutions.variables]
            for solution in solutions:
                yield {name: term for name in names if (term := solution[name]) is not None}


class EndpointStore:
    """A `QuadStore` that sends each lookup to an endpoint; `dataset` names the graphs if its default graph differs."""

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
        names = self.answer(EndpointQuery("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")).rows()
        return (name for row in names if isinstance(name := row["g"], NamedNode | BlankNode))

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:  # noqa: ARG002
        """Refuse: what an endpoint holds may be larger than any file here."""
        raise StoreError("the graph of an endpoint is not written whole", hint="export it where it was built")

    def fetch(self, patterns: Sequence[Pattern]) -> dict[Pattern, tuple[Quad, ...]]:
        """Return the quads of patterns, as `Pattern.asked` gives them, in few requests."""

        def fetched(request: Request) -> dict[Pattern, tuple[Quad, ...]]:
            return answers(request, self.answer(EndpointQuery(request.sparql), request.most).rows())

        found: dict[Pattern, tuple[Quad, ...]] = {}
        for each in self._threads.map(fetched, requests(patterns, self._named)):
            found |= each
        return found

    def answers(self, queries: Sequence[EndpointQuery]) -> dict[EndpointQuery, SerializedAnswer | Unanswered]:
        """Return the answers to queries, and the failures of those that fail.

        Raises:
            Unavailable: If the endpoint does not answer at all.
        """
        return dict(zip(queries, self._threads.map(self._answer_or_failure, queries), strict=True))

    def answer(self, query: EndpointQuery, most: int = 0) -> SerializedAnswer:
        """Return the whole answer to a query of which at most so many rows are known to exist.

        Many servers give 10,000 rows at most and do not say so: after a round number of rows more is asked for.
        """
        answer = self._request(query)
        number = gained = answer.number
        pages = [answer]
        while gained and gained % _ROUND == 0 and number != most:
            start = match.end() if (match := _PROLOGUE.match(query.sparql)) else 0
            prologue, rest = query.sparql[:start], query.sparql[start:]
            # The line break ends a comment that the query may end with.
            paged = f"{prologue} SELECT * {{ {{ {rest}\n}} }} OFFSET {number}"
            pages.append(self._request(query._replace(sparql=paged)))
            gained = pages[-1].number
            number += gained
        if len(pages) == 1:
            return answer
        first, *others = (json.loads(page.results) for page in pages)
        for other in others:
            first["results"]["bindings"] += other["results"]["bindings"]
        return SerializedAnswer(json.dumps(first, ensure_ascii=False).encode())

    def _answer_or_failure(self, query: EndpointQuery) -> SerializedAnswer | Unanswered:
        try:
            return self.answer(query)
        except Unavailable:
            raise
        except (QueryError, StoreError) as error:
            failure = Unanswered("the endpoint that holds the graph cannot answer this question")
            failure.__cause__ = error
            return failure

    def _request(self, query: EndpointQuery) -> SerializedAnswer:
        answer = self._asker.query(query.sparql, prefixes=dict(query.prefixes), dataset=self._dataset)
        if isinstance(answer, QuerySolutions | QueryBoolean):
            return SerializedAnswer(answer.serialize(format=_JSON) or b"")
        return SerializedAnswer(b"", tuple(answer))
