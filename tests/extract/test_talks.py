from typing import Any

import pytest

from kg.extract.recognition import talks
from tests.support.pages import values_of


def read(text: str) -> list[dict[str, Any]]:
    return values_of(talks.read, f"# Ada Lovelace\n\n## Invited Talks\n\n{text}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "1. Notes on the Engine, *Royal Institution*, September 15, 2014. London, UK.",
            {
                "title": "Notes on the Engine",
                "venue": "Royal Institution",
                "location": "London, UK",
                "year": 2014,
                "date": "2014-09-15",
            },
        ),
        (
            "- 2019 – Notes on the Engine. *Institute of Weaving, University of London*",
            {"title": "Notes on the Engine", "venue": "Institute of Weaving, University of London", "year": 2019},
        ),
        (
            "- 2019 – Notes on the Engine, *Looms in Europe Meeting at Loom2019, Turin, Italy*.",
            {
                "title": "Notes on the Engine",
                "venue": "Looms in Europe Meeting at Loom2019",
                "location": "Turin, Italy",
                "year": 2019,
            },
        ),
        (
            "Notes on the Engine and its Looms EuroSys 2019",
            {"title": "Notes on the Engine and its Looms", "venue": "EuroSys", "year": 2019},
        ),
        (
            "- “Notes on the Engine”, University of London, 2019",
            {"title": "Notes on the Engine", "venue": "University of London", "year": 2019},
        ),
        (
            "- **Notes on the Engine**, University of London, May 2019",
            {"title": "Notes on the Engine", "venue": "University of London", "year": 2019, "date": "2019-05"},
        ),
        ("- Invited talk at University of London, 2019", {"venue": "University of London", "year": 2019}),
        (
            "- 2019: [Notes on the Engine](https://example.org/notes), University of London",
            {
                "title": "Notes on the Engine",
                "venue": "University of London",
                "url": "https://example.org/notes",
                "year": 2019,
            },
        ),
        (
            "- Notes on the Engine\n  - University of London, May 2019",
            {"title": "Notes on the Engine", "venue": "University of London", "year": 2019, "date": "2019-05"},
        ),
    ],
)
def test_a_talk_has_title_place_and_date(text: str, expected: dict[str, Any]) -> None:
    assert read(text) == [expected]
