"""Where a site says that it stands."""

from collections.abc import Iterable
from html import unescape

from kg.checking.html.page import read
from kg.checking.site import INDEX


def ended(address: str) -> str:
    """Return an address with a slash at its end; nothing stays nothing."""
    return address if address.endswith("/") or not address else f"{address}/"


def stated_address(first: bytes) -> str:
    """Return the canonical address that the first page of a site states, or nothing."""
    page = read(INDEX, first.decode("utf-8", "replace"))
    for link in page.links("canonical"):
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
