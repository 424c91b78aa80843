"""Turn a batch of profiles into lines of the graph: what a worker does when it is known who is who."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kg.identity import Collected, attach
from kg.identity.collecting import load
from kg.identity.uniting import WorkListing, count_alone, count_united, unite
from kg.mapping.mapper import Mapper
from kg.pipeline.spark.comparing import Iris
from kg.pipeline.spark.deciding import BatchDecision
from kg.pipeline.spark.reading import Key, Taken
from kg.pipeline.spark.register import OWNER, Settled, entities
from kg.profile.account import Authorships, together
from kg.terms.declaration import Additions, extended

_PIECE = 1 << 20  # characters that go to Spark's Java process as one text


class DescribedBatch(NamedTuple):
    """The lines of a batch.

    Attributes:
        terms: Local names of the terms of the ontology to which they lead.
        texts: The lines, each once, many in each text; a text ends without a line break.
        authorships: What became of the authors of its works.
        accounts: The batch with the accounts of its profiles, as lines of JSON; nothing for a work.
    """

    terms: frozenset[str]
    texts: list[str]
    authorships: Authorships
    accounts: Sequence[tuple[Key, str]] = ()


class GraphTerms(NamedTuple):
    """In which terms a graph is written.

    Attributes:
        base: The base of its IRIs.
        additions: What its project adds to the declaration.
    """

    base: str
    additions: Additions


def described(
    key: Key, part: Taken, answer: BatchDecision, found: Iterable[Settled], graph: GraphTerms
) -> DescribedBatch:
    """Return the lines of a batch.

    Args:
        key: Its place in the order of the input.
        part: The batch.
        answer: The IRIs of its nodes.
        found: What was found out about each entity that it mentions.
        graph: In which terms it is written.

    Raises:
        MappingError: If a document says something that the context does not know.
    """
    mapper = _mapper(graph)
    settled = {each.iri: each for each in found}
    iris = list(answer.iris(part.collected))
    profiles = zip(part.collected, part.documents, iris, strict=True)
    written, accounts = [], []
    for number, (profile, document, own) in enumerate(profiles, answer.start):
        found_here = entities(profile, own, number, settled)
        resolved = attach(load(document), found_here, extended(graph.additions))
        accounts.append(mapper.account(resolved))
        written.append(mapper.profile(resolved))
    known = Authorships()
    for iri, listing in listings(part.collected, iris):
        if settled[iri].first != OWNER:  # what several lists name is counted where these meet
            count_alone(known, listing.listed.says, listing.listed.authors, listing.listed.owner)
    lines = list(texts("".join(written)))
    return DescribedBatch(
        frozenset(mapper.own_terms), lines, known, [(key, "\n".join(each.as_json() for each in together(accounts)))]
    )


class OwnedListing(NamedTuple):
    """A listing of a work, with what orders it among others and the name of the owner of the list."""

    order: tuple[bool, str, str]
    position: int
    listed: WorkListing
    name: str


def listings(profiles: Sequence[Collected], iris: Sequence[Iris]) -> Iterator[tuple[str, OwnedListing]]:
    """Yield the listings of a batch, each with the IRI of its work.

    Args:
        profiles: The profiles of the batch.
        iris: The IRIs of their nodes.
    """
    for profile, (persons, works) in zip(profiles, iris, strict=True):
        owner, source = persons[0] if profile.listed.owner else "", profile.listed.file
        for position, (work, says, iri) in enumerate(zip(profile.works, profile.listings, works, strict=True)):
            authors = says.authors(persons[author] for author in work.authors)
            listed = WorkListing(says, authors, owner, source, work)
            yield iri, OwnedListing(profile.listed.order, position, listed, profile.listed.name)


def united(iri: str, several: Iterable[OwnedListing], label: str, graph: GraphTerms, shared: str) -> DescribedBatch:
    """Return the lines of a work that several lists name, given what it is called and which of its ids others have."""
    ordered = sorted(several, key=lambda each: each[:2])
    names = {each.listed.owner: each.name for each in ordered}
    mapper = _mapper(graph)
    listed, known = [each.listed for each in ordered], Authorships()
    work = unite(iri, listed, names, shared)
    count_united(known, work, listed)
    lines = "".join(mapper.works([work], lambda _: label))
    return DescribedBatch(frozenset(mapper.own_terms), list(texts(lines)), known)


@cache
def _mapper(graph: GraphTerms) -> Mapper:
    """Return what writes; it is made once in a process, and its terms are those of all batches there."""
    return Mapper(graph.base, extended(graph.additions))


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


def terms_of(batch: DescribedBatch) -> frozenset[str]:
    """Return the terms of the ontology to which the lines of a batch lead."""
    return batch.terms


def texts_of(batch: DescribedBatch) -> list[str]:
    """Return the lines of a batch."""
    return batch.texts


def accounts_of(batch: DescribedBatch) -> Sequence[tuple[Key, str]]:
    """Return the accounts of the profiles of a batch."""
    return batch.accounts


def authorships_of(batch: DescribedBatch) -> Authorships:
    """Return what became of the authors of the works of a batch."""
    return batch.authorships
