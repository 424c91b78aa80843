"""Measure how long the search index of a release takes: `python benchmarks/search_index.py RELEASE...`.

Each is written anew from the release's dump, in a process of its own, as often as asked; the fastest counts.
"""

import argparse
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from kg.store.release import DUMP, SEARCH, open_release
from kg.store.search import index as search
from kg.store.search.writing import write

COLUMNS = ("profiles", "quads", "entries", "seconds", "CPU s", "memory MB", "file MB")


class Measured(NamedTuple):
    """What one run took: seconds and megabytes."""

    wall: float
    processor: float
    memory: float
    size: float
    entries: int


def measure(path: Path) -> Measured:
    """Write the index of a release to a temporary file."""
    release = open_release(path)
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / SEARCH
        wall, processor = time.perf_counter(), time.process_time()
        write(release.path / DUMP, release.base, target)
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        index = search.Index.open(target)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return Measured(wall, processor, memory, target.stat().st_size / 1e6, sum(index.kinds().values()))


def main() -> None:
    """Print a table with a line for each release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("releases", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'--:|' * len(COLUMNS)}")
    for path in options.releases:
        runs = [_alone(path) for _ in range(options.runs)]
        best = min(runs, key=lambda run: run.processor)
        counts = open_release(path).manifest["counts"]
        print(
            f"| {counts.get('profiles', 0):,} | {counts['quads']:,} | {best.entries:,} | {best.wall:.1f} "
            f"| {best.processor:.1f} | {best.memory:.0f} | {best.size:.0f} |"
        )


def _alone(path: Path) -> Measured:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, path).result()


if __name__ == "__main__":
    main()
