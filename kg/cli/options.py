"""Arguments and options that several commands share."""

import os
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.places import releases_found

CORES = os.cpu_count() or 1
STDOUT = Path("-")

ProjectArgument = Annotated[
    Path | None,
    typer.Argument(
        help="The project's directory. Default: '.' if it holds kg.yaml, else 'data', else the nearest above.",
        show_default=False,
    ),
]
ReleaseOption = Annotated[
    Path,
    typer.Option(
        "--release",
        help="A release, or a directory of releases; without it, also one above this directory.",
        envvar="KG_RELEASE",
        callback=releases_found,
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Let warnings count as violations.")]
KeepGoingOption = Annotated[
    bool, typer.Option("--keep-going", help="Leave out profiles that cannot be read, and say which.")
]
WorkersOption = Annotated[
    int, typer.Option("--workers", help="Processes that read and map profiles.", min=1, show_default="one a core")
]
ProjectOption = Annotated[
    Path | None, typer.Option("--project", help="The project's directory. Default: '.' or 'data'.", show_default=False)
]
SkipValidationOption = Annotated[
    bool, typer.Option("--skip-validation", help="Do not check against the shapes; the release says so.")
]
EndpointOption = Annotated[
    str | None,
    typer.Option("--endpoint", help="Ask this SPARQL endpoint instead of a release.", envvar="KG_ENDPOINT"),
]
TimeoutOption = Annotated[float, typer.Option("--timeout", help="Seconds that an endpoint may take.", min=1)]
OutputOption = Annotated[
    Path, typer.Option("--output", "-o", help="Write to this file; '-' is stdout.", show_default=False)
]
RefreshOption = Annotated[bool, typer.Option("--refresh", help="Ask services even if they answered today.")]
PeopleArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[PERSON…]", help="Profiles: files, or ids of the project's.")
]
EverybodyOption = Annotated[bool, typer.Option("--all", help="All profiles of the project.")]
NewOption = Annotated[
    bool, typer.Option("--new", help="Make a profile even where another has the name, if no id tells whose it is.")
]
OfOption = Annotated[
    str, typer.Option("--of", help="The organisation of whose people this lists the works; it becomes a catalogue.")
]
