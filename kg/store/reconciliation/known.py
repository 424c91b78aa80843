"""What the graph says of people and works, as identity compares it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from pyoxigraph import Literal, NamedNode

from kg.identity.blocking import Keys, foreign_keys, names_of, outline_keys
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkNode
from kg.identity.named import NamedEntities
from kg.profile.config import Authorities
from kg.profile.names import PersonName, read_once
from kg.store.graph import Graph
from kg.store.search.index import Hit

MAX_WORKS = 500
"""Works of a person that are compared; more say no more."""
_MAX_PEOPLE = 200_000  # of whom the sounds of the names are known
_FEW_WORKS = 50  # of which it is asked who lists them
_MAX_NAMES = 30
_KEPT = 2_000
_NAMES = ("schema:name", "schema:alternateName", "skos:prefLabel", "skos:altLabel", "kg:acronym", "schema:courseCode")
_PLACES = ("schema:affiliation", "schema:alumniOf", "schema:memberOf")


@dataclass(frozen=True)
class KnownWork:
    """A work as the graph has it."""

    titles: tuple[str, ...]  # its title, and those in other languages
    year: int  # its year, or 0
    venue: str  # the path of its series or journal, or empty
    kind: str  # the kind of that, where it is known by name, else empty
    ids: tuple[str, ...]  # what stands for it alone
    authors: tuple[str, ...]  # the IRIs of its authors


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
        """Return all names of a thing, the main one first."""
        found = (term.value for name in _NAMES for term in self.graph.values(iri, name) if isinstance(term, Literal))
        return tuple(islice(dict.fromkeys((self.graph.label(iri), *found)), _MAX_NAMES))

    def _work(self, iri: str) -> KnownWork:
        venue = next(iter(self._venues(iri)), "")
        years = [term.value for term in self.graph.values(iri, "kg:year") if isinstance(term, Literal)]
        return KnownWork(
            self.names(iri),
            int(years[0]) if years and years[0].isdecimal() and len(years[0]) < 5 else 0,
            self.graph.local(venue),
            self.kind_of_venue(self.graph.label(venue)) if venue else "",
            self._iris(iri, "schema:sameAs"),
            self._iris(iri, "schema:author"),
        )

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
        """The people by the outlines of their names in Latin letters; 0.7 s for 100,000, where somebody asks for it."""
        return _by_keys(outline_keys, self.graph.index.best("person", _MAX_PEOPLE))

    @cached_property
    def _foreign(self) -> Mapping[str, list[str]]:
        """The people by the outlines of their names in other scripts."""
        people = self.graph.index.best("person", _MAX_PEOPLE)
        return _by_keys(foreign_keys, (hit for hit in people if not hit.name.isascii()))

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
        nodes = [_node(work, tuple(numbers[each] for each in work.authors)) for work in works]
        return corpus.add(ListedProfile("", iri, "", ()), persons, nodes)[0]

    def add_work(self, corpus: Corpus, iri: str) -> None:
        """Add a work with its authors, as a list of its own."""
        work = self.work(iri)
        persons = [PersonNode(0, (self.graph.label(each),)) for each in work.authors]
        corpus.add(ListedProfile("", iri, "", ()), persons, [_node(work, tuple(range(len(persons))))])

    def _iris(self, iri: str, *properties: str) -> tuple[str, ...]:
        terms = (term for name in properties for term in self.graph.values(iri, name))
        return tuple(dict.fromkeys(term.value for term in terms if isinstance(term, NamedNode)))


def _by_keys(keys: Keys, people: Iterable[Hit]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for hit in people:
        for key in keys(names_of([read_once(hit.name)])):
            found[key].append(hit.iri)
    return found


def _node(work: KnownWork, authors: Sequence[int]) -> WorkNode:
    title, *others = work.titles
    return WorkNode(0, title, work.year, work.venue, work.kind, work.ids, tuple(authors), others=tuple(others))
