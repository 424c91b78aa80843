"""The whole course: all parts on all sizes. What was measured are rows; a part is a table of the report."""

import gzip
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import startup
from scripts import HOME, KG, PYTHON
from synthetic import write_project

from speed.measure import Cost, Job, in_turn, remove
from speed.steps import BARE, RESOURCE

STEPS = HOME / "benchmarks" / "speed" / "steps.py"
JSON, YAML = "JSON Lines", "YAML files"
LIMIT, DUMP = "bulk load of the finished file", "pyoxigraph's own dump"
ONCE_FROM = 50_000
"""From this number of profiles on everything runs once, and there is no project of YAML files."""

_PHASES = {
    "before": "start of Python",
    "looking for changes": "looking for changes",
    "reading": "reading",
    "after reading": "identity",
    "resolving": "identity",
    "mapping and loading": "mapping and loading",
    "after mapping and loading": "mapping and loading",
    "reading shapes": "validation",
    "validating": "validation",
    "indexing": "search index",
    "releasing": "release",
}
"""What the report calls the phases of a build; others keep their names."""


@dataclass(frozen=True)
class Row:
    """What something cost: a part of the course, what was done and by what, on how many profiles."""

    part: str
    item: str
    system: str
    size: int
    cost: Cost


class Place:
    """A directory in which one size is measured: its projects, and what comes of them."""

    def __init__(self, directory: Path, size: int) -> None:
        self.directory, self.size = directory, size
        self.forms = [JSON, YAML] if size < ONCE_FROM else [JSON]
        for form in self.forms:
            write_project(size, self.project(form), as_yaml=form == YAML)

    def project(self, form: str) -> Path:
        """Where the project of a form of input is."""
        return self.directory / form

    def out(self, form: str) -> Path:
        """Where the releases of a project go."""
        return self.directory / f"{form}, built"

    @property
    def release(self) -> Path:
        """The current release of the project with JSON Lines."""
        return self.out(JSON) / "current"

    def forget(self, form: str) -> None:
        """Remove the releases of a project and the IRIs that it remembers, as if it had never been built."""
        remove(self.out(form), self.project(form) / "identity")

    def unpack(self) -> Path:
        """Unpack the N-Quads of the release."""
        with gzip.open(self.release / "graph.nq.gz") as packed, (self.directory / "graph.nq").open("wb") as file:
            shutil.copyfileobj(packed, file, 1 << 20)
        return self.directory / "graph.nq"

    def replace_one(self, form: str, old: str, new: str) -> None:
        """Replace a text in one profile in the middle of a project."""
        files = sorted((self.project(form) / "profiles").iterdir())
        lines = (path := files[len(files) // 2]).read_text().splitlines(keepends=True)
        number = next(n for n in range(0 if form == YAML else len(lines) // 2, len(lines)) if old in lines[n])
        lines[number] = lines[number].replace(old, new, 1)
        path.write_text("".join(lines))


def rows(work: Path, sizes: Sequence[int], repeats: int) -> Iterator[Row]:
    """Measure everything; WORK holds the inputs and results of one size at a time."""
    for size in sizes:
        remove(work / str(size))
        place = Place(work / str(size), size)
        turns = 1 if size >= ONCE_FROM else repeats
        yield from _building(place, turns)
        yield from _rows("Exporting", size, in_turn(_exports(place), turns))
        yield from _asking(place)
        yield from _rows("Building again", size, in_turn(list(_again(place)), turns))
        remove(place.directory)
    yield from _rows("Start-up", sizes[0], in_turn(startup.jobs(work / "sample"), startup.REPEATS))


def _rows(part: str, size: int, measured: Iterable[tuple[Job, Cost]]) -> Iterator[Row]:
    for job, cost in measured:
        yield Row(part, job.item, job.system, size, cost)


def _build(place: Place, form: str, system: str, **options: object) -> Job:
    seconds = place.directory / "seconds.json"
    command = [PYTHON, STEPS, "build", place.project(form), place.out(form), seconds]
    return Job(form, system, command, reports=seconds, **options)  # type: ignore[arg-type]


def _building(place: Place, repeats: int) -> Iterator[Row]:
    """Build from each form of input and load the finished file; the last release stays in the place."""
    graph, store = place.directory / "graph.nq", place.directory / "store"
    builds = [
        _build(place, form, "kg", before=partial(place.forget, form), leaves=place.out(form)) for form in place.forms
    ]

    def before() -> None:
        remove(store)
        place.unpack()  # of the build before

    load = Job(JSON, LIMIT, [PYTHON, STEPS, "load", graph, store], before, leaves=store)
    measured = list(in_turn([*builds, load], repeats))
    yield from _rows("Building", place.size, measured)
    for job, cost in measured:
        for stage, seconds in _stages(cost).items() if job.system == "kg" else ():
            yield Row("Stages of a build", stage, f"kg, {job.item}", place.size, Cost(seconds))
    remove(store, graph)


def _stages(cost: Cost) -> dict[str, float]:
    """Return the seconds of the stages of a build; what the process took beyond its phases is the start of Python."""
    stages = defaultdict(float, {_PHASES["before"]: cost.wall - sum(cost.stages.values())})
    for phase, seconds in cost.stages.items():
        stages[_PHASES.get(phase, phase)] += seconds
    return stages


def _exports(place: Place) -> list[Job]:
    """Write the release in two syntaxes, and let the store dump it in the first one."""
    dump, triples, turtle = (place.directory / name for name in ("dump.nt", "export.nt", "export.ttl"))
    return [
        Job("N-Triples", DUMP, [PYTHON, STEPS, "dump", place.release / "store", dump], leaves=dump),
        Job("N-Triples", "kg", [KG, "export", "--release", place.release, "-o", triples], leaves=triples),
        Job("Turtle", "kg", [KG, "export", "--release", place.release, "-o", turtle], leaves=turtle),
    ]


def _asking(place: Place) -> Iterator[Row]:
    seconds = place.directory / "seconds.json"
    job = Job("all", "kg", [PYTHON, STEPS, "ask", place.release, seconds], reports=seconds)
    [(_, cost)] = in_turn([job], 1)
    for name, each in cost.stages.items():
        item, system = (RESOURCE, BARE) if name == BARE else (name, "kg")
        yield Row("Asking", item, system, place.size, Cost(each))


def _again(place: Place) -> Iterator[Job]:
    """Build the projects again that were built: as they are, with one profile changed, with an author nobody knew."""
    for form in place.forms:
        yield _build(place, form, "nothing changed")
        title = partial(place.replace_one, form, "Researcher", "Researcher, still")
        yield _build(place, form, "one profile changed", before=title)
    names = (f"Nova Nov{'a' * number}" for number in count(1))  # another one in each run
    new = '"authors": ["'
    before = lambda: place.replace_one(JSON, new, f'{new}{next(names)}", "')  # noqa: E731
    yield _build(place, JSON, "one work has a new author", before=before)
