"""RDF descriptions: any node with its blank nodes, and the dataset as VoID and as DCAT.

Descriptions of the dataset are written as JSON-LD; other syntaxes are read from that.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain, islice

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from kg.base.errors import QueryError
from kg.site.addresses import NAMESPACES, namespace_of, prefixes_of, shortened, site
from kg.site.metadata.dataset import DatasetFacts, Node, kept
from kg.site.metadata.documents import FORMS
from kg.store.export.export import write
from kg.store.export.groups import node_of
from kg.store.graph import NQUADS, Graph
from kg.store.hosting import GZIP, Download
from kg.terms.formats import RDF_FORMATS, read_nquads
from kg.terms.vocabulary import KG, RDF

MAX_TRIPLES = 100_000
"""How many triples a document of a node may hold."""
MAX_PARTS = 1_000
"""How many classes, and how many properties, VoID counts one by one."""
_SUPPORTS, _KEY, _REIFIES = NamedNode(f"{KG}supports"), NamedNode(f"{KG}key"), NamedNode(f"{RDF}reifies")

_MEDIA = "https://www.iana.org/assignments/media-types/"
_ENGLISH = "http://publications.europa.eu/resource/authority/language/ENG"
_SPARQL_PROTOCOL = "http://www.w3.org/TR/sparql11-protocol/"
_SHA_256 = "http://spdx.org/rdf/terms#checksumAlgorithm_sha256"
_RDF_MEDIA_TYPES = frozenset((NQUADS, *(form.media_type for form in FORMS.values())))
_FEATURES = ("Turtle", "JSON-LD", "N-Triples", "RDF_XML")
_EXAMPLES = 3
_TYPED = {
    "@id": "dcterms:accessRights dcterms:conformsTo dcterms:language dcterms:license dcterms:source foaf:homepage "
    "dcat:accessURL dcat:compressFormat dcat:downloadURL dcat:endpointDescription dcat:endpointURL dcat:landingPage "
    "dcat:mediaType dcat:servesDataset spdx:algorithm void:class void:dataDump void:exampleResource void:feature "
    "void:linkPredicate void:property void:sparqlEndpoint void:subjectsTarget void:vocabulary",
    "xsd:date": "dcterms:issued dcterms:modified",
    "xsd:gYear": "dcat:startDate dcat:endDate",
    "xsd:hexBinary": "spdx:checksumValue",
    "xsd:integer": "void:classes void:entities void:properties void:triples",
    "xsd:nonNegativeInteger": "dcat:byteSize",
}
_CONTEXT = {
    **{prefix: NAMESPACES[prefix] for prefix in ("dcat", "dcterms", "foaf", "void", "xsd")},
    "spdx": "http://spdx.org/rdf/terms#",
    **{name: {"@type": datatype} for datatype, names in _TYPED.items() for name in names.split()},
}


def node_triples(graph: Graph, name: str) -> list[Triple]:
    """Return what is said of a node and of the blank nodes that hang on it, sorted.

    Raises QueryError if these are more than `MAX_TRIPLES`.
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
    """Write triples in a syntax of `kg.terms.formats.RDF_FORMATS`; raises QueryError if it cannot hold them."""
    out = BytesIO()
    try:
        serialize(triples, out, RDF_FORMATS[form], prefixes=prefixes_of(triples))
    except OSError as error:  # JSON-LD knows no triple terms
        raise QueryError(f"this cannot be written: {error}", hint="ask for Turtle") from error
    return out.getvalue()


def evidence_triples(graph: Graph, iri: str) -> Iterator[Triple]:
    """Yield what is said of a thing and its nodes, and its evidence, each piece with the triples that it supports.

    A piece of evidence is a reifier (RDF 1.2 Concepts, section 1.5) of what is said of the node that it supports: all
    that the entry gave rise to, or the values of the one field that it names.
    """
    out = BytesIO()
    write(graph.excerpt(iri, evidence=True), "nquads", out)
    facts, pieces = dict[object, list[Triple]](), dict[object, list[Triple]]()
    declared = graph.declaration.by_path[graph.kind(iri)].fields
    properties: dict[object, str] = {Literal(key): each.iri for key, each in declared.items()}
    for quad in sorted(read_nquads(out.getvalue()), key=str):
        found = facts if quad.graph_name == DefaultGraph() else pieces
        found.setdefault(quad.subject, []).append(quad.triple)
    yield from chain.from_iterable(facts.values())
    for triples in pieces.values():
        yield from triples
        said = {triple.predicate: triple.object for triple in triples}
        for fact in facts.get(said.get(_SUPPORTS), ()):
            if _KEY not in said or fact.predicate.value == properties.get(said[_KEY]):
                yield Triple(triples[0].subject, _REIFIES, fact)


def written(node: Node, form: str) -> bytes:
    """Write a description of the dataset in a syntax of `kg.terms.formats.RDF_FORMATS`."""
    text = json.dumps({"@context": _CONTEXT, **node}, ensure_ascii=False, indent=1).encode()
    if form == "jsonld":
        return text
    triples = (quad.triple for quad in parse(text, RdfFormat.JSON_LD))
    return serialized_triples(list(dict.fromkeys(triples)), form)


def void(graph: Graph) -> Node:
    """Describe the dataset (VoID, W3C Interest Group Note, 3 March 2011): its makers, contents and addresses.

    Without an address nobody knows where the data are served, and nothing is said of it.
    """
    statistics, url, dataset = graph.statistics, graph.url, graph.dataset or "_:dataset"
    terms = chain(statistics.classes, statistics.properties)
    dumps = [url + each.path for each in graph.downloads if each.media_type in _RDF_MEDIA_TYPES]
    return kept(
        {
            "@id": dataset,
            "@type": "void:Dataset",
            "dcterms:title": graph.title,
            "dcterms:description": DatasetFacts(graph).abstract,
            "dcterms:license": graph.license,
            "void:triples": statistics.triples,
            "void:entities": statistics.entities,
            "void:classes": len(statistics.classes),
            "void:properties": len(statistics.properties),
            "void:uriSpace": graph.base,
            "void:sparqlEndpoint": f"{url}sparql" if url and not graph.hosting.is_static else "",
            "void:dataDump": dumps if url else [],
            "foaf:homepage": url,
            "void:feature": [f"http://www.w3.org/ns/formats/{each}" for each in _FEATURES] if url else [],
            "void:exampleResource": list(islice(graph.examples, _EXAMPLES)),
            "void:vocabulary": sorted({namespace_of(iri) for iri in terms if "://" in iri}),
            "void:classPartition": list(_partitions("class", "entities", statistics.classes)),
            "void:propertyPartition": list(_partitions("property", "triples", statistics.properties)),
            "void:subset": list(_linksets(dataset, statistics.elsewhere)),
        }
    )


def _partitions(of: str, counted: str, counts: Mapping[str, int]) -> Iterator[Node]:
    for rank, (iri, number) in enumerate(islice(counts.items(), MAX_PARTS), 1):
        if not iri.startswith("_:"):
            yield {"@id": f"_:{of}{rank}", f"void:{of}": iri, f"void:{counted}": number}


def _linksets(dataset: str, elsewhere: Mapping[str, int]) -> Iterator[Node]:
    """Say how many things are linked to each place where they are described too (VoID, section 5)."""
    for rank, (root, number) in enumerate(islice(elsewhere.items(), MAX_PARTS), 1):
        place = {"dcterms:title": site(root) or shortened(root), "void:uriSpace": root}
        yield {
            "@id": f"_:linkset{rank}",
            "@type": "void:Linkset",
            "void:linkPredicate": f"{NAMESPACES['schema']}sameAs",
            "void:subjectsTarget": dataset,
            "void:objectsTarget": {"@id": f"_:elsewhere{rank}", "@type": "void:Dataset", **place},
            "void:triples": number,
        }


def catalog(graph: Graph) -> Node:
    """Describe the dataset as a catalogue of one, with its files (DCAT 3, W3C Recommendation, 22 August 2024).

    The address of the site must be known.
    """
    about, part = DatasetFacts(graph), f"{graph.url}catalog.ttl#"
    by = about.publisher
    agent = {"@id": by.iri, "@type": "foaf:Agent", "foaf:name": by.name, "foaf:homepage": about.publisher_page}
    first, last = about.years or ("", "")
    period = {"@id": f"{part}period", "@type": "dcterms:PeriodOfTime", "dcat:startDate": first, "dcat:endDate": last}
    of_both = {
        "dcterms:title": graph.title,
        "dcterms:description": about.description,
        "dcterms:issued": graph.date,
        "dcterms:modified": graph.date,
        "dcterms:language": _ENGLISH,
        "dcterms:accessRights": about.rights,
        "dcterms:license": graph.license,
        "dcterms:publisher": kept(agent) if by.iri else {},
    }
    dataset = {
        "@id": about.iri,
        "@type": "dcat:Dataset",
        **of_both,
        "dcterms:identifier": about.iri,
        "dcat:version": about.version,
        "dcat:landingPage": graph.url,
        "dcat:keyword": list(about.keywords),
        "dcterms:source": [source.iri for source in about.sources],
        "dcterms:temporal": period if about.years else {},
        "dcat:distribution": [_distribution(graph, part, each) for each in graph.downloads],
    }
    service = {
        "@id": f"{part}sparql",
        "@type": "dcat:DataService",
        "dcterms:title": "SPARQL endpoint",
        "dcat:endpointURL": f"{graph.url}sparql",
        "dcat:endpointDescription": f"{graph.url}sparql",
        "dcterms:conformsTo": _SPARQL_PROTOCOL,
        "dcat:servesDataset": about.iri,
    }
    return kept(
        {
            "@id": f"{part}catalog",
            "@type": "dcat:Catalog",
            **of_both,
            "foaf:homepage": graph.url,
            "dcat:dataset": kept(dataset),
            "dcat:service": {} if graph.hosting.is_static else service,
        }
    )


def _distribution(graph: Graph, part: str, download: Download) -> Node:
    # Its file may be described too, so a distribution needs an IRI that is not the file's own.
    iri = part + download.path.replace("/", "-")
    checksum = {"@id": f"{iri}-checksum", "@type": "spdx:Checksum", "spdx:algorithm": _SHA_256}
    return kept(
        {
            "@id": iri,
            "@type": "dcat:Distribution",
            "dcterms:title": download.title,
            "dcat:accessURL": graph.url,
            "dcat:downloadURL": graph.url + download.path,
            "dcat:mediaType": _MEDIA + download.media_type,
            "dcat:compressFormat": _MEDIA + GZIP if download.is_packed else "",
            "dcat:byteSize": download.size,
            "dcterms:issued": graph.date,
            "dcterms:accessRights": DatasetFacts(graph).rights,
            "dcterms:license": graph.license,
            "spdx:checksum": {**checksum, "spdx:checksumValue": download.sha256},
        }
    )
