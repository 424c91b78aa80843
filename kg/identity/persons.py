"""Join the persons whom profiles name: find candidates, score them, cluster under constraints."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from kg.identity.clusters import Clusters, Edge, Partition, Question
from kg.identity.comparing.names import Level, PersonName, compare, initials, is_short, nicknames, read_name
from kg.identity.comparing.person_scores import PersonScores
from kg.identity.comparing.rarity import bearers
from kg.identity.comparing.weights import weights
from kg.identity.corpus import Corpus
from kg.identity.rulings import Judged

_SMALL_BLOCK = 24
_COMMON_EVIDENCE = 20
_RARE = 1.0  # bearers up to which a name alone is worth a look in a large block
_FEW_LISTS = 8  # lists of one work up to which each is laid beside each other one
_PLAIN = 9.0  # bits from which two are plainly one
_QUARANTINE = 3  # names that one id may have
_NAMESAKES = 6  # mentions of a full name up to which every pair is worth a question
_FULL = (Level.EXACT, Level.MIDDLE, Level.NICKNAME)


def resolve_persons(corpus: Corpus, works: Sequence[int], judged: Judged) -> Clusters:
    """Join the persons of all profiles.

    Args:
        corpus: All nodes.
        works: The number of each work after works were joined.
        judged: What people have decided.
    """
    names = _Names(corpus)
    clusters = Clusters(corpus.works_of, names.of, names.agree, _exclusive(corpus))
    judged.mark(clusters)
    clusters.join_by_force([*_declared(corpus), *judged.same])
    margin = weights().margin
    clusters.join([*_by_id(corpus), *edges_by_work(corpus, works)], margin)
    scored, weak = _scored(corpus, PersonScores(corpus), clusters)
    clusters.join(scored, margin)
    clusters.questions.extend(Question(edge.one, edge.other, edge.weight, "weight") for edge in weak)
    return clusters


class _Names:
    """The names of all nodes, by number, and whether two of them may be one person's."""

    def __init__(self, corpus: Corpus) -> None:
        numbers: dict[str, int] = {}
        self.of = [tuple(numbers.setdefault(form, len(numbers)) for form in p.forms) for p in corpus.persons]
        self._forms = list(numbers)

    def agree(self, one: int, other: int) -> bool:
        """Say whether two names, given by number, may be one person's."""
        return compare(read_name(self._forms[one]), read_name(self._forms[other])) is not Level.NONE


def _exclusive(corpus: Corpus) -> dict[int, dict[str, Hashable]]:
    """Return what a person has one of at most: a profile of the own, an ORCID iD."""
    found: dict[int, dict[str, Hashable]] = {}
    for profile, listed in enumerate(corpus.profiles):
        found[corpus.owner(profile)] = {"owner": listed.owner}
    for number, person in enumerate(corpus.persons):
        for iri in person.ids:
            if "//orcid.org/" in iri:
                found.setdefault(number, {})["orcid"] = iri
    return found


def _declared(corpus: Corpus) -> Iterator[Edge]:
    """Yield an edge for each person whom a profile names by the id of another profile."""
    owners = {listed.owner: corpus.owner(profile) for profile, listed in enumerate(corpus.profiles)}
    for number, person in enumerate(corpus.persons):
        if person.bound in owners:
            yield Edge(owners[person.bound], number, 1000.0, "declared")


def _by_id(corpus: Corpus) -> Iterator[Edge]:
    """Yield edges between persons who share an id, unless it is everybody's."""
    bearers_of: dict[str, list[int]] = defaultdict(list)
    for number, person in enumerate(corpus.persons):
        for iri in person.ids:
            bearers_of[iri].append(number)
    for nodes in bearers_of.values():
        if len({corpus.persons[node].names[0].family for node in nodes}) <= _QUARANTINE:
            yield from (Edge(one, other, weights().person["shared_id"], "id") for one, other in pairwise(nodes))


def edges_by_work(corpus: Corpus, works: Sequence[int]) -> Iterator[Edge]:
    """Yield edges between the authors of a work as two profiles list them."""
    lists: dict[int, list[int]] = defaultdict(list)
    for number, root in enumerate(works):
        lists[root].append(number)
    for numbers in lists.values():
        few = len(numbers) <= _FEW_LISTS
        for first, second in combinations(numbers, 2) if few else ((numbers[0], number) for number in numbers[1:]):
            for one, other in aligned(corpus, corpus.works[first].authors, corpus.works[second].authors):
                yield Edge(one, other, weights().person["shared_work"], "work")


def aligned(corpus: Corpus, mine: Sequence[int], others: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the authors of two lists of one work who are the same: at the same place, else by the only fitting name."""
    mine_names, others_names = ([corpus.persons[node].names[0] for node in nodes] for nodes in (mine, others))
    left = set(range(len(others)))
    rest = []
    for place, name in enumerate(mine_names):
        if place < len(others) and compare(name, others_names[place]) is not Level.NONE:
            left.discard(place)
            yield mine[place], others[place]
        else:
            rest.append(place)
    fitting = [
        (place, each)
        for place in rest
        for each in left
        if compare(mine_names[place], others_names[each]) is not Level.NONE
    ]
    left_fits, right_fits = (Counter(pair[side] for pair in fitting) for side in (0, 1))
    yield from ((mine[one], others[other]) for one, other in fitting if left_fits[one] == right_fits[other] == 1)


def _scored(corpus: Corpus, scores: PersonScores, clusters: Clusters) -> tuple[list[Edge], list[Edge]]:
    """Return the edges that are strong enough, and those that are worth a question."""
    bands = weights()
    sure: list[Edge] = []
    weak: list[Edge] = []
    plain = Partition()
    for block in blocks(corpus):
        counts = _counts(corpus, block.nodes)
        for one, other in _new_pairs(corpus, scores, block):
            if clusters.find(one) == clusters.find(other) or plain.find(one) == plain.find(other):
                continue
            score = scores.score(one, other)
            if score is None or score < bands.unsure:
                continue
            edge = Edge(min(one, other), max(one, other), score)
            if score >= bands.same:
                sure.append(edge)
                if score >= _PLAIN and not clusters.obstacle(clusters.find(one), clusters.find(other)):
                    plain.join(one, other)  # what is plainly one need not be compared with a third one twice
            elif score >= 0 or _are_few_namesakes(corpus, edge, counts):
                weak.append(edge)
    return sure, weak


def _counts(corpus: Corpus, block: Sequence[int]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for node in block:
        counts[corpus.persons[node].names[0].key] += 1
    return counts


def _are_few_namesakes(corpus: Corpus, edge: Edge, counts: dict[str, int]) -> bool:
    """Say whether two full names agree that few others bear: a question that a person may answer."""
    one, other = corpus.persons[edge.one].names[0], corpus.persons[edge.other].names[0]
    if max(counts.get(one.key, 0), counts.get(other.key, 0)) > _NAMESAKES:
        return False
    if not (one.family and other.family and one.given and other.given):
        return False
    return min(len(one.given[0]), len(other.given[0])) > 1 and compare(one, other) in _FULL


Keys = Callable[[PersonName], Set[str]]
"""Gives the keys under which a name is found."""


class Block(NamedTuple):
    """Persons whose names may agree.

    Attributes:
        nodes: Their numbers.
        is_first: Whether they met by their whole names; else some of them did so before.
    """

    nodes: Sequence[int]
    is_first: bool


def _new_pairs(corpus: Corpus, scores: PersonScores, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a block that are worth scoring, without those of an earlier block."""
    for one, other in _candidates(corpus, scores, block.nodes):
        if block.is_first or not _met_before(corpus, one, other):
            yield one, other


def _met_before(corpus: Corpus, one: int, other: int) -> bool:
    """Say whether two persons met by their whole names, too."""
    keys = [{key for name in forms_of(corpus, node) for key in _full_keys(name)} for node in (one, other)]
    return not keys[0].isdisjoint(keys[1])


def blocks(corpus: Corpus) -> Iterator[Block]:
    """Yield groups of persons whose names may agree.

    Names meet as a whole; one with fewer given names meets those that have more; initials meet what begins
    with them; and all meet by their letters, in any order.
    """
    everybody = range(len(corpus.persons))
    yield from (Block(nodes, True) for nodes in _grouped(corpus, everybody, _full_keys))
    for shorter, longer in ((_full_keys, _part_keys), (_initial_keys, _letter_keys)):
        wanted = _keys(corpus, shorter) & _keys(corpus, longer)
        for nodes in _grouped(corpus, everybody, _among(wanted, shorter, longer)):
            yield Block(nodes, False)
    yield from (Block(nodes, False) for nodes in _grouped(corpus, everybody, _word_keys))


def _keys(corpus: Corpus, keys_of: Keys) -> Set[str]:
    return {key for number in range(len(corpus.persons)) for name in forms_of(corpus, number) for key in keys_of(name)}


def _among(wanted: Set[str], *several: Keys) -> Keys:
    """Return what gives the keys of a name that are wanted."""
    return lambda name: {key for keys_of in several for key in keys_of(name) if key in wanted}


def _grouped(corpus: Corpus, nodes: Iterable[int], keys_of: Keys) -> Iterator[list[int]]:
    numbers: dict[str, int] = {}
    rows = [
        (numbers.setdefault(key, len(numbers)), node)
        for node in nodes
        for key in {key for name in forms_of(corpus, node) for key in keys_of(name)}
    ]
    rows.sort()
    for _, group in groupby(rows, key=itemgetter(0)):
        block = [node for _, node in group]
        if len(block) > 1:
            yield block


def forms_of(corpus: Corpus, node: int) -> Iterator[PersonName]:
    """Yield the names of a person, with their spelt-out forms."""
    for name in corpus.persons[node].names:
        yield name
        yield from name.spelt


@lru_cache(1 << 19)
def _full_keys(name: PersonName) -> Set[str]:
    """Return family name with the given names, the first in each form that stands for it; nothing for initials."""
    if not name.family:
        return {name.given[0]}
    full = [word for word in name.given if len(word) > 1]
    core = name.family.split()[-1]
    return {f"{core} {form}{''.join(full[1:])}" for form in (full[0], *nicknames().get(full[0], ()))} if full else set()


@lru_cache(1 << 19)
def _part_keys(name: PersonName) -> Set[str]:
    """Return family name with some of the given names, which stand side by side."""
    full = [word for word in name.given if len(word) > 1]
    core = name.family.split()[-1] if name.family else ""
    return {
        f"{core} {form}{''.join(full[start + 1 : end])}"
        for start in range(len(full) if core else 0)
        for end in range(start + 1, len(full) + 1)
        if end - start < len(full)
        for form in (full[start], *nicknames().get(full[start], ()))
    }


def _initial_keys(name: PersonName) -> Set[str]:
    return _letter_keys(name) if is_short(name) else set()


def _letter_keys(name: PersonName) -> Set[str]:
    core = name.family.split()[-1] if name.family else ""
    return {f"{core} {initial}" for initial in initials(name)} if core else set()


def _word_keys(name: PersonName) -> Set[str]:
    words = name.words
    letters = sorted(letter for word in words for letter in word)  # `Kim Min-Jun` is `Minjun Kim`
    return {"".join(letters)} if len(words) > 1 and min(map(len, words)) > 1 else set()


def _candidates(corpus: Corpus, scores: PersonScores, block: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return the pairs of a block that are worth scoring: all of a small one, of a large one those with evidence."""
    if len(block) <= _SMALL_BLOCK:
        return combinations(block, 2)
    groups: dict[object, list[int]] = defaultdict(list)
    for node in block:
        for token in _evidence(corpus, scores, node):
            groups[token].append(node)
    pairs: set[tuple[int, int]] = set()
    for nodes in groups.values():
        if len(nodes) <= _COMMON_EVIDENCE:
            pairs.update(combinations(nodes, 2))
        else:
            pairs.update(pairwise(nodes))
    return sorted(pairs)


def _evidence(corpus: Corpus, scores: PersonScores, node: int) -> Iterator[Hashable]:
    """Yield what two persons of a large block must share one of."""
    features = scores.features(node)
    person = corpus.persons[node]
    is_any_short = any(map(is_short, person.names))
    for form, names in features.co_authors.items():
        yield from (name.key for name in names)
        if is_any_short or any(map(is_short, names)):
            yield form
    yield from (("at", iri) for iri in features.organizations)
    for name in person.names:
        if bearers(name) <= _RARE:
            yield ("name", name.key)
