"""Score pairs of works: titles, order-free authors, years, venues, identifiers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from kg.base.tables import pairs_of
from kg.identity.corpus import Corpus, WorkNode
from kg.identity.person_scores import Reason, weights
from kg.profile.imprints import are_two
from kg.profile.names import PersonName
from kg.profile.spellings import is_slip
from kg.profile.titles import (
    GENERIC,
    Likeness,
    Title,
    can_be_one,
    differing,
    is_telling,
    letters_alike,
    likeness,
    without_citation,
)

_FAR = 4  # years from which a work of another year is another work
_MOST_WORDS, _MOST_AUTHORS, _MOST_DIFFERING = 6, 4, 3  # telling words, authors, other words: more say no more
_NEARLY = 0.9  # share of letters from which each further one tells a slip from another word
_KINDS = {kind: frozenset(words.split()) for kind, words in pairs_of("kg.identity", "tables/venue_kinds.tsv").items()}
_NO_FAMILIES = GENERIC | frozenset(("anthology", "authors", "disc", "edition", "record", "technologies"))
"""Last words of what stands for an author where a citation was cut badly."""
_SMALL = frozenset(("and", "for", "in", "of", "on", "the"))
_USUAL = frozenset(word for words in _KINDS.values() for word in words) - {"sigmod", "vldb"}

_ORDER = {level: place for place, level in enumerate(Likeness)}

SamePerson = Callable[[int, int], bool]


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

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two works' being one; nothing if their titles differ."""
        pair, known = WorkPair(self.corpus, one, other), weights().work
        found = self.features(pair)
        return [
            Reason(name, bits, _detail(name, amount, pair)) for name, amount in found if (bits := known[name] * amount)
        ]

    def score(self, one: int, other: int) -> float | None:
        """Return the sum of what speaks for and against, or None if the titles differ."""
        known, found = weights().work, self.features(WorkPair(self.corpus, one, other))
        return sum(known[name] * amount for name, amount in found) if found else None

    def features(self, pair: "WorkPair") -> list[tuple[str, float]]:
        """Return the features of two works, each with how much there is of it; nothing if their titles differ."""
        if not (pair.is_whole or pair.is_close or pair.is_one_by_id or pair.has_id_elsewhere):
            return []
        if pair.has_id_elsewhere:  # however alike the titles are
            return [("prior", 1.0), ("id_elsewhere", 1.0)]
        found = [(name, float(amount)) for name, feature in FEATURES.items() if (amount := feature(pair))]
        answers = ((getattr(pair, question), names) for question, names in ANSWERS.items())
        return [*found, *((answer, 1.0) for answer, names in answers if answer in names)]

    def same_people(self, one: int, other: int) -> bool:
        """Say whether two works of one title have the same people as authors; of like titles these write several.

        The same people would also write the paper of a meeting and the later article.
        """
        pair = WorkPair(self.corpus, one, other)
        mine, others = pair.a.authors, pair.b.authors
        is_one_title = pair.is_whole or pair.alike is Likeness.START or pair.last_letters > 0
        is_other = pair.has_id_elsewhere or pair.are_apart or pair.venues == "conference_and_journal"
        if is_other or not is_one_title:
            return False
        are_people = (any(self._same_person(author, each) for each in others) for author in mine)
        return len(mine) == len(others) > 0 and all(are_people)


class WorkPair:
    """Two works that are compared; what several features look at is found out once.

    Attributes:
        a: The first work.
        b: The other one.
        shared: The ids that both have.
        sizes: How many authors each has.
        alike: How alike the titles are that are most alike, in whatever languages.
        is_cited: Whether they are so without what citations left at their ends.
        is_whole: Whether they are one title, but for the kind of text.
        is_close: Whether they are alike otherwise.
    """

    def __init__(self, corpus: Corpus, one: int, other: int) -> None:
        self.a, self.b = corpus.works[one], corpus.works[other]
        self.shared = set(self.a.ids) & set(self.b.ids)
        self.sizes = len(self.a.authors), len(self.b.authors)
        self._corpus, self._written = corpus, corpus.written
        self._titles = corpus.titles[one], corpus.titles[other]
        several = (self._alike(*titles) for titles in product(*self._titles))
        self.alike, self._title, self.is_cited = min(several, key=lambda found: _ORDER[found[0]])
        self.is_whole = self.alike in (Likeness.EQUAL, Likeness.KIND)
        self.is_close = not self.is_whole and self.alike is not Likeness.NONE

    def _alike(self, first: Title, second: Title) -> tuple[Likeness, tuple[Title, Title], bool]:
        alike = likeness(first, second)
        if alike is not Likeness.EQUAL:
            rest = frozenset().union(*self._words), _USUAL.union(*map(_venue_words, (self.a, self.b)))
            bare = without_citation(first, second, *rest), without_citation(second, first, *rest)
            if bare != (first, second) and (cited := likeness(*bare)) is not Likeness.NONE:
                return cited, bare, True
        return alike, (first, second), False

    @cached_property
    def is_one_by_id(self) -> bool:
        """Whether they have one id and titles that can be one, or two ids."""
        several = {iri.casefold().rpartition("arxiv")[2].lstrip("./:") for iri in self.shared}
        parts = self.a.part, self.b.part
        return len(several) > 1 or (bool(several) and can_be_one(*self._titles, is_sure=self._is_sure, parts=parts))

    @cached_property
    def has_id_elsewhere(self) -> bool:
        """Whether they have one id and titles that cannot be one: a question, unless they are parts of one thing."""
        if not self.shared or self.is_one_by_id:
            return False
        are_parts = self.a.venue and self.a.venue == self.b.venue and self.a.kind != "journal"
        return not are_parts or (self._is_sure and not (self.a.part and self.b.part))

    @property
    def has_other_doi(self) -> bool:
        """Whether each has a DOI of its own, and none is that of a preprint of the other."""
        have_both = all(any("doi.org" in iri for iri in work.ids) for work in (self.a, self.b))
        return have_both and not self.shared and not self.are_early_and_late

    @cached_property
    def are_apart(self) -> bool:
        """Whether they are two by their imprints, or of a title that tells nothing in two venues."""
        tells = any(map(is_telling, self._title))
        is_elsewhere = not tells and self.venues not in ("", "same_venue")
        return not self.shared and (is_elsewhere or are_two(self.a.imprint, self.b.imprint, is_telling=tells))

    @property
    def _is_sure(self) -> bool:
        """Whether people and year are the same."""
        return self.a.year == self.b.year > 0 and self.aligned == self.sizes[0] == self.sizes[1] > 0

    @property
    def telling(self) -> int:
        """How many telling words the titles have: whole ones the more, as words may be run together, else the fewer."""
        sizes = [len(title.telling) for title in self._title]
        return min(max(sizes) if self.is_whole else min(sizes), _MOST_WORDS)

    @cached_property
    def other_words(self) -> tuple[int, int]:
        """How many telling words of like titles stand for others, and how many one title has more."""
        fewest, most = sorted(differing(*self._title)) if self.is_close else (0, 0)
        return min(fewest, _MOST_DIFFERING), min(most - fewest, _MOST_DIFFERING)

    @cached_property
    def letters(self) -> float:
        """The share of letters in which like titles agree that are not one word by word."""
        return letters_alike(*self._title) if self.is_close else 0.0

    @property
    def last_letters(self) -> float:
        """That share from nearly all to all."""
        return max(0.0, (self.letters - _NEARLY) / (1 - _NEARLY))

    @cached_property
    def are_early_and_late(self) -> bool:
        """Whether one is a preprint and the other none, at most three years apart."""
        is_near = not (self.a.year and self.b.year) or abs(self.a.year - self.b.year) < _FAR
        return is_near and (self.a.kind == "preprint") != (self.b.kind == "preprint")

    @property
    def years(self) -> str:
        """How far apart the years are, by the name of a feature; empty if that says nothing."""
        if not (self.a.year and self.b.year) or self.are_early_and_late:
            return ""
        apart = abs(self.a.year - self.b.year)
        return ("same_year", "next_year")[apart] if apart < 2 else "near_year" if apart < _FAR else "far_year"

    @cached_property
    def venues(self) -> str:
        """How the venues agree or differ, by the name of a feature; empty if that says nothing."""
        return "" if self.are_early_and_late else venues_of(self.a, self.b)

    @property
    def is_other_title_elsewhere(self) -> bool:
        """Whether the titles differ in words, and the venues of two stated years differ too."""
        is_elsewhere = self.venues in ("unknown_venue", "other_venue", "conference_and_journal")
        is_dated = self.a.year > 0 and self.b.year > 0
        return is_elsewhere and is_dated and any(self.other_words)

    @property
    def is_other_issue(self) -> bool:
        """Whether they are two of what appears each year under one title."""
        return self.years not in ("", "same_year") and any(title.is_issued for title in self._title)

    @cached_property
    def aligned(self) -> int:
        """How many authors of the two lists may be one, each author once; the order does not matter."""
        written, left = self._written, list(self.b.authors)
        for one in self.a.authors:
            form = written.of[one][0]
            match = next((other for other in left if written.may_be_misspelt(form, written.of[other][0])), None)
            if match is not None:
                left.remove(match)
        return self.sizes[1] - len(left)

    @cached_property
    def matched(self) -> int:
        """The same; all of the shorter list if one took given names for family names: `L. Ada, B. Charles`."""
        names = zip(*([name.words for name in self._names(work)] for work in (self.a, self.b)), strict=False)
        are_turned = all(a and b and a[-1][0] in b[:-1] and b[-1][0] in a[:-1] for a, b in names)
        return self.aligned or min(self.sizes) * are_turned

    @cached_property
    def lists(self) -> str:
        """How the lists of authors differ, by the name of a feature; empty if that says nothing.

        Who writes one work writes others: the same authors say nothing.
        """
        if self._is_unlisted:
            return "unlisted_authors"
        if self.matched >= min(self.sizes) >= min(max(self.sizes), 3):
            return ""
        if 2 * self.matched >= min(self.sizes):
            return "most_authors"
        return "some_authors" if self.matched or self.words_alike else "no_authors"

    @cached_property
    def _is_unlisted(self) -> bool:
        """Whether one list names nobody, or not who they are: `ACMS Anthology`, `P Edition`."""
        are_people = (any(name.family not in _NO_FAMILIES for name in self._names(work)) for work in (self.a, self.b))
        return not min(self.sizes) or not (self.matched or all(are_people))

    @cached_property
    def words_alike(self) -> float:
        """The share of the words of the shorter list of authors that stand in the other, where their names differ."""
        mine, others = sorted(self._words, key=len)
        if self._is_unlisted or self.matched >= min(self.sizes) or not mine:
            return 0.0
        return sum(word in others or any(is_slip(word, each) for each in others) for word in mine) / len(mine)

    @property
    def is_repetition(self) -> bool:
        """Whether they have one title and the same authors."""
        return self._is_one_title and not self.lists and self.sizes[0] == self.sizes[1]

    @property
    def _is_one_title(self) -> bool:
        return self.alike is Likeness.EQUAL and not self.is_cited

    @property
    def are_in_one_list(self) -> bool:
        """Whether one list names both, one as a preprint, and not as one of what was published then.

        Authors come and go between the two versions.
        """
        is_one_list = self._corpus.list_of(self.a) == self._corpus.list_of(self.b)
        is_version = self.are_early_and_late and self._is_one_title and self.lists in ("", "most_authors")
        return is_one_list and "preprint" in (self.a.kind, self.b.kind) and not is_version

    def _names(self, work: WorkNode) -> list[PersonName]:
        return [self._written.read[self._written.of[author][0]] for author in work.authors]

    @cached_property
    def _words(self) -> Sequence[frozenset[str]]:
        """The words of the names of the authors of each, without initials."""
        names = map(self._names, (self.a, self.b))
        return [frozenset(word for name in several for word in name.words if len(word) > 2) for several in names]


# The venues of two listings.


def venues_of(a: WorkNode | WorkVersion, b: WorkNode | WorkVersion) -> str:
    """Return how two venues agree or differ, by the name of a feature; nothing where that is not known.

    Of a venue that is not known by name the words tell; of a report and another kind nothing does.
    """
    if not a.venue or not b.venue:
        return ""
    if a.venue == b.venue:
        return "same_venue"
    if a.kind and b.kind:
        return "conference_and_journal" if "journal" in (a.kind, b.kind) else "other_venue"
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


# The features: each gives how much there is of it, by which its weight is multiplied.

FEATURES: Mapping[str, Callable[[WorkPair], float]] = {
    "prior": lambda _: 1,
    "shared_id": lambda pair: pair.is_one_by_id,
    "other_doi": lambda pair: pair.has_other_doi,
    "other_imprint": lambda pair: pair.are_apart,
    "title_cited": lambda pair: pair.is_cited,
    "title_word": lambda pair: pair.telling if pair.is_whole else 0,
    "close_word": lambda pair: pair.telling if pair.is_close else 0,
    "replaced_word": lambda pair: pair.other_words[0],
    "added_word": lambda pair: pair.other_words[1],
    "letters": lambda pair: pair.letters,
    "last_letters": lambda pair: pair.last_letters,
    "author": lambda pair: min(pair.matched, _MOST_AUTHORS) if pair.is_whole else 0,  # else people write several works
    "names_alike": lambda pair: pair.words_alike,
    "other_title_elsewhere": lambda pair: pair.is_other_title_elsewhere,
    "other_issue": lambda pair: pair.is_other_issue,
    "one_list": lambda pair: pair.are_in_one_list,
}
"""What there is more or less of; the name of each is that of its weight."""

ANSWERS: Mapping[str, Collection[str]] = {
    "alike": ("title_kind", "title_start", "title_within", "close_title", "similar_title"),
    "lists": ("most_authors", "some_authors", "no_authors", "unlisted_authors"),
    "years": ("same_year", "next_year", "near_year", "far_year"),
    "venues": ("same_venue", "like_venue", "other_venue", "conference_and_journal", "unknown_venue"),
}
"""What is one of several: an attribute of `WorkPair`, and those of its values that say something."""


def _detail(name: str, amount: float, pair: WorkPair) -> str:
    """Return what a feature is about."""
    if name in ("shared_id", "id_elsewhere"):
        return min(pair.shared)
    if name in ("letters", "last_letters", "names_alike"):
        return f"{amount if name != 'last_letters' else (1 - _NEARLY) * (1 - amount):.0%}"
    if name.endswith("_authors"):
        return f"{pair.matched} of {max(pair.sizes)}"
    if name in (pair.years, pair.venues):
        several = (pair.a.year, pair.b.year) if name == pair.years else (pair.a.venue, pair.b.venue)
        return " and ".join(map(str, dict.fromkeys(several)))
    return f"{amount:.0f}"
