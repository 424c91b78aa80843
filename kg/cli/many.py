"""Profiles of several people at once: each read and written by itself, what fails reported, what broke off taken up."""

import fcntl
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from kg.base.errors import NotFound, Problem, ReadError, StoreError, counted
from kg.base.version import __version__
from kg.cli.group_lists import is_of_project, take_list
from kg.cli.merging import ProfileFiles, seen_from, write_claims
from kg.cli.messages import tell
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.profile.drafts.directory import GroupList, OpenOwner, ProfileDirectory
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

JOURNAL = ".kg-unfinished.jsonl"
"""What a command that is going on has done; when it is through, the file goes."""

JOINED, NEW, ASKED = "joined", "new", "asked"
"""What may become of an item: it joins the profile of its person, or gets one, or people have to say whose it is."""


@dataclass(frozen=True)
class Item:
    """What becomes a profile, or joins the one that its person has."""

    name: str  # what it is called: a file, an id, a row
    read: Callable[[], "Draft"]  # returns what it says; raises ReadError, NotFound or StoreError
    stem: str = ""  # what a new profile is called; by default by its id
    output: Path | None = None  # the profile, where it is known
    id: str = ""  # the id of the profile, if it is known
    person: str = ""  # the name of the person, if it is known
    digest: str = ""  # what changes when it says something else
    hint: str = "check that it is the right file"  # what to do if nothing is found in it
    command: str = ""  # what reads it alone, without its output; empty where it is a row of a list
    path: Path = Path()

    @property
    def key(self) -> str:
        """What stands for it in the journal."""
        return json.dumps([self.name, self.digest])


@dataclass
class Outcome:
    """What became of the items."""

    noun: tuple[str, str] = ("file", "files")  # What one item and several are called
    lines: list[str] = field(default_factory=list)  # What is said of each profile
    questions: list[str] = field(default_factory=list)  # Whose items are, each with the commands that decide
    problems: list[Problem] = field(default_factory=list)  # Why items were not read
    states: Counter[str] = field(default_factory=Counter)  # How many items joined a profile, are new, are asked about
    changed: int = 0  # How many profiles are not as they were

    @property
    def summary(self) -> str:
        """How many items there are, and what became of them, in words."""
        always = [f"{self.states[state]:,} {state}" for state in (JOINED, NEW, ASKED)]
        others = [f"{count:,} {state}" for state, count in self.states.items() if state not in (JOINED, NEW, ASKED)]
        return f"{counted(self.states.total(), *self.noun)}: {', '.join([*always, *others])}"


def summary_of_one(number: int, *, is_there: bool) -> str:
    """How many files became one profile, and whether that was there, in words."""
    return Outcome(states=Counter({JOINED if is_there else NEW: number})).summary


def is_directory(output: Path) -> bool:
    """Whether an output is a directory for profiles: one that is there, or a name without a suffix."""
    return str(output) != "-" and (output.is_dir() or not (output.suffix or output.exists()))


Revise = Callable[["Draft", Path, str], "Revision"]
"""Merges a draft into the profile of a file, if that is there; the text is the id of the profile, or empty."""


def write_each(
    items: Sequence[Item],
    directory: Path,
    phase: str,
    revise: Revise,
    told: Callable[["Revision", "Draft", Path, str], Iterable[str]],
    files: ProfileFiles | None = None,
    *,
    noun: tuple[str, str] = ("file", "files"),
    is_new: bool = False,
) -> Outcome:
    """Write a profile for each item into a directory, made if need be; what cannot be read keeps nothing else back.

    Args:
        items: What is read.
        directory: Where the profiles are.
        phase: What is done, for the progress bar.
        revise: Merges what was read into a profile.
        told: Returns lines about a profile, of which it gets the file and whether it is new, changed or unchanged.
        files: How profiles are read and written; by default as files.
        noun: What one item and several are called.
        is_new: Whether a person whom no id tells gets a profile, whoever else has the name.

    Raises:
        ReadError: If a profile that is there cannot be read.
        StoreError: If another command is writing there.
    """
    from kg.profile.drafts.directory import GroupList, OpenOwner, ProfileDirectory

    outcome = Outcome(noun)
    with journal(directory) as (done, notes), shown_progress() as progress:
        profiles, files = ProfileDirectory(directory), files or ProfileFiles()
        for item in progress.track(phase, items, len(items)):
            if item.key in done:
                outcome.states["done before the last run broke off"] += 1
                continue
            try:
                outcome.lines.extend(_write(item, profiles, revise, told, outcome, files, is_new=is_new))
            except GroupList as error:
                _take_list(item, error, directory, outcome)
            except OpenOwner as error:
                outcome.questions.append(_question(item, error, directory))
                outcome.states[ASKED] += 1
            except (ReadError, NotFound, StoreError) as error:
                outcome.problems.extend(error.problems)
                outcome.states["not read"] += 1
            else:
                notes.write(f"{item.key}\n")
                notes.flush()
    return outcome


def _take_list(item: Item, error: "GroupList", directory: Path, outcome: Outcome) -> None:
    """Make a list of the works of several people a catalogue of where they work; ask where that is not known."""
    from kg.profile.config import read_project
    from kg.profile.drafts.catalogues import known

    of_one = f"  one person's: {item.command} -o {directory}/ID.yaml"
    project = read_project(directory.parent) if is_of_project(directory) else None
    if project and (organization := error.organization or known(project, project.config.publisher.name)):
        outcome.lines += [f"{take_list(item.path, item.read, project, organization)}: {error}", of_one]
        outcome.states["taken as a list of works"] += 1
    else:
        theirs = f"  theirs: {item.command} --of ORGANIZATION"
        outcome.questions += [f"asked: {item.name}: {error}; nothing was written", theirs, of_one]
        outcome.states[ASKED] += 1


def _question(item: Item, error: "OpenOwner", directory: Path) -> str:
    """Return the question whose an item is, with the commands that decide."""
    from kg.profile.drafts.directory import OpenList

    lines = [f"asked: {item.name}: {error}; nothing was written"]
    if item.command:
        lines += [f"  theirs: {item.command} -o {each.path}" for each in error.candidates[:3]]
        lines += [f"  a group's: {item.command} --of ORGANIZATION"] * isinstance(error, OpenList)
        lines.append(f"  another person's: {item.command} -o {directory} --new")
    else:
        lines.append(f"  theirs: write '{error.candidates[0].id}' into a column 'id'; another person's: add --new")
    return "\n".join(lines)


def _write(
    item: Item,
    profiles: "ProfileDirectory",
    revise: Revise,
    told: Callable[["Revision", "Draft", Path, str], Iterable[str]],
    outcome: Outcome,
    files: ProfileFiles,
    *,
    is_new: bool,
) -> Iterable[str]:
    draft = seen_from(item.read(), profiles.path)
    if not draft.facts:
        raise NotFound(f"nothing was found in {item.name}", hint=item.hint)
    path = item.output or _profile_of(item, draft, profiles, is_new=is_new)
    revision = revise(draft, path or profiles.path / "new.yaml", item.id)
    if path is None:
        id_ = item.id or profiles.free_id(revision.id)
        path = profiles.free(item.stem, id_)
        revision = revision if id_ == revision.id else revise(draft, path, id_)
    previous = files.read(path)
    state = NEW if previous is None else "unchanged" if revision.text == previous else "changed"
    if state != "unchanged":
        files.write(path, previous, revision.text)
    write_claims(path, revision, draft)
    profiles.put(path, revision.text)
    outcome.states[NEW if state == NEW else JOINED] += 1
    outcome.changed += state != "unchanged"
    return told(revision, draft, path, state)


def _profile_of(item: Item, draft: "Draft", profiles: "ProfileDirectory", *, is_new: bool) -> Path | None:
    """Return the profile of the person of an item: of an id that is stated, else by the rule."""
    if item.id:
        return next((each.path for each in profiles if each.id == item.id), None)
    found = profiles.whose(draft, name=item.person, is_row=not item.command, is_new=is_new)
    return found or profiles.called(item.stem, draft)


def finish(outcome: Outcome, *summary: str) -> None:
    """Say what became of items, by default how many; end with code 1 where people are asked.

    Raises ReadError with what could not be read.
    """
    tell(*outcome.lines, *outcome.questions, *(summary or [outcome.summary]))
    if outcome.problems:
        raise ReadError(outcome.problems)
    if outcome.questions:
        raise typer.Exit(1)


@contextmanager
def journal(directory: Path) -> Iterator[tuple[frozenset[str], IO[str]]]:
    """Yield what was done before a command broke off here, and where to note what is done; it goes at the end.

    Raises StoreError if another command is writing there.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path, head = directory / JOURNAL, f"kg {__version__}\n"
    try:  # a link would lead to a file that is no journal
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}", hint="delete it") from error
    with open(handle, "a+", encoding="utf-8") as notes:  # noqa: PTH123  (it is open already)
        try:
            fcntl.flock(notes, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"another kg is writing profiles in {directory}"
            raise StoreError(message, hint="wait until it is done") from error
        notes.seek(0)
        first, *lines = notes.readlines() or [""]
        is_ours = first == head
        if not is_ours:
            notes.truncate(0)
            notes.write(head)
        if is_ours:  # the run before was killed, perhaps while it wrote a profile
            for unfinished in directory.glob(".*.y*ml-????????"):
                unfinished.unlink(missing_ok=True)
        # A line that was cut short belongs to an item that is done again.
        yield frozenset(line.rstrip("\n") for line in lines if is_ours and line.endswith("\n")), notes
        path.unlink(missing_ok=True)


def digest(path: Path) -> str:
    """Return what changes when a file does; empty for a directory, and for what is no file."""
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
