"""What is kept on disk of a release in an endpoint: all but its triples.

The directory is one of releases like any other, with a manifest and a search index, but without store and
dump: who follows releases on disk follows those of an endpoint too. The index is made at the start and with
each new release, from few questions that an endpoint answers in one go, since lists, facets and search
while typing ask it many times a page, and no two engines search texts alike.
"""

import json
import os
import shutil
import time
from collections.abc import Set
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import kg
from kg import search
from kg.dataset import described
from kg.endpoint import marker as markers
from kg.endpoint.address import Endpoint
from kg.endpoint.rounds import Rounds
from kg.endpoint.store import EndpointStore, Question
from kg.errors import ReleaseError
from kg.formats import Literal
from kg.progress import SILENT, Progress
from kg.release import MANIFEST, SEARCH, Release, declaration_in, open_release
from kg.remote.marker import Marker
from kg.search import Index, searched
from kg.search.facts import indexed
from kg.staging import Staging, staged

MOST_NAMES = 3_000_000
"""How many names an index is made from; of more it would take hours, and more memory than a server has."""
UNMARKED_SECONDS = 3_600.0
"""After which time an endpoint without a marker is read anew."""

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
    marker = markers.held(endpoint.asker(), endpoint.base)
    kept = _kept(directory)
    if kept is not None and _is_current(kept, marker):
        return kept
    with staged(directory) as prepared:
        store = markers.store(endpoint.asker(_MOST_BYTES, _SECONDS), marker)
        manifest = _fill(prepared, store, marker, endpoint, progress)
        release = prepared.publish(manifest, directory)
    _date(release, marker)
    _clear(release)
    return release


def store_of(release: Release, endpoint: Endpoint) -> Rounds:
    """Return the store of a release that `copied` gave.

    Raises:
        ReleaseError: If it is another release.
    """
    return Rounds(markers.store(endpoint.asker(), markers.read(release.path)))


def _fill(
    prepared: Staging, store: EndpointStore, marker: Marker | None, endpoint: Endpoint, progress: Progress
) -> dict[str, Any]:
    """Write what is kept on disk, and return the manifest that belongs to it."""
    manifest: dict[str, Any] = json.loads(marker.manifest) if marker else _manifest(store, endpoint)
    declaration = declaration_in(manifest)
    _write_names(store, prepared.workdir / _TEXT, indexed(searched(declaration).properties), progress)
    search.write(prepared.workdir / _TEXT, manifest["base"], prepared.path / SEARCH, declaration)
    prepared.write(*markers.write(marker))
    if not marker:
        manifest["counts"] = Index.open(prepared.path / SEARCH).kinds() | {"quads": len(store)}
    return manifest


def _write_names(store: EndpointStore, path: Path, asked: Set[str], progress: Progress) -> None:
    """Write the triples that an index is made from as N-Triples; none of a graph that is too large for one."""
    counted = (row["n"] for row in store.answer(Question(_NAMES)).rows())
    number = sum(int(count.value) for count in counted if isinstance(count, Literal))
    predicates = sorted(asked) if number <= MOST_NAMES else []
    with path.open("w", encoding="utf-8") as file:
        for predicate in progress.track("asking for names", predicates, len(predicates)):
            answer = store.answer(Question(f"SELECT ?s ?o {{ ?s <{predicate}> ?o }}"))
            file.writelines(f"{row['s']} <{predicate}> {row['o']} .\n" for row in answer.rows())


def _kept(directory: Path) -> Release | None:
    try:
        return open_release(directory)
    except ReleaseError:
        return None


def _is_current(kept: Release, marker: Marker | None) -> bool:
    try:
        same = markers.read(kept.path) == marker
    except ReleaseError:
        return False
    age = time.time() - (kept.path / MANIFEST).stat().st_mtime
    return same and (marker is not None or age < UNMARKED_SECONDS)


def _manifest(store: EndpointStore, endpoint: Endpoint) -> dict[str, Any]:
    """Return the manifest of what no push has put there; each reading is a release of its own."""
    base, title, license_ = described(store)
    return {
        "kg": kg.__version__,
        "base": endpoint.base or base,
        "title": title or "Knowledge graph",
        "license": license_,
        "read": datetime.now(UTC).isoformat(),
        "validated": False,
        "results": {},
    }


def _date(release: Release, marker: Marker | None) -> None:
    """Let the release bear the day on which it was made, not that on which it was copied."""
    if marker:
        with suppress(ValueError):
            noon = datetime.fromisoformat(f"{marker.day}T12:00:00+00:00").timestamp()
            os.utime(release.path / MANIFEST, (noon, noon))


def _clear(release: Release) -> None:
    """Remove what was kept of older releases than the last one, which may still be served."""
    others = [path for path in release.path.parent.iterdir() if path.is_dir() and path != release.path]
    for old in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
