"""Where the project and its releases are, from whichever folder below it a command is called."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import ConfigError, NotFound
from kg.cli.files import given
from kg.profile.roots import CONFIG, folders_above, project_root

if TYPE_CHECKING:
    from kg.store.graph import Graph

BUILD = Path("build")


def releases() -> Path | None:
    """Return the nearest `build` with releases in it: here or above, but no higher than beside the project's folder."""
    from kg.store.release import MANIFEST, release_path

    above = [Path(), *folders_above()]
    project = next((number for number, folder in enumerate(above) if (folder / CONFIG).is_file()), len(above))
    places = (folder / BUILD for folder in above[: project + 2])
    return next((place for place in places if (release_path(place) / MANIFEST).is_file()), None)


def graph_of(release: Path) -> "Graph":
    """Return the graph of a release."""
    from kg.store.graph import Graph
    from kg.store.release import open_release

    return Graph(open_release(release))


def releases_of(root: Path) -> Path:
    """Return where releases of a project are made: here; of one that lies above, beside it."""
    return (releases() or root / BUILD) if ".." in root.parts else BUILD


def releases_found(context: typer.Context, parameter: typer.CallbackParam, given: Path) -> Path:
    """Return where releases are sought: where the user says, else where they are."""
    return given if _is_stated(context, parameter) else releases() or given


def releases_made(context: typer.Context, parameter: typer.CallbackParam, given: Path) -> Path:
    """Return where releases are made: where the user says, else where those of the project are."""
    if _is_stated(context, parameter) or context.params.get("project"):
        return given
    try:
        return releases_of(project_root(None))
    except ConfigError:  # is raised again by who reads the project
        return given


def profile_paths(names: Sequence[str], directory: Path | None = None) -> list[Path]:
    """Return the profiles that are meant: files, ids of profiles of the project, or without any name all of these.

    Raises NotFound if the project, whose profiles are sought where no directory is given, has no profile of an id.
    """
    from kg.profile.drafts.directory import ProfileDirectory
    from kg.profile.reading import profile_files

    files = [name for name in names if "/" in name or Path(name).exists()]
    paths = [path for name in given(map(Path, files)) for path in (profile_files(name) if name.is_dir() else [name])]
    ids = [name for name in names if name not in files]
    if names and not ids:
        return paths
    directory = directory or project_root(None) / "profiles"
    if not names:
        return profile_files(directory)
    by_id = {each.id: each.path for each in ProfileDirectory(directory)}
    if unknown := [name for name in ids if name not in by_id]:
        raise NotFound(
            f"no profile in {directory} has the id '{unknown[0]}'", hint=f"ids are {', '.join(list(by_id)[:9])}"
        )
    return [*paths, *(by_id[name] for name in ids)]


def in_yaml(paths: Sequence[Path]) -> list[Path]:
    """Return the profiles into which proposals can be written; name the others.

    Raises NotFound if there are none but others.
    """
    from kg.profile.drafts.directory import SUFFIXES

    found = [path for path in paths if path.suffix.lower() in SUFFIXES]
    for path in (each for each in paths if each not in found):
        typer.echo(f"{path}: left out, since proposals are written into YAML only", err=True)
    if paths and not found:
        hint = "name a profile, such as profiles/ada-lovelace.yaml"
        raise NotFound("nothing of that is a profile in YAML", hint=hint)
    return found


def _is_stated(context: typer.Context, parameter: typer.CallbackParam) -> bool:
    source = context.get_parameter_source(parameter.name or "")
    return source is not None and source.name != "DEFAULT"
