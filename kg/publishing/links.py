"""Where a page of the site leads within the site."""

import re
from collections.abc import Iterator
from html import unescape
from posixpath import normpath
from urllib.parse import unquote, urlsplit

_LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')


def internal(path: str, html: str) -> Iterator[str]:
    """Yield the paths to which a page leads, below the site's root, without query strings and fragments.

    Args:
        path: The path of the page.
        html: Its text, as the templates write it: attributes stand in double quotes.
    """
    for address in dict.fromkeys(_LINK.findall(html)):
        if (target := resolved(path, unescape(address))) is not None:
            yield target


def resolved(path: str, address: str) -> str | None:
    """Return the path of a relative address, or None if it leads elsewhere.

    >>> resolved("person/ada/", "../../work/x/?a=b#c"), resolved("person/ada/", "https://example.org/")
    ('work/x/', None)
    """
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return None
    if not parts.path:
        return path
    target = unquote(parts.path)
    joined = normpath(f"/{path.rpartition('/')[0]}/{target}").lstrip("/")
    is_directory = target.endswith(("/", "/.", "/..")) or target in (".", "..")
    return f"{joined}/" if is_directory and joined else joined
