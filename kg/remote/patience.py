"""Ask again after a while when a server is busy, or gone for a moment."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kg.errors import Unavailable

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How long to wait for a server.

    Attributes:
        timeout: Seconds for one answer.
        pauses: Seconds between attempts, of which there is one more.
    """

    timeout: float = 600.0
    pauses: Sequence[float] = (0.5, 1.0, 2.0, 4.0, 8.0)

    def call(self, ask: Callable[[], T]) -> T:
        """Return what asking gives; not asked again is a server that has used up its time: it may still be at it.

        Raises:
            Unavailable: If it is not there after all attempts.
        """
        for pause in self.pauses:
            started = time.monotonic()
            try:
                return ask()
            except Unavailable:
                if time.monotonic() - started >= self.timeout:
                    raise
                time.sleep(pause)
        return ask()
