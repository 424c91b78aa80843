"""A department from a spreadsheet to a site by the commands of the guide, with what its sources lack."""

import csv
import io
from pathlib import Path

import pytest

from kg.terms.identifiers import slug
from tests.conftest import Command
from tests.support.orcid_records import name, orcid
from tests.support.registries import Registries, openalex

PEOPLE, WORKS = 40, 8
COMMANDS = (
    ("import", "staff", "staff.csv", "-o", "profiles/"),
    ("sync",),
    ("build",),
    ("publish", "site"),
)


def title(number: int) -> str:
    return f"On engine number {number} and its uses"


def plant(registries: Registries) -> tuple[set[tuple[str, str, str]], set[tuple[str, str]]]:
    """Let registries lack works, and date them otherwise; return who lacks what, and where they differ."""
    missing, different = set(), set()
    for person in range(PEOPLE):
        works = [100 * person + at for at in range(WORKS)]
        registries.works[person], registries.in_openalex[person] = list(works), list(works)
        if person % 3 == 0:
            registries.works[person].remove(works[3])
            missing.add((f"{person}", "ORCID", title(works[3])))
        if person % 2 == 0:
            registries.in_openalex[person].remove(works[5])
            missing.add((f"{person}", "OpenAlex", title(works[5])))
        if person % 4 == 0:
            registries.later.add(works[6])
            different.add((f"{person}", title(works[6])))
        if person % 5 == 0:
            registries.works[person].append(works[2])  # stands twice, which is no difference
        registries.openalex_titles[works[1]] = title(works[1]).upper()  # nor is that
    registries.answer()
    return missing, different


@pytest.mark.slow
def test_a_department_gets_from_its_list_to_a_site_and_sees_what_registries_lack(
    kg: Command, registries: Registries, monkeypatch: pytest.MonkeyPatch
) -> None:
    kg("init", "dept", "--for", "department", "--name", "Engines", "--source", "orcid", "--source", "openalex")
    monkeypatch.chdir("dept")
    rows = (f"{' '.join(name(each))},{orcid(each)},{openalex(each)},p{each}@kg.example.org" for each in range(PEOPLE))
    Path("staff.csv").write_text("\n".join(["Name,ORCID iD,OpenAlex,E-mail", *rows]), encoding="utf-8")
    missing, different = plant(registries)

    codes = [kg(*command).code for command in COMMANDS]
    found = list(csv.DictReader(io.StringIO(kg("compare", "--all", "--format", "csv").out)))

    assert codes == [0] * len(COMMANDS)

    numbers = {slug(" ".join(name(person))): person for person in range(PEOPLE)}
    lacking = {
        (str(numbers[row["person"]]), row["source"], row["entry"].partition(",")[0])
        for row in found
        if row["kind"] == "missing" and row["section"] == "publications"
    }
    differing = {
        (str(numbers[row["person"]]), row["entry"].partition(",")[0]) for row in found if row["kind"] == "different"
    }
    assert lacking == missing
    assert differing == different
    assert {row["key"] for row in found if row["kind"] == "different"} == {"year"}
    assert f"{PEOPLE} profiles" in kg("info").out
    assert Path("site/index.html").is_file()
    assert not any("@kg.example.org" in path.read_text(errors="ignore") for path in Path("site").rglob("*.html"))
