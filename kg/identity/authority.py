"""Look names of organisations up in the authority files: one entry, however it is written."""

import re
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from kg.profile.model import Authority, Organization
from kg.terms.identifiers import fold

Entry = TypeVar("Entry", bound=Authority)

_UNIT = re.compile(
    r"\b(?:academy|center|centre|chair|college|department|dept|division|faculty|group|institute|lab|laboratory|labs"
    r"|school|team|unit)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:academy of sciences|national laboratory|university)\b", re.IGNORECASE)
_SMALL = frozenset(("a", "and", "annual", "for", "from", "in", "international", "of", "on", "the", "to"))


class Match(NamedTuple, Generic[Entry]):
    """An entry that a name was found to mean.

    Attributes:
        entry: The entry.
        former: Whether the name is one that it no longer bears.
    """

    entry: Entry
    former: bool


class OrganizationNames:
    """All names of the organisations of an authority file.

    Args:
        entries: The organisations.
    """

    def __init__(self, entries: Iterable[Organization]) -> None:
        self._by_name: dict[str, Match[Organization]] = {}
        ambiguous: set[str] = set()
        for entry in entries:
            former = {fold(name) for name in entry.former}
            for name in {fold(name): None for name in entry.names}:
                known = self._by_name.setdefault(name, Match(entry, name in former))
                if known.entry is not entry:
                    ambiguous.add(name)
        for name in ambiguous:
            del self._by_name[name]

    def find(self, candidates: Iterable[str]) -> Match[Organization] | None:
        """Return the entry of the first of some folded names that is known."""
        return next((self._by_name[name] for name in candidates if name in self._by_name), None)


def organization_names(text: str) -> Iterator[str]:
    """Yield the folded forms under which an organisation may be listed, the likeliest first."""
    name = fold(text)
    yield name
    yield name.removeprefix("the ")
    yield f"the {name}"


def unit_key(name: str) -> str:
    """Return the words of a unit's name, in whatever order they stand.

    >>> unit_key("Computer Science Dept.") == unit_key("Department of Computer Science")
    True
    """
    words = (
        {"dept": "department", "lab": "laboratory", "labs": "laboratory"}.get(word, word) for word in fold(name).split()
    )
    return " ".join(sorted(word for word in words if word not in _SMALL))


_SUBJECTS = re.compile(r"[^,]*\b(?:of|for|für|de)\s(?:[^,]+, ){1,4}[^,]*\b(?:and|&|und|et|y)\s[^,]+", re.IGNORECASE)


def lists_subjects(unit: str) -> bool:
    """Say whether the commas of a unit's name part its subjects, not the unit from what it belongs to.

    >>> lists_subjects("Department of Ecology, Evolution and Behavior"), lists_subjects("AI Lab, School of Law")
    (True, False)
    """
    behind = unit.partition(", ")[2]
    return bool(_SUBJECTS.fullmatch(unit)) and not _UNIT.search(behind) and not _WHOLE.search(behind)


def parts_of(name: str) -> tuple[str, str] | None:
    """Return unit and organisation of a name that says both: `AI Lab, ByteDance`, `MLSys team at ByteDance`."""
    unit, at, whole = name.partition(" at ")
    if at and _UNIT.search(unit):
        return unit.strip(), whole.strip()
    unit, comma, whole = name.partition(",")
    if comma and _UNIT.search(unit) and not _WHOLE.search(unit):
        return unit.strip(), whole.strip()
    return None


def short_name(authority: Authority) -> str:
    """Return the acronym if there is one, else the name."""
    return authority.acronym or authority.name
