"""Profiles of several people at once: each read and written by itself, what fails reported, what broke off taken up."""

import fcntl
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

import typer

from kg.base.errors import KgError, NotFound, Problem, ReadError, StoreError, counted
from kg.base.version import __version__
from kg.cli.group_lists import TakenList, is_of_project, registered, take_list
from kg.cli.merging import ProfileFiles, revised, seen_from
from kg.cli.messages import say, tell
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
    is_of_group: bool = False  # Whether it lists the works of a group

    @property
    def key(self) -> str:
        """What stands for it in the journal."""
        return json.dumps([self.name, self.digest])


@dataclass(frozen=True)
class WrittenProfile:
    """What an item made of a profile."""

    item: Item
    path: Path
    state: str  # new, changed or unchanged
    draft: "Draft"
    revision: "Revision"


@dataclass
class Outcome:
    """What became of the items."""

    noun: tuple[str, str] = ("file", "files")  # What one item and several are called
    lines: list[str] = field(default_factory=list)  # What is said of each profile
    asked: "list[tuple[Item, OpenOwner]]" = field(default_factory=list)  # Whose it is open to say whose they are
    questions: list[str] = field(default_factory=list)  # The same in words, each with the commands that decide
    taken: list[tuple[Item, TakenList]] = field(default_factory=list)  # Lists of the works of several people
    failed: list[tuple[Item, Problem]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # Why items were not read
    states: Counter[str] = field(default_factory=Counter)  # How many items joined a profile, are new, are asked about
    changed: int = 0  # How many profiles are not as they were

    def fail(self, item: Item, error: KgError) -> None:
        """Note why an item was not read."""
        self.failed.extend((item, each) for each in error.problems)
        self.problems.extend(error.problems)
        self.states["not read"] += 1

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


class Revise(Protocol):
    """Merges a draft into the profile of a file, if that is there."""

    def __call__(self, draft: "Draft", output: Path, *, id: str, name: str) -> "Revision":  # noqa: A002
        """The profile then; its id and the name of its person are empty where nobody states them."""


def write_each(
    items: Sequence[Item],
    directory: Path,
    phase: str,
    told: Callable[[WrittenProfile], Iterable[str]],
    *,
    revise: Revise = revised,
    files: ProfileFiles | None = None,
    noun: tuple[str, str] = ("file", "files"),
    is_new: bool = False,
    group: str = "",
) -> Outcome:
    """Write a profile for each item into a directory, made if need be; what cannot be read keeps nothing else back.

    Args:
        items: What is read.
        directory: Where the profiles are.
        phase: What is done, for the progress bar.
        told: Returns lines about a profile.
        revise: Merges what was read into a profile.
        files: How profiles are read and written; by default as files.
        noun: What one item and several are called.
        is_new: Whether a person whom no id tells gets a profile, whoever else has the name.
        group: Whose profiles all are. If given, what names nobody makes no profile, and a list of works is the group's
            where it is not known where the people work.

    Raises:
        ReadError: If a profile that is there cannot be read.
        StoreError: If another command is writing there.
    """
    from kg.profile.drafts.directory import GroupList, OpenOwner, ProfileDirectory

    outcome, files = Outcome(noun), files or ProfileFiles()
    with journal(directory, is_kept=files.is_kept) as (done, notes), shown_progress() as progress:
        profiles = ProfileDirectory(directory)
        for item in progress.track(phase, items, len(items)):
            if item.key in done:
                outcome.states["done before the last run broke off"] += 1
                continue
            try:
                written = _write(item, profiles, revise, files, is_new=is_new, is_strict=bool(group))
                outcome.states[NEW if written.state == NEW else JOINED] += 1
                outcome.changed += written.state != "unchanged"
                outcome.lines.extend(told(written))
            except GroupList as error:
                _take_list(item, error, directory, outcome, group, is_kept=files.is_kept)
            except OpenOwner as error:
                _ask(item, error, directory, outcome)
            except (ReadError, NotFound, StoreError) as error:
                outcome.fail(item, error)
            else:
                notes.write(f"{item.key}\n")
                notes.flush()
    return outcome


def _take_list(item: Item, error: "GroupList", directory: Path, outcome: Outcome, group: str, *, is_kept: bool) -> None:
    """Make a list of the works of several people a catalogue of where they work; ask where that is not known."""
    from kg.profile.config import read_project
    from kg.profile.drafts.catalogues import known

    project = read_project(directory.parent) if is_of_project(directory) else None
    before = registered(item.path, project) if project else ""
    if project and (
        organization := before or error.organization or group or known(project, project.config.publisher.name)
    ):
        try:
            taken = take_list(item.path, item.read, project, organization, is_kept=is_kept)
        except (ReadError, NotFound) as problem:
            outcome.fail(item, problem)
            return
        outcome.taken.append((item, taken))
        outcome.lines += [f"{taken}: {error}", f"  one person's: {item.command} -o {directory}/ID.yaml"]
        outcome.states["taken as a list of works"] += 1
    else:
        _ask(item, error, directory, outcome)


def _ask(item: Item, error: "OpenOwner", directory: Path, outcome: Outcome) -> None:
    outcome.asked.append((item, error))
    outcome.questions.append(_question(item, error, directory))
    outcome.states[ASKED] += 1


def _question(item: Item, error: "OpenOwner", directory: Path) -> str:
    """Return the question whose an item is, with the commands that decide."""
    from kg.profile.drafts.directory import GroupList, OpenList

    lines = [f"asked: {item.name}: {error}; nothing was written"]
    if isinstance(error, GroupList):
        lines += [f"  theirs: {item.command} --of ORGANIZATION"]
        lines += [f"  one person's: {item.command} -o {directory}/ID.yaml"]
    elif item.command:
        lines += [f"  theirs: {item.command} -o {each.path}" for each in error.candidates[:3]]
        lines += [f"  a group's: {item.command} --of ORGANIZATION"] * isinstance(error, OpenList)
        lines.append(f"  another person's: {item.command} -o {directory} --new")
    else:
        lines.append(f"  theirs: write '{error.candidates[0].id}' into a column 'id'; another person's: add --new")
    return "\n".join(lines)


def _write(
    item: Item, profiles: "ProfileDirectory", revise: Revise, files: ProfileFiles, *, is_new: bool, is_strict: bool
) -> WrittenProfile:
    from kg.profile.drafts.directory import GroupList

    draft = seen_from(item.read(), profiles.path)
    if not draft.facts:
        raise NotFound(f"nothing was found in {item.name}", hint=item.hint)
    if item.is_of_group:
        raise GroupList("it lists the works of a group", list(profiles))
    path = item.output or _profile_of(item, draft, profiles, is_new=is_new)
    if is_strict and not (path or item.person or item.id):
        profiles.see_that_it_names_somebody(draft)
    revision = revise(draft, path or profiles.path / "new.yaml", id=item.id, name=item.person)
    if path is None:
        id_ = item.id or profiles.free_id(revision.id)
        path = profiles.free(item.stem, id_)
        revision = revision if id_ == revision.id else revise(draft, path, id=id_, name=item.person)
    previous = files.read(path)
    state = NEW if previous is None else "unchanged" if revision.text == previous else "changed"
    if state != "unchanged":
        files.write(path, previous, revision.text)
    files.write_claims(path, revision, draft)
    profiles.put(path, revision.text)
    return WrittenProfile(item, path, state, draft, revision)


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
    say(each for _, taken in outcome.taken for each in taken.warnings)
    tell(*outcome.lines, *outcome.questions, *(summary or [outcome.summary]))
    if outcome.problems:
        raise ReadError(outcome.problems)
    if outcome.questions:
        raise typer.Exit(1)


@contextmanager
def journal(directory: Path, *, is_kept: bool = True) -> Iterator[tuple[Collection[str], IO[str]]]:
    """Yield what was done before a command broke off here, and where to note what is done; it goes at the end.

    Where nothing is kept, nothing is noted. Raises StoreError if another command is writing there.
    """
    if not is_kept:
        yield (), StringIO()
        return
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
