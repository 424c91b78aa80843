"""The one view of a thing: the values of its declared fields, as it lists them, for pages, tables and documents."""

from pathlib import Path

from kg.store.columns import value
from kg.store.dataset import of_rdf
from kg.store.graph import Graph
from kg.store.thing import ThingView, field_values
from kg.terms.vocabulary import PREFIXES

BASE = "https://kg.example.org/"
ADA, LOOMS = f"{BASE}person/ada-vane", f"{BASE}work/looms"
SAID = f"""
<{ADA}> a schema:Person ; schema:name "Ada Vane" ; schema:knowsAbout <{BASE}topic/art>, <{BASE}topic/looms> ;
    kg:listed <{ADA}#list-1>, <{ADA}#list-2> .
<{ADA}#list-1> schema:item <{BASE}topic/looms> ; schema:position 1 .
<{ADA}#list-2> schema:item <{BASE}topic/art> ; schema:position 2 .
<{LOOMS}> a schema:ScholarlyArticle ; schema:name "On looms" ; schema:author <{ADA}>, <{BASE}person/bo-quist> ;
    kg:presentedAt <{BASE}event/weft-2023> ; kg:authorship <{LOOMS}#author-1>, <{LOOMS}#author-2> .
<{LOOMS}#author-1> kg:author <{BASE}person/bo-quist> ; schema:position 1 .
<{LOOMS}#author-2> kg:author <{ADA}> ; schema:position 2 .
<{BASE}event/weft-2023> a schema:Event ; schema:name "Weft 2023" ; kg:acceptanceRate 0.184 .
"""


def read(directory: Path, iri: str) -> ThingView:
    file = directory / "graph.ttl"
    prefixes = "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in PREFIXES.items())
    file.write_text(prefixes + SAID, encoding="utf-8")
    return ThingView.of(Graph(of_rdf([file], directory / "release", BASE)), iri, "page")


def told(thing: ThingView, key: str) -> list[str]:
    found = field_values(thing.graph, thing.kind, thing.iri, thing.said, thing.kind.fields[key])
    return [value(term).removeprefix(BASE) for term in found]


def test_what_a_profile_lists_stays_in_its_order_on_pages_and_in_tables(tmp_path: Path) -> None:
    ada = read(tmp_path, ADA)
    assert told(ada, "interests") == ["topic/looms", "topic/art"]
    assert list(map(value, ada.shown["interests"])) == [f"{BASE}topic/looms", f"{BASE}topic/art"]


def test_authors_stand_as_the_work_has_them(tmp_path: Path) -> None:
    assert told(read(tmp_path, LOOMS), "authors") == ["person/bo-quist", "person/ada-vane"]


def test_a_field_that_speaks_of_another_thing_has_the_values_of_that(tmp_path: Path) -> None:
    looms = read(tmp_path, LOOMS)
    assert told(looms, "acceptance_rate") == ["0.184"]
    assert list(map(value, looms.shown["acceptance_rate"])) == ["0.184"]
