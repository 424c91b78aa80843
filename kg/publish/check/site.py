"""A site under test: its files, whether they lie in a directory or were fetched from a server."""

import re
import zlib
from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import unescape
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from kg.base.errors import ReleaseError

MAX_READ = 64 << 20
"""How many bytes of one file are read, and how many come out of a compressed one."""

INDEX = "index.html"
NOT_FOUND = "404.html"
"""The page that hosts show at any address where there is nothing."""


class SiteResponse(NamedTuple):
    """The response of a server for a path."""

    status: int
    headers: Mapping[str, str]  # with their names in lower case
    final: str = ""  # the media type at the end of the redirects

    @property
    def media_type(self) -> str:
        """The media type, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class CheckedSite:
    """A site under test.

    Attributes:
        files: Where the content of each file is, by its name below the root, such as `person/ada/index.html`.
        address: The public address of the root, with a slash at its end; empty if it is not known.
        reached: Where the server was asked, if that is not the public address; both mean the same place.
        answers: Responses by the names of the files and the paths that have none; empty for a directory.
        probes: Responses for the IRIs of some things, by path and `Accept`.
    """

    files: Mapping[str, Path]
    address: str = ""
    reached: str = ""
    answers: Mapping[str, SiteResponse] = field(default_factory=dict)
    probes: Mapping[tuple[str, str], SiteResponse] = field(default_factory=dict)

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
        names = (path, f"{path}{INDEX}" if path.endswith("/") or not path else f"{path}/{INDEX}")
        return next((name for name in names if name in self.files), None)

    def exists(self, path: str) -> bool:
        """Tell whether something answers for a path: a file, or a redirect of the server."""
        answer = self.answers.get(path)
        return self.file_of(path) is not None or (answer is not None and answer.status < 400)

    def local(self, page: str, address: str) -> str | None:
        """Return the path below the root to which an address in a file leads, or None if it leads elsewhere."""
        is_reached = self.reached and address.startswith(self.reached)
        return local_path(self.reached if is_reached else self.address, page, address)


def local_path(root: str, page: str, address: str) -> str | None:
    """Return the path below a root to which an address in a file leads, or None if it leads elsewhere.

    >>> local_path("https://example.org/kg/", "person/ada/index.html", "../../work/x/?a=b#c")
    'work/x/'
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
    return f"{below}/" if path.endswith(("/", "/.", "/..")) and below else below


class Tag(NamedTuple):
    """A start tag of a page: its name and the names of its attributes in lower case."""

    name: str
    attributes: Mapping[str, str]
    line: int


# No '<' outside of quotes: a tag that never ends must not be read to the end of the page again and again.
_TAG = re.compile(r"""<([a-zA-Z][^\s/<>]*+)((?:[^<>"']|"[^"]*"|'[^']*')*+)>""")
_ATTRIBUTE = re.compile(r"""([^\s=/"'<>]++)(?:\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'<>]++)))?""")


@dataclass(frozen=True)
class SiteFile:
    """A file of a site: its name below the root, and its bytes."""

    name: str
    content: bytes

    @cached_property
    def text(self) -> str:
        """The text, unpacked if it is packed."""
        return (unpacked(self.content) if self.name.endswith(".gz") else self.content).decode("utf-8-sig", "replace")

    @property
    def suffix(self) -> str:
        """The suffix without the dot, in lower case; of a packed file that of its content."""
        return self.name.removesuffix(".gz").rpartition("/")[2].rpartition(".")[2].lower()

    @property
    def is_page(self) -> bool:
        """Whether it is a page; a file .html without any markup proves to a service who owns the site."""
        return self.suffix in ("html", "htm") and b"<" in self.content[:1024]

    def line(self, offset: int) -> int:
        """Return the 1-based line of a place in the text."""
        return bisect(self._ends, offset - 1) + 1

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.text)]

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """The start tags of a page."""
        return tuple(
            Tag(found[1].lower(), _attributes(found[2]), self.line(found.start())) for found in _TAG.finditer(self.text)
        )

    def links(self, relation: str) -> Iterator[str]:
        """Yield where the `<link>` elements of a relation lead."""
        for tag in self.tags:
            if tag.name == "link" and relation in tag.attributes.get("rel", "").lower().split():
                yield tag.attributes.get("href", "")

    def meta(self, key: str, name: str) -> str:
        """Return the content of the `<meta>` element whose attribute `key` is a name, or nothing."""
        found = (each.attributes for each in self.tags if each.name == "meta")
        return next((each.get("content", "") for each in found if each.get(key, "").lower() == name), "")


def _attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.finditer(text)
    return {each[1].lower(): unescape(each[2] or each[3] or each[4] or "") for each in found}


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


def ended(address: str) -> str:
    """Return an address with a slash at its end; nothing stays nothing."""
    return address if address.endswith("/") or not address else f"{address}/"


def stated_address(first: bytes) -> str:
    """Return the canonical address that the first page of a site states, or nothing."""
    stated = SiteFile(INDEX, first).links("canonical")
    return next((ended(each) for each in stated if each.startswith(("http://", "https://"))), "")


_LOCATION = re.compile(r"<loc>\s*([^<\s]+)\s*</loc>")


def sitemaps(site: CheckedSite) -> list[str]:
    """Return the files of the sitemap: `sitemap.xml`, and the shards beside it."""
    return [name for name in site.files if re.fullmatch(r"sitemap[^/]*\.xml", name)]


def locations(sitemap: bytes) -> list[str]:
    """Return the addresses that a file of the sitemap lists."""
    return list(map(unescape, _LOCATION.findall(sitemap.decode("utf-8", "replace"))))


def open_directory(root: Path, address: str = "") -> CheckedSite:
    """Open a directory as a site: each file is where a plain static host serves it.

    Symbolic links are not followed.

    Args:
        root: The directory.
        address: The public address; if it is empty, what the first page or the sitemap says.

    Raises:
        ReleaseError: If it is no directory, or holds no page.
    """
    if not root.is_dir():
        hint = "name the directory of a site, or its address with https://"
        raise ReleaseError(f"'{root}' is not a directory", hint=hint)
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    files = dict(sorted((path.relative_to(root).as_posix(), path) for path in found))
    if not any(name.endswith((".html", ".htm")) for name in files):
        raise ReleaseError(f"{root} holds no page", hint=f"a site has at least an {INDEX}")
    site = CheckedSite(files)
    listed = [each for name in sitemaps(site) for each in locations(site.read(name)) if each.startswith("http")]
    return replace(site, address=address or stated_address(site.read(INDEX)) or ended(min(listed, key=len, default="")))
