"""What is said quickly of a node is what the exact check says."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kg.validation.screen.graph import InStore, PartGraph, read_facts
from kg.validation.screen.screening import Screen
from kg.validation.screen.values import Unsure
from kg.validation.shacl import Judge
from tests.support.generated_shapes import LITERALS, PREFIXES, QUERIES
from tests.support.often import often
from tests.validation.test_screen import store_of

OF_VALUES = [
    "sh:minCount 1",
    "sh:maxCount 1",
    "sh:minCount 1 ; sh:maxCount 2",
    "sh:minCount 2 ; sh:maxCount 2",
    "sh:class :C",
    "sh:datatype xsd:string ; sh:minLength 1",
    "sh:datatype xsd:integer ; sh:maxCount 1",
    "sh:nodeKind sh:IRI",
    "sh:minInclusive 1",
    "sh:in ( :a :b )",
    "sh:hasValue :a",
    "sh:equals :q",
    "sh:disjoint :q",
    "sh:lessThan :q",
    "sh:lessThanOrEquals :q",
    "sh:uniqueLang true",
    "sh:node :N",
    "sh:not [ sh:class :C ]",
    "sh:property [ sh:path :q ; sh:minCount 1 ]",
]
OF_NODES = [
    *(f"sh:property [ sh:path {path} ; {said} ]" for said in OF_VALUES for path in (":p", "[ sh:inversePath :p ]")),
    "sh:or ( [ sh:path :p ; sh:minCount 1 ] [ sh:path :q ; sh:hasValue :a ] )",
    "sh:xone ( [ sh:path :p ; sh:minCount 1 ] [ sh:path :q ; sh:minCount 1 ] )",
    "sh:not [ sh:path :p ; sh:maxCount 0 ]",
    "sh:and ( [ sh:path :p ; sh:minCount 1 ] [ sh:path ( :p :q ) ; sh:maxCount 1 ] )",
    "sh:closed true ; sh:ignoredProperties ( :p rdf:type )",
    *(f'sh:sparql [ sh:select """PREFIX : <urn:x:> {query}""" ]' for query in QUERIES),
]
SHAPES = PREFIXES + "".join(f":S{number} a sh:NodeShape ; {said} .\n" for number, said in enumerate(OF_NODES))
TARGETS = "sh:targetSubjectsOf :p, :q, :r, rdf:type ; sh:targetObjectsOf :p, :q"

NODES = st.sampled_from([":a", ":b", ":c"])
LINKS = st.tuples(NODES, st.sampled_from([":p", ":p", ":q", ":r"]), NODES | st.sampled_from(LITERALS))
TYPES = st.tuples(NODES, st.just("a"), st.sampled_from([":C", ":D"]))


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Screen:
    file: Path = tmp_path_factory.mktemp("shapes") / "shapes.ttl"
    said = SHAPES.replace("a sh:NodeShape", f"a sh:NodeShape ; {TARGETS}")
    file.write_text(f"{said}:N a sh:NodeShape ; sh:property [ sh:path :q ; sh:minCount 1 ; sh:maxCount 1 ] .\n")
    screen = Judge([file]).screen()
    assert len(screen.shapes) > len(OF_NODES) - 5  # few have none: OPTIONAL, GROUP BY, UNION
    return screen


@settings(max_examples=often(400), derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(triples=st.lists(LINKS | LINKS | TYPES, max_size=12))
@example(triples=[(":a", ":p", ":b"), (":a", ":p", ":c"), (":b", ":q", ":c"), (":c", ":q", ":c")])
def test_what_is_said_quickly_is_so(triples: list[tuple[str, str, str]], screen: Screen) -> None:
    store = store_of(PREFIXES + "".join(f"{s} {p} {o} .\n" for s, p, o in triples))
    nodes = read_facts([f"{quad} ." for quad in store.quads()], None, screen.inverses)
    graph = PartGraph(nodes, {}, InStore(store, None, screen.inverses), {})

    for node, facts in nodes.items():
        for each in screen.shapes:
            tests = screen.quick.tests(each.shape, tuple(facts))
            if node[0] != '"' and all(test(node, facts, graph) for test in tests):
                try:
                    conforms = each.shape.conforms(node, graph)
                except Unsure:
                    conforms = False
                assert conforms, (each.name, node)
