"""Tell before the next build what a judgement moves: mentions, works, IRIs, pages; from what the last one decided."""

from collections.abc import Collection, Iterator, Sequence

from kg.base.errors import counted
from kg.identity.clusters import Clusters, MatchEdge
from kg.identity.deciding import parts
from kg.identity.explaining.dossiers import Dossiers, kind_of
from kg.identity.minting import Mint
from kg.identity.registry import Registry
from kg.profile.judgements import Verdict

_SHOWN = 5


def preview(dossiers: Dossiers, registry: Registry, verdict: Verdict, references: tuple[str, str]) -> Iterator[str]:
    """Yield what a judgement moves, as lines of text.

    Args:
        dossiers: What was decided in the last release.
        registry: The IRIs that were published so far.
        verdict: `same` or `different`.
        references: Whom or what it is about.
    """
    entities = list(dict.fromkeys(map(dossiers.find, references)))
    pair = [_number(dossiers, each) for each in references]
    if verdict == "different" and len(entities) == 2:
        yield "Nothing moves: they are two already, and are not asked about any more."
    elif pair[0] == pair[1]:
        yield f"{entities[0]} is taken apart: the build decides with which of the two mentions the others go."
    else:
        yield from _moves(dossiers, registry, entities, _parted(dossiers, verdict, entities, pair))


def _moves(
    dossiers: Dossiers, registry: Registry, entities: Sequence[str], parted: Sequence[Sequence[int]]
) -> Iterator[str]:
    kind = kind_of(entities[0])
    nodes = dossiers.corpus.persons if kind == "person" else dossiers.corpus.works
    owners = frozenset(owner for owner, _ in dossiers.corpus.owners) if kind == "person" else frozenset()
    mint, moved = Mint(registry, {}), []
    for part in parted:
        claims = mint.named(nodes, part, owners).claims
        iri = claims[0] if claims else "a new IRI"
        leaving = [node for node in part if dossiers.archive.decided[kind].iris[node] != iri]
        verb = "stays" if iri in entities else "comes"
        has, gets = _mentions(dossiers, kind, part), _mentions(dossiers, kind, leaving)
        moving = f", {gets} of them moved here" if gets else ""
        yield f"{iri} {verb}, with {counted(has, 'mention')}{moving}"
        yield from (f"{former} leads on to it" for former in claims[1:] if former in entities)
        moved += leaving
    yield from _touched(dossiers, kind, moved, entities)


def _touched(dossiers: Dossiers, kind: str, moved: Sequence[int], entities: Collection[str]) -> Iterator[str]:
    """Yield the works of what moves, and how many pages change."""
    corpus, decided = dossiers.corpus, dossiers.archive.decided
    numbers = moved if kind == "work" else [work for node in moved for work in corpus.works_of[node]]
    titles = {decided["work"].iris[work]: corpus.works[work].title for work in numbers}
    yield from (f"  {iri}  {title}" for iri, title in list(titles.items())[:_SHOWN])
    if len(titles) > _SHOWN:
        yield f"  and {counted(len(titles) - _SHOWN, 'more work')}"
    people = {decided["person"].iris[author] for work in numbers for author in corpus.works[work].authors}
    works, others = len(titles.keys() - entities), len(people - set(entities))
    yield f"Pages that change: their own, those of {counted(works, 'work')} and of {others} other authors"


def _parted(
    dossiers: Dossiers, verdict: Verdict, entities: Sequence[str], pair: Sequence[int]
) -> Sequence[Sequence[int]]:
    """Return the nodes of entities as they fall together with a judgement and with what held them together before."""
    size = len(dossiers.archive.decided[kind_of(entities[0])].iris)
    clusters = Clusters([()] * size)
    if verdict == "same":
        clusters.join_by_force([MatchEdge(pair[0], pair[1], 1000.0, "judgement")])
    else:
        for node in pair:
            clusters.mark(node, ("judgement", tuple(sorted(pair))))
    clusters.join([edge for iri in entities for edge in dossiers.joins(iri)], 0.0)
    about = {node for iri in entities for node in dossiers.nodes[iri]}
    return [part for part in parts(clusters, size) if part[0] in about]


def _number(dossiers: Dossiers, reference: str) -> int:
    """Return the node of a reference, as the entities of its kind count theirs."""
    node = dossiers.node(reference) or 0
    return node if node >= 0 else -node - 1


def _mentions(dossiers: Dossiers, kind: str, nodes: Sequence[int]) -> int:
    return sum(1 for _ in dossiers.archive.mentions(node if kind == "person" else -node - 1 for node in nodes))
