"""The triples that a screen sees: parts of a dump, grouped by node."""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Protocol
from zlib import crc32

from pyoxigraph import NamedNode

from kg.store.store import LocalStore
from kg.terms.vocabulary import RDF_TYPE
from kg.validation.screen.values import Unsure, canonical, object_of

# What a screen sees of the data: the triples of one part, grouped by node, and an answer for what lies elsewhere.

Facts = Mapping[str, list[str]]
"""The values of a node by predicate; those of `^<p>` are the subjects of which the node is a value of `<p>`."""

RDFS = "http://www.w3.org/2000/01/rdf-schema#"
TYPE = f"<{RDF_TYPE}>"
SUBCLASS = f"<{RDFS}subClassOf>"
NOTHING: Facts = {}
_A = NamedNode(RDF_TYPE)


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


class PartGraph:
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


# Parts of a dump, and which nodes more than one of them describes.

PART_BYTES = 6_000_000
_BUCKETS = 64
_SUBCLASS = SUBCLASS.encode()
_DESCRIPTIONS = re.compile(rb"([^ \n]+) [^\n]*\n?(?:\1 [^\n]*\n?)*")  # lines with one subject


class Readable(Protocol):
    """Lines of N-Quads that can be read."""

    def read(self) -> bytes:
        """Return the lines."""
        ...


@dataclass(frozen=True)
class Part:
    """Whole lines of a file of N-Quads, from one place to another, in bytes."""

    path: Path
    start: int
    end: int

    def read(self) -> bytes:
        """Return the lines."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return file.read(self.end - self.start)


@dataclass(frozen=True)
class Survey:
    """What there is in a part.

    Attributes:
        nodes: Checksums (CRC-32) of the nodes of which it holds facts, in order, each once.
        subclasses: Classes, each with one that it is a subclass of.
    """

    nodes: "array[int]"
    subclasses: tuple[tuple[str, str], ...]

    def describes(self, node: bytes) -> bool:
        """Say whether the part may hold facts of a node, as it is written there."""
        checksum = crc32(node)
        at = bisect_left(self.nodes, checksum)
        return at < len(self.nodes) and self.nodes[at] == checksum


def parts(files: Iterable[Path], size: int) -> Iterator[Part]:
    """Cut files into parts of about so many bytes."""
    for path in files:
        total = path.stat().st_size
        start = 0
        with path.open("rb") as file:
            while start < total:
                file.seek(min(start + size, total))
                file.readline()
                end = file.tell()
                yield Part(path, start, end)
                start = end


def survey(text: bytes, inverses: Iterable[str]) -> Survey:
    """Return what there is in some lines; what predicates that are followed backwards lead to are nodes too.

    Literals are not: what is known of them elsewhere is never asked.
    """
    nodes = set(_DESCRIPTIONS.findall(text))
    for predicate in inverses:
        nodes.update(value for _, value in _pairs(text, predicate.encode()) if not value.startswith(b'"'))
    subclasses = tuple((lower.decode(), upper.decode()) for lower, upper in _pairs(text, _SUBCLASS))
    return Survey(array("I", sorted(set(map(crc32, nodes)))), subclasses)


def shared(surveys: Sequence[Survey]) -> frozenset[int]:
    """Return the checksums of the nodes that more than one part describes, and of few others.

    Two nodes may have one checksum: that only means that they are looked at with more care.
    """
    found: set[int] = set()
    edges = [at << 32 - 6 for at in range(_BUCKETS)] + [1 << 32]
    for low, high in pairwise(edges):
        seen: set[int] = set()
        for each in surveys:
            nodes = each.nodes[bisect_left(each.nodes, low) : bisect_left(each.nodes, high)]
            found.update(seen.intersection(nodes))
            seen.update(nodes)
    return frozenset(found)


def superclasses(surveys: Iterable[Survey]) -> Mapping[str, frozenset[str]]:
    """Return all superclasses of each class that has some."""
    above: dict[str, set[str]] = {}
    for each in surveys:
        for lower, upper in each.subclasses:
            above.setdefault(lower, set()).add(upper)
    return {lower: frozenset(_reached(lower, above)) for lower in above}


def _reached(cls: str, above: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [cls]
    while ahead:
        more = above.get(ahead.pop(), set()) - found
        found |= more
        ahead.extend(more)
    return found


def _pairs(text: bytes, predicate: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield subjects and objects of the lines with a predicate."""
    at = text.find(predicate)
    while at >= 0:
        start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
        words = text[start : end if end >= 0 else len(text)].split(b" ", 3)
        if len(words) > 3 and words[1] == predicate:
            yield words[0], words[2]
        at = text.find(predicate, at + len(predicate))
