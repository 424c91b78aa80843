"""On what a person works: the words of titles, and the fields of research that they and the names of venues tell.

Both are looked up in our own tables, so that a list more or less changes no weight.
"""

from functools import cache
from types import MappingProxyType

from kg.base.tables import rows_of
from kg.profile.names import table
from kg.profile.titles import read_title

_WHOLE = 4  # letters up to which a beginning is a word, or all but its last letter
_SHORTEST = 3


@cache
def listed_words() -> MappingProxyType[str, float]:
    """Return how many bits a word of titles says that is listed: the fewer, the more titles have it."""
    rows = rows_of("kg.identity", "tables/title_words.tsv")
    return MappingProxyType({word: float(bits) for bits, words in rows for word in words.split()})


def telling_words(title: str) -> frozenset[str]:
    """Return the words of a title that say what it is about."""
    return frozenset([word for word in read_title(title).telling if len(word) > 4 and listed_words().get(word, 1)])


def fields_of(title: str) -> frozenset[str]:
    """Return the fields that a title tells.

    >>> sorted(fields_of("Parsing the poems of medieval monks"))
    ['history', 'language', 'literature']
    """
    return frozenset().union(*map(_fields_of_word, read_title(title).words))


@cache
def fields_of_venue(iri: str) -> frozenset[str]:
    """Return the fields that the name of a venue tells, given its IRI."""
    slug = iri.removeprefix("venue/")
    return fields_of(_known_venues().get(slug, slug.replace("-", " ")))


@cache
def _fields_of_word(word: str) -> frozenset[str]:
    fields, size = _fields(), len(word)
    for end in range(size, _SHORTEST - 1, -1):
        if word[:end] in fields:
            return fields[word[:end]] if end > _WHOLE or end >= size - 1 else frozenset()
    return frozenset()


@cache
def _fields() -> MappingProxyType[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for field, words in rows_of("kg.identity", "tables/fields.tsv"):
        for word in words.split():
            found[word] = found.get(word, frozenset()) | {field}
    return MappingProxyType(found)


@cache
def _known_venues() -> MappingProxyType[str, str]:
    return MappingProxyType({slug: name for slug, _, _, name, _ in table("venues")})
