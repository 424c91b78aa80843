"""Join what profiles list to works: titles, order-free authors, years, venues, identifiers."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from kg.identity.clusters import Clusters, Edge, Question
from kg.identity.comparing.names import are_akin, read_name
from kg.identity.comparing.reasons import Reason
from kg.identity.comparing.titles import Likeness, Title, likeness, read_title
from kg.identity.comparing.weights import weights
from kg.identity.corpus import Corpus, Work
from kg.identity.rulings import Judged

_RARE_WORDS = 4
_VERY_RARE = 5
_MAX_BLOCK = 40
_TELLING = 3

SamePerson = Callable[[int, int], bool]


class WorkScores:
    """Scores pairs of works.

    Args:
        corpus: All nodes.
        same_person: Says whether two persons are known to be one; by default nobody is.
    """

    def __init__(self, corpus: Corpus, same_person: SamePerson = lambda _one, _other: False) -> None:
        self._corpus = corpus
        self._same_person = same_person
        self._weights = weights().work

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two works' being one; nothing if their titles differ."""
        a, b = self._corpus.works[one], self._corpus.works[other]
        shared = set(a.ids) & set(b.ids)
        title = self._title(a, b)
        if title is None and not (shared and any(self.aligned(a, b))):  # an id may stand in the wrong place
            return []
        found = [Reason("prior", self._weights["prior"])]
        if shared:
            found.append(Reason("shared_id", self._weights["shared_id"], min(shared)))
        elif _scheme(a.ids, "doi.org") and _scheme(b.ids, "doi.org"):
            found.append(Reason("other_doi", self._weights["other_doi"]))
        if title is not None:
            found.append(title)
        return [*found, *self._authors(a, b), *self._year(a, b), *self._venue(a, b)]

    def score(self, one: int, other: int) -> float | None:
        """Return the sum of what speaks for and against, or None if the titles differ."""
        found = self.reasons(one, other)
        return sum(reason.bits for reason in found) if found else None

    def _title(self, a: Work, b: Work) -> Reason | None:
        one, other = read_title(a.title), read_title(b.title)
        alike = likeness(one, other)
        telling = min(len(one.telling), len(other.telling))
        known = self._weights
        if alike in (Likeness.EQUAL, Likeness.KIND):
            bits = min(known["title"], known["title_start"] + known["title_word"] * telling)
            kind = "title" if alike is Likeness.EQUAL else "title_kind"
            return Reason(kind, bits + (known["title_kind"] if alike is Likeness.KIND else 0), a.title)
        if alike is Likeness.CLOSE:
            return Reason("close_title", min(known["close_title"], known["close_word"] * telling), b.title)
        if alike is Likeness.SIMILAR:
            return Reason("similar_title", known["similar_title"], b.title)
        return None

    def same_people(self, one: int, other: int) -> bool:
        """Say whether two works have the same people as authors, by what is known of them."""
        mine, others = self._corpus.works[one].authors, self._corpus.works[other].authors
        return len(mine) == len(others) > 0 and all(
            any(self._same_person(author, each) for each in others) for author in mine
        )

    def are_versions(self, one: int, other: int) -> bool:
        """Say whether one is in a journal and the other at a conference: the same people would write both."""
        return any(reason.kind == "conference_and_journal" for reason in self.reasons(one, other))

    def _authors(self, a: Work, b: Work) -> Iterator[Reason]:
        matched = sum(1 for _ in self.aligned(a, b))
        fewest, most = sorted((len(a.authors), len(b.authors)))
        if not fewest:
            return
        share = matched / fewest
        if share == 1 and (fewest == most or fewest > 2):
            kind = "all_authors"
        elif share >= 0.5:
            kind = "most_authors"
        else:
            kind = "some_authors" if matched else "no_authors"
        known = self._weights
        bits = min(known["authors"], known[kind] + known["author"] * matched) if matched else known[kind]
        yield Reason(kind, bits, f"{matched} of {most}")

    def aligned(self, a: Work, b: Work) -> Iterator[tuple[int, int]]:
        """Yield the authors of two lists that may be one, each author once; the order does not matter."""
        left = list(b.authors)
        for one in a.authors:
            match = next((other for other in left if self._agree(one, other)), None)
            if match is not None:
                left.remove(match)
                yield one, match

    def _agree(self, one: int, other: int) -> bool:
        persons = self._corpus.persons
        first, second = persons[one].forms[0], persons[other].forms[0]
        return first == second or are_akin(*sorted((read_name(first), read_name(second))))

    def _year(self, a: Work, b: Work) -> Iterator[Reason]:
        if a.year and b.year:
            apart = abs(a.year - b.year)
            kind = "same_year" if not apart else "next_year" if apart == 1 else "near_year" if apart < 4 else "far_year"
            yield Reason(kind, self._weights[kind], f"{a.year}" if not apart else f"{a.year} and {b.year}")

    def _venue(self, a: Work, b: Work) -> Iterator[Reason]:
        if not a.venue or not b.venue:
            return
        if a.venue == b.venue:
            kind = "same_venue"
        elif not a.kind or not b.kind:
            kind = "unknown_venue"
        elif "journal" in (a.kind, b.kind):
            kind = "conference_and_journal"
        else:
            kind = "other_venue"
        yield Reason(kind, self._weights[kind], a.venue if a.venue == b.venue else f"{a.venue} and {b.venue}")


def candidates(corpus: Corpus) -> Iterator[tuple[int, int]]:
    """Yield the pairs of works that are worth a look: a common id, an equal title, common rare words."""
    for key, block in _blocks(corpus):
        if len(block) <= _MAX_BLOCK:
            yield from combinations(block, 2)
        elif not key.startswith("word "):
            yield from pairwise(block)


def _blocks(corpus: Corpus) -> Iterable[tuple[str, list[int]]]:
    frequency: Counter[str] = Counter()
    for work in corpus.works:
        frequency.update(read_title(work.title).telling)
    blocks: dict[str, list[int]] = defaultdict(list)
    for number, work in enumerate(corpus.works):
        title = read_title(work.title)
        for key in (*work.ids, f"title {title.key.replace(' ', '')}", *_word_keys(title, frequency)):
            blocks[key].append(number)
    return ((key, block) for key, block in blocks.items() if len(block) > 1)


def _word_keys(title: Title, frequency: Counter[str]) -> Iterator[str]:
    """Yield pairs of the rarest words of a title, and single ones that very few titles have."""
    rare = sorted((word for word in title.telling if frequency[word] > 1), key=lambda word: (frequency[word], word))
    for pair in combinations(rare[:_RARE_WORDS], 2):
        yield f"word {' '.join(sorted(pair))}"
    for word in rare[:1]:
        if frequency[word] <= _VERY_RARE:
            yield f"word {word}"


def resolve_works(corpus: Corpus, judged: Judged) -> Clusters:
    """Join the works of all profiles."""
    bands = weights()
    scores = WorkScores(corpus)
    clusters = Clusters([("list", work.profile)] for work in corpus.works)
    judged.mark(clusters)
    clusters.join_by_force([*judged.same, *_repeated(corpus)])
    edges, weak = _edges(corpus, scores, clusters)
    clusters.join(edges, bands.margin)
    clusters.questions.extend(Question(edge.one, edge.other, edge.weight, "weight") for edge in weak)
    return clusters


def _edges(corpus: Corpus, scores: WorkScores, clusters: Clusters) -> tuple[list[Edge], list[Edge]]:
    bands = weights()
    sure: list[Edge] = []
    weak: list[Edge] = []
    seen: set[tuple[int, int]] = set()
    for pair in candidates(corpus):
        if pair in seen or clusters.find(pair[0]) == clusters.find(pair[1]):
            continue
        seen.add(pair)
        score = scores.score(*pair)
        if score is None or score < 0:
            continue
        (sure if score >= bands.same else weak).append(Edge(*pair, score, "score"))
    return sure, weak


def _repeated(corpus: Corpus) -> Iterator[Edge]:
    """Yield entries of one list that agree in everything: the same work, listed twice.

    A column that appears each month may have one title for ever.
    """
    first: dict[tuple[object, ...], int] = {}
    for number, work in enumerate(corpus.works):
        if len(read_title(work.title).telling) < _TELLING:
            continue
        key = (work.profile, read_title(work.title).key, work.year, work.venue, work.authors, work.ids)
        if first.setdefault(key, number) != number:
            yield Edge(first[key], number, weights().work["shared_id"], "repeated")


def _scheme(ids: Iterable[str], host: str) -> bool:
    return any(host in iri for iri in ids)
