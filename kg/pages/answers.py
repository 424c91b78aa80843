"""Answers that were given lately: a page, its files and its charts ask the same."""

from collections import OrderedDict
from collections.abc import Callable

MOST_BYTES = 4 << 20


class Answers:
    """Keeps the answers to the queries that were asked last, as the standard's JSON, which is parsed in no time.

    Args:
        ask: Returns the answer to a query.
        most: How many bytes are kept; a larger answer is not.
    """

    def __init__(self, ask: Callable[[str], bytes], most: int = MOST_BYTES) -> None:
        self._ask, self._most = ask, most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def __call__(self, sparql: str) -> bytes:
        """Return the answer to a query."""
        if sparql in self._kept:
            self._kept.move_to_end(sparql)
            return self._kept[sparql]
        answer = self._ask(sparql)
        if len(answer) <= self._most:
            self._keep(sparql, answer)
        return answer

    def _keep(self, sparql: str, answer: bytes) -> None:
        self._kept[sparql] = answer
        self._size += len(answer)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
