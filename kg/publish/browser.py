"""Files with which a browser searches and queries a site without a server."""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from kg.publish import apache
from kg.publish.lists import write_lists
from kg.publish.tree import SiteTree, file_name
from kg.site.page import PageRequest
from kg.site.soundness import offered
from kg.site.templating import ASSETS, SEARCH_ENGINE, html, is_searched
from kg.store.dump import whole_lines
from kg.store.graph import DUMP_TITLE, NQUADS, Graph
from kg.store.hosting import Download
from kg.store.release import DUMP, SEARCH, Release
from kg.store.search.index import RANKING

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
    blank = any(lines.startswith(b"_:") or b"\n_:" in lines or b" _:" in lines for lines in whole_lines(dump))
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
    return _listing(listed)


def _listing(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, indent=1).encode() + b"\n"


def _part(path: str, packed: bytes) -> DumpPart:
    return DumpPart(path, len(packed), sha256(packed).hexdigest())


def _cut(dump: Path, max_piece: int) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the parts of a dump; no more than one part is held."""
    packer, packed, number = _packer(), bytearray(), 1
    for lines in whole_lines(dump):
        packed += packer.compress(lines)
        if len(packed) > max_piece - _CHUNK:  # what the packer still holds is less than a chunk
            yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush()
            packer, packed, number = _packer(), bytearray(), number + 1
    yield f"graph-{number:04}.nq.gz", bytes(packed) + packer.flush()


def _packer() -> "zlib._Compress":
    return zlib.compressobj(6, wbits=31)  # 31: gzip, without name and time


# Search: an engine that asks the index of the release by the statement with which a server asks it.


def write_search(graph: Graph, site: SiteTree) -> None:
    """Write the index, the statement that ranks, and the list of what a search takes, if the pages search.

    Raises:
        ReleaseError: If they cannot be written.
    """
    if not is_searched(graph):
        return
    index, ranking = gzip.compress(offered(graph).with_pages(graph.path), mtime=0), RANKING.encode()
    site.write(f"{SEARCH}.gz", index)
    site.write("ranking.sql", ranking)
    engine = SEARCH_ENGINE.relative_to(ASSETS).as_posix()
    files = {
        "engine": _part(f"assets/{engine}", SEARCH_ENGINE.read_bytes()),
        "index": _part(f"{SEARCH}.gz", index),
        "ranking": _part("ranking.sql", ranking),
    }
    site.write("search.json", _listing({name: part._asdict() for name, part in files.items()}))


# The service worker: it keeps pages for use without a network, and answers SPARQL queries.

SERVICE_WORKER = "sw.js"

_PAGES = ("", "404.html", "describe/", "query/", "queries/", "api/queries.json")
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


def write_dataset(graph: Graph, site: SiteTree) -> None:
    """Write the page at the IRI of the data set, which leads to the first page, as a server does."""
    path = graph.dataset.removeprefix(graph.base)
    if graph.base and graph.dataset.startswith(graph.base) and re.fullmatch("[a-z0-9-]+", path):
        site.write(f"{path}/", html(graph, PageRequest(f"{path}/"), "dataset.html").body)


WRITERS: Sequence[Callable[[Graph, SiteTree], None]] = (
    assets,
    write_dataset,
    write_search,
    write_lists,
    apache.write_files,
    write_service_worker,
)
"""In this order: the service worker lists what the others wrote."""
