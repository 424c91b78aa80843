"""Namespaces, own terms, and the concept schemes of `ontology/`."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from kg.base import resources
from kg.terms.formats import read_rdf
from kg.terms.identifiers import compact, fold

KG = "https://w3id.org/profile-kg/ontology#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
SHACL = "http://www.w3.org/ns/shacl#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
NAME = "https://schema.org/name"
RDF_TYPE = f"{RDF}type"

PREFIXES = {
    "schema": "https://schema.org/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "org": "http://www.w3.org/ns/org#",
    "prov": "http://www.w3.org/ns/prov#",
    "skos": SKOS,
    "rdfs": RDFS,
    "dcterms": "http://purl.org/dc/terms/",
    "bibo": "http://purl.org/ontology/bibo/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "kg": KG,
}
"""The prefixes that exports and messages use."""

QUERY_PREFIXES = {"rdf": RDF, **PREFIXES}
"""The prefixes that queries need not declare."""

LABELS = (
    NAME,
    "http://schema.org/name",
    f"{SKOS}prefLabel",
    f"{PREFIXES['foaf']}name",
    f"{RDFS}label",
    "https://schema.org/headline",
    "http://schema.org/headline",
    f"{PREFIXES['dcterms']}title",
    "http://purl.org/dc/elements/1.1/title",
)
"""The properties that name a thing, the best first."""

_LABELLING = {
    RDF_TYPE: (RDF_TYPE,),
    NAME: (NAME,),
    f"{SKOS}prefLabel": (f"{SKOS}prefLabel", f"{RDFS}label"),
    f"{SKOS}inScheme": (f"{SKOS}inScheme",),
}
"""What a graph states of a concept that it uses, and by which properties."""

EVIDENCE_GRAPH = "graph/evidence"
"""The path of the evidence graph, relative to the base."""


class Vocabulary:
    """The concepts of files of SKOS schemes, found by any of their labels.

    Attributes:
        words: What each concept is called, by its local name.
        schemes: The local name of each concept, by scheme and by each of its labels.
    """

    def __init__(self, *paths: Path) -> None:
        labels: dict[NamedNode, list[str]] = defaultdict(list)
        schemes: dict[NamedNode, str] = {}
        self._lines: dict[str, list[str]] = defaultdict(list)
        for quad in chain.from_iterable(map(read_rdf, paths)):
            if not isinstance(quad.subject, NamedNode):
                continue
            for predicate in _LABELLING.get(quad.predicate.value, ()):
                self._lines[_local(quad.subject)].append(f"{quad.subject} <{predicate}> {quad.object} .\n")
            if quad.predicate.value in (f"{SKOS}prefLabel", f"{SKOS}altLabel") and isinstance(quad.object, Literal):
                labels[quad.subject].append(quad.object.value)
            elif quad.predicate.value == f"{SKOS}inScheme" and isinstance(quad.object, NamedNode):
                schemes[quad.subject] = _local(quad.object)
        self.words = {_local(concept): labels[concept][0] for concept in schemes}
        self.schemes: dict[str, dict[str, str]] = defaultdict(dict)
        for concept, scheme in schemes.items():
            for label in (*labels[concept], _local(concept)):
                self.schemes[scheme][fold(label)] = _local(concept)

    @property
    def iris(self) -> list[str]:
        """The IRIs of all concepts and schemes."""
        return [f"{KG}{name}" for name in self._lines]

    def concept(self, scheme: str, label: str) -> str | None:
        """Return the local name of the concept of a scheme that has a label, if there is one."""
        return self.schemes[scheme].get(fold(label))

    def nquads(self, used: Iterable[str]) -> str:
        """Return what consumers need to know of some concepts, given by local name: class, label and scheme."""
        concepts = {name for name in used if name in self._lines}
        schemes = {scheme for scheme, members in self.schemes.items() if concepts.intersection(members.values())}
        return "".join(line for name in sorted(concepts | schemes) for line in self._lines[name])


@cache
def vocabulary() -> Vocabulary:
    """Return the concepts that come with kg."""
    ontology = resources.directory("ontology")
    return Vocabulary(ontology / "concepts.ttl", ontology / "statuses.ttl")


def curie(iri: str) -> str:
    """Return a short form of an IRI where a prefix fits, else the IRI.

    >>> curie("https://schema.org/name")
    'schema:name'
    """
    return compact(iri, PREFIXES)


def expanded(curie: str) -> str:
    """Return the IRI of a CURIE, or an IRI as it is."""
    prefix, _, local = curie.partition(":")
    return f"{PREFIXES[prefix]}{local}" if prefix in PREFIXES else curie


def _local(term: NamedNode) -> str:
    return term.value.removeprefix(KG)
