"""Open what is to be checked: a directory, or a server's site, which is fetched into a directory that goes away."""

import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from kg.base.errors import StoreError
from kg.base.http import Reply, Visitor
from kg.base.progress import SILENT, Progress
from kg.publish.check import site as directory
from kg.publish.check.html.page import read
from kg.publish.check.rules.links import sitemaps, targets
from kg.publish.check.rules.negotiation import ACCEPTED, UNKNOWN
from kg.publish.check.site import INDEX, Answer, Site, base_of, ended, stated_address
from kg.publish.check.subjects import PageView

# Fetch the site that a server sends, within limits: only from the host that was named, and what robots.txt
# allows.

_UNLINKED = (
    "robots.txt",
    "sitemap.xml",
    "SHA256SUMS",
    "void.ttl",
    "catalog.ttl",
    "ro-crate-metadata.json",
    ".well-known/void",
)
_LOCATION_BYTES = re.compile(rb"<loc>\s*([^<\s]+)\s*</loc>")
_CITED = re.compile(r'<link[^>]*\srel="?cite-as"?[^>]*\shref="([^"]+)"')
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
_MOVED = (301, 302, 303, 307, 308)
_HOPS = 5
_PROBED = 3
_AGENT = "profile-kg"


@dataclass(frozen=True)
class Limits:
    """How much of a site is fetched.

    Attributes:
        files: At most so many.
        bytes: Of all files together.
        file: Of one file.
        seconds: For all of it.
        pause: Seconds between two questions to a host that is not this computer.
    """

    files: int = 20_000
    bytes: int = 1 << 30
    file: int = 32 << 20
    seconds: float = 1800.0
    pause: float = 0.1


@dataclass
class _Visit:
    """A site that is being fetched."""

    root: str
    public: str
    folder: Path
    limits: Limits
    visitor: Visitor = field(default_factory=Visitor)
    files: dict[str, Path] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    probes: dict[tuple[str, str], Answer] = field(default_factory=dict)
    cited: list[tuple[str, str]] = field(default_factory=list)
    robots: RobotFileParser = field(default_factory=RobotFileParser)
    _begun: float = field(default_factory=time.monotonic)

    @property
    def site(self) -> Site:
        """The site as far as it is known."""
        order = sorted(self.files)
        files, sizes = {name: self.files[name] for name in order}, {name: self.sizes[name] for name in order}
        return Site(files, sizes, self.public or self.root, self.root, self.answers, self.probes)

    @property
    def place(self) -> Site:
        """Where the site stands, for finding out what is within it."""
        return Site({}, {}, self.public or self.root, self.root)

    def ask(self, path: str, accept: str = "*/*") -> Reply:
        """Ask for a path below the root, politely."""
        if urlsplit(self.root).hostname not in _LOCAL_HOSTS:
            time.sleep(self.limits.pause)
        return self.visitor.ask(self.root + quote(path, safe="/:@!$&'()*+,;=~-._"), accept, self.limits.file)

    def has_room(self) -> bool:
        """Tell whether more may be fetched."""
        within = len(self.files) < self.limits.files and sum(self.sizes.values()) < self.limits.bytes
        return within and time.monotonic() - self._begun < self.limits.seconds

    def keep(self, path: str, reply: Reply) -> str:
        """Keep what stands under a path, and return the name of its file."""
        name = f"{path}{INDEX}" if path.endswith("/") or not path else path
        answer = Answer(reply.status, reply.headers)
        if answer.media_type == "text/html" and not name.endswith((".html", ".htm")):
            name = f"{path}/{INDEX}"
        self.answers[path] = self.answers[name] = answer
        if reply.status == 200 and reply.is_whole:
            file = self.folder / sha256(name.encode("utf-8", "replace")).hexdigest()
            suffix = name.rpartition("/")[2].rpartition(".")[2]
            file = file.with_suffix(f".{suffix}") if suffix.isalnum() and len(suffix) < 10 else file
            file.write_bytes(reply.body)
            self.files[name], self.sizes[name] = file, len(reply.body)
        return name


def fetched(address: str, folder: Path, progress: Progress, *, public: str = "", limits: Limits | None = None) -> Site:
    """Return the site at an address.

    Args:
        address: Its first page; what stands below is fetched, as far as pages and the sitemap lead there.
        public: Its public address, if it is another one and the first page does not say so.
        folder: Where the files are kept while they are looked at.
        progress: What shows how far it has come.
        limits: How much is fetched.

    Raises:
        StoreError: If the first page is not had.
    """
    root = address if address.endswith("/") else f"{address}/"
    visit = _Visit(root, public, folder, limits or Limits())
    try:
        first = visit.ask("")
        if first.status != 200:
            raise StoreError(f"{root} answers with {first.status}", hint="name the address of the first page itself")
        visit.public = public or stated_address(first.body)
        for _ in progress.track("fetching", _crawled(visit, first)):
            pass
        visit.public = visit.public or base_of(visit.cited)
        _probe(visit)
    finally:
        visit.visitor.close()
    return visit.site


def _crawled(visit: _Visit, first: Reply) -> Iterator[str]:
    """Fetch what can be reached, and yield the name of each file."""
    waiting = deque([""])
    known = {""}

    def add(paths: Iterable[str]) -> None:
        for path in paths:
            if path not in known and _is_allowed(visit, path):
                known.add(path)
                waiting.append(path)

    _read_robots(visit)
    add(_UNLINKED)
    while waiting and visit.has_room():
        path = waiting.popleft()
        reply = first if not path else _asked(visit, path)
        if reply is None:
            continue
        name = visit.keep(path, reply)
        add(_leads(visit, name, path, reply))
        yield name


def _asked(visit: _Visit, path: str) -> Reply | None:
    """Return the reply for a path; none if the host says nothing there, which says enough of it."""
    try:
        return visit.ask(path)
    except StoreError:
        visit.answers[path] = Answer(599)
        return None


def _read_robots(visit: _Visit) -> None:
    try:
        reply = visit.visitor.ask(urljoin(visit.root, "/robots.txt"), "text/plain", 1 << 19)
    except StoreError:
        return
    lines = reply.body.decode("utf-8", "replace").splitlines() if reply.status == 200 else []
    visit.robots.parse(lines)


def _is_allowed(visit: _Visit, path: str) -> bool:
    return not visit.robots.mtime() or visit.robots.can_fetch(_AGENT, visit.root + path)


def _leads(visit: _Visit, name: str, path: str, reply: Reply) -> Iterator[str]:
    """Yield the paths below the root to which a reply leads."""
    site = visit.place
    if reply.status in _MOVED:
        target = site.local(path, urljoin(visit.root + path, reply.headers.get("location", "")))
        if target is not None:
            yield target
    elif name.endswith((".html", ".htm")) and reply.status == 200:
        page = PageView(read(name, reply.body.decode("utf-8", "replace")), site)
        yield from (target for target, _, _ in targets(page))
        visit.cited.extend((name, iri) for iri in _CITED.findall(page.html.source[:100_000])[:1])
    elif re.fullmatch(r"sitemap[^/]*\.xml", name):
        for found in _LOCATION_BYTES.findall(reply.body):
            if (target := site.local("", found.decode("utf-8", "replace"))) is not None:
                yield target


def _probe(visit: _Visit) -> None:
    """Ask for the IRIs of some things in several ways."""
    site = visit.place
    paths = [path for _, iri in visit.cited if (path := site.local("", iri)) and not path.endswith("/")]
    for path in sorted(set(paths))[:_PROBED]:
        for accept in (*ACCEPTED, UNKNOWN):
            try:
                visit.probes[path, accept] = _followed(visit, path, accept)
            except StoreError:
                visit.probes[path, accept] = Answer(599)


def _followed(visit: _Visit, path: str, accept: str) -> Answer:
    """Return the first answer for a path, with the media type at the end of its redirects."""
    first = reply = visit.ask(path, accept)
    site = visit.place
    for _ in range(_HOPS):
        target = site.local(path, urljoin(visit.root + path, reply.headers.get("location", "")))
        if reply.status not in _MOVED or target is None:
            break
        path = target
        reply = visit.ask(path, accept)
    return Answer(first.status, first.headers, Answer(reply.status, reply.headers).media_type)


_LOCATION = re.compile(r"<loc>\s*(https?://[^<\s]+?)\s*</loc>")


@contextmanager
def opened(target: str, address: str = "", progress: Progress = SILENT) -> Iterator[Site]:
    """Yield the site that a directory or an address names.

    Args:
        target: A directory, or an address with http:// or https://.
        address: The public address; empty for what the pages say.
        progress: What shows how far fetching has come.

    Raises:
        ReleaseError: If a directory holds no site.
        StoreError: If a server does not answer.
    """
    if target.startswith(("http://", "https://")):
        with TemporaryDirectory(prefix="kg-check-") as folder:
            yield fetched(target, Path(folder), progress, public=ended(address))
        return
    site = directory.opened(Path(target), ended(address))
    yield site if site.address else replace(site, address=public_address(site))


def public_address(site: Site) -> str:
    """Return the public address of a directory: of its canonical link, its sitemap, or the IRI of a thing."""
    if stated := stated_address(site.read(INDEX)):
        return stated
    for name in sitemaps(site):
        locations = _LOCATION.findall(site.read(name).decode("utf-8", "replace"))
        if locations:
            return ended(min(locations, key=len))
    return base_of(_cited(site))


def _cited(site: Site) -> Iterator[tuple[str, str]]:
    for name in site.files:
        if name.endswith(f"/{INDEX}") and b"cite-as" in (content := site.read(name)):
            page = read(name, content.decode("utf-8", "replace"))
            yield from ((name, link.get("href")) for link in page.links("cite-as"))
