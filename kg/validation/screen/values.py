"""Terms and values as a screen checks them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pyoxigraph import Literal

from kg.store.store import LocalStore
from kg.terms.formats import XSD, read_nquads
from kg.terms.patterns import LinearPattern

# Terms as the text that stands for them in N-Quads, in the one spelling in which the store gives them back.

_INTEGER = f'"^^<{XSD}integer>'
_PLAIN_INTEGER = re.compile(r'"(0|-?[1-9][0-9]{0,16})"')
_ODD = re.compile(r"[\\\x00-\x1f\x7f]")


class Unsure(Exception):
    """Raised where a screen cannot tell; pySHACL then judges the focus node."""


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


# What holds of a value node by itself: its kind, datatype, range, length, pattern, language, and being one of
# some.

Test = Callable[[str], bool]
"""Whether a term surely conforms; False says nothing."""

_DECIMAL = re.compile(rf'"(-?[0-9]{{1,17}}(?:\.[0-9]{{1,17}})?)"\^\^<{XSD}decimal>')


@dataclass(frozen=True)
class Values:
    """Constraints on single value nodes.

    Attributes:
        constraints: A node shape `<urn:shape>` that has them, in N-Triples.
        tests: Tests that together say that a term surely conforms; empty if there is no such test for one of them.
    """

    constraints: str
    tests: tuple[Test, ...]

    def hold(self, term: str) -> bool:
        """Whether a term conforms.

        Raises:
            Unsure: If pySHACL fails.
        """
        if self.tests:
            for test in self.tests:
                if not test(term):
                    break
            else:
                return True
        return _judged(self.constraints, term)


@lru_cache(1 << 16)
def _judged(constraints: str, term: str) -> bool:
    from kg.validation.screen.asking import conforms  # pySHACL takes long to import, and is hardly ever needed

    try:
        return conforms(constraints, term)
    except Exception as error:  # pySHACL will say so when it judges the focus node
        raise Unsure(term) from error


@dataclass(frozen=True)
class OfKind:
    """sh:nodeKind, by the first characters of the terms of these kinds."""

    marks: str

    def __call__(self, term: str) -> bool:
        return term[0] in self.marks


@dataclass(frozen=True)
class OneOf:
    """sh:in and sh:hasValue."""

    terms: frozenset[str]

    def __call__(self, term: str) -> bool:
        return term in self.terms


@dataclass(frozen=True)
class AnyString:
    """sh:datatype xsd:string."""

    def __call__(self, term: str) -> bool:
        return term[0] == '"' and term[-1] == '"'


@dataclass(frozen=True)
class AnyInteger:
    """sh:datatype xsd:integer."""

    def __call__(self, term: str) -> bool:
        return integer(term) is not None


@dataclass(frozen=True)
class AnyDecimal:
    """sh:datatype xsd:decimal."""

    def __call__(self, term: str) -> bool:
        return _DECIMAL.fullmatch(term) is not None


@dataclass(frozen=True)
class Within:
    """sh:minInclusive, sh:minExclusive, sh:maxInclusive or sh:maxExclusive, of integers and decimals.

    Attributes:
        bound: The limit.
        sign: 1 if values lie above it, -1 if below.
        inclusive: Whether the limit itself conforms.
    """

    bound: Decimal
    sign: int
    inclusive: bool

    def __call__(self, term: str) -> bool:
        number = _number(term)
        if number is None:
            return False
        return (
            number == self.bound if self.inclusive and number == self.bound else (number - self.bound) * self.sign > 0
        )


@dataclass(frozen=True)
class Length:
    """sh:minLength and sh:maxLength, of IRIs and strings."""

    least: int
    most: int | None

    def __call__(self, term: str) -> bool:
        text = _text(term)
        return text is not None and self.least <= len(text) and (self.most is None or len(text) <= self.most)


@dataclass(frozen=True)
class Matching:
    """sh:pattern with sh:flags, of IRIs and strings."""

    pattern: LinearPattern

    def __call__(self, term: str) -> bool:
        text = _text(term)
        return text is not None and self.pattern.search(text)


@dataclass(frozen=True)
class InLanguage:
    """sh:languageIn."""

    tags: frozenset[str]

    def __call__(self, term: str) -> bool:
        return term[0] == '"' and term[-1] not in '">' and term.rpartition("@")[2] in self.tags


def _text(term: str) -> str | None:
    """Return the text of an IRI or of a string in which nothing is escaped."""
    if term[0] == "<" or (term[0] == '"' and term[-1] == '"' and "\\" not in term):
        return term[1:-1]
    return None


@lru_cache(1 << 15)
def _number(term: str) -> Decimal | None:
    found = _DECIMAL.fullmatch(term)
    if found:
        return Decimal(found[1])
    whole = integer(term)
    return None if whole is None else Decimal(whole)
