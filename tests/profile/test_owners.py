"""Whose profile it is: from where people write their names, the target profile first."""

from pathlib import Path

import pytest

from kg.extract.extraction import extract
from tests.conftest import Command

MEMBER = """\
---
layout: member
name: Ada Lovelace
bib_names: "Lovelace, Ada|A. A. Lovelace|A[. ]Lovelace"
role: PhD Student
---

Ada works on engines that weave algebraic patterns, and on notes about them.
"""
CV = """\
---
layout: archive
title: "CV"
---

Education
======
* Ph.D. in Mathematics, University of London, 1843
"""
CONFIG = """\
title: Engines and Looms
url: https://ada.example.org
author:
  name: Ada Lovelace
"""
BIBLIOGRAPHY = """\
@misc{a, title={Engines}, author={Babbage, Charles and Lovelace, Ada}, year=1843}
@misc{b, title={Looms}, author={Babbage, Charles and Lovelace, A.}, year=1843}
@misc{c, title={Barrels}, author={Babbage, Charles}, year=1843}
"""


def written(folder: Path, text: str, *names: str) -> Path:
    path = folder.joinpath(*names)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def stated(path: Path) -> dict[str, object]:
    facts = [fact for fact in extract([path]).facts if not fact.section]
    return {key: value for fact in facts for key, value in fact.values.items() if key in ("name", "variants")}


def test_the_page_of_a_member_names_them_in_its_front_matter(tmp_path: Path) -> None:
    page = written(tmp_path, MEMBER, "_members", "ada.md")

    assert stated(page) == {"name": "Ada Lovelace", "variants": ["A. A. Lovelace"]}


@pytest.mark.parametrize(
    "head", ["full_name: Ada Lovelace", "first_name: Ada\nlast_name: Lovelace", "name: ada lovelace"]
)
def test_a_name_may_stand_under_any_of_the_usual_keys(head: str, tmp_path: Path) -> None:
    page = written(tmp_path, f"---\n{head}\n---\n\nOn engines.\n", "ada.md")

    assert stated(page)["name"] == "Ada Lovelace"


@pytest.mark.parametrize(
    "head", ["name: Publications", "name: Analytical Engine Laboratory", "name: 1843", "name: [a, b]"]
)
def test_what_is_no_name_names_nobody(head: str, tmp_path: Path) -> None:
    page = written(tmp_path, f"---\n{head}\n---\n\nOn engines and how they weave patterns.\n", "page.md")

    assert "name" not in stated(page)


@pytest.mark.parametrize(
    ("config", "name"),
    [(CONFIG, "Ada Lovelace"), ("title: Ada Lovelace\n", "Ada Lovelace"), ("author: Ada Lovelace\n", "Ada Lovelace"),
     ("title: Engines and Looms\n", None), ("title: Your Name / Site Title\nauthor: {name: Your Name}\n", None)],
)  # fmt: skip
def test_a_page_without_a_name_is_of_whom_the_configuration_of_its_site_names(
    config: str, name: str | None, tmp_path: Path
) -> None:
    written(tmp_path, config, "_config.yml")
    page = written(tmp_path, CV, "_pages", "cv.md")

    draft = extract([page])

    assert [fact.values["name"] for fact in draft.facts if "name" in fact.values and not fact.section] == [name] * bool(
        name
    )
    assert any(source.path.endswith("_config.yml") for source in draft.sources) == bool(name)


@pytest.mark.parametrize("folder", ["_members", "people", "_team"])
def test_a_page_in_a_folder_of_people_is_not_of_the_owner_of_the_site(folder: str, tmp_path: Path) -> None:
    written(tmp_path, CONFIG, "_config.yml")
    page = written(tmp_path, CV, folder, "cv.md")

    assert "name" not in stated(page)


def test_a_bibliography_in_which_the_person_of_the_target_profile_is_not_is_refused(project: Path, kg: Command) -> None:
    others = BIBLIOGRAPHY.replace("Lovelace, Ada", "Somerville, Mary").replace("Lovelace, A.", "Somerville, M.")
    bibliography = written(project, others, "works.bib")

    outcome = kg("import", "bibtex", bibliography, "-o", project / "profiles" / "ada-lovelace.yaml")

    assert outcome.code == 1
    assert "is about Ada Lovelace" in outcome.err
    assert "about Charles Babbage" in outcome.err
