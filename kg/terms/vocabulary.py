"""Namespaces, own terms, and labels of terms."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from kg.base import resources
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_rdf
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration

# The vocabulary of the graph: namespaces, own terms and the concept schemes of `ontology/`.

KG = "https://w3id.org/profile-kg/ontology#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
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


_TOLD = {
    RDF_TYPE: (RDF_TYPE,),
    NAME: (NAME,),
    f"{SKOS}prefLabel": (f"{SKOS}prefLabel", f"{RDFS}label"),
    f"{SKOS}inScheme": (f"{SKOS}inScheme",),
}
"""What of a concept stands in a graph that uses it, and by which properties."""

EVIDENCE_GRAPH = "graph/evidence"
"""Where evidence stands, below the base of a graph."""


class Vocabulary:
    """The concepts of a file of SKOS schemes, found by any of their labels.

    Attributes:
        words: What each concept is called, by its local name.
        schemes: The local name of each concept, by scheme and by each of its labels.
    """

    def __init__(self, path: Path) -> None:
        labels: dict[NamedNode, list[str]] = defaultdict(list)
        schemes: dict[NamedNode, str] = {}
        self._lines: dict[str, list[str]] = defaultdict(list)
        for quad in read_rdf(path):
            if not isinstance(quad.subject, NamedNode):
                continue
            for told in _TOLD.get(quad.predicate.value, ()):
                self._lines[_local(quad.subject)].append(f"{quad.subject} <{told}> {quad.object} .\n")
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
    return Vocabulary(resources.directory("ontology") / "concepts.ttl")


def curie(iri: str) -> str:
    """Return a short form of an IRI where a prefix fits, else the IRI.

    >>> curie("https://schema.org/name")
    'schema:name'
    """
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def _local(term: NamedNode) -> str:
    return term.value.removeprefix(KG)


# What classes and properties are called, as `ontology/` says, else as their IRIs read.

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|[_-]+")
_PARTS = {f"{RDFS}label": "label", f"{RDFS}comment": "comment", f"{RDFS}domain": "domain", f"{RDFS}range": "range"}


def nouns(declaration: Declaration) -> Mapping[str, tuple[str, str]]:
    """Return what things of each kind are called: one, and several."""
    return {path: (kind.label, kind.plural.lower()) for path, kind in declaration.listed.items() if path != "source"}


NOUNS = nouns(kg_declaration())
"""What things of the kinds of kg are called: one, and several."""


@dataclass(frozen=True)
class Meaning:
    """What is said of a class or property.

    Attributes:
        label: What it is called, or empty.
        comment: What it means, or empty.
        domain: The IRI of the class of what has it, or empty.
        range: The IRI of the class or datatype of its values, or empty.
    """

    label: str = ""
    comment: str = ""
    domain: str = ""
    range: str = ""


@cache
def meanings() -> Mapping[str, Meaning]:
    """Return what `ontology/kg.ttl` says of its terms, by IRI."""
    found: dict[str, Meaning] = {}
    for quad in read_rdf(resources.directory("ontology") / "kg.ttl"):
        part = _PARTS.get(quad.predicate.value)
        if part and isinstance(quad.subject, NamedNode) and isinstance(quad.object, Literal | NamedNode):
            known = found.get(quad.subject.value, Meaning())
            found[quad.subject.value] = replace(known, **{part: quad.object.value})
    return found


def wording(iri: str) -> str:
    """Return what a class or property is called: its label, else the words of the end of its IRI.

    >>> wording("https://schema.org/datePublished"), wording("http://xmlns.com/foaf/0.1/Person")
    ('date published', 'person')
    """
    meaning = meanings().get(iri)
    if meaning and meaning.label:
        return meaning.label
    words = _HUMP.sub(" ", local_name(iri)).split()
    return " ".join(word if word.isupper() else word.lower() for word in words) or iri


def local_name(iri: str) -> str:
    """Return the end of an IRI, by which its vocabulary tells it from others.

    >>> local_name("https://schema.org/name"), local_name("http://www.w3.org/2004/02/skos/core#Concept")
    ('name', 'Concept')
    """
    return iri.rstrip("/#").rpartition("/")[2].rpartition("#")[2]
