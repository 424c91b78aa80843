"""A release that lies in a SPARQL endpoint, read as one reads a release on disk.

`address` says where an endpoint is. `store` asks it for quads, many patterns in one request (`patterns`).
`rounds` lets code that was written for a store at hand be answered by one that is far away: it is run with
what is known, what it missed is asked for all at once, and it is run again until it misses nothing. `copying`
keeps on disk what an endpoint does not answer quickly: what the release is called (`marker`), and its search
index.
"""

import json
import os
import shutil
import time
from collections.abc import Set
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode

from kg.base.errors import ReleaseError, StoreError
from kg.base.progress import SILENT, Progress
from kg.base.version import __version__
from kg.store.dataset import described
from kg.store.endpoint.batching import BatchingStore
from kg.store.endpoint.store import Endpoint, EndpointClient, EndpointQuery, EndpointStore
from kg.store.release import MANIFEST, SEARCH, Release, declaration_in, open_release
from kg.store.remote.addresses import Marker, read_markers
from kg.store.search.facts import indexed, searched
from kg.store.search.index import Index
from kg.store.search.writing import write
from kg.store.staging import Staging, staged
from kg.store.store import QueryDataset

# Which release an endpoint holds, where it lies there, and how that is kept on disk.

_FILE = "endpoint.json"


def find_marker(asker: EndpointClient, base: str | None = None) -> Marker | None:
    """Return what an endpoint says of the release in it, if it says anything."""
    found = list(read_markers(asker))
    meant = [marker for marker in found if base in (None, marker.base)]
    if len(meant) == 1 or not found:
        return next(iter(meant), None)
    bases = ", ".join(marker.base for marker in found)
    message = "the endpoint holds several releases" if base is None else f"the endpoint holds no release of {base}"
    raise StoreError(f"{message}; there are {bases}", hint="name the base of the one that is meant: --base")


def dataset(marker: Marker | None) -> QueryDataset | None:
    """Return the graphs of a release, where the endpoint's default graph is something else."""
    return QueryDataset((marker.facts,), (marker.evidence,)) if marker and marker.facts else None


def store_of_release(asker: EndpointClient, marker: Marker | None) -> EndpointStore:
    """Return the store of a release; neither its marker nor what a push is just bringing is a part of it."""
    return EndpointStore(asker, dataset(marker), (NamedNode(marker.evidence),) if marker else None)


def write_marker(marker: Marker | None) -> tuple[str, str]:
    """Return the name and the text of the file that says of a release on disk which one it is at its endpoint."""
    return _FILE, json.dumps(asdict(marker) if marker else None)


def read(release: Path) -> Marker | None:
    """Return what the file says in the directory of a release; None if the endpoint says nothing."""
    try:
        said = json.loads((release / _FILE).read_text(encoding="utf-8"))
        return Marker(**said) if said else None
    except (OSError, ValueError, TypeError) as error:
        raise ReleaseError(f"the release in {release} is of no endpoint", hint="serve it without --endpoint") from error


# What is kept on disk of a release in an endpoint: all but its triples.

# How many names an index is made from; of more it would take hours, and more memory than a server has
MOST_NAMES = 3_000_000
UNMARKED_SECONDS = 3_600.0  # after which time an endpoint without a marker is read anew

_KEPT = 2
_TEXT = "names.nt"
_NAMES = "SELECT (COUNT(*) AS ?n) { ?thing <https://schema.org/name> ?name }"
_SECONDS, _MOST_BYTES = 900.0, 2 << 30  # of one of the dozen answers that an index is made from


def copied(endpoint: Endpoint, directory: Path, progress: Progress = SILENT) -> Release:
    """Return the release that an endpoint holds now; what is kept of it on disk is made if it is not there.

    Args:
        endpoint: The endpoint.
        directory: Where its releases are kept; `directory/current` leads to the one that is returned.
        progress: Shows what is being done.

    Raises:
        StoreError: If the endpoint does not answer, or holds several releases and none of them is meant.
        ReleaseError: If the directory cannot be written.
    """
    marker = find_marker(endpoint.asker(), endpoint.base)
    kept = _kept(directory)
    if kept is not None and _is_current(kept, marker):
        return kept
    with staged(directory) as prepared:
        store = store_of_release(endpoint.asker(_MOST_BYTES, _SECONDS), marker)
        manifest = _fill(prepared, store, marker, endpoint, progress)
        release = prepared.publish(manifest, directory)
    # Let the release bear the day on which it was made, not that on which it was copied.
    if marker:
        with suppress(ValueError):
            noon = datetime.fromisoformat(f"{marker.day}T12:00:00+00:00").timestamp()
            os.utime(release.path / MANIFEST, (noon, noon))
    _clear(release)
    return release


def store_of(release: Release, endpoint: Endpoint) -> BatchingStore:
    """Return the store of a release that `copied` gave."""
    return BatchingStore(store_of_release(endpoint.asker(), read(release.path)))


def _fill(
    prepared: Staging, store: EndpointStore, marker: Marker | None, endpoint: Endpoint, progress: Progress
) -> dict[str, Any]:
    # Write what is kept on disk, and return the manifest that belongs to it.
    manifest: dict[str, Any] = json.loads(marker.manifest) if marker else _manifest(store, endpoint)
    declaration = declaration_in(manifest)
    _write_names(store, prepared.workdir / _TEXT, indexed(searched(declaration).properties), progress)
    write(prepared.workdir / _TEXT, manifest["base"], prepared.path / SEARCH, declaration)
    prepared.write(*write_marker(marker))
    if not marker:
        manifest["counts"] = Index.open(prepared.path / SEARCH).kinds() | {"quads": len(store)}
    return manifest


def _write_names(store: EndpointStore, path: Path, asked: Set[str], progress: Progress) -> None:
    # Write the triples that an index is made from as N-Triples; none of a graph that is too large for one.
    counted = (row["n"] for row in store.answer(EndpointQuery(_NAMES)).rows())
    number = sum(int(count.value) for count in counted if isinstance(count, Literal))
    predicates = sorted(asked) if number <= MOST_NAMES else []
    with path.open("w", encoding="utf-8") as file:
        for predicate in progress.track("asking for names", predicates, len(predicates)):
            answer = store.answer(EndpointQuery(f"SELECT ?s ?o {{ ?s <{predicate}> ?o }}"))
            file.writelines(f"{row['s']} <{predicate}> {row['o']} .\n" for row in answer.rows())


def _kept(directory: Path) -> Release | None:
    try:
        return open_release(directory)
    except ReleaseError:
        return None


def _is_current(kept: Release, marker: Marker | None) -> bool:
    try:
        same = read(kept.path) == marker
    except ReleaseError:
        return False
    age = time.time() - (kept.path / MANIFEST).stat().st_mtime
    return same and (marker is not None or age < UNMARKED_SECONDS)


def _manifest(store: EndpointStore, endpoint: Endpoint) -> dict[str, Any]:
    # The manifest of what no push has put there; each reading is a release of its own.
    base, title, license_ = described(store)
    return {
        "kg": __version__,
        "base": endpoint.base or base,
        "title": title or "Knowledge graph",
        "license": license_,
        "read": datetime.now(UTC).isoformat(),
        "validated": False,
        "results": {},
    }


def _clear(release: Release) -> None:
    # Remove what was kept of older releases than the last one, which may still be served.
    others = [path for path in release.path.parent.iterdir() if path.is_dir() and path != release.path]
    for old in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
