"""Give clusters their IRIs: what the registry says of each is brought together on workers, the rest is `Mint`'s."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.identity.corpus import Person, Work
from kg.identity.minting import Mint, Named, adopted
from kg.identity.registry import Registry
from kg.identity.registry import Row as Known


class Bearer(NamedTuple):
    """A node that is to have an IRI.

    Attributes:
        number: Its number.
        node: The node.
        is_owner: Whether its IRI is its own by declaration.
        known: The rows of the registry that stand on it, each with its place there.
    """

    number: int
    node: Person | Work
    is_owner: bool
    known: Sequence[tuple[int, Known]] = ()


class Called(NamedTuple):
    """A cluster as far as its IRI goes.

    Attributes:
        first: The number of its first node.
        named: What pins, declarations and the registry say of it; of its nodes only the first stands there.
        anchors: Those of its nodes of which the registry knows.
        iris: Those that the names of its nodes alone would give, as far as they are asked for.
    """

    first: int
    named: Named
    anchors: Sequence[str]
    iris: Sequence[str]


def called(bearers: Iterable[Bearer], pins: Mapping[str, str], asked: frozenset[str] = frozenset()) -> Called:
    """Return a cluster as far as its IRI goes.

    Args:
        bearers: Its nodes.
        pins: IRIs that people have given to anchors.
        asked: IRIs of which it is to be said whether the names of nodes alone would give them.
    """
    rows = sorted(bearers, key=lambda row: row.number)
    known = sorted({found for row in rows for found in row.known})
    registry = Registry({row.iri: row for _, row in known})
    owners = frozenset(place for place, row in enumerate(rows) if row.is_owner)
    nodes: Sequence[Person] | Sequence[Work] = [row.node for row in rows]  # type: ignore[assignment]  # of one kind
    named = Mint(registry, pins).named(nodes, range(len(rows)), owners)
    return Called(
        rows[0].number,
        named._replace(nodes=(rows[0].number,)),
        [row.node.anchor for row in rows if row.known],
        [row.node.iri for row in rows if row.node.iri in asked],
    )


def iris_of(
    several: Sequence[Called], mint: Mint, orphans: set[str], wanted: Mapping[int, Sequence[str]]
) -> Iterable[tuple[int, str]]:
    """Yield the first node of each cluster with the IRI that it gets; the registry learns it.

    Args:
        several: The clusters, in the order of their first nodes.
        mint: What gives IRIs.
        orphans: Published IRIs that have lost their nodes.
        wanted: Those of them that the names of the nodes of a cluster would give, by its first node.
    """
    named = adopted([each.named for each in several], lambda each: wanted.get(each.nodes[0], ()), orphans)
    for each, chosen, iri in zip(several, named, mint.new(named), strict=True):
        mint.record(iri, chosen, each.anchors)
        yield each.first, iri
