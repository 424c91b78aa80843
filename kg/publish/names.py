"""Search without a server: all names in files of words and files of things, which assets/names.js reads."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from kg.publish.tree import SiteTree
from kg.store.graph import Graph
from kg.store.search import words
from kg.store.search.writing import IndexedThing, WordUse

OVERVIEW = "search/names.json"
"""Says what the files are: where each begins, and which numbers are those of members and of sources."""
KINDS = "search/kinds.json"
"""The kinds of all things by their numbers, a character each."""
LARGEST = 200_000
"""How large a file of words may be, in bytes; one of things has a quarter, for few of its things are wanted at once."""
LISTED = 2_000
"""How many things are listed for one word, or for one beginning of words: the best known ones."""

_PREFIXES = (1, 2, 3)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_names(graph: Graph, site: SiteTree) -> None:
    """Write the names of all things into a site."""
    for path, body in NameFiles(graph).files():
        site.write(path, body)


class NameFiles:
    """The files of names of one release."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._index = graph.index
        self._kinds = tuple(graph.index.kinds())

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, the overview last."""
        index = self._index
        overview: dict[str, object] = {
            "base": self._graph.base,
            "kinds": self._kinds,
            "members": index.members,
            "files": index.count_but_files,
            "small": sorted(words.SMALL),
        }
        kinds: list[int] = []
        for folder, rows, most in (("things", self._things(kinds), LARGEST // 4), ("words", self._words(), LARGEST)):
            starts: list[object] = []
            for start, body in _cut(rows, most):
                yield f"search/{folder}/{len(starts)}.json", body
                starts.append(start)
            overview[folder] = starts
        yield KINDS, _json("".join(_DIGITS[kind] for kind in kinds))
        yield OVERVIEW, _json(overview)

    def _things(self, kinds: list[int]) -> Iterator[tuple[int, list[object]]]:
        for thing in self._index.contents().things():
            kinds.append(self._kinds.index(thing.kind))
            yield thing.number, self._fields(thing)

    def _fields(self, thing: IndexedThing) -> list[object]:
        """Return a thing as the files write it: kind, path, name, note; further words and keys, if any."""
        keys = [key for key in thing.keys if key != words.key(thing.name)]
        fields = [self._kinds.index(thing.kind), self._graph.path(thing.iri), thing.name, thing.detail]
        further = [" ".join(thing.others), *([keys] if keys else [])]
        return [*fields, *further] if any(further) else fields

    def _words(self) -> Iterator[tuple[str, list[object]]]:
        """Yield words with the numbers of the things called so and of those known by them, as scripts order texts."""
        uses = sorted(self._index.contents().words(), key=lambda use: use.word.encode("utf-16-be"))
        rows = [(word, _listed(several)) for word, several in groupby(uses, key=itemgetter(0))]
        # One letter would need many files.
        for length in _PREFIXES:
            for prefix, several in groupby(uses, key=lambda use: use.word[:length]):
                row = _listed(several)
                if len(row) > _WHOLE:
                    rows.append((f"{prefix}*", row))
        rows.sort(key=lambda row: row[0].encode("utf-16-be"))
        yield from ((word, [word, *row]) for word, row in rows)


_WHOLE = 2  # parts of a row that lists all


def _listed(uses: Iterable[WordUse]) -> list[object]:
    """Return the numbers of things by name and beside it, and a 0 if not all are listed."""
    named: set[int] = set()
    beside: set[int] = set()
    for use in uses:
        (beside if use.is_beside else named).add(use.number)
    parts = [sorted(named), sorted(beside - named)]
    cut = [part[:LISTED] for part in parts]
    return [*cut, *([0] if cut != parts else [])]


def _cut(rows: Iterable[tuple[Any, list[object]]], most: int) -> Iterator[tuple[Any, bytes]]:
    """Yield the start and the content of each file of rows."""
    start: Any = None
    held: list[bytes] = []
    size = 0
    for key, row in rows:
        text = _json(row)
        if held and size + len(text) > most:
            yield start, _file(held)
            held, size = [], 0
        start = start if held else key
        held.append(text)
        size += len(text) + 2
    if held:
        yield start, _file(held)


def _file(rows: list[bytes]) -> bytes:
    return b"[\n%b\n]\n" % b",\n".join(rows)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
