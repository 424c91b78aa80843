"""Works of every type are works everywhere: `kg.terms.work_types.WORK_TYPES` is the only list of them."""

import json
import re
from typing import get_args

import pytest
from pyoxigraph import NamedNode
from rdflib import Graph as Triples
from rdflib import Namespace, URIRef

from kg.base import resources
from kg.base.errors import NotFound
from kg.profile.model import WorkType
from kg.site.metadata.documents import serialized
from kg.site.page import PageRequest
from kg.site.reports import publications
from kg.site.reports.citing import Cited, plain_style
from kg.site.reports.model import text_of
from kg.site.views.work import citation, content
from kg.site.works import works_on_page
from kg.store.graph import Graph
from kg.store.questions import entity
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.context import context
from kg.terms.vocabulary import PREFIXES
from kg.terms.work_types import NO_WORKS, WORK_TYPES, WORKS, work_type
from kg.validation import validating
from tests.support.released import released
from tests.support.validated import validate_store

SH, KGSH = Namespace("http://www.w3.org/ns/shacl#"), Namespace("https://w3id.org/profile-kg/shapes#")
TYPES = tuple(WORK_TYPES)
PROFILE = """\
id: ada-lovelace
name: Ada Lovelace
publications:
"""
AWARDS = "awards:\n"
PUBLICATION = """\
- title: Engine Notes as {type}
  authors: [Ada Lovelace, Mary Somerville]
  year: 1843
  type: {type}
  doi: 10.5555/{type}
"""
AWARD = """\
- name: Prize for a {type}
  year: 1844
  for_work: Engine Notes as {type}
"""
SYSTEM = """\
systems:
- name: Engine Simulator
  code: https://code.example.org/engine
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release in which there is a work of each type, each with an award, beside a system with code."""
    root = tmp_path_factory.mktemp("types")
    listed = "".join(PUBLICATION.format(type=each) for each in TYPES)
    awarded = "".join(AWARD.format(type=each) for each in TYPES)
    return released(root, {"ada-lovelace": PROFILE + listed + AWARDS + awarded + SYSTEM})


@pytest.fixture(scope="module")
def graph(release: Release) -> Graph:
    return Graph(release)


def iri(graph: Graph, type_: str) -> str:
    found = graph.select(f'SELECT ?work WHERE {{ ?work schema:name "Engine Notes as {type_}" }}').rows
    assert len(found) == 1
    node = found[0][0]
    assert isinstance(node, NamedNode)
    return node.value


@pytest.mark.parametrize("name", ["A test", "Engine Simulator"])
def test_the_graph_itself_and_a_system_with_code_are_no_works(graph: Graph, name: str) -> None:
    found = graph.select(f'SELECT ?class WHERE {{ ?it schema:name "{name}" ; a ?class }}')

    assert found.rows, "it is there, with a class of works"
    with pytest.raises(NotFound, match="no work"):
        entity("work", name, graph.store.query)


@pytest.mark.parametrize("type_", TYPES)
def test_a_work_of_any_type_is_found_shown_cited_and_awarded_as_one(graph: Graph, type_: str) -> None:
    work, title, kind = iri(graph, type_), f"Engine Notes as {type_}", WORK_TYPES[type_]
    page, cited = content(graph, work, ()), Cited(graph, works_on_page(graph, [work]).works[0])

    assert len(graph.select(f"SELECT ?award WHERE {{ ?award kg:forWork <{work}> }}").rows) == 1
    assert entity("work", title.lower(), graph.store.query).value == work
    assert (page["type"], len(page["citations"])) == (kind.name, 2)  # type: ignore[arg-type]  # it is a tuple
    assert (cited.type, publications.type_of(cited)) == (WORKS[kind.class_], kind.group or "Other publications")
    assert title in text_of(plain_style(cited))
    assert json.loads(serialized(graph, work, "jsonld"))["title"] == title
    for suffix in ("bib", "csl.json"):
        parts = re.fullmatch(r"work/(?P<slug>[a-z0-9-]+)\.(?P<suffix>.+)", f"{graph.local(work)}.{suffix}")
        assert parts
        assert b"Engine Notes as" in citation(graph, PageRequest("", parts.groupdict())).body


def test_a_system_with_code_has_a_name_in_json(graph: Graph) -> None:
    document = json.loads(serialized(graph, f"{graph.base}system/engine-simulator", "jsonld"))

    assert document["name"] == "Engine Simulator"


def test_a_work_of_any_type_is_checked_by_the_shapes_of_works(release: Release, graph: Graph) -> None:
    works = {NamedNode(iri(graph, type_)) for type_ in TYPES}
    lost = {NamedNode(f"{PREFIXES['schema']}name"), NamedNode(f"{PREFIXES['kg']}year")}
    quads = release.store().quads(None, None, None, None)
    broken = LocalStore.in_memory(quad for quad in quads if quad.subject not in works or quad.predicate not in lost)

    results = validate_store(broken, validating.shape_files()).results

    messages = ("a work has no title, or more than one", "a work has no year")
    assert {(result.focus, result.message) for result in results if NamedNode(result.focus) in works} == {
        (work.value, message) for work in works for message in messages
    }


def shapes() -> Triples:
    triples = Triples()
    for path in sorted(resources.directory("shapes").glob("*.ttl")):
        triples.parse(path)
    return triples


def named(curies: set[str]) -> set[URIRef]:
    return {URIRef(PREFIXES[prefix] + local) for prefix, _, local in (each.partition(":") for each in curies)}


def test_the_shapes_name_the_classes_of_works_that_are_in_the_list() -> None:
    triples = shapes()
    alternatives = triples.value(KGSH["Award-forWork"], SH["or"])
    assert alternatives is not None
    accepted = {triples.value(each, SH["class"]) for each in triples.items(alternatives)}

    assert accepted == named({each.curie for each in WORK_TYPES.values() if not each.within} | {"kg:System"})
    targets = set(triples.objects(KGSH.Work, SH.targetClass))
    assert targets == named({each.curie for each in WORK_TYPES.values() if not each.is_shared and not each.within})


def test_profiles_and_context_know_the_types_that_are_in_the_list() -> None:
    assert sorted(get_args(WorkType)) == sorted(WORK_TYPES)
    assert {each.class_ for each in WORK_TYPES.values()} <= context().classes.keys()
    assert named(set(NO_WORKS)) <= {URIRef(each) for each in context().classes.values()}


def test_a_class_stands_for_the_type_that_is_listed_first() -> None:
    assert work_type(["https://schema.org/ScholarlyArticle"]) == "article"
    assert {work_type([PREFIXES["schema"] + each.class_]) for each in WORK_TYPES.values()} == set(WORKS.values())
