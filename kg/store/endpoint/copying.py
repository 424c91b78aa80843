"""Keep on disk what an endpoint does not answer quickly: the manifest and the search index of its release.

A copy is a release without triples: `store_of` answers from the endpoint for these, a batch of lookups at a time.
"""

import json
import os
import shutil
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode

from kg.base.errors import ReleaseError
from kg.base.progress import SILENT, Progress
from kg.base.version import __version__
from kg.store.dataset import described
from kg.store.endpoint.batching import BatchingStore
from kg.store.endpoint.store import Endpoint, EndpointClient, EndpointQuery, EndpointStore
from kg.store.release import MANIFEST, SEARCH, Release, declaration_in, open_release
from kg.store.remote import marker as markers
from kg.store.remote.marker import Marker
from kg.store.search.facts import indexed, searched
from kg.store.search.index import Index
from kg.store.search.writing import write
from kg.store.staging import Staging, staged

MOST_NAMES = 3_000_000  # an index of more would take hours, and more memory than a server has
UNMARKED_SECONDS = 3_600.0  # after which an endpoint without a marker is copied again

_COPIES = 2  # the last one may still be served
_TRIPLES = "names.nt"
_NAMES = "SELECT (COUNT(*) AS ?n) { ?thing <https://schema.org/name> ?name }"
_SECONDS, _MOST_BYTES = 900.0, 2 << 30  # of one of the dozen answers that an index is made from


def store_of_release(asker: EndpointClient, marker: Marker | None) -> EndpointStore:
    """Return the store of a release; neither its marker nor a push under way is a part of it."""
    return EndpointStore(asker, markers.dataset(marker), (NamedNode(marker.evidence),) if marker else None)


def store_of(release: Release, endpoint: Endpoint) -> BatchingStore:
    """Return the store of a copy that `copied` made."""
    return BatchingStore(store_of_release(endpoint.asker(), markers.read(release.path)))


def copied(endpoint: Endpoint, directory: Path, progress: Progress = SILENT) -> Release:
    """Return a copy of the release that an endpoint holds now, made unless there is one; `directory/current` names it.

    Raises:
        StoreError: If the endpoint does not answer, or holds several releases and none of them is meant.
        ReleaseError: If the directory cannot be written.
    """
    marker = markers.find_marker(endpoint.asker(), endpoint.base)
    with suppress(ReleaseError):
        former = open_release(directory)
        age = time.time() - (former.path / MANIFEST).stat().st_mtime
        if markers.read(former.path) == marker and (marker or age < UNMARKED_SECONDS):
            return former
    with staged(directory) as staging:
        store = store_of_release(endpoint.asker(_MOST_BYTES, _SECONDS), marker)
        release = staging.publish(_fill(staging, store, marker, endpoint, progress), directory)
    if marker:  # its date is the day of the release, not of the copy
        with suppress(ValueError):
            noon = datetime.fromisoformat(f"{marker.day}T12:00:00+00:00").timestamp()
            os.utime(release.path / MANIFEST, (noon, noon))
    others = [path for path in release.path.parent.iterdir() if path.is_dir() and path != release.path]
    for old in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[_COPIES - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    return release


def _fill(
    staging: Staging, store: EndpointStore, marker: Marker | None, endpoint: Endpoint, progress: Progress
) -> dict[str, Any]:
    """Write the files of a copy, and return its manifest."""
    manifest: dict[str, Any] = json.loads(marker.manifest) if marker else _manifest(store, endpoint)
    declaration = declaration_in(manifest)
    triples = staging.workdir / _TRIPLES
    numbers = (row["n"] for row in store.answer(EndpointQuery(_NAMES)).rows())
    named = sum(int(number.value) for number in numbers if isinstance(number, Literal))
    predicates = sorted(indexed(searched(declaration).properties)) if named <= MOST_NAMES else []
    with triples.open("w", encoding="utf-8") as file:
        for predicate in progress.track("asking for names", predicates, len(predicates)):
            answer = store.answer(EndpointQuery(f"SELECT ?s ?o {{ ?s <{predicate}> ?o }}"))
            file.writelines(f"{row['s']} <{predicate}> {row['o']} .\n" for row in answer.rows())
    write(triples, manifest["base"], staging.path / SEARCH, declaration)
    staging.write(*markers.written(marker))
    if not marker:
        manifest["counts"] = Index.open(staging.path / SEARCH).kinds() | {"quads": len(store)}
    return manifest


def _manifest(store: EndpointStore, endpoint: Endpoint) -> dict[str, Any]:
    # No push put it there: its time makes each copy a release of its own.
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
