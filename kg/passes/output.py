"""The second pass: put the entities into the documents of a batch, and write them as N-Quads."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic_core import to_json

from kg.account import ProfileAccount
from kg.config import Project
from kg.dump import Piece, write_piece
from kg.identity import Entity, attach
from kg.identity.collecting import load
from kg.ledger import pack
from kg.mapping import Mapper
from kg.profile import Resolved
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
        accounts: What became of each profile.
        united: A hash of what it says of works that other lists name too; what these are depends on it.
    """

    piece: Piece
    profiles: int
    own_terms: frozenset[str]
    surveyed: tuple[Surveyed, ...]
    entities: bytes
    accounts: list[ProfileAccount]
    united: str


class Output:
    """Writes the batches of a project.

    Args:
        project: The project.
        surveying: Surveys what is written, for validation.
    """

    def __init__(self, project: Project, surveying: Surveying | None = None) -> None:
        self._project = project
        self._surveying = surveying

    @cached_property
    def _mapper(self) -> Mapper:
        """Made where it is used: it does not travel between processes."""
        return Mapper(self._project.config.base, self._project.declaration)

    def __call__(self, sheet: Sheet) -> Written:
        """Return what came of a batch.

        Raises:
            ReleaseError: If its piece of the dump cannot be written.
        """
        self._mapper.own_terms.clear()
        accounts: list[ProfileAccount] = []
        shared: list[bytes] = []
        texts = list(self._texts(sheet, accounts, shared))
        path = sheet.documents.with_suffix(".nq")
        text = "".join(texts).encode()
        with writing(path):
            piece = write_piece(text, path)
        sheet.documents.unlink()
        surveyed = self.survey(path, text)
        return Written(
            piece,
            len(texts),
            frozenset(self._mapper.own_terms),
            surveyed,
            pack(sheet.entities),
            accounts,
            _hashed(shared),
        )

    def survey(self, path: Path, text: bytes) -> tuple[Surveyed, ...]:
        """Return the survey of a file of which the text is at hand; nothing without validation."""
        return (self._surveying.whole(path, text),) if self._surveying else ()

    def _texts(self, sheet: Sheet, accounts: list[ProfileAccount], shared: list[bytes]) -> Iterator[str]:
        entities = iter(sheet.entities)
        with sheet.documents.open(encoding="utf-8") as lines:
            for line in lines:
                resolved = attach(load(line), entities, self._project.declaration)
                accounts.append(self._mapper.account(resolved))
                shared.extend(_shared(resolved))
                yield self._mapper.profile(resolved)


def _shared(resolved: Resolved) -> Iterator[bytes]:
    """Yield what a profile says of works that other lists name too (`kg.identity.corpus.Listing`)."""
    for item in resolved.document.get("publications", ()):
        if not item["is_new"]:
            authors = [(author["name"], author.get("equal_contribution")) for author in item.get("authors", ())]
            authors += [(body["name"], None) for body in item.get("corporate_authors", ())]
            said = [item.get(key) for key in ("type", "date", "year", "status", "role", "more_authors")]
            yield to_json([item["id"], *said, item.get("venue", {}).get("year"), authors])


def _hashed(texts: Iterable[bytes]) -> str:
    return sha256(b"\n".join(texts)).hexdigest()
