"""Publications are found in every style in which people list them."""

import pytest

from kg.extract.documents import reading
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact
from tests.support.layouts import layouts

CASES = layouts("citations")


def publications(markdown: str, heading: str = "## Publications", name: str = "Ada Lovelace") -> list[Fact]:
    """Return the publications that a page proposes."""
    page = reading.read_text(f"# {name}\n\n{heading}\n{markdown}", "page.md", "text/markdown")
    return [fact for fact in facts_of(page) if fact.section == "publications"]


def test_each_list_is_read_in_its_style_and_what_is_none_gives_none() -> None:
    for name in CASES:
        assert [cited(fact) for fact in CASES[name].facts("publications")] == CASES[name].stated, name


def cited(fact: Fact) -> str:
    """Return what a fact says, as the cases have it: title, authors, venue, year, status."""
    values = fact.values
    authors = "; ".join(author.rstrip("*") for author in values["authors"])
    rest = (str(values.get(key) or "") for key in ("venue", "year", "status"))
    return " | ".join((values["title"], authors, *rest)).rstrip(" |")


def test_an_owner_whom_the_list_leaves_out_is_said_to_be_implied() -> None:
    (work,) = publications('- "Notes on Looms" (with Charles Babbage). *Nature*, 1843.')
    assert work.values["authors"] == ["Ada Lovelace", "Charles Babbage"]
    assert work.reason == "the list leaves out the page's owner"


@pytest.mark.parametrize(
    "venue", ["Looms", "Journal of Weaving", "Proceedings of the Royal Society B", "Proceedings of the IEEE"]
)
def test_a_doi_is_not_of_the_venue_before_it(venue: str) -> None:
    (work,) = publications(f"- Lovelace, A., & Babbage, C. (2021). The looms of Lyon. {venue}. DOI: 10.5555/ecy.1234")
    assert (work.values["venue"], work.values["doi"]) == (venue, "10.5555/ecy.1234")


@pytest.mark.parametrize(
    ("said", "kind"),
    [("PhD thesis", "thesis"), ("Master's thesis", "masters-thesis"), ("Journal of Looms 1", None)],
)
def test_a_thesis_is_no_article(said: str, kind: str | None) -> None:
    (work,) = publications(f"- Lovelace, A. (2021). The PhD thesis and other looms. {said}. University of Turin.")
    assert work.values.get("type") == kind


def test_what_a_work_is_on_a_line_of_its_own_is_its_type_and_no_part_of_its_title() -> None:
    found = publications(
        "- Capítulo\n  Los telares de la razón\n  Ada Lovelace\n  En *Filosofía de hoy*, ed. Babbage, pp. 1–9, 1843\n"
        "- Libro\n  El telar que cambiaría el mundo\n  Ada Lovelace\n  Loom Books , Barcelona , 1844\n"
        "- Capítulo\n  El tejido y la máquina\n  Ada Lovelace\n  En *Tejidos de ayer*, ed. Babbage, pp. 1–9, 1845\n"
    )

    assert [(work.values["title"], work.values["type"]) for work in found] == [
        ("Los telares de la razón", "chapter"), ("El telar que cambiaría el mundo", "book"),
        ("El tejido y la máquina", "chapter"),
    ]  # fmt: skip
    assert [work.values.get("venue") for work in found] == ["Filosofía de hoy", None, "Tejidos de ayer"]
    assert (found[1].values["publisher"], found[1].values["place"]) == ("Loom Books", "Barcelona")
    assert [work.values["year"] for work in found] == [1843, 1844, 1845]


@pytest.mark.parametrize(
    ("words", "doi"),
    [
        ("[10.5555/jclid220689.1](https://doi.org/10.5555/jcli-d-22-0689.1)", "10.5555/jcli-d-22-0689.1"),
        ("[PDF](https://looms.example.org/articles/10.5555/looms.2022.7/full)", "10.5555/looms.2022.7"),
        ("doi: 10.5555/b [before](https://doi.org/10.5555/a) [now](https://doi.org/10.5555/b)", "10.5555/b"),
        ("doi:10.5555/looms#abstract", "10.5555/looms"),
    ],
)
def test_a_doi_is_that_of_its_link(words: str, doi: str) -> None:
    (work,) = publications(f"- A. Lovelace and C. Babbage. Looms of wool and of silk. *Nature* 3, 1–9, 2022. {words}")

    assert work.values["doi"] == doi


@pytest.mark.parametrize(
    "behind",
    [
        "12.1 (2021), p. 1242. ISSN: 2041-1723",
        "12 (2021), p. 1242. ISSN: 0022-0477, 2041-1723. DOI: 10.5555/bg-12-2707-2015",
        "12 (2021), p. 1242. URL: https://looms.example.org/a (visited on 10/08/2025)",
    ],
)
def test_figures_of_an_issn_a_doi_or_a_visit_are_neither_year_nor_pages(behind: str) -> None:
    (work,) = publications(f'- A. Lovelace and C. Babbage. "Looms of wool and silk". In: _Textile Letters_ {behind}.')

    said = {key: work.values.get(key) for key in ("year", "volume", "pages")}
    assert said == {"year": 2021, "volume": "12", "pages": "1242"}
    assert work.values.get("issue") in (None, "1")


def test_a_name_goes_on_in_the_next_line() -> None:
    cited = (
        "- C. Babbage, G. Boole, M. Somerville, A. De Morgan, J. Herschel, L. M.\n"
        "  Menabrea, A. Lovelace, and W. Whewell. Looms of wool and of silk, and how\n"
        "  they are driven by cards {number}. *Textile Letters*, 1843."
    )
    works = "\n".join(cited.format(number=number) for number in "ABCDEFGHIJKLMNOPQR")

    assert {tuple(work.values["authors"][4:7]) for work in publications(works)} == {
        ("J. Herschel", "L. M. Menabrea", "A. Lovelace")
    }


@pytest.mark.parametrize("words", ["doi 10.5555/looms-12", "[Preprint available](https://looms.example.org/)"])
def test_an_identifier_and_a_label_are_no_titles(words: str) -> None:
    found = publications(f"- C. Babbage, A. Lovelace, G. Boole, *Textile Letters*, 2021, {words}")

    assert [work for work in found if work.values["title"].startswith(("doi", "10.", "Preprint"))] == []


@pytest.mark.parametrize(
    ("cited", "key", "value"),
    [
        (
            "Lovelace, A., & Babbage, C. (2023). Looms of wool. Journal of Weaving, 129, e2023JB02.",
            "pages",
            "e2023JB02",
        ),
        ("Babbage C., Lovelace A. (2021). Looms of wool and silk. *Animals*, 11(7), 1959.", "year", 2021),
    ],
)
def test_pages_and_years_are_whole_however_they_are_written(cited: str, key: str, value: object) -> None:
    (work,) = publications(f"- {cited}")

    assert work.values[key] == value
