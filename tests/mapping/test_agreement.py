"""Model, context, ontology, shapes, queries and command line say the same."""

import re
from typing import get_args

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, Graph, Namespace, URIRef

from kg.cli.ask import AnswerFormat, GraphFormat
from kg.cli.project import ReportFormat, SchemaKind
from kg.profile.model import DegreeLevel, SystemStatus, VenueKind, WorkStatus
from kg.profile.schemas import SCHEMAS, json_schema
from kg.store import questions
from kg.terms.context import Context, context
from kg.terms.formats import RDF_FORMATS, RESULT_FORMATS
from kg.terms.identifiers import fold
from kg.terms.vocabulary import KG, PREFIXES, vocabulary
from kg.validation.renderings import RENDERINGS
from tests.conftest import ROOT, SAMPLE

SH = Namespace("http://www.w3.org/ns/shacl#")
SCHEMA = PREFIXES["schema"]
OTHERS = {
    "foaf": {"Person", "Organization", "name", "homepage"},
    "org": {"Membership", "OrganizationalUnit", "hasMembership", "member", "organization"},
    "prov": {"Entity", "wasDerivedFrom"},
    "skos": {"Concept", "ConceptScheme", "inScheme", "prefLabel"},
    "dcterms": {"date", "isReplacedBy"},
    "owl": {"deprecated"},
    "bibo": {"doi", "edition", "isbn", "issn", "issue", "numPages", "volume"},
    "void": {"Dataset", "uriSpace"},
    "rdfs": {"label"},
}
SCHEMA_ORG = [line.split("\t") for line in (ROOT / "tests" / "data" / "schema_org_30.tsv").read_text().splitlines()[3:]]
PENDING_BY_DESIGN = {
    "Grant",
    "abstract",
    "funding",
    "ConferenceEvent",
    "DefinedTerm",
    "EducationalOccupationalCredential",
    "EventSeries",
    "creativeWorkStatus",
    "credentialCategory",
    "educationalLevel",
    "hasCredential",
    "jobTitle",
    "knowsAbout",
    "provider",
    "recognizedBy",
}


def read(*folders: str) -> Graph:
    graph = Graph()
    for folder in folders:
        for path in sorted((ROOT / folder).glob("*.ttl")):
            if path.name != "alignments.ttl":
                graph.parse(path)
    return graph


def known_iris(mapping: Context) -> set[str]:
    return {*mapping.classes.values(), *(term.predicate for term in mapping.terms.values())}


def expanded(curie: str) -> str:
    prefix, _, local = curie.partition(":")
    return PREFIXES[prefix] + local


def test_every_term_of_the_context_is_declared_or_belongs_to_a_known_vocabulary() -> None:
    declared = {str(term) for term in read("ontology").subjects(RDFS.isDefinedBy)}
    known = {SCHEMA + row[0] for row in SCHEMA_ORG} | {f"{RDF}type", f"{RDFS}label"}
    known |= {PREFIXES[prefix] + name for prefix, names in OTHERS.items() for name in names}

    assert known_iris(context()) - declared - known == set()


def test_every_own_term_is_used_labelled_and_explained() -> None:
    ontology = read("ontology")
    own = set(ontology.subjects(RDFS.isDefinedBy))

    back = set(ontology.subjects(OWL.inverseOf))
    assert {str(term) for term in own - back} == {iri for iri in known_iris(context()) if iri.startswith(KG)}
    assert back < own
    for term in own:
        assert str(ontology.value(term, RDFS.label))
        assert str(ontology.value(term, RDFS.comment)).endswith(".")


def test_domains_ranges_and_parents_of_own_terms_are_known() -> None:
    ontology = read("ontology")
    known = known_iris(context()) | {SCHEMA + row[0] for row in SCHEMA_ORG}
    datatypes = {str(term) for term in ontology.objects(None, RDFS.range) if "XMLSchema#" in str(term)}
    for predicate in (RDFS.domain, RDFS.range, RDFS.subClassOf, RDFS.subPropertyOf):
        for target in ontology.objects(None, predicate):
            assert str(target) in known | datatypes | {str(RDFS.Literal)}


def test_schema_org_terms_are_in_release_30_and_pending_ones_are_those_of_the_design() -> None:
    text = "".join(
        path.read_text()
        for path in (*ROOT.glob("ontology/*"), *ROOT.glob("shapes/*.ttl"), *ROOT.glob("queries/*.rq"))
        if path.name != "alignments.ttl"
    )
    used = {name for pair in re.findall(r"\bschema:([A-Za-z]\w*)|https://schema\.org/(\w+)", text) for name in pair}

    assert used - {""} == {row[0] for row in SCHEMA_ORG}
    assert {row[0] for row in SCHEMA_ORG if row[2] not in ("core", "bib")} == PENDING_BY_DESIGN


def test_every_path_and_class_of_the_shapes_is_a_term_of_the_context() -> None:
    shapes = read("shapes")
    used = set(shapes.objects(None, SH.path)) | set(shapes.objects(None, SH["class"]))
    used |= {target for key in ("targetClass", "targetSubjectsOf", "equals", "lessThanOrEquals", "inversePath")
             for target in shapes.objects(None, SH[key])}  # fmt: skip
    iris = {str(term) for term in used if isinstance(term, URIRef)}
    for select in shapes.objects(None, SH.select):
        iris |= {iri for iri in re.findall(r"<([^>]+)>", str(select)) if "/published" not in iri}

    assert iris - known_iris(context()) - {f"{KG}published"} == set()


def test_every_name_in_a_query_is_a_term_of_the_context_or_a_concept() -> None:
    concepts = {KG + concept for scheme in vocabulary().schemes.values() for concept in scheme.values()}
    known = known_iris(context()) | concepts
    for query in questions.queries().values():
        body = re.sub(r"#\+.*|PREFIX.*|\"[^\"]*\"|<[^>]*>", "", query.sparql)
        used = {expanded(curie) for curie in re.findall(r"\b(?:" + "|".join(PREFIXES) + r"):\w[\w-]*", body)}

        casts = {iri for iri in used if iri.startswith(PREFIXES["xsd"])}
        assert used - known - casts == set(), query.name


def test_concepts_have_labels_definitions_and_a_scheme() -> None:
    ontology = read("ontology")
    for concept in ontology.subjects(RDF.type, SKOS.Concept):
        assert ontology.value(concept, SKOS.prefLabel)
        assert ontology.value(concept, SKOS.definition)
        assert (ontology.value(concept, SKOS.inScheme), RDF.type, SKOS.ConceptScheme) in ontology


@pytest.mark.parametrize(
    ("scheme", "literal"),
    [
        ("work-statuses", WorkStatus),
        ("system-statuses", SystemStatus),
        ("degree-levels", DegreeLevel),
        ("venue-kinds", VenueKind),
    ],
)
def test_choices_of_the_model_are_the_concepts_of_the_scheme(scheme: str, literal: object) -> None:
    assert set(get_args(literal)) == set(vocabulary().schemes[scheme].values())


def test_a_label_belongs_to_one_concept_of_a_scheme() -> None:
    ontology = read("ontology")
    owners: dict[tuple[str, str], set[str]] = {}
    for concept, scheme in ontology.subject_objects(SKOS.inScheme):
        for key in (SKOS.prefLabel, SKOS.altLabel):
            for label in ontology.objects(concept, key):
                owners.setdefault((str(scheme), fold(str(label))), set()).add(str(concept))

    assert {label: concepts for label, concepts in owners.items() if len(concepts) > 1} == {}


def test_alignments_speak_of_terms_that_are_used() -> None:
    alignments = Graph().parse(ROOT / "ontology" / "alignments.ttl")
    concepts = {KG + concept for scheme in vocabulary().schemes.values() for concept in scheme.values()}
    inverse = {str(subject) for subject in alignments.subjects(OWL.inverseOf)}

    assert {str(subject) for subject in alignments.subjects()} - known_iris(context()) - concepts - inverse == set()


def test_choices_of_the_command_line_are_the_registries() -> None:
    assert list(get_args(GraphFormat)) == list(RDF_FORMATS)
    assert list(get_args(AnswerFormat)) == ["table", *RESULT_FORMATS, *RDF_FORMATS]
    assert list(get_args(ReportFormat)) == list(RENDERINGS)
    assert list(get_args(SchemaKind)) == list(SCHEMAS)


def test_the_schemas_beside_the_sample_are_those_that_kg_schema_prints() -> None:
    for kind in SCHEMAS:
        assert (SAMPLE / "schemas" / f"{kind}.schema.json").read_text() == json_schema(kind) + "\n"


def test_every_sample_file_names_its_schema() -> None:
    for path in (*SAMPLE.glob("*.yaml"), *SAMPLE.glob("profiles/*.yaml")):
        match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text())

        assert match
        assert (path.parent / match[1]).is_file()


def test_only_concepts_match_concepts() -> None:
    alignments = Graph().parse(ROOT / "ontology" / "alignments.ttl")
    concepts = set(read("ontology").subjects(RDF.type, SKOS.Concept))

    for match in (SKOS.exactMatch, SKOS.closeMatch):
        assert set(alignments.subjects(match)) <= concepts
