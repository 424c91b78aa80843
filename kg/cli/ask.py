"""Commands that ask a graph: query, sparql, export."""

import re
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.project import ReleaseOption

if TYPE_CHECKING:
    from kg.cli.tables import Look
    from kg.store.questions import Query
    from kg.store.release import Release
    from kg.store.store import LocalStore, Store
    from kg.terms.formats import Answer
    from kg.terms.kinds import Declaration
    from kg.terms.sparql_guard import Limits

EndpointOption = Annotated[
    str | None,
    typer.Option("--endpoint", help="Ask this SPARQL endpoint instead of a release.", envvar="KG_ENDPOINT"),
]
TimeoutOption = Annotated[float, typer.Option("--timeout", help="Seconds that an endpoint may take.", min=1)]
OutputOption = Annotated[
    Path, typer.Option("--output", "-o", help="Write to this file; '-' is stdout.", show_default=False)
]
STDOUT = Path("-")
_BEGINS_A_QUERY = re.compile(r"\s*(?:SELECT|ASK|CONSTRUCT|DESCRIBE|PREFIX|BASE)[\s<*?$:]", re.IGNORECASE)


class AnswerFormat(StrEnum):
    """How an answer is shown."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    XML = "xml"
    TURTLE = "turtle"
    JSONLD = "jsonld"
    NTRIPLES = "ntriples"
    NQUADS = "nquads"
    TRIG = "trig"
    RDFXML = "rdfxml"


class GraphFormat(StrEnum):
    """The syntaxes of a graph."""

    TURTLE = "turtle"
    JSONLD = "jsonld"
    NTRIPLES = "ntriples"
    NQUADS = "nquads"
    TRIG = "trig"
    RDFXML = "rdfxml"


AnswerFormatOption = Annotated[
    AnswerFormat | None,
    typer.Option(
        "--format", help="How to show the answer. Default: as the output's suffix says, or a table or Turtle."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands to the application."""
    free = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    app.command(context_settings=free, add_help_option=False)(query)
    app.command()(sparql)
    app.command()(export)


def query(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The query's name, or an .rq file.", show_default=False)] = None,
    form: AnswerFormatOption = None,
    release: ReleaseOption = Path("build"),
    endpoint: EndpointOption = None,
    timeout: TimeoutOption = 60,
    output: OutputOption = STDOUT,
    iris: Annotated[bool, typer.Option("--iris", help="Show columns of IRIs in the table too.")] = False,
) -> None:
    """Ask a named question, or list them.

    The parameters of a question are options of their own: 'kg query NAME --help' shows them. People,
    works, organisations … are given by slug, name or IRI.

    \b
    Examples:
      kg query
      kg query publications --person "Jinliang Wei"
      kg query people-at --organization CMU --year 2015 --format csv
      kg query coauthors --person "Shen Li" -o coauthors.csv
    """
    from kg.cli import answers, parameters, talk
    from kg.cli.tables import Look
    from kg.store import questions

    asked_for_help = parameters.asks_for_help([name or "", *context.args])
    if name is None or name in parameters.HELP:
        typer.echo(context.get_help() if asked_for_help else talk.list_of(_questions(release, endpoint)))
        return
    if name.startswith("-"):
        raise parameters.unknown_option(name.lstrip("-"))
    question = questions.find_query(name, *_of_project(release, endpoint))
    if asked_for_help:
        typer.echo(talk.help_of(question))
        return
    answers.check_suffix(form, output)
    store, base, source = _opened(release, endpoint, timeout)

    def show() -> bool:
        values = parameters.bound(question, context.args, store, base)
        look = Look(base, question.header.view, iris, formulas=False)
        return _show(store.query(question.bind(values)), form, output, look, _declared(source))

    _ask(source, show)


def sparql(
    query: Annotated[str, typer.Argument(help="A SPARQL query, a file that holds one, or '-' for stdin.")],
    form: AnswerFormatOption = None,
    release: ReleaseOption = Path("build"),
    endpoint: EndpointOption = None,
    timeout: TimeoutOption = 60,
    output: OutputOption = STDOUT,
) -> None:
    """Ask any SPARQL 1.1 query.

    Of a release, or of an endpoint. These prefixes need no declaration: rdf, rdfs, schema, foaf, org,
    prov, skos, dcterms, bibo, owl, void, xsd, kg. IRIs may be relative to the base of a release.

    Updates are refused: data change in the files, and by a build. KG_ENDPOINT_USER and
    KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN, log in to an endpoint.

    \b
    Examples:
      kg sparql 'SELECT * WHERE { ?s ?p ?o } LIMIT 10'
      kg sparql 'SELECT ?name { ?system a kg:System ; schema:name ?name }'
      kg sparql 'DESCRIBE <person/ada-lovelace>'
      kg sparql question.rq --format json
      kg sparql - --endpoint https://query.example.org/sparql < question.rq
    """
    from kg.cli import answers
    from kg.cli.tables import Look
    from kg.terms.vocabulary import QUERY_PREFIXES

    answers.check_suffix(form, output)
    store, base, source = _opened(release, endpoint, timeout)
    text = _text_of(query)

    def show() -> bool:
        answer = store.query(text, prefixes=QUERY_PREFIXES)
        return _show(answer, form, output, Look(base), _declared(source))

    _ask(source, show)


def export(
    resource: Annotated[
        str | None,
        typer.Argument(help="One resource: its IRI, its slug or its name. Default: all.", show_default=False),
    ] = None,
    form: Annotated[
        GraphFormat | None,
        typer.Option("--format", help="The syntax. Default: as the output's suffix says, or turtle."),
    ] = None,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Add the evidence graph (JSON-LD, N-Quads and TriG only).")
    ] = False,
    release: ReleaseOption = Path("build"),
    output: OutputOption = STDOUT,
) -> None:
    """Write the graph or a resource as RDF.

    A resource goes with its nodes. The same graph gives the same bytes each time.

    \b
    Examples:
      kg export -o graph.ttl
      kg export -o graph.nq --evidence
      kg export "Jinliang Wei" --format jsonld
      kg export system/lyra
    """
    from kg.cli.output import form_of, opened
    from kg.store.export.export import Excerpt, write
    from kg.store.questions import entity
    from kg.store.release import open_release
    from kg.terms.context import context_of
    from kg.terms.formats import RDF_SUFFIXES

    chosen = form_of(output, form, RDF_SUFFIXES, GraphFormat.TURTLE, what="a graph")
    source = open_release(release)
    store = source.store()
    meant = entity("thing", resource, store.query, source.base) if resource else None
    excerpt = Excerpt(store, source.base, context_of(source.declaration), meant, evidence)
    with opened(output) as out:
        write(excerpt, chosen, out)


def _questions(release: Path, endpoint: str | None) -> "Mapping[str, Query]":
    """Return the questions that one may ask: of a release, those of its project too."""
    from kg.store.questions import queries

    return _of_project(release, endpoint)[0] or queries()


def _of_project(release: Path, endpoint: str | None) -> "tuple[Mapping[str, Query] | None, Declaration | None]":
    """Return the questions of a release and what there is in it, if its project adds to what kg knows."""
    from kg.base.errors import ReleaseError
    from kg.store.release import open_release

    try:
        source = None if endpoint else open_release(release)
    except ReleaseError:  # is told of when it is asked
        source = None
    is_plain = source is None or not {"ontology", "queries"} & source.manifest.keys()
    return (None, None) if source is None or is_plain else (source.queries, source.declaration)


def _opened(release: Path, endpoint: str | None, timeout: float) -> "tuple[Store, str, Release | None]":
    """Return the store that is meant, the base of its IRIs if that is known, and its release if it is one."""
    _let_interrupts_end_the_process()
    if endpoint:
        from kg.profile.config import credentials
        from kg.store.remote.store import RemoteStore

        return RemoteStore(endpoint, credentials(), timeout), "", None
    from kg.server.workers.sandbox import can_deny_sockets
    from kg.store.release import open_release
    from kg.terms.sparql_guard import LIMITS

    source = open_release(release)
    limits = replace(LIMITS, walled=can_deny_sockets())
    return _OfRelease(source.store(), source.base, limits), source.base, source


@dataclass(frozen=True)
class _OfRelease:
    """The store of a release, asked with IRIs relative to its base, within the limits that this system needs."""

    store: "LocalStore"
    base: str
    limits: "Limits"

    def query(self, sparql: str, *, prefixes: Mapping[str, str] = MappingProxyType({})) -> "Answer":
        return self.store.query(sparql, prefixes=prefixes, base=self.base or None, limits=self.limits)


def _ask(source: "Release | None", show: Callable[[], bool]) -> None:
    """Show the answer of a release, where no socket can be opened, or of an endpoint; none ends with code 1."""
    if not (_of_release(source, show) if source else show()):
        typer.echo("nothing found", err=True)
        raise typer.Exit(1)


def _of_release(source: "Release", show: Callable[[], bool]) -> bool:
    """Show an answer, and find out whether the store is damaged if that fails or takes long.

    Raises:
        ReleaseError: If it is damaged.
        StoreError: If it cannot be read for another reason.
    """
    from kg.base.errors import StoreError
    from kg.server.workers.sandbox import without_sockets
    from kg.store.release import verify

    try:
        return without_sockets(show, meanwhile=lambda: verify(source))
    except BrokenPipeError:
        raise
    except (OSError, RuntimeError) as error:  # of the engine, while it reads
        verify(source)
        raise StoreError(f"the store in {source.path} cannot answer: {error}") from error


def _declared(source: "Release | None") -> "Declaration":
    """Return what there is where a query is answered; of an endpoint only what kg declares is known."""
    from kg.terms.declaration import kg_declaration

    return source.declaration if source else kg_declaration()


def _show(answer: "Answer", form: AnswerFormat | None, output: Path, look: "Look", declaration: "Declaration") -> bool:
    """Show an answer, and say whether it holds anything."""
    from kg.cli.answers import format_for, write_answer
    from kg.cli.output import opened

    chosen = format_for(answer, form, output)
    with opened(output) as out:
        return write_answer(answer, chosen, out, look, declaration)


def _text_of(query: str) -> str:
    """Return a query that is given as text, as the name of a file, or as '-' for stdin."""
    from kg.base.errors import QueryError, ReadError
    from kg.base.strict_yaml import read_text

    if query == "-":
        return sys.stdin.read()
    if "{" in query or "\n" in query or (_BEGINS_A_QUERY.match(query) and not Path(query).exists()):
        return query
    try:
        return read_text(Path(query))
    except ReadError as error:
        raise QueryError(error.problems) from error


def _let_interrupts_end_the_process() -> None:
    """Let Ctrl-C end the process at once: the engine does not hear it while it works, and nothing is written."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
