"""Search an index by name, by the beginning of a name, and by kind and facet.

Results are ordered: exact names, then all words, then beginnings of words, then what is known by the words, such as
works by authors and year; people with a profile come before all others of their name; among equals, what more links
lead to. If nothing has all words, one may have a wrong letter or be two; else what has most of the words is found.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from kg.base.errors import StoreError
from kg.store.search import words
from kg.store.search.facts import FACETS, KINDS
from kg.terms import statuses
from kg.terms.vocabulary import vocabulary

# ruff: noqa: S608  (all SQL is written here; input goes in as parameters)

MAX_HITS = 1_000
_CANDIDATES = 64  # ranked for suggestions
_FACET_VALUES = 50
_NEAR = 8  # words that are tried in place of one
_FACET = (
    "(SELECT max(facet.value) FROM entry_facet JOIN facet ON facet.id = entry_facet.facet "
    "WHERE entry_facet.entry = entry.id AND facet.facet = '{}')"
)
# What is still to appear comes before all years, by how far it has come; what has neither comes last.
_AWAITED = " ".join(
    f"WHEN '{vocabulary().words.get(status, status).replace(' ', '-')}' THEN '{chr(ord('z') - place)}'"
    for place, (status, _) in enumerate(statuses.headings())
)
_NEWEST = f"coalesce({_FACET.format('year')}, CASE {_FACET.format('status')} {_AWAITED} END) DESC, letter, place"
RANKING = (Path(__file__).parent / "ranking.sql").read_text(encoding="utf-8")
"""The statement that ranks; a site hands it to browsers."""
_HIT = "entry.iri, entry.kind, entry.name, entry.detail"
_HIDING = """
CREATE TEMP TABLE hidden (id INTEGER PRIMARY KEY, kind TEXT, value TEXT);
CREATE TEMP VIEW entry AS SELECT * FROM main.entry WHERE id NOT IN (SELECT id FROM hidden);
CREATE TEMP VIEW exact AS SELECT * FROM main.exact WHERE entry NOT IN (SELECT id FROM hidden);
CREATE TEMP VIEW facet AS SELECT * FROM main.facet WHERE (facet, value) NOT IN (SELECT kind, value FROM hidden);
"""


class Hit(NamedTuple):
    """A thing that was found."""

    iri: str
    kind: str
    name: str
    detail: str  # one line about it


@dataclass(frozen=True)
class SearchResult:
    """A page of hits."""

    total: int  # on all pages
    hits: tuple[Hit, ...]
    corrected: str = ""  # the words that were searched instead
    is_partial: bool = False  # whether no thing has all words, and what has most of them comes first


class _Found(NamedTuple):
    words: Sequence[str]  # what was looked for
    numbers: list[int]  # of things, the best first
    is_named: bool = False  # whether any is called so
    is_partial: bool = False  # whether none has all words


class FacetCount(NamedTuple):
    """The number of things with a value of a facet."""

    value: str
    label: str
    number: int


class Index:
    """A search index, for use from one thread.

    Args:
        database: The file.
        without: The IRIs of what it does not give.
    """

    def __init__(self, database: sqlite3.Connection, without: Collection[str] = ()) -> None:
        self._database = database
        if without:
            database.executescript(_HIDING)
            values = [(iri.rpartition("/")[2], iri) for iri in sorted(without)]
            database.executemany("INSERT INTO hidden SELECT id, kind, ? FROM main.entry WHERE iri = ?", values)
            database.commit()
        self._hidden = " AND rowid NOT IN (SELECT id FROM hidden)" if without else ""
        database.create_function("ln", 1, log, deterministic=True)  # not all builds of SQLite have it
        self.form = int(self._rows("PRAGMA user_version")[0][0])  # see `kg.store.search.writing.FORM`
        counted = dict(self._rows("SELECT kind, count(*) FROM entry GROUP BY kind ORDER BY kind"))
        ordered = [kind for kind in dict.fromkeys((*KINDS, *counted)) if kind in counted]
        self._kinds: dict[str, int] = {kind: counted[kind] for kind in ordered}
        with_profile = (
            "SELECT max(entry) FROM entry_facet JOIN facet ON facet.id = entry_facet.facet "
            "WHERE facet.facet = 'profile'"
        )
        but_files = "SELECT max(id) FROM entry WHERE kind <> 'source'"
        # People with a profile have the first numbers, sources the last ones.
        self._members, self._others = (self._rows(asked)[0][0] or 0 for asked in (with_profile, but_files))

    @classmethod
    def open(cls, path: Path, without: Collection[str] = ()) -> "Index":
        """Open the index of a release for reading, but for some things; many processes may do so at once.

        Raises:
            StoreError: If there is none, or it is damaged.
        """
        try:
            # Immutable: nobody writes to a release, so nothing need be locked.
            database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            return cls(database, without)
        except (sqlite3.Error, StoreError) as error:
            message = f"the search index {path} cannot be opened: {error}"
            raise StoreError(message, hint="build again: kg build") from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def find(self, text: str, *, kinds: Sequence[str] = (), limit: int = 20, offset: int = 0) -> SearchResult:
        """Return the things that have the words of a text, in any order, perhaps as beginnings.

        Args:
            text: What a person typed, whatever it is.
            kinds: The kinds wanted; none means all.
            limit: How many to return at most.
            offset: How many to leave out; the first 1,000 can be reached.
        """
        found = self._found(words.asked(text), kinds, MAX_HITS, MAX_HITS)
        if not found.numbers:
            found = self._having_most(words.asked(text), kinds)
        is_cut = len(found.numbers) == MAX_HITS and not found.is_partial
        total = self._total(found.words, kinds) if is_cut else len(found.numbers)
        hits = self._hits(found.numbers[max(offset, 0) :][: max(limit, 0)])
        corrected = " ".join(found.words) if hits and found.words != words.asked(text) else ""
        return SearchResult(total, hits, corrected, found.is_partial)

    def suggest(self, text: str, limit: int = 8, *, kinds: Sequence[str] = ()) -> list[Hit]:
        """Return what a person may mean who is still typing."""
        return list(self._hits(self._found(words.asked(text), kinds, _CANDIDATES, 1).numbers[: max(limit, 0)]))

    def counts(self, text: str) -> dict[str, int]:
        """Return how many things of each kind `find` would find, if any."""
        found = {kind: self._total(words.asked(text), (kind,)) for kind in self.kinds()}
        return {kind: number for kind, number in found.items() if number}

    @property
    def size(self) -> int:
        """How large it is, in bytes."""
        return int(self._rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0][0])

    def with_pages(self, page: Callable[[str], str]) -> bytes:
        """Return a copy that says where the page of each IRI stands, for a site that is searched in the browser."""
        places = [(number, page(iri)) for number, iri in self._rows("SELECT id, iri FROM entry")]
        hidden = self._rows("SELECT id FROM main.entry EXCEPT SELECT id FROM entry")
        with closing(sqlite3.connect(":memory:")) as copy:
            self._database.backup(copy)
            copy.execute("CREATE TABLE page (entry INTEGER PRIMARY KEY, path TEXT NOT NULL)")
            copy.executemany("INSERT INTO page VALUES (?, ?)", places)
            copy.executemany("DELETE FROM entry WHERE id = ?", hidden)
            copy.executemany("DELETE FROM exact WHERE entry = ?", hidden)
            copy.commit()
            return copy.serialize()

    def kinds(self) -> dict[str, int]:
        """Return how many things there are of each kind, by kind, in the order of `KINDS`."""
        return dict(self._kinds)

    def count(self, kind: str) -> int:
        """Return how many things there are of a kind."""
        return self._kinds.get(kind, 0)

    def about(self, iri: str) -> Hit | None:
        """Return what an IRI stands for, if the index has it."""
        rows = self._rows(f"SELECT {_HIT} FROM entry WHERE iri = ?", iri)
        return Hit(*rows[0]) if rows else None

    def detail(self, iri: str) -> str:
        """One line that tells what an IRI stands for from others of its name, if the index has it."""
        hit = self.about(iri)
        return hit.detail if hit else ""

    def best(self, kind: str, limit: int) -> tuple[Hit, ...]:
        """Return the things of a kind of which the graph says most; people with a profile come first."""
        return tuple(
            Hit(*row) for row in self._rows(f"SELECT {_HIT} FROM entry WHERE kind = ? ORDER BY id LIMIT ?", kind, limit)
        )

    def letters(self, kind: str, chosen: Mapping[str, str] | None = None) -> dict[str, int]:
        """Return how many things of a kind stand under each letter; `#` is for those that begin with none."""
        where, values = self._chosen(kind, chosen)
        return dict(self._rows(f"SELECT letter, count(*) FROM entry WHERE {where} GROUP BY letter", *values))

    def listing(
        self,
        kind: str,
        chosen: Mapping[str, str] | None = None,
        *,
        letter: str | None = None,
        is_newest_first: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> SearchResult:
        """Return things of a kind in alphabetical order, or what is still to appear, then by year, the undated last."""
        where, values = self._chosen(kind, chosen, letter)
        total = self._rows(f"SELECT count(*) FROM entry WHERE {where}", *values)[0][0]
        order = _NEWEST if is_newest_first else "letter, place"
        page = f"SELECT {_HIT} FROM entry WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
        rows = self._rows(page, *values, max(limit, 0), min(max(offset, 0), 1 << 40))
        return SearchResult(total, tuple(map(Hit._make, rows)))

    def in_order(self, kind: str, text: str = "") -> list[tuple[int, str]]:
        """Return number and IRI of all things of a kind that have the words of a text, in the order of `listing`."""
        asked = words.asked(text)
        having, matching = "", []
        if asked:
            having = "AND id IN (SELECT rowid FROM names WHERE names MATCH ?)"
            matching = [words.question(self._readings(asked), (kind,), columns=words.ANYWHERE)]
        return self._rows(f"SELECT id, iri FROM entry WHERE kind = ? {having} ORDER BY letter, place", kind, *matching)

    def iris(self, numbers: Sequence[int]) -> list[str]:
        """Return the IRIs of things by their numbers, in that order."""
        return [hit.iri for hit in self._hits(numbers)]

    def names(self, kind: str) -> list[tuple[str, str]]:
        """Return IRI and name of all things of a kind."""
        return self._rows("SELECT iri, name FROM entry WHERE kind = ?", kind)

    def named(self, text: str, kind: str) -> list[str]:
        """Return the IRIs of the things of a kind that have a text as one of their names, whatever its spelling."""
        statement = "SELECT iri FROM exact JOIN entry ON id = entry WHERE key = ? AND kind = ? ORDER BY id"
        return [iri for (iri,) in self._rows(statement, words.key(" ".join(words.asked(text))), kind)]

    def facets(
        self, kind: str, chosen: Mapping[str, str] | None = None, *, letter: str | None = None
    ) -> dict[str, tuple[FacetCount, ...]]:
        """Return the values by which a list can be narrowed, the commonest or the latest first, at most 50 a facet."""
        where, values = self._chosen(kind, chosen, letter)
        counted = (
            "SELECT facet.facet, facet.value, facet.label, count(*) AS number FROM entry_facet JOIN facet "
            f"ON facet.id = entry_facet.facet WHERE entry_facet.entry IN (SELECT id FROM entry WHERE {where}) "
            "GROUP BY facet.id ORDER BY number DESC, facet.label, facet.value"
        )
        found: dict[str, list[FacetCount]] = {facet: [] for facet in FACETS.get(kind, ())}
        for facet, value, label, number in self._rows(counted, *values):
            found.setdefault(facet, []).append(FacetCount(value, label, number))
        if "year" in found:
            found["year"].sort(reverse=True)
        return {facet: tuple(counts[:_FACET_VALUES]) for facet, counts in found.items() if counts}

    def values(self, kind: str) -> list[tuple[str, str, str, str]]:
        """Return facet, value and label of each thing of a kind for each of its values, with its IRI."""
        return self._rows(
            "SELECT facet.facet, facet.value, facet.label, entry.iri FROM facet JOIN entry_facet "
            "ON entry_facet.facet = facet.id JOIN entry ON entry.id = entry_facet.entry WHERE entry.kind = ? "
            "ORDER BY facet.facet, facet.value, facet.label, entry.id",
            kind,
        )

    def _chosen(self, kind: str, chosen: Mapping[str, str] | None, letter: str | None = None) -> tuple[str, list[Any]]:
        of_facet = (
            "id IN (SELECT entry FROM entry_facet JOIN facet ON facet.id = entry_facet.facet "
            "WHERE facet.facet = ? AND facet.value = ?)"
        )
        picked = sorted((chosen or {}).items())
        conditions = ["kind = ?", *[of_facet] * len(picked), *(["letter = ?"] if letter is not None else [])]
        values = [kind, *(text for pair in picked for text in pair), *([letter] if letter is not None else [])]
        return " AND ".join(conditions), values

    def _total(self, asked: Sequence[str], kinds: Sequence[str]) -> int:
        if not asked:
            return 0
        matching = words.question(self._readings(asked), kinds, columns=words.ANYWHERE)
        return int(self._rows(f"SELECT count(*) FROM names WHERE names MATCH ?{self._hidden}", matching)[0][0])

    def _readings(self, asked: Sequence[str]) -> list[Sequence[str]]:
        several = list(words.readings(asked))
        if not self._has_any([[joined] for _, joined in several]):
            return [asked]
        return [asked, *(reading for reading, joined in several if self._has_any([[joined]]))]

    def _has_any(self, readings: Sequence[Sequence[str]], kinds: Sequence[str] = ()) -> bool:
        return bool(readings and self._matching(words.question(readings, kinds, columns=words.ANYWHERE), 1))

    def _found(self, asked: Sequence[str], kinds: Sequence[str], most: int, enough: int) -> _Found:
        """Return what has all words, or else all words that are near them."""
        found = self._ranked(asked, kinds, most, enough)
        mended: list[str] = []
        if not found.numbers:
            known = self._known(asked)
            is_enough = known != asked and self._has_any([known], kinds)
            mended = known if is_enough else self._mended(asked, known, lambda trial: self._total(trial, kinds))
        # Words of several authors of one work may be those of a member whose name was mistyped.
        elif len(asked) > 1 and not found.is_named and self._members and not any(map(str.isdecimal, asked)):
            mended = self._mended(asked, asked, lambda trial: self._naming_members(trial, kinds))
        return self._ranked(mended, kinds, most, enough) if mended else found

    def _ranked(
        self,
        asked: Sequence[str],
        kinds: Sequence[str],
        most: int,
        enough: int,
        telling: Sequence[tuple[str, bool]] = (),
    ) -> _Found:
        """Return the things that have all words, or most of those that are telling, as `ranking.sql` ranks them."""
        if not asked:
            return _Found(asked, [])
        readings = self._readings(asked)
        having = partial(words.question, readings, kinds)
        rows = self._rows(
            RANKING,
            begun=having(),
            whole=having(prefix=False),
            known=having(columns=words.ANYWHERE),
            fully=having(columns=words.ANYWHERE, prefix=False),
            words=json.dumps(telling),
            keys=json.dumps([words.key(" ".join(reading)) for reading in readings]),
            kinds=json.dumps([*kinds]),
            members=self._members,
            others=self._others,
            most=most,
            enough=enough,
        )
        return _Found(asked, [number for number, _ in rows], is_named=any(is_named for _, is_named in rows))

    def _naming_members(self, asked: Sequence[str], kinds: Sequence[str]) -> int:
        first = self._matching(words.question([asked], kinds, prefix=False), 1)
        return int(bool(first) and first[0] <= self._members)

    def _mended(self, asked: Sequence[str], known: Sequence[str], fitting: Callable[[list[str]], int]) -> list[str]:
        """Return words that are known with the best one in place of any that was typed, or nothing."""
        trials = [
            [*known[:place], *near.split(), *known[place + 1 :]]
            for place, word in enumerate(asked)
            for near in self._near(word)
        ]
        best = max(trials, key=fitting, default=[])
        return best if best and fitting(best) else []

    def _known(self, asked: Sequence[str]) -> list[str]:
        near = (each if self._has_any([[each]]) else next(iter(self._near(each)), each) for each in asked)
        return " ".join(near).split()

    def _near(self, word: str) -> list[str]:
        """Return the words that differ from one in a letter, and the two that it may be, the most common first."""
        hashes = [crc32(left.encode()) for left in words.deletions(word)]
        slips = sorted({found for (found,) in self._in("SELECT word FROM slip WHERE hash IN", hashes)})
        near = [found for found in slips if found != word and words.one_slip(word, found)]
        near = near or [" ".join(pair) for pair in words.halves(word) if self._matching(words.phrase(pair), 1)]
        return sorted(near, key=lambda found: -self._total(found.split(), ()))[:_NEAR] if len(near) > 1 else near

    def _having_most(self, asked: Sequence[str], kinds: Sequence[str]) -> _Found:
        """Return what has most of the words, mended; among equals what has the rarest."""
        known = self._known(asked)
        telling = [
            (words.question([[word]], kinds, columns=words.ANYWHERE, prefix=len(word) >= words.LONG), word in asked)
            for word in known
            if word not in words.SMALL
        ]
        found = self._ranked(known, kinds, MAX_HITS, MAX_HITS, telling)
        return found._replace(is_partial=bool(found.numbers))

    def _hits(self, numbers: Sequence[int]) -> tuple[Hit, ...]:
        rows = {row[0]: Hit(*row[1:]) for row in self._in(f"SELECT id, {_HIT} FROM entry WHERE id IN", numbers)}
        return tuple(rows[number] for number in numbers)

    def _matching(self, question: str, most: int) -> list[int]:
        asked = f"SELECT rowid FROM names WHERE names MATCH ?{self._hidden} ORDER BY rowid LIMIT ?"
        found = self._rows(asked, question, most)
        return [number for (number,) in found]

    def _in(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self._rows(f"{statement} ({', '.join('?' * len(values))})", *values)

    def _rows(self, statement: str, *values: Any, **named: Any) -> list[tuple[Any, ...]]:
        try:
            return self._database.execute(statement, named or [*map(_safe, values)]).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the search index cannot answer: {error}", hint="build again: kg build") from error


def _safe(value: Any) -> Any:
    # What is asked may hold halves of surrogate pairs, which no database takes.
    return value.encode(errors="replace").decode() if isinstance(value, str) else value
