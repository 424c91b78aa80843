"""Read a file in a process of its own, whose memory and time are bounded: for readers that a bad file brings down.

What runs there is a function without arguments that calls `answer`. The file comes in on stdin, and each part of what
it says goes out as a line of JSON.
"""

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from kg.base import limits
from kg.base.errors import Problem, ReadError

_KILLED = (-signal.SIGXCPU, -signal.SIGKILL)


def read_apart(main: Callable[[], None], content: bytes, path: Path, *, memory: int, hint: str) -> Iterator[Any]:
    """Yield the parts that a reader makes of a file, as plain data.

    Args:
        main: What runs in the process, by its name in its module.
        content: The bytes of the file.
        path: The file, for messages.
        memory: Bytes that the process may take beyond what it holds when it begins.
        hint: What to do about a file that takes more than is allowed.

    Raises:
        ReadError: If the reader refuses the file, or needs too much memory or time.
    """
    command = [sys.executable, "-P", "-c", f"from {main.__module__} import {main.__name__} as main; main()"]
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    for line in done.stdout.splitlines():
        part = json.loads(line)
        if isinstance(part, dict) and "message" in part:
            raise ReadError(Problem(part["message"], path, hint=part["hint"]))
        yield part
    if done.returncode:
        seconds = f"{limits.seconds_for(len(content))} seconds"
        bound = seconds if done.returncode in _KILLED else f"{memory >> 20} MB of memory"
        raise ReadError(Problem(f"cannot be read within {bound}", path, hint=hint))


def answer(read: Callable[[bytes], Iterable[Any]], memory: int) -> None:
    """Write what a reader makes of the file on stdin to stdout, within bounds; a file that it refuses is a line too.

    Args:
        read: Yields parts that JSON can hold; raises ReadError.
        memory: Bytes that it may take.
    """
    content = sys.stdin.buffer.read()
    _bound(len(content), memory)
    try:
        for part in read(content):
            sys.stdout.write(json.dumps(part) + "\n")
    except ReadError as error:
        problem = error.problems[0]
        sys.stdout.write(json.dumps({"message": problem.message, "hint": problem.hint}) + "\n")


def _bound(size: int, memory: int) -> None:
    """Cap memory and time of this process, which reads a file of some bytes, where the system allows it."""
    cap, seconds = (limits.held() or 1 << 30) + memory, limits.seconds_for(size)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (cap, cap))
