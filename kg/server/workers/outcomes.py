"""What comes of a question besides an answer.

KgError
├── QueryError     of kg.base.errors: malformed or refused by the guard
├── NotFound       of kg.base.errors: the graph that is asked for does not exist
├── TooMuch        the question is beyond a limit; asking again does not help
├── Busy           others are before it; asking again later helps
└── WorkerError    of kg.server.workers.process: the worker failed for no reason that is known
"""

from kg.base.errors import KgError


class LimitReached(KgError):
    """A limit was reached.

    Attributes:
        limit: Which one, in words.
        value: Where it lies, in `unit`.
        unit: Of what.
    """

    def __init__(self, message: str, limit: str, value: float, unit: str, *, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.limit, self.value, self.unit = limit, value, unit


class TooMuch(LimitReached):
    """A question took or gave more than it may; nothing of its answer is shown."""


class Busy(LimitReached):
    """A question cannot be taken now.

    Attributes:
        retry_after: Seconds after which it may be asked again.
    """

    def __init__(self, message: str, limit: str, value: float, unit: str, *, retry_after: int) -> None:
        super().__init__(message, limit, value, unit, hint=f"ask again in {retry_after} s")
        self.retry_after = retry_after
