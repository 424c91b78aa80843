"""Profiles written in the forms of other tools, each with a list of what that form cannot hold.

One module a form; a form is a function from a profile to its text and what is left out of it.
"""

from collections.abc import Callable, Mapping

from kg.interchange.writers import bibtex, csl_json, json_resume
from kg.profile import Profile

__all__ = ["FORMS", "Writer"]

Writer = Callable[[Profile], tuple[str, list[str]]]

FORMS: Mapping[str, Writer] = {
    "bibtex": bibtex.write,
    "csl-json": csl_json.write,
    "json-resume": json_resume.write,
}
"""How a profile is written, by the name of the form."""
