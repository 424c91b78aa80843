"""The command that judges a published site."""

from enum import StrEnum
from typing import Annotated

import typer

from kg.cli.project import CORES


class CheckFormat(StrEnum):
    """How a report is shown."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


class Worst(StrEnum):
    """From which severity on a site fails."""

    ERROR = "error"
    WARNING = "warning"


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(check)


def check(
    target: Annotated[str, typer.Argument(help="The directory of a site, or its address with https://.")],
    form: Annotated[CheckFormat, typer.Option("--format", help="How to show the report.")] = CheckFormat.TEXT,
    url: Annotated[str, typer.Option("--url", help="The public address of the site. Default: as its pages say.")] = "",
    only: Annotated[list[str] | None, typer.Option("--only", help="A category or rule that counts.")] = None,
    skip: Annotated[list[str] | None, typer.Option("--skip", help="A category or rule that does not count.")] = None,
    sample: Annotated[
        int | None, typer.Option("--sample", help="Look into this many things only, always the same.", min=1)
    ] = None,
    fail_on: Annotated[Worst, typer.Option("--fail-on", help="Fail at this severity.")] = Worst.ERROR,
    workers: Annotated[int, typer.Option("--workers", help="Processes that examine files.", min=1)] = CORES,
) -> None:
    """Judge a published site by FAIR, links, negotiation, privacy and more.

    Works offline on a directory, and on any site that is served; only the site that is named is asked.

    \b
    Examples:
      kg publish site && kg check site
      kg check site --only links --only privacy
      kg check https://group.github.io/kg/ --format sarif > report.sarif
    """
    from kg.base.reporting import Severity
    from kg.cli.progress import shown_progress
    from kg.publish.check import checking
    from kg.publish.check.report import RENDERINGS, chosen
    from kg.publish.check.served import opened

    try:
        asked = chosen(only or (), skip or ())
    except KeyError as error:
        message = f"there is no category or rule {error}"
        raise typer.BadParameter(message, param_hint="'--only' or '--skip'") from error
    with shown_progress() as progress, opened(target, url, progress) as site:
        report = checking.check(target, site, asked, sample=sample, workers=workers, progress=progress)
    typer.echo(RENDERINGS[form](report), nl=False)
    if not report.is_passed(Severity(fail_on)):
        raise typer.Exit(1)
