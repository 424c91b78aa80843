"""Personal names: read them, and say how two written forms agree.

A comparison has one of a few levels; `kg.identity.rarity` says what a level is worth. Both work on
folded forms: no case, no diacritics, no punctuation.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from sys import intern
from types import MappingProxyType
from typing import NamedTuple

from kg.base.tables import rows_of
from kg.profile.scripts import heard, readings
from kg.profile.spellings import is_alike, is_short_for, is_slip, sound, stand_among
from kg.profile.written_names import as_written
from kg.terms.identifiers import fold


def table(name: str) -> Iterator[list[str]]:
    """Yield the rows of a table of names: our own estimates and lists."""
    return rows_of("kg.profile", f"tables/{name}.tsv")


def frequencies(name: str) -> Iterator[tuple[str, int, str]]:
    """Yield the names of a table that says how common they are: each with that figure and its kind."""
    return ((each, int(count), kind) for count, kind, names in table(name) for each in names.split())


_CACHE = 1 << 16
_SUFFIXES = MappingProxyType({"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "ii", "iii": "iii"})
_GENERATIONS = frozenset(("iv", "v", "2nd", "3rd", "4th"))
_PARTICLES = frozenset(
    re.findall(r"\w+", "al ben bin da dal de del della den der di dos du el la le ten ter van vom von zu zur")
)
_LINKS = frozenset(("da", "das", "de", "del", "della", "dem", "den", "der", "dos", "van", "vom", "von"))
_SPELT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "đ": "dj"}
    | {"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa", "Đ": "Dj"}
)
_LONG = 6
"""Beyond how many letters a slip in a given name may be one: 'Kalina' and 'Katina' are two names."""
_LINKING = _PARTICLES | _LINKS
_GLUED_INITIALS = re.compile(r"(?<![^\W\d_])[A-Z]{2,3}(?![^\W\d_]|-)(?!$|,)")  # not 'AL-Karawi'
_FAMILIES = MappingProxyType({family: kind for family, _, kind in frequencies("families")})
_LISTED = frozenset(map(str.upper, _FAMILIES))  # 'LI Jiamin': not two initials
_WESTERN = frozenset(family for family, kind in _FAMILIES.items() if kind == "western")
_GIVEN = frozenset(given for given, _, _ in frequencies("given"))
_WORD = r"[^\W\d_][\w'’\-]+"
_INDEXED = re.compile(  # 'Li J', 'van Dijk AB', 'Smith J. A.'; of three letters those that are no syllable: not 'ROY'
    rf"(?P<family>{_WORD}(?: {_WORD})*) "
    r"(?P<initials>[A-Z]{1,2}|[A-Z][B-DF-HJ-NP-TV-Z][A-Z]|(?:[A-Z](?:[.\- ]+|$)){1,4})"
)
_LEAD = re.compile(r"^(?:(?:corporate|the) )+")
_SYLLABIC = frozenset(family for family, kind in _FAMILIES.items() if kind in ("han", "korean", "vietnamese"))
_GROUP = re.compile(
    r"\b(?:collaboration|consortium|team|group|committee|working group|project|et al|initiative|network)\b"
)


_PLAIN = re.compile(r"(?:[A-Z](?:[a-z]+|\.)? )+[A-Z][a-z]+")
_TELLING = frozenset(  # words that may be more than a name: they are looked at more closely
    (
        *("prof", "professor", "dr", "mr", "mrs", "ms", "sir", "dame", "collaboration", "consortium", "team", "group"),
        *("committee", "working", "project", "et", "initiative", "network", *_SUFFIXES, *_PARTICLES),
    )
)


class Level(StrEnum):
    """How two written names agree, the closest first."""

    EXACT = "exact"
    MIDDLE = "middle"
    NICKNAME = "nickname"
    SWAPPED = "swapped"
    INITIAL = "initial"
    PART = "part"
    VARIANT = "variant"  # one has more family names or is spelt in another way: a hint, no agreement
    SCRIPT = "script"  # one is in another script, and sounds alike
    NONE = "none"


class PersonName(NamedTuple):
    """A name that was read."""

    key: str  # The folded form in spoken order, without title and suffix: equal forms are equal names
    given: tuple[str, ...]  # Folded given names and initials, in order
    family: str  # The folded family name, with its particles; empty if there is one word only
    suffix: str = ""  # `jr`, `sr`, `ii`, `iii` or empty
    is_group: bool = False  # Whether it is a group author, not a person
    # Other forms: as those write it who have no umlauts (`Mueller` for `Müller`), and those that stand beside it,
    # such as `潘瑞` in `Rui Pan 潘瑞`
    spelt: "tuple[PersonName, ...]" = ()
    # How a name in another script reads in Latin letters, and by which sounds that is compared
    romanised: "tuple[tuple[str, PersonName], ...]" = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All words, given names first."""
        return (*self.given, *self.family.split())


def without_title(name: str) -> str:
    """Return a name without academic titles, and without what else stands beside it.

    >>> without_title("Prof. Dr. Dahua Lin")
    'Dahua Lin'
    """
    return as_written(name).name


def person_key(name: str) -> str:
    """Return a name for comparison: folded, in spoken order, without titles.

    >>> person_key("Prof. Dahua Lin"), person_key("Lovelace, Ada")
    ('dahua lin', 'ada lovelace')
    """
    return read_name(name).key


def unordered_key(name: str) -> str:
    """Return a name for comparison where nobody knows which of its words stands first: folded, its words sorted.

    >>> unordered_key("Lovelace Ada") == unordered_key("Ada Lovelace")
    True
    """
    return " ".join(sorted(fold(name).split()))


@lru_cache(_CACHE)
def read_name(name: str) -> PersonName:
    """Read a name in spoken order or with the family name first and a comma, `Li, J.` and `Li J` too.

    >>> read_name("Lovelace, Ada K.")[:3]
    ('ada k lovelace', ('ada', 'k'), 'lovelace')
    """
    return read_once(name)


def read_once(name: str) -> PersonName:
    """Read a name as `read_name` does, without remembering it: for who keeps what was read."""
    if _PLAIN.fullmatch(name):  # as most are: the same as below, sooner
        key = name.lower().replace(".", "")
        *given, family = key.split()
        if _TELLING.isdisjoint((*given, family)):
            return PersonName(key, tuple(map(intern, given)), intern(family))
    name, variants, _ = as_written(name)
    read = _read(name)
    composed = name if name.isascii() else unicodedata.normalize("NFC", name)
    spelt = composed.translate(_SPELT)
    forms = variants if spelt == composed else (spelt, *variants)
    romanised = tuple((script, _read(text)) for script, text in readings(composed))
    return read._replace(spelt=tuple(map(_read, forms)), romanised=romanised) if forms or romanised else read


def _read(name: str) -> PersonName:
    plain = name
    before, comma, after = plain.partition(",")
    if comma and fold(after) in _SUFFIXES:
        plain, comma = f"{before} {after}", ""
    head, tail = _fold_words(before if comma else plain), _fold_words(after) if comma else []
    if tail:
        tail, suffix = _without_suffix(tail, least=1)
        head, other = _without_suffix(head, least=1)
        words, suffix = tail + head, suffix or other
    else:
        words, suffix = _without_suffix(head, least=2)
    if not words:  # signs only
        signs = " ".join(name.split()) or name
        return PersonName(signs, (signs,), "")
    key = " ".join(words)
    if _GROUP.search(key) and len(words) > 1:
        return PersonName(key, (_LEAD.sub("", key),), "", is_group=True)
    size = len(head) if tail else _family_size(words)
    if not tail and (indexed := _index_order(plain)):
        words, size = indexed
        key = " ".join(words)
    given, family = tuple(words[:-size]), " ".join(words[-size:])
    if not given:
        return PersonName(key, (family,), "", suffix)
    return PersonName(key, given, family, suffix)


def _index_order(name: str) -> tuple[list[str], int] | None:
    """Return the words of `Smith JA`, as indexes of medicine write names, in spoken order, and the family name's size.

    None where the capitals may be a family name, as in `Jiamin LI` and `Marie ROY`.
    """
    match = _INDEXED.fullmatch(name.strip())
    if match is None:
        return None
    family, letters = fold(match["family"]).split(), match["initials"]
    first = family[0]
    is_family = first in _PARTICLES or first in (_WESTERN if letters in _LISTED else _FAMILIES)
    is_doubted = name.isupper() or ((letters in _LISTED or first in _GIVEN) and not is_family)
    if len(letters) > 1 and letters.isalpha() and is_doubted:
        return None
    initials = fold(" ".join(letters)).split()
    return initials + family, len(family)


def _fold_words(text: str) -> list[str]:
    """Return the folded words of a name; initials that are written together come apart: `JE` is `j e`."""
    if not text.isupper():
        text = _GLUED_INITIALS.sub(lambda match: match[0] if match[0] in _LISTED else " ".join(match[0]), text)
    return fold(text.replace("'", "").replace("’", "")).split()


def _without_suffix(words: list[str], *, least: int) -> tuple[list[str], str]:
    """Return words without `Jr` at their end, if enough are left, and what was there."""
    if len(words) > least and words[-1] in _SUFFIXES:
        return words[:-1], _SUFFIXES[words[-1]]
    return words, ""


def _family_size(words: list[str]) -> int:
    """Return how many words at the end are the family name: one, and the particles before it."""
    size = 1
    while size < len(words) - 1 and words[-size - 1] in _PARTICLES:
        size += 1
    return size


def compare(one: PersonName, other: PersonName) -> Level:
    """Say how two names agree; the order does not matter.

    >>> compare(read_name("Greg Ganger"), read_name("Gregory R. Ganger"))
    <Level.NICKNAME: 'nickname'>
    """
    level = _compare(one, other)
    if level is Level.NONE and (one.spelt or other.spelt):
        level = _closest(_compare(a, b) for a in (one, *one.spelt) for b in (other, *other.spelt))
    if level is not Level.NONE:
        return level
    if bool(one.romanised) is not bool(other.romanised):
        return _compare_sounds(one, other) if one.romanised else _compare_sounds(other, one)
    return Level.VARIANT if _varies(one, other) else level


def _closest(levels: Iterable[Level]) -> Level:
    return min(levels, key=list(Level).index)


def closest(name: str, forms: Iterable[str]) -> Level:
    """Say how a written name agrees with the closest of several forms.

    >>> closest("W. Abernathy", ["Mina", "Wilhelmina Abernathy-O'Fallon"])
    <Level.VARIANT: 'variant'>
    """
    read = read_name(name)
    return _closest(compare(read, read_name(form)) for form in forms)


def may_be_one(one: str, other: str) -> bool:
    """Whether two written names may be of one person, as owners of lists are found among authors.

    >>> may_be_one("Xiaoming Wang", "Wang, Xiao-Ming"), may_be_one("Xiaoming Wang", "Xiaoyan Wang")
    (True, False)
    """
    return compare(read_name(one), read_name(other)) is not Level.NONE


def _compare(one: PersonName, other: PersonName) -> Level:
    if one.is_group or other.is_group:
        return Level.EXACT if one.given == other.given else Level.NONE
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return Level.NONE
    if one.key == other.key:
        return Level.EXACT if one.suffix == other.suffix else Level.MIDDLE
    if not one.family or not other.family:
        # Compare a single word with a whole name of which it may be a part: `Jinliang` and `Jinliang Wei`.
        if not one.key.isascii() and "".join(one.words) == "".join(other.words):
            return Level.EXACT
        short, long = (one, other) if not one.family else (other, one)
        if long.family and len(short.given[0]) > 2 and short.given[0] in (*long.given, long.family):
            return Level.PART
        return Level.NONE
    level = _compare_given(one.given, other.given) if _same_family(one.family, other.family) else Level.NONE
    return level if level is not Level.NONE else _compare_words(one, other)


def _compare_sounds(foreign: PersonName, latin: PersonName) -> Level:
    """Compare a name in another script with one in Latin letters: two in one script are told apart as they stand."""
    if not latin.key.isascii() or latin.is_group or not latin.family:
        return Level.NONE
    pairs = ((as_heard(reading, script), as_heard(latin, script)) for script, reading in foreign.romanised)
    agree = any(_compare(one, other) is not Level.NONE for one, other in pairs)
    return Level.SCRIPT if agree else Level.NONE


def as_heard(name: PersonName, script: str) -> PersonName:
    """Return a name with the sounds of its words in place of their letters (`kg.profile.scripts.heard`)."""
    given, family = (
        tuple(filter(None, (heard(word, script) for word in words))) for words in (name.given, name.family.split())
    )
    return PersonName(" ".join((*given, *family)), given, " ".join(family), name.suffix)


def _compare_words(one: PersonName, other: PersonName) -> Level:
    """Compare names of which nobody knows which words are the family name."""
    if "".join(one.words) == "".join(other.words):
        return Level.EXACT
    if _is_swapped(one, other):
        return Level.SWAPPED
    return Level.NONE


class _Outline(NamedTuple):
    """A name by its sound."""

    first: str
    rest: tuple[str, ...]  # The other words, without those that only link
    full: int  # How many of them are no initials

    @classmethod
    def of(cls, words: tuple[str, ...]) -> "_Outline":
        first, *others, last = words
        rest = (*[sound(word) for word in others if word not in _LINKING], sound(last))  # 'Minh Quang Le' is a Le
        return cls(first, rest, sum(len(word) > 1 for word in rest))


@lru_cache(1 << 14)
def _outline(name: PersonName) -> _Outline:
    return _Outline.of(name.words)


def _varies(one: PersonName, other: PersonName) -> bool:
    """Whether one name may be the other with more family names, or spelt in another way."""
    if not one.family or not other.family or one.suffix != other.suffix:
        return False
    if one.family in _GENERATIONS or other.family in _GENERATIONS:
        return False
    first, other_first = one.given[0], other.given[0]
    if first != other_first and not _SYLLABIC.isdisjoint((one.family, other.family)):
        return False  # of few syllables: each spelling is a name
    mine, others = _outline(one), _outline(other)
    if not _first_varies(first, other_first):
        # One may leave out the initial before the name in use: `J. Edgar` is Edgar.
        mine, others = _in_use(mine), _in_use(others)
        if len(mine.first) == 1 or len(others.first) == 1 or not _first_varies(mine.first, others.first):
            return False
    if not (_fits(one, other) and _fits(other, one)):
        return False
    return stand_among(mine.rest, others.rest) if mine.full <= others.full else stand_among(others.rest, mine.rest)


def _fits(one: PersonName, other: PersonName) -> bool:
    """Whether what follows an initial is the other's, too, letter by letter: an initial alone says too little."""
    if len(one.given[0]) > 1:
        return True
    return next((word in other.words for word in one.words[1:] if len(word) > 1 and word not in _LINKING), False)


def _in_use(name: _Outline) -> _Outline:
    is_second = len(name.first) == 1 and len(name.rest) > 1 and len(name.rest[0]) > 1
    return _Outline.of(name.rest) if is_second else name


def _first_varies(one: str, other: str) -> bool:
    """Whether two given names may stand for one another: `Mitch` and `Mitchell`, `Iouri` and `Yuri`."""
    if one == other or len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    if other in nicknames().get(one, ()):
        return True
    one, other = sound(one), sound(other)
    return one == other or is_short_for(one, other) or (min(len(one), len(other)) > _LONG and is_alike(one, other))


def may_be_misspelt(one: PersonName, other: PersonName) -> bool:
    """Whether two names may be one, misspelt: in two lists of one work this is likelier than two people.

    >>> may_be_misspelt(read_name("Pillip Bernstein"), read_name("Philip A. Bernstein"))
    True
    """
    if compare(one, other) is not Level.NONE:
        return True
    if not one.family or not other.family:
        return False
    if _same_family(one.family, other.family):
        return True
    return one.given[0][0] == other.given[0][0] and is_slip(one.family, other.family)


def _same_family(one: str, other: str) -> bool:
    if one == other:
        return True
    return core(one) == core(other) or one.replace(" ", "") == other.replace(" ", "")


@cache
def core(family: str) -> str:
    """Return a family name without its particles."""
    words = [word for word in family.split() if word not in _PARTICLES]
    return "".join(words) or family


def _compare_given(one: tuple[str, ...], other: tuple[str, ...]) -> Level:
    """Compare given names: word by word from the first, then what the longer one has left."""
    # What only links names is left out: `Luís de Sousa Castro` is Luís Sousa Castro.
    if not _LINKS.isdisjoint(one) or not _LINKS.isdisjoint(other):
        one, other = (given[:1] + tuple(word for word in given[1:] if word not in _LINKS) for given in (one, other))
    if "".join(one) == "".join(other) and _is_full(one) == _is_full(other):
        return Level.EXACT
    short, long = sorted((one, other), key=len)
    if len(short) == 1 and len(long) > 1 and len(short[0]) > 1 and short[0] == "".join(long):
        return Level.EXACT  # `Tieyan` and `Tie-Yan`
    levels = [_compare_word(a, b) for a, b in zip(one, other, strict=False)]
    if Level.NONE in levels:
        # One may leave the first out or write it as an initial: `J. Edgar` and `Edgar`.
        skips = len(short) < len(long) and len(short[0]) > 1 and short[0] in long[1:]
        return Level.MIDDLE if skips else Level.NONE
    if Level.INITIAL in levels[:1]:
        # 'M. Teresa' is called Teresa: of people with one given name it may be that, but no 'Marco'.
        is_in_use = len(short) == 1 < len(short[0]) and len(long) > 1 == len(long[0]) < len(long[1])
        return Level.NONE if is_in_use else Level.INITIAL
    return Level.NICKNAME if Level.NICKNAME in levels else Level.MIDDLE


def _compare_word(one: str, other: str) -> Level:
    if one == other:
        return Level.EXACT if len(one) > 1 else Level.INITIAL
    if len(one) == 1 or len(other) == 1:
        return Level.INITIAL if one[0] == other[0] else Level.NONE
    return Level.NICKNAME if other in nicknames().get(one, ()) else Level.NONE


def _is_swapped(one: PersonName, other: PersonName) -> bool:
    """Whether two names have the same words in another order: `Chun Jason Xue`, `Jason Xue Chun`."""
    if min(map(len, (*one.words, *other.words))) == 1:
        return False
    # `Kim Min-Jun` puts first the family name of `Minjun Kim`.
    turned = ("".join((a.family, *a.given)) == "".join(b.words) for a, b in ((one, other), (other, one)))
    return sorted(one.words) == sorted(other.words) or any(turned)


def _is_full(given: tuple[str, ...]) -> bool:
    return bool(given) and len(given[0]) > 1


def initials(given: Sequence[str]) -> set[str]:
    """Return the letters with which a person's given name may begin: `r` and `b` for Robert, who is Bob.

    Any of several given names may be the one in use.

    >>> sorted(initials(["robert"]))
    ['b', 'r']
    """
    full = [word for word in given if len(word) > 1] or given
    return {word[0] for first in {given[0], *full} for word in (first, *nicknames().get(first, ()))}


def is_short(name: PersonName) -> bool:
    """Whether a name has only initials for the given names."""
    return bool(name.family) and all(len(word) == 1 for word in name.given)


@cache
def nicknames() -> MappingProxyType[str, frozenset[str]]:
    """Return what each given name may stand for, in both directions."""
    found: dict[str, set[str]] = {}
    for full, short in table("nicknames"):
        for name in short.split():
            found.setdefault(full, set()).add(name)
            found.setdefault(name, set()).add(full)
    return MappingProxyType({name: frozenset(others) for name, others in found.items()})
