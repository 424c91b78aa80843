"""FAIR: the metrics of F-UJI (FAIRsFAIR, version 0.5), read for a site of linked data and judged offline.

The page of the data set is the first page of the site. What F-UJI asks registries about (are identifiers registered?
is the licence known?) is judged here by form alone.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from urllib.parse import urlsplit

from pyoxigraph import BlankNode, NamedNode

from kg.base.reporting import Finding, Severity
from kg.publish.check.rdf import local_name
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.rules.links import sitemaps
from kg.publish.check.subjects import PageView, ThingPage
from kg.terms.formats import Term
from kg.terms.vocabulary import PREFIXES, RDF_TYPE


def _rule(metric: str, title: str, why: str, mend: str, scope: Scope = Scope.DATASET) -> Rule:
    return Rule(f"KG-FAIR-{metric}", title, why, mend, Category.FAIR, scope, Severity.ERROR)


UNIQUE = _rule(
    "F1-01D",
    "The data set has an identifier that is unique in the world",
    "names are not enough to tell data sets apart",
    "give the Dataset in the JSON-LD of the first page an @id that is a whole http(s) IRI",
)
PERSISTENT = _rule(
    "F1-02D",
    "Identifiers are made to stay",
    "what is cited today should be found in twenty years",
    "use IRIs without ports, queries, file suffixes and addresses of machines; w3id.org gives them away",
    Scope.THING,
)
CORE = _rule(
    "F2-01M",
    "The data set says what a citation and a search need",
    "it is found by these words",
    "state name, description, creator, publisher, datePublished, keywords and identifier",
)
CONTENT = _rule(
    "F3-01M",
    "The metadata say where the data are",
    "metadata without data lead nowhere",
    "state a distribution with a contentUrl",
)
OFFERED = _rule(
    "F4-01M",
    "The metadata are offered so that machines find them",
    "search engines and registries gather them by themselves",
    "embed the Dataset as JSON-LD in the first page, publish a sitemap, and do not forbid indexing",
)
ACCESS = _rule(
    "A1-01M",
    "The metadata say who may have the data, and how",
    "readers should not have to try",
    "state isAccessibleForFree and conditionsOfAccess",
)
PROTOCOL = _rule(
    "A1-02M",
    "The metadata are had by HTTP",
    "everybody has a program for it",
    "publish the site at an http(s) address",
)
DATA_PROTOCOL = _rule(
    "A1-03D",
    "The data are had by HTTP, and are there",
    "everybody has a program for it",
    "let each contentUrl be a whole http(s) address that leads to a file",
)
FORMAL = _rule(
    "I1-01M",
    "The metadata are RDF",
    "machines understand them without a manual",
    "embed JSON-LD in the first page, and lead to a description in RDF",
)
VOCABULARIES = _rule(
    "I2-01M",
    "The metadata use vocabularies that others know",
    "own words are understood by nobody else",
    "describe the data with schema.org and DCAT, VoID or Dublin Core, beside own terms",
)
RELATED = _rule(
    "I3-01M",
    "The metadata lead to related things by their IRIs",
    "data gain from their neighbours",
    "state isBasedOn, hasPart, isPartOf, citation, about or sameAs with IRIs",
)
DESCRIBED = _rule(
    "R1-01MD",
    "The metadata say what the files are: type and size, as they are",
    "readers know before fetching whether they can use them",
    "state encodingFormat and contentSize of each distribution; make both from the file itself",
)
LICENCE = _rule(
    "R1.1-01M",
    "The metadata name a licence by its address",
    "nobody may use data without one",
    "state license with the address of a Creative Commons, Open Data Commons or SPDX licence",
)
PROVENANCE = _rule(
    "R1.2-01M",
    "The metadata say from whom and what the data come, and when they were made",
    "readers judge data by where they come from",
    "state creator, isBasedOn and dateModified or dateCreated",
)
STANDARD = _rule(
    "R1.3-01M",
    "A description by a standard of the field is published",
    "catalogues and archives read these",
    "publish DCAT, VoID or RO-Crate at the root, and lead to it from the first page",
)
OPEN = _rule(
    "R1.3-02D",
    "The data are in open formats",
    "they can be read without anybody's program",
    "publish N-Quads, Turtle, JSON-LD, CSV or another open format",
)

_CORE = ("name", "description", "creator", "publisher", "datePublished", "keywords", "identifier")
_RELATED = ("isBasedOn", "hasPart", "isPartOf", "citation", "about", "sameAs", "includedInDataCatalog", "mainEntity")
_LICENCES = re.compile(
    r"https?://(?:www\.)?(?:creativecommons\.org/(?:licenses|publicdomain)/|opendatacommons\.org/licenses/"
    r"|spdx\.org/licenses/|opensource\.org/licenses?/|www\.gnu\.org/licenses/|data\.gov\.|www\.apache\.org/licenses/)"
)
_OPEN = re.compile(
    r"application/(?:n-quads|n-triples|trig|ld\+json|rdf\+xml|json|xml|gzip|zip|x-bibtex|vnd\.apache\.parquet)"
    r"|text/(?:turtle|csv|tab-separated-values|plain|html|markdown)"
)
_STANDARDS = ("catalog.ttl", "dcat.ttl", "void.ttl", "ro-crate-metadata.json", ".well-known/void")
_SIZE = re.compile(r"([\d.,]+)\s*(k|K|M|G)?(i)?B?(?:ytes)?")
_SUFFIX = re.compile(r"\.(?:html?|php|aspx?|jsp|cgi)$")


@dataclass(frozen=True)
class _EmbeddedNode:
    """A node of the triples of a page, with the values of each property of schema.org."""

    page: PageView
    name: str

    @cached_property
    def said(self) -> Mapping[str, list[Term]]:
        found: dict[str, list[Term]] = {}
        for each in self.page.triples:
            if str(each.subject) == self.name:
                found.setdefault(local_name(each.predicate.value), []).append(each.object)
        return found

    def get(self, name: str) -> list[str]:
        """Return the values of a property as text."""
        return [
            str(each) if isinstance(each, BlankNode) else getattr(each, "value", "") for each in self.said.get(name, ())
        ]

    def nodes(self, name: str) -> list["_EmbeddedNode"]:
        """Return the nodes to which a property leads."""
        return [_EmbeddedNode(self.page, str(each)) for each in self.said.get(name, ())]


def of_thing(thing: ThingPage) -> Iterator[Finding]:
    """Judge the identifier of a thing."""
    if thing.iri and (reason := _fleeting(thing.iri)):
        yield PERSISTENT.broken(thing.page.name, f"{thing.iri} {reason}")


def _fleeting(iri: str) -> str:
    """Return why an identifier will hardly stay, or nothing."""
    try:
        parts = urlsplit(iri)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "is no address"
    if parts.scheme not in ("http", "https") or not host:
        return "is no whole http(s) IRI"
    with suppress(ValueError):
        ip_address(host)
        host = "localhost"
    if port or host == "localhost":
        return "names a machine"
    if parts.query or _SUFFIX.search(parts.path):
        return "names a program or a file"
    return ""


def of_dataset(page: PageView) -> Iterator[Finding]:
    """Judge the page of the data set, which is the first page of the site."""
    typed = (
        (each.subject, getattr(each.object, "value", "")) for each in page.triples if each.predicate.value == RDF_TYPE
    )
    subject = next((each for each, type_ in typed if type_.endswith(("schema.org/Dataset", "/ns/dcat#Dataset"))), None)
    data = _EmbeddedNode(page, str(subject) if subject else "")
    if not isinstance(subject, NamedNode) or not subject.value.startswith(("http://", "https://")):
        yield UNIQUE.broken(page.name, "no Dataset with an @id is described" if subject is None else "it has no @id")
    if missing := [name for name in _CORE if not data.get(name)]:
        yield CORE.broken(page.name, f"the data set has no {', '.join(missing)}")
    yield from _findable(page, data)
    yield from _accessible(page, data)
    yield from _interoperable(page, data)
    yield from _reusable(page, data)


def _findable(page: PageView, data: _EmbeddedNode) -> Iterator[Finding]:
    if not any(each.get("contentUrl") for each in data.nodes("distribution")):
        yield CONTENT.broken(page.name, "the data set has no distribution with a contentUrl")
    if not data.name or not sitemaps(page.site) or "noindex" in page.html.meta("robots"):
        reason = (
            "there is no JSON-LD" if not page.json_ld else "the JSON-LD, the sitemap, or leave to index it is missing"
        )
        yield OFFERED.broken(page.name, reason)


def _accessible(page: PageView, data: _EmbeddedNode) -> Iterator[Finding]:
    if not data.get("isAccessibleForFree") and not data.get("conditionsOfAccess"):
        yield ACCESS.broken(page.name, "neither isAccessibleForFree nor conditionsOfAccess is stated")
    if not page.site.address.startswith(("http://", "https://")):
        yield PROTOCOL.broken(page.name, "the public address of the site is not known: no canonical link, no sitemap")
    addresses = [address for each in data.nodes("distribution") for address in each.get("contentUrl")]
    for address in addresses:
        path = page.site.local(page.name, address)
        if not address.startswith(("http://", "https://")) or (path is not None and not page.site.exists(path)):
            yield DATA_PROTOCOL.broken(page.name, f"{address} leads nowhere")
    if not addresses:
        yield DATA_PROTOCOL.broken(page.name, "no contentUrl is stated")


def _interoperable(page: PageView, data: _EmbeddedNode) -> Iterator[Finding]:
    if not page.triples or not (page.signposts.get("describedby") or _standards(page)):
        yield FORMAL.broken(page.name, "no JSON-LD, or no description in RDF")
    used = {each.predicate.value for each in page.triples}
    if not any(iri in name for prefix, iri in PREFIXES.items() if prefix != "kg" for name in used):
        yield VOCABULARIES.broken(page.name, "no term of a known vocabulary is used")
    if not any(value.startswith(("http://", "https://")) for name in _RELATED for value in data.get(name)):
        yield RELATED.broken(page.name, f"none of {', '.join(_RELATED)} is stated with an IRI")


def _standards(page: PageView) -> list[str]:
    return [name for name in _STANDARDS if name in page.site.files]


def _reusable(page: PageView, data: _EmbeddedNode) -> Iterator[Finding]:
    files = data.nodes("distribution")
    for each in files:
        yield from _judge_file(page, each)
    if not files:
        yield DESCRIBED.broken(page.name, "no distribution is described")
    licences = data.get("license")
    if not any(_LICENCES.match(each) for each in licences):
        yield LICENCE.broken(
            page.name, f"the licence is '{', '.join(licences)}'" if licences else "there is no licence"
        )
    dates = data.get("dateModified") + data.get("dateCreated")
    lacking = [name for name in ("creator", "isBasedOn") if not data.get(name)] + ["dateModified"] * (not dates)
    if lacking:
        yield PROVENANCE.broken(page.name, f"the data set has no {', '.join(lacking)}")
    if not _standards(page):
        yield STANDARD.broken(page.name, f"none of {', '.join(_STANDARDS)} is there")
    formats = [form for each in files for form in each.get("encodingFormat")]
    if not any(_OPEN.match(form) for form in formats):
        yield OPEN.broken(page.name, f"the formats are: {', '.join(formats) or 'none'}")


def _judge_file(page: PageView, file: _EmbeddedNode) -> Iterator[Finding]:
    address = next(iter(file.get("contentUrl")), "")
    if not file.get("encodingFormat") or not file.get("contentSize"):
        yield DESCRIBED.broken(page.name, f"no type or size is stated of {address or 'a distribution'}")
        return
    path = page.site.local(page.name, address)
    size = page.site.sizes.get(path or "")
    stated = _bytes(file.get("contentSize")[0])
    if size is not None and stated is not None and abs(stated - size) > max(1024, size // 10):
        yield DESCRIBED.broken(page.name, f"{address} has {size:,} bytes, and not {file.get('contentSize')[0]}")


def _bytes(text: str) -> float | None:
    """Return how many bytes a size means.

    >>> _bytes("82.8 kB"), _bytes("12")
    (82800.0, 12.0)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return None
    unit = 1024 if found[3] else 1000
    power = ("", "k", "M", "G").index((found[2] or "").replace("K", "k"))
    return float(found[1].replace(",", "")) * float(unit**power)
