"""The order in which a profile lists its entries, which the evidence of the entries tells."""

from collections.abc import Mapping
from functools import lru_cache

from kg.columns import value
from kg.formats import NamedNode, term_text
from kg.mapping.evidence import GRAPH
from kg.pages.graph import Graph

LAST = 1 << 30
"""The place of what a profile does not list."""

_PLACES = """
SELECT ?node ?pointer WHERE {{
  ?source schema:mainEntity {person} .
  GRAPH {graph} {{ ?evidence prov:wasDerivedFrom ?source ; kg:supports ?node ; kg:pointer ?pointer }}
}}
"""


@lru_cache(maxsize=64)
def entry_places(graph: Graph, person: str) -> Mapping[str, int]:
    """Return the place of each entry of a person within its section of the profile, by the IRI of the entry.

    A work that several entries list has the place of the first. Somebody without a profile has no entries.
    """
    found: dict[str, int] = {}
    evidence = term_text(NamedNode(graph.base + GRAPH))
    for node, pointer in graph.select(_PLACES.format(person=term_text(NamedNode(person)), graph=evidence)).rows:
        index = value(pointer).rpartition("/")[2]
        if index.isdecimal():
            found[value(node)] = min(int(index), found.get(value(node), LAST))
    return found
