"""Links: each leads somewhere, wherever the site stands, and programs are led to the documents of things."""

import re
from collections.abc import Iterator, Mapping
from html import unescape

from kg.base.reporting import Finding
from kg.publish.check.site import INDEX, NOT_FOUND, CheckedSite, SiteFile, broken

_ATTRIBUTES = ("href", "src", "action", "data", "poster")
_STATED = re.compile(
    r'"(?:href|anchor|contentUrl|downloadURL)"\s*:\s*"([^"\s]+)"|<link[^>]*?\shref="([^"\s]+)"|<loc>\s*([^<\s]+)\s*</loc>'
    r"|(?:dcat:downloadURL|void:dataDump|schema:contentUrl)\s+<([^>\s]+)>"
)
_FOR_MACHINES = re.compile(
    r"\.well-known/.*|.*\.linkset\.json"
    r"|(?:.*/)?(?:sitemap|feed|catalog|void|ro-crate-metadata|opensearch|dcat)[^/]*\.(?:json|jsonld|atom|xml|ttl)"
)

_REWRITE = re.compile(r"^\s*RewriteRule\s.*\[[^\]]*R=303\b", re.IGNORECASE | re.MULTILINE)
_ACCEPTED = ("text/html", "text/turtle", "application/ld+json")


def targets(file: SiteFile, site: CheckedSite) -> Iterator[tuple[str, str]]:
    """Yield the paths within the site to which a file leads, with the fragment."""
    for address in _on_page(file) if file.is_page else _for_machines(file, site):
        path = site.local(file.name, address)
        if path is not None and address != "#":
            yield path, address.partition("#")[2].partition(":~:")[0]


def _on_page(file: SiteFile) -> list[str]:
    linked = file.page.css(", ".join(f"[{attribute}]" for attribute in _ATTRIBUTES))
    moved = (
        (each.attributes.get("content") or "").partition("=")[2] for each in file.page.css("meta[http-equiv=refresh]")
    )
    found = (each.attributes.get(attribute) for each in linked for attribute in _ATTRIBUTES)
    return [*filter(None, found), *(address.strip("'\" ") for address in moved)]


def _for_machines(file: SiteFile, site: CheckedSite) -> Iterator[str]:
    is_read = site.address and _FOR_MACHINES.fullmatch(file.name)
    for stated in _STATED.findall(file.text) if is_read else ():
        if (address := unescape(next(filter(None, stated)))).startswith(site.address):
            yield address


def judge(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge the links and the documents of a page, and the rules of Apache."""
    if file.is_page:
        yield from _of_links(file, site)
        if file.name != INDEX and any(file.links("cite-as")):  # the page of a thing
            paths = (site.local(file.name, address) for address in file.links("describedby"))
            if not any(path and path.endswith(".ttl") and path in site.files for path in paths):
                yield broken("KG-NEG-01", file.name, "it names no document in Turtle that is there")
    elif file.name.rpartition("/")[2] == ".htaccess":
        if not _REWRITE.search(file.text):
            yield broken("KG-NEG-02", file.name, "no RewriteRule leads on with 303")
        for accept in _ACCEPTED:  # a pattern may escape the '+' of ld+json
            if accept not in file.text.replace("\\", ""):
                yield broken("KG-NEG-02", file.name, f"nothing is said of {accept}")


def _of_links(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge whether the links of a page hold wherever the site stands; 404.html is shown at any depth."""
    for address in dict.fromkeys(_on_page(file)):
        is_from_root = address.startswith("/") and not address.startswith("//")
        is_whole = address.startswith(("#", "//")) or ":" in address.partition("/")[0]
        is_local = site.local(file.name, address) is not None
        holds = is_whole or (is_from_root and is_local) if file.name == NOT_FOUND else not is_from_root
        if not holds:
            yield broken("KG-LINK-03", file.name, f"a link to {address}")


def judge_targets(site: CheckedSite, links: Mapping[tuple[str, str], str]) -> Iterator[Finding]:
    """Judge whether there is something where links lead, and the part of a page that they name."""
    ids: dict[str, set[str | None]] = {}
    for (path, fragment), name in sorted(links.items()):
        target = site.file_of(path)
        if target is None:
            if not fragment or (path, "") not in links:
                yield broken("KG-LINK-01", name, f"a link to {path}, and there is nothing")
        elif fragment and target.endswith((".html", ".svg")):
            if target not in ids:
                named = site.read(target).page.css("[id], [name]")
                ids[target] = {each.attributes.get(key) for each in named for key in ("id", "name")}
            if fragment not in ids[target]:
                yield broken("KG-LINK-02", name, f"a link to {path}#{fragment}, and nothing there has this id")
