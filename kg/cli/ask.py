"""Commands that ask a graph: query, sparql, export."""

import re
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from kg.base.errors import ConfigError, QueryError, ReadError, ReleaseError, StoreError
from kg.base.strict_yaml import read_text
from kg.cli.completion import complete_question, complete_thing, question_items
from kg.cli.files import form_of, opened
from kg.cli.messages import option
from kg.cli.options import STDOUT, EndpointOption, OutputOption, ReleaseOption, TimeoutOption
from kg.cli.places import graph_of
from kg.terms.formats import RDF_SUFFIXES, Answer, Term

if TYPE_CHECKING:
    from kg.cli.tables import Look
    from kg.store.questions import Query
    from kg.store.release import Release
    from kg.store.sparql.guard import Limits
    from kg.store.store import LocalStore, Store
    from kg.terms.kinds import Declaration

QUERY_SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
_HELP = ("-h", "--help")
_OPTIONS = ("format", "release", "endpoint", "timeout", "output", "iris", "about")
_BEGINS_A_QUERY = re.compile(r"\s*(?:SELECT|ASK|CONSTRUCT|DESCRIBE|PREFIX|BASE)[\s<*?$:]", re.IGNORECASE)


GraphFormat = Literal["turtle", "jsonld", "ntriples", "nquads", "trig", "rdfxml"]
AnswerFormat = Literal["table", "csv", "tsv", "json", "xml", GraphFormat]

AnswerFormatOption = Annotated[
    AnswerFormat | None,
    typer.Option(
        "--format", help="How to show the answer. Default: as the output's suffix says, or a table or Turtle."
    ),
]


class QueryCommand(TyperCommand):
    """Completes the options of a question, and the things that they take."""

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return what may follow: options of the question and of all questions, or slugs behind an option."""
        return [*question_items(ctx, incomplete), *super().shell_complete(ctx, incomplete)]


def query(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(help="The query's name, or an .rq file.", show_default=False, autocompletion=complete_question),
    ] = None,
    form: AnswerFormatOption = None,
    release: ReleaseOption = Path("build"),
    endpoint: EndpointOption = None,
    timeout: TimeoutOption = 60,
    output: OutputOption = STDOUT,
    iris: Annotated[bool, typer.Option("--iris", help="Show columns of IRIs in the table too.")] = False,
    about: Annotated[
        str | None,
        typer.Option(
            "--about",
            help="List the questions that fit a thing (slug, name or IRI) or a kind of thing.",
            show_default=False,
            autocompletion=complete_thing,
        ),
    ] = None,
) -> None:
    """Ask a named question, or list them.

    The parameters of a question are options of their own: 'kg query NAME --help' shows them; the only one that it
    needs may stand without its name. People, works, organisations … are given by slug, name or IRI.

    \b
    Examples:
      kg query
      kg query --about "Jinliang Wei"
      kg query publications "Jinliang Wei"
      kg query people-at --organization CMU --year 2015 --format csv
      kg query coauthors --person "Shen Li" -o coauthors.csv
    """
    from kg.cli import answers, messages
    from kg.cli.tables import Look
    from kg.store import questions

    arguments = list(context.args)
    wants_help = not {name, *arguments}.isdisjoint(_HELP)
    if name is None or name in _HELP:
        if wants_help:
            typer.echo(context.get_help())
            return
        known, declaration = _declared_by(release, endpoint)
        fitting = list(known.values())
        if about is not None:
            kind = about if about in declaration.by_path else _kind_of(about, release)
            fitting = [each for each in fitting if each.header.parameter_for(kind)]
        typer.echo(messages.list_of(_by_subject(fitting, declaration)))
        return
    if name.startswith("-"):
        raise _unknown_option(name.lstrip("-"))
    known, declaration = _declared_by(release, endpoint)
    question = questions.find_query(name, known, declaration)
    if wants_help:
        typer.echo(messages.help_of(question))
        return
    if about is not None:  # to a question with such a parameter it is a value
        arguments += ["--about", about]
    answers.check_suffix(form, output)
    store, base, source = _opened(release, endpoint, timeout)

    def show() -> bool:
        values = _terms(question, arguments, store, base)
        look = Look(base, question.header.view, iris, formulas=False)
        return _show(store.query(question.bind(values)), form, output, look, declaration)

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

    Of a release, or of an endpoint. A term that a release does not have is named, with what was meant.
    These prefixes need no declaration: rdf, rdfs, schema, foaf, org, prov, skos, dcterms, bibo, owl, void,
    xsd, kg. IRIs may be relative to the base of a release.

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
    from kg.terms.declaration import kg_declaration
    from kg.terms.vocabulary import QUERY_PREFIXES

    answers.check_suffix(form, output)
    store, base, source = _opened(release, endpoint, timeout)
    text = _text_of(query)

    def show() -> bool:
        answer = store.query(text, prefixes=QUERY_PREFIXES)
        return _show(answer, form, output, Look(base), source.declaration if source else kg_declaration())

    _ask(source, show, text)


def export(
    resource: Annotated[
        str | None,
        typer.Argument(
            help="One resource: its IRI, its slug or its name. Default: all.",
            show_default=False,
            autocompletion=complete_thing,
        ),
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
    from kg.store import api
    from kg.store.release import open_release

    chosen = form_of(output, form, RDF_SUFFIXES, "turtle", what="a graph")
    source = open_release(release)
    with opened(output) as out:
        api.export(source, out, chosen, resource=resource or "", evidence=evidence)


# Questions, and the options that come from their headers: `--person "Jinliang Wei"`.


def _declared_by(release: Path, endpoint: str | None) -> "tuple[Mapping[str, Query], Declaration]":
    """Return the questions and the declaration of a release; without one, those of kg.

    Of an endpoint they are those of the project that one is in, if any.
    """
    from kg.profile.roots import project_root
    from kg.store.questions import added_in, queries
    from kg.store.release import open_release
    from kg.terms.declaration import kg_declaration

    root = None
    with suppress(ConfigError):
        root = project_root(None) if endpoint else None
    if root:
        from kg.profile.config import read_project

        project = read_project(root)
        return queries(added_in(project.queries, project.declaration), project.declaration), project.declaration
    try:
        source = open_release(release)
    except ReleaseError:  # is raised again when the question is asked
        return queries(), kg_declaration()
    return source.queries, source.declaration


def _by_subject(queries: "Iterable[Query]", declaration: "Declaration") -> "dict[str, list[Query]]":
    """Group questions by the things without which they make no sense, as their headers say."""
    groups: dict[str, list[Query]] = {}
    for query in queries:
        kinds = [each.type for each in query.header.parameters.values() if each.required and each.type != "year"]
        if len(kinds) > 1:
            subject = f"Two {declaration.by_path[kinds[0]].plural.lower()}"
        elif kinds == ["thing"] and (panel := query.header.panel) and len(panel.of) == 1:
            subject = declaration.by_path[panel.of[0]].plural
        elif kinds and kinds[0] in declaration.by_path:
            subject = declaration.by_path[kinds[0]].plural
        else:
            subject = "Things of several kinds" if kinds else "The whole graph"
        groups.setdefault(subject, []).append(query)
    last = ("Things of several kinds", "The whole graph")
    order = [*(each.plural for each in declaration.by_path.values()), *groups]
    return {name: groups[name] for name in sorted(groups, key=lambda each: (each in last, order.index(each)))}


def _kind_of(thing: str, release: Path) -> str:
    from kg.store.questions import entity

    graph = graph_of(release)
    return graph.kind(entity("thing", thing, graph.store.query, graph.base, graph.declaration).value)


def _terms(query: "Query", arguments: Sequence[str], store: "Store", base: str) -> "dict[str, Term]":
    """Return the terms that the options of a command line give to a query's parameters.

    Raises QueryError if an option is unknown, has no value, or names several things; NotFound if a name is not there.
    """
    from kg.store.questions import term_of

    parameters = query.header.parameters
    only = [name for name, each in parameters.items() if each.required] or list(parameters)
    texts: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        option = rest.pop(0)
        if not option.startswith("--"):
            if len(only) != 1 or only[0] in texts:
                raise QueryError(f"'{option}' belongs to no option", hint=query.usage)
            texts[only[0]] = option
            continue
        key, equals, value = option[2:].partition("=")
        name = key.replace("-", "_")
        if name not in parameters:
            raise _unknown_option(key, query)
        if not equals and not rest:
            raise QueryError(f"'--{key}' needs a value", hint=query.usage)
        if name in texts:
            raise QueryError(f"'--{key}' is given twice: its value is '{texts[name]}' already", hint=query.usage)
        texts[name] = value if equals else rest.pop(0)
    return {name: term_of(parameters[name], text, store.query, base) for name, text in texts.items()}


def _unknown_option(key: str, query: "Query | None" = None) -> "QueryError":
    from kg.terms.typed_yaml import nearest

    near = nearest(key.replace("-", "_"), [*(query.header.parameters if query else ()), *_OPTIONS])
    command = f"kg query {query.name}" if query else "kg query"
    hint = f"did you mean '{option(near)}'?" if near else f"see: {command} --help"
    subject = f"the query '{query.name}'" if query else "'kg query'"
    return QueryError(f"{subject} has no option '--{key}'", hint=hint)


# Stores: of a release, or an endpoint.


@dataclass(frozen=True)
class _ReleaseStore:
    """The store of a release, asked with IRIs relative to its base, within the limits that this system needs."""

    store: "LocalStore"
    base: str
    limits: "Limits"

    def query(self, sparql: str, *, prefixes: Mapping[str, str] = MappingProxyType({})) -> "Answer":
        return self.store.query(sparql, prefixes=prefixes, base=self.base or None, limits=self.limits)


def _opened(release: Path, endpoint: str | None, timeout: float) -> "tuple[Store, str, Release | None]":
    """Return a store, the base of its IRIs if that is known, and its release if it has one."""
    # Ctrl-C ends the process at once: the engine does not hear it while it works, and nothing is written.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if endpoint:
        from kg.profile.config import credentials
        from kg.store.remote.store import RemoteStore

        return RemoteStore(endpoint, credentials(), timeout), "", None
    from kg.base.sandbox import can_deny_sockets
    from kg.store.release import open_release
    from kg.store.sparql.guard import LIMITS

    source = open_release(release)
    limits = replace(LIMITS, walled=can_deny_sockets())
    return _ReleaseStore(source.store(), source.base, limits), source.base, source


def _ask(source: "Release | None", show: Callable[[], bool], text: str = "") -> None:
    """Show the answer of a release or an endpoint; an empty one ends with code 1.

    A release is asked where no socket can be opened. If that fails or takes long, its store is verified: ReleaseError
    is raised if it is damaged, else StoreError. Terms are named that a query has and the release lacks.
    """
    from kg.base.sandbox import without_sockets
    from kg.store.release import verify

    if source is None:
        has_rows = show()
    else:
        try:
            has_rows = without_sockets(show, meanwhile=lambda: verify(source))
        except BrokenPipeError:
            raise
        except (OSError, RuntimeError) as error:  # of the engine, while it reads
            verify(source)
            raise StoreError(f"the store in {source.path} cannot answer: {error}") from error
    if not has_rows:
        typer.echo("nothing found", err=True)
    for line in _about_terms(source, text, is_empty=not has_rows) if source and text else ():
        typer.echo(f"warning: {line}", err=True)
    if not has_rows:
        raise typer.Exit(1)


def _about_terms(source: "Release", sparql: str, *, is_empty: bool) -> Sequence[str]:
    """The terms of a query by which nothing is found, with what was meant; remarks, too, if it has no answer."""
    from kg.store.graph import Graph
    from kg.store.query_checking import QueryChecker
    from kg.store.sparql.guard import LIMITS

    schema, search = "the page 'vocabulary/' of 'kg serve'", "'kg search'"
    try:
        remarks = QueryChecker(Graph(source), LIMITS, schema=schema, search=search).check(sparql)
    except QueryError as error:
        return [f"{each.message} ({each.hint})" if each.hint else each.message for each in error.problems]
    return remarks if is_empty else ()


def _show(answer: "Answer", form: AnswerFormat | None, output: Path, look: "Look", declaration: "Declaration") -> bool:
    """Show an answer, and say whether it holds anything."""
    from kg.cli.answers import format_for, write_answer

    chosen = format_for(answer, form, output)
    with opened(output) as out:
        return write_answer(answer, chosen, out, look, declaration)


def _text_of(query: str) -> str:
    """Return a query that is given as text, as the name of a file, or as '-' for stdin."""
    if query == "-":
        return sys.stdin.read()
    if "{" in query or "\n" in query or (_BEGINS_A_QUERY.match(query) and not Path(query).exists()):
        return query
    try:
        return read_text(Path(query))
    except ReadError as error:
        raise QueryError(error.problems) from error
