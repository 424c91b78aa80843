from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, QuerySolutions

from kg.base.errors import ConfigError, NotFound, QueryError
from kg.building import build
from kg.profile.config import read_project
from kg.store import questions
from kg.store.questions import Parameter, entity, read_query, term_of
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.formats import Answer
from kg.terms.vocabulary import KG

QUESTION = """\
#+ summary: Who is called so
#+ parameters:
#+   name: {type: text, description: the name, example: Ada}

SELECT ?person WHERE {
  VALUES ?name { UNDEF }
  ?person <https://schema.org/name> ?name .
}
"""
SCHEMA = "https://schema.org/"
BASE = "https://kg.example.org/"


def question(tmp_path: Path, text: str = QUESTION) -> questions.Query:
    path = tmp_path / "question.rq"
    path.write_text(text)
    return read_query(path)


def people(*names: str) -> LocalStore:
    quads = []
    for number, name in enumerate(names):
        person = NamedNode(f"{BASE}person/p{number}")
        quads.append(
            Quad(person, NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"), NamedNode(f"{SCHEMA}Person"))
        )
        quads.append(Quad(person, NamedNode(f"{SCHEMA}name"), Literal(name)))
    return LocalStore.in_memory(quads)


def test_a_parameter_is_bound_by_replacing_undef(tmp_path: Path) -> None:
    assert 'VALUES ?name { "Ada" }' in question(tmp_path).bind({"name": Literal("Ada")})


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40))
def test_no_text_can_leave_its_literal(text: str) -> None:
    store = people(text, "Somebody else")
    query = questions.Query("q", questions.Header(summary="s", parameters={"name": NAME}), QUESTION)

    answer = store.query(query.bind({"name": Literal(text)}))

    assert isinstance(answer, QuerySolutions)
    assert all(
        solution["person"] in (NamedNode(f"{BASE}person/p0"), NamedNode(f"{BASE}person/p1")) for solution in answer
    )


NAME = Parameter(type="text", description="the name", example="Ada")


def test_a_query_without_values_is_still_valid_sparql(tmp_path: Path) -> None:
    answer = people("Ada", "Bo").query(question(tmp_path).sparql)

    assert isinstance(answer, QuerySolutions)
    assert len(list(answer)) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT * WHERE {}", r":1: the header is missing"),
        ("#+ summry: x\n", r":1:4 .*: the key 'summry' is not known"),
        (QUESTION.replace("?name { UNDEF }", "?name { 1 }"), r":1: the parameter 'name' is not used"),
        (f'#+ question: "Who is {{nobody}}?"\n{QUESTION}', r":1: the question does not ask for what the query takes"),
        (QUESTION.replace("type: text", "type: person or text"), r":3:.*is not of the expected form"),
    ],
)
def test_a_broken_query_file_is_refused_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        question(tmp_path, text)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "text", "iri"),
    [
        ("person", "jinliang-wei", "person/jinliang-wei"),
        ("person", "Jinliang Wei", "person/jinliang-wei"),
        ("person", "https://kg.example.org/person/jinliang-wei", "person/jinliang-wei"),
        ("organization", "CUHK", "organization/cuhk"),
        ("organization", "Facebook", "organization/meta"),
        ("venue", "SysML", "venue/mlsys"),
        ("event", "OSDI 2024", "event/osdi-2024"),
        ("system", "Bosen", "system/bosen"),
        ("system", "FSDP", "system/pytorch-fullyshardeddataparallel"),
        ("thing", "system/lyra", "system/lyra"),
        ("thing", "Lyra", "system/lyra"),
        ("thing", "jiamin-li", "person/jiamin-li"),
        ("thing", "source/jiamin-li", "source/jiamin-li"),
    ],
)
@pytest.mark.parametrize("base", [BASE, ""], ids=["known base", "unknown base"])
def test_entities_are_found_by_slug_name_or_iri(kind: str, text: str, iri: str, base: str, release: Release) -> None:
    assert entity(kind, text, release.store().query, base) == NamedNode(BASE + iri)


def test_an_ambiguous_name_lists_the_candidates() -> None:
    with pytest.raises(QueryError, match="'Ada' names 2 things of the kind person") as error:
        entity("person", "Ada", people("Ada", "Ada").query, BASE)

    assert f"{BASE}person/p0" in str(error.value)
    assert f"{BASE}person/p1" in str(error.value)


@pytest.mark.parametrize("base", [BASE, ""], ids=["known base", "unknown base"])
def test_a_slug_of_several_kinds_lists_the_candidates(base: str) -> None:
    quads = [
        Quad(NamedNode(f"{BASE}{kind}/orion"), NamedNode(f"{SCHEMA}name"), Literal("Orion"))
        for kind in ("system", "organization", "no-such-kind")
    ]

    with pytest.raises(QueryError, match="'orion' names 2 things:") as error:
        entity("thing", "orion", LocalStore.in_memory(quads).query, base)

    assert f"{BASE}system/orion" in str(error.value)
    assert f"{BASE}organization/orion" in str(error.value)
    assert error.value.hint == "give the IRI, or the slug with its kind, such as system/lyra"


@pytest.mark.parametrize("text", ['"} DROP ALL', "?x } #", "\\", "'''", "<", "https://x y/"])
def test_hostile_names_find_nothing(text: str, release: Release) -> None:
    with pytest.raises((NotFound, QueryError)):
        entity("person", text, release.store().query, BASE)


def test_years_are_numbers_of_four_digits(release: Release) -> None:
    year = Parameter(type="year", description="when", example="2021")

    assert str(term_of(year, "2021", release.store().query)) == '"2021"^^<http://www.w3.org/2001/XMLSchema#integer>'
    with pytest.raises(QueryError, match="'21' is not a year"):
        term_of(year, "21", release.store().query)


def asked(release: Release, name: str, **texts: str) -> list[dict[str, str]]:
    """Return the solutions of a named query, without IRIs."""
    select: Callable[[str], Answer] = release.store().query
    query = questions.find_query(name)
    values = {key: term_of(query.header.parameters[key], text, select, BASE) for key, text in texts.items()}
    answer = select(query.bind(values))
    assert isinstance(answer, QuerySolutions)
    names = [variable.value for variable in answer.variables]
    return [{name: row[name].value for name in names if isinstance(row[name], Literal)} for row in answer]


@pytest.mark.thorough
def test_everything_that_a_profile_says_has_evidence(release: Release) -> None:
    store = release.store()
    described = store.query("SELECT DISTINCT ?thing WHERE { ?thing a ?class }")
    query = questions.find_query("evidence")
    assert isinstance(described, QuerySolutions)

    without = []
    for solution in described:
        answer = store.query(query.bind({"thing": solution["thing"]}))
        assert isinstance(answer, QuerySolutions)
        if not any(row["file"] and row["firstLine"] and row["lastLine"] for row in answer):
            without.append(solution["thing"].value.removeprefix(BASE))

    assert [name for name in without if not name.startswith(("dataset", "source/", KG))] == []


CAREER = """\
id: ada-lovelace
name: Ada Lovelace
positions:
  - {organization: Engine Works, role: Fellow, start: 1840, end: 1842}
  - {organization: Royal Society, role: Guest, start: 1844-05}
publications:
  - {title: Before, authors: [Ada Lovelace], year: 1839}
  - {title: During, authors: [Ada Lovelace], year: 1842}
  - {title: Between, authors: [Ada Lovelace], year: 1843}
  - {title: After, authors: [Ada Lovelace, Charles Babbage], year: 1844}
  - {title: Later, authors: [Ada Lovelace], year: 1850}
  - {title: Some day, authors: [Ada Lovelace]}
"""


def built(project: Path, out: Path, profile: str) -> Release:
    """Return a release of the small project with another profile."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(profile)
    release = build(read_project(project), out).release
    assert release is not None
    return release


def test_works_count_for_an_organisation_while_an_author_is_there(project: Path, tmp_path: Path) -> None:
    release = built(project, tmp_path / "out", CAREER)

    assert asked(release, "works-per-organization") == [
        {"name": "Royal Society", "works": "2", "people": "1"},
        {"name": "Engine Works", "works": "1", "people": "1"},
    ]


def test_systems_list_the_papers_that_describe_them_and_those_that_belong_to_them(release: Release) -> None:
    papers = {row["name"]: row.get("papers", "") for row in asked(release, "systems", person="Jinliang Wei")}

    for name in ("Bösen", "Petuum"):
        titles = [row["title"] for row in asked(release, "works-of-system", system=name)]
        assert sorted(papers[name].split("; ")) == sorted(titles)


def test_terms_are_shown_in_words(release: Release) -> None:
    terms = [row["term"] for row in asked(release, "teaching", person="jiamin-li")]

    assert terms[0] == "autumn 2022"
    assert not [term for term in terms if "-2" in term]


AWARDED = """\
id: ada-lovelace
name: Ada Lovelace
education:
  - {degree: Summer School, institution: University of London, start: 1838-07, end: 1838-08}
  - {degree: Ph.D., institution: University of London, start: 1839, end: 1841, advisors: Charles Babbage}
  - {degree: D.Sc., institution: University of London, start: 1842, end: present, advisors: Mary Somerville}
publications:
  - {title: Notes, authors: [Ada Lovelace], venue: Scientific Memoirs, year: 1843, award: [Best Paper Award, Medal]}
awards:
  - {name: medal, year: 1844, for_work: Notes}
  - {name: Prize of the University of London, giver: University of London, start: 1839, end: 1841}
  - {name: Grant, giver: Royal Society, start: 1842, end: present}
  - {name: Stipend, start: 1842-01, end: 1842-05}
"""


def test_the_text_of_an_award_tells_its_period_and_its_giver_once(project: Path, tmp_path: Path) -> None:
    release = built(project, tmp_path / "out", AWARDED)
    texts = release.store().query(
        "SELECT ?text { ?p a <https://schema.org/Person> ; <https://schema.org/award> ?text }"
    )

    assert isinstance(texts, QuerySolutions)
    assert {row["text"].value for row in texts} == {
        "medal, 1844",
        "Prize of the University of London, 1839–1841",
        "Grant, Royal Society, 1842–",
        "Stipend, 1842",
    }


def test_alumni_have_degrees_and_advisors_may_still_advise(project: Path, tmp_path: Path) -> None:
    release = built(project, tmp_path / "out", AWARDED)

    assert [row["degree"] for row in asked(release, "alumni", organization="University of London")] == ["Ph.D."]
    ends = {row["advisorName"]: row["end"] for row in asked(release, "advisors", person="ada-lovelace")}
    assert ends == {"Charles Babbage": "1841", "Mary Somerville": "present"}


def test_people_are_at_the_organisation_as_they_write_it(release: Release) -> None:
    rows = asked(release, "people-at", organization="Meta")

    assert {"Meta", "Facebook"} <= {row["organizationName"] for row in rows}
