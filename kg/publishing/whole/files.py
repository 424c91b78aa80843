"""Write the files that hold the whole graph into a site: the dump, other syntaxes, tables, and their hashes."""

import gzip
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from io import BufferedWriter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from kg.export import write
from kg.formats import DATASET_FORMATS
from kg.pages.graph import Graph
from kg.pages.hosting import Download, download
from kg.pages.metadata.dataset import COLUMNS
from kg.publishing import data
from kg.publishing.tree import Tree
from kg.publishing.whole import csvw, tables
from kg.publishing.whole.schemas import Table

SUMS = "SHA256SUMS"
MOST = 1_000_000
"""How many triples are also written as Turtle and JSON-LD: their writers take half a minute for so many."""

_SYNTAXES = (
    ("graph.ttl.gz", "turtle", "text/turtle", "The facts as Turtle, without the evidence"),
    ("graph.jsonld.gz", "jsonld", "application/ld+json", "All of it as JSON-LD"),
)


class File(NamedTuple):
    """A file that is to be written: as `Download` says, and what writes it."""

    path: str
    title: str
    media_type: str
    write: Callable[[Path], object]


def publish(graph: Graph, site: Tree) -> tuple[Download, ...]:
    """Write the files of the whole graph, and return them as pages list them.

    Args:
        graph: What is published, as it will stand.
        site: Where the files go.

    Raises:
        ReleaseError: If they cannot be written.
    """
    listed = tuple(tables.tables(graph))
    with TemporaryDirectory() as directory:
        found = data.write(graph, site) + tuple(
            _put(site, file, Path(directory) / "file") for file in _files(graph, listed)
        )
    sums = {each.path: each.sha256 for each in found}
    if listed:
        columns = csvw.document(graph, listed)
        site.write(COLUMNS, columns)
        sums[COLUMNS] = sha256(columns).hexdigest()
    site.write(SUMS, "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items())).encode())
    return found


def _files(graph: Graph, listed: Sequence[Table]) -> Iterator[File]:
    # Without a base nobody knows the graph of evidence, nor what belongs to what.
    if graph.base and len(graph.store) <= MOST:
        for path, form, media_type, title in _SYNTAXES:
            yield File(path, title, media_type, partial(_write, graph, form))
    for table in listed:
        yield File(f"tables/{table.name}.csv", table.title, "text/csv", partial(tables.write, graph, table))


def _put(site: Tree, file: File, place: Path) -> Download:
    """Write a file beside the site, and move it there if it differs."""
    file.write(place)
    described = download(file.path, file.title, file.media_type, place)
    site.take(file.path, place, described.sha256)
    return described


def _write(graph: Graph, form: str, place: Path) -> None:
    """Write the graph in a syntax, packed: without name and time, so that the same graph gives the same bytes."""
    excerpt = graph.excerpt(None, evidence=form in DATASET_FORMATS)
    with (
        place.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed,
        BufferedWriter(packed) as out,
    ):
        write(excerpt, form, out)
