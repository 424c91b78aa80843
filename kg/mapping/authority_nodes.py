"""Describe the organisations and venues of the authority files, and the dataset itself."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from kg.authorities import Authorities, Authority, AuthorityFile, Organization, Venue
from kg.config import Config
from kg.declaration import kg_declaration
from kg.languages import InLanguages
from kg.mapping.evidence import Evidence
from kg.mapping.fields import put_names
from kg.mapping.references import ORGANIZATION, TOPICS, Node, series_type


def describe(authorities: Authorities) -> Iterator[Node]:
    """Describe the organisations and venues, the files they stand in, and the evidence."""
    organizations = [_organization(entry) for entry in authorities.organizations.entries]
    venues = [_venue(entry) for entry in authorities.venues.entries]
    yield from organizations
    yield from venues
    yield from _evidence(authorities.organizations, "organizations", organizations)
    yield from _evidence(authorities.venues, "venues", venues)


def _organization(entry: Organization) -> Node:
    node = _authority(entry, "organization")
    node["type"] = _types(entry.kind or "")
    if entry.parent:
        node["parent"] = f"organization/{entry.parent}"
    if entry.ror:
        node["ror"] = entry.ror
    return node


@cache
def _types(kind: str) -> list[str]:
    """Return the classes of an organisation of a kind: the wider ones first."""
    word = kg_declaration().words["OrganizationKind"].get(kind)
    if word is None:
        return ORGANIZATION
    within = () if word.annotations.within == "schema:Organization" else (word.annotations.within,)
    return [*ORGANIZATION, *filter(None, (*within, word.meaning))]


def _venue(entry: Venue) -> Node:
    node = _authority(entry, "venue")
    node |= {"type": series_type(entry.kind), "kind": f"kg:{entry.kind}"}
    if entry.held_with:
        node["held_with"] = f"venue/{entry.held_with}"
    return node


def _evidence(file: AuthorityFile[Any], section: str, nodes: list[Node]) -> Iterator[Node]:
    if file.source is None:
        return
    spans = {f"{section}/{index}": lines for index, lines in file.spans.items()}
    evidence = Evidence(file.source, "", None, spans)
    evidence.add_section(section, nodes, [[node["id"]] for node in nodes])
    yield from evidence.source_nodes()
    yield evidence.graph()


def dataset(config: Config) -> list[Node]:
    """Describe the graph as a dataset, who publishes it, and the scheme of its topics."""
    publisher: Node = {"id": "dataset#publisher", "type": ORGANIZATION, "name": config.publisher.name}
    if config.publisher.url:
        publisher["url"] = config.publisher.url
    node: Node = {
        "id": "dataset",
        "type": ["Dataset", "VoidDataset"],
        "name": config.title,
        "license": config.license,
        "publisher": publisher,
        "uri_space": config.base,
    }
    if config.description:
        node["summary"] = {"@value": config.description, "@language": config.language}
    if config.keywords:
        node["keywords"] = list(config.keywords)
    return [node, {"id": TOPICS, "type": "ConceptScheme", "pref_label": "topics", "rdfs_label": "topics"}]


def _authority(entry: Authority, kind: str) -> Node:
    node: Node = {"id": f"{kind}/{entry.id}", "name": str(entry.name)}
    if entry.acronym:
        node["acronym"] = entry.acronym
    others = [each for each in (entry.acronym, *entry.aliases, *entry.former) if each and each != entry.name]
    if others:
        node["variants"] = list(dict.fromkeys(others))
    if isinstance(entry.name, InLanguages):
        put_names(entry.name.forms.items(), node, "variants")
    if entry.homepage:
        node["homepage"] = entry.homepage
    same_as = [*filter(None, (entry.wikidata,)), *entry.same_as]
    if same_as:
        node["same_as"] = same_as
    return node
