"""The index of names: what is found, in which order, and that nothing that is typed can hurt."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad

from kg.base.errors import ReleaseError, StoreError
from kg.store.dataset import of_rdf
from kg.store.graph import Graph
from kg.store.release import SEARCH, Release, open_release
from kg.store.search.index import Index
from kg.store.search.writing import write
from kg.store.store import LocalStore
from kg.terms.declaration import extended
from kg.terms.vocabulary import LABELS
from tests.support.work import ends

BASE = "https://kg.example.org/"
SCHEMA = "https://schema.org/"
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


@pytest.fixture(scope="module")
def index(release: Release) -> Iterator[Index]:
    opened = release.index()
    yield opened
    opened.close()


def quad(subject: str, predicate: str, value: str) -> Quad:
    """Return a fact; a value with a colon is an IRI."""
    term = NamedNode(value) if value.startswith("http") else Literal(value)
    return Quad(NamedNode(subject), NamedNode(predicate), term)


def named(kind: str, *names: str) -> list[Quad]:
    return [quad(f"{BASE}{kind}/{number}", f"{SCHEMA}name", name) for number, name in enumerate(names)]


def index_of(path: Path, quads: list[Quad], base: str = BASE) -> Index:
    write(LocalStore.in_memory(quads), base, path / SEARCH)
    return Index.open(path / SEARCH)


def first(index: Index, text: str) -> str:
    return next((hit.name for hit in index.find(text).hits), "")


@pytest.mark.parametrize(
    ("better", "worse"), list(pairwise(each for each in LABELS if "http://schema.org" not in each))
)
def test_a_thing_has_one_name_on_pages_and_in_search_by_the_best_of_its_labels(
    tmp_path: Path, better: str, worse: str
) -> None:
    bo = f"{BASE}person/bo"
    file = tmp_path / "bo.ttl"
    file.write_text(f'<{bo}> a <{SCHEMA}Person> ; <{worse}> "B. Quist" ; <{better}> "Bo Quist" .', encoding="utf-8")
    release = of_rdf([file], tmp_path / "release", BASE)

    with closing(release.index()) as index:
        assert (first(index, "quist"), Graph(release).label(bo)) == ("Bo Quist", "Bo Quist")


@pytest.mark.parametrize(
    "text", ["Jiamin Li", "Li Jiamin", "li, jiamin", "JIAMIN  LI", "jiamin", "jiam", "Li, J", "jiamin-li"]
)
def test_a_person_is_found_by_the_words_of_the_name_in_any_order(index: Index, text: str) -> None:
    assert first(index, text) == "Jiamin Li"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("jaimin", "Jiamin Li"),
        ("jiamn li", "Jiamin Li"),
        ("texas austn", "The University of Texas at Austin"),
        ("garth gibsom", "Garth A. Gibson"),
    ],
)
def test_one_wrong_letter_is_forgiven_where_nothing_else_is_found(index: Index, text: str, name: str) -> None:
    assert first(index, text) == name
    assert index.find(text).corrected
    assert index.suggest(text)[0].name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("OSDI", "USENIX Symposium on Operating Systems Design and Implementation"),
        ("cuhk", "The Chinese University of Hong Kong"),
        ("cmu", "Carnegie Mellon University"),
        ("CS4394", "Information Security and Management"),
        ("Garth Gibson", "Garth A. Gibson"),
        ("ddp", "PyTorch DistributedDataParallel"),
    ],
)
def test_acronyms_codes_and_written_forms_lead_to_the_thing(index: Index, text: str, name: str) -> None:
    assert first(index, text) == name


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Jürgen Müßig-Straße", ["jurgen", "juergen", "mussig", "Müßig", "strasse", "müssigstrasse"]),
        ("Søren Łoś", ["soren", "soeren", "los", "Łoś"]),
        ("李佳敏", ["李佳敏", "佳敏", "敏", "jiamin", "li jiamin", "lijiamin", "jia"]),
        ("北京大学", ["北京", "beijing", "beijing daxue", "大学"]),
        ("Иван Петров", ["петров", "ivan petrov"]),
        ("Conor O'Brien", ["obrien", "o'brien", "brien conor"]),
        ("김철수", ["김철수", "gim"]),
        ("अमर्त्य सेन", ["सेन", "अमर्त्य"]),
    ],
)
def test_names_of_any_script_are_found_as_written_and_romanised(tmp_path: Path, name: str, texts: list[str]) -> None:
    index = index_of(tmp_path, named("person", name))
    assert [text for text in texts if first(index, text) != name] == []


def test_exact_names_come_before_words_before_beginnings(tmp_path: Path) -> None:
    index = index_of(tmp_path, named("person", "Abel Lind", "An Li", "Li"))
    assert [hit.name for hit in index.find("li").hits] == ["Li", "An Li", "Abel Lind"]
    assert [hit.name for hit in index.suggest("li")] == ["Li", "An Li", "Abel Lind"]


def group_of(path: Path, *people: str, works: dict[str, tuple[str, list[int]]], members: int = 1) -> Index:
    """Return the index of people, the first of whom have profiles, and of works by title with year and authors."""
    quads = named("person", *people)
    for number in range(members):
        quads.append(quad(f"{BASE}source/{number}", f"{SCHEMA}mainEntity", f"{BASE}person/{number}"))
    for title, (year, authors) in works.items():
        iri = f"{BASE}work/{title.replace(' ', '-').lower()}"
        quads += [quad(iri, f"{SCHEMA}name", title), quad(iri, "https://w3id.org/profile-kg/ontology#year", year)]
        quads += [quad(iri, f"{SCHEMA}author", f"{BASE}person/{each}") for each in authors]
    return index_of(path, quads)


@pytest.fixture
def mathematicians(tmp_path: Path) -> Index:
    """Return the index of a group whose member is not the best known of her name."""
    works = {
        "Engines of Analysis": ("1843", [0]),
        "Analysis of Looms": ("1843", [1, 2]),
        "AlpaServe": ("1840", [1]),
        "Paged Attention for Looms": ("1839", [1, 3]),
    }
    people = ("Ada Byron Lovelace", "Lovelace", "A. Lovelace", "Jon Smith", "Lovelady", "Ada Joan Edwards")
    return group_of(tmp_path, *people, works=works)


@pytest.mark.parametrize(
    "text", ["lovelace", "lov", "ada", "a. lovelace", "Lovelace, A", "lovelace ada", "byronlovelace"]
)
def test_a_member_comes_before_all_others_of_the_name(mathematicians: Index, text: str) -> None:
    assert first(mathematicians, text) == "Ada Byron Lovelace"
    assert mathematicians.suggest(text)[0].name == "Ada Byron Lovelace"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("lovelace 1843", ["Analysis of Looms", "Engines of Analysis"]),
        ("lovelace looms", ["Analysis of Looms", "Paged Attention for Looms"]),
        ("ada analysis 1843", ["Engines of Analysis"]),
        ("smith paged", ["Paged Attention for Looms"]),
    ],
)
def test_works_are_found_by_authors_and_years(mathematicians: Index, text: str, titles: list[str]) -> None:
    assert sorted(hit.name for hit in mathematicians.find(text).hits) == titles


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("alpa serve", "AlpaServe"),
        ("alpa-serve", "AlpaServe"),
        ("pagedattention", "Paged Attention for Looms"),
        ("paged atention", "Paged Attention for Looms"),
    ],
)
def test_words_are_found_joined_and_split(mathematicians: Index, text: str, name: str) -> None:
    assert first(mathematicians, text) == name


def test_a_typo_that_is_itself_a_word_is_mended_where_nothing_has_all_words(tmp_path: Path) -> None:
    people = ("John Edwards", "Lianmin Zheng", "Li Zeng", "Jon Noel")
    index = group_of(tmp_path, *people, works={"On Looms": ("1843", [3])})

    for text, name in (("jon edwards", "John Edwards"), ("lianmin zeng", "Lianmin Zheng")):
        found = index.find(text)
        assert [hit.name for hit in found.hits] == [name]
        assert found.corrected == name.lower()
        assert not found.is_partial


def test_a_hit_says_what_tells_it_from_others(index: Index) -> None:
    assert index.find("Qirong Ho").hits[0].detail == "co-author of Jinliang Wei"
    assert index.find("Saeed Maleki").hits[0].detail == "adviser of Jinliang Wei"
    assert (
        index.find("AlpaServe", kinds=("work",)).hits[0].detail
        == "2023 · OSDI · Zhuohan Li, Lianmin Zheng, Yinmin Zhong et al."
    )


def test_answers_can_be_narrowed_and_paged(index: Index) -> None:
    found = index.find("deep", kinds=("work",))
    assert {hit.kind for hit in found.hits} == {"work"}
    assert found.total == index.counts("deep")["work"] == len(found.hits)
    assert index.find("deep", kinds=("work",), limit=2, offset=1).hits == found.hits[1:3]
    assert index.find("Lianmin Zheng", kinds=("venue",)).total == 0
    assert index.find("deep", kinds=("", "no such kind")).total == 0


def test_replaced_things_and_parts_of_things_are_no_entries(tmp_path: Path) -> None:
    gone = Quad(
        NamedNode(f"{BASE}person/0"),
        NamedNode("http://www.w3.org/2002/07/owl#deprecated"),
        Literal("true", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#boolean")),
    )
    part = quad(f"{BASE}person/1#award-1", f"{SCHEMA}name", "An Award")
    index = index_of(tmp_path, [*named("person", "Ada Byron", "Ada Lovelace"), gone, part])
    assert index.kinds() == {"person": 1}


def test_any_rdf_data_can_be_searched(tmp_path: Path) -> None:
    quads = [
        quad("http://a.example/alice", "http://xmlns.com/foaf/0.1/name", "Alice"),
        quad("http://a.example/set", "http://www.w3.org/2000/01/rdf-schema#label", "Soil samples"),
        quad("http://a.example/old", "http://schema.org/name", "An old name"),
        quad("http://a.example/text", "http://purl.org/dc/terms/title", "A title"),
        quad("http://a.example/text", "http://purl.org/dc/elements/1.1/title", "Another title"),
        quad("http://a.example/head", "https://schema.org/headline", "A headline"),
        quad("http://a.example/concept", "http://www.w3.org/2004/02/skos/core#prefLabel", "A concept"),
        Quad(NamedNode("http://a.example/alice"), TYPE, NamedNode("http://xmlns.com/foaf/0.1/Person")),
        Quad(NamedNode("http://a.example/set"), TYPE, NamedNode("http://rdfs.org/ns/void#DataSet")),
    ]
    index = index_of(tmp_path, quads, "")
    assert index.kinds() == {"data-set": 1, "person": 1, "thing": 4}
    assert index.find("another").hits == index.find("title").hits
    assert index.find("soil", kinds=("data-set",)).total == 1
    assert index.listing("data-set").hits[0].iri == "http://a.example/set"


def test_lists_are_in_the_order_of_family_names_with_letters(index: Index) -> None:
    letters = index.letters("person")
    assert sum(letters.values()) == index.count("person") == index.listing("person").total == 151
    under_l = index.listing("person", letter="L")
    assert under_l.total == letters["L"] == len(under_l.hits)
    assert [hit.name.split()[-1][0] for hit in under_l.hits] == ["L"] * under_l.total
    assert index.listing("person", limit=10, offset=5).hits == index.listing("person", limit=15).hits[5:]


def test_facets_narrow_a_list_and_can_be_combined(index: Index) -> None:
    profiles = {"profile": "with-a-profile"}
    assert index.listing("person", profiles).total == 5
    topics = index.facets("person", profiles)["topic"]
    assert ("machine-learning-systems", "Machine learning systems", 3) in topics
    both = profiles | {"topic": "machine-learning-systems"}
    assert index.listing("person", both).total == 3
    assert sum(index.letters("person", both).values()) == 3
    assert index.listing("person", {"topic": "'; DROP TABLE entry"}).total == 0
    assert sum(count.number for count in index.facets("work")["year"]) <= index.count("work")


@pytest.mark.parametrize(
    "text",
    [
        *('"', "NEAR(a b)", "{name} : y", "'; DROP TABLE entry; --"),
        "a\0b",
        "\ud800",
        "ﷺ" * 1_000,
        "x" * 1_000_000,
        "a " * 500_000,
    ],
)
def test_nothing_that_is_typed_is_an_error_or_without_end(index: Index, text: str) -> None:
    with ends():
        index.find(text, kinds=(text,))
        index.find(text)
        index.suggest(text)
        index.counts(text)
        index.listing(text, {text: text}, letter=text)


@given(st.text(), st.text(max_size=20))
def test_any_text_makes_a_valid_question(index: Index, text: str, kind: str) -> None:
    assert index.find(text, kinds=(kind,)).total == 0 or kind
    assert len(index.suggest(text, limit=3)) <= 3


@pytest.mark.parametrize("has_index", [False, True])
def test_an_older_release_can_be_searched(release: Release, tmp_path: Path, has_index: bool) -> None:
    for name in ("store", "store.json"):
        (tmp_path / name).symlink_to(release.path / name)
    if has_index:
        shutil.copy(release.path / SEARCH, tmp_path / SEARCH)
        with closing(sqlite3.connect(tmp_path / SEARCH, isolation_level=None)) as database:
            database.executescript("PRAGMA user_version = 1; DROP TABLE names;")
    index = Release(tmp_path, release.manifest).index()
    assert first(index, "jiamin") == "Jiamin Li"


def test_a_cut_index_is_a_damaged_release(release: Release, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(release.path, tmp_path / "copy"))
    with (copy / SEARCH).open("r+b") as file:
        file.truncate(1_000)
    with pytest.raises(ReleaseError, match=r"search\.sqlite is not as it was written"):
        open_release(copy)


PROJECT = """\
id: https://example.org/our-group
name: our-group
prefixes: {our: "https://example.org/our#"}
default_prefix: our
enums:
  Size: {permissible_values: {small: {}, huge: {}}}
classes:
  Instrument:
    annotations: {path: instrument}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page search}}
      serial: {annotations: {show: page search}}
      maker: {range: Organization, annotations: {show: page search}}
      size: {range: Size, annotations: {show: page search}}
      colour: {annotations: {show: page}}
"""
OUR = "https://example.org/our#"


@pytest.fixture
def declared(tmp_path: Path) -> Index:
    """Return the index of a graph with a kind that a project declares."""
    microscope, zeiss = f"{BASE}instrument/hooke", f"{BASE}organization/zeiss"
    award = f"{BASE}person/ada#award-medal"
    quads = [
        quad(microscope, f"{SCHEMA}name", "Hooke Microscope"),
        quad(microscope, f"{OUR}serial", "X-4711"),
        quad(microscope, f"{OUR}maker", zeiss),
        quad(microscope, f"{OUR}size", "https://w3id.org/profile-kg/ontology#huge"),
        quad(microscope, f"{OUR}colour", "vermilion"),
        quad(zeiss, f"{SCHEMA}name", "Carl Zeiss"),
        quad(f"{BASE}person/ada", f"{SCHEMA}name", "Ada Lovelace"),
        quad(award, f"{SCHEMA}name", "Medal of Numbers"),
        Quad(NamedNode(award), TYPE, NamedNode("https://w3id.org/profile-kg/ontology#AwardReceipt")),
    ]
    declaration = extended((("ours.yaml", PROJECT),))
    write(LocalStore.in_memory(quads), BASE, tmp_path / SEARCH, declaration)
    return Index.open(tmp_path / SEARCH)


@pytest.mark.parametrize("text", ["Hooke Microscope", "hooke", "X-4711", "4711"])
def test_a_thing_of_a_kind_of_a_project_is_found_by_what_it_declares(declared: Index, text: str) -> None:
    [hit] = declared.find(text).hits

    assert hit == (f"{BASE}instrument/hooke", "instrument", "Hooke Microscope", "X-4711 · Carl Zeiss")
    assert not declared.find("vermilion").hits


def test_lists_of_a_kind_of_a_project_are_narrowed_by_what_it_refers_to(declared: Index) -> None:
    facets = declared.facets("instrument")

    assert {facet: [(each.value, each.label) for each in counts] for facet, counts in facets.items()} == {
        "maker": [("zeiss", "Carl Zeiss")],
        "size": [("huge", "huge")],
    }
    assert [hit.name for hit in declared.listing("instrument", {"maker": "zeiss"}).hits] == ["Hooke Microscope"]


def test_an_award_leads_to_the_person_but_is_no_name_of_hers(declared: Index) -> None:
    [hit] = declared.find("medal of numbers").hits

    assert hit.name == "Ada Lovelace"
    assert declared.named("Ada Lovelace", "person") == [hit.iri]
    assert declared.named("Medal of Numbers", "person") == []


def test_what_is_no_index_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Index.open(tmp_path / "none.sqlite")
    (tmp_path / "text.sqlite").write_text("no database" * 1_000)
    with pytest.raises(StoreError, match="cannot be opened"):
        Index.open(tmp_path / "text.sqlite")


def test_an_index_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="cannot be written"):
        write(LocalStore.in_memory(), BASE, tmp_path / "none" / "search.sqlite")
