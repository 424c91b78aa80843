"""Find the key of the context that says what a triple says."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kg.declaration.context import Context, TermDefinition
from kg.export.literals import INTEGER, STRING
from kg.formats import XSD
from kg.identifiers import SCHEMES
from kg.vocabulary import WORKS

BOOLEAN = f"{XSD}boolean"
# What JSON's own numbers and words stand for without loss (JSON-LD 1.1 API §8.6).
_NATIVE = {INTEGER: re.compile(r"0|-?[1-9][0-9]{0,14}"), BOOLEAN: re.compile(r"true|false")}
_TITLED = frozenset((*WORKS, "Talk"))
"""The classes whose name is a title, and whose web page is a plain address."""
_NAMED = frozenset(("System", "VoidDataset"))
"""The classes of things that share a class with works, but have a name, and a homepage."""
_BY_IRI = frozenset(("same_as", "links"))

Types = tuple[str, ...]


class Key(NamedTuple):
    """A key of a document.

    Attributes:
        name: The key.
        plain: Whether it gives a plain value its datatype and language, or makes a reference of a text.
        rank: Its place among the keys of a node.
    """

    name: str
    plain: bool
    rank: int


class Keys:
    """The keys of a context, by what they mean."""

    def __init__(self, context: Context) -> None:
        self._prefixes = context.prefixes
        self._classes = {iri: name for name, iri in context.classes.items()}
        self._terms: dict[str, list[tuple[str, TermDefinition]]] = {}
        for key, term in context.terms.items():
            if term.sort != "reverse":
                self._terms.setdefault(term.predicate, []).append((key, term))
        self._ranks = {key: rank for rank, key in enumerate(context.terms)}
        # Kept, but not without bound: what a vocabulary has comes again and again, links elsewhere do not.
        self.compact = lru_cache(maxsize=1 << 14)(self._compact)
        self.literal = lru_cache(maxsize=1 << 14)(self._literal)
        self._plain = lru_cache(maxsize=1 << 14)(self._plain_reference)
        self._references = {predicate: self._names_of_references(predicate) for predicate in self._terms}
        self._chosen = {each for each, names in self._references.items() if not _BY_IRI.isdisjoint(names)}

    def class_(self, iri: str) -> str:
        """Return the name of a class."""
        return self._classes.get(iri) or self.compact(iri)

    def reference(self, predicate: str, types: Types, iri: str, base: str) -> Key:
        """Return the key by which a node of some types leads to another."""
        if predicate not in self._chosen:
            return self._plain(predicate, types)
        return self._key(_preferred(self._references[predicate], types, iri, base), plain=True)

    def _plain_reference(self, predicate: str, types: Types) -> Key:
        names = self._references.get(predicate)
        if not names:
            return self._key(self.compact(predicate), plain=False)
        return self._key(_preferred(names, types, "", ""), plain=True)

    def _names_of_references(self, predicate: str) -> Types:
        return tuple(name for name, term in self._terms[predicate] if term.sort == "iri")

    def _literal(self, predicate: str, types: Types, kind: str, native: bool) -> Key:
        """Return the key by which a node of some types has a literal.

        Args:
            predicate: The IRI of the property.
            types: The names of the node's classes.
            kind: The literal's datatype, or `@` and its language.
            native: Whether its value is one of JSON's own.
        """
        fitting = [(name, term) for name, term in self._terms.get(predicate, ()) if term.sort == "literal"]
        for plain in (True, False):
            names = [name for name, term in fitting if not plain or _says(term, kind, native=native)]
            if names:
                return self._key(_preferred(names, types, "", ""), plain=plain)
        return self._key(self.compact(predicate), plain=False)

    def _key(self, name: str, *, plain: bool) -> Key:
        return Key(name, plain, self._ranks.get(name, len(self._ranks)))

    def _compact(self, iri: str) -> str:
        """Return an IRI with a prefix, if one fits."""
        for prefix, namespace in self._prefixes.items():
            if iri.startswith(namespace) and len(iri) > len(namespace) and "/" not in iri[len(namespace) :]:
                return f"{prefix}:{iri.removeprefix(namespace)}"
        return iri


@lru_cache(maxsize=4)
def keys_of(context: Context) -> Keys:
    """Return the keys of a context, worked out once."""
    return Keys(context)


def is_native(value: str, datatype: str) -> bool:
    """Tell whether JSON has a number or word of its own for a value."""
    native = _NATIVE.get(datatype)
    return native is not None and native.fullmatch(value) is not None


def _says(term: TermDefinition, kind: str, *, native: bool) -> bool:
    """Say whether a term alone gives a text its language and datatype."""
    if kind[0] == "@":
        return term.language == kind[1:]
    if term.language:
        return False
    if kind in _NATIVE:
        return native and not term.datatype
    return term.datatype == ("" if kind == STRING else kind)


def _preferred(names: Sequence[str], types: Types, iri: str, base: str) -> str:
    """Choose among keys of one meaning: the scheme's own, or the one that fits the kind of node."""
    if len(names) == 1:
        return names[0]
    if "same_as" in names:
        return next(_schemes(names, iri), "same_as")
    if "links" in names:
        return "links" if "#" in iri.removeprefix(base) else "papers"
    if "title" in names:
        return "title" if _is_titled(types) else "label" if types == ("WebPage",) else "name"
    if "homepage" in names:
        return "url" if types == ("WebPage",) or _is_titled(types) else "homepage"
    if "held_with" in names:
        return "held_with" if types == ("EventSeries",) else "super_event"
    return names[0]


def _is_titled(types: Types) -> bool:
    return not _TITLED.isdisjoint(types) and _NAMED.isdisjoint(types)


def _schemes(names: Iterable[str], iri: str) -> Iterator[str]:
    return (name for name in names if name in SCHEMES and iri.startswith(SCHEMES[name].iri.partition("{")[0]))
