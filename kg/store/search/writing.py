"""Write a search index from what a source says, or amend one where few facts have changed.

The number of an entry says where it stands among all; numbers have gaps, so that a new entry finds its place between
two others. An amended index has the rows that one made from nothing would have, but for the numbers.
"""

import gc
import shutil
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

from pydantic_core import to_json

from kg.base.errors import ReleaseError
from kg.store.search import words
from kg.store.search.entries import FacetValue, IndexEntry, entries
from kg.store.search.facts import Fact, Source, facts, searched
from kg.store.search.nearby import Neighbourhood
from kg.store.store import LocalStore
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration

FORM = 3
"""The form of an index; what is of another form was written by another version of kg."""

_SCHEMA = f"""
PRAGMA user_version = {FORM};
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL,
    letter TEXT NOT NULL, place INTEGER NOT NULL, rank INTEGER NOT NULL
);
CREATE TABLE exact (key TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (key, entry)) WITHOUT ROWID;
CREATE TABLE facet (
    id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, label TEXT NOT NULL,
    UNIQUE (facet, value, label)
);
CREATE TABLE entry_facet (facet INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (facet, entry)) WITHOUT ROWID;
CREATE TABLE slip (hash INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (hash, word)) WITHOUT ROWID;
CREATE TABLE content (sum TEXT NOT NULL);
CREATE VIRTUAL TABLE names USING fts5 (
    name, others, beside, kind, content = '', columnsize = 0, prefix = '1 2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
"""
# A file that is written once: no journal, and every word in one segment, if possible at once.
_BEGIN = "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
_GATHER = "INSERT INTO names (names, rank) VALUES ('hashsize', 67108864)"
_END = """
CREATE INDEX entry_place ON entry (kind, letter, place);
CREATE INDEX entry_iri ON entry (iri);
CREATE INDEX facets_of ON entry_facet (entry);
INSERT INTO names (names) VALUES ('optimize');
"""
_GAP = 256
"""Between the numbers of two entries of an index that was made from nothing: a gap is halved with each new entry."""
_MIN_WORD, _MAX_WORD = 3, 20  # of words that are corrected
_NAMES = "rowid, name, others, beside, kind"


def write(source: Source, base: str, path: Path, declaration: Declaration | None = None) -> None:
    """Write the index of what a source says to a file that does not exist yet.

    Raises:
        ReleaseError: If it cannot be written, or the file is damaged.
    """
    with _opened(path) as database:
        database.executescript(f"{_SCHEMA} BEGIN;")
        database.execute("INSERT INTO content VALUES ('0')")
        database.execute(_GATHER)
        with _nothing_collected():
            found = entries(facts(source), base, searched(declaration or kg_declaration()))
            rows = [_Row(entry) for entry in found]
            alphabet = sorted(range(len(rows)), key=lambda at: rows[at].sort_key)
            places = dict(zip(alphabet, range(_GAP, (len(rows) + 1) * _GAP, _GAP), strict=True))
            _insert(database, [(at * _GAP + _GAP, places[at], row) for at, row in enumerate(rows)])
        database.executescript(_END)  # which commits first


def amend(
    former: Path,
    path: Path,
    changed: Sequence[Fact],
    stores: tuple[LocalStore, LocalStore],
    base: str,
    declaration: Declaration,
) -> None:
    """Write an index from a former one, given the facts that are new or gone; raises what `write` raises.

    Args:
        former: The former index, which this version of kg wrote.
        path: A file that does not exist yet.
        changed: The facts.
        stores: The store as it was, and as it is.
        base: The base of the IRIs.
        declaration: What there is.
    """
    wanted = searched(declaration)
    several = [Neighbourhood(store, wanted.properties) for store in stores]
    things = set[str]().union(*(each.concerned(changed) for each in several))
    before, after = (dict.fromkeys(entries(each.facts(things), base, wanted, things)) for each in several)
    gone, new = ([_Row(each) for each in one if each not in other] for one, other in ((before, after), (after, before)))
    try:
        with _opened(path, former) as database:
            database.execute("BEGIN")
            _delete(database, gone)
            for row in sorted(new, key=lambda row: crc32(row.entry.iri.encode())):  # in no order, so that gaps last
                number = _number(database, row)
                _insert(database, [(number, _place(database, row, number), row)])
            database.execute("COMMIT")
    except _NoGap:
        path.unlink()
        write(stores[1], base, path, declaration)


@contextmanager
def _opened(path: Path, former: Path | None = None) -> Iterator[sqlite3.Connection]:
    try:
        if former is not None:
            shutil.copyfile(former, path)
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.executescript(_BEGIN)
            yield database
    except (sqlite3.Error, OSError) as error:
        hint = "check the free space and the permissions of the target"
        raise ReleaseError(f"the search index {path} cannot be written: {error}", hint=hint) from error


@contextmanager
def _nothing_collected() -> Iterator[None]:
    # There are no cycles, and the collector would walk millions of texts each time.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Row:
    """What an index says of an entry: the same for the same entry, whatever its number."""

    def __init__(self, entry: IndexEntry) -> None:
        self.entry = entry
        self.rank = entry.rank
        self.sort_key = words.sort_key(entry.kind, entry.name)
        names = (entry.name, *entry.others)
        # Initials have no key: they are a guess, which comes after the names of others.
        written = (*names, *map(words.unhyphenated, names))
        self.keys = [key for key in dict.fromkeys(map(words.key, written)) if key]
        name = words.spaced(entry.name)
        more = [*map(words.spaced, entry.others), *map(words.spellings, names)]
        if entry.kind == "organization" and (initials := words.initialism(entry.name)):
            more.append(initials)
        beside = " ".join((*map(words.spaced, entry.beside), *map(words.spellings, entry.beside)))
        self.texts = name, " ".join(more), beside, words.spaced(entry.kind)  # as the columns of `names`

    @property
    def hash(self) -> int:
        """A hash of all of it: the rest follows."""
        return int.from_bytes(sha256(to_json((self.entry, self.texts))).digest()[:16], "big")


def _insert(database: sqlite3.Connection, placed: Sequence[tuple[int, int, _Row]]) -> None:
    """Insert rows with the numbers of the entries, and their places in the alphabet."""
    database.executemany(
        f"INSERT INTO names ({_NAMES}) VALUES (?, ?, ?, ?, ?)",  # noqa: S608
        ((number, *row.texts) for number, _, row in placed),
    )
    vocabulary = _vocabulary(row for _, _, row in placed)
    database.executemany("INSERT OR IGNORE INTO slip VALUES (?, ?)", sorted(_slips(vocabulary)))
    keys = sorted((key, number) for number, _, row in placed for key in row.keys)
    database.executemany("INSERT INTO exact VALUES (?, ?)", keys)
    said = (
        (number, *row.entry[:3], row.entry.detail, words.letter(row.sort_key), place, row.rank[0])
        for number, place, row in placed
    )
    database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", said)
    having: dict[FacetValue, list[int]] = defaultdict(list)
    for number, _, row in placed:
        for value in dict.fromkeys(row.entry.facets):
            having[value].append(number)
    database.executemany("INSERT OR IGNORE INTO facet (facet, value, label) VALUES (?, ?, ?)", sorted(having))
    asked = "SELECT id FROM facet WHERE facet = ? AND value = ? AND label = ?"
    numbers = [(database.execute(asked, value).fetchone()[0], several) for value, several in having.items()]
    pairs = ((facet, number) for facet, several in sorted(numbers) for number in several)
    database.executemany("INSERT INTO entry_facet VALUES (?, ?)", pairs)
    _add_to_sum(database, sum(row.hash for _, _, row in placed))


def _delete(database: sqlite3.Connection, rows: Sequence[_Row]) -> None:
    """Delete what an index says of some entries."""
    for row in rows:
        ((number,),) = database.execute("SELECT id FROM entry WHERE iri = ?", (row.entry.iri,))
        command = f"INSERT INTO names (names, {_NAMES}) VALUES ('delete', ?, ?, ?, ?, ?)"  # noqa: S608
        database.execute(command, (number, *row.texts))
        database.execute("DELETE FROM entry WHERE id = ?", (number,))
        database.executemany("DELETE FROM exact WHERE key = ? AND entry = ?", ((key, number) for key in row.keys))
        database.execute("DELETE FROM entry_facet WHERE entry = ?", (number,))
    unused = (
        "DELETE FROM facet WHERE facet = ? AND value = ? AND label = ? "
        "AND NOT EXISTS (SELECT 1 FROM entry_facet WHERE entry_facet.facet = id)"
    )
    database.executemany(unused, {value for row in rows for value in row.entry.facets})
    used = "SELECT 1 FROM names JOIN entry ON id = names.rowid WHERE names MATCH ? AND entry.kind <> 'source' LIMIT 1"
    asked = ((each, f'{{{words.ANYWHERE}}} : "{each}"') for each in _vocabulary(rows))
    unheard = [each for each, question in asked if database.execute(used, (question,)).fetchone() is None]
    database.executemany("DELETE FROM slip WHERE hash = ? AND word = ?", _slips(unheard))
    _add_to_sum(database, -sum(row.hash for row in rows))


def _vocabulary(rows: Iterable[_Row]) -> set[str]:
    """Return the words that people may mistype."""
    several = {word for row in rows if row.entry.kind != "source" for text in row.texts[:3] for word in text.split()}
    return {each for each in several if _MIN_WORD <= len(each) <= _MAX_WORD and each.isalpha() and each.isascii()}


def _slips(vocabulary: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((crc32(left.encode()), word) for word in vocabulary for left in words.deletions(word))


def _add_to_sum(database: sqlite3.Connection, number: int) -> None:
    ((before,),) = database.execute("SELECT sum FROM content")
    database.execute("UPDATE content SET sum = ?", (str(int(before) + number),))


# Where a new entry stands: between the two numbers beside it, which are found by halving.


class _NoGap(Exception):
    """Two entries have numbers that follow each other."""


def _number(database: sqlite3.Connection, row: _Row) -> int:
    asked = "SELECT id, rank, name, iri FROM entry WHERE id >= ? ORDER BY id LIMIT 1"
    return _between(
        lambda number: database.execute(asked, (number,)).fetchone(), lambda found: tuple(found[1:]) > row.rank
    )


def _place(database: sqlite3.Connection, row: _Row, number: int) -> int:
    asked = "SELECT place, id, name FROM entry WHERE kind = ? AND letter = ? AND place >= ? ORDER BY place LIMIT 1"
    kind, letter = row.entry.kind, words.letter(row.sort_key)

    def is_behind(found: Sequence[Any]) -> bool:
        return (words.sort_key(kind, found[2]), found[1]) > (row.sort_key, number)

    return _between(lambda place: database.execute(asked, (kind, letter, place)).fetchone(), is_behind)


def _between(at: Callable[[int], Sequence[Any] | None], is_behind: Callable[[Sequence[Any]], bool]) -> int:
    """Return a number between the last one that stands before a new one and the first one behind; raises _NoGap.

    Args:
        at: Returns the first row that has at least some number, which comes first in it, or None.
        is_behind: Whether a row stands behind the new one.
    """
    after = bisect_left(range(1 << 48), True, key=lambda number: (row := at(number)) is None or is_behind(row))
    row = at(after)
    found = (after - 1 + row[0]) // 2 if row else after - 1 + _GAP
    if found < after:
        raise _NoGap
    return found
