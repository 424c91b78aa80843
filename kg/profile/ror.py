"""The organisations of ROR as an authority of a project: an SQLite file that is written once and asked by name."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from kg.base.errors import KgError, StoreError
from kg.terms.identifiers import fold

FORM = 1
"""The form of the file; what is of another form was written by another version of kg."""

ACRONYM = "acronym"


class RorName(NamedTuple):
    """A name of an organisation."""

    kind: str  # 'name' of the one that ROR shows, 'alias', 'label' or 'acronym'
    text: str


class RorOrganization(NamedTuple):
    """What ROR says of an organisation."""

    ror: str  # Without the address
    names: tuple[RorName, ...]  # The one that ROR shows is the first
    country: str  # ISO 3166-1, two letters
    country_name: str
    city: str
    types: tuple[str, ...]
    parents: tuple[str, ...]  # Their ROR ids


_SCHEMA = f"""
PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
PRAGMA user_version = {FORM};
CREATE TABLE organization (
    id INTEGER PRIMARY KEY, ror TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
    country_name TEXT NOT NULL, city TEXT NOT NULL, types TEXT NOT NULL
);
CREATE TABLE name (key TEXT NOT NULL, organization INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE parent (organization INTEGER NOT NULL, ror TEXT NOT NULL);
CREATE TABLE word (word TEXT PRIMARY KEY, weight REAL NOT NULL) WITHOUT ROWID;
BEGIN;
"""
# Sorting once is faster than to keep sorted.
_INDEXES = """
CREATE INDEX name_key ON name (key);
CREATE INDEX name_organization ON name (organization);
CREATE INDEX parent_organization ON parent (organization);
"""
_KEYS = "SELECT DISTINCT key FROM name WHERE kind <> 'acronym' ORDER BY key"
_CACHE = 1 << 14
_AGAIN = "make it again: kg import ror RELEASE"
_UNKNOWN = 9.0  # the weight of a word that no name has
_BRACKETS = re.compile(r"\s*\([^()]*\)$")  # 'Max Planck Society (Germany)': ROR tells namesakes apart so
_SMALL = frozenset((
    "a", "an", "and", "at", "da", "de", "degli", "dei", "del", "della", "der", "des", "di", "do", "du", "e", "et",
    "for", "fur", "in", "la", "of", "the", "und", "y",
))  # fmt: skip
_SHORT = {
    "univ": "university", "inst": "institute", "natl": "national", "hosp": "hospital", "coll": "college",
    "sci": "science", "technol": "technology", "tech": "technology", "med": "medical", "acad": "academy",
    "res": "research", "ctr": "center", "centre": "center", "dept": "department", "lab": "laboratory", "st": "saint",
}  # fmt: skip
_ENDING = re.compile(r"(?<=\w{5})(?:al|es|e|s)$")


def name_key(text: str) -> str:
    """Return the words by which a name is found: abbreviations spelt out, without small words and endings.

    >>> name_key("Univ. of the Sciences"), name_key("University of Sciences")
    ('university scienc', 'university scienc')
    """
    return " ".join(filter(None, map(_stem, fold(text).split())))


@lru_cache(1 << 16)
def _stem(word: str) -> str:
    return "" if word in _SMALL else _ENDING.sub("", _SHORT.get(word, word))


def write_ror(path: Path, organizations: Iterable[RorOrganization]) -> int:
    """Write an authority, which takes the place of the former one once it is complete.

    Args:
        path: Its file; the directory is made.
        organizations: What it holds, in any order.

    Returns:
        How many it holds.

    Raises:
        KgError: If the disk is full, or it cannot be written otherwise; then the former file stays.
    """
    try:
        path.parent.mkdir(exist_ok=True)
        with TemporaryDirectory(prefix=".ror-", dir=path.parent) as beside:
            made = Path(beside) / path.name
            count = _fill(made, organizations)
            made.replace(path)
    except (OSError, sqlite3.Error) as error:
        hint = "free some space, or see to the permissions of the directory; the former file is as it was"
        raise KgError(f"{path} cannot be written: {error}", hint=hint) from error
    return count


def _fill(path: Path, organizations: Iterable[RorOrganization]) -> int:
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.executescript(_SCHEMA)
        count = sum(_insert(database, number, each) for number, each in enumerate(organizations))
        database.executescript(_INDEXES)
        _weigh(database)
    finally:
        database.close()
    return count


def _weigh(database: sqlite3.Connection) -> None:
    """Note how rare the words of names are."""
    uses: Counter[str] = Counter()
    names = 0
    for (key,) in database.execute(_KEYS):
        names += 1
        uses.update({*key.split()})
    database.execute("BEGIN")
    weights = ((word, log(names / count)) for word, count in sorted(uses.items()))
    database.executemany("INSERT INTO word VALUES (?, ?)", weights)


def _insert(database: sqlite3.Connection, number: int, each: RorOrganization) -> bool:
    row = (number, each.ror, each.names[0].text, each.country, each.country_name, each.city, " ".join(each.types))
    # A dump in which somebody wrote may have an id twice: the first holds.
    if not database.execute("INSERT OR IGNORE INTO organization VALUES (?, ?, ?, ?, ?, ?, ?)", row).rowcount:
        return False
    names = dict.fromkeys((key, number, kind, text) for kind, text in each.names for key in _keys(kind, text))
    database.executemany("INSERT INTO name VALUES (?, ?, ?, ?)", names)
    database.executemany("INSERT INTO parent VALUES (?, ?)", [(number, parent) for parent in each.parents])
    return True


def _keys(kind: str, text: str) -> set[str]:
    forms = {fold(text)} if kind == ACRONYM else set(map(name_key, {text, _BRACKETS.sub("", text)}))
    return {form for form in forms if form}


class ListedOrganization(NamedTuple):
    """An organisation, as its names are compared."""

    ror: str
    name: str
    country: str
    city: str  # Folded
    types: frozenset[str]
    parents: frozenset[str]


class RorAuthority:
    """The organisations of ROR, asked by name: nothing of it is held but what was asked last.

    Args:
        path: The file that `write_ror` wrote.

    Raises:
        StoreError: If it is damaged, or another version of kg wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            self._database = sqlite3.connect(uri, uri=True, check_same_thread=False)
            (form,) = self._database.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened: {error}", hint=_AGAIN) from error
        if form != FORM:
            raise StoreError(f"{path} was written by another version of kg", hint=_AGAIN)
        for name in ("bearers", "acronyms", "organization", "weight"):
            setattr(self, name, lru_cache(_CACHE)(getattr(self, name)))

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def bearers(self, key: str) -> Sequence[int]:
        """Return who bears a name, by its key."""
        return self._column("SELECT DISTINCT organization FROM name WHERE key = ? AND kind <> ?", key, ACRONYM)

    def acronyms(self, folded: str) -> Sequence[int]:
        """Return who bears an acronym."""
        return self._column("SELECT DISTINCT organization FROM name WHERE key = ? AND kind = ?", folded, ACRONYM)

    def organization(self, number: int) -> ListedOrganization:
        """Return an organisation."""
        asked = "SELECT ror, name, country, city, types FROM organization WHERE id = ?"
        ((ror, name, country, city, types),) = self._rows(asked, number)
        parents = self._column("SELECT ror FROM parent WHERE organization = ?", number)
        return ListedOrganization(ror, name, country, fold(city), frozenset(types.split()), frozenset(parents))

    def name(self, ror: str) -> str:
        """Return what ROR calls the organisation of an id, or nothing where it has none."""
        return next(iter(self._column("SELECT name FROM organization WHERE ror = ?", ror)), "")

    def weight(self, word: str) -> float:
        """Return how rare a word is: the logarithm of how many names there are for one that has it."""
        found = self._column("SELECT weight FROM word WHERE word = ?", word)
        return found[0] if found else _UNKNOWN

    def countries(self) -> Mapping[str, str]:
        """Return the codes of countries by their folded names."""
        rows = self._rows("SELECT DISTINCT country_name, country FROM organization")
        return {fold(name): code for name, code in rows if name}

    def cities(self) -> frozenset[str]:
        """Return the folded names of all cities in which an organisation lies."""
        return frozenset(map(fold, self._column("SELECT DISTINCT city FROM organization WHERE city <> ''")))

    def _column(self, asked: str, *values: object) -> tuple[Any, ...]:
        return tuple(row[0] for row in self._rows(asked, *values))

    def _rows(self, asked: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._database.execute(asked, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} is damaged: {error}", hint=_AGAIN) from error
