"""Find the key of the context that says what a triple says."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kg.declaration import Declaration, Field
from kg.declaration.context import Context, TermDefinition
from kg.export.literals import INTEGER, STRING
from kg.formats import XSD

BOOLEAN = f"{XSD}boolean"
# What JSON's own numbers and words stand for without loss (JSON-LD 1.1 API §8.6).
_NATIVE = {INTEGER: re.compile(r"0|-?[1-9][0-9]{0,14}"), BOOLEAN: re.compile(r"true|false")}
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
        self._declaration = context.declaration
        self._class_iris = {name: iri for iri, name in self._classes.items()}
        self._fields = lru_cache(maxsize=1 << 12)(self._fields_of)
        self._references = {predicate: self._names_of_references(predicate) for predicate in self._terms}
        self._chosen = frozenset(self._chosen_by_iri())

    def class_(self, iri: str) -> str:
        """Return the name of a class."""
        return self._classes.get(iri) or self.compact(iri)

    def reference(self, predicate: str, types: Types, iri: str, base: str) -> Key:
        """Return the key by which a node of some types leads to another."""
        if predicate not in self._chosen:
            return self._plain(predicate, types)
        fields = self._fields(predicate, types)
        best = max(fields, key=lambda each: _fits(each, self._declaration, iri, base), default=None)
        if best is None or _fits(best, self._declaration, iri, base) < 0:
            return self._key(self._common(predicate), plain=True)
        return self._key(best.term, plain=True)

    def _plain_reference(self, predicate: str, types: Types) -> Key:
        names = self._references.get(predicate)
        if not names:
            return self._key(self.compact(predicate), plain=False)
        return self._key(self._preferred(predicate, names, types), plain=True)

    def _preferred(self, predicate: str, names: Sequence[str], types: Types) -> str:
        """Choose among keys of one meaning: that of the kind of node, else the first."""
        if len(names) == 1:
            return names[0]
        return next((each.term for each in self._fields(predicate, types) if each.term in names), names[0])

    def _fields_of(self, predicate: str, types: Types) -> tuple[Field, ...]:
        """Return the fields of the kind of node that mean a property."""
        kind = self._declaration.kind_of([self._class_iris.get(name, name) for name in types])
        fields = kind.fields.values() if kind else ()
        return tuple(each for each in fields if each.iri == predicate and not (each.is_untold or each.is_reverse))

    def _chosen_by_iri(self) -> Iterator[str]:
        """Yield the properties for which a kind has several keys: which it is depends on the value."""
        for kind in self._declaration.kinds.values():
            terms: dict[str, set[str]] = {}
            for each in kind.fields.values():
                if each.term in self._references.get(each.iri, ()):
                    terms.setdefault(each.iri, set()).add(each.term)
                    if each.iri_start or len(terms[each.iri]) > 1:
                        yield each.iri

    def _common(self, predicate: str) -> str:
        """Return the key of a property for any value."""
        names = self._references[predicate]
        bound = {
            each.term for kind in self._declaration.kinds.values() for each in kind.fields.values() if each.iri_start
        }
        return next((name for name in names if name not in bound), names[0])

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
                return self._key(self._preferred(predicate, names, types), plain=plain)
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


def _fits(field: Field, declaration: Declaration, iri: str, base: str) -> int:
    """Say how well a field holds an IRI: identifiers by how they begin, things by where they stand."""
    if field.iri_start:
        return 2 if iri.startswith(field.iri_start) else -1
    kind = declaration.kinds.get(field.range)
    if kind is None or not base:
        return 0
    local = iri.removeprefix(base)
    return int("#" in local) if kind.fragment else int(local.startswith(f"{kind.path}/") and "#" not in local)
