"""Writing the whole graph, beside the store's own dump."""

from collections.abc import Iterator
from functools import partial

from speed.measure import Job, command, remove
from speed.plan import BENCHMARKS, KG, PYTHON, Plan
from speed.projects import Place
from speed.rows import Row

PART = "export"
DUMP = "pyoxigraph's own dump"
FORMS = {"N-Triples": "nt", "Turtle": "ttl"}


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Write the release of a place in two syntaxes."""
    jobs = [job for item, suffix in FORMS.items() for job in _jobs(place, item, suffix)]
    yield from plan.rows(PART, place.size, jobs)
    remove(*(job.leaves for job in jobs if job.leaves))


def _jobs(place: Place, item: str, suffix: str) -> Iterator[Job]:
    out = place.directory / f"export.{suffix}"
    commands = {
        DUMP: command(PYTHON, BENCHMARKS / "dump.py", place.release / "store", out),
        "kg": command(KG, "export", "--release", place.out(), "-o", out),
    }
    for system, parts in commands.items():
        yield Job(item, system, [parts], before=partial(remove, out), leaves=out)
