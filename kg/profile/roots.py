"""Where a project is: the nearest folder with a `kg.yaml`. What is in it, `config` reads."""

from collections.abc import Iterator
from pathlib import Path

from kg.base.errors import ConfigError
from kg.base.files import refuse_links_out

CONFIG = "kg.yaml"
PROJECT_FILES = frozenset((
    CONFIG, "profiles", "catalogues", "organizations.yaml", "venues.yaml", "identity", "ontology", "shapes",
    "queries", "graph", "site", "authorities",
))  # fmt: skip
"""The files and directories of which a project consists."""


def project_root(path: Path | None) -> Path:
    """Return the directory of the project that is meant: the given one, else `.`, else `data`, else the nearest above.

    Raises:
        ConfigError: If it has no `kg.yaml`, or a link in it leads out of it.
    """
    candidates = [path] if path else [Path(), Path("data"), *folders_above()]
    for candidate in candidates:
        if (candidate / CONFIG).is_file():
            refuse_links_out(candidate, PROJECT_FILES)
            return candidate
    named = f"'{path}'" if path else "this directory, nor above it"
    raise ConfigError(f"there is no project in {named}: kg.yaml is missing", hint="make one: kg init DIR")


def folders_above() -> Iterator[Path]:
    """Yield the folders in which the working directory lies, the nearest one first: `..`, `../..`."""
    return (Path(*[".."] * number) for number in range(1, len(Path.cwd().parts)))
