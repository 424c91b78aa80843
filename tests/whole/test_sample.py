"""The sample against what a careful reader finds in the five pages; the golden files are those findings."""

import pytest
from pyoxigraph import Literal, QuerySolutions

from kg.store import questions
from kg.store.questions import term_of
from kg.store.release import Release
from tests.conftest import Golden

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
