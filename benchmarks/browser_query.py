"""Measure the query page of a published site in headless Chromium: when it is ready, and what it takes.

    python benchmarks/browser_query.py [--profiles 330] [--runs 5]

Ready is when the engine is loaded and the first answer is shown, from the moment of navigation, in a fresh browser
context each time: no cache, no service worker. Memory is the engine's WebAssembly memory with the graph in it, and
the script heap of the page; beside it stands the private memory of the renderer process less that of an empty page,
which also counts compiled code, what was unpacked and not collected yet, and what the drawing of the page takes.
The site is served by `http.server` of this machine; what a network takes comes on top: see the bytes.
"""

import argparse
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright
from synthetic import write_project

from kg.pipeline.build import build
from kg.profile.config import read_project
from kg.publish import browser as besides
from kg.publish import browser as data
from kg.publish import tree
from kg.site.site import Site
from kg.store.hosting import Hosting
from kg.store.release import Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MEGABYTE = 1e6
HEAP = "() => performance.memory?.usedJSHeapSize ?? 0"
SIZE = "async () => (await opening).size()"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info")


class Figures(NamedTuple):
    """What one visit took: seconds, and megabytes."""

    ready: float
    engine: float
    page: float
    process: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--profiles", type=int, default=330, help="330 give about 131,000 quads, 80,000 facts")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    with TemporaryDirectory() as directory:
        root = Path(directory)
        write_project(arguments.profiles, root / "project", as_yaml=False)
        built = build(read_project(root / "project"), root / "release")
        if built.release is None:
            raise SystemExit("the project does not conform")
        site = publish_query_page(built.release, root / "site")
        print(f"{built.release.manifest['counts']['quads']:,} quads; {sizes(site)}")
        with served(site) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
            report([visit(browser, address) for _ in range(arguments.runs)])
            browser.close()


def publish_query_page(release: Release, root: Path) -> Path:
    """Write what the query page needs: the other pages have no part in this."""
    hosting = Hosting(is_static=True)
    site, pages = tree.prepare(root, "benchmark"), Site(release, hosting)
    data.write_data(pages.graph, site)
    besides.assets(pages.graph, site)
    for path in ("query/", "vocabulary.json"):
        site.write(path, pages.page(path, {}).body)
    return root


def sizes(site: Path) -> str:
    """Return how much is fetched of what, in a sentence."""
    engine = (site / "assets" / "vendor" / "oxigraph.wasm.gz").stat().st_size
    graph = sum(path.stat().st_size for path in site.glob("graph*.nq.gz"))
    return f"the engine has {engine / MEGABYTE:.1f} MB and the graph {graph / MEGABYTE:.1f} MB on the way"


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Serve files, and yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A plain web server that says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def visit(browser: "Browser", address: str) -> Figures:
    """Open the query page anew, ask the query that stands there, and measure."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.goto("about:blank")
        before = renderers(browser)
        begin = perf_counter()
        page.goto(f"{address}/query/", wait_until="commit")
        page.wait_for_selector("[data-script]:not([hidden]) >> nth=0", state="attached")
        page.click("#query-form button.primary")
        page.wait_for_selector("table.result tbody tr")
        ready = perf_counter() - begin
        page.wait_for_timeout(500)
        return Figures(
            ready,
            page.workers[0].evaluate(SIZE) / MEGABYTE,
            page.evaluate(HEAP) / MEGABYTE,
            (renderers(browser) - before) / MEGABYTE,
        )


def renderers(browser: "Browser") -> int:
    """Return the private bytes of all processes that hold pages (Linux)."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(private(each["id"]) for each in processes if each["type"] == "renderer")


def private(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(int(size) * 1024 for size in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE))


def report(visits: list[Figures]) -> None:
    for number, name in enumerate(Figures._fields):
        values = [each[number] for each in visits]
        unit = "s" if name == "ready" else "MB"
        print(f"{name:10}{median(values):8.2f} {unit:3} (from {min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    main()
