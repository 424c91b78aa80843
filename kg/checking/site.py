"""A site under test: its files, whether they lie in a directory or were fetched from a server."""

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urljoin, urlsplit

MAX_READ = 64 << 20
"""How many bytes of one file are read, and how many come out of a compressed one."""

INDEX = "index.html"


@dataclass(frozen=True)
class Answer:
    """How a server answers for a path.

    Attributes:
        status: The HTTP status code.
        headers: By their names in small letters.
        final: The media type of what a redirect leads to in the end.
    """

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    final: str = ""

    @property
    def media_type(self) -> str:
        """The media type, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class Site:
    """A site under test.

    Attributes:
        files: Where the content of each file stands, by its name below the root: `person/ada/index.html`.
        sizes: How many bytes each file has.
        address: The public address of the root, with a slash at its end; empty if it is not known.
        reached: Where a server was asked for it, if that is not its public address; both mean the same place.
        answers: How the server answers, by the names of the files and the paths that have none; empty for files.
        probes: How it answers for the IRIs of some things, by path and `Accept`.
    """

    files: Mapping[str, Path]
    sizes: Mapping[str, int]
    address: str = ""
    reached: str = ""
    answers: Mapping[str, Answer] = field(default_factory=dict)
    probes: Mapping[tuple[str, str], Answer] = field(default_factory=dict)

    @property
    def is_served(self) -> bool:
        """Whether a server was asked, so that there are headers."""
        return bool(self.answers)

    def read(self, name: str) -> bytes:
        """Return the content of a file, at most `MAX_READ` bytes; nothing if it cannot be read."""
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
    """Return what a gzip file holds, at most `MAX_READ` bytes; what is there before damage, if it is damaged."""
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
    """Return how many bytes a file has on its way to a browser: gzip, as hosts do it."""
    return len(gzip.compress(content, 6, mtime=0))
