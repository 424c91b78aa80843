"""Write a search index: the same store gives the same bytes."""

import gc
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

from kg.base.errors import ReleaseError
from kg.store.search import words
from kg.store.search.entries import FacetValue, IndexEntry, entries
from kg.store.search.facts import Fact, Source, TermTexts, indexed, searched
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration

FORM = 2
"""The form of an index; what is of another form was written by another version of kg."""

_SCHEMA = f"""
PRAGMA user_version = {FORM};
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL,
    letter TEXT NOT NULL, place INTEGER NOT NULL
);
CREATE TABLE exact (key TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (key, entry)) WITHOUT ROWID;
CREATE TABLE facet (id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, label TEXT NOT NULL);
CREATE TABLE entry_facet (facet INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (facet, entry)) WITHOUT ROWID;
CREATE TABLE slip (hash INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (hash, word)) WITHOUT ROWID;
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
CREATE INDEX facet_value ON facet (facet, value);
INSERT INTO names (names) VALUES ('optimize');
"""
_MIN_WORD, _MAX_WORD = 3, 20  # of words that are corrected


def concerned(changed: Iterable[Fact], declaration: Declaration) -> bool:
    """Whether an index may change with some facts; if not, its bytes stay the same."""
    asked = indexed(searched(declaration).properties)
    return any(predicate in asked and TermTexts()[written] for _, _, predicate, written in changed)


def write(source: Source, base: str, path: Path, declaration: Declaration | None = None) -> None:
    """Write the index of what a source says to a file that does not exist yet.

    Raises:
        ReleaseError: If it cannot be written, or the file is damaged.
    """
    try:
        database = sqlite3.connect(path, isolation_level=None)
        try:
            database.executescript(f"{_BEGIN} {_SCHEMA} BEGIN;")
            database.execute(_GATHER)
            with _nothing_collected():
                _fill(database, entries(source, base, searched(declaration or kg_declaration())))
            database.executescript(_END)  # which commits first
        finally:
            database.close()
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


def _fill(database: sqlite3.Connection, found: list[IndexEntry]) -> None:
    texts = _Texts()
    names = (texts.row(number, entry) for number, entry in enumerate(found, 1))
    database.executemany("INSERT INTO names (rowid, name, others, beside, kind) VALUES (?, ?, ?, ?, ?)", names)
    slips = (
        (crc32(left.encode()), word)
        for word in texts.vocabulary
        if _MIN_WORD <= len(word) <= _MAX_WORD and word.isalpha() and word.isascii()
        for left in words.deletions(word)
    )
    database.executemany("INSERT INTO slip VALUES (?, ?)", sorted(slips))
    database.executemany("INSERT INTO exact VALUES (?, ?)", sorted(texts.keys))
    alphabet = sorted(range(len(found)), key=texts.sort_keys.__getitem__)
    places = dict(zip(alphabet, range(len(found)), strict=True))
    rows = (
        (at + 1, *entry[:3], entry.detail, words.letter(texts.sort_keys[at]), places[at])
        for at, entry in enumerate(found)
    )
    database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    having: dict[FacetValue, list[int]] = defaultdict(list)
    for number, entry in enumerate(found, 1):
        for value in dict.fromkeys(entry.facets):
            having[value].append(number)
    facets = sorted(having.items())
    values = ((n, *value) for n, (value, _) in enumerate(facets, 1))
    database.executemany("INSERT INTO facet VALUES (?, ?, ?, ?)", values)
    pairs = ((n, number) for n, (_, numbers) in enumerate(facets, 1) for number in numbers)
    database.executemany("INSERT INTO entry_facet VALUES (?, ?)", pairs)


class _Texts:
    def __init__(self) -> None:
        self.keys: list[tuple[str, int]] = []  # of all names, with the number of the entry
        self.sort_keys: list[str] = []
        self.vocabulary: set[str] = set()  # words that people may mistype

    def row(self, number: int, entry: IndexEntry) -> tuple[int, str, str, str, str]:
        """Return the row of an entry in the full-text index: name, other words for it, words beside it, and kind."""
        names = (entry.name, *entry.others)
        # Initials have no key: they are a guess, which comes after the names of others.
        written = (*names, *map(words.unhyphenated, names))
        self.keys += [(key, number) for key in dict.fromkeys(map(words.key, written)) if key]
        self.sort_keys.append(words.sort_key(entry.kind, entry.name))
        name = words.spaced(entry.name)
        more = [*map(words.spaced, entry.others), *map(words.spellings, names)]
        if entry.kind == "organization" and (initials := words.initialism(entry.name)):
            more.append(initials)
        others = " ".join(more)
        beside = " ".join((*map(words.spaced, entry.beside), *map(words.spellings, entry.beside)))
        if entry.kind != "source":
            self.vocabulary.update(name.split(), others.split(), beside.split())
        return number, name, others, beside, words.spaced(entry.kind)
