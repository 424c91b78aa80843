"""The data of a site, as a browser takes them in: the dump in pieces that any host accepts, and a list of them.

graph.nq.gz                      a dump of at most 20 MB, as it is in the release
graph-0001.nq.gz …               a larger one: gzip files that end where a line ends; joined they are the dump
graph.json                       what there is, with sizes and hashes: read by assets/browser/store.js
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from kg.pages import ASSETS
from kg.pages.graph import DUMP_TITLE, NQUADS, Graph
from kg.pages.hosting import Download
from kg.publishing.tree import Tree
from kg.release import DUMP, Release

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


def write(graph: Graph, site: Tree, max_piece: int = MAX_PIECE) -> tuple[Download, ...]:
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
