"""Open what is to be checked: a directory, or a server's site, which is fetched into a directory that goes away."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from kg.checking import directory
from kg.checking.html.page import read
from kg.checking.rules.links import sitemaps
from kg.checking.site import INDEX, Site
from kg.progress import SILENT, Progress

_LOCATION = re.compile(r"<loc>\s*(https?://[^<\s]+?)\s*</loc>")


@contextmanager
def opened(target: str, address: str = "", progress: Progress = SILENT) -> Iterator[Site]:
    """Yield the site that a directory or an address names.

    Args:
        target: A directory, or an address with http:// or https://.
        address: The public address of a directory; empty for what its pages say.
        progress: What shows how far fetching has come.

    Raises:
        ReadError: If a directory holds no site.
        StoreError: If a server does not answer.
    """
    if target.startswith(("http://", "https://")):
        from kg.checking.served import fetched

        with TemporaryDirectory(prefix="kg-check-") as folder:
            yield fetched(target, Path(folder), progress)
        return
    site = directory.opened(Path(target), _ended(address))
    yield site if site.address else replace(site, address=stated_address(site))


def stated_address(site: Site) -> str:
    """Return the public address that a site states: by its canonical link, its sitemap, or the IRI of a thing."""
    first = read(INDEX, site.read(INDEX).decode("utf-8", "replace"))
    for link in first.links("canonical"):
        if link.get("href").startswith(("http://", "https://")):
            return _ended(link.get("href"))
    for name in sitemaps(site):
        locations = _LOCATION.findall(site.read(name).decode("utf-8", "replace"))
        if locations:
            return _ended(min(locations, key=len))
    return _by_a_thing(site)


def _by_a_thing(site: Site) -> str:
    """Return the base of the IRIs, if the path of a page ends as the IRI of its thing does."""
    for name in site.files:
        if name.endswith(f"/{INDEX}") and b"cite-as" in (content := site.read(name)):
            page = read(name, content.decode("utf-8", "replace"))
            iri = next((link.get("href") for link in page.links("cite-as")), "")
            path = name.removesuffix(f"/{INDEX}")
            return iri.removesuffix(path) if iri.endswith(f"/{path}") else ""
    return ""


def _ended(address: str) -> str:
    return address if address.endswith("/") or not address else f"{address}/"
