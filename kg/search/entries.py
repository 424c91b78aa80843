"""What the index holds of a store: one entry for each thing that has a name and a page."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from kg.search.declared import Searched
from kg.search.details import Details, FacetValue
from kg.search.facts import LABELS, OTHER_NAMES, Facts, Pairs, grouped, united
from kg.search.quads import Source, text
from kg.vocabulary import KG, PREFIXES, RDF_TYPE

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
        words: Texts by which it is found though it is not called so, such as its awards.
    """

    iri: str
    kind: str
    name: str
    others: tuple[str, ...]
    detail: str
    weight: int
    profile: bool
    facets: tuple[FacetValue, ...]
    words: tuple[str, ...] = ()

    def rank(self) -> tuple[bool, bool, int, str, str]:
        """Where it stands among all: people with a profile first, sources last, else by weight."""
        return (not self.profile, self.kind == "source", -self.weight, self.name, self.iri)


def entries(source: Source, base: str, wanted: Searched) -> list[Entry]:
    """Return the entries of what a source says, the best known first.

    IRIs that were replaced or withdrawn have none, nor have the nodes within a thing (`…#position-1`).
    """
    facts = Facts(source, wanted.properties)
    labels = _labels(facts)
    kinds = _kinds(facts, labels, base, wanted.kinds)
    names = {iri: labels[iri][0] for iri in kinds}
    details = Details(facts, names, wanted)
    written = united(_as_written(facts), _further(facts, kinds, wanted))
    of_nodes = _of_nodes(facts, wanted)
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
            tuple(_line(text) for text in of_nodes.get(iri, ())[:_MAX_NAMES]),
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


def _further(facts: Facts, kinds: Mapping[str, str], wanted: Searched) -> Pairs:
    """Return the texts beside the names by which things of a kind are found, such as the number of a grant."""
    asked = {(predicate, kind) for kind, predicates in wanted.texts.items() for predicate in predicates}
    predicates = sorted({predicate for predicate, _ in asked})
    said = ((iri, predicate, term) for predicate in predicates for iri, term in facts.literals(predicate))
    return grouped(dict.fromkeys((iri, term) for iri, predicate, term in said if (predicate, kinds.get(iri)) in asked))


def _of_nodes(facts: Facts, wanted: Searched) -> Pairs:
    """Return the texts of the nodes of things by which these are found, such as the names of awards."""
    if not wanted.nodes:
        return {}
    classes = {iri: term for iri, term in facts.each(RDF_TYPE) if term in wanted.nodes and "#" in iri}
    predicates = {predicate for several in wanted.nodes.values() for predicate in several}
    said = ((iri, predicate, term) for predicate in sorted(predicates) for iri, term in facts.literals(predicate))
    found = ((iri, term) for iri, predicate, term in said if predicate in wanted.nodes.get(classes.get(iri, ""), ()))
    return grouped(dict.fromkeys((iri.partition("#")[0], term) for iri, term in found))


def _labels(facts: Facts) -> Pairs:
    """Return the names of everything that has one: what to call it first, then the others."""
    labels: Pairs = {}
    for predicate in (*LABELS, *OTHER_NAMES):
        new = ((iri, name) for iri, name in facts.literals(predicate) if name not in labels.get(iri, ()))
        for iri, found in grouped((iri, name) for iri, name in new if not name.isspace() and name).items():
            labels[iri] = list(dict.fromkeys((*labels.get(iri, ()), *found)))
    return labels


def _kinds(facts: Facts, labels: Pairs, base: str, known: Collection[str]) -> dict[str, str]:
    """Return the kinds of the things that are entries."""
    gone = {iri for iri, said in facts.each("owl:deprecated") if said == _TRUE}
    kinds: dict[str, str] = {}
    elsewhere: list[str] = []
    for iri in labels.keys() - gone:
        local = iri.removeprefix(base) if base and iri.startswith(base) else ""
        kind, _, slug = local.partition("/")
        if kind in known and slug and "#" not in slug:
            kinds[iri] = kind
        elif not (kind in known or local.startswith("dataset") or iri.startswith(KG)):
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
