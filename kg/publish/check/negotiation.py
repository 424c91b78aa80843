"""Negotiation: the page of a thing names its document; where Apache chooses, `.htaccess` leads to each form."""

import re
from collections.abc import Iterator

from kg.base.reporting import Finding
from kg.publish.check.rules import broken
from kg.publish.check.site import INDEX, CheckedSite, SiteFile

HTACCESS = ".htaccess"
_ACCEPTED = ("text/html", "text/turtle", "application/ld+json")
_REWRITE = re.compile(r"^\s*RewriteRule\s.*\[[^\]]*R=303\b", re.IGNORECASE | re.MULTILINE)


def judge(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge the page of a thing, one that says by which IRI it is cited, and the rules of Apache."""
    if file.is_page and file.name != INDEX and any(file.links("cite-as")):
        paths = (site.local(file.name, address) for address in file.links("describedby"))
        if not any(path and path.endswith(".ttl") and path in site.files for path in paths):
            yield broken("KG-NEG-01", file.name, "it names no document in Turtle that is there")
    if file.name.rpartition("/")[2] == HTACCESS:
        if not _REWRITE.search(file.text):
            yield broken("KG-NEG-02", file.name, "no RewriteRule leads on with 303")
        for accept in _ACCEPTED:  # a pattern may escape the '+' of ld+json
            if accept.replace("+", "") not in file.text.replace("\\", "").replace("+", ""):
                yield broken("KG-NEG-02", file.name, f"nothing is said of {accept}")
