"""How long `kg --help` takes beside the import of typer alone, which it needs; benchmarks/speed calls it."""

from collections.abc import Iterator, Sequence

from speed.measure import Job, command, in_turn
from speed.plan import KG, PYTHON, row
from speed.rows import Row

_REPEATS = 20
_LIMIT = 60


def rows(sizes: Sequence[int]) -> Iterator[Row]:
    """Yield what both take; the number of profiles has no part in it."""
    jobs = [
        Job("--help", "python -c 'import typer'", [command(PYTHON, "-c", "import typer")], repeats=_REPEATS),
        Job("--help", "kg", [command(KG, "--help")], repeats=_REPEATS),
    ]
    for job, cost in in_turn(jobs, _REPEATS, _LIMIT):
        yield row("start-up", sizes[0], job, cost)
