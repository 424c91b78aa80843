"""Send triples in batches, and go on where a push was cut off."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from kg.progress import Progress
from kg.pushing import journal
from kg.pushing.journal import Journal
from kg.pushing.plan import Part, Plan
from kg.pushing.target import Target

_SAMPLED = 20
_LONGEST_SAMPLE = 2_000


class Batch(NamedTuple):
    """Triples that are sent at once.

    Attributes:
        number: Counted from 0; the same triples each time.
        part: Where they go.
        triples: Lines of N-Triples.
    """

    number: int
    part: Part
    triples: list[bytes]


class Sent(NamedTuple):
    """What was sent.

    Attributes:
        quads: How many, those left out that had arrived before.
        size: How many bytes their lines have.
        samples: A few triples of each part, those that had arrived before too.
        resumed: How many batches had arrived before.
    """

    quads: int
    size: int
    samples: dict[Part, list[bytes]]
    resumed: int


def upload(plan: Plan, target: Target, before: Journal, size: int, progress: Progress) -> Sent:
    """Send what a plan says, but not what has arrived before.

    Args:
        plan: What to send.
        target: Where to.
        before: What has arrived before.
        size: How many triples make a batch.
        progress: Shows how far it is, in batches.

    Raises:
        StoreError: If the server refuses a batch, or does not answer.
    """
    quads = length = 0
    samples: dict[Part, list[bytes]] = defaultdict(list)
    total = (plan.added + plan.removed) // size + len(plan.parts)
    for batch in progress.track(f"sending by {size:,}", batches(plan.lines(), size), total):
        _sample(samples[batch.part], batch.triples)
        if batch.number in before.done:
            continue
        target.writer.add(batch.part.sent_to, batch.triples)
        journal.note(target, plan.marker.base, batch.number)
        quads += len(batch.triples)
        length += sum(map(len, batch.triples))
    return Sent(quads, length, samples, len(before.done))


def batches(lines: Iterable[tuple[Part, bytes]], size: int) -> Iterator[Batch]:
    """Yield triples in batches of one part each, in the same order each time."""
    held: dict[Part, list[bytes]] = defaultdict(list)
    numbers = count()
    for part, line in lines:
        waiting = held[part]
        waiting.append(line)
        if len(waiting) == size:
            yield Batch(next(numbers), part, waiting)
            del held[part]
    for part in sorted(held):
        yield Batch(next(numbers), part, held[part])


def _sample(samples: list[bytes], triples: list[bytes]) -> None:
    """Keep a few triples of a batch, until there are enough."""
    wanted = min(_SAMPLED - len(samples), max(1, _SAMPLED // 4))
    some = triples[:: len(triples) // max(1, wanted) or 1][:wanted]
    samples.extend(triple for triple in some if len(triple) <= _LONGEST_SAMPLE)
