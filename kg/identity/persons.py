"""Join the persons whom profiles name: find candidates, score them, cluster under constraints."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise
from typing import NamedTuple, TypeVar

from kg.identity.blocking import Alike, CandidatePair, blocks, candidates, names_of
from kg.identity.clusters import Clusters, MatchEdge, OpenPair, UnionFind
from kg.identity.corpus import Corpus
from kg.identity.person_scores import PersonScores, weights
from kg.identity.rulings import Judged
from kg.identity.written import WrittenNames
from kg.profile.names import Level

_FEW_LISTS = 8  # lists of one work, or names of one id, up to which each is laid beside each other one
_PLAIN = 9.0  # bits from which two are plainly one
_QUARANTINE = 3  # names that one id may have
_NAMESAKES = 6  # mentions of a full name up to which every pair is worth a question
Apart = dict[int, dict[str, Hashable]]
"""Of what a person has one at most, by number and kind."""
_FULL = (Level.EXACT, Level.MIDDLE, Level.NICKNAME)


class Scored(NamedTuple):
    """A pair of persons with its score.

    Attributes:
        one: A node.
        other: A node with a greater number.
        score: What speaks for their being one, in bits.
        asks: Whether the score is worth a question, if it is not enough for a join.
    """

    one: int
    other: int
    score: float
    asks: bool


def resolve_persons(corpus: Corpus, works: Sequence[int], judged: Judged) -> Clusters:
    """Join the persons of all profiles.

    Args:
        corpus: All nodes.
        works: The number of each work after works were joined.
        judged: What people have decided.
    """
    scores = PersonScores(corpus)
    clusters = person_clusters(corpus.works_of, corpus.written, exclusive(corpus))
    pairs = (candidate for block in blocks(alike(corpus)) for candidate in candidates(block, scores.evidence))
    join_known(clusters, judged, declared(corpus), [*by_id(corpus), *edges_by_work(corpus, works)])
    join_scored(clusters, select(pairs, clusters, lambda pair: score(corpus, scores, pair)))
    return clusters


def person_clusters(works: Iterable[Sequence[int]], written: WrittenNames, apart: Apart) -> Clusters:
    """Return persons, each still for itself, with what keeps them apart: their works, names, what each has one of."""
    return Clusters(works, written.of, written.agree, bridges=written.is_full, exclusive=apart)


def join_known(clusters: Clusters, judged: Judged, declared: Iterable[MatchEdge], known: Iterable[MatchEdge]) -> None:
    """Join what is declared or judged, then what ids and common works say."""
    judged.mark(clusters)
    clusters.join_by_force([*declared, *judged.same])
    clusters.join(known, weights().margin)


def join_scored(clusters: Clusters, selected: Iterable[Scored]) -> None:
    """Join along the scores that are strong enough, and ask about the others."""
    found, same = list(selected), weights().same
    sure = [MatchEdge(each.one, each.other, each.score) for each in found if each.score >= same]
    clusters.join(sure, weights().margin)
    clusters.questions.extend(
        OpenPair(each.one, each.other, each.score, "weight") for each in found if each.score < same
    )


def alike(corpus: Corpus) -> list[Alike]:
    """Return the persons of a corpus by how they are written."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, forms in enumerate(corpus.written.of):
        groups.setdefault(forms, []).append(number)
    read = corpus.written.read
    return [(names_of([read[form] for form in forms]), numbers) for forms, numbers in groups.items()]


def exclusive(corpus: Corpus) -> Apart:
    """Return what a person has one of at most: a profile of the own, an ORCID iD."""
    found: Apart = {}
    for owner, listed in corpus.owners:
        found[owner] = {"owner": listed.owner}
    for number, person in enumerate(corpus.persons):
        for iri in person.ids:
            if "//orcid.org/" in iri:
                found.setdefault(number, {})["orcid"] = iri
    return found


def declared(corpus: Corpus) -> Iterator[MatchEdge]:
    """Yield an edge for each person whom a profile names by the id of another profile."""
    owners = {listed.owner: owner for owner, listed in corpus.owners}
    for number, person in enumerate(corpus.persons):
        if person.bound in owners:
            yield MatchEdge(owners[person.bound], number, 1000.0, "declared")


def by_id(corpus: Corpus) -> Iterator[MatchEdge]:
    """Yield edges between persons who share an id; those whose names differ make a question.

    An ORCID iD holds though the family name changed. What many names share is everybody's, and joins nobody.
    """
    written, bearers_of = corpus.written, defaultdict[str, dict[int, list[int]]](lambda: defaultdict(list))
    for number, person in enumerate(corpus.persons):
        for iri in person.ids:
            bearers_of[iri][written.of[number][0]].append(number)
    for iri, by_form in bearers_of.items():
        is_everybodys = len({written.read[form].family for form in by_form}) > _QUARANTINE
        firsts = [nodes[0] for nodes in by_form.values()]
        groups = () if is_everybodys else by_form.values()
        across = combinations(firsts, 2) if len(firsts) <= _FEW_LISTS else pairwise(firsts)
        for one, other in chain(across, *map(pairwise, groups)):
            agree, may_be_new = written.any_agree(one, other), written.may_be_renamed(one, other)
            if not (is_everybodys and (agree or may_be_new)):
                origin = "renamed" if may_be_new and not agree and "//orcid.org/" in iri else "id"
                yield MatchEdge(one, other, weights().person["shared_id"], origin)


def edges_by_work(corpus: Corpus, works: Sequence[int]) -> Iterator[MatchEdge]:
    """Yield edges between the authors of a work as two profiles list them."""
    lists: dict[int, list[int]] = defaultdict(list)
    for number, root in enumerate(works):
        lists[root].append(number)
    for numbers in lists.values():
        few = len(numbers) <= _FEW_LISTS
        for first, second in combinations(numbers, 2) if few else ((numbers[0], number) for number in numbers[1:]):
            for one, other in aligned(corpus, corpus.works[first].authors, corpus.works[second].authors):
                yield MatchEdge(one, other, weights().person["shared_work"], "work")


def touched(edges: Iterable[MatchEdge], changed: Iterable[int]) -> list[MatchEdge]:
    """Return the edges that others connect with some nodes: a second look at them alone is one at all of these."""
    edges, together = list(edges), UnionFind()
    for edge in edges:
        together.join(edge.one, edge.other)
    reached = set(map(together.find, changed))
    return [edge for edge in edges if together.find(edge.one) in reached]


def aligned(corpus: Corpus, mine: Sequence[int], others: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the authors of two lists of one work who are the same: at the same place, else by the only fitting name."""
    written = corpus.written
    mine_names, others_names = ([written.of[node][0] for node in nodes] for nodes in (mine, others))
    left = set(range(len(others)))
    rest = []
    for place, name in enumerate(mine_names):
        if place < len(others) and written.agree(name, others_names[place]):
            left.discard(place)
            yield mine[place], others[place]
        else:
            rest.append(place)
    pairs = ((place, each) for place in rest for each in left)
    fitting = [pair for pair in pairs if written.surely_agree(mine_names[pair[0]], others_names[pair[1]])]
    left_fits, right_fits = (Counter(pair[side] for pair in fitting) for side in (0, 1))
    yield from ((mine[one], others[other]) for one, other in fitting if left_fits[one] == right_fits[other] == 1)


def score(corpus: Corpus, scores: PersonScores, candidate: CandidatePair) -> Scored | None:
    """Return the score of a pair, or None if it is good for nothing.

    Args:
        corpus: All nodes.
        scores: Those of the corpus.
        candidate: The pair.
    """
    one, other, namesakes = candidate
    reasons = scores.reasons(one, other)
    bits = sum(reason.bits for reason in reasons)
    if not reasons or bits < weights().unsure:
        return None
    against = sum(reason.bits for reason in reasons if reason.kind == "other_field")  # a join, but not a question
    asks = bits >= against or (namesakes <= _NAMESAKES and _are_namesakes(corpus, one, other))
    return Scored(one, other, bits, asks) if asks else None


def _are_namesakes(corpus: Corpus, one: int, other: int) -> bool:
    """Say whether two full names agree, or one list has both: a question that a person may answer if few bear them."""
    written = corpus.written
    if corpus.persons[one].profile == corpus.persons[other].profile:
        return True
    forms = written.of[one][0], written.of[other][0]
    names = [written.read[form] for form in forms]
    return all(name.family and name.given and len(name.given[0]) > 1 for name in names) and (
        written.level(*forms) in _FULL
    )


Pair = TypeVar("Pair", CandidatePair, Scored)


def select(pairs: Iterable[Pair], clusters: Clusters, scored: Callable[[Pair], Scored | None]) -> Iterator[Scored]:
    """Yield the scores that count, of pairs in the order of blocks and numbers.

    Left out is who is one already, and who was found to be plainly one with the same others before: of many
    mentions of one person not each need be compared with each.

    Args:
        pairs: The pairs, ordered by `(*Block.rank, one, other)`.
        clusters: Those who are joined by what is known; not changed here.
        scored: Returns the score of a pair.
    """
    plain = UnionFind()
    for pair in pairs:
        one, other = pair[:2]
        if clusters.find(one) == clusters.find(other) or plain.find(one) == plain.find(other):
            continue
        found = scored(pair)
        if found is None:
            continue
        yield found
        if found.score >= _PLAIN and clusters.may_be_joined(MatchEdge(one, other, found.score)):
            plain.join(one, other)
