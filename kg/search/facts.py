"""What the index asks of a store: few questions, each answered in one go.

Counting and joining are left to the engine, which does both without spelling out terms; what takes time
is to write a term as text (about 10 µs).
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from kg.formats import RESULT_FORMATS, Literal, NamedNode, QuerySolutions
from kg.store import LocalStore
from kg.vocabulary import PREFIXES

LABELS = (
    "https://schema.org/name",
    "http://schema.org/name",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://xmlns.com/foaf/0.1/name",
    "http://www.w3.org/2000/01/rdf-schema#label",
    "https://schema.org/headline",
    "http://schema.org/headline",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
)
"""What names a thing, the best first."""

OTHER_NAMES = (
    "https://schema.org/alternateName",
    "http://schema.org/alternateName",
    "http://www.w3.org/2004/02/skos/core#altLabel",
    "http://xmlns.com/foaf/0.1/nick",
    "https://schema.org/courseCode",
    "https://w3id.org/profile-kg/ontology#acronym",
)

_TIES = (
    "schema:author schema:contributor schema:affiliation schema:alumniOf schema:knowsAbout schema:about "
    "schema:provider schema:isPartOf schema:superEvent schema:parentOrganization kg:presentedAt kg:advisor "
    "kg:describes kg:serviceFor kg:course kg:collaborator org:organization foaf:knows dcterms:creator "
    "dcterms:subject skos:broader"
)
_ESCAPED = re.compile(r"\\(.)")
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}

Pairs = dict[str, list[str]]


class Facts:
    """Reads a store, and keeps one copy of every IRI."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self._iris: dict[str, str] = {}

    def rows(self, pattern: str) -> Iterator[tuple[str, ...]]:
        """Yield the solutions of a SELECT query as texts: IRIs bare, literals without type and language."""
        for row in self._written(pattern):
            yield tuple(map(self._text, row))

    def pairs(self, pattern: str) -> Pairs:
        """Return the values of a SELECT query of two variables by the first, sorted."""
        found: Pairs = defaultdict(list)
        for one, other in self.rows(pattern):
            found[one].append(other)
        for values in found.values():
            values.sort()
        return found

    def literals(self, predicate: str) -> Pairs:
        """Return the literals of a predicate by subject, sorted."""
        found: Pairs = defaultdict(list)
        if predicate.startswith("http://schema.org/"):  # a query would ask for the https form instead
            for quad in self._store.quads(None, NamedNode(predicate)):
                if isinstance(quad.subject, NamedNode) and isinstance(quad.object, Literal):
                    found[quad.subject.value].append(quad.object.value)
            return found
        # Almost every name stands twice where people are described for two vocabularies.
        twice = "" if predicate == LABELS[0] else f"MINUS {{ ?s <{LABELS[0]}> ?o }}"
        for subject, value in self._written(f"SELECT ?s ?o WHERE {{ {{ ?s <{predicate}> ?o }} {twice} }}"):
            if subject.startswith("<") and not value.startswith(("<", "_")):
                found[self._text(subject)].append(self._text(value))
        for values in found.values():
            values.sort()
        return found

    def weights(self) -> dict[str, int]:
        """Return how many triples of the predicates that tie things together lead to each thing."""
        counted = f"SELECT ?o (COUNT(*) AS ?n) WHERE {{ VALUES ?p {{ {_TIES} }} ?s ?p ?o }} GROUP BY ?o"
        return {iri: int(number) for iri, number in self.rows(counted)}

    def _written(self, sparql: str) -> Iterator[list[str]]:
        """Yield the solutions of a SELECT query as TSV writes them (SPARQL 1.1 Query Results CSV and TSV Formats)."""
        answer = self._store.query(sparql, prefixes=PREFIXES)
        if not isinstance(answer, QuerySolutions):
            raise TypeError(f"not a SELECT query: {sparql}")
        table = answer.serialize(format=RESULT_FORMATS["tsv"]) or b""
        return (line.split("\t") for line in table.decode().split("\n")[1:-1])

    def _text(self, field: str) -> str:
        if field.startswith("<"):
            iri = field[1:-1]
            return self._iris.setdefault(iri, iri)
        if field.startswith('"'):
            body = field[1 : field.rindex('"')]
            return _ESCAPED.sub(lambda match: _CONTROLS.get(match[1], match[1]), body) if "\\" in body else body
        return field
