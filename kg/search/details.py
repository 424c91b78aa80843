"""The line that tells a thing from others of its name, and the facets of the lists of each kind."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from kg.search.facts import Facts, Pairs

FACETS: Mapping[str, tuple[str, ...]] = {
    "person": ("profile", "organization", "topic"),
    "work": ("year", "venue", "status", "type"),
    "organization": ("type", "parent"),
    "venue": ("type",),
    "event": ("year", "venue"),
    "system": ("partner",),
    "course": ("organization",),
}
"""By what a list of a kind can be narrowed, the most useful first."""

_SHOWN_AUTHORS = 3
_GENERIC = frozenset(("Organization", "Event", "Person", "Concept", "Thing"))
_UNTOLD = (
    "schema:Person foaf:Person foaf:Organization skos:Concept schema:DefinedTerm kg:System schema:Course kg:Authorship "
    "org:Membership schema:OrganizationRole schema:EducationalOccupationalCredential kg:AwardReceipt kg:TeachingRole "
    "kg:ServiceRole kg:SystemRole kg:Talk"
)
"""Classes of which there are many and which say no more than the kind does."""


class FacetValue(NamedTuple):
    """One value of one facet: its short form for addresses, and what people read."""

    facet: str
    value: str
    label: str


class Details:
    """What the store says of the things that have a name.

    Attributes:
        owners: The people with a profile.
    """

    def __init__(self, facts: Facts, names: Mapping[str, str]) -> None:
        self._names = names
        self.owners = {
            iri for (iri,) in facts.rows("SELECT DISTINCT ?owner WHERE { ?source schema:mainEntity ?owner }")
        }
        self._ask_people(facts)
        self._ask_works(facts)
        self._ask_others(facts)

    def _ask_people(self, facts: Facts) -> None:
        self._affiliations = facts.pairs("SELECT ?person ?at WHERE { ?person schema:affiliation ?at }")
        self._organizations = facts.pairs(
            "SELECT DISTINCT ?person ?at WHERE "
            "{ { ?person schema:affiliation ?at } UNION { ?role org:member ?person ; org:organization ?at } }"
        )
        self._topics = facts.pairs("SELECT ?person ?topic WHERE { ?person schema:knowsAbout ?topic }")
        self._advised = facts.pairs(
            "SELECT ?advisor ?person WHERE { ?source schema:mainEntity ?person . ?person kg:advisor ?advisor }"
        )

    def _ask_works(self, facts: Facts) -> None:
        self._authors = _ordered(facts.rows("SELECT ?authorship ?author WHERE { ?authorship kg:author ?author }"))
        self._authors = self._authors or facts.pairs("SELECT ?work ?by WHERE { ?work schema:author ?by }")
        self._coauthors = _beside_owners(self._authors.values(), self.owners)
        self._years = facts.pairs("SELECT ?thing ?year WHERE { ?thing kg:year ?year }")
        self._status = facts.pairs(
            "SELECT ?work ?status WHERE { ?work schema:creativeWorkStatus ?s . ?s skos:prefLabel ?status }"
        )
        self._venues = facts.pairs(
            "SELECT DISTINCT ?thing ?venue WHERE { { ?thing schema:isPartOf ?venue } UNION "
            "{ ?thing schema:superEvent ?venue } UNION { ?thing kg:presentedAt/schema:superEvent ?venue } }"
        )

    def _ask_others(self, facts: Facts) -> None:
        told = f"isIRI(?class) && ?class NOT IN ({', '.join(_UNTOLD.split())})"
        self._classes = facts.pairs(f"SELECT ?thing ?class WHERE {{ ?thing a ?class FILTER({told}) }}")
        self._kinds = facts.pairs("SELECT ?thing ?kind WHERE { ?thing kg:kind ?kind }")
        self._parents = facts.pairs("SELECT ?thing ?parent WHERE { ?thing schema:parentOrganization ?parent }")
        self._providers = facts.pairs("SELECT ?course ?provider WHERE { ?course schema:provider ?provider }")
        self._codes = facts.pairs("SELECT ?course ?code WHERE { ?course schema:courseCode ?code }")
        self._acronyms = facts.pairs("SELECT ?thing ?acronym WHERE { ?thing kg:acronym ?acronym }")
        self._partners = facts.pairs("SELECT ?system ?partner WHERE { ?system kg:collaborator ?partner }")
        self._makers = facts.pairs("SELECT ?thing ?maker WHERE { ?thing schema:contributor ?maker }")
        self._knowing: Counter[str] = Counter(topic for topics in self._topics.values() for topic in topics)

    def line(self, kind: str, iri: str) -> str:
        """Return one line about a thing; may be empty."""
        lines: dict[str, Callable[[str], str]] = {
            "person": self._person,
            "work": self._work,
            "organization": lambda it: _said("part of", self._called(self._parents, it)) or self._type(it),
            "venue": lambda it: _joined(self._acronyms.get(it, [])[:1], [self._type(it)]),
            "event": lambda it: _joined(self._called(self._venues, it)[:1]),
            "course": lambda it: _joined(self._codes.get(it, []), self._called(self._providers, it)),
            "system": lambda it: _said("by", self._called(self._makers, it)),
            "topic": lambda it: _people(self._knowing[it]),
        }
        return lines[kind](iri) if kind in lines else ""

    def facets(self, kind: str, iri: str) -> Iterator[FacetValue]:
        """Yield the values of a thing for the facets of its kind."""
        things = {"person": self._organizations, "course": self._providers}
        named = {
            "organization": things.get(kind, {}),
            "topic": self._topics,
            "venue": self._venues,
            "parent": self._parents,
            "partner": self._partners,
        }
        texts = {
            "profile": ["with a profile"] if iri in self.owners else [],
            "year": self._years.get(iri, [])[-1:],
            "status": self._status.get(iri, []),
            "type": [self._type(iri)],
        }
        for facet in FACETS.get(kind, ()):
            for text in filter(None, texts.get(facet, ())):
                yield FacetValue(facet, text.replace(" ", "-"), text)
            for it in named.get(facet, {}).get(iri, ()):
                if it in self._names:
                    yield FacetValue(facet, _last(it), self._acronyms.get(it, [self._names[it]])[0])

    def _person(self, iri: str) -> str:
        if at := self._called(self._affiliations, iri):
            return ", ".join(at[:2])
        if beside := self._coauthors.get(iri):
            return _said("co-author of", self._best(beside))
        return _said("adviser of", self._called(self._advised, iri)[:2])

    def _work(self, iri: str) -> str:
        authors = self._authors.get(iri, [])
        names = [self._names[author] for author in authors[:_SHOWN_AUTHORS] if author in self._names]
        etc = " et al." if len(authors) > _SHOWN_AUTHORS else ""
        venues = [self._acronyms.get(venue, [self._names.get(venue, "")])[0] for venue in self._venues.get(iri, ())]
        return _joined(
            self._years.get(iri, [])[-1:] or self._status.get(iri, [])[:1], venues[:1], [", ".join(names) + etc]
        )

    def _type(self, iri: str) -> str:
        """Return what sort of its kind a thing is, in words."""
        names = self._kinds.get(iri) or [name for name in self._classes.get(iri, []) if _last(name) not in _GENERIC]
        return _words(_last(names[0])) if names else ""

    def _called(self, pairs: Pairs, iri: str) -> list[str]:
        return sorted(self._names[it] for it in pairs.get(iri, ()) if it in self._names)

    def _best(self, counted: Counter[str]) -> list[str]:
        named = ((-number, self._names.get(iri, "")) for iri, number in counted.items())
        return [name for _, name in islice(sorted(named), 2)]


def _ordered(rows: Iterable[tuple[str, ...]]) -> Pairs:
    """Return the authors of works in their order, from authorships, whose IRIs tell both: `…#author-1`."""
    placed: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for authorship, author in rows:
        work, mark, place = authorship.partition("#author-")
        if mark and place.isdecimal():
            placed[work].append((int(place), author))
    return {work: [author for _, author in sorted(authors)] for work, authors in placed.items()}


def _beside_owners(groups: Iterable[list[str]], owners: set[str]) -> dict[str, Counter[str]]:
    """Count with which owners of profiles the other people have written."""
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    for group in groups:
        known = [author for author in group if author in owners]
        for author in set(group) - owners:
            beside[author].update(known)
    return beside


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people" if number else ""


def _said(words: str, names: list[str]) -> str:
    shown = names[:2]
    return f"{words} {' and '.join(shown)}" if shown else ""


def _joined(*parts: list[str]) -> str:
    return " · ".join(", ".join(part) for part in parts if any(part))


def _words(name: str) -> str:
    """Return a local name in words.

    >>> _words("CollegeOrUniversity"), _words("NGO")
    ('college or university', 'NGO')
    """
    if name.isupper():
        return name
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).replace("-", " ").strip()


def _last(iri: str) -> str:
    return iri.rstrip("/").rpartition("#")[2].rpartition("/")[2]
