"""The organisations of ROR as an authority of a project: an SQLite file that is written once and asked by name."""

import re
import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from kg.base.errors import KgError
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
BEGIN;
"""
# Sorting once is faster than to keep sorted.
_INDEXES = """
CREATE INDEX name_key ON name (key);
CREATE INDEX name_organization ON name (organization);
CREATE INDEX parent_organization ON parent (organization);
"""
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
    finally:
        database.close()
    return count


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
