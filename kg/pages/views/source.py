"""What the page of a source shows: all that it is evidence of, in the order of its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.pages import evidence
from kg.pages.evidence import Evidence
from kg.pages.graph import Graph
from kg.pages.panels import Panel, Section
from kg.pages.works import Name

MOST = 240
"""How many places of a source its page shows."""

_CALLED = ("schema:name", "schema:roleName", "schema:credentialCategory")


@dataclass(frozen=True)
class Line:
    """What one place of the source says.

    Attributes:
        evidence: Where, in which words, how sure.
        states: What it states.
        of: The thing that this is an entry of, or None.
        anchor: The id of the place on the page, for the first that begins in a line.
    """

    evidence: Evidence
    states: Name
    of: Name | None
    anchor: str


def content(graph: Graph, iri: str, _: Sequence[Panel | Section]) -> Mapping[str, object]:
    """Return what `source.html` is given."""
    about = [Name(graph.label(value(term)), value(term)) for term in graph.values(iri, "schema:mainEntity")]
    pieces = evidence.of_source(graph, iri, MOST + 1)
    is_cut = len(pieces) > MOST
    del pieces[MOST:]
    first = {piece.anchor: piece for piece in reversed(pieces)}
    return {
        "lines": [_line(graph, piece, piece.anchor if first[piece.anchor] is piece else "") for piece in pieces],
        "about": about,
        "is_cut": is_cut,
        "media_type": graph.text(iri, "schema:encodingFormat"),
        "sha256": graph.text(iri, "kg:sha256"),
    }


def _line(graph: Graph, each: Evidence, anchor: str) -> Line:
    thing, _, entry = each.node.partition("#")
    names = (graph.text(each.node, name) for name in _CALLED)
    called = next(filter(None, names), "") if entry else graph.label(thing)
    of = Name(graph.label(thing), thing) if entry else None
    return Line(each, Name(called or graph.label(each.node), each.node), of, anchor)
