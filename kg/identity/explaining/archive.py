"""Keep with a release what was decided and from what, so that it can be explained later: `identity.sqlite`."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.identity.clusters import Edge, Question
from kg.identity.corpus import Corpus, Listed, Person, Work
from kg.identity.deciding import Decided
from kg.identity.drafting import Placed
from kg.identity.registry import MERGED, Registry

_SCHEMA = """
CREATE TABLE profile (number INTEGER PRIMARY KEY, said TEXT NOT NULL);
CREATE TABLE person (number INTEGER PRIMARY KEY, iri TEXT NOT NULL, said TEXT NOT NULL);
CREATE TABLE work (number INTEGER PRIMARY KEY, iri TEXT NOT NULL, said TEXT NOT NULL);
CREATE TABLE mention (
    node INTEGER NOT NULL, key TEXT NOT NULL, pointer TEXT NOT NULL, form TEXT NOT NULL, first INTEGER, last INTEGER
);
CREATE TABLE edge (kind TEXT NOT NULL, one INTEGER NOT NULL, other INTEGER NOT NULL, weight REAL, origin TEXT);
CREATE TABLE question (kind TEXT NOT NULL, one INTEGER NOT NULL, other INTEGER NOT NULL, weight REAL, obstacle TEXT);
CREATE TABLE replaced (iri TEXT PRIMARY KEY, anchor TEXT NOT NULL) WITHOUT ROWID;
"""


class ArchiveWriter:
    """Writes an archive while a build runs."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA} BEGIN;")

    def add_mentions(self, mentions: Iterable[Placed]) -> None:
        """Record mentions, with the numbers of their nodes."""
        self._database.executemany("INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?)", mentions)

    def finish(self, corpus: Corpus, decided: Sequence[Decided], registry: Registry) -> None:
        """Record nodes and decisions."""
        persons, works = decided
        said = ((number, json.dumps(listed)) for number, listed in enumerate(corpus.profiles))
        self._database.executemany("INSERT INTO profile VALUES (?, ?)", said)
        for kind, nodes, iris in (("person", corpus.persons, persons.iris), ("work", corpus.works, works.iris)):
            rows = ((n, iri, json.dumps(node)) for n, (node, iri) in enumerate(zip(nodes, iris, strict=True)))
            self._database.executemany(f"INSERT INTO {kind} VALUES (?, ?, ?)", rows)  # noqa: S608
        for found in decided:
            self._database.executemany(
                "INSERT INTO edge VALUES (?, ?, ?, ?, ?)", ((found.kind, *e) for e in found.joins)
            )
            questions = ((found.kind, *question) for question in found.questions)
            self._database.executemany("INSERT INTO question VALUES (?, ?, ?, ?, ?)", questions)
        merged = ((row.iri, row.anchor) for row in registry.rows.values() if row.state == MERGED)
        self._database.executemany("INSERT INTO replaced VALUES (?, ?)", merged)
        self._database.execute("CREATE INDEX mention_node ON mention (node)")
        self._database.commit()

    def close(self) -> None:
        """Close the file."""
        self._database.close()


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
            query = "SELECT node, key, pointer, form, first, last FROM mention WHERE node = ? ORDER BY rowid"
            yield from map(Placed._make, self._database.execute(query, (node,)))

    def node_of(self, key: str) -> int | None:
        """Return the node of the mention that has a key."""
        row = self._database.execute("SELECT node FROM mention WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None


def open_archive(path: Path) -> Archive:
    """Open the archive of a release for reading."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    corpus = Corpus()
    corpus.profiles = [Listed(*said) for said in _said(database, "profile")]
    corpus.persons = [Person(*said) for said in _said(database, "person")]
    corpus.works = [Work(*said) for said in _said(database, "work")]
    replaced = dict(database.execute("SELECT iri, anchor FROM replaced"))
    return Archive(corpus, {kind: _decided(database, kind) for kind in ("person", "work")}, replaced, database)


def _decided(database: sqlite3.Connection, kind: str) -> Decided:
    iris = [iri for (iri,) in database.execute(f"SELECT iri FROM {kind} ORDER BY number")]  # noqa: S608
    edges = database.execute("SELECT one, other, weight, origin FROM edge WHERE kind = ? ORDER BY rowid", (kind,))
    joins = list(map(Edge._make, edges))
    rows = database.execute("SELECT one, other, weight, obstacle FROM question WHERE kind = ? ORDER BY rowid", (kind,))
    return Decided(kind, iris, joins, list(map(Question._make, rows)))


def _said(database: sqlite3.Connection, table: str) -> Iterator[list[Any]]:
    """Yield what was said of each node, its lists as tuples."""
    for (said,) in database.execute(f"SELECT said FROM {table} ORDER BY number"):  # noqa: S608
        yield [tuple(value) if isinstance(value, list) else value for value in json.loads(said)]
