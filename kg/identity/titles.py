"""Titles of works: read them, and say how alike two are."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from kg.identifiers import fold

_CACHE = 1 << 16
_STOPWORDS = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "based",
        "by",
        "can",
        "do",
        "for",
        "from",
        "have",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "new",
        "of",
        "on",
        "or",
        "our",
        "over",
        "some",
        "that",
        "the",
        "their",
        "this",
        "to",
        "toward",
        "towards",
        "under",
        "up",
        "using",
        "via",
        "we",
        "what",
        "when",
        "where",
        "which",
        "why",
        "with",
        "within",
        "without",
    )
)
_GENERIC = frozenset(
    (
        "abstract",
        "acknowledgment",
        "annual",
        "chair",
        "chairs",
        "column",
        "comments",
        "contents",
        "conference",
        "corrigendum",
        "discussion",
        "editor",
        "editorial",
        "editors",
        "erratum",
        "foreword",
        "front",
        "guest",
        "index",
        "interview",
        "introduction",
        "invited",
        "issue",
        "keynote",
        "letter",
        "matter",
        "message",
        "notes",
        "overview",
        "panel",
        "paper",
        "preface",
        "proceedings",
        "reminiscences",
        "reply",
        "report",
        "review",
        "session",
        "special",
        "summary",
        "survey",
        "talk",
        "technical",
        "tutorial",
        "welcome",
        "workshop",
    )
)
_CLOSE, _SIMILAR = 0.8, 0.6


class Likeness(StrEnum):
    """How alike two titles are."""

    EQUAL = "equal"
    CLOSE = "close"
    SIMILAR = "similar"
    NONE = "none"


class Title(NamedTuple):
    """A title that was read.

    Attributes:
        key: The folded title.
        words: Its words.
        telling: The words that tell it from other titles.
    """

    key: str
    words: tuple[str, ...]
    telling: frozenset[str]


@lru_cache(_CACHE)
def read_title(title: str) -> Title:
    """Read a title.

    >>> sorted(read_title("Notes on the Analytical Engine").telling)
    ['analytical', 'engine']
    """
    key = fold(title)
    words = tuple(key.split())
    return Title(
        key, words, frozenset(word for word in words if word not in _STOPWORDS | _GENERIC and not word.isdigit())
    )


def likeness(one: Title, other: Title) -> Likeness:
    """Say how alike two titles are.

    Numbers must agree: 'Part 1' and 'Part 2' are two titles.
    """
    if one.key == other.key:
        return Likeness.EQUAL
    if _numbers(one) != _numbers(other):
        return Likeness.NONE
    if one.key.replace(" ", "") == other.key.replace(" ", ""):
        return Likeness.EQUAL
    share = _shared(one.telling, other.telling)
    if share >= _CLOSE or _is_beginning(one, other):
        return Likeness.CLOSE
    return Likeness.SIMILAR if share >= _SIMILAR else Likeness.NONE


def _numbers(title: Title) -> list[str]:
    return [word for word in title.words if word.isdigit() or word in ("i", "ii", "iii", "iv")]


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words, by letters, that two titles have in common; a slip of the pen is forgiven."""
    common = one & other
    mine, others = one - common, other - common
    letters = sum(map(len, common))
    for word in mine:
        match = next((each for each in others if _is_slip(word, each)), None)
        if match:
            letters += len(word)
            others = others - {match}
    whole = max(sum(map(len, one)), sum(map(len, other)))
    return letters / whole if whole else 0.0


def _is_slip(one: str, other: str) -> bool:
    """Say whether two long words differ in one letter, or in their ending."""
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or len(long) - len(short) > 2:
        return False
    if long.startswith(short):
        return True
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[start + 1 :] == long[start + 1 :] or short[start:] == long[start + 1 :]


def _is_beginning(one: Title, other: Title) -> bool:
    """Say whether a title is a long beginning of the other, which has a subtitle or was not cut."""
    short, long = sorted((one, other), key=lambda title: len(title.words))
    return len(short.telling) >= 4 and long.words[: len(short.words)] == short.words
