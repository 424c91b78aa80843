"""Give each cluster its IRI: the one it had, else one made from its name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.identifiers import digest
from kg.identity.corpus import Person, Work
from kg.identity.registry import LIVE, MERGED, Registry, Row


class Member(NamedTuple):
    """A node as far as its IRI goes.

    Attributes:
        anchor: What tells it from all other nodes.
        iri: The IRI that its name alone would give it.
        fixed: Whether that IRI is its own by declaration: the owner of a profile.
        weight: How telling its name is; the most telling gives its name to the cluster.
    """

    anchor: str
    iri: str
    fixed: bool
    weight: int


def members(nodes: Iterable[Person | Work], fixed: frozenset[int] = frozenset()) -> list[Member]:
    """Return nodes as members of clusters.

    Args:
        nodes: Persons or works, by number.
        fixed: The numbers of the owners.
    """
    return [
        Member(node.anchor, node.iri, number in fixed, len(node.forms[0]) if isinstance(node, Person) else 0)
        for number, node in enumerate(nodes)
    ]


class Mint:
    """Gives clusters of one kind their IRIs, and tells the registry.

    Args:
        registry: What was published so far.
        pins: IRIs that people have given to anchors.
    """

    def __init__(self, registry: Registry, pins: Mapping[str, str]) -> None:
        self._registry = registry
        self._pins = pins

    def iris(self, nodes: Sequence[Member], clusters: Iterable[Sequence[int]]) -> list[str]:
        """Return the IRI of each node, equal within a cluster."""
        parts = [sorted(cluster) for cluster in clusters]
        parts.sort(key=lambda part: part[0])
        claims = self._claims(nodes, parts)
        taken = {iri for mine in claims for iri in mine[:1]}
        found = [""] * len(nodes)
        for part, mine in zip(parts, claims, strict=True):
            best = max(part, key=lambda number: (nodes[number].fixed, nodes[number].weight, -number))
            iri = mine[0] if mine else self._new(nodes[best], taken)
            taken.add(iri)
            self._record(iri, mine, nodes, part, best)
            for number in part:
                found[number] = iri
        return found

    def _claims(self, nodes: Sequence[Member], parts: Sequence[Sequence[int]]) -> list[list[str]]:
        """Return the IRIs that each cluster had, the one that it keeps first."""
        by_anchor = self._registry.by_anchor()
        anchors = {member.anchor for member in nodes}
        orphans = {row.iri for row in self._registry.rows.values() if row.state == LIVE and row.anchor not in anchors}
        order = {iri: number for number, iri in enumerate(self._registry.rows)}
        claims: list[list[str]] = []
        for part in parts:
            rows = [row for number in part for row in by_anchor.get(nodes[number].anchor, ())]
            own = [nodes[number].iri for number in part if nodes[number].fixed]
            pinned = [self._pins[nodes[number].anchor] for number in part if nodes[number].anchor in self._pins]
            rows.sort(key=lambda row: (row.state != LIVE, order[row.iri]))
            found = list(dict.fromkeys([*pinned, *own, *(row.iri for row in rows)]))
            if not found:
                found = [iri for iri in dict.fromkeys(nodes[number].iri for number in part) if iri in orphans][:1]
                orphans.difference_update(found)
            claims.append(found)
        return claims

    def _new(self, member: Member, taken: set[str]) -> str:
        """Return an IRI that nothing ever had."""
        iri, tries = member.iri, 0
        while iri in taken or iri in self._registry.rows:
            stem = member.iri.rpartition("-")[0] or member.iri
            iri = f"{stem}-{digest(member.anchor, *(str(tries),) * bool(tries))}"
            tries += 1
        return iri

    def _record(self, iri: str, claims: Sequence[str], nodes: Sequence[Member], part: Sequence[int], best: int) -> None:
        known = self._registry.rows.get(iri)
        anchors = {nodes[number].anchor for number in part}
        anchor = known.anchor if known and known.anchor in anchors else nodes[best].anchor
        self._registry.record(Row(iri, LIVE, "", anchor))
        for other in claims[1:]:
            former = self._registry.rows.get(other)
            self._registry.record(Row(other, MERGED, iri, former.anchor if former else ""))
