"""Open what is to be checked: a directory, or a server's site, which is fetched into a directory that goes away."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from kg.checking import directory
from kg.checking.addresses import base_of, ended, stated_address
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
        address: The public address; empty for what the pages say.
        progress: What shows how far fetching has come.

    Raises:
        ReleaseError: If a directory holds no site.
        StoreError: If a server does not answer.
    """
    if target.startswith(("http://", "https://")):
        from kg.checking.served import fetched

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
