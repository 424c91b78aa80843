"""Keep with a release what was decided and from what, so that it can be explained later: `identity.sqlite`."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from shutil import copyfile
from typing import Any

from kg.base.errors import ReleaseError, StoreError
from kg.identity.clusters import Decided, MatchEdge, OpenPair
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, Placed, WorkNode
from kg.identity.registry import MERGED, Registry

_FORM = 3
"""The form of the file; one of another form was written by another version of kg."""

_PRAGMAS = "PRAGMA page_size = 32768; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
_SCHEMA = f"""
PRAGMA user_version = {_FORM};
CREATE TABLE profile (number INTEGER PRIMARY KEY, said TEXT NOT NULL, mentions TEXT NOT NULL);
CREATE TABLE rank (number INTEGER PRIMARY KEY, profile INTEGER NOT NULL);
CREATE TABLE person (profile INTEGER PRIMARY KEY, iris TEXT NOT NULL, said TEXT NOT NULL);
CREATE TABLE work (profile INTEGER PRIMARY KEY, iris TEXT NOT NULL, said TEXT NOT NULL);
CREATE TABLE edge (kind TEXT NOT NULL, one INTEGER NOT NULL, other INTEGER NOT NULL, weight REAL, origin TEXT);
CREATE TABLE question (kind TEXT NOT NULL, one INTEGER NOT NULL, other INTEGER NOT NULL, weight REAL, obstacle TEXT);
CREATE TABLE replaced (iri TEXT PRIMARY KEY, anchor TEXT NOT NULL) WITHOUT ROWID;
"""
_ORDERED = "rank JOIN profile ON profile.number = rank.profile"


class ArchiveWriter:
    """Writes an archive while a build runs; what profiles say stands in it as they say it, as JSON."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.executescript(f"{_PRAGMAS} {_SCHEMA} BEGIN;")

    def add_profile(self, listed: ListedProfile, places: str) -> None:
        """Record the next profile and its mentions of persons and works, as `Collected.places` has them."""
        self._database.execute("INSERT INTO profile VALUES (NULL, ?, ?)", (_as_json(listed), places))

    def finish(self, corpus: Corpus, decided: Sequence[Decided], registry: Registry, order: Iterable[int]) -> None:
        """Record nodes and decisions.

        Args:
            corpus: All nodes.
            decided: What was decided about them.
            registry: The IRIs that were published so far.
            order: The places, from 0, at which the profiles of the corpus were recorded.
        """
        run = self._database.executemany
        run("INSERT INTO rank VALUES (?, ?)", ((number, place + 1) for number, place in enumerate(order)))
        for found in decided:
            said, firsts = (
                (corpus.persons, corpus.first_persons) if found.kind == "person" else (corpus.works, corpus.first_works)
            )
            rows = _by_profile(said, found.iris, firsts)
            run(f"INSERT INTO {found.kind} VALUES (?, ?, ?)", rows)  # noqa: S608
            run("INSERT INTO edge VALUES (?, ?, ?, ?, ?)", ((found.kind, *pair) for pair in found.joins))
            run("INSERT INTO question VALUES (?, ?, ?, ?, ?)", ((found.kind, *pair) for pair in found.questions))
        merged = (row for row in registry.rows.values() if row.state == MERGED)
        run("INSERT INTO replaced VALUES (?, ?)", ((row.iri, row.anchor) for row in merged))
        self._database.commit()

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def amend(former: Path, path: Path, places: Mapping[int, str]) -> None:
    """Write an archive like a former one, but for the mentions of some profiles, as JSON by their numbers from 1.

    Raises:
        StoreError: If the disk is full.
    """
    with storing(path):
        copyfile(former, path)
        with closing(sqlite3.connect(path)) as database, database:
            database.executemany("UPDATE profile SET mentions = ?2 WHERE number = ?1", places.items())


def _by_profile(
    nodes: Sequence[PersonNode] | Sequence[WorkNode], iris: Sequence[str], firsts: Sequence[int]
) -> Iterator[tuple[int, str, str]]:
    spans = (slice(*span) for span in pairwise(firsts))
    return ((number, _as_json(iris[span]), _as_json(nodes[span])) for number, span in enumerate(spans))


@dataclass
class Archive:
    """What was decided in a build, and from what.

    Attributes:
        corpus: All nodes.
        decided: What was decided about persons and works, by kind.
        replaced: The IRIs that were merged into others, each with the anchor by which its node is found.
    """

    corpus: Corpus
    decided: Mapping[str, Decided]
    replaced: Mapping[str, str]
    _database: sqlite3.Connection

    def mentions(self, nodes: Iterable[int]) -> Iterator[Placed]:
        """Yield the mentions of some nodes, as `Placed.node` counts them."""
        for node in nodes:
            profile = (self.corpus.persons[node] if node >= 0 else self.corpus.works[-node - 1]).profile
            yield from (each for each in self._placed("rank.number = ?", profile) if each.node == node)

    def node_of(self, key: str) -> int | None:
        """Return the node of the mention that has a key."""
        return next((each.node for each in self._placed("instr(mentions, ?)", key) if each.key == key), None)

    def _placed(self, condition: str, about: str | int) -> Iterator[Placed]:
        """Yield the mentions of some profiles, whose nodes count from 0, with the numbers of the corpus."""
        query = f"SELECT rank.number, mentions FROM {_ORDERED} WHERE {condition}"  # noqa: S608
        for number, said in self._database.execute(query, (about,)):
            person, work = self.corpus.first_persons[number], self.corpus.first_works[number]
            for node, *rest in json.loads(said):
                yield Placed(node + person if node >= 0 else node - work, *rest)


def open_archive(path: Path) -> Archive:
    """Open the archive of a release for reading.

    Raises:
        ReleaseError: If another version of kg wrote it.
    """
    database = _opened(path)
    if database.execute("PRAGMA user_version").fetchone() != (_FORM,):
        raise ReleaseError(f"{path} was written by another version of kg", hint="build again: kg build")
    corpus = Corpus()
    ordered = f"SELECT said FROM {_ORDERED} ORDER BY rank.number"  # noqa: S608
    corpus.profiles = [ListedProfile(*said) for (said,) in _rows(database, ordered)]
    corpus.persons = [PersonNode(*said) for said in _nodes(database, "person", "said")]
    corpus.works = [WorkNode(*said) for said in _nodes(database, "work", "said")]
    replaced = dict(database.execute("SELECT iri, anchor FROM replaced"))
    return Archive(corpus, {kind: _decided(database, kind) for kind in ("person", "work")}, replaced, database)


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn the errors of writing an archive into one that says what to do."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        message = f"{path} cannot be written: {error}"
        raise StoreError(message, hint="check the free space and the permissions of the target") from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _decided(database: sqlite3.Connection, kind: str) -> Decided:
    iris = list(_nodes(database, kind, "iris"))
    edges = database.execute("SELECT one, other, weight, origin FROM edge WHERE kind = ? ORDER BY rowid", (kind,))
    joins = list(map(MatchEdge._make, edges))
    rows = database.execute("SELECT one, other, weight, obstacle FROM question WHERE kind = ? ORDER BY rowid", (kind,))
    return Decided(kind, iris, joins, list(map(OpenPair._make, rows)))


def _nodes(database: sqlite3.Connection, kind: str, column: str) -> Iterator[Any]:
    """Yield what a column has of each node of a kind."""
    for (several,) in _rows(database, f"SELECT {column} FROM {kind} ORDER BY profile"):  # noqa: S608
        yield from several


def _rows(database: sqlite3.Connection, query: str) -> Iterator[list[Any]]:
    """Yield rows of JSON, the lists within as tuples."""
    for row in database.execute(query):
        yield [_frozen(json.loads(value)) for value in row]


def _as_json(value: Any) -> str:
    """Return a value as it stands in an archive."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
