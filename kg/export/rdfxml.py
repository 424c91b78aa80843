"""What RDF/XML cannot say is refused, rather than written as something that is no XML."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kg.errors import QueryError
from kg.formats import Literal, Triple

# RDF 1.1 XML Syntax §7.2.14: a property is an element, so that its IRI must end in an XML name.
_NAME = re.compile(r"[^\W\d][\w.-]*\Z")
# XML 1.0 §2.2
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def sayable(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield triples that RDF/XML can hold.

    Raises:
        QueryError: At the first one that it cannot.
    """
    hint = "choose another format, such as Turtle"
    for triple in triples:
        if not _is_element(triple.predicate.value):
            raise QueryError(f"RDF/XML cannot hold the property {triple.predicate.value}", hint=hint)
        if isinstance(triple.object, Literal) and _FORBIDDEN.search(triple.object.value):
            raise QueryError(f"RDF/XML cannot hold the control characters in {triple.object}", hint=hint)
        yield triple


@lru_cache(maxsize=1 << 12)
def _is_element(predicate: str) -> bool:
    return _NAME.search(predicate) is not None
