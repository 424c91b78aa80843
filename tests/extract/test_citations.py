"""Publications are found in every style in which people list them."""

from pathlib import Path

from kg.extract.documents import reading
from kg.extract.extraction import facts_of
from kg.interchange.formats import read
from kg.profile.drafts.model import Fact
from tests.support.layouts import layouts

CASES = layouts("citations")


def publications(markdown: str) -> list[Fact]:
    """Return the publications that a page of Ada Lovelace proposes."""
    page = reading.read_text(f"# Ada Lovelace\n\n## Publications\n{markdown}", "page.md", "text/markdown")
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


def test_an_identifier_and_a_label_are_no_titles() -> None:
    for words in ("doi 10.5555/looms-12", "[Preprint available](https://looms.example.org/)"):
        found = publications(f"- C. Babbage, A. Lovelace, G. Boole, *Textile Letters*, 2021, {words}")

        assert [work for work in found if work.values["title"].startswith(("doi", "10.", "Preprint"))] == []


def test_formats_weigh_the_state_of_a_work_as_pages_do_and_keep_the_words(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{a, title={Ferns}, author={Vane, Ada}, journal={Moss Letters}, volume=3, note={preprint available}}\n"
        "@phdthesis{b, title={Moss}, author={Vane, Ada}, school={Lund University}, note={submitted}}\n"
        "@article{c, title={Lichens}, author={Vane, Ada}, journal={Moss Letters}, note={submitted}}\n"
    )
    works = [fact.values for fact in read("bibtex", tmp_path / "a.bib").facts if fact.section]

    assert [work.get("status", "") for work in works] == ["", "", "under-review"]
    assert [work["status_note"] for work in works] == ["preprint available", "submitted", "submitted"]


def test_a_year_in_brackets_at_the_end_of_a_line_ends_no_work() -> None:
    listed = (
        ("Looms in the upper valley", "*Ada Lovelace*, Bo Quist", "Current Weaving, vol. 31(19), PR1112-R1114 (2021)"),
        ("Distinct mills of the lower valley", "*Bo Quist*, *Ada Lovelace*", "Cogs, vol. 210, 104661 (2020)"),
        ("Vocal wheels of all valleys", "*Ada Lovelace* & Bo Quist", "Wheel Letters, vol. 3(1), 2-9 (2019)"),
    )
    text = "".join(
        f"[_{title}_](https://looms.example/{title[0]})<br>\n{people}<br>\n{venue} <br>\n[<img src='a'>](/a)\n\n"
        for title, people, venue in listed
    )

    assert [each.values["venue"] for each in publications(text)] == ["Current Weaving", "Cogs", "Wheel Letters"]
