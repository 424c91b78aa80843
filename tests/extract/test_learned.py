"""Models decide what a line is; rules keep what they do not contradict."""

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.extract.learned import tokens
from kg.profile.drafts.model import Fact

HISTORIAN = """# Mary Ellis

## Publications

### Articles

- “What? Engines in History Class?” *Learning and Leading with Looms*. December/January 2010.

### Book Reviews

- Review of The Loom and the Law, by Nancy Cole. H-Weave, July 2002.
- Review of A Separate Thread: Weavers in Tennessee, by Wendy Bess. H-Weave, May 2001.

## Grants

- Royal Society, “Looms for All”, PI, £20,000, 2019–2021

## Students supervised

- Jane Miller, PhD, University of London, 2015
"""


def facts(text: str) -> list[Fact]:
    return list(facts_of(read_text(text, "cv.md")))


def test_works_without_authors_are_the_owners_and_say_so() -> None:
    works = [fact for fact in facts(HISTORIAN) if fact.section == "publications"]

    assert len(works) == 3
    assert works[0].values["title"] == "What? Engines in History Class?"
    assert all(fact.values["authors"] == ["Mary Ellis"] for fact in works)
    assert all("no author is named" in fact.reason for fact in works)
    assert [fact.values["year"] for fact in works] == [2010, 2002, 2001]


def test_degrees_of_students_are_never_the_owners() -> None:
    found = facts(HISTORIAN)

    assert [fact for fact in found if fact.section in ("education", "positions")] == []
    assert [fact.values["person"] for fact in found if fact.section == "supervision"] == ["Jane Miller"]


def test_lines_under_a_heading_of_another_kind_are_left_alone() -> None:
    news = "# Mary Ellis\n\n## News\n\n- Review of *The Loom*, by Nancy Cole. *Journal of Weaving*, 2003.\n"

    assert [fact for fact in facts(news) if fact.section == "publications"] == []


def test_what_most_entries_of_a_list_do_is_its_habit_and_shown_with_each_of_them() -> None:
    words = tokens.tokens_of([tokens.Styled("Bo Quist, Looms 1. "), tokens.Styled("Memoirs", italic=True)])[1]
    most = ["B-author", "I-author", "O", "B-title", "I-title", "O", "B-container"]
    other = ["B-title", "I-title", "I-title", "I-title", "I-title", "O", "B-container"]
    common = tokens.habits(tokens.does(words, labels) for labels in (most, other, most))
    alone = tokens.features(words, "pub", frozenset(), {})
    shown = tokens.with_habits(alone, words, common)

    assert (common["order"], common["I"], common["after author"]) == ("author title container", "container", ",")
    assert set(shown[6]) - set(alone[6]) == {
        "Corder=author title container", "Cfirst=author", "Cnamed=True", "Cs=container|I", "Cgap=True' '",
    }  # fmt: skip
    assert "Cafter author" in shown[2]
    assert tokens.with_habits(alone, words, {}) == alone


def test_half_of_a_list_is_no_habit() -> None:
    assert tokens.habits([[("first", "author")], [("first", "title")]]) == {}


def test_patents_below_publications_are_works_of_that_type() -> None:
    page = """# Milo Anders

## Publications

### Patents

- Milo Anders, Sora Ito, Ravi Nair. "Method and apparatus for sparse recovery". US Patent 10,123,456, 2021.
- S. Ito, M. Anders. "Sensing with one bit". US Patent App. 16/123,456, filed 2020.
"""
    works = [fact.values for fact in facts(page) if fact.section == "publications"]

    assert [(work["title"], work.get("type")) for work in works] == [
        ("Method and apparatus for sparse recovery", "patent"),
        ("Sensing with one bit", "patent"),
    ]


def test_works_below_a_heading_that_nobody_knows_are_read() -> None:
    page = """# Mary Ellis

## What I wrote

### On looms

- Mary Ellis and Jane Roe, “Looms of the North”, *Journal of Weaving* 12 (2010), 14–30.
- Mary Ellis, “Threads and Cards”, in *The Weaver’s Companion*, ed. Nancy Cole (London: Shuttle Press, 2012), 3–21.
"""
    works = [fact for fact in facts(page) if fact.section == "publications"]

    assert [(fact.values["title"], fact.values["year"]) for fact in works] == [
        ("Looms of the North", 2010),
        ("Threads and Cards", 2012),
    ]


def test_a_talk_below_publications_is_not_a_work() -> None:
    page = """# Mary Ellis

## Publications

- Mary Ellis and Jane Roe. Looms of the North. Journal of Weaving, 12:14-30, 2010.

### Presentations

- Mary Ellis. Cards and threads. Invited talk, Annual Meeting of the Weavers' Society, Leeds, May 2011.
- Mary Ellis. Shuttles of the South. Keynote talk, Conference on Looms, York, June 2012.
"""
    assert [fact.values["title"] for fact in facts(page) if fact.section == "publications"] == ["Looms of the North"]


def test_works_that_share_one_line_of_a_minified_page_are_read_each() -> None:
    items = [
        f"<li>Mary Ellis, Jane Roe. <i>Looms of the North {part}</i>. Journal of Weaving, 201{part}.</li>"
        for part in "123"
    ]
    page = read_text(f"<h1>Mary Ellis</h1><h2>Publications</h2><ul>{''.join(items)}</ul>", "cv.html", "text/html")

    assert len([fact for fact in facts_of(page) if fact.section == "publications"]) == 3


def test_the_numbers_of_a_list_are_no_part_of_its_titles() -> None:
    words = ("Estimates for the Radius of", "Approximate Weaving with", "Central Limits of", "Potential on a Torus of")
    titles = [f"{each} Looms" for each in words]
    page = "# Ada Lovelace\n\n## Articles\n\n" + "\n\n".join(
        f"{number} {title}, with C. Babbage, Journal of Looms, {number}, pp. 10–20, (200{number})."
        for number, title in enumerate(titles, 1)
    )

    assert [fact.values["title"] for fact in facts(page) if fact.section == "publications"] == titles


def test_what_has_neither_authors_nor_a_venue_is_no_work_where_it_is_not_known_whose_page_it_is() -> None:
    page = "## Pubblicazioni\n\n- Correlatore di M. Rossi: Tessitura, 2018.\n- Correlatore di A. Neri: Telai, 2019.\n"

    assert [fact for fact in facts(page) if fact.section == "publications"] == []


def test_degrees_whose_committees_the_owner_sat_on_are_not_the_owners() -> None:
    own = "2016 Ph.D., Mathematics, University of London, London, UK"
    others = [f"{year} {name}, Member of PhD dissertation committee\nMathematics, University of Oxford"
              for year, name in ((2023, "Jane Miller"), (2022, "John Smith"), (2021, "Nicole Reed"))]  # fmt: skip
    page = "# Ada Lovelace\n\n## Education\n\n" + "\n\n".join((own, *others))

    assert [fact.values["institution"] for fact in facts(page) if fact.section == "education"] == [
        "University of London"
    ]


def test_an_employer_is_not_that_of_the_line_above_where_the_line_names_others() -> None:
    page = (
        "# Ada Lovelace\n\n## Berufstätigkeit\n\n"
        "- 1992 – 1997: Wissenschaftliche Hilfskraft, Fakultät für Mathematik, Universität Heidelberg\n"
        "- 2003 – 2007: Wissenschaftliche Assistentin (am Lehrstuhl D für Mathematik der RWTH Aachen)\n"
    )

    found = [fact for fact in facts(page) if fact.section == "positions"]

    assert [fact.values["start"] for fact in found if fact.values["organization"] == "Universität Heidelberg"] == [
        "1992"
    ]


def test_the_owner_is_found_among_authors_under_a_short_name() -> None:
    works = [
        fact
        for fact in facts(
            HISTORIAN.replace("Mary Ellis", "Sol Ellis").replace(
                "History Class?” *", "History Class?” Solomon Ellis, Robert Bond. *"
            )
        )
        if fact.section == "publications"
    ]

    assert works[0].values["authors"] == ["Solomon Ellis", "Robert Bond"]
