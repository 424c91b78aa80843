"""Descriptions of the site for catalogues, crawlers and browsers."""

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain
from typing import Any
from xml.sax.saxutils import escape

from pyoxigraph import BlankNode, Literal, NamedNode, Triple, serialize

from kg.base.errors import QueryError
from kg.site.addresses import NAMESPACES, prefixes_of
from kg.site.metadata.dataset import ACCESS, RIGHTS, DatasetFacts, licence
from kg.store.export.export import sayable
from kg.store.export.groups import node_of
from kg.store.graph import Graph
from kg.store.hosting import GZIP, Download
from kg.terms.formats import RDF_FORMATS, XSD, Term
from kg.terms.vocabulary import PREFIXES, RDF_TYPE

# Documents made of triples of any vocabulary, with blank nodes: the engine's own writers.

MAX_TRIPLES = 100_000
"""How many triples a document of a node may hold."""


def node_triples(graph: Graph, name: str) -> list[Triple]:
    """Return what is said of a node and of the blank nodes that hang on it, sorted.

    Raises:
        QueryError: If these are more than `MAX_TRIPLES`.
    """
    todo: list[NamedNode | BlankNode] = [node_of(name)]
    seen, found = set(todo), set[Triple]()
    while todo:
        for quad in graph.store.quads(todo.pop(), None, None, None):
            found.add(quad.triple)
            if isinstance(quad.object, BlankNode) and quad.object not in seen:
                seen.add(quad.object)
                todo.append(quad.object)
            if len(found) > MAX_TRIPLES:
                raise QueryError(
                    f"{name} has more than {MAX_TRIPLES:,} triples", hint="ask for a part of it at /sparql"
                )
    return sorted(found, key=str)


def serialized_triples(triples: Sequence[Triple], form: str) -> bytes:
    """Return triples in a syntax of `kg.terms.formats.RDF_FORMATS`.

    Raises:
        QueryError: If the syntax cannot hold them.
    """
    out = BytesIO()
    held = sayable(triples) if form == "rdfxml" else triples
    try:
        serialize(held, out, RDF_FORMATS[form], prefixes=prefixes_of(triples))
    except OSError as error:  # JSON-LD knows no triple terms
        raise QueryError(f"this cannot be written: {error}", hint="ask for Turtle") from error
    return out.getvalue()


# The dataset as a catalogue of one (DCAT 3, W3C Recommendation, 22 August 2024), with its files.

_DCAT, _TERMS, _FOAF = NAMESPACES["dcat"], PREFIXES["dcterms"], PREFIXES["foaf"]
_SPDX = "http://spdx.org/rdf/terms#"
_MEDIA = "https://www.iana.org/assignments/media-types/"
_ENGLISH = NamedNode("http://publications.europa.eu/resource/authority/language/ENG")
Pairs = Iterator[tuple[str, Term]]


def catalog_triples(graph: Graph) -> list[Triple]:
    """Return the catalogue of a site whose address is known."""
    about = DatasetFacts(graph)
    catalog, dataset = NamedNode(f"{graph.url}catalog.ttl#catalog"), NamedNode(about.iri)
    return [
        *_said(catalog, _catalog(about, dataset)),
        *_said(dataset, _dataset(about)),
        *_said_of_publisher(about),
        *(triple for download in graph.downloads for triple in _distribution(graph, download)),
        *(() if graph.hosting.is_static else _service(graph, catalog, dataset)),
    ]


def _said(node: NamedNode, pairs: Pairs) -> Iterator[Triple]:
    return (Triple(node, NamedNode(predicate), value) for predicate, value in pairs)


def _catalog(about: DatasetFacts, dataset: NamedNode) -> Pairs:
    yield RDF_TYPE, NamedNode(f"{_DCAT}Catalog")
    yield from _both(about)
    yield f"{_FOAF}homepage", NamedNode(about.graph.url)
    yield f"{_DCAT}dataset", dataset


def _dataset(about: DatasetFacts) -> Pairs:
    graph = about.graph
    yield RDF_TYPE, NamedNode(f"{_DCAT}Dataset")
    yield from _both(about)
    yield f"{_TERMS}identifier", Literal(about.iri)
    yield f"{_DCAT}version", Literal(about.version)
    yield f"{_DCAT}landingPage", NamedNode(graph.url)
    yield from ((f"{_DCAT}keyword", Literal(word)) for word in about.keywords)
    yield from ((f"{_TERMS}source", NamedNode(source.iri)) for source in about.sources)
    if about.years:
        yield f"{_TERMS}temporal", NamedNode(f"{graph.url}catalog.ttl#period")
    yield from ((f"{_DCAT}distribution", _node(graph, each)) for each in graph.downloads)


def _both(about: DatasetFacts) -> Pairs:
    """Yield what is said of the catalogue and of what is in it alike."""
    yield f"{_TERMS}title", Literal(about.graph.title)
    yield f"{_TERMS}description", Literal(about.description)
    yield f"{_TERMS}issued", _day(about.graph.date)
    yield f"{_TERMS}modified", _day(about.graph.date)
    yield f"{_TERMS}language", _ENGLISH
    yield f"{_TERMS}accessRights", NamedNode(RIGHTS)
    if about.graph.license:
        yield f"{_TERMS}license", NamedNode(about.graph.license)
    if about.publisher:
        yield f"{_TERMS}publisher", NamedNode(about.publisher.iri)


def _said_of_publisher(about: DatasetFacts) -> Iterator[Triple]:
    """Yield who the publisher is, and of which years the dataset tells."""
    if about.publisher:
        agent = NamedNode(about.publisher.iri)
        yield Triple(agent, NamedNode(RDF_TYPE), NamedNode(f"{_FOAF}Agent"))
        yield Triple(agent, NamedNode(f"{_FOAF}name"), Literal(about.publisher.name))
        if about.publisher_page:
            yield Triple(agent, NamedNode(f"{_FOAF}homepage"), NamedNode(about.publisher_page))
    if about.years:
        period = NamedNode(f"{about.graph.url}catalog.ttl#period")
        yield Triple(period, NamedNode(RDF_TYPE), NamedNode(f"{_TERMS}PeriodOfTime"))
        for name, year in zip(("startDate", "endDate"), about.years, strict=True):
            yield Triple(period, NamedNode(_DCAT + name), Literal(year, datatype=NamedNode(f"{XSD}gYear")))


def _distribution(graph: Graph, download: Download) -> Iterator[Triple]:
    node, address = _node(graph, download), NamedNode(graph.url + download.path)
    checksum = NamedNode(f"{node.value}-checksum")
    packed = [(f"{_DCAT}compressFormat", NamedNode(_MEDIA + GZIP))] if download.is_packed else []
    said: list[tuple[str, Term]] = [
        (RDF_TYPE, NamedNode(f"{_DCAT}Distribution")),
        (f"{_TERMS}title", Literal(download.title)),
        (f"{_DCAT}accessURL", NamedNode(graph.url)),
        (f"{_DCAT}downloadURL", address),
        (f"{_DCAT}mediaType", NamedNode(_MEDIA + download.media_type)),
        *packed,
        (f"{_DCAT}byteSize", Literal(str(download.size), datatype=NamedNode(f"{XSD}nonNegativeInteger"))),
        (f"{_TERMS}issued", _day(graph.date)),
        (f"{_TERMS}accessRights", NamedNode(RIGHTS)),
        *([(f"{_TERMS}license", NamedNode(graph.license))] if graph.license else []),
        (f"{_SPDX}checksum", checksum),
    ]
    return chain(_said(node, iter(said)), _said(checksum, _checksum(download)))


def _checksum(download: Download) -> Pairs:
    yield RDF_TYPE, NamedNode(f"{_SPDX}Checksum")
    yield f"{_SPDX}algorithm", NamedNode(f"{_SPDX}checksumAlgorithm_sha256")
    yield f"{_SPDX}checksumValue", Literal(download.sha256, datatype=NamedNode(f"{XSD}hexBinary"))


def _service(graph: Graph, catalog: NamedNode, dataset: NamedNode) -> Iterator[Triple]:
    """Yield where a server answers queries."""
    service, endpoint = NamedNode(f"{graph.url}catalog.ttl#sparql"), NamedNode(f"{graph.url}sparql")
    yield Triple(catalog, NamedNode(f"{_DCAT}service"), service)
    yield Triple(service, NamedNode(RDF_TYPE), NamedNode(f"{_DCAT}DataService"))
    yield Triple(service, NamedNode(f"{_TERMS}title"), Literal("SPARQL endpoint"))
    yield Triple(service, NamedNode(f"{_DCAT}endpointURL"), endpoint)
    yield Triple(service, NamedNode(f"{_DCAT}endpointDescription"), endpoint)
    yield Triple(service, NamedNode(f"{_TERMS}conformsTo"), NamedNode("http://www.w3.org/TR/sparql11-protocol/"))
    yield Triple(service, NamedNode(f"{_DCAT}servesDataset"), dataset)


def _node(graph: Graph, download: Download) -> NamedNode:
    """Return the IRI of a distribution: its file may be described, so it needs one that is not the file's own."""
    return NamedNode(f"{graph.url}catalog.ttl#{download.path.replace('/', '-')}")


def _day(date: str) -> Literal:
    return Literal(date, datatype=NamedNode(f"{XSD}date"))


# How browsers and programs search the site (OpenSearch 1.1, draft 6).

MEDIA_TYPE = "application/opensearchdescription+xml"
_LONGEST = {"ShortName": 16, "LongName": 48, "Description": 1024}


def opensearch_document(graph: Graph) -> bytes:
    """Return the description of the search of a site whose address is known."""
    texts = {
        "ShortName": graph.title,
        "LongName": graph.title,
        "Description": f"Search people, works and places: {graph.title}",
    }
    elements = [f"<{name}>{escape(_short(text, _LONGEST[name]))}</{name}>" for name, text in texts.items()]
    # Braces are the template's own; all else of the address is data.
    page = escape(graph.url, {'"': "&quot;"}).replace("{", "%7B").replace("}", "%7D")
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
            *elements,
            "<InputEncoding>UTF-8</InputEncoding>",
            f'<Image width="16" height="16" type="image/svg+xml">{page}assets/icon.svg</Image>',
            f'<Url type="text/html" template="{page}search/?q={{searchTerms}}"/>',
            "</OpenSearchDescription>",
            "",
        ]
    ).encode()


def _short(text: str, most: int) -> str:
    """Return a text that is not longer than allowed, cut between words if there are several.

    >>> _short("Five researchers in systems", 16)
    'Five researchers'
    """
    line = " ".join(text.split())
    cut = line[: most + 1].rpartition(" ")[0] or line[:most]
    return line if len(line) <= most else cut


# The site as a research object: RO-Crate 1.2, the metadata document of a root data entity and its files.

RO_CRATE_PATH = "ro-crate-metadata.json"

_VERSION = "https://w3id.org/ro/crate/1.2"
Entity = dict[str, Any]


def ro_crate_document(graph: Graph) -> bytes:
    """Return the metadata document of a site whose address is known."""
    about = DatasetFacts(graph)
    files = [_file(each) for each in graph.downloads] + _descriptions(about)
    sources = [{"@id": each.iri, "@type": "CreativeWork", "name": each.name} for each in about.sources]
    contextual = [*_publisher(about), *_license(graph), *sources]
    entities = [_descriptor(), _root(about, files), *files, *contextual]
    return json.dumps({"@context": f"{_VERSION}/context", "@graph": entities}, indent=2, ensure_ascii=False).encode()


def _descriptor() -> Entity:
    return {"@id": RO_CRATE_PATH, "@type": "CreativeWork", "conformsTo": {"@id": _VERSION}, "about": {"@id": "./"}}


def _root(about: DatasetFacts, files: list[Entity]) -> Entity:
    graph = about.graph
    links = {
        "license": [graph.license] if graph.license else [],
        "publisher": [about.publisher.iri] if about.publisher else [],
        "hasPart": [each["@id"] for each in files],
        "isBasedOn": [each.iri for each in about.sources],
    }
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": graph.title,
        "description": about.description,
        "identifier": about.iri,
        "url": graph.url,
        "datePublished": graph.date,
        "version": about.version,
        "keywords": list(about.keywords),
        "conditionsOfAccess": ACCESS,
        **{name: [{"@id": iri} for iri in iris] for name, iris in links.items() if iris},
    }


def _file(download: Download) -> Entity:
    return {
        "@id": download.path,
        "@type": "File",
        "name": download.title,
        "encodingFormat": download.sent_as,
        "contentSize": str(download.size),
        "sha256": download.sha256,
    }


def _descriptions(about: DatasetFacts) -> list[Entity]:
    return [
        {"@id": path, "@type": "File", "name": f"Description of the dataset, {title}", "encodingFormat": media_type}
        for path, media_type, title in about.descriptions()
        if path != RO_CRATE_PATH
    ]


def _publisher(about: DatasetFacts) -> list[Entity]:
    if about.publisher is None:
        return []
    page = {"url": about.publisher_page} if about.publisher_page else {}
    return [{"@id": about.publisher.iri, "@type": "Organization", "name": about.publisher.name, **page}]


def _license(graph: Graph) -> list[Entity]:
    return [{"@id": graph.license, "@type": "CreativeWork", "name": licence(graph.license)}] if graph.license else []


# What search engines should visit: sitemaps (sitemaps.org, protocol 0.9), and robots.txt (RFC 9309).

SITEMAP_PATH = "sitemap.xml"
MOST = 45_000
"""How many addresses stand in a sitemap: 50,000 are allowed, and 50 MB, which these stay below by far."""

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_FIXED = ("", "explore/", "query/", "queries/", "quality/", "vocabulary/", "api/")
_DYNAMIC = ("sparql", "data", "graph/", "api/", "search/", "compare/", "describe/")


def sitemaps(url: str, paths: Sequence[str], date: str, most: int = MOST) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the sitemaps of some pages: one, or an index and its parts.

    Args:
        url: The address of the site.
        paths: The pages, below its root.
        date: When they changed last.
        most: How many pages stand in one sitemap.
    """
    if len(paths) <= most:
        yield SITEMAP_PATH, _document("urlset", "url", url, paths, date)
        return
    parts = [paths[start : start + most] for start in range(0, len(paths), most)]
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield SITEMAP_PATH, _document("sitemapindex", "sitemap", url, names, date)
    yield from ((name, _document("urlset", "url", url, part, date)) for name, part in zip(names, parts, strict=True))


def _document(root: str, element: str, url: str, paths: Sequence[str], date: str) -> bytes:
    lines = (
        f"<{element}><loc>{escape(url + path)}</loc><lastmod>{escape(date)}</lastmod></{element}>\n" for path in paths
    )
    return f"{_HEAD}<{root} {_NAMESPACE}>\n{''.join(lines)}</{root}>\n".encode()


def paths(graph: Graph) -> list[str]:
    """Return the pages of a release that stand for something, without those that only a query string makes."""
    kinds = graph.index.kinds()
    things = (
        f"{local}/"
        for kind, number in kinds.items()
        for hit in graph.index.listing(kind, limit=number).hits
        if (local := graph.local(hit.iri))
    )
    named = (f"queries/{name}/" for name in sorted(graph.queries))
    return [*_FIXED, *(f"{kind}/" for kind in kinds), *named, *sorted(things)]


def robots(graph: Graph) -> bytes:
    """Return what robots may visit: everything, but for what a server makes anew for every question."""
    closed = () if graph.hosting.is_static else _DYNAMIC
    rules = [f"Disallow: /{path}" for path in closed] or ["Disallow:"]
    sitemap = ["", f"Sitemap: {graph.url}{SITEMAP_PATH}"] if graph.url else []
    return "\n".join(["User-agent: *", *rules, *sitemap, ""]).encode()
