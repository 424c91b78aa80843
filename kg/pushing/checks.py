"""See whether a server holds what was sent."""

from collections.abc import Mapping

from kg.errors import StoreError
from kg.pushing.plan import Kind, Plan
from kg.pushing.target import Target
from kg.pushing.upload import Sent
from kg.vocabulary import curie


def check_arrival(plan: Plan, target: Target, sent: Sent) -> None:
    """See whether all that was sent has arrived: its number, by predicate where that is known, and a sample.

    Raises:
        StoreError: If something has not, or does not answer.
    """
    for part in plan.parts:
        if plan.kind != Kind.DELTA:
            _check_counts(target, part.sent_to, plan.expected[part.live])
    if plan.kind == Kind.DELTA:
        _check_number(plan, target)
    for part, triples in sent.samples.items():
        for triple in triples:
            if not target.holds(part.sent_to, triple):
                raise _lacking(f"{target.address} does not hold what was sent: {triple.decode()}")


def check_live(plan: Plan, target: Target) -> None:
    """See whether the graphs that are read hold the release.

    Raises:
        StoreError: If they do not.
    """
    for graph, expected in plan.expected.items():
        _check_counts(target, graph, expected)


def _check_number(plan: Plan, target: Target) -> None:
    found = sum(target.size(part.sent_to) for part in plan.parts)
    if found != plan.added + plan.removed:
        raise _lacking(f"{target.address} holds {found:,} of {plan.added + plan.removed:,} triples that were sent")


def _check_counts(target: Target, graph: str, expected: Mapping[str, int]) -> None:
    found = target.counts(graph)
    for predicate in sorted(expected.keys() | found.keys()):
        wanted, there = expected.get(predicate, 0), found.get(predicate, 0)
        if wanted != there:
            message = f"{target.address} holds {there:,} triples with {curie(predicate)} instead of {wanted:,}"
            raise _lacking(message)


def _lacking(message: str) -> StoreError:
    return StoreError(message, hint="push again: all is sent anew; docs/remote-stores.md says what servers change")
