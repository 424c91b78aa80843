"""Building a release, beside the bulk load of the finished file, which is the limit; and each stage of it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from speed.measure import Command, Cost, Job, command, remove
from speed.plan import BENCHMARKS, PYTHON, Plan, row
from speed.projects import Place
from speed.rows import Cell, Row

PART, STAGES = "build", "stages"
KG, LIMIT = "kg", "bulk load of the finished file"
JSON, YAML = "JSON Lines", "YAML files"
UNCHECKED = "without validation"

START, CHANGES, READING, MAPPING = "start of Python", "looking for changes", "reading", "mapping and loading"
IDENTITY, VALIDATION, INDEX, RELEASE = "identity", "validation", "search index", "release"

_STORE = "store"
_STAGE_OF = {
    "before": START,
    "looking for changes": CHANGES,
    "reading": READING,
    "after reading": IDENTITY,
    "resolving": IDENTITY,
    "mapping and loading": MAPPING,
    "after mapping and loading": MAPPING,
    "reading shapes": VALIDATION,
    "validating": VALIDATION,
    "indexing": INDEX,
    "releasing": RELEASE,
}
"""What the phases of `kg.build` (benchmarks/timed_build.py) are called in the report; another keeps its own name."""


def stages_of(form: str) -> str:
    """Return what the stages of a build from a form of input are listed under."""
    return f"kg, {form}"


def loading(form: str) -> Cell:
    """Return the cell of reading, mapping and loading."""
    return Cell(STAGES, (READING, MAPPING), stages_of(form))


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Build from each form of input and load the finished file, in turn; the last release stays in the place."""
    forms = [False, True] if place.size <= plan.yaml_up_to else [False]
    jobs = [*(_build(place, plan, as_yaml=form) for form in forms), _load(place)]
    unchecked = place.size > plan.validate_up_to
    for job, cost in plan.costs(place.size, jobs):
        done = row(PART, place.size, job, cost)
        yield replace(done, note=done.note or UNCHECKED) if unchecked and job.system == KG else done
        if isinstance(cost, Cost) and cost.told:
            yield from _stages(job.item, place.size, cost)
    remove(place.directory / _STORE, place.dump)


def _build(place: Place, plan: Plan, *, as_yaml: bool) -> Job:
    """Return the job of building a project that was never built."""
    return Job(
        YAML if as_yaml else JSON,
        KG,
        [build_command(place, plan, as_yaml=as_yaml)],
        before=partial(place.forget_build, as_yaml=as_yaml),
        leaves=place.out(as_yaml=as_yaml),
        tells=place.directory / "phases.json",
    )


def build_command(place: Place, plan: Plan, *, as_yaml: bool) -> Command:
    """Return the command that builds a project and tells its phases."""
    paths = (place.project(as_yaml=as_yaml), place.out(as_yaml=as_yaml), place.directory / "phases.json")
    skip = [] if place.size <= plan.validate_up_to else ["--skip-validation"]
    return command(PYTHON, BENCHMARKS / "timed_build.py", *paths, *skip)


def _load(place: Place) -> Job:
    store, dump = place.directory / _STORE, place.dump

    def before() -> None:
        remove(store)
        place.unpack()  # what the build before has made

    return Job(JSON, LIMIT, [command(PYTHON, BENCHMARKS / "bulk_load.py", dump, store)], before, leaves=store)


def _stages(form: str, size: int, cost: Cost) -> Iterator[Row]:
    """Yield the stages of a build; what the process took beyond them is the start of Python."""
    seconds: defaultdict[str, float] = defaultdict(float)
    seconds[START] = cost.wall - sum(cost.told.values())
    for phase, each in cost.told.items():
        seconds[_STAGE_OF.get(phase, phase)] += each
    for stage, each in seconds.items():
        yield Row(STAGES, stage, stages_of(form), size, each)
