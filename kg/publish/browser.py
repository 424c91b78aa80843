"""Files with which a browser searches and queries a site without a server."""

import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from kg.publish import apache
from kg.publish.tree import Tree, file_name
from kg.site.templating import ASSETS
from kg.store.graph import DUMP_TITLE, NQUADS, Graph
from kg.store.hosting import Download
from kg.store.release import DUMP, Release
from kg.store.search import words
from kg.store.search.writing import IndexedThing

# The data of a site, as a browser takes them in: the dump in pieces that any host accepts, and a list of them.

MANIFEST = "graph.json"
ENGINE = "vendor/oxigraph.wasm.gz"
"""The engine that asks the data, below the assets."""
MAX_PIECE = 20_000_000
"""Bytes of a piece: some hosts refuse files of more than 25 MB, and a failed transfer is soon made good."""

_CHUNK = 1 << 20


@dataclass(frozen=True)
class Piece:
    """A file with a part of the dump.

    Attributes:
        path: Below the site's root.
        bytes: Its size.
        sha256: Its hash.
    """

    path: str
    bytes: int
    sha256: str


def write_data(graph: Graph, site: Tree, max_piece: int = MAX_PIECE) -> tuple[Download, ...]:
    """Write the dump of a release into a site, in one piece or in several, and the list of them, and return them.

    Raises:
        ReleaseError: If they cannot be written.
    """
    dump = graph.release.path / DUMP
    pieces, blank = [], False
    for path, packed, has_blank in _whole(dump) if dump.stat().st_size <= max_piece else _cut(dump, max_piece):
        site.write(path, packed)
        pieces.append(_piece(path, packed))
        blank = blank or has_blank
    site.write(MANIFEST, _manifest(graph.release, pieces, blank=blank))
    titles = [f"{DUMP_TITLE}, part {number} of {len(pieces)}" for number in range(1, len(pieces) + 1)]
    return tuple(
        Download(each.path, title if len(pieces) > 1 else DUMP_TITLE, NQUADS, each.bytes, each.sha256)
        for each, title in zip(pieces, titles, strict=True)
    )


def _manifest(release: Release, pieces: list[Piece], *, blank: bool) -> bytes:
    """Return what the store in the browser has to know.

    `blank` says whether there are blank nodes, which keep their identity only if all is loaded at once.
    """
    engine = ASSETS / ENGINE
    graph = {
        "quads": release.manifest["counts"]["quads"],
        "bytes": release.manifest["dump"]["bytes"],
        "packed": sum(piece.bytes for piece in pieces),
        "sha256": release.manifest["dump"]["sha256"],
        "blank": blank,
        "pieces": [asdict(piece) for piece in pieces],
    }
    listed: dict[str, Any] = {"release": release.path.name, "graph": graph}
    if engine.exists():
        listed["engine"] = asdict(_piece(f"assets/{ENGINE}", engine.read_bytes()))
    return json.dumps(listed, indent=1).encode() + b"\n"


def _piece(path: str, packed: bytes) -> Piece:
    return Piece(path, len(packed), sha256(packed).hexdigest())


def _whole(dump: Path) -> Iterator[tuple[str, bytes, bool]]:
    """Yield the dump as it is: its path, its bytes, and whether it has blank nodes."""
    yield DUMP, dump.read_bytes(), any(map(_has_blank, _lines(dump)))


def _cut(dump: Path, max_piece: int) -> Iterator[tuple[str, bytes, bool]]:
    """Yield the dump in pieces, as `_whole` does; no more than a piece is held."""
    packer, packed, blank, number = _packer(), bytearray(), False, 1
    for lines in _lines(dump):
        packed += packer.compress(lines)
        blank = blank or _has_blank(lines)
        if len(packed) > max_piece - _CHUNK:  # what the packer still holds is less than a chunk
            yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush(), blank
            packer, packed, number = _packer(), bytearray(), number + 1
    yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush(), blank


def _packer() -> "zlib._Compress":
    return zlib.compressobj(6, wbits=31)  # 31: gzip, without name and time


def _lines(dump: Path) -> Iterator[bytes]:
    """Yield the text of a dump in parts that end where a line ends."""
    unpacker, rest = zlib.decompressobj(wbits=31), b""
    with dump.open("rb") as file:
        while packed := file.read(_CHUNK >> 3):
            text = rest + unpacker.decompress(packed)
            end = text.rfind(b"\n") + 1
            rest = text[end:]
            yield text[:end]
    if rest:
        yield rest


def _has_blank(lines: bytes) -> bool:
    """Tell whether there may be blank nodes in some lines; a text may look like one, which costs memory only."""
    return lines.startswith(b"_:") or b"\n_:" in lines or b" _:" in lines


# The names of all things as small files, so that a script finds what is called so without a server.

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


def write_names(graph: Graph, site: Tree) -> None:
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
            yield self._leaf(prefix_file_name(prefix), numbers)
            return
        self.begun[prefix_file_name(prefix)] = len(numbers)
        ended = [number for word, number in found if word == prefix]
        yield self._file(prefix_file_name(prefix), numbers, self._best(numbers, ended))
        if ended:
            yield self._leaf(f"{prefix_file_name(prefix)}-", ended)
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


def prefix_file_name(prefix: bytes) -> str:
    """Return the name of the file of a beginning, without its suffix.

    >>> prefix_file_name(b"lov"), prefix_file_name("李".encode())
    ('lov', '_e69d8e')
    """
    return prefix.decode() if prefix.isalnum() else f"_{prefix.hex()}"


def _text(graph: Graph, thing: IndexedThing, kinds: Sequence[str]) -> bytes:
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


# The service worker of a site: it keeps what was seen for use without a network, and answers `sparql`.

SERVICE_WORKER = "sw.js"

_PAGES = ("", "404.html", "describe/", "query/")
"""The pages that work from the data alone."""
_SCRIPTS = ("keeping.js",)
_ENDPOINT = ("problems.js", "reading.js", "negotiation.js", "store.js", "protocol.js", "answering.js")
_ENGINE_SCRIPT = "vendor/oxigraph.js"
_TEXT = """\
// The service worker of this site, made by kg publish. See assets/browser/keeping.js.
const VERSION = {version};
const SHELL = {shell};
importScripts({scripts});
"""


def write_service_worker(graph: Graph, site: Tree) -> None:  # noqa: ARG001  (a writer)
    """Write the service worker into a site; without the engine it answers no queries.

    Raises:
        ReleaseError: If it cannot be written.
    """
    scripts = [f"assets/browser/{name}" for name in _SCRIPTS]
    if (ASSETS / ENGINE).exists():
        scripts += [f"assets/{_ENGINE_SCRIPT}", *(f"assets/browser/{name}" for name in _ENDPOINT)]
    text = _TEXT.format(
        version=json.dumps(sha256(site.origin.encode()).hexdigest()[:16]),
        # One file that is not there, and a browser installs nothing.
        shell=json.dumps([path for path in (*_PAGES, *_shell()) if file_name(path) in site.files], indent=1),
        scripts=", ".join(map(json.dumps, scripts)),
    )
    site.write(SERVICE_WORKER, text.encode())


def _shell() -> Iterator[str]:
    """Yield the files that pages are made with, without the large ones: those are kept when a page has used them."""
    for path in sorted(ASSETS.rglob("*")):
        name = path.relative_to(ASSETS).as_posix()
        if path.is_file() and (not name.startswith("vendor/") or name == _ENGINE_SCRIPT):
            yield f"assets/{name}"


# What a site holds besides its pages and their documents, each from a module of its own.

NO_JEKYLL = ".nojekyll"
"""Tells GitHub Pages to take the files as they are."""


def assets(graph: Graph, site: Tree) -> None:  # noqa: ARG001  (a writer)
    """Write what all pages refer to: style, scripts, icons."""
    for path in sorted(ASSETS.rglob("*")):
        if path.is_file():
            site.write(f"assets/{path.relative_to(ASSETS).as_posix()}", path.read_bytes())
    site.write(NO_JEKYLL, b"")


WRITERS: Sequence[Callable[[Graph, Tree], None]] = (
    assets,
    apache.write_dataset,
    write_names,
    apache.write_htaccess,
    apache.write_w3id,
    write_service_worker,
)
"""In this order: a later one may tell of what the former ones wrote."""
