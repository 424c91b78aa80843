from typing import Any

import pytest

from tests.support.pages import values_of


def read(text: str) -> list[dict[str, Any]]:
    return values_of("talks", f"# Ada Lovelace\n\n## Invited Talks\n\n{text}")


def test_a_talk_has_title_place_and_date() -> None:
    for text, expected in (
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
            "- 2019 – Notes on the Engine, *Looms in Europe Meeting at Loom2019, Turin, Italy*.",
            {
                "title": "Notes on the Engine",
                "venue": "Looms in Europe Meeting at Loom2019",
                "location": "Turin, Italy",
                "year": 2019,
            },
        ),
        (
            "- “Notes on the Engine”, University of London, 2019",
            {"title": "Notes on the Engine", "venue": "University of London", "year": 2019},
        ),
        (
            "- C. Babbage and A. Lovelace. “Cards and codes.” Weaving Seminar, Lyon, France, 8 June 2019.",
            {
                "title": "Cards and codes",
                "venue": "Weaving Seminar",
                "location": "Lyon, France",
                "year": 2019,
                "date": "2019-06-08",
            },
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
    ):
        assert read(text) == [expected]


EVENTS = (
    ("Annual Conference of the Society of Looms,\n\nTurin, Italy, 29 March – 2 April 2017", "“Cards and codes”"),
    ("Weaving Seminar, University of London, 8 June 2018", "“The level of the loom. A history”"),
    ("7th Symposium on Silk, Lyon, France, 18 September 2019", "“Notes on the Engine”\nwith Charles Babbage"),
)


@pytest.mark.parametrize("is_title_first", [True, False])
def test_titles_in_quotes_and_where_they_were_given_are_one_talk_whichever_stands_first(is_title_first: bool) -> None:
    parts = [part for event in EVENTS for part in (event[::-1] if is_title_first else event)]

    found = read("\n\n".join(parts))

    assert [(talk["title"], talk["venue"], talk.get("location"), talk["year"]) for talk in found] == [
        ("Cards and codes", "Annual Conference of the Society of Looms", "Turin, Italy", 2017),
        ("The level of the loom. A history", "Weaving Seminar, University of London", None, 2018),
        ("Notes on the Engine", "7th Symposium on Silk", "Lyon, France", 2019),
    ]
