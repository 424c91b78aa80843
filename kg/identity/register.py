"""Keep the mentions of all profiles on disk and turn them into clusters.

Memory does not grow with the number of profiles: SQLite sorts and joins in files. Mentions go in and
entities come out in the same order.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_SCHEMA = """
CREATE TABLE mention (iri TEXT NOT NULL, form TEXT NOT NULL);
CREATE TABLE owner (iri TEXT PRIMARY KEY, name TEXT NOT NULL, place TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE claim (name_iri TEXT NOT NULL, owner TEXT NOT NULL);
CREATE TABLE bound (iri TEXT NOT NULL, place TEXT NOT NULL);
"""
_SETTLE = """
-- A name that exactly one profile's owner bears means that owner, wherever it stands.
CREATE TABLE alias AS
    SELECT name_iri AS iri, min(owner) AS canonical FROM claim
    GROUP BY name_iri HAVING count(DISTINCT owner) = 1;
CREATE UNIQUE INDEX alias_iri ON alias (iri);

-- An entity is called what it is called most often, and what it was called first among equals.
CREATE TABLE entity (iri TEXT PRIMARY KEY, label TEXT NOT NULL, first INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO entity
    SELECT iri, form, earliest FROM (
        SELECT iri, form,
               row_number() OVER (PARTITION BY iri ORDER BY n DESC, first) AS rank,
               min(first) OVER (PARTITION BY iri) AS earliest
        FROM (
            SELECT coalesce(canonical, mention.iri) AS iri, form, count(*) AS n, min(mention.rowid) AS first
            FROM mention LEFT JOIN alias ON alias.iri = mention.iri GROUP BY 1, 2
        )
    ) WHERE rank = 1 ORDER BY iri;

-- The owner of a profile is called as the profile says, and described with it.
UPDATE entity SET label = owner.name, first = 0 FROM owner WHERE owner.iri = entity.iri;
"""
_ENTITIES = """
SELECT entity.iri, entity.label, entity.first = mention.rowid
FROM mention LEFT JOIN alias ON alias.iri = mention.iri
CROSS JOIN entity ON entity.iri = coalesce(alias.canonical, mention.iri)
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

    def add_owner(self, iri: str, name: str, place: str, name_iris: Iterable[str]) -> str | None:
        """Record the owner of a profile; return the place of the profile that declared the id before, if any."""
        row = self._database.execute("SELECT place FROM owner WHERE iri = ?", (iri,)).fetchone()
        if row is not None:
            return str(row[0])
        self._database.execute("INSERT INTO owner VALUES (?, ?, ?)", (iri, name, place))
        self._database.executemany("INSERT INTO claim VALUES (?, ?)", ((other, iri) for other in name_iris))
        return None

    def add_mentions(self, mentions: Iterable[tuple[str, str]]) -> None:
        """Record mentions: the IRI that each one's features give, and its written form."""
        self._database.executemany("INSERT INTO mention VALUES (?, ?)", mentions)

    def add_bindings(self, iris: Iterable[str], place: str) -> None:
        """Record that a profile names other profiles' owners by id."""
        self._database.executemany("INSERT INTO bound VALUES (?, ?)", ((iri, place) for iri in iris))

    def settle(self, declared: Iterable[str] = ()) -> None:
        """Form the clusters; no mention can be added afterwards.

        Args:
            declared: IRIs of entities that exist even if no profile mentions them.
        """
        self._database.commit()
        self._database.executescript(_SETTLE)
        rows = ((iri,) for iri in declared)
        self._database.executemany("INSERT OR IGNORE INTO entity VALUES (?, '', 0)", rows)

    def unknown_owners(self) -> Iterator[tuple[str, str]]:
        """Yield IRI and place of each binding to a profile that does not exist."""
        yield from self._database.execute(
            "SELECT bound.iri, bound.place FROM bound LEFT JOIN owner USING (iri) WHERE owner.iri IS NULL"
        )

    def ambiguous_names(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of owners who share a written name, which therefore means neither elsewhere."""
        yield from self._database.execute(
            "SELECT DISTINCT a.owner, b.owner FROM claim a JOIN claim b USING (name_iri)"
            " WHERE a.owner < b.owner ORDER BY 1, 2"
        )

    def entities(self) -> Iterator[Entity]:
        """Yield the entity of each mention, in the order in which the mentions were added."""
        cursor = self._database.execute(_ENTITIES)
        while rows := cursor.fetchmany(1000):
            yield from map(Entity._make, rows)

    def counts(self) -> dict[str, int]:
        """Return how many entities there are, by the first part of their IRIs."""
        rows = self._database.execute(
            "SELECT substr(iri, 1, instr(iri, '/') - 1), count(*) FROM entity GROUP BY 1 ORDER BY 1"
        )
        return dict(rows.fetchall())
