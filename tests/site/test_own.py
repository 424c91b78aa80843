"""A group's own face: what `site` in kg.yaml says, in a release and on its pages."""

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import ConfigError, NotFound
from kg.building import build
from kg.profile.config import read_project
from kg.site.site import Site
from kg.store.face import NO_FACE
from tests.conftest import CONFIG

pytestmark = pytest.mark.thorough

Group = Callable[..., Site]
WORK = "https://kg.example.org/work/"
ADA_IRI = "https://kg.example.org/person/ada-lovelace"
ADA = """\
id: ada-lovelace
name: Ada Lovelace
positions:
  - {organization: Engine Works, role: Collaborator, start: 1842-05, end: present}
publications:
  - title: Notes by the Translator
    authors: [Ada Lovelace, Luigi Menabrea]
    venue: Scientific Memoirs
    year: 1843
    doi: 10.5555/notes
"""


@pytest.fixture
def group(tmp_path: Path) -> Group:
    """Return the site of a group of one person, given what `site` says and the files of its folder."""

    def made(site: str = "", profile: str = ADA, **files: str | bytes) -> Site:
        (tmp_path / "profiles").mkdir(exist_ok=True)
        (tmp_path / "profiles" / "ada-lovelace.yaml").write_text(profile, encoding="utf-8")
        (tmp_path / "kg.yaml").write_text(CONFIG + "".join(f"{line}\n" for line in ("site:", site) if site))
        for name, content in files.items():
            path = tmp_path / "site" / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        release = build(read_project(tmp_path), tmp_path / "out").release
        assert release
        return Site(release)

    return made


def text(site: Site, path: str = "") -> str:
    return site.page(path, {}).body.decode()


def refused(group: Group, site: str, **files: str | bytes) -> list[str]:
    with pytest.raises(ConfigError) as error:
        group(site, **files)
    return [f"{each.path and each.path.name}:{each.line} {each.message}" for each in error.value.problems]


def test_a_project_that_says_nothing_of_its_site_has_a_release_without_one(group: Group) -> None:
    site = group()

    assert site.graph.face == NO_FACE
    assert "site" not in site.graph.release.manifest
    assert not (site.graph.release.path / "site.json").exists()
    assert "site/" not in text(site)


def test_members_by_role_and_selected_works_are_found_by_id_name_and_doi(group: Group) -> None:
    face = group(
        "  roles: {Faculty: [ada-lovelace], Friends: [Luigi Menabrea]}\n  featured: [10.5555/NOTES]"
    ).graph.face

    assert face.roles[0] == ("Faculty", (ADA_IRI,))
    assert face.roles[1][1][0].startswith("https://kg.example.org/person/luigi-menabrea")
    assert face.featured[0].startswith(f"{WORK}notes-by-the-translator")
    assert face.members == (ADA_IRI, *face.roles[1][1])


def test_what_is_not_in_the_graph_is_an_error_with_its_line_and_the_nearest(group: Group) -> None:
    with pytest.raises(ConfigError) as error:
        group("  roles:\n    Faculty: [Ada Lovelice, ada-lovelace, ada-lovelace]\n  featured: [Nothing]")

    assert [f"{each.line} {each.field}: {each.message} ({each.hint})" for each in error.value.problems] == [
        "8 site.roles.Faculty[0]: there is no person called 'Ada Lovelice' (did you mean 'ada-lovelace'?)",
        "8 site.roles.Faculty[2]: 'ada-lovelace' stands here twice (delete one of the two)",
        "9 site.featured[0]: there is no work called 'Nothing' (check the spelling, or give the IRI)",
    ]


def test_the_hue_of_a_colour_is_that_of_all_pages(group: Group) -> None:
    site = group("  colour: '#8a1538'")

    assert text(site, "site/theme.css") == ":root { --hue: 10.48; --chroma: 0.1506; }\n"
    assert 'href="../site/theme.css"' in text(site, "person/")


def test_the_style_sheet_of_the_group_comes_last(group: Group) -> None:
    site = group("  style: site/our.css", our_css=":root { --radius: 0 }")
    page = text(site)

    assert text(site, "site/style.css") == ":root { --radius: 0 }"
    assert page.index("assets/kg.css") < page.index("assets/search.css") < page.index("site/style.css")


@pytest.mark.parametrize("path", ["site/../manifest.json", "site/site.css", "site//style.css", "site/photos/ada.webp"])
def test_no_other_file_is_given_out(path: str, group: Group) -> None:
    with pytest.raises(NotFound):
        group("  style: site/our.css", our_css="").page(path, {})


@pytest.mark.parametrize(
    "site",
    ["style: ../../etc/passwd", "style: /etc/passwd", "style: site/../kg.yaml"],
)
def test_a_file_elsewhere_is_refused(site: str, group: Group) -> None:
    (problem,) = refused(group, f"  {site}")

    assert problem.startswith("kg.yaml:7 ")
    assert "does not lie in" in problem


def test_a_link_out_of_the_folder_is_refused(group: Group, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "our.css").symlink_to("/etc/passwd")

    assert "leads out of the project" in refused(group, "  style: site/our.css")[0]


def test_a_pipe_is_not_waited_for(group: Group, tmp_path: Path) -> None:
    (tmp_path / "site" / "pages").mkdir(parents=True)
    os.mkfifo(tmp_path / "site" / "pages" / "pipe.md")
    os.mkfifo(tmp_path / "site" / "our.css")

    assert refused(group, "  pages: site/pages\n  style: site/our.css") == ["kg.yaml:8 there is no file 'site/our.css'"]


def test_a_changed_file_of_the_site_makes_a_new_release(group: Group) -> None:
    first = group("  style: site/our.css", our_css="a { color: red }").graph.release
    second = group("  style: site/our.css", our_css="a { color: green }").graph.release
    third = group("  style: site/our.css", our_css="a { color: red }").graph.release

    assert first.path == third.path != second.path


@pytest.mark.parametrize("entry", ["{title: Both, page: join, url: 'https://example.org/'}", "{title: None}"])
def test_a_link_of_the_navigation_leads_to_one_place(entry: str, group: Group) -> None:
    assert refused(group, f"  navigation: [{entry}]") == ["kg.yaml:7 a link leads to one place: 'page: …' or 'url: …'"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "mailto:nobody"])
def test_corrections_go_to_the_web_or_by_mail(address: str, group: Group) -> None:
    assert "is not of the expected form" in refused(group, f"  corrections: '{address}'")[0]


def test_quality_may_be_private(group: Group) -> None:
    site = group("  quality: private")

    with pytest.raises(NotFound, match="not public"):
        site.page("quality/", {})
    assert "quality/" not in text(site)
    assert "/quality/" not in text(site, "sitemap.xml")


JOIN = """\
---
title: Join us
place: 1
---
# Open positions

Write to [us](mailto:jobs@example.org), see [the web](https://example.org/?a=1&b=2) or [Ada](person/ada-lovelace/).
<script>alert(1)</script> <b>bold</b>

{{ works(person=ada-lovelace, year=1843) }}

Some **words**, and [the seminar](seminar.md#when).
"""
SEMINAR = "---\ntitle: Seminar\n---\nOn Mondays.\n"
PAGES = {"pages__join_md": JOIN, "pages__seminar_md": SEMINAR}


def test_pages_of_the_group_are_pages_with_lists_in_them(group: Group) -> None:
    site = group("  pages: site/pages", **PAGES)
    page = text(site, "pages/join/")

    assert "<title>Join us · A test</title>" in page
    assert "<h1><bdi>Join us</bdi></h1>" in page
    assert "<h2>Open positions</h2>" in page
    assert "Notes by the Translator" in page
    assert '<a href="../../pages/seminar/#when">the seminar</a>' in page
    assert '<a href="../../person/ada-lovelace/">Ada</a>' in page
    assert '<a href="mailto:jobs@example.org">us</a>' in page
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="noopener">the web</a>' in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;" in page
    assert "pages/seminar/" in text(site, "sitemap.xml")


def test_pages_with_a_place_stand_in_the_navigation_behind_what_kg_yaml_names(group: Group) -> None:
    navigation = "[{title: Talks, page: seminar}, {title: Work, url: 'https://example.org/'}]"
    face = group(f"  pages: site/pages\n  navigation: {navigation}", **PAGES).graph.face

    assert [(each.title, each.href) for each in face.navigation] == [
        ("Talks", "pages/seminar/"), ("Work", "https://example.org/"), ("Join us", "pages/join/"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{{ works(person=ada-lovelice) }}", "there is no person called 'ada-lovelice'"),
        ("{{ work(person=ada-lovelace) }}", "there is no list 'work' (did you mean 'works'?)"),
        ("{{ works(persons=ada-lovelace) }}", "there is no key 'persons' (did you mean 'person'?)"),
        ("{{ works(year=soon) }}", "'soon' is not a year"),
        ("{{ people(role=Facalty) }}", "there is no role 'Facalty' (did you mean 'Faculty'?)"),
        ("{{ question(publications, persn=ada-lovelace) }}", "there is no parameter 'persn' (did you mean 'person'?)"),
        ("{{ question(publications) }}", "needs the parameter 'person'"),
        ("{{ question() }}", "a question has one name"),
        ("{{ works(person=(ada)) }}", "is not understood"),
    ],
)
def test_a_list_that_names_what_is_not_there_is_an_error_with_its_line(written: str, said: str, group: Group) -> None:
    page = SEMINAR + f"\n{written}\n"
    with pytest.raises(ConfigError) as error:
        group("  pages: site/pages\n  roles: {Faculty: [ada-lovelace]}", pages__seminar_md=page)

    (problem,) = error.value.problems
    assert problem.path
    assert (problem.path.name, problem.line) == ("seminar.md", 6)
    assert said in f"{problem.message} ({problem.hint})"


def test_lists_of_people_and_answers_of_questions_stand_in_a_page(group: Group) -> None:
    lists = '\n{{ people(role=Faculty) }}\n\n{{ people() }}\n\n{{ question(publications, person="Ada Lovelace") }}\n'
    site = group("  home: site/home.md\n  roles: {Faculty: [ada-lovelace]}", home_md=lists)
    page = text(site)

    assert page.count('<a href="./person/ada-lovelace/"><span class="portrait wide"') == 3, "and in People"
    assert 'aria-label="Table of' in page


@pytest.mark.parametrize(
    "narrowed", ["venue=Scientific Memoirs", "role=Faculty", "person=ada-lovelace, limit=1", "year=1843"]
)
def test_works_are_narrowed_down(narrowed: str, group: Group) -> None:
    page = SEMINAR + f"\n{{{{ works({narrowed}) }}}}\n"
    site = group("  pages: site/pages\n  roles: {Faculty: [ada-lovelace]}", pages__seminar_md=page)

    assert "Notes by the Translator" in text(site, "pages/seminar/")


@pytest.mark.parametrize(
    "link",
    ["JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.example.org/", "../../../etc/passwd", "gone.md"],
)
def test_a_link_that_leads_nowhere_good_is_left_out_with_a_remark(link: str, group: Group, tmp_path: Path) -> None:
    site = group("  home: site/home.md", home_md=f"One.\n\nTwo\n[words]({link})\n")
    page = text(site)

    assert "<a>words</a>" in page
    assert link not in page
    (remark,) = build(read_project(tmp_path), tmp_path / "out").warnings
    assert (remark.path, remark.line) == (tmp_path / "site" / "home.md", 4)


@pytest.mark.parametrize("text_of_page", ["No head.\n", "---\nplace: 1\n---\n", "---\ntitle: x\n"])
def test_a_page_without_a_title_is_an_error(text_of_page: str, group: Group) -> None:
    assert "x.md:" in refused(group, "  pages: site/pages", pages__x_md=text_of_page)[0]


def test_a_page_cannot_have_the_name_of_another_or_one_that_is_no_address(group: Group) -> None:
    files = {"pages__imprint_md": SEMINAR, "pages__Join us_md": SEMINAR, "imprint_md": "Us."}

    assert refused(group, "  pages: site/pages\n  imprint: site/imprint.md", **files) == [
        "Join us.md:None 'Join us' cannot be part of an address",
        "imprint.md:None 'imprint' is the name of the imprint",
    ]


def test_imprint_and_footer_stand_at_the_foot_of_every_page(group: Group) -> None:
    site = group(
        "  imprint: site/imprint.md\n  footer: 'Part of [us](person/ada-lovelace/)'", imprint_md="**We** did it.\n"
    )

    assert "<strong>We</strong> did it." in text(site, "pages/imprint/")
    assert '<a href="../pages/imprint/">Imprint</a>' in text(site, "person/")
    assert 'Part of <a href="../person/ada-lovelace/">us</a>' in text(site, "person/")


@pytest.mark.parametrize(
    "markdown",
    [
        "> " * 500 + "deep",
        "[" * 5000,
        "*" * 5000,
        "\ue000" * 9,
        "{{" * 2000 + "\n\n| a |\n",
    ],
    ids=["quotes", "brackets", "stars", "private", "braces"],
)
def test_a_text_that_nobody_would_write_ends_no_build(markdown: str, group: Group) -> None:
    with suppress(ConfigError):  # of braces, which are no list
        assert "</main>" in text(group("  home: site/home.md", home_md=f"A\n\n{markdown}\n"))


LANGUAGES = """\
  languages: [en, de]
  lead: We compute.
  home: site/home.md
  pages: site/pages
  footer: '[How to find us](https://example.org/map)'
  navigation: [{title: Join us, page: join}, {title: The seminar, url: 'https://example.org/seminar'}]
  roles: {Faculty: [ada-lovelace]}
  translations:
    de:
      We compute.: Wir rechnen.
      Faculty: Professorinnen
      Join us: Mitmachen
      '[How to find us](https://example.org/map)': '[Anfahrt](https://example.org/map)'"""
TEXTS = {
    "home_md": "Hello.",
    "home_de_md": "Guten Tag. {{ works() }}",
    "pages__join_md": "---\ntitle: Join us\n---\nWrite to us.\n",
}


def test_a_site_has_its_pages_in_each_of_its_languages(group: Group) -> None:
    site = group(LANGUAGES, **TEXTS)

    english, german = text(site), text(site, "de/")
    for said in ('<html lang="en"', "We compute.", "Hello.", "Faculty", "Join us", "How to find us", "The seminar"):
        assert said in english
    for said in ('<html lang="de"', "Wir rechnen.", "Guten Tag.", "Professorinnen", "Mitmachen", "Anfahrt"):
        assert said in german
    for kept in ("The seminar", "Notes by the Translator"):  # nobody has translated them
        assert kept in german
    assert not re.search("We compute|Hello|Faculty|Join us|How to find", german)


def test_a_text_that_nobody_has_translated_is_marked_with_its_language(group: Group) -> None:
    site = group(LANGUAGES, **TEXTS)

    assert '<div lang="en"><div class="own">\n<p>Write to us.</p>' in text(site, "de/pages/join/")
    assert '<div><div class="own">\n<p>Write to us.</p>' in text(site, "pages/join/")


def test_pages_of_a_language_lead_to_each_other_and_to_the_files_of_all(group: Group) -> None:
    site = group(LANGUAGES, **TEXTS)
    page = LexborHTMLParser(text(site, "de/person/ada-lovelace/"))

    led = [node.attributes["href"] or "" for node in page.css("main a[href], header a[href]")]
    assert any(each.startswith("../../work/notes-by-the-translator") for each in led)
    assert [each for each in led if each.endswith(".ttl")] == ["../../../person/ada-lovelace.ttl"]
    switch = {node.attributes["lang"]: node.attributes["href"] for node in page.css(".languages a")}
    assert switch == {"en": "../../../person/ada-lovelace/", "de": "../../../de/person/ada-lovelace/"}
    assert all((node.attributes["href"] or "").startswith("../../../") for node in page.css("link[rel=stylesheet]"))


@pytest.mark.parametrize("path", ["de/person/ada-lovelace.ttl", "fr/", "de/nothing/", "de/feed.xml", "words/xx.json"])
def test_data_are_there_once_and_other_languages_are_not(path: str, group: Group) -> None:
    with pytest.raises(NotFound):
        group(LANGUAGES, **TEXTS).page(path, {})


def test_scripts_have_their_words_in_the_language_of_the_page(group: Group) -> None:
    words = json.loads(group(LANGUAGES, **TEXTS).page("words/de.json", {}).body)

    assert words["Copied"] == "Kopiert"
    assert "Selected publications" not in words


def test_a_translation_of_what_the_site_does_not_say_is_an_error(group: Group) -> None:
    assert refused(group, LANGUAGES.replace("Faculty: Prof", "Facultie: Prof"), **TEXTS) == [
        "kg.yaml:17 the site does not say 'Facultie'"
    ]
    assert "shown nowhere" in refused(group, LANGUAGES.replace("[en, de]", "[en]"), **TEXTS)[0]
    assert "twice" in refused(group, LANGUAGES.replace("[en, de]", "[en, de, de]"), **TEXTS)[0]


def test_a_footer_holds_no_lists(group: Group) -> None:
    assert refused(group, "  footer: '{{ people() }}'") == ["kg.yaml:7 a footer holds no lists"]


def test_two_colours_are_refused(group: Group) -> None:
    assert refused(group, "  hue: 12\n  colour: '#123456'") == [
        "kg.yaml:6 'hue' and 'colour' both say the hue; delete one of the two"
    ]


def test_a_link_of_the_navigation_to_a_page_that_is_not_there_names_the_nearest(group: Group) -> None:
    with pytest.raises(ConfigError, match="there is no page 'semnar'") as error:
        group("  pages: site/pages\n  navigation: [{title: Talks, page: semnar}]", **PAGES)

    assert error.value.problems[0].hint == "did you mean 'seminar'?"
