"""Write a profile in the form of another tool, and list what that form cannot hold."""

from collections.abc import Callable, Mapping

from kg.interchange import csl_json, json_resume, ris
from kg.interchange.views import left_out, view_of
from kg.interchange.writers import bibtex
from kg.profile.model import Profile

Writer = Callable[[Profile], str]

FORMS: Mapping[str, Writer] = {
    "bibtex": bibtex.write,
    "csl-json": csl_json.write,
    "ris": ris.write,
    "json-resume": json_resume.write,
}
"""How a profile is written, by the name of the form."""


def convert(profile: Profile, form: str) -> tuple[str, list[str]]:
    """Return a profile in a form, and the keys of what is left out of it, with how often."""
    view = view_of(profile)
    return FORMS[form](view), left_out(view)
