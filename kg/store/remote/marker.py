"""The marker of a release in a SPARQL server: a few triples in a graph of their own, complete when all else is there.

A push writes it; whoever reads the release from the server finds its graphs by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode

from kg.store.store import Store, solutions
from kg.terms.formats import Term, term_text
from kg.terms.vocabulary import PREFIXES

GRAPH = "graph/release"
EVIDENCE = "graph/evidence"

_GRAPH_NAME = "http://www.w3.org/ns/sparql-service-description#name"
_QUERY = f"""\
PREFIX dcterms: <{PREFIXES["dcterms"]}>
PREFIX prov: <{PREFIXES["prov"]}>
PREFIX void: <{PREFIXES["void"]}>
SELECT ?release ?id ?day ?base ?manifest ?facts {{
  GRAPH ?graph {{
    ?release dcterms:identifier ?id ; void:uriSpace ?base ; dcterms:issued ?day ; prov:value ?manifest .
    OPTIONAL {{ ?release <{_GRAPH_NAME}> ?facts }}
  }}
  FILTER(?graph = ?release)
}}
ORDER BY ?release"""


@dataclass(frozen=True)
class Marker:
    """A server's statement of which release it holds."""

    release: str  # its id
    base: str  # of its IRIs
    day: str  # when it was made, as `2026-11-22`
    manifest: str  # the text of its `manifest.json`; empty until all has arrived
    facts: str = ""  # the graph that holds the facts; empty for the default graph

    @property
    def iri(self) -> str:
        """The graph of the marker, and its subject."""
        return self.base + GRAPH

    @property
    def evidence(self) -> str:
        """The graph of the evidence."""
        return self.base + EVIDENCE

    def triples(self) -> str:
        """Return the marker as N-Triples."""
        stated: dict[str, Term] = {
            PREFIXES["dcterms"] + "identifier": Literal(self.release),
            PREFIXES["dcterms"] + "issued": Literal(self.day, datatype=NamedNode(f"{PREFIXES['xsd']}date")),
            PREFIXES["void"] + "uriSpace": Literal(self.base),
            PREFIXES["prov"] + "value": Literal(self.manifest),
            **({_GRAPH_NAME: NamedNode(self.facts)} if self.facts else {}),
        }
        return "\n".join(f"<{self.iri}> <{predicate}> {term_text(term)} ." for predicate, term in stated.items())

    def unfinished(self) -> "Marker":
        """Return the marker of a push of this release that is under way: without its manifest."""
        return replace(self, manifest="")

    def address(self, endpoint: str) -> str:
        """Return the address at which the release is queried; it names its graphs if that of the facts has a name."""
        if not self.facts:
            return endpoint
        graphs = (("default-graph-uri", self.facts), ("named-graph-uri", self.evidence))
        named = "&".join(f"{name}={quote(graph, safe='')}" for name, graph in graphs)
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{named}"


def read_markers(store: Store) -> Iterator[Marker]:
    """Yield the markers in a server, one for each base."""
    for row in solutions(store.query(_QUERY)):
        release, base, day, manifest = (str(row[name].value) for name in ("id", "base", "day", "manifest"))
        yield Marker(release, base, day, manifest, row["facts"].value if row["facts"] else "")


def read_marker(store: Store, base: str) -> Marker | None:
    """Return the marker of the release with a base, if the server has one."""
    return next((marker for marker in read_markers(store) if marker.base == base), None)
