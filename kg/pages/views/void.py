"""What the dataset is and holds, for machines: a VoID description (W3C Interest Group Note, 3 March 2011)."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice

from kg.formats import MEDIA_TYPES, XSD, BlankNode, Literal, NamedNode, Term, Triple
from kg.pages.addresses import shortened, site
from kg.pages.documents import FORMS
from kg.pages.graph import NQUADS, Graph
from kg.pages.page import Asked, Page
from kg.pages.terms import namespace_of
from kg.pages.triples import serialized
from kg.vocabulary import PREFIXES, RDF_TYPE

MAX_PARTS = 1_000
"""How many classes, and how many properties, are counted one by one."""

_VOID, _TERMS, _FOAF = PREFIXES["void"], PREFIXES["dcterms"], PREFIXES["foaf"]
_SAME_AS = f"{PREFIXES['schema']}sameAs"
_EXAMPLES = 3
_FEATURES = ("Turtle", "JSON-LD", "N-Triples", "RDF_XML")
_RDF = frozenset((NQUADS, *(form.media_type for form in FORMS.values())))
Pairs = Iterator[tuple[str, Term]]


def document(graph: Graph, asked: Asked) -> Page:
    """Return the description in one of `kg.pages.documents.FORMS`; in Turtle at its well-known place."""
    form = FORMS[asked.match.get("suffix", "ttl")]
    return Page(serialized(triples(graph), form.name), MEDIA_TYPES[form.name])


def triples(graph: Graph) -> list[Triple]:
    """Return the description: who made the dataset, what it holds, and where it can be had."""
    dataset = NamedNode(graph.dataset) if graph.dataset else BlankNode("dataset")
    said = [
        Triple(dataset, NamedNode(predicate), value)
        for predicate, value in chain(_about(graph), _counts(graph), _access(graph), _vocabularies(graph))
    ]
    statistics = graph.statistics
    classes = _parts(dataset, "class", "entities", statistics.classes)
    properties = _parts(dataset, "property", "triples", statistics.properties)
    return [*said, *classes, *properties, *_linksets(dataset, statistics.elsewhere)]


def _about(graph: Graph) -> Pairs:
    yield RDF_TYPE, NamedNode(f"{_VOID}Dataset")
    yield f"{_TERMS}title", Literal(graph.title)
    if description := graph.dataset and graph.text(graph.dataset, "schema:description"):
        yield f"{_TERMS}description", Literal(description)
    if license_ := graph.license:
        yield f"{_TERMS}license", NamedNode(license_)


def _counts(graph: Graph) -> Pairs:
    statistics = graph.statistics
    for name, number in (
        ("triples", statistics.triples),
        ("entities", statistics.entities),
        ("classes", len(statistics.classes)),
        ("properties", len(statistics.properties)),
    ):
        yield f"{_VOID}{name}", _number(number)


def _access(graph: Graph) -> Pairs:
    """Say where the data are; without an address nobody knows where they are served."""
    if graph.base:
        yield f"{_VOID}uriSpace", Literal(graph.base)
    if graph.url:
        if not graph.hosting.is_static:
            yield f"{_VOID}sparqlEndpoint", NamedNode(f"{graph.url}sparql")
        for download in graph.downloads:
            if download.media_type in _RDF:
                yield f"{_VOID}dataDump", NamedNode(graph.url + download.path)
        yield f"{_FOAF}homepage", NamedNode(graph.url)
        for form in _FEATURES:
            yield f"{_VOID}feature", NamedNode(f"http://www.w3.org/ns/formats/{form}")
    for iri in islice(graph.examples, _EXAMPLES):
        yield f"{_VOID}exampleResource", NamedNode(iri)


def _vocabularies(graph: Graph) -> Pairs:
    terms = chain(graph.statistics.classes, graph.statistics.properties)
    for namespace in sorted({namespace_of(iri) for iri in terms if "://" in iri}):
        yield f"{_VOID}vocabulary", NamedNode(namespace)


def _parts(dataset: NamedNode | BlankNode, of: str, counted: str, counts: Mapping[str, int]) -> Iterator[Triple]:
    """Yield a part of the dataset for each class or property, with how much it holds."""
    for rank, (iri, number) in enumerate(islice(counts.items(), MAX_PARTS), 1):
        part = BlankNode(f"{of}{rank}")
        if not iri.startswith("_:"):
            yield Triple(dataset, NamedNode(f"{_VOID}{of}Partition"), part)
            yield Triple(part, NamedNode(f"{_VOID}{of}"), NamedNode(iri))
            yield Triple(part, NamedNode(f"{_VOID}{counted}"), _number(number))


def _linksets(dataset: NamedNode | BlankNode, elsewhere: Mapping[str, int]) -> Iterator[Triple]:
    """Yield how many things are linked to what they are elsewhere, for each of the places (VoID, section 5)."""
    for rank, (root, number) in enumerate(islice(elsewhere.items(), MAX_PARTS), 1):
        links, target = BlankNode(f"linkset{rank}"), BlankNode(f"elsewhere{rank}")
        yield from (
            Triple(dataset, NamedNode(f"{_VOID}subset"), links),
            Triple(links, NamedNode(RDF_TYPE), NamedNode(f"{_VOID}Linkset")),
            Triple(links, NamedNode(f"{_VOID}linkPredicate"), NamedNode(_SAME_AS)),
            Triple(links, NamedNode(f"{_VOID}subjectsTarget"), dataset),
            Triple(links, NamedNode(f"{_VOID}objectsTarget"), target),
            Triple(links, NamedNode(f"{_VOID}triples"), _number(number)),
            Triple(target, NamedNode(RDF_TYPE), NamedNode(f"{_VOID}Dataset")),
            Triple(target, NamedNode(f"{_TERMS}title"), Literal(site(root) or shortened(root))),
            Triple(target, NamedNode(f"{_VOID}uriSpace"), Literal(root)),
        )


def _number(number: int) -> Literal:
    return Literal(str(number), datatype=NamedNode(f"{XSD}integer"))
