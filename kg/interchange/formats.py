"""What registries and tools export, read as drafts of profiles; and profiles written in their forms."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import cast

from kg.base.errors import ReadError
from kg.base.limits import limited
from kg.interchange.foreign import ForeignFormat
from kg.interchange.forms import FORMS
from kg.interchange.views import left_out, view_of
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile

_HEAD = 200_000


class _Formats(Mapping[str, ForeignFormat]):
    """The formats in the folder `forms`, each imported when it is asked for."""

    def __getitem__(self, name: str) -> ForeignFormat:
        if name not in FORMS:
            raise KeyError(name)
        return cast(ForeignFormat, import_module(f"kg.interchange.forms.{name.replace('-', '_')}").FORMAT)

    def __iter__(self) -> Iterator[str]:
        return iter(FORMS)

    def __len__(self) -> int:
        return len(FORMS)


FORMATS: Mapping[str, ForeignFormat] = _Formats()
"""The formats by name."""


def read(form: str, path: Path) -> Draft:
    """Return what a file says, as a draft.

    Raises:
        ReadError: If it cannot be read as that format, or not within the limits of time and memory; the hint names the
            format that it seems to have.
    """
    try:
        with limited(path):
            return FORMATS[form].read(path)
    except ReadError as error:
        meant = detect(path)
        if meant is None or meant == form:
            raise
        hint = f"it looks like {meant}; try: kg import {meant} {path}"
        raise ReadError([replace(problem, hint=hint) for problem in error.problems]) from error


def detect(path: Path) -> str | None:
    """Return the format that a file seems to have: that whose sign stands first in it; None where none does.

    A format may count before another one, whose sign its files have too.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return None
    found = {name: match.start() for name, each in FORMATS.items() if (match := each.sign.search(head))}
    general = {name for each in found for name in FORMATS[each].before}
    return min(found.keys() - general, key=lambda name: (found[name], name), default=None)


def convert(profile: Profile, form: str) -> tuple[str, list[str]]:
    """Return a profile in one of the forms that are `WRITTEN`, and the keys of what is left out of it, with how often.

    Raises:
        ValueError: If the form is only read.
    """
    write = FORMATS[form].write
    if write is None:
        message = f"profiles are not written as {form}"
        raise ValueError(message)
    view = view_of(profile)
    return write(view), left_out(view)
