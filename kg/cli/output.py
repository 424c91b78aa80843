"""Where data go: stdout, or a file that appears only when it is complete."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import typer

from kg.errors import ReleaseError
from kg.replacing import replacing

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def check_is_yaml(output: Path) -> None:
    """Refuse a file that nobody would read as a profile; a device takes everything.

    Raises:
        typer.BadParameter: With the name to use.
    """
    is_file = str(output) != "-" and (output.is_file() or not output.exists())
    if is_file and output.suffix.lower() not in (".yaml", ".yml"):
        message = f"a profile is written as YAML: call it {output.with_suffix('.yaml')}"
        raise typer.BadParameter(message, param_hint="'--output'")


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing, or stdout for '-'; a file that fails half-way does not replace an old one.

    Raises:
        ReleaseError: If the file, or what stdout is sent to, cannot be written.
    """
    if str(path) == "-":
        with readers_may_leave():
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is written as it is
            with path.open("wb") as out:
                yield out
            return
        with replacing(path) as out:
            yield out
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise ReleaseError(
            message, hint="check that the directory exists, its permissions and the free space"
        ) from error


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """End quietly when nobody reads stdout any more: `kg export | head` has what it wants.

    Raises:
        ReleaseError: If there is no space where stdout goes.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.EPIPE, *_FULL):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still to be flushed
        if error.errno in _FULL:
            message = f"stdout cannot be written: {error.strerror or error}"
            raise ReleaseError(message, hint="check the free space where it goes") from error
        sys.exit(0)
