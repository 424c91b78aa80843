"""What a screen sees of the data: the triples of one part, grouped by node, and an answer for what lies elsewhere."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from kg.formats import NamedNode
from kg.store import LocalStore
from kg.validation.screen.terms import canonical, object_of
from kg.vocabulary import RDF_TYPE

Facts = Mapping[str, list[str]]
"""The values of a node by predicate; those of `^<p>` are the subjects of which the node is a value of `<p>`."""

RDFS = "http://www.w3.org/2000/01/rdf-schema#"
TYPE = f"<{RDF_TYPE}>"
SUBCLASS = f"<{RDFS}subClassOf>"
NOTHING: Facts = {}
_A = NamedNode(RDF_TYPE)


class Unsure(Exception):
    """Raised where a screen cannot tell; pySHACL then judges the focus node."""


class Elsewhere(Protocol):
    """Answers for nodes that a part does not hold whole."""

    def facts(self, node: str) -> Facts:
        """Return all facts of a node.

        Raises:
            Unsure: If they are not known.
        """
        ...

    def is_a(self, node: str, cls: str) -> bool:
        """Whether a class is stated of a node.

        Raises:
            Unsure: If it is not known.
        """
        ...


class Graph:
    """The facts of a part of the data, with an answer for what lies elsewhere.

    Attributes:
        whole: The facts of the nodes that are nowhere but in this part; never of a literal.
        partial: What this part knows of nodes that other parts describe too, and of literals.
        sure: Nodes of which something is known for sure, by what that is: a class, or a shape.
    """

    def __init__(
        self,
        whole: Mapping[str, Facts],
        partial: Mapping[str, Facts],
        elsewhere: Elsewhere,
        superclasses: Mapping[str, frozenset[str]],
    ) -> None:
        self.whole = whole
        self.partial = partial
        self.sure: defaultdict[object, set[str]] = defaultdict(set)
        self._elsewhere = elsewhere
        self._superclasses = superclasses

    def facts(self, node: str) -> Facts:
        """Return all facts of a node; a literal has none."""
        found = self.whole.get(node)
        if found is not None:
            return found
        return NOTHING if node[0] == '"' else self._elsewhere.facts(node)

    def is_a(self, node: str, cls: str) -> bool:
        """Whether a node is an instance of a class or of one of its subclasses (SHACL §1.1)."""
        found = self.whole.get(node)
        facts = found if found is not None else self.partial.get(node, NOTHING)
        types = facts.get(TYPE, ())
        if cls in types or self._inherits(types, cls):
            return True
        if found is not None or node[0] == '"':
            return False
        if not self._superclasses:
            return self._elsewhere.is_a(node, cls)
        types = self._elsewhere.facts(node).get(TYPE, ())
        return cls in types or self._inherits(types, cls)

    def classes(self, types: Iterable[str]) -> frozenset[str]:
        """Return some classes and all their superclasses."""
        return frozenset(types).union(*(self._superclasses.get(each, ()) for each in types))

    def _inherits(self, types: Iterable[str], cls: str) -> bool:
        return bool(self._superclasses) and any(cls in self._superclasses.get(each, ()) for each in types)


class Asking:
    """Answers from elsewhere, and remembers what it was asked.

    Attributes:
        asked: Nodes of which all facts were asked, and, as `NODE TYPE`, those of which only classes were.
    """

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere
        self.asked: set[str] = set()

    def facts(self, node: str) -> Facts:
        self.asked.add(node)
        return self._elsewhere.facts(node)

    def is_a(self, node: str, cls: str) -> bool:
        self.asked.add(classes_of(node))
        return self._elsewhere.is_a(node, cls)


def classes_of(node: str) -> str:
    """Return what stands for the classes of a node among what was asked."""
    return f"{node} {TYPE}"


class InStore:
    """Answers from the store that holds all parts, without regard to the graph a quad is in."""

    def __init__(self, store: LocalStore, predicates: frozenset[str] | None, inverses: frozenset[str]) -> None:
        self._store = store
        self._predicates = predicates
        self._inverses = sorted(inverses)
        self.facts = lru_cache(1 << 12)(self._facts)
        self.is_a = lru_cache(1 << 16)(self._is_a)

    def _facts(self, node: str) -> Facts:
        term = _named(node)
        facts: dict[str, list[str]] = {}
        for quad in self._store.quads(term):
            predicate = str(quad.predicate)
            if self._predicates is None or predicate in self._predicates:
                facts.setdefault(predicate, []).append(str(quad.object))
        for inverse in self._inverses:
            subjects = [str(quad.subject) for quad in self._store.quads(None, _named(inverse), term)]
            if subjects:
                facts[f"^{inverse}"] = subjects
        return facts

    def _is_a(self, node: str, cls: str) -> bool:
        return self._store.holds(_named(node), _A, _named(cls))


def _named(term: str) -> NamedNode:
    if term[0] != "<":  # a blank node has other names in a file than in a store
        raise Unsure(term)
    return NamedNode(term[1:-1])


def read_facts(
    lines: Iterable[str], predicates: frozenset[str] | None, inverses: frozenset[str]
) -> dict[str, dict[str, list[str]]]:
    """Group the triples of some lines of N-Quads by node.

    Args:
        lines: Without line ends, with single spaces between terms.
        predicates: The predicates to keep; None for all.
        inverses: The predicates that are followed backwards too.
    """
    nodes: dict[str, dict[str, list[str]]] = {}
    facts: dict[str, list[str]] = {}
    keys, literals = _Keys(predicates), _Literals()
    last = ""
    for line in lines:
        if not line:
            continue
        subject, predicate, rest = line.split(" ", 2)
        if subject != last:
            last = subject
            facts = nodes.setdefault(subject, {})
        key = keys[predicate]
        if not key:
            continue
        value = rest.partition(" ")[0] if rest[0] == "<" else literals[rest]
        values = facts.get(key)
        if values is None:
            facts[key] = [value]
        elif value not in values or len(values) > _MANY:
            values.append(value)
        if key in inverses:
            nodes.setdefault(value, {}).setdefault(f"^{key}", []).append(subject)
    return nodes


_MANY = 100  # beyond, to look each time whether a value is new takes too long


class _Keys(dict[str, str]):
    """The predicates to keep, each as one object, which is quick to look up; an empty text for the others."""

    def __init__(self, predicates: frozenset[str] | None) -> None:
        super().__init__({predicate: predicate for predicate in predicates or ()})
        self._all = predicates is None

    def __missing__(self, predicate: str) -> str:
        return self.setdefault(predicate, predicate if self._all else "")


class _Literals(dict[str, str]):
    """The terms that end lines of N-Quads, by the rest of the line: many stand there again and again."""

    def __missing__(self, rest: str) -> str:
        return self.setdefault(rest, canonical(object_of(rest)))
