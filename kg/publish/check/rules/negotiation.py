"""Negotiation: one address for people and programs; where a host cannot, documents beside each page."""

import re
from collections.abc import Iterator

from kg.base.reporting import Finding
from kg.publish.check.rdf import SYNTAXES
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.rules.signposting import TYPES
from kg.publish.check.site import CheckedSite, SiteResponse
from kg.publish.check.subjects import SiteSurvey, ThingPage


def _rule(number: int, title: str, why: str, mend: str, scope: Scope) -> Rule:
    return Rule(f"KG-NEG-{number:02}", title, why, mend, Category.NEGOTIATION, scope)


BESIDE = _rule(
    1,
    "The documents to which the page of a thing leads are there",
    "a plain host cannot choose for the reader; programs follow the links instead",
    "publish each document that <link rel=describedby> names",
    Scope.THING,
)
SENT = _rule(
    2,
    "Documents are sent with their media types",
    "clients parse them by media type",
    "teach the server the types: text/turtle .ttl, application/ld+json .jsonld, application/n-triples .nt",
    Scope.SERVED,
)
SEE_OTHER = _rule(
    3,
    "The IRI of a thing leads to its description by 303",
    "a person is no document; 303 See Other says that what follows describes it",
    "answer for the IRI with 303 and a Location",
    Scope.NEGOTIATED,
)
CHOSEN = _rule(
    4,
    "The IRI of a thing leads to what the reader accepts: HTML, Turtle, JSON-LD",
    "one identifier works in browsers and programs alike",
    "choose by the header Accept",
    Scope.NEGOTIATED,
)
VARY = _rule(
    5,
    "Responses that depend on Accept say so in Vary",
    "caches otherwise serve a page to programs",
    "send 'Vary: Accept' with every answer that depends on it",
    Scope.NEGOTIATED,
)
NOT_ACCEPTABLE = _rule(
    6,
    "A client that accepts none of the forms gets 406",
    "a program should not read HTML as data",
    "answer 406, and list what there is",
    Scope.NEGOTIATED,
)
REWRITTEN = _rule(
    7,
    "The file .htaccess leads by 303 to each form",
    "w3id.org and hosts with Apache use it",
    "add a RewriteRule with R=303 for text/html, text/turtle and application/ld+json",
    Scope.REWRITTEN,
)

ACCEPTED = ("text/html", "text/turtle", "application/ld+json")
UNKNOWN = "application/x-nobody-has-this"
_REWRITE = re.compile(r"^\s*RewriteRule\s.*\[[^\]]*R=303\b", re.IGNORECASE | re.MULTILINE)


def of_thing(thing: ThingPage) -> Iterator[Finding]:
    """Judge whether the documents to which a page leads are there."""
    page = thing.page
    for address, _ in page.signposts.get("describedby", ()):
        path = page.site.local(page.name, address)
        if path is not None and not page.site.exists(path):
            yield BESIDE.broken(page.name, f"there is no {path}")
    for suffix in ("ttl", "jsonld"):
        if f"{thing.stem}.{suffix}" not in page.site.files:
            yield BESIDE.broken(page.name, f"there is no {SYNTAXES[suffix]} beside the page")


def of_site(survey: SiteSurvey) -> Iterator[Finding]:
    """Judge how a server answers, and `.htaccess`."""
    site = survey.site
    for name, answer in sorted(site.answers.items()):
        wanted = TYPES.get(name.rpartition(".")[2]) if name.endswith(tuple(f".{each}" for each in SYNTAXES)) else None
        if wanted and answer.status == 200 and answer.media_type != wanted:
            yield SENT.broken(name, f"it is sent as '{answer.media_type}', not as {wanted}")
    for path, accept in sorted(site.probes) if negotiates(site) else ():
        yield from _judge_probe(path, accept, site.probes[path, accept])
    for name in site.files:
        if name.rpartition("/")[2] == ".htaccess":
            yield from _judge_rewriting(name, site.read(name).decode("utf-8", "replace"))


def negotiates(site: CheckedSite) -> bool:
    """Tell whether a server answers according to `Accept`; one of plain files does not."""
    return any(
        probe.status == 303 or "accept" in re.split(r"[\s,]+", probe.headers.get("vary", "").lower())
        for probe in site.probes.values()
    )


def _judge_probe(path: str, accept: str, answer: SiteResponse) -> Iterator[Finding]:
    if accept == UNKNOWN:
        if answer.status != 406:
            yield NOT_ACCEPTABLE.broken(path, f"asked for {accept}, the server answers {answer.status}")
        return
    if answer.status != 303:
        yield SEE_OTHER.broken(path, f"asked for {accept}, the server answers {answer.status}")
    elif answer.final != accept:
        yield CHOSEN.broken(path, f"asked for {accept}, the reader gets '{answer.final}'")
    if "accept" not in answer.headers.get("vary", "").lower():
        yield VARY.broken(path, f"asked for {accept}, the answer has no Vary: Accept")


def _judge_rewriting(name: str, text: str) -> Iterator[Finding]:
    if not _REWRITE.search(text):
        yield REWRITTEN.broken(name, "no RewriteRule leads on with 303")
    for accept in ACCEPTED:  # a pattern may escape the '+' of ld+json
        if accept.partition("/")[2].replace("+", "") not in text.replace("\\", "").replace("+", ""):
            yield REWRITTEN.broken(name, f"nothing is said of {accept}")
