"""What programs that know other vocabularies than ours find in the graph: schema.org, VIVO, BIBO, FOAF, Dublin Core."""

from collections import defaultdict

import pytest
from owlrl import DeductiveClosure, OWLRL_Semantics
from rdflib import OWL, RDF, RDFS, XSD, Dataset, Graph, Literal, Namespace, URIRef
from rdflib.query import ResultRow
from rdflib.term import Node

from kg.building import build
from kg.profile.config import read_project
from kg.store.release import Release
from tests.conftest import CONFIG, ROOT

ERROR = URIRef("http://www.daml.org/2002/03/agents/agent-ont#error")
SCHEMA = "https://schema.org/"
TERMS = [line.split("\t") for line in (ROOT / "tests" / "data" / "schema_org_30.tsv").read_text().splitlines()[3:]]
SAID_OF = {name: set(classes.split()) for name, kind, _, classes, _ in TERMS if kind == "property"}
VALUES = {name: set(values.split()) for name, kind, _, _, values in TERMS if kind == "property"}
ABOVE = {name: {name, *classes.split()} for name, kind, _, classes, _ in TERMS if kind == "class"}
LITERALS = {
    XSD.integer: {"Integer", "Number"},
    XSD.decimal: {"Number"},
    XSD.boolean: {"Boolean"},
    XSD.date: {"Date"},
    URIRef(f"{SCHEMA}Date"): {"Date"},
}
PROFILE = """\
id: ada
name: Ada Lovelace
orcid: 0000-0002-1825-0097
positions: [{organization: University of London, role: Professor, start: 1840-02}]
education: [{degree: Ph.D., institution: University of London, end: 1836, advisors: [Augustus De Morgan]}]
publications:
- {title: On looms, authors: [Ada Lovelace, Charles Babbage], venue: Journal of Looms, venue_kind: journal, year: 1843,
   volume: 3, issue: 2, pages: 12-34, doi: 10.1234/looms, isbn: [978-3-16-148410-0], publisher: Taylor}
grants: [{name: Engines, funder: Royal Society, number: RS-1, start: 1841, end: 1843, role: PI}]
projects: [{name: The Engine, start: 1841, status: completed}]
supervision: [{person: Mary Shelley, degree: Ph.D., institution: University of London, year: 1842}]
memberships: [{organization: Royal Society, role: Fellow, start: 1840}]
editorships: [{role: Editor, venue: Journal of Looms, start: 1840}]
awards: [{name: Medal, year: 1843, giver: Royal Society}]
systems: [{name: Difference Engine, start: 1822, end: 1832, role: Maker, status: retired}]
interests: [Looms, Mathematics]
"""


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    folder = tmp_path_factory.mktemp("rich")
    (folder / "kg.yaml").write_text(CONFIG)
    (folder / "profiles").mkdir()
    (folder / "profiles" / "ada.yaml").write_text(PROFILE)
    outcome = build(read_project(folder), folder / "build")
    assert outcome.release is not None, outcome.report
    return told(outcome.release)


def told(release: Release) -> Graph:
    graph = Dataset(default_union=True)
    graph.parse(data="".join(f"{quad} .\n" for quad in release.store().quads()), format="nquads")
    union = Graph()
    for triple in graph.triples((None, None, None)):
        union.add(triple)
    return union


def sorts(value: Node, classes: set[str]) -> set[str]:
    """Return what schema.org calls a value."""
    if not isinstance(value, Literal):
        return {"URL", *classes}
    return {"Text"} if value.datatype in (None, XSD.string, RDF.langString) else LITERALS.get(value.datatype, set())


def outside_schema_org(graph: Graph) -> tuple[list[tuple[Node, str, Node]], int]:
    """Return the triples whose subject or value schema.org does not mean by the property; and of how many."""
    ontology = Graph().parse(ROOT / "ontology" / "kg.ttl")
    classes: dict[Node, set[str]] = defaultdict(set)
    for subject, class_ in graph.subject_objects(RDF.type):
        for above in ontology.transitive_objects(class_, RDFS.subClassOf):
            name = str(above).removeprefix(SCHEMA)
            classes[subject] |= ABOVE.get(name, set())
    found, number = [], 0
    for subject, predicate, value in graph:
        if not str(predicate).startswith(SCHEMA):
            continue
        number += 1
        name = str(predicate).removeprefix(SCHEMA)
        if not (SAID_OF[name] & classes[subject] and VALUES[name] & sorts(value, classes[value])):
            found.append((subject, name, value))
    return found, number


def test_schema_orgs_terms_are_used_as_schema_org_means_them(rich: Graph) -> None:
    found, number = outside_schema_org(rich)

    assert number > 50
    assert found == []


def test_at_most_two_percent_of_the_sample_lies_outside_schema_org(release: Release) -> None:
    found, number = outside_schema_org(told(release))

    assert len(found) <= 0.02 * number
    assert {name for _, name, _ in found} == {"about"}  # the subject of a degree, as it is written


def test_whatever_has_a_class_has_a_label(rich: Graph, release: Release) -> None:
    for graph in (rich, told(release)):
        assert {each for each in graph.subjects(RDF.type) if (each, RDFS.label, None) not in graph} == set()


def test_identifiers_are_told_with_scheme_and_value(rich: Graph) -> None:
    rows = rich.query("""
        PREFIX schema: <https://schema.org/> PREFIX bibo: <http://purl.org/ontology/bibo/>
        SELECT ?scheme ?value ?doi { ?thing schema:identifier [ a schema:PropertyValue ; schema:propertyID ?scheme ;
          schema:value ?value ] OPTIONAL { ?thing bibo:doi ?doi } } ORDER BY ?scheme""")

    assert [[str(value) for value in row] for row in rows if isinstance(row, ResultRow)] == [
        ["doi", "10.1234/looms", "10.1234/looms"],
        ["orcid", "0000-0002-1825-0097", "None"],
    ]


@pytest.fixture(scope="module")
def entailed(rich: Graph) -> Graph:
    """The graph with what a reasoner makes of it, the ontology and the alignments."""
    graph = rich + Graph()
    for name in ("kg.ttl", "alignments.ttl"):
        graph.parse(ROOT / "ontology" / name)
    DeductiveClosure(OWLRL_Semantics).expand(graph)
    return graph


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("query", "least"),
    [
        # VIVO: a person's publications are behind an authorship that relates both
        ("?a a vivo:Authorship ; vivo:relates ?p, ?w . ?p a foaf:Person . ?w a bibo:AcademicArticle", 2),
        ("?p vivo:relatedBy [ a vivo:Authorship ; vivo:rank ?n ; vivo:relates ?w ] . ?w a bibo:AcademicArticle", 2),
        ("?r a vivo:Position ; vivo:relates ?p, ?o . ?p a foaf:Person . ?o a foaf:Organization ; rdfs:label ?n", 1),
        ("?p vivo:relatedBy ?r . ?r a vivo:AwardReceipt ; vivo:assignedBy [ rdfs:label ?giver ]", 1),
        ("?p vivo:relatedBy [ a vivo:AdvisingRelationship ; vivo:relates [ rdfs:label ?student ] ]", 1),
        ("?g a vivo:Grant ; rdfs:label ?name ; vivo:assignedBy ?funder", 1),
        # BIBO, Dublin Core, FOAF, dblp, ORG
        ("?w a bibo:AcademicArticle ; bibo:doi ?doi ; bibo:volume ?v ; bibo:issue ?i ; bibo:pages ?pages", 1),
        ("?w dcterms:creator ?p ; dcterms:title ?title ; dcterms:issued ?date ; dcterms:publisher ?publisher", 1),
        ("?w a foaf:Document ; foaf:maker ?p . ?p foaf:name ?name ; foaf:made ?w", 2),
        ("?w dblp:authoredBy ?p ; dblp:hasSignature [ dblp:signatureCreator ?p ; dblp:signatureOrdinal ?n ]", 2),
        ("?p org:hasMembership ?m . ?m org:organization [ a org:Organization ; rdfs:label ?name ]", 2),
        # ours, back
        ("?node kg:authorshipOf ?w ; kg:author ?p . ?g kg:heldBy ?p", 1),
    ],
)  # fmt: skip
def test_programs_that_know_other_vocabularies_find_rows(query: str, least: int, entailed: Graph) -> None:
    prefixes = {
        "vivo": "http://vivoweb.org/ontology/core#",
        "bibo": "http://purl.org/ontology/bibo/",
        "dblp": "https://dblp.org/rdf/schema#",
        "kg": "https://w3id.org/profile-kg/ontology#",
        "dcterms": "http://purl.org/dc/terms/",
        "foaf": "http://xmlns.com/foaf/0.1/",
        "org": "http://www.w3.org/ns/org#",
    }
    spaces = {name: Namespace(iri) for name, iri in prefixes.items()}
    rows = entailed.query(f"SELECT DISTINCT * {{ {query} }}", initNs=spaces)

    assert len(list(rows)) >= least


@pytest.mark.thorough
def test_a_reasoner_finds_nothing_that_contradicts_itself(entailed: Graph) -> None:
    assert set(entailed.objects(None, ERROR)) == set()
    assert set(entailed.subjects(RDF.type, OWL.Nothing)) == set()


@pytest.mark.thorough
def test_a_reasoner_finds_what_contradicts_the_ontology(rich: Graph) -> None:
    graph = Graph().parse(ROOT / "ontology" / "kg.ttl")
    kg = Namespace("https://w3id.org/profile-kg/ontology#")
    graph.add((kg.x, RDF.type, kg.Authorship))
    graph.add((kg.x, RDF.type, kg.Talk))

    DeductiveClosure(OWLRL_Semantics).expand(graph)

    assert any("isjoint" in str(text) for text in graph.objects(None, ERROR))


def test_every_foreign_term_of_the_ontology_is_declared() -> None:
    ontology = Graph().parse(ROOT / "ontology" / "kg.ttl")
    referred = {
        target
        for predicate in (RDFS.domain, RDFS.range, RDFS.subClassOf, RDFS.subPropertyOf)
        for target in ontology.objects(None, predicate)
        if not str(target).startswith((str(XSD), str(RDFS)))
    }

    assert {each for each in referred if (each, RDF.type, None) not in ontology} == set()
