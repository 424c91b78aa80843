"""The one update by which what was sent takes the place of what readers saw."""

from collections.abc import Iterator

from kg.pushing.journal import unless_overtaken
from kg.pushing.plan import Kind, Part, Plan
from kg.remote.writing import in_graph

_TRIPLE = "?s ?p ?o"


def swap(plan: Plan, signature: str) -> str:
    """Return the update: of a release that is there for the first time only the marker, else its difference too.

    The difference to a whole release is taken by the server: writing costs it many times what reading does, and
    most of a release is as it was. Nothing is changed unless the journal still is that of this push: another one
    may have emptied the graphs beside.
    """
    ours = unless_overtaken(plan.marker.base, signature)
    return " ;\n".join((*_operations(plan, ours), plan.marker.update(ours)))


def _operations(plan: Plan, ours: str) -> Iterator[str]:
    for part in plan.parts:
        if plan.kind == Kind.WHOLE:
            yield from _replacing(part, ours)
        elif plan.kind == Kind.DELTA:
            verb = "DELETE" if part.removed else "INSERT"
            yield f"{verb} {{ {in_graph(part.live, _TRIPLE)} }} WHERE {{ {ours} {in_graph(part.sent_to, _TRIPLE)} }}"


def _replacing(part: Part, ours: str) -> Iterator[str]:
    live, sent = in_graph(part.live, _TRIPLE), in_graph(part.sent_to, _TRIPLE)
    yield f"DELETE {{ {live} }} WHERE {{ {ours} {live} FILTER NOT EXISTS {{ {sent} }} }}"
    yield f"INSERT {{ {live} }} WHERE {{ {ours} {sent} FILTER NOT EXISTS {{ {live} }} }}"
