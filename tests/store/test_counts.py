"""Counts are of distinct things: what is said of a thing twice does not multiply it, nor any number."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest
from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, QuerySolutions

from kg.site.panels import panels
from kg.site.views import entity
from kg.store.columns import value
from kg.store.graph import Graph
from kg.store.questions import Query, queries, query_files, term_of
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.formats import Term
from kg.terms.vocabulary import KG, PREFIXES, RDF_TYPE
from tests.conftest import ROOT
from tests.support.released import released

SCHEMA = PREFIXES["schema"]
PEOPLE = {"ada-lovelace": "Ada Lovelace", "bo-chen": "Bo Chen", "cy-moran": "Cy Moran"}
PROFILE = """\
id: {id}
name: {name}
interests: [analytical engines, weaving]
positions:
- {{role: Engineer, organization: Engine Works, start: 1840, end: present}}
- {{role: Fellow, organization: Loom Institute, start: 1838, end: 1840}}
publications:
- {{title: Notes on the Engine, authors: [Ada Lovelace, Bo Chen, Cy Moran],
   venue: EngineConf, venue_kind: conference, year: 1843}}
- {{title: On Weaving, authors: [Bo Chen, Ada Lovelace, Cy Moran],
   venue: EngineConf, venue_kind: conference, year: 1844, topics: [weaving]}}
- {{title: A Sketch, authors: [Ada Lovelace, Bo Chen, Cy Moran], year: 1844, system: Engine}}
- title: Solo of {name}
  authors: [{name}]
  year: 1843
  evidence: {{fact: qjj35n57z2, status: accepted, confidence: {{title: 0.9}}, source: cv.md, lines: 3, quote: Solo}}
sources:
- {{path: cv.md, media_type: text/markdown, extractor: cv, sha256: "{hash}"}}
- {{path: home.html, media_type: text/html, extractor: cv, sha256: "{hash}"}}
"""
WORKS = [("Notes on the Engine", 1843, PEOPLE), ("On Weaving", 1844, PEOPLE), ("A Sketch", 1844, PEOPLE)]
WORKS += [(f"Solo of {name}", 1843, {id_: name}) for id_, name in PEOPLE.items()]
"""What the profiles say, written out by hand: title, year and authors of each work."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release of three people, each with a profile and two documents, who all list the same works."""
    profiles = {id_: PROFILE.format(id=id_, name=name, hash="0" * 64) for id_, name in PEOPLE.items()}
    return released(tmp_path_factory.mktemp("counts"), profiles)


def twice(quads: list[Quad], base: str) -> Iterator[Quad]:
    """Yield what says once more what is said already, as a second document or a second profile would."""
    for quad in quads:
        subject, predicate = quad.subject, quad.predicate
        if quad.graph_name != DefaultGraph() or not isinstance(subject, NamedNode):
            continue
        if predicate.value == f"{SCHEMA}mainEntity":
            yield Quad(NamedNode(f"{subject.value}-cv"), predicate, quad.object)
        elif predicate.value == RDF_TYPE:
            yield from (Quad(subject, NamedNode(name), term) for name, term in more(subject.value, base))
        elif predicate.value == f"{KG}nameAsWritten" and "#author-" in subject.value:
            yield Quad(subject, predicate, Literal("A. Nother"))


def more(iri: str, base: str) -> Iterator[tuple[str, Literal | NamedNode]]:
    """Yield what else sources may say of a thing: predicates and objects."""
    yield f"{SCHEMA}alternateName", Literal("another one")
    yield f"{SCHEMA}description", Literal("another one")
    if iri.startswith(f"{base}work/") and "#" not in iri:
        yield from ((f"{SCHEMA}award", Literal(award)) for award in ("Best Paper", "Test of Time"))
        yield from ((f"{KG}venueAsWritten", Literal(written)) for written in ("Eng. Conf.", "The Conference"))
    if iri.startswith(f"{base}system/"):
        yield from ((f"{SCHEMA}creativeWorkStatus", NamedNode(KG + each)) for each in ("ongoing", "deployed"))


def solutions(store: LocalStore, query: Query, values: Mapping[str, Term]) -> Counter[tuple[str, ...]]:
    """Return the numbers and the IRIs of the rows of an answer: texts may tell more, but of no more things."""
    answer = store.query(query.bind(values))
    assert isinstance(answer, QuerySolutions)
    names = [variable.value for variable in answer.variables]
    return Counter(tuple(_counted(solution[name]) for name in names) for solution in answer)


def _counted(term: Term | None) -> str:
    if isinstance(term, NamedNode):
        return term.value
    is_number = isinstance(term, Literal) and term.datatype.value.endswith("#integer")
    return term.value if is_number and isinstance(term, Literal) else ""


@pytest.mark.thorough
def test_what_is_said_twice_multiplies_nothing_in_a_named_question(release: Release) -> None:
    once = release.store()
    quads = list(once.quads(None, None, None, None))
    doubled = LocalStore.in_memory([*quads, *twice(quads, release.base)])
    for query in queries().values():
        values = {
            name: term_of(parameter, parameter.example, once.query, release.base)
            for name, parameter in query.header.parameters.items()
            if parameter.required
        }
        if query.name not in ("evidence", "possible-duplicates", "joined-names"):  # they list what is said, not what is
            assert solutions(doubled, query, values) == solutions(once, query, values), query.name


@pytest.fixture(scope="module")
def graph(small: Release) -> Graph:
    sources = Graph(small).select("SELECT ?person ?source WHERE { ?source schema:mainEntity ?person }").rows
    assert len(sources) == 3 * len(PEOPLE), "each person has three sources, by which nothing may be multiplied"
    return Graph(small)


def numbers(graph: Graph, iri: str) -> dict[str, str]:
    """Return the numbers in the head of the page of a thing."""
    content = entity.person_content if graph.kind(iri) == "person" else entity.thing_content
    numbers = content(graph, iri, [panel for area in panels(graph, iri).values() for panel in area])["numbers"]
    assert isinstance(numbers, tuple)
    return {number.label: number.value for number in numbers}


def test_the_pages_of_things_count_each_thing_once(graph: Graph) -> None:
    found = {row[0].value: row[1] for row in graph.select("SELECT ?it ?name { ?it schema:name ?name }").rows}  # type: ignore[union-attr]
    by_name = {f"{graph.kind(iri)} {value(name)}": iri for iri, name in found.items()}

    # A place counts the works that appeared while somebody was there.
    assert numbers(graph, by_name["organization Engine Works"])["people"] == "3"
    assert numbers(graph, by_name["organization Engine Works"])["works"] == str(len(WORKS))
    assert numbers(graph, by_name["venue EngineConf"])["works"] == "2"
    assert numbers(graph, by_name["venue EngineConf"])["editions"] == "2"
    assert numbers(graph, by_name["topic weaving"]) == {"people": "3", "works": str(len(WORKS)), "system": "1"} | {
        "": "1843–1844"
    }
    assert numbers(graph, by_name["system Engine"]) == {"people": "3", "paper": "1", "": "1844"}


def test_the_named_questions_give_the_numbers_that_are_counted_by_hand(graph: Graph) -> None:
    def asked(name: str, *columns: str, **values: str) -> Counter[tuple[str, ...]]:
        terms = {key: NamedNode(graph.base + local) for key, local in values.items()}
        records = graph.ask(name, **terms).records()
        return Counter(tuple(value(row.get(column)) for column in columns) for row in records)

    of_each = {name: sum(id_ in people for *_, people in WORKS) for id_, name in PEOPLE.items()}
    years = Counter(str(year) for _, year, _ in WORKS)
    ada = "person/ada-lovelace"
    pairs = Counter({(one, other, "3"): 1 for one, other in combinations(PEOPLE.values(), 2)})

    assert asked("people", "name", "works", "coauthors") == Counter(
        {(name, str(number), "2"): 1 for name, number in of_each.items()}
    )
    assert asked("works-per-year", "year", "works") == Counter({(year, str(n)): 1 for year, n in years.items()})
    assert asked("works-per-venue", "name", "works") == Counter({("EngineConf", "2"): 1})
    assert asked("works-per-organization", "name", "works", "people") == Counter({("Engine Works", "6", "3"): 1})
    assert asked("topics", "topicName", "people") == Counter({("analytical engines", "3"): 1, ("weaving", "3"): 1})
    assert asked("coauthor-network", "name", "coauthorName", "works", person=ada) == pairs
    assert asked("coauthors", "name", "works", person=ada) == Counter({("Bo Chen", "3"): 1, ("Cy Moran", "3"): 1})
    assert asked("publications", "title", person=ada) == Counter(
        {(title,): 1 for title, _, people in WORKS if "ada-lovelace" in people}
    )
    assert asked("venues", "name", "works", person=ada) == Counter({("EngineConf", "2"): 1})
    assert asked("joint-works", "title", person=ada, other="person/bo-chen") == Counter(
        {(title,): 1 for title, _, people in WORKS if {"ada-lovelace", "bo-chen"} <= people.keys()}
    )


def test_every_count_in_a_query_of_things_is_of_distinct_things() -> None:
    texts = [*query_files(), *(ROOT / "kg" / "site").rglob("*.py"), *(ROOT / "kg" / "server" / "mcp").rglob("*.py")]

    for path in texts:
        assert not re.findall(r"COUNT\((?!DISTINCT|\*)", path.read_text()), path
