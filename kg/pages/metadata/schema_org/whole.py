"""The dataset itself, as Google's Dataset Search and FAIR assessments read it."""

from kg.pages.graph import Graph
from kg.pages.hosting import Download
from kg.pages.metadata.dataset import ACCESS, Dataset
from kg.pages.metadata.schema_org.nodes import CONTEXT, Node, kept, publisher


def document(graph: Graph) -> Node:
    """Return what the first page embeds."""
    about, by = Dataset(graph), publisher(graph)
    return kept(
        {
            "@context": CONTEXT,
            "@type": "Dataset",
            "@id": about.iri,
            "name": graph.title,
            "description": about.description,
            "identifier": about.iri,
            "url": graph.url,
            "version": about.version,
            "license": graph.license,
            "creator": by,
            "publisher": by,
            "keywords": list(about.keywords),
            "datePublished": graph.date,
            "dateModified": graph.date,
            "sdDatePublished": graph.date,
            "inLanguage": "en",
            "isAccessibleForFree": True,
            "conditionsOfAccess": ACCESS,
            "temporalCoverage": "/".join(about.years) if about.years else "",
            "measurementTechnique": "Mapped from profiles, resolved and validated" if _is_built(graph) else "",
            "distribution": [_distribution(graph, each) for each in graph.downloads] if graph.url else [],
            "isBasedOn": [{"@type": "DigitalDocument", "@id": each.iri, "name": each.name} for each in about.sources],
            "includedInDataCatalog": _catalog(graph),
        }
    )


def _is_built(graph: Graph) -> bool:
    return bool(graph.release.manifest.get("inputs"))


def _distribution(graph: Graph, download: Download) -> Node:
    address = graph.url + download.path
    return {
        "@type": "DataDownload",
        "@id": address,
        "name": download.title,
        "contentUrl": address,
        "encodingFormat": download.sent_as,
        "contentSize": f"{download.size} B",
        "sha256": download.sha256,
    }


def _catalog(graph: Graph) -> Node:
    if not graph.url:
        return {}
    return {"@type": "DataCatalog", "@id": f"{graph.url}catalog.ttl#catalog", "name": graph.title, "url": graph.url}
