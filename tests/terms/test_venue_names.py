"""What the name of a venue says: its kind, series, acronym, ordinal, year and place."""

import pytest

from kg.terms.venue_names import PLACEHOLDER, VenueName, is_placeholder, read_venue
from tests.support import work


def test_a_name_is_taken_apart() -> None:
    for text, stated, expected in (
        (
            "Loom Engineering in Halls (LoEng'23)",
            "conference",
            VenueName("conference", "Loom Engineering in Halls", "LoEng", None, 2023),
        ),
        (
            "Proc. 12th Int. Symp. on Looms, Basel, Switzerland, May 2-4, 1987",
            "conference",
            VenueName("conference", "Int. Symp. on Looms", "", 12, 1987, "Basel, Switzerland"),
        ),
        (
            "LOOMS '15 Proceedings of the 33rd Annual Conference on Weaving",
            "conference",
            VenueName("conference", "Annual Conference on Weaving", "LOOMS", 33, 2015),
        ),
        (
            "Proceedings of the Twenty-Second Workshop on Threads (WoT 2009",
            "conference",
            VenueName("workshop", "Workshop on Threads", "WoT", 22, 2009),
        ),
        (
            "Proc. 4th Conference on Looms, PMLR 12:34-56, 2011",
            "conference",
            VenueName("conference", "Conference on Looms", "", 4, None),
        ),
        (
            "Loom Society Meeting Abstracts #223",
            "conference",
            VenueName("conference", "Loom Society Meeting Abstracts", "", 223),
        ),
        ("Loom Technical Track on Threads", "conference", VenueName("conference", "Loom Technical Track on Threads")),
        ("LOOM-02", "conference", VenueName("conference", "LOOM", "LOOM", None, 2002)),
        (
            "Actes de la 6e conférence sur les métiers à tisser",
            "conference",
            VenueName("conference", "conférence sur les métiers à tisser", "", 6),
        ),
        ("XIV Jornadas de Telares", "conference", VenueName("conference", "Jornadas de Telares", "", 14)),
        ("2. Fachtagung Webtechnik 2011", "conference", VenueName("conference", "Fachtagung Webtechnik", "", 2, 2011)),
        ("日本織機学会 2021年大会", "conference", VenueName("conference", "日本織機学会 大会", "", None, 2021)),
        (
            "Computational Weaving - 9th International Conference, CW 2010, Graz, Austria, May 5, 2010, Proceedings",
            "conference",
            VenueName("conference", "Computational Weaving", "CW", 9, 2010, "Graz, Austria"),
        ),
        (
            "Companion Proceedings of the 3rd Conference on Looms",
            "conference",
            VenueName("conference", "Conference on Looms Companion", "", 3),
        ),
        (
            "19th International Congress of Looms, Turin, Italy",
            "conference",
            VenueName("conference", "International Congress of Looms", "", 19, None, "Turin, Italy"),
        ),
        (
            "Congress of Looms, Turin 2023",
            "conference",
            VenueName("conference", "Congress of Looms", "", None, 2023, "Turin"),
        ),
        (
            "Congress of Looms (COL), Turin, Italy 2023",
            "conference",
            VenueName("conference", "Congress of Looms", "COL", None, 2023, "Turin, Italy"),
        ),
        (
            "Congress of the International Loom Society, Interloom 2023",
            "conference",
            VenueName("conference", "Congress of the International Loom Society", "Interloom", None, 2023),
        ),
        (
            "Conference on Looms, Threads, Patterns and Italy",
            "conference",
            VenueName("conference", "Conference on Looms, Threads, Patterns and Italy"),
        ),
        (
            "LOOM 2020 Workshop on Broken Threads",
            "journal",
            VenueName("workshop", "LOOM Workshop on Broken Threads", "", None, 2020),
        ),
        ("Loom Forum", "journal", VenueName("journal", "Loom Forum")),
        ("Loom Forum", "", VenueName("", "Loom Forum")),
        ("Loom Forum", "conference", VenueName("conference", "Loom Forum")),
        ("2nd Loom Forum", "journal", VenueName("conference", "Loom Forum", "", 2)),
        ("Symposium on Looms", "journal", VenueName("conference", "Symposium on Looms")),
        ("Journal of Looms (JOL)", "", VenueName("journal", "Journal of Looms", "JOL")),
        ("J. Loom Sci. 12 (3), 4-5", "journal", VenueName("journal", "J. Loom Sci.")),
        (
            "Weaving Letters (New York, N.Y. : 1991)",
            "journal",
            VenueName("journal", "Weaving Letters", place="New York, N.Y."),
        ),
        ("Journal of Looms (in press)", "journal", VenueName("journal", "Journal of Looms")),
        (
            "Proceedings of the Royal Society of Weavers",
            "journal",
            VenueName("journal", "Proceedings of the Royal Society of Weavers"),
        ),
        ("Loom Review A", "journal", VenueName("journal", "Loom Review A")),
        ("Lecture Notes in Weaving (LNW)", "book-series", VenueName("book-series", "Lecture Notes in Weaving", "LNW")),
        ("Loom Institute Working Papers", "report-series", VenueName("report-series", "Loom Institute Working Papers")),
        ("The Handbook of Looms", "book", VenueName("book", "The Handbook of Looms")),
        ("Congress at Work", "book", VenueName("book", "Congress at Work")),
        ("arXiv preprint arXiv:1843.00042", "journal", VenueName("repository", "arXiv")),
        ("CoRR", "journal", VenueName("repository", "arXiv")),
        ("Loom Days", "", VenueName("", "Loom Days")),
    ):
        assert read_venue(text, stated) == expected


def test_two_digits_behind_an_acronym_are_the_number_of_the_meeting_or_its_year_as_the_string_or_the_source_says() -> (
    None
):
    for text, of, ordinal, year in (
        ("48th Annual Meeting of the Loom Society (LOOM 48)", 2018, 48, None),
        ("17th Meeting of the Loom Society (LOOM 17)", 2018, 17, None),
        ("17th Meeting of the Loom Society (LOOM 17)", 2017, 17, 2017),
        ("Twenty-seventh Loom Conference, LOOM-27", None, 27, None),
        ("LOOM 48", 2018, 48, None),
        ("2018 Loom Conference (LOOM 48)", None, 48, 2018),
        ("LOOM 98", 1999, None, 1998),
        ("LOOM 98", None, None, 1998),
        ("8th Loom Conference (LOOM 08)", 2008, 8, 2008),
        ("48th Meeting of the Loom Society (LOOM '18)", 2020, 48, 2018),
    ):
        read = read_venue(text, "conference", of)

        assert (read.acronym, read.ordinal, read.year) == ("LOOM", ordinal, year)


@pytest.mark.parametrize(
    "text",
    ["Fifth Joint Conference on Looms (*LOOM 2016)", "*LOOM 2016: Fifth Joint Conference on Looms", "*LOOM 2016",
     "Fifth Joint Conference on Looms, *LOOM 2016", "Fifth Joint Conference on Looms (*LOOM), 2016"],
)  # fmt: skip
def test_an_acronym_keeps_its_star(text: str) -> None:
    read = read_venue(text, "conference")

    assert (read.acronym, read.year) == ("*LOOM", 2016)


@pytest.mark.parametrize(
    "text",
    ["TBD", "2002", "J", "Journal", "Proceedings", "Submitted for publication", "Manuscript under review",
     "Springer Nature", "EPRINTS-BOOK-TITLE", "PMID", "Eingereicht", "à paraître", "Technical report",
     "University Press", "-", ""],
)  # fmt: skip
def test_what_names_no_venue_is_a_placeholder(text: str) -> None:
    assert read_venue(text, "journal") == VenueName(PLACEHOLDER, "")


@pytest.mark.parametrize(
    "text", ["Nature", "Network", "Proceedings of the IEEE", "Bone", "Springer Proceedings in Physics"]
)
def test_a_name_of_one_word_is_a_venue(text: str) -> None:
    assert not is_placeholder(text, "journal")


def test_work_grows_with_the_length_of_a_name_that_is_hostile() -> None:
    for unit in (
        "(",
        "((",
        "A ",
        "A. ",
        "1st ",
        ", ",
        "A-",
        "Workshop ",
        "('23",
        "Proceedings of ",
        " - 1",
    ):
        with work.ends():
            for kind in ("", "conference", "journal", "book"):
                read_venue(unit * (600 // len(unit)), kind)
                read_venue(unit * (1_000_000 // len(unit)), kind)
