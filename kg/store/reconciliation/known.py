"""What the graph says of people and works, as identity compares it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from pyoxigraph import Literal, NamedNode

from kg.identity.blocking import Keys, foreign_keys, names_of, outline_keys
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkNode
from kg.identity.named import NamedEntities
from kg.profile.config import Authorities
from kg.profile.names import PersonName, read_once
from kg.store.graph import Graph

MAX_WORKS = 500
"""Works of a person that are compared; more say no more."""
_MAX_PEOPLE = 200_000  # of whom the sounds of the names are known
_FEW_WORKS = 50  # of which it is asked who lists them
_MAX_NAMES = 30
_KEPT = 2_000
_NAMES = ("schema:name", "schema:alternateName", "skos:prefLabel", "skos:altLabel", "kg:acronym", "schema:courseCode")
_PLACES = ("schema:affiliation", "schema:alumniOf", "schema:memberOf")


class KnownWork(NamedTuple):
    """A work as identity compares it, and the IRIs of its authors."""

    node: WorkNode
    authors: tuple[str, ...]


class KnownEntities:
    """Reads people and works from a graph; one process asks for the same ones again and again."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._named = NamedEntities(Authorities(), graph.declaration)
        self.names = lru_cache(_KEPT)(self._names)
        # What stands for a thing alone: ids of registries, and its homepage.
        self.ids = lru_cache(_KEPT)(lambda iri: self._iris(iri, "schema:sameAs", "schema:url"))
        self.works_of = lru_cache(_KEPT)(lambda iri: tuple(islice(graph.subjects("schema:author", iri), MAX_WORKS)))
        self.work = lru_cache(_KEPT)(self._work)

    def _names(self, iri: str) -> tuple[str, ...]:
        """All names of a thing, the main one first."""
        found = (term.value for name in _NAMES for term in self.graph.values(iri, name) if isinstance(term, Literal))
        return tuple(islice(dict.fromkeys((self.graph.label(iri), *found)), _MAX_NAMES))

    def _work(self, iri: str) -> KnownWork:
        (title, *others), venue = self.names(iri), next(iter(self._venues(iri)), "")
        years = [term.value for term in self.graph.values(iri, "kg:year") if isinstance(term, Literal)]
        year = int(years[0]) if years and years[0].isdecimal() and len(years[0]) < 5 else 0
        kind = self.kind_of_venue(self.graph.label(venue)) if venue else ""
        ids, authors = self._iris(iri, "schema:sameAs"), self._iris(iri, "schema:author")
        node = WorkNode(0, title, year, self.graph.local(venue), kind, ids, others=tuple(others))
        return KnownWork(node, authors)

    def kind_of_venue(self, name: str) -> str:
        """Return the kind of a venue that is known by name, else nothing."""
        return self._named.venue(name)[1]

    def _venues(self, iri: str) -> Iterator[str]:
        """Yield the series or journals of a work; an edition stands for its series."""
        yield from self._iris(iri, "schema:isPartOf")
        for event in self._iris(iri, "kg:presentedAt"):
            yield from self._iris(event, "schema:superEvent") or (event,)

    def sounding(self, asked: PersonName) -> Iterator[str]:
        """Yield the people whose names in another script may sound like a name, the best known first.

        Of names in some scripts the search index has no vowels, so that it does not find them by their Latin forms.
        """
        names = names_of([asked])
        yield from (iri for key in sorted(foreign_keys(names)) for iri in self._latin.get(key, ()))
        yield from (iri for key in sorted(outline_keys(names)) for iri in self._foreign.get(key, ()))

    @cached_property
    def _latin(self) -> Mapping[str, list[str]]:
        return self._by_outline(outline_keys)  # 0.7 s for 100,000, where somebody asks for it

    @cached_property
    def _foreign(self) -> Mapping[str, list[str]]:
        return self._by_outline(foreign_keys, is_foreign=True)

    def _by_outline(self, keys: Keys, *, is_foreign: bool = False) -> Mapping[str, list[str]]:
        people: dict[str, list[str]] = defaultdict(list)
        for hit in self.graph.index.best("person", _MAX_PEOPLE):
            for key in keys(names_of([read_once(hit.name)])) if not (is_foreign and hit.name.isascii()) else ():
                people[key].append(hit.iri)
        return people

    def places(self, iri: str) -> tuple[str, ...]:
        """Return the paths of the organisations at which somebody is said to be or to have been."""
        of_entries = (
            place
            for entry in self._iris(iri, "org:hasMembership", "schema:hasCredential")
            for place in self._iris(entry, "org:organization", "schema:recognizedBy")
        )
        return tuple(dict.fromkeys(map(self.graph.local, (*self._iris(iri, *_PLACES), *of_entries))))

    def lists(self, iri: str) -> int:
        """Return by how many lists a person is mentioned, as far as the first works tell."""
        works = self.works_of(iri)[:_FEW_WORKS]
        listing = {profile for work in works for profile in self._iris(work, "kg:listedBy")}
        return max(1, len(listing | ({iri} if self.graph.is_subject(iri) else set())))

    def bearing(self, id_: str) -> list[str]:
        """Return the things for which an IRI stands."""
        return [iri for name in ("schema:sameAs", "schema:url") for iri in self.graph.subjects(name, id_)]

    def add_person(self, corpus: Corpus, iri: str, *, is_deep: bool) -> int:
        """Add a person as a profile of its own and return the number; with works only where these are compared."""
        works = [self.work(each) for each in self.works_of(iri)] if is_deep else []
        people = list(dict.fromkeys((iri, *(author for work in works for author in work.authors))))
        numbers = {author: number for number, author in enumerate(people)}
        persons = [PersonNode(0, (self.graph.label(each),)) for each in people]
        persons[0] = PersonNode(0, self.names(iri), self.places(iri), self.ids(iri))
        nodes = [node._replace(authors=tuple(numbers[each] for each in authors)) for node, authors in works]
        return corpus.add(ListedProfile("", iri, "", ()), persons, nodes)[0]

    def add_work(self, corpus: Corpus, iri: str) -> None:
        """Add a work with its authors, as a list of its own."""
        node, authors = self.work(iri)
        persons = [PersonNode(0, (self.graph.label(each),)) for each in authors]
        corpus.add(ListedProfile("", iri, "", ()), persons, [node._replace(authors=tuple(range(len(persons))))])

    def _iris(self, iri: str, *properties: str) -> tuple[str, ...]:
        terms = (term for name in properties for term in self.graph.values(iri, name))
        return tuple(dict.fromkeys(term.value for term in terms if isinstance(term, NamedNode)))
