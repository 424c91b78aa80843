"""Write Turtle and TriG as a careful person would: grouped, sorted, prefixed, short."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import IO, NamedTuple

from kg.store.export.groups import INTEGER, ResourceGroup, natural, parts, written_name
from kg.terms.context import Context
from kg.terms.formats import XSD
from kg.terms.vocabulary import EVIDENCE_GRAPH, RDF_TYPE

WIDTH = 100

# Turtle §6.5: a subset of PN_LOCAL that needs no escapes.
_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_SHORT = {
    INTEGER: re.compile(r"-?[0-9]+"),
    f"{XSD}decimal": re.compile(r"-?[0-9]+\.[0-9]+"),
    f"{XSD}boolean": re.compile(r"true|false"),
}
_WHOLE = re.compile(r"-?[0-9]{1,1000}")  # longer ones are ordered as texts
_LINE = re.compile(r"(?m)^(?=.)")


def write_turtle(groups: Iterable[ResourceGroup], base: str, context: Context, out: IO[bytes], *, single: bool) -> None:
    """Write resources as a Turtle document; a single one under the prefixes that it needs."""
    writer = TurtleWriter(base, context)
    sections: Iterable[str] = list(writer.sections(groups)) if single else writer.sections(groups)
    out.write(writer.head(needed_only=single).encode())
    for text in sections:
        out.write(text.encode())


def write_trig(
    facts: Iterable[ResourceGroup], evidence: Iterable[ResourceGroup], base: str, context: Context, out: IO[bytes]
) -> None:
    """Write resources as a TriG document: facts in the default graph, evidence in its own."""
    writer = TurtleWriter(base, context)
    out.write(writer.head().encode())
    for text in writer.sections(facts):
        out.write(text.encode())
    opened = False
    for group in evidence:
        if not opened:
            out.write(f"\n<{EVIDENCE_GRAPH}> {{\n".encode())
            opened = True
        out.write(_LINE.sub("    ", writer.group(group)).encode())
    if opened:
        out.write(b"}\n")


class _Verb(NamedTuple):
    """A predicate as it is written, and its place among the predicates of a subject."""

    rank: int
    iri: str
    text: str


class _Names:
    """How the vocabulary of a mapping is written; the same for all documents."""

    def __init__(self, context: Context) -> None:
        self.prefixes = context.prefixes
        self._ranks: dict[str, int] = {RDF_TYPE: -1}
        for rank, term in enumerate(context.terms.values()):
            self._ranks.setdefault(term.predicate, rank)
        # Kept, but not without bound: what a vocabulary has comes again and again, links elsewhere do not.
        self.short = lru_cache(maxsize=1 << 14)(self._short)
        self.verb = lru_cache(maxsize=1 << 12)(self._verb)

    def _short(self, iri: str) -> tuple[str, str]:
        for name, namespace in self.prefixes.items():
            if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
                return f"{name}:{iri.removeprefix(namespace)}", name
        return f"<{iri}>", ""

    def _verb(self, predicate: str) -> tuple[_Verb, str]:
        iri = predicate[1:-1]
        text, prefix = ("a", "") if iri == RDF_TYPE else self.short(iri)
        return _Verb(self._ranks.get(iri, len(self._ranks)), iri, text), prefix


@lru_cache(maxsize=4)
def _names(context: Context) -> _Names:
    return _Names(context)


class TurtleWriter:
    """Writes resources one by one, for documents that are cut between them."""

    def __init__(self, base: str, context: Context) -> None:
        self._base = base
        self._inside = f"<{base}" if base else "\n"  # no term begins with a new line
        self._names = _names(context)
        self._kinds = context.declaration.by_path
        self._needed: set[str] = set()

    def head(self, *, needed_only: bool = False) -> str:
        """Return the base and the prefixes; perhaps only those that were needed so far."""
        prefixes = self._names.prefixes
        names = self._needed - {""} if needed_only else prefixes
        lines = [f"@prefix {name}: <{prefixes[name]}> .\n" for name in sorted(names)]
        return "".join([f"@base <{self._base}> .\n"] * bool(self._base) + lines)

    def sections(self, groups: Iterable[ResourceGroup]) -> Iterator[str]:
        """Yield resources, those of a kind below its heading."""
        for kind, members in groupby(groups, key=attrgetter("kind")):
            yield f"\n# {self._kinds[kind].plural if kind in self._kinds else 'Others'}\n"
            for group in members:
                yield self.group(group)

    def group(self, group: ResourceGroup) -> str:
        """Return a resource with its nodes."""
        return "".join([self._block(subject, pairs) for subject, pairs in group.subjects()])

    def _block(self, subject: str, pairs: Iterable[tuple[str, str]]) -> str:
        by_verb: dict[_Verb, list[str]] = {}
        for predicate, target in pairs:
            verb, prefix = self._names.verb(predicate)
            self._needed.add(prefix)
            by_verb.setdefault(verb, []).append(target)
        lines = [self._line(verb.text, by_verb[verb]) for verb in sorted(by_verb)]
        return f"\n{self._term(subject)} " + " ;\n    ".join(lines) + " .\n"

    def _line(self, verb: str, objects: list[str]) -> str:
        if len(objects) == 1:
            return f"{verb} {self._term(objects[0])}"
        terms = [self._term(term) for term in sorted(objects, key=_object_key)]
        line = f"{verb} {', '.join(terms)}"
        if len(line) <= WIDTH:
            return line
        return f"{verb}\n        " + ",\n        ".join(terms)

    def _term(self, term: str) -> str:
        if term.startswith(self._inside):
            return f"<{term[len(self._inside) :]}"
        if term[0] == '"':
            return term if term[-1] == '"' else self._literal(term)
        return self._iri(term[1:-1]) if term[0] == "<" != term[1] else term

    def _iri(self, iri: str) -> str:
        text, prefix = self._names.short(iri)
        self._needed.add(prefix)
        return text

    def _literal(self, term: str) -> str:
        value, kind = parts(term)
        if kind[0] == "@":
            return term
        short = _SHORT.get(kind)
        if short is not None and short.fullmatch(value):
            return value
        return f'"{value}"^^{self._datatype(kind)}'

    def _datatype(self, iri: str) -> str:
        return f"<{iri.removeprefix(self._base)}>" if self._base and iri.startswith(self._base) else self._iri(iri)


def _object_key(term: str) -> tuple[int, int | str, str]:
    # IRIs first, whole numbers by value, other literals by text.
    if term[0] == "<" != term[1]:
        return 0, natural(written_name(term)), ""
    value, kind = parts(term) if term[0] == '"' else ("", "")
    return 1, int(value) if kind == INTEGER and _WHOLE.fullmatch(value) else 0, term
