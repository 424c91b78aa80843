"""Which release lies in a server: a few triples in a graph of their own, written when all the rest is there."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from kg.errors import StoreError
from kg.formats import Literal, NamedNode, QuerySolutions, term_text
from kg.store import Store
from kg.vocabulary import PREFIXES

GRAPH = "graph/release"
EVIDENCE = "graph/evidence"
_NAME = "http://www.w3.org/ns/sparql-service-description#name"
_QUERY = f"""\
PREFIX dcterms: <{PREFIXES["dcterms"]}>
PREFIX prov: <{PREFIXES["prov"]}>
PREFIX void: <{PREFIXES["void"]}>
SELECT ?release ?id ?day ?base ?manifest ?facts {{
  GRAPH ?graph {{
    ?release dcterms:identifier ?id ; void:uriSpace ?base ; dcterms:issued ?day ; prov:value ?manifest .
    OPTIONAL {{ ?release <{_NAME}> ?facts }}
  }}
  FILTER(?graph = ?release)
}}
ORDER BY ?release"""


@dataclass(frozen=True)
class Marker:
    """What a server says of the release in it.

    Attributes:
        release: The id of the release.
        base: The base of its IRIs.
        day: When it was made, as `2026-11-22`.
        manifest: The text of its `manifest.json`.
        facts: The graph that holds the facts, or empty for the default graph.
    """

    release: str
    base: str
    day: str
    manifest: str
    facts: str = ""

    @property
    def iri(self) -> str:
        """The graph of the marker, and its subject."""
        return self.base + GRAPH

    @property
    def evidence(self) -> str:
        """The graph of the evidence."""
        return self.base + EVIDENCE

    def triples(self) -> str:
        """Return what it says, in SPARQL's syntax."""
        said = {
            "dcterms:identifier": Literal(self.release),
            "dcterms:issued": Literal(self.day, datatype=NamedNode(f"{PREFIXES['xsd']}date")),
            "void:uriSpace": Literal(self.base),
            "prov:value": Literal(self.manifest),
        }
        lines = [_line(self.iri, _expanded(name), term_text(value)) for name, value in said.items()]
        if self.facts:
            lines.append(_line(self.iri, _NAME, term_text(NamedNode(self.facts))))
        return "\n".join(lines)

    def update(self, condition: str) -> str:
        """Return the update that puts it in the place of the former one, where a pattern has a solution."""
        graph = f"GRAPH <{self.iri}>"
        return (
            f"DELETE {{ {graph} {{ ?s ?p ?o }} }} WHERE {{ {condition} {graph} {{ ?s ?p ?o }} }} ;\n"
            f"INSERT {{ {graph} {{\n{self.triples()}\n}} }} WHERE {{ {condition} }}"
        )

    def address(self, endpoint: str) -> str:
        """Return the address at which the release is asked; it names its graphs if that of the facts has a name."""
        if not self.facts:
            return endpoint
        graphs = (("default-graph-uri", self.facts), ("named-graph-uri", self.evidence))
        named = "&".join(f"{name}={quote(graph, safe='')}" for name, graph in graphs)
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{named}"


def read_markers(store: Store) -> Iterable[Marker]:
    """Yield what a server says of the releases in it; one for each base.

    Raises:
        StoreError: If it does not answer.
    """
    answer = store.query(_QUERY)
    if not isinstance(answer, QuerySolutions):
        raise StoreError("the server does not answer a SELECT with solutions")
    for row in answer:
        release, base, day, manifest = (str(row[name].value) for name in ("id", "base", "day", "manifest"))
        yield Marker(release, base, day, manifest, row["facts"].value if row["facts"] else "")


def read_marker(store: Store, base: str) -> Marker | None:
    """Return what a server says of the release with a base, if it has one."""
    return next((marker for marker in read_markers(store) if marker.base == base), None)


def _expanded(name: str) -> str:
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local


def _line(subject: str, predicate: str, obj: str) -> str:
    return f"<{subject}> <{predicate}> {obj} ."
