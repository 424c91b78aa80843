"""Find the organisations of ROR that an affiliation names, as papers print it, or none rather than a wrong one.

What is printed is cut at commas. A piece is a name, two neighbours are, or the longest name within a piece is. Country
and city decide among those who bear a name, and rule the others out.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from kg.profile.ror import ListedOrganization, RorAuthority, name_key
from kg.terms.identifiers import fold
from kg.terms.places import COUNTRIES

SURE = 0.88
"""From which certainty on a match is one; below it, it is a question."""

_WITHIN = {"HK": "CN", "TW": "CN", "MO": "CN", "PR": "US"}
"""Countries that stand under another one as often as under their own."""

_CUT = re.compile(
    r"[,;/|•\n()\[\]]|\s-\s|(?<=\w{5})\.\s(?=[A-Z])"
    r"|(?:\band|&) (?=[A-Z][\w ]*(?:Universi|Hospital|Institut|College|Cent))"
)
_ORGANIZATION = re.compile(
    r"\b(?:univers|instit|colleg|hospit|school|academ|cent(?:er|ro)|klinik|ecol|polite|polytechn|laborator|foundat|agency"
    r"|ministr|council|hochschul|compan|corporat|inc|ltd|gmbh|museum|societ|clinic)"
)
_UNIT = re.compile(
    r"(?:the )?(?:departments?|dept|depto|departamento|faculty|facultad|faculte|faculdade|division|section|unit|group"
    r"|chair|program|graduate school|unidad|servicio"
    r"|(?:laboratory|lab|school|college|institute|center|centre|clinic) (?:of|for)"
    r"|service de|klinik fur|institut fur)\b"
)
_CARE = re.compile(r"hospit|clinic|medic")
_CARE_WORD = re.compile(r"hospit|clinic$|medic$")
_BEHIND = frozenset(("of", "for", "in", "at"))  # 'Shiraz University of Technology' is not Shiraz University
_OFFICE = re.compile(r"key laborator|ministr")
_COMMON = 5.5  # names whose rarest word is lighter are anybody's, but for the city: 'Institute of Physics'
_MOST = 10  # words of a name that stands within a piece
_LONGEST = 5_000  # characters of an affiliation


class AffiliationMatch(NamedTuple):
    """An organisation that a printed affiliation names."""

    ror: str
    name: str
    piece: str  # The words that say so
    certainty: float
    is_whole: bool = True  # Whether these words are a name of it, and do not only hold one

    @property
    def written(self) -> str:
        """What the organisation is called there, or else by ROR."""
        return self.piece if self.is_whole else self.name


@dataclass(frozen=True)
class _Piece:
    text: str
    key: str
    joined: bool = False


class _Named(NamedTuple):
    number: int
    certainty: float
    key: str
    piece: _Piece


class _Printed:
    """An affiliation as it is printed."""

    def __init__(self, text: str, countries: dict[str, str]) -> None:
        self.folded = f" {fold(text)} "
        self._countries = countries
        self._parts = [part for part in _CUT.split(text) if part]

    @cached_property
    def pieces(self) -> list[_Piece]:
        pieces = (_Piece(part.strip(), name_key(part)) for part in self._parts)
        return [piece for piece in pieces if piece.key and not piece.key.isdigit()]

    @property
    def texts(self) -> list[_Piece]:
        """The pieces and pairs of neighbours, the longest first."""
        pairs = (
            _Piece(f"{a.text}, {b.text}", f"{a.key} {b.key}", joined=True)
            for a, b in pairwise(self.pieces)
            if " " in a.key and fold(b.text) not in self._countries
        )
        return sorted(
            {each.key: each for each in [*pairs, *self.pieces]}.values(), key=lambda each: (-len(each.key), each.key)
        )

    @cached_property
    def country(self) -> str:
        """The country that the end names, else nothing."""
        for part in reversed(self._parts):
            name = re.sub(r"\b\w*\d\w*\b", "", fold(part)).strip()
            if name in self._countries:
                return self._countries[name]
        words = self.folded.split()
        tails = (" ".join(words[-size:]) for size in (4, 3, 2, 1))
        return next((self._countries[tail] for tail in tails if len(tail) > 3 and tail in self._countries), "")

    def names_place(self, city: str) -> bool:
        return bool(city) and f" {city} " in self.folded

    def is_elsewhere(self, city: str, cities: Set[str]) -> bool:
        """Say whether another city stands there than the one in which an organisation lies."""
        places = (re.sub(r"\b\w*\d\w*\b", "", fold(part)).strip() for part in self._parts)
        return not self.names_place(city) and any(place in cities for place in places if place not in self._countries)


class AffiliationMatcher:
    """Finds who is named in printed affiliations.

    Args:
        authority: The organisations of ROR.
    """

    def __init__(self, authority: RorAuthority) -> None:
        self._authority = authority
        self._countries = {**authority.countries(), **COUNTRIES}
        self._cities = authority.cities()

    def match(self, text: str) -> list[AffiliationMatch]:
        """Return the organisations that a printed affiliation names, the surest first, with how sure that is."""
        matches: dict[str, AffiliationMatch] = {}
        found = [each for printed in self._addresses(text) for each in self._found(printed)]
        for each in sorted(found, key=lambda each: (-each.certainty, each.key)):
            entry = self._authority.organization(each.number)
            matches.setdefault(
                entry.ror,
                AffiliationMatch(entry.ror, entry.name, each.piece.text, each.certainty, each.key == each.piece.key),
            )
        return [*matches.values()]

    def _addresses(self, text: str) -> Iterator[_Printed]:
        """Yield the affiliations that stand in one, each of which ends with its country."""
        held = ""
        for part in text[:_LONGEST].split(";"):
            held = f"{held};{part}"
            printed = _Printed(held, self._countries)
            if printed.country:
                held = ""
                yield printed
        if held.strip(" ;"):
            yield _Printed(held, self._countries)

    def _found(self, printed: _Printed) -> list[_Named]:
        found = [*self._named(printed)] or [*self._by_acronym(printed)]
        return self._outermost(found)

    def _outermost(self, found: Sequence[_Named]) -> list[_Named]:
        """Leave out what belongs to another one that is named, and offices where a university is."""
        entries = {each.number: self._authority.organization(each.number) for each in found}
        named = {entry.ror for entry in entries.values()}
        taught = any("education" in entry.types for entry in entries.values())
        return [
            each
            for each in found
            if not entries[each.number].parents & named and not (taught and _OFFICE.search(each.key))
        ]

    # Names.

    def _named(self, printed: _Printed) -> Iterator[_Named]:
        found: list[str] = []
        for piece in printed.texts:
            key, certainty = self._key_in(piece)
            if not key or any(f" {key} " in f" {other} " for other in found) or _is_unit(piece, key, printed):
                continue
            number = self._bearer(key, printed)
            if number is None:
                continue
            found.append(key)
            certainty += 0.03 * bool(printed.country) - 0.1 * (" " not in key)
            certainty -= 0.2 * printed.is_elsewhere(self._authority.organization(number).city, self._cities)
            yield _Named(number, certainty, key, piece)

    def _key_in(self, piece: _Piece) -> tuple[str, float]:
        """Return the name that a piece is, or the longest that stands in it, and how sure that is."""
        if len(piece.key) > 3 and self._authority.bearers(piece.key):
            return piece.key, 1.0
        words = piece.key.split()
        runs = (
            (start, size)
            for size in range(0 if piece.joined else min(_MOST, len(words) - 1), 1, -1)
            for start in range(len(words) - size + 1)
        )
        for start, size in runs:
            key = " ".join(words[start : start + size])
            if (size > 2 or _ORGANIZATION.search(key)) and self._authority.bearers(key):
                return ("", 0.0) if _is_other(piece, start, size) else (key, 0.85)
        return "", 0.0

    def _bearer(self, key: str, printed: _Printed) -> int | None:
        """Return who of those who bear a name is meant, or None where nothing tells."""
        chosen = self._chosen(self._authority.bearers(key), printed)
        if chosen is not None and _is_place(key, self._authority.organization(chosen)):
            return None
        if chosen is None or printed.names_place(self._authority.organization(chosen).city):
            return chosen
        return None if max(map(self._authority.weight, key.split())) < _COMMON else chosen

    def _chosen(self, numbers: Sequence[int], printed: _Printed) -> int | None:
        """Return the one of some organisations that fits best, or None where two fit as well."""
        ranked = sorted(
            (
                (_fit(self._authority.organization(number), printed, sole=len(numbers) == 1), -number)
                for number in numbers
            ),
            reverse=True,
        )
        ranked = [each for each in ranked if each[0]]
        if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return None
        return -ranked[0][1]

    def _by_acronym(self, printed: _Printed) -> Iterator[_Named]:
        """Yield whom acronyms name: only with a country, since many bear each."""
        for piece in printed.pieces if printed.country else ():
            number = self._chosen(self._authority.acronyms(fold(piece.text)), printed)
            if number is not None:
                yield _Named(number, 0.6, piece.key, piece)


def _is_unit(piece: _Piece, key: str, printed: _Printed) -> bool:
    """Say whether a piece names a part of what stands behind it: `Department of Biotechnology, …`."""
    is_first = len(printed.pieces) > 1 and piece == printed.pieces[0]
    return is_first and key == piece.key and len(key.split()) < 4 and bool(_UNIT.match(fold(piece.text)))


def _is_other(piece: _Piece, start: int, size: int) -> bool:
    """Say whether a name within a piece is a part of another name: of a hospital, or of a name that goes on."""
    words = piece.key.split()
    key, rest = " ".join(words[start : start + size]), [*words[:start], *words[start + size :]]
    if any(word.startswith("hospit") for word in rest) and "hospit" not in key:
        return True  # 'Affiliated Hospital of Qingdao University' is not the university
    if any(map(_CARE_WORD.match, rest)) and not _CARE.search(key):
        return True
    written = [(word, name_key(word)) for word in fold(piece.text).split()]
    places = [at for at, (_, stem) in enumerate(written) if stem]
    first, behind = places[start], places[start + size - 1] + 1
    goes_on = behind < len(written) and written[behind][0] in _BEHIND
    return goes_on or [word for word, _ in written[max(0, first - 2) : first]] == ["university", "of"]


def _is_place(key: str, entry: ListedOrganization) -> bool:
    """Say whether the words of a name are those of its place: 'Providence' is the city, not the college."""
    return not _ORGANIZATION.search(key) and key == name_key(entry.city)


def _fit(entry: ListedOrganization, printed: _Printed, *, sole: bool) -> float:
    """Return how well country and city fit; 0 if it lies elsewhere."""
    country = printed.country
    if country and _WITHIN.get(entry.country, entry.country) != _WITHIN.get(country, country):
        return 0.0
    return 2 * printed.names_place(entry.city) + bool(country) + bool(sole or country) or 0.5
