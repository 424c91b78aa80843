"""What each chunk of a release's dump was made of, so that the next build can use it as a cache: `ledger.sqlite`.

It lies beside the files of a release and does not belong to it, like `origin.json`.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import to_json
from pyoxigraph import Triple

from kg.base.errors import Problem
from kg.identity import Entity
from kg.identity.explaining.archive import storing
from kg.profile.account import ProfileAccount
from kg.store.dump import DumpChunk
from kg.terms.formats import read_nquads
from kg.validation.candidates import Candidates, FocusNode

LEDGER = "ledger.sqlite"

_FORM = 4
"""The form of the file; one of another form was written by another version of kg."""

_SCHEMA = f"""
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
PRAGMA user_version = {_FORM};
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, content TEXT NOT NULL, named TEXT NOT NULL, profiles INTEGER NOT NULL,
    own_terms TEXT NOT NULL, warnings TEXT NOT NULL, accounts TEXT NOT NULL, united TEXT NOT NULL,
    packed INTEGER NOT NULL, size INTEGER NOT NULL, crc INTEGER NOT NULL, entities BLOB NOT NULL
);
CREATE TABLE candidates (terms BLOB NOT NULL);
"""
_LEVEL = 1


@dataclass(frozen=True)
class BatchRecord:
    """What a chunk of the dump was made of, and what became of it.

    Attributes:
        content: A hash of all that was read.
        named: A hash of what identity was decided from.
        profiles: How many profiles there are.
        own_terms: Local names of the terms of the ontology that they refer to.
        warnings: What is odd in them.
        accounts: What became of each of them.
        united: A hash of what they say of works that other lists name too.
    """

    content: str = ""
    named: str = ""
    profiles: int = 0
    own_terms: frozenset[str] = frozenset()
    warnings: Sequence[Problem] = ()
    accounts: Sequence[ProfileAccount] = ()
    united: str = ""


class LedgerEntry(NamedTuple):
    """A piece of a dump.

    Attributes:
        record: Of what it was made; nothing, where that is no batch of profiles.
        packed: How many bytes it has in the dump.
        size: How many bytes these are when they are unpacked.
        crc: The CRC-32 of these.
    """

    record: BatchRecord
    packed: int
    size: int
    crc: int

    @property
    def is_batch(self) -> bool:
        """Whether it was made of profiles."""
        return bool(self.record.content)


NO_BATCH = BatchRecord()
"""What stands for a piece that is made of no profiles."""


def pack(entities: Iterable[Entity]) -> bytes:
    """Return what the mentions of a batch mean as few bytes."""
    return _packed([tuple(entity) for entity in entities])


class LedgerWriter:
    """Writes the ledger of a release that is being made, chunk by chunk.

    Args:
        path: The file.
        root: The project's directory.

    Raises:
        StoreError: If the disk is full.
    """

    def __init__(self, path: Path, root: Path) -> None:
        self._path = path
        self._root = root
        with storing(path):
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.executescript(f"{_SCHEMA} BEGIN;")

    def add(self, piece: DumpChunk, record: BatchRecord = NO_BATCH, entities: bytes = b"") -> None:
        """Record the next piece of the dump, and what its mentions mean, packed.

        Raises:
            StoreError: If the disk is full.
        """
        self._insert(record, len(piece.packed), piece.size, piece.crc, entities)

    def keep(self, entry: LedgerEntry, entities: bytes) -> None:
        """Record the next piece, which is as it was in the former release; raises what `add` raises."""
        self._insert(*entry, entities)

    def _insert(self, record: BatchRecord, packed: int, size: int, crc: int, entities: bytes) -> None:
        said = (
            record.content, record.named, record.profiles, json.dumps(sorted(record.own_terms)),
            json.dumps([each.as_json(self._root) for each in record.warnings]),
            "\n".join(each.as_json() for each in record.accounts), record.united,
        )  # fmt: skip
        row = (*said, packed, size, crc, entities)
        with storing(self._path):
            self._database.execute("INSERT INTO entry VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def add_candidates(self, candidates: Candidates) -> None:
        """Record the nodes that might not have conformed; raises what `add` raises."""
        with storing(self._path):
            packed = _packed({shape: sorted(map(str, candidates[shape])) for shape in sorted(candidates)})
            self._database.execute("INSERT INTO candidates VALUES (?)", (packed,))

    def close(self) -> None:
        """Complete the file; raises what `add` raises."""
        with closing(self._database), storing(self._path):
            self._database.commit()


class Ledger:
    """The ledger of a release.

    Args:
        path: The file.
        root: The project's directory.

    Attributes:
        entries: All pieces of the dump, in order.

    Raises:
        ValueError: If it is not there or damaged, or was written by another version of kg.
    """

    def __init__(self, path: Path, root: Path) -> None:
        self._path = path
        with _reading(path):
            self.entries = list(self._read(root))

    def _read(self, root: Path) -> Iterator[LedgerEntry]:
        columns = "content, named, profiles, own_terms, warnings, accounts, united, packed, size, crc"
        query = f"SELECT {columns} FROM entry ORDER BY number"  # noqa: S608
        with closing(self._connection()) as database:
            if database.execute("PRAGMA user_version").fetchone() != (_FORM,):
                raise ValueError(f"{self._path} was written by another version of kg")
            for content, named, profiles, own_terms, warnings, accounts, united, *piece in database.execute(query):
                odd = tuple(Problem.of_json(each, root) for each in json.loads(warnings))
                became = tuple(map(ProfileAccount.of_json, accounts.splitlines()))
                terms = frozenset(json.loads(own_terms))
                yield LedgerEntry(BatchRecord(content, named, profiles, terms, odd, became, united), *piece)

    def entities(self) -> Iterator[bytes]:
        """Yield what the mentions of each piece mean, packed."""
        with closing(self._connection()) as database:
            for (packed,) in database.execute("SELECT entities FROM entry ORDER BY number"):
                yield packed

    def entities_of(self, number: int) -> list[Entity]:
        """Return what the mentions of one piece mean, in order.

        Raises:
            ValueError: If they are damaged.
        """
        with closing(self._connection()) as database, _reading(self._path):
            (packed,) = database.execute("SELECT entities FROM entry WHERE number = ?", (number + 1,)).fetchone()
            return [Entity(*each) for each in _unpacked(packed)]

    def candidates(self) -> Candidates:
        """Return the nodes that might not have conformed.

        Raises:
            ValueError: If they are damaged, or nobody looked for them.
        """
        with closing(self._connection()) as database, _reading(self._path):
            (packed,) = database.execute("SELECT terms FROM candidates").fetchone()
            return {shape: set(_terms(terms)) for shape, terms in _unpacked(packed).items()}

    def _connection(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn all that may be wrong with a file into one error."""
    try:
        yield
    except (sqlite3.Error, zlib.error, KeyError, TypeError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def _terms(texts: Iterable[str]) -> Iterator[FocusNode]:
    for quad in read_nquads("".join(f"<urn:s> <urn:p> {text} .\n" for text in texts).encode()):
        if not isinstance(quad.object, Triple):
            yield quad.object


def _packed(value: Any) -> bytes:
    return zlib.compress(to_json(value), _LEVEL)


def _unpacked(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))
