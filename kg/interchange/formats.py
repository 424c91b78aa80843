"""What registries and tools export, read as drafts of profiles; and profiles written in their forms.

One module a format, with its table and the signs by which it is recognised.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.interchange import (
    arxiv,
    bibtex,
    citation_cff,
    crossref,
    csl_json,
    datacite,
    dblp,
    endnote,
    json_resume,
    openalex,
    orcid,
    rendercv,
    ris,
)
from kg.interchange.foreign import ForeignFormat
from kg.interchange.views import left_out, view_of
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile

_MODULES = (
    *(endnote, dblp, arxiv, orcid, openalex, crossref, datacite, json_resume, csl_json, citation_cff),
    *(rendercv, ris, bibtex),
)

FORMATS: Mapping[str, ForeignFormat] = {module.FORMAT.name: module.FORMAT for module in _MODULES}
"""The formats by name; a file is of the first whose sign it has."""

WRITERS: Mapping[str, Callable[[Profile], str]] = {name: each.write for name, each in FORMATS.items() if each.write}
"""How a profile is written, by the name of the format."""

_HEAD = 200_000


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
        problems = [
            Problem(each.message, each.path, each.line, each.column, each.field, hint) for each in error.problems
        ]
        raise ReadError(problems) from error


def detect(path: Path) -> str | None:
    """Return the format that a file seems to have, by what stands in it; None where nothing tells."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return None
    return next((name for name, each in FORMATS.items() if each.sign.search(head)), None)


def convert(profile: Profile, form: str) -> tuple[str, list[str]]:
    """Return a profile in a form, and the keys of what is left out of it, with how often."""
    view = view_of(profile)
    return WRITERS[form](view), left_out(view)
