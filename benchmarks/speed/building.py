"""Building a release, beside the bulk load of the finished file, which is the limit; and each stage of it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from speed.measure import Command, Cost, Failed, Job, command, remove
from speed.plan import BENCHMARKS, PYTHON, Plan, row
from speed.projects import Place
from speed.rows import Row

PART, STAGES = "build", "stages"
KG, LIMIT = "kg", "bulk load of the finished file"
LOADING = "kg: reading, mapping, loading"
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
"""What the report calls the phases of a build (benchmarks/timed_build.py); others keep their names."""


def stages_of(form: str) -> str:
    """Return what the stages of a build from a form of input are listed under."""
    return f"kg, {form}"


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Build from each form of input and load the finished file, in turn; the last release stays in the place."""
    forms = [False, True] if place.size <= plan.yaml_up_to else [False]
    jobs = [*(_build(place, plan, as_yaml=form) for form in forms), _load(place)]
    jobs += [_loading(place, as_yaml=form) for form in forms]
    unchecked = place.size > plan.validate_up_to
    for job, cost in plan.costs(place.size, jobs):
        done = row(PART, place.size, job, _as_far_as_loading(cost) if job.system == LOADING else cost)
        yield replace(done, note=done.note or UNCHECKED) if unchecked and job.system == KG else done
        if isinstance(cost, Cost) and job.system == KG:
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


def _loading(place: Place, *, as_yaml: bool) -> Job:
    """Return the job of reading, mapping and loading, without the search index that a build writes beside that."""
    told = place.directory / "loading.json"
    script = command(PYTHON, BENCHMARKS / "stages.py", place.project(as_yaml=as_yaml), told, "--load")
    return Job(YAML if as_yaml else JSON, LOADING, [script], tells=told)


def _load(place: Place) -> Job:
    store, dump = place.directory / _STORE, place.dump

    def before() -> None:
        remove(store)
        place.unpack()  # what the build before has made

    return Job(JSON, LIMIT, [command(PYTHON, BENCHMARKS / "bulk_load.py", dump, store)], before, leaves=store)


def _stages(form: str, size: int, cost: Cost) -> Iterator[Row]:
    """Yield the stages of a build; what the process took beyond them is the start of Python."""
    for stage, seconds in _by_stage(cost).items():
        yield Row(STAGES, stage, stages_of(form), size, seconds)


def _as_far_as_loading(cost: Cost | Failed) -> Cost | Failed:
    """Count of the seconds on the wall only those of reading, mapping and loading."""
    if isinstance(cost, Failed):
        return cost
    seconds = _by_stage(cost)
    return replace(cost, wall=seconds[READING] + seconds[MAPPING])


def _by_stage(cost: Cost) -> Mapping[str, float]:
    seconds = defaultdict(float, {START: cost.wall - sum(cost.told.values())})
    for phase, each in cost.told.items():
        seconds[_STAGE_OF.get(phase, phase)] += each
    return seconds
