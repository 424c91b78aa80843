"""Turn a batch of profiles into lines of the graph: what a worker does when it is known who is who."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from kg.identity import attach
from kg.identity.collecting import load
from kg.mapping import Mapper
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
        for number, (profile, document, iris) in enumerate(profiles, answer.firsts.profile)
    ]
    return Described(frozenset(mapper.own_terms), list(texts("".join(written))))


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
