"""Which release an endpoint holds, where it lies there, and how that is kept on disk."""

import json
from dataclasses import asdict
from pathlib import Path

from kg.endpoint.address import Asker
from kg.endpoint.store import EndpointStore
from kg.errors import ReleaseError, StoreError
from kg.formats import NamedNode
from kg.remote.marker import Marker, read_markers
from kg.store import Dataset

_FILE = "endpoint.json"


def held(asker: Asker, base: str | None = None) -> Marker | None:
    """Return what an endpoint says of the release in it, if it says anything.

    Args:
        asker: Asks the endpoint.
        base: The base of the release that is meant, where there are several.

    Raises:
        StoreError: If the endpoint does not answer, or holds several releases and none of them is meant.
    """
    found = list(read_markers(asker))
    meant = [marker for marker in found if base in (None, marker.base)]
    if len(meant) == 1 or not found:
        return next(iter(meant), None)
    bases = ", ".join(marker.base for marker in found)
    message = "the endpoint holds several releases" if base is None else f"the endpoint holds no release of {base}"
    raise StoreError(f"{message}; there are {bases}", hint="name the base of the one that is meant: --base")


def dataset(marker: Marker | None) -> Dataset | None:
    """Return the graphs of a release, where the endpoint's default graph is something else."""
    return Dataset((marker.facts,), (marker.evidence,)) if marker and marker.facts else None


def store(asker: Asker, marker: Marker | None) -> EndpointStore:
    """Return the store of a release; neither its marker nor what a push is just bringing is a part of it."""
    return EndpointStore(asker, dataset(marker), (NamedNode(marker.evidence),) if marker else None)


def write(marker: Marker | None) -> tuple[str, str]:
    """Return the name and the text of the file that says of a release on disk which one it is at its endpoint."""
    return _FILE, json.dumps(asdict(marker) if marker else None)


def read(release: Path) -> Marker | None:
    """Return what the file says in the directory of a release; None if the endpoint says nothing.

    Raises:
        ReleaseError: If the release is of no endpoint.
    """
    try:
        said = json.loads((release / _FILE).read_text(encoding="utf-8"))
        return Marker(**said) if said else None
    except (OSError, ValueError, TypeError) as error:
        raise ReleaseError(f"the release in {release} is of no endpoint", hint="serve it without --endpoint") from error
