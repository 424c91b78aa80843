"""Search an index by name, by the beginning of a name, and by kind and facet.

Results are ordered: exact names, then all words, then beginnings of words; among equals people with a profile, then
what more links lead to. Words with one wrong letter are corrected only if nothing is found.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from kg.base.errors import StoreError
from kg.store.search import words
from kg.store.search.facts import FACETS, KINDS
from kg.store.search.writing import Contents

# ruff: noqa: S608  (all SQL is written here; input goes in as parameters)

MAX_HITS = 1_000
_CANDIDATES = 64  # ranked for suggestions
_FACET_VALUES = 50
_CORRECTIONS = 3  # of a word, that are counted
_HIT = "entry.iri, entry.kind, entry.name, entry.detail"


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


class FacetCount(NamedTuple):
    """The number of things with a value of a facet."""

    value: str
    label: str
    number: int


class Index:
    """A search index, for use from one thread."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        counted = dict(self._rows("SELECT kind, count(*) FROM entry GROUP BY kind ORDER BY kind"))
        ordered = [kind for kind in dict.fromkeys((*KINDS, *counted)) if kind in counted]
        self._kinds: dict[str, int] = {kind: counted[kind] for kind in ordered}
        self._files_after = sum(counted.values()) - counted.get("source", 0)  # sources have the last numbers

    @classmethod
    def open(cls, path: Path) -> "Index":
        """Open the index of a release for reading; many processes may do so at once.

        Raises:
            StoreError: If there is none, or it is damaged.
        """
        try:
            # Immutable: nobody writes to a release, so nothing need be locked.
            database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            return cls(database)
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
        asked = words.asked(text)
        total = self._total(asked, kinds)
        corrected: list[str] = []
        if not total and asked and (corrected := self._corrected(asked)):
            asked, total = corrected, self._total(corrected, kinds)
        if not total:
            return SearchResult(0, ())
        ranked = self._ranked(asked, kinds, MAX_HITS, weighed=True)
        return SearchResult(total, self._hits(ranked[max(offset, 0) :][: max(limit, 0)]), " ".join(corrected))

    def suggest(self, text: str, limit: int = 8, *, kinds: Sequence[str] = ()) -> list[Hit]:
        """Return what a person may mean who is still typing."""
        asked = words.asked(text)
        ranked = self._ranked(asked, kinds, _CANDIDATES)
        if not ranked and asked and (corrected := self._corrected(asked)):
            ranked = self._ranked(corrected, kinds, _CANDIDATES)
        return list(self._hits(ranked[: max(limit, 0)]))

    def counts(self, text: str) -> dict[str, int]:
        """Return how many things of each kind `find` would find, if any."""
        found = {kind: self._total(words.asked(text), (kind,)) for kind in self.kinds()}
        return {kind: number for kind, number in found.items() if number}

    def contents(self) -> Contents:
        """Return all that stands in the index."""
        return Contents(self._database)

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
        limit: int = 100,
        offset: int = 0,
    ) -> SearchResult:
        """Return things of a kind in alphabetical order."""
        where, values = self._chosen(kind, chosen, letter)
        total = self._rows(f"SELECT count(*) FROM entry WHERE {where}", *values)[0][0]
        page = f"SELECT {_HIT} FROM entry WHERE {where} ORDER BY letter, place LIMIT ? OFFSET ?"
        rows = self._rows(page, *values, max(limit, 0), min(max(offset, 0), 1 << 40))
        return SearchResult(total, tuple(map(Hit._make, rows)))

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
        matching = words.question(asked, kinds, prefix=True)
        return int(self._rows("SELECT count(*) FROM names WHERE names MATCH ?", matching)[0][0])

    def _ranked(self, asked: Sequence[str], kinds: Sequence[str], most: int, *, weighed: bool = False) -> list[int]:
        if not asked:
            return []
        key = words.key(" ".join(asked))
        exact = self._numbers("SELECT entry FROM exact WHERE key = ? ORDER BY entry LIMIT ?", key, most)
        matching = "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
        of_words = words.question(asked, kinds, prefix=False)
        if weighed:  # relevance is the less the better; numbers of entries are their ranks
            relevance = "SELECT rowid, bm25(names, 4.0, 1.0, 0.0) FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?"
            rows = sorted(self._rows(relevance, of_words, most), key=lambda row: row[1] + log(row[0]) / 2)
            whole = [number for number, _ in rows]
        else:
            whole = self._numbers(matching, of_words, most)
        begun = self._numbers(matching, words.question(asked, kinds, prefix=True), most)
        if kinds and exact:
            holes = ", ".join("?" * len(kinds))
            fitting = self._in(f"SELECT id FROM entry WHERE kind IN ({holes}) AND id IN", kinds, exact)
            exact = [number for number in exact if (number,) in fitting]
        ranked = dict.fromkeys((*exact, *whole, *begun))
        return sorted(ranked, key=lambda number: number > self._files_after)[:most]

    def _hits(self, numbers: Sequence[int]) -> tuple[Hit, ...]:
        rows = {row[0]: Hit(*row[1:]) for row in self._in(f"SELECT id, {_HIT} FROM entry WHERE id IN", (), numbers)}
        return tuple(rows[number] for number in numbers)

    def _corrected(self, asked: Iterable[str]) -> list[str]:
        corrected = []
        for word in asked:
            near: set[str] = set()
            if not self._total([word], ()):
                hashes = [crc32(left.encode()) for left in words.deletions(word)]
                near = {found for (found,) in self._in("SELECT word FROM slip WHERE hash IN", (), hashes)}
            close = sorted(found for found in near if words.one_slip(word, found))[:_CORRECTIONS]
            corrected.append(max(close, key=lambda found: self._total([found], ()), default=word))
        return corrected

    def _numbers(self, statement: str, *values: Any) -> list[int]:
        return [number for (number,) in self._rows(statement, *values)]

    def _in(self, statement: str, first: Sequence[Any], values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self._rows(f"{statement} ({', '.join('?' * len(values))})", *first, *values)

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        # What is asked may hold halves of surrogate pairs, which no database takes.
        safe = [value.encode(errors="replace").decode() if isinstance(value, str) else value for value in values]
        try:
            return self._database.execute(statement, safe).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the search index cannot answer: {error}", hint="build again: kg build") from error
