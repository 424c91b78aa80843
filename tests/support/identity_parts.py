"""Decide who is who part by part, as a distributed engine would: no step sees more than the profiles it needs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.identity import blocking, persons, works
from kg.identity.clusters import Clusters, MatchEdge, OpenPair, UnionFind
from kg.identity.components import CorpusExcerpt, DistinguishingFacts, clusters_of, facts
from kg.identity.corpus import Corpus
from kg.identity.deciding import questions, rank, second_looks
from kg.identity.person_scores import PersonScores, weights
from kg.identity.persons import Scored
from kg.identity.rulings import Judged
from kg.identity.work_scores import WorkScores

Split = Callable[[list[list[int]]], Iterable[list[int]]]
"""Puts components together to parts, each component in one of them."""


class Outcome(NamedTuple):
    """What was decided about the nodes of one kind: by which cluster each is found, in a canonical order."""

    roots: list[int]
    joins: list[MatchEdge]
    questions: list[OpenPair]


class Part:
    """Some nodes, and their clusters."""

    def __init__(self, nodes: Iterable[int], made: Callable[[Sequence[int]], Clusters]) -> None:
        self.nodes = sorted(nodes)
        self.here = {node: number for number, node in enumerate(self.nodes)}
        self.clusters = made(self.nodes)

    def edges(self, edges: Iterable[MatchEdge]) -> list[MatchEdge]:
        return [each._replace(one=self.here[each.one], other=self.here[each.other]) for each in edges if self.has(each)]

    def has(self, pair: MatchEdge | Scored) -> bool:
        return pair.one in self.here

    def there(self, edges: Iterable[MatchEdge]) -> list[MatchEdge]:
        return [each._replace(one=self.nodes[each.one], other=self.nodes[each.other]) for each in edges]


def components(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected components of a graph, each with its nodes ascending, by their first nodes."""
    together, nodes = UnionFind(), set[int]()
    for one, other in pairs:
        together.join(one, other)
        nodes.update((one, other))
    found: dict[int, list[int]] = {}
    for node in sorted(nodes):
        found.setdefault(together.find(node), []).append(node)
    return list(found.values())


def outcome(whole: Clusters, size: int, judged: Judged) -> Outcome:
    return merged([_part_of_all(whole, size)], size, judged)


def merged(parts: Iterable[Part], size: int, judged: Judged) -> Outcome:
    roots, joins, open_ = list(range(size)), list[MatchEdge](), list[OpenPair]()
    for part in parts:
        joins.extend(part.there(part.clusters.joins))
        for node in part.nodes:
            roots[node] = min(part.nodes[each] for each in part.clusters.members(part.clusters.find(part.here[node])))
        for each in questions(part.clusters, judged.within(part.here)):
            open_.append(each._replace(one=part.nodes[each.one], other=part.nodes[each.other]))
    return Outcome(roots, sorted(joins, key=rank), sorted(open_))


def _part_of_all(whole: Clusters, size: int) -> Part:
    return Part(range(size), lambda _: whole)


class Whole:
    """A corpus that is seen by the excerpt only."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._first_works = corpus.first_works

    def excerpt(self, *profiles: int) -> CorpusExcerpt:
        found = CorpusExcerpt()
        for profile in sorted(set(profiles)):
            first, work = self._corpus.first_persons[profile], self._first_works[profile]
            people = [self._corpus.persons[number] for number in self._corpus.people_of(profile)]
            listed = self._corpus.works[work : self._first_works[profile + 1]]
            own = [each._replace(authors=tuple(author - first for author in each.authors)) for each in listed]
            found.add((first, work), self._corpus.profiles[profile], people, own)
        return found

    def of_works(self, *numbers: int) -> CorpusExcerpt:
        return self.excerpt(*(self._corpus.works[number].profile for number in numbers))

    def of_persons(self, *numbers: int) -> CorpusExcerpt:
        return self.excerpt(*(self._corpus.persons[number].profile for number in numbers))

    def facts(self) -> list[DistinguishingFacts]:
        found = []
        for profile in range(len(self._corpus.profiles)):
            found.extend(facts(self.excerpt(profile).corpus, self._first_works[profile]))
        return found


def decide_by_parts(corpus: Corpus, of_works: Judged, of_persons: Judged, split: Split) -> tuple[Outcome, Outcome]:
    """Return what was decided about persons and works."""
    whole = Whole(corpus)
    work_parts = _work_parts(corpus, whole, of_works, split)
    known = [*_declared_and_ids(corpus), *_edges_by_work(whole, merged(work_parts, len(corpus.works), of_works).roots)]
    rows = _scored_persons(corpus, whole)
    person_parts = _person_parts(whole, of_persons, known, rows, split)
    same = merged(person_parts, len(corpus.persons), of_persons).roots
    changed = {author for part in work_parts for author in _look_again(corpus, whole, part, same)}
    if changed:
        again = list(_edges_by_work(whole, merged(work_parts, len(corpus.works), of_works).roots))
        person_parts = _person_parts(whole, of_persons, known, rows, split, again)
        for part in person_parts:
            second = persons.touched(part.edges(again), [part.here[node] for node in changed if node in part.here])
            part.clusters.join(second, weights().margin)
    return merged(person_parts, len(corpus.persons), of_persons), merged(work_parts, len(corpus.works), of_works)


def _work_parts(corpus: Corpus, whole: Whole, judged: Judged, split: Split) -> list[Part]:
    repeats: list[MatchEdge] = []
    for profile in range(len(corpus.profiles)):
        numbers = [number for number, work in enumerate(corpus.works) if work.profile == profile]
        there = {whole.excerpt(profile).work(number): number for number in numbers}
        found = works.repeated(whole.excerpt(profile).corpus)
        repeats.extend(each._replace(one=there[each.one], other=there[each.other]) for each in found)
    scored = list(_scored_works(corpus, whole))
    nodes = components([*_pairs([*repeats, *scored, *judged.same]), *judged.different, *judged.unsure])
    parts = [Part(each, lambda own: works.work_clusters(corpus.works[n].profile for n in own)) for each in split(nodes)]
    for part in parts:
        works.join_works(part.clusters, judged.within(part.here), part.edges(repeats), part.edges(scored))
    return parts


def _scored_works(corpus: Corpus, whole: Whole) -> Iterator[MatchEdge]:
    frequency = works.frequencies(title for several in corpus.titles for title in several)
    found: dict[str, list[tuple[int, works.Look]]] = defaultdict(list)
    for number, several in enumerate(corpus.titles):
        for key in works.keys_of(several, corpus.works[number].ids, frequency):
            found[key].append((number, works.look_of(corpus.works[number], corpus.persons)))
    pairs = {pair for key, block in found.items() for pair in works.pairs_of(key, block)}
    for one, other in pairs:
        part = whole.of_works(one, other)
        for edge in works.scored(WorkScores(part.corpus), [(part.work(one), part.work(other))]):
            yield edge._replace(one=one, other=other)


def _edges_by_work(whole: Whole, roots: Sequence[int]) -> Iterator[MatchEdge]:
    lists = defaultdict[int, list[int]](list)
    for number, root in enumerate(roots):
        lists[root].append(number)
    for together in lists.values():
        part = whole.of_works(*together)
        same = list(range(len(part.corpus.works)))
        for number in together:
            same[part.work(number)] = part.work(together[0])
        yield from map(part.whole, persons.edges_by_work(part.corpus, same))


def _declared_and_ids(corpus: Corpus) -> list[MatchEdge]:
    return [*persons.declared(corpus), *persons.by_id(corpus)]


def _scored_persons(corpus: Corpus, whole: Whole) -> list[Scored]:
    """Return the scores of all pairs, in the order of blocks and numbers, whoever counted them."""
    names = [blocking.names_of(person.names) for person in corpus.persons]
    keyed = defaultdict[tuple[int, str], dict[int, set[bool]]](lambda: defaultdict(set))
    for number, own in enumerate(names):
        for step, key, is_shorter in blocking.keys_of(own):
            keyed[step, key][number].add(is_shorter)
    ranked = []
    for (step, key), members in keyed.items():
        if set().union(*members.values()) == {True, False}:
            block = blocking.NameBlock(step, key, [(number, names[number]) for number in sorted(members)])
            for pair in blocking.candidates(block, lambda node: _evidence(whole, node)):
                part = whole.of_persons(pair.one, pair.other)
                here = pair._replace(one=part.person(pair.one), other=part.person(pair.other))
                found = persons.score(part.corpus, PersonScores(part.corpus), here)
                if found:
                    ranked.append(((*block.rank, *pair), found._replace(one=pair.one, other=pair.other)))
    return [found for _, found in sorted(ranked)]


def _evidence(whole: Whole, node: int) -> set[str]:
    part = whole.of_persons(node)
    return PersonScores(part.corpus).evidence(part.person(node))


def _person_parts(
    whole: Whole,
    judged: Judged,
    known: Sequence[MatchEdge],
    rows: Sequence[Scored],
    split: Split,
    more: Sequence[MatchEdge] = (),
) -> list[Part]:
    facts = whole.facts()
    edges = [*known, *more, *judged.same]
    nodes = components([*_pairs(edges), *_pairs(rows), *judged.different, *judged.unsure])
    parts = [Part(each, lambda own: clusters_of([facts[node] for node in own])) for each in split(nodes)]
    for part in parts:
        here, declared = part.edges(known), [edge for edge in part.edges(known) if edge.origin == "declared"]
        joined = [edge for edge in here if edge.origin != "declared"]
        persons.join_known(part.clusters, judged.within(part.here), declared, joined)
        own = [each._replace(one=part.here[each.one], other=part.here[each.other]) for each in rows if part.has(each)]
        persons.join_scored(part.clusters, persons.select(own, part.clusters, lambda each: each))
    return parts


def _look_again(corpus: Corpus, whole: Whole, part: Part, same: Sequence[int]) -> set[int]:
    """Join works whose authors turned out to be the same people; return authors of what was joined."""
    edges: list[MatchEdge] = []
    for question in part.clusters.questions:
        numbers = part.nodes[question.one], part.nodes[question.other]
        near = whole.of_works(*numbers)
        people = {near.person(author): same[author] for n in numbers for author in corpus.works[n].authors}
        scores = WorkScores(near.corpus, _same(people))
        here = question._replace(one=near.work(numbers[0]), other=near.work(numbers[1]))
        edges.extend(each._replace(one=question.one, other=question.other) for each in second_looks(scores, [here]))
    before = len(part.clusters.joins)
    part.clusters.join(edges, weights().margin)
    return {author for edge in part.clusters.joins[before:] for author in corpus.works[part.nodes[edge.one]].authors}


def _pairs(found: Iterable[MatchEdge] | Iterable[Scored]) -> list[tuple[int, int]]:
    return [(each.one, each.other) for each in found]


def _same(people: Mapping[int, int]) -> Callable[[int, int], bool]:
    return lambda one, other: people[one] == people[other]
