"""Merge what was read into a profile, wherever that is."""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kg.base.errors import ReadError
from kg.base.strict_yaml import read_text
from kg.cli.files import write
from kg.cli.messages import say

if TYPE_CHECKING:
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

_NEAR = 3
"""How many directories up a document may lie to be named by its path."""


class ProfileFiles:
    """Where profiles are: files of a directory."""

    is_kept = True
    """Whether anything is written."""

    def read(self, path: Path) -> str | None:
        """Return the text of a profile, if it is there; raises ReadError if it cannot be read."""
        return read_text(path) if path.is_file() else None

    def write(self, path: Path, before: str | None, after: str) -> None:  # noqa: ARG002  (git says what changed)
        """Write the text of a profile, which was another before; raises ReleaseError if it cannot be written."""
        write(path, after)

    def write_claims(self, path: Path, revision: "Revision", draft: "Draft") -> None:
        """Write what the documents of a profile say beside it."""
        write_claims(path, revision, draft)


class UnwrittenFiles(ProfileFiles):
    """Profiles as they would be."""

    is_kept = False

    def __init__(self) -> None:
        self._texts: dict[Path, str] = {}

    def read(self, path: Path) -> str | None:
        """Return the text that a profile would have."""
        return self._texts.get(path) or super().read(path)

    def write(self, path: Path, before: str | None, after: str) -> None:  # noqa: ARG002
        """Keep the text in mind."""
        self._texts[path] = after

    def write_claims(self, path: Path, revision: "Revision", draft: "Draft") -> None:
        """Write nothing."""


def revised(
    draft: "Draft",
    output: Path,
    *,
    id: str = "",  # noqa: A002  (the key is called so)
    name: str = "",
    again: bool = False,
    is_group: bool = False,
    files: ProfileFiles | None = None,
) -> "Revision":
    """Merge a draft into the profile of a file, which is read last: reading the documents may have taken a while.

    With `again`, what was rejected or deleted is proposed again; `is_group` tells the list of a group, which is nobody
    in its works. Raises ReadError if the profile cannot be read, or is another person's.
    """
    from kg.profile.drafts.writing import revise

    previous = (files or ProfileFiles()).read(output) if str(output) != "-" else None
    return revise(draft, id=id, name=name, previous=previous, path=output, again=again, is_group=is_group)


def write_claims(output: Path, revision: "Revision", draft: "Draft") -> None:
    """Write what the documents say beside the profile; the file goes where none of them says anything any more."""
    from kg.profile.drafts.claims import Claims, beside

    path, before = beside(output), Claims()
    try:
        before = Claims.read(path) if path.is_file() else before
    except ReadError as error:
        say(error.problems)
    read = {source.path for source in draft.sources}
    now = before.merged(revision.claims, read, revision.documents)
    if now == before:
        return
    if now.claims:
        write(path, now.text())
    else:
        path.unlink()


def seen_from(draft: "Draft", directory: Path) -> "Draft":
    """Return a draft whose documents are named relative to the profile, wherever the command was started."""
    short: dict[str, str] = {}
    for source in draft.sources:
        path = source.path if "://" in source.path else Path(os.path.relpath(source.path, directory)).as_posix()
        short[source.path] = path if path.count("../") <= _NEAR else Path(source.path).name
    times = Counter(short.values())
    names = {path: name if times[name] == 1 else Path(path).as_posix() for path, name in short.items()}
    facts = (
        replace(fact, quote=replace(fact.quote, source=names.get(fact.quote.source, fact.quote.source)))
        for fact in draft.facts
    )
    sources = (replace(source, path=names[source.path]) for source in draft.sources)
    characters = {names.get(path, path): counts for path, counts in draft.characters.items()}
    return replace(draft, facts=tuple(facts), sources=tuple(sources), characters=characters)
