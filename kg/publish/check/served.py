"""Open what is to be checked: a directory, or a server's site, which is fetched into a temporary directory."""

import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from kg.base.errors import StoreError
from kg.base.http import Reply, Visitor
from kg.base.progress import SILENT, Progress
from kg.publish.check.html import HtmlPage
from kg.publish.check.rules.links import locations, sitemaps, targets
from kg.publish.check.rules.negotiation import ACCEPTED, UNKNOWN
from kg.publish.check.site import INDEX, CheckedSite, SiteResponse, base_of, ended, open_directory, stated_address
from kg.publish.check.subjects import PageView

# Files to which no page need lead.
_UNLINKED = (
    "robots.txt",
    "sitemap.xml",
    "SHA256SUMS",
    "void.ttl",
    "catalog.ttl",
    "ro-crate-metadata.json",
    ".well-known/void",
)
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
_REDIRECTS = (301, 302, 303, 307, 308)
_MAX_HOPS = 5
_MAX_PROBED = 3
_USER_AGENT = "profile-kg"
_NO_RESPONSE = SiteResponse(599)


@dataclass(frozen=True)
class FetchLimits:
    """How much of a site is fetched.

    Attributes:
        files: At most so many.
        bytes: Of all files together.
        file: Bytes of one file.
        seconds: For all of it.
        pause: Seconds between two requests to a host that is not this computer.
    """

    files: int = 20_000
    bytes: int = 1 << 30
    file: int = 32 << 20
    seconds: float = 1800.0
    pause: float = 0.1


def fetched(
    address: str, folder: Path, progress: Progress, *, public: str = "", limits: FetchLimits | None = None
) -> CheckedSite:
    """Fetch the site at an address: only from this host, and only what robots.txt allows.

    Args:
        address: Its first page; files below it are fetched, as far as pages and the sitemap lead there.
        public: Its public address, if it is another one and the first page does not say so.
        folder: Where the files are kept while they are looked at.
        progress: Shows how far fetching has come.
        limits: How much is fetched.

    Raises:
        StoreError: If the first page cannot be fetched.
    """
    crawler = _Crawler(ended(address), public, folder, limits or FetchLimits())
    try:
        first = crawler.request("")
        if first.status != 200:
            raise StoreError(f"{crawler.root} answers with {first.status}", hint="name the address of the first page")
        crawler.public = public or stated_address(first.body)
        for _ in progress.track("fetching", crawler.crawl(first)):
            pass
        crawler.public = crawler.public or base_of(crawler.cited)
        crawler.probe()
    finally:
        crawler.client.close()
    return crawler.site


class _Crawler:
    """Fetches a site breadth first, and keeps files, responses and the IRIs by which things are cited."""

    def __init__(self, root: str, public: str, folder: Path, limits: FetchLimits) -> None:
        self.root = root
        self.public = public
        self.client = Visitor()
        self.cited: list[tuple[str, str]] = []
        self._folder = folder
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds
        self._files: dict[str, Path] = {}
        self._sizes: dict[str, int] = {}
        self._responses: dict[str, SiteResponse] = {}
        self._probes: dict[tuple[str, str], SiteResponse] = {}

    @property
    def site(self) -> CheckedSite:
        """The site as far as it was fetched."""
        files, sizes = dict(sorted(self._files.items())), dict(sorted(self._sizes.items()))
        return CheckedSite(files, sizes, self.public or self.root, self.root, self._responses, self._probes)

    def request(self, path: str, accept: str = "*/*") -> Reply:
        """Send a GET request for a path below the root."""
        if urlsplit(self.root).hostname not in _LOCAL_HOSTS:
            time.sleep(self._limits.pause)
        return self.client.ask(self.root + quote(path, safe="/:@!$&'()*+,;=~-._"), accept, self._limits.file)

    def crawl(self, first: Reply) -> Iterator[str]:
        """Fetch what can be reached from the first page, and yield the name of each file."""
        robots = self._robots()
        waiting = deque([""])
        known = {""}

        def add(paths: Iterable[str]) -> None:
            for path in paths:
                if path not in known and (not robots.mtime() or robots.can_fetch(_USER_AGENT, self.root + path)):
                    known.add(path)
                    waiting.append(path)

        add(_UNLINKED)
        size = 0
        while waiting and len(self._files) < self._limits.files and size < self._limits.bytes:
            if time.monotonic() > self._deadline:
                return
            path = waiting.popleft()
            try:
                reply = self.request(path) if path else first
            except StoreError:
                self._responses[path] = _NO_RESPONSE
                continue
            name = self._keep(path, reply)
            size += self._sizes.get(name, 0)
            add(self._leads(name, path, reply))
            yield name

    def _robots(self) -> RobotFileParser:
        robots = RobotFileParser()
        with suppress(StoreError):
            reply = self.client.ask(urljoin(self.root, "/robots.txt"), "text/plain", 1 << 19)
            robots.parse(reply.body.decode("utf-8", "replace").splitlines() if reply.status == 200 else [])
        return robots

    def _keep(self, path: str, reply: Reply) -> str:
        """Keep the reply for a path, and return the name of its file."""
        name = f"{path}{INDEX}" if path.endswith("/") or not path else path
        response = SiteResponse(reply.status, reply.headers)
        if response.media_type == "text/html" and not name.endswith((".html", ".htm")):
            name = f"{path}/{INDEX}"
        self._responses[path] = self._responses[name] = response
        if reply.status == 200 and reply.is_whole:
            # Names of a site need not be names of files; readers of RDF go by the suffix.
            suffix = name.rpartition("/")[2].rpartition(".")[2]
            suffix = f".{suffix}" if suffix.isalnum() and len(suffix) < 10 else ""
            file = self._folder / (sha256(name.encode("utf-8", "replace")).hexdigest() + suffix)
            file.write_bytes(reply.body)
            self._files[name], self._sizes[name] = file, len(reply.body)
        return name

    def _leads(self, name: str, path: str, reply: Reply) -> Iterator[str]:
        """Yield the paths below the root to which a reply leads."""
        site = CheckedSite({}, {}, self.public or self.root, self.root)
        if reply.status in _REDIRECTS:
            target = site.local(path, urljoin(self.root + path, reply.headers.get("location", "")))
            if target is not None:
                yield target
        elif name.endswith((".html", ".htm")) and reply.status == 200:
            page = PageView(HtmlPage(name, reply.body.decode("utf-8", "replace")), site)
            yield from (target for target, _, _ in targets(page))
            self.cited.extend((name, link.get("href")) for link in page.html.links("cite-as"))
        elif re.fullmatch(r"sitemap[^/]*\.xml", name):
            paths = (site.local("", found) for found in locations(reply.body))
            yield from (path for path in paths if path is not None)

    def probe(self) -> None:
        """Request the IRIs of some things, each with several values of `Accept`."""
        site = CheckedSite({}, {}, self.public or self.root, self.root)
        paths = {path for _, iri in self.cited if (path := site.local("", iri)) and not path.endswith("/")}
        for start in sorted(paths)[:_MAX_PROBED]:
            for accept in (*ACCEPTED, UNKNOWN):
                self._probes[start, accept] = _NO_RESPONSE
                with suppress(StoreError):
                    path, reply = start, (first := self.request(start, accept))
                    for _ in range(_MAX_HOPS):
                        target = site.local(path, urljoin(self.root + path, reply.headers.get("location", "")))
                        if reply.status not in _REDIRECTS or target is None:
                            break
                        path, reply = target, self.request(target, accept)
                    final = SiteResponse(reply.status, reply.headers).media_type
                    self._probes[start, accept] = SiteResponse(first.status, first.headers, final)


@contextmanager
def opened(target: str, address: str = "", progress: Progress = SILENT) -> Iterator[CheckedSite]:
    """Open the site that a directory or an address names.

    Args:
        target: A directory, or an address with http:// or https://.
        address: The public address; empty for what the pages say.
        progress: Shows how far fetching has come.

    Raises:
        ReleaseError: If a directory holds no site.
        StoreError: If a server does not answer.
    """
    if target.startswith(("http://", "https://")):
        with TemporaryDirectory(prefix="kg-check-") as folder:
            yield fetched(target, Path(folder), progress, public=ended(address))
        return
    site = open_directory(Path(target), ended(address))
    yield site if site.address else replace(site, address=public_address(site))


def public_address(site: CheckedSite) -> str:
    """Return the public address of a directory: from its canonical link, its sitemap, or the IRI of a thing."""
    if stated := stated_address(site.read(INDEX)):
        return stated
    for name in sitemaps(site):
        if found := [each for each in locations(site.read(name)) if each.startswith(("http://", "https://"))]:
            return ended(min(found, key=len))
    return base_of(
        (name, link.get("href"))
        for name in site.files
        if name.endswith(f"/{INDEX}") and b"cite-as" in (content := site.read(name))
        for link in HtmlPage(name, content.decode("utf-8", "replace")).links("cite-as")
    )
