"""Export a graph, or one resource of it, in any RDF syntax."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, NamedTuple

from pyoxigraph import Literal, NamedNode, Triple, serialize

from kg.base.errors import NotFound, QueryError
from kg.store.export.groups import Places, ResourceGroup, groups, resource_groups
from kg.store.export.jsonld import write_jsonld
from kg.store.export.turtle import write_trig, write_turtle
from kg.store.store import QuadStore
from kg.terms.context import Context
from kg.terms.formats import DATASET_FORMATS, RDF_FORMATS, read_nquads
from kg.terms.vocabulary import EVIDENCE_GRAPH

# What RDF/XML cannot say is refused, rather than written as something that is no XML.

# RDF 1.1 XML Syntax §7.2.14: a property is an element, so that its IRI must end in an XML name.
_NAME = re.compile(r"[^\W\d][\w.-]*\Z")
# XML 1.0 §2.2
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def sayable(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield triples that RDF/XML can hold."""
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


# Write a graph, or one resource of it, in any RDF syntax: the same bytes each time.

Write = Callable[["Excerpt", "ExcerptContent", IO[bytes]], None]


@dataclass(frozen=True)
class Excerpt:
    """What is to be written."""

    store: QuadStore  # where it is
    base: str  # the base of its IRIs
    context: Context  # the mapping, which also says how things are called and in which order they stand
    resource: NamedNode | None = None  # the one resource that is meant, or None for all
    evidence: bool = False  # whether the evidence graph goes with it


class ExcerptContent(NamedTuple):
    """The resources that are written: those of the default graph, and the pieces of evidence that go with them."""

    facts: Iterable[ResourceGroup]
    evidence: Iterable[ResourceGroup]


def write(excerpt: Excerpt, form: str, out: IO[bytes]) -> None:
    """Write an excerpt in one of `kg.terms.formats.RDF_FORMATS`.

    Raises:
        NotFound: If the resource is not in the store.
        QueryError: If evidence is asked for in a format that holds a single graph, or RDF/XML cannot say it.
    """
    if excerpt.evidence and form not in DATASET_FORMATS:
        formats = ", ".join(sorted(DATASET_FORMATS))
        raise QueryError(f"{form} holds one graph, and evidence is another", hint=f"choose one of {formats}")
    _WRITERS[form](excerpt, _content(excerpt), out)


def _content(excerpt: Excerpt) -> ExcerptContent:
    store, base, resource = excerpt.store, excerpt.base, excerpt.resource
    places = Places(base, excerpt.context.declaration.by_path)
    if resource is None:
        whole = groups(store, base, places, evidence=False)
        return ExcerptContent(whole, groups(store, base, places, evidence=True) if excerpt.evidence else ())
    facts, evidence = resource_groups(store, base, places, resource, evidence=excerpt.evidence)
    if not any(group.text for group in facts) and not any(store.quads(resource)):
        raise NotFound(f"{resource.value} is not in the graph", hint="look for it: kg query people")
    return ExcerptContent(facts, evidence)


def _turtle(excerpt: Excerpt, content: ExcerptContent, out: IO[bytes]) -> None:
    write_turtle(content.facts, excerpt.base, excerpt.context, out, single=excerpt.resource is not None)


def _trig(excerpt: Excerpt, content: ExcerptContent, out: IO[bytes]) -> None:
    write_trig(*content, excerpt.base, excerpt.context, out)


def _jsonld(excerpt: Excerpt, content: ExcerptContent, out: IO[bytes]) -> None:
    write_jsonld(*content, excerpt.base, excerpt.context, out, single=excerpt.resource is not None)


def _lines(excerpt: Excerpt, content: ExcerptContent, out: IO[bytes]) -> None:
    # Without evidence N-Triples and N-Quads are the same.
    for group in content.facts:
        out.write(group.text.encode())
    end = f" <{excerpt.base}{EVIDENCE_GRAPH}> .\n"
    for group in content.evidence:
        out.write(group.text.replace(" .\n", end).encode())  # only lines end so: a literal's are escaped


def _rdfxml(excerpt: Excerpt, content: ExcerptContent, out: IO[bytes]) -> None:
    triples = (quad.triple for group in content.facts for quad in read_nquads(group.text.encode()))
    serialize(sayable(triples), out, RDF_FORMATS["rdfxml"], prefixes=dict(excerpt.context.prefixes))


_WRITERS: Mapping[str, Write] = {
    "turtle": _turtle,
    "trig": _trig,
    "jsonld": _jsonld,
    "ntriples": _lines,
    "nquads": _lines,
    "rdfxml": _rdfxml,
}
