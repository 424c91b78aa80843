"""What registries and tools export, read as drafts of profiles; and profiles written in their forms.

One module a format; a format is a function from a file to a draft.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.interchange import (
    bibtex,
    citation_cff,
    codemeta,
    crossref,
    csl_json,
    dblp,
    endnote,
    json_resume,
    openalex,
    orcid,
    rendercv,
    ris,
)
from kg.profile.drafts.model import Draft

Reader = Callable[[Path], Draft]

FORMATS: Mapping[str, Reader] = {
    "orcid": orcid.read,
    "bibtex": bibtex.read,
    "ris": ris.read,
    "endnote": endnote.read,
    "csl-json": csl_json.read,
    "crossref": crossref.read,
    "json-resume": json_resume.read,
    "openalex": openalex.read,
    "dblp": dblp.read,
    "rendercv": rendercv.read,
    "cff": citation_cff.read,
    "codemeta": codemeta.read,
}
"""How a file is read, by the name of its format."""

_HEAD = 200_000
_SIGNS = (
    ("endnote", re.compile(r"<ref-type\b|<records>\s{0,100}<record>")),
    ("dblp", re.compile(r"<dblpperson|https://dblp\.org/rdf/schema#")),
    (
        "orcid",
        re.compile(
            r'"(?:orcid-identifier|activities-summary|(?:work|employment|education|funding|peer-review|distinction|'
            r'membership|service|qualification|invited-position|research-resource)-summary)"|www\.orcid\.org/ns/'
        ),
    ),
    ("openalex", re.compile(r'"id"\s{0,10}:\s{0,10}"https://openalex\.org/[AW]\d')),
    ("codemeta", re.compile(r'"@context"[^{}]{0,300}codemeta', re.IGNORECASE)),
    ("crossref", re.compile(r'"message-type"')),
    ("json-resume", re.compile(r'"basics"\s{0,10}:')),
    ("csl-json", re.compile(r'"(?:issued|container-title|DOI)"\s{0,10}:')),
    ("cff", re.compile(r"^cff-version\s{0,10}:", re.MULTILINE)),
    ("rendercv", re.compile(r"^cv\s{0,10}:", re.MULTILINE)),
    ("ris", re.compile(r"^\ufeff?TY {0,2}- ", re.MULTILINE)),
    ("bibtex", re.compile(r"^\s{0,20}@[A-Za-z]{1,30}\s{0,10}[{(]", re.MULTILINE)),
)
"""What gives a format away; the first that is found."""


def read(form: str, path: Path) -> Draft:
    """Return what a file says, as a draft.

    Raises:
        ReadError: If it cannot be read as that format, or not within the limits of time and memory; the hint names the
            format that it seems to have.
    """
    try:
        with limited(path):
            return FORMATS[form](path)
    except ReadError as error:
        meant = detect(path)
        if meant is None or FORMATS[meant] == FORMATS[form]:
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
    return next((form for form, sign in _SIGNS if sign.search(head)), None)
