"""The following worker: looks whether an endpoint holds another release, and copies its files to disk.

Run as `python -m kg.server.following DIRECTORY ENDPOINT`. It is a process of its own, since making a search
index takes the interpreter for seconds.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import KgError
from kg.server.workers.sandbox import Sandbox
from kg.server.workers.serving import serve
from kg.store.endpoint.copying import copied
from kg.store.endpoint.store import Endpoint, ask_nobody_else


def look(endpoint: Endpoint, directory: Path) -> tuple[Mapping[str, Any], bytes]:
    """Return the name of the release that the endpoint holds, or what is wrong."""
    try:
        return {"release": copied(endpoint, directory).path.name}, b""
    except KgError as error:
        return {"problem": str(error)}, b""


def main(directory: str, endpoint: str) -> None:
    """Look at an endpoint each time the parent asks for it."""
    ask_nobody_else()
    known = Endpoint.read(endpoint)
    serve(lambda *_: look(known, Path(directory)), Sandbox(sockets=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
