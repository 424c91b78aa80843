"""A site in a directory: its files, where a plain host finds what they lead to, and the rules that it must keep."""

import gzip
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser as HTMLParser

from kg.base.errors import ReleaseError
from kg.base.reporting import Finding, Severity, printable

MAX_READ_BYTES = 64 << 20
"""How much of one file is read, and how much comes out of a compressed one."""

INDEX = "index.html"
NOT_FOUND = "404.html"
"""The page that hosts show at any address where there is nothing."""


_CONTACT = "remove it from the source, or list it under contact.public in the profile"
RULES: Mapping[str, str] = {
    "KG-LINK-01": "publish what is linked, or remove the link",
    "KG-LINK-02": "give the part that id, or link to the page alone",
    "KG-LINK-03": "write addresses relative to the page; on 404.html, from the root of the site",
    "KG-NEG-01": 'name it in the head of the page: <link rel="describedby" type="text/turtle">',
    "KG-NEG-02": "add a RewriteRule with R=303 for text/html, text/turtle and application/ld+json",
    "KG-PRIV-01": _CONTACT,
    "KG-PRIV-02": _CONTACT,
    "KG-PRIV-03": _CONTACT,
    "KG-PRIV-04": "remove it, and revoke it: it has been published",
    "KG-PRIV-05": "write paths relative to the project",
}
"""The rules of `kg check` by their ids: what to do where one is broken."""

_MAX_CHARACTERS = 300  # of a message, which quotes what a site says of itself


def broken(rule: str, path: str, message: str) -> Finding:
    """Return the finding that a rule is broken at a place, with the message on one line of limited length."""
    message = printable(" ".join(message[: 4 * _MAX_CHARACTERS].split()))
    message = message if len(message) <= _MAX_CHARACTERS else f"{message[: _MAX_CHARACTERS - 1]}…"
    return Finding(rule, path, 0, 0, message, Severity.ERROR, RULES[rule])


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
        """Whether it is a page."""
        return self.suffix in ("html", "htm")

    @cached_property
    def page(self) -> HTMLParser:
        """The page, as browsers read it."""
        return HTMLParser(self.text)

    def links(self, relation: str) -> list[str]:
        """Where the `<link>` elements of a relation lead."""
        return [each.attributes.get("href") or "" for each in self.page.css(f"link[rel~={relation}]")]


def unpacked(content: bytes) -> bytes:
    """Unpack a gzip file, at most `MAX_READ_BYTES`, and only up to where it is damaged."""
    found = bytearray()
    with suppress(OSError, EOFError, zlib.error), gzip.open(BytesIO(content)) as file:
        while len(found) < MAX_READ_BYTES and (chunk := file.read(1 << 20)):
            found += chunk
    return bytes(found)


@dataclass(frozen=True)
class CheckedSite:
    """A site in a directory."""

    # Where the content of each file is, by its name below the root, such as `person/ada/index.html`
    files: Mapping[str, Path]
    address: str = ""  # the public address of the root, with a slash at its end; empty if it is not known

    def read(self, name: str) -> SiteFile:
        """Read a file, at most `MAX_READ_BYTES`; nothing if it cannot be read."""
        try:
            with self.files[name].open("rb") as file:
                return SiteFile(name, file.read(MAX_READ_BYTES))
        except (OSError, KeyError):
            return SiteFile(name, b"")

    def file_of(self, path: str) -> str | None:
        """The file that a plain host sends for a path: the file itself, or the `index.html` of a directory."""
        names = (path, f"{path}{INDEX}" if path.endswith("/") or not path else f"{path}/{INDEX}")
        return next((name for name in names if name in self.files), None)

    def local(self, page: str, address: str) -> str | None:
        """The path below the root to which an address in a file leads, or None if it leads elsewhere.

        >>> site = CheckedSite({}, "https://example.org/kg/")
        >>> site.local("person/ada/index.html", "../../work/x/?a=b#c"), site.local("index.html", "/other/")
        ('work/x/', None)
        """
        base = self.address or "http://site.invalid/"
        try:
            joined = urlsplit(urljoin(base + page.removesuffix(INDEX), address.strip()))
        except ValueError:
            return None
        top, path = urlsplit(base), unquote(joined.path) or "/"
        if (joined.scheme, joined.netloc.lower()) != (top.scheme, top.netloc) or not path.startswith(top.path):
            return None
        below = normpath(f"/{path.removeprefix(top.path)}").lstrip("/")
        return f"{below}/" if path.endswith(("/", "/.", "/..")) and below else below


def open_directory(root: Path, address: str = "") -> CheckedSite:
    """Open a directory as a site; symbolic links are not followed.

    Args:
        root: The directory.
        address: The public address; if it is empty, the canonical address of the first page.

    Raises:
        ReleaseError: If it is no directory, or holds no page.
    """
    if not root.is_dir():
        raise ReleaseError(f"'{root}' is not a directory", hint="name the directory of a site: kg publish site")
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    site = CheckedSite(dict(sorted((path.relative_to(root).as_posix(), path) for path in found)))
    if not any(name.endswith((".html", ".htm")) for name in site.files):
        raise ReleaseError(f"{root} holds no page", hint=f"a site has at least an {INDEX}")
    address = address or next(iter(site.read(INDEX).links("canonical")), "")
    return CheckedSite(site.files, f"{address.rstrip('/')}/" if address.startswith(("http://", "https://")) else "")
