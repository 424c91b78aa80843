"""Give each cluster its IRI: the one it had, else one made from its name.

The clusters come in the order of their first nodes. What one of them gets depends on others only where they
claim the same orphan (`adopted`), or where their names give one IRI.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.identity.corpus import PersonNode, WorkNode
from kg.identity.registry import LIVE, MERGED, Registry, RegistryRow
from kg.terms.identifiers import digest

Nodes = Sequence[PersonNode] | Sequence[WorkNode]


class NamedCluster(NamedTuple):
    """A cluster as far as its IRI goes.

    Attributes:
        nodes: Its nodes, ascending.
        anchor: The anchor of the node with the most telling name.
        iri: The IRI that the name of this node alone would give it.
        claims: The IRIs that the cluster has or had, the one that it keeps first.
    """

    nodes: Sequence[int]
    anchor: str
    iri: str
    claims: Sequence[str]


class Mint:
    """Gives clusters of one kind their IRIs, and tells the registry.

    Args:
        registry: What was published so far.
        pins: IRIs that people have given to anchors.
    """

    def __init__(self, registry: Registry, pins: Mapping[str, str]) -> None:
        self._registry = registry
        self._pins = pins
        self._by_anchor = registry.by_anchor()
        self._order = {iri: number for number, iri in enumerate(registry.rows)}

    def iris(
        self,
        nodes: Nodes,
        parts: Iterable[Sequence[int]],
        owners: frozenset[int] = frozenset(),
    ) -> list[str]:
        """Return the IRI of each node, equal within a cluster.

        Args:
            nodes: All persons, or all works.
            parts: The clusters, in order, the nodes of each ascending.
            owners: The persons whose IRIs are their own by declaration.
        """
        named = [self.named(nodes, part, owners) for part in parts]
        named = adopted(named, nodes, self._orphans(nodes))
        found = [""] * len(nodes)
        for each, iri in zip(named, self.new(named), strict=True):
            self._record(iri, each, nodes)
            for number in each.nodes:
                found[number] = iri
        return found

    def named(self, nodes: Nodes, part: Sequence[int], owners: frozenset[int]) -> NamedCluster:
        """Return a cluster with what pins, declarations and the registry say of its nodes."""
        best = nodes[part[0] if len(part) == 1 else max(part, key=lambda n: (n in owners, _weight(nodes[n]), -n))]
        own = [nodes[number].iri for number in part if number in owners]
        if not self._pins and not self._by_anchor:
            return NamedCluster(part, best.anchor, best.iri, own)
        anchors = [nodes[number].anchor for number in part]
        pinned = [self._pins[anchor] for anchor in anchors if anchor in self._pins]
        rows = [row for anchor in anchors for row in self._by_anchor.get(anchor, ())]
        rows.sort(key=lambda row: (row.state != LIVE, self._order[row.iri]))
        known = [row.iri for row in rows]
        own.sort(key=lambda iri: known.index(iri) if iri in known else len(known))
        return NamedCluster(part, best.anchor, best.iri, list(dict.fromkeys([*pinned, *own, *known])))

    def _orphans(self, nodes: Nodes) -> set[str]:
        """Return the published IRIs whose anchors are not among those of all nodes."""
        live = {row.iri: row.anchor for row in self._registry.rows.values() if row.state == LIVE}
        known = {node.anchor for node in nodes} if live else frozenset()
        return {iri for iri, anchor in live.items() if anchor not in known}

    def new(self, named: Sequence[NamedCluster]) -> list[str]:
        """Return the IRIs of all clusters."""
        taken = {each.claims[0] for each in named if each.claims}
        found = []
        for each in named:
            iri, tries = (each.claims[0] if each.claims else each.iri), 0
            while not each.claims and (iri in taken or iri in self._registry.rows):
                iri = f"{each.iri.rpartition('-')[0] or each.iri}-{digest(each.anchor, *(str(tries),) * bool(tries))}"
                tries += 1
            taken.add(iri)
            found.append(iri)
        return found

    def _record(self, iri: str, named: NamedCluster, nodes: Nodes) -> None:
        """Tell the registry what a cluster is called."""
        known = self._registry.rows.get(iri)
        keeps = known is not None and any(nodes[number].anchor == known.anchor for number in named.nodes)
        self._registry.record(RegistryRow(iri, LIVE, "", known.anchor if known and keeps else named.anchor))
        for other in named.claims[1:]:
            former = self._registry.rows.get(other)
            self._registry.record(RegistryRow(other, MERGED, iri, former.anchor if former else ""))


def adopted(named: Iterable[NamedCluster], nodes: Nodes, orphans: set[str]) -> list[NamedCluster]:
    """Return clusters, those without a claim with the first orphan that the name of a node would give it.

    Args:
        named: The clusters, in order.
        nodes: All persons, or all works.
        orphans: Published IRIs that have lost their nodes; those that are adopted are taken away.
    """
    if not orphans:
        return list(named)
    found = []
    for each in named:
        own = () if each.claims else each.nodes
        claims = [nodes[number].iri for number in own if nodes[number].iri in orphans][:1]
        orphans.difference_update(claims)
        found.append(each._replace(claims=claims) if claims else each)
    return found


def _weight(node: PersonNode | WorkNode) -> int:
    """Return how telling the name of a node is; the most telling gives its name to the cluster."""
    return len(node.forms[0]) if isinstance(node, PersonNode) else 0
