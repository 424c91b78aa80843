"""Files that describe many things each, all those whose names begin alike: what has no documents of its own is there.

A block of lines says what is said of one subject, so that scripts find it without a parser of Turtle.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from kg.publish.tree import SiteTree
from kg.store.export.groups import Places, groups
from kg.store.export.turtle import TurtleWriter
from kg.store.graph import Graph
from kg.store.hosting import DESCRIBED, shard_name
from kg.terms.context import context_of

LARGEST = 200_000
"""How large a file may be, in bytes, unless one thing alone is larger: packed on the way, it has a tenth of that."""

Named = Sequence[tuple[str, bytes]]
"""Things of one kind, by their slugs, sorted, with what is said of them."""


def publish(graph: Graph, site: SiteTree) -> Mapping[str, tuple[str, ...]]:
    """Write the files of a graph, and return the beginnings of the names that they stand for, sorted, by kind.

    Raises:
        ReleaseError: If they cannot be written.
    """
    shards: dict[str, tuple[str, ...]] = {}
    writer = TurtleWriter(graph.base, context_of(graph.declaration))
    head = writer.head().encode()
    for kind, things in _things(graph, writer):
        parts = dict(_parted(things))
        for prefix, text in parts.items():
            site.write(f"{DESCRIBED}{shard_name(kind, prefix)}.ttl", head + text)
        shards[kind] = tuple(parts)
    return shards


def _things(graph: Graph, writer: TurtleWriter) -> Iterator[tuple[str, Named]]:
    """Yield the things of each kind with what is said of them and their nodes; nothing of what has documents."""
    places, owners = Places(graph.base, graph.declaration.by_path), frozenset(graph.owners)
    found = (group for group in groups(graph.store, graph.base, places, evidence=False) if graph.local(group.iri))
    for kind, members in groupby(found, lambda group: graph.kind(group.iri)):
        texts = ((group.iri, "" if group.iri in owners else writer.group(group)) for group in members)
        yield kind, sorted((graph.local(iri).partition("/")[2], text.encode()) for iri, text in texts)


def _parted(things: Named, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the beginnings of names below which files are small enough, and these."""
    if len(things) == 1 or sum(len(text) for _, text in things) <= LARGEST:
        yield prefix, b"".join(text for _, text in things)
        return
    length = len(prefix)
    for first, part in groupby(things, lambda thing: thing[0][length : length + 1]):
        yield from _parted(list(part), prefix + first)
