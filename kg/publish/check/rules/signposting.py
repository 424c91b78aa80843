"""Signposting: the links by which machines find their way around a thing (signposting.org/FAIR, levels 1 and 2)."""

import json
from collections.abc import Iterator
from typing import Any

from kg.base.reporting import Finding, Severity
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.subjects import SIGNPOSTS, PageView, ThingPage
from kg.terms.vocabulary import PREFIXES
from kg.terms.work_types import WORK_TYPES

TYPES = {
    "ttl": "text/turtle",
    "jsonld": "application/ld+json",
    "nt": "application/n-triples",
    "rdf": "application/rdf+xml",
    "bib": "application/x-bibtex",
    "json": "application/json",
    "html": "text/html",
    "pdf": "application/pdf",
}
"""Media types by suffix, as plain hosts send them or links may promise them."""


def _rule(number: int, title: str, why: str, mend: str, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(f"KG-SIGN-{number:02}", title, why, mend, Category.SIGNPOSTING, Scope.THING, severity)


CITE_AS = _rule(
    1,
    "The page of a thing says as what it is cited, once",
    "programs keep the persistent identifier instead of the address of the page",
    'put one <link rel="cite-as" href="…"> with a whole http(s) address into the head',
)
TYPE = _rule(
    2,
    "The page of a thing says what it is: a type of schema.org, and that it is a landing page",
    "programs see without reading on whether it is a person, a work or data",
    'put <link rel="type" href="https://schema.org/…"> and one for https://schema.org/AboutPage into the head',
)
DESCRIBED = _rule(
    3,
    "The page of a thing leads to the documents that describe it, with their media types",
    "programs read these instead of the page",
    'put <link rel="describedby" href="….ttl" type="text/turtle"> into the head, one for each document',
)
LICENCE = _rule(
    4,
    "The page of a thing names the licence",
    "programs, and people, must know what they may do",
    'put <link rel="license" href="…"> into the head',
)
LINKSET = _rule(
    5,
    "The page of a thing leads to a linkset that can be read (RFC 9264)",
    "level 2: all links of a thing, also those that do not fit into a head",
    'publish ….linkset.json, and put <link rel="linkset" type="application/linkset+json"> into the head',
)
CONSISTENT = _rule(
    6,
    "The linkset says all that the page says",
    "whoever reads only one of them must not be misled",
    "make the links of the page and the linkset from the same data",
)
AUTHORS = _rule(
    7,
    "The page of a work names its authors",
    "they are found by their identifiers, not by their names",
    'put <link rel="author" href="…"> into the head, with an ORCID iD where there is one',
    Severity.WARNING,
)
BACK = _rule(
    8,
    "The linkset leads back from each document to the page",
    "who has only the document finds the thing (level 2)",
    "give each document an anchor in the linkset, with the relation describes",
)

_WORKS = {PREFIXES[each.prefix] + each.class_ for each in WORK_TYPES.values() if not each.is_shared}


def of_thing(thing: ThingPage) -> Iterator[Finding]:
    """Judge the links of a thing's page, and its linkset."""
    page, said = thing.page, thing.page.signposts
    cited = [address for address, _ in said.get("cite-as", ())]
    if len(cited) != 1 or not cited[0].startswith(("https://", "http://")):
        yield CITE_AS.broken(page.name, f"there are {len(cited)} links cite-as: {' '.join(cited[:3])}")
    types = [address for address, _ in said.get("type", ())]
    if len(types) < 2 or "https://schema.org/AboutPage" not in types:
        yield TYPE.broken(page.name, f"the types are: {', '.join(types) or 'none'}")
    if "describedby" not in said:
        yield DESCRIBED.broken(page.name, "there is no link describedby")
    for address, media_type in said.get("describedby", ()):
        wanted = TYPES.get(address.rpartition(".")[2], media_type)
        if not media_type or (media_type != wanted and wanted != "application/json"):
            yield DESCRIBED.broken(page.name, f"{address} is announced as '{media_type}', not as {wanted}")
    if "license" not in said:
        yield LICENCE.broken(page.name, "there is no link to a licence")
    has_author = any(each.predicate.value == "https://schema.org/author" for each in page.triples)
    if not set(types).isdisjoint(_WORKS) and "author" not in said and has_author:
        yield AUTHORS.broken(page.name, "there is no link to an author")
    yield from _linkset(thing)


def of_dataset(page: PageView) -> Iterator[Finding]:
    """Judge the links of the first page, which is the page of the data set, if it has such links."""
    if "cite-as" in page.signposts:
        yield from of_thing(ThingPage(page, ""))


def _linkset(thing: ThingPage) -> Iterator[Finding]:
    page = thing.page
    address = next((each for each, _ in page.signposts.get("linkset", ())), "")
    path = page.site.local(page.name, address) if address else None
    name = page.site.file_of(path) if path is not None else None
    if name is None:
        yield LINKSET.broken(page.name, f"there is no linkset at {address}" if address else "there is no link linkset")
        return
    try:
        sets = _sets(page.site.read(name))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        yield LINKSET.broken(name, f"the linkset cannot be read: {type(error).__name__}")
        return
    yield from _compared(thing, name, sets)


def _sets(content: bytes) -> dict[str, dict[str, set[str]]]:
    """Return where the relations of each anchor lead."""
    sets: list[dict[str, Any]] = json.loads(content)["linkset"]
    return {
        str(each["anchor"]): {
            relation: {str(link["href"]) for link in links} for relation, links in each.items() if relation != "anchor"
        }
        for each in sets
    }


def _compared(thing: ThingPage, name: str, sets: dict[str, dict[str, set[str]]]) -> Iterator[Finding]:
    page = thing.page
    own = page.name.removesuffix("index.html")
    anchor = next((each for each in sets if page.site.local(name, each) == own), next(iter(sets), ""))
    told = sets.get(anchor, {})
    for relation in SIGNPOSTS:
        said = {_key(thing, address) for address, _ in page.signposts.get(relation, ())}
        listed = {_key(thing, address) for address in told.get(relation, ())}
        missing = said - listed if relation in ("author", "item") else said ^ listed
        for address in sorted(missing):
            where = "the page" if address in listed else "the linkset"
            yield CONSISTENT.broken(name, f"{relation} {address} is missing in {where}")
    for address in sorted(told.get("describedby", ())):
        if not sets.get(address, {}).get("describes"):
            yield BACK.broken(name, f"nothing leads back from {address}")


def _key(thing: ThingPage, address: str) -> str:
    """Return an address in a form in which relative and whole ones are alike."""
    path = thing.page.site.local(thing.page.name, address)
    return address if path is None else f"/{path}"
