"""Batch many small lookups into few requests, by re-running a view until no lookup is missing.

A page is made from many lookups, each of which depends on the ones before: one request each would make hundreds.
So a view runs against what is cached; what is missing counts as absent and is noted. The missing lookups are
fetched together, and the view runs again, until nothing is missing: then its result is that of a local store.
A page needs about four rounds, as deep as its lookups are nested.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from pyoxigraph import DefaultGraph, NamedNode, Quad

from kg.base.errors import StoreError, Unanswered, Unavailable
from kg.store.endpoint.store import AWAY, EndpointQuery, EndpointStore, Pattern, SerializedAnswer
from kg.store.store import NO_PREFIXES, GraphName, LocalStore, Node
from kg.terms.formats import Answer
from kg.terms.sparql_guard import LIMITS, Limits, check

MOST_ROUNDS = 40
MOST_QUADS = 200_000  # cached from one page to the next
MOST_BYTES = 16 << 20  # of cached answers to queries

_NO_ROWS = SerializedAnswer(b'{"head": {"vars": []}, "results": {"bindings": []}}')
T = TypeVar("T")
K = TypeVar("K")


class BatchingStore:
    """A store that answers from its cache and notes what is missing there."""

    def __init__(self, source: EndpointStore) -> None:
        self.unanswered = 0  # queries of a page that the endpoint could not answer; they count as empty
        self._source = source
        self._quads: _Cache[Pattern, tuple[Quad, ...]] = _Cache(MOST_QUADS, len)
        self._answers: _Cache[EndpointQuery, SerializedAnswer | Unanswered] = _Cache(MOST_BYTES, _size)
        self._empty = LocalStore.in_memory()
        self._names: tuple[Node, ...] | None = None
        self._length: int | None = None
        self._missing_quads: dict[Pattern, None] = {}
        self._missing_answers: dict[EndpointQuery, None] = {}

    def answered(self, view: Callable[[], T]) -> T:
        """Return the result of a view that reads this store.

        Args:
            view: Called several times; it must not carry what it read from one call to the next.

        Raises:
            StoreError: If the endpoint does not answer, or each round leads to new lookups.
        """
        self._quads.trim()
        self._answers.trim()
        for _ in range(MOST_ROUNDS):
            self.unanswered = 0
            try:
                result = view()
            except Exception:
                if not self._fetch_missing():  # an error over incomplete facts means nothing
                    raise
            else:
                if not self._fetch_missing():
                    return result
        raise StoreError("what is asked of the endpoint leads to ever more questions")

    def __len__(self) -> int:
        if self._length is None:
            with _without_address():
                self._length = len(self._source)
        return self._length

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, limits: Limits | None = LIMITS
    ) -> Answer:
        """Return the answer to a query; no rows while it is missing.

        Raises:
            Unanswered: If the endpoint cannot answer a user's query; one of our own counts as empty then.
        """
        query = EndpointQuery(check(sparql, limits) if limits else sparql, tuple(prefixes.items()))
        known = self._answers.get(query)
        if known is None:
            self._missing_answers[query] = None
            return _NO_ROWS.opened()
        if isinstance(known, SerializedAnswer):
            return known.opened()
        if limits:
            raise Unanswered(known.problems) from known.__cause__
        self.unanswered += 1
        return self._empty.query(sparql, prefixes=prefixes, limits=None)

    def quads(
        self,
        subject: Node | None = None,
        predicate: NamedNode | None = None,
        obj: Node | None = None,
        graph: GraphName | None = None,
        *,
        limit: int | None = None,
    ) -> Iterator[Quad]:
        """Return the quads that match; none while they are missing."""
        pattern = Pattern(subject, predicate, obj, graph, limit)
        if not pattern.can_be_asked:
            return iter(())
        known = self._quads.get(pattern.asked)
        if known is None:
            self._missing_quads[pattern.asked] = None
        return pattern.of(known or ())

    def graph_names(self) -> Iterator[Node]:
        """Return the names of the named graphs."""
        if self._names is None:
            with _without_address():
                self._names = tuple(self._source.graph_names())
        return iter(self._names)

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:
        """Refuse, as the endpoint does."""
        self._source.dump(graph, write)

    def _fetch_missing(self) -> bool:
        """Fetch what is missing; return whether anything was."""
        quads, answers = tuple(self._missing_quads), tuple(self._missing_answers)
        self._missing_quads.clear()
        self._missing_answers.clear()
        with _without_address():
            self._quads.add(self._source.fetch(quads))
            self._answers.add(self._source.answers(answers))
        return bool(quads or answers)


class _Cache(OrderedDict[K, T]):
    # It grows while a page is made and is trimmed only before the next: an evicted entry would be missing again.
    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        super().__init__()
        self._most, self._size, self._total = most, size, 0

    def add(self, entries: Mapping[K, T]) -> None:
        for key, value in entries.items():
            self[key] = value
            self._total += 1 + self._size(value)

    def trim(self) -> None:
        while self._total > self._most:
            self._total -= 1 + self._size(self.popitem(last=False)[1])


@contextmanager
def _without_address() -> Iterator[None]:
    # The public is not told where the endpoint is.
    try:
        yield
    except Unavailable as error:
        raise Unavailable(AWAY, hint="ask again in a while") from error


def _size(answer: SerializedAnswer | Unanswered) -> int:
    return len(answer.results) + 200 * len(answer.triples) if isinstance(answer, SerializedAnswer) else 0
