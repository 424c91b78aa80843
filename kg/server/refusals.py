"""How long a client that is refused waits to hear so: a token bucket for each."""

import time
from collections import OrderedDict

_FREE = 4.0  # refusals in a row that are told at once
_SECONDS = 1.0  # for which one counts
_MOST = 5.0  # seconds that a client waits; longer, and it takes the server for dead
_REMEMBERED = 10_000


class Refusals:
    """What clients were refused of late."""

    def __init__(self) -> None:
        self._debts: OrderedDict[str, tuple[float, float]] = OrderedDict()  # refusals, and when they were counted

    def wait(self, client: str) -> float:
        """Count a refusal of a client, and return how many seconds it waits for it, or 0.

        >>> refusals = Refusals()
        >>> [round(refusals.wait("192.0.2.1")) for _ in range(7)]
        [0, 0, 0, 0, 1, 2, 3]
        """
        now = time.monotonic()
        debt, since = self._debts.pop(client, (0.0, now))
        debt = min(max(0.0, debt - (now - since) / _SECONDS) + 1, _FREE + _MOST / _SECONDS)
        self._debts[client] = debt, now
        if len(self._debts) > _REMEMBERED:
            self._debts.popitem(last=False)
        return max(0.0, debt - _FREE) * _SECONDS
