"""Export a graph, or one resource of it, in any RDF syntax."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, NamedTuple

from pyoxigraph import Literal, NamedNode, Triple, serialize

from kg.base.errors import NotFound, QueryError
from kg.store.export.groups import Places, ResourceGroup, groups, resource_groups
from kg.store.export.jsonld import write_jsonld
from kg.store.export.turtle import write_trig, write_turtle
from kg.store.store import LocalStore
from kg.terms.context import Context
from kg.terms.formats import DATASET_FORMATS, RDF_FORMATS, read_nquads
from kg.terms.vocabulary import EVIDENCE_GRAPH

# RDF 1.1 XML Syntax §7.2.14: a property is an element, so that its IRI must end in an XML name.
_element_name = lru_cache(maxsize=1 << 12)(re.compile(r"[^\W\d][\w.-]*\Z").search)
# XML 1.0 §2.2
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML cannot carry (XML 1.0, section 2.2)."""


def sayable(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Yield triples that RDF/XML can hold."""
    hint = "choose another format, such as Turtle"
    for triple in triples:
        if not _element_name(triple.predicate.value):
            raise QueryError(f"RDF/XML cannot hold the property {triple.predicate.value}", hint=hint)
        if isinstance(triple.object, Literal) and FORBIDDEN.search(triple.object.value):
            raise QueryError(f"RDF/XML cannot hold the control characters in {triple.object}", hint=hint)
        yield triple


@dataclass(frozen=True)
class Excerpt:
    """What is to be written."""

    store: LocalStore  # where it is
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
    base, context, is_single = excerpt.base, excerpt.context, excerpt.resource is not None
    facts, evidence = _content(excerpt)
    match form:
        case "turtle":
            write_turtle(facts, base, context, out, single=is_single)
        case "trig":
            write_trig(facts, evidence, base, context, out)
        case "jsonld":
            write_jsonld(facts, evidence, base, context, out, single=is_single)
        case "rdfxml":
            triples = (quad.triple for group in facts for quad in read_nquads(group.text.encode()))
            serialize(sayable(triples), out, RDF_FORMATS[form], prefixes=dict(context.prefixes))
        case _:  # without evidence N-Triples and N-Quads are the same
            out.writelines(group.text.encode() for group in facts)
            # Only lines end so: line breaks in literals are escaped.
            end = f" <{base}{EVIDENCE_GRAPH}> .\n"
            out.writelines(group.text.replace(" .\n", end).encode() for group in evidence)


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
