"""The service worker of a site: it keeps what was seen for use without a network, and answers `sparql`.

It stands at the root, where it may serve the whole site; what it does is in `assets/browser/`. Its text changes
with whatever the site is made from, so that browsers notice a new publication and drop what they kept.
"""

import json
from collections.abc import Iterator
from hashlib import sha256

from kg.pages import ASSETS
from kg.pages.graph import Graph
from kg.publishing.data import ENGINE
from kg.publishing.tree import Tree, file_name

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


def write(graph: Graph, site: Tree) -> None:  # noqa: ARG001  (a writer)
    """Write the service worker into a site; without the engine it answers no queries.

    Raises:
        ReleaseError: If it cannot be written.
    """
    scripts = [f"assets/browser/{name}" for name in _SCRIPTS]
    if (ASSETS / ENGINE).exists():
        scripts += [f"assets/{_ENGINE_SCRIPT}", *(f"assets/browser/{name}" for name in _ENDPOINT)]
    text = _TEXT.format(
        version=json.dumps(sha256(site.origin.encode()).hexdigest()[:16]),
        # One file that is not there, and a browser installs nothing.
        shell=json.dumps([path for path in (*_PAGES, *_shell()) if file_name(path) in site.files], indent=1),
        scripts=", ".join(map(json.dumps, scripts)),
    )
    site.write(SERVICE_WORKER, text.encode())


def _shell() -> Iterator[str]:
    """Yield the files that pages are made with, without the large ones: those are kept when a page has used them."""
    for path in sorted(ASSETS.rglob("*")):
        name = path.relative_to(ASSETS).as_posix()
        if path.is_file() and (not name.startswith("vendor/") or name == _ENGINE_SCRIPT):
            yield f"assets/{name}"
