"""Building again: where nothing changed, where one profile did, and where somebody is new."""

from collections.abc import Callable, Iterator
from functools import partial

from speed.building import JSON, YAML, build_command
from speed.measure import Job
from speed.plan import Plan
from speed.projects import Place
from speed.rows import Row

PART = "build again"
FULL, NOTHING, ONE = "kg, never built before", "kg, nothing changed", "kg, one profile changed"
NAMED = "kg, one work has a new author"


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Build the projects again that `building` has built."""
    jobs = []
    for form in [False, True] if place.size <= plan.yaml_up_to else [False]:
        again = partial(_again, place, plan, as_yaml=form)
        jobs += [again(NOTHING, tuple), again(ONE, partial(place.change_one, as_yaml=form))]
    yield from plan.rows(PART, place.size, [*jobs, _again(place, plan, NAMED, place.name_another, as_yaml=False)])


def _again(place: Place, plan: Plan, system: str, change: Callable[[], object], *, as_yaml: bool) -> Job:
    command = build_command(place, plan, as_yaml=as_yaml)
    return Job(YAML if as_yaml else JSON, system, [command], before=change)
