"""Join what profiles list to works: titles, order-free authors, years, venues, identifiers."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, product, repeat
from types import MappingProxyType
from typing import NamedTuple

from kg.identity.clusters import Clusters, MatchEdge, OpenPair
from kg.identity.corpus import Corpus, PersonNode, WorkNode
from kg.identity.person_scores import Reason, weights
from kg.identity.rulings import Judged
from kg.profile.names import read_name
from kg.profile.spellings import is_slip
from kg.profile.titles import (
    GENERIC,
    Likeness,
    Title,
    are_unlike,
    can_be_one,
    differing,
    letters_alike,
    likeness,
    without_citation,
)

_RARE_WORDS = 4
_VERY_RARE = 5
_END = 24  # letters at each end of a title: a key where words are run together or a citation was cut badly
_MAX_BLOCK = 40  # works of one key up to which each is compared with each other
_FEW = 3  # works of one look that are compared with those of other looks, in a large block
_TELLING = 3
_FAR = 4  # years from which a work of another year is another work
_MOST_WORDS, _MOST_AUTHORS, _MOST_DIFFERING = 6, 4, 3  # telling words, authors, other words: more say no more
_NEARLY = 0.9  # share of letters from which each further one tells a slip from another word
_LEVELS = MappingProxyType(
    {
        Likeness.KIND: "title_kind",
        Likeness.START: "title_start",
        Likeness.CLOSE: "close_title",
        Likeness.SIMILAR: "similar_title",
        Likeness.WITHIN: "title_within",
    }
)
_KINDS = MappingProxyType(
    {
        "report": frozenset(("arxiv", "dissertation", "memo", "report", "rr", "tech", "thesis", "tr", "unpublished")),
        "journal": frozenset(
            ("acta", "j", "jnl", "journal", "letters", "magazine", "rec", "record", "trans", "transactions")
        ),
        "meeting": frozenset(
            (
                *("conf", "conference", "international", "intl", "meeting", "proc", "proceedings", "symp", "symposium"),
                *("sigmod", "vldb", "workshop"),
            )
        ),
    }
)
_NO_FAMILIES = GENERIC | frozenset(("anthology", "authors", "disc", "edition", "record", "technologies"))
"""Last words of what stands for an author where a citation was cut badly."""
_SMALL = frozenset(("and", "for", "in", "of", "on", "the"))
_USUAL = frozenset(word for words in _KINDS.values() for word in words) - {"sigmod", "vldb"}
_OTHER_WORDS = frozenset(("replaced_word", "added_word"))
_ELSEWHERE = frozenset(("unknown_venue", "other_venue", "conference_and_journal"))
_UNLIKE = frozenset(("title_kind", "title_cited", "most_authors", "some_authors", "no_authors", "unlisted_authors"))

Look = tuple[str, int, str]
"""Venue, year and family name of the first author of a listing."""

SamePerson = Callable[[int, int], bool]
_ONE_TITLE = frozenset(("title_word", "title_start", "last_letters"))
"""Features of titles that do not differ in a word."""


class Feature(NamedTuple):
    """What was seen in two works: a feature times its weight is a piece of evidence.

    Attributes:
        kind: Its name in `weights.toml`.
        value: 1 for what is so, else how much there is of it.
        detail: What it is about.
    """

    kind: str
    value: float = 1.0
    detail: str = ""


class WorkVersion(NamedTuple):
    """Where and when a listing says that a work appeared: the paper of a meeting and the later article are two works.

    Attributes:
        venue: IRI of its series or journal.
        kind: `preprint`; `journal`, `conference` … of a venue that is known by name; else empty.
        year: Year of publication.
        ids: IRIs that stand for the work alone.
    """

    venue: str
    kind: str
    year: int
    ids: tuple[str, ...]


class WorkScores:
    """Scores pairs of works: features times weights.

    Args:
        corpus: All nodes.
        same_person: Says whether two persons are known to be one; by default nobody is.

    Attributes:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus, same_person: SamePerson = lambda _one, _other: False) -> None:
        self.corpus = corpus
        self._same_person = same_person
        self._titles = corpus.titles
        self._weights = weights().work

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two works' being one; nothing if their titles differ."""
        known = self._weights
        found = self.features(one, other)
        return [Reason(kind, bits, detail) for kind, value, detail in found if (bits := known[kind] * value)]

    def score(self, one: int, other: int) -> float | None:
        """Return the sum of what speaks for and against, or None if the titles differ."""
        found = self.reasons(one, other)
        return sum(reason.bits for reason in found) if found else None

    def features(self, one: int, other: int) -> list[Feature]:
        """Return what two works have in common and what not; nothing if their titles differ."""
        a, b = self.corpus.works[one], self.corpus.works[other]
        title = self._title(one, other)
        found = [Feature("prior"), *self._ids(one, other)]
        if not title and len(found) == 1:
            return []
        if found[-1].kind == "id_elsewhere":
            return found  # however alike the titles are
        found += [*title, *self._authors(a, b, title)]
        if not _are_early_and_late(a, b):
            found += [*_year(a, b), *_venue(a, b)]
        kinds = {each.kind for each in found}
        if a.year and b.year and kinds & _OTHER_WORDS and kinds & _ELSEWHERE:
            found.append(Feature("other_title_elsewhere"))
        if self._are_beside(a, b) and not (_are_early_and_late(a, b) and _is_repetition(kinds, a, b)):
            found.append(Feature("one_list"))
        return found

    def _are_beside(self, a: WorkNode, b: WorkNode) -> bool:
        """Say whether one list names both, one as a preprint."""
        return self.corpus.list_of(a) == self.corpus.list_of(b) and "preprint" in {a.kind, b.kind}

    def _ids(self, one: int, other: int) -> Iterator[Feature]:
        """Yield what ids say: one id and titles that can be one, or two ids, are a work; one id alone is a question."""
        a, b = self.corpus.works[one], self.corpus.works[other]
        if shared := set(a.ids) & set(b.ids):
            aligned = [*self.aligned(a, b)]
            is_sure = a.year == b.year > 0 and len(aligned) == len(a.authors) == len(b.authors) > 0
            several = {iri.casefold().rpartition("arxiv")[2].lstrip("./:") for iri in shared}
            parts, titles = (a.part, b.part), (self._titles[one], self._titles[other])
            if len(several) > 1 or can_be_one(*titles, is_sure=is_sure, parts=parts):
                yield Feature("shared_id", detail=min(shared))
            elif not _are_parts(a, b) or (is_sure and not all(parts)):
                yield Feature("id_elsewhere", detail=min(shared))
        elif _scheme(a.ids, "doi.org") and _scheme(b.ids, "doi.org") and not _are_early_and_late(a, b):
            yield Feature("other_doi")

    def _title(self, one: int, other: int) -> list[Feature]:
        """Return what the titles say that are most alike, in whatever languages."""
        citation = self._citation(one, other)
        pairs = product(self._titles[one], self._titles[other])
        several = [found for first, second in pairs if (found := list(_alike(first, second, *citation)))]
        best = max(several, key=lambda found: sum(self._weights[each.kind] * each.value for each in found), default=[])
        return [best[0]._replace(detail=self.corpus.works[other].title), *best[1:]] if best else []

    def _citation(self, one: int, other: int) -> tuple[frozenset[str], frozenset[str]]:
        """Return the words of the names of the authors of two works, and those of their venues."""
        works = self.corpus.works[one], self.corpus.works[other]
        return frozenset().union(*map(self._words, works)), _USUAL.union(*map(_venue_words, works))

    def same_people(self, one: int, other: int) -> bool:
        """Say whether two works of one title have the same people as authors; of like titles these write several."""
        if not any(feature.kind in _ONE_TITLE for feature in self.features(one, other)):
            return False
        mine, others = self.corpus.works[one].authors, self.corpus.works[other].authors
        return len(mine) == len(others) > 0 and all(
            any(self._same_person(author, each) for each in others) for author in mine
        )

    def are_versions(self, one: int, other: int) -> bool:
        """Say whether one is in a journal and the other at a conference: the same people would write both."""
        return any(feature.kind == "conference_and_journal" for feature in self.features(one, other))

    def _authors(self, a: WorkNode, b: WorkNode, title: Sequence[Feature]) -> Iterator[Feature]:
        fewest, most = sorted((len(a.authors), len(b.authors)))
        matched = sum(1 for _ in self.aligned(a, b)) or fewest * self._are_turned(a, b)
        if not fewest or not (matched or (self._are_people(a) and self._are_people(b))):
            yield Feature("unlisted_authors")
            return
        share = matched / fewest
        alike = self._words_alike(a, b) if share < 1 else 0.0
        if share < 1 or fewest < min(most, 3):  # who writes one work writes others: the same authors say nothing
            kind = "most_authors" if share >= 0.5 else "some_authors" if matched or alike else "no_authors"
            yield Feature(kind, detail=f"{matched} of {most}")
        if matched and any(each.kind == "title_word" for each in title):  # else people write several works
            yield Feature("author", min(matched, _MOST_AUTHORS), str(matched))
        if alike:
            yield Feature("names_alike", alike, f"{alike:.0%}")

    def _are_turned(self, a: WorkNode, b: WorkNode) -> bool:
        """Say whether one list took the given names for family names: `L. Ada, B. Charles`."""
        written = self.corpus.written
        mine, others = ([written.read[written.of[author][0]].words for author in work.authors] for work in (a, b))
        return all(_is_turned(one, other) for one, other in zip(mine, others, strict=False))

    def _are_people(self, work: WorkNode) -> bool:
        """Say whether any author is a person, and not what else stood in a citation: `ACMS Anthology`, `P Edition`."""
        written = self.corpus.written
        return any(written.read[written.of[author][0]].family not in _NO_FAMILIES for author in work.authors)

    def _words_alike(self, a: WorkNode, b: WorkNode) -> float:
        """Return the share of the words of the shorter list of authors that stand in the other, in whatever order."""
        mine, others = sorted((self._words(a), self._words(b)), key=len)
        alike = sum(word in others or any(is_slip(word, each) for each in others) for word in mine)
        return alike / len(mine) if mine else 0.0

    def _words(self, work: WorkNode) -> frozenset[str]:
        """Return the words of the names of all authors, without initials."""
        written = self.corpus.written
        names = (written.read[written.of[author][0]].words for author in work.authors)
        return frozenset(word for words in names for word in words if len(word) > 2)

    def aligned(self, a: WorkNode, b: WorkNode) -> Iterator[tuple[int, int]]:
        """Yield the authors of two lists that may be one, each author once; the order does not matter."""
        written, left = self.corpus.written, list(b.authors)
        for one in a.authors:
            form = written.of[one][0]
            match = next((other for other in left if written.may_be_misspelt(form, written.of[other][0])), None)
            if match is not None:
                left.remove(match)
                yield one, match


def _are_parts(a: WorkNode, b: WorkNode) -> bool:
    """Say whether two works of one id are parts of one thing that has it: an issue of a journal is none."""
    return bool(a.venue) and a.venue == b.venue and a.kind != "journal"


def _are_early_and_late(a: WorkNode, b: WorkNode) -> bool:
    """Say whether one is a preprint and the other none, at most three years apart."""
    is_near = not (a.year and b.year) or abs(a.year - b.year) < _FAR
    return is_near and (a.kind == "preprint") != (b.kind == "preprint")


def _is_turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether the last word of each of two names begins with an initial of the other."""
    return bool(one and other) and one[-1][0] in other[:-1] and other[-1][0] in one[:-1]


def _alike(first: Title, second: Title, people: Collection[str], venues: Collection[str]) -> Iterator[Feature]:
    """Yield what two titles have in common, without what citations left at their ends."""
    alike = likeness(first, second)
    if alike is not Likeness.EQUAL:
        bare = (without_citation(first, second, people, venues), without_citation(second, first, people, venues))
        if bare != (first, second) and (cited := likeness(*bare)) is not Likeness.NONE:
            (first, second), alike = bare, cited
            yield Feature("title_cited")
    if alike in _LEVELS:
        yield Feature(_LEVELS[alike])
    sizes = len(first.telling), len(second.telling)
    if alike in (Likeness.EQUAL, Likeness.KIND):
        telling = min(max(sizes), _MOST_WORDS)  # words may be run together
        yield Feature("title_word", telling, str(telling))
    elif alike is not Likeness.NONE:
        telling = min(*sizes, _MOST_WORDS)
        yield Feature("close_word", telling, str(telling))
        yield from _differences(first, second)


def _differences(first: Title, second: Title) -> Iterator[Feature]:
    """Yield in how many words and letters two titles differ."""
    fewest, most = sorted(differing(first, second))
    if fewest:
        yield Feature("replaced_word", min(fewest, _MOST_DIFFERING), str(fewest))
    if most > fewest:
        yield Feature("added_word", min(most - fewest, _MOST_DIFFERING), str(most - fewest))
    share = letters_alike(first, second)
    yield Feature("letters", share, f"{share:.0%}")
    if share > _NEARLY:
        yield Feature("last_letters", (share - _NEARLY) / (1 - _NEARLY), f"{1 - share:.0%}")


def _year(a: WorkNode, b: WorkNode) -> Iterator[Feature]:
    if a.year and b.year:
        apart = abs(a.year - b.year)
        kind = "same_year" if not apart else "next_year" if apart == 1 else "near_year" if apart < _FAR else "far_year"
        yield Feature(kind, detail=f"{a.year}" if not apart else f"{a.year} and {b.year}")


def _venue(a: WorkNode | WorkVersion, b: WorkNode | WorkVersion) -> Iterator[Feature]:
    if not a.venue or not b.venue:
        return
    if a.venue == b.venue:
        yield Feature("same_venue", detail=a.venue)
        return
    if a.kind and b.kind:
        kind = "conference_and_journal" if "journal" in (a.kind, b.kind) else "other_venue"
    else:
        kind = _by_words(a, b)
    if kind:
        yield Feature(kind, detail=f"{a.venue} and {b.venue}")


def _by_words(a: WorkNode | WorkVersion, b: WorkNode | WorkVersion) -> str:
    """Say what the words of two venues tell of which one is not known by name; of a report and another kind nothing."""
    mine, others = _venue_words(a), _venue_words(b)
    kinds = {_kind(a, mine), _kind(b, others)}
    if len(kinds) > 1 and "report" in kinds:
        return ""
    if kinds == {"journal", "meeting"}:
        return "conference_and_journal" if a.year and b.year and a.year != b.year else "unknown_venue"
    return "like_venue" if _name_one(mine, others) or _name_one(others, mine) else "unknown_venue"


def _venue_words(work: WorkNode | WorkVersion) -> Sequence[str]:
    """Return the words of a venue; behind those of a name that is not known stands what tells it from others."""
    words = work.venue.removeprefix("venue/").split("-")
    return words if work.kind else words[:-1]


def _kind(work: WorkNode | WorkVersion, words: Sequence[str]) -> str:
    if work.kind:
        return "journal" if work.kind == "journal" else "meeting"
    return next((kind for kind, telling in _KINDS.items() if not telling.isdisjoint(words)), "")


def _name_one(some: Sequence[str], others: Sequence[str]) -> bool:
    """Say whether a telling word of one name is one of another, or made of the initials of its words."""
    initials = "".join(word[0] for word in others if word and word not in _SMALL)
    telling = [word for word in some if len(word) > 3 and word not in _USUAL]
    return any(word in others or word in initials for word in telling)


def candidates(
    titles: Sequence[Sequence[Title]], ids: Sequence[Sequence[str]], looks: Sequence[Look]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of works that are worth a look, some twice: a common id, an equal title, common rare words.

    Args:
        titles: The titles of each work.
        ids: What stands for each work alone.
        looks: How each work looks at a glance.
    """
    frequency = frequencies(chain.from_iterable(titles))
    blocks: dict[str, list[int] | int] = {}
    for number, several in enumerate(titles):
        for key in keys_of(several, ids[number], frequency):
            block = blocks.setdefault(key, number)
            if isinstance(block, list):
                block.append(number)
            elif block != number:
                blocks[key] = [block, number]
    for key, block in blocks.items():
        if isinstance(block, list):
            yield from pairs_of(key, [(number, looks[number]) for number in block])


def frequencies(titles: Iterable[Title]) -> Counter[str]:
    """Return in how many titles each telling word stands; those of parts add up to those of the whole."""
    return Counter(word for title in titles for word in title.telling)


def keys_of(titles: Iterable[Title], ids: Iterable[str], frequency: Mapping[str, int]) -> Iterable[str]:
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


def pairs_of(key: str, block: Sequence[tuple[int, Look]]) -> Iterator[tuple[int, int]]:
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
    return is_apart and any(feature.kind == "conference_and_journal" for feature in _venue(one, other))


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
    corpus = scores.corpus
    mine, others = (corpus.works[number] for number in (one, other))
    catalogues = [corpus.profiles[work.profile].catalogue for work in (mine, others)]
    if not catalogues[0] or catalogues[0] != catalogues[1]:
        return False
    kinds = {feature.kind for feature in scores.features(one, other)}
    if "shared_id" in kinds or (mine.ids and others.ids):
        return "shared_id" in kinds
    return "same_year" in kinds and _is_repetition(kinds, mine, others) and mine.venue == others.venue


def _is_repetition(kinds: Collection[str], mine: WorkNode, others: WorkNode) -> bool:
    """Say whether two works have one title and the same authors, by the features that were found."""
    return "title_word" in kinds and _UNLIKE.isdisjoint(kinds) and len(mine.authors) == len(others.authors)


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


def _scheme(ids: Iterable[str], host: str) -> bool:
    return any(host in iri for iri in ids)
