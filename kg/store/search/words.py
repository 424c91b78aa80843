"""The words under which a name is found, and the full-text questions that ask for them.

Names are folded (no case, no diacritics) on both sides. What is written in another script is found as it
is written and by its romanisation; Chinese, which has no spaces, by every run of its characters.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from anyascii import anyascii

from kg.terms.identifiers import fold

MAX_TEXT = 200
MAX_WORDS = 8
MAX_WORD = 40
_LONGEST_NAME = 1_000

_HAN = re.compile(r"([\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)")
_JOINED = re.compile(r"\w+(?:[-'’‐‑.]\w+)+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_SMALL = frozenset(
    (
        *("a", "an", "and", "at", "da", "das", "de", "der", "des", "di", "do", "du", "e", "et"),
        *("for", "fur", "i", "in", "la", "le", "of", "on", "the", "to", "und", "y", "zu"),
    )
)
_GIVEN = 2  # a Chinese given name has at most two characters
_ARTICLES = re.compile(r"^(?:the|an?) (?=\S)")
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md"))


@lru_cache(maxsize=64)  # the index asks several things of one name in a row
def spaced(text: str) -> str:
    """Return a text folded for the index, with spaces between Chinese characters.

    >>> spaced("Jiamin LI (李佳敏)")
    'jiamin li 李 佳 敏'
    """
    plain = fold(text[:_LONGEST_NAME])
    if plain.isascii():
        return plain
    return " ".join(_HAN.sub(lambda match: f" {' '.join(match[1])} ", plain).split())


def key(text: str) -> str:
    """Return what two spellings of one name have in common: its words in any order.

    >>> key("Li, Jiamin") == key("Jiamin Li")
    True
    """
    return " ".join(sorted(spaced(text).split()))


def spellings(name: str) -> str:
    """Return further words under which a name is found, such as its romanisation.

    >>> spellings("李佳敏"), spellings("Jürgen O'Neil")
    ('lijiamin jiamin li jia min lijia', 'oneil juergen')
    """
    if name.isascii() and not ("-" in name or "'" in name or "." in name):
        return ""
    name = name[:_LONGEST_NAME]
    found = [fold(re.sub(r"\W", "", match[0])) for match in _JOINED.finditer(name)]
    if not name.isascii():
        found = [fold(anyascii(name)), *found, spaced(name.translate(_UMLAUTS)), *_romanised(name)]
    known = set(spaced(name).split())
    words = dict.fromkeys(word for text in found for word in text.split() if word not in known)
    return " ".join(words)


def initialism(name: str) -> str:
    """Return the initials of the words of a name that are not small, if there are several.

    >>> initialism("Massachusetts Institute of Technology"), initialism("Amazon")
    ('mit', '')
    """
    words = [word for word in fold(name).split() if word not in _SMALL]
    letters = "".join(word[0] for word in words)
    return letters if len(words) > 1 and letters.isascii() else ""


def sort_key(kind: str, name: str) -> str:
    """Return that by which a name is put in order: people by their family name, titles without the article.

    >>> sort_key("person", "Ada Lovelace"), sort_key("work", "The Analytical Engine")
    ('lovelace ada', 'analytical engine')
    """
    plain = spaced(name) if name.isascii() else fold(anyascii(name[:_LONGEST_NAME]))
    if kind != "person":
        return _ARTICLES.sub("", plain)
    words = plain.split()
    family = next((word for word in reversed(words) if word not in _SUFFIXES), "")
    if family and not _HAN.match(name):  # in Chinese characters the family name stands first
        words.remove(family)
        words.insert(0, family)
    return " ".join(words)


def letter(sorted_by: str) -> str:
    """Return the letter of the alphabet under which a sort key stands, or `#`."""
    first = sorted_by[:1].upper()
    return first if "A" <= first <= "Z" else "#"


def asked(text: str) -> list[str]:
    r"""Return the words of what a person typed: folded, few and short whatever it was.

    >>> asked('"Li* AND NEAR(jiamin'), asked("\0")
    (['li', 'and', 'near', 'jiamin'], [])
    """
    return [word[:MAX_WORD] for word in fold(text[:MAX_TEXT]).split()[:MAX_WORDS]]


def question(words: Iterable[str], kinds: Iterable[str] = (), *, prefix: bool) -> str:
    """Return an FTS5 expression for entries that have all words, in any order.

    Every word is a quoted string of letters and digits, so that none can be an operator.

    Args:
        words: What `asked` returned.
        kinds: The kinds wanted; none means all.
        prefix: Whether a word may be the beginning of one.
    """
    star = "*" if prefix else ""
    terms = (" OR ".join(f'"{form}"{star}' for form in _forms(word)) for word in words)
    names = "{name others} : (" + " AND ".join(f"({term})" for term in terms) + ")"
    wanted = " OR ".join(f'"{fold(kind[:MAX_WORD])}"' for kind in kinds)
    return f"{names} AND kind : ({wanted})" if wanted else names


def deletions(word: str) -> Iterator[str]:
    """Yield a word and what is left of it when any one letter is dropped (SymSpell's neighbourhood).

    Two words of which one letter is wrong, missing, added or swapped with the next have one in common.
    """
    yield word
    yield from dict.fromkeys(word[:place] + word[place + 1 :] for place in range(len(word)))


def one_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter that is wrong, missing, added or swapped with the next.

    >>> one_slip("jaimin", "jiamin"), one_slip("lovelace", "lovlace"), one_slip("ab", "cd")
    (True, True, False)
    """
    if len(one) > len(other):
        one, other = other, one
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    rest, longer = one[start:], other[start:]
    if len(one) < len(other):
        return rest == longer[1:]
    return rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])


def _romanised(name: str) -> Iterator[str]:
    # Syllables apart, and joined as names join them.
    for match in _HAN.finditer(name):
        syllables = [fold(anyascii(character)).replace(" ", "") for character in match[1]]
        yield from ("".join(syllables[1:]), *syllables) if len(syllables) <= _GIVEN + 2 else syllables
        yield from map("".join, pairwise(syllables))
        yield "".join(syllables)


def _forms(word: str) -> list[str]:
    if word.isascii():
        return [word]
    romanised = "" if _HAN.search(word) else fold(anyascii(word)).replace(" ", "")
    return [form for form in dict.fromkeys((spaced(word), romanised)) if form]
