"""A browser that looks at the server of the sample; it is started once."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[browser]'")

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


# As long as these tests: while it is open, an event loop runs here, beside which others cannot.
@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed; on Debian: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield started
        started.close()


class Visit:
    """A page that is open, and all that must not happen on it.

    Attributes:
        page: The page, as the browser has it.
        complaints: Errors of scripts, refusals of the content security policy, and requests to other hosts.
    """

    def __init__(self, context: "BrowserContext", address: str) -> None:
        self.page = context.new_page()
        self.complaints: list[str] = []
        self._address = address
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._watch)

    def open(self, path: str) -> "Visit":
        """Go to a path of the site and wait until its scripts have run."""
        self.page.goto(self._address + path)
        self.page.wait_for_load_state("networkidle")
        return self

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _watch(self, request: "Request") -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self.complaints.append(f"request to {request.url}")


@pytest.fixture
def visit(browser: "Browser", address: str) -> Iterator[Visit]:
    """Open pages; in the end, nothing may have gone wrong on them."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        visited = Visit(context, address)
        yield visited

    assert visited.complaints == []
