"""The RDF syntaxes and result formats: names, media types, parsing and plain serialisation.

pyoxigraph owns them; this module gives them the names that the command line uses and turns its
exceptions into sentences with a place.
"""

import re
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

_MAX_WITH_ENTITIES = 64 << 20
_MOST_ENTITIES = 200
_PIECE = 1 << 20
_ENTITY = re.compile(rb"<!ENTITY\s+([^\s%\"'<>&;]{1,100})\s+(?:\"([^\"%<]{0,300})\"|'([^'%<]{0,300})')\s*>")

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
        ConfigError: If the file cannot be read or is not valid, with line and column.
    """
    if (form or RdfFormat.from_extension(path.suffix[1:])) == RdfFormat.RDF_XML:
        _refuse_growing_entities(path, name or path)
    try:
        yield from parse(path=path, format=form, base_iri=base or None, rename_blank_nodes=apart)
    except SyntaxError as error:
        form = form or RdfFormat.from_extension(path.suffix[1:])
        reason = error.msg.partition(": ")[2] or error.msg  # without the place, which stands in front
        message = f"this is not {form.name if form else 'RDF'}: {reason}"
        problem = Problem(message, name or path, error.lineno, error.offset, hint=_advice(reason))
        raise ConfigError(problem) from error
    except (OSError, ValueError) as error:
        hint = "check the path and its permissions"
        raise ConfigError(Problem(f"cannot be read: {error}", name or path, hint=hint)) from error


def _refuse_growing_entities(path: Path, name: Path) -> None:
    """Refuse RDF/XML whose entities grow without bound: those that hold others, or that are long and used often.

    Ontologies declare short ones for their namespaces; these stay. XML 1.0 §4.2.
    """
    try:
        if not path.is_file() or not _holds(path, b"<!ENTITY"):
            return
        text = path.read_bytes().replace(b"\0", b"") if path.stat().st_size <= _MAX_WITH_ENTITIES else b""
    except OSError:
        return  # the parser says why
    declared = [(entity, one or other) for entity, one, other in _ENTITY.findall(text)]
    grown = sum(len(value) * text.count(b"&" + entity + b";") for entity, value in declared)
    is_plain = len(declared) == text.count(b"<!ENTITY") and not any(b"&" in value for _, value in declared)
    if not text or not is_plain or len(declared) > _MOST_ENTITIES or grown > _MAX_WITH_ENTITIES:
        message = "its DOCTYPE declares entities that may grow without bound"
        hint = "replace them by what they stand for, or convert the file to Turtle with a tool that you trust"
        raise ConfigError(Problem(message, name, hint=hint))


def _holds(path: Path, sign: bytes) -> bool:
    """Say whether a file holds some ASCII characters, in UTF-8 or UTF-16."""
    with path.open("rb") as file:
        behind = b""
        while piece := file.read(_PIECE):
            behind += piece.replace(b"\0", b"")
            if sign in behind:
                return True
            behind = behind[-len(sign) :]
    return False


def _advice(reason: str) -> str:
    """Return what to do about a fault that is none of syntax."""
    if "LoadDocumentCallback" in reason:
        return "nothing is fetched: put the context itself in the place of its address"
    return "declare a base in the file, or give one" if "No scheme found" in reason else ""


def read_rdf_text(text: bytes, form: RdfFormat, *, base: str | None = None) -> Iterator[Triple]:
    """Yield the triples of a text, whose relative IRIs are read against a base.

    Raises:
        SyntaxError: If it is not valid.
    """
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
