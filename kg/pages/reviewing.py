"""Topics, venues and organisations that one mention makes which a machine read and nobody has reviewed."""

from collections.abc import Sequence
from functools import lru_cache

from kg.columns import value
from kg.formats import NamedNode, term_text
from kg.mapping.evidence import GRAPH
from kg.pages.evidence import Evidence, is_unreviewed, of_nodes
from kg.pages.graph import Graph

_AT = "org:organization|schema:recognizedBy|kg:giver|kg:inUnit|kg:collaborator"
_THERE = "kg:presentedAt|kg:serviceFor"
_NAMES = (
    f"(schema:about|schema:knowsAbout|schema:isPartOf|kg:course/schema:provider|{_THERE}|({_THERE})/schema:superEvent|"
    f"{_AT}|({_AT})/schema:parentOrganization)"
)
"""What leads from a mention, an entry or a person, to the topics, venues, events and organisations that it names."""

_NAMED_ONCE = """
SELECT ?thing (MIN(?node) AS ?mention) WHERE {{
  {{
    SELECT DISTINCT ?thing WHERE {{
      GRAPH {graph} {{ ?evidence kg:reviewStatus "proposed" ; kg:supports ?proposed }}
      ?proposed {names} ?thing . FILTER(isIRI(?thing))
      FILTER NOT EXISTS {{ GRAPH {graph} {{ ?own kg:supports ?thing }} }}
    }}
  }}
  ?node {names} ?thing .
}} GROUP BY ?thing HAVING(COUNT(DISTINCT ?node) = 1)
"""


@lru_cache(maxsize=4)
def unreviewed(graph: Graph) -> frozenset[str]:
    """Return the topics, venues, events and organisations that one mention makes which nobody has reviewed."""
    if not graph.base:
        return frozenset()
    evidence = term_text(NamedNode(graph.base + GRAPH))
    rows = graph.select(_NAMED_ONCE.format(graph=evidence, names=_NAMES)).rows
    mentions = {value(thing): value(mention) for thing, mention in rows}
    pieces = of_nodes(graph, mentions.values())
    found = {
        thing for thing, mention in mentions.items() if is_unreviewed(graph, _of_names(graph, pieces.get(mention, ())))
    }
    # An edition of a known venue is not in doubt, though only one work names it.
    return frozenset(thing for thing in found if graph.kind(thing) != "event" or _series(graph, thing) <= found)


def _series(graph: Graph, event: str) -> set[str]:
    return set(map(value, graph.values(event, "schema:superEvent")))


def _of_names(graph: Graph, pieces: Sequence[Evidence]) -> Sequence[Evidence]:
    """Return the evidence of what a mention names: of a person, that of the interests."""
    is_person = any(graph.kind(piece.node) == "person" and "#" not in piece.node for piece in pieces)
    return [piece for piece in pieces if piece.key == "interests"] if is_person else pieces
