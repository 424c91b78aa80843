"""Start a new project: a small one that builds as it is."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from kg.base.errors import ReleaseError
from kg.profile.schemas import SCHEMAS, json_schema

_FILES = Path(__file__).parent / "files"


def create(directory: Path) -> Iterator[Path]:
    """Write a new project, and yield its files.

    Raises:
        ReleaseError: If the directory holds something already, or cannot be written.
    """
    try:
        if directory.exists() and any(directory.iterdir()):
            raise ReleaseError(f"{directory} is not empty", hint="choose another directory; nothing was written")
        shutil.copytree(_FILES, directory, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        (directory / "schemas").mkdir()
        for kind in SCHEMAS:
            path = directory / "schemas" / f"{kind}.schema.json"
            path.write_text(json_schema(kind) + "\n", encoding="utf-8")
    except OSError as error:
        message = f"{directory} cannot be written: {error.strerror or error}"
        raise ReleaseError(message, hint="check the path and its permissions") from error
    yield from sorted(path for path in directory.rglob("*") if path.is_file())
