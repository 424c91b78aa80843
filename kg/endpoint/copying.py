"""What is kept on disk of a release in an endpoint: all but its triples.

The directory is one of releases like any other, with a manifest and a search index, but without store and
dump: who follows releases on disk follows those of an endpoint too. The index is made at the start and with
each new release, from a dozen questions that an endpoint answers in one go, since lists, facets and search
while typing ask it many times a page, and no two engines search texts alike.
"""

import json
import os
import shutil
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import kg
from kg import search
from kg.dataset import described
from kg.endpoint.address import Endpoint
from kg.endpoint.marker import Marker, read_marker
from kg.endpoint.rounds import Rounds
from kg.endpoint.store import EndpointStore
from kg.errors import ReleaseError
from kg.progress import SILENT, Progress
from kg.release import MANIFEST, SEARCH, Release, open_release, staging
from kg.search import Index

UNMARKED_SECONDS = 3_600.0
"""After which time an endpoint without a marker is read anew."""

_ACCESS = "endpoint.json"
_KEPT = 2


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
    marker = read_marker(endpoint.asker(), endpoint.base)
    kept = _kept(directory)
    if kept is not None and _is_current(kept, marker):
        return kept
    store = _store(endpoint, marker)
    with staging(directory) as prepared:
        progress.phase(f"asking {endpoint.address} for names")
        manifest = json.loads(marker.manifest) if marker.manifest else _manifest(store, marker, endpoint)
        search.write(store, manifest["base"], prepared.path / SEARCH)
        prepared.write(_ACCESS, json.dumps(asdict(marker)))
        if not marker.manifest:
            manifest["counts"] = Index.open(prepared.path / SEARCH).kinds() | {"quads": len(store)}
        release = prepared.publish(manifest, directory)
    _date(release, marker)
    _clear(release)
    return release


def store_of(release: Release, endpoint: Endpoint) -> Rounds:
    """Return the store of a release that `copied` gave.

    Raises:
        ReleaseError: If it is another release.
    """
    return Rounds(_store(endpoint, marker_of(release)))


def marker_of(release: Release) -> Marker:
    """Return what the endpoint said of a release that `copied` gave.

    Raises:
        ReleaseError: If it is another release.
    """
    try:
        return Marker(**json.loads((release.path / _ACCESS).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        message = f"the release in {release.path} is of no endpoint"
        raise ReleaseError(message, hint="serve it without --endpoint") from error


def _store(endpoint: Endpoint, marker: Marker) -> EndpointStore:
    return EndpointStore(endpoint.asker(), marker.dataset, marker.hidden)


def _kept(directory: Path) -> Release | None:
    try:
        return open_release(directory)
    except ReleaseError:
        return None


def _is_current(kept: Release, marker: Marker) -> bool:
    try:
        same = marker_of(kept) == marker
    except ReleaseError:
        return False
    age = time.time() - (kept.path / MANIFEST).stat().st_mtime
    return same and (bool(marker.release) or age < UNMARKED_SECONDS)


def _manifest(store: EndpointStore, marker: Marker, endpoint: Endpoint) -> dict[str, Any]:
    """Return the manifest of a release of which the endpoint says little or nothing itself."""
    base, title, license_ = described(store)
    read = {} if marker.release else {"read": datetime.now(UTC).isoformat(timespec="seconds")}
    return {
        "kg": kg.__version__,
        "base": endpoint.base or marker.base or base,
        "title": title or endpoint.address,
        "license": license_,
        "release": marker.release,
        "validated": False,
        "results": {},
        **read,
    }


def _date(release: Release, marker: Marker) -> None:
    """Let the release bear the day on which it was made, not that on which it was copied."""
    if marker.issued:
        with suppress(ValueError):
            noon = datetime.fromisoformat(f"{marker.issued}T12:00:00+00:00").timestamp()
            os.utime(release.path / MANIFEST, (noon, noon))


def _clear(release: Release) -> None:
    """Remove what was kept of older releases than the last one, which may still be served."""
    others = [path for path in release.path.parent.iterdir() if path.is_dir() and path != release.path]
    for old in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
