"""Links: every one leads somewhere, wherever the site stands."""

import re
from collections.abc import Iterator
from html import unescape
from posixpath import dirname
from typing import NamedTuple

from kg.base.reporting import Finding
from kg.publish.check.rules import broken
from kg.publish.check.site import INDEX, NOT_FOUND, CheckedSite, SiteFile, locations, sitemaps

_ATTRIBUTES = ("href", "src", "action", "data", "poster")
_STATED = re.compile(
    r'"(?:href|anchor|contentUrl|downloadURL)"\s*:\s*"([^"\s]+)"|<link[^>]*?\shref="([^"\s]+)"'
    r"|(?:dcat:downloadURL|void:dataDump|schema:contentUrl)\s+<([^>\s]+)>"
)
_ID = re.compile(r"""\s(?:id|name)=(?:"([^"]+)"|'([^']+)'|([^\s>"']+))""")
_FOR_MACHINES = re.compile(
    r"\.well-known/.*|.*\.linkset\.json"
    r"|(?:.*/)?(?:sitemap|feed|catalog|void|ro-crate-metadata|opensearch|dcat|changes)[^/]*\.(?:json|jsonld|atom|xml|ttl)"
)

Links = dict[tuple[str, str], tuple[str, int]]
"""Where pages lead within a site, path and fragment, with the first page and line that does."""


class PageFact(NamedTuple):
    """What is kept of a page until all are known: its name, canonical link, may robots index it, where it moves to."""

    name: str
    canonical: str
    is_indexed: bool
    moves_to: str


def fact_of(page: SiteFile) -> PageFact:
    """Return what is kept of a page."""
    is_indexed = "noindex" not in page.meta("name", "robots") and page.name != NOT_FOUND
    moves_to = page.meta("http-equiv", "refresh").partition("=")[2].strip("'\" ")
    return PageFact(page.name, next(page.links("canonical"), ""), is_indexed, moves_to)


def addresses(page: SiteFile) -> dict[str, int]:
    """Return where a page leads: each address as it is written, and the line of the first."""
    found: dict[str, int] = {}
    for tag in page.tags:
        for attribute in _ATTRIBUTES:
            if address := tag.attributes.get(attribute):
                found.setdefault(address, tag.line)
    return found


def targets(page: SiteFile, site: CheckedSite) -> Iterator[tuple[str, str, int]]:
    """Yield the paths within the site to which a page leads, with the fragment, and the line of the first link."""
    for address, line in addresses(page).items():
        path = site.local(page.name, address)
        if path is not None and address != "#":
            yield path, address.partition("#")[2].partition(":~:")[0], line


def judge_page(page: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge whether the links of a page in a directory hold wherever the site stands."""
    for address, line in addresses(page).items() if not site.answers else ():
        if page.name == NOT_FOUND:
            # It is shown at any depth: only fragments, whole addresses and those from the root of the site hold.
            is_whole = address.startswith("#") or ":" in address.partition("/")[0]
            if not (site.local(page.name, address) is not None if address.startswith("/") else is_whole):
                message = f"a link to {address} on a page that is shown at any address"
                yield broken("KG-LINK-03", page.name, message, line)
        elif address.startswith("/") and not address.startswith("//"):
            yield broken("KG-LINK-03", page.name, f"a link to {address}", line)


def judge_document(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge the addresses in a document for machines."""
    is_judged = site.address and _FOR_MACHINES.fullmatch(file.name)
    for found in _STATED.finditer(file.text) if is_judged else ():
        address = unescape(next(filter(None, found.groups())))
        path = site.local(file.name, address) if address.startswith(site.address) else None
        if path is not None and not site.exists(path):
            yield broken("KG-LINK-07", file.name, f"{address} leads nowhere", file.line(found.start()))


def judge_site(site: CheckedSite, links: Links, pages: list[PageFact]) -> Iterator[Finding]:
    """Judge where the links of all pages lead, the sitemap and the redirects."""
    yield from _judge_targets(site, links)
    yield from _judge_sitemap(site, pages)
    yield from _judge_redirects(site, pages)


def _judge_targets(site: CheckedSite, links: Links) -> Iterator[Finding]:
    ids: dict[str, set[str]] = {}
    for (path, fragment), (page, line) in sorted(links.items()):
        target = site.file_of(path)
        if not site.exists(path):
            if not fragment or (path, "") not in links:
                yield broken("KG-LINK-01", page, f"a link to {path}, and there is nothing", line)
        elif fragment and target and target.endswith((".html", ".svg")):
            if target not in ids:
                text = site.read(target).decode("utf-8", "replace")
                ids[target] = {unescape(next(filter(None, found))) for found in _ID.findall(text)}
            if fragment not in ids[target]:
                message = f"a link to {path}#{fragment}, and nothing there has this id"
                yield broken("KG-LINK-02", page, message, line)


def _judge_sitemap(site: CheckedSite, pages: list[PageFact]) -> Iterator[Finding]:
    found = {address: name for name in sitemaps(site) for address in locations(site.read(name))}
    listed = set()
    for address, name in sorted(found.items()):
        path = site.local("", address)
        if path is None or not site.exists(path):
            reason = "is not of this site" if path is None else "leads nowhere"
            yield broken("KG-LINK-04", name, f"{address} {reason}")
        listed.add(None if path is None else site.file_of(path))
    for page in pages if found else ():
        own = page.name.removesuffix(INDEX)
        is_canonical = not page.canonical or site.local(page.name, page.canonical) == own
        if page.is_indexed and not page.moves_to and page.name not in listed and is_canonical:
            yield broken("KG-LINK-05", page.name, "the page is not in the sitemap")


def _judge_redirects(site: CheckedSite, pages: list[PageFact]) -> Iterator[Finding]:
    moves = {page.name: page.moves_to for page in pages if page.moves_to}
    for name, address in sorted(moves.items()):
        seen, here, leads = {name}, name, address
        while leads and (path := site.local(here, leads)) is not None:
            here = site.file_of(path) or ""
            if not here or here in seen:
                reason = "leads in a circle" if here else f"leads to {path or dirname(name)}, and there is nothing"
                yield broken("KG-LINK-06", name, f"the redirect {reason}")
                break
            seen.add(here)
            leads = moves.get(here, "")
