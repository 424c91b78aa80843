"""What the name of a venue says: its kind, series, acronym, ordinal, year and place."""

import csv

from kg.terms.venue_names import PLACEHOLDER, VenueName, is_placeholder, read_venue
from tests.conftest import ROOT
from tests.support import work


def test_a_name_is_taken_apart() -> None:
    with (ROOT / "tests" / "data" / "venue_names.tsv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            ordinal, year = (int(row[key]) if row[key] else None for key in ("ordinal", "year"))
            expected = VenueName(row["kind"], row["series"], row["acronym"], ordinal, year, row["place"])

            assert read_venue(row["name"], row["stated"]) == expected


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


def test_an_acronym_keeps_its_star() -> None:
    for text in (
        "Fifth Joint Conference on Looms (*LOOM 2016)", "*LOOM 2016: Fifth Joint Conference on Looms", "*LOOM 2016",
        "Fifth Joint Conference on Looms, *LOOM 2016", "Fifth Joint Conference on Looms (*LOOM), 2016",
    ):  # fmt: skip
        read = read_venue(text, "conference")

        assert (read.acronym, read.year) == ("*LOOM", 2016)


def test_what_names_no_venue_is_a_placeholder_and_a_name_of_one_word_is_none() -> None:
    for text in (
        "TBD", "2002", "J", "Journal", "Proceedings", "Submitted for publication", "Manuscript under review",
        "Springer Nature", "EPRINTS-BOOK-TITLE", "PMID", "Eingereicht", "à paraître", "Technical report",
        "University Press", "-", "",
    ):  # fmt: skip
        assert read_venue(text, "journal") == VenueName(PLACEHOLDER, "")
    for text in ("Nature", "Network", "Proceedings of the IEEE", "Bone", "Springer Proceedings in Physics"):
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
