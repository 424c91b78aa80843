"""Names and titles in several languages: what people write, whom it means, what the graph and the pages say of it."""

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.base.errors import ConfigError, ReadError
from kg.building import build
from kg.interchange.formats import convert
from kg.profile.config import read_project
from kg.profile.drafts.entries import ProfileEntry
from kg.profile.drafts.matching import mean_the_same
from kg.profile.model import Profile, models
from kg.profile.reviewed import reviewed_model
from kg.profile.schemas import json_schema
from kg.publish.tables import filled_tables, write_table
from kg.site.site import Site
from kg.store.release import Release
from kg.terms.declaration import extended
from kg.terms.generated import shapes
from kg.terms.languages import InLanguages, as_written, forms_of
from kg.terms.typed_yaml import check
from tests.conftest import CONFIG
from tests.support.resolving import author_iris, paper, record, resolve
from tests.support.site_pages import html, texts

MEI = """\
id: mei-li
name: {en: Mei Li, zh: 李梅}
positions:
  - {organization: Universität Wien, role: Professor, start: 2019, end: present}
publications:
  - title: {de: Über Graphen und ihre Freunde, en: On graphs and their friends}
    authors: [李梅, Ada Lovelace]
    year: 2020
systems:
  - {name: {en: Loom, de: Webstuhl}, papers: [On graphs and their friends]}
grants:
  - {name: {en: Engines, fr: Machines}, number: 17}
projects:
  - {name: {en: Moon, de: Mond}, funding: [Machines]}
talks:
  - {title: {en: A talk, it: Una lezione}, year: 2020}
awards:
  - {name: {en: Great Prize, de: Großer Preis}, year: 2021, for_work: On graphs and their friends}
"""
ADA = """\
id: ada-lovelace
name: Ada Lovelace
publications:
  - {title: On graphs and their friends, authors: [Mei Li, Ada Lovelace], year: 2020}
"""
ORGANIZATIONS = "organizations:\n  - {id: vienna, name: {en: University of Vienna, de: Universität Wien}}\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("languages")
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    (root / "organizations.yaml").write_text(ORGANIZATIONS, encoding="utf-8")
    (root / "profiles" / "mei-li.yaml").write_text(MEI, encoding="utf-8")
    (root / "profiles" / "ada-lovelace.yaml").write_text(ADA, encoding="utf-8")
    result = build(read_project(root), root / "out")
    assert result.release
    assert result.report
    assert result.report.conforms, result.report
    return result.release


@pytest.fixture(scope="module")
def pages(built: Release) -> Site:
    return Site(built)


def said(site: Site, local: str, term: str) -> set[str]:
    """Return the values of a property as N-Triples writes them."""
    rows = site.graph.select(f"SELECT ?v {{ <https://kg.example.org/{local}> {term} ?v }}").rows
    return {str(value) for (value,) in rows}


def work(site: Site) -> str:
    (row,) = site.graph.select("SELECT ?w { ?w kg:authorship/schema:position 1 }").rows
    return str(row[0])[1:-1].removeprefix("https://kg.example.org/")


# What people write


def test_the_first_language_is_the_main_text_and_the_others_are_kept() -> None:
    profile = Profile.model_validate({"id": "mei-li", "name": {"zh": "李梅", "en": "Mei Li"}})

    assert profile.name == "李梅"
    assert forms_of(profile.name) == ("李梅", "Mei Li")
    assert profile.model_dump(mode="json", exclude_defaults=True)["name"] == {"zh": "李梅", "en": "Mei Li"}
    assert Profile.model_validate(profile.model_dump(mode="json")).model_dump() == profile.model_dump()


@given(
    st.dictionaries(
        st.sampled_from(["en", "de", "zh-Hant", "pt-BR", "grc"]), st.text("abcé李 ", min_size=1), min_size=1
    )
)
def test_what_was_written_comes_back_after_any_journey(forms: dict[str, str]) -> None:
    text = InLanguages(forms)

    assert InLanguages.__reduce__(text)[0](*InLanguages.__reduce__(text)[1]).forms == text.forms
    assert as_written(text) == forms
    assert text == next(iter(forms.values()))


def test_a_mistake_is_told_with_its_line_and_what_to_do() -> None:
    for name, line, message, hint in (
        ("{english: Mei}", 2, "'english' is not the code of a language", "write its code"),
        (
            "{en: Mei, cn: 李梅}",
            2,
            "'cn' is not the code of a language, but of a country: 'zh' is one",
            "write its code",
        ),
        ("{xx: Mei}", 2, "'xx' is not the code of a language", "write its code"),
        ("{EN: Mei}", 2, "'EN' is not the code of a language", "write its code"),
        ("{}", 2, "no text stands here in any language", "write the text itself, or a line for each language"),
        ("{en: [Mei]}", 2, "expected text, found a list", ""),
        ("\n  en: Mei\n  zh:", 4, "expected text, found nothing", ""),
        ("[Mei]", 2, "expected text, found a list", ""),
    ):
        with pytest.raises(ReadError) as refused:
            check(f"id: mei-li\nname: {name}\n", Path("mei.yaml"), reviewed_model())

        (problem,) = refused.value.problems
        assert (problem.message, problem.line) == (message, line)
        assert problem.hint.startswith(hint)


@pytest.mark.parametrize("kind", ["profile", "organizations", "venues"])
def test_editors_take_a_text_and_a_text_by_language(kind: str) -> None:
    schema = json.loads(json_schema(kind))
    name = (
        schema["properties"]["name"]
        if kind == "profile"
        else next(iter(schema["$defs"].values()))["properties"]["name"]
    )

    written = [each for each in name["anyOf"] if each.get("type") == "object"]
    assert [each["minProperties"] for each in written] == [1]
    assert {each.get("type") for each in name["anyOf"]} >= {"string", "object"}


# Whom and what it means


def test_an_author_is_the_owner_in_any_of_the_languages() -> None:
    mei = record(id="mei-li", name={"en": "Mei Li", "zh": "李梅"}, publications=[paper("李梅", "Ada Lovelace")])

    (resolved,), _ = resolve(mei)

    assert author_iris(resolved)[0] == "person/mei-li"


def test_works_are_one_where_a_title_in_any_language_is_the_same() -> None:
    authors = ("Mei Li", "Ada Lovelace", "Charles Babbage")
    title = {"de": "Über Graphen und ihre Freunde", "en": "On graphs and their friends"}
    mei = record(id="mei-li", name="Mei Li", publications=[paper(*authors, year=2020) | {"title": title}])
    ada = record(
        id="ada-lovelace",
        name="Ada Lovelace",
        publications=[paper(*authors, title="On graphs and their friends", year=2020)],
    )

    resolved, _ = resolve(mei, ada)

    assert len({each.document["publications"][0]["id"] for each in resolved}) == 1


def test_things_are_found_by_their_names_in_any_language(pages: Site) -> None:
    assert said(pages, "project/moon", "kg:fundedBy") == {"<https://kg.example.org/grant/engines>"}
    assert said(pages, "person/mei-li", "schema:affiliation") == {"<https://kg.example.org/organization/vienna>"}
    assert said(pages, "person/mei-li#award-2021-great-prize", "kg:forWork") == {
        f"<https://kg.example.org/{work(pages)}>"
    }


@pytest.mark.parametrize(
    ("text", "name"), [("李梅", "Mei Li"), ("Webstuhl", "Loom"), ("Universität Wien", "University of Vienna")]
)
def test_search_finds_a_thing_by_its_name_in_any_language(built: Release, text: str, name: str) -> None:
    assert name in [hit.name for hit in built.index().find(text).hits]


# What the graph says


def test_a_thing_has_one_plain_name_and_its_names_in_languages_have_tags(pages: Site) -> None:
    assert said(pages, "person/mei-li", "schema:name") == {'"Mei Li"'}
    assert said(pages, "person/mei-li", "foaf:name") == {'"Mei Li"'}
    assert '"李梅"@zh' in said(pages, "person/mei-li", "schema:alternateName")
    assert {'"Mei Li"@en', '"李梅"@zh'} <= said(pages, "person/mei-li", "<http://www.w3.org/2000/01/rdf-schema#label>")
    assert said(pages, "grant/engines", "schema:alternateName") == {'"Machines"@fr'}
    assert said(pages, "organization/vienna", "schema:name") == {'"University of Vienna"'}
    assert said(pages, "organization/vienna", "schema:alternateName") == {'"Universität Wien"@de'}
    assert said(pages, "person/mei-li#talk-2020-a-talk", "schema:alternateName") == {'"Una lezione"@it'}


def test_a_work_of_several_lists_has_one_title_and_that_in_other_languages(pages: Site) -> None:
    assert len(said(pages, work(pages), "schema:name")) == 1
    assert '"On graphs and their friends"@en' in said(pages, work(pages), "schema:alternateName")
    assert len(said(pages, work(pages), "kg:listedBy")) == 2


def test_nothing_that_is_written_in_languages_is_left_out(built: Release) -> None:
    account = built.manifest["account"]

    assert account["fields"]["left_out"] == 0
    assert account["fields"]["in_graph"] == account["fields"]["read"]


# What people see


def test_pages_show_the_main_name_and_beside_it_the_others_with_their_languages(pages: Site) -> None:
    page = html(pages, "person/mei-li/")

    assert texts(page, "header.entity h1 bdi[lang=en]") == ["Mei Li"]
    assert texts(page, "header.entity .also bdi[lang=zh]") == ["李梅"]
    assert texts(page, "header.entity .also") == ["also 李梅"]
    assert texts(html(pages, "project/moon/"), ".also bdi[lang=de]") == ["Mond"]
    assert "On graphs and their friends" in texts(html(pages, f"{work(pages)}/"), ".also bdi[lang=en]")


def test_a_bibliography_has_the_main_title_and_the_loss_of_the_other_is_told() -> None:
    title = {"de": "Über Graphen", "en": "On graphs"}
    works = [paper("Mei Li") | {"title": title}]
    profile = Profile.model_validate({"id": "mei-li", "name": "Mei Li", "publications": works})

    text, lost = convert(profile, "bibtex")

    assert "Graphen" in text
    assert "On graphs" not in text
    assert "publications.title.en (1)" in lost


# What a project adds

OWN = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Person:
    attributes:
      instruments: {range: Instrument, multivalued: true, inlined_as_list: true, description: What one built}
  Instrument:
    annotations: {path: instrument}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page table search, languages: true}}
"""


@pytest.mark.thorough
def test_a_kind_of_a_project_takes_names_in_languages_by_its_declaration_alone(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "ontology").mkdir()
    (tmp_path / "kg.yaml").write_text(CONFIG)
    (tmp_path / "ontology" / "own.yaml").write_text(OWN)
    profile = "id: ada\nname: Ada Lovelace\ninstruments:\n  - name: {en: Telescope, de: Fernrohr}\n"
    (tmp_path / "profiles" / "ada.yaml").write_text(profile)

    release = build(read_project(tmp_path), tmp_path / "out").release

    assert release
    site = Site(release)
    assert said(site, "instrument/telescope", "schema:name") == {'"Telescope"'}
    assert said(site, "instrument/telescope", "schema:alternateName") == {'"Fernrohr"@de'}
    assert texts(html(site, "instrument/telescope/"), ".also bdi[lang=de]") == ["Fernrohr"]
    assert [hit.name for hit in release.index().find("Fernrohr").hits] == ["Telescope"]


def test_what_is_no_name_is_not_declared_in_languages() -> None:
    wrong = OWN + "      maker: {range: Organization, annotations: {languages: true}}\n"

    with pytest.raises(ConfigError) as refused:
        extended((("own.yaml", wrong),))

    (problem,) = refused.value.problems
    assert (
        problem.message == "'maker' cannot be written in several languages: it is not the one line that names a thing"
    )


def test_other_names_of_a_kind_that_uses_the_word_otherwise_have_another_key() -> None:
    own = OWN + "      variants: {range: Number, annotations: {term: instrument_variants}}\n"

    declaration = extended((("own.yaml", own),))

    others = declaration.kinds["Instrument"].other_names
    assert others is not None
    assert (others.key, others.term) == ("other_names", "variants")
    assert "variants" in models(declaration)["Instrument"].model_fields
    assert "https://schema.org/alternateName" in shapes(declaration, added=True)


@pytest.mark.parametrize(
    ("table", "name", "also"),
    [("people", "Mei Li", "李梅"), ("grants", "Engines", "Machines"), ("talks", "A talk", "Una lezione")],
)
def test_a_table_has_the_names_in_other_languages_as_also(
    pages: Site, tmp_path: Path, table: str, name: str, also: str
) -> None:
    (chosen,) = (each for each in filled_tables(pages.graph) if each.name == table)
    write_table(pages.graph, chosen, tmp_path / "table.csv")

    with (tmp_path / "table.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["name"] == name]
    assert [row["also"] for row in rows] == [also]


@pytest.mark.parametrize("text", ["On graphs", "Über Graphen"])
def test_what_is_read_again_from_a_document_means_the_entry_whatever_the_language(text: str) -> None:
    stands = ProfileEntry("publications", {"title": {"de": "Über Graphen", "en": "On graphs"}})
    read = ProfileEntry("publications", {"title": text})

    assert mean_the_same(stands, read)
