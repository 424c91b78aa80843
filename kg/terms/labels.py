"""Labels of classes and properties, as the ontology states them, else as their IRIs read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from pyoxigraph import Literal, NamedNode

from kg.base import resources
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_rdf
from kg.terms.kinds import Declaration
from kg.terms.vocabulary import RDFS

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|[_-]+")
_PARTS = {f"{RDFS}label": "label", f"{RDFS}comment": "comment", f"{RDFS}domain": "domain", f"{RDFS}range": "range"}


def nouns(declaration: Declaration) -> Mapping[str, tuple[str, str]]:
    """Return singular and plural of each kind, by its path."""
    return {path: (kind.label, kind.plural.lower()) for path, kind in declaration.listed.items() if path != "source"}


NOUNS = nouns(kg_declaration())
"""Singular and plural of each kind of kg."""


@dataclass(frozen=True)
class Meaning:
    """What is said of a class or property."""

    label: str = ""  # What it is called, or empty
    comment: str = ""  # What it means, or empty
    domain: str = ""  # The IRI of the class of what has it, or empty
    range: str = ""  # The IRI of the class or datatype of its values, or empty


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


def shortened(text: str, most: int) -> str:
    """Return a text in one line, cut after some characters.

    >>> shortened("Ada Lovelace", 7)
    'Ada Lo…'
    """
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
