"""The whole course: all parts on all sizes, then the start of the program."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import startup

from speed import asking, building, changing, exporting, peers
from speed.measure import Failed, remove
from speed.plan import Plan
from speed.projects import Place
from speed.rows import Row

_PARTS: Sequence[Callable[[Place, Plan], Iterable[Row]]] = (
    building.rows,
    exporting.rows,
    asking.rows,
    peers.rows,
    changing.rows,
)
"""In this order: the first makes the release that the others read, and the last changes the project."""


def rows(work: Path, sizes: Sequence[int], plan: Plan) -> Iterator[Row]:
    """Measure everything; WORK holds the inputs and results of one size at a time."""
    for size in sizes:
        place = Place(work / str(size), size)
        remove(place.directory)
        place.directory.mkdir(parents=True)
        for part in _PARTS:
            yield from shown(_as_far_as_it_goes(part(place, plan), part.__module__.rpartition(".")[2], size))
        remove(place.directory)
    yield from shown(_as_far_as_it_goes(startup.rows(sizes), "start-up", max(sizes)))


def _as_far_as_it_goes(rows: Iterable[Row], name: str, size: int) -> Iterator[Row]:
    """Yield rows, or that there are no more because something went wrong: the rest of the course goes on."""
    try:
        yield from rows
    except (Failed, ImportError, OSError, RuntimeError) as error:
        yield Row(name, "all", name, size, note=f"could not be measured: {error}")


def shown(rows: Iterable[Row]) -> Iterator[Row]:
    """Hand rows on, and say on stderr how far the course has come."""
    for row in rows:
        found = row.note or f"{row.wall:.3f} s"
        print(f"{row.size:>7,}  {row.part}: {row.item}, {row.system}: {found}", file=sys.stderr, flush=True)
        yield row
