"""Names of venues and organisations that profiles spell in several ways, to be put into one form.

Names are clustered by keys that they share, as OpenRefine does: their words in any order without small ones, their
letters without spaces, one letter more or less; and where one abbreviates the other word by word.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.profile.drafts.reviewing import StatedName
from kg.profile.drafts.sessions import ReviewSession
from kg.terms.identifiers import digest, fold
from kg.terms.venue_names import abbreviates, telling_words

KINDS: Mapping[str, str] = {"Venue": "venue", "Organization": "organisation"}
"""The kinds of things whose names are compared, and what people call them."""

_LONG = 10  # letters from which one more or less is a slip
_WORD = 4  # letters of a word in which one may be a slip: it is none in acronyms and the letters of sections
_COMPARED = 200  # names that may abbreviate each other, of which each is compared with each
_MOST_KEYS = 9  # forms that have a key


class SpellingReview:
    """The names of the profiles of several sessions."""

    def __init__(self, sessions: Sequence[ReviewSession]) -> None:
        self.sessions = sessions
        self._state: Sequence[object] = ()
        self._open: Sequence[SpellingQuestion] = ()

    def refresh(self) -> list[Path]:
        """Return nothing: the sessions read their files themselves."""
        return []

    def open(self) -> Sequence["SpellingQuestion"]:
        """Return the clusters of names, those first whose answer changes the most entries."""
        state = [session.review for session in self.sessions]
        if [id(each) for each in state] != [id(each) for each in self._state]:
            self._state = state  # a session that reads or writes its file has another review
            found = [SpellingQuestion(self, kind, uses) for kind in KINDS for uses in self._clusters(kind)]
            self._open = sorted(found, key=lambda each: (-each.brings, each.name))
        return self._open

    def _clusters(self, kind: str) -> Iterator["Uses"]:
        uses: Uses = defaultdict(list)
        for session in self.sessions:
            for each in session.review.names(kind):
                uses[each.name].append((session, each))
        for names in clusters(uses):
            yield {name: uses[name] for name in names}


Uses = Mapping[str, list[tuple[ReviewSession, StatedName]]]
"""Where each form of a name stands."""


@dataclass(frozen=True)
class SpellingQuestion:
    """In which form a name is to be written."""

    review: SpellingReview
    kind: str
    uses: Uses
    version = ""  # the key names all forms

    @property
    def forms(self) -> Sequence[tuple[str, Sequence[tuple[ReviewSession, StatedName]]]]:
        """The forms with their places, the most frequent first."""
        return sorted(self.uses.items(), key=lambda each: (-len(each[1]), each[0]))

    @property
    def paths(self) -> Sequence[Path]:
        """The files that an answer may change."""
        return list(dict.fromkeys(session.path for _, places in self.forms for session, _ in places))

    @property
    def key(self) -> str:
        """By which it is found again."""
        return f"spelling-{digest(self.kind, *sorted(self.uses))}"

    @property
    def name(self) -> str:
        """What it is about, on one line."""
        return f"{KINDS[self.kind]}: {' = '.join(name for name, _ in self.forms)}"

    @property
    def brings(self) -> float:
        """How many entries an answer changes, if the most frequent form is chosen."""
        return sum(len(places) for _, places in self.forms[1:])

    @property
    def answers(self) -> Sequence[str]:
        """The keys that answer it: choose a form, or write another one."""
        return ["e", *map(str, range(1, min(len(self.uses), _MOST_KEYS) + 1))]

    def answer(self, key: str, text: str = "") -> None:
        """Write the name in one form everywhere.

        Raises:
            ReadError: If there is no form, or a file was changed meanwhile.
        """
        form = self.forms[int(key) - 1][0] if key.isdigit() else " ".join(text.split())
        if not form:
            raise ReadError(Problem("there is no name", hint="write one"))
        others = [each for name, places in self.uses.items() if name != form for each in places]
        for session in self.review.sessions:
            changed = [each for at, each in others if at is session]
            for each in changed:
                session.review.rename(each, form)
            if changed:
                session.write()


def clusters(names: Iterable[str]) -> list[list[str]]:
    """Return the names that are probably one, cluster by cluster.

    >>> clusters(["Proc. VLDB Endow.", "Proceedings of the VLDB Endowment", "The Lancet", "Lancet", "Nature"])
    [['Proc. VLDB Endow.', 'Proceedings of the VLDB Endowment'], ['The Lancet', 'Lancet']]
    """
    known = list(dict.fromkeys(names))
    by_key: dict[str, list[str]] = defaultdict(list)
    for name in known:
        for key in _keys(name):
            by_key[key].append(name)
    leader = {name: name for name in known}

    def find(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    pairs = ((several[0], other) for several in by_key.values() for other in several[1:])
    for one, other in (*pairs, *_abbreviated(known)):
        leader[find(other)] = find(one)
    sizes = Counter(map(find, known))
    found: dict[str, list[str]] = defaultdict(list)
    for name in known:
        if sizes[find(name)] > 1:
            found[find(name)].append(name)
    return list(found.values())


def _keys(name: str) -> Iterator[str]:
    """Yield the keys of a name; names that share one are taken for one."""
    words = telling_words(name) or tuple(fold(name).split())
    plain = "".join(words)
    yield " ".join(sorted(words))
    yield plain
    if len(plain) >= _LONG:  # of two names one letter apart, both without that letter are equal
        for word, end in zip(words, accumulate(map(len, words)), strict=True):
            if len(word) >= _WORD and word.isalpha():
                yield from (plain[:at] + plain[at + 1 :] for at in range(end - len(word), end))


def _abbreviated(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of which one abbreviates the other word by word."""
    alike: dict[tuple[int, str], list[str]] = defaultdict(list)
    for name in names:
        if words := telling_words(name):
            alike[len(words), words[0][0]].append(name)
    for several in alike.values():
        for one, other in combinations(several, 2) if len(several) <= _COMPARED else ():
            if abbreviates(one, other) or abbreviates(other, one):
                yield one, other
