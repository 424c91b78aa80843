"""RDF descriptions: any node with its blank nodes, and the dataset as VoID and as DCAT."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain, islice

from pyoxigraph import BlankNode, Literal, NamedNode, Triple, serialize

from kg.base.errors import QueryError
from kg.site.addresses import NAMESPACES, namespace_of, prefixes_of, shortened, site
from kg.site.metadata.dataset import RIGHTS, DatasetFacts
from kg.site.metadata.documents import FORMS
from kg.store.export.groups import node_of
from kg.store.graph import NQUADS, Graph
from kg.store.hosting import GZIP, Download
from kg.terms.formats import RDF_FORMATS, XSD, Term

MAX_TRIPLES = 100_000
"""How many triples a document of a node may hold."""
MAX_PARTS = 1_000
"""How many classes, and how many properties, VoID counts one by one."""

_NAMESPACES = {**NAMESPACES, "spdx": "http://spdx.org/rdf/terms#"}
_MEDIA = "https://www.iana.org/assignments/media-types/"
_ENGLISH = NamedNode("http://publications.europa.eu/resource/authority/language/ENG")
_SPARQL_PROTOCOL = NamedNode("http://www.w3.org/TR/sparql11-protocol/")
_RDF_MEDIA_TYPES = frozenset((NQUADS, *(form.media_type for form in FORMS.values())))
_FEATURES = ("Turtle", "JSON-LD", "N-Triples", "RDF_XML")
_EXAMPLES = 3

Node = NamedNode | BlankNode
Pair = tuple[str, Term | None]


def node_triples(graph: Graph, name: str) -> list[Triple]:
    """Return what is said of a node and of the blank nodes that hang on it, sorted.

    Raises:
        QueryError: If these are more than `MAX_TRIPLES`.
    """
    todo: list[Node] = [node_of(name)]
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
    """Write triples in a syntax of `kg.terms.formats.RDF_FORMATS`; raises QueryError if it cannot hold them."""
    out = BytesIO()
    try:
        serialize(triples, out, RDF_FORMATS[form], prefixes=prefixes_of(triples))
    except OSError as error:  # JSON-LD knows no triple terms
        raise QueryError(f"this cannot be written: {error}", hint="ask for Turtle") from error
    return out.getvalue()


def _triples(subject: Node, *pairs: Pair) -> Iterator[Triple]:
    """Yield the triples of a subject, from CURIEs and values; what has no value is left out."""
    for name, term in pairs:
        if term is not None:
            prefix, _, local = name.partition(":")
            yield Triple(subject, NamedNode(_NAMESPACES[prefix] + local), term)


def _node(iri: str) -> NamedNode | None:
    return NamedNode(iri) if iri else None


def _text(text: str) -> Literal | None:
    return Literal(text) if text else None


def _typed(value: object, datatype: str) -> Literal:
    return Literal(str(value), datatype=NamedNode(XSD + datatype))


def void_triples(graph: Graph) -> list[Triple]:
    """Describe the dataset (VoID, W3C Interest Group Note, 3 March 2011): its makers, contents and addresses.

    Without an address nobody knows where the data are served, and nothing is said of it.
    """
    dataset = NamedNode(graph.dataset) if graph.dataset else BlankNode("dataset")
    statistics, url = graph.statistics, graph.url
    terms = chain(statistics.classes, statistics.properties)
    about = _triples(
        dataset,
        ("rdf:type", NamedNode(f"{_NAMESPACES['void']}Dataset")),
        ("dcterms:title", Literal(graph.title)),
        ("dcterms:description", _text(graph.dataset and graph.text(graph.dataset, "schema:description"))),
        ("dcterms:license", _node(graph.license)),
        ("void:triples", _typed(statistics.triples, "integer")),
        ("void:entities", _typed(statistics.entities, "integer")),
        ("void:classes", _typed(len(statistics.classes), "integer")),
        ("void:properties", _typed(len(statistics.properties), "integer")),
        ("void:uriSpace", _text(graph.base)),
        ("void:sparqlEndpoint", _node(f"{url}sparql" if url and not graph.hosting.is_static else "")),
        *(
            ("void:dataDump", NamedNode(url + each.path))
            for each in (graph.downloads if url else ())
            if each.media_type in _RDF_MEDIA_TYPES
        ),
        ("foaf:homepage", _node(url)),
        *(("void:feature", NamedNode(f"http://www.w3.org/ns/formats/{each}")) for each in (_FEATURES if url else ())),
        *(("void:exampleResource", NamedNode(iri)) for iri in islice(graph.examples, _EXAMPLES)),
        *(
            ("void:vocabulary", NamedNode(each))
            for each in sorted({namespace_of(iri) for iri in terms if "://" in iri})
        ),
    )
    return [
        *about,
        *_partitions(dataset, "class", "entities", statistics.classes),
        *_partitions(dataset, "property", "triples", statistics.properties),
        *_linksets(dataset, statistics.elsewhere),
    ]


def _partitions(dataset: Node, of: str, counted: str, counts: Mapping[str, int]) -> Iterator[Triple]:
    for rank, (iri, number) in enumerate(islice(counts.items(), MAX_PARTS), 1):
        if not iri.startswith("_:"):
            part = BlankNode(f"{of}{rank}")
            yield from _triples(dataset, (f"void:{of}Partition", part))
            yield from _triples(part, (f"void:{of}", NamedNode(iri)), (f"void:{counted}", _typed(number, "integer")))


def _linksets(dataset: Node, elsewhere: Mapping[str, int]) -> Iterator[Triple]:
    """Say how many things are linked to each place where they are described too (VoID, section 5)."""
    for rank, (root, number) in enumerate(islice(elsewhere.items(), MAX_PARTS), 1):
        links, target = BlankNode(f"linkset{rank}"), BlankNode(f"elsewhere{rank}")
        yield from _triples(dataset, ("void:subset", links))
        yield from _triples(
            links,
            ("rdf:type", NamedNode(f"{_NAMESPACES['void']}Linkset")),
            ("void:linkPredicate", NamedNode(f"{_NAMESPACES['schema']}sameAs")),
            ("void:subjectsTarget", dataset),
            ("void:objectsTarget", target),
            ("void:triples", _typed(number, "integer")),
        )
        yield from _triples(
            target,
            ("rdf:type", NamedNode(f"{_NAMESPACES['void']}Dataset")),
            ("dcterms:title", Literal(site(root) or shortened(root))),
            ("void:uriSpace", Literal(root)),
        )


def catalog_triples(graph: Graph) -> list[Triple]:
    """Describe the dataset as a catalogue of one, with its files (DCAT 3, W3C Recommendation, 22 August 2024).

    The address of the site must be known.
    """
    about, dcat = DatasetFacts(graph), _NAMESPACES["dcat"]
    catalog, dataset = NamedNode(f"{graph.url}catalog.ttl#catalog"), NamedNode(about.iri)
    publisher = _node(about.publisher.iri if about.publisher else "")
    period = NamedNode(f"{graph.url}catalog.ttl#period") if about.years else None
    of_both: tuple[Pair, ...] = (
        ("dcterms:title", Literal(graph.title)),
        ("dcterms:description", Literal(about.description)),
        ("dcterms:issued", _typed(graph.date, "date")),
        ("dcterms:modified", _typed(graph.date, "date")),
        ("dcterms:language", _ENGLISH),
        ("dcterms:accessRights", NamedNode(RIGHTS)),
        ("dcterms:license", _node(graph.license)),
        ("dcterms:publisher", publisher),
    )
    found = [
        *_triples(
            catalog,
            ("rdf:type", NamedNode(f"{dcat}Catalog")),
            *of_both,
            ("foaf:homepage", NamedNode(graph.url)),
            ("dcat:dataset", dataset),
        ),
        *_triples(
            dataset,
            ("rdf:type", NamedNode(f"{dcat}Dataset")),
            *of_both,
            ("dcterms:identifier", Literal(about.iri)),
            ("dcat:version", Literal(about.version)),
            ("dcat:landingPage", NamedNode(graph.url)),
            *(("dcat:keyword", Literal(word)) for word in about.keywords),
            *(("dcterms:source", NamedNode(source.iri)) for source in about.sources),
            ("dcterms:temporal", period),
            *(("dcat:distribution", _distribution(graph, each)) for each in graph.downloads),
        ),
    ]
    if publisher and about.publisher:
        found += _triples(
            publisher,
            ("rdf:type", NamedNode(f"{_NAMESPACES['foaf']}Agent")),
            ("foaf:name", Literal(about.publisher.name)),
            ("foaf:homepage", _node(about.publisher_page)),
        )
    if period and about.years:
        found += _triples(
            period,
            ("rdf:type", NamedNode(f"{_NAMESPACES['dcterms']}PeriodOfTime")),
            ("dcat:startDate", _typed(about.years[0], "gYear")),
            ("dcat:endDate", _typed(about.years[1], "gYear")),
        )
    for download in graph.downloads:
        found += _download_triples(graph, download)
    if not graph.hosting.is_static:
        service, endpoint = NamedNode(f"{graph.url}catalog.ttl#sparql"), NamedNode(f"{graph.url}sparql")
        found += _triples(catalog, ("dcat:service", service))
        found += _triples(
            service,
            ("rdf:type", NamedNode(f"{dcat}DataService")),
            ("dcterms:title", Literal("SPARQL endpoint")),
            ("dcat:endpointURL", endpoint),
            ("dcat:endpointDescription", endpoint),
            ("dcterms:conformsTo", _SPARQL_PROTOCOL),
            ("dcat:servesDataset", dataset),
        )
    return found


def _distribution(graph: Graph, download: Download) -> NamedNode:
    # Its file may be described too, so a distribution needs an IRI that is not the file's own.
    return NamedNode(f"{graph.url}catalog.ttl#{download.path.replace('/', '-')}")


def _download_triples(graph: Graph, download: Download) -> Iterator[Triple]:
    node = _distribution(graph, download)
    checksum = NamedNode(f"{node.value}-checksum")
    yield from _triples(
        node,
        ("rdf:type", NamedNode(f"{_NAMESPACES['dcat']}Distribution")),
        ("dcterms:title", Literal(download.title)),
        ("dcat:accessURL", NamedNode(graph.url)),
        ("dcat:downloadURL", NamedNode(graph.url + download.path)),
        ("dcat:mediaType", NamedNode(_MEDIA + download.media_type)),
        ("dcat:compressFormat", _node(_MEDIA + GZIP if download.is_packed else "")),
        ("dcat:byteSize", _typed(download.size, "nonNegativeInteger")),
        ("dcterms:issued", _typed(graph.date, "date")),
        ("dcterms:accessRights", NamedNode(RIGHTS)),
        ("dcterms:license", _node(graph.license)),
        ("spdx:checksum", checksum),
    )
    yield from _triples(
        checksum,
        ("rdf:type", NamedNode(f"{_NAMESPACES['spdx']}Checksum")),
        ("spdx:algorithm", NamedNode(f"{_NAMESPACES['spdx']}checksumAlgorithm_sha256")),
        ("spdx:checksumValue", _typed(download.sha256, "hexBinary")),
    )
