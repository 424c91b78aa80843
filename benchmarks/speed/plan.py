"""How much is measured, and turning what was measured into rows."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from speed.measure import Cost, Failed, Job, in_turn
from speed.rows import Row

BENCHMARKS = Path(__file__).parent.parent
PEERS = BENCHMARKS / "peers"
PYTHON = sys.executable
KG = Path(PYTHON).parent / "kg"


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    Attributes:
        repeats: How often what is quick runs; the middle run counts.
        limit: Seconds after which a command is ended.
        once_from: From this size on everything runs once.
        validate_up_to: Larger builds leave validation out.
        yaml_up_to: Larger projects come as JSON Lines only.
        slow_up_to: Larger sizes are without what takes minutes for a thousand profiles: rdflib, pySHACL on its own.
        mappers_up_to: Larger sizes are without Morph-KGC and maplib.
    """

    repeats: int = 3
    limit: float = 900
    once_from: int = 50_000
    validate_up_to: int = 100_000
    yaml_up_to: int = 10_000
    slow_up_to: int = 1_000
    mappers_up_to: int = 10_000

    def costs(self, size: int, jobs: Sequence[Job]) -> list[tuple[Job, Cost | Failed]]:
        """Run jobs that are compared, in turn."""
        large = size >= self.once_from
        return in_turn(jobs, 1 if large else self.repeats, self.limit * (4 if large else 1))

    def rows(self, part: str, size: int, jobs: Sequence[Job]) -> Iterator[Row]:
        """Run jobs that are compared, in turn, and yield their rows."""
        for job, cost in self.costs(size, jobs):
            yield row(part, size, job, cost)


def row(part: str, size: int, job: Job, cost: Cost | Failed) -> Row:
    """Return the row of a job."""
    if isinstance(cost, Failed):
        return Row(part, job.item, job.system, size, note=str(cost).replace(f"{BENCHMARKS.parent}/", ""))
    return Row(part, job.item, job.system, size, cost.wall, cost.cpu, cost.memory, cost.disk)
