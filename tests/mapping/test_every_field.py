"""What goes in comes out: a marker in each field of the model is found in the graph.

The fields are read off the models, so that a field that is added and forgotten by the mapping fails here. What is not
in the graph on purpose is listed with the reason.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pyoxigraph import DefaultGraph

from kg.mapping import mapper
from kg.mapping.documents import ProfileDescriber
from kg.mapping.nquads import NQuadsWriter
from kg.profile import reading
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.model import Organization, Profile, Venue
from kg.terms.context import context
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_nquads
from kg.terms.identifiers import SCHEMES
from kg.terms.vocabulary import vocabulary
from tests.support.resolving import resolve

BASE = "https://kg.example.org/"
MODELS = (Profile, Organization, Venue)
Keys = tuple[str, ...]

PRIVATE = "contacts stay private unless the profile marks them public (test_build)"
OF_THE_PROFILE = "names an entry of the profile, and is its IRI in the graph (below)"
ON_PURPOSE = {
    "Profile.id": "is part of the IRI",
    "Profile.language": "is the language tag of the texts (test_mapping)",
    "Profile.contact.email": PRIVATE,
    "Profile.contact.phone": PRIVATE,
    "Profile.contact.address": PRIVATE,
    "Profile.contact.public": PRIVATE,
    "Profile.publications.role": "is the property that leads from the work to the owner (below)",
    "Profile.publications.authors.corporate": "is the class of the author",
    "Profile.systems.papers": OF_THE_PROFILE,
    "Profile.awards.for_work": OF_THE_PROFILE,
    "Organization.id": "is part of the IRI",
    "Venue.id": "is part of the IRI",
}
"""Fields of which no value stands in the graph, with the reason."""

REFERENCES = {
    ".id": "says which profile is meant; the IRI of that person stands in the graph",
}
"""Fields of references to people, by their end, that stand in the graph as the IRI of who is meant."""

BESIDE: Mapping[str, Mapping[str, Any]] = {
    "Profile.publications.acceptance_rate": {"venue": "Symposium on Looms", "venue_kind": "conference", "year": 1843},
    "Profile.publications.venue_kind": {"venue": "Loom Letters", "year": 1843},
    "Profile.awards.ror": {"giver": "Guild of Weavers"},
    "Profile.grants.ror": {"funder": "Guild of Weavers"},
    "Profile.service.ror": {"organization": "Guild of Weavers"},
}
"""What else an entry has to say so that a field means something."""

CALLED = {
    "Profile.publications.type=talk": "Presentation",
    "Profile.publications.type=webpage": "OnlineDocument",
    "Organization.kind=company": "Corporation",
    "Organization.kind=nonprofit": "NGO",
    "Venue.kind=journal": "Periodical",
}
"""Choices for which the graph has another word."""

ANYTHING = ("Some Body", "https://some.example.org/", "some-body")
"""What fields say that have to say something."""

TEXTS = ("Marker {}", "https://marker.example.org/{}", "1871-05-17", "0.1871", "marker", "1871", "978-3-16-148410-0",
         "2434-561X", "GBP", "fr")  # fmt: skip
"""What is tried as the text of a field, in this order."""


def inner(annotation: Any) -> Any:
    """Return what a field holds: without `None`, lists and annotations."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return inner(get_args(annotation)[0])
    if origin in (Union, UnionType):
        (kind,) = (each for each in get_args(annotation) if each is not type(None))
        return inner(kind)
    return inner(get_args(annotation)[0]) if origin is tuple else annotation


def fields(model: type[BaseModel], above: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield each field that holds no further ones, by its path, with what it holds."""
    for name, info in model.model_fields.items():
        kind = inner(info.annotation)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from fields(kind, (*above, name))
        else:
            yield (*above, name), kind


def minimal(model: type[BaseModel]) -> dict[str, Any]:
    """Return the least that a model takes."""
    said: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        if info.is_required():
            kind = inner(info.annotation)
            nested = isinstance(kind, type) and issubclass(kind, BaseModel)
            least = minimal(kind) if nested else None
            said[name] = (
                ([least] if is_list(info) else least)
                if nested
                else next(text for text in ANYTHING if takes(info, text))
            )
    return said


def takes(info: FieldInfo, text: str) -> bool:
    """Say whether a field takes a text."""
    try:
        kind: Any = Annotated[info.annotation, *info.metadata]
        TypeAdapter(kind).validate_python(text)
    except ValidationError:
        return False
    return True


def with_field(model: type[BaseModel], path: Keys, value: Any, beside: Mapping[str, Any]) -> dict[str, Any]:
    """Return the least that a model takes, with one more field."""
    said = {**minimal(model), **(beside if len(path) == 1 else {})}
    if len(path) == 1:
        return {**said, path[0]: value}
    info = model.model_fields[path[0]]
    nested = with_field(inner(info.annotation), path[1:], value, beside)
    return {**said, path[0]: [nested] if is_list(info) else nested}


def is_list(info: FieldInfo) -> bool:
    return get_origin(info.annotation) is tuple


def held(node: Any, path: Keys) -> Any:
    """Return what a model holds at a path."""
    for name in path:
        node = getattr(node, name)
        while isinstance(node, tuple):
            node = node[0]
    return node


def markers(model: type[BaseModel], path: Keys, kind: Any, name: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield for each choice of a field its name, data that say it, and the text by which it is found."""
    beside = BESIDE.get(name, {})
    if get_origin(kind) is Literal:
        for choice in get_args(kind):
            yield f"{name}={choice}", with_field(model, path, choice, beside), CALLED.get(f"{name}={choice}", choice)
        return
    texts = [text.format(" ".join(path)) if " " in text else text.format("-".join(path)) for text in TEXTS]
    ids = [scheme.example for scheme in SCHEMES.values()]
    for value in (True,) if kind is bool else (1871,) if kind is int else (*texts, *ids):
        data = with_field(model, path, value, beside)
        try:
            found = held(model.model_validate(deepcopy(data)), path)
        except ValidationError:
            continue
        yield name, data, str(found).lower() if kind is bool else str(found)
        return
    pytest.fail(f"no value is known that {name} takes: add one to TEXTS")


def is_said(marker: str, graph: str) -> bool:
    """Say whether a text stands in the default graph; of an IRI of the project, it must be the whole name."""
    for quad in read_nquads(graph.encode()):
        value = str(getattr(quad.object, "value", quad.object))
        if quad.graph_name != DefaultGraph():
            continue
        forms = (marker.lower(), marker.lower().replace("-", ""))  # a type is a class without its hyphen
        if value.rpartition("/")[2] == marker if value.startswith(BASE) else any(f in value.lower() for f in forms):
            return True
    return False


def graph_of_profile(data: dict[str, Any], root: Path) -> str:
    """Return the graph of a profile that is read from a file, as a build reads it."""
    path = root / "profiles" / "ada.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump(data, allow_unicode=True))
    (batch,) = reading.batches([path])
    resolved, _ = resolve(*reading.read(batch, root), authorities=Authorities())
    return text_of(
        [node for each in resolved for node in ProfileDescriber(kg_declaration(), vocabulary()).describe(each)]
    )


def graph_of_authority(entry: Organization | Venue) -> str:
    if isinstance(entry, Venue):
        return text_of(list(mapper.describe_authorities(Authorities(venues=AuthorityFile((entry,))))))
    return text_of(list(mapper.describe_authorities(Authorities(organizations=AuthorityFile((entry,))))))


def graph_of(model: type[BaseModel], data: dict[str, Any], root: Path) -> str:
    if model is Profile:
        return graph_of_profile(data, root)
    return graph_of_authority((Venue if model is Venue else Organization).model_validate(data))


def text_of(nodes: list[dict[str, Any]]) -> str:
    return "".join(NQuadsWriter(context(), BASE).lines(nodes))


def lost(model: type[BaseModel], root: Path) -> Iterator[str]:
    """Yield the fields of which the graph says nothing, and the choices that it does not tell from the others."""
    for path, kind in fields(model):
        if (field := ".".join((model.__name__, *path))) in ON_PURPOSE or field.endswith(tuple(REFERENCES)):
            continue
        found = list(markers(model, path, kind, field))
        graphs = [graph_of(model, data, root) for _, data, _ in found]
        for (name, _, marker), graph in zip(found, graphs, strict=True):
            if not is_said(marker, graph) or graphs.count(graph) > 1:
                yield name


@pytest.mark.thorough
@pytest.mark.parametrize("model", MODELS)
def test_a_marker_in_every_field_is_found_in_the_graph(model: type[BaseModel], tmp_path: Path) -> None:
    assert set(lost(model, tmp_path)) == set()


def test_what_is_left_out_on_purpose_is_a_field_of_the_model() -> None:
    known = {".".join((model.__name__, *path)) for model in MODELS for path, _ in fields(model)}

    assert ON_PURPOSE.keys() - known == set()
    assert BESIDE.keys() - known == set()


@pytest.mark.parametrize(
    ("role", "properties"),
    [
        ("author", {"author", "listedBy"}),
        ("editor", {"editor", "listedBy"}),
        ("translator", {"translator", "listedBy"}),
        ("none", set()),
    ],
)
def test_the_role_in_a_work_is_the_property_that_leads_to_the_owner(
    role: str, properties: set[str], tmp_path: Path
) -> None:
    work = {"title": "On Looms", "authors": ["Charles Babbage"], "role": role}

    quads = read_nquads(graph_of_profile({"id": "ada", "name": "Ada", "publications": [work]}, tmp_path).encode())
    leading = {
        re.split("[/#]", quad.predicate.value)[-1]
        for quad in quads
        if "/work/on-looms" in str(quad.subject) and str(quad.object).endswith("/person/ada>")
    }
    assert leading == properties


def test_the_id_of_a_reference_is_part_of_the_iri_of_that_person(tmp_path: Path) -> None:
    advisor = {"name": "A. A. Byron", "id": "ada"}
    position = {"organization": "Guild", "role": "Weaver", "advisors": [advisor]}

    graph = graph_of_profile({"id": "ada", "name": "Ada", "positions": [position]}, tmp_path)
    assert any(
        str(quad.object).endswith("/person/ada>") and "advisor" in quad.predicate.value
        for quad in read_nquads(graph.encode())
    )


def test_fields_that_name_an_entry_of_the_profile_are_its_iri(tmp_path: Path) -> None:
    works = [{"title": "On Looms", "authors": ["Ada"], "year": 1843}]
    systems = [{"name": "Loom", "papers": ["On Looms"]}]
    data = {"id": "ada", "name": "Ada", "publications": works, "systems": systems}

    graph = graph_of_profile({**data, "awards": [{"name": "Medal", "for_work": "On Looms"}]}, tmp_path)

    found = {str(quad.predicate.value) for quad in read_nquads(graph.encode()) if "/work/on-looms" in str(quad.object)}
    assert {"https://schema.org/subjectOf", "https://w3id.org/profile-kg/ontology#forWork"} <= found
