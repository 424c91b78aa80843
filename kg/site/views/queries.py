"""The named queries, their answers, and the query page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from pyoxigraph import NamedNode, QueryBoolean, QueryResultsFormat, parse_query_results

from kg.base.errors import NotFound, QueryError
from kg.site import grids, panels
from kg.site.charts.answers import Drawing, picture
from kg.site.charts.svg import fitting, standalone
from kg.site.evidence import EvidenceMarks
from kg.site.grids import Grid
from kg.site.members import members
from kg.site.page import SVG, PageRequest, SitePage, files, root
from kg.site.soundness import offered
from kg.site.templating import html
from kg.site.words import ENGLISH, N_, _, gettext, language
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Parameter, Query, find_query, sentence, term_of
from kg.terms.formats import MEDIA_TYPES, RDF_FORMATS, Term, read_rdf_text
from kg.terms.kinds import Declaration, with_article
from kg.terms.vocabulary import QUERY_PREFIXES

MAX_ROWS = 500
"""How many rows a page shows; the files have all."""

THEMES = {
    "together": N_("Who works together"),
    "works": N_("What was published"),
    "careers": N_("Careers"),
    "people": N_("Who is where, and on what"),
    "subjects": N_("What people work on"),
    "places": N_("Organisations, venues and events"),
    "more": N_("More"),
    "record": N_("What the graph knows, and from where"),
}
"""What people want to know, by the word for it in the headers of queries."""

_TRIPLE = ("subject", "predicate", "object")
_RESULT_FILES = ("csv", "tsv", "json", "xml")
_GRAPH_FILES = ("turtle", "jsonld", "ntriples", "rdfxml")
"""The formats in which an answer is offered as a file, as the endpoint calls them."""
_TYPED = ("text", "year")
_TRIED = 3
_FIRST_ROWS = 10
_MOST_DRAWN = 60
_WIDTH, _NARROW = 760, 340  # pixels
_VENDOR = Path(__file__).parents[1] / "assets" / "vendor"
_EDITOR = _VENDOR / "yasqe.min.js"
_ENGINE = _VENDOR / "oxigraph.wasm.gz"
_EXAMPLE = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(DISTINCT ?work) AS ?works) ?person WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works) ?name
LIMIT 20
"""


def answer_page(graph: Graph, path: str, query: str, payload: bytes, form: str = "solutions") -> SitePage:
    """Return the page of an answer, for those who ask the endpoint with a browser that runs no scripts.

    The store is not opened: the payload comes from a worker, in SPARQL 1.1 Query Results JSON, or in Turtle if the form
    (one of "solutions", "boolean" and "graph") is a graph. IRIs are shown without labels.
    """
    table, verdict, files_as = None, None, _RESULT_FILES
    if form == "graph":
        triples = read_rdf_text(payload, RDF_FORMATS["turtle"])
        table, files_as = ResultTable(_TRIPLE, tuple(tuple(triple) for triple in triples)), _GRAPH_FILES
    elif isinstance(answer := parse_query_results(payload, format=QueryResultsFormat.JSON), QueryBoolean):
        verdict = bool(answer)
    else:
        names = tuple(variable.value for variable in answer.variables)
        table = ResultTable(names, tuple(tuple(solution[name] for name in names) for solution in answer))
    return html(
        graph,
        PageRequest(path),
        "answer.html",
        query=query,
        verdict=verdict,
        table=table,
        most=MAX_ROWS,
        formats=files_as,
    )


def results(graph: Graph, request: PageRequest) -> SitePage:
    """Return the answer of a panel as a file, in one of the standard formats of SPARQL results."""
    panel, form = panels.panel(graph, graph.thing(request.local), request.match["panel"]), request.match["form"]
    return SitePage(panel.results(form), MEDIA_TYPES[form])


def query_page(graph: Graph, request: PageRequest) -> SitePage:
    """Return the query page; without scripts it is a form that asks the endpoint of the server."""
    return html(
        graph,
        request,
        "query.html",
        text=request.parameters.get("query") or _EXAMPLE,
        has_editor=_EDITOR.exists(),
        has_engine=has_engine(),
        site=known(graph, request),
    )


def has_engine() -> bool:
    """Say whether the engine is installed that queries the graph of a published site in the browser."""
    return _ENGINE.exists()


def groups(declaration: Declaration, known: Iterable[Query]) -> list[tuple[str, list[Query]]]:
    """Return named queries by what people want to know, below headings; the plainest questions come first."""
    kinds = list(declaration.listed)
    places = {kind: place for place, kind in enumerate(kinds)}

    def order(query: Query) -> tuple[int, int, int, str]:
        first = next((each.type for each in query.header.parameters.values()), "")
        return places.get(first, len(places)), len(query.header.parameters), len(query.question), query.name

    found: dict[str, list[Query]] = {theme: [] for theme in THEMES}
    for query in sorted(known, key=order):
        found[query.header.theme].append(query)
    return [(THEMES[theme], members) for theme, members in found.items() if members]


@dataclass(frozen=True)
class QuestionField:
    """A field within a question."""

    name: str  # the parameter
    label: str  # what it means, for those who do not see where it stands
    hint: str  # what may be given, as it reads within the sentence: `any person`
    kind: str  # the kind of the things that are offered, `thing` for all, or empty
    is_required: bool  # whether there is no answer without it
    value: str  # what is given, as addresses have it
    shown: str  # the same as people read it


Pieces = list[str | QuestionField]
"""A question as a sentence: texts, and fields between them."""


def pieces(graph: Graph, query: Query, given: Mapping[str, str], terms: Mapping[str, Term]) -> Pieces:
    """Return a question with its fields; these hold what is given and, where that is known, what it means."""
    made: Pieces = []
    for place, piece in enumerate(sentence(gettext(query.question))):
        if place % 2 == 0:
            made.append(piece)
            continue
        each, term, value = query.header.parameters[piece], terms.get(piece), given.get(piece, "")
        label = f"{_called(graph, each)}: {gettext(each.description)}"
        is_own = isinstance(term, NamedNode) and graph.local(term.value)
        shown = graph.label(term.value) if isinstance(term, NamedNode) and is_own else value
        kind = "" if each.type in _TYPED else each.type
        made.append(QuestionField(piece, label, _hint(graph, each), kind, each.required, value, shown))
    return made


def _called(graph: Graph, parameter: Parameter) -> str:
    kind = graph.declaration.by_path.get(parameter.type)
    return gettext(kind.label if kind else parameter.type)


def _hint(graph: Graph, parameter: Parameter) -> str:
    if parameter.type == "thing":  # such as 'a venue or an event'
        return gettext(parameter.description)
    called = _called(graph, parameter)
    if not parameter.required:
        return _("any {kind}", kind=called)
    return with_article(called) if language() == ENGLISH else called  # other languages have more articles than two


def chosen(graph: Graph, query: Query, people: Sequence[str] = ()) -> dict[str, str]:
    """Return values with which a question that needs some is answered before anybody has typed any.

    People are those that are given, or those with a profile and most works; other things those of which the graph
    says most.
    """
    people = people or [each.iri for each in sorted(members(graph).values(), key=lambda each: (-each.works, each.iri))]
    known = {"person": list(people)}
    given: dict[str, str] = {}
    for name, each in query.header.parameters.items():
        if not each.required or each.type in _TYPED:
            continue
        kind = "person" if each.type == "thing" else each.type
        if kind not in known or not known[kind]:
            known[kind] = [hit.iri for hit in offered(graph).best(kind, 2)]
        local = graph.local(known[kind].pop(0)) if known[kind] else ""
        given[name] = local if each.type == "thing" else local.partition("/")[2]
    return {name: value for name, value in given.items() if value}


def known(graph: Graph, request: PageRequest, to_root: str = "") -> dict[str, Any]:
    """Return what scripts know of any graph: see the `Site` of assets/results/terms.js."""
    return {
        "root": to_root or root(request.path),
        "files": to_root or files(request),
        "base": graph.base,
        "kinds": tuple(graph.titles),
        "prefixes": QUERY_PREFIXES,
        "isStatic": graph.hosting.is_static,
    }


@dataclass(frozen=True)
class Answered:
    """A named query with its values looked up, and its answer."""

    graph: Graph  # the release that answers
    query: Query
    given: Mapping[str, str]  # what was typed, by parameter
    terms: Mapping[str, Term]  # what it means
    root: str  # how to get from the page to the site's root
    drawn: int = _MOST_DRAWN  # how many rows a chart has at most

    @property
    def sparql(self) -> str:
        """The query with its values put in."""
        return self.query.bind(self.terms)

    @property
    def has_files(self) -> bool:
        """Whether the answer can be had as a file: a web space has those of queries without values only."""
        return bool(self.table) and not (self.graph.hosting.is_static and self.given)

    @cached_property
    def pieces(self) -> Pieces:
        """The question with its fields filled in."""
        return pieces(self.graph, self.query, self.given, self.terms)

    @property
    def parameters(self) -> str:
        """What was given, as the query string of an address, or nothing."""
        return urlencode(self.given)

    @cached_property
    def table(self) -> ResultTable:
        """The answer."""
        return self.graph.select(self.sparql)

    @cached_property
    def grid(self) -> Grid:
        """The rows that the page shows, as people read them."""
        return grids.grid(self.graph, replace(self.table, rows=self.table.rows[:MAX_ROWS]))

    @cached_property
    def picture(self) -> Markup | None:
        """A chart of the answer, if its view has one and there is something to draw."""
        return self.chart(_WIDTH)

    @property
    def pictures(self) -> Markup:
        """The chart for pages: for wide windows and for phones."""
        narrow = None if self.query.header.view == "network" else self.chart(_NARROW)
        return fitting(self.picture, narrow) if narrow and self.picture else self.picture or Markup()

    def chart(self, width: int) -> Markup | None:
        """Draw the answer as its view says, or return None where there is nothing to draw."""
        if not self.table:
            return None
        about = next((term.value for term in self.terms.values() if isinstance(term, NamedNode)), "")
        header = self.query.header
        drawing = Drawing(self.graph, self.table, gettext(header.summary), about, self.root, self.drawn, width)
        return picture(header.view, drawing)

    @property
    def marks(self) -> EvidenceMarks:
        """The evidence of what the rows state."""
        return EvidenceMarks(self.graph, (cell.subject for row in self.grid.rows for cell in row if cell.subject))


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the named queries as questions to fill in; the first that has one stands there with an answer."""
    grouped = groups(graph.declaration, graph.queries.values())
    tried = (
        _answered_first(graph, request, query, _FIRST_ROWS) for _, members in grouped[:1] for query in members[:_TRIED]
    )
    first = next(filter(None, tried), None)
    return html(
        graph, request, "queries.html",
        groups=grouped, pieces={name: pieces(graph, query, {}, {}) for name, query in graph.queries.items()},
        answered=first, most=_FIRST_ROWS, marks=first.marks if first else EvidenceMarks(graph, ()),
    )  # fmt: skip


def query(graph: Graph, request: PageRequest) -> SitePage:
    """Return a named query as a question, and its answer; where nothing is given, for values that are chosen."""
    named = named_query(graph, request.match["name"])
    given = given_values(named, request.parameters)
    answered, problem = None, ""
    try:
        answered = _answered(graph, request, named, given) if given else _answered_first(graph, request, named)
    except (QueryError, NotFound) as error:
        problem = "; ".join(filter(None, (str(error), error.hint)))
    return html(
        graph, request, "named.html",
        query=named, answered=answered, problem=problem, most=MAX_ROWS,
        pieces=answered.pieces if answered else pieces(graph, named, given, {}),
        marks=answered.marks if answered else EvidenceMarks(graph, ()),
    )  # fmt: skip


def file(graph: Graph, request: PageRequest) -> SitePage:
    """Return the text of a named query with its values, its answer as a file, or its chart."""
    named = named_query(graph, request.match["name"])
    answered = _answered(graph, request, named, given_values(named, request.parameters))
    suffix = request.match["suffix"]
    if suffix == "rq":
        return SitePage(answered.sparql.encode(), "application/sparql-query; charset=utf-8")
    if suffix != "svg":
        return SitePage(graph.results(answered.sparql, suffix), MEDIA_TYPES[suffix])
    if answered.picture is None:
        raise NotFound(f"the query '{answered.query.name}' has no chart", hint="ask for its table")
    return SitePage(standalone(answered.picture).encode(), SVG)


def named_query(graph: Graph, name: str) -> Query:
    """Return a named query; raises NotFound."""
    return graph.queries.get(name) or find_query(name, graph.queries)  # which raises NotFound with the nearest name


def given_values(named: Query, parameters: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed into the fields of a form; an empty field gives nothing."""
    typed = {name: parameters.get(name, "").strip() for name in named.header.parameters}
    return {name: text for name, text in typed.items() if text}


def _answered(graph: Graph, request: PageRequest, named: Query, given: Mapping[str, str]) -> Answered:
    answered = Answered(graph, named, given, terms_of(graph, named, given), root(request.path))
    answered.table  # noqa: B018  evaluated here, so that what is missing is reported here
    return answered


def _answered_first(graph: Graph, request: PageRequest, named: Query, most: int = _MOST_DRAWN) -> Answered | None:
    """Return the answer for values that are chosen, or None if there is none to show, or only an empty one."""
    try:
        answered = _answered(graph, request, named, chosen(graph, named))
    except (QueryError, NotFound):
        return None
    return replace(answered, drawn=most) if answered.table or not named.needs_values else None


def terms_of(graph: Graph, named: Query, given: Mapping[str, str]) -> dict[str, Term]:
    """Return what the values of parameters mean; raises what `kg.store.questions.term_of` raises."""
    parameters = named.header.parameters
    return {name: term_of(parameters[name], text, graph.store.query, graph.base) for name, text in given.items()}
