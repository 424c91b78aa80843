"""RDF syntaxes and result formats: names, media types, bounded parsing, plain terms."""

import mmap
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pyoxigraph import (
    BlankNode,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
)

from kg.base.errors import ConfigError, Problem

# Bounds for RDF of others: what would let the engine's readers grow without bound is refused before they see it.

MOST_NESTED = 100
"""The greatest nesting of quoted triples, blank nodes and lists of Turtle, elements of RDF/XML, objects of JSON-LD."""

_MOST_OF_PREFIX = 300  # characters: each name with the prefix has them, and one of a megabyte would fill the memory

_MAX_WITH_ENTITIES = 64 << 20
_MOST_ENTITIES = 200
_PIECE = 1 << 20
_ENTITY = re.compile(rb"<!ENTITY\s+([^\s%\"'<>&;]{1,100})\s+(?:\"([^\"%<]{0,300})\"|'([^'%<]{0,300})')\s*>")

# Tokens, possessive and with an end wherever the text ends, so that no text is looked at twice.
_TURTLE = re.compile(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    rb"|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z)"
    rb'|"(?:[^"\\\r\n]++|\\.)*+"?'
    rb"|'(?:[^'\\\r\n]++|\\.)*+'?"
    rb"|(?P<open><<|[\[(])|(?P<close>>>|[\])])"
    rb'|<(?:[^<>"{}|^`\\\x00-\x20]++|\\.)*+>?'
    rb"|\#[^\r\n]*+|\\.",
    re.DOTALL,
)
_JSON = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|(?P<open>[\[{])|(?P<close>[\]}])', re.DOTALL)
_XML = re.compile(
    rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<!"
    rb"|(?P<close></)"
    rb"|<(?P<open>)(?:[^<>\"'/]++|/(?!>)|\"[^\"]*+\"?|'[^']*+'?)*+(?P<alone>/?)",
    re.DOTALL,
)
_PREFIX = re.compile(rb"(?i)(?:prefix|base)\s++(?:[^\s:<>]{0,200}+:\s*+)?<(?=[^<>\s]{%d})" % (_MOST_OF_PREFIX + 1))
_TOKENS = {"rdf": _XML, "jsonld": _JSON, "ttl": _TURTLE, "trig": _TURTLE, "nt": _TURTLE, "nq": _TURTLE}


def check_file(path: Path, suffix: str, name: Path) -> None:
    """See that a file can be read within bounds.

    Raises:
        ConfigError: If it cannot.
    """
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        if suffix == "rdf":
            _refuse_growing_entities(path, name)
        if suffix in ("nt", "nq") and not _holds(path, b"<<"):
            return
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            place, message, hint = _excess(content, suffix)
            line = content[:place].count(b"\n") + 1 if message else 0
    except OSError:
        return  # the parser says why
    if message:
        raise ConfigError(Problem(message, name, line, hint=hint))


def check_text(text: bytes, suffix: str) -> None:
    """See that a text can be read within bounds.

    Raises:
        SyntaxError: If it cannot.
    """
    if suffix in ("nt", "nq") and b"<<" not in text:
        return
    if message := _excess(text, suffix).message:
        raise SyntaxError(message)


class _Excess(NamedTuple):
    """What is too much in a text, and at which byte; no message where nothing is."""

    place: int = 0
    message: str = ""
    hint: str = ""


def _excess(content: "bytes | mmap.mmap", suffix: str) -> _Excess:
    if suffix in ("ttl", "trig") and (found := _PREFIX.search(content)):
        return _Excess(found.start(), f"an IRI for a prefix has more than {_MOST_OF_PREFIX} characters", "shorten it")
    place = _too_deep(content, suffix)
    if place is None:
        return _Excess()
    return _Excess(place, f"what it says is nested more than {MOST_NESTED} levels deep", "take it apart")


def _too_deep(content: "bytes | mmap.mmap", suffix: str) -> int | None:
    """Return where a text is nested deeper than it may be."""
    depth = 0
    for step, place in _steps(content, _TOKENS[suffix]):
        depth = max(depth + step, 0)
        if depth > MOST_NESTED:
            return place
    return None


def _steps(content: "bytes | mmap.mmap", tokens: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    for found in tokens.finditer(content):
        kind = found.lastgroup
        if kind == "close":
            yield -1, found.start()
        elif kind == "open" or (kind == "alone" and not found["alone"]):
            yield 1, found.start()


def _refuse_growing_entities(path: Path, name: Path) -> None:
    """Refuse RDF/XML whose entities grow without bound: those that hold others, or that are long and used often.

    Ontologies declare short ones for their namespaces; these stay. XML 1.0 §4.2.
    """
    if not _holds(path, b"<!ENTITY"):
        return
    text = path.read_bytes().replace(b"\0", b"") if path.stat().st_size <= _MAX_WITH_ENTITIES else b""
    declared = [(entity, one or other) for entity, one, other in _ENTITY.findall(text)]
    grown = sum(len(value) * text.count(b"&" + entity + b";") for entity, value in declared)
    is_plain = len(declared) == text.count(b"<!ENTITY") and not any(b"&" in value for _, value in declared)
    if not text or not is_plain or len(declared) > _MOST_ENTITIES or grown > _MAX_WITH_ENTITIES:
        message = "its DOCTYPE declares entities that may grow without bound"
        hint = "replace them by what they stand for, or convert the file to Turtle with a tool that you trust"
        raise ConfigError(Problem(message, name, hint=hint))


def _holds(path: Path, sign: bytes) -> bool:
    with path.open("rb") as file:
        behind = b""
        while piece := file.read(_PIECE):
            behind += piece.replace(b"\0", b"")
            if sign in behind:
                return True
            behind = behind[-len(sign) :]
    return False


# The RDF syntaxes and result formats: names, media types, parsing and plain serialisation.

Term = NamedNode | BlankNode | Literal | Triple
Answer = QuerySolutions | QueryBoolean | Iterator[Triple]
"""The result of a query: of SELECT, ASK, and CONSTRUCT or DESCRIBE."""

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
        check_file(path, form.file_extension, name or path)
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
    if "LoadDocumentCallback" in reason:
        return "nothing is fetched: put the context itself in the place of its address"
    return "declare a base in the file, or give one" if "No scheme found" in reason else ""


def read_rdf_text(text: bytes, form: RdfFormat) -> Iterator[Triple]:
    """Yield the triples of a text.

    Raises:
        SyntaxError: If it is not valid, or cannot be read within bounds.
    """
    check_text(text, form.file_extension)
    return (quad.triple for quad in parse(text, form))


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


_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def unescaped(text: str) -> str:
    r"""Return a text as it is meant that N-Triples, Turtle or SPARQL write so.

    >>> unescaped(r"\"Ada\"\u0007") == '"Ada"\x07'
    True
    """
    return _ESCAPED.sub(_meant, text) if "\\" in text else text


def _meant(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    return chr(int(code, 16)) if code else _CONTROLS.get(escape[3], escape[3])


def term_text(term: Term) -> str:
    r"""Return a term as SPARQL and N-Triples write it, escaped.

    >>> term_text(Literal('a "b"'))
    '"a \\"b\\""'
    """
    return str(term)
