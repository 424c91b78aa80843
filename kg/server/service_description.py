"""The service description: what the endpoint understands, and which graphs it has (SPARQL 1.1 Service Description)."""

from collections.abc import Iterable, Iterator
from io import BytesIO

from pyoxigraph import NamedNode, Triple, serialize

from kg.terms.formats import RDF_FORMATS
from kg.terms.vocabulary import PREFIXES, RDF_TYPE

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_TYPE = NamedNode(RDF_TYPE)
_RESULTS = (
    *(f"{_FORMATS}SPARQL_Results_{name}" for name in ("JSON", "XML", "CSV", "TSV")),
    *(f"{_FORMATS}{name}" for name in ("Turtle", "N-Triples", "RDF_XML", "JSON-LD")),
)


def description(endpoint: str, graphs: Iterable[str], license_: str, form: str) -> bytes:
    """Return the description of an endpoint.

    Args:
        endpoint: Its address.
        graphs: The IRIs of its named graphs.
        license_: The licence of the data, or empty.
        form: A name of `kg.terms.formats.RDF_FORMATS`.
    """
    out = BytesIO()
    prefixes = {"sd": _SD, "formats": _FORMATS, "dcterms": PREFIXES["dcterms"]}
    serialize(_triples(endpoint, graphs, license_), out, RDF_FORMATS[form], prefixes=prefixes)
    return out.getvalue()


def _triples(endpoint: str, graphs: Iterable[str], license_: str) -> Iterator[Triple]:
    service = NamedNode(endpoint)
    dataset, default = NamedNode(f"{endpoint}#dataset"), NamedNode(f"{endpoint}#default-graph")
    yield Triple(service, _TYPE, _sd("Service"))
    yield Triple(service, _sd("endpoint"), service)
    yield Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query"))
    for form in _RESULTS:
        yield Triple(service, _sd("resultFormat"), NamedNode(form))
    yield Triple(service, _sd("defaultDataset"), dataset)
    yield Triple(dataset, _TYPE, _sd("Dataset"))
    yield Triple(dataset, _sd("defaultGraph"), default)
    yield Triple(default, _TYPE, _sd("Graph"))
    if license_:
        yield Triple(dataset, NamedNode(f"{PREFIXES['dcterms']}license"), NamedNode(license_))
    for number, graph in enumerate(graphs, 1):
        named = NamedNode(f"{endpoint}#graph-{number}")
        yield Triple(dataset, _sd("namedGraph"), named)
        yield Triple(named, _TYPE, _sd("NamedGraph"))
        yield Triple(named, _sd("name"), NamedNode(graph))


def _sd(name: str) -> NamedNode:
    return NamedNode(f"{_SD}{name}")
