"""Hosting: what plain web spaces need, and what keeps readers from being sent elsewhere."""

import re
from collections.abc import Iterator
from hashlib import file_digest

from kg.base.reporting import Finding, Severity
from kg.publish.check.html import HtmlPage
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.rules.links import sitemaps
from kg.publish.check.site import CheckedSite
from kg.publish.check.subjects import PageView, SiteFile, SiteSurvey

NO_JEKYLL = Rule(
    "KG-HOST-01",
    "A file .nojekyll tells GitHub Pages to leave the site as it is",
    "files that begin with a dot or underscore are left out otherwise",
    "put an empty file .nojekyll at the root",
    Category.HOSTING,
    Scope.DIRECTORY,
)
NOT_FOUND = Rule(
    "KG-HOST-02",
    "A page 404.html helps those who come to an address that is gone",
    "hosts show an empty page of their own otherwise",
    "put a page 404.html at the root",
    Category.HOSTING,
    Scope.DIRECTORY,
)
ROBOTS = Rule(
    "KG-HOST-03",
    "A file robots.txt lets robots in and names the sitemap",
    "that is where robots look first",
    "write robots.txt with 'User-agent: *' and a line 'Sitemap: https://…/sitemap.xml'",
    Category.HOSTING,
    Scope.SITE,
)
SITEMAP = Rule(
    "KG-HOST-04",
    "A sitemap lists the pages",
    "search engines find pages by it which are many links away",
    "write sitemap.xml, in parts of at most 50,000 addresses",
    Category.HOSTING,
    Scope.SITE,
)
SUMS = Rule(
    "KG-HOST-05",
    "SHA256SUMS lists files with their hashes, and they are as listed",
    "who has a copy can tell whether it is whole",
    "write SHA256SUMS after all other files; do not edit files by hand",
    Category.HOSTING,
    Scope.SITE,
)
PAGE_SIZE = Rule(
    "KG-HOST-06",
    "No page has more than 25 kB on its way to the reader",
    "pages should come at once on a telephone",
    "show less on the page, and link to the rest",
    Category.HOSTING,
    Scope.PAGE,
    Severity.WARNING,
)
FILE_SIZE = Rule(
    "KG-HOST-07",
    "No file has 100 MB or more",
    "GitHub refuses it",
    "part it into shards, or publish it elsewhere and link to it",
    Category.HOSTING,
    Scope.SITE,
)
OWN = Rule(
    "KG-HOST-08",
    "No page loads anything from another host",
    "each such host learns who reads what, and the page breaks when it is down",
    "put scripts, styles, fonts and images into the site",
    Category.HOSTING,
    Scope.PAGE,
    weight=3,
)
WORKER = Rule(
    "KG-HOST-09",
    "A service worker stands at the root of the site",
    "it serves only what stands beside and below it",
    "put sw.js at the root",
    Category.HOSTING,
    Scope.SITE,
)
FILE_NAMES = Rule(
    "KG-HOST-10",
    "Names of files work on every host and computer",
    "two names that differ in their case only are one file on some",
    'rename the file: no signs of <>:"|?*\\, at most 255 bytes, no twin in other case',
    Category.HOSTING,
    Scope.SITE,
)
STYLES = Rule(
    "KG-HOST-11",
    "No style sheet loads anything from another host",
    "each such host learns who reads what",
    "put fonts and images into the site",
    Category.HOSTING,
    Scope.FILE,
    weight=2,
)

_SUMS_FILE = "SHA256SUMS"
_PAGE_BYTES = 25 * 1024
_FILE_BYTES = 100 * 10**6
# Limits of sitemaps.org for one file.
_SITEMAP_ENTRIES, _SITEMAP_BYTES = 50_000, 50 * 10**6
_LOADING = ("script", "img", "iframe", "audio", "video", "source", "embed", "object", "track", "image")
_CONNECTING = ("preconnect", "dns-prefetch")
_LOADING_RELATIONS = (
    "stylesheet",
    "icon",
    "preload",
    "modulepreload",
    "prefetch",
    "preconnect",
    "dns-prefetch",
    "manifest",
)
_STYLE_ADDRESS = re.compile(r"(?:@import\s+|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)", re.IGNORECASE)
_BAD_NAME = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
_SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")


def of_page(page: PageView) -> Iterator[Finding]:
    """Judge what a page loads, and its size."""
    if page.packed > _PAGE_BYTES:
        yield PAGE_SIZE.broken(page.name, f"the page has {page.packed / 1024:.1f} kB, packed")
    for what, address, line in _loaded(page.html):
        is_whole = address.strip().lower().startswith(("http://", "https://", "//"))
        if is_whole and page.site.local(page.name, address) is None:
            yield OWN.broken(page.name, f"{what} loads {address}", line)


def _loaded(html: HtmlPage) -> Iterator[tuple[str, str, int]]:
    """Yield what a page loads: by which element, the address, and the line."""
    for element in html.all(*_LOADING):
        for attribute in ("src", "data", "poster", "href"):
            yield element.name, element.get(attribute), element.line
    for link in html.links(*_LOADING_RELATIONS):
        yield "link", link.get("href"), link.line
    for style in html.all("style"):
        for found in _STYLE_ADDRESS.finditer(style.text):
            yield "a style", found[1], style.line


def of_file(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge what a style sheet or a picture loads."""
    if file.suffix == "css" or (file.suffix == "svg" and "<style" in file.text):
        for found in _STYLE_ADDRESS.finditer(file.text):
            if site.local(file.name, found[1]) is None:
                yield STYLES.broken(file.name, f"a style loads {found[1]}", file.line(found.start()))


def of_site(survey: SiteSurvey) -> Iterator[Finding]:
    """Judge what a host needs."""
    site = survey.site
    if not site.is_served:
        if ".nojekyll" not in site.files:
            yield NO_JEKYLL.broken("", "there is no .nojekyll")
        if "404.html" not in site.files:
            yield NOT_FOUND.broken("", "there is no 404.html")
    yield from _robots(site)
    yield from _sums(site)
    for name, size in site.sizes.items():
        if size >= _FILE_BYTES:
            yield FILE_SIZE.broken(name, f"the file has {size / 10**6:.0f} MB")
        if name.rpartition("/")[2] in ("sw.js", "service-worker.js") and "/" in name:
            yield WORKER.broken(name, f"it serves only what stands below {name.rpartition('/')[0]}/")
    yield from _names(site)


def _robots(site: CheckedSite) -> Iterator[Finding]:
    robots = site.read("robots.txt").decode("utf-8", "replace")
    if not robots.strip():
        yield ROBOTS.broken("", "there is no robots.txt")
    elif not re.search(r"^sitemap:\s*https?://\S+", robots, re.IGNORECASE | re.MULTILINE):
        yield ROBOTS.broken("robots.txt", "it names no sitemap")
    elif re.search(r"^user-agent:\s*\*\s*\n(?:.+\n)*?disallow:\s*/\s*$", robots, re.IGNORECASE | re.MULTILINE):
        yield ROBOTS.broken("robots.txt", "it keeps all robots out")
    found = sitemaps(site)
    if not found:
        yield SITEMAP.broken("", "there is no sitemap.xml")
    for name in found:
        text = site.read(name)
        if b"</urlset>" not in text and b"</sitemapindex>" not in text:
            yield SITEMAP.broken(name, "it is no sitemap, or is cut")
        elif text.count(b"<loc>") > _SITEMAP_ENTRIES or site.sizes[name] > _SITEMAP_BYTES:
            yield SITEMAP.broken(name, "it has more than 50,000 addresses or 50 MB")


def _sums(site: CheckedSite) -> Iterator[Finding]:
    if _SUMS_FILE not in site.files:
        yield SUMS.broken("", f"there is no {_SUMS_FILE}")
        return
    listed = 0
    for number, line in enumerate(site.read(_SUMS_FILE).decode("utf-8", "replace").splitlines(), 1):
        found = _SUM.fullmatch(line)
        name = found[2].removeprefix("./") if found else ""
        if found is None:
            yield SUMS.broken(_SUMS_FILE, "this is no line of 'hash  name'", number)
        elif name not in site.files:
            if not site.is_served:  # of a server not all is fetched
                yield SUMS.broken(_SUMS_FILE, f"{name} is listed, and is not there", number)
        else:
            with site.files[name].open("rb") as file:
                if file_digest(file, "sha256").hexdigest() != found[1]:
                    yield SUMS.broken(name, f"the file is not as {_SUMS_FILE} says")
        listed += found is not None
    if not listed:
        yield SUMS.broken(_SUMS_FILE, "it lists no file")


def _names(site: CheckedSite) -> Iterator[Finding]:
    if site.is_served:
        return
    seen: dict[str, str] = {}
    for name in site.files:
        twin = seen.setdefault(name.casefold(), name)
        if twin != name:
            yield FILE_NAMES.broken(name, f"it differs from {twin} in its case only")
        if _BAD_NAME.search(name) or len(name.rpartition("/")[2].encode("utf-8", "replace")) > 255:
            yield FILE_NAMES.broken(name, "the name does not work on every computer")
