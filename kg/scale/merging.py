"""Make a release of what was built on a cluster: the parts one behind the other, in a store, with a search index."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kg import search
from kg.errors import Problem, ReadError
from kg.release import DUMP, INPUTS, MANIFEST, SEARCH, Release
from kg.scale.writing import GRAPH
from kg.staging import staged

if TYPE_CHECKING:
    from hashlib import _Hash

_HINT = "copy the directory again, whole, from where it was built"
_PIECE = 1 << 20


def merged(directory: Path, out: Path) -> Release:
    """Return a release that holds a graph that was built on a cluster.

    Its dump is what the embedded engine makes of the same project, but sorted and without double lines.

    Args:
        directory: The parts and their manifest, on this machine.
        out: Where the release goes, as with a build.

    Raises:
        ReadError: If the directory is not one that a build made, or a part is not as it was written.
        ReleaseError: If OUT cannot be written.
    """
    manifest = _read_manifest(directory)
    parts = [directory / GRAPH / part["name"] for part in manifest["parts"]]
    with staged(out) as staging:
        staging.load_texts(_lines(parts, [part["sha256"] for part in manifest["parts"]]))
        inputs = directory / INPUTS
        staging.write(INPUTS, inputs.read_text(encoding="utf-8") if inputs.exists() else "")
        search.write(staging.path / DUMP, manifest["base"], staging.path / SEARCH)
        told = {key: value for key, value in manifest.items() if key not in ("parts", "warnings", "registry_added")}
        return staging.publish({**told, "dump": staging.dump}, out)


def _read_manifest(directory: Path) -> Mapping[str, Any]:
    path = directory / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(manifest, dict) or not isinstance(manifest.get("parts"), list):
            raise ReadError(Problem("this is not the manifest of a graph that was built on Spark", path, hint=_HINT))
    except FileNotFoundError as error:
        hint = "give the directory that 'kg build --engine spark' printed"
        raise ReadError(Problem("there is no manifest here", directory, hint=hint)) from error
    except (OSError, ValueError) as error:
        raise ReadError(Problem(f"cannot be read: {error}", path, hint=_HINT)) from error
    return manifest


def _lines(paths: Sequence[Path], hashes: Sequence[str]) -> Iterator[str]:
    """Yield the lines of all parts, many at a time, and check each part once it was read."""
    for path, expected in zip(paths, hashes, strict=True):
        try:
            with path.open("rb") as file:
                digest = sha256()
                yield from _texts(file, path.suffix == ".gz", digest)
        except (OSError, zlib.error, EOFError) as error:
            raise ReadError(Problem(f"cannot be read: {error}", path, hint=_HINT)) from error
        if digest.hexdigest() != expected:
            raise ReadError(Problem("the part is not as it was written", path, hint=_HINT))


def _texts(file: IO[bytes], packed: bool, digest: "_Hash") -> Iterator[str]:
    """Yield the text of a part in pieces of whole lines, and put its bytes into a hash on the way."""
    unpack = zlib.decompressobj(wbits=31).decompress if packed else bytes
    held = b""
    while piece := file.read(_PIECE):
        digest.update(piece)
        lines, newline, held = (held + unpack(piece)).rpartition(b"\n")
        yield (lines + newline).decode()
    if held:
        raise EOFError("it ends within a line")
