"""Lists of the works of several people: each becomes a catalogue of the project, and belongs to an organisation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import NotFound, Problem, ReadError, counted
from kg.cli import messages
from kg.cli.merging import revised, seen_from
from kg.terms.identifiers import slug

if TYPE_CHECKING:
    from kg.profile.config import Project
    from kg.profile.drafts.model import Draft


def is_of_project(directory: Path) -> bool:
    """Whether a directory holds the profiles of a project."""
    return directory.name == "profiles" and (directory.parent / "kg.yaml").is_file()


def take_lists(lists: Sequence[tuple[Path, Callable[[], "Draft"]]], organization: str, output: Path) -> None:
    """Make lists of works catalogues of the project that one is in; raises BadParameter for an output elsewhere."""
    from kg.profile.config import read_project

    if str(output) != "-":
        raise typer.BadParameter("with --of, a list goes to 'catalogues' of the project: leave -o", param_hint="'--of'")
    project = read_project(None)
    for path, read in lists:
        typer.echo(take_list(path, read, project, organization), err=True)
    typer.echo("Next: kg build", err=True)


def take_list(path: Path, read: Callable[[], "Draft"], project: "Project", organization: str) -> str:
    """Make a list of works a catalogue of a project, which belongs to an organisation, and return what it is now.

    A file that a build can read is copied; of any other the works are proposed, for review.

    Raises:
        ReadError: If it cannot be read as a list of works.
        NotFound: If it lists none.
    """
    from kg.interchange import catalogues
    from kg.profile.drafts.catalogues import register

    directory = project.root / "catalogues"
    if path.is_file() and catalogues.is_read(path):
        whole, *works = catalogues.read(path, path.name, project.declaration)
        target, text = directory / path.name, path.read_bytes()
        warnings, number, ignored = whole.warnings, len(works), sum(each.number for each in whole.left_out)
    else:
        target, draft = directory / f"{slug(path.stem) or 'list'}.yaml", seen_from(read(), directory)
        facts = tuple(fact for fact in draft.facts if fact.section == "publications")
        revision = revised(replace(draft, facts=facts), target, name=organization, is_group=True)
        warnings, text = (*draft.warnings, *revision.problems), revision.text.encode()
        number, ignored = len(revision.entries), sum(bool(fact.section) for fact in draft.facts) - len(facts)
    messages.say(warnings)
    if not number:
        raise NotFound(f"{path} lists no works", hint="look at what is read of it: kg extract FILE --unread")
    register(project, target.name, organization, text)
    told = f"; {counted(ignored, 'entry', 'entries')} ignored, which are no works or not complete" if ignored else ""
    return f"{target}: {counted(number, 'work')} of {organization}{told}"


def see_that_nobody_has_it(draft: "Draft", output: Path, *, name: str, is_new: bool) -> None:
    """Refuse to make a second profile of one person in a project.

    Raises ReadError if a profile beside a new one has the name, or an id.
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
