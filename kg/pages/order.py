"""The order in which a profile lists things: its entries, as their evidence tells, and the values within them."""

from collections.abc import Mapping
from functools import lru_cache

from kg.columns import value
from kg.formats import NamedNode, Term, term_text
from kg.mapping.evidence import GRAPH
from kg.pages.graph import Graph
from kg.pages.works import Facts

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


def list_places(graph: Graph, said: Facts) -> Mapping[str, int]:
    """Return where values stand in the lists of a thing, by the text or IRI of the value."""
    found: dict[str, int] = {}
    for node in said.get("kg:listed", ()):
        entry = graph.facts(value(node))
        position = next(map(value, entry.get("schema:position", ())), "")
        if position.isdecimal():
            values = (*entry.get("schema:item", ()), *entry.get("schema:description", ()))
            found.update({value(each): int(position) for each in values})
    return found


def in_order(graph: Graph, said: Facts, key: str) -> tuple[Term, ...]:
    """Return the values of a property of a thing in the order in which they are listed, else as they are."""
    terms = said.get(key, ())
    listed = list_places(graph, said) if len(terms) > 1 and "kg:listed" in said else {}
    return tuple(sorted(terms, key=lambda term: listed.get(value(term), LAST)))
