"""The read model of a release: `Graph` is what pages, documents, exports, MCP and the server read it through.

It answers four kinds of questions: what things are called (`label`, `short`, `title_of`), what is stated of them
(`values`, `facts`, `types`, and the named queries through `ask`), where they have pages (`local`, `path`, `thing`),
and what the whole holds (`statistics`, `dataset`, `downloads`, `examples`). It never writes.
"""

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from urllib.parse import quote

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, QuerySolutions, parse_query_results

from kg.base.errors import NotFound, QueryError
from kg.store.columns import safe_csv
from kg.store.diff.history import History, read_beside
from kg.store.export.export import Excerpt
from kg.store.export.groups import name_of, node_of
from kg.store.face import Face, read_face
from kg.store.hosting import SERVED, Download, Hosting, download
from kg.store.questions import Query
from kg.store.release import DUMP, Release
from kg.store.search import index
from kg.store.store import LocalStore, solutions
from kg.terms.context import context_of
from kg.terms.formats import RESULT_FORMATS, Term, iri_of, term_text
from kg.terms.identifiers import web_address
from kg.terms.kinds import Declaration
from kg.terms.labels import local_name
from kg.terms.vocabulary import KG, LABELS, PREFIXES, RDF_TYPE, curie, expanded, vocabulary

MOST_BYTES = 4 << 20  # of cached answers
NQUADS = "application/n-quads"
DUMP_TITLE = "All of it as N-Quads"

_LOCAL = re.compile(r"([a-z][a-z0-9-]*)/([a-z0-9-]+)")
_LABELS = tuple(map(NamedNode, LABELS))
_TYPE = NamedNode(RDF_TYPE)
_MAIN_ENTITY = NamedNode(f"{PREFIXES['schema']}mainEntity")
_EXAMPLES = 200
_LOOKED_AT = 5_000
_URI_SPACE = NamedNode(f"{PREFIXES['void']}uriSpace")
REPLACED = NamedNode(f"{PREFIXES['dcterms']}isReplacedBy")
DEPRECATED = NamedNode(f"{PREFIXES['owl']}deprecated")


_FEW = 8  # named graphs that are counted one by one
# The root of an address, as an IRI, is counted like a class or property.
_SAME = (
    "?node <https://schema.org/sameAs> ?same . "
    'FILTER(isIRI(?same) && REGEX(STR(?same), "^https?://[^/?#@]+/")) '
    'BIND(IRI(REPLACE(STR(?same), "^(https?://[^/?#@]+/).*$", "$1")) AS ?term)'
)


class Moved(NotFound):
    """A thing was merged into another.

    Attributes:
        path: The path of the thing that answers now.
    """

    def __init__(self, iri: str, path: str) -> None:
        super().__init__(f"{iri} was merged into another one", hint=f"see {path}")
        self.path = path


class Withdrawn(NotFound):
    """A thing was published once and is not any more."""


@dataclass(frozen=True)
class ResultTable:
    """The answer to a query: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    def records(self) -> Iterator[dict[str, Term]]:
        """Yield each row as what it binds."""
        for row in self.rows:
            yield {name: term for name, term in zip(self.columns, row, strict=True) if term is not None}


class Answers:
    """Caches the latest answers to queries as the standard's JSON: a page, its files and its charts ask the same."""

    def __init__(self, ask: Callable[[str], bytes], most: int = MOST_BYTES) -> None:
        self._ask, self._most = ask, most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def __call__(self, sparql: str) -> bytes:
        """Return the answer to a query."""
        if sparql in self._kept:
            self._kept.move_to_end(sparql)
            return self._kept[sparql]
        answer = self._ask(sparql)
        if len(answer) <= self._most:
            self._kept[sparql] = answer
            self._size += len(answer)
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
        return answer


@dataclass(frozen=True)
class Statistics:
    """Counts over all graphs of a store; a triple in two graphs counts twice."""

    triples: int
    entities: int  # nodes that have a class
    classes: Mapping[str, int]  # nodes of each class, the largest first
    properties: Mapping[str, int]  # triples with each property, the largest first
    elsewhere: Mapping[str, int]  # links by schema:sameAs, by the root of their address


def count(store: LocalStore) -> Statistics:
    """Return the counts of a store; about a second for two million triples."""
    entities = sum(_numbers(store, "SELECT (COUNT(DISTINCT ?node) AS ?uses)", "?node a ?class").values())
    ranked = []
    for pattern in ("?node a ?term", "?node ?term ?value", _SAME):
        counted = _numbers(store, "SELECT ?term (COUNT(*) AS ?uses)", pattern, "GROUP BY ?term")
        ranked.append(dict(sorted(counted.items(), key=lambda item: (-item[1], item[0]))))
    return Statistics(len(store), entities, *ranked)


def _numbers(store: LocalStore, select: str, pattern: str, grouped: str = "") -> Counter[str]:
    # The engine groups a graph a hundred times faster than it hands its triples over, and a graph that is named
    # three times faster than all at once.
    graphs = list(islice(store.graph_names(), _FEW + 1))
    places = [pattern, *(f"GRAPH {term_text(graph)} {{ {pattern} }}" for graph in graphs)]
    if len(graphs) > _FEW or any(isinstance(graph, BlankNode) for graph in graphs):
        places = [pattern, f"GRAPH ?graph {{ {pattern} }}"]
    found = Counter[str]()
    for place in places:
        for solution in solutions(store.query(f"{select} WHERE {{ {place} }} {grouped}")):
            uses, term = solution["uses"], solution["term"] if grouped else None
            if isinstance(uses, Literal):
                found[name_of(term) if term is not None else ""] += int(uses.value)
    return found


class Graph:
    """A release that is open for reading, by one process.

    A CURIE may stand for any property.
    """

    def __init__(
        self,
        release: Release,
        hosting: Hosting = SERVED,
        history: History | None = None,
    ) -> None:
        self.release, self.hosting = release, hosting
        self.history = read_beside(release) if history is None else history
        self.url, self.date = hosting.url or release.base, hosting.date or release.date
        self.base, self.license = release.base, release.license
        self._labels: dict[str, str] = {}
        self._answers = Answers(self._asked)

    def at(self, hosting: Hosting) -> "Graph":
        """Return the same graph with pages that stand elsewhere."""
        return Graph(self.release, hosting, self.history)

    @cached_property
    def store(self) -> LocalStore:
        """The store of the release; opened late, since some pages need none."""
        return self.release.store()

    @cached_property
    def index(self) -> index.Index:
        """The search index."""
        return self.release.index()

    @cached_property
    def face(self) -> Face:
        """What the group says of itself beside the graph, in the language of the pages."""
        return read_face(self.release.path).read_in(self.hosting.language)

    @cached_property
    def language(self) -> str:
        """The language of the pages."""
        return self.hosting.language or self.face.languages[0]

    @cached_property
    def title(self) -> str:
        """What the graph is called, in the language of the pages."""
        return self.face.words.get(self.release.title, self.release.title)

    @cached_property
    def declaration(self) -> Declaration:
        """The kinds and fields of kg and of the project."""
        return self.release.declaration

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The kinds of things that have pages, by path, with their plural."""
        return {path: kind.plural for path, kind in self.declaration.listed.items()}

    @cached_property
    def queries(self) -> Mapping[str, Query]:
        """The named queries."""
        return self.release.queries

    @cached_property
    def panels(self) -> Mapping[str, tuple[Query, ...]]:
        """The queries shown as panels, by kind of thing, in their order."""
        placed = [(query.header.panel, query) for query in self.queries.values() if query.header.panel]
        placed.sort(key=lambda each: (each[0].place, each[1].name))
        return {kind: tuple(query for panel, query in placed if kind in panel.of) for kind in self.titles}

    @cached_property
    def statistics(self) -> Statistics:
        """How often classes and properties are used; a large graph takes seconds."""
        return count(self.store)

    @cached_property
    def dataset(self) -> str:
        """The IRI of the dataset's own description, or empty if there is none."""
        found = {quad.subject for quad in self.store.quads(predicate=_URI_SPACE)}
        return next((node.value for node in found if isinstance(node, NamedNode)), "") if len(found) == 1 else ""

    @cached_property
    def downloads(self) -> tuple[Download, ...]:
        """The files of the whole graph: those published beside the pages, or the dump."""
        dump = self.release.path / DUMP
        if self.hosting.downloads or not dump.exists():
            return self.hosting.downloads
        return (download(DUMP, DUMP_TITLE, NQUADS, dump),)

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """Some typical things: those that profiles are about, else those of the largest class."""
        about = self.store.quads(None, _MAIN_ENTITY, None, DefaultGraph(), limit=_EXAMPLES)
        found = (name_of(quad.object) for quad in about)
        iris = tuple(sorted({iri for iri in found if not iri.startswith("_:")}))
        return iris or next(filter(None, map(self.members, self.statistics.classes)), ())

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """The IRIs of the people whom profiles are about, sorted."""
        about = self.store.quads(None, _MAIN_ENTITY, None, DefaultGraph())
        iris = {name_of(quad.object) for quad in about}
        return tuple(sorted(iri for iri in iris if self.kind(iri) == "person"))

    def members(self, class_: str, limit: int = _EXAMPLES) -> tuple[str, ...]:
        """Return some nodes of a class that are no blank nodes, sorted."""
        quads = self.store.quads(None, _TYPE, node_of(class_), limit=_LOOKED_AT)
        named = (quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
        return tuple(sorted(set(islice(named, limit))))

    def ask(self, name: str, **values: Term) -> ResultTable:
        """Return the answer to a named query."""
        return self.select(self.queries[name].bind(values))

    def select(self, sparql: str) -> ResultTable:
        """Return the solutions of one of our own queries, which needs no guard; prefixes are declared."""
        found = _solutions(self._answers(sparql))
        names = tuple(variable.value for variable in found.variables)
        return ResultTable(names, tuple(tuple(solution[name] for name in names) for solution in found))

    def results(self, sparql: str, form: str) -> bytes:
        """Return the solutions of one of our own queries in one of `kg.terms.formats.RESULT_FORMATS`.

        Raises:
            QueryError: If it has none, but makes a graph or says yes or no.
        """
        answer = self._answers(sparql)
        if form == "json":
            return answer
        text = _solutions(answer).serialize(format=RESULT_FORMATS[form]) or b""
        return safe_csv(text) if form == "csv" else text

    def _asked(self, sparql: str) -> bytes:
        # Our own queries need no guard: only terms are put into them.
        answer = self.store.query(sparql, prefixes=PREFIXES, limits=None)
        if not isinstance(answer, QuerySolutions):
            raise QueryError("the query has no rows", hint="ask it at the endpoint")
        return answer.serialize(format=RESULT_FORMATS["json"]) or b""

    def values(self, subject: str, predicate: str) -> tuple[Term, ...]:
        """Return the values of a property, given as a CURIE or an IRI."""
        quads = self.store.quads(NamedNode(subject), NamedNode(expanded(predicate)), None, DefaultGraph())
        return tuple(sorted((quad.object for quad in quads), key=str))

    def subjects(self, predicate: str, value: str) -> Iterator[str]:
        """Yield the IRIs of what has a node as a value of a property, given as a CURIE or an IRI."""
        for quad in self.store.quads(None, NamedNode(expanded(predicate)), NamedNode(value), DefaultGraph()):
            if isinstance(quad.subject, NamedNode):
                yield quad.subject.value

    def text(self, subject: str, predicate: str) -> str:
        """Return the first literal value of a property, or nothing."""
        return next((term.value for term in self.values(subject, predicate) if isinstance(term, Literal)), "")

    def facts(self, subject: str) -> Mapping[str, tuple[Term, ...]]:
        """Return the values of each property of a subject, by CURIE, sorted."""
        quads = self.store.quads(NamedNode(subject), None, None, DefaultGraph())
        found: dict[str, list[Term]] = {}
        for quad in quads:
            found.setdefault(curie(quad.predicate.value), []).append(quad.object)
        return {name: tuple(sorted(terms, key=str)) for name, terms in found.items()}

    def types(self, iri: str) -> tuple[str, ...]:
        """Return the classes of a thing, sorted."""
        quads = self.store.quads(node_of(iri), _TYPE, None, None)
        return tuple(sorted({name_of(quad.object) for quad in quads}))

    def label(self, iri: str) -> str:
        """Return the name of a thing: its label in the language of the pages, in English, any; else of its IRI."""
        if iri not in self._labels:
            short = vocabulary().words.get(iri.removeprefix(KG)) or curie(iri)
            self._labels[iri] = short if short != iri else local_name(iri) or iri
            for predicate in _LABELS:
                quads = self.store.quads(node_of(iri), predicate, None, None)
                found = [quad.object for quad in quads if isinstance(quad.object, Literal)]
                if found:
                    self._labels[iri] = min(found, key=self._by_language).value
                    break
        return self._labels[iri]

    def _by_language(self, label: Literal) -> tuple[bool, bool, str]:
        """Order labels: that in the language of the pages first, then one in English or of no language."""
        tag = label.language or "en"
        return not tag.startswith(self.language), not tag.startswith("en"), label.value

    def short(self, iri: str) -> str:
        """Return the acronym of a thing, else its label."""
        return self.text(iri, "kg:acronym") or self.label(iri)

    def local(self, iri: str) -> str:
        """Return kind and slug of a thing under the base, such as `person/ada-lovelace`, or nothing."""
        local = iri.removeprefix(self.base).partition("#")[0] if self.base and iri.startswith(self.base) else ""
        found = _LOCAL.fullmatch(local)
        return local if found and found[1] in self.titles else ""

    def kind(self, iri: str) -> str:
        """Return the kind of a thing under the base, or nothing."""
        return self.local(iri).partition("/")[0]

    def path(self, iri: str) -> str:
        """Return where the page of a thing is, below the site's root."""
        local = self.local(iri)
        if not local or not self.has_files(self.base + local):
            return described(iri)
        fragment = iri.partition("#")[2]
        return f"{local}/#{fragment}" if fragment else f"{local}/"

    def modified(self, iri: str) -> str:
        """Return the day of the last known change of a thing, as `2026-11-22`."""
        return self.history.modified(self.local(iri)) or self.date

    def published(self, iri: str) -> str:
        """Return the first known day of publication of a thing."""
        return self.history.published(self.local(iri)) or self.date

    def title_of(self, iri: str) -> str:
        """Return the label of a thing for headings: of a part of an organisation with that of the whole."""
        wholes = [self.short(iri_of(whole)) for whole in self.values(iri, "schema:parentOrganization")]
        return ", ".join((self.label(iri), *wholes[:1]))

    def has_files(self, iri: str) -> bool:
        """Whether a thing has pages and documents of its own; behind a server all have."""
        least = self.hosting.least
        if not least:
            return True
        leading = self.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=least)
        return sum(1 for _ in leading) >= least or self.is_subject(iri)

    def is_subject(self, iri: str) -> bool:
        """Whether a profile is about a thing."""
        return any(self.store.quads(None, _MAIN_ENTITY, NamedNode(iri), DefaultGraph(), limit=1))

    def thing(self, local: str) -> str:
        """Return the IRI of a thing that has a page.

        Raises:
            Moved: If another thing answers for it.
            Withdrawn: If it was published once.
            NotFound: If it was never heard of.
        """
        iri = self.base + local
        self.require(iri)
        return iri

    def current(self, iri: str) -> str:
        """Return the IRI that answers for one today: of a thing that was merged that of the other; raises NotFound."""
        try:
            self.require(iri)
        except Moved as moved:
            return moved.path if "://" in moved.path else self.base + moved.path
        return iri

    def require(self, iri: str) -> None:
        """Raise what `thing` raises, unless something is said of an IRI."""
        subject = NamedNode(iri)
        for quad in self.store.quads(subject, REPLACED, None, DefaultGraph()):
            now = iri_of(quad.object)
            raise Moved(iri, self.local(now) or now)
        if any(self.store.quads(subject, DEPRECATED, None, DefaultGraph())):
            raise Withdrawn(f"{iri} was withdrawn", hint="look for it under another name")
        if not any(self.store.quads(subject, None, None, DefaultGraph())):
            raise NotFound(f"{iri} is not in the graph", hint="look for it by its name")

    def excerpt(self, iri: str | None, *, evidence: bool = False) -> Excerpt:
        """Return a thing with its nodes, or all things, as they are exported."""
        return Excerpt(self.store, self.base, context_of(self.declaration), NamedNode(iri) if iri else None, evidence)


def _solutions(answer: bytes) -> QuerySolutions:
    return solutions(parse_query_results(answer, RESULT_FORMATS["json"]))


def described(iri: str) -> str:
    """Return where a node is described that has no page of its own, below the site's root."""
    return f"describe/?iri={quote(iri, safe='')}"


def outside(iri: str) -> str:
    """Return an address that a page may lead to, or nothing: only http and https, never `javascript:`."""
    try:
        return web_address(iri)
    except ValueError:
        return ""
