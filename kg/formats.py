"""The RDF syntaxes and result formats: names, media types, parsing and plain serialisation.

pyoxigraph owns them; this module gives them the names that the command line uses and turns its
exceptions into sentences with a place.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
    serialize,
)

from kg import foreign_rdf
from kg.errors import ConfigError, Problem

Term = NamedNode | BlankNode | Literal | Triple
Answer = QuerySolutions | QueryBoolean | Iterator[Triple]
"""What a query gives: SELECT, ASK, and CONSTRUCT or DESCRIBE."""

RDF_FORMATS: Mapping[str, RdfFormat] = {
    "turtle": RdfFormat.TURTLE,
    "jsonld": RdfFormat.JSON_LD,
    "ntriples": RdfFormat.N_TRIPLES,
    "nquads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdfxml": RdfFormat.RDF_XML,
}
DATASET_FORMATS = frozenset(("jsonld", "nquads", "trig"))
"""The formats that can hold named graphs."""

RDF_SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "turtle": (".ttl",),
    "jsonld": (".jsonld", ".json"),
    "ntriples": (".nt",),
    "nquads": (".nq",),
    "trig": (".trig",),
    "rdfxml": (".rdf", ".xml"),
}
"""The suffixes of files in each syntax, the usual one first."""

RESULT_FORMATS: Mapping[str, QueryResultsFormat] = {
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
    "json": QueryResultsFormat.JSON,
    "xml": QueryResultsFormat.XML,
}

RESULT_SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "csv": (".csv",),
    "tsv": (".tsv",),
    "json": (".json", ".srj"),
    "xml": (".xml", ".srx"),
}

MEDIA_TYPES: Mapping[str, str] = {
    "json": "application/sparql-results+json",
    "csv": "text/csv; charset=utf-8; header=present",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xml": "application/sparql-results+xml",
    "turtle": "text/turtle; charset=utf-8",
    "jsonld": "application/ld+json",
    "ntriples": "application/n-triples",
    "rdfxml": "application/rdf+xml",
}
"""As answers are sent over the web, by format: with the encoding where the media type itself leaves it open."""

XSD = "http://www.w3.org/2001/XMLSchema#"

__all__ = [
    "DATASET_FORMATS",
    "MEDIA_TYPES",
    "RDF_FORMATS",
    "RDF_SUFFIXES",
    "RESULT_FORMATS",
    "RESULT_SUFFIXES",
    "XSD",
    "Answer",
    "BlankNode",
    "DefaultGraph",
    "Literal",
    "NamedNode",
    "Quad",
    "QueryBoolean",
    "QueryResultsFormat",
    "QuerySolutions",
    "QueryTriples",
    "RdfFormat",
    "Term",
    "Triple",
    "as_quads",
    "iri_of",
    "parse_query_results",
    "rdf_format_of",
    "read_nquads",
    "read_rdf",
    "read_rdf_text",
    "serialize",
    "term_text",
]


def rdf_format_of(path: Path) -> str | None:
    """Return the name of the syntax that a file's suffix stands for.

    >>> rdf_format_of(Path("graph.nq"))
    'nquads'
    """
    return next((name for name, suffixes in RDF_SUFFIXES.items() if path.suffix.lower() in suffixes), None)


def read_rdf(
    path: Path,
    form: RdfFormat | None = None,
    *,
    base: str | None = None,
    apart: bool = False,
    name: Path | None = None,
) -> Iterator[Quad]:
    """Yield the quads of a file.

    Args:
        path: The file.
        form: Its format; if None, its suffix names it.
        base: What relative IRIs are read against.
        apart: Whether its blank nodes get labels that no other file has.
        name: What messages call it, if not by its path.

    Raises:
        ConfigError: If the file cannot be read within bounds or is not valid, with line and column.
    """
    form = form or RdfFormat.from_extension(path.suffix[1:])
    if form:
        foreign_rdf.check_file(path, form.file_extension, name or path)
    try:
        yield from parse(path=path, format=form, base_iri=base or None, rename_blank_nodes=apart)
    except SyntaxError as error:
        reason = error.msg.partition(": ")[2] or error.msg  # without the place, which stands in front
        message = f"this is not {form.name if form else 'RDF'}: {reason}"
        problem = Problem(message, name or path, error.lineno, error.offset, hint=_advice(reason))
        raise ConfigError(problem) from error
    except (OSError, ValueError) as error:
        hint = "check the path and its permissions"
        raise ConfigError(Problem(f"cannot be read: {error}", name or path, hint=hint)) from error


def _advice(reason: str) -> str:
    """Return what to do about a fault that is none of syntax."""
    if "LoadDocumentCallback" in reason:
        return "nothing is fetched: put the context itself in the place of its address"
    return "declare a base in the file, or give one" if "No scheme found" in reason else ""


def read_rdf_text(text: bytes, form: RdfFormat, *, base: str | None = None) -> Iterator[Triple]:
    """Yield the triples of a text, whose relative IRIs are read against a base.

    Raises:
        SyntaxError: If it is not valid, or cannot be read within bounds.
    """
    foreign_rdf.check_text(text, form.file_extension)
    return (quad.triple for quad in parse(text, form, base_iri=base))


def read_nquads(text: bytes) -> Iterator[Quad]:
    """Yield the quads of a short text of N-Quads.

    Raises:
        SyntaxError: If it is not valid.
    """
    return parse(text, RdfFormat.N_QUADS)


def as_quads(triples: Iterable[Triple]) -> Iterator[Quad]:
    """Yield triples as quads of the default graph."""
    return (Quad(triple.subject, triple.predicate, triple.object) for triple in triples)


def iri_of(term: Term) -> str:
    """Return the IRI of a named node, which is what all subjects and predicates of a release are.

    Raises:
        TypeError: If it is another term.
    """
    if isinstance(term, NamedNode):
        return term.value
    raise TypeError(f"{term} is not a named node")


def term_text(term: Term) -> str:
    r"""Return a term as SPARQL and N-Triples write it, escaped.

    >>> term_text(Literal('a "b"'))
    '"a \\"b\\""'
    """
    return str(term)
