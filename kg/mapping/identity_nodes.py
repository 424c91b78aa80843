"""Describe what identity resolution found out: joins, open questions, IRIs that were replaced."""

from collections.abc import Iterable, Iterator

from kg.identifiers import source_iri
from kg.mapping.evidence import GRAPH
from kg.mapping.references import Node
from kg.profile import Finding


def describe(findings: Iterable[Finding], replaced: Iterable[tuple[str, str]]) -> Iterator[Node]:
    """Yield nodes of the default graph for questions and replaced IRIs, and the evidence of all findings."""
    for finding in findings:
        if finding.is_open:
            one, other = sorted(finding.entities)
            yield {"id": one, "possibly_same_as": other}
        yield {"id": GRAPH, "graph": [_evidence(finding)]}
    for former, now in replaced:
        node: Node = {"id": former, "deprecated": True}
        yield node | ({"replaced_by": now} if now else {})


def _evidence(finding: Finding) -> Node:
    """Describe the evidence for a join, or for and against a question."""
    entities = sorted(finding.entities)
    one, other = finding.forms
    node: Node = {
        "id": f"evidence/{finding.key}",
        "type": "IdentityQuestion" if finding.is_open else "IdentityEvidence",
        "rdfs_label": f"{one} {'?' if finding.is_open else '='} {other}",
        "quote": f"{one} {'?' if finding.is_open else '='} {other}",
        "weight": f"{finding.weight:.1f}",
        "basis": finding.basis,
        "derived_from": sorted({source_iri(path) for path in finding.sources}),
    }
    node |= {"candidates": entities} if finding.is_open else {"identifies": entities[0]}
    return node | ({"reasons": list(finding.reasons)} if finding.reasons else {})
