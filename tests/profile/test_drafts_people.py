"""Whether sources speak of one person."""

from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.profile.drafts.directory import check_one_person
from kg.profile.drafts.model import PERSON
from tests.support.drafting import BIB, CV, draft, fact, name

PATH = Path("profile.yaml")
ADA = "0000-0002-1825-0097"
OTHER = "https://orcid.org/0000-0001-5109-3700"


def orcid(value: str, **more: Any) -> Any:
    return fact(PERSON, {"orcid": value}, **more)


def email(value: str, **more: Any) -> Any:
    return fact(PERSON, {"email": value}, **more)


@pytest.mark.parametrize(
    "facts",
    [
        (name(), name("Charles Babbage", source=BIB)),
        (name(), email("a@example.org"), name("Mary Anning", source=BIB), email("a@example.org", source=BIB)),
        (name(), orcid(ADA), name(source=BIB), orcid(OTHER, source=BIB)),
    ],
)
def test_sources_that_speak_of_two_people_are_refused(facts: tuple[Any, ...]) -> None:
    with pytest.raises(ReadError, match=f"(?s)'{CV}'.*'{BIB}'"):
        check_one_person(draft(*facts), {}, PATH)


@pytest.mark.parametrize(
    "facts",
    [
        (name(), name("Charles Babbage", source=BIB, sure=0.7)),
        (
            name("Ada Byron"),
            orcid(ADA),
            name("Ada Lovelace", source=BIB),
            orcid(f"https://orcid.org/{ADA}", source=BIB),
        ),
        (name(), email("a@example.org"), name(source=BIB), email("b@example.org", source=BIB)),
        (orcid(ADA), name("Charles Babbage", source=BIB)),
    ],
)
def test_sources_that_may_speak_of_one_person_are_taken(facts: tuple[Any, ...]) -> None:
    check_one_person(draft(*facts), {}, PATH)


def test_a_profile_knows_its_variants_and_the_documents_that_were_let_in() -> None:
    profile = {"name": "Ada Byron", "variants": ["Ada Lovelace"], "sources": [{"path": f"b/{BIB}", "sha256": "1" * 64}]}

    check_one_person(draft(name(), name("Charles Babbage", source=f"b/{BIB}")), profile, PATH)
    with pytest.raises(ReadError, match=r"'profile\.yaml' is about Ada Byron, 'cv\.md' about Mary Anning"):
        check_one_person(draft(name("Mary Anning")), profile, PATH)


def test_a_bare_name_may_be_that_of_another_file() -> None:
    profile = {"name": "Ada Lovelace", "sources": [{"path": CV, "sha256": "1" * 64}]}

    with pytest.raises(ReadError):
        check_one_person(draft(name("Mary Anning")), profile, PATH)


def test_a_name_that_somebody_corrected_is_still_the_one_that_was_read() -> None:
    profile = {"name": "The Countess", "evidence": {"name": {"quote": "Ada Lovelace"}}}

    check_one_person(draft(name()), profile, PATH)
