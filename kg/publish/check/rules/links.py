"""Links: every one leads somewhere, wherever the site stands."""

import re
from collections.abc import Iterator
from html import unescape
from posixpath import dirname

from kg.base.reporting import Finding
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.site import INDEX, CheckedSite
from kg.publish.check.subjects import PageView, SiteFile, SiteSurvey

TARGET = Rule(
    "KG-LINK-01",
    "Every link within the site leads to a file",
    "a reader who follows a link wants to arrive",
    "publish what is linked, or take the link away",
    Category.LINKS,
    Scope.PAGE,
    weight=3,
)
FRAGMENT = Rule(
    "KG-LINK-02",
    "Every fragment of a link is an id of the page it leads to",
    "a link to a part of a page should show that part",
    "give the part that id, or link to the page alone",
    Category.LINKS,
    Scope.PAGE,
)
RELATIVE = Rule(
    "KG-LINK-03",
    "Links hold wherever the site stands",
    "below a path, such as https://host/group/, a link to /person/ leaves the site",
    "write addresses relative to the page; on 404.html, which is shown at any depth, from the root of the site",
    Category.LINKS,
    Scope.DIRECTORY,
    weight=2,
)
LISTED = Rule(
    "KG-LINK-04",
    "Every entry of the sitemap is a page of the site",
    "search engines lose trust in a sitemap that leads nowhere",
    "take the entry out of the sitemap, or publish the page",
    Category.LINKS,
    Scope.SITE,
)
UNLISTED = Rule(
    "KG-LINK-05",
    "Every page that search engines may keep is in the sitemap",
    "what is not listed is found late or never",
    "list the page in the sitemap, or mark it with <meta name=robots content=noindex>",
    Category.LINKS,
    Scope.SITE,
)
REDIRECT = Rule(
    "KG-LINK-06",
    "Every redirect ends at a page",
    "an old IRI should lead to the thing that answers for it now",
    "let the page of the old IRI lead to a page that does not lead on to it",
    Category.LINKS,
    Scope.SITE,
)
STATED = Rule(
    "KG-LINK-07",
    "Every address that machines read of the site leads to a file",
    "harvesters follow linksets, feeds and catalogues, not pages",
    "publish the file, or correct the address",
    Category.LINKS,
    Scope.FILE,
)
_ATTRIBUTES = ("href", "src", "action", "data", "poster")
NOT_FOUND = "404.html"
"""The page that hosts show at any address where there is nothing."""

_LOCATION = re.compile(r"<loc>\s*([^<\s]+)\s*</loc>")
_STATED = re.compile(
    r'"(?:href|anchor|contentUrl|downloadURL)"\s*:\s*"([^"\s]+)"|<link[^>]*?\shref="([^"\s]+)"'
    r"|(?:dcat:downloadURL|void:dataDump|schema:contentUrl)\s+<([^>\s]+)>"
)
_ID = re.compile(r"""\s(?:id|name)=(?:"([^"]+)"|'([^']+)'|([^\s>"']+))""")
_MACHINES = ("json", "jsonld", "atom", "xml", "ttl", "rdf")
_ROOT_FILES = ("sitemap", "feed", "catalog", "void", "ro-crate-metadata", "opensearch", "dcat", "changes")


def addresses(page: PageView) -> Iterator[tuple[str, int]]:
    """Yield where a page leads: each address once as it is written, and the line of the first."""
    seen: set[str] = set()
    for element in page.html.all(*(f"[{name}]" for name in _ATTRIBUTES)):
        for attribute in _ATTRIBUTES:
            address = element.get(attribute)
            if address and address not in seen:
                seen.add(address)
                yield address, element.line


def targets(page: PageView) -> Iterator[tuple[str, str, int]]:
    """Yield the paths within the site to which a page leads, with the fragment, and the line of the first link."""
    for address, line in addresses(page):
        path = page.site.local(page.name, address)
        if path is not None and address != "#":
            yield path, address.partition("#")[2].partition(":~:")[0], line


def of_page(page: PageView) -> Iterator[Finding]:
    """Judge whether the links of a page hold wherever the site stands."""
    if page.site.is_served:
        return
    for address, line in addresses(page):
        if page.name == NOT_FOUND:
            # It is shown at any depth: only fragments, whole addresses and those from the root of the site hold.
            if address.startswith("/"):
                holds = page.site.local(page.name, address) is not None
            else:
                holds = address.startswith("#") or ":" in address.partition("/")[0]
            if not holds:
                yield RELATIVE.broken(page.name, f"a link to {address} on a page that is shown at any address", line)
        elif address.startswith("/") and not address.startswith("//"):
            yield RELATIVE.broken(page.name, f"a link to {address}", line)


def of_file(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge the addresses in a document for machines."""
    name = file.name.rpartition("/")[2]
    is_for_machines = file.name.endswith(".linkset.json") or (
        file.name.startswith(".well-known/") or (file.suffix in _MACHINES and name.startswith(_ROOT_FILES))
    )
    for found in _STATED.finditer(file.text) if site.address and is_for_machines else ():
        address = unescape(next(filter(None, found.groups())))
        path = site.local(file.name, address) if address.startswith(site.address) else None
        if path is not None and not site.exists(path):
            yield STATED.broken(file.name, f"{address} leads nowhere", file.line(found.start()))


def of_site(survey: SiteSurvey) -> Iterator[Finding]:
    """Judge where the links of all pages lead, the sitemap and the redirects."""
    yield from _judge_targets(survey)
    yield from _judge_sitemap(survey)
    yield from _judge_redirects(survey)


def _judge_targets(survey: SiteSurvey) -> Iterator[Finding]:
    site = survey.site
    ids: dict[str, set[str]] = {}
    for (path, fragment), (page, line) in sorted(survey.links.items()):
        target = site.file_of(path)
        if not site.exists(path):
            if not fragment or (path, "") not in survey.links:
                yield TARGET.broken(page, f"a link to {path}, and there is nothing", line)
        elif fragment and target and target.endswith((".html", ".svg")):
            if target not in ids:
                text = site.read(target).decode("utf-8", "replace")
                ids[target] = {unescape(next(filter(None, found))) for found in _ID.findall(text)}
            if fragment not in ids[target]:
                yield FRAGMENT.broken(page, f"a link to {path}#{fragment}, and nothing there has this id", line)


def sitemaps(site: CheckedSite) -> list[str]:
    """Return the files of the sitemap: `sitemap.xml`, and the shards beside it."""
    return [name for name in site.files if re.fullmatch(r"sitemap[^/]*\.xml", name)]


def locations(sitemap: bytes) -> list[str]:
    """Return the addresses that a file of the sitemap lists."""
    return list(map(unescape, _LOCATION.findall(sitemap.decode("utf-8", "replace"))))


def _judge_sitemap(survey: SiteSurvey) -> Iterator[Finding]:
    site = survey.site
    found = {address: name for name in sitemaps(site) for address in locations(site.read(name))}
    listed = set()
    for address, name in sorted(found.items()):
        path = site.local("", address)
        target = None if path is None else site.file_of(path)
        if path is None or (target is None and not site.exists(path)):
            yield LISTED.broken(name, f"{address} is not of this site" if path is None else f"{address} leads nowhere")
        listed.add(target)
    if found:
        for page in survey.pages:
            own = page.name.removesuffix(INDEX)
            is_canonical = not page.canonical or site.local(page.name, page.canonical) == own
            if page.is_indexed and not page.moves_to and page.name not in listed and is_canonical:
                yield UNLISTED.broken(page.name, "the page is not in the sitemap")


def _judge_redirects(survey: SiteSurvey) -> Iterator[Finding]:
    moves = {page.name: page.moves_to for page in survey.pages if page.moves_to}
    for name, address in sorted(moves.items()):
        seen, here, leads = {name}, name, address
        while leads:
            path = survey.site.local(here, leads)
            if path is None:
                break
            here = survey.site.file_of(path) or ""
            if not here or here in seen:
                reason = "leads in a circle" if here else f"leads to {path or dirname(name)}, and there is nothing"
                yield REDIRECT.broken(name, f"the redirect {reason}")
                break
            seen.add(here)
            leads = moves.get(here, "")
