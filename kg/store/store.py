"""The store of a release: an embedded triple store on disk, built once and then only read.

`Store` is what answers SPARQL: `LocalStore` here, and `RemoteStore` in `kg.store.remote.store`. Pages and documents are
made from a `LocalStore`, since they also ask for quads one pattern at a time, hundreds of times a page.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import IO, Protocol, cast

import pyoxigraph
from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
)

from kg.base.errors import QueryError, StoreError
from kg.store.sparql.guard import LIMITS, Limits, check, undeclared
from kg.terms.formats import Answer

NO_PREFIXES: Mapping[str, str] = MappingProxyType({})
_STAR = re.compile(
    r"\A((?:\s|\#[^\n]*\n|(?:PREFIX\s+[^\s:<]*\s*:\s*|BASE\s*)<[^>]*>)*+SELECT(?:\s+(?:DISTINCT|REDUCED))?)\s*\*",
    re.IGNORECASE,
)
EngineAnswer = QuerySolutions | QueryBoolean | QueryTriples  # what the engine gives: an `Answer` that can write itself
Node = NamedNode | BlankNode  # what may be a subject
GraphName = NamedNode | BlankNode | DefaultGraph  # what a graph is called; the default graph has a name of its own kind
_UNKNOWN = re.compile(r"The custom function (<[^>]*>) is not supported")
_SHOWN = 120


@dataclass(frozen=True)
class QueryDataset:
    """Graphs of a store that a query asks (SPARQL 1.1 Protocol §2.1.4)."""

    default: tuple[str, ...] = ()  # IRIs of the graphs that make up the default graph together
    named: tuple[str, ...] = ()  # IRIs of the named graphs


class Store(Protocol):
    """Something that answers SPARQL queries."""

    def query(self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES) -> Answer:
        """Return the answer to a SPARQL 1.1 query.

        Raises:
            QueryError: If the query is malformed or refused.
            StoreError: If the store does not answer.
        """
        ...


class LocalStore:
    """A store in a directory, or in memory."""

    def __init__(self, store: pyoxigraph.Store) -> None:
        self.backend = store

    @classmethod
    def open(cls, path: Path) -> "LocalStore":
        """Open the store of a release for reading; many processes may do so at once.

        Raises:
            StoreError: If there is none, or it is damaged.
        """
        try:
            return cls(pyoxigraph.Store.read_only(str(path)))
        except (OSError, ValueError) as error:
            message = f"the store in {path} cannot be opened: {error}"
            raise StoreError(message, hint="build again: kg build") from error

    @classmethod
    def make(cls, path: Path) -> "LocalStore":
        """Make an empty store in a directory that does not exist yet."""
        return cls(pyoxigraph.Store(str(path)))

    @classmethod
    def in_memory(cls, quads: Iterable[Quad] = ()) -> "LocalStore":
        """Return a store in memory that holds some quads."""
        store = pyoxigraph.Store()
        store.extend(quads)
        return cls(store)

    def __len__(self) -> int:
        return len(self.backend)

    def query(
        self,
        sparql: str,
        *,
        prefixes: Mapping[str, str] = NO_PREFIXES,
        dataset: QueryDataset | None = None,
        base: str | None = None,
        limits: Limits | None = LIMITS,
    ) -> EngineAnswer:
        """Return the answer to a query; the default graph holds the facts, evidence is a named graph.

        Raises:
            QueryError: If the query is malformed or refused.
            StoreError: If the store does not answer.
        """
        ask = self._asker(prefixes, dataset, base)
        try:
            text = check(sparql, limits) if limits else sparql
            answer = ask(text)
            if isinstance(answer, QuerySolutions) and (star := _STAR.match(text)):
                answer = ask(_with_named_variables(text, star, answer))
        except SyntaxError as error:
            raise _syntax_fault(sparql, prefixes, error) from error
        except (OSError, ValueError, RuntimeError) as error:
            if unknown := _UNKNOWN.match(str(error)):
                hint = "use the functions of SPARQL 1.1"
                raise QueryError(f"there is no function {unknown[1]}", hint=hint) from error
            raise StoreError(f"the store cannot answer: {error}") from error
        return answer

    def _asker(
        self, prefixes: Mapping[str, str], dataset: QueryDataset | None, base: str | None
    ) -> Callable[[str], EngineAnswer]:
        ask = partial(self.backend.query, prefixes=dict(prefixes), base_iri=base)
        if dataset is None:
            return ask
        default: list[GraphName] = [graph_name(iri) for iri in dataset.default]
        named: list[Node] = [graph_name(iri) for iri in dataset.named]
        return partial(ask, default_graph=default, named_graphs=named)

    def quads(
        self,
        subject: Node | None = None,
        predicate: NamedNode | None = None,
        obj: Node | Literal | None = None,
        graph: GraphName | None = None,
        *,
        limit: int | None = None,
    ) -> Iterator[Quad]:
        """Return the quads that match."""
        found = self.backend.quads_for_pattern(subject, predicate, obj, graph)
        return found if limit is None else islice(found, limit)

    def about(self, thing: str) -> Iterator[Quad]:
        """Yield the facts about a thing and the nodes within it, whose IRIs are its own with a fragment."""
        waiting, known = [thing], {thing}
        while waiting:
            for quad in self.quads(NamedNode(waiting.pop()), None, None, DefaultGraph()):
                yield quad
                if isinstance(quad.object, NamedNode) and quad.object.value.startswith(f"{thing}#"):
                    waiting += {quad.object.value} - known
                    known.add(quad.object.value)

    def holds(self, subject: Node, predicate: NamedNode, obj: Node) -> bool:
        """Whether any graph holds a triple; for one in the default graph this is four times as fast as `quads`."""
        return Quad(subject, predicate, obj) in self.backend or any(self.quads(subject, predicate, obj))

    def graph_names(self) -> Iterator[Node]:
        """Return the names of the named graphs."""
        return iter(self.backend.named_graphs())

    def dump(self, graph: NamedNode | DefaultGraph, write: Callable[[bytes], int]) -> None:
        """Write a graph as N-Triples in chunks; a store on disk gives the triples of a subject together."""
        try:
            self.backend.dump(cast("IO[bytes]", _Taker(write)), format=RdfFormat.N_TRIPLES, from_graph=graph)
        except (OSError, ValueError, RuntimeError) as error:
            raise StoreError(f"the store cannot be read: {error}", hint="build again: kg build") from error


def solutions(answer: Answer) -> QuerySolutions:
    """Return the solutions of a SELECT; raises StoreError if a server answers it with something else."""
    if not isinstance(answer, QuerySolutions):
        raise StoreError("a SELECT is answered without solutions", hint="is it a SPARQL endpoint?")
    return answer


class _Taker:
    """As much of a file as the engine needs to write into it."""

    def __init__(self, write: Callable[[bytes], int]) -> None:
        self.write = write

    def flush(self) -> None:
        """Do nothing: what is written is taken at once."""


def graph_name(iri: str) -> NamedNode:
    """Return the name of a graph."""
    try:
        return NamedNode(iri)
    except ValueError as error:
        raise QueryError(f"'{iri}' is not an IRI: {error}", hint="write it whole, with https:// in front") from error


def _with_named_variables(sparql: str, star: re.Match[str], answer: QuerySolutions) -> str:
    # The engine gives the columns of `*` in an order of its own.
    names = [variable.value for variable in answer.variables]
    places = {name: re.search(rf"[?$]{re.escape(name)}\b", sparql) for name in names}
    names.sort(key=lambda name: place.start() if (place := places[name]) else len(sparql))
    variables = " ".join(f"?{name}" for name in names)
    return f"{star[1]} {variables} {sparql[star.end() :]}" if names else sparql


def _syntax_fault(sparql: str, prefixes: Mapping[str, str], error: SyntaxError) -> QueryError:
    place = re.match(r"error at (\d+):(\d+)", error.msg)
    if place is None:
        return QueryError(f"the query is not SPARQL: {error.msg}")
    line, column = int(place[1]), int(place[2])
    shown = "".join(sparql.split("\n")[line - 1 : line]).strip()[:_SHOWN] or "the end of the query"
    message = f"the query is not SPARQL at line {line}, column {column}: {shown}"
    hint = "look for a missing dot, brace, quote or PREFIX before that place"
    if (prefix := undeclared(sparql, prefixes)) is not None:
        near = [f"did you mean {name}:?" for name in get_close_matches(prefix, prefixes, 1)]
        declare = f"the prefix {prefix}: is not declared: write PREFIX {prefix}: <its namespace> before the query"
        hint = "; ".join((declare, *near))
    return QueryError(message, hint=hint, place=(line, column))
