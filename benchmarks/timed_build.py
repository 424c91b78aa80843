"""Build a release as `kg build` does, and write down how long each phase took: a process of benchmarks/speed.

    python benchmarks/timed_build.py PROJECT OUT PHASES.json [--skip-validation]

A phase ends where the next one begins. What is between the last item of a phase and the next phase is called after it:
`after reading`.
"""

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from kg.base.progress import one
from kg.pipeline.build import build
from kg.profile.config import read_project

T = TypeVar("T")


class Stopwatch:
    """Progress that charges the time to the phase that is on.

    Attributes:
        seconds: By phase, so far.
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._on, self._since = "before", time.perf_counter()

    def track(
        self,
        phase: str,
        items: Iterable[T],
        total: int | None = None,  # noqa: ARG002
        count: Callable[[T], int] = one,  # noqa: ARG002
    ) -> Iterator[T]:
        """Hand the items of a phase through; it is on from when the first is asked for until there are no more."""
        self.phase(phase)
        yield from items
        self.phase(f"after {phase}")

    def phase(self, name: str) -> None:
        """Begin a phase."""
        now = time.perf_counter()
        self.seconds[self._on] += now - self._since
        self._on, self._since = name, now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("phases", type=Path)
    parser.add_argument("--skip-validation", action="store_true")
    arguments = parser.parse_args()
    watch = Stopwatch()
    outcome = build(
        read_project(arguments.project), arguments.out, check=not arguments.skip_validation,
        workers=os.cpu_count() or 1, progress=watch,
    )  # fmt: skip
    watch.phase("over")
    arguments.phases.write_text(json.dumps(watch.seconds))
    if outcome.release is None:
        raise SystemExit("the graph does not conform")


if __name__ == "__main__":
    main()
