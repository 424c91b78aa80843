"""Names in other scripts: how they read in Latin letters, and by what sounds two readings are compared.

A reading is sure for no name: each country spells in its own way, and Arabic and Hebrew write few vowels. So what is
compared are sounds: the consonants, and of Chinese, Japanese and Korean names the syllables.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from anyascii import anyascii

from kg.base.tables import rows_of
from kg.terms.identifiers import fold

LATIN, _HAN, _KANA, _HANGUL, _VOICED, _CONSONANTS = "latin", "han", "kana", "hangul", "voiced", "consonants"
_SCRIPTS = MappingProxyType(
    {"CJK": _HAN, "HIRAGANA": _KANA, "KATAKANA": _KANA, "HANGUL": _HANGUL}
    | dict.fromkeys(("CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN"), _VOICED)
    | dict.fromkeys(("ARABIC", "HEBREW", "SYRIAC", "ETHIOPIC", "DEVANAGARI", "BENGALI", "GUJARATI"), _CONSONANTS)
    | dict.fromkeys(("GURMUKHI", "KANNADA", "MALAYALAM", "ORIYA", "SINHALA", "TAMIL", "TELUGU"), _CONSONANTS)
)
_COMPOUND = frozenset(
    ("欧阳", "歐陽", "司马", "司馬", "诸葛", "諸葛", "上官", "夏侯", "皇甫", "尉迟", "东方", "東方", "令狐", "慕容")
)
_COMPOUND_KOREAN = frozenset(("남궁", "선우", "황보", "제갈", "독고", "사공"))
_PATRONYMIC = re.compile(r"(?:vich|vna|ichna)$")
_ARTICLE = re.compile(r"^(?:(?:al|el|ul|l)(?=[^aeiou]{2})|(?:al|el|ul)$)")

_SOUNDS: MappingProxyType[str, Sequence[tuple[re.Pattern[str], str]]] = MappingProxyType(
    {
        script: tuple((re.compile(pattern), sound) for pattern, sound in (rule.split(">") for rule in rules.split()))
        for script, rules in {
            LATIN: r"(?<=[bcdfghklmprstz])([aou])e(?=[bcdfghklmnprstz])>\1 ch(?=[lr])|c(?=[ao-uklr]|$)|q(?!u)|ck>k "
            r"(?<=[aeiou])h(?=[bcdfghjklmnpqrstvwxz]|$)|(?<=[st])h|(?<=k)h(?=[aeiou])> ph>f ou>u [yj]>i w>v z>s "
            r"(.)\1+>\1",
            _HAN: "lyu>lv nyu>nv lu(?=e)>lv nu(?=e)>nv",
            _KANA: "o[uoh](?![aiueo])>o uu>u ([jh])iy(?=[auo])>\\1 iy(?=[auo])>y si>shi ti>chi tu>tsu hu>fu zi>ji",
            _HANGUL: "eo>u ou>u oo>u w?u>u ee>i sh>s uh$>u ya?e>ye",
            _VOICED: "x>ks [ck]h>h sch>sh shch>sh sz>sh zh>j dz>z t?[cs]+[zs]>s ch>c tch>c ph>f th>t w>v "
            "ou|oy>u ^[yij](?=[aeiou])> [yij]+>i",
            _CONSONANTS: "x>ks kh>h gh>g dh>d th>t sh>s ch>c ph>f bh>b jh>j q|ck|c>k",
        }.items()
    }
)
_DOUBLED = re.compile(r"(.)\1+")
_KINDS = str.maketrans("bcdfgjqxz", "pstpkskss", "aehiouyvw")
_VOWELS = MappingProxyType({_VOICED: r"(?<!^)[eiou]|(?<!^)a(?!$)|h", _CONSONANTS: "[aeiouyhvw]"})


class LatinReading(NamedTuple):
    """How a name in another script may be read.

    Attributes:
        script: By which sounds it is compared.
        text: The name in Latin letters, the given name first.
    """

    script: str
    text: str


def readings(name: str) -> tuple[LatinReading, ...]:
    """Return how a name reads in Latin letters; nothing for names in these, and where nobody can say.

    >>> readings("Владимир Воеводский"), readings("张伟")
    ((LatinReading(script='voiced', text='Vladimir Voevodskiy'),), (LatinReading(script='han', text='Wei Zhang'),))
    """
    script = "" if name.isascii() else _script(name)
    return tuple(LatinReading(script, text) for text in _READ[script](name.split())) if script else ()


@lru_cache(1 << 16)
def heard(word: str, script: str) -> str:
    """Return by what a folded Latin word is compared with readings of a script, or with its other spellings in Latin.

    >>> heard("voevodskiy", "voiced") == heard("voevodsky", "voiced"), heard("mohammed", "consonants")
    (True, 'mmd')
    """
    if len(word) < 2:
        return word
    letters = _ARTICLE.sub("", word) if script == _CONSONANTS else word
    for pattern, other in _SOUNDS[script]:
        letters = pattern.sub(other, letters)
    if script in _VOWELS:
        letters = re.sub(_VOWELS[script], "", _DOUBLED.sub(r"\1", letters))
    if not letters and _ARTICLE.fullmatch(word):
        return ""
    return letters if len(letters) > 1 else (letters or word[0]) * 2  # one letter would be an initial


@lru_cache(1 << 16)
def outline(word: str) -> str:
    """Return of a folded Latin word what most readings of it have in common: its first three kinds of consonants.

    >>> outline("voevodskiy"), outline("woewodsky"), outline("zhang")
    ('tsk', 'tsk', 'snk')
    """
    return _DOUBLED.sub(r"\1", _ARTICLE.sub("", word).translate(_KINDS))[:3]


def _script(name: str) -> str:
    """Return by which sounds a name is compared, if all its letters are of scripts that are."""
    found = {_SCRIPTS.get(unicodedata.name(char, "").partition(" ")[0], "") for char in name if char.isalpha()}
    return found.pop() if len(found) == 1 else ""


def _read_words(words: Sequence[str]) -> Iterator[str]:
    """Read a name of an alphabet word by word, the patronymic in the middle."""
    read = anyascii(" ".join(words)).replace("'", "").split()
    is_family_first = len(read) == 3 and _PATRONYMIC.search(read[2])
    yield " ".join([*read[1:], read[0]] if is_family_first else read)


def _read_han(words: Sequence[str]) -> Iterator[str]:
    """Read a Chinese name; one whose family name has two characters and stands apart is Japanese, which nobody can."""
    if len(words) == 1 and 2 <= len(words[0]) <= 4:
        size = 2 if words[0][:2] in _COMPOUND and len(words[0]) > 2 else 1
        words = [words[0][:size], words[0][size:]]
    if len(words) == 2 and (len(words[0]) == 1 or words[0] in _COMPOUND) and len(words[1]) < 3:
        family, given = (anyascii(word).lower() for word in words)
        yield f"{given.title()} {family.title()}"


def _read_kana(words: Sequence[str]) -> Iterator[str]:
    if len(words) == 2:
        family, given = map(anyascii, words)
        yield f"{given.title()} {family.title()}"


def _read_hangul(words: Sequence[str]) -> Iterator[str]:
    if len(words) == 1 and 2 <= len(words[0]) <= 4:
        size = 2 if words[0][:2] in _COMPOUND_KOREAN else 1
        words = [words[0][:size], words[0][size:]]
    if len(words) == 2 and words[1]:
        family, given = (fold(anyascii(word)).replace(" ", "") for word in words)
        for spelling in _korean().get(family, (family,)):
            yield f"{given.title()} {spelling.title()}"


_READ = MappingProxyType(
    {_HAN: _read_han, _KANA: _read_kana, _HANGUL: _read_hangul, _VOICED: _read_words, _CONSONANTS: _read_words}
)


@cache
def _korean() -> MappingProxyType[str, tuple[str, ...]]:
    rows = rows_of("kg.profile", "tables/hangul.tsv")
    return MappingProxyType({syllable: tuple(spellings.split()) for syllable, spellings in rows})
