"""Descriptions of the site for catalogues, crawlers and browsers: RO-Crate, OpenSearch, sitemaps, robots.txt."""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from kg.site.metadata.dataset import DatasetFacts, Node, dataset_node, licence
from kg.site.soundness import offered
from kg.store.graph import Graph

OPENSEARCH_TYPE = "application/opensearchdescription+xml"
RO_CRATE_PATH = "ro-crate-metadata.json"
SITEMAP_PATH = "sitemap.xml"
MOST = 45_000
"""How many addresses stand in a sitemap: 50,000 are allowed, and 50 MB, which these stay below by far."""

_CRATE_VERSION = "https://w3id.org/ro/crate/1.2"
_FIXED = ("", "explore/", "query/", "queries/", "quality/", "vocabulary/", "api/")
_DYNAMIC = ("sparql", "data", "graph/", "api/", "search/", "describe/")
_OPENSEARCH = """\
<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{short}</ShortName>
<LongName>{long}</LongName>
<Description>{description}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">{page}assets/icon.svg</Image>
<Url type="text/html" template="{page}search/?q={{searchTerms}}"/>
</OpenSearchDescription>
"""


def opensearch_document(graph: Graph) -> bytes:
    """Return the description of the search of a site whose address is known (OpenSearch 1.1, draft 6)."""
    return _OPENSEARCH.format(
        # The specification says how long each text may be.
        short=escape(_cut(graph.title, 16)),
        long=escape(_cut(graph.title, 48)),
        description=escape(_cut(f"Search people, works and places: {graph.title}", 1024)),
        # Braces are the template's own; all else of the address is data.
        page=escape(graph.url, {'"': "&quot;"}).replace("{", "%7B").replace("}", "%7D"),
    ).encode()


def _cut(text: str, most: int) -> str:
    """Cut a text between words if there are several.

    >>> _cut("Five researchers in systems", 16)
    'Five researchers'
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most + 1].rpartition(" ")[0] or line[:most]


def ro_crate_document(graph: Graph) -> bytes:
    """Return the metadata document of a site whose address is known: RO-Crate 1.2, the site as a research object.

    It says of the dataset what the first page says, flattened, and has the files of the site by their paths.
    """
    files = [
        {"@id": each.path, "@type": "File", "name": each.title, "encodingFormat": each.sent_as}
        | {"contentSize": str(each.size), "sha256": each.sha256}
        for each in graph.downloads
    ]
    files += (
        {"@id": path, "@type": "File", "name": f"Description of the dataset, {title}", "encodingFormat": media_type}
        for path, media_type, title in DatasetFacts(graph).descriptions()
        if path != RO_CRATE_PATH
    )
    of_page = ("distribution", "includedInDataCatalog")
    root = {name: value for name, value in dataset_node(graph).items() if name not in of_page}
    if graph.license:
        root["license"] = {"@id": graph.license, "@type": "CreativeWork", "name": licence(graph.license)}
    descriptor: Node = {
        "@id": RO_CRATE_PATH,
        "@type": "CreativeWork",
        "conformsTo": {"@id": _CRATE_VERSION},
        "about": {"@id": "./"},
    }
    nodes = [descriptor, *_flattened({**root, "@id": "./", "hasPart": files})]
    return json.dumps({"@context": f"{_CRATE_VERSION}/context", "@graph": nodes}, indent=2, ensure_ascii=False).encode()


def _flattened(node: Node) -> list[Node]:
    """Return a node and those within it, which refer to each other by their IRIs (JSON-LD 1.1 API, section 4.5)."""
    found: dict[str, Node] = {}

    def reference(value: Any) -> Any:
        if isinstance(value, list):
            return [reference(each) for each in value]
        if not isinstance(value, dict):
            return value
        found.setdefault(value["@id"], {}).update({name: reference(each) for name, each in value.items()})
        return {"@id": value["@id"]}

    reference(node)
    return list(found.values())


def sitemaps(url: str, paths: Sequence[str], date: str, most: int = MOST) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of the sitemaps of pages below a URL: one of `most` pages, or an index and its parts."""

    def document(root: str, element: str, paths: Sequence[str]) -> bytes:
        lines = (
            f"<{element}><loc>{escape(url + path)}</loc><lastmod>{escape(date)}</lastmod></{element}>\n"
            for path in paths
        )
        opening = f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening}\n{"".join(lines)}</{root}>\n'.encode()

    if len(paths) <= most:
        yield SITEMAP_PATH, document("urlset", "url", paths)
        return
    parts = [paths[start : start + most] for start in range(0, len(paths), most)]
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield SITEMAP_PATH, document("sitemapindex", "sitemap", names)
    yield from ((name, document("urlset", "url", part)) for name, part in zip(names, parts, strict=True))


def own_paths(graph: Graph) -> list[str]:
    """Return the pages that the group has written."""
    return [f"pages/{name}/" for name in sorted(graph.face.pages)]


def paths(graph: Graph) -> list[str]:
    """Return the pages of a release that stand for something, without those that only a query string makes."""
    index = offered(graph)
    kinds = index.kinds()
    things = (
        f"{local}/"
        for kind, number in kinds.items()
        for hit in index.listing(kind, limit=number).hits
        if (local := graph.local(hit.iri))
    )
    named = (f"queries/{name}/" for name in sorted(graph.queries))
    fixed = (path for path in _FIXED if not (path == "quality/" and graph.face.quality_is_private))
    return [*fixed, *own_paths(graph), *(f"{kind}/" for kind in kinds), *named, *sorted(things)]


def robots(graph: Graph) -> bytes:
    """Return what robots may visit (RFC 9309): everything that a server does not compute for every request."""
    closed = () if graph.hosting.is_static else _DYNAMIC
    rules = [f"Disallow: /{path}" for path in closed] or ["Disallow:"]
    sitemap = ["", f"Sitemap: {graph.url}{SITEMAP_PATH}"] if graph.url else []
    return "\n".join(["User-agent: *", *rules, *sitemap, ""]).encode()
