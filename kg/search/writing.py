"""Write an index: the same store gives the same bytes.

Rows stand in the order of their rank, so that the first answers to a question are the best known ones and
nothing need be sorted (`ORDER BY rowid LIMIT …` ends early, even for one letter).
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

from kg.errors import ReleaseError
from kg.search import words
from kg.search.details import FacetValue
from kg.search.entries import Entry, entries
from kg.store import LocalStore

_SCHEMA = """
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL,
    letter TEXT NOT NULL, place INTEGER NOT NULL
);
CREATE TABLE exact (key TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (key, entry)) WITHOUT ROWID;
CREATE TABLE facet (id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, label TEXT NOT NULL);
CREATE TABLE entry_facet (facet INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (facet, entry)) WITHOUT ROWID;
CREATE TABLE slip (hash INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (hash, word)) WITHOUT ROWID;
CREATE VIRTUAL TABLE names USING fts5 (
    name, others, kind, content = '', prefix = '1 2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
"""
# A file that is written once: no journal, and every word in one segment.
_BEGIN = "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
_END = """
CREATE INDEX entry_place ON entry (kind, letter, place);
CREATE INDEX entry_iri ON entry (iri);
CREATE INDEX facets_of ON entry_facet (entry);
CREATE INDEX facet_value ON facet (facet, value);
INSERT INTO names (names) VALUES ('optimize');
"""
_MIN_WORD, _MAX_WORD = 4, 20


def write(store: LocalStore, base: str, path: Path) -> None:
    """Write the index of a store to a file that does not exist yet.

    Args:
        store: What to index: its default graph.
        base: The base of the IRIs of a release; empty for other data.
        path: The file.

    Raises:
        ReleaseError: If it cannot be written.
    """
    try:
        database = sqlite3.connect(path, isolation_level=None)
        try:
            database.executescript(f"{_BEGIN} {_SCHEMA} BEGIN;")
            _fill(database, entries(store, base))
            database.executescript(_END)  # which commits first
        finally:
            database.close()
    except (sqlite3.Error, OSError) as error:
        hint = "check the free space and the permissions of the target"
        raise ReleaseError(f"the search index {path} cannot be written: {error}", hint=hint) from error


def _fill(database: sqlite3.Connection, found: list[Entry]) -> None:
    numbered = list(enumerate(found, 1))
    facets = {value: number for number, value in enumerate(sorted({v for entry in found for v in entry.facets}), 1)}
    database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", _rows(numbered))
    keys = sorted({(key, number) for number, entry in numbered for key in _keys(entry)})
    database.executemany("INSERT INTO exact VALUES (?, ?)", keys)
    database.executemany("INSERT INTO facet VALUES (?, ?, ?, ?)", ((n, *value) for value, n in facets.items()))
    database.executemany("INSERT INTO entry_facet VALUES (?, ?)", _facet_rows(numbered, facets))
    vocabulary: set[str] = set()
    rows = ((number, *_texts(entry, vocabulary)) for number, entry in numbered)
    database.executemany("INSERT INTO names (rowid, name, others, kind) VALUES (?, ?, ?, ?)", rows)
    database.executemany("INSERT INTO slip VALUES (?, ?)", sorted(_slips(vocabulary)))


def _rows(numbered: list[tuple[int, Entry]]) -> Iterator[tuple[int | str, ...]]:
    """Yield the rows of the entries, with the letter and the place of each in the alphabet."""
    keys = [words.sort_key(entry.kind, entry.name) for _, entry in numbered]
    places = {at: place for place, at in enumerate(sorted(range(len(keys)), key=keys.__getitem__))}
    for at, (number, entry) in enumerate(numbered):
        yield number, entry.iri, entry.kind, entry.name, entry.detail, words.letter(keys[at]), places[at]


def _keys(entry: Entry) -> Iterator[str]:
    """Yield the keys of all names of an entry; initials are a guess, which comes after what others are called."""
    for name in (entry.name, *entry.others):
        if key := words.key(name):
            yield key


def _texts(entry: Entry, vocabulary: set[str]) -> tuple[str, str, str]:
    """Return the words of an entry for the full-text index, and add them to a vocabulary."""
    name = words.spaced(entry.name)
    others = [words.spaced(other) for other in entry.others]
    more = [words.spellings(written) for written in (entry.name, *entry.others)]
    text = " ".join((*others, *more, *_initials(entry)))
    if entry.kind != "source":
        vocabulary.update(name.split(), text.split())
    return name, text, words.spaced(entry.kind)


def _initials(entry: Entry) -> list[str]:
    found = words.initialism(entry.name) if entry.kind == "organization" else ""
    return [found] if found else []


def _facet_rows(numbered: Iterable[tuple[int, Entry]], facets: dict[FacetValue, int]) -> list[tuple[int, int]]:
    return sorted({(facets[value], number) for number, entry in numbered for value in entry.facets})


def _slips(vocabulary: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the ways in which words may be mistyped by one letter, as hashes."""
    for word in vocabulary:
        if _MIN_WORD <= len(word) <= _MAX_WORD and word.isalpha() and word.isascii():
            for left in words.deletions(word):
                yield crc32(left.encode()), word
