"""Undo and redo changes of files, to the byte."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import ConfigError, Problem, ReadError
from kg.base.files import atomic_write


class FileChange(NamedTuple):
    """A change of a file.

    Attributes:
        path: The file.
        before: Its bytes before; None if there was no such file.
        after: Its bytes after.
    """

    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def reversed(self) -> "FileChange":
        """The change that takes this one back."""
        return FileChange(self.path, self.after, self.before)


class UndoStep(NamedTuple):
    """What is undone at once.

    Attributes:
        label: What for.
        files: The files that were changed.
    """

    label: str
    files: Sequence[FileChange]


class UndoHistory:
    """The changes of files that one session made.

    Args:
        done: What was done before the session and can be undone in it.

    Attributes:
        done: Those that can be undone, the last one at the end.
        undone: Those that can be redone, the next one at the end.
    """

    def __init__(self, done: Iterable[UndoStep] = ()) -> None:
        self.done = list(done)
        self.undone: list[UndoStep] = []

    @contextmanager
    def change(self, paths: Sequence[Path], label: str) -> Iterator[None]:
        """Note how files are changed in the body; a new change makes those that were undone impossible to redo."""
        before = {path: read_bytes(path) for path in paths}
        try:
            yield
        finally:  # what was written before an error can be undone, too
            pairs = ((path, former, read_bytes(path)) for path, former in before.items())
            files = [FileChange(path, former, now) for path, former, now in pairs if former != now]
            if files:
                self.done.append(UndoStep(label, files))
                self.undone.clear()

    def undo(self) -> UndoStep | None:
        """Undo the last change and return it; None if there is none.

        Raises:
            ReadError: If somebody else changed a file since; then nothing is undone.
            ConfigError: If it cannot be written.
        """
        return _moved(self.done, self.undone, "undone")

    def redo(self) -> UndoStep | None:
        """Make the change again that was undone last, and return it; None if there is none.

        Raises:
            ReadError: If somebody else changed a file since; then nothing is redone.
            ConfigError: If it cannot be written.
        """
        return _moved(self.undone, self.done, "redone")


def _moved(steps: list[UndoStep], others: list[UndoStep], what: str) -> UndoStep | None:
    """Make or take back the last of some steps, put it to the others, and return it."""
    if not steps:
        return None
    step = steps[-1]
    _make([each.reversed for each in step.files] if what == "undone" else step.files, what)
    others.append(steps.pop())
    return step


def read_bytes(path: Path) -> bytes | None:
    """Return the bytes of a file; None if there is no such file.

    Raises:
        ReadError: If it cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check its permissions")) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically.

    Raises:
        ConfigError: If it cannot be written; then the former file stays.
    """
    try:
        with atomic_write(path) as out:
            out.write(content)
    except OSError as error:
        raise _unwritable(path, error) from error


def _make(changes: Sequence[FileChange], what: str) -> None:
    hint = "its present state is kept; correct it by hand"
    message = f"the file was changed by somebody else since: nothing was {what}"
    if problems := [Problem(message, each.path, hint=hint) for each in changes if read_bytes(each.path) != each.before]:
        raise ReadError(problems)
    for path, _, content in changes:
        if content is not None:
            write_bytes(path, content)
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ConfigError:
    message = f"cannot be written: {error.strerror or error}"
    return ConfigError(Problem(message, path, hint="check the permissions and the free space"))
