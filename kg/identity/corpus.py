"""What all profiles mention, side by side: the nodes that resolution joins to entities.

A node is what one profile says of one person or one work. The persons of a work are its authors, so
that everything else, who writes with whom, at which venue, in which years, follows from the works.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from kg.identity.written import WrittenNames
from kg.profile.names import PersonName, read_name
from kg.profile.titles import Title, read_title


class PersonNode(NamedTuple):
    """A person as one profile names it.

    Attributes:
        profile: Number of the profile.
        forms: The written names; of an owner also the variants.
        organizations: IRIs of the organisations at which it is said to be.
        ids: IRIs that stand for this person alone, such as an ORCID iD.
        bound: IRI of the owner whom the profile says it is, or empty.
        anchor: What tells it from all other nodes, for ever.
        iri: The IRI that its name alone would give it.
    """

    profile: int
    forms: tuple[str, ...]
    organizations: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    bound: str = ""
    anchor: str = ""
    iri: str = ""

    @property
    def names(self) -> tuple[PersonName, ...]:
        """The names, read."""
        return tuple(map(read_name, self.forms))


class WorkNode(NamedTuple):
    """A work as one profile lists it.

    Attributes:
        profile: Number of the profile.
        title: As written.
        year: Year of publication, or 0.
        venue: IRI of its series or journal, or empty.
        kind: `preprint`; `journal`, `conference` … of a venue that is known by name; else empty.
        ids: IRIs that stand for this work alone, such as a DOI.
        authors: Numbers of the persons, in order.
        anchor: What tells it from all other nodes, for ever.
        iri: The IRI that its title, year and authors would give it.
        others: Its titles in other languages.
        part: What tells it from other parts of what has its ids (`kg.profile.titles.part_of`), or empty.
        imprint: What tells it from others of its title (`kg.profile.imprints.imprint_of`).
    """

    profile: int
    title: str
    year: int = 0
    venue: str = ""
    kind: str = ""
    ids: tuple[str, ...] = ()
    authors: tuple[int, ...] = ()
    anchor: str = ""
    iri: str = ""
    others: tuple[str, ...] = ()
    part: str = ""
    imprint: tuple[str, ...] = ("", "", "", "")

    @property
    def titles(self) -> tuple[Title, ...]:
        """Its titles in all languages, read; the main one first."""
        return tuple(map(read_title, (self.title, *self.others)))


class WorkDetails(NamedTuple):
    """What one list says of a work beyond that by which works are compared.

    Attributes:
        type: The type of work that the list states, or empty.
        date: The date of publication, as precise as stated, or empty.
        status: Its status, or empty.
        role: What the owner of the list is in it: `author`, `editor`, `translator` or `none`.
        is_cut: Whether the list of authors is known to be incomplete.
        names: The authors as written, in order.
        corporate: The places, from 0, and the IRIs of the organisations that are authors.
        equal: The positions, from 0, of the authors that are marked as equal contributors.
        marks: What else is said of the authorships: position, term of the context, and its value as a document has it.
        details: The fields of which a work has one value, each with its value: `volume`, `pages`.
    """

    type: str = ""
    date: str = ""
    status: str = ""
    role: str = "author"
    is_cut: bool = False
    names: tuple[str, ...] = ()
    equal: tuple[int, ...] = ()
    corporate: tuple[tuple[int, str], ...] = ()
    marks: tuple[tuple[int, str, Any], ...] = ()
    details: tuple[tuple[str, Any], ...] = ()

    def authors(self, people: Iterable[str]) -> tuple[str, ...]:
        """Return the IRIs of all authors in order, given those of the people among them."""
        found = list(people)
        for place, iri in self.corporate:
            found.insert(place, iri)
        return tuple(found)


class ListedProfile(NamedTuple):
    """A profile as far as it says something of those whom it names; or an entry of a catalogue, which has no owner.

    Attributes:
        owner: IRI of its owner, or empty.
        name: Name of its owner; of an entry of a catalogue, what tells it from all others.
        place: File and line, to be shown.
        organizations: IRIs of the organisations of its owner.
    """

    owner: str
    name: str
    place: str
    organizations: tuple[str, ...]

    @property
    def catalogue(self) -> str:
        """The file of the catalogue whose entry it is, or empty."""
        return "" if self.owner else self.file

    @property
    def opens_catalogue(self) -> bool:
        """Whether it stands for a catalogue as a whole, before the entries."""
        return self.catalogue != "" and self.name == self.catalogue

    @property
    def order(self) -> tuple[bool, str, str]:
        """Where it stands among all: by ids, not by names and order of files; entries of catalogues come last."""
        return not self.owner, self.owner or self.name, self.place

    @property
    def file(self) -> str:
        """The file in which it stands."""
        return self.place.rpartition(":")[0]


class Placed(NamedTuple):
    """A mention of a person or a work, as people refer to it.

    Attributes:
        node: Its node, as `kg.identity.drafting.Reference` counts them.
        key: Its name for ever: a hash of profile, section, text, position and written form.
        pointer: The place of its entry in the profile.
        form: As written.
        first: The first line (1-based) of the entry.
        last: Its last line.
    """

    node: int
    key: str
    pointer: str
    form: str
    first: int
    last: int


class Corpus:
    """The nodes of all profiles, by number.

    Attributes:
        profiles: What is known of each profile.
        persons: All persons; those of a profile lie side by side, its owner first.
        works: All works, in the order of the profiles.
    """

    def __init__(self) -> None:
        self.profiles: list[ListedProfile] = []
        self.persons: list[PersonNode] = []
        self.works: list[WorkNode] = []

    def add(self, listed: ListedProfile, persons: Iterable[PersonNode], works: Iterable[WorkNode]) -> tuple[int, int]:
        """Take in a profile, whose nodes count from 0; return by how much its persons and works move."""
        profile, moved, works_moved = len(self.profiles), len(self.persons), len(self.works)
        self.profiles.append(listed)
        self.persons.extend([PersonNode(profile, *person[1:]) for person in persons])
        for work in works:
            self.works.append(work._replace(profile=profile, authors=tuple([each + moved for each in work.authors])))
        return moved, works_moved

    def list_of(self, work: WorkNode) -> str | int:
        """Return the catalogue or the number of the profile that lists a work."""
        return self.profiles[work.profile].catalogue or work.profile

    def owner(self, profile: int) -> int | None:
        """Return the number of the owner of a profile; an entry of a catalogue has none."""
        return self.first_persons[profile] if self.profiles[profile].owner else None

    @property
    def owners(self) -> Iterator[tuple[int, ListedProfile]]:
        """Yield the number of each owner, with the profile."""
        return ((self.first_persons[number], each) for number, each in enumerate(self.profiles) if each.owner)

    @cached_property
    def written(self) -> WrittenNames:
        """The names of all persons."""
        return WrittenNames(person.forms for person in self.persons)

    @cached_property
    def titles(self) -> Sequence[tuple[Title, ...]]:
        """The titles of each work, in all its languages, the main one first."""
        return [work.titles for work in self.works]

    @cached_property
    def first_persons(self) -> Sequence[int]:
        """The number of the first person of each profile, and behind them the number of all."""
        return self._firsts(self.persons)

    @cached_property
    def first_works(self) -> Sequence[int]:
        """The number of the first work of each profile, and behind them the number of all."""
        return self._firsts(self.works)

    def _firsts(self, nodes: Iterable[PersonNode | WorkNode]) -> Sequence[int]:
        counts = Counter(node.profile for node in nodes)
        return list(accumulate((counts[profile] for profile in range(len(self.profiles))), initial=0))

    @cached_property
    def works_of(self) -> Sequence[Sequence[int]]:
        """The works of each person."""
        found: list[list[int]] = [[] for _ in self.persons]
        for number, work in enumerate(self.works):
            for author in work.authors:
                found[author].append(number)
        return found

    def people_of(self, profile: int) -> range:
        """Return the numbers of all persons whom a profile names."""
        return range(self.first_persons[profile], self.first_persons[profile + 1])
