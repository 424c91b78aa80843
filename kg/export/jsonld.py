"""Write JSON-LD as a person would write it: compact, nested, with the context inline."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import IO, Any

from kg.export.groups import Group, name_of, natural
from kg.formats import XSD, Literal, Quad
from kg.identifiers import SCHEMES
from kg.mapping import GRAPH
from kg.mapping.context import Context, TermDefinition
from kg.vocabulary import RDF_TYPE

Node = dict[str, Any]

# What JSON's own numbers and words stand for without loss (JSON-LD 1.1 API §8.6).
_NATIVE = {f"{XSD}integer": re.compile(r"0|-?[1-9]\d{0,14}"), f"{XSD}boolean": re.compile(r"true|false")}
_TITLED = frozenset(("ScholarlyArticle", "Book", "Chapter", "Report", "Thesis", "Talk"))
"""The classes whose name is a title, and whose web page is a plain address."""


def write_jsonld(
    facts: Iterable[Group],
    evidence: Iterable[Group],
    base: str,
    context: Context,
    out: IO[bytes],
    *,
    single: bool,
) -> None:
    """Write resources as one document: a single one as the root under what it needs of the context, else a graph."""
    writer = _Writer(base, context)
    nodes = (node for group in facts for node in writer.nodes(group))
    pieces = [node for group in evidence for node in writer.nodes(group)]
    if single:
        _write_single([*nodes, *_named(pieces)], base, context, out)
    else:
        _write_graph(chain(nodes, _named(pieces)), base, context, out)


def _write_single(nodes: list[Node], base: str, context: Context, out: IO[bytes]) -> None:
    document = nodes[0] if len(nodes) == 1 else {"graph": nodes}
    needed = _needed(context, set(_words(document)))
    out.write(_dump({"@context": {**_base(base), **needed}, **document}).encode() + b"\n")


def _write_graph(nodes: Iterable[Node], base: str, context: Context, out: IO[bytes]) -> None:
    head = _dump({"@context": {**_base(base), **context.source}})
    out.write(head[: -len("\n}")].encode() + b',\n  "graph": [')
    for count, node in enumerate(nodes):
        out.write(b",\n    " if count else b"\n    ")
        out.write(_dump(node).replace("\n", "\n    ").encode())
    out.write(b"\n  ]\n}\n")


def _base(base: str) -> Node:
    return {"@base": base} if base else {}


def _named(pieces: list[Node]) -> list[Node]:
    return [{"id": GRAPH, "graph": pieces}] if pieces else []


def _needed(context: Context, words: set[str]) -> Node:
    """Return the part of a context that a document with some words needs: its terms, and their prefixes."""
    terms = {word: meaning for word, meaning in context.source.items() if word in words or word.startswith("@")}
    prefixes = {word.partition(":")[0] for word in words.union(_words(terms))}
    return {word: meaning for word, meaning in context.source.items() if word in terms or word in prefixes}


def _words(value: Any) -> Iterator[str]:
    """Yield all keys and all texts of a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _words(entry)
    elif isinstance(value, dict):
        yield from value
        for entry in value.values():
            yield from _words(entry)


def _dump(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


class _Writer:
    """Turns quads back into the keys of the context."""

    def __init__(self, base: str, context: Context) -> None:
        self._base = base
        self._context = context
        self._classes = {iri: name for name, iri in context.classes.items()}
        self._keys: dict[str, list[tuple[str, TermDefinition]]] = {}
        for key, term in context.terms.items():
            if term.sort != "reverse":
                self._keys.setdefault(term.predicate, []).append((key, term))
        self._ranks = {key: rank for rank, key in enumerate(context.terms)}

    def nodes(self, group: Group) -> list[Node]:
        """Return a resource with its nodes inside it, and after it those that nothing leads to."""
        plain = self._plain_nodes(group.quads)
        nested: set[str] = set()
        roots = [self._nest(iri, plain, nested) for iri in plain if iri == group.iri]
        roots += [self._nest(iri, plain, nested) for iri in list(plain) if iri not in nested]
        return roots

    def _plain_nodes(self, quads: Iterable[Quad]) -> dict[str, Node]:
        grouped: dict[str, list[Quad]] = {}
        for quad in quads:
            grouped.setdefault(name_of(quad.subject), []).append(quad)
        return {iri: self._plain_node(iri, members) for iri, members in grouped.items()}

    def _plain_node(self, iri: str, quads: list[Quad]) -> Node:
        types = sorted(self._class(name_of(quad.object)) for quad in quads if _is_type(quad))
        values: dict[str, list[Any]] = {}
        for quad in quads:
            if not _is_type(quad):
                key, value = self._entry(quad, types)
                values.setdefault(key, []).append(value)
        node: Node = {"id": self._relative(iri)}
        if types:
            node["type"] = types[0] if len(types) == 1 else types
        for key in sorted(values, key=lambda key: (self._ranks.get(key, len(self._ranks)), key)):
            entries = sorted(values[key], key=_order)
            node[key] = entries[0] if len(entries) == 1 else entries
        return node

    def _nest(self, iri: str, plain: Mapping[str, Node], nested: set[str]) -> Node:
        """Put nodes with a fragment of a resource's IRI into the place where they are referred to."""
        nested.add(iri)
        return {
            key: [self._inner(each, plain, nested) for each in value]
            if isinstance(value, list)
            else self._inner(value, plain, nested)
            for key, value in plain[iri].items()
        }

    def _inner(self, value: Any, plain: Mapping[str, Node], nested: set[str]) -> Any:
        if isinstance(value, str):
            iri = self._base + value
            if iri in plain and iri not in nested:
                return self._nest(iri, plain, nested)
        return value

    def _class(self, iri: str) -> str:
        return self._classes.get(iri) or self._compact(iri)

    def _entry(self, quad: Quad, types: list[str]) -> tuple[str, Any]:
        """Return key and value of a quad."""
        target = quad.object
        sort = "literal" if isinstance(target, Literal) else "iri"
        fitting = [(key, term) for key, term in self._keys.get(quad.predicate.value, []) if term.sort == sort]
        if isinstance(target, Literal):
            return self._literal_entry(quad.predicate.value, target, fitting, types)
        iri = name_of(target)
        if not fitting:
            return self._compact(quad.predicate.value), {"id": self._relative(iri)}
        return _preferred([key for key, _ in fitting], types, iri, self._base), self._relative(iri)

    def _literal_entry(
        self, predicate: str, literal: Literal, fitting: list[tuple[str, TermDefinition]], types: list[str]
    ) -> tuple[str, Any]:
        datatype = literal.datatype.value
        for plain in (True, False):
            keys = [key for key, term in fitting if not plain or _says(term, literal)]
            if keys:
                key = _preferred(keys, types, "", self._base)
                return key, _native(literal) if plain else self._value_object(literal, datatype)
        return self._compact(predicate), self._value_object(literal, datatype)

    def _value_object(self, literal: Literal, datatype: str) -> Any:
        if literal.language:
            return {"@value": literal.value, "@language": literal.language}
        if datatype == f"{XSD}string":
            return {"@value": literal.value}
        return {"@value": literal.value, "@type": self._compact(datatype)}

    def _relative(self, iri: str) -> str:
        return iri.removeprefix(self._base) if self._base and iri.startswith(self._base) else self._compact(iri)

    def _compact(self, iri: str) -> str:
        for prefix, namespace in self._context.prefixes.items():
            if iri.startswith(namespace) and len(iri) > len(namespace) and "/" not in iri[len(namespace) :]:
                return f"{prefix}:{iri.removeprefix(namespace)}"
        return iri


def _is_type(quad: Quad) -> bool:
    return quad.predicate.value == RDF_TYPE and not isinstance(quad.object, Literal)


def _says(term: TermDefinition, literal: Literal) -> bool:
    """Say whether a term alone gives a text its language and datatype."""
    if literal.language:
        return term.language == literal.language
    if term.language:
        return False
    datatype = literal.datatype.value
    if native := _NATIVE.get(datatype):
        return not term.datatype and native.fullmatch(literal.value) is not None
    return term.datatype == ("" if datatype == f"{XSD}string" else datatype)


def _native(literal: Literal) -> Any:
    datatype = literal.datatype.value
    if datatype == f"{XSD}integer":
        return int(literal.value)
    return literal.value == "true" if datatype == f"{XSD}boolean" else literal.value


def _preferred(keys: list[str], types: list[str], iri: str, base: str) -> str:
    """Choose among keys of one meaning: the scheme's own, or the one that fits the kind of node."""
    if len(keys) == 1:
        return keys[0]
    if "same_as" in keys:
        schemes = (key for key in keys if key in SCHEMES and iri.startswith(SCHEMES[key].iri.partition("{")[0]))
        return next(schemes, "same_as")
    if "links" in keys:
        return "links" if "#" in iri.removeprefix(base) else "papers"
    if "title" in keys:
        titled = any(name in _TITLED for name in types)
        return "title" if titled else "label" if types == ["WebPage"] else "name"
    if "homepage" in keys:
        return "url" if types == ["WebPage"] or any(name in _TITLED for name in types) else "homepage"
    if "held_with" in keys:
        return "held_with" if types == ["EventSeries"] else "super_event"
    return keys[0]


def _order(value: Any) -> tuple[str | int, ...]:
    """Order the values of a key: numbers by value, references by their natural order, the rest by text."""
    if isinstance(value, int):
        return 0, value
    return 1, *natural(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True))
