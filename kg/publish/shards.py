"""Files that describe many things each, all those whose names begin alike: what has no documents of its own is there.

They are N-Triples, which are Turtle too: any parser of Turtle reads them, and scripts find the lines of a thing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from kg.publish.tree import SiteTree
from kg.store.export.groups import Places, groups
from kg.store.graph import Graph
from kg.store.hosting import DESCRIBED, shard_name

LARGEST = 600_000
"""How large a file may be, in bytes, unless one thing alone is larger: packed on the way, it has a tenth of that."""

Named = Sequence[tuple[str, bytes]]
"""Things of one kind, by their slugs, sorted, with what is said of them."""


def publish(graph: Graph, site: SiteTree) -> Mapping[str, tuple[str, ...]]:
    """Write the files of a graph, and return the beginnings of the names that they stand for, sorted, by kind.

    Raises:
        ReleaseError: If they cannot be written.
    """
    shards: dict[str, tuple[str, ...]] = {}
    for kind, things in _things(graph):
        parts = dict(_parted(things))
        for prefix, text in parts.items():
            site.write(f"{DESCRIBED}{shard_name(kind, prefix)}.ttl", text)
        shards[kind] = tuple(parts)
    return shards


def _things(graph: Graph) -> Iterator[tuple[str, Named]]:
    """Yield the things of each kind with their triples and those of their nodes."""
    places = Places(graph.base, graph.declaration.by_path)
    found = (group for group in groups(graph.store, graph.base, places, evidence=False) if graph.local(group.iri))
    for kind, members in groupby(found, lambda group: graph.kind(group.iri)):
        named = ((graph.local(group.iri).partition("/")[2], group.text.encode()) for group in members)
        yield kind, sorted(named)


def _parted(things: Named, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the beginnings of names below which files are small enough, and these."""
    if len(things) == 1 or sum(len(text) for _, text in things) <= LARGEST:
        yield prefix, b"".join(text for _, text in things)
        return
    length = len(prefix)
    for first, part in groupby(things, lambda thing: thing[0][length : length + 1]):
        yield from _parted(list(part), prefix + first)
