"""The entries of a search index: one for each named thing."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cache
from typing import NamedTuple

from kg.store.search.facts import (
    OTHER_NAMES,
    OWN_LINES,
    Fact,
    Pairs,
    SearchFacts,
    SearchFields,
    grouped,
    joined,
    text,
    turned,
    united,
)
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Field, in_words
from kg.terms.labels import local_name
from kg.terms.vocabulary import KG, LABELS, PREFIXES, RDF_TYPE, vocabulary

# The line that tells a thing from others of its name, and the facets of the lists of each kind.

_SHOWN_AUTHORS = 3
_SHORT = 2  # words of a venue by which its works are known


@cache
def _untold() -> frozenset[str]:
    """Return the names of classes, in any vocabulary, that say no more of a thing than its kind does."""
    declaration = kg_declaration()
    words = (each for several in declaration.words.values() for each in several.values())
    telling = {local_name(each.meaning.replace(":", "/")) for each in words}
    # Of two kinds below one path the narrower is told: a unit among organisations.
    kinds = [each for each in declaration.kinds.values() if declaration.by_path.get(each.path, each) is each]
    return frozenset({name for kind in kinds for name in (kind.name, *map(local_name, kind.classes))} - telling)


class FacetValue(NamedTuple):
    """One value of one facet: its short form for addresses, and what people read."""

    facet: str
    value: str
    label: str


class Details:
    """What the facts say of the things that have a name.

    Attributes:
        owners: The people with a profile.
    """

    def __init__(self, facts: SearchFacts, names: Mapping[str, str], wanted: SearchFields) -> None:
        self._names = names
        self.owners = set(facts.values("schema:mainEntity"))
        self._affiliations = facts.pairs("schema:affiliation")
        self._topics = facts.pairs("schema:knowsAbout")
        self._knowing = Counter(topic for topics in self._topics.values() for topic in topics)
        advisers = facts.pairs("kg:advisor")
        self._advised = turned({owner: advisers[owner] for owner in self.owners & advisers.keys()})
        self._authors = facts.pairs("schema:author") | _ordered(facts.terms("kg:author"))
        self._coauthors = _beside_owners(self._authors.values(), self.owners)
        self._years = facts.pairs("kg:year")
        self._labels = facts.pairs("skos:prefLabel")
        self._status = joined(facts.pairs("schema:creativeWorkStatus"), self._labels)
        self._editions = facts.pairs("schema:superEvent")
        presented = joined(facts.pairs("kg:presentedAt"), self._editions)
        self._venues = united(facts.pairs("schema:isPartOf"), self._editions, presented)
        classes = facts.pairs(RDF_TYPE, set(filter(_telling, facts.values(RDF_TYPE))))
        sorts = (classes | facts.pairs("kg:kind")).items()
        self._types = {iri: [_words(local_name(_narrowest(names)))] for iri, names in sorts}
        self._acronyms = facts.pairs("kg:acronym")

        def told(field: Field) -> Pairs:  # of a field that says what sort of thing it is, in words
            return self._types if field.facet == "type" else facts.pairs(field.iri)

        self._lines = {
            kind: [(words, united(*map(told, fields))) for words, fields in parts]
            for kind, parts in wanted.lines.items()
        }
        self._facets = {
            kind: [(facet, self._having(facet, fields, facts)) for facet, fields in facets.items()]
            for kind, facets in wanted.facets.items()
        }
        self._values: dict[tuple[str, str], FacetValue | None] = {}

    def line(self, kind: str, iri: str) -> str:
        """Return one line about a thing; may be empty."""
        if kind in OWN_LINES:
            return {"person": self._person, "work": self._work, "topic": self._topic}[kind](iri)
        parts = ((words, self._called(told, iri)[:2]) for words, told in self._lines.get(kind, ()))
        return _listed(*([_said(words, names)] if words else names for words, names in parts))

    def beside(self, kind: str, iri: str) -> list[str]:
        """Return by what a work is known beside its title: year, venue and authors, those with a profile first."""
        if kind != "work":
            return []
        authors = sorted(self._authors.get(iri, ()), key=lambda author: author not in self.owners)
        named = (self._names[author] for author in authors if author in self._names)
        # Words of long names, such as 'Transactions on Smart Grid', would be taken for those of titles.
        venues = (venue for venue in self._venue(iri) if len(venue.split()) <= _SHORT)
        return [*self._years.get(iri, [])[-1:], *venues, *named]

    def facets(self, kind: str, iri: str) -> tuple[FacetValue, ...]:
        """Return the values of a thing for the facets of its kind."""
        found = [(facet, it) for facet, having in self._facets.get(kind, ()) for it in having.get(iri, ())]
        return tuple(filter(None, [self._value(*pair) for pair in found])) if found else ()

    def _having(self, facet: str, fields: Iterable[Field], facts: SearchFacts) -> Pairs:
        if facet == "profile":
            return {iri: ["with a profile"] for iri in self.owners}
        if facet == "person":  # everybody else is found by search
            named = {work: [each for each in authors if each in self.owners] for work, authors in self._authors.items()}
            return {work: people for work, people in named.items() if people}
        if facet == "type":  # of some kinds the class says it
            return self._types
        return united(*(self._values_of(each, facts.pairs(each.iri)) for each in fields))

    def _values_of(self, field: Field, pairs: Pairs) -> Pairs:
        if field.range == "Year":
            return {iri: years[-1:] for iri, years in pairs.items()}
        if field.sort == "enum":
            return {iri: [self._worded(it) for it in several] for iri, several in pairs.items()}
        if field.range == "Event":  # an edition stands for its series
            return joined(pairs, self._editions)
        # What a node of a thing leads to, the thing has.
        return grouped((iri.partition("#")[0], it) for iri, several in pairs.items() for it in several)

    def _worded(self, word: str) -> str:
        said = self._labels.get(word, ())[:1]
        return next(iter(said), vocabulary().words.get(local_name(word), _words(local_name(word))))

    def _value(self, facet: str, it: str) -> FacetValue | None:
        # One object for each value saves memory; what has no name is no value.
        try:
            return self._values[facet, it]
        except KeyError:
            value: FacetValue | None = None
            if ":" not in it:
                value = FacetValue(facet, it.replace(" ", "-"), it) if it else None
            elif it in self._names:
                value = FacetValue(facet, local_name(it), self._acronyms.get(it, [self._names[it]])[0])
            return self._values.setdefault((facet, it), value)

    def _person(self, iri: str) -> str:
        if at := self._called(self._affiliations, iri):
            return ", ".join(at[:2])
        if beside := self._coauthors.get(iri):
            return _said("co-author of", self._best(beside))
        return _said("adviser of", self._called(self._advised, iri)[:2])

    def _topic(self, iri: str) -> str:
        number = self._knowing[iri]
        return "1 person" if number == 1 else f"{number:,} people" if number else ""

    def _work(self, iri: str) -> str:
        authors = self._authors.get(iri, [])
        names = [self._names[author] for author in authors[:_SHOWN_AUTHORS] if author in self._names]
        etc = " et al." if len(authors) > _SHOWN_AUTHORS else ""
        said = self._years.get(iri, [])[-1:] or self._status.get(iri, [])[:1]
        return _listed(said, self._venue(iri), [", ".join(names) + etc])

    def _venue(self, iri: str) -> list[str]:
        return [self._acronyms.get(venue, [self._names.get(venue, "")])[0] for venue in self._venues.get(iri, ())[:1]]

    def _called(self, pairs: Pairs, iri: str) -> list[str]:
        found = pairs.get(iri)  # what has no name is a text, or not told
        return sorted(self._names.get(it, it) for it in found if it in self._names or "://" not in it) if found else []

    def _best(self, beside: list[str]) -> list[str]:
        if len(beside) == 1:
            return [self._names.get(beside[0], "")]
        named = sorted((-number, self._names.get(iri, "")) for iri, number in Counter(beside).items())
        return [name for _, name in named[:2]]


def _ordered(rows: Iterable[tuple[str, ...]]) -> Pairs:
    # The IRI of an authorship holds work and position: `…#author-1`.
    placed: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for authorship, author in rows:
        work, mark, place = authorship.partition("#author-")
        if mark and place.isdecimal():
            placed[work].append((int(place), author))
    return {work: [author for _, author in sorted(authors)] for work, authors in placed.items()}


def _beside_owners(groups: Iterable[list[str]], owners: set[str]) -> Pairs:
    # For people without a profile: the owners of profiles among their co-authors, once for each work.
    beside: Pairs = defaultdict(list)
    for group in groups:
        if known := [author for author in group if author in owners]:
            for author in set(group) - owners:
                beside[author] += known
    return beside


def _telling(name: str) -> bool:
    return not name.startswith(("_", '"')) and local_name(name) not in _untold()


def _narrowest(classes: list[str]) -> str:
    # Classes of kg are narrower than those of other vocabularies.
    return next((name for name in classes if name.startswith(KG)), classes[0])


def _said(words: str, names: list[str]) -> str:
    return f"{words} {' and '.join(names[:2])}" if names else ""


def _listed(*parts: list[str]) -> str:
    return " · ".join(", ".join(part) for part in parts if any(part))


def _words(name: str) -> str:
    """Return a local name in words.

    >>> _words("CollegeOrUniversity"), _words("NGO")
    ('college or university', 'NGO')
    """
    return name if name.isupper() else in_words(name).replace("-", " ").strip()


# What the index holds of a store: one entry for each thing that has a name and a page.

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TRUE = f'"true"^^<{PREFIXES["xsd"]}boolean>'
_MAX_TEXT = 500
_MAX_NAMES = 50
_MAX_WEIGHT, _MAX_YEAR = (1 << 32) - 1, (1 << 14) - 1  # of ranks, which are numbers in SQLite

Rank = tuple[int, str, str]  # by standing, name and IRI


class IndexEntry(NamedTuple):
    """A thing that can be found."""

    iri: str  # what it is
    kind: str  # of what kind, such as `person`; elsewhere the local name of its class, such as `data-set`
    name: str  # what it is called
    others: tuple[str, ...]  # what else it is called
    detail: str  # one line that tells it from others of its name
    weight: int  # how many triples lead to it
    profile: bool  # whether it is a person with a profile
    facets: tuple[FacetValue, ...]  # by what a list of its kind can be narrowed
    beside: tuple[str, ...] = ()  # texts by which it is found though it is not called so, such as authors, awards

    @property
    def rank(self) -> Rank:
        """Where it stands among all: people with a profile first, sources last, else by weight, the newest first."""
        years = (int(each.value) for each in self.facets if each.facet == "year" and each.value.isdecimal())
        part = 0 if self.profile else 2 if self.kind == "source" else 1
        lack = _MAX_WEIGHT - min(self.weight, _MAX_WEIGHT), _MAX_YEAR - min(max(years, default=0), _MAX_YEAR)
        return (part * (_MAX_WEIGHT + 1) + lack[0]) * (_MAX_YEAR + 1) + lack[1], self.name, self.iri


def entries(
    several: Iterable[Fact], base: str, wanted: SearchFields, among: Set[str] | None = None
) -> list[IndexEntry]:
    """Return the entries of what facts say, the best known first.

    IRIs that were replaced or withdrawn have none, nor have the nodes within a thing (`…#position-1`).

    Args:
        several: The facts.
        base: The base of the IRIs.
        wanted: What is asked of the facts.
        among: The things of which the facts say all that their entries tell; None for all.
    """
    facts = SearchFacts(several, wanted.properties)
    labels = _labels(facts)
    kinds = _kinds(facts, labels, base, wanted.kinds)
    names = {iri: labels[iri][0] for iri in kinds}
    details = Details(facts, names, wanted)
    written = united(_as_written(facts), _texts(facts, wanted.texts, kinds))  # such as the number of a grant
    classes = {iri: term for iri, term in facts.each(RDF_TYPE) if term in wanted.nodes and "#" in iri}
    nodes = _texts(facts, wanted.nodes, classes)  # such as the names of awards
    of_nodes = grouped(dict.fromkeys((iri.partition("#")[0], each) for iri, texts in nodes.items() for each in texts))
    weights = facts.weights()
    found = [
        IndexEntry(
            iri,
            kind,
            _line(names[iri]),
            tuple(_line(name) for name in [*labels[iri][1:], *written.get(iri, ())][:_MAX_NAMES]),
            _line(details.line(kind, iri)),
            weights[iri],
            iri in details.owners,
            details.facets(kind, iri),
            tuple(_line(text) for text in [*details.beside(kind, iri), *of_nodes.get(iri, ())][:_MAX_NAMES]),
        )
        for iri, kind in kinds.items()
        if among is None or iri in among
    ]
    found.sort(key=lambda each: each.rank)
    return found


def _as_written(facts: SearchFacts) -> Pairs:
    # Names as written on works, unless something is named so.
    names = set(facts.values(LABELS[0]))
    differing: dict[str, list[str]] = defaultdict(list)
    for authorship, term in facts.each("kg:nameAsWritten"):
        if term not in names:
            differing[authorship].append(term)
    people = ((person, term) for node, person in facts.each("kg:author") for term in differing.get(node, ()))
    return grouped((person, text(term)) for person, term in dict.fromkeys(people))


def _texts(facts: SearchFacts, wanted: Mapping[str, tuple[str, ...]], sorts: Mapping[str, str]) -> Pairs:
    """Return the texts of things by the predicates that are wanted of their sort, each once."""
    asked = {(predicate, sort) for sort, predicates in wanted.items() for predicate in predicates}
    said = ((iri, each, it) for each in sorted({each for each, _ in asked}) for iri, it in facts.literals(each))
    return grouped(dict.fromkeys((iri, it) for iri, each, it in said if (each, sorts.get(iri)) in asked))


def _labels(facts: SearchFacts) -> Pairs:
    labels: Pairs = {}
    for predicate in (*LABELS, *OTHER_NAMES):
        new = ((iri, name) for iri, name in facts.literals(predicate) if name not in labels.get(iri, ()))
        for iri, found in grouped((iri, name) for iri, name in new if not name.isspace() and name).items():
            labels[iri] = list(dict.fromkeys((*labels.get(iri, ()), *found)))
    return labels


def _kinds(facts: SearchFacts, labels: Pairs, base: str, known: Collection[str]) -> dict[str, str]:
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


def _by_class(facts: SearchFacts, iris: list[str]) -> Iterator[tuple[str, str]]:
    wanted = set(iris)
    classes = grouped((iri, text(term)) for iri, term in facts.each(RDF_TYPE) if iri in wanted)
    for iri in iris:
        names = (local_name(name).rpartition(":")[2] for name in classes.get(iri, ()))
        yield iri, _CAMEL.sub("-", next(filter(None, names), "thing")).lower()


def _line(text: str) -> str:
    return " ".join(text[: _MAX_TEXT * 2].split())[:_MAX_TEXT]
