"""Rows of tables mean things: whom identity would join by itself, and with which evidence."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kg.base.errors import QueryError
from kg.store.graph import Graph
from kg.store.reconciliation import candidates
from kg.store.reconciliation.answering import Reconciler
from kg.store.reconciliation.properties import kinds_named, kinds_of, properties_of
from kg.store.reconciliation.question import MAX_CANDIDATES, MAX_TEXT, MAX_VALUES, read_question
from kg.store.reconciliation.values import MAX_CELLS, extension
from kg.terms.declaration import kg_declaration
from tests.support.identity_scenes import NAMES
from tests.support.released import released
from tests.support.site_pages import site_of

BASE = "http://example.com/"

ADA = """\
id: ada-lovelace
name: Ada Lovelace
orcid: 0000-0002-1825-0097
contact: {email: ada@lovelace.example.org, phone: "+44 20 7946 0958"}
positions:
  - {role: Professor, organization: University of London, start: 1840, end: present}
interests: [Steam Loom, Tide Table]
publications:
  - title: Notes on the Analytical Engine by Menabrea
    authors: [Ada Lovelace, Charles Babbage, Mary Somerville]
    venue: Scientific Memoirs
    venue_kind: journal
    year: 1843
    doi: 10.1000/notes
  - title: Letters concerning Bernoulli numbers
    authors: [Ada Lovelace, Augustus De Morgan]
    venue: Scientific Memoirs
    venue_kind: journal
    year: 1844
systems:
  - {name: Steam Loom}
  - {name: Tide Table}
  - {name: Silk Weaver, variants: [Steam Loom]}
  - {name: Difference Engine, homepage: "https://engine.example.org/"}
"""
HAO = """\
id: hao-zhang
name: Hao Zhang
positions:
  - {role: Student, organization: Peking University, start: 2015}
publications:
  - {title: Looms of silk and steam, authors: [Hao Zhang, Wilhelmina Abernathy], venue: Scientific Memoirs, year: 2016}
"""
OTHER = """\
id: hao-zhang-2
name: Hao Zhang
positions:
  - {role: Student, organization: University of London, start: 2015}
publications:
  - title: Bridges over narrow straits
    authors: [Hao Zhang, Ottilie Grünwald, Vladimir Voevodsky]
    venue: Acta Pontium
    year: 2016
"""
OTTOLINE = """\
id: ottoline
name: Ottoline Quistgaard
positions:
  - {role: Lecturer, organization: University of Uppsala, start: 2001, end: present}
publications:
"""
LOOMS = """\
id: https://example.org/looms
name: looms
prefixes: {loom: "https://example.org/looms#"}
default_prefix: loom
classes:
  Person:
    attributes:
      looms: {range: Loom, multivalued: true, inlined_as_list: true, title: Looms, description: What one built}
  Loom:
    description: A machine
    annotations: {path: loom}
    attributes:
      name: {slot_uri: schema:name, required: true, description: Its name, annotations: {show: page table cv search}}
      maker: {slot_uri: schema:manufacturer, range: Organization, description: Who made it, annotations: {show: page}}
      width: {range: decimal, description: In metres, annotations: {show: page table}}
"""
LEDGER = """\
  - title: A common ledger of tides and winds
    authors: [OWNER, {name: Philippa Thistlewood, orcid: 0000-0001-5109-3700}]
    year: 2016
"""
OTTOLINES = OTTOLINE.replace("ottoline", "ottoline-2").replace("Uppsala", "Lund")


PIECES = (
    *("Ada", "Li", "J.", "李", "佳敏", "Ωμ", "محمد", "\0", "\ud800", "\u202e", "—", ",", ";", "(", ":", "'", '"', "*"),
    *("NEAR(", "OR", "1843", "Proc.", "of the", "et al", "Jr", "von", "https://orcid.org/", "10.1/", "%00", "{{7*7}}"),
    *("person/ada-lovelace", "organization/", "<x", "\n", "a" * 300, "e\u0301" * 50, "😀", "-"),
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    profiles = {
        "hao-zhang": HAO + LEDGER.replace("OWNER", "Hao Zhang"),
        "hao-zhang-2": OTHER + LEDGER.replace("OWNER", "Hao Zhang"),
        "ottoline": OTTOLINE + LEDGER.replace("OWNER", "Ottoline Quistgaard"),
        "ottoline-2": OTTOLINES + LEDGER.replace("OWNER", "Ottoline Quistgaard"),
        "ada-lovelace": ADA,
    }
    return Graph(released(tmp_path_factory.mktemp("reconciled"), profiles))


@pytest.fixture(scope="module")
def reconciler(graph: Graph) -> Reconciler:
    return Reconciler(graph)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Reconciler:
    """Return a graph of people with names in fifteen scripts, and others with the same names in Latin letters."""
    names = dict.fromkeys(name for home, latin, _ in NAMES for name in (home, latin))
    people = (f'<{BASE}person/p{n}> a schema:Person ; schema:name "{name}" .' for n, name in enumerate(names))
    return Reconciler(site_of(tmp_path_factory.mktemp("scripts"), "\n".join(people), base=BASE).graph)


def answer(reconciler: Reconciler, query: str = "", type_: str = "", **properties: Any) -> list[dict[str, Any]]:
    given = [{"pid": key.replace("__", "."), "v": value} for key, value in properties.items()]
    asked = {"query": query, "properties": given} | ({"type": type_} if type_ else {})
    return reconciler.answer(read_question(asked))


def matches(found: list[dict[str, Any]]) -> list[str]:
    return [each["id"] for each in found if each["match"]]


def features(candidate: dict[str, Any]) -> dict[str, Any]:
    return {each["id"]: each["value"] for each in candidate["features"]}


def test_a_name_that_many_bear_is_no_match_by_itself(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Hao Zhang", "person")

    assert {each["id"] for each in found} == {"person/hao-zhang", "person/hao-zhang-2"}
    assert matches(found) == []
    assert all(each["score"] < 0 for each in found)


def test_a_co_author_tells_which_of_two_of_one_name_is_meant(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Zhang, Hao", "person", coauthors=["Grünwald, Ottilie"])

    assert matches(found) == ["person/hao-zhang-2"]
    assert found[0]["features"][1]["name"] == "both write with ottilie grunwald"
    assert sum(features(found[0]).values()) == pytest.approx(found[0]["score"], abs=0.15)


def test_a_place_speaks_for_a_person_and_alone_does_not_join(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Hao Zhang", "person", affiliation="University of London")

    assert features(found[0])["organization"] == 6.0
    assert features(found[1])["other_organization"] < 0
    assert (found[0]["id"], matches(found)) == ("person/hao-zhang-2", [])


def test_an_orcid_joins_and_another_one_keeps_apart(reconciler: Reconciler) -> None:
    same = answer(reconciler, "A. Lovelace", "person", orcid="https://orcid.org/0000-0002-1825-0097")
    other = answer(reconciler, "Ada Lovelace", "person", orcid="0000-0002-1694-233X", coauthors="Charles Babbage")

    assert matches(same) == ["person/ada-lovelace"]
    assert features(same[0])["shared_id"] == 25.0
    assert other[0]["id"] == "person/ada-lovelace"
    assert matches(other) == []


def test_the_orcid_of_somebody_with_another_name_is_no_match(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Grace Hopper", "person", orcid="0000-0002-1825-0097")

    assert [(each["id"], each["match"]) for each in found] == [("person/ada-lovelace", False)]


@pytest.mark.parametrize("name", ["Lovelace, Ada", "ADA LOVELACE", "Lovelace A", "Ada K. Lovelace", "Ada Lovelac"])
def test_a_person_is_found_however_the_name_is_written(reconciler: Reconciler, name: str) -> None:
    assert answer(reconciler, name, "person")[0]["id"] == "person/ada-lovelace"


@pytest.mark.parametrize(("home", "latin"), [(home, latin) for home, latin, _ in NAMES])
def test_names_in_all_scripts_find_each_other(scripts: Reconciler, home: str, latin: str) -> None:
    assert home in {each["name"] for each in answer(scripts, latin, "person")}
    assert latin in {each["name"] for each in answer(scripts, home, "person")}


@pytest.mark.parametrize(
    "text",
    [
        *("person/ada-lovelace", "https://kg.example.org/person/ada-lovelace", "0000-0002-1825-0097"),
        "https://orcid.org/0000-0002-1825-0097",
    ],
)
def test_an_identifier_stands_for_the_thing(reconciler: Reconciler, text: str) -> None:
    found = answer(reconciler, text)

    assert [(each["id"], each["match"]) for each in found] == [("person/ada-lovelace", True)]
    assert answer(reconciler, text, "venue") == []


def test_properties_alone_find_what_bears_an_identifier(reconciler: Reconciler) -> None:
    assert matches(answer(reconciler, orcid="0000-0002-1825-0097")) == ["person/ada-lovelace"]
    assert [each.partition("/")[0] for each in matches(answer(reconciler, doi="doi:10.1000/NOTES"))] == ["work"]
    assert answer(reconciler, doi="10.1000/other") == []


def test_a_work_is_found_by_its_title_and_told_from_others_by_authors(reconciler: Reconciler) -> None:
    title = "Notes on the analytical engine by Menabrea"
    plain, others = answer(reconciler, title, "work"), answer(reconciler, title, "work", authors=["Grace Hopper"])

    assert len(matches(plain)) == 1
    assert features(plain[0])["title_word"] > 0
    assert (others[0]["id"], matches(others)) == (plain[0]["id"], [])
    assert features(others[0])["no_authors"] < 0


@pytest.mark.parametrize("year", [1843, 1843.0, "1843", "1843-08-01T00:00:00Z", "August 1843", "1.8.1843"])
def test_a_year_is_read_from_a_date_however_it_is_written(reconciler: Reconciler, year: str | float) -> None:
    found = answer(reconciler, "Notes on the Analytical Engine by Menabrea", "work", year=year)

    assert features(found[0])["same_year"] == 1.0


@pytest.mark.parametrize(
    ("name", "type_", "path"),
    [
        ("The University of London", "organization", "organization/london-university"),
        ("university of london", "schema:Organization", "organization/london-university"),
        ("Scientific Memoirs", "venue", "venue/scientific-memoirs"),
        ("difference engine", "system", "system/difference-engine"),
    ],
)
def test_what_its_name_decides_matches_as_identity_would_call_it(
    reconciler: Reconciler, name: str, type_: str, path: str
) -> None:
    found = answer(reconciler, name, type_)

    assert found[0]["id"].startswith(path)
    assert matches(found) == [found[0]["id"]]


@pytest.mark.thorough
def test_things_of_a_kind_that_the_project_declares_are_found(tmp_path: Path) -> None:
    (tmp_path / "ontology").mkdir()
    (tmp_path / "ontology" / "looms.yaml").write_text(LOOMS)
    profile = "id: ada\nname: Ada Lovelace\nlooms:\n  - {name: Great Loom, maker: Jacquard Works, width: 0.8}\n"
    ours = Reconciler(Graph(released(tmp_path, {"ada": profile})))

    assert matches(answer(ours, "great loom", "loom", maker="Jacquard Works")) == ["loom/great-loom"]
    assert features(answer(ours, "great loom", "loom", maker="Jacquard Works")[0])["maker"] is True
    assert features(answer(ours, "great loom", maker="Engine Works")[0])["maker"] is False


def test_what_is_nearly_called_so_is_for_people_to_judge(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Universty of London", "organization")

    assert found[0]["name"] == "University of London"
    assert not found[0]["match"]
    assert 0 < features(found[0])["close_name"] < 5


@pytest.mark.parametrize("name", ["Lovelace Ada K.", "AdaLovelace", "Lovelace"])
def test_somebody_whose_name_only_looks_alike_is_shown_and_never_matched(reconciler: Reconciler, name: str) -> None:
    found = answer(reconciler, name, "person")

    assert [(each["id"], each["match"]) for each in found[:1]] == [("person/ada-lovelace", False)]


def test_a_name_is_no_match_where_the_registry_has_another_id_for_it(graph: Graph, reconciler: Reconciler) -> None:
    named = answer(reconciler, "Difference Engine", "system", homepage="https://engine.example.org/")
    other = answer(reconciler, "Difference Engine", "system", homepage="https://engines.example.org/other")

    assert matches(named) == ["system/difference-engine"]
    assert features(named[0]) == {"shared_id": 25.0, "same_name": 10.0}
    assert matches(other) == ["system/difference-engine"]
    assert matches(answer(reconciler, "Difference Engine", "system", homepage="https://engine.example.org/x")) == []


def test_what_two_things_are_called_is_a_match_of_neither(reconciler: Reconciler) -> None:
    of_kind, of_any = answer(reconciler, "Steam Loom", "system"), answer(reconciler, "Steam Loom")

    assert [each["name"] for each in of_kind] == ["Silk Weaver", "Steam Loom"]
    assert matches(of_kind) == []
    assert matches(answer(reconciler, "Steam Loom", "topic")) == ["topic/steam-loom"]
    assert {each["type"][0]["id"] for each in of_any} == {"system", "topic"}


def test_a_name_that_two_kinds_of_things_have_is_a_match_of_neither(reconciler: Reconciler) -> None:
    assert matches(answer(reconciler, "Silk Weaver", "system")) == ["system/silk-weaver"]
    assert len(answer(reconciler, "Tide Table")) == 2
    assert matches(answer(reconciler, "Tide Table", "system")) == ["system/tide-table"]
    assert matches(answer(reconciler, "Tide Table")) == []


def test_nobody_is_matched_where_others_of_the_name_were_not_looked_at(
    reconciler: Reconciler, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"affiliation": "University of Uppsala"}

    assert matches(answer(reconciler, "Ottoline Quistgaard", "person", **given)) == ["person/ottoline"]
    monkeypatch.setattr(candidates, "_SCORED", 1)
    found = answer(reconciler, "Ottoline Quistgaard", "person", **given)
    assert (len(found), matches(found)) == (1, [])


def test_a_property_that_identity_does_not_weigh_is_said_to_agree_or_not(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Notes on the Analytical Engine by Menabrea", "work", status="published", pages="1-2")

    assert features(found[0])["status"] is True
    assert "pages" not in features(found[0])
    assert found[0]["score"] == answer(reconciler, "Notes on the Analytical Engine by Menabrea", "work")[0]["score"]


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "x" * (MAX_TEXT + 1), ",:(" * 300, "李" * 300, "a" * 300, "A"])
def test_nothing_is_made_of_what_is_no_name(reconciler: Reconciler, text: str) -> None:
    found = answer(reconciler, text, homepage="https://nobody.example.org/")

    assert matches(found) == []


@pytest.mark.thorough
def test_whatever_strangers_ask_has_an_answer_with_one_match_at_most(reconciler: Reconciler) -> None:
    chance = Random(1)  # noqa: S311  (the same questions each time)
    keys = [key for kind in kinds_of(kg_declaration()) for key in properties_of(kg_declaration(), kind)]

    def text() -> str:
        return chance.choice(["", " "]).join(chance.choices(PIECES, k=chance.randint(0, 6)))

    for _ in range(100):
        values = [text(), [text(), text()], {"id": text(), "name": text()}, chance.randint(-5, 3000), 1.5, True, None]
        given = [{"pid": key, "v": chance.choice(values)} for key in chance.sample(keys, 3)]
        found = reconciler.answer(read_question({"query": text(), "properties": given}))
        assert len(matches(found)) <= 1
        assert json.dumps(found, ensure_ascii=False).encode()


@pytest.mark.parametrize("key", ["coauthors", "affiliation", "publications.venue", "interests", "orcid", "name"])
def test_a_value_that_is_a_thing_may_be_none_of_ours(reconciler: Reconciler, key: str) -> None:
    asked = {"query": "Ada Lovelace", "type": "person"}
    for id_ in ("<x>", "person/nobody", "", "organization/nowhere", "\0", "http://[", "person/ada#x y"):
        given = [{"pid": key, "v": {"id": id_}}, {"pid": key, "v": id_}]
        assert reconciler.answer(read_question(asked | {"properties": given}))[0]["id"] == "person/ada-lovelace"


def test_a_type_is_named_by_path_class_or_label_and_an_unknown_one_has_no_things(reconciler: Reconciler) -> None:
    declaration = kg_declaration()

    for name in ("person", "Person", "people", "schema:Person", "https://schema.org/Person", "foaf:Person"):
        assert list(kinds_named(declaration, name)) == ["person"], name
    assert list(kinds_named(declaration, "schema:ScholarlyArticle")) == ["work"]
    assert answer(reconciler, "Ada Lovelace", "Q5") == []
    asked = {"query": "Ada Lovelace", "type": ["person", "work"]}
    assert len(reconciler.answer(read_question(asked))) == 1
    assert reconciler.answer(read_question(asked | {"type_strict": "all"})) == []


@pytest.mark.parametrize(
    "query",
    [
        *("Ada", [], {}, {"query": 1}, {"query": "a", "type": 1}, {"query": "a", "type": [1]}),
        *({"query": "a", "limit": "many"}, {"query": "a", "limit": -1}, {"query": "a", "limit": float("nan")}),
        *({"query": "a", "properties": {}}, {"query": "a", "properties": [{"pid": "orcid"}]}),
        *({"query": "a", "properties": [{"pid": "x", "v": [[1]]}]}, {"query": "a", "type_strict": "perhaps"}),
        {"query": "a", "properties": [{"pid": "x", "v": [1] * (MAX_VALUES + 1)}]},
        *({"query": "a", "properties": [{"pid": "x", "v": {"name": "a"}}]}, {"query": "a", "type": "x" * 2000}),
    ],
)
def test_a_query_that_is_none_is_refused_with_what_to_do(query: Any) -> None:
    with pytest.raises(QueryError) as refused:
        read_question(query)

    assert refused.value.hint


def test_values_of_properties_come_as_things_numbers_and_texts(graph: Graph) -> None:
    keys = ["orcid", "affiliation", "publications.year", "publications.venue", "name", "github"]
    found = extension(graph, ["person/ada-lovelace", "person/nobody", "\ud800"], keys)

    row = found["rows"]["person/ada-lovelace"]
    assert row["orcid"] == [{"str": "https://orcid.org/0000-0002-1825-0097"}]
    assert [each["name"] for each in row["affiliation"]] == ["University of London"]
    assert row["publications.year"] == [{"int": 1843}, {"int": 1844}]
    assert row["github"] == []
    assert [each["id"] for each in found["meta"]] == keys
    assert found["meta"][1]["type"]["id"] == "organization"
    assert not any([*found["rows"]["person/nobody"].values(), *found["rows"]["?"].values()])


def test_no_property_leads_to_a_contact(graph: Graph) -> None:
    for path in kinds_of(graph.declaration):
        for key, each in properties_of(graph.declaration, path).items():
            assert not any(field.is_private or field.range == "Contact" for field in each.steps), key
    everything = list(properties_of(graph.declaration, "person"))
    for start in range(0, len(everything), 40):
        assert "lovelace.example" not in str(extension(graph, ["person/ada-lovelace"], everything[start : start + 40]))


def test_a_row_means_one_thing(reconciler: Reconciler) -> None:
    found = answer(reconciler, "Hao Zhang", "person", coauthors=["Wilhelmina Abernathy", "Ottilie Grünwald"])

    assert len(found) == 2
    assert matches(found) == []


def test_a_limit_is_kept_within_bounds() -> None:
    assert [read_question({"query": "a", "limit": n}).limit for n in (0, 1, 2.7, 10**6)] == [10, 1, 2, MAX_CANDIDATES]


def test_too_many_values_are_refused(graph: Graph) -> None:
    with pytest.raises(QueryError, match="at once"):
        extension(graph, ["person/ada-lovelace"] * (MAX_CELLS + 1), ["name"])
