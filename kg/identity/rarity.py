"""How many people bear a name: what agreement on it is worth.

A name is as common as its family name and its given name together; both are looked up in our own
tables. Chinese given names are weighed by their syllables, since one short romanisation stands for many
names. The tables are fixed, so that a profile more or less changes no weight.
"""

import re
from functools import cache, lru_cache
from math import log2
from types import MappingProxyType

from kg.identity.names import PersonName
from kg.identity.tables import table

RESEARCHERS = 1 << 20
"""Among how many people a name is sought: the order of size of a broad field."""

_CACHE = 1 << 17
_UNLISTED_FAMILY = 3e-6
_UNLISTED_GIVEN = MappingProxyType(
    {"han": 2e-4, "korean": 8e-4, "vietnamese": 2e-3, "japanese": 3e-4, "indian": 3e-4, "western": 6e-5}
)
_UNLISTED_SYLLABLE = 0.004
_INITIAL = 0.08
_GROUP = 2**-6  # how many groups bear one name
_SINGLE, _DOUBLE = 0.25, 0.75  # shares of Chinese given names with one and with two syllables
_SYLLABLE = re.compile(
    r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiouv])"
)
_SYLLABLES = re.compile(f"({_SYLLABLE.pattern})({_SYLLABLE.pattern})?")


@lru_cache(_CACHE)
def bearers(name: PersonName) -> float:
    """Return about how many researchers could write a name so."""
    return _GROUP if name.is_group else max(RESEARCHERS * _share(name), 2**-10)


def bits(count: float) -> float:
    """Return how much agreement on a name with so many bearers speaks for one person, in bits."""
    return -log2(count)


def _share(name: PersonName) -> float:
    if not name.family:
        return 1e-2 if len(name.given[0]) < 3 else 1e-3
    family, kind = _families().get(name.family, (_UNLISTED_FAMILY, "western"))
    first = name.given[0] if name.given else ""
    if len(first) < 2:
        others = [word for word in name.given[1:] if len(word) == 1]
        return family * float(_INITIAL ** (1 + len(others) * 0.5))
    share = _han_given(name.given) if kind == "han" else None
    if share is None:
        known = _given().get((first, kind))
        share = known if known is not None else _unlisted(first, kind)
        share *= 0.3 ** len(name.given[1:])
    return family * share


def _unlisted(first: str, kind: str) -> float:
    """Return the share of a given name that is not listed for the kind of the family name."""
    return max(_given().get((first, "western"), 0.0), _UNLISTED_GIVEN[kind])


def _han_given(given: tuple[str, ...]) -> float | None:
    """Return the share of a Chinese given name, of one or two syllables, written together or apart."""
    match = _SYLLABLES.fullmatch("".join(given))
    if match is None or any(len(word) == 1 for word in given):
        return None
    shares = [_syllables().get(part, _UNLISTED_SYLLABLE) for part in match.groups() if part]
    return _SINGLE * shares[0] if len(shares) == 1 else _DOUBLE * shares[0] * shares[1]


@cache
def _families() -> MappingProxyType[str, tuple[float, str]]:
    return MappingProxyType({name: (int(share) / 1e5, kind) for name, share, kind in table("families")})


@cache
def _given() -> MappingProxyType[tuple[str, str], float]:
    return MappingProxyType(
        {(name, kind): int(share) / 1e4 for name, share, kind in table("given") if kind != "syllable"}
    )


@cache
def _syllables() -> MappingProxyType[str, float]:
    return MappingProxyType({name: int(share) / 1e4 for name, share, kind in table("given") if kind == "syllable"})
