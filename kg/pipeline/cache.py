"""What a build leaves for the next one: what was read of each batch, and of what each chunk of the dump was made.

It lies beside the files of a release and does not belong to it, like `origin.json`, which has its checksum: so nothing
in it is looked at unless all of it is as it was written, by the same program and for the same project.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter
from pydantic_core import to_json
from pyoxigraph import Triple

from kg.base.errors import Problem
from kg.identity.explaining.archive import storing
from kg.identity.register import Entity
from kg.pipeline.fingerprint import CACHE
from kg.pipeline.passes import BatchSummary, CollectedBatch, WrittenBatch
from kg.profile.account import Authorships, ProfileAccount
from kg.store.dump import PackedChunk, packed_chunks
from kg.store.release import DUMP
from kg.terms.formats import read_nquads
from kg.validation.candidates import Candidates, FocusNode

_SCHEMA = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE batch (
    content TEXT PRIMARY KEY, summary TEXT, collected BLOB, documents BLOB, warnings TEXT, problems TEXT
);
CREATE TABLE chunk (
    number INTEGER PRIMARY KEY, made_of TEXT, profiles INTEGER, own_terms TEXT, accounts TEXT, of_identity INTEGER,
    packed INTEGER, size INTEGER, crc INTEGER
);
CREATE TABLE identity (named TEXT, entities BLOB, authorships TEXT);
CREATE TABLE candidates (terms BLOB);
"""
_BATCH = "summary, collected, documents, warnings, problems"
_CHUNK = "made_of, profiles, own_terms, accounts, of_identity, packed, size, crc"


_ENTITIES = TypeAdapter(list[list[Entity]])


class Identity(NamedTuple):
    """Who is who, as far as it concerns profiles: what each mention of each batch means, and the sum of authorships."""

    entities: list[list[Entity]]
    authorships: Authorships


class BuildCache:
    """The cache of a release that is being made, with what the former one has.

    Args:
        path: The file, which does not exist yet.
        root: The project's directory.
        former: The directory of a release of the same program and project, whose cache is whole.

    Attributes:
        gone: The chunks of the former dump that are not in this one so far, by what they were made of.

    Raises:
        StoreError: If the disk is full; so do all methods.
    """

    def __init__(self, path: Path, root: Path, former: Path | None = None) -> None:
        self._path = path
        self._root = root
        self._former: dict[str, WrittenBatch] = {}
        self._contents: frozenset[str] = frozenset()
        self.gone: dict[str, PackedChunk] = {}
        with storing(path):
            self._database = sqlite3.connect(path.absolute().as_uri(), uri=True, isolation_level=None)
            self._database.executescript(_SCHEMA)
            if former is not None:
                self._attach(former)
            self._database.execute("BEGIN")

    def _attach(self, former: Path) -> None:
        self._database.execute("ATTACH ? AS former", (f"{(former / CACHE).absolute().as_uri()}?mode=ro",))
        self._contents = frozenset(content for (content,) in self._database.execute("SELECT content FROM former.batch"))
        rows = self._database.execute(f"SELECT {_CHUNK} FROM former.chunk ORDER BY number").fetchall()  # noqa: S608
        for row, chunk in zip(rows, packed_chunks(former / DUMP, (row[-3:] for row in rows)), strict=True):
            made_of, profiles, own_terms, accounts, of_identity, *_ = row
            became = [*map(ProfileAccount.of_json, accounts.splitlines())]
            terms = frozenset(json.loads(own_terms))
            self._former[made_of] = WrittenBatch(chunk, profiles, terms, became, bool(of_identity))
            self.gone[made_of] = chunk

    def __contains__(self, content: str) -> bool:
        """Whether it is known what a batch of this content says."""
        return content in self._contents

    def batch(self, content: str) -> CollectedBatch:
        """Return what was read of a batch of the former release, and keep it for the next one."""
        copy = "INSERT OR IGNORE INTO batch SELECT * FROM former.batch WHERE content = ?"
        with storing(self._path):
            self._database.execute(copy, (content,))
        asked = f"SELECT {_BATCH} FROM batch WHERE content = ?"  # noqa: S608
        ((summary, collected, documents, *several),) = self._database.execute(asked, (content,))
        warnings, problems = ([Problem.of_json(each, self._root) for each in json.loads(said)] for said in several)
        return CollectedBatch(BatchSummary(*json.loads(summary)), collected, documents, warnings, problems)

    def add_batch(self, content: str, batch: CollectedBatch) -> None:
        """Keep what was read of a batch."""
        several = batch.warnings, batch.problems
        said = (json.dumps([each.as_json(self._root) for each in problems]) for problems in several)
        row = (content, json.dumps(batch.summary), batch.packed, batch.documents, *said)
        with storing(self._path):
            self._database.execute("INSERT OR REPLACE INTO batch VALUES (?, ?, ?, ?, ?, ?)", row)

    def documents(self, content: str) -> bytes:
        """Return the documents of a batch that is kept, packed."""
        ((documents,),) = self._database.execute("SELECT documents FROM batch WHERE content = ?", (content,))
        return bytes(documents)

    def chunk(self, made_of: str) -> WrittenBatch | None:
        """Return the chunk of the former dump that was made of the same, if there is one."""
        return self._former.get(made_of)

    def add_chunk(self, made_of: str, written: WrittenBatch) -> None:
        """Keep of what the next chunk of the dump was made."""
        self.gone.pop(made_of, None)
        accounts = "\n".join(each.as_json() for each in written.accounts)
        said = made_of, written.profiles, json.dumps(sorted(written.own_terms)), accounts, written.of_identity
        row = (*said, written.chunk.length, written.chunk.size, written.chunk.crc)
        with storing(self._path):
            self._database.execute(f"INSERT INTO chunk ({_CHUNK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608

    @property
    def of_identity(self) -> Iterator[tuple[str, WrittenBatch]]:
        """The chunks of the former dump that say who is who, in order, each behind what it was made of."""
        return ((made_of, written) for made_of, written in self._former.items() if written.of_identity)

    def identity(self, named: str) -> Identity | None:
        """Return what was decided before, if it was decided from what has this hash."""
        asked = "SELECT entities, authorships FROM former.identity WHERE named = ?"
        row = self._database.execute(asked, (named,)).fetchone() if self._former else None
        return row and Identity(_ENTITIES.validate_json(zlib.decompress(row[0])), Authorships(*json.loads(row[1])))

    def add_identity(self, named: str, identity: Identity) -> None:
        """Keep what was decided, and a hash of all from which it was."""
        with storing(self._path):
            row = named, zlib.compress(to_json(identity.entities), 1), json.dumps(astuple(identity.authorships))
            self._database.execute("INSERT INTO identity VALUES (?, ?, ?)", row)

    def candidates(self) -> Candidates:
        """Return the nodes of the former graph that might not have conformed."""
        ((packed,),) = self._database.execute("SELECT terms FROM former.candidates")
        return {shape: set(_terms(terms)) for shape, terms in json.loads(zlib.decompress(packed)).items()}

    def add_candidates(self, candidates: Candidates) -> None:
        """Keep the nodes that might not have conformed."""
        said = {shape: sorted(map(str, nodes)) for shape, nodes in sorted(candidates.items())}
        packed = zlib.compress(to_json(said), 1)
        with storing(self._path):
            self._database.execute("INSERT INTO candidates VALUES (?)", (packed,))

    def close(self) -> None:
        """Complete the file."""
        with closing(self._database), storing(self._path):
            self._database.commit()


def _terms(texts: Iterable[str]) -> Iterator[FocusNode]:
    for quad in read_nquads("".join(f"<urn:s> <urn:p> {text} .\n" for text in texts).encode()):
        if not isinstance(quad.object, Triple):
            yield quad.object
