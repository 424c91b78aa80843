"""Decide who is who: works first, then persons, then works again with what is known of their authors."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from kg.identity.clusters import Clusters, Decided, MatchEdge, OpenPair
from kg.identity.corpus import Corpus, PersonNode, WorkNode
from kg.identity.minting import Mint
from kg.identity.person_scores import weights
from kg.identity.persons import edges_by_work, resolve_persons, touched
from kg.identity.registry import Registry
from kg.identity.rulings import Judged, judged
from kg.identity.work_scores import WorkScores
from kg.identity.works import resolve_works
from kg.profile.judgements import Judgements


def decide(
    corpus: Corpus, keys: Mapping[str, int], judgements: Judgements, registry: Registry
) -> tuple[Decided, Decided]:
    """Return what was decided about the persons and about the works.

    Args:
        corpus: All nodes.
        keys: The nodes of mentions that were judged one by one.
        judgements: What people have decided.
        registry: The IRIs that were published so far; it learns the new ones.

    Raises:
        ReadError: If the judgements contradict each other.
    """
    with _without_collector():
        return _decide(corpus, keys, judgements, registry)


def _decide(
    corpus: Corpus, keys: Mapping[str, int], judgements: Judgements, registry: Registry
) -> tuple[Decided, Decided]:
    find = Finder(keys, registry, corpus)
    of_works, of_persons = judged(judgements, find.work), judged(judgements, find.person)
    works, persons = decide_clusters(corpus, of_works, of_persons)
    owners = frozenset(owner for owner, _ in corpus.owners)
    pins = {corpus.persons[node].anchor: iri for node, iri in of_persons.pins.items()}
    pins |= {corpus.works[node].anchor: iri for node, iri in of_works.pins.items()}
    mint = Mint(registry, pins)
    person_iris = mint.iris(corpus.persons, parts(persons, len(corpus.persons)), owners)
    work_iris = mint.iris(corpus.works, parts(works, len(corpus.works)))
    redirect(judgements, registry)
    return (
        Decided("person", person_iris, sorted(persons.joins, key=rank), list(questions(persons, of_persons))),
        Decided("work", work_iris, sorted(works.joins, key=rank), list(questions(works, of_works))),
    )


def decide_clusters(corpus: Corpus, of_works: Judged, of_persons: Judged) -> tuple[Clusters, Clusters]:
    """Return works and persons as they are joined, and what is open about them."""
    works = resolve_works(corpus, of_works)
    persons = resolve_persons(corpus, roots(works, len(corpus.works)), of_persons)
    look_again(corpus, works, persons)
    return works, persons


@contextmanager
def _without_collector() -> Iterator[None]:
    """Switch the search for circular garbage off: there is none, and each search visits every node.

    Nor need what is there afterwards be visited: it stays as long as the build.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


class Finder:
    """Finds the node that a reference of a judgement means.

    Args:
        keys: The nodes of mentions that were judged one by one, as `Reference` counts them.
        registry: The IRIs that were published so far.
        corpus: All nodes.
    """

    def __init__(self, keys: Mapping[str, int], registry: Registry, corpus: Corpus) -> None:
        self._keys = keys
        self._registry = registry
        self._tables = {"person": cache(lambda: _table(corpus.persons)), "work": cache(lambda: _table(corpus.works))}

    def person(self, reference: str) -> int | None:
        """Return the person whom a reference means."""
        return self._find("person", reference, lambda number: number >= 0)

    def work(self, reference: str) -> int | None:
        """Return the work that a reference means."""
        return self._find("work", reference, lambda number: number < 0)

    def _find(self, kind: str, reference: str, fits: Callable[[int], bool]) -> int | None:
        if reference in self._keys and fits(self._keys[reference]):
            number = self._keys[reference]
            return number if number >= 0 else -number - 1
        if not reference.startswith(f"{kind}/"):
            return None
        table = self._tables[kind]()
        row = self._registry.rows.get(reference)
        return next((table[name] for name in (row and row.anchor, reference) if name and name in table), None)


def _table(nodes: Iterable[PersonNode | WorkNode]) -> Mapping[str, int]:
    table: dict[str, int] = {}
    for number, node in enumerate(nodes):
        table.setdefault(node.anchor, number)
        table.setdefault(node.iri, number)
    return table


def look_again(corpus: Corpus, works: Clusters, persons: Clusters) -> None:
    """Join works that the titles left open, where the authors turn out to be the same people; then their authors."""
    before = len(works.joins)
    scores = WorkScores(corpus, lambda one, other: persons.find(one) == persons.find(other))
    bands = weights()
    found = [
        MatchEdge(question.one, question.other, question.weight + bands.work["same_people"])
        for question in works.questions
        if question.obstacle == "weight" and scores.same_people(question.one, question.other)
    ]
    works.join([edge for edge in found if edge.weight >= bands.same], bands.margin)
    if len(works.joins) > before:
        edges = list(edges_by_work(corpus, roots(works, len(corpus.works))))
        changed = {author for edge in works.joins[before:] for author in corpus.works[edge.one].authors}
        persons.join(touched(edges, changed), bands.margin)


def roots(clusters: Clusters, size: int) -> list[int]:
    """Return what stands for the cluster of each node."""
    return [clusters.find(number) for number in range(size)]


def rank(edge: MatchEdge) -> tuple[bool, float, int, int]:
    """Return the place of a join among all: what is known before what was scored, then the strongest first."""
    return edge.origin == "score", -edge.weight, edge.one, edge.other


def parts(clusters: Clusters, size: int) -> list[Sequence[int]]:
    """Return the clusters, each with its nodes ascending, by their first nodes."""
    found: dict[int, list[int]] = {}
    for number in range(size):
        found.setdefault(clusters.find(number), []).append(number)
    return list(found.values())


def questions(clusters: Clusters, rulings: Judged) -> Iterator[OpenPair]:
    """Yield what people decided or left open, then the other open questions, the likeliest first.

    There is one for each pair of clusters.
    """
    unsure = [OpenPair(one, other, 0.0, "unsure") for one, other in rulings.unsure]
    different = [OpenPair(one, other, 0.0, "judgement") for one, other in rulings.different]
    rest = sorted(clusters.questions, key=lambda each: (-each.weight, each.one, each.other))
    seen: set[frozenset[int]] = set()
    for question in (*different, *unsure, *rest):
        pair = frozenset((clusters.find(question.one), clusters.find(question.other)))
        if len(pair) == 2 and pair not in seen:
            seen.add(pair)
            yield question


def redirect(judgements: Judgements, registry: Registry) -> None:
    """Let published IRIs that stand on nothing any more lead where people say, and withdraw what they say."""
    for entry in judgements.entries:
        if entry.verdict == "withdraw":
            registry.withdraw(entry.references[0])
        elif entry.verdict == "same":
            registry.redirect(*entry.references)
