"""Works of OpenAlex in full: who wrote them where, in what, on whose money, and who may read them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.interchange.formats import read
from kg.profile.drafts.model import Draft
from tests.support.drafts import said

WORK: dict[str, Any] = {
    "id": "https://openalex.org/W1000000001",
    "doi": "https://doi.org/10.5555/1843.notes",
    "title": "Notes on the Analytical Engine",
    "publication_year": 1843,
    "publication_date": "1843-09-02",
    "language": "en",
    "type": "review",
    "ids": {
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/29456894",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/5815332",
    },
    "primary_location": {
        "landing_page_url": "https://doi.org/10.5555/1843.notes",
        "license": "cc-by",
        "source": {
            "display_name": "Scientific Memoirs",
            "type": "journal",
            "issn_l": "1234-5679",
            "issn": ["1234-5679"],
            "host_organization_name": "Taylor & Francis",
        },
    },
    "locations": [
        {"landing_page_url": "https://pubmed.ncbi.nlm.nih.gov/29456894"},
        {
            "landing_page_url": "https://repository.example.org/17",
            "source": {"display_name": "Engine Repository", "type": "repository", "issn": ["2222-3337"]},
        },
    ],
    "open_access": {"is_oa": True, "oa_status": "gold", "oa_url": "https://memoirs.example.org/notes.pdf"},
    "authorships": [
        {
            "raw_author_name": "Lovelace, Ada",
            "author": {"display_name": "Ada Lovelace", "orcid": "https://orcid.org/0000-0002-1825-0097"},
            "institutions": [
                {"display_name": "Engine Works", "ror": "https://ror.org/02mhbdp94"},
                {"display_name": "Analytical Society", "ror": None},
            ],
            "is_corresponding": True,
            "raw_affiliation_strings": ["Department of Cards, Engine Works, London"],
        },
        {
            "author": {"display_name": "Charles Babbage"},
            "institutions": [],
            "is_corresponding": False,
            "raw_affiliation_strings": ["1 Dorset Street, London#TAB#"],
        },
    ],
    "biblio": {"volume": "3", "issue": "4", "first_page": "666", "last_page": "731"},
    "abstract_inverted_index": {"weaves": [2], "An": [0], "engine": [1, 3]},
    "keywords": [{"display_name": "Guessed by a machine", "score": 0.6}],
    "awards": [{"funder_award_id": "EN-17; EN-18", "funder_display_name": "Treasury"}],
    "funders": [{"display_name": "Treasury", "ror": "https://ror.org/02mhbdp94"}],
}
OTHER = {"id": "https://openalex.org/W2", "title": "Cards", "authorships": [{"author": {"display_name": "Ada L"}}]}

Read = Callable[..., Draft]


@pytest.fixture
def drafted(tmp_path: Path) -> Read:
    """Return a function that reads a work with other values."""

    def from_work(**more: Any) -> Draft:
        path = tmp_path / "works.json"
        path.write_text(json.dumps({"results": [WORK | more, OTHER]}, indent=1), encoding="utf-8")
        return read("openalex", path)

    return from_work


def first_work(draft: Draft) -> dict[str, Any]:
    return next(dict(fact.values) for fact in draft.facts if fact.section == "publications")


def test_a_work_arrives_in_full(drafted: Read) -> None:
    draft = drafted()

    assert first_work(draft) == {
        "title": "Notes on the Analytical Engine",
        "authors": [
            {
                "name": "Ada Lovelace",
                "orcid": "https://orcid.org/0000-0002-1825-0097",
                "corresponding": True,
                "affiliations": [{"name": "Engine Works", "ror": "https://ror.org/02mhbdp94"}, "Analytical Society"],
            },
            {"name": "Charles Babbage", "organization": "1 Dorset Street, London"},
        ],
        "venue": "Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09-02",
        "type": "review",
        "volume": "3",
        "issue": "4",
        "pages": "666–731",
        "publisher": "Taylor & Francis",
        "issn": ["1234-5679"],
        "abstract": "An engine weaves engine",
        "language": "en",
        "license": "https://creativecommons.org/licenses/by/",
        "open_access": "https://memoirs.example.org/notes.pdf",
        "doi": "https://doi.org/10.5555/1843.notes",
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/29456894",
        "pmcid": "PMC5815332",
        "links": [{"label": "Engine Repository", "url": "https://repository.example.org/17"}],
        "funding": ["EN-17", "EN-18"],
        "funders": [{"name": "Treasury", "ror": "https://ror.org/02mhbdp94"}],
    }
    assert draft.account == {"works": {"": 2}}


def test_grants_in_the_older_form_are_read_too(drafted: Read) -> None:
    grants = [{"funder_display_name": "Treasury", "award_id": "EN-17"}, {"funder_display_name": "Crown"}]

    assert first_work(drafted(awards=[], grants=grants))["funding"] == ["EN-17"]


def test_who_runs_a_repository_is_no_publisher(drafted: Read) -> None:
    source = {"display_name": "arXiv", "type": "repository", "host_organization_name": "Engine College"}
    work = first_work(drafted(primary_location={"source": source}, locations=[]))

    assert "publisher" not in work
    assert work["venue"] == "arXiv"


def test_a_licence_without_an_address_is_counted(drafted: Read) -> None:
    draft = drafted(primary_location=WORK["primary_location"] | {"license": "other-oa"})

    assert "license" not in first_work(draft)
    assert "'licences without an address, such as 'other-oa'' (line" in said(draft)


def test_a_wrong_issn_costs_only_itself_and_is_told_with_its_line(drafted: Read) -> None:
    source = WORK["primary_location"]["source"] | {"issn": ["1234-5678", "1234-5679"]}
    draft = drafted(primary_location=WORK["primary_location"] | {"source": source})

    assert first_work(draft)["issn"] == ["1234-5679"]
    assert "3: left out: the ISSN '1234-5678' has a wrong checksum" in said(draft)
