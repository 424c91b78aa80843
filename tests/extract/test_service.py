from typing import Any

import pytest

from tests.support.pages import values_of


def read(text: str) -> list[dict[str, Any]]:
    return values_of("service", f"# Ada Lovelace\n\n## Service\n\n{text}")


def serving(role: str, venue: str, year: int | None = None, **more: Any) -> dict[str, Any]:
    return {"role": role, "venue": venue, **more} | ({"year": year} if year else {})


def test_each_venue_and_year_is_one_service() -> None:
    for text, expected in (
        (
            "**Program Committee**\tACM CoNEXT 2022, MLSys 2023",
            [serving("Program Committee", "ACM CoNEXT", 2022), serving("Program Committee", "MLSys", 2023)],
        ),
        (
            "- [2021] **Social Co-Chair**: [ASPLOS 2021](https://example.org)",
            [serving("Social Co-Chair", "ASPLOS", 2021)],
        ),
        (
            "- Reviewer for ICML 2020, 2021 and NeurIPS 2022",
            [
                serving("Reviewer", "ICML", 2020),
                serving("Reviewer", "ICML", 2021),
                serving("Reviewer", "NeurIPS", 2022),
            ],
        ),
        ("- IEEE Transactions on Computers reviewer", [serving("reviewer", "IEEE Transactions on Computers")]),
        (
            "- Journal Reviewer:\n  - Journal of Engines\n  - Annals of Looms",
            [serving("Journal Reviewer", "Journal of Engines"), serving("Journal Reviewer", "Annals of Looms")],
        ),
    ):
        assert read(text) == expected


def test_members_of_societies_are_members() -> None:
    assert values_of("memberships", "## Service\n\n- [2013-Present] **Member**: IEEE") == [
        {"organization": "IEEE", "role": "Member", "start": "2013", "end": "present"}
    ]
    assert values_of("memberships", "## Memberships\n\n- ACM\n- IEEE") == [
        {"organization": "ACM"},
        {"organization": "IEEE"},
    ]


@pytest.mark.parametrize(
    "text",
    ["- Currently signed in to 43 different slack teams", "- ICML2020 Top Reviewers,  Neurips 2022 Top Reviewers"],
)
def test_what_is_no_service_is_left_out(text: str) -> None:
    assert read(text) == []


def test_commas_inside_of_a_name_do_not_cut_it() -> None:
    venue = "IEEE Transactions on Systems, Man and Cybernetics"

    assert read(f"- Reviewer: {venue}") == [serving("Reviewer", venue)]
