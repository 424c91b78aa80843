"""Describe the works that several lists name, and what their sources disagree about."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kg.identifiers import digest, source_iri
from kg.mapping.documents import authorship
from kg.mapping.evidence import GRAPH
from kg.mapping.fields import published
from kg.mapping.references import Node
from kg.profile.united import Disagreement, United
from kg.work_types import WORK_TYPES

LABELS = {
    "authors": "lists of authors",
    "date": "dates",
    "type": "types of work",
    "doi": "DOIs",
    "kind": "kinds of venue",
}
"""What people call the fields in which sources differ."""


def describe(works: Iterable[United], title: Callable[[str], str]) -> Iterator[Node]:
    """Yield the nodes of united works, and of their disagreements in the graph of the evidence.

    What each list may add, such as links and topics, is described with the profile (`kg.mapping.documents`).

    Args:
        works: The works.
        title: Returns what the work with an IRI is called.
    """
    for work in works:
        node: Node = {"id": work.iri, "type": WORK_TYPES[work.type or "article"].classes, "title": title(work.iri)}
        node["authorship"] = [
            authorship(work.iri, position, author.person, author.name, author.is_equal, author.is_implied)
            | _marks(author.marks)
            for position, author in enumerate(work.authors, 1)
        ]
        if work.date:
            node |= published(work.date)
        if work.status:
            node["status"] = f"kg:{work.status}"
        node.update(work.details)
        if work.is_cut:
            node["more_authors"] = True
        yield node
        yield from map(disagreement, work.disagreements)


def _marks(marks: Iterable[tuple[str, Any]]) -> Node:
    """Return what else lists say of an authorship."""
    node: Node = {}
    for term, value in marks:
        if term == "corresponding":
            node[term] = value
        else:
            node.setdefault(term, []).append(value)
    return node


def disagreement(said: Disagreement) -> Node:
    """Return what sources say differently of an entity, in the graph of the evidence."""
    return {"id": GRAPH, "graph": [{"id": said.about, "disagreement": [_disagreement(said)]}]}


def _disagreement(said: Disagreement) -> Node:
    """Describe what is said differently, by whom, and what is kept."""
    kept, _ = said.statements[0]
    stated = " – or ".join(f"{value} ({', '.join(files)})" for value, files in said.statements)
    return {
        "id": f"evidence/{digest(said.about, said.field, *(value for value, _ in said.statements), length=13)}",
        "type": "Disagreement",
        "differing_field": said.field,
        "rdfs_label": f"{LABELS.get(said.field, said.field.replace('_', ' '))}",
        "statement": f"{LABELS.get(said.field, said.field.replace('_', ' '))}: {stated}",
        "kept": "all" if said.is_both else kept,
        "derived_from": sorted({source_iri(file) for _, files in said.statements for file in files}),
    }
