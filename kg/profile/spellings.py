"""Spellings of names: what sounds alike, what is a slip, and which words stand among more words."""

import re
from collections.abc import Sequence
from functools import lru_cache

from kg.profile.scripts import LATIN, heard

_SYLLABLE = (
    r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiouv])"
)
CHINESE = re.compile(f"({_SYLLABLE})({_SYLLABLE})?")
"""What a Chinese given name of one or two syllables looks like."""
_JAPANESE = re.compile(r"(?:(?:[kgnhbpmr]y|sh|ch|ts|[kgsztdnhbpmyrwjf])?[aeiou]h?|n)+")
_SHORTEST = 6
"""How long a word must be for a slip in it: of shorter ones too many are names of others."""


@lru_cache(1 << 16)
def sound(word: str) -> str:
    """Return a folded word as one would spell its sound; a Chinese name of one or two syllables stays as it is.

    A short name does not become an initial.

    >>> sound("anatoly") == sound("anatoli"), sound("schuetze") == sound("schutze"), sound("zhou") == sound("zhu")
    (True, True, False)
    >>> sound("oh"), sound("o")
    ('oo', 'o')
    """
    if len(word) == 1 or not word.isascii() or CHINESE.fullmatch(word):
        return word
    return heard(word, LATIN)


def is_slip(one: str, other: str) -> bool:
    """Whether two long words differ in one letter, or in a short ending.

    >>> is_slip("golding", "goldring"), is_slip("change", "changes"), is_slip("chen", "cheng")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or len(long) - len(short) > 2:
        return False
    if long.startswith(short):
        return True
    start = next(index for index, (a, b) in enumerate(zip(short, long, strict=False)) if a != b)
    rest = len(long) - len(short)
    return short[start + 1 - rest :] == long[start + 1 :] if rest < 2 else False


def is_alike(one: str, other: str) -> bool:
    """Whether two words may be one: initials, or long ones with a slip.

    Names of a few syllables, of which one stands for another name, differ by more than a slip.

    >>> is_alike("melvin", "m"), is_alike("anatoliev", "anatolyev"), is_alike("takashi", "takeshi")
    (True, True, False)
    """
    if one == other:
        return True
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    if len(one) < _SHORTEST or len(other) < _SHORTEST or one[0] != other[0] or not is_slip(one, other):
        return False
    return not (_is_syllabic(one) and _is_syllabic(other))


def is_short_for(one: str, other: str) -> bool:
    """Whether one of two names begins the other, and is no name of a woman made of that of a man.

    >>> is_short_for("mitch", "mitchell"), is_short_for("paul", "paula"), is_short_for("jia", "jianing")
    (True, False, False)
    """
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return 2 < len(short) < len(long) - 1 and long.startswith(short) and not CHINESE.fullmatch(long)


def stand_among(some: Sequence[str], more: Sequence[str]) -> bool:
    """Whether all words stand among more words, in order; initials may be left out, but not be contradicted.

    >>> stand_among(["d", "garcia"], ["garcia", "lopez"]), stand_among(["d", "garcia"], ["juan", "garcia"])
    (True, False)
    """
    place, is_left_out, is_any = 0, False, False
    for word in some:
        rest = more[place : place + 1] if is_left_out else more[place:]
        at = next((number for number, each in enumerate(rest) if is_alike(word, each)), None)
        is_left_out = at is None
        if at is not None:
            place += at + 1
            is_any = is_any or len(word) > 1 < len(rest[at])
        elif len(word) > 1:
            return False
    return is_any


@lru_cache(1 << 12)
def _is_syllabic(word: str) -> bool:
    return bool(CHINESE.fullmatch(word) or _JAPANESE.fullmatch(word))
