"""The marker: what `kg push` writes beside a release, so that one can tell at an endpoint which one it holds."""

from dataclasses import dataclass

from kg.endpoint.address import Asker
from kg.endpoint.store import EndpointStore, Question
from kg.errors import StoreError
from kg.formats import Literal, NamedNode, Term
from kg.store import Dataset
from kg.vocabulary import KG, PREFIXES

_MARKERS = f"""SELECT ?graph ?release ?base ?manifest ?issued ?facts ?evidence WHERE {{
  GRAPH ?graph {{
    ?graph <{KG}release> ?release
    OPTIONAL {{ ?graph <{KG}base> ?base }}
    OPTIONAL {{ ?graph <{KG}manifest> ?manifest }}
    OPTIONAL {{ ?graph <{PREFIXES["dcterms"]}issued> ?issued }}
    OPTIONAL {{ ?graph <{KG}factsGraph> ?facts }}
    OPTIONAL {{ ?graph <{KG}evidenceGraph> ?evidence }}
  }}
}} ORDER BY ?base LIMIT 100"""


@dataclass(frozen=True)
class Marker:
    """What an endpoint says of the release that it holds.

    Attributes:
        release: The name of the release; empty where the endpoint has no marker.
        base: The base of its IRIs.
        manifest: The text of its manifest, or empty.
        issued: The day on which it was made, as `2026-11-22`, or empty.
        graph: The IRI of the graph in which all this stands.
        facts: The IRI of the graph that holds the facts; empty if that is the default graph.
        evidence: The IRI of the graph that holds the evidence, if it is not called as in the release.
    """

    release: str = ""
    base: str = ""
    manifest: str = ""
    issued: str = ""
    graph: str = ""
    facts: str = ""
    evidence: str = ""

    @property
    def dataset(self) -> Dataset | None:
        """The graphs of the release, where the default graph is something else or holds more."""
        return Dataset((self.facts,), (self.evidence,) if self.evidence else ()) if self.facts else None

    @property
    def hidden(self) -> NamedNode | None:
        """The graph that is not of the release."""
        return NamedNode(self.graph) if self.graph else None


def read_marker(asker: Asker, base: str | None = None) -> Marker:
    """Return what an endpoint says of its release; an empty one if it says nothing.

    Args:
        asker: Asks the endpoint.
        base: The base of the release that is meant, where there are several.

    Raises:
        StoreError: If the endpoint does not answer, or holds several releases and none of them is meant.
    """
    rows = EndpointStore(asker).answer(Question(_MARKERS)).rows()
    found = [Marker(**{name: _text(term) for name, term in row.items()}) for row in rows]
    meant = [marker for marker in found if base in (None, marker.base)]
    if len(meant) == 1:
        return meant[0]
    if not found:
        return Marker()
    bases = ", ".join(marker.base for marker in found)
    message = "the endpoint holds several releases" if base is None else f"the endpoint holds no release of {base}"
    raise StoreError(f"{message}; there are {bases}", hint="name the base of the one that is meant: --base")


def _text(term: Term) -> str:
    return term.value if isinstance(term, NamedNode | Literal) else ""
