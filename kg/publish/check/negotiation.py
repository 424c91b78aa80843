"""Negotiation: one address for people and programs; where a host cannot, documents beside each page."""

import re
from collections.abc import Iterator

from kg.base.reporting import Finding
from kg.publish.check.rules import broken
from kg.publish.check.site import INDEX, CheckedSite, SiteFile, SiteResponse
from kg.site.metadata.documents import FORMS

ACCEPTED = ("text/html", "text/turtle", "application/ld+json")
UNKNOWN = "application/x-nobody-has-this"
HTACCESS = ".htaccess"
_REWRITE = re.compile(r"^\s*RewriteRule\s.*\[[^\]]*R=303\b", re.IGNORECASE | re.MULTILINE)


def judge_page(page: SiteFile, site: CheckedSite) -> Iterator[Finding]:
    """Judge whether the page of a thing, one that says by which IRI it is cited, names a document that is there."""
    if page.name != INDEX and any(page.links("cite-as")):
        named = (site.local(page.name, address) for address in page.links("describedby"))
        if not any(path and path.endswith(".ttl") and site.exists(path) for path in named):
            yield broken("KG-NEG-01", page.name, "it names no document in Turtle that is there")


def judge_site(site: CheckedSite) -> Iterator[Finding]:
    """Judge how a server answers, and `.htaccess`."""
    for name, answer in sorted(site.answers.items()):
        form = FORMS.get(name.rpartition(".")[2])
        if form and answer.status == 200 and answer.media_type != form.media_type:
            message = f"it is sent as '{answer.media_type}', not as {form.media_type}"
            yield broken("KG-NEG-02", name, message)
    for path, accept in sorted(site.probes) if negotiates(site) else ():
        yield from _judge_probe(path, accept, site.probes[path, accept])
    for name in site.files:
        if name.rpartition("/")[2] == HTACCESS:
            yield from _judge_rewriting(name, site.read(name).decode("utf-8", "replace"))


def negotiates(site: CheckedSite) -> bool:
    """Tell whether a server answers according to `Accept`; one of plain files does not."""
    return any(
        probe.status == 303 or "accept" in re.split(r"[\s,]+", probe.headers.get("vary", "").lower())
        for probe in site.probes.values()
    )


def _judge_probe(path: str, accept: str, answer: SiteResponse) -> Iterator[Finding]:
    said = f"asked for {accept}, the server answers {answer.status}"
    if accept == UNKNOWN:
        if answer.status != 406:
            yield broken("KG-NEG-06", path, said)
        return
    if answer.status != 303:
        yield broken("KG-NEG-03", path, said)
    elif answer.final != accept:
        yield broken("KG-NEG-04", path, f"asked for {accept}, the reader gets '{answer.final}'")
    if "accept" not in answer.headers.get("vary", "").lower():
        yield broken("KG-NEG-05", path, f"asked for {accept}, the answer has no Vary: Accept")


def _judge_rewriting(name: str, text: str) -> Iterator[Finding]:
    if not _REWRITE.search(text):
        yield broken("KG-NEG-07", name, "no RewriteRule leads on with 303")
    for accept in ACCEPTED:  # a pattern may escape the '+' of ld+json
        if accept.partition("/")[2].replace("+", "") not in text.replace("\\", "").replace("+", ""):
            yield broken("KG-NEG-07", name, f"nothing is said of {accept}")
