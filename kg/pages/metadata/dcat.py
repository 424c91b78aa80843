"""The dataset as a catalogue of one (DCAT 3, W3C Recommendation, 22 August 2024), with its files."""

from collections.abc import Iterator
from itertools import chain

from kg.formats import XSD, Literal, NamedNode, Term, Triple
from kg.pages.graph import Graph
from kg.pages.hosting import GZIP, Download
from kg.pages.metadata.dataset import RIGHTS, Dataset
from kg.pages.terms import NAMESPACES
from kg.vocabulary import PREFIXES, RDF_TYPE

_DCAT, _TERMS, _FOAF = NAMESPACES["dcat"], PREFIXES["dcterms"], PREFIXES["foaf"]
_SPDX = "http://spdx.org/rdf/terms#"
_MEDIA = "https://www.iana.org/assignments/media-types/"
_ENGLISH = NamedNode("http://publications.europa.eu/resource/authority/language/ENG")
Pairs = Iterator[tuple[str, Term]]


def triples(graph: Graph) -> list[Triple]:
    """Return the catalogue of a site whose address is known."""
    about = Dataset(graph)
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


def _catalog(about: Dataset, dataset: NamedNode) -> Pairs:
    yield RDF_TYPE, NamedNode(f"{_DCAT}Catalog")
    yield from _both(about)
    yield f"{_FOAF}homepage", NamedNode(about.graph.url)
    yield f"{_DCAT}dataset", dataset


def _dataset(about: Dataset) -> Pairs:
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


def _both(about: Dataset) -> Pairs:
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


def _said_of_publisher(about: Dataset) -> Iterator[Triple]:
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
