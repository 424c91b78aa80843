"""Refer to entities: by IRI alone, or with a description where an entity is met for the first time.

Identity resolution marks the first mention of each entity, so that each is described once however
many profiles name it. Entities of the authority files are described from those files.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from kg.profile.config import MEETINGS
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES
from kg.terms.kinds import Declaration, Kind

Node = dict[str, Any]  # a node of a JSON-LD document: keys are terms of the context

Reference = Node | str  # what stands for an entity in a document: its description, or its IRI

_KINDS = kg_declaration().by_path  # a project does not change what things of these kinds are
PERSON = _KINDS["person"].classes
ORGANIZATION = _KINDS["organization"].classes
UNIT = [*ORGANIZATION, kg_declaration().kinds["Unit"].iri]
TOPIC = _KINDS["topic"].classes
# The scheme of all topics
TOPICS = "dataset#topics"
_SERIES = dict.fromkeys(MEETINGS, "EventSeries") | dict.fromkeys(("journal", "magazine", "newspaper"), "Periodical")
CONFERENCE_EVENT = _KINDS["event"].classes


def person(mention: Node) -> Reference:
    """Refer to a person, and say where that person works if the mention does."""
    node = as_node(_named(mention, PERSON))
    if "name" in node:
        node["foaf_name"] = node["name"]
    node |= {key: mention[key] for key in ("orcid", "dblp", "homepage") if key in mention}
    if "orcid" in mention:
        identify(node, "orcid", mention["orcid"])
    if "organization" in mention:
        node["affiliation"] = [*map(organization, each_named(mention["organization"]))]
    return node if len(node) > 1 else str(node["id"])


def as_node(reference: Reference) -> Node:
    """Return a reference as a node, to which more can be added."""
    return {"id": reference} if isinstance(reference, str) else reference


def identify(node: Node, scheme: str, iri: str) -> None:
    """Say the identifier of a thing thrice: as an IRI of the same thing, as its scheme and value, and a DOI as BIBO."""
    value = unquote(iri.removeprefix(SCHEMES[scheme].iri.partition("{")[0]))
    node[scheme] = iri
    node["identifier"] = {
        "id": f"{node['id']}#{scheme}",
        "type": "PropertyValue",
        "rdfs_label": f"{scheme}:{value}",
        "property_id": scheme,
        "value": value,
    }
    if scheme == "doi":
        node["bibo_doi"] = value


def each_named(value: Node | Sequence[Node]) -> list[Node]:
    """Return the mentions of a field, of which a text may name several: two organisations in one line."""
    mentions = [value] if isinstance(value, dict) else value
    return [each for mention in mentions for each in (mention, *each_named(mention.get("also", ())))]


def organization(mention: Node) -> Reference:
    """Refer to an organisation, and say of a unit what it is part of."""
    described = _named(mention, UNIT if "within" in mention else ORGANIZATION)
    if "ror" in mention and "within" not in mention:
        described = as_node(described) | {"ror": mention["ror"]}
    if "parent" in mention:
        return as_node(described) | {"parent": organization(mention["parent"])}
    if isinstance(described, dict) and "within" in mention:
        described["parent"] = mention["within"]
    return described


def topic(mention: Node) -> Reference:
    """Refer to a topic, and say that it is one of the dataset's."""
    described = _named(mention, TOPIC)
    if isinstance(described, dict) and "name" in described:
        described |= {"pref_label": described["name"], "in_scheme": TOPICS}
    return described


def thing(mention: Node, kind: Kind) -> Reference:
    """Refer to a thing of a kind that has no other form."""
    return _named(mention, kind.classes)


def of_kind(kind: Kind, declaration: Declaration) -> Callable[[Node], Reference]:
    """Return what refers to things of a kind."""
    known: Mapping[str, Callable[[Node], Reference]] = {
        "organization": organization,
        "venue": edition_or_series,
        "topic": topic,
        "work": lambda mention: str(mention["id"]),
        "person": person,
    }
    meant = declaration.kinds[kind.refers] if kind.refers else kind
    return known.get(meant.path) or (lambda mention: thing(mention, kind))


def series(venue: Node) -> Reference:
    """Refer to a conference series or journal."""
    described = _named(venue, series_type(venue["kind"]), with_variants=False)
    if isinstance(described, dict) and "type" in described:
        if venue["kind"]:
            described["kind"] = f"kg:{venue['kind']}"
        if "acronym" in venue:
            described["acronym"] = venue["acronym"]
    return described


def series_type(kind: str) -> str:
    """Return the class of a venue of a kind; one of which nobody says the kind is a series of works."""
    return "Collection" if kind == "book" else _SERIES.get(kind, "CreativeWorkSeries")


def is_edition(venue: Node) -> bool:
    """Whether a mention of a venue means its edition of a year, not the series or journal itself."""
    return bool(venue["event"]["id"] != venue["id"])


def event(venue: Node) -> Reference:
    """Refer to the edition of a venue in a year."""
    mention = venue["event"]
    if not mention["is_new"]:
        return str(mention["id"])
    types = CONFERENCE_EVENT[1:] if venue["kind"] == "industry-event" else CONFERENCE_EVENT
    return {
        "id": mention["id"],
        "type": types,
        "name": mention["label"],
        "super_event": series(venue),
        "year": venue["year"],
    }


def edition_or_series(venue: Node) -> Reference:
    """Refer to the edition if the year is known, else to the series or journal."""
    return event(venue) if is_edition(venue) else series(venue)


def _named(mention: Node, types: list[str] | str, *, with_variants: bool = True) -> Reference:
    iri, label = mention["id"], mention["label"]
    if mention.get("declared"):
        return str(iri)
    written = mention.get("called", mention["name"])
    if not mention["is_new"] and (written == label or not with_variants):
        return str(iri)
    described: Node = {"id": iri}
    if mention["is_new"]:
        described["type"], described["name"] = types, label
    if written != label and with_variants:
        described["variants"] = [written]
    return described
