"""Facts and names of the things that differ."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from zlib import crc32

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg.store.columns import value
from kg.store.diff.comparing import BUCKETS, BucketedDump, DumpComparison, parsed, thing_of
from kg.store.search.facts import LABELS
from kg.terms.formats import Term
from kg.terms.labels import local_name
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, curie, vocabulary

# What a graph says of a thing and of its nodes, as far as it is told in words.

Properties = Mapping[str, frozenset[Term]]  # the values of each property, by its CURIE


@dataclass(frozen=True)
class ThingFacts:
    """What is said of a thing."""

    own: Properties = field(default_factory=dict)  # what is said of itself
    nodes: Mapping[str, Properties] = field(default_factory=dict)  # what is said of its nodes, by their IRIs

    def text(self, *properties: str) -> str:
        """Return a value of the first property that has one, or nothing."""
        return first(self.own, *properties)


def facts(quads: Iterable[Quad], thing: str) -> ThingFacts:
    """Return what some quads outside the evidence say of a thing."""
    said: dict[str, dict[str, set[Term]]] = defaultdict(lambda: defaultdict(set))
    for quad in quads:
        if not is_evidence(quad):
            name = quad.subject.value if isinstance(quad.subject, NamedNode) else str(quad.subject)
            said[name][curie(quad.predicate.value)].add(quad.object)
    held = {name: {key: frozenset(terms) for key, terms in each.items()} for name, each in said.items()}
    return ThingFacts(held.pop(thing, {}), held)


def is_evidence(quad: Quad) -> bool:
    """Whether a quad is of the graph of evidence."""
    return not isinstance(quad.graph_name, DefaultGraph) and value(quad.graph_name).endswith(f"/{EVIDENCE_GRAPH}")


def first(said: Properties, *properties: str) -> str:
    """Return the least value of the first property that has one, or nothing."""
    return next((min(map(value, said[key])) for key in properties if said.get(key)), "")


# What the things are called of which changes tell.

_NAMED = re.compile(rb"^<[^>#]*> <(?:" + b"|".join(re.escape(iri.encode()) for iri in LABELS) + rb')> "', re.MULTILINE)
HIDDEN = "(withdrawn)"  # what stands for a name that is not to be told any more

_RANKS = {iri: rank for rank, iri in enumerate(LABELS)}


@dataclass(frozen=True)
class NameLookup:
    """The names of things, by IRI."""

    now: Mapping[str, str]  # in the new graph
    before: Mapping[str, str]  # in the old one
    hidden: frozenset[str] = frozenset()  # things whose names are not shown any more

    def of(self, iri: str) -> str:
        """Return the name of a thing: in the new graph, else in the old one, else from its IRI."""
        if iri in self.hidden:
            return HIDDEN
        concept = vocabulary().words.get(iri.removeprefix(KG))
        short = curie(iri)
        spelt = short if short != iri else local_name(iri) or iri
        return concept or self.now.get(iri) or self.before.get(iri) or spelt


def names(comparison: DumpComparison, things: Iterable[str]) -> NameLookup:
    """Look up the names of things in both graphs, reading only the buckets in which they lie."""
    wanted = sorted((crc32(iri.encode()) % BUCKETS, iri.encode()) for iri in set(things))
    by_bucket = {number: {iri for _, iri in group} for number, group in groupby(wanted, key=lambda each: each[0])}
    return NameLookup(_labels(comparison.new, by_bucket), _labels(comparison.old, by_bucket))


def _labels(partition: BucketedDump, wanted: Mapping[int, set[bytes]]) -> dict[str, str]:
    found: dict[str, tuple[tuple[int, bool, str], str]] = {}
    for number, things in wanted.items():
        bucket = partition.bucket(number)  # each of its lines has a line break
        lines = (bucket[start : bucket.index(b"\n", start)] for start in map(re.Match.start, _NAMED.finditer(bucket)))
        for quad in parsed(frozenset(line for line in lines if thing_of(line) in things)):
            if isinstance(quad.object, Literal) and isinstance(quad.subject, NamedNode):
                foreign = not (quad.object.language or "en").startswith("en")
                rank = _RANKS[quad.predicate.value], foreign, quad.object.value
                best = found.get(quad.subject.value)
                if best is None or rank < best[0]:
                    found[quad.subject.value] = (rank, quad.object.value)
    return {iri: name for iri, (_, name) in found.items()}
