"""Write Turtle and TriG as a careful person would: grouped, sorted, prefixed, short."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import IO

from kg.export.groups import KINDS, Group, natural
from kg.formats import XSD, Literal, NamedNode, Quad, Term
from kg.mapping import GRAPH
from kg.mapping.context import Context
from kg.vocabulary import RDF_TYPE

WIDTH = 100

# Turtle §6.5: a subset of PN_LOCAL that needs no escapes.
_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_INTEGER = f"{XSD}integer"
_SHORT = {
    _INTEGER: re.compile(r"-?\d+"),
    f"{XSD}decimal": re.compile(r"-?\d+\.\d+"),
    f"{XSD}boolean": re.compile(r"true|false"),
}
_HEADINGS = dict(KINDS)


def write_turtle(groups: Iterable[Group], base: str, context: Context, out: IO[bytes], *, single: bool) -> None:
    """Write resources as a Turtle document; a single one under the prefixes that it needs."""
    writer = _Writer(base, context)
    sections: Iterable[str] = list(writer.sections(groups)) if single else writer.sections(groups)
    out.write(writer.head(needed_only=single).encode())
    for text in sections:
        out.write(text.encode())


def write_trig(facts: Iterable[Group], evidence: Iterable[Group], base: str, context: Context, out: IO[bytes]) -> None:
    """Write resources as a TriG document: facts in the default graph, evidence in its own."""
    writer = _Writer(base, context)
    out.write(writer.head().encode())
    for text in writer.sections(facts):
        out.write(text.encode())
    opened = False
    for group in evidence:
        if not opened:
            out.write(f"\n<{GRAPH}> {{\n".encode())
            opened = True
        out.write(re.sub(r"(?m)^(?=.)", "    ", writer.group(group)).encode())
    if opened:
        out.write(b"}\n")


class _Writer:
    def __init__(self, base: str, context: Context) -> None:
        self._base = base
        self._prefixes = context.prefixes
        self._needed: set[str] = set()
        self._ranks: dict[str, int] = {RDF_TYPE: -1}
        for rank, term in enumerate(context.terms.values()):
            self._ranks.setdefault(term.predicate, rank)

    def head(self, *, needed_only: bool = False) -> str:
        """Return the declarations: all, or those that what was written so far needs."""
        names = self._needed if needed_only else self._prefixes
        lines = [f"@prefix {name}: <{self._prefixes[name]}> .\n" for name in sorted(names)]
        return "".join([f"@base <{self._base}> .\n"] * bool(self._base) + lines)

    def sections(self, groups: Iterable[Group]) -> Iterator[str]:
        """Yield resources as text, with a heading before each kind."""
        for kind, members in groupby(groups, key=attrgetter("kind")):
            yield f"\n# {_HEADINGS.get(kind, 'Others')}\n"
            for group in members:
                yield self.group(group)

    def group(self, group: Group) -> str:
        """Return a resource and its nodes as text."""
        return "".join(
            self._block(subject, list(quads)) for subject, quads in groupby(group.quads, key=attrgetter("subject"))
        )

    def _block(self, subject: Term, quads: list[Quad]) -> str:
        by_predicate: dict[str, list[Term]] = {}
        for quad in quads:
            by_predicate.setdefault(quad.predicate.value, []).append(quad.object)
        predicates = sorted(by_predicate, key=lambda iri: (self._ranks.get(iri, len(self._ranks)), iri))
        lines = [self._line(predicate, by_predicate[predicate]) for predicate in predicates]
        return f"\n{self._term(subject)} " + " ;\n    ".join(lines) + " .\n"

    def _line(self, predicate: str, objects: list[Term]) -> str:
        verb = "a" if predicate == RDF_TYPE else self._iri(predicate)
        terms = [self._term(term) for term in sorted(objects, key=_object_key)]
        line = f"{verb} {', '.join(terms)}"
        if len(terms) == 1 or len(line) <= WIDTH:
            return line
        return f"{verb}\n        " + ",\n        ".join(terms)

    def _term(self, term: Term) -> str:
        if isinstance(term, NamedNode):
            return self._iri(term.value)
        return self._literal(term) if isinstance(term, Literal) else str(term)

    def _iri(self, iri: str) -> str:
        if self._base and iri.startswith(self._base):
            return f"<{iri.removeprefix(self._base)}>"
        for name, namespace in self._prefixes.items():
            if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
                self._needed.add(name)
                return f"{name}:{iri.removeprefix(namespace)}"
        return f"<{iri}>"

    def _literal(self, literal: Literal) -> str:
        datatype = literal.datatype.value
        short = _SHORT.get(datatype)
        if short is not None and short.fullmatch(literal.value):
            return literal.value
        text = str(literal)
        if literal.language or datatype == f"{XSD}string":
            return text
        return f"{text.removesuffix(f'^^<{datatype}>')}^^{self._iri(datatype)}"


def _object_key(term: Term) -> tuple[str | int, ...]:
    """Order objects: IRIs first, whole numbers by value, other literals by text."""
    if isinstance(term, NamedNode):
        return 0, *natural(term.value)
    if isinstance(term, Literal) and term.datatype.value == _INTEGER and _SHORT[_INTEGER].fullmatch(term.value):
        return 1, int(term.value), str(term)
    return 1, 0, str(term)
