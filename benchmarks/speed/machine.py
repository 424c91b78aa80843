"""Say on what was measured: the machine, and the versions of what was compared."""

import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGES = ("profile-kg", "pyoxigraph", "rdflib", "pyshacl")


def machine() -> str:
    """Describe the machine in a line."""
    model = next((line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if "model name" in line), "")
    memory = next((int(line.split()[1]) // 2**20 for line in _lines("/proc/meminfo") if "MemTotal" in line), 0)
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{os.cpu_count()} cores ({model}), {memory} GB, {system}, Python {platform.python_version()}"


def versions() -> Iterator[str]:
    """Yield the names and versions of our own packages that are compared."""
    for package in _PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []
