"""What the index wants to know: the facts of few predicates, picked while the quads pass by once."""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator
from sys import intern

from kg.search.quads import Source, Terms, facts, text
from kg.vocabulary import PREFIXES, RDF_TYPE

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
_SAID = (
    "schema:mainEntity schema:creativeWorkStatus kg:author kg:year kg:kind kg:nameAsWritten org:member owl:deprecated"
)

Pairs = dict[str, list[str]]


class Facts:
    """The facts of the default graph that count, as texts: IRIs bare, literals without type and language."""

    def __init__(self, source: Source, further: Collection[str] = ()) -> None:
        self._columns: dict[str, list[str]] = {predicate: [] for predicate in indexed(further)}
        columns, terms, last = self._columns, Terms(), ""
        for iri, label, predicate, written in facts(source):
            if predicate in columns and (term := terms[written]):
                subject = iri or label
                if subject != last:
                    last = intern(subject)  # one text for one IRI: less memory, and found faster
                column = columns[predicate]
                column.append(last)
                column.append(term)

    def each(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Yield the subjects and objects of a predicate; those that stand twice in the source may come twice."""
        column = self._columns[expanded(predicate)]
        return zip(column[::2], column[1::2], strict=True)

    def terms(self, predicate: str, among: Container[str] | None = None) -> Iterable[tuple[str, str]]:
        """Return the subjects and objects of a predicate, each pair once.

        Args:
            predicate: The predicate.
            among: The objects wanted; None means all.
        """
        pairs = self.each(predicate)
        return dict.fromkeys(pairs if among is None else (pair for pair in pairs if pair[1] in among))

    def pairs(self, predicate: str, among: Container[str] | None = None) -> Pairs:
        """Return the values of a predicate by subject, sorted, perhaps only some; blank nodes say nothing in words."""
        return grouped((subject, text(term)) for subject, term in self.terms(predicate, among) if term[0] != "_")

    def literals(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Yield the literals of a predicate with the IRI of the subject; may yield some twice."""
        for iri, term in self.each(predicate):
            if term[0] == '"' and iri[0] != "_":
                yield iri, text(term)

    def values(self, predicate: str) -> Iterable[str]:
        """Return the objects of a predicate, each once."""
        return dict.fromkeys(self._columns[expanded(predicate)][1::2])

    def weights(self) -> Counter[str]:
        """Return how many triples of the predicates that tie things together lead to each thing."""
        counted: Counter[str] = Counter()
        for predicate in _TIES.split():
            counted.update(term for _, term in self.terms(predicate))
        return counted


def indexed(further: Collection[str] = ()) -> frozenset[str]:
    """Return the predicates of which an index is made, with further ones that are declared to be searched."""
    return frozenset((RDF_TYPE, *LABELS, *OTHER_NAMES, *map(expanded, f"{_TIES} {_SAID}".split()), *further))


def expanded(curie: str) -> str:
    """Return the IRI of a CURIE, or an IRI as it is."""
    prefix, _, local = curie.partition(":")
    return f"{PREFIXES[prefix]}{local}" if prefix in PREFIXES else curie


def grouped(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Return the second texts by the first, sorted."""
    found: Pairs = defaultdict(list)
    for one, other in pairs:
        found[one].append(other)
    for values in found.values():
        if len(values) > 1:
            values.sort()
    return dict(found)


def turned(pairs: Pairs) -> Pairs:
    """Return pairs the other way round."""
    return grouped((other, one) for one, others in pairs.items() for other in others)


def joined(pairs: Pairs, others: Pairs) -> Pairs:
    """Return the values of values: `a` to `c` for `a` to `b` and `b` to `c`, each once."""
    found = ((one, c) for one, through in pairs.items() for c in {c for b in through for c in others.get(b, ())})
    return grouped(found)


def united(*several: Pairs) -> Pairs:
    """Return the values that any of several have, each once."""
    return grouped(
        dict.fromkeys((one, other) for pairs in several for one, others in pairs.items() for other in others)
    )
