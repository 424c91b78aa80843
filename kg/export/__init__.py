"""Write a graph, or one resource of it, in any RDF syntax: the same bytes each time.

Turtle, TriG and JSON-LD are made to be read, by writers of our own; the line formats and RDF/XML are
pyoxigraph's. All see the same quads in the same order, and memory holds one resource at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO

from kg.errors import NotFound, QueryError
from kg.export.groups import Group, groups
from kg.export.jsonld import write_jsonld
from kg.export.rdfxml import sayable
from kg.export.turtle import write_trig, write_turtle
from kg.formats import DATASET_FORMATS, RDF_FORMATS, NamedNode, Quad, serialize
from kg.mapping.context import Context
from kg.store import LocalStore

Write = Callable[["Excerpt", IO[bytes]], None]


@dataclass(frozen=True)
class Excerpt:
    """What is to be written.

    Attributes:
        store: Where it is.
        base: The base of its IRIs.
        context: The mapping, which also says how things are called and in which order they stand.
        resource: The one resource that is meant, or None for all.
        evidence: Whether the evidence graph goes with it.
    """

    store: LocalStore
    base: str
    context: Context
    resource: NamedNode | None = None
    evidence: bool = False

    def facts(self) -> Iterator[Group]:
        """Yield the resources of the default graph, each with its nodes."""
        return groups(self.store, self.base, self.resource, evidence=False)

    def evidence_groups(self) -> Iterator[Group]:
        """Yield the pieces of evidence that go with it, if any do."""
        if self.evidence:
            yield from groups(self.store, self.base, self.resource, evidence=True)

    def quads(self) -> Iterator[Quad]:
        """Yield all quads in order."""
        for group in (*self.facts(), *self.evidence_groups()):
            yield from group.quads


def write(excerpt: Excerpt, form: str, out: IO[bytes]) -> None:
    """Write an excerpt in one of `kg.formats.RDF_FORMATS`.

    Raises:
        NotFound: If the resource is not in the store.
        QueryError: If evidence is asked for in a format that holds a single graph, or RDF/XML cannot say it.
    """
    if excerpt.evidence and form not in DATASET_FORMATS:
        formats = ", ".join(sorted(DATASET_FORMATS))
        raise QueryError(f"{form} holds one graph, and evidence is another", hint=f"choose one of {formats}")
    if excerpt.resource is not None and not any(excerpt.store.quads(excerpt.resource)):
        raise NotFound(f"{excerpt.resource.value} is not in the graph", hint="look for it: kg query people")
    _WRITERS[form](excerpt, out)


def _turtle(excerpt: Excerpt, out: IO[bytes]) -> None:
    write_turtle(excerpt.facts(), excerpt.base, excerpt.context, out, single=excerpt.resource is not None)


def _trig(excerpt: Excerpt, out: IO[bytes]) -> None:
    write_trig(excerpt.facts(), excerpt.evidence_groups(), excerpt.base, excerpt.context, out)


def _jsonld(excerpt: Excerpt, out: IO[bytes]) -> None:
    single = excerpt.resource is not None
    write_jsonld(excerpt.facts(), excerpt.evidence_groups(), excerpt.base, excerpt.context, out, single=single)


def _plain(form: str) -> Write:
    def write_plain(excerpt: Excerpt, out: IO[bytes]) -> None:
        if form in DATASET_FORMATS:
            serialize(excerpt.quads(), out, RDF_FORMATS[form])
        else:
            triples = (quad.triple for quad in excerpt.quads())
            held = sayable(triples) if form == "rdfxml" else triples
            serialize(held, out, RDF_FORMATS[form], prefixes=_prefixes(excerpt))

    return write_plain


def _prefixes(excerpt: Excerpt) -> dict[str, str]:
    return dict(excerpt.context.prefixes)


_WRITERS: Mapping[str, Write] = {
    "turtle": _turtle,
    "trig": _trig,
    "jsonld": _jsonld,
    "ntriples": _plain("ntriples"),
    "nquads": _plain("nquads"),
    "rdfxml": _plain("rdfxml"),
}
