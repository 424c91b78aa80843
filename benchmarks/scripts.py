"""What the scripts share: places, arguments, time, the machine, projects to build, tables in Markdown."""

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from synthetic import write_project

HOME = Path(__file__).resolve().parent.parent
SAMPLE = HOME / "data"
PYTHON = sys.executable
BIN = Path(PYTHON).parent
KG = BIN / "kg"
CORES = os.cpu_count() or 1

T = TypeVar("T")


def arguments(docstring: str | None) -> argparse.ArgumentParser:
    """Return a parser of arguments, with the docstring of a script as its help."""
    return argparse.ArgumentParser(description=docstring, formatter_class=argparse.RawDescriptionHelpFormatter)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds on the wall that some work takes, and its result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def table(heads: Sequence[str], rows: Iterable[Iterable[object]], *, left: int = 1) -> Iterator[str]:
    """Yield the lines of a table; all but the first `left` columns are aligned to the right."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * left}{'--:|' * (len(heads) - left)}"
    yield from (f"| {' | '.join(map(str, row))} |" for row in rows)


def machine() -> str:
    """Describe the machine in a line."""
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{CORES} cores ({model[1] if model else '?'}), {memory} GB, {system}, Python {platform.python_version()}"


def built(size: int, work: Path) -> Path:
    """Build the sample, or a project of `size` invented profiles, below a directory, and return the releases."""
    project = work / "project" if size else SAMPLE
    if size:
        write_project(size, project, as_yaml=False)
    out = work / "build"
    subprocess.run([KG, "build", project, "--out", out, "--skip-validation"], check=True, capture_output=True)
    return out


def title(size: int) -> str:
    """Return the heading of what was measured on a project."""
    return f"### {f'{size:,} profiles' if size else 'The sample'}\n"
