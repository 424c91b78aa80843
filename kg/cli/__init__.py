"""The command line: the only place that opens things, chooses, and knows exit codes.

Data goes to stdout, talk to stderr. Exit codes: 0 done (and conforms), 1 ran but the data are faulty,
do not conform, or nothing was found, 2 could not run.

Libraries are imported inside the commands, so that help is quick.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg.base.errors import KgError, NotFound, ReadError
from kg.base.version import __version__
from kg.cli import (
    ask,
    assisting,
    checking,
    diffing,
    extracting,
    identity,
    importing,
    project,
    publishing,
    pushing,
    rendering,
    scaling,
    serving,
)
from kg.cli.output import readers_may_leave

PANELS = {
    "Start": ("init", "import", "extract", "review"),
    "Build": ("build", "validate", "info", "diff", "schema", "merge"),
    "Ask": ("query", "sparql", "export", "render", "convert"),
    "Publish": ("serve", "publish", "check", "push", "mcp"),
    "Identity": ("why", "why-not", "same", "different", "identity"),
}
"""The commands as the help groups them; those that are in no group stand last."""


_LIBRARY_WORDS = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "expected a whole number",
    "Input should be a valid number, unable to parse string as a number": "expected a number",
    "Input should be greater than or equal to": "expected at least",
    "Input should be less than or equal to": "expected at most",
}
"""What the library says of a wrong value, and what we say."""


class _Grouped(TyperGroup):
    """Lists the commands in groups, with summaries that are wrapped rather than cut."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what is said of a wrong value is put in plain words."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            for words, plain in _LIBRARY_WORDS.items():
                error.message = error.message.replace(words, plain)
            raise

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - typer does not export click's types
        """Write each group of commands; those that no group names are not lost."""
        named = [name for names in PANELS.values() for name in names]
        rest = tuple(name for name in self.commands if name not in named)
        width = max(map(len, self.commands))
        with formatter.section("Commands"):
            pass
        for title, names in {**PANELS, "More": rest}.items():
            listed = [name for name in names if name in self.commands]
            rows = [(f"{name:<{width}}", _summary(self.commands[name].help or "")) for name in listed]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _summary(text: str) -> str:
    """Return the first paragraph of a command's help, which is one sentence."""
    return " ".join(text.partition("\n\n")[0].split())


app = typer.Typer(
    name="kg",
    cls=_Grouped,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the code an error arose.")] = False,
) -> None:
    """Turn researchers' profiles into a knowledge graph: build it, check it, ask it, export it.

    \b
    kg init my-group && cd my-group    a new project with a sample profile
    kg build                           files in profiles/ become a release in build/
    kg query people                    ask a named question; 'kg query' lists them
    kg export -o graph.ttl             the whole graph as Turtle
    kg serve                           pages, linked data and SPARQL
    kg publish site                    the same as files for any web space
    kg push ENDPOINT                   the graph in a SPARQL server elsewhere
    """


project.add_to(app)
extracting.add_to(app)
importing.add_to(app)
ask.add_to(app)
identity.add_to(app)
serving.add_to(app)
scaling.add_to(app)
publishing.add_to(app)
pushing.add_to(app)
diffing.add_to(app)
rendering.add_to(app)
checking.add_to(app)
assisting.add_to(app)


def main() -> None:
    """Run the command line and exit with its code."""
    debug = "--debug" in sys.argv  # wherever it stands; `root` declares it for the help
    try:
        with readers_may_leave():
            _run()
    except KgError as error:
        if debug:
            raise
        _show(error)
        sys.exit(1 if isinstance(error, ReadError | NotFound) else 2)
    except KeyboardInterrupt:
        sys.exit(130)


def _run() -> None:
    try:
        app()
    finally:
        sys.stdout.flush()  # while it can still be said that this fails


def _show(error: KgError) -> None:
    """Print each problem as a line, with its advice below."""
    from rich.console import Console

    console = Console(stderr=True)  # knows NO_COLOR
    for problem in error.problems:
        console.print("error: ", style="bold red", end="")
        typer.echo(str(problem), err=True)
        if problem.hint:
            typer.echo(f"\nhint: {problem.hint}\n", err=True)
    if len(error.problems) > 1:
        typer.echo(f"{len(error.problems)} errors", err=True)
