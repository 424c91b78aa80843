"""A directory that is no homepage: all documents in it, one after the other."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.extract.documents import reading
from kg.extract.sites.files import SiteFiles
from kg.profile.drafts.model import Draft, joined

MAX_DOCUMENTS = 200
_DATA = (".bib",)


def read(directory: Path, read_one: Callable[[Path], Draft]) -> Draft:
    """Return what the documents of a directory say; those that cannot be read do not keep the others back.

    Raises:
        ReadError: If no document in it can be read.
    """
    files = SiteFiles(directory)
    paths = files.below(".", (*reading.SUFFIXES, *_DATA))
    printed = {path.with_suffix("") for path in paths if path.suffix.lower() == ".pdf"}
    paths = [path for path in paths if path.suffix.lower() != ".tex" or path.with_suffix("") not in printed]
    if len(paths) > MAX_DOCUMENTS:
        message = f"holds {len(paths):,} documents; the first {MAX_DOCUMENTS:,} are read"
        files.warn(message, directory, hint="name the others as arguments of their own")
    drafts: list[Draft] = []
    problems: list[Problem] = []
    for path in paths[:MAX_DOCUMENTS]:
        try:
            drafts.append(read_one(path))
        except ReadError as error:
            problems.extend(error.problems)
    if not drafts:
        hint = f"give a directory with files of {', '.join(reading.SUFFIXES)}"
        raise ReadError(problems or Problem("holds no document that can be read", directory, hint=hint))
    whole = joined(drafts)
    return replace(whole, warnings=(*files.warnings, *problems, *whole.warnings))
