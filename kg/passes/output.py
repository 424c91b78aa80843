"""The second pass: put the entities into the documents of a batch, and write them as N-Quads."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from kg.config import Config
from kg.dump import Piece, write_piece
from kg.identity import Entity, attach
from kg.identity.collecting import load
from kg.mapping import Mapper
from kg.release import writing


class Sheet(NamedTuple):
    """A batch whose mentions are decided.

    Attributes:
        documents: The file with its profiles, which the first pass wrote; the second one removes it.
        entities: What each of their mentions means, in order.
    """

    documents: Path
    entities: list[Entity]


class Written(NamedTuple):
    """What came of a batch.

    Attributes:
        piece: Its part of the dump.
        profiles: How many profiles that are.
        own_terms: Local names of the terms of the ontology that it refers to.
    """

    piece: Piece
    profiles: int
    own_terms: frozenset[str]


class Output:
    """Writes the batches of a project."""

    def __init__(self, config: Config) -> None:
        self._config = config

    @cached_property
    def _mapper(self) -> Mapper:
        """Made where it is used: it does not travel between processes."""
        return Mapper(self._config.base)

    def __call__(self, sheet: Sheet) -> Written:
        """Return what came of a batch.

        Raises:
            ReleaseError: If its piece of the dump cannot be written.
        """
        texts = list(self._texts(sheet))
        path = sheet.documents.with_suffix(".nq")
        with writing(path):
            piece = write_piece("".join(texts), path)
        sheet.documents.unlink()
        return Written(piece, len(texts), frozenset(self._mapper.own_terms))

    def _texts(self, sheet: Sheet) -> Iterator[str]:
        entities = iter(sheet.entities)
        with sheet.documents.open(encoding="utf-8") as lines:
            for line in lines:
                yield self._mapper.profile(attach(load(line), entities))
