"""All that an index holds, in order, for who writes it down in another form."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple


class Named(NamedTuple):
    """A thing and all by which it is found.

    Attributes:
        number: Its place by rank; 1 is the best known.
        iri: What it is.
        kind: Of what kind.
        name: What it is called.
        detail: One line about it.
        others: The words of its other names and spellings, in their order.
        keys: Its names as `kg.search.words.key` writes them.
    """

    number: int
    iri: str
    kind: str
    name: str
    detail: str
    others: tuple[str, ...]
    keys: tuple[str, ...]


class Contents:
    """What stands in an index, read row by row."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        # The vocabulary of a full-text index is a table that is made where it is read; it is not written down.
        database.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.occurrence USING fts5vocab(main, names, instance)")

    def things(self) -> Iterator[Named]:
        """Yield all things, the best known first."""
        words = "SELECT doc, term FROM temp.occurrence WHERE col = 'others' ORDER BY doc, offset"
        others = _Grouped(self._database.execute(words))
        keys = _Grouped(self._database.execute("SELECT entry, key FROM exact ORDER BY entry, key"))
        rows = self._database.execute("SELECT id, iri, kind, name, detail FROM entry ORDER BY id")
        for number, iri, kind, name, detail in rows:
            yield Named(number, iri, kind, name, detail, others.take(number), keys.take(number))

    def words(self) -> Iterator[tuple[str, int]]:
        """Yield each word with the number of each thing that has it, in the order of the bytes of the words."""
        yield from self._database.execute(
            "SELECT DISTINCT term, doc FROM temp.occurrence WHERE col <> 'kind' ORDER BY term, doc"
        )


class _Grouped:
    """Texts by the number that stands before them, read along with something else that goes by these numbers."""

    def __init__(self, rows: Iterator[tuple[int, str]]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    def take(self, number: int) -> tuple[str, ...]:
        """Return the texts of a number; numbers are asked in their order."""
        if self._next is None or self._next[0] != number:
            return ()
        found = tuple(text for _, text in self._next[1])
        self._next = next(self._groups, None)
        return found
