"""Errors of the pool: a job did not come to its end, or may not be taken now."""

from kg.base.errors import KgError


class WorkerError(KgError):
    """A worker did not answer a job, for no reason that lies in the job."""


class LimitReached(KgError):
    """A limit was reached.

    Attributes:
        limit: Which one, in words.
        value: Where it lies, in `unit`.
        unit: Of what.
    """

    def __init__(self, text: str, limit: str, value: float, unit: str, *, hint: str) -> None:
        super().__init__(text, hint=hint)
        self.limit, self.value, self.unit = limit, value, unit


class TooMuch(LimitReached):
    """A job took or gave more than it may; asking again does not help."""


class Busy(LimitReached):
    """A job cannot be taken now.

    Attributes:
        retry_after: Seconds after which it may be asked again.
    """

    def __init__(self, text: str, limit: str, value: float, unit: str, *, retry_after: int) -> None:
        super().__init__(text, limit, value, unit, hint=f"ask again in {retry_after} s")
        self.retry_after = retry_after
