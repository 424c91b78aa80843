"""A small project before and after a year, and releases of both, for the tests of what changed."""

from pathlib import Path

from kg.building import build
from kg.profile.config import read_project
from kg.store.diff.history import History
from kg.store.release import Release
from tests.conftest import CONFIG

BEFORE = """\
id: ada-lovelace
name: Ada Lovelace
job_title: Analyst
contact: {email: ada@example.org, phone: "+44 20 7946 0958", public: [email, phone]}
skills: [Bernoulli numbers, Punched cards]
interests: [Analytical engines]
positions:
  - {organization: Analytical Engines Ltd, role: Analyst, start: 2019-01, end: present}
education:
  - {degree: Ph.D., field: Mathematics, institution: University of London, start: 2017, end: 2020, expected: true}
publications:
  - title: Sketch of the Analytical Engine
    authors: [Ada Lovelace, Luigi Menabrea]
    status: under-review
  - title: Notes on Flying
    authors: [Ada Lovelace]
    year: 2018
"""
AFTER = """\
id: ada-lovelace
name: Ada Lovelace
variants: [A. A. L.]
job_title: Chief Analyst
contact: {email: lovelace@example.net, public: [email]}
skills: [Bernoulli numbers, Poetical science]
interests: [Analytical engines, Computable music]
positions:
  - {organization: Royal Society, role: Fellow, start: 2022, end: present}
  - {organization: Analytical Engines Ltd, role: Analyst, start: 2019-01, end: 2021-12}
education:
  - {degree: Ph.D., field: Mathematics, institution: University of London, start: 2017, end: 2020}
publications:
  - title: Sketch of the Analytical Engine
    authors: [Ada Lovelace, Luigi Menabrea]
    year: 2022
  - title: On Computable Music
    authors: [Ada Lovelace, Mary Somerville]
    year: 2023
"""
LEAVING = """\
id: john-doe
name: John Quentin Doe
summary: Prefers not to be found.
skills: [Hiding in plain sight]
publications:
  - title: How to Disappear
    authors: [John Quentin Doe]
    year: 2017
"""
COMING = """\
id: mary-somerville
name: Mary Somerville
"""


NOTHING = History()
"""The history of what was never published."""


def project(folder: Path) -> Path:
    """Return an empty project in a folder."""
    (folder / "profiles").mkdir(parents=True)
    (folder / "kg.yaml").write_text(CONFIG)
    return folder


def before(project: Path, out: Path) -> Release:
    """Build the project as it was: two profiles, one of them of somebody who will leave."""
    _write(project, {"ada-lovelace": BEFORE, "john-doe": LEAVING})
    return released(project, out)


def after(project: Path, out: Path) -> Release:
    """Build it as it is a year later: one has left, one has come, and much has changed for the third."""
    (project / "profiles" / "john-doe.yaml").unlink(missing_ok=True)
    _write(project, {"ada-lovelace": AFTER, "mary-somerville": COMING})
    return released(project, out)


def released(project: Path, out: Path) -> Release:
    """Build a project, which conforms."""
    built = build(read_project(project), out)

    assert built.release is not None
    return built.release


def _write(project: Path, profiles: dict[str, str]) -> None:
    for name, text in profiles.items():
        (project / "profiles" / f"{name}.yaml").write_text(text)
