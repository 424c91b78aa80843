"""The profile: closed, frozen, explained; what must agree in it, and what is odd."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from kg.base.errors import Problem, ReadError
from kg.profile import provenance
from kg.profile.model import Author, PersonReference, Profile, models
from kg.profile.provenance import Passage
from kg.profile.reviewed import contradictions, oddities
from kg.terms import typed_yaml
from kg.terms.declaration import kg_declaration

MODELS: list[type[BaseModel]] = [
    *models(kg_declaration()).values(),
    *(each for each in vars(provenance).values() if isinstance(each, type) and issubclass(each, Passage)),
    provenance.ReadDocument,
]
PERIODS = {
    "positions": {"organization": "RSL", "role": "Fellow"},
    "education": {"institution": "MIT", "degree": "B.Sc."},
    "memberships": {"organization": "RSL"},
    "systems": {"name": "Engine"},
    "awards": {"name": "Medal"},
}


def ada(**fields: Any) -> Profile:
    return Profile.model_validate({"id": "ada", "name": "Ada Lovelace", **fields})


def refused(**fields: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as error:
        ada(**fields)
    return [(detail["loc"], detail["msg"]) for detail in error.value.errors()]


def paper(title: str = "Notes", authors: Any = ("Ada Lovelace",), **fields: Any) -> dict[str, Any]:
    return {"title": title, "authors": authors, **fields}


def contradicted(**fields: Any) -> list[tuple[tuple[int | str, ...], str, str]]:
    return [(loc, problem.message, problem.hint) for loc, problem in contradictions(ada(**fields))]


def odd(**fields: Any) -> list[tuple[tuple[int | str, ...], str, str]]:
    return [(loc, problem.message, problem.hint) for loc, problem in oddities(ada(**fields))]


def test_a_profile_needs_an_id_and_a_name_only() -> None:
    profile = ada()

    assert profile.model_dump(exclude_defaults=True) == {"id": "ada", "name": "Ada Lovelace"}
    assert profile.language == "en"
    assert {key for key, field in Profile.model_fields.items() if field.is_required()} == {"id", "name"}


def test_every_model_is_closed_and_frozen() -> None:
    for model in MODELS:
        assert model.model_config["extra"] == "forbid"
        assert model.model_config["frozen"] is True


def test_every_field_is_explained_in_a_few_words() -> None:
    for model in MODELS:
        for key, field in model.model_fields.items():
            assert field.description, key
            assert len(field.description) <= 100, key
            assert not field.description.endswith("."), key


def test_unknown_keys_are_refused_at_every_depth() -> None:
    assert refused(nmae="Ada", positions={**PERIODS["positions"], "advisors": [{"name": "Ada", "age": 36}]}) == [
        (("positions", 0, "advisors", 0, "age"), "Extra inputs are not permitted"),
        (("nmae",), "Extra inputs are not permitted"),
    ]


def test_nothing_ends_before_it_starts() -> None:
    for section, entry in PERIODS.items():
        assert ada(**{section: [{**entry, "start": "2019-05", "end": "2019"}, {**entry, "end": "present"}]})
        assert refused(**{section: {**entry, "start": "2019-05", "end": "2019-04"}}) == [
            ((section, 0, "end"), "the end 2019-04 is before the start 2019-05")
        ]


def test_a_start_is_not_still_to_come() -> None:
    for section, entry in PERIODS.items():
        (problem,) = refused(**{section: {**entry, "start": "present"}})

        assert problem == ((section, 0, "start"), "'present' is not a date; write 2019, 2019-05 or 2019-05-17")


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("Ada Lovelace", Author(name="Ada Lovelace")),
        ("Ada Lovelace*", Author(name="Ada Lovelace", equal_contribution=True)),
        ("Ada Lovelace * ", Author(name="Ada Lovelace", equal_contribution=True)),
        ("Ada* Lovelace", Author(name="Ada* Lovelace")),
        ({"name": "Ada Lovelace", "id": "ada"}, Author(name="Ada Lovelace", id="ada")),
    ],
)
def test_an_author_may_be_a_text_with_a_star_for_equal_contribution(text: Any, author: Author) -> None:
    assert ada(publications=paper(authors=text)).publications[0].authors == (author,)


def test_an_author_has_a_name() -> None:
    assert (("publications", 0, "authors", 0, "name"), "String should have at least 1 character") in refused(
        publications=paper(authors=["*"])
    )


def test_a_person_may_be_a_text_or_keys() -> None:
    babbage = PersonReference(name="Charles Babbage")
    (position,) = ada(positions={**PERIODS["positions"], "advisors": "Charles Babbage"}).positions

    assert position.advisors == (babbage,)
    assert PersonReference.model_validate({"name": "Charles Babbage"}) == babbage


def test_the_schema_says_that_a_person_may_be_a_text() -> None:
    definitions = Profile.model_json_schema()["$defs"]

    for name in ("PersonReference", "Author"):
        text, keys = definitions[name]["anyOf"]
        assert text == {"type": "string", "minLength": 1}
        assert keys["required"] == ["name"]


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("education", "level", "phd"),
        ("publications", "type", "paper"),
        ("publications", "status", "done"),
        ("systems", "status", "alive"),
        ("contact", "public", "fax"),
    ],
)
def test_a_word_outside_a_fixed_list_is_refused(section: str, key: str, value: str) -> None:
    entry = {**PERIODS, "publications": paper(), "contact": {}}[section]

    ((loc, message),) = refused(**{section: {**entry, key: value}})

    assert key in loc
    assert message.startswith("Input should be '")


@pytest.mark.parametrize("language", ["e", "engl", "EN", "en-GB", ""])
def test_a_language_is_a_code_of_two_or_three_letters(language: str) -> None:
    assert ada(language="zho").language == "zho"
    assert [loc for loc, _ in refused(language=language)] == [("language",)]


def test_two_years_of_one_work_contradict_each_other_and_each_is_named_as_it_stands() -> None:
    works = [paper(year=1843, date="1843-09"), paper(year=1843, date="1842-10"), paper(year=1842, date="1843")]

    assert contradicted(publications=works) == [
        (("publications", 1, "date"), "'date' says 1842 and 'year' 1843", "correct one of the two"),
        (("publications", 2, "date"), "'date' says 1843 and 'year' 1842", "correct one of the two"),
    ]


def test_a_system_names_only_titles_of_the_own_publications() -> None:
    assert contradicted(
        publications=[paper("Sketch of the Engine")],
        systems=[{"name": "Engine", "papers": ["SKETCH OF THE ENGINE.", "Sketches"]}],
    ) == [
        (
            ("systems", 0, "papers"),
            "no publication of this profile has the title 'Sketches'",
            "copy the title from the publication",
        )
    ]


def test_an_award_is_for_an_own_publication_or_system() -> None:
    awards = [{"name": "Medal", "for_work": work} for work in ("Notes", "the engine", "The Loom")]

    assert contradicted(publications=[paper()], systems=[{"name": "The Engine"}], awards=awards) == [
        (
            ("awards", 2, "for_work"),
            "no publication of this profile has the title 'The Loom'",
            "copy the title from the publication",
        )
    ]


@pytest.mark.parametrize("again", ["Luigi Menabrea", "Menabrea, Luigi"])
def test_an_author_who_stands_twice_is_odd(again: str) -> None:
    assert odd(publications=[paper(authors=["Ada Lovelace", "Luigi Menabrea", again])]) == [
        (
            ("publications", 0, "authors"),
            "one name stands twice among the authors of 'Notes'",
            "delete one, if it is one person; two authors of a work are taken for two people",
        )
    ]


@pytest.mark.parametrize(
    ("key", "text", "line"),
    [
        ("interests", "Storage, networks", 3),
        ("skills", "C++; Rust", 3),
        ("publications", "\n  - title: Notes\n    authors: Ada Lovelace, Charles Babbage and Luigi Menabrea", 5),
        ("positions", "\n  - {organization: RSL, role: Fellow, advisors: Ada Byron & Charles Babbage}", 4),
    ],
)
def test_several_entries_in_one_text_are_refused(key: str, text: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(f"id: ada\nname: Ada Lovelace\n{key}: {text}\n")

    with pytest.raises(ReadError) as error:
        typed_yaml.read(path, Profile)

    (problem,) = error.value.problems
    assert (problem.line, problem.path) == (line, path)
    assert problem.message.endswith("reads like several entries in one")
    assert problem.hint == "write a list, one entry a line after '- ', or [one, another]"


def test_one_entry_may_stand_alone_and_a_list_may_hold_commas() -> None:
    profile = Profile.model_validate(
        {
            "id": "ada",
            "name": "Ada",
            "interests": "Storage and networks",
            "skills": ["C, C++"],
            "publications": [{"title": "Notes", "authors": "José Ortega y Gasset*"}],
        }
    )

    assert profile.interests == ("Storage and networks",)
    assert profile.skills == ("C, C++",)
    assert profile.publications[0].authors[0].equal_contribution


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("publications: [{title: N, authors: [Ada], journal: J}]", "the key 'journal' is not known", "venue"),
        ("publications: [{title: N, authors: [Ada], booktitle: J}]", "the key 'booktitle' is not known", "venue"),
        ("positions: [{organization: R, role: F, supervisor: B}]", "the key 'supervisor' is not known", "advisors"),
        ("positions: [{organization: R, role: F, from: 2019}]", "the key 'from' is not known", "start"),
        ("positions: [{organization: R, role: F, To: 2019}]", "the key 'To' is not known", "end"),
        ("positions: [{organization: R, role: F, university: X}]", "the key 'university' is not known", "organization"),
        ("education: [{institution: R, degree: F, university: X}]", "the key 'university' is not known", "institution"),
        ("email: x", "the key 'email' is not known", "contact.email"),
        ("research interests: x", "the key 'research interests' is not known", "interests"),
        ("publication: []", "the key 'publication' is not known", "publications"),
    ],
)
def test_an_unknown_key_is_answered_with_the_one_that_is_meant(
    text: str, message: str, hint: str, tmp_path: Path
) -> None:
    (problem,) = problems(text, tmp_path)

    assert (problem.message, problem.hint) == (message, f"did you mean '{hint}'?")


@pytest.mark.parametrize("word", ["now", "Present", "today", "ongoing", "-"])
def test_another_word_for_the_present_is_answered_with_present(word: str, tmp_path: Path) -> None:
    (problem,) = problems(f"positions: [{{organization: R, role: F, start: 2019, end: '{word}'}}]", tmp_path)

    assert problem.message == f"'{word}' is not a date; write present"


@pytest.mark.parametrize(
    ("section", "key"), [("talks", "title"), ("systems", "name"), ("positions", "role"), ("education", "degree")]
)
def test_a_text_in_place_of_keys_is_answered_with_a_key_of_the_place(section: str, key: str, tmp_path: Path) -> None:
    (problem,) = problems(f"{section}: [Something]", tmp_path)

    assert problem.message == f"expected keys with values, such as '{key}: …', found \"Something\""


def problems(text: str, folder: Path) -> tuple[Problem, ...]:
    """Return the problems of a profile that says something more."""
    path = folder / "ada.yaml"
    path.write_text(f"id: ada\nname: Ada\n{text}\n")
    with pytest.raises(ReadError) as error:
        typed_yaml.read(path, Profile)
    return tuple(error.value.problems)


def test_an_article_in_a_journal_whichever_it_is_is_not_odd() -> None:
    assert odd(publications=[{"title": "On Engines", "authors": ["Ada Lovelace"], "venue_kind": "journal"}]) == []


def test_the_kind_of_a_venue_that_is_not_named_is_odd() -> None:
    (found,) = odd(publications=[{"title": "On Engines", "authors": ["Ada Lovelace"], "venue_kind": "workshop"}])

    assert found[0] == ("publications", 0, "venue_kind")
    assert "but no venue" in found[1]
    assert "'venue'" in found[2]
