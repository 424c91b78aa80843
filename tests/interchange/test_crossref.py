"""Works and grants of Crossref in full; what has no place in a profile is counted once a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.interchange.formats import read
from kg.profile.drafts.model import Draft
from tests.support.drafts import entries, said

WORK: dict[str, Any] = {
    "DOI": "10.5555/1843.notes",
    "type": "journal-article",
    "title": ["Notes on the Analytical Engine", "Anmerkungen zur Maschine"],
    "subtitle": ["With Numbers of Bernoulli"],
    "container-title": ["Scientific Memoirs"],
    "publisher": "Taylor & Francis",
    "publisher-location": "London",
    "volume": "3",
    "issue": "4",
    "page": "666-731",
    "ISSN": ["1234-5679"],
    "language": "en",
    "issued": {"date-parts": [[1843, 9, 2]]},
    "created": {"date-parts": [[2013, 2, 7]]},
    "abstract": "<jats:title>Abstract</jats:title><jats:sec><jats:title>Aim</jats:title><jats:p>An <jats:italic>engine"
    "</jats:italic> weaves.</jats:p></jats:sec>",
    "author": [
        {
            "given": "Charles",
            "family": "Babbage",
            "sequence": "additional",
            "affiliation": [{"name": "Engine Works"}, {"name": "Analytical Society"}],
        },
        {
            "given": "Ada",
            "family": "Lovelace",
            "sequence": "first",
            "ORCID": "http://orcid.org/0000-0002-1825-0097",
            "authenticated-orcid": True,
            "affiliation": [{"name": "Ockham", "id": [{"id": "https://ror.org/02mhbdp94", "id-type": "ROR"}]}],
            "role": [{"role": "author", "vocabulary": "crossref"}, {"role": "software", "vocabulary": "credit"}],
        },
        {"name": "The Analytical Society", "sequence": "additional", "affiliation": []},
    ],
    "editor": [{"given": "Richard", "family": "Taylor", "affiliation": []}],
    "translator": [{"given": "Mary", "family": "Somerville", "affiliation": []}],
    "funder": [
        {"name": "Treasury", "DOI": "10.13039/100000001", "award": ["EN-17, EN-18"], "doi-asserted-by": "publisher"},
        {"name": "Crown"},
    ],
    "license": [
        {"URL": "https://memoirs.example.org/mining", "content-version": "tdm"},
        {"URL": "https://memoirs.example.org/terms", "content-version": "vor"},
        {"URL": "https://creativecommons.org/licenses/by/4.0/", "content-version": "unspecified"},
    ],
    "relation": {"has-preprint": [{"id-type": "doi", "id": "10.5555/preprint", "asserted-by": "subject"}]},
    "reference": [{"key": "1", "unstructured": "Menabrea, Sketch"}],
}

Read = Callable[..., Draft]


@pytest.fixture
def drafted(tmp_path: Path) -> Read:
    """Return a function that reads a work with other values, alone in a message."""

    def from_work(**more: Any) -> Draft:
        path = tmp_path / "works.json"
        message = {"status": "ok", "message-type": "work", "message": WORK | more}
        path.write_text(json.dumps(message, indent=1), encoding="utf-8")
        return read("crossref", path)

    return from_work


def test_a_work_arrives_in_full(drafted: Read) -> None:
    assert entries(drafted(), "publications") == [
        {
            "title": "Notes on the Analytical Engine: With Numbers of Bernoulli",
            "authors": [
                {
                    "name": "Ada Lovelace",
                    "orcid": "http://orcid.org/0000-0002-1825-0097",
                    "roles": ["software"],
                    "affiliations": [{"name": "Ockham", "ror": "https://ror.org/02mhbdp94"}],
                },
                {"name": "Charles Babbage", "affiliations": ["Engine Works", "Analytical Society"]},
                {"name": "The Analytical Society", "corporate": True},
            ],
            "editors": ["Richard Taylor"],
            "translators": ["Mary Somerville"],
            "venue": "Scientific Memoirs",
            "venue_kind": "journal",
            "year": 1843,
            "date": "1843-09-02",
            "volume": "3",
            "issue": "4",
            "pages": "666–731",
            "publisher": "Taylor & Francis",
            "place": "London",
            "issn": ["1234-5679"],
            "abstract": "Aim: An engine weaves.",
            "language": "en",
            "license": "https://creativecommons.org/licenses/by/4.0/",
            "doi": "10.5555/1843.notes",
            "funding": ["EN-17", "EN-18"],
            "funders": ["Treasury", "Crown"],
        }
    ]


def test_what_doi_org_answers_with_is_read_as_fully(drafted: Read, tmp_path: Path) -> None:
    flat = {key: WORK[key][0] for key in ("title", "subtitle", "container-title")}
    registered = {"member": "78", "content-domain": {"domain": []}}
    path = tmp_path / "doi.json"
    path.write_text(json.dumps(WORK | flat | registered), encoding="utf-8")

    assert entries(read("csl-json", path), "publications") == entries(drafted(), "publications")


@pytest.mark.parametrize(
    ("kind", "more", "type_"),
    [
        ("posted-content", {"subtype": "preprint"}, "preprint"),
        ("posted-content", {"subtype": "blog"}, "webpage"),
        ("book-chapter", {}, "chapter"),
        ("reference-entry", {}, "encyclopedia-entry"),
        ("dissertation", {}, "thesis"),
        ("dataset", {}, "dataset"),
        ("standard", {}, "standard"),
        ("monograph", {}, "book"),
    ],
)
def test_kinds_have_the_words_of_a_profile(drafted: Read, kind: str, more: dict[str, Any], type_: str) -> None:
    assert entries(drafted(type=kind, **more), "publications")[0]["type"] == type_


def test_a_chapter_stands_in_its_book_and_the_book_in_its_series(drafted: Read) -> None:
    titles = ["Lecture Notes in Engines", "Proceedings of the Meeting on Engines"]
    for container in (titles, titles[::-1]):
        isbn = ["http://id.crossref.org/isbn/9783161484100"]
        more = {"type": "book-chapter", "ISBN": isbn, "edition-number": "2", "container-title": container}
        [work] = entries(drafted(**more), "publications")

        assert (work["venue"], work["series"]) == (titles[1], titles[0])
        assert (work["isbn"], work["edition"]) == (["9783161484100"], "2")


@pytest.mark.parametrize(
    ("page", "number", "expected"),
    [("e17", None, {"article_number": "e17"}), ("107382", "107382", {"article_number": "107382"}),
     ("1-9", "17", {"pages": "1–9", "article_number": "17"})],
)  # fmt: skip
def test_a_number_of_an_article_is_no_page(
    drafted: Read, page: str, number: str | None, expected: dict[str, str]
) -> None:
    [work] = entries(drafted(**{"page": page, "article-number": number}), "publications")

    assert {key: work[key] for key in ("pages", "article_number") if key in work} == expected


def test_a_thesis_and_a_version_name_their_institution_and_number(drafted: Read) -> None:
    body = {"institution": [{"name": "Engine College"}], "degree": ["Doctor of Philosophy"]}
    [thesis] = entries(drafted(type="dissertation", **body), "publications")
    [data] = entries(drafted(type="dataset", version={"version": "v1"}), "publications")

    assert (thesis["institution"], thesis["note"]) == ("Engine College", "Doctor of Philosophy")
    assert data["version"] == "v1"


def test_a_licence_for_mining_text_is_not_that_of_the_work(drafted: Read) -> None:
    draft = drafted(license=WORK["license"][:1])

    assert "license" not in entries(draft, "publications")[0]
    assert "licences for text mining" in said(draft)


def test_the_day_of_registration_is_no_date_of_publication(drafted: Read) -> None:
    assert "year" not in entries(drafted(issued={"date-parts": [[None]]}), "publications")[0]


def test_a_grant_is_a_grant(drafted: Read) -> None:
    project = {
        "project-title": [{"title": "Engines for All"}],
        "project-description": [{"description": "<p>To build one.</p>"}],
        "lead-investigator": [{"given": "Ada", "family": "Lovelace", "affiliation": [{"name": "Engine Works"}]}],
        "award-amount": {"amount": 17000, "currency": "GBP"},
        "award-start": {"date-parts": [[1843, 2]]},
        "award-end": {"date-parts": [[1846]]},
        "funding": [{"type": "award", "scheme": "Royal Grants", "funder": {
            "name": "Treasury", "id": [{"id": "https://ror.org/02mhbdp94", "id-type": "ROR"}]}}],
    }  # fmt: skip
    draft = drafted(type="grant", award="EN-17", project=[project], title=None)

    assert entries(draft, "grants") == [
        {
            "name": "Engines for All",
            "funder": "Treasury",
            "ror": "https://ror.org/02mhbdp94",
            "number": "EN-17",
            "program": "Royal Grants",
            "amount": "17000",
            "currency": "GBP",
            "investigators": [{"name": "Ada Lovelace", "organization": "Engine Works"}],
            "summary": "To build one.",
            "start": "1843-02",
            "end": "1846",
        }
    ]
    assert draft.account == {"grants": {"": 1}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "works.json: there are no works of Crossref here"),
        ('{"message": {"items": [}}', r"works.json:1:24: this is not JSON"),
        (
            '{"status": "failed", "message-type": "validation-failure", "message": [{"message": "No such field"}]}',
            "there are no works of Crossref here: No such field",
        ),
    ],
)
def test_what_holds_no_works_is_refused_in_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "works.json"
    path.write_text(text)

    with pytest.raises(ReadError) as raised:
        read("crossref", path)
    assert message in str(raised.value)
    assert len(raised.value.problems) == 1
