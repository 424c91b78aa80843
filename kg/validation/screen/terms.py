"""Terms as the text that stands for them in N-Quads, in the one spelling in which the store gives them back.

To compare texts is to compare terms only if each has one spelling: the store writes `"01"^^xsd:integer` as
`"1"^^xsd:integer` and a language in small letters, and pySHACL sees what the store gives.
"""

import re
from functools import lru_cache

from kg.formats import XSD, Literal, read_nquads
from kg.store import LocalStore

_INTEGER = f'"^^<{XSD}integer>'
_PLAIN_INTEGER = re.compile(r'"(0|-?[1-9][0-9]{0,16})"')
_ODD = re.compile(r"[\\\x00-\x1f\x7f]")


def object_of(rest: str) -> str:
    """Return the object of a line of N-Quads, of which subject and predicate were taken away.

    >>> object_of('"a <b" <https://kg.example.org/graph/evidence> .')
    '"a <b"'
    >>> object_of('"1 <b"^^<urn:d> .')
    '"1 <b"^^<urn:d>'
    """
    body = rest[:-2]
    head, _, tail = body.rpartition(" ")
    return head if head and '"' not in tail else body


def canonical(term: str) -> str:
    r"""Return a term in the spelling of the store.

    >>> canonical('"01"^^<http://www.w3.org/2001/XMLSchema#integer>')
    '"1"^^<http://www.w3.org/2001/XMLSchema#integer>'
    >>> canonical('"\\u0041da"@EN')
    '"Ada"@en'
    """
    if term[0] != '"' or (term[-1] == '"' and not _ODD.search(term)):
        return term
    if term.endswith(_INTEGER) and _PLAIN_INTEGER.match(term):
        return term
    return _stored(term)


@lru_cache(1 << 15)
def _stored(literal: str) -> str:
    store = LocalStore.in_memory(read_nquads(f"<urn:s> <urn:p> {literal} .".encode()))
    return next(str(quad.object) for quad in store.quads())


def integer(term: str) -> int | None:
    """Return the value of an `xsd:integer` in its plain spelling."""
    if not term.endswith(_INTEGER):
        return None
    found = _PLAIN_INTEGER.match(term)
    return int(found[1]) if found else None


def is_simple(term: str) -> bool:
    """Whether a term is equal to another only if their texts are: an IRI, a blank node, a literal without datatype."""
    return term[0] != '"' or term[-1] == '"'


@lru_cache(1 << 12)
def lexical(term: str) -> str:
    """Return the lexical form of a literal, or the IRI between its brackets."""
    if term[0] == "<" or (term[-1] == '"' and "\\" not in term):
        return term[1:-1]
    (quad,) = read_nquads(f"<urn:s> <urn:p> {term} .".encode())
    assert isinstance(quad.object, Literal)  # noqa: S101  (it is none of the others)
    return quad.object.value
