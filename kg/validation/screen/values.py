"""What holds of a value node by itself: its kind, datatype, range, length, pattern, language, and being one of some.

pySHACL is asked about each such value, once, with a shape that has these constraints and nothing else. That is
right by construction, and slow where values are many: a test that can only say yes goes before it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from kg.formats import XSD
from kg.validation.screen.terms import integer

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

    return conforms(constraints, term)


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

    pattern: re.Pattern[str]

    def __call__(self, term: str) -> bool:
        text = _text(term)
        return text is not None and self.pattern.search(text) is not None


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
