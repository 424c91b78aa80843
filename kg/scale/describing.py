"""Turn a batch of profiles into lines of the graph: what a worker does when it is known who is who."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kg.identity import Collected, attach
from kg.identity.collecting import load
from kg.identity.uniting import Listed, unite
from kg.mapping import Mapper
from kg.scale.comparing import Iris
from kg.scale.deciding import Answer
from kg.scale.reading import Taken
from kg.scale.register import Settled, entities

_PIECE = 1 << 20  # characters that go to Spark's Java process as one text


class Described(NamedTuple):
    """The lines of a batch.

    Attributes:
        terms: Local names of the terms of the ontology to which they lead.
        texts: The lines, each once, many in each text; a text ends without a line break.
    """

    terms: frozenset[str]
    texts: list[str]


def described(part: Taken, answer: Answer, found: Iterable[Settled], base: str) -> Described:
    """Return the lines of a batch.

    Args:
        part: The batch.
        answer: The IRIs of its nodes.
        found: What was found out about each entity that it mentions.
        base: The base of the IRIs.

    Raises:
        MappingError: If a document says something that the context does not know.
    """
    mapper = _mapper(base)
    settled = {each.iri: each for each in found}
    profiles = zip(part.collected, part.documents, answer.iris(part.collected), strict=True)
    written = [
        mapper.profile(attach(load(document), entities(profile, iris, number, settled)))
        for number, (profile, document, iris) in enumerate(profiles, answer.start)
    ]
    return Described(frozenset(mapper.own_terms), list(texts("".join(written))))


class Listing(NamedTuple):
    """A listing of a work, with what orders it among others and the name of the owner of the list."""

    owner: str
    place: str
    position: int
    listed: Listed
    name: str


def listings(profiles: Sequence[Collected], iris: Sequence[Iris]) -> Iterator[tuple[str, Listing]]:
    """Yield the listings of a batch, each with the IRI of its work.

    Args:
        profiles: The profiles of the batch.
        iris: The IRIs of their nodes.
    """
    for profile, (persons, works) in zip(profiles, iris, strict=True):
        owner, place = profile.listed.owner, profile.listed.place
        source = place.rpartition(":")[0]
        for position, (work, says, iri) in enumerate(zip(profile.works, profile.listings, works, strict=True)):
            authors = (*(persons[author] for author in work.authors), *says.corporate)
            listed = Listed(says, authors, persons[0], source, work.ids, bool(work.venue))
            yield iri, Listing(owner, place, position, listed, profile.listed.name)


def united(iri: str, several: Iterable[Listing], label: str, base: str) -> Described:
    """Return the lines of a work that several lists name, given what it is called."""
    ordered = sorted(several, key=lambda each: each[:3])
    names = {each.listed.owner: each.name for each in ordered}
    mapper = _mapper(base)
    lines = "".join(mapper.works([unite(iri, [each.listed for each in ordered], names)], lambda _: label))
    return Described(frozenset(mapper.own_terms), list(texts(lines)))


@cache
def _mapper(base: str) -> Mapper:
    """Return what writes; it is made once in a process, and its terms are those of all batches there."""
    return Mapper(base)


def texts(lines: str) -> Iterator[str]:
    """Yield some lines, each once, as texts of about a million characters that end without a line break."""
    held: list[str] = []
    length = 0
    for line in dict.fromkeys(filter(None, lines.split("\n"))):
        held.append(line)
        length += len(line)
        if length >= _PIECE:
            yield "\n".join(held)
            held, length = [], 0
    if held:
        yield "\n".join(held)


def terms_of(batch: Described) -> frozenset[str]:
    """Return the terms of the ontology to which the lines of a batch lead."""
    return batch.terms


def texts_of(batch: Described) -> list[str]:
    """Return the lines of a batch."""
    return batch.texts
