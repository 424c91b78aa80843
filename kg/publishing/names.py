"""The names of all things as small files, so that a script finds what is called so without a server.

Each thing stands in the file of each of its words, and a file holds the words that begin alike: a query needs the
file of one of its words, whose things hold all that tells whether they have the other words too. Where more
begins so than a file should hold, it holds the best known, and how many there are; the rest stands in the files
of longer beginnings. The script that reads them is `assets/names.js`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kg.pages.graph import Graph
from kg.publishing.tree import Tree
from kg.search import words
from kg.search.contents import Named

FOLDER = "search/names/"
"""Where the files of beginnings are."""
OVERVIEW = "search/names.json"
"""What says which there are."""

LARGEST = 200_000
"""How large a file may be, in bytes."""
_DEEPEST = 12
_BEST = 64

Found = Sequence[tuple[bytes, int]]
"""Words, sorted, with the numbers of things that have them."""


def write(graph: Graph, site: Tree) -> None:
    """Write the names of all things into a site."""
    for path, body in Names().files(graph):
        site.write(path, body)


@dataclass
class Names:
    """The files of one release.

    Attributes:
        whole: How many things there are for each beginning whose file holds all of them.
        begun: How many there are for those whose file holds the best known, and longer ones hold the rest.
        cut: How many there are for those whose file holds the best known, and nothing holds the rest.
    """

    whole: dict[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    _kinds: tuple[str, ...] = ()
    _of_kind: list[int] = field(default_factory=list)
    _texts: list[bytes] = field(default_factory=list)

    def files(self, graph: Graph) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, the overview last."""
        self._kinds = tuple(graph.index.kinds())
        contents = graph.index.contents()
        length = 0
        for thing in contents.things():
            self._of_kind.append(self._kinds.index(thing.kind))
            self._texts.append(_text(graph, thing, self._kinds))
            length += len(words.spaced(thing.name).split()) + len(thing.others) + 1
        found = ((word.encode(), number) for word, number in contents.words())
        for _, begun in groupby(found, key=lambda pair: pair[0][:1]):
            part = list(begun)
            yield from self._split(part[0][0][:1], part)
        yield OVERVIEW, self._overview(graph.base, length)

    def _overview(self, base: str, length: int) -> bytes:
        """Return what the script reads first: where what is, and how long names are in the mean."""
        total = len(self._texts)
        mean = round(length / total, 6) if total else 0
        return _json({
            "base": base, "kinds": self._kinds, "things": total, "length": mean, "whole": self.whole,
            "begun": self.begun, "cut": self.cut,
        })  # fmt: skip

    def _split(self, prefix: bytes, found: Found) -> Iterator[tuple[str, bytes]]:
        """Yield the file of a beginning, and those of longer ones if it cannot hold all."""
        numbers = sorted({number for _, number in found})
        if self._size(numbers) <= LARGEST or len(prefix) >= _DEEPEST:
            yield self._leaf(file_name(prefix), numbers)
            return
        self.begun[file_name(prefix)] = len(numbers)
        ended = [number for word, number in found if word == prefix]
        yield self._file(file_name(prefix), numbers, self._best(numbers, ended))
        if ended:
            yield self._leaf(f"{file_name(prefix)}-", ended)
        place = len(prefix)
        longer = (pair for pair in found if len(pair[0]) > place)
        for byte, part in groupby(longer, key=lambda pair: pair[0][place : place + 1]):
            yield from self._split(prefix + byte, list(part))

    def _leaf(self, name: str, numbers: Sequence[int]) -> tuple[str, bytes]:
        shown = self._that_fit(numbers)
        (self.whole if len(shown) == len(numbers) else self.cut)[name] = len(numbers)
        return self._file(name, numbers, shown)

    def _file(self, name: str, numbers: Sequence[int], shown: Sequence[int]) -> tuple[str, bytes]:
        counts = Counter(self._of_kind[number - 1] for number in numbers)
        totals = _json([counts[kind] for kind in range(len(self._kinds))])
        things = b",\n".join(self._texts[number - 1] for number in shown)
        return f"{FOLDER}{name}.json", b'{"totals":%b,"things":[\n%b\n]}\n' % (totals, things)

    def _best(self, numbers: Iterable[int], ended: Iterable[int]) -> list[int]:
        """Return the best known things of each kind, and those that have a beginning as a whole word."""
        counts: Counter[tuple[bool, int]] = Counter()
        best: set[int] = set()
        for is_ended, each in ((False, numbers), (True, ended)):
            for number in each:
                place = is_ended, self._of_kind[number - 1]
                counts[place] += 1
                if counts[place] <= _BEST:
                    best.add(number)
        return self._that_fit(sorted(best))

    def _that_fit(self, numbers: Sequence[int]) -> list[int]:
        """Return the first ones that a file can hold."""
        shown, size = [], 0
        for number in numbers:
            size += len(self._texts[number - 1])
            if size > LARGEST:
                break
            shown.append(number)
        return shown

    def _size(self, numbers: Iterable[int]) -> int:
        return sum(len(self._texts[number - 1]) for number in numbers)


def file_name(prefix: bytes) -> str:
    """Return the name of the file of a beginning, without its suffix.

    >>> file_name(b"lov"), file_name("李".encode())
    ('lov', '_e69d8e')
    """
    return prefix.decode() if prefix.isalnum() else f"_{prefix.hex()}"


def _text(graph: Graph, thing: Named, kinds: Sequence[str]) -> bytes:
    """Return a thing as the files write it: kind, path, name, note, number; further words and keys, if any."""
    keys = [key for key in thing.keys if key != words.key(thing.name)]
    fields: list[object] = [kinds.index(thing.kind), graph.path(thing.iri), thing.name, thing.detail, thing.number]
    if thing.others or keys:
        fields.append(" ".join(thing.others))
    if keys:
        fields.append(keys)
    return _json(fields)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
