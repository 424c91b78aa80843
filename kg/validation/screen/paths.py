"""Property paths as a screen follows them (SHACL §2.3.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kg.validation.screen.graph import Graph, Unsure


class NoScreen(Exception):
    """Raised where a shape has something that is not screened."""


class Path(Protocol):
    """What leads from a node to its value nodes."""

    def values(self, node: str, graph: Graph) -> Sequence[str]:
        """Return the nodes to which the path leads; one may stand there twice."""
        ...


@dataclass(frozen=True)
class Step:
    """A predicate, or the inverse of one: `<p>` or `^<p>`."""

    key: str

    def values(self, node: str, graph: Graph) -> Sequence[str]:
        facts = graph.whole.get(node)
        if facts is not None:
            return facts.get(self.key, ())
        if node[0] == '"' and self.key[0] == "^":
            raise Unsure(node)  # nobody keeps whose value a literal is
        return graph.facts(node).get(self.key, ())


@dataclass(frozen=True)
class Chain:
    """One path after the other."""

    parts: tuple[Path, ...]

    def values(self, node: str, graph: Graph) -> Sequence[str]:
        nodes = self.parts[0].values(node, graph)
        for part in self.parts[1:]:
            nodes = [value for each in dict.fromkeys(nodes) for value in part.values(each, graph)]
        return nodes


@dataclass(frozen=True)
class Choice:
    """Any of some paths."""

    parts: tuple[Path, ...]

    def values(self, node: str, graph: Graph) -> Sequence[str]:
        return [value for part in self.parts for value in part.values(node, graph)]


@dataclass(frozen=True)
class Repeat:
    """A path again and again: `*`, `+` and `?`.

    Attributes:
        part: What is repeated.
        zero: Whether the node itself is a value.
        many: Whether more than once.
    """

    part: Path
    zero: bool
    many: bool

    def values(self, node: str, graph: Graph) -> Sequence[str]:
        found = {node} if self.zero else set()
        ahead = list(self.part.values(node, graph))
        while ahead:
            each = ahead.pop()
            if each not in found:
                found.add(each)
                if self.many:
                    ahead.extend(self.part.values(each, graph))
        return list(found)
