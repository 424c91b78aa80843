"""The query tests of the W3C: what they ask of which data, and whether two answers are the same.

All data go into one dataset, each file a named graph; a test chooses its own with `default-graph-uri`
and `named-graph-uri`, so that one server answers all of them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pyoxigraph as ox
from rdflib import RDF, Graph, Namespace, URIRef
from rdflib.collection import Collection

BASE = "http://w3c.example/"
"""The IRI of a suites' folder: what stands there has the IRI of its path."""
MANIFESTS = ("sparql10/manifest.ttl", "sparql11/manifest-sparql11-query.ttl", "sparql11/manifest-sparql11-results.ttl")

_MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
_QT = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
_RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
_SYNTAXES = {".ttl": ox.RdfFormat.TURTLE, ".n3": ox.RdfFormat.TURTLE, ".nt": ox.RdfFormat.N_TRIPLES}
_SYNTAXES[".rdf"] = ox.RdfFormat.RDF_XML
_RESULTS = {".srx": ox.QueryResultsFormat.XML, ".srj": ox.QueryResultsFormat.JSON, ".tsv": ox.QueryResultsFormat.TSV}

_FROM = re.compile(r"^FROM\s+(?:NAMED\s+)?<([\w.-]+\.ttl)>", re.MULTILINE)

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Row = tuple[tuple[str, Term], ...]


@dataclass(frozen=True)
class Case:
    """A query test.

    Attributes:
        suite: The folder that it stands in, such as `sparql11/bind`.
        name: Its own name there.
        sort: Its class, such as `QueryEvaluationTest`.
        query: The file of its query.
        default: The files of its default graph.
        named: The files of its named graphs.
        mentioned: The files that its query itself names as its dataset.
        expected: The file of its result, if it has one.
    """

    suite: str
    name: str
    sort: str
    query: Path
    default: tuple[Path, ...] = ()
    named: tuple[Path, ...] = ()
    mentioned: tuple[Path, ...] = ()
    expected: Path | None = None

    def __str__(self) -> str:
        return f"{self.suite}#{self.name}"

    @property
    def files(self) -> tuple[Path, ...]:
        """All files of its data."""
        return (*self.default, *self.named, *self.mentioned)


@dataclass(frozen=True)
class Solutions:
    """A bag of solutions, as two engines may give it in any order and with other blank nodes."""

    rows: Counter[Row] = field(default_factory=Counter)

    def same(self, other: "Solutions") -> bool:
        """Say whether two bags are equal but for the names of blank nodes."""
        return _masked(self.rows) == _masked(other.rows) and isomorphic(_as_graph(self.rows), _as_graph(other.rows))


Answer = bool | Solutions | frozenset[ox.Triple]


def same(one: Answer, other: Answer) -> bool:
    """Say whether two answers are the same."""
    if isinstance(one, Solutions) and isinstance(other, Solutions):
        return one.same(other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return isomorphic(one, other)
    return type(one) is type(other) and one == other


def isomorphic(one: frozenset[ox.Triple], other: frozenset[ox.Triple]) -> bool:
    """Say whether two graphs are equal but for the names of blank nodes."""
    return len(one) == len(other) and _canonical(one) == _canonical(other)


def answer_of(result: object) -> Answer:
    """Return what an engine or a parser of results gave."""
    if isinstance(result, ox.QueryBoolean):
        return bool(result)
    if isinstance(result, ox.QuerySolutions):
        names = [variable.value for variable in result.variables]
        return Solutions(Counter(_row((name, solution[name]) for name in names) for solution in result))
    return frozenset(result)  # type: ignore[call-overload, no-any-return]  # an iterator of triples


def expected_of(case: Case, suites: Path) -> Answer | None:
    """Return the answer that a test wants, if it is in a form that is read here."""
    path = case.expected
    if path is None or path.suffix == ".csv":
        return None
    if path.suffix in _RESULTS:
        return answer_of(ox.parse_query_results(path=path, format=_RESULTS[path.suffix]))
    triples = frozenset(quad.triple for quad in quads_of(path, ox.DefaultGraph(), iri_of(path, suites)))
    described = _result_set(triples)
    return triples if described is None else described


def iri_of(path: Path, suites: Path) -> str:
    """Return the IRI of a file of the suites."""
    return BASE + path.relative_to(suites).as_posix()


def quads_of(path: Path, graph: ox.NamedNode | ox.DefaultGraph, base: str = BASE) -> Iterator[ox.Quad]:
    """Yield what a file holds as quads of a graph."""
    parsed = ox.parse(path=path, format=_SYNTAXES[path.suffix], base_iri=base, rename_blank_nodes=True, lenient=True)
    yield from (ox.Quad(quad.subject, quad.predicate, quad.object, graph) for quad in parsed)


def cases(suites: Path) -> list[Case]:
    """Return the query tests of a folder of suites, in the order of its manifests."""
    return [case for name in MANIFESTS for case in _cases(suites / name, suites)]


def _cases(manifest: Path, suites: Path) -> Iterator[Case]:
    graph = Graph().parse(manifest, publicID=iri_of(manifest, suites))
    for head in graph.objects(None, _MF.include):
        for included in Collection(graph, head):
            yield from _cases(_path(included, suites), suites)
    for head in graph.objects(None, _MF.entries):
        yield from (_case(graph, URIRef(str(entry)), manifest, suites) for entry in Collection(graph, head))


def _case(graph: Graph, entry: URIRef, manifest: Path, suites: Path) -> Case:
    action = graph.value(entry, _MF.action)
    query = graph.value(action, _QT.query) or action
    result = graph.value(entry, _MF.result)

    def files(predicate: URIRef) -> tuple[Path, ...]:
        return tuple(sorted(_path(each, suites) for each in graph.objects(action, predicate)))

    query_file = _path(query, suites)
    return Case(
        manifest.parent.relative_to(suites).as_posix(),
        str(entry).rpartition("#")[2],
        str(graph.value(entry, RDF.type)).removeprefix(str(_MF)),
        query_file,
        files(_QT.data),
        files(_QT.graphData),
        tuple(query_file.parent / name for name in _FROM.findall(query_file.read_text())),
        _path(result, suites) if result else None,
    )


def _path(iri: object, suites: Path) -> Path:
    return suites / str(iri).removeprefix(BASE)


def _row(bindings: Iterator[tuple[str, Term | None]]) -> Row:
    return tuple(sorted((name, _usual(term)) for name, term in bindings if term is not None))


@cache
def _usual(term: Term) -> Term:
    """Return a term as the engine writes it: `01` and `1` are one number."""
    if not isinstance(term, ox.Literal):
        return term
    (solution,) = _solutions(ox.Store().query(f"SELECT ?term {{ VALUES ?term {{ {term} }} }}"))
    return solution["term"] or term


def _masked(rows: Counter[Row]) -> Counter[tuple[tuple[str, str], ...]]:
    masked: Counter[tuple[tuple[str, str], ...]] = Counter()
    for row, count in rows.items():
        masked[tuple((name, "_" if isinstance(term, ox.BlankNode) else str(term)) for name, term in row)] += count
    return masked


def _as_graph(rows: Counter[Row]) -> frozenset[ox.Triple]:
    """Return the rows with blank nodes as a graph, each row a node."""
    triples = set()
    for row in rows:
        if any(isinstance(term, ox.BlankNode) for _, term in row):
            node = ox.BlankNode()
            triples |= {ox.Triple(node, ox.NamedNode(f"urn:variable:{name}"), term) for name, term in row}
    return frozenset(triples)


def _canonical(triples: frozenset[ox.Triple]) -> set[ox.Quad]:
    dataset = ox.Dataset(ox.Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.UNSTABLE)
    return set(dataset)


def _result_set(triples: frozenset[ox.Triple]) -> Answer | None:
    """Return the answer that a graph describes in the terms of a result set, if it does."""
    store = ox.Store()
    store.extend(ox.Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    prefixes = {"rs": _RS}
    truth = store.query("SELECT ?b { ?set rs:boolean ?b }", prefixes=prefixes)
    for solution in _solutions(truth):
        return str(solution["b"]).startswith('"true"')
    if not store.query("ASK { ?set a rs:ResultSet }", prefixes=prefixes):
        return None
    rows: dict[object, list[tuple[str, Term | None]]] = {}
    binding = "?row rs:binding [ rs:variable ?name ; rs:value ?value ]"
    described = f"SELECT ?row ?name ?value {{ ?set rs:solution ?row OPTIONAL {{ {binding} }} }}"
    for solution in _solutions(store.query(described, prefixes=prefixes)):
        bindings = rows.setdefault(solution["row"], [])
        if isinstance(name := solution["name"], ox.Literal):
            bindings.append((name.value, solution["value"]))
    return Solutions(Counter(_row(iter(bindings)) for bindings in rows.values()))


def _solutions(result: object) -> Sequence[ox.QuerySolution]:
    assert isinstance(result, ox.QuerySolutions)
    return list(result)
