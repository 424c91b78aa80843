"""Whose a document is: an id, else a name that exactly one profile has; else it is asked."""

from pathlib import Path
from typing import Any

import pytest

from kg.profile.drafts.directory import GroupList, OpenList, OpenOwner, ProfileDirectory
from kg.profile.drafts.model import PERSON
from tests.support.drafting import draft, fact, name, paper

ADA = "id: ada-vane\nname: Ada Vane\n"
JOB = {"organization": "Fern Institute", "role": "Professor", "end": "present"}


def directory(tmp_path: Path, *profiles: str) -> ProfileDirectory:
    for text in profiles:
        Path(tmp_path, f"{text.split()[1]}.yaml").write_text(text, encoding="utf-8")
    return ProfileDirectory(tmp_path)


def whose(profiles: ProfileDirectory, *facts: Any, **more: Any) -> str | None:
    path = profiles.whose(draft(*facts), **more)
    return path.stem if path else None


@pytest.mark.parametrize(
    "written", ["Ada Vane", "Vane, Ada", "VANE Ada", "Prof. Dr. Ada Vane", "Ada K. Vane", "Ada Vane, PhD"]
)
@pytest.mark.parametrize("sure", [0.5, 1.0])
def test_a_name_that_exactly_one_profile_has_joins_it_however_it_was_found(
    written: str, sure: float, tmp_path: Path
) -> None:
    profiles = directory(tmp_path, ADA, "id: bo-quist\nname: Bo Quist\n")

    assert whose(profiles, name(written, sure=sure)) == "ada-vane"


def test_an_id_joins_whatever_the_name_is(tmp_path: Path) -> None:
    profiles = directory(tmp_path, f"{ADA}orcid: 0000-0002-1825-0097\n")

    assert whose(profiles, name("Ada King"), fact(PERSON, {"orcid": "0000-0002-1825-0097"})) == "ada-vane"


def test_an_id_of_a_group_makes_nobody_of_another_name(tmp_path: Path) -> None:
    profiles = directory(tmp_path, f"{ADA}github: fern-institute\n")
    group = fact(PERSON, {"github": "fern-institute"})

    assert (whose(profiles, name("Bo Quist"), group), whose(profiles, name("A. Vane"), group)) == (None, "ada-vane")


@pytest.mark.parametrize(
    ("stated", "owner"),
    [("Fernshire University", "ada-vane"), ("University of Fernshire", "ada-vane"), ("Mosston University", None)],
)
def test_an_employer_of_which_the_other_is_a_part_contradicts_nothing(
    stated: str, owner: str | None, tmp_path: Path
) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "organizations.yaml").write_text("""organizations:
  - {id: fu, name: Fernshire University}
  - {id: biology, name: Fernshire Biology, parent: fu}
  - {id: institute, name: Fern Institute, parent: biology}
""")
    profiles = directory(tmp_path / "profiles", f"{ADA}positions:\n  - {JOB}\n")
    job = fact("positions", {**JOB, "organization": stated})

    if owner:
        assert whose(profiles, name("Ada Vane"), job) == owner
    else:
        with pytest.raises(OpenOwner, match="'Fern Institute' is not 'Mosston University'"):
            whose(profiles, name("Ada Vane"), job)


@pytest.mark.parametrize(
    ("here", "stated", "is_open"),
    [
        ("FU Mosston", "LOOM @ FU", False),
        ("Loom Laboratory at Fernshire University", "Fernshire University", False),
        ("LOOM@FU", "REED @ FU", False),
        ("LOOM @ FU", "REED @ MU", True),
        ("University of Fern at Mosston", "Mosston College", True),
    ],
)
def test_a_group_at_an_organisation_is_a_unit_of_it(here: str, stated: str, is_open: bool, tmp_path: Path) -> None:
    profiles = directory(tmp_path, f"{ADA}positions:\n  - {JOB | {'organization': here}}\n")
    job = fact("positions", {**JOB, "organization": stated})

    if is_open:
        with pytest.raises(OpenOwner, match=f"'{here}' is not '{stated}'"):
            whose(profiles, name("Ada Vane"), job)
    else:
        assert whose(profiles, name("Ada Vane"), job) == "ada-vane"


@pytest.mark.parametrize("written", ["A. Vane", "Vane A", "Adele-Ada Vane", "Ada Vane-Quist"])
def test_initials_and_names_that_may_be_one_are_asked(written: str, tmp_path: Path) -> None:
    profiles = directory(tmp_path, ADA)

    with pytest.raises(OpenOwner, match=r"may be the person of ada-vane\.yaml"):
        whose(profiles, name(written))


@pytest.mark.parametrize(
    ("stated", "facts", "reason"),
    [
        ("orcid: 0000-0002-1825-0097", (fact(PERSON, {"orcid": "0000-0001-5109-3700"}),), "orcid.org"),
        ("contact: {email: ada@fern.example}", (fact(PERSON, {"email": "vane@fern.example"}),), "e-mail"),
        ("positions: [{organization: Moss Works, role: Cook}]", (fact("positions", JOB),), "'Moss Works' is not"),
    ],
)
def test_what_contradicts_a_name_is_asked(stated: str, facts: Any, reason: str, tmp_path: Path) -> None:
    profiles = directory(tmp_path, f"{ADA}{stated}\n")

    with pytest.raises(OpenOwner, match=reason):
        whose(profiles, name(), name("Ada Vane"), *facts)
    assert whose(profiles, name("Ada Vane"), *facts, is_new=True) is None


@pytest.mark.parametrize(
    "stated",
    [
        "contact: {email: ada@home.example}",
        "positions: [{organization: The Fern Institute, unit: Moss Works, role: Cook}]",
        "positions: [{organization: Moss Works, role: Cook, end: 2001}]",
        "education: [{institution: Fern Institute, degree: PhD}]\npositions: [{organization: Moss Works, role: Cook}]",
    ],
)
def test_what_may_be_of_one_person_contradicts_nothing(stated: str, tmp_path: Path) -> None:
    profiles = directory(tmp_path, f"{ADA}{stated}\n")
    facts = (name("Ada Vane"), fact("positions", JOB), fact(PERSON, {"email": "ada@fern.example"}))

    assert whose(profiles, *facts) == "ada-vane"


def test_a_name_that_several_profiles_have_is_asked_and_nobody_has_another(tmp_path: Path) -> None:
    profiles = directory(tmp_path, ADA, "id: ada-vane-2\nname: Ada Vane\n")

    with pytest.raises(OpenOwner, match=r"ada-vane-2\.yaml or ada-vane\.yaml|ada-vane\.yaml or ada-vane-2\.yaml"):
        whose(profiles, name("Ada Vane"))
    assert whose(profiles, name("Bo Quist")) is None


def test_what_was_decided_about_a_document_is_not_asked_again(tmp_path: Path) -> None:
    read = f"{ADA}sources: [{{path: cv.md, media_type: text/markdown, extractor: cv, sha256: '{'1' * 64}'}}]\n"

    assert whose(directory(tmp_path, read), name("A. Vane")) == "ada-vane"


def test_two_rows_of_one_list_are_two_people(tmp_path: Path) -> None:
    read = f"{ADA}sources: [{{path: cv.md, media_type: text/csv, extractor: staff, sha256: '{'1' * 64}'}}]\n"

    assert whose(directory(tmp_path, read), name("Ada Maria Vane"), is_row=True) is None


def test_a_list_of_several_of_the_people_is_the_groups(tmp_path: Path) -> None:
    work = "positions: [{organization: Fern Institute, unit: Mosses, role: Cook}]\n"
    profiles = directory(tmp_path, ADA + work, f"id: bo-quist\nname: Bo Quist\n{work}", "id: cy\nname: Cy Rook\n")
    works = [paper(title=f"Ferns {at}", authors=["Vane, A.", "Strange, S."]) for at in range(3)]

    with pytest.raises(GroupList, match="2 of your 3 people are authors here") as caught:
        whose(profiles, *works, paper(title="Mosses", authors=["B. Quist"]))
    assert caught.value.organization == "Fern Institute"
    with pytest.raises(OpenList, match="ada-vane is an author of 3 of 3"):
        whose(profiles, *works)
    assert whose(profiles, name("Ada Vane"), *works) == "ada-vane"
