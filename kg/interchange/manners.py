"""How services are asked many questions: each at the pace that it wants, and as long as it answers."""

import time
from collections import Counter
from collections.abc import Iterable, Mapping

from kg.base.errors import KgError, Unavailable
from kg.profile.config import Services

INTERVALS: Mapping[str, float] = {"arxiv": 3.0, "dblp": 1.0}
"""How many seconds services want between two questions, where they say so."""
_PATIENCE = 3  # failures in a row, after which a service is not asked any more


class Manners:
    """What is known of services that are being asked.

    Args:
        services: Where they are.
        left: Those that are not asked at all.

    Attributes:
        left: Those that are left alone.
    """

    def __init__(self, services: Services, left: Iterable[str] = ()) -> None:
        self.left = set(left)
        self._moved = services.moved
        self._failures: Counter[str] = Counter()
        self._asked: dict[str, float] = {}

    def wait(self, service: str) -> None:
        """Wait until a service wants the next question; one that the environment moved has no wishes."""
        interval = 0.0 if service in self._moved else INTERVALS.get(service, 0.0)
        time.sleep(max(0.0, self._asked.get(service, 0.0) + interval - time.monotonic()))
        self._asked[service] = time.monotonic()

    def answered(self, service: str) -> None:
        """Note that a service answered, if only that it does not know something."""
        self._failures[service] = 0

    def failed(self, service: str, error: KgError) -> None:
        """Note that a service failed; one that cannot be reached, or fails some times in a row, is left alone."""
        self._failures[service] += 1
        if isinstance(error, Unavailable) or self._failures[service] >= _PATIENCE:
            self.left.add(service)
