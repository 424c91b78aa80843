"""Nothing that a source says is lost without a word: names, titles and dates come out as written, or are reported."""

import re
from pathlib import Path
from typing import Any

import pytest

from kg.base.node import Node
from kg.interchange import latex, names
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, parse_json
from kg.interchange.parsed_text import parse_xml, parse_yaml
from kg.interchange.plain import at, line, several, text
from kg.profile.drafts.model import Draft
from tests.support.drafts import Read, said


def entry(draft: Draft, section: str = "publications") -> dict[str, Any]:
    """Return the values of the only entry of a section."""
    [found] = [dict(fact.values) for fact in draft.facts if fact.section == section]
    return found


WHOLE = {
    "json": ('{\n "name": "Ada",\n "night": [\n  {"sky": {\n   "moon": "full"}},\n  {"star": 3}]\n}', parse_json),
    "yaml": ("name: Ada\n\nnight:\n- sky:\n    moon: full\n- star: 3\n", lambda each: parse_yaml(each, "name", "file")),
    "xml": (
        "<a>\n<name>Ada</name>\n<night>\n<sky>\n<moon>full</moon></sky></night>\n<night star='3'/>\n</a>",
        lambda each: parse_xml(each.text, each.path),
    ),
}


@pytest.mark.parametrize("notation", WHOLE)
def test_a_new_format_reports_what_it_does_not_ask_for_at_any_depth_without_doing_anything(
    notation: str, tmp_path: Path
) -> None:
    def add(drafting: Drafting, document: Node) -> None:
        drafting.add_person((1, 1), document, name=text(document, "name"))
        for each in several(document, "night"):
            at(each, "sky")

    content, parse = WHOLE[notation]
    (tmp_path / "new").write_text(content)
    draft = ForeignFormat("new", "text/plain", re.compile("new"), add, parse).read(tmp_path / "new")

    [told] = draft.warnings
    assert told.line == 5
    assert told.message == "not imported: 'moon' of 'night › sky' (line 5), 'star' of 'night' (line 6)"


def test_commands_of_tex_leave_their_letters_and_nothing_of_their_layout() -> None:
    for tex, plain in (
        (r"Tr{\`\^a}n", "Trần"),
        (r"L{\^{\'e}}", "Lế"),
        (r"Nguy{\~{\^e}}n Th{\'\u{a}}ng", "Nguyễn Thắng"),
        (r"\d{\^o}", "ộ"),
        (r"{\'{\i}}", "í"),
        (r"Moss\hspace{1.5em}and \vspace*{2pt}fern", "Moss and fern"),
        (r"\textcolor{red}{Ferns} of \foreignlanguage{german}{Farne}", "Ferns of Farne"),
        (r"\href{https://ferns.example.org/a}{Ferns}", "Ferns (https://ferns.example.org/a)"),
        (r"H$_2$O and CO$_{2}$ in $O(n^2)$", "H2O and CO2 in O(n^2)"),
        (r"Fern \&amp; moss &#233;", "Fern & moss é"),
    ):
        assert latex.plain(tex) == plain


def test_a_suffix_stands_behind_the_name_wherever_it_was_written() -> None:
    for written, spoken in (
        ("von Hollow, Jr, Ada", "Ada von Hollow Jr"),
        ("Hollow, Ada, Jr.", "Ada Hollow Jr."),
        ("Hollow, B., III", "B. Hollow III"),
        ("Ada Hollow, Sr.", "Ada Hollow Sr."),
        ("Hollow, Ada, PhD", "Ada Hollow PhD"),
        ("Hollow, MD", "MD Hollow"),
        ("Hollow, V.", "V. Hollow"),
    ):
        assert names.turned(written) == spoken


def test_entities_and_markup_are_read_until_they_are_what_the_source_writes_about() -> None:
    for written, shown in (
        ("Salt &amp;amp; water", "Salt & water"),
        ("&apos;Moss&apos; &#233;t&#xe9; &amp;#233;", "'Moss' été é"),
        ("&lt;i&gt;Fernus&lt;/i&gt; in spring", "Fernus in spring"),
        ("The &lt;b&gt; of a page", "The <b> of a page"),
        ("&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt; as text", "<i>x</i> as text"),
        ("A < B & C > D", "A < B & C > D"),
        ("&copy2020 &nosuch;", "&copy2020 &nosuch;"),
        ("Fe\n  <sub>2</sub>\n  O\n  <sub>3</sub>\n  layers", "Fe2O3 layers"),
        ("CO\n<sub>2</sub>\nover moss", "CO2 over moss"),
        ("<mml:msub>\n <mml:mi>H</mml:mi>\n <mml:mn>2</mml:mn>\n</mml:msub> lines", "H2 lines"),
        ("<p>One.</p><p>Two.</p>", "One. Two."),
    ):
        assert line(written) == shown


ENTITIES = {
    "bibtex": "@article{a, author={Vane, Ada}, title={Salt &amp;amp; H<sub>2</sub>O}, journal={M}, year=2020}",
    "ris": "TY  - JOUR\nAU  - Vane, Ada\nTI  - Salt &amp;amp; H<sub>2</sub>O\nPY  - 2020\nER  - \n",
    "csl-json": [{"type": "book", "title": "Salt &amp;amp; H<sub>2</sub>O", "author": [{"literal": "Vane"}]}],
    "cff": "cff-version: 1.2.0\ntitle: Salt &amp;amp; H<sub>2</sub>O\nmessage: m\nauthors: [{alias: Ada Vane}]\n",
}


@pytest.mark.parametrize("form", ENTITIES)
def test_entities_in_titles_are_read_in_every_format(form: str, drafted: Read) -> None:
    [said] = [fact.values for fact in drafted(form, ENTITIES[form]).facts if fact.section]

    assert said.get("title", said.get("name")) == "Salt & H2O"


RANGES = {
    "bibtex": "@article{a, author={Vane, Ada}, title={T}, journal={M}, year={1988-89}}",
    "ris": "TY  - JOUR\nAU  - Vane, Ada\nTI  - T\nPY  - 1988/1989\nER  - \n",
    "csl-json": [{"type": "book", "title": "T", "author": [{"literal": "V"}], "issued": {"literal": "1988_1989"}}],
    "crossref": {"DOI": "10.5555/a", "title": ["T"], "issued": {"date-parts": [[1988], [1989]]}},
    "cff": "cff-version: 1.2.0\ntitle: S\nmessage: m\nauthors: [{alias: A}]\n"
    "preferred-citation: {type: article, title: T, authors: [{alias: A}], year: 1988-89}\n",
}


@pytest.mark.parametrize("form", RANGES)
def test_of_a_range_the_first_year_is_kept_the_text_is_a_note_and_that_is_said(form: str, drafted: Read) -> None:
    draft = drafted(form, RANGES[form])

    values = entry(draft)
    assert values["year"] == 1988
    assert "89" in values["note"]
    assert "89' is not imported" in said(draft)
    assert all(warning.line for warning in draft.warnings if "not imported" in warning.message)


@pytest.mark.parametrize(
    ("text", "date", "rest"),
    [
        ("2004-06/2004-08", "2004-06", "08"),
        ("6/2004-8/2004", "2004-06", "8"),
        ("May 2004 - 3 May 2004", "2004-05", "3"),
        ("2004-06/..", "2004-06", ".."),
        ("2004-06?", "2004-06", "?"),
        ("2004 May 3", "2004-05-03", ""),
    ],
)
def test_the_end_of_a_range_is_no_part_of_its_beginning_and_a_doubt_is_said(
    text: str, date: str, rest: str, drafted: Read
) -> None:
    draft = drafted("bibtex", f"@article{{a, author={{Vane, Ada}}, title={{T}}, journaltitle={{M}}, date={{{text}}}}}")

    assert entry(draft).get("date", str(entry(draft)["year"])) == date
    assert (f"'{rest}' is not imported" in said(draft)) == bool(rest)


@pytest.mark.parametrize(
    ("issued", "date"),
    [
        ({"date-parts": [["1985"]], "season": "1"}, "1985-21"),
        ({"date-parts": [[1985]], "season": "Winter"}, "1985-24"),
        ({"raw": "Autumn 1985"}, "1985-23"),
        ({"date-parts": [[1985, 22], [1986, 24]]}, "1985-22"),
    ],
)
def test_a_season_of_csl_is_one_of_edtf(issued: dict[str, Any], date: str, drafted: Read) -> None:
    item = {"type": "article-journal", "title": "T", "author": [{"family": "Vane"}], "issued": issued}

    draft = drafted("csl-json", [item])

    assert entry(draft)["date"] == date
    assert ("1986" in said(draft)) == (len(issued.get("date-parts", ())) == 2)


def test_the_only_name_of_a_venue_that_openalex_has_is_kept_and_another_spelling_is_said(drafted: Read) -> None:
    work = {"id": "https://openalex.org/W1", "title": "T", "type": "article", "publication_year": 2020}
    unknown = {"source": None, "raw_source_name": "Letters on Moss"}
    known = {"source": {"display_name": "Moss Letters", "type": "journal"}, "raw_source_name": "Moss Lett. (print)"}

    alone = drafted("openalex", work | {"primary_location": unknown})
    both = drafted("openalex", work | {"primary_location": known})

    assert entry(alone)["venue"] == "Letters on Moss"
    assert entry(both)["venue"] == "Moss Letters"
    assert ("raw_source_name" in said(alone), "raw_source_name" in said(both)) == (False, True)


def test_a_day_in_the_macro_of_a_month_is_kept(drafted: Read) -> None:
    draft = drafted("bibtex", '@article{a, author={Vane, Ada}, title={T}, journal={M}, year=1988, month=may # "~3"}')

    assert entry(draft)["date"] == "1988-05-03"


@pytest.mark.parametrize(
    ("start", "kept"), [("Summer 2004", "2004-22"), ("May 2004", "2004-05"), ("2004/2005", ""), ("long ago", "")]
)
def test_when_a_position_began_is_kept_in_any_spelling_or_said(start: str, kept: str, drafted: Read) -> None:
    work = [{"name": "Moss Ltd", "position": "Intern", "startDate": start, "endDate": "2006"}]

    draft = drafted("json-resume", {"basics": {"name": "Ada Vane"}, "work": work})

    begun = drafted("json-resume", {"basics": {"name": "Ada Vane"}, "work": [work[0] | {"endDate": ""}]})

    assert entry(draft, "positions").get("start", "") == kept
    assert ("end" in entry(begun, "positions")) == bool(kept)
    assert (f"'{start}' is not a date" in said(draft)) == (not kept)
