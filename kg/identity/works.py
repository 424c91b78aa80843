"""Join what profiles list to works: which are compared, and what keeps them apart (`work_scores` compares them)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, repeat

from kg.identity.clusters import Clusters, MatchEdge, OpenPair
from kg.identity.corpus import Corpus, PersonNode, WorkNode
from kg.identity.person_scores import weights
from kg.identity.rulings import Judged
from kg.identity.work_scores import WorkPair, WorkScores, WorkVersion, venues_of
from kg.profile.names import read_name
from kg.profile.titles import Title, are_unlike

_RARE_WORDS = 4
_VERY_RARE = 5
_END = 24  # letters at each end of a title: a key where words are run together or a citation was cut badly
_MAX_BLOCK = 40  # works of one key up to which each is compared with each other
_FEW = 3  # works of one look that are compared with those of other looks, in a large block
_TELLING = 3

Look = tuple[str, int, str]
"""Venue, year and family name of the first author of a listing."""


def candidates(
    titles: Sequence[Sequence[Title]], ids: Sequence[Sequence[str]], looks: Sequence[Look]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of works that are worth a look, some twice: a common id, an equal title, common rare words.

    Args:
        titles: The titles of each work.
        ids: What stands for each work alone.
        looks: How each work looks at a glance.
    """
    frequency = Counter(word for title in chain.from_iterable(titles) for word in title.telling)
    blocks: dict[str, list[int] | int] = {}
    for number, several in enumerate(titles):
        for key in _keys_of(several, ids[number], frequency):
            block = blocks.setdefault(key, number)
            if isinstance(block, list):
                block.append(number)
            elif block != number:
                blocks[key] = [block, number]
    for key, block in blocks.items():
        if isinstance(block, list):
            yield from _pairs_of(key, [(number, looks[number]) for number in block])


def _keys_of(titles: Iterable[Title], ids: Iterable[str], frequency: Mapping[str, int]) -> Iterable[str]:
    """Return the keys under which a work is found: ids, its titles, pairs of their rarest words, a very rare word.

    Args:
        titles: Its titles.
        ids: What stands for it alone.
        frequency: In how many titles of the whole corpus a word stands.
    """
    return dict.fromkeys(chain(ids, *(_keys_of_title(title, frequency) for title in titles)))


def _keys_of_title(title: Title, frequency: Mapping[str, int]) -> Iterator[str]:
    yield f"title {title.joined}"
    yield from _word_keys(title.telling, frequency)
    yield f"word {title.joined[:_END]}"
    yield f"word {title.joined[-_END:]}"


def _word_keys(words: Iterable[str], frequency: Mapping[str, int]) -> Iterator[str]:
    rare = sorted([(frequency[word], word) for word in words if frequency[word] > 1])[:_RARE_WORDS]
    for (_, one), (_, other) in combinations(rare, 2):
        yield f"word {one} {other}" if one < other else f"word {other} {one}"
    if rare and rare[0][0] <= _VERY_RARE:
        yield f"word {rare[0][1]}"


def look_of(work: WorkNode, people: Sequence[PersonNode]) -> Look:
    """Return by what listings of one title are told apart at a glance.

    Args:
        work: The listing.
        people: Those of whom its authors are the numbers.
    """
    first = read_name(people[work.authors[0]].forms[0]).family if work.authors else ""
    return work.venue, work.year, first


def _pairs_of(key: str, block: Sequence[tuple[int, Look]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of works, by ascending number, that share a key.

    In a large block, listings that look alike are compared with their neighbours, and a few that stand for each look
    with those of the next looks: the cost grows with the size of the block, and no listing is out of reach of another.

    Args:
        key: The key; a large block of a common word says nothing.
        block: The works, by ascending number, each with its look.
    """
    if key.startswith(("word ", "title ")) or len(block) <= _FEW:
        if len(block) <= _MAX_BLOCK:
            yield from combinations([number for number, _ in block], 2)
            return
    else:  # what one id has in common is asked once, not of each with each; equal titles meet by these
        yield from pairwise(number for number, _ in block)
        return
    if key.startswith("word "):
        return
    alike: dict[Look, list[int]] = {}
    for number, look in block:
        alike.setdefault(look, []).append(number)
    found = {pair for several in alike.values() for pair in pairwise(several)}
    some = [number for _, several in sorted(alike.items()) for number in several[:_FEW]]
    for place, one in enumerate(some):
        found.update((min(one, other), max(one, other)) for other in some[place + 1 : place + 1 + _MAX_BLOCK])
    yield from sorted(found)


def resolve_works(corpus: Corpus, judged: Judged) -> Clusters:
    """Join the works of all profiles."""
    lists = map(corpus.list_of, corpus.works)
    clusters = work_clusters(lists, map(version_of, corpus.works))
    looks = [look_of(work, corpus.persons) for work in corpus.works]
    pairs = candidates(corpus.titles, [work.ids for work in corpus.works], looks)
    join_works(clusters, judged, repeated(corpus), scored(WorkScores(corpus), pairs))
    return clusters


def version_of(work: WorkNode) -> WorkVersion | None:
    """Return where and when a work appeared, if its listing says both, or that it is a preprint."""
    is_known = (work.venue and work.year) or work.kind == "preprint"
    return WorkVersion(work.venue, work.kind, work.year, work.ids) if is_known else None


def work_clusters(lists: Iterable[int | str], versions: Iterable[WorkVersion | None] = ()) -> Clusters:
    """Return works, each still for itself, with what keeps them apart.

    Args:
        lists: The profile or catalogue that lists each; it may list a preprint beside the article.
        versions: Where and when each appeared: an entry that says neither joins no two versions.
    """
    numbers: dict[WorkVersion, int] = {}
    several = list(zip(lists, chain(versions, repeat(None)), strict=False))
    own = [(numbers.setdefault(each, len(numbers)),) if each else () for _, each in several]
    known = list(numbers)
    tokens = ([("list", (each, version is not None and version.kind == "preprint"))] for each, version in several)
    return Clusters(tokens, own, lambda one, other: not _are_versions(known[one], known[other]), "versions")


def _are_versions(one: WorkVersion, other: WorkVersion) -> bool:
    """Say whether one is in a journal and the other at a conference, more than a year apart, without a common id."""
    is_apart = abs(one.year - other.year) > 1 and not set(one.ids) & set(other.ids)
    return is_apart and venues_of(one, other) == "conference_and_journal"


def scored(scores: WorkScores, pairs: Iterable[tuple[int, int]]) -> Iterator[MatchEdge]:
    """Yield the pairs that may be one with their scores, each once; a score depends on the two works alone.

    What one catalogue lists twice in other words, such as a report and the article made of it, stays two; entries that
    agree in an id, or in everything, are repeated.
    """
    seen: set[tuple[int, int]] = set()
    titles, works = scores.corpus.titles, scores.corpus.works
    for pair in pairs:
        one, other = pair
        if _look_unlike(titles[one], titles[other]) and not (works[one].ids and works[other].ids):
            continue  # most pairs: a glance is enough
        if pair in seen:
            continue
        seen.add(pair)
        bits = scores.score(*pair)
        if bits is not None and bits >= 0:
            yield MatchEdge(*pair, bits, "repeated" if _is_repeated(scores, one, other) else "score")


def _look_unlike(mine: Sequence[Title], others: Sequence[Title]) -> bool:
    return all(are_unlike(one, other) for one in mine for other in others)


def _is_repeated(scores: WorkScores, one: int, other: int) -> bool:
    corpus, pair = scores.corpus, WorkPair(scores.corpus, one, other)
    catalogues = [corpus.profiles[work.profile].catalogue for work in (pair.a, pair.b)]
    if not catalogues[0] or catalogues[0] != catalogues[1]:
        return False
    if pair.is_one_by_id or (pair.a.ids and pair.b.ids):
        return pair.is_one_by_id
    return pair.years == "same_year" and pair.is_repetition and pair.a.venue == pair.b.venue


def join_works(clusters: Clusters, judged: Judged, repeats: Iterable[MatchEdge], edges: Iterable[MatchEdge]) -> None:
    """Join what is judged or repeated, then along the scores that are strong enough, and ask about the others."""
    bands = weights()
    judged.mark(clusters)
    several = list(edges)
    known = [*repeats, *(edge for edge in several if edge.origin == "repeated")]
    clusters.join_by_force([*judged.same, *sorted(known, key=lambda edge: (edge.other, edge.one))])
    found = [edge for edge in several if clusters.find(edge.one) != clusters.find(edge.other)]
    clusters.join([edge for edge in found if edge.weight >= bands.same], bands.margin)
    weak = (edge for edge in found if edge.weight < bands.same)
    clusters.questions.extend(OpenPair(edge.one, edge.other, edge.weight, "weight") for edge in weak)


def repeated(corpus: Corpus) -> Iterator[MatchEdge]:
    """Yield entries of one list that agree in everything: the same work, listed twice.

    A column that appears each month may have one title for ever.
    """
    first: dict[tuple[object, ...], int] = {}
    for number, (work, (title, *_)) in enumerate(zip(corpus.works, corpus.titles, strict=True)):
        if len(title.telling) < _TELLING:
            continue
        key = (work.profile, title.key, work.year, work.venue, work.authors, work.ids)
        if first.setdefault(key, number) != number:
            yield MatchEdge(first[key], number, weights().work["shared_id"], "repeated")
