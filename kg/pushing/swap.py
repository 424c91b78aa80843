"""The one update by which what was sent takes the place of what readers saw."""

from collections.abc import Iterator

from kg.pushing.plan import Kind, Part, Plan
from kg.remote.writing import in_graph

_TRIPLE = "?s ?p ?o"


def swap(plan: Plan) -> str:
    """Return the update: of a release that is there for the first time only the marker, else its difference too.

    The difference to a whole release is taken by the server: writing costs it many times what reading does, and
    most of a release is as it was.
    """
    return " ;\n".join((*_operations(plan), plan.marker.update()))


def _operations(plan: Plan) -> Iterator[str]:
    for part in plan.parts:
        if plan.kind == Kind.WHOLE:
            yield from _replacing(part)
        elif plan.kind == Kind.DELTA:
            verb = "DELETE" if part.removed else "INSERT"
            yield f"{verb} {{ {in_graph(part.live, _TRIPLE)} }} WHERE {{ {in_graph(part.sent_to, _TRIPLE)} }}"


def _replacing(part: Part) -> Iterator[str]:
    live, sent = in_graph(part.live, _TRIPLE), in_graph(part.sent_to, _TRIPLE)
    yield f"DELETE {{ {live} }} WHERE {{ {live} FILTER NOT EXISTS {{ {sent} }} }}"
    yield f"INSERT {{ {live} }} WHERE {{ {sent} FILTER NOT EXISTS {{ {live} }} }}"
