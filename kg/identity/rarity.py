"""How many people bear a name: what agreement on it is worth.

A name is as common as its family name and its given name together; both are looked up in our own
tables. Chinese given names are weighed by their syllables, since one short romanisation stands for many
names. The tables are fixed, so that a profile more or less changes no weight.
"""

from functools import cache
from math import log2
from types import MappingProxyType

from kg.profile.names import PersonName, core, frequencies, nicknames
from kg.profile.spellings import CHINESE

RESEARCHERS = 1 << 20
"""Among how many people a name is sought: the order of size of a broad field."""

_UNLISTED_FAMILY = 1.1e-5
_UNLISTED_GIVEN = MappingProxyType(
    {"han": 2e-4, "korean": 8e-4, "vietnamese": 2e-3, "japanese": 3e-4, "indian": 3e-4, "western": 6e-5}
)
_UNLISTED_SYLLABLE = 0.004
_INITIAL = 0.08
_GROUP = 2e-7  # less than what joins alone, or in a field: groups call themselves alike
_TWO_CHARACTERS, _MORE_CHARACTERS = 3e-4, 3e-5  # shares of whole names, at least
_NAMELESS = frozenset(  # words that do not tell which group is meant
    (
        *("al", "collaboration", "committee", "consortium", "development", "editorial", "et", "group", "initiative"),
        *("network", "organising", "organizing", "program", "programme", "project", "research", "steering", "study"),
        *("team", "the", "working", "writing"),
    )
)
_SINGLE, _DOUBLE = 0.25, 0.75  # shares of Chinese given names with one and with two syllables


def bearers(name: PersonName) -> float:
    """Return about how many researchers could write a name so."""
    return max(RESEARCHERS * _share(name), 2**-10)


def bits(count: float) -> float:
    """Return how much agreement on a name with so many bearers speaks for one person, in bits."""
    return -log2(count)


def _share(name: PersonName) -> float:
    if name.is_group:
        return 1e-2 if _NAMELESS.issuperset(name.given[0].split()) else _GROUP
    if not name.family and name.romanised:  # the whole name in Chinese or Korean letters
        read = [_share(reading) for _, reading in name.romanised]
        return max(*read, _TWO_CHARACTERS if len(name.key) < 3 else _MORE_CHARACTERS)
    if not name.family:
        return 1e-2 if len(name.given[0]) < 3 else 1e-3
    return max(_share_of(name.family, name.given), _share_turned(name))


def _share_turned(name: PersonName) -> float:
    """Return the share of a name if its first word is the family name: `Nagy István`, `Nguyen Van Minh`."""
    family, *given = name.words
    if family not in _families() or len(given[0]) < 2:
        return 0.0
    is_sure = name.family in _families() and _families()[family][1] != "han"
    return 0.0 if is_sure else _share_of(family, tuple(given))


def _share_of(family_name: str, given: tuple[str, ...]) -> float:
    family, kind = _families().get(family_name) or _families().get(core(family_name), (_UNLISTED_FAMILY, "western"))
    first = given[0]
    if len(first) < 2:
        others = [word for word in given[1:] if len(word) == 1]
        return family * float(_INITIAL ** (1 + len(others) * 0.5))
    share = _han_given(given) if kind == "han" else None
    if share is None:
        listed = [_listed(word, kind) for word in (first, *nicknames().get(first, ()))]
        share = max((*listed, _UNLISTED_GIVEN[kind])) * 0.3 ** len(given[1:])
    return family * share


def _listed(first: str, kind: str) -> float:
    """Return the share of a given name that is listed: for the kind, or as western, which is borne everywhere."""
    return _given().get((first, kind), _given().get((first, "western"), 0.0))


def _han_given(given: tuple[str, ...]) -> float | None:
    """Return the share of a Chinese given name, of one or two syllables, written together or apart."""
    match = CHINESE.fullmatch("".join(given))
    if match is None or any(len(word) == 1 for word in given):
        return None
    shares = [_syllables().get(part, _UNLISTED_SYLLABLE) for part in match.groups() if part]
    return _SINGLE * shares[0] if len(shares) == 1 else _DOUBLE * shares[0] * shares[1]


@cache
def _families() -> MappingProxyType[str, tuple[float, str]]:
    return MappingProxyType({name: (share / 1e5, kind) for name, share, kind in frequencies("families")})


@cache
def _given() -> MappingProxyType[tuple[str, str], float]:
    return MappingProxyType(
        {(name, kind): share / 1e4 for name, share, kind in frequencies("given") if kind != "syllable"}
    )


@cache
def _syllables() -> MappingProxyType[str, float]:
    return MappingProxyType({name: share / 1e4 for name, share, kind in frequencies("given") if kind == "syllable"})
