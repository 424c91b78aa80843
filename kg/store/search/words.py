"""The words under which a name is found, and the full-text questions that ask for them.

Names are folded (no case, no diacritics) on both sides. What is written in another script is found as it
is written and by its romanisation; Chinese, which has no spaces, by every run of its characters.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from anyascii import anyascii

from kg.terms.identifiers import fold

MAX_TEXT = 200
MAX_WORDS = 8
MAX_WORD = 40
LONG = 4
"""Letters of a word that may be the beginning of another, where no thing has all words."""
NAMES = "name others"
"""The columns of an index for what things are called."""
ANYWHERE = f"{NAMES} beside"
"""And for words by which one knows them, such as the authors and the year of a work."""
_LONGEST_NAME = 1_000

_HAN = re.compile(r"([\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)")
_JOINED = re.compile(r"\w+(?:[-'’‐‑.]\w+)+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
SMALL = frozenset(
    (
        *("a", "an", "and", "at", "da", "das", "de", "der", "des", "di", "do", "du", "e", "et"),
        *("for", "fur", "i", "in", "la", "le", "of", "on", "the", "to", "und", "y", "zu"),
    )
)
_FEW = 4  # words that may be written as one; who types more types a title
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


def unhyphenated(name: str) -> str:
    """Return a name with the parts of its words joined.

    >>> unhyphenated("Octo-Tiger 2.0")
    'OctoTiger 20'
    """
    return _JOINED.sub(lambda match: re.sub(r"\W", "", match[0]), name[:_LONGEST_NAME])


def initialism(name: str) -> str:
    """Return the initials of the words of a name that are not small, if there are several.

    >>> initialism("Massachusetts Institute of Technology"), initialism("Amazon")
    ('mit', '')
    """
    words = [word for word in fold(name).split() if word not in SMALL]
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


def readings(asked: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield few words with two or three that stand together written as one, and that one.

    >>> list(readings(["paged", "attention"]))
    [(['pagedattention'], 'pagedattention')]
    """
    for number in (2, 3) if len(asked) <= _FEW else ():
        for at in range(len(asked) - number + 1):
            joined = "".join(asked[at : at + number])
            yield [*asked[:at], joined, *asked[at + number :]], joined


def question(
    several: Iterable[Sequence[str]], kinds: Iterable[str] = (), *, columns: str = NAMES, prefix: bool = True
) -> str:
    """Return an FTS5 expression for entries that have all words of any reading, in any order.

    Every word is a quoted string of letters and digits, so that none can be an operator.

    Args:
        several: The readings: words as `asked` returned them.
        kinds: The kinds wanted; none means all.
        columns: Where the words may stand: in `NAMES`, or `ANYWHERE`.
        prefix: Whether a word may be the beginning of one.
    """
    star = "*" if prefix else ""
    terms = (" AND ".join(_any_form(word, star) for word in reading) for reading in several)
    having = f"{{{columns}}} : ({' OR '.join(f'({each})' for each in terms)})"
    wanted = " OR ".join(f'"{fold(kind[:MAX_WORD])}"' for kind in kinds)
    return f"{having} AND kind : ({wanted})" if wanted else having


def deletions(word: str) -> Iterator[str]:
    """Yield a word and what is left of it when any one letter is dropped (SymSpell's neighbourhood).

    Two words of which one letter is wrong, missing, added or swapped with the next have one in common.
    """
    yield word
    yield from dict.fromkeys(word[:place] + word[place + 1 :] for place in range(len(word)))


def phrase(pair: Iterable[str]) -> str:
    """Return an FTS5 expression for entries in which words stand side by side."""
    return f'{{{NAMES}}} : "{" ".join(pair)}"'


def halves(word: str) -> Iterator[tuple[str, str]]:
    """Yield the two words that a word may have been before they were joined.

    >>> list(halves("alpas"))
    [('al', 'pas'), ('alp', 'as')]
    """
    yield from ((word[:place], word[place:]) for place in range(2, len(word) - 1))


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


def _any_form(word: str, star: str) -> str:
    forms = " OR ".join(f'"{form}"{star}' for form in _forms(word))
    return f"({forms})"


def _forms(word: str) -> list[str]:
    if word.isascii():
        return [word]
    romanised = "" if _HAN.search(word) else fold(anyascii(word)).replace(" ", "")
    return [form for form in dict.fromkeys((spaced(word), romanised)) if form]
