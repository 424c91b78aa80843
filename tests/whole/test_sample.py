"""The sample against what a careful reader finds in the five pages; the golden files are those findings."""

import re

import pytest
from pyoxigraph import Literal, QuerySolutions

from kg.store import questions
from kg.store.questions import term_of
from kg.store.release import Release
from tests.conftest import SAMPLE, Golden

PEOPLE = ("jiamin-li", "yinmin-zhong", "jiangfei-duan", "jinliang-wei", "shen-li")
QUESTIONS = ("publications", "education", "positions", "awards", "teaching", "service", "talks", "systems")


def answered(release: Release, question: str, person: str) -> str:
    """Return the answer as text: a paragraph a solution, a line a value, no IRIs."""
    store = release.store()
    query = questions.find_query(question)
    parameter = query.header.parameters["person"]
    answer = store.query(query.bind({"person": term_of(parameter, person, store.query, release.base)}))
    assert isinstance(answer, QuerySolutions)
    names = [variable.value for variable in answer.variables]
    paragraphs = [
        "".join(f"  {name}: {row[name].value}\n" for name in names if isinstance(row[name], Literal)) for row in answer
    ]
    return f"{question}\n\n" + "\n".join(sorted(paragraphs)) + "\n"


@pytest.mark.parametrize("person", PEOPLE)
def test_the_graph_holds_what_the_page_says(person: str, golden: Golden, release: Release) -> None:
    golden(f"sample/{person}.txt", "".join(answered(release, question, person) for question in QUESTIONS))


def test_every_named_system_has_people(golden: Golden, release: Release) -> None:
    answer = release.store().query(questions.find_query("systems").sparql)
    assert isinstance(answer, QuerySolutions)

    people = {row["name"].value.replace(" ", "-"): row["people"].value for row in answer}

    golden("sample/systems.txt", "".join(f"{name}\n" for name in sorted(people)))
    assert len(people) == 35
    assert all(people.values())


@pytest.mark.parametrize("person", PEOPLE)
def test_decisions_about_scrambled_spots_are_explained_in_comments(person: str) -> None:
    text = (SAMPLE / "profiles" / f"{person}.yaml").read_text()

    assert re.search(r"^# From the (CV|homepage) 00\d", text, re.MULTILINE)
    assert len(re.findall(r"^\s*#", text, re.MULTILINE)) > 3


def test_shared_works_venues_and_people_meet_across_profiles(release: Release) -> None:
    asked = release.store().query(
        "PREFIX schema: <https://schema.org/> PREFIX kg: <https://w3id.org/profile-kg/ontology#>"
        "SELECT (COUNT(DISTINCT ?owner) AS ?n) { ?work schema:author ?owner ; kg:presentedAt/schema:superEvent ?venue ."
        " ?source schema:mainEntity ?owner . FILTER(STRENDS(STR(?venue), '/venue/asplos')) }"
    )
    assert isinstance(asked, QuerySolutions)

    assert [row["n"].value for row in asked] == ["2"]
