"""What the index holds of a store: one entry for each thing that has a name and a page."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kg.search.details import Details, FacetValue
from kg.search.facts import LABELS, OTHER_NAMES, Facts, Pairs, grouped
from kg.search.quads import Source, text
from kg.vocabulary import KG, PREFIXES, RDF_TYPE

KINDS = ("person", "work", "organization", "venue", "event", "system", "course", "topic", "source")
"""The kinds of things that kg makes, which are also the first part of the path of their IRIs."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LOCAL_NAME = re.compile(r"[^/#:]*$")
_TRUE = f'"true"^^<{PREFIXES["xsd"]}boolean>'
_MAX_TEXT = 500
_MAX_NAMES = 50


class Entry(NamedTuple):
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

    def rank(self) -> tuple[bool, bool, int, str, str]:
        """Where it stands among all: people with a profile first, sources last, else by weight."""
        return (not self.profile, self.kind == "source", -self.weight, self.name, self.iri)


def entries(source: Source, base: str) -> list[Entry]:
    """Return the entries of what a source says, the best known first.

    IRIs that were replaced or withdrawn have none, nor have the nodes within a thing (`…#position-1`).
    """
    facts = Facts(source)
    labels = _labels(facts)
    kinds = _kinds(facts, labels, base)
    names = {iri: labels[iri][0] for iri in kinds}
    details = Details(facts, names)
    written = _as_written(facts)
    weights = facts.weights()
    found = [
        Entry(
            iri,
            kind,
            _line(names[iri]),
            tuple(_line(name) for name in [*labels[iri][1:], *written.get(iri, ())][:_MAX_NAMES]),
            _line(details.line(kind, iri)),
            weights[iri],
            iri in details.owners,
            details.facets(kind, iri),
        )
        for iri, kind in kinds.items()
    ]
    found.sort(key=Entry.rank)
    return found


def _as_written(facts: Facts) -> Pairs:
    """Return how people are written on works, where nothing is named so."""
    names = set(facts.values(LABELS[0]))
    differing: dict[str, list[str]] = defaultdict(list)
    for authorship, term in facts.each("kg:nameAsWritten"):
        if term not in names:
            differing[authorship].append(term)
    people = ((person, term) for node, person in facts.each("kg:author") for term in differing.get(node, ()))
    return grouped((person, text(term)) for person, term in dict.fromkeys(people))


def _labels(facts: Facts) -> Pairs:
    """Return the names of everything that has one: what to call it first, then the others."""
    labels: Pairs = {}
    for predicate in (*LABELS, *OTHER_NAMES):
        new = ((iri, name) for iri, name in facts.literals(predicate) if name not in labels.get(iri, ()))
        for iri, found in grouped((iri, name) for iri, name in new if not name.isspace() and name).items():
            labels[iri] = list(dict.fromkeys((*labels.get(iri, ()), *found)))
    return labels


def _kinds(facts: Facts, labels: Pairs, base: str) -> dict[str, str]:
    """Return the kinds of the things that are entries."""
    gone = {iri for iri, said in facts.each("owl:deprecated") if said == _TRUE}
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
    wanted = set(iris)
    classes = grouped((iri, text(term)) for iri, term in facts.each(RDF_TYPE) if iri in wanted)
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
