"""Writing the whole graph, beside the store's own dump."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from speed.measure import Command, Job, command, remove
from speed.plan import BENCHMARKS, KG, PYTHON, Plan
from speed.projects import Place
from speed.rows import Row

PART = "export"
DUMP = "pyoxigraph's own dump"
NTRIPLES, TURTLE = "N-Triples", "Turtle"
_SUFFIXES = {NTRIPLES: "nt", TURTLE: "ttl"}


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Write the release of a place in two syntaxes, and let the store dump it in the first one."""
    dump = command(PYTHON, BENCHMARKS / "dump.py", place.release / "store", place.directory / "dump.nt")
    jobs = [_job(NTRIPLES, DUMP, dump, place.directory / "dump.nt")]
    for item, suffix in _SUFFIXES.items():
        out = place.directory / f"export.{suffix}"
        export = command(KG, "export", "--release", place.out(), "-o", out)
        jobs.append(_job(item, "kg", export, out))
    yield from plan.rows(PART, place.size, jobs)
    remove(*(job.leaves for job in jobs if job.leaves))


def _job(item: str, system: str, parts: Command, out: Path) -> Job:
    return Job(item, system, [parts], before=partial(remove, out), leaves=out)
