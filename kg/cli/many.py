"""Profiles of several people at once: each read and written by itself, what fails reported, what broke off taken up."""

import fcntl
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kg.base.errors import NotFound, Problem, ReadError, StoreError, counted
from kg.base.version import __version__
from kg.cli.files import opened

if TYPE_CHECKING:
    from kg.profile.drafts.directory import ProfileDirectory
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

JOURNAL = ".kg-unfinished.jsonl"
"""What a command that is going on has done; when it is through, the file goes."""

_NEAR = 3
"""How many directories up a document may lie to be named by its path."""


@dataclass(frozen=True)
class Item:
    """What becomes a profile, or joins the one that its person has.

    Attributes:
        name: What it is called: a file, an id, a row.
        read: Returns what it says; raises ReadError, NotFound or StoreError.
        stem: What a new profile is called; by default by its id.
        output: The profile, where it is known.
        id: The id of the profile, if it is known.
        person: The name of the person, if it is known.
        digest: What changes when it says something else.
        hint: What to do if nothing is found in it.
    """

    name: str
    read: Callable[[], "Draft"]
    stem: str = ""
    output: Path | None = None
    id: str = ""
    person: str = ""
    digest: str = ""
    hint: str = "check that it is the right file"

    @property
    def key(self) -> str:
        """What stands for it in the journal."""
        return json.dumps([self.name, self.digest])


@dataclass
class Outcome:
    """What became of the items."""

    lines: list[str] = field(default_factory=list)  # What is said of each profile
    problems: list[Problem] = field(default_factory=list)  # Why items were not read
    states: Counter[str] = field(default_factory=Counter)  # How many profiles are new, changed, unchanged
    failed: int = 0  # How many items were not read
    done_before: int = 0  # How many were done when the command broke off before

    @property
    def summary(self) -> str:
        """How many profiles there are in which state, in words."""
        parts = [
            f"{count:,} {state}" for state, count in sorted(self.states.items(), key=lambda each: each[0] != "new")
        ]
        before = [f"{self.done_before:,} done before the last run broke off"] * bool(self.done_before)
        failed = [f"{self.failed:,} not read"] * bool(self.failed)
        total = counted(self.states.total() + self.done_before, "profile")
        return f"{total}: {', '.join([*parts, *before, *failed]) or 'nothing done'}"


def is_directory(output: Path) -> bool:
    """Whether an output is a directory for profiles: one that is there, or a name without a suffix."""
    return str(output) != "-" and (output.is_dir() or not (output.suffix or output.exists()))


Revise = Callable[["Draft", Path, str], "Revision"]
"""Merges a draft into the profile of a file, if that is there; the text is the id of the profile, or empty."""


class ProfileFiles:
    """Where profiles are: files of a directory."""

    def read(self, path: Path) -> str | None:
        """Return the text of a profile, if it is there.

        Raises:
            ReadError: If it cannot be read.
        """
        from kg.base.strict_yaml import read_text

        return read_text(path) if path.is_file() else None

    def write(self, path: Path, before: str | None, after: str) -> None:  # noqa: ARG002  (git says what changed)
        """Write the text of a profile, which was another before.

        Raises:
            ReleaseError: If it cannot be written.
        """
        with opened(path) as out:
            out.write(after.encode())


def write_each(
    items: Sequence[Item],
    directory: Path,
    phase: str,
    revise: Revise,
    told: Callable[["Revision", "Draft", Path, str], Iterable[str]],
    files: ProfileFiles | None = None,
) -> Outcome:
    """Write a profile for each item into a directory; what cannot be read keeps nothing else back.

    Args:
        items: What is read.
        directory: Where the profiles are; it is made if it is not there.
        phase: What is done, for the progress bar.
        revise: Merges what was read into a profile.
        told: Returns lines about a profile, of which it gets the file and whether it is new, changed or unchanged.
        files: How profiles are read and written; by default as files.

    Raises:
        ReadError: If a profile that is there cannot be read.
        StoreError: If another command is writing there.
    """
    from kg.cli.progress import shown_progress
    from kg.profile.drafts.directory import ProfileDirectory

    outcome = Outcome()
    with journal(directory) as (done, notes), shown_progress() as progress:
        profiles, files = ProfileDirectory(directory), files or ProfileFiles()
        for item in progress.track(phase, items, len(items)):
            if item.key in done:
                outcome.done_before += 1
                continue
            try:
                outcome.lines.extend(_write(item, profiles, revise, told, outcome.states, files))
            except (ReadError, NotFound, StoreError) as error:
                outcome.problems.extend(error.problems)
                outcome.failed += 1
            else:
                notes.write(f"{item.key}\n")
                notes.flush()
    return outcome


def _write(
    item: Item,
    profiles: "ProfileDirectory",
    revise: Revise,
    told: Callable[["Revision", "Draft", Path, str], Iterable[str]],
    states: Counter[str],
    files: ProfileFiles,
) -> Iterable[str]:
    draft = item.read()
    if not draft.facts:
        raise NotFound(f"nothing was found in {item.name}", hint=item.hint)
    path = item.output or profiles.of(draft, id=item.id, name=item.person) or profiles.called(item.stem, draft)
    revision = revise(draft, path or profiles.path / "new.yaml", item.id)
    if path is None:
        id_ = item.id or profiles.free_id(revision.id)
        path = profiles.free(item.stem, id_)
        revision = revision if id_ == revision.id else revise(draft, path, id_)
    previous = files.read(path)
    state = "new" if previous is None else "unchanged" if revision.text == previous else "changed"
    if state != "unchanged":
        files.write(path, previous, revision.text)
    profiles.put(path, revision.text)
    states[state] += 1
    return told(revision, draft, path, state)


@contextmanager
def journal(directory: Path) -> Iterator[tuple[frozenset[str], IO[str]]]:
    """Yield what was done before a command broke off here, and where to note what is done; it goes at the end.

    Raises:
        StoreError: If another command is writing there.
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


def revised(
    draft: "Draft",
    output: Path,
    *,
    id: str = "",  # noqa: A002  (the key is called so)
    name: str = "",
    again: bool = False,
    files: ProfileFiles | None = None,
) -> "Revision":
    """Merge a draft into the profile of a file, which is read last: reading the documents may have taken a while.

    Args:
        draft: What was read.
        output: The file, if it is there; else the profile is new.
        id: The id of the profile, if it is known.
        name: The name of the person, if somebody states it.
        again: Whether what was rejected or deleted is proposed again.
        files: How profiles are read; by default as files.

    Raises:
        ReadError: If the profile cannot be read, or is another person's.
    """
    from kg.profile.drafts.writing import revise

    previous = (files or ProfileFiles()).read(output) if str(output) != "-" else None
    return revise(draft, id=id, name=name, previous=previous, path=output, again=again)


def digest(path: Path) -> str:
    """Return what changes when a file does; empty for a directory, and for what is no file."""
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def seen_from(draft: "Draft", directory: Path) -> "Draft":
    """Return a draft whose documents are named relative to the profile, wherever the command was started."""
    short: dict[str, str] = {}
    for source in draft.sources:
        path = source.path if "://" in source.path else Path(os.path.relpath(source.path, directory)).as_posix()
        short[source.path] = path if path.count("../") <= _NEAR else Path(source.path).name
    times = Counter(short.values())
    names = {path: name if times[name] == 1 else Path(path).as_posix() for path, name in short.items()}
    facts = (
        replace(fact, quote=replace(fact.quote, source=names.get(fact.quote.source, fact.quote.source)))
        for fact in draft.facts
    )
    sources = (replace(source, path=names[source.path]) for source in draft.sources)
    return replace(draft, facts=tuple(facts), sources=tuple(sources))
