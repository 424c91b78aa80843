"""Answer code that asks a store a thousand little things from a store that is far away, in a few rounds.

A page is made from many lookups, each of which says what to look up next: asked one by one, a page would
make hundreds of requests. So a page is made with what is known; what is not known counts as nothing there,
and is noted. What was noted is asked for all at once, and the page is made anew, until it notes nothing:
then it is what it would be with the store at hand. A page needs about four rounds, as deep as it looks.
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
MOST_QUADS = 200_000  # how many quads are remembered from one page to the next
MOST_BYTES = 16 << 20  # how many bytes of answers to queries are

_NOTHING = SerializedAnswer(b'{"head": {"vars": []}, "results": {"bindings": []}}')
T = TypeVar("T")
K = TypeVar("K")


class BatchingStore:
    """A store that answers from memory and notes what it does not know.

    Attributes:
        unanswered: How many questions of a page the endpoint could not answer, and which count as nothing there.
    """

    def __init__(self, source: EndpointStore) -> None:
        self.unanswered = 0
        self._source = source
        self._quads: _Memory[Pattern, tuple[Quad, ...]] = _Memory(MOST_QUADS, len)
        self._answers: _Memory[EndpointQuery, SerializedAnswer | Unanswered] = _Memory(MOST_BYTES, _size)
        self._empty = LocalStore.in_memory()
        self._names: tuple[Node, ...] | None = None
        self._length: int | None = None
        self._unknown: dict[Pattern, None] = {}
        self._unasked: dict[EndpointQuery, None] = {}

    def answered(self, ask: Callable[[], T]) -> T:
        """Return what a function makes of the store, once it has been told all that it asks.

        Args:
            ask: The function; it is called several times, and must not keep what it is told from one to the next.
        """
        self._quads.forget()
        self._answers.forget()
        for _ in range(MOST_ROUNDS):
            self.unanswered = 0
            try:
                answer = ask()
            except Exception:
                if not self._learn():  # what is raised on half the facts means nothing
                    raise
            else:
                if not self._learn():
                    return answer
        raise StoreError("what is asked of the endpoint leads to ever more questions")

    def __len__(self) -> int:
        if self._length is None:
            with _in_public():
                self._length = len(self._source)
        return self._length

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, limits: Limits | None = LIMITS
    ) -> Answer:
        """Return the answer to a query, or that there is none if it is not known yet.

        Raises:
            Unanswered: If the endpoint cannot answer it; one of our own has no answer then.
        """
        question = EndpointQuery(check(sparql, limits) if limits else sparql, tuple(prefixes.items()))
        known = self._answers.get(question)
        if known is None:
            self._unasked[question] = None
            return _NOTHING.opened()
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
        """Return the quads that match, or none if they are not known yet."""
        pattern = Pattern(subject, predicate, obj, graph, limit)
        if not pattern.can_be_asked:
            return iter(())
        known = self._quads.get(pattern.asked)
        if known is None:
            self._unknown[pattern.asked] = None
        return pattern.of(known or ())

    def graph_names(self) -> Iterator[Node]:
        """Return the names of the named graphs."""
        if self._names is None:
            with _in_public():
                self._names = tuple(self._source.graph_names())
        return iter(self._names)

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:
        """Refuse, as the endpoint does."""
        self._source.dump(graph, write)

    def _learn(self) -> bool:
        # Ask for what was noted, and tell whether anything was.
        unknown, unasked = tuple(self._unknown), tuple(self._unasked)
        self._unknown.clear()
        self._unasked.clear()
        with _in_public():
            self._quads.keep(self._source.fetch(unknown))
            self._answers.keep(self._source.answers(unasked))
        return bool(unknown or unasked)


class _Memory(OrderedDict[K, T]):
    """What was told lately; it grows while a page is made, and is cut before the next."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        super().__init__()
        self._most, self._size, self._held = most, size, 0

    def keep(self, told: Mapping[K, T]) -> None:
        for key, value in told.items():
            self[key] = value
            self._held += 1 + self._size(value)

    def forget(self) -> None:
        # Let go of what was told first where it is too much.
        while self._held > self._most:
            self._held -= 1 + self._size(self.popitem(last=False)[1])


@contextmanager
def _in_public() -> Iterator[None]:
    # Say of an endpoint that does not answer no more than that.
    try:
        yield
    except Unavailable as error:
        raise Unavailable(AWAY, hint="ask again in a while") from error


def _size(answer: SerializedAnswer | Unanswered) -> int:
    return len(answer.results) + 200 * len(answer.triples) if isinstance(answer, SerializedAnswer) else 0
