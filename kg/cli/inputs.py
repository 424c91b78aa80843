"""Files that a command is given: what is not there, or no file, is said before anything is done."""

import re
import stat
from collections.abc import Iterable
from pathlib import Path

STDIN = Path("/dev/stdin")

_ADDRESS = re.compile(r"(?:https?|ftp):/", re.IGNORECASE)


def given(paths: Iterable[Path], *, hint: str = "check the path") -> list[Path]:
    """Return the paths of files and directories that exist; '-' is stdin.

    Raises:
        ConfigError: With all that do not exist, are a web address, or would wait for somebody to write them.
    """
    from kg.base.errors import ConfigError, Problem

    found: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append(_given(path, hint))
        except ConfigError as error:
            problems.extend(error.problems)
    if problems:
        raise ConfigError(problems)
    return found


def _given(path: Path, hint: str) -> Path:
    from kg.base.errors import ConfigError

    if str(path) in ("-", str(STDIN)):
        return STDIN
    if _ADDRESS.match(str(path)):
        raise ConfigError(f"{path} is a web address, not a file", hint="download it first; the network is not used")
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}", hint=hint) from error
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ConfigError(f"{path} is no regular file", hint="copy what it holds to a file, or give '-' for stdin")
    return path
