from typing import Any

from kg.extract.addresses import of_address
from kg.profile.drafts.model import PERSON
from tests.support.pages import values_of


def read(text: str) -> dict[str, Any]:
    return {key: value for found in values_of(PERSON, text) for key, value in found.items()}


def test_the_head_tells_links_and_contacts() -> None:
    found = read(
        "# ADA LOVELACE\n\nPronouns: she/her ◊ Email: ada@example.org ◊ Tel: +44 20 7946 0018\n\n"
        "Homepage: https://ada.example.org & Github: ada-lovelace & ORCID: 0000-0002-1825-0097\n\n"
        "Ph.D. Candidate (5<sup>th</sup> year) ◊ University of London\n\n"
        "[Scholar](https://scholar.google.com/citations?user=AbCdEfGhIjKl&hl=en) | [X](https://x.com/ada)\n\n## "
        "Education\n"
    )

    assert found == {
        "name": "Ada Lovelace",
        "pronouns": "she/her",
        "email": "ada@example.org",
        "phone": "+44 20 7946 0018",
        "homepage": "https://ada.example.org",
        "github": "https://github.com/ada-lovelace",
        "orcid": "https://orcid.org/0000-0002-1825-0097",
        "job_title": "Ph.D. Candidate (5th year)",
        "scholar": "https://scholar.google.com/citations?user=AbCdEfGhIjKl",
        "same_as": ["https://x.com/ada"],
    }


def test_an_address_of_the_post_is_found_before_other_contacts() -> None:
    found = read(
        "# Ada Lovelace\n\nBuilding 8, Engine Road 5, London, UK Homepage: https://ada.example.org & Email: ada [at] "
        "example [dot] org"
    )

    assert found == {
        "name": "Ada Lovelace",
        "address": "Building 8, Engine Road 5, London, UK",
        "homepage": "https://ada.example.org",
        "email": "ada@example.org",
    }


def test_the_biography_is_the_summary_and_tells_what_one_is() -> None:
    found = read(
        "## Biography\n\nI am a third-year Ph.D. student at the University of London, advised by Charles Babbage."
    )

    assert found["job_title"] == "third-year Ph.D. student"
    assert found["summary"].startswith("I am a third-year")


def test_a_paragraph_with_an_e_mail_address_stays_private() -> None:
    found = read(
        "## About me\n\nI write notes on all engines that are there to see.\n\nPlease do write me at ada@example.org."
    )

    assert found == {"summary": "I write notes on all engines that are there to see."}


def test_links_of_others_in_prose_are_not_taken() -> None:
    found = read(
        "I work on the engine with my good friend and advisor [Charles](https://github.com/charles) "
        "([Scholar](https://scholar.google.com/citations?user=AbCdEfGhIjKl)) at the University of London since "
        "a long time."
    )

    assert set(found) == {"summary"}


def test_addresses_are_told_by_their_host() -> None:
    for url, expected in (
        ("https://github.com/ada", ("github", "https://github.com/ada")),
        ("https://github.com/ada/loom", None),
        ("https://www.linkedin.com/in/ada/", ("linkedin", "https://www.linkedin.com/in/ada")),
        ("https://dblp.org/pid/123/4567.html", ("dblp", "https://dblp.org/pid/123/4567")),
        ("https://twitter.com/ada", ("same_as", "https://twitter.com/ada")),
        ("https://twitter.com/ada/status/1", None),
        ("https://example.org/", None),
        ("http://[broken", None),
    ):
        assert of_address(url) == expected


def test_an_orcid_id_is_told_by_its_form_and_its_checksum() -> None:
    found = values_of(PERSON, "# Ada Lovelace\n\nLondon · ORCID 0000-0002-1825-0097 · 0000-0002-1825-0098\n")

    assert [each["orcid"] for each in found if "orcid" in each] == ["https://orcid.org/0000-0002-1825-0097"]


def test_keys_of_front_matter_are_those_of_a_site() -> None:
    found = read(
        "---\nopenalex: A5023888391\ndblpUrl: https://dblp.org/pid/123/4567\ngithub_user_name: ada\n---\n\n# Ada\n"
    )

    assert found["openalex"] == "https://openalex.org/A5023888391"
    assert found["dblp"] == "https://dblp.org/pid/123/4567"
    assert found["github"] == "https://github.com/ada"
