"""What a reference says is decided once: each format of works says the same of the same record."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.interchange.formats import read

PUBMED, PAGE, NOTED = "https://pubmed.ncbi.nlm.nih.gov/1843/", "https://loom.example.org/a", "arXiv:1843.00042"
ARTICLES = {
    "bibtex": f"@article{{a, title={{Looms}}, author={{Ada Vane}}, journal={{Memoirs}}, note={{{NOTED}}},"
    f" doi={{10.5555/a}}, url={{{PUBMED}}}, howpublished={{{PAGE}}}}}",
    "ris": f"TY  - JOUR\nTI  - Looms\nAU  - Vane, Ada\nJO  - Memoirs\nN1  - {NOTED}\nDO  - 10.5555/a\nUR  - {PUBMED}\n"
    f"UR  - {PAGE}\nER  - \n",
    "csl-json": [
        {"type": "article-journal", "title": "Looms", "author": [{"family": "Vane", "given": "Ada"}], "note": NOTED,
         "container-title": "Memoirs", "DOI": "10.5555/a", "URL": PUBMED}
    ],
    "dblp": f"<dblpperson name='Ada Vane' pid='1/2'><r><article><author>Ada Vane</author><title>Looms</title>"
    f"<journal>Memoirs</journal><ee>https://doi.org/10.5555/a</ee><ee>{PUBMED}</ee><ee>{PAGE}</ee></article></r></dblpperson>",
}  # fmt: skip
THESES = {
    "bibtex": "@phdthesis{a, title={Looms}, author={Ada Vane}, school={Fern}, pages={240}, type={PhD thesis}}",
    "ris": "TY  - THES\nTI  - Looms\nAU  - Vane, Ada\nPB  - Fern\nSP  - 240\nER  - \n",
    "csl-json": [{"type": "thesis", "title": "Looms", "author": [{"family": "Vane"}], "publisher": "Fern",
                  "page": "240"}],
}  # fmt: skip


def work(form: str, content: Any, folder: Path) -> dict[str, Any]:
    """Return what a format says of the only work in a text."""
    path = folder / "input"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    [found] = [dict(fact.values) for fact in read(form, path).facts if fact.section == "publications"]
    return found


@pytest.mark.parametrize("form", ARTICLES)
def test_ids_count_wherever_they_stand_and_no_address_is_lost(form: str, tmp_path: Path) -> None:
    said = work(form, ARTICLES[form], tmp_path)

    assert said["doi"].endswith("10.5555/a")
    assert said["pmid"] == PUBMED
    assert said.get("arxiv", "1843.00042") == "1843.00042"
    assert said.get("url", PAGE) == PAGE
    assert "note" not in said


@pytest.mark.parametrize("form", THESES)
def test_one_number_of_pages_of_what_appears_by_itself_is_how_many_it_has(form: str, tmp_path: Path) -> None:
    said = work(form, THESES[form], tmp_path)

    assert (said["page_count"], said.get("pages"), said["institution"]) == (240, None, "Fern")


def test_an_editor_keeps_the_id_and_the_affiliation(tmp_path: Path) -> None:
    editor = {"given": "Bo", "family": "Quill", "ORCID": "0000-0002-1825-0097", "affiliation": [{"name": "Fern"}]}

    said = work("csl-json", [{"type": "book", "title": "Looms", "editor": [editor]}], tmp_path)

    assert said["editors"] == [{"name": "Bo Quill", "orcid": "0000-0002-1825-0097", "organization": "Fern"}]


def test_several_addresses_are_the_address_and_links(tmp_path: Path) -> None:
    said = work("ris", ARTICLES["ris"].replace("ER", f"UR  - {PAGE}/b\nER"), tmp_path)  # type: ignore[attr-defined]

    assert said["url"] == PAGE
    assert said["links"] == [{"label": "Page", "url": f"{PAGE}/b"}]


def test_of_two_titles_the_first_is_kept_and_the_other_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        json.dumps({"message-type": "work", "message": {"title": ["Looms", "Webstühle"], "DOI": "10.5555/a"}})
    )

    assert "'further values: title' (line" in "\n".join(map(str, read("crossref", path).warnings))


@pytest.mark.parametrize(
    ("note", "arxiv"),
    [
        ("arXiv preprint arXiv:1843.00042 [cs.LG]", "1843.00042"),
        ("To appear in Memoirs. https://arxiv.org/abs/1843.00042", "1843.00042"),
        ("12 pages, 3 figures, arXiv:1843.00042v2", "1843.00042v2"),
        ("Extended version of arXiv:1843.00042", None),
        ("Comment on C. Babbage, arXiv:1843.00042", None),
    ],
)
@pytest.mark.parametrize("form", ["bibtex", "ris"])
def test_a_note_names_the_works_own_id_only_where_it_says_no_more(
    form: str, note: str, arxiv: str | None, tmp_path: Path
) -> None:
    said = work(form, ARTICLES[form].replace(NOTED, note), tmp_path)  # type: ignore[attr-defined]

    assert said.get("arxiv") == arxiv
    assert (note in said.get("note", "")) == (arxiv is None or "12 pages" in note)


def test_a_number_alone_is_no_id_of_pubmed(tmp_path: Path) -> None:
    for form in ("bibtex", "ris"):
        assert "pmid" not in work(form, ARTICLES[form].replace(PUBMED, "1843"), tmp_path)  # type: ignore[attr-defined]


def test_an_address_of_the_doi_is_imported_as_the_doi(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_text(ARTICLES["bibtex"].replace(PUBMED, "https://doi.org/10.5555/a"))  # type: ignore[attr-defined]

    assert not read("bibtex", path).warnings
