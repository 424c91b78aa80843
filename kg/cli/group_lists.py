"""Lists of the works of several people: each becomes a catalogue of the project, and belongs to an organisation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import Problem, ReadError, counted
from kg.cli.files import opened
from kg.cli.merging import revised, seen_from

if TYPE_CHECKING:
    from kg.profile.config import Project
    from kg.profile.drafts.model import Draft

OfOption = Annotated[
    str, typer.Option("--of", help="The organisation of whose people this lists the works; it becomes a catalogue.")
]


def is_of_project(directory: Path) -> bool:
    """Whether a directory holds the profiles of a project."""
    return directory.name == "profiles" and (directory.parent / "kg.yaml").is_file()


def take_lists(lists: Sequence[tuple[Path, Callable[[], "Draft"]]], organization: str) -> None:
    """Make lists of works catalogues of the project in which the command is called."""
    from kg.profile.config import read_project

    project = read_project(None)
    for path, read in lists:
        typer.echo(take_list(path, read, project, organization), err=True)
    typer.echo("Next: kg build", err=True)


def take_list(path: Path, read: Callable[[], "Draft"], project: "Project", organization: str) -> str:
    """Make a list of works a catalogue of a project, which belongs to an organisation, and return what it is now.

    A file that a build can read is copied; of any other the works are proposed, for review.

    Raises:
        ReadError: If it lists no works.
    """
    from kg.interchange import catalogues
    from kg.profile.drafts.catalogues import register
    from kg.terms.identifiers import slug

    directory = project.root / "catalogues"
    directory.mkdir(exist_ok=True)
    if path.is_file() and catalogues.is_read(path):
        target, text = directory / path.name, path.read_bytes()
    else:
        target = directory / f"{slug(path.stem) or 'list'}.yaml"
        draft = seen_from(read(), directory)
        works = replace(draft, facts=tuple(fact for fact in draft.facts if fact.section == "publications"))
        text = revised(works, target, name=organization).text.encode()
    with opened(target) as out:
        out.write(text)
    try:
        number = sum(1 for _ in catalogues.read(target, path.name, project.declaration)) - 1
    except ReadError:
        target.unlink()
        raise
    register(project, target.name, organization)
    return f"{target}: {counted(number, 'work')} of {organization}"


def see_that_nobody_has_it(draft: "Draft", output: Path, *, name: str, is_new: bool) -> None:
    """Refuse to make a second profile of one person in a project.

    Raises:
        ReadError: If a profile beside a new one has the name, or an id.
    """
    from kg.profile.drafts.directory import OpenOwner, ProfileDirectory

    if is_new or output.exists() or not is_of_project(output.parent):
        return
    try:
        path = ProfileDirectory(output.parent).whose(draft, name=name)
        why = f"{path} is the profile of this person"
    except OpenOwner as error:
        path, why = error.candidates[0].path, str(error)
    if path:
        raise ReadError(Problem(f"{output} was not written: {why}", hint=f"theirs: -o {path}; another person's: --new"))
