"""The written names of many persons: each form is read once and numbered, each two are compared once."""

from collections.abc import Iterable, Sequence

from kg.identity.rarity import bearers
from kg.profile.names import Level, PersonName, compare, may_be_misspelt, nicknames, read_once


class WrittenNames:
    """The names of persons, by number.

    Args:
        forms: The written names of each person, the main one first.

    Attributes:
        of: The numbers of the names of each person.
        read: The names.
        short: Their short forms.
    """

    def __init__(self, forms: Iterable[Sequence[str]]) -> None:
        numbers: dict[str, int] = {}
        self.of: list[tuple[int, ...]] = [
            tuple([numbers.setdefault(form, len(numbers)) for form in own]) for own in forms
        ]
        self.read: list[PersonName] = [read_once(form) for form in numbers]
        self.short: list[str] = [short_form(name) for name in self.read]
        self._bearers: list[float] = [0.0] * len(numbers)
        self._levels: dict[int, Level] = {}

    def level(self, one: int, other: int) -> Level:
        """Say how two names agree."""
        if one == other:
            return Level.EXACT
        key = one << 32 | other if one < other else other << 32 | one
        found = self._levels.get(key)
        if found is None:
            found = self._levels[key] = compare(self.read[one], self.read[other])
        return found

    def agree(self, one: int, other: int) -> bool:
        """Say whether two names may be one person's."""
        return self.level(one, other) is not Level.NONE

    def is_full(self, number: int) -> bool:
        """Say whether a name has a family name and a given name that is spelt out."""
        name = self.read[number]
        return bool(name.family) and len(name.given[0]) > 1

    def any_agree(self, one: int, other: int) -> bool:
        """Say whether two persons, by number, have names that may be one person's."""
        return any(self.agree(a, b) for a in self.of[one] for b in self.of[other])

    def may_be_renamed(self, one: int, other: int) -> bool:
        """Say whether two persons, by number, differ in the family name alone, as after a marriage."""
        if not all(self.is_full(self.of[node][0]) for node in (one, other)):
            return False
        mine, others = (self.read[self.of[node][0]].given[0] for node in (one, other))
        return mine == others or mine in nicknames().get(others, ())

    def surely_agree(self, one: int, other: int) -> bool:
        """Say whether two names agree by more than a hint: as evidence for others."""
        return one == other or self.level(one, other) not in (Level.VARIANT, Level.NONE)

    def may_be_misspelt(self, one: int, other: int) -> bool:
        """Say whether two names may be one, misspelt."""
        return self.agree(one, other) or may_be_misspelt(self.read[one], self.read[other])

    def bearers(self, number: int) -> float:
        """Return about how many researchers could write a name so."""
        found = self._bearers[number]
        if not found:
            found = self._bearers[number] = bearers(self.read[number])
        return found


def short_form(name: PersonName) -> str:
    """Return family name and first initial, by which co-authors are looked up.

    >>> short_form(read_once("Ada K. Lovelace"))
    'lovelace a'
    """
    return f"{name.family} {name.given[0][0]}" if name.family and name.given else name.key
