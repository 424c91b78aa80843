"""Keep the mentions of all profiles on disk and hand out what each one means.

Memory does not grow with the number of mentions: SQLite sorts and joins in files. Mentions go in and
entities come out in the same order.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

Reference = str | int

_SCHEMA = """
CREATE TABLE mention (means NOT NULL, form TEXT NOT NULL);
CREATE TABLE node (number INTEGER PRIMARY KEY, iri TEXT NOT NULL);
"""
_SETTLE = """
-- An entity is called what it is called most often, and what it was called first among equals.
CREATE TABLE entity (iri TEXT PRIMARY KEY, label TEXT NOT NULL, first INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO entity
    SELECT iri, form, earliest FROM (
        SELECT iri, form,
               row_number() OVER (PARTITION BY iri ORDER BY n DESC, first) AS rank,
               min(first) OVER (PARTITION BY iri) AS earliest
        FROM (
            SELECT coalesce(node.iri, means) AS iri, form, count(*) AS n, min(mention.rowid) AS first
            FROM mention LEFT JOIN node ON node.number = means GROUP BY 1, 2
        )
    ) WHERE rank = 1 ORDER BY iri;
"""
_ENTITIES = """
SELECT entity.iri, entity.label, entity.first = mention.rowid
FROM mention LEFT JOIN node ON node.number = means
CROSS JOIN entity ON entity.iri = coalesce(node.iri, means)
ORDER BY mention.rowid
"""


class Entity(NamedTuple):
    """What a mention means.

    Attributes:
        iri: The IRI, relative to the base.
        label: What the entity is called.
        is_new: Whether this is its first mention, with which it is described.
    """

    iri: str
    label: str
    is_new: bool


class Register:
    """The mentions of a project, in a file that lives as long as the build."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        # The file is thrown away with the build: nothing of it need survive a crash.
        self._database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA} BEGIN;")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add_mentions(self, mentions: Iterable[tuple[Reference, str]]) -> None:
        """Record mentions: an IRI or the number of a node, and the written form."""
        self._database.executemany("INSERT INTO mention VALUES (?, ?)", mentions)

    def settle(self, nodes: Iterable[tuple[int, str]], owners: Mapping[str, str], declared: Sequence[str] = ()) -> None:
        """Say what is what; no mention can be added afterwards.

        Args:
            nodes: The IRI of each node.
            owners: The names of the owners of profiles by IRI: they are called as their profiles say, and
                described there.
            declared: IRIs of entities that exist even if no profile mentions them.
        """
        self._database.executemany("INSERT INTO node VALUES (?, ?)", nodes)
        self._database.commit()
        self._database.executescript(_SETTLE)
        rows = ((name, iri) for iri, name in owners.items())
        self._database.executemany("UPDATE entity SET label = ?, first = 0 WHERE iri = ?", rows)
        self._database.executemany("INSERT OR IGNORE INTO entity VALUES (?, '', 0)", ((iri,) for iri in declared))

    def entities(self) -> Iterator[Entity]:
        """Yield the entity of each mention, in the order in which the mentions were added."""
        cursor = self._database.execute(_ENTITIES)
        while rows := cursor.fetchmany(1000):
            yield from map(Entity._make, rows)

    def labels(self) -> Iterator[tuple[str, str]]:
        """Yield the entities that are no nodes, each with what it is called."""
        query = "SELECT iri, label FROM entity WHERE iri NOT IN (SELECT iri FROM node) ORDER BY iri"
        yield from self._database.execute(query)

    def forms(self) -> Iterator[tuple[str, str]]:
        """Yield the written forms of the entities that are no nodes, each with its entity."""
        yield from self._database.execute("SELECT DISTINCT form, means FROM mention WHERE typeof(means) = 'text'")

    def counts(self) -> dict[str, int]:
        """Return how many entities there are, by the first part of their IRIs."""
        rows = self._database.execute(
            "SELECT substr(iri, 1, instr(iri, '/') - 1), count(*) FROM entity GROUP BY 1 ORDER BY 1"
        )
        return dict(rows.fetchall())
