"""Titles of works: read them, and say how alike two are."""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from html import unescape
from itertools import accumulate, chain
from sys import intern
from typing import Any, NamedTuple

from kg.base.tables import lines_of
from kg.profile.spellings import is_slip
from kg.terms.identifiers import fold

_CACHE = 1 << 18
_STOPWORDS, GENERIC = (
    frozenset(words.split())
    for words in (
        """
        a an and are as at based by can do for from have how in into is it its new of on or our over some that the
        their this to toward towards under up using via we what when where which why with within without
        """,
        """
        abstract acknowledgment annual chair chairs column contents conference editor editorial editors foreword front
        guest index interview introduction invited issue keynote letter matter message notes overview panel paper
        preface proceedings reminiscences report session special summary survey talk technical tutorial welcome
        workshop vorwort nachwort einleitung einfuhrung avant propos preambule introduccion prologo prefacio
        presentacion introduzione prefazione introducao apresentacao inleiding voorwoord
        """,
    )
)
"""Words that no title is told by: those that stand in any, and those of what kind of text it is."""
_PLAIN = _STOPWORDS | GENERIC
_ISSUED = frozenset(
    (
        *("anual", "annual", "annuale", "annuel", "annuelle", "biennial", "jaarverslag", "jahrbuch", "jahresbericht"),
        *("monthly", "quarterly", "yearbook", "yearly"),
    )
)
"""Words of what appears again under one title."""
_CLOSE, _SIMILAR = 0.8, 0.6
_LEAST = 0.3  # share of common letters below which torn words are not looked for
_BY_LETTERS = 0.1  # by how much more trigrams must agree than whole words
_FEW = 2  # words of a title in which a single slip may hide all that it shares
_TELLING, _TELLING_MAIN = 4, 3  # words that make a beginning telling, and a whole title before a subtitle
_PARTS = ("continued", "part", "revisited", "volume")
_NOTICES = frozenset(
    (
        *("addendum", "comment", "comments", "correction", "corrections", "corrigendum", "discussion", "errata"),
        *("erratum", "rebuttal", "rejoinder", "reply", "response", "retracted", "retraction"),
    )
)
_FAMILIES = tuple(frozenset(line.split()) for line in lines_of("kg.profile", "tables/word_families.txt"))
_ROMAN = _FAMILIES[2]
_FILLING = re.compile(r"..?|\d+|and[a-z]?|etal|the")  # between names: `andr. srikant`
_YEAR = re.compile(r"(?:19|20)\d\d")  # at the end of a title it is that of a citation
_TYPE_CODE = re.compile(r"\s*[\[［]\s*(?:[A-Z]|[DEMPC]B|CP)(?:\s*/\s*OL)?\s*[\]］]\s*[.。]?\s*$", re.IGNORECASE)
"""What kind of text is cited, by GB/T 7714: `[J]`, `[EB/OL]`."""
_SUBTITLE = re.compile(r"(: | [-–—] )")
_NUMBERED = re.compile(r"([a-z]*)\d+(?:st|nd|rd|th)?")
_NEGATIONS = ("un", "non", "a", "in", "anti")


class Likeness(StrEnum):
    """How alike two titles are, the most alike first; identity weighs them by these names."""

    EQUAL = "equal_title"
    KIND = "title_kind"
    START = "title_start"
    CLOSE = "close_title"
    SIMILAR = "similar_title"
    WITHIN = "title_within"
    NONE = "other_title"


class Title(NamedTuple):
    """A title that was read.

    Attributes:
        key: The folded title.
        words: Its words.
        telling: The words that tell it from other titles.
        numbers: Its numbers, in figures and in Roman ones, in order.
        parts: Those that are no years.
        joined: The folded title without spaces.
        main: How many words stand before a colon or a dash; 0 without one.
    """

    key: str
    words: tuple[str, ...]
    telling: frozenset[str]
    numbers: tuple[str, ...]
    parts: tuple[str, ...]
    joined: str
    main: int = 0

    @property
    def is_issued(self) -> bool:
        """Whether it is that of what appears again, each time another work: an annual report."""
        return not _ISSUED.isdisjoint(self.words)


@lru_cache(_CACHE)
def read_title(title: str) -> Title:
    """Read a title.

    >>> sorted(read_title("Notes on the Analytical Engine").telling)
    ['analytical', 'engine']
    """
    title = _TYPE_CODE.sub("", title) or title
    key = fold(unescape(title))
    words = tuple(map(intern, key.split()))
    telling = frozenset([word for word in words if word not in _PLAIN and not word.isdigit()])
    main, *rest = _SUBTITLE.split(title, maxsplit=1)
    size = len(fold(unescape(main)).split()) if rest else 0
    numbers = tuple(filter(_is_number, words))
    parts = tuple([number for number in numbers if not _YEAR.match(number)])
    return Title(key, words, telling, numbers, parts, key.replace(" ", ""), size)


def is_telling(title: Title) -> bool:
    """Say whether a title tells a work from others, as 'Editorial', 'Vorwort' and 'Reply' do not.

    >>> is_telling(read_title("Reply")), is_telling(read_title("Reply to Babbage"))
    (False, True)
    """
    return not title.telling <= _NOTICES


def are_unlike(one: Title, other: Title) -> bool:
    """Say whether a glance shows that two titles differ: by their numbers, and neither begins with the other."""
    return one.parts != other.parts and one.joined not in other.joined and other.joined not in one.joined


def likeness(one: Title, other: Title) -> Likeness:
    """Say how alike two titles are.

    Numbers must agree, in words too: 'Part 1' and 'Part 2' are two titles, as 'A lower bound' and 'An upper bound'.
    """
    if one.joined == other.joined:
        return Likeness.EQUAL
    if _have_little_in_common(one, other) or _notice(one) != _notice(other):
        return Likeness.NONE
    if _is_beginning(one, other):
        return Likeness.START
    if _is_within(one, other):
        return Likeness.WITHIN
    if one.numbers != other.numbers or _contradict(one, other):
        return Likeness.NONE
    if _differ_in_kind_only(one, other):
        return Likeness.KIND
    share = _shared(one.telling, other.telling)
    if share >= _CLOSE:
        return Likeness.CLOSE
    alike = max(share, letters_alike(one, other) - _BY_LETTERS) if share >= _LEAST else share
    return Likeness.CLOSE if alike >= _CLOSE else Likeness.SIMILAR if alike >= _SIMILAR else Likeness.NONE


A_PART = "a part"
"""What stands for a part of a work of which nothing says which."""


def part_of(work: Mapping[str, Any]) -> str:
    """What tells a work from others that may share its id: its pages, or its number in the whole; else nothing.

    >>> part_of({"pages": "12--34"}), part_of({"chapter": "VII"}), part_of({"type": "chapter"}), part_of({})
    ('12 34', 'vii', 'a part', '')
    """
    stated = next((work[key] for key in ("pages", "article_number", "chapter") if key in work), "")
    return fold(str(stated)) or (A_PART if work.get("type") == "chapter" else "")


def can_be_one(
    some: Collection[Title], others: Collection[Title], *, is_sure: bool = False, parts: Collection[str] = ()
) -> bool:
    """Whether two works of one id can be one by their titles, in whatever languages: neither has a word instead.

    Args:
        some: The titles of a work.
        others: Those of another one.
        is_sure: Whether people and year are the same: so one may stand in two scripts, or on the same pages.
        parts: What tells each of them from other parts of the whole (`part_of`).

    >>> looms, fern, moss = map(read_title, ("Looms", "What is a fern?", "What is a moss?"))
    >>> can_be_one([looms], [read_title("Looms: a history")]), can_be_one([fern], [moss])
    (True, False)
    >>> can_be_one([fern], [moss], is_sure=True, parts=("1 8", "1 8"))
    True
    """
    is_translated = all(one.key.isascii() != other.key.isascii() for one in some for other in others)
    is_one_part = len(set(parts)) == 1 and set(parts).isdisjoint(("", A_PART))
    if is_sure and (is_translated or is_one_part):
        return True
    return any(_is_same_or_more(one, other) for one in some for other in others)


def _is_same_or_more(one: Title, other: Title) -> bool:
    short, long = sorted((one, other), key=lambda title: len(title.words))
    if long.main == len(short.words) and long.words[: long.main] == short.words:
        return True  # the subtitle is left out
    alike = likeness(one, other)
    is_whole = alike in (Likeness.EQUAL, Likeness.KIND, Likeness.START, Likeness.WITHIN)
    return is_whole or (alike is not Likeness.NONE and min(differing(one, other)) == 0)


def letters_alike(one: Title, other: Title) -> float:
    """Return how alike two titles are by each three letters in a row, wherever the words were torn or run together.

    >>> round(letters_alike(read_title("Dynamic view management"), read_title("Dynamicview managment")), 2)
    0.86
    """
    mine, others = _trigrams(one.joined), _trigrams(other.joined)
    return 2 * len(mine & others) / max(1, len(mine) + len(others))


@lru_cache(_CACHE >> 4)
def _trigrams(letters: str) -> frozenset[str]:
    return frozenset(letters[place : place + 3] for place in range(max(1, len(letters) - 2)))


def without_citation(title: Title, other: Title, people: Collection[str], venues: Collection[str]) -> Title:
    """Return a title without what a citation that was cut badly left at its ends: authors, years, a venue.

    Args:
        title: The title.
        other: One that may be of the same work; its words are none of a citation.
        people: The words of the names of the authors of both.
        venues: The words of the venues of both.

    >>> cited, title = read_title("Babbage, C. 2003. Notes on looms. Proc. ACM"), read_title("Notes on looms")
    >>> without_citation(cited, title, {"babbage"}, {"proc", "acm"}).key
    'notes on looms'
    """
    words = title.words
    start = _citation_words(words, people, other)
    while 0 < start < len(words) and len(words[start]) < 3 and words[start : start + 1] != other.words[:1]:
        start += 1  # initials behind the last family name
    end = len(words) - _citation_words(words[:start:-1], venues, other)
    return read_title(" ".join(words[start:end])) if start or end < len(words) else title


def _citation_words(words: Iterable[str], telling: Collection[str], other: Title) -> int:
    """Return how many words, up to the last telling one, year or page, are of a citation and not of the other title.

    A year alone is none of a citation: it tells the report of one year from that of another.
    """
    found, before, is_citation = 0, "", False
    is_dated = any(map(_YEAR.match, other.numbers))
    for number, word in enumerate(words, 1):
        is_telling = word not in other.telling and (word in telling or word[:-1] in telling)
        if is_telling or (word.isdigit() and before.isdigit()):
            found, is_citation = number, True
        elif _YEAR.match(word) and not is_dated:
            found = number
        elif not _FILLING.fullmatch(word):
            break
        before = word
    return found if is_citation else 0


def _is_within(one: Title, other: Title) -> bool:
    """Say whether a long title stands in the other as a whole, as where a citation was not cut into its parts."""
    short, long = sorted((one, other), key=lambda title: len(title.joined))
    if len(short.telling) < _TELLING:
        return False  # also a title of signs alone
    before, found, rest = long.joined.partition(short.joined)
    if not found or len(before) not in accumulate(map(len, long.words), initial=0):
        return False  # `linear models` do not stand in `nonlinear models`
    return _YEAR.match(rest) is not None or not (rest.startswith(_PARTS) or rest[:1].isdigit() or rest in _ROMAN)


def _differ_in_kind_only(one: Title, other: Title) -> bool:
    """Say whether titles differ only in what kind of text they say it is: `(extended abstract)`, `Tutorial:`."""
    mine, others = ([word for word in title.words if word in title.telling] for title in (one, other))
    return len(mine) > 1 and mine == others


def _is_number(word: str) -> bool:
    return word.isdigit() or word in _ROMAN


def _have_little_in_common(one: Title, other: Title) -> bool:
    """Say whether two titles share so few words that nothing else need be compared."""
    fewest = min(len(one.telling), len(other.telling))
    return fewest > _FEW and 2 * len(one.telling & other.telling) < fewest


def _notice(title: Title) -> frozenset[str]:
    """Return what makes a title that of a note about another work: `Erratum: …`."""
    return _NOTICES.intersection(title.words[:3])


def _contradict(one: Title, other: Title) -> bool:
    """Say whether one title has a word where the other has its counterpart."""
    mine, others = frozenset(one.words), frozenset(other.words)
    mine, others = mine - others, others - mine
    if any(mine & family and others & family for family in _FAMILIES):
        return True
    return any(_are_counterparts(word, each) for word in mine for each in others)


def _are_counterparts(one: str, other: str) -> bool:
    """Say whether two words are numbered (`v1`, `12th`), or one denies the other."""
    first, second = _NUMBERED.fullmatch(one), _NUMBERED.fullmatch(other)
    if first and second:
        return first[1] == second[1]
    short, long = sorted((one, other), key=len)
    return len(short) > 4 and any(long == prefix + short for prefix in _NEGATIONS)


def differing(one: Title, other: Title) -> tuple[int, int]:
    """Return how many telling words each of two titles has that the other has not, not even with a slip of the pen.

    >>> differing(read_title("Analytical looms"), read_title("Analitical engines of looms"))
    (0, 1)
    """
    slips = _slips(one.telling, other.telling)
    return len(one.telling - other.telling - set(slips)), len(other.telling - one.telling - set(slips.values()))


def _slips(one: frozenset[str], other: frozenset[str]) -> dict[str, str]:
    """Return the words of a title that stand in another one with a slip of the pen, each with that."""
    found: dict[str, str] = {}
    others = other - one
    for word in sorted(one - other):
        match = next((each for each in sorted(others) if each[:2] == word[:2] and is_slip(word, each)), None)
        if match:
            found[word] = match
            others = others - {match}
    return found


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words, by letters, that two titles have in common; a slip of the pen is forgiven."""
    letters = sum(map(len, chain(one & other, _slips(one, other))))
    whole = max(sum(map(len, one)), sum(map(len, other)))
    return letters / whole if whole else 0.0


def _is_beginning(one: Title, other: Title) -> bool:
    """Say whether a title is a long beginning of the other, which has a subtitle or was not cut.

    A part of a work is not its beginning: `Part 2`, `II`.
    """
    short, long = sorted((one, other), key=lambda title: len(title.words))
    rest = long.words[len(short.words) :]
    least = _TELLING_MAIN if long.main == len(short.words) else _TELLING
    if len(short.telling) < least or long.words[: len(short.words)] != short.words:
        return False
    return _YEAR.fullmatch(rest[0]) is not None or (rest[0] not in _PARTS and not _is_number(rest[0]))
