"""Patterns of quads, and the SPARQL that asks for many of them at once.

What is said of a subject is always asked for as a whole, whatever the predicate: code that wants the name
of a thing wants its class next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from kg.formats import XSD, BlankNode, DefaultGraph, Literal, NamedNode, Quad, Term
from kg.store import GraphName, Node

Row = Mapping[str, Term]
Graphs = tuple[NamedNode, ...] | None

MOST_QUADS = 100_000
"""How many quads answer a pattern that names neither a subject nor a limit."""

_SUBJECTS = 200
_BRANCHES = 40
_TERMS = "spog"
_BOOLEAN = NamedNode(f"{XSD}boolean")
# Virtuoso 7 writes what was loaded as true so.
_TRUTHS: Mapping[object, Literal] = {
    Literal(number, datatype=_BOOLEAN): Literal(name, datatype=_BOOLEAN)
    for number, name in (("1", "true"), ("0", "false"))
}


class Pattern(NamedTuple):
    """Terms that quads have, None for any, and how many of these are wanted at most (None for all)."""

    subject: Node | None = None
    predicate: NamedNode | None = None
    obj: Node | None = None
    graph: GraphName | None = None
    limit: int | None = None

    @property
    def asked(self) -> "Pattern":
        """The pattern that an endpoint is asked for in its place."""
        if self.subject is not None:
            return Pattern(self.subject)
        return self._replace(limit=MOST_QUADS if self.limit is None else min(self.limit, MOST_QUADS))

    @property
    def can_be_asked(self) -> bool:
        """Whether it names no blank node, which are only known where they are, and names something."""
        terms = (self.subject, self.predicate, self.obj, self.graph)
        named = any(term is not None for term in terms) and not any(isinstance(term, BlankNode) for term in terms)
        return named and self.limit != 0

    def of(self, quads: Iterable[Quad]) -> Iterator[Quad]:
        """Yield those quads that match."""
        return islice(filter(self._matches, quads), self.limit)

    def _matches(self, quad: Quad) -> bool:
        wanted = (self.subject, self.predicate, self.obj, self.graph)
        return all(term is None or term == own for term, own in zip(wanted, _terms(quad), strict=True))


class Request(NamedTuple):
    """A query, the patterns that its rows answer, and how many rows there can be, or 0 where nobody knows."""

    sparql: str
    patterns: tuple[Pattern, ...]
    most: int


def requests(patterns: Sequence[Pattern], named: Graphs = None) -> Iterator[Request]:
    """Yield the queries that ask for some patterns as they are asked, many in each.

    Args:
        patterns: The patterns.
        named: The named graphs in which to look, or None for all that there are.
    """
    subjects = [pattern for pattern in patterns if pattern.subject is not None]
    others = [pattern for pattern in patterns if pattern.subject is None]
    for batch in _batches(subjects, _SUBJECTS):
        yield Request(_of_subjects(batch, named), batch, 0)
    for batch in _batches(others, _BRANCHES):
        union = " UNION ".join(f"{{ {_branch(number, pattern, named)} }}" for number, pattern in enumerate(batch))
        most = sum(pattern.limit or MOST_QUADS for pattern in batch)
        yield Request(f"SELECT ?k ?s ?p ?o ?g {{ {union} }}", batch, most)


def answers(request: Request, rows: Iterable[Row]) -> dict[Pattern, tuple[Quad, ...]]:
    """Return the quads of each pattern of a request, from the rows of its answer."""
    found: dict[Pattern, list[Quad]] = {pattern: [] for pattern in request.patterns}
    by_subject = {pattern.subject: pattern for pattern in request.patterns}
    for row in rows:
        pattern = request.patterns[int(row["k"].value)] if "k" in row else by_subject[row["s"]]  # type: ignore[union-attr,index]
        found[pattern].append(_quad(pattern, row))
    return {pattern: tuple(quads) for pattern, quads in found.items()}


def anywhere(triple: str, named: Graphs, values: str = "") -> str:
    """Return what matches a triple in the default graph and in the named graphs, of which `?g` is the name.

    Args:
        triple: A pattern of SPARQL.
        named: The named graphs, or None for all that there are.
        values: What stands before it in each half: engines join it with each, and read no more than is asked for.
    """
    places = [f"{values} {triple}"]
    if named is None:
        places.append(f"{values} GRAPH ?g {{ {triple} }}")
    else:
        places += [f"{values} GRAPH {graph} {{ {triple} }} BIND({graph} AS ?g)" for graph in named]
    return " UNION ".join(f"{{ {place} }}" for place in places)


def _of_subjects(patterns: Sequence[Pattern], named: Graphs) -> str:
    values = f"VALUES ?s {{ {' '.join(str(pattern.subject) for pattern in patterns)} }}"
    return f"SELECT ?s ?p ?o ?g {{ {anywhere('?s ?p ?o', named, values)} }}"


def _branch(number: int, pattern: Pattern, named: Graphs) -> str:
    triple = " ".join(
        f"?{name}" if term is None else str(term) for name, term in zip(_TERMS, pattern[:3], strict=False)
    )
    variables = " ".join(f"?{name}" for name, term in zip(_TERMS, pattern[:4], strict=True) if term is None)
    match pattern.graph:
        case None:
            where = anywhere(triple, named)
        case DefaultGraph():
            where = triple
        case graph:
            where = f"GRAPH {graph} {{ {triple} }}"
    return f"SELECT ({number} AS ?k) {variables} {{ {where} }} LIMIT {pattern.limit}"


def _quad(pattern: Pattern, row: Row) -> Quad:
    given = dict(zip(_TERMS, pattern[:4], strict=True))
    subject, predicate, obj, graph = (given[name] or row.get(name) for name in _TERMS)
    obj = _TRUTHS.get(obj, obj)
    return Quad(subject, predicate, obj, graph or DefaultGraph())  # type: ignore[arg-type]  # where rows have them


def _terms(quad: Quad) -> tuple[object, ...]:
    return quad.subject, quad.predicate, quad.object, quad.graph_name


def _batches(patterns: Sequence[Pattern], size: int) -> Iterator[tuple[Pattern, ...]]:
    return (tuple(patterns[start : start + size]) for start in range(0, len(patterns), size))
