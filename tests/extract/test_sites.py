"""Homepages as they are built, with invented people; and directories that mean harm."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.extract import nodes
from kg.extract.extraction import extract
from kg.profile.drafts.model import Draft, Fact
from kg.profile.drafts.writing import revise
from tests.conftest import ROOT, Golden
from tests.support.work import ends, linear

SITES = ROOT / "tests" / "data" / "sites"


def facts(draft: Draft, section: str) -> list[Fact]:
    return [fact for fact in draft.facts if fact.section == section]


def values(draft: Draft, section: str) -> list[dict[str, Any]]:
    return [dict(fact.values) for fact in facts(draft, section)]


def person(draft: Draft) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for fact in facts(draft, ""):
        for key, value in fact.values.items():
            found.setdefault(key, value)
    return found


def site(root: Path, **files: str) -> Path:
    """Write a site; `a__b_md` is the file `a/b.md`."""
    for name, text in files.items():
        path = root / "/".join(name.replace("__", "/").rsplit("_", 1)).replace("/md", ".md").replace("/yml", ".yml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_keys_of_a_list_that_are_not_read_and_entries_without_a_title_are_reported(tmp_path: Path) -> None:
    one = "- {{title: {}, authors: [Ada Vane, Bo Quist], publisher: Moss Letters, date: 2020-02-01, moon: full}}\n"
    (tmp_path / "_data").mkdir()
    path = tmp_path / "_data" / "citations.yaml"
    path.write_text("".join(map(one.format, ("On Moss", "On Fern", "''"))))
    (tmp_path / "_config.yml").write_text("title: Moss\n")

    draft = extract([tmp_path], name="Ada Vane")

    reported = [str(warning) for warning in draft.warnings]
    assert [fact.values["title"] for fact in draft.facts] == ["On Moss", "On Fern"]
    assert f"{path}:3: ignored: an entry without a title" in reported
    assert any(f"{path}:1: kg does not import 'moon' (and in 1 more" in each for each in reported)


def shown(fact: Fact) -> str:
    """Where a fact stands, whether keys or sentences state it, and what it says."""
    where = f"{Path(fact.quote.source).relative_to(SITES)}:{'-'.join(map(str, fact.quote.lines))}"
    said = json.dumps(dict(fact.values), ensure_ascii=False)
    return f"{where} {fact.section or 'person'} {'stated' if fact.rank else 'prose'} {said}"


@pytest.mark.parametrize("name", ["academic", "folio", "hugo", "quarto"])
def test_a_site_says_what_its_files_hold_and_a_profile_of_it_holds_each_work_once(golden: Golden, name: str) -> None:
    draft = extract([SITES / name])
    told = [str(each).replace(f"{SITES}/", "") for each in draft.warnings]
    golden(f"sites/{name}.txt", "".join(f"{line}\n" for line in (*map(shown, draft.facts), *told)))

    revision = revise(draft)
    titles = [entry.values["title"] for entry in revision.entries if entry.section == "publications"]

    assert len(titles) == len(set(titles))
    assert len(revision.problems) == (name == "folio")  # whose is the entry that the template left?


def test_works_of_collections_are_kept_whatever_they_are(tmp_path: Path) -> None:
    site(
        tmp_path,
        _config_yml="title: Ada Lovelace\nauthor: {name: Ada Lovelace}\n",
        _publications__engine_md="---\ntitle: An Engine\nauthors: Ada Lovelace\nvenuetype: patent\n---\n",
        _publications__norm_md="---\ntitle: A Norm for Looms\nvenue: Loom Office\n---\n",
        _publications__notes_md=(
            "---\ntitle: Notes\nauthors: Ada Lovelace\nvenue: Langmuir\npublicationtypes: [article-journal]\n---\n"
        ),
    )
    draft = extract([tmp_path])
    works = {work["title"]: work for work in values(draft, "publications")}

    assert works["An Engine"]["type"] == "patent"
    assert "authors" not in works["A Norm for Looms"]
    assert "venue_kind" not in works["A Norm for Looms"]
    assert works["Notes"]["venue_kind"] == "journal"
    assert any("no author is named" in warning.message for warning in draft.warnings)


def test_a_cv_as_a_mapping_of_sections_is_read_alone(tmp_path: Path) -> None:
    path = tmp_path / "cv.yml"
    path.write_text(
        "name: Ada Lovelace\n"
        "education:\n"
        "  - institution: University of London\n"
        "    area: Mathematics\n"
        "    studyType: Ph.D.\n"
        "    startDate: 2010-09-01\n"
        "    endDate: 2014-06-01\n"
        "work_experience:\n"
        "  - company: Analytical Society\n"
        "    position: Engineer\n"
        "    start_date: 2014-07\n"
        "    highlights: [Wove numbers.]\n"
        "publications:\n"
        "  - title: Notes on Engines\n"
        "    authors: [Ada Lovelace, Charles Babbage]\n"
        "    journal: Taylor's Memoirs\n"
        "    date: 2013-10-01\n"
        "awards:\n"
        "  - title: Silver Medal\n"
        "    awarder: Royal Society\n"
        "    date: 2015-11-01\n",
        "utf-8",
    )
    draft = extract([path])

    assert person(draft)["name"] == "Ada Lovelace"
    assert values(draft, "education") == [
        {
            "degree": "Ph.D.",
            "field": "Mathematics",
            "institution": "University of London",
            "start": "2010-09-01",
            "end": "2014-06-01",
        }
    ]
    assert facts(draft, "education")[0].quote.lines == (3, 7)
    assert values(draft, "positions")[0]["end"] == "present"
    assert values(draft, "publications")[0]["venue"] == "Taylor's Memoirs"
    assert values(draft, "awards") == [{"name": "Silver Medal", "giver": "Royal Society", "year": 2015}]


def test_a_resume_of_somebody_else_is_left_out(tmp_path: Path) -> None:
    site(
        tmp_path,
        _config_yml="title: Ada Lovelace\n",
        _data__cv_yml="- title: General\n  contents:\n    - name: Full Name\n      value: Albert Einstein\n",
    )
    draft = extract([tmp_path])

    assert person(draft) == {"name": "Ada Lovelace"}
    assert "about Albert Einstein" in draft.warnings[0].message


def test_a_name_that_is_given_is_not_asked_of_the_site() -> None:
    draft = extract([SITES / "academic"], name="Augusta Ada King")

    assert "name" not in person(draft)


def test_a_directory_that_is_no_site_is_read_document_by_document(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "# Ada Lovelace\n\n## Education\n\n- Ph.D. in Mathematics, University of London, 2014\n"
    )
    (tmp_path / "b.md").write_bytes(b"\x00\x01\x02" * 100)
    (tmp_path / "notes.log").write_text("nothing")
    draft = extract([tmp_path])

    assert person(draft)["name"] == "Ada Lovelace"
    assert [Path(source.path).name for source in draft.sources] == ["a.md"]
    assert draft.warnings[0].path == tmp_path / "b.md"


def test_a_directory_without_documents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no document"):
        extract([tmp_path])


def test_aliases_cannot_grow(tmp_path: Path) -> None:
    bomb = "a: &a [" + "x, " * 9 + "x]\n"
    bomb += "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(20))
    long = f"text: &t {'x' * 100_000}\nlist: [{', '.join(['*t'] * 10_000)}]\n"
    site(tmp_path, _config_yml=f"{bomb}{long}name: Ada Lovelace\n")

    with ends():
        assert person(extract([tmp_path])) == {"name": "Ada Lovelace"}


def test_hostile_yaml_gives_nodes_or_warnings() -> None:
    for text in (
        "[" * 100_000,
        "{a: " * 50_000,
        "- " * 50_000 + "x",
        "? [a, b]\n: c\nname: Ada Lovelace",
        "a: !!python/object/apply:os.system [ls]\n",
        "a: 'never closed\nname: x\n",
        "\x00\x01name: y",
        "a: *b\n",
        "--- \n--- \na: b\n...\n",
        "key: " + "x: " * 2_000,
    ):
        with ends():
            found, problems = nodes.of_yaml(text, Path("a.yml"))

        assert problems or found.value is not None or not text.strip("- \n.")


@pytest.mark.parametrize("piece", ["[", "{a: ", "- ", "x: ", "&a *a ", "- a\n", "a: |\n  b\n"])
def test_yaml_is_read_with_work_in_proportion(piece: str) -> None:
    linear(lambda size: nodes.of_yaml(piece * (size // len(piece)), Path("a.yml")), 2_000)


@pytest.mark.thorough
def test_many_files_are_read_up_to_a_bound_and_the_rest_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "_publications"
    folder.mkdir()
    for number in range(10_000):
        (folder / f"{number:05}.md").write_text("---\ntitle: x\n---\n")
    draft = extract([tmp_path])

    assert any("10,000 files; the first 2,000 are read" in warning.message for warning in draft.warnings)


def test_links_lead_neither_out_nor_round(tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("---\ntitle: Secret Weaving\nauthors: Ada Lovelace\n---\n")
    include = "{% include_relative ../../secret.md %}"
    root = site(tmp_path / "site", _config_yml="name: Ada Lovelace\n", _pages__about_md=include)
    (root / "_publications").mkdir()
    (root / "_publications" / "out.md").symlink_to(secret)
    (root / "_publications" / "loop").symlink_to(root, target_is_directory=True)
    (root / "_publications" / "round.md").symlink_to(root / "_publications" / "round.md")
    draft = extract([root])

    assert "Secret" not in repr(draft.facts)
    assert sum("leads out of the site" in warning.message for warning in draft.warnings) >= 1


def test_binary_and_large_files_are_warnings(tmp_path: Path) -> None:
    root = site(tmp_path, _config_yml="name: Ada Lovelace\n")
    (root / "_publications").mkdir()
    (root / "_publications" / "a.md").write_bytes(bytes(range(32)) * 1_000)
    (root / "_publications" / "b.md").write_bytes(b"x" * (3 << 20))
    (root / "_talks").mkdir()
    (root / "_talks" / "c.md").write_text("---\ntitle: [1, {2: 3}]\nvenue: {a: b}\ndate: [x]\n---\n")
    draft = extract([root])
    said = [warning.message for warning in draft.warnings]

    assert any("is not text" in each for each in said)
    assert any("at most 2,097,152 are read" in each for each in said)
    assert not facts(draft, "talks")


def test_includes_end(tmp_path: Path) -> None:
    files = {f"_includes__p{n}_md": f"{{% include p{n + 1}.md %}}{{% include p{n - 1}.md %}}\n" for n in range(100)}
    root = site(tmp_path, _config_yml="name: Ada Lovelace\n", _pages__about_md="{% include p1.md %}\n" * 500, **files)

    assert person(extract([root])) == {"name": "Ada Lovelace"}


def test_an_unedited_template_is_of_nobody(tmp_path: Path) -> None:
    site(
        tmp_path,
        _config_yml='title: "Your Name / Site Title"\nurl: https://academicpages.github.io\nauthor:\n'
        '  name: "Your Sidebar Name"\n  bio: "Short biography for the left-hand sidebar"\n  github: "academicpages"\n'
        '  googlescholar: "https://scholar.google.com/citations?user=AbCdEfGhIjKl"\n  email: "none@example.org"\n',
        _pages__cv_md="---\ntitle: CV\n---\n\n## Education\n\n- Ph.D in Version Control Theory, GitHub University, "
        "2018\n",
        _teaching__a_md='---\ntitle: "Teaching experience 1"\nvenue: "University 1, Department"\n---\n',
    )

    assert not extract([tmp_path]).facts


def test_a_resume_says_more_than_its_form_and_yields_to_files_that_name_authors(tmp_path: Path) -> None:
    (tmp_path / "_data").mkdir()
    (tmp_path / "_data" / "cv.json").write_text(
        '{"basics": {"name": "Ada Lovelace"},\n'
        ' "publications": [{"name": "On Looms", "releaseDate": "2014-03-01"}, {"name": "On Threads"}],\n'
        '\t"presentations": [{"name": "Talk on Looms", "event": "LoomConf", "date": "2014-03-01"}]}\n'
    )
    site(tmp_path, _publications__looms_md="---\ntitle: On Looms\nauthors: Ada Lovelace and Charles Babbage\n---\n")
    draft = extract([tmp_path])

    assert [work["authors"] for work in values(draft, "publications")] == [
        ["Ada Lovelace"],
        ["Ada Lovelace", "Charles Babbage"],
    ]
    assert [work["title"] for work in values(draft, "publications")] == ["On Threads", "On Looms"]
    assert values(draft, "talks")[0]["venue"] == "LoomConf"
    assert facts(draft, "talks")[0].quote.lines == (3, 3)


def test_a_biography_does_not_tell_again_what_another_page_lists(tmp_path: Path) -> None:
    site(
        tmp_path,
        _config_yml="title: Ada Lovelace\n",
        _pages__about_md="---\npermalink: /\n---\n\nI am an engineer at the Analytical Society in London. "
        "Before that, I was a research assistant at the University of Turin. "
        "I received my PhD from the University of London.\n",
        _pages__cv_md="---\ntitle: CV\n---\n\n## Education\n\n- Ph.D. in Mathematics, University of London, "
        "2010 - 2014\n\n## Experience\n\n- Research Assistant, University of Turin, 2014 - 2016\n",
    )
    draft = extract([tmp_path])

    assert [each["degree"] for each in values(draft, "education")] == ["Ph.D."]
    assert [each["organization"] for each in values(draft, "positions")] == [
        "Analytical Society",
        "University of Turin",
    ]


CITATIONS = """
- id: doi:10.5555/looms.1
  title: Notes on looms
  authors: [Ada Lovelace, Charles Babbage]
  publisher: Journal of Weaving
  date: '1843-09-02'
  link: https://doi.org/abc
- id: doi:10.5555/looms.2
  title: Cards and codes
  type: preprint
  authors: [Ada Lovelace]
  publisher: openRxiv
  date: '1844-01-01'
- title: On bobbins
  authors: [Mary Somerville, Augustus De Morgan]
  publisher: Journal of Weaving
  date: '1845-01-01'
"""


def test_a_list_of_works_as_data_is_read_as_works(tmp_path: Path) -> None:
    (tmp_path / "citations.yaml").write_text(CITATIONS, "utf-8")
    first, second, _ = values(extract([tmp_path / "citations.yaml"]), "publications")
    assert (first["authors"], first["venue"], first["date"], first["doi"]) == (
        ["Ada Lovelace", "Charles Babbage"],
        "Journal of Weaving",
        "1843-09-02",
        "10.5555/looms.1",
    )
    assert (second["status"], second["year"], second.get("date")) == ("preprint", 1844, None)


def page(root: Path, name: str, head: str) -> Draft:
    """What a page with a head says."""
    (root / name).write_text(f"---\n{head}---\n", "utf-8")
    return extract([root / name])


def test_a_page_of_a_person_states_what_its_keys_hold_each_at_its_lines(tmp_path: Path) -> None:
    head = (
        "title: Bo Quist\nfirst_name: Bo\nlast_name: Quist\nrole: Reader in Mosses\norganizations:\n"
        "  - name: University of Lakeside\n    url: https://lakeside.example\ninterests: [Mosses, Lichens]\n"
        "education:\n  courses:\n    - course: PhD in Botany\n      institution: College of Lakes\n      year: 2011\n"
        "social:\n  - icon: github\n    link: https://github.com/bo-quist-example\n"
    )
    draft = page(tmp_path, "_index.md", head)

    assert values(draft, "education") == [
        {"degree": "PhD", "field": "Botany", "institution": "College of Lakes", "end": "2011"}
    ]
    assert facts(draft, "education")[0].quote.lines == (12, 14)
    assert values(draft, "positions") == [
        {"organization": "University of Lakeside", "role": "Reader in Mosses", "end": "present"}
    ]
    assert person(draft) == {
        "name": "Bo Quist",
        "job_title": "Reader in Mosses",
        "interests": ["Mosses", "Lichens"],
        "github": "https://github.com/bo-quist-example",
    }


def test_names_in_other_scripts_networks_and_pages_of_a_member_are_read_and_unknown_keys_named(tmp_path: Path) -> None:
    head = (
        "Name: Mei Rook\nname_native: 苔 芽衣（こけ めい）\nposition_key: assistant_professor\nresearchmap: mei_rook\n"
        "twitter: https://x.com/mei_rook_example\nsame_as:\n  - https://www.fernshire.example/people/rook\n"
        "aliases: [M. Rook, /people/rook]\nlinks: {orcid: 0000-0002-1825-0097, email: mei@rook.example}\nmoon: full\n"
    )
    draft = page(tmp_path, "rook.md", head)
    found = [value for fact in facts(draft, "") for value in fact.values.items()]

    assert ("variants", ["苔 芽衣", "こけ めい"]) in found
    assert ("variants", ["M. Rook"]) in found
    assert person(draft)["job_title"] == "assistant professor"
    assert person(draft)["orcid"] == "https://orcid.org/0000-0002-1825-0097"
    assert person(draft)["email"] == "mei@rook.example"
    assert [value[0] for key, value in found if key == "same_as"] == [
        "https://researchmap.jp/mei_rook",
        "https://x.com/mei_rook_example",
        "https://www.fernshire.example/people/rook",
    ]
    assert [(str(each.line), each.message) for each in draft.warnings] == [("11", "kg does not import 'moon'")]


@pytest.mark.parametrize(
    ("keys", "variants"),
    [
        ("name_degree: Lianwen (Lina) Vane, PhD\ntitle: Lina Vane", ["Lianwen Vane"]),
        ("name: Lianwen (Lina) Vane, BS, MBI", ["Lina Vane"]),
        ("title: Lianwen Vane\naliases: [Lina Vane]", ["Lina Vane"]),
    ],
)
def test_names_that_keys_of_a_page_give_are_spellings_of_one_person(
    tmp_path: Path, keys: str, variants: list[str]
) -> None:
    draft = page(tmp_path, "vane.md", f"{keys}\nrole: Reader\ngithub: lina-vane\n")
    whole = site(
        tmp_path / "lab", _config_yml="title: Moss Lab\n", _members__vane_md=f"---\n{keys}\nrole: Reader\n---\n"
    )

    assert revise(draft, previous="id: lina-vane\nname: Lina Vane\n").id == "lina-vane"
    assert person(draft)["variants"] == variants
    assert person(extract([whole], name="Lina Vane"))["job_title"] == "Reader"
    with pytest.raises(ReadError, match="is about Cy Rook"):
        revise(draft, previous="id: cy-rook\nname: Cy Rook\n")


@pytest.mark.parametrize(
    "value",
    ["'#'", "https://example.com", "http://www.example.org/ada", "https://username.github.io", "https://yourname.com",
     "https://alshedivat.github.io", "'https://'"],
)  # fmt: skip
@pytest.mark.parametrize("key", ["homepage: {}", "links: {{home-page: {}}}", "links: [{{icon: home, link: {}}}]"])
def test_placeholders_of_a_theme_are_ignored_and_named(tmp_path: Path, key: str, value: str) -> None:
    draft = page(tmp_path, "ada.md", f"name: Ada Vane\nrole: Reader\ngithub: ada\n{key.format(value)}\n")

    assert "homepage" not in person(draft)
    assert [(each.line, each.message.split(" under")[0]) for each in draft.warnings] == [
        (5, "ignored: a placeholder of the theme")
    ]


def test_a_role_beside_several_organisations_is_held_at_the_first_or_the_primary_one(tmp_path: Path) -> None:
    head = "name: Ada Vane\nrole: Reader\norganizations:\n- name: College of Lakes\n- {name: Moss Institute%s}\n"
    first = page(tmp_path, "a.md", head % "")
    primary = page(tmp_path, "b.md", head % ", primary: true")

    assert [each["organization"] for each in values(first, "positions")] == ["College of Lakes"]
    assert [each["organization"] for each in values(primary, "positions")] == ["Moss Institute"]
    assert [str(each.line) for each in first.warnings] == ["6"]
    assert "'Moss Institute': 'Reader' is stated once" in first.warnings[0].message


@pytest.mark.parametrize(
    ("key", "role"),
    [
        ("user_groups: [Principal Investigators]", "principal investigator"),
        ("group: PIs", "principal investigator"),
        ("category: [People, PhD Students]", "PhD student"),
        ("role: pi\nuser_groups: [Principal Investigators]", "principal investigator"),
        ("role: Reader\ngroup: postdocs", "Reader"),
    ],
)
def test_a_group_of_people_says_what_they_are_where_no_role_does(tmp_path: Path, key: str, role: str) -> None:
    draft = page(tmp_path, "ada.md", f"name: Ada Vane\n{key}\nemail: ada@vane.example\naffiliation: Moss Institute\n")

    assert person(draft)["job_title"] == role
    assert [(each["role"], each["end"]) for each in values(draft, "positions")] == [(role, "present")]


@pytest.mark.parametrize(
    "key", ["group: alumni", "role: alumni", "user_groups: [Staff, Former Members]", "status: Alum"]
)
def test_alumni_hold_no_role_of_their_page(tmp_path: Path, key: str) -> None:
    head = f"name: Ada Vane\n{key}\njob_title: Clerk\nposition: Clerk\naffiliation: Moss Institute\ngithub: ada\n"
    draft = page(tmp_path, "ada.md", head)

    assert "job_title" not in person(draft)
    assert not facts(draft, "positions")
    assert any("'position'" in each.message or "'job_title'" in each.message for each in draft.warnings)


@pytest.mark.parametrize("role", ["mascot", "Lab Dog"])
def test_a_pet_is_nobody(tmp_path: Path, role: str) -> None:
    draft = page(tmp_path, "rex.md", f"name: Rex Vane\nrole: {role}\nlinks: {{github: rex}}\n")

    assert not draft.facts
    assert draft.warnings[0].message == "ignored: it is about no person"


@pytest.mark.parametrize(
    ("keys", "authors", "pages"),
    [
        ("authors: 'Quist, B., De la Cruz, M., Vane, A.'", ["B. Quist", "M. De la Cruz", "A. Vane"], None),
        ("authors: [Bo Quist, {name: Ada Vane}]", ["Bo Quist", "Ada Vane"], None),
        ("cite: {authors: 'B Quist, A Vane'}", ["B Quist", "A Vane"], None),
        (
            "citation: 'Quist, B., Rook, C. &amp; Vane, A. (2019). &apos;Moss &amp; fern&apos;. Moss Letters. 11-19.'",
            ["B. Quist", "C. Rook", "A. Vane"],
            "11-19",
        ),
        (
            "citation: 'Quist, B., Vane, A. (2019). &quot;Moss &amp; fern.&quot; <i>Moss Letters</i>. 4(2), 11-19.'",
            ["B. Quist", "A. Vane"],
            "11–19",
        ),
    ],
)
def test_authors_and_pages_are_read_however_they_are_written(
    tmp_path: Path, keys: str, authors: list[str], pages: str | None
) -> None:
    head = f"---\ntitle: 'Moss &amp; fern'\nvenue: Moss Letters\ndate: 2019-04-12\n{keys}\n---\n"
    site(tmp_path, _config_yml="name: Ada Vane\n", _publications__moss_md=head)
    (work,) = values(extract([tmp_path]), "publications")

    assert (work["title"], work["authors"], work.get("pages")) == ("Moss & fern", authors, pages)


def test_works_and_people_of_a_laboratory_are_read_whatever_their_collections_are_called(tmp_path: Path) -> None:
    listed = (
        "- {id: 'doi:10.5555/moss(20)30183-5', title: On moss, authors: [Bo Quist, Ada Vane], publisher: Moss Letters, "
    )
    listed += "date: '2020-02-01', orcid: 0000-0002-1825-0097}\n- {id: x}\n"
    listed += (
        "- {title: On sphagnum, authors: 'B Quist, A Vane', link: {url: 'https://moss.example/1', display: Letters}}\n"
    )
    deep = "".join(f"{' ' * level}level{level}:\n" for level in range(10))
    site(
        tmp_path,
        _config_yml="title: Moss Lab\n",
        _data__citations_yml=listed,
        _data__old_yml=f"{deep}{' ' * 10}- {{title: On fern, author: [Cy Rook], year: 2001}}\n",
        _wps__draft_md="---\ntitle: On lichen\nauthors: [Ada Vane]\nyear: 2022\n---\n",
        _members__vane_md="---\nname: Ada Vane\nrole: pi\nlinks: {orcid: 0000-0002-1825-0097}\n---\n",
        _data__team_yml="- {name: Ada Vane, role: Reader, github: ada-vane}\n- {name: Cy Rook, role: Reader}\n",
        _members__quist_md="---\nname: Bo Quist\nrole: phd\n---\n",
        _posts__2020_md="---\ntitle: Party\nauthor: Ada Vane\ndate: 2020-01-01\n---\n",
    )
    draft = extract([tmp_path], name="Ada Vane")
    works = {work["title"]: work for work in values(draft, "publications")}

    assert works.keys() == {"On moss", "On fern", "On lichen", "On sphagnum"}
    assert works["On sphagnum"]["url"] == "https://moss.example/1"
    assert works["On moss"]["doi"] == "10.5555/moss(20)30183-5"
    assert works["On moss"]["authors"] == ["Bo Quist", "Ada Vane"]
    assert person(draft)["job_title"] == "principal investigator"
    assert person(draft)["github"] == "https://github.com/ada-vane"
    assert any("1 page of other people is not imported" in each.message for each in draft.warnings)


@pytest.mark.parametrize(
    "value", ["", "[]", "{a: [1]}", "[[x], {y: z}]", "x", "{a: {b: {c: {d: {e: {f: {g: {h: 1}}}}}}}}"]
)
def test_values_of_other_kinds_than_expected_cost_nothing_else(tmp_path: Path, value: str) -> None:
    keys = ("role", "organizations", "interests", "education", "social", "links", "aliases", "awards", "bio", "skills")
    draft = page(tmp_path, "ada.md", "name: Ada Vane\ngithub: ada\n" + "".join(f"{key}: {value}\n" for key in keys))

    assert (person(draft)["name"], person(draft)["github"]) == ("Ada Vane", "https://github.com/ada")
