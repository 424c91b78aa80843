"""Where data go: stdout, or a file that appears only when it is complete."""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

import typer

from kg.base.errors import ConfigError, Problem, ReleaseError
from kg.base.files import atomic_write

Form = TypeVar("Form", bound=str)

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def check_is_yaml(output: Path) -> None:
    """Refuse a directory, and a file that nobody would read as a profile; a device takes everything.

    Raises typer.BadParameter with the name to use.
    """
    if output.is_dir():
        message = f"one profile is written: call it {output / 'NAME.yaml'}, and give each person a command of their own"
        raise typer.BadParameter(message, param_hint="'--output'")
    is_file = str(output) != "-" and (output.is_file() or not output.exists())
    if is_file and output.suffix.lower() not in (".yaml", ".yml"):
        message = f"a profile is written as YAML: call it {output.with_suffix('.yaml')}"
        raise typer.BadParameter(message, param_hint="'--output'")


def form_of(
    output: Path, asked: Form | None, suffixes: Mapping[Form, Sequence[str]], default: Form, *, what: str = "this"
) -> Form:
    """Return the form in which to write: the one that is asked for or that the suffix names, else the default.

    Stdout, devices, pipes and files without a suffix take every form; `what` is written, for the message of
    typer.BadParameter, where the suffix names no form that can be written, or another one than is asked for.
    """
    suffix = output.suffix.lower()
    if str(output) == "-" or not suffix or (output.exists() and not output.is_file()):
        return asked or default
    named = [form for form, several in suffixes.items() if suffix in several]
    if asked is not None and asked in named:
        return asked
    if asked is None and named:
        return named[0]
    if asked and named:
        message = f"{output}: '{suffix}' does not stand for {asked}; choose {_either(suffixes[asked])}"
    else:
        known = dict.fromkeys(each for several in suffixes.values() for each in several)
        message = f"{output}: {what} cannot be written as '{suffix}'; choose {_either([*known])}"
    raise typer.BadParameter(message, param_hint="'--output'")


def _either(words: Sequence[str]) -> str:
    """Return words of which one is to be chosen: `.csv, .tsv or .json`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing, or stdout for '-'; a file that fails half-way does not replace an old one.

    Raises ReleaseError if the file, or what stdout is sent to, cannot be written.
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
        with atomic_write(path) as out:
            yield out
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise ReleaseError(
            message, hint="check that the directory exists, its permissions and the free space"
        ) from error


def write(path: Path, content: str | bytes) -> None:
    """Write a whole file as `opened` does, or stdout for '-'."""
    with opened(path) as out:
        out.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """End quietly when nobody reads stdout any more: `kg export | head` has what it wants.

    Raises ReleaseError if there is no space where stdout goes.
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


STDIN = Path("/dev/stdin")

_ADDRESS = re.compile(r"(?:https?|ftp):/", re.IGNORECASE)


def given(paths: Iterable[Path]) -> list[Path]:
    """Return the paths of files and directories that exist; '-' is stdin.

    Raises ConfigError with all that do not exist, are a web address, or would wait for somebody to write them.
    """
    found: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append(_given(path))
        except ConfigError as error:
            problems.extend(error.problems)
    if problems:
        raise ConfigError(problems)
    return found


def _given(path: Path) -> Path:
    if str(path) in ("-", str(STDIN)):
        return STDIN
    if _ADDRESS.match(str(path)):
        raise ConfigError(f"{path} is a web address, not a file", hint="download it first; the network is not used")
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}", hint="check the path") from error
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ConfigError(f"{path} is no regular file", hint="copy what it holds to a file, or give '-' for stdin")
    return path
