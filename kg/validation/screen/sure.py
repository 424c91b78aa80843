"""Quick tests of nodes: each says of a node that it surely conforms, or nothing."""

from collections.abc import Callable, Sequence

from kg.validation.screen.components import Component
from kg.validation.screen.graph import Facts, Graph, Unsure

Sure = Callable[[str, Facts, Graph], bool]
"""Whether a node with some facts surely conforms to something; False says nothing."""

REMEMBERED = 1 << 13
"""How many values each test remembers."""


def carefully(check: Sure) -> Sure:
    """Return an exact check as a test."""

    def sure(focus: str, facts: Facts, graph: Graph) -> bool:
        try:
            return check(focus, facts, graph)
        except Unsure:
            return False

    return sure


def of_node(component: Component) -> Sure:
    """Return the exact check of a component of a node shape as a test."""
    return carefully(lambda focus, _, graph: component((focus,), focus, graph))


def remembering(keys: Sequence[str], test: Sure) -> Sure:
    """Return a test of nothing but the values of some keys: what was fine before is so again."""
    fine: set[tuple[tuple[str, ...], ...]] = set()

    def sure(focus: str, facts: Facts, graph: Graph) -> bool:
        values = tuple([tuple(facts.get(key, ())) for key in keys])
        if values in fine:
            return True
        if not test(focus, facts, graph):
            return False
        if len(fine) < REMEMBERED:
            fine.add(values)
        return True

    return sure
