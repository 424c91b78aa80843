"""Profiles in the forms of other tools, and what is the same when they come back."""

import re
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.interchange import latex, plain
from kg.interchange.formats import convert, read
from kg.interchange.forms import WRITTEN
from kg.interchange.works import title_of
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile
from tests.support.often import often

ADA: dict[str, Any] = {
    "id": "ada-lovelace",
    "name": "Ada Lovelace",
    "given_name": "Ada",
    "family_name": "Lovelace",
    "homepage": "https://ada.example.org/",
    "github": "ada-lovelace",
    "contact": {"email": "ada@private.example", "phone": "+44 20 0000 0000", "public": ["email"]},
    "interests": ["Engines"],
    "skills": ["Numbers"],
    "positions": [
        {
            "organization": "Analytical Society",
            "unit": "Engines",
            "role": "Analyst",
            "start": "1842-10",
            "end": "present",
        }
    ],
    "education": [
        {"degree": "B.Sc.", "institution": "University of Analytics", "end": "1835", "advisors": ["Mary Somerville"]},
        {"degree": "Certified Analyst", "level": "certificate", "institution": "Board of Analysts", "end": "1839"},
    ],
    "publications": [
        {
            "title": "Notes on the Analytical Engine of R&D {100%}",
            "authors": ["Ada Lovelace*", {"name": "Ludwig van Beethoven", "orcid": "0000-0002-1825-0097"}],
            "venue": "Taylor's Scientific Memoirs",
            "venue_kind": "journal",
            "date": "1843-09",
            "doi": "10.5555/1843.notes",
            "acceptance_rate": "18.4%",
            "links": [{"label": "Slides", "url": "https://ada.example.org/slides"}],
            "award": ["Best Paper Award"],
            "topics": ["engines"],
        },
        {
            "title": "Notes for Others",
            "authors": ["Ada Lovelace", "The Society of Engines and Numbers"],
            "venue": "ENGINES",
            "venue_kind": "conference",
            "year": 1843,
            "status": "under-review",
        },
        {"title": "Engines", "authors": ["Ada Lovelace"], "year": 1844, "type": "thesis", "institution": "UA"},
        {"title": "Sines", "authors": ["Ada Lovelace"], "type": "dataset", "arxiv": "1846.00042"},
        {"title": "A Wall", "authors": ["Ada Lovelace"], "type": "poster", "venue": "ENGINES", "year": 1845},
    ],
    "systems": [{"name": "engine-sim", "code": ["https://github.com/ada-lovelace/engine-sim"], "people": ["C. B."]}],
    "awards": [{"name": "Medal of Numbers", "year": 1844, "giver": "Analytical Society"}],
    "service": [{"role": "Reviewer", "venue": "ENGINES", "year": 1846}, {"role": "Treasurer", "organization": "AS"}],
    "talks": [{"title": "What It Cannot Do", "year": 1844}],
    "teaching": [{"course": "Numbers", "role": "Teacher"}],
}


def profile(**changes: Any) -> Profile:
    return Profile.model_validate(ADA | changes)


def back(form: str, text: str) -> Draft:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "back"
        path.write_text(text, encoding="utf-8")
        return read(form, path)


def works(draft: Draft) -> list[dict[str, Any]]:
    return [dict(fact.values) for fact in draft.facts if fact.section == "publications"]


def names(work: dict[str, Any]) -> list[str]:
    return [author["name"] if isinstance(author, dict) else author for author in work["authors"]]


def test_bibtex() -> None:
    text, left = convert(profile(), "bibtex")

    assert text.startswith(
        """\
@article{lovelace1843notes,
  title     = {Notes on the Analytical Engine of R\\&D \\textbraceleft{}100\\%\\textbraceright{}},
  author    = {Lovelace, Ada and Ludwig van Beethoven},
  author+an = {1=equal},
  journal   = {Taylor's Scientific Memoirs},
"""
    )
    assert "@inproceedings{lovelace1843notesb," in text
    assert "{The Society of Engines and Numbers}" in text
    assert "@phdthesis{lovelace1844engines," in text
    assert left == [
        "id",
        "homepage",
        "github",
        "contact",
        "interests (1)",
        "skills (1)",
        "positions (1)",
        "education (2)",
        "publications.authors.orcid (1)",
        "publications.acceptance_rate (1)",
        "publications.topics (1)",
        "systems (1)",
        "awards (1)",
        "teaching (1)",
        "service (2)",
        "talks (1)",
    ]


def test_json_resume_comes_back_as_it_was() -> None:
    text, left = convert(profile(), "json-resume")
    draft = back("json-resume", text)
    found = {key: value for fact in draft.facts if not fact.section for key, value in fact.values.items()}

    assert found["name"] == "Ada Lovelace"
    assert found["github"] == "https://github.com/ada-lovelace"
    assert found["interests"] == ["Engines"]
    assert works(draft)[0]["doi"] == "https://doi.org/10.5555/1843.notes"
    assert "publications.authors (7)" in left
    assert "publications.acceptance_rate (1)" in left
    assert "contact" in left
    positions = [dict(fact.values) for fact in draft.facts if fact.section == "positions"]
    assert positions == [
        {"organization": "Analytical Society", "role": "Analyst", "start": "1842-10", "end": "present"}
    ]
    certificates = [fact.values for fact in draft.facts if fact.values.get("level") == "certificate"]
    assert [certificate["degree"] for certificate in certificates] == ["Certified Analyst"]


def test_contacts_stay_at_home() -> None:
    for form in WRITTEN:
        text = convert(profile(), form)[0]

        assert "private.example" not in text
        assert "0000 0000" not in text


def test_a_profile_with_nothing_in_it_has_a_form() -> None:
    for form in WRITTEN:
        text, left = convert(Profile(id="ada", name="Ada Lovelace"), form)

        assert left == (["id"] if form == "json-resume" else ["id", "name"])
        assert "Ada Lovelace" in text or text in ("", "[]\n")


def test_of_a_season_only_the_year_is_written() -> None:
    for form in WRITTEN:
        work = {"title": "Notes", "authors": ["Ada Lovelace"], "date": "1843-22"}
        text = convert(profile(publications=[work], positions=[]), form)[0]

        assert "1843-22" not in text
        assert works(back(form, text))[0]["year"] == 1843


@pytest.mark.parametrize("form", ["bibtex", "csl-json", "ris"])
def test_the_venue_of_a_thesis_is_written_as_its_institution(form: str) -> None:
    work = {"title": "Engines", "authors": ["Ada Lovelace"], "year": 1844, "type": "thesis", "venue": "UA"}
    text, left = convert(profile(publications=[work]), form)

    assert works(back(form, text))[0]["institution"] == "UA"
    assert "publications.venue (1)" in left


def test_keys_are_unique_and_stay() -> None:
    same = [{"title": "Notes", "authors": ["Ada Lovelace"], "year": 1843}] * 40
    text = convert(profile(publications=same), "bibtex")[0]
    keys = re.findall(r"@misc\{([^,]*),", text)

    assert len(set(keys)) == 40
    assert keys[:3] == ["lovelace1843notes", "lovelace1843notesb", "lovelace1843notesc"]


# Titles as people print them: any letters and signs, but no markup and no full stop at the end, which are not kept.
LETTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Cn", "Co", "Cf"))
WORDS = st.text(LETTERS | st.sampled_from("&%$#_{}~^\\\"'`-<>@=,;:/()"), min_size=1, max_size=12)
TITLES = (
    st.lists(WORDS, min_size=1, max_size=8)
    .map(" ".join)
    .filter(lambda title: title_of(title) == title and plain.line(title) == title and title.isprintable())
)
NAME_WORDS = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=1, max_size=8)
NAMES = (
    st.lists(NAME_WORDS, min_size=1, max_size=4)
    .map(" ".join)
    .filter(lambda name: name.casefold() not in ("others", "et al", "and others"))
)
WORKS = st.fixed_dictionaries(
    {
        "title": TITLES,
        "authors": st.lists(NAMES.map(lambda name: {"name": name}), min_size=1, max_size=5),
    },
    optional={
        "venue": st.sampled_from(["ENGINES", "Journal of Numbers", "R&D of 100% {Engines}"]),
        "year": st.integers(1000, 2999),
        "doi": st.text("abcdefghijklmnopqrstuvwxyz0123456789._;()-/%&#_", min_size=1, max_size=12).map(
            lambda tail: f"10.5555/{tail}"
        ),
    },
)


def normal(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


@pytest.mark.thorough
@settings(max_examples=often(200), deadline=None)
@given(
    st.lists(WORKS, min_size=1, max_size=4, unique_by=lambda work: work["title"]),
    st.sampled_from(["bibtex", "csl-json"]),
)
def test_whatever_is_written_comes_back(publications: list[dict[str, Any]], form: str) -> None:
    whole = profile(publications=publications)
    found = works(back(form, convert(whole, form)[0]))
    returned = Profile.model_validate({"id": "ada", "name": "Ada", "publications": found})

    assert [normal(work.title) for work in returned.publications] == [normal(work.title) for work in whole.publications]
    for work, came in zip(whole.publications, returned.publications, strict=True):
        assert [normal(author.name) for author in came.authors] == [normal(author.name) for author in work.authors]
        assert (came.year, came.doi, came.venue) == (work.year, work.doi, work.venue)


@settings(max_examples=often(100), deadline=None)
@given(st.lists(WORKS, min_size=1, max_size=4, unique_by=lambda work: work["title"]))
def test_json_resume_keeps_titles_years_and_dois(publications: list[dict[str, Any]]) -> None:
    whole = profile(publications=[{**work, "role": "author"} for work in publications])  # works of others are left out
    found = works(back("json-resume", convert(whole, "json-resume")[0]))
    returned = Profile.model_validate({"id": "ada", "name": "Ada", "publications": found})

    for work, came in zip(whole.publications, returned.publications, strict=True):
        assert (normal(came.title), came.year, came.doi) == (normal(work.title), work.year, work.doi)


@given(st.text(LETTERS | st.sampled_from("&%$#_{}~^\\\"'`- "), max_size=60))
def test_what_is_escaped_for_latex_is_plain_again(text: str) -> None:
    assert latex.plain(latex.escaped(text)) in (normal(text), " ".join(text.split()))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_latex_is_read(text: str) -> None:
    assert "\n" not in latex.plain(text)
    assert len(latex.plain(text)) <= 2 * len(text) + 6
