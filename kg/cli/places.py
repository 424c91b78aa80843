"""Where the project and its releases are, from whichever folder below it a command is called."""

from pathlib import Path

import typer

from kg.base.errors import ConfigError

BUILD = Path("build")


def releases() -> Path | None:
    """Return the nearest `build` with releases in it, here or above this directory."""
    from kg.profile.config import folders_above
    from kg.store.release import MANIFEST, release_path

    places = (folder / BUILD for folder in (Path(), *folders_above()))
    return next((place for place in places if (release_path(place) / MANIFEST).is_file()), None)


def releases_of(root: Path) -> Path:
    """Return where releases of a project are made: here; of one that lies above, beside it."""
    return (releases() or root / BUILD) if ".." in root.parts else BUILD


def releases_found(context: typer.Context, parameter: typer.CallbackParam, given: Path) -> Path:
    """Return where releases are sought: where the user says, else where they are."""
    return given if _is_stated(context, parameter) else releases() or given


def releases_made(context: typer.Context, parameter: typer.CallbackParam, given: str) -> str:
    """Return where releases are made: where the user says, else where those of the project are."""
    from kg.profile.config import project_root

    if _is_stated(context, parameter) or context.params.get("project"):
        return given
    try:
        return str(releases_of(project_root(None)))
    except ConfigError:  # is raised again by who reads the project
        return given


def _is_stated(context: typer.Context, parameter: typer.CallbackParam) -> bool:
    source = context.get_parameter_source(parameter.name or "")
    return source is not None and source.name != "DEFAULT"
