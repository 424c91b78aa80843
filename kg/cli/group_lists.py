"""Lists of the works of several people: each becomes a catalogue of the project, and belongs to an organisation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from kg.base.errors import NotFound, Problem, ReadError, counted
from kg.cli import messages
from kg.cli.merging import revised, seen_from
from kg.terms.identifiers import slug

if TYPE_CHECKING:
    from kg.profile.config import Project
    from kg.profile.drafts.model import Draft


class TakenList(NamedTuple):
    """A list of works that became a catalogue."""

    path: Path  # The catalogue
    organization: str
    works: int
    ignored: int  # Entries that are no works, or not complete
    warnings: Sequence[Problem]

    def __str__(self) -> str:
        """What it is now, in words."""
        told = counted(self.ignored, "entry", "entries")
        left = f"; {told} ignored, which are no works or not complete" if self.ignored else ""
        return f"{self.path}: {counted(self.works, 'work')} of {self.organization}{left}"


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
        taken = take_list(path, read, project, organization)
        messages.say(taken.warnings)
        messages.tell(str(taken))
    typer.echo("Next: kg build", err=True)


def take_list(
    path: Path, read: Callable[[], "Draft"], project: "Project", organization: str, *, is_kept: bool = True
) -> TakenList:
    """Make a list of works a catalogue of a project, which belongs to an organisation; if not kept, nothing is written.

    A file that a build can read is copied; of any other the works are proposed, for review.

    Raises:
        ReadError: If it cannot be read as a list of works.
        NotFound: If it lists none.
    """
    from kg.interchange import catalogues
    from kg.profile.config import read_authorities
    from kg.profile.drafts.catalogues import known, register

    entries = read_authorities(project).organizations.entries
    id_ = known(project, organization)
    organization = next((each.names[0] for each in entries if id_ and each.id == id_), organization)
    directory, target = project.root / "catalogues", _catalogue_of(path, project)
    if path.is_file() and catalogues.is_read(path):
        whole, *works = catalogues.read(path, path.name, project.declaration)
        text = path.read_bytes()
        warnings, number, ignored = whole.warnings, len(works), sum(each.number for each in whole.left_out)
    else:
        draft = seen_from(read(), directory)
        facts = tuple(fact for fact in draft.facts if fact.section == "publications")
        revision = revised(replace(draft, facts=facts), target, name=organization, is_group=True)
        warnings, text = (*draft.warnings, *revision.problems), revision.text.encode()
        number, ignored = len(revision.entries), sum(bool(fact.section) for fact in draft.facts) - len(facts)
    if not number:
        raise NotFound(f"{path} lists no works", hint="look at what is read of it: kg extract FILE --unread")
    if is_kept:
        register(project, target.name, organization, text)
    return TakenList(target, organization, number, ignored, warnings)


def registered(path: Path, project: "Project") -> str:
    """The id of the organisation to which the catalogue that a list becomes belongs already; empty if there is none."""
    return project.config.organization_of(_catalogue_of(path, project).name).removeprefix("organization/")


def _catalogue_of(path: Path, project: "Project") -> Path:
    """The catalogue that a list becomes: of its name, with a number where another list has it."""
    from kg.interchange import catalogues

    directory = project.root / "catalogues"
    if not (path.is_file() and catalogues.is_read(path)):
        return directory / f"{slug(path.stem) or 'list'}.yaml"
    names = chain((path.name,), (f"{path.stem}-{number}{path.suffix}" for number in count(2)))
    return next(each for each in (directory / name for name in names) if not _is_another(each, path, project))


def _is_another(catalogue: Path, path: Path, project: "Project") -> bool:
    """Whether a catalogue that is there has less than half of the works of a list: no older state of it has."""
    from kg.interchange import catalogues

    if not catalogue.is_file() or catalogue.read_bytes() == path.read_bytes():
        return False
    old, new = (
        {each.entry for each in catalogues.read(file, "", project.declaration) if each.spans}
        for file in (catalogue, path)
    )
    return 2 * len(old & new) < min(len(old), len(new))


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
