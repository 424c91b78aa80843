"""Write compact, nested JSON-LD."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as _quoted
from typing import IO, Any, NamedTuple

from kg.store.export.groups import INTEGER, STRING, ResourceGroup, natural, parts, written_name
from kg.terms.context import Context, TermDefinition
from kg.terms.formats import XSD, unescaped
from kg.terms.kinds import Declaration, Field
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, PREFIXES, RDF_TYPE

# Find the key of the context that says what a triple says.

BOOLEAN = f"{XSD}boolean"
# What JSON's own numbers and words stand for without loss (JSON-LD 1.1 API §8.6).
_NATIVE = {INTEGER: re.compile(r"0|-?[1-9][0-9]{0,14}"), BOOLEAN: re.compile(r"true|false")}
Types = tuple[str, ...]


class Key(NamedTuple):
    """A key of a document."""

    name: str  # the key
    plain: bool  # whether it gives a plain value its datatype and language, or makes a reference of a text
    rank: int  # its place among the keys of a node


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
        self._references = {
            predicate: tuple(name for name, term in terms if term.sort == "iri")
            for predicate, terms in self._terms.items()
        }
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
        if len(names) == 1:
            return names[0]
        return next((each.term for each in self._fields(predicate, types) if each.term in names), names[0])

    def _fields_of(self, predicate: str, types: Types) -> tuple[Field, ...]:
        kind = self._declaration.kind_of([self._class_iris.get(name, name) for name in types])
        fields = kind.fields.values() if kind else ()
        return tuple(each for each in fields if each.iri == predicate and not (each.is_untold or each.is_reverse))

    def _chosen_by_iri(self) -> Iterator[str]:
        # Where a kind has several keys for a property, the value decides between them.
        for kind in self._declaration.kinds.values():
            terms: dict[str, set[str]] = {}
            for each in kind.fields.values():
                if each.term in self._references.get(each.iri, ()):
                    terms.setdefault(each.iri, set()).add(each.term)
                    if each.iri_start or len(terms[each.iri]) > 1:
                        yield each.iri

    def _common(self, predicate: str) -> str:
        names = self._references[predicate]
        bound = {
            each.term for kind in self._declaration.kinds.values() for each in kind.fields.values() if each.iri_start
        }
        return next((name for name in names if name not in bound), names[0])

    def _literal(self, predicate: str, types: Types, kind: str, native: bool) -> Key:
        """Return the key by which a node of some types has a literal."""
        fitting = [(name, term) for name, term in self._terms.get(predicate, ()) if term.sort == "literal"]
        for plain in (True, False):
            names = [name for name, term in fitting if not plain or _says(term, kind, native=native)]
            if names:
                return self._key(self._preferred(predicate, names, types), plain=plain)
        return self._key(self.compact(predicate), plain=False)

    def _key(self, name: str, *, plain: bool) -> Key:
        return Key(name, plain, self._ranks.get(name, len(self._ranks)))

    def _compact(self, iri: str) -> str:
        for prefix, namespace in self._prefixes.items():
            if iri.startswith(namespace) and len(iri) > len(namespace) and "/" not in iri[len(namespace) :]:
                return f"{prefix}:{iri.removeprefix(namespace)}"
        return iri


@lru_cache(maxsize=4)
def keys_of(context: Context) -> Keys:
    """Return the keys of a context, worked out once."""
    return Keys(context)


def is_native(value: str, datatype: str) -> bool:
    """Whether JSON has a number or word of its own for a value."""
    native = _NATIVE.get(datatype)
    return native is not None and native.fullmatch(value) is not None


def _says(term: TermDefinition, kind: str, *, native: bool) -> bool:
    if kind[0] == "@":
        return term.language == kind[1:]
    if term.language:
        return False
    if kind in _NATIVE:
        return native and not term.datatype
    return term.datatype == ("" if kind == STRING else kind)


def _fits(field: Field, declaration: Declaration, iri: str, base: str) -> int:
    # Identifiers fit by how they begin, things by their path.
    if field.iri_start:
        return 2 if iri.startswith(field.iri_start) else -1
    kind = declaration.kinds.get(field.range)
    if kind is None or not base:
        return 0
    local = iri.removeprefix(base)
    return int("#" in local) if kind.fragment else int(local.startswith(f"{kind.path}/") and "#" not in local)


# Write JSON-LD as a person would write it: compact, nested, with the context inline.

Node = dict[str, Any]

# The place of a value, by the subject that has it and the value, both as N-Triples writes them
Places = Mapping[tuple[str, str], int]

_TYPE = f"<{RDF_TYPE}>"
_POSITION = f"<{PREFIXES['schema']}position>"
_ORDERED = f" {_POSITION} "
_PLACING = (f"<{KG}authorship>", f"<{KG}listed>")  # what leads to the nodes that have a position
# By what such a node has the value that stands at the position
_PLACED = (f"<{KG}author>", f"<{PREFIXES['schema']}item>", f"<{PREFIXES['schema']}description>")
_NODE = "\n" + 4 * " "  # what begins the lines of a node of a graph, and of a piece of evidence
_PIECE = "\n" + 8 * " "


def write_jsonld(
    facts: Iterable[ResourceGroup],
    evidence: Iterable[ResourceGroup],
    base: str,
    context: Context,
    out: IO[bytes],
    *,
    single: bool,
) -> None:
    """Write resources as one document: a single one as the root under what it needs of the context, else a graph."""
    writer = _JsonLdWriter(base, context)
    nodes = (node for group in facts for node in writer.nodes(group))
    pieces = (node for group in evidence for node in writer.nodes(group))
    if single:
        evidence_nodes = list(pieces)
        graph = [{"id": EVIDENCE_GRAPH, "graph": evidence_nodes}] if evidence_nodes else []
        _write_single([*nodes, *graph], base, context, out)
    else:
        _write_graph(nodes, pieces, base, context, out)


def _write_single(nodes: list[Node], base: str, context: Context, out: IO[bytes]) -> None:
    document = nodes[0] if len(nodes) == 1 else {"graph": nodes}
    words: set[str] = set()
    _collect(document, words)
    start = f'"@base": {_quoted(base)},\n    ' if base else ""
    head = f'{{\n  "@context": {{\n    {start}{_head(context).needed(words)}\n  }},'
    out.write(f"{head}{_dumped(document)[1:]}\n".encode())


def _write_graph(nodes: Iterable[Node], pieces: Iterable[Node], base: str, context: Context, out: IO[bytes]) -> None:
    head = _dumped({"@context": {**_base(base), **context.source}}).removesuffix("\n}")
    out.write(f'{head},\n  "graph": ['.encode())
    start = ""
    for node in nodes:
        out.write("".join((start, _NODE, _dumped(node, _NODE))).encode())
        start = ","
    inner, opening = "", f'{start}\n    {{\n      "id": {_quoted(EVIDENCE_GRAPH)},\n      "graph": ['
    for piece in pieces:
        out.write("".join((inner or opening, _PIECE, _dumped(piece, _PIECE))).encode())
        inner = ","
    out.write(b"\n      ]\n    }\n  ]\n}\n" if inner else b"\n  ]\n}\n")


def _base(base: str) -> Node:
    return {"@base": base} if base else {}


class _Head:
    """A context, of which a document shows the part that it needs."""

    def __init__(self, context: Context) -> None:
        self._members: dict[str, str] = {}
        self._prefixes: dict[str, set[str]] = {}
        for word, meaning in context.source.items():
            words = {word}
            _collect(meaning, words)
            self._members[word] = ": ".join((_quoted(word), _dumped(meaning, _NODE)))
            self._prefixes[word] = _prefixes(words).intersection(context.source)
        self._joined = lru_cache(maxsize=1 << 10)(self._members_of)
        self._always = {word for word in context.source if word.startswith("@")}

    def needed(self, words: set[str]) -> str:
        known = self._members.keys()
        return self._joined(frozenset(words & known), frozenset(_prefixes(words) & known))

    def _members_of(self, terms: frozenset[str], prefixes: frozenset[str]) -> str:
        terms = terms.union(self._always)
        found = terms.union(prefixes, *(self._prefixes[term] for term in terms))
        return ",\n    ".join(member for word, member in self._members.items() if word in found)


@lru_cache(maxsize=4)
def _head(context: Context) -> _Head:
    return _Head(context)


def _prefixes(words: Iterable[str]) -> set[str]:
    return {word.partition(":")[0] for word in words}


def _collect(document: Any, words: set[str]) -> None:
    if isinstance(document, str):
        words.add(document)
    elif isinstance(document, list):
        for entry in document:
            _collect(entry, words)
    elif isinstance(document, dict):
        words.update(document)
        for entry in document.values():
            if isinstance(entry, str):
                words.add(entry)
            else:
                _collect(entry, words)


def _dumped(document: Any, line: str = "\n") -> str:
    """Return JSON with an indent of two; the standard library's has no fast way to do so."""
    if isinstance(document, str):
        return _quoted(document)
    inner = f"{line}  "
    if isinstance(document, dict) and document:
        members = [
            f"{_quoted(key)}: {_quoted(each) if isinstance(each, str) else _dumped(each, inner)}"
            for key, each in document.items()
        ]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(document, list) and document:
        return f"[{inner}{f',{inner}'.join([_dumped(each, inner) for each in document])}{line}]"
    return json.dumps(document)


class _JsonLdWriter:
    """Turns triples back into the keys of the context."""

    def __init__(self, base: str, context: Context) -> None:
        self._base = base
        self._keys: Keys = keys_of(context)

    def nodes(self, group: ResourceGroup) -> list[Node]:
        # Nodes that nothing leads to follow the resource.
        subjects = list(group.subjects())
        places = _places(subjects) if _ORDERED in group.text else {}
        plain = {written_name(subject): self._plain_node(subject, pairs, places) for subject, pairs in subjects}
        if len(plain) == 1:
            return list(plain.values())
        nested: set[str] = set()
        roots = [self._nest(iri, plain, nested) for iri in plain if iri == group.iri]
        roots += [self._nest(iri, plain, nested) for iri in list(plain) if iri not in nested]
        return roots

    def _plain_node(self, subject: str, pairs: list[tuple[str, str]], places: Places) -> Node:
        classes = [target for predicate, target in pairs if predicate == _TYPE and target[0] != '"']
        types = tuple(sorted(self._keys.class_(written_name(target)) for target in classes))
        values: dict[tuple[int, str], list[tuple[int, Any]]] = {}
        for predicate, target in pairs:
            if predicate != _TYPE or target[0] == '"':
                key, entry = self._entry(predicate[1:-1], target, types)
                values.setdefault(key, []).append((places.get((subject, target), 0), entry))
        node: Node = {"id": self._relative(written_name(subject))}
        if types:
            node["type"] = types[0] if len(types) == 1 else list(types)
        for key in sorted(values):
            entries = values[key]
            node[key[1]] = entries[0][1] if len(entries) == 1 else [each for _, each in sorted(entries, key=_order)]
        return node

    def _nest(self, iri: str, plain: Mapping[str, Node], nested: set[str]) -> Node:
        # A node stands where it is first referred to.
        nested.add(iri)
        return {
            key: [self._inner(each, plain, nested) for each in entry]
            if isinstance(entry, list)
            else self._inner(entry, plain, nested)
            for key, entry in plain[iri].items()
        }

    def _inner(self, entry: Any, plain: Mapping[str, Node], nested: set[str]) -> Any:
        if isinstance(entry, str):
            iri = self._base + entry
            if iri in plain and iri not in nested:
                return self._nest(iri, plain, nested)
        return entry

    def _entry(self, predicate: str, target: str, types: Types) -> tuple[tuple[int, str], Any]:
        if target[0] == '"':
            return self._literal_entry(predicate, target, types)
        iri = written_name(target)
        key = self._keys.reference(predicate, types, iri, self._base)
        relative = self._relative(iri)
        return (key.rank, key.name), relative if key.plain else {"id": relative}

    def _literal_entry(self, predicate: str, target: str, types: Types) -> tuple[tuple[int, str], Any]:
        escaped, kind = parts(target)
        text = unescaped(escaped)
        key = self._keys.literal(predicate, types, kind, is_native(text, kind))
        return (key.rank, key.name), _native(text, kind) if key.plain else self._value_object(text, kind)

    def _value_object(self, text: str, kind: str) -> Any:
        if kind[0] == "@":
            return {"@value": text, "@language": kind[1:]}
        if kind == STRING:
            return {"@value": text}
        return {"@value": text, "@type": self._keys.compact(kind)}

    def _relative(self, iri: str) -> str:
        return iri[len(self._base) :] if self._base and iri.startswith(self._base) else self._keys.compact(iri)


def _native(text: str, kind: str) -> Any:
    if kind == INTEGER:
        return int(text)
    return text == "true" if kind == BOOLEAN else text


def _places(subjects: Iterable[tuple[str, list[tuple[str, str]]]]) -> Places:
    # RDF has no order: nodes with a position (authorships, list items) give it.
    said = dict(subjects)
    found: dict[tuple[str, str], int] = {}
    for subject, pairs in said.items():
        for node in (target for predicate, target in pairs if predicate in _PLACING):
            entry = said.get(node, ())
            position = next((parts(target)[0] for key, target in entry if key == _POSITION and target[0] == '"'), "")
            if position.isdecimal():
                placed = [target for key, target in entry if key in _PLACED]
                found.update({(subject, each): int(position) for each in (node, *placed)})
    return found


def _order(placed: tuple[int, Any]) -> tuple[int, int, int | str]:
    # By position, then numbers by value, references in natural order, the rest by text.
    place, entry = placed
    if isinstance(entry, int):
        return place, 0, entry
    return place, 1, natural(entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False, sort_keys=True))
