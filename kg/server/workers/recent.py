"""What was seen a short while ago."""

import time
from collections.abc import Hashable


class Recent:
    """What was noted within some time; the oldest is forgotten where it becomes too much."""

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._until: dict[Hashable, float] = {}  # in the order of time

    def note(self, key: Hashable) -> None:
        """Note something, or note it anew."""
        self._until.pop(key, None)
        self._until[key] = time.monotonic() + self._seconds
        if len(self._until) > self._most:
            del self._until[next(iter(self._until))]

    def __contains__(self, key: Hashable) -> bool:
        return self._until.get(key, 0.0) > time.monotonic()
