"""Fetch a site from the server that has it into a temporary directory, and ask it for some things in several ways."""

import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urljoin
from urllib.robotparser import RobotFileParser

from kg.base.errors import StoreError
from kg.base.progress import SILENT, Progress
from kg.interchange.http import Reply, Visitor
from kg.publish.check.links import targets
from kg.publish.check.negotiation import ACCEPTED, UNKNOWN
from kg.publish.check.site import (
    INDEX,
    CheckedSite,
    SiteFile,
    SiteResponse,
    ended,
    locations,
    open_directory,
    stated_address,
)
from kg.terms.identifiers import is_own_machine

_UNLINKED = ("robots.txt", "sitemap.xml", "graph.nq.gz", ".well-known/void", ".well-known/api-catalog", "void.ttl")
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_MAX_PROBED = 5
_MAX_HOPS = 5
_USER_AGENT = "profile-kg"
_NO_RESPONSE = SiteResponse(0, {})


@dataclass(frozen=True)
class FetchLimits:
    """How much of a site is fetched at most."""

    files: int = 20_000
    file: int = 64 << 20  # bytes of one file
    pause: float = 0.05  # seconds between requests to another computer


@contextmanager
def opened(
    target: str, address: str = "", progress: Progress = SILENT, limits: FetchLimits | None = None
) -> Iterator[CheckedSite]:
    """Open the site that a directory or an address names.

    Args:
        target: A directory, or an address with http:// or https://.
        address: The public address; empty for what the pages say.
        progress: Shows how far fetching has come.
        limits: How much is fetched.

    Raises:
        ReleaseError: If a directory holds no site.
        StoreError: If a server does not answer.
    """
    if not target.startswith(("http://", "https://")):
        yield open_directory(Path(target), ended(address))
        return
    with TemporaryDirectory(prefix="kg-check-") as folder:
        crawler = _Crawler(ended(target), ended(address), Path(folder), limits or FetchLimits())
        try:
            for _ in progress.track("fetching", crawler.crawl()):
                pass
            crawler.probe()
        finally:
            crawler.client.close()
        yield crawler.site()


class _Crawler:
    """Fetches a site breadth first, and keeps files, responses and the paths of the things that its pages cite."""

    def __init__(self, root: str, public: str, folder: Path, limits: FetchLimits) -> None:
        self.client = Visitor()
        self._root, self._public, self._folder, self._limits = root, public, folder, limits
        self._files: dict[str, Path] = {}
        self._answers: dict[str, SiteResponse] = {}
        self._probes: dict[tuple[str, str], SiteResponse] = {}
        self._cited: set[str] = set()

    def site(self) -> CheckedSite:
        """Return the site as far as it was fetched."""
        files = dict(sorted(self._files.items()))
        return CheckedSite(files, self._public or self._root, self._root, self._answers, self._probes)

    def crawl(self) -> Iterator[str]:
        """Fetch what can be reached from the first page, and yield the name of each file.

        Raises:
            StoreError: If the first page cannot be fetched.
        """
        first = self._ask("")
        if first.status != 200:
            raise StoreError(f"{self._root} answers with {first.status}", hint="name the address of the first page")
        self._public = self._public or stated_address(first.body)
        robots = self._robots()
        waiting = deque(("", *_UNLINKED))
        known = set(waiting)
        while waiting and len(self._files) < self._limits.files:
            path = waiting.popleft()
            if robots.mtime() and not robots.can_fetch(_USER_AGENT, self._root + path):
                continue
            try:
                reply = self._ask(path) if path else first
            except StoreError:
                self._answers[path] = _NO_RESPONSE
                continue
            name = self._keep(path, reply)
            leads = set(self._leads(name, path, reply)) - known
            known |= leads
            waiting.extend(sorted(leads))
            yield name

    def probe(self) -> None:
        """Request some things that pages cite, each with several values of `Accept`."""
        for start in sorted(self._cited)[:_MAX_PROBED]:
            for accept in (*ACCEPTED, UNKNOWN):
                self._probes[start, accept] = _NO_RESPONSE
                with suppress(StoreError):
                    path, reply = start, (first := self._ask(start, accept))
                    for _ in range(_MAX_HOPS):
                        target = self._target(path, reply)
                        if target is None:
                            break
                        path, reply = target, self._ask(target, accept)
                    final = SiteResponse(reply.status, reply.headers).media_type
                    self._probes[start, accept] = SiteResponse(first.status, first.headers, final)

    def _ask(self, path: str, accept: str = "*/*") -> Reply:
        if not is_own_machine(self._root):
            time.sleep(self._limits.pause)
        return self.client.ask(self._root + quote(path, safe="/:@!$&'()*+,;=~-._"), accept, self._limits.file)

    def _robots(self) -> RobotFileParser:
        robots = RobotFileParser()
        with suppress(StoreError):
            reply = self.client.ask(urljoin(self._root, "/robots.txt"), "text/plain", 1 << 19)
            robots.parse(reply.body.decode("utf-8", "replace").splitlines() if reply.status == 200 else [])
        return robots

    def _keep(self, path: str, reply: Reply) -> str:
        """Keep the reply for a path, and return the name of its file."""
        name = f"{path}{INDEX}" if path.endswith("/") or not path else path
        response = SiteResponse(reply.status, reply.headers)
        if response.media_type == "text/html" and not name.endswith((".html", ".htm")):
            name = f"{path}/{INDEX}"
        self._answers[path] = self._answers[name] = response
        if reply.status == 200 and reply.is_whole:
            # Names of a site need not be names of files.
            file = self._folder / sha256(name.encode("utf-8", "replace")).hexdigest()
            file.write_bytes(reply.body)
            self._files[name] = file
        return name

    def _target(self, path: str, reply: Reply) -> str | None:
        """Return the path to which a reply redirects within the site."""
        location = urljoin(self._root + path, reply.headers.get("location", ""))
        return self.site().local(path, location) if reply.status in _REDIRECTS else None

    def _leads(self, name: str, path: str, reply: Reply) -> Iterable[str]:
        """Yield the paths below the root to which a reply leads."""
        site = CheckedSite({}, self._public or self._root, self._root)
        if (target := self._target(path, reply)) is not None:
            yield target
        elif name.endswith((".html", ".htm")) and reply.status == 200:
            page = SiteFile(name, reply.body)
            yield from (target for target, _, _ in targets(page, site))
            cited = (site.local("", each) for each in page.links("cite-as"))
            self._cited.update(each for each in cited if each and not each.endswith("/"))
        elif re.fullmatch(r"sitemap[^/]*\.xml", name):
            yield from (found for each in locations(reply.body) if (found := site.local("", each)) is not None)
