"""Read N-Quads as text: splitting lines takes a fifth of the time in which a store spells out the same terms.

Read is what kg and its engine write: one space between terms, one quad a line.
"""

import re
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from sys import intern
from tempfile import TemporaryFile
from typing import IO

from kg.errors import ReleaseError
from kg.formats import RDF_FORMATS, Literal, NamedNode, Quad
from kg.store import LocalStore

Source = LocalStore | Path
"""Where quads are read from: a store, or a file of N-Quads, which may be gzip."""

Fact = tuple[str, str, str, str]
"""The IRI of a subject, or else its label; the IRI of a predicate; what stands after them up to the dot."""

_PIECE = 1 << 15  # what stays in the processor's cache
_FACT = re.compile(r"(?:<([^>]++)>|(_:[^ ]++)) <([^>]++)> (.*) \.\n")
_GZIP = b"\x1f\x8b"
_LITERAL = re.compile(r'(".*")(?:(@[^ ]+)|\^\^<([^>]*)>)')
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def facts(source: Source) -> Iterator[Fact]:
    """Yield what a source says; what belongs to a named graph has its name after the object."""
    return chain.from_iterable(map(facts_of, _pieces(source)))


def facts_of(lines: str) -> list[Fact]:
    """Return the facts of whole lines of N-Quads."""
    return _FACT.findall(lines)


class Terms(dict[str, str]):
    """The terms of the default graph by what stands after the predicate; empty for those of a named graph.

    A node is its IRI or label; a literal is written as the store would write it, for it is only told from
    others by that.
    """

    def __missing__(self, written: str) -> str:
        if written.startswith("<"):
            term = "" if " " in written else intern(written[1:-1])
        elif written.endswith('"'):
            term = written
        else:
            term = _literal(written)
        self[written] = term
        return term


def text(term: str) -> str:
    r"""Return the text of a term: a literal without type and language.

    >>> text('"a \\"b\\""@en'), text("https://kg.example.org/person/ada")
    ('a "b"', 'https://kg.example.org/person/ada')
    """
    if not term.startswith('"'):
        return term
    body = term[1 : term.rindex('"')]
    return _ESCAPED.sub(_unescaped, body) if "\\" in body else body


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _CONTROLS.get(found[3], found[3])


def _literal(written: str) -> str:
    """Return a literal with a language or a datatype, or else a blank node."""
    if literal := _LITERAL.fullmatch(written):
        return f"{literal[1]}{literal[2].lower()}" if literal[2] else _normalised(text(literal[1]), literal[3])
    return written if written.startswith("_:") and " " not in written else ""


def _normalised(value: str, datatype: str) -> str:
    """Return a literal as the engine keeps it, such as `"1"` for `"01"` where it is a number."""
    node = NamedNode(datatype)
    kept = LocalStore.in_memory([Quad(node, node, Literal(value, datatype=node))])
    return str(next(kept.quads()).object)


def _pieces(source: Source) -> Iterator[str]:
    """Yield a source as texts of whole lines."""
    rest = b""
    for piece in _read(source):
        lines, end, rest = (rest + piece).rpartition(b"\n")
        yield (lines + end).decode()
    yield f"{rest.decode()}\n"


def _read(source: Source) -> Iterator[bytes]:
    if isinstance(source, LocalStore):
        with TemporaryFile() as file:
            source.backend.dump(file, RDF_FORMATS["nquads"])
            file.seek(0)
            yield from iter(lambda: file.read(_PIECE), b"")
        return
    with source.open("rb") as file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        yield from _unpacked(file) if packed else iter(lambda: file.read(_PIECE), b"")


def _unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of a gzip file of one member or several."""
    packed = file.read(_PIECE)
    while packed:
        member = zlib.decompressobj(wbits=31)
        while packed and not member.eof:
            try:
                yield member.decompress(packed)
            except zlib.error as error:
                raise _damaged(file, str(error)) from error
            packed = member.unused_data or file.read(_PIECE)
        if not member.eof:
            raise _damaged(file, "it is cut off")


def _damaged(file: IO[bytes], why: str) -> ReleaseError:
    return ReleaseError(f"{file.name} cannot be unpacked: {why}", hint="build again: kg build")
