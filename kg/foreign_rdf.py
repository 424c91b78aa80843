"""Bounds for RDF of others: what would let the engine's readers grow without bound is refused before they see it.

Its readers put entities of XML in wherever they stand, follow quoted triples by recursion until the process dies, and
take time and memory that grow with the square of how deep elements and objects lie in each other.
"""

import mmap
import re
from collections.abc import Iterator
from pathlib import Path

from kg.errors import ConfigError, Problem

MOST_NESTED = 100
"""How deep quoted triples, elements of RDF/XML and objects of JSON-LD may lie in each other."""

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
    rb"|(?P<open><<)|(?P<close>>>)"
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
_TOKENS = {"rdf": _XML, "jsonld": _JSON, "ttl": _TURTLE, "trig": _TURTLE, "nt": _TURTLE, "nq": _TURTLE}


def check_file(path: Path, suffix: str, name: Path) -> None:
    """See that a file can be read within bounds.

    Args:
        path: The file.
        suffix: What names of files of its syntax end in, without a dot.
        name: What messages call it.

    Raises:
        ConfigError: If it cannot.
    """
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        if suffix == "rdf":
            _refuse_growing_entities(path, name)
        elif _TOKENS[suffix] is _TURTLE and not _holds(path, b"<<"):
            return
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            place = _too_deep(content, suffix)
            line = content[:place].count(b"\n") + 1 if place is not None else 0
    except OSError:
        return  # the parser says why
    if place is not None:
        raise ConfigError(Problem(_TOO_DEEP, name, line, hint="take it apart"))


def check_text(text: bytes, suffix: str) -> None:
    """See that a text can be read within bounds.

    Raises:
        SyntaxError: If it cannot.
    """
    if (_TOKENS[suffix] is not _TURTLE or b"<<" in text) and _too_deep(text, suffix) is not None:
        raise SyntaxError(_TOO_DEEP)


_TOO_DEEP = f"what it says is nested more than {MOST_NESTED} levels deep"


def _too_deep(content: "bytes | mmap.mmap", suffix: str) -> int | None:
    """Return where a text is nested deeper than it may be."""
    depth = 0
    for step, place in _steps(content, _TOKENS[suffix]):
        depth = max(depth + step, 0)
        if depth > MOST_NESTED:
            return place
    return None


def _steps(content: "bytes | mmap.mmap", tokens: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """Yield where a text goes deeper, by 1, and where it comes up again, by -1."""
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
    """Say whether a file holds some ASCII characters, in UTF-8 or UTF-16."""
    with path.open("rb") as file:
        behind = b""
        while piece := file.read(_PIECE):
            behind += piece.replace(b"\0", b"")
            if sign in behind:
                return True
            behind = behind[-len(sign) :]
    return False
