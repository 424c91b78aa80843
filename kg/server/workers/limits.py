"""The limits of what anybody may ask of workers, and the errors that report that one is reached."""

from dataclasses import dataclass, field

from kg.base.errors import KgError
from kg.terms.sparql_guard import SERVER_LIMITS, Limits


@dataclass(frozen=True)
class Caps:
    """What an answer may take.

    Attributes:
        memory: Bytes beyond what a worker holds when it is ready.
        resident: Bytes beyond that after which it makes room for a fresh one.
        bytes: Of an answer.
        rows: Of an answer to SELECT.
        guard: What the guard allows.
    """

    memory: int = 512 << 20
    resident: int = 128 << 20
    bytes: int = 16 << 20
    rows: int = 100_000
    guard: Limits = field(default=SERVER_LIMITS)


@dataclass(frozen=True)
class Rules:
    """The limits of a pool.

    Attributes:
        workers: How many jobs are computed at once, but for those that are not quick.
        quick_seconds: How long a query is quick.
        query_seconds: How long it may take.
        quick_page_seconds: How long a page is quick.
        page_seconds: How long it may take.
        wait_seconds: How long a job may wait for a worker.
        queue: How many jobs may wait.
        slow: How many queries, and pages, may run at once that are not quick.
        slow_queue: How many such queries may wait.
        slow_each: How many a client may have.
        depth: How many queries of known clients a worker has in hand: it goes on to the next at once.
        remembered: How many clients are remembered.
        caps: What an answer may take.
    """

    workers: int = 3
    quick_seconds: float = 0.15
    query_seconds: float = 5.0
    quick_page_seconds: float = 0.5
    page_seconds: float = 30.0
    wait_seconds: float = 10.0
    queue: int = 256
    slow: int = 1
    slow_queue: int = 4
    slow_each: int = 2
    depth: int = 8
    remembered: int = 10_000
    caps: Caps = field(default_factory=Caps)

    def __str__(self) -> str:
        """What a query may take, in a sentence for operators and clients."""
        caps = self.caps
        return (
            f"A query may take {self.query_seconds:g} s and {caps.memory >> 20:,} MiB, and its answer have "
            f"{caps.rows:,} rows and {caps.bytes >> 20:,} MiB; {self.workers} are answered at once."
        )


def limited(seconds: float, memory: int, rows: int, size: int, workers: int) -> Rules:
    """Return the rules with limits of an operator: seconds, mebibytes, rows, and mebibytes of an answer."""
    caps = Caps(memory=memory << 20, rows=rows, bytes=size << 20)
    return Rules(workers=workers, query_seconds=seconds, caps=caps)


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
