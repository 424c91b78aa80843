"""Building again: where nothing changed, and where one profile did."""

from collections.abc import Iterator
from functools import partial

from speed.building import JSON, YAML, build_command
from speed.measure import Job
from speed.plan import Plan
from speed.projects import Place
from speed.rows import Row

PART = "build again"
FULL, NOTHING, ONE = "kg, never built before", "kg, nothing changed", "kg, one profile changed"


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Build the projects again that `building` has built."""
    forms = [False, True] if place.size <= plan.yaml_up_to else [False]
    jobs = [_again(place, plan, form, changed) for form in forms for changed in (False, True)]
    yield from plan.rows(PART, place.size, jobs)


def _again(place: Place, plan: Plan, as_yaml: bool, changed: bool) -> Job:
    return Job(
        YAML if as_yaml else JSON,
        ONE if changed else NOTHING,
        [build_command(place, plan, as_yaml=as_yaml)],
        before=partial(place.change_one, as_yaml=as_yaml) if changed else tuple,
    )
