"""Citations in a style of CSL that the user names by its file."""

from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.site.reports.citing import Cited, citation
from kg.site.reports.model import Span, text_of
from kg.site.works import works_on_page
from tests.conftest import Command
from tests.support.released import released
from tests.support.site_pages import site_of

csl = pytest.importorskip("kg.site.reports.csl", reason="the extra 'csl' is not installed")

HEAD = (
    '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text"><info><title>Engines</title></info>'
)
BODY = """
  <citation><layout><text variable="citation-number"/></layout></citation>
  <bibliography><layout suffix=".">
    <text variable="citation-number" prefix="[" suffix="] "/>
    <names variable="author" suffix=": "><name name-as-sort-order="all" initialize-with=".">
      <name-part name="family" text-case="capitalize-first"/></name></names>
    <text variable="title" quotes="true" font-weight="bold"/>
    <text variable="container-title" font-style="italic" prefix=", "/>
    <text variable="volume" prefix=" "/>
    <date variable="issued" prefix=" (" suffix=")"><date-part name="year"/></date>
    <text variable="DOI" prefix=" doi:"/>
  </layout></bibliography>
</style>
"""
ITEM = {
    "id": "x",
    "type": "article-journal",
    "title": "Notes & Numbers",
    "author": [{"family": "lovelace", "given": "Ada"}, {"literal": "et al."}],
    "container-title": "Memoirs",
    "volume": "3",
    "issued": {"date-parts": [[1843]]},
}
GRAPH = """\
@base <http://example.com/> .
<person/ada> a schema:Person ; schema:name "Ada Lovelace" .
<work/notes> a schema:ScholarlyArticle ; schema:name "Notes" ; schema:author <person/ada> ; kg:year 1843 ;
    schema:sameAs <https://doi.org/10.5555/notes> ; schema:award "Best Paper Award" ;
    kg:authorship <work/notes#author-1> .
<work/notes#author-1> schema:position 1 ; kg:author <person/ada> ; kg:nameAsWritten "Ada Lovelace" .
"""


def style_of(folder: Path, text: str) -> Path:
    path = folder / "engines.csl"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_style_sets_a_work_without_the_number_that_lists_of_kg_have(tmp_path: Path) -> None:
    line = csl.CslStyle(style_of(tmp_path, HEAD + BODY)).set(ITEM)

    assert text_of(line) == "Lovelace, A.: “Notes & Numbers”, Memoirs 3 (1843)."
    assert Span("Memoirs", is_emphasis=True) in line
    assert any(run.is_strong and "Notes & Numbers" in run.text for run in line)


def test_what_the_style_says_already_is_not_said_again(tmp_path: Path) -> None:
    graph = site_of(tmp_path, GRAPH, base="http://example.com/").graph
    (work,) = works_on_page(graph, ["http://example.com/work/notes"]).works
    line = citation(Cited(graph, work), csl.CslStyle(style_of(tmp_path, HEAD + BODY)))

    assert text_of(line) == "Lovelace, A.: “Notes” (1843) doi:10.5555/notes. Best Paper Award."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no style", "this is not XML"),
        ("<style/>", "this is no style of CSL 1.0"),
        (f"{HEAD}</style>", "the style sets no bibliography"),
        (f'<!DOCTYPE style [<!ENTITY a "b">]>{HEAD}{BODY}', "declares entities"),
    ],
)
def test_a_file_that_is_no_style_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        csl.CslStyle(style_of(tmp_path, text))


def test_a_style_that_only_names_another_one_says_which(tmp_path: Path) -> None:
    link = '<link rel="independent-parent" href="https://ada.example.org/engines"/>'
    head = HEAD.replace("</info>", f"{link}</info>")

    with pytest.raises(ReadError) as raised:
        csl.CslStyle(style_of(tmp_path, f"{head}</style>"))
    assert raised.value.hint == "it only names another style; get that one: https://ada.example.org/engines"


def test_a_list_in_a_style_of_a_file(kg: Command, tmp_path: Path) -> None:
    work = "publications:\n- title: Notes\n  authors: [Ada Lovelace]\n  year: 1843\n  doi: 10.5555/notes\n"
    released(tmp_path, {"ada": f"id: ada\nname: Ada Lovelace\n{work}"})
    style = str(style_of(tmp_path, HEAD + BODY))
    done = kg("render", "publications", "ada", "--style", style, "--release", str(tmp_path / "out"))

    assert "Lovelace, A.: “**Notes**” (1843) doi:10.5555/notes." in done.out, done.err


def test_an_unknown_style_is_refused(kg: Command) -> None:
    done = kg("render", "publications", "ada", "--style", "engines")

    assert done.code == 2
    assert "there is no style 'engines'" in done.err
