"""A site under test: its files, whether they lie in a directory or were fetched from a server."""

import gzip
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urljoin, urlsplit

from kg.base.errors import ReleaseError
from kg.publish.check.html import HtmlPage

MAX_READ = 64 << 20
"""How many bytes of one file are read, and how many come out of a compressed one."""

INDEX = "index.html"


@dataclass(frozen=True)
class SiteResponse:
    """The response of a server for a path.

    Attributes:
        status: The HTTP status code.
        headers: With their names in lower case.
        final: The media type at the end of the redirects.
    """

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    final: str = ""

    @property
    def media_type(self) -> str:
        """The media type, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class CheckedSite:
    """A site under test.

    Attributes:
        files: Where the content of each file is, by its name below the root, such as `person/ada/index.html`.
        sizes: Of each file, in bytes.
        address: The public address of the root, with a slash at its end; empty if it is not known.
        reached: Where the server was asked, if that is not the public address; both mean the same place.
        answers: Responses by the names of the files and the paths that have none; empty for a directory.
        probes: Responses for the IRIs of some things, by path and `Accept`.
    """

    files: Mapping[str, Path]
    sizes: Mapping[str, int]
    address: str = ""
    reached: str = ""
    answers: Mapping[str, SiteResponse] = field(default_factory=dict)
    probes: Mapping[tuple[str, str], SiteResponse] = field(default_factory=dict)

    @property
    def is_served(self) -> bool:
        """Whether a server was asked, so that there are headers."""
        return bool(self.answers)

    def read(self, name: str) -> bytes:
        """Read a file, at most `MAX_READ` bytes; nothing if it cannot be read."""
        try:
            with self.files[name].open("rb") as file:
                return file.read(MAX_READ)
        except (OSError, KeyError):
            return b""

    def file_of(self, path: str) -> str | None:
        """Return the file that a plain host sends for a path, or None.

        A path that ends with a slash is answered by an `index.html`; one that names a directory leads there.
        """
        for name in (path, f"{path}{INDEX}" if path.endswith("/") or not path else f"{path}/{INDEX}"):
            if name in self.files:
                return name
        return None

    def exists(self, path: str) -> bool:
        """Tell whether something answers for a path: a file, or a redirect of the server."""
        answer = self.answers.get(path)
        return self.file_of(path) is not None or (answer is not None and answer.status < 400)

    def local(self, page: str, address: str) -> str | None:
        """Return the path below the root to which an address in a file leads, or None if it leads elsewhere.

        Args:
            page: The name of the file.
            address: As it stands there: relative, from the root of the host, or whole.
        """
        if self.reached and address.startswith(self.reached):
            return local_path(self.reached, page, address)
        return local_path(self.address, page, address)


def local_path(root: str, page: str, address: str) -> str | None:
    """Return the path below a root to which an address in a file leads, or None if it leads elsewhere.

    >>> local_path("https://example.org/kg/", "person/ada/index.html", "../../work/x/?a=b#c")
    'work/x/'
    >>> local_path("https://example.org/kg/", "index.html", "https://example.org/kg/void.ttl")
    'void.ttl'
    >>> local_path("https://example.org/kg/", "index.html", "/other/") is None
    True
    """
    base = root or "http://site.invalid/"
    try:
        joined = urlsplit(urljoin(base + page.removesuffix(INDEX), address.strip()))
        top = urlsplit(base)
        same = joined.scheme in ("http", "https") and joined.netloc.lower() == top.netloc.lower()
    except ValueError:
        return None
    path = unquote(joined.path) or "/"
    if not same or not path.startswith(top.path):
        return None
    below = normpath(f"/{path.removeprefix(top.path)}").lstrip("/")
    ends = path.endswith(("/", "/.", "/.."))
    return f"{below}/" if ends and below else below


def unpacked(content: bytes) -> bytes:
    """Unpack a gzip file, at most `MAX_READ` bytes, and only up to where it is damaged."""
    found, rest = bytearray(), content
    while rest and len(found) < MAX_READ:
        packer = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            found += packer.decompress(rest, MAX_READ - len(found))
        except zlib.error:
            break
        rest = packer.unused_data
    return bytes(found)


def packed_size(content: bytes) -> int:
    """Return the size of a file after gzip, as hosts send it."""
    return len(gzip.compress(content, 6, mtime=0))


def ended(address: str) -> str:
    """Return an address with a slash at its end; nothing stays nothing."""
    return address if address.endswith("/") or not address else f"{address}/"


def stated_address(first: bytes) -> str:
    """Return the canonical address that the first page of a site states, or nothing."""
    for link in HtmlPage(INDEX, first.decode("utf-8", "replace")).links("canonical"):
        if link.get("href").startswith(("http://", "https://")):
            return ended(link.get("href"))
    return ""


def base_of(cited: Iterable[tuple[str, str]]) -> str:
    """Return what the IRIs of things begin with, if that of the first one ends as the path of its page does.

    >>> base_of([("person/ada/index.html", "https://kg.example.org/person/ada")])
    'https://kg.example.org/'
    """
    for name, iri in cited:
        path = name.removesuffix(f"/{INDEX}")
        return unescape(iri).removesuffix(path) if iri.endswith(f"/{path}") else ""
    return ""


_MAX_FILES = 2_000_000


def open_directory(root: Path, address: str = "") -> CheckedSite:
    """Open a directory as a site: each file stands where a plain static host would serve it.

    Symbolic links are not followed; `address` is the public address, or empty.

    Raises:
        ReleaseError: If it is no directory, holds no page, or too many files.
    """
    files: dict[str, Path] = {}
    sizes: dict[str, int] = {}
    if not root.is_dir():
        raise ReleaseError(
            f"'{root}' is not a directory", hint="name the directory of a site, or its address with https://"
        )
    for folder, _, names in os.walk(root):
        below = Path(folder).relative_to(root).as_posix()
        for name in names:
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink():
                key = name if below == "." else f"{below}/{name}"
                files[key], sizes[key] = path, path.stat().st_size
        if len(files) > _MAX_FILES:
            raise ReleaseError(f"{root} holds more than {_MAX_FILES:,} files", hint="check parts of it")
    if not any(name.endswith((".html", ".htm")) for name in files):
        raise ReleaseError(f"{root} holds no page", hint=f"a site has at least an {INDEX}")
    order = sorted(files)
    return CheckedSite({name: files[name] for name in order}, {name: sizes[name] for name in order}, address)
