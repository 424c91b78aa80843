"""Ask a store which focus nodes may not conform: of all of them, or of those that a change may concern."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, cast

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, QuerySolutions
from rdflib import URIRef

from kg.store.store import LocalStore, Node
from kg.validation.queries import THIS, CompiledShape, NotCompiled

FocusNode = Node | Literal
Candidates = Mapping[str, Set[FocusNode]]
"""Nodes that may not conform, by the name of the shape."""

SUBCLASS_OF = "http://www.w3.org/2000/01/rdf-schema#subClassOf"

MAX_CONCERNED = 20_000
"""If a change concerns more nodes than that, all targets of a shape are asked about."""


@dataclass(frozen=True)
class Changes:
    """How a graph differs from one whose candidates are known."""

    quads: Sequence[Quad]  # those that are new or gone
    candidates: Candidates  # of each shape before

    @cached_property
    def predicates(self) -> Set[str]:
        """The predicates of the quads."""
        return {quad.predicate.value for quad in self.quads}

    @property
    def are_local(self) -> bool:
        """Whether only nodes that lead to the changed ones are concerned, all of which can be named in a query."""
        changed = (term for quad in self.quads for term in (quad.subject, quad.object))
        can_be_named = all(isinstance(term, NamedNode | Literal) for term in chain(changed, *self.candidates.values()))
        return can_be_named and SUBCLASS_OF not in self.predicates


class CandidateSearch:
    """Finds the candidates of shapes in the union of the graphs of a store.

    Args:
        store: The graphs.
        changes: How they differ from some whose candidates are known; None to ask about all targets.
    """

    def __init__(self, store: LocalStore, changes: Changes | None = None) -> None:
        self.store = store
        self._changes = changes if changes and changes.are_local else None
        self._subclasses = _subclasses(store)
        self.found: dict[str, Set[FocusNode]] = {}  # but for those of nameless shapes, whose names do not last

    def candidates(self, shape: Any) -> Set[FocusNode] | None:
        """Return the targets of a shape that may not conform, but for those that it names; None if that is unknown."""
        try:
            candidates = frozenset(self._ask(CompiledShape(shape, self._subclasses)))
        except (NotCompiled, SyntaxError):  # of sh:sparql: pySHACL says it
            return None
        if candidates and isinstance(shape.node, URIRef):
            self.found[str(shape.node)] = candidates
        return candidates

    def _ask(self, shape: CompiledShape) -> Iterator[FocusNode]:
        if not shape.targets:
            return
        group = shape.each_once
        if (concerned := self._concerned(shape)) is not None:
            if not (targets := list(self._solutions(shape, f"{_values(concerned)} {shape.targets}"))):
                return
            group = _values(targets)
        for pattern in shape.patterns:
            yield from self._solutions(shape, f"{group} {pattern}\n")

    def _solutions(self, shape: CompiledShape, group: str) -> Iterator[FocusNode]:
        query = f"{shape.prologue}SELECT DISTINCT {THIS} WHERE {{ {group} }}"
        solutions = cast("QuerySolutions", self.store.backend.query(query, use_default_graph_as_union=True))
        return (cast("FocusNode", solution[0]) for solution in solutions)

    def _concerned(self, shape: CompiledShape) -> Iterable[FocusNode] | None:
        """Return the nodes that a change may concern: former candidates, changed nodes, and what leads to them."""
        changes = self._changes
        is_nameless = not isinstance(shape.name, URIRef)
        if changes is None or is_nameless or not shape.predicates.isdisjoint(changes.predicates):
            return None
        quads = changes.quads
        ahead: list[Any] = [quad.subject for quad in quads]
        ahead += [quad.object for quad in quads if (quad.predicate.value, True) in shape.steps]
        nodes: set[Any] = set()
        while ahead:
            if (node := ahead.pop()) not in nodes:
                nodes.add(node)
                ahead += self._leading_to(node, shape)
            if len(nodes) > MAX_CONCERNED or isinstance(node, BlankNode):
                return None
        return nodes.union(changes.candidates.get(str(shape.name), ()))

    def _leading_to(self, node: Any, shape: CompiledShape) -> Iterator[Any]:
        for iri, is_inverse in shape.steps:
            if not is_inverse:
                yield from (quad.subject for quad in self.store.quads(None, NamedNode(iri), node))
            elif not isinstance(node, Literal):
                yield from (quad.object for quad in self.store.quads(node, NamedNode(iri)))


def _values(nodes: Iterable[FocusNode]) -> str:
    return f"VALUES {THIS} {{ {' '.join(map(str, nodes))} }}"


def _subclasses(store: LocalStore) -> Mapping[str, Set[str]]:
    """All subclasses of each class that has some."""
    query = f"SELECT ?above ?below {{ ?below <{SUBCLASS_OF}>+ ?above }}"
    found: dict[str, set[str]] = {}
    for above, below in cast("QuerySolutions", store.backend.query(query, use_default_graph_as_union=True)):
        found.setdefault(str(above), set()).add(str(below))
    return found
