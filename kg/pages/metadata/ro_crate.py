"""The site as a research object: RO-Crate 1.2, the metadata document of a root data entity and its files."""

import json
from typing import Any

from kg.pages.graph import Graph
from kg.pages.hosting import Download
from kg.pages.metadata.dataset import ACCESS, Dataset, licence

PATH = "ro-crate-metadata.json"

_VERSION = "https://w3id.org/ro/crate/1.2"
Entity = dict[str, Any]


def document(graph: Graph) -> bytes:
    """Return the metadata document of a site whose address is known."""
    about = Dataset(graph)
    files = [_file(each) for each in graph.downloads] + _descriptions(about)
    sources = [{"@id": each.iri, "@type": "CreativeWork", "name": each.name} for each in about.sources]
    contextual = [*_publisher(about), *_license(graph), *sources]
    entities = [_descriptor(), _root(about, files), *files, *contextual]
    return json.dumps({"@context": f"{_VERSION}/context", "@graph": entities}, indent=2, ensure_ascii=False).encode()


def _descriptor() -> Entity:
    return {"@id": PATH, "@type": "CreativeWork", "conformsTo": {"@id": _VERSION}, "about": {"@id": "./"}}


def _root(about: Dataset, files: list[Entity]) -> Entity:
    graph = about.graph
    links = {
        "license": [graph.license] if graph.license else [],
        "publisher": [about.publisher.iri] if about.publisher else [],
        "hasPart": [each["@id"] for each in files],
        "isBasedOn": [each.iri for each in about.sources],
    }
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": graph.title,
        "description": about.description,
        "identifier": about.iri,
        "url": graph.url,
        "datePublished": graph.date,
        "version": about.version,
        "keywords": list(about.keywords),
        "conditionsOfAccess": ACCESS,
        **{name: [{"@id": iri} for iri in iris] for name, iris in links.items() if iris},
    }


def _file(download: Download) -> Entity:
    return {
        "@id": download.path,
        "@type": "File",
        "name": download.title,
        "encodingFormat": download.sent_as,
        "contentSize": str(download.size),
        "sha256": download.sha256,
    }


def _descriptions(about: Dataset) -> list[Entity]:
    return [
        {"@id": path, "@type": "File", "name": f"Description of the dataset, {title}", "encodingFormat": media_type}
        for path, media_type, title in about.descriptions()
        if path != PATH
    ]


def _publisher(about: Dataset) -> list[Entity]:
    if about.publisher is None:
        return []
    page = {"url": about.publisher_page} if about.publisher_page else {}
    return [{"@id": about.publisher.iri, "@type": "Organization", "name": about.publisher.name, **page}]


def _license(graph: Graph) -> list[Entity]:
    return [{"@id": graph.license, "@type": "CreativeWork", "name": licence(graph.license)}] if graph.license else []
