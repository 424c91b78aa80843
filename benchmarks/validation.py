"""Validate a release with pySHACL alone, and with the screen before it; side by side in one run.

    python benchmarks/validation.py build/current [--workers 2] [--alone]

Times are wall times of this process, CPU times those of all processes. Both reports must be the same. For
benchmarks/speed it validates a release of each size for which pySHACL alone is measured there.
"""

import argparse
import gzip
import json
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from speed import peers
from speed.measure import Cost, Failed, Job, command, measure, run
from speed.plan import KG, PYTHON, Plan
from speed.projects import Place
from speed.rows import Row

from kg.store.release import DUMP, STORE
from kg.store.store import LocalStore
from kg.validation.report import Report
from kg.validation.shacl import Judge
from kg.validation.validating import Loaded, shape_files, validate


@dataclass(frozen=True)
class Measured:
    """What a validation took.

    Attributes:
        wall: Seconds.
        cpu: Seconds of all processes.
        results: How many results there were.
    """

    wall: float
    cpu: float
    results: int


def validated(release: Path, *, workers: int, alone: bool) -> dict[str, Measured]:
    """Return what it takes to validate a release with the screen and, if wanted, with pySHACL alone."""
    store = LocalStore.open(release / STORE)
    shapes = shape_files()
    with tempfile.TemporaryDirectory() as directory:
        dump = Path(directory) / "dump.nq"
        with gzip.open(release / DUMP) as packed, dump.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
        loaded = Loaded([dump], release / STORE)
        screened, report = _timed(lambda: validate(store, shapes, loaded=loaded, workers=workers))
    measured = {"screened": screened}
    if alone:
        measured["pySHACL alone"], other = _timed(lambda: Report.of(Judge(shapes).judge_all(store)))
        if other != report:
            raise SystemExit("the reports differ")
    return measured


def _timed(run: Callable[[], Report]) -> tuple[Measured, Report]:
    wall, cpu = time.perf_counter(), _cpu()
    report = run()
    return Measured(time.perf_counter() - wall, _cpu() - cpu, len(report.results)), report


def _cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def rows(work: Path, sizes: Sequence[int]) -> Iterator[Row]:
    """Yield what it takes to validate a release that is there, where pySHACL alone is measured too."""
    plan = Plan()
    for size in sizes:
        if size <= plan.slow_up_to:
            place = Place(work / str(size), size)
            try:
                measure(command(KG, "build", place.project(), "--out", place.out()), plan.limit)
                cost = run(_job(place), plan.limit)
            except Failed as error:
                yield Row(peers.VALIDATION, peers.CONFORMING, _SYSTEM, size, note=str(error))
            else:
                yield _row(size, cost)


_SYSTEM = "kg, of a release"


def _job(place: Place) -> Job:
    told = place.directory / "validating.json"
    script = command(PYTHON, __file__, place.release, "--tells", told)
    return Job(peers.CONFORMING, _SYSTEM, [script], tells=told)


def _row(size: int, cost: Cost) -> Row:
    """Return a row with the time that validation took by itself, shapes included."""
    return Row(peers.VALIDATION, peers.CONFORMING, _SYSTEM, size, cost.told["wall"], cost.told["cpu"], cost.memory)


def main() -> None:
    """Print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--alone", action="store_true", help="measure pySHACL alone too, which takes long")
    parser.add_argument("--tells", type=Path, help="where to write the numbers of the first as JSON")
    options = parser.parse_args()
    found = validated(options.release, workers=options.workers, alone=options.alone)
    if options.tells:
        options.tells.write_text(json.dumps(asdict(found["screened"])))
    for name, each in found.items():
        print(f"{name}: {each.wall:.2f} s wall, {each.cpu:.2f} s CPU, {each.results:,} results")


if __name__ == "__main__":
    main()
