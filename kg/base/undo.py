"""Undo and redo changes of files, to the byte."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import ConfigError, Problem, ReadError
from kg.base.files import atomic_write


class FileChange(NamedTuple):
    """A change of a file.

    Attributes:
        path: The file.
        label: What it was changed for.
        before: Its bytes before; None if there was no such file.
        after: Its bytes after.
    """

    path: Path
    label: str
    before: bytes | None
    after: bytes | None


class UndoHistory:
    """The changes of files that one session made.

    Attributes:
        done: Those that can be undone, the last one at the end.
        undone: Those that can be redone, the next one at the end.
    """

    def __init__(self) -> None:
        self.done: list[FileChange] = []
        self.undone: list[FileChange] = []

    @contextmanager
    def change(self, path: Path, label: str) -> Iterator[None]:
        """Note how a file is changed in the body; a new change makes those that were undone impossible to redo."""
        before = _bytes(path)
        yield
        after = _bytes(path)
        if after != before:
            self.done.append(FileChange(path, label, before, after))
            self.undone.clear()

    def undo(self) -> FileChange | None:
        """Undo the last change and return it; None if there is none.

        Raises:
            ReadError: If somebody else changed the file since.
            ConfigError: If it cannot be written.
        """
        if not self.done:
            return None
        change = self.done[-1]
        _replace(change.path, change.after, change.before, "undone")
        self.undone.append(self.done.pop())
        return change

    def redo(self) -> FileChange | None:
        """Make the change again that was undone last, and return it; None if there is none.

        Raises:
            ReadError: If somebody else changed the file since.
            ConfigError: If it cannot be written.
        """
        if not self.undone:
            return None
        change = self.undone[-1]
        _replace(change.path, change.before, change.after, "redone")
        self.done.append(self.undone.pop())
        return change


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


def _replace(path: Path, expected: bytes | None, content: bytes | None, what: str) -> None:
    if _bytes(path) != expected:
        hint = "its present state is kept; correct it by hand"
        raise ReadError(Problem(f"the file was changed by somebody else since: nothing was {what}", path, hint=hint))
    if content is not None:
        write_bytes(path, content)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check its permissions")) from error


def _unwritable(path: Path, error: OSError) -> ConfigError:
    message = f"cannot be written: {error.strerror or error}"
    return ConfigError(Problem(message, path, hint="check the permissions and the free space"))
