"""YAML and JSON as models: all errors at once, each with its place, what was expected and what to do."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel

from kg.base.errors import Problem, ReadError
from kg.profile.config import Config
from kg.profile.model import Organization, Profile
from kg.terms import typed_yaml

PATH = Path("ada.yaml")
ADA = "id: ada\nname: Ada\n"


def refusal(text: str, model: type[BaseModel] = Profile) -> list[Problem]:
    with pytest.raises(ReadError) as refused:
        typed_yaml.check(text, PATH, model)
    return list(refused.value.problems)


def refusal_of_data(data: Any) -> list[Problem]:
    with pytest.raises(ReadError) as refused:
        typed_yaml.check_data(data, PATH, 7, Profile)
    return list(refused.value.problems)


def paper(**fields: Any) -> dict[str, Any]:
    return {"id": "ada", "name": "Ada", "publications": [{"title": "Notes", "authors": ["Ada"], **fields}]}


def degree(**fields: Any) -> dict[str, Any]:
    return {"id": "ada", "name": "Ada", "education": [{"degree": "B.Sc.", "institution": "MIT", **fields}]}


def test_a_text_becomes_a_model_and_the_tree_that_knows_its_lines() -> None:
    profile, tree = typed_yaml.check(ADA + "skills:\n- Mathematics\n- French\n", PATH, Profile)

    assert profile == Profile(id="ada", name="Ada", skills=("Mathematics", "French"))
    assert tree.spans == {("skills", 0): (4, 4), ("skills", 1): (5, 5)}


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(ADA)

    assert typed_yaml.read(path, Profile)[0] == Profile(id="ada", name="Ada")
    with pytest.raises(ReadError, match=r"the file has 18 bytes; at most 17 are read"):
        typed_yaml.read(path, Profile, limit=17)


def test_all_mistakes_of_a_file_are_listed_at_once_in_the_order_of_their_lines() -> None:
    text = """\
naem: Ada
id: Ada Lovelace
publications:
- title: Notes
  autors: [Ada]
- title: Letters
  authors: [Ada]
  year: in 1843
education:
- {degree: B.Sc., institution: MIT, start: 2020, end: 2019-12}
homepage: example.org
"""

    assert [(str(problem), problem.hint) for problem in refusal(text)] == [
        ("ada.yaml:1:1 (name): the key 'name' is missing", "add a line 'name: …'"),
        ("ada.yaml:1:1 (naem): the key 'naem' is not known", "did you mean 'name'?"),
        (
            'ada.yaml:2:1 (id): "Ada Lovelace" is not of the expected form',
            "use lower-case letters, digits and single hyphens, such as 'ada-lovelace'",
        ),
        ("ada.yaml:5:3 (publications[0].autors): the key 'autors' is not known", "did you mean 'authors'?"),
        ('ada.yaml:8:3 (publications[1].year): expected a whole number such as 2023, found "in 1843"', ""),
        (
            "ada.yaml:10:50 (education[0].end): the end 2019-12 is before the start 2020",
            "correct one of the two",
        ),
        (
            "ada.yaml:11:1 (homepage): 'example.org' is not a web address; write https:// and no spaces or quotes",
            "",
        ),
    ]


KEYS = "expected keys with values, such as 'name: …', found"
LIST = "expected a list, one entry a line after '- ', found"
LEVELS = "'secondary', 'certificate', 'bachelor', 'master', 'doctoral' or 'postdoctoral'"


def test_what_was_expected_and_what_was_found_are_named() -> None:
    for data, field, message in (
        ({"id": "ada", "name": ["Ada"]}, "name", "expected text, found a list"),
        ({"id": "ada", "name": {"given": "Ada"}}, "name.given", "'given' is not the code of a language"),
        ({"id": "ada", "name": "Ada", "job_title": {"en": "Dr"}}, "job_title", "expected text, found keys with values"),
        ({"id": "ada", "name": None}, "name", "expected text, found nothing"),
        ({"id": "ada", "name": True}, "name", "expected text, found true"),
        ({"id": 1815, "name": "Ada"}, "id", "expected text, found 1815"),
        ({"id": "ada", "name": "  "}, "name", "expected text, found nothing"),
        ({"id": "ada", "name": "A" * 501}, "name", f'expected at most 500 characters, found "{"A" * 56}…"'),
        (
            {"id": "ada", "name": "Ada", "summary": "é" * 10_001},
            "summary",
            f'expected at most 10,000 characters, found "{"é" * 56}…"',
        ),
        (paper(year="MDCCC"), "publications[0].year", 'expected a whole number such as 2023, found "MDCCC"'),
        (paper(year=[1843]), "publications[0].year", "expected a whole number such as 2023, found a list"),
        (paper(year=1843.5), "publications[0].year", "expected a whole number such as 2023, found 1843.5"),
        (paper(year=999), "publications[0].year", "expected a number of at least 1000, found 999"),
        (paper(year="3000"), "publications[0].year", 'expected a number of at most 2999, found "3000"'),
        (degree(expected="perhaps"), "education[0].expected", 'expected true or false, found "perhaps"'),
        (degree(expected=[]), "education[0].expected", "expected true or false, found a list"),
        (degree(level="phd"), "education[0].level", f'expected {LEVELS}, found "phd"'),
        ({"id": "ada", "name": "Ada", "skills": None}, "skills", f"{LIST} nothing"),
        ({"id": "ada", "name": "Ada", "skills": True}, "skills[0]", "expected text, found true"),
        (paper(authors=[1815]), "publications[0].authors[0]", f"{KEYS} 1815"),
        (
            {"id": "ada", "name": "Ada", "publications": ["Notes"]},
            "publications[0]",
            f'{KEYS.replace("name", "title")} "Notes"',
        ),
        ({"id": "ada", "name": "Ada", "contact": []}, "contact", f"{KEYS} a list"),
        ([], "", f"{KEYS} a list"),
        (None, "", f"{KEYS} nothing"),
        ("Ada", "", f'{KEYS} "Ada"'),
    ):
        assert [(str(problem), problem.field) for problem in refusal_of_data(data)] == [
            (f"ada.yaml:7 ({field}): {message}" if field else f"ada.yaml:7: {message}", field)
        ]


def test_a_misspelt_key_names_the_near_one() -> None:
    for key, near in (
        ("naem", "name"),
        ("publicatons", "publications"),
        ("given-name", "given_name"),
        ("Summary", "summary"),
        ("ORCID", "orcid"),
        ("home_page", "homepage"),
        ("award", "awards"),
    ):
        assert [(problem.message, problem.hint) for problem in refusal(f"{ADA}{key}: x\n")] == [
            (f"the key '{key}' is not known", f"did you mean '{near}'?")
        ]


def test_an_unknown_key_that_is_like_no_other_names_the_keys_of_its_place() -> None:
    (problem,) = refusal(ADA + "memberships:\n- {organization: RSL, xyz: 1}\n")

    assert (problem.line, problem.column, problem.field) == (4, 23, "memberships[0].xyz")
    assert problem.hint == "the keys here are start, end, organization, ror, role"


def test_the_value_of_a_contact_is_never_shown() -> None:
    for contact in (
        {"email": "1815" * 126},
        {"public": ["1815"]},
        {"phone": 1815},
        {"address": "1815\0"},
        "1815",
        1815,
    ):
        (problem,) = refusal_of_data({"id": "ada", "name": "Ada", "contact": contact})

        assert "1815" not in str(problem)
        assert "a value that is not shown here" in problem.message


def test_a_text_of_another_form_comes_with_advice() -> None:
    for model, text, hint in (
        (Profile, "language: English\n", "write a code of two or three letters, such as 'en'"),
        (Profile, 'job_title: "a\\u0007b"\n', "delete the invisible character"),
        (Organization, "parent: M I T\n", "use lower-case letters, digits and single hyphens, such as 'ada-lovelace'"),
    ):
        (problem,) = refusal(ADA + text, model)

        assert (problem.message.endswith("is not of the expected form"), problem.hint) == (True, hint)


def test_the_first_thousand_mistakes_of_a_file_are_located() -> None:
    text = ADA + "publications:\n" + "- title: Notes\n  author: Ada\n" * 1_001

    assert [problem.line for problem in refusal(text)] == list(range(5, 2_005, 2))


def test_the_schema_of_a_model_is_valid_and_closed() -> None:
    model = Config
    schema = json.loads(typed_yaml.json_schema(model, "A title"))

    Draft202012Validator.check_schema(schema)
    assert list(schema)[:2] == ["$schema", "title"]
    assert (schema["$schema"], schema["title"]) == ("https://json-schema.org/draft/2020-12/schema", "A title")
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == list(model.model_fields)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(sorted(Profile.model_fields)) | st.text(max_size=5), JSON, max_size=5) | JSON)
def test_any_data_are_a_profile_or_refused_with_the_number_of_the_line(data: Any) -> None:
    try:
        typed_yaml.check_data(data, PATH, 7, Profile)
    except ReadError as error:
        assert {(problem.line, bool(problem.message)) for problem in error.problems} == {(7, True)}  # noqa: PT017
