"""What the index holds of a store: one entry for each thing that has a name and a page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kg.search.details import Details, FacetValue
from kg.search.facts import LABELS, OTHER_NAMES, Facts, Pairs
from kg.store import LocalStore
from kg.vocabulary import KG

KINDS = ("person", "work", "organization", "venue", "event", "system", "course", "topic", "source")
"""The kinds of things that kg makes, which are also the first part of the path of their IRIs."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LOCAL_NAME = re.compile(r"[^/#:]*$")
_MAX_TEXT = 500
_MAX_NAMES = 50


@dataclass(frozen=True)
class Entry:
    """A thing that can be found.

    Attributes:
        iri: What it is.
        kind: Of what kind, such as `person`; elsewhere the local name of its class, such as `data-set`.
        name: What it is called.
        others: What else it is called.
        detail: One line that tells it from others of its name.
        weight: How many triples lead to it.
        profile: Whether it is a person with a profile.
        facets: By what a list of its kind can be narrowed.
    """

    iri: str
    kind: str
    name: str
    others: tuple[str, ...]
    detail: str
    weight: int
    profile: bool
    facets: tuple[FacetValue, ...]

    @property
    def rank(self) -> tuple[bool, bool, int, str, str]:
        """Where it stands among all: people with a profile first, sources last, else by weight."""
        return (not self.profile, self.kind == "source", -self.weight, self.name, self.iri)


def entries(store: LocalStore, base: str) -> list[Entry]:
    """Return the entries of a store, the best known first.

    IRIs that were replaced or withdrawn have none, nor have the nodes within a thing (`…#position-1`).
    """
    facts = Facts(store)
    labels = _labels(facts)
    kinds = _kinds(facts, labels, base)
    names = {iri: labels[iri][0] for iri in kinds}
    details = Details(facts, names)
    written = facts.pairs(_AS_WRITTEN)
    weights = facts.weights()
    found = (
        Entry(
            iri,
            kind,
            _line(names[iri]),
            tuple(_line(name) for name in [*labels[iri][1:], *written.get(iri, ())][:_MAX_NAMES]),
            _line(details.line(kind, iri)),
            weights.get(iri, 0),
            iri in details.owners,
            tuple(details.facets(kind, iri)),
        )
        for iri, kind in kinds.items()
    )
    return sorted(found, key=lambda entry: entry.rank)


# What differs from every name is asked for first: there is little of it, and much that is written as it is named.
_AS_WRITTEN = """SELECT DISTINCT ?person ?text WHERE {
  { SELECT ?authorship ?text WHERE {
      ?authorship kg:nameAsWritten ?text FILTER NOT EXISTS { ?anybody schema:name ?text } } }
  ?authorship kg:author ?person }"""


def _labels(facts: Facts) -> Pairs:
    """Return the names of everything that has one: what to call it first, then the others."""
    labels: Pairs = {}
    for predicate in (*LABELS, *OTHER_NAMES):
        for iri, found in facts.literals(predicate).items():
            known = labels.setdefault(iri, [])
            known.extend(name for name in found if name.strip() and name not in known)
    return {iri: names for iri, names in labels.items() if names}


def _kinds(facts: Facts, labels: Pairs, base: str) -> dict[str, str]:
    """Return the kinds of the things that are entries."""
    gone = {iri for (iri,) in facts.rows("SELECT ?iri WHERE { ?iri owl:deprecated true }")}
    kinds: dict[str, str] = {}
    elsewhere: list[str] = []
    for iri in labels.keys() - gone:
        local = iri.removeprefix(base) if base and iri.startswith(base) else ""
        kind, _, slug = local.partition("/")
        if kind in KINDS and slug and "#" not in slug:
            kinds[iri] = kind
        elif not (kind in KINDS or local.startswith("dataset") or iri.startswith(KG)):
            elsewhere.append(iri)
    return kinds | dict(_by_class(facts, elsewhere))


def _by_class(facts: Facts, iris: list[str]) -> Iterator[tuple[str, str]]:
    classes: Mapping[str, list[str]] = facts.pairs("SELECT ?iri ?class WHERE { ?iri a ?class }") if iris else {}
    for iri in iris:
        of_iri = [name for name in map(local_name, classes.get(iri, ())) if name]
        yield iri, _CAMEL.sub("-", of_iri[0]).lower() if of_iri else "thing"


def local_name(iri: str) -> str:
    """Return the last part of an IRI.

    >>> local_name("https://schema.org/ScholarlyArticle")
    'ScholarlyArticle'
    """
    found = _LOCAL_NAME.search(iri)
    return found[0] if found else ""


def _line(text: str) -> str:
    """Return a text as one line, cut where it is very long."""
    return " ".join(text[: _MAX_TEXT * 2].split())[:_MAX_TEXT]
