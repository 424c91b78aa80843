"""The second pass: put the entities into the documents of a batch, and write them as N-Quads."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from kg.config import Config
from kg.dump import Piece, write_piece
from kg.identity import Entity, attach
from kg.identity.collecting import load
from kg.ledger import pack
from kg.mapping import Mapper
from kg.release import writing
from kg.validation import Surveyed, Surveying


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
        surveyed: The same, surveyed for validation; nothing without.
        entities: What its mentions mean, packed for the ledger.
    """

    piece: Piece
    profiles: int
    own_terms: frozenset[str]
    surveyed: tuple[Surveyed, ...]
    entities: bytes


class Output:
    """Writes the batches of a project.

    Args:
        config: Its settings.
        surveying: Surveys what is written, for validation.
    """

    def __init__(self, config: Config, surveying: Surveying | None = None) -> None:
        self._config = config
        self._surveying = surveying

    @cached_property
    def _mapper(self) -> Mapper:
        """Made where it is used: it does not travel between processes."""
        return Mapper(self._config.base)

    def __call__(self, sheet: Sheet) -> Written:
        """Return what came of a batch.

        Raises:
            ReleaseError: If its piece of the dump cannot be written.
        """
        self._mapper.own_terms.clear()
        texts = list(self._texts(sheet))
        path = sheet.documents.with_suffix(".nq")
        text = "".join(texts).encode()
        with writing(path):
            piece = write_piece(text, path)
        sheet.documents.unlink()
        surveyed = self.survey(path, text)
        return Written(piece, len(texts), frozenset(self._mapper.own_terms), surveyed, pack(sheet.entities))

    def survey(self, path: Path, text: bytes) -> tuple[Surveyed, ...]:
        """Return the survey of a file of which the text is at hand; nothing without validation."""
        return (self._surveying.whole(path, text),) if self._surveying else ()

    def _texts(self, sheet: Sheet) -> Iterator[str]:
        entities = iter(sheet.entities)
        with sheet.documents.open(encoding="utf-8") as lines:
            for line in lines:
                yield self._mapper.profile(attach(load(line), entities))
