"""The command line: the only place that opens things, chooses, and knows exit codes.

Results go to stdout, messages to stderr. Exit codes: 0 done (and conforms), 1 ran but the data are faulty,
do not conform, or nothing was found, 2 could not run.

Libraries are imported inside the commands, so that help is quick.
"""

import gc
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg.base.errors import KgError, NotFound, ReadError
from kg.base.version import __version__
from kg.cli import (
    adding,
    ask,
    comparing,
    completing,
    diffing,
    extracting,
    identity,
    importing,
    project,
    publishing,
    rendering,
    replaying,
    searching,
    serving,
    starting,
    syncing,
)
from kg.cli.files import readers_may_leave

_COMMANDS: Mapping[str, Mapping[str, Callable[..., None] | typer.Typer]] = {
    "Start": {
        "init": starting.init,
        "add": adding.add,
        "import": importing.import_,
        "extract": extracting.extract,
        "review": identity.review,
        "complete": completing.complete,
        "compare": comparing.compare,
        "sync": syncing.sync,
    },
    "Build": {
        "build": project.build,
        "validate": project.validate,
        "info": project.info,
        "diff": diffing.diff,
        "schema": project.schema,
        "replay": replaying.replay,
    },
    "Ask": {
        "query": ask.query,
        "sparql": ask.sparql,
        "search": searching.search,
        "export": ask.export,
        "render": rendering.documents,
        "convert": importing.convert,
    },
    "Publish": {
        "serve": serving.serve,
        "token": serving.token,
        "publish": publishing.publish,
        "check": publishing.check,
        "push": publishing.push,
        "mcp": serving.mcp,
    },
    "Identity": {
        "why": identity.why,
        "why-not": identity.why_not,
        "same": identity.same,
        "different": identity.different,
        "undo": identity.undo,
        "identity": identity.identity,
    },
}
PANELS = {title: tuple(commands) for title, commands in _COMMANDS.items()}
"""The names of the commands as the help groups them."""
_EVERYDAY = frozenset((
    "init", "add", "review", "sync", "build", "query", "sparql", "search", "export", "render", "serve", "publish",
    "check", "why",
))  # fmt: skip
"""What the help shows; the others it names, and `kg --all` shows them."""

_LIBRARY_WORDS = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "expected a whole number",
    "Input should be a valid number, unable to parse string as a number": "expected a number",
    "Input should be greater than or equal to": "expected at least",
    "Input should be less than or equal to": "expected at most",
}
"""The library's messages about a wrong value, and ours."""

_INTERRUPTED = 130  # 128 and the number of the signal, as shells have it


class _CommandGroups(TyperGroup):
    """Lists the commands in groups, with summaries that are wrapped rather than cut."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; messages about a wrong value are put in plain words."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            for words, plain in _LIBRARY_WORDS.items():
                error.message = error.message.replace(words, plain)
            raise

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group of commands: those of every day, or all."""
        width = max(map(len, self.commands))
        with formatter.section("Commands"):
            pass
        for title, grouped in PANELS.items():
            names = [name for name in grouped if ctx.params.get("all") or name in _EVERYDAY]
            # The first paragraph of a command's help is its summary.
            summaries = ((name, (self.commands[name].help or "").partition("\n\n")[0]) for name in names)
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", " ".join(summary.split())) for name, summary in summaries])
        if others := [] if ctx.params.get("all") else [name for name in self.commands if name not in _EVERYDAY]:
            with formatter.section("More ('kg --all' explains them)"):
                formatter.write_text(", ".join(others))


app = typer.Typer(
    name="kg",
    cls=_CommandGroups,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


def _show_all(context: typer.Context, wanted: bool) -> None:
    if wanted:
        context.params["all"] = True
        typer.echo(context.get_help())
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version)
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show all commands.", is_eager=True, callback=_show_all)] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the code an error arose.")] = False,
) -> None:
    """Turn researchers' profiles into a knowledge graph: build it, check it, ask it, export it.

    \b
    kg init my-group && cd my-group    a new project
    kg add staff.csv cvs/ papers.bib   whatever there is, recognised and joined to its people
    kg build                           files in profiles/ become a release in build/
    kg query people                    ask a named question; 'kg query' lists them
    kg export -o graph.ttl             the whole graph as Turtle
    kg serve                           pages, linked data and SPARQL
    kg publish site                    the same as files for any web space
    """


for _commands in _COMMANDS.values():
    for _name, _command in _commands.items():
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, name=_name)
        elif _command is ask.query:  # whose options are those of the question too
            app.command(_name, cls=ask.QueryCommand, context_settings=ask.QUERY_SETTINGS, add_help_option=False)(
                _command
            )
        else:
            app.command(_name)(_command)


def main() -> None:
    """Run the command line and exit with its code."""
    gc.set_threshold(100_000)  # new objects are modules at the start, in which garbage is looked for in vain
    debug = "--debug" in sys.argv  # wherever it stands; `root` declares it for the help
    interrupted = _noting_interrupts()
    try:
        with readers_may_leave():
            try:
                app()
            finally:
                sys.stdout.flush()  # while an error can still be reported
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except Exception as error:
        if interrupted.is_set():
            sys.exit(_INTERRUPTED)
        if debug or not isinstance(error, KgError):
            raise
        _show(error)
        sys.exit(1 if isinstance(error, ReadError | NotFound) else 2)


def _noting_interrupts() -> threading.Event:
    """Remember Ctrl-C: pydantic makes an error of its own of a KeyboardInterrupt that arises in its callbacks."""
    interrupted = threading.Event()

    def interrupt(*_: object) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell's background jobs ignore it
        signal.signal(signal.SIGINT, interrupt)
    return interrupted


def _show(error: KgError) -> None:
    from rich.console import Console

    console = Console(stderr=True)  # knows NO_COLOR
    for problem in error.problems:
        console.print("error: ", style="bold red", end="")
        typer.echo(str(problem), err=True)
        if problem.hint:
            typer.echo(f"\nhint: {problem.hint}\n", err=True)
    if len(error.problems) > 1:
        typer.echo(f"{len(error.problems)} errors", err=True)
