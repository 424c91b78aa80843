"""The mapping: what a profile becomes, and that our writer says what a JSON-LD processor says."""

import json
from typing import Any

import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat

from kg.base import resources
from kg.base.errors import MappingError
from kg.identity.resolution import Resolution
from kg.mapping.documents import ProfileDescriber
from kg.mapping.mapper import Mapper
from kg.mapping.nquads import NQuadsWriter, escape
from kg.mapping.references import Node
from kg.profile import reading
from kg.profile.config import read_authorities, read_project
from kg.profile.model import Profile
from kg.profile.records import Record, Source
from kg.terms.context import context
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_rdf
from kg.terms.vocabulary import NAME, RDFS, vocabulary
from tests.conftest import SAMPLE, Golden
from tests.support.often import often
from tests.support.resolving import resolved_by

BASE = "https://kg.example.org/"


def documents(records: list[Record]) -> list[list[Node]]:
    resolution = Resolution(read_authorities(read_project(SAMPLE)))
    return [
        ProfileDescriber(kg_declaration(), vocabulary()).describe(resolved)
        for resolved in resolved_by(resolution, records)
    ]


def written(nodes: list[Node]) -> set[Quad]:
    text = NQuadsWriter(context(), BASE).lines(nodes)
    return set(pyoxigraph.parse(text.encode(), RdfFormat.N_QUADS))


def processed(nodes: list[Node]) -> set[Quad]:
    """Return what pyoxigraph's JSON-LD processor makes of the same document."""
    document = {"@context": [dict(context().source), {"@base": BASE}], "@graph": nodes}
    quads = set(pyoxigraph.parse(json.dumps(document).encode(), RdfFormat.JSON_LD))
    names = {quad for quad in quads if quad.predicate.value == NAME}
    return quads | {Quad(quad.subject, NamedNode(f"{RDFS}label"), quad.object, quad.graph_name) for quad in names}


def record(profile: Profile) -> Record:
    source = Source(f"profiles/{profile.id}.yaml", "application/yaml", "yaml", "0" * 64)
    return Record(profile, source, (1, 9))


def sample_records() -> list[Record]:
    files = reading.profile_files(SAMPLE / "profiles")
    return [each for batch in reading.batches(files) for each in reading.read(batch, SAMPLE)]


def test_the_writer_says_what_a_json_ld_processor_says_of_the_sample() -> None:
    for nodes in documents(sample_records()):
        assert written(nodes) == processed(nodes)


printable = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
names = st.text(printable, min_size=1, max_size=20).map(str.strip).filter(bool)
dates = st.one_of(st.integers(1900, 2100).map(str), st.dates().map(str), st.dates().map(lambda date: str(date)[:7]))
urls = st.sampled_from(["https://example.org/a?b=c#d", "http://example.org/ü", "https://example.org/%20"])


def entries(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(st.fixed_dictionaries(fields), max_size=2)


profiles = st.fixed_dictionaries(
    {
        "id": st.just("ada-lovelace"),
        "name": names,
        "publications": entries(
            title=names,
            authors=st.lists(names, min_size=1, max_size=3),
            venue=names,
            year=st.integers(1900, 2100),
            status=st.sampled_from(["published", "preprint"]),
            system=st.lists(names, max_size=1),
            award=names,
            acceptance_rate=st.sampled_from(["18.4%", "0.5"]),
            url=urls,
        ),
    },
    optional={
        "summary": names,
        "language": st.sampled_from(["en", "de"]),
        "variants": st.lists(names, max_size=2),
        "interests": st.lists(names, max_size=3),
        "homepage": urls,
        "positions": entries(organization=names, role=names, start=dates, end=st.just("present"), advisors=names),
        "education": entries(degree=names, institution=names, end=dates, expected=st.booleans()),
        "systems": entries(name=names, people=st.lists(names, max_size=2), status=st.just("ongoing"), code=urls),
        "awards": entries(name=names, year=st.integers(1900, 2100), giver=names),
        "teaching": entries(course=names, role=names, term=st.just("Fall 2009 - Spring 2011"), institution=names),
        "service": entries(role=names, venue=names),
        "talks": entries(title=names, venue=names, date=dates),
        "memberships": entries(organization=names),
    },
)


@settings(max_examples=often(150), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(profiles)
def test_the_writer_says_what_a_json_ld_processor_says_of_any_profile(fields: dict[str, Any]) -> None:
    try:
        profile = Profile.model_validate(fields)
    except ValueError:
        return  # an unlucky name, such as one of zero-width characters

    for nodes in documents([record(profile)]):
        assert written(nodes) == processed(nodes)


def test_a_key_that_the_context_does_not_know_is_an_error() -> None:
    with pytest.raises(MappingError, match=r"the key 'nickname' of person/ada .* context"):
        NQuadsWriter(context(), BASE).lines([{"id": "person/ada", "nickname": "Ada"}])


@given(st.text(st.characters(codec="utf-8")))
def test_escaped_literals_are_read_back_as_they_were(value: str) -> None:
    line = f'<{BASE}a> <{BASE}b> "{escape(value)}" .'

    (quad,) = pyoxigraph.parse(line.encode(), RdfFormat.N_QUADS)

    assert quad.object == pyoxigraph.Literal(value)


def test_one_profile_and_its_graph(golden: Golden) -> None:
    """The golden file shows what the smallest useful profile says; a change of it is to be reviewed."""
    profile = Profile.model_validate(
        {
            "id": "ada-lovelace",
            "name": "Ada Lovelace",
            "homepage": "https://ada.example.org/",
            "positions": [
                {
                    "organization": "CUHK",
                    "role": "Research Intern",
                    "start": "2019-05",
                    "end": "2021-05",
                    "advisors": ["Prof. Charles Babbage"],
                }
            ],
            "publications": [
                {
                    "title": "Notes",
                    "authors": ["Ada Lovelace*", "Charles Babbage*"],
                    "venue": "USENIX ATC",
                    "year": 2023,
                    "acceptance_rate": "18.4%",
                    "system": "Engine",
                }
            ],
        }
    )
    authorities = read_authorities(read_project(SAMPLE))
    (resolved,) = resolved_by(Resolution(authorities), [record(profile)])

    lines = Mapper(BASE).profile(resolved)

    golden("ada-lovelace.nq", "".join(sorted(lines.splitlines(keepends=True))))


def test_topics_are_in_the_language_of_their_profile() -> None:
    works = [{"title": "Notizen", "authors": ["Ada"], "topics": ["Rechnen"]}]
    profiles: list[Node] = [
        {"id": "ada", "name": "Ada", "language": "de", "interests": ["Verteilte Systeme"], "publications": works},
        {"id": "bo", "name": "Bo", "interests": ["Storage"]},
    ]

    quads = {
        quad
        for nodes in documents([record(Profile.model_validate(each)) for each in profiles])
        for quad in written(nodes)
        if quad.predicate.value.endswith("#prefLabel")
    }

    assert {quad.object for quad in quads} == {
        pyoxigraph.Literal("Verteilte Systeme", language="de"),
        pyoxigraph.Literal("Rechnen", language="de"),
        pyoxigraph.Literal("Storage", language="en"),
    }


def test_labels_of_concepts_are_in_their_own_language() -> None:
    labels = {quad.object for quad in read_rdf(resources.directory("ontology") / "concepts.ttl")}

    for label, language in [("Abitur", "de"), ("Dr.-Ing.", "de"), ("Laurea", "it"), ("HDR", "fr"), ("Ph.D.", "en")]:
        assert pyoxigraph.Literal(label, language=language) in labels


def described(**fields: Any) -> list[Node]:
    profile = Profile.model_validate({"id": "ada", "name": "Ada Lovelace", **fields})
    (nodes,) = documents([record(profile)])
    return nodes


def test_values_whose_order_counts_are_numbered_from_1() -> None:
    listed = [each for node in described(skills=["Python", "SPARQL"]) for each in node.get("listed", ())]

    assert [(each["position"], each["entry"]) for each in listed] == [(1, "Python"), (2, "SPARQL")]


@pytest.mark.parametrize(("authors", "implied"), [(["Charles Babbage"], [False, True]), (["Ada Lovelace"], [False])])
def test_an_author_whom_only_the_role_states_stands_last_and_is_marked(authors: list[str], implied: list[bool]) -> None:
    nodes = described(publications=[{"title": "On looms", "authors": authors, "role": "author", "year": 1843}])
    found = [each for node in nodes for each in node.get("authorship", ())]

    assert [each["position"] for each in found] == list(range(1, len(implied) + 1))
    assert [each.get("implied", False) for each in found] == implied


def test_who_expects_a_degree_is_not_its_holder() -> None:
    held = {"degree": "B.Sc.", "institution": "Halle University", "end": 1835}
    expected = {"degree": "Ph.D.", "institution": "Jena University", "end": 1845, "expected": True}
    (alumni,) = [node["alumni_of"] for node in described(education=[held, expected]) if "alumni_of" in node]

    assert [iri.startswith("organization/halle-university") for iri in alumni] == [True]


def test_a_range_of_terms_lasts_from_the_first_to_the_last() -> None:
    course = {"course": "Looms", "role": "Lecturer", "term": "Fall 2009 - Spring 2011"}
    (taught,) = [each for node in described(teaching=[course]) for each in node.get("teaching", ())]

    assert (taught["start_year"], taught["end_year"]) == (2009, 2011)


@pytest.mark.parametrize(("section", "key", "more"), [
    ("grants", "name", {"number": "X-1", "funder": "Fern Fund"}),
    ("teaching", "course", {"code": "F1", "institution": "Halle University", "role": "Lecturer"}),
])  # fmt: skip
def test_a_thing_that_two_profiles_call_differently_has_one_name_and_another_one(
    section: str, key: str, more: dict[str, str]
) -> None:
    people = [{"id": id_, "name": id_.title(), section: [{**more, key: f"Ferns of {id_}"}]} for id_ in ("ada", "bo")]
    found = documents([record(Profile.model_validate(each)) for each in people])
    told = {(quad.predicate.value, str(quad.object)) for nodes in found for quad in written(nodes)}

    assert {each for each in told if '"Ferns' in each[1] and each[0].startswith("https://schema.org/")} == {
        ("https://schema.org/name", '"Ferns of ada"'),
        ("https://schema.org/alternateName", '"Ferns of bo"'),
    }
