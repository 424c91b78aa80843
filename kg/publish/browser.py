"""Files with which a browser searches and queries a site without a server."""

import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, NamedTuple

from kg.publish import apache
from kg.publish.tree import SiteTree, file_name
from kg.site.templating import ASSETS
from kg.store.graph import DUMP_TITLE, NQUADS, Graph
from kg.store.hosting import Download
from kg.store.release import DUMP, Release
from kg.store.search import words
from kg.store.search.writing import IndexedThing

MANIFEST = "graph.json"
ENGINE = "vendor/oxigraph.wasm.gz"
"""The SPARQL engine, below the assets."""
MAX_PIECE = 20_000_000
"""Bytes of a part of the dump: some hosts refuse files of more than 25 MB, and a failed transfer is soon repeated."""

_CHUNK = 1 << 20


class DumpPart(NamedTuple):
    """A file with a part of the dump: its path below the site's root, its size in bytes and its hash."""

    path: str
    bytes: int
    sha256: str


def write_data(graph: Graph, site: SiteTree, max_piece: int = MAX_PIECE) -> tuple[Download, ...]:
    """Write the dump of a release into a site, in one file or in several, and their list, and return them.

    Raises:
        ReleaseError: If they cannot be written.
    """
    dump = graph.release.path / DUMP
    pieces = []
    if dump.stat().st_size <= max_piece:
        files: Iterable[tuple[str, bytes]] = [(DUMP, dump.read_bytes())]
    else:
        files = _cut(dump, max_piece)
    for path, packed in files:
        site.write(path, packed)
        pieces.append(_part(path, packed))
    # Blank nodes keep their identity only if all is loaded at once. A text may look like one, which costs memory only.
    blank = any(lines.startswith(b"_:") or b"\n_:" in lines or b" _:" in lines for lines in _lines(dump))
    site.write(MANIFEST, _manifest(graph.release, pieces, blank=blank))
    titles = [f"{DUMP_TITLE}, part {number} of {len(pieces)}" for number in range(1, len(pieces) + 1)]
    return tuple(
        Download(each.path, title if len(pieces) > 1 else DUMP_TITLE, NQUADS, each.bytes, each.sha256)
        for each, title in zip(pieces, titles, strict=True)
    )


def _manifest(release: Release, pieces: list[DumpPart], *, blank: bool) -> bytes:
    engine = ASSETS / ENGINE
    graph = {
        "quads": release.manifest["counts"]["quads"],
        "bytes": release.manifest["dump"]["bytes"],
        "packed": sum(piece.bytes for piece in pieces),
        "sha256": release.manifest["dump"]["sha256"],
        "blank": blank,
        "pieces": [piece._asdict() for piece in pieces],
    }
    listed: dict[str, Any] = {"release": release.path.name, "graph": graph}
    if engine.exists():
        listed["engine"] = _part(f"assets/{ENGINE}", engine.read_bytes())._asdict()
    return json.dumps(listed, indent=1).encode() + b"\n"


def _part(path: str, packed: bytes) -> DumpPart:
    return DumpPart(path, len(packed), sha256(packed).hexdigest())


def _cut(dump: Path, max_piece: int) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the parts of a dump; no more than one part is held."""
    packer, packed, number = _packer(), bytearray(), 1
    for lines in _lines(dump):
        packed += packer.compress(lines)
        if len(packed) > max_piece - _CHUNK:  # what the packer still holds is less than a chunk
            yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush()
            packer, packed, number = _packer(), bytearray(), number + 1
    yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush()


def _packer() -> "zlib._Compress":
    return zlib.compressobj(6, wbits=31)  # 31: gzip, without name and time


def _lines(dump: Path) -> Iterator[bytes]:
    """Yield the text of a dump in chunks of whole lines."""
    unpacker, rest = zlib.decompressobj(wbits=31), b""
    with dump.open("rb") as file:
        while packed := file.read(_CHUNK >> 3):
            text = rest + unpacker.decompress(packed)
            end = text.rfind(b"\n") + 1
            rest = text[end:]
            yield text[:end]
    if rest:
        yield rest


# Search without a server: the names of all things in small files, one for each prefix of words.

OVERVIEW = "search/names.json"
"""Lists the files of prefixes."""
LARGEST = 200_000
"""How large a file of names may be, in bytes."""
_MAX_PREFIX = 12
_BEST = 64  # of each kind, in files that cannot hold all


def write_names(graph: Graph, site: SiteTree) -> None:
    """Write the names of all things into a site."""
    for path, body in NameFiles(graph).files():
        site.write(path, body)


class NameFiles:
    """The files of names of one release.

    The overview counts the things of each prefix: in `whole` if its file holds all of them, in `begun` if it holds the
    best known and those of longer prefixes the rest, in `cut` if nothing holds the rest.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._kinds = tuple(graph.index.kinds())
        self._kind_of: list[int] = []
        self._texts: list[bytes] = []
        self._counts: dict[str, dict[str, int]] = {"whole": {}, "begun": {}, "cut": {}}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, the overview last."""
        contents = self._graph.index.contents()
        length = 0
        for thing in contents.things():
            self._kind_of.append(self._kinds.index(thing.kind))
            self._texts.append(self._text(thing))
            length += len(words.spaced(thing.name).split()) + len(thing.others) + 1
        found = ((word.encode(), number) for word, number in contents.words())
        for first, begun in groupby(found, key=lambda pair: pair[0][:1]):
            yield from self._split(first, list(begun))
        total = len(self._texts)
        mean = round(length / total, 6) if total else 0
        overview = {"base": self._graph.base, "kinds": self._kinds, "things": total, "length": mean}
        yield OVERVIEW, _json(overview | self._counts)

    def _text(self, thing: IndexedThing) -> bytes:
        """Return a thing as the files write it: kind, path, name, note, number; further words and keys, if any."""
        keys = [key for key in thing.keys if key != words.key(thing.name)]
        path, kind = self._graph.path(thing.iri), self._kinds.index(thing.kind)
        fields: list[object] = [kind, path, thing.name, thing.detail, thing.number]
        if thing.others or keys:
            fields.append(" ".join(thing.others))
        if keys:
            fields.append(keys)
        return _json(fields)

    def _split(self, prefix: bytes, found: Sequence[tuple[bytes, int]]) -> Iterator[tuple[str, bytes]]:
        """Yield the file of a prefix, and those of longer ones if it cannot hold all.

        Args:
            prefix: The first bytes of words.
            found: The words, sorted, with the numbers of the things that have them.
        """
        name = prefix_file_name(prefix)
        numbers = sorted({number for _, number in found})
        if sum(len(self._texts[number - 1]) for number in numbers) <= LARGEST or len(prefix) >= _MAX_PREFIX:
            yield self._leaf(name, numbers)
            return
        self._counts["begun"][name] = len(numbers)
        ended = [number for word, number in found if word == prefix]
        yield self._file(name, numbers, self._best(numbers, ended))
        if ended:
            yield self._leaf(f"{name}-", ended)
        length = len(prefix)
        longer = (pair for pair in found if len(pair[0]) > length)
        for byte, part in groupby(longer, key=lambda pair: pair[0][length : length + 1]):
            yield from self._split(prefix + byte, list(part))

    def _leaf(self, name: str, numbers: Sequence[int]) -> tuple[str, bytes]:
        shown = self._that_fit(numbers)
        self._counts["whole" if len(shown) == len(numbers) else "cut"][name] = len(numbers)
        return self._file(name, numbers, shown)

    def _file(self, name: str, numbers: Sequence[int], shown: Sequence[int]) -> tuple[str, bytes]:
        counts = Counter(self._kind_of[number - 1] for number in numbers)
        totals = _json([counts[kind] for kind in range(len(self._kinds))])
        things = b",\n".join(self._texts[number - 1] for number in shown)
        return f"search/names/{name}.json", b'{"totals":%b,"things":[\n%b\n]}\n' % (totals, things)

    def _best(self, numbers: Iterable[int], ended: Iterable[int]) -> list[int]:
        """Return the best known things of each kind, and those that have the prefix as a whole word."""
        counts: Counter[tuple[bool, int]] = Counter()
        best: set[int] = set()
        for is_ended, several in ((False, numbers), (True, ended)):
            for number in several:
                group = is_ended, self._kind_of[number - 1]
                counts[group] += 1
                if counts[group] <= _BEST:
                    best.add(number)
        return self._that_fit(sorted(best))

    def _that_fit(self, numbers: Sequence[int]) -> list[int]:
        """Return the first ones that a file can hold."""
        sizes = accumulate(len(self._texts[number - 1]) for number in numbers)
        return [number for number, size in zip(numbers, sizes, strict=True) if size <= LARGEST]


def prefix_file_name(prefix: bytes) -> str:
    """Return the name of the file of a prefix, without its suffix.

    >>> prefix_file_name(b"lov"), prefix_file_name("李".encode())
    ('lov', '_e69d8e')
    """
    return prefix.decode() if prefix.isalnum() else f"_{prefix.hex()}"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# The service worker: it keeps pages for use without a network, and answers SPARQL queries.

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


def write_service_worker(graph: Graph, site: SiteTree) -> None:  # noqa: ARG001  (a writer)
    """Write the service worker into a site; without the engine it answers no queries."""
    scripts = [f"assets/browser/{name}" for name in _SCRIPTS]
    if (ASSETS / ENGINE).exists():
        scripts += [f"assets/{_ENGINE_SCRIPT}", *(f"assets/browser/{name}" for name in _ENDPOINT)]
    names = (path.relative_to(ASSETS).as_posix() for path in sorted(ASSETS.rglob("*")) if path.is_file())
    # Large files are kept when a page has used them.
    shell = (f"assets/{name}" for name in names if not name.startswith("vendor/") or name == _ENGINE_SCRIPT)
    text = _TEXT.format(
        version=json.dumps(sha256(site.origin.encode()).hexdigest()[:16]),
        # If one file is missing, a browser installs nothing.
        shell=json.dumps([path for path in (*_PAGES, *shell) if file_name(path) in site.files], indent=1),
        scripts=", ".join(map(json.dumps, scripts)),
    )
    site.write(SERVICE_WORKER, text.encode())


def assets(graph: Graph, site: SiteTree) -> None:  # noqa: ARG001  (a writer)
    """Write styles, scripts and icons."""
    for path in sorted(ASSETS.rglob("*")):
        if path.is_file():
            site.write(f"assets/{path.relative_to(ASSETS).as_posix()}", path.read_bytes())
    site.write(".nojekyll", b"")  # tells GitHub Pages to take the files as they are


WRITERS: Sequence[Callable[[Graph, SiteTree], None]] = (
    assets,
    apache.write_dataset,
    write_names,
    apache.write_htaccess,
    apache.write_w3id,
    write_service_worker,
)
"""In this order: the service worker lists what the others wrote."""
