"""Whether two sources say the same with other words, and which of them says more."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kg import dates
from kg.declaration import kg_declaration
from kg.identifiers import fold, same_person

_FIELDS = [each for kind in kg_declaration().kinds.values() for each in kind.written]
_NAMES = frozenset(each.key for each in _FIELDS if each.is_many and each.range in ("PersonReference", "Author"))
_UNITED_LISTS = frozenset(each.key for each in _FIELDS if each.is_many and each.range != "Term") - _NAMES
_TEXTS = frozenset(each.key for each in _FIELDS if each.range == "Text")
_DATES = frozenset(each.key for each in _FIELDS if each.range in ("Date", "End"))
_BESIDE = frozenset(
    ("workshop", "workshops", "companion", "demo", "demos", "findings", "poster", "posters", "tutorial")
)
_SMALL_WORDS = frozenset(("a", "an", "and", "at", "for", "in", "of", "on", "the", "to"))


def united(key: str, one: Any, other: Any) -> Any:
    """Return the value that says what both values say, the one that says more; None where they disagree.

    >>> united("start", "2019", "2019-05"), united("year", 2019, 2020)
    ('2019-05', None)
    >>> united("authors", ["A. Lovelace"], ["Ada Lovelace"])
    ['Ada Lovelace']
    """
    if one == other:
        return one
    if key in _NAMES:
        return _people(_several(one), _several(other))
    if key in _UNITED_LISTS:
        return _union(_several(one), _several(other))
    if key in _RULES:
        return _RULES[key](str(one), str(other))
    if key in _DATES:
        return _dates(str(one), str(other))
    if isinstance(one, str) and isinstance(other, str):
        return _text(key, one, other)
    return one if _plain(one) == _plain(other) else None


def same_text(one: Any, other: Any) -> bool:
    """Say whether two texts differ in case, diacritics and punctuation at most."""
    return _plain(one) == _plain(other)


def is_contained(one: Any, other: Any) -> bool:
    """Say whether the words of one text stand in the other as they are: `Google` in `Google Research`."""
    short, long = sorted((f" {_plain(one)} ", f" {_plain(other)} "), key=len)
    return short.removeprefix(" the") in long or short in long


def same_venue(one: Any, other: Any) -> bool:
    """Say whether two texts name one venue: one holds the other, or is made of its initials.

    A workshop is not the conference it belongs to.
    """
    if _BESIDE.intersection(fold(str(one)).split()) != _BESIDE.intersection(fold(str(other)).split()):
        return False
    return is_contained(one, other) or _is_acronym(str(one), str(other)) or _is_acronym(str(other), str(one))


def _people(one: Sequence[Any], other: Sequence[Any]) -> list[Any] | None:
    if len(one) != len(other):
        return None
    found = []
    for a, b in zip(one, other, strict=True):
        name, same = _name_of(a), _name_of(b)
        if not same_person(name, same):
            return None
        found.append(_fuller(a, b))
    return found


def _fuller(one: Any, other: Any) -> Any:
    """Return the form of a person that says more, with what either says besides the name."""
    longer = one if _weight(one) >= _weight(other) else other
    if not isinstance(one, Mapping) and not isinstance(other, Mapping):
        return longer
    tables = [each if isinstance(each, Mapping) else {"name": each} for each in (one, other)]
    return {**tables[1], **tables[0], "name": _name_of(longer)}


def _weight(person: Any) -> tuple[int, bool]:
    """A star of equal contribution and a name in speaking order break a tie."""
    name = _name_of(person)
    return len(fold(name)), "," not in name


def _name_of(person: Any) -> str:
    return str(person["name"] if isinstance(person, Mapping) else person).rstrip("* ")


def _union(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the values of both lists; of what one names and the other says more of, the fuller form."""
    found = {_plain(_named(each)): each for each in one}
    for each in other:
        known = found.setdefault(_plain(_named(each)), each)
        if isinstance(each, Mapping) and not isinstance(known, Mapping):
            found[_plain(_named(each))] = each
    return list(found.values())


def _named(value: Any) -> Any:
    return value.get("name", value) if isinstance(value, Mapping) else value


def _dates(one: str, other: str) -> str | None:
    if dates.PRESENT in (one, other) or dates.is_before(one, other) or dates.is_before(other, one):
        return None
    return max(one, other, key=len)


def _text(key: str, one: str, other: str) -> str | None:
    if same_text(one, other):
        return one
    if key in _TEXTS or is_contained(one, other):
        return one if len(one) >= len(other) else other
    return None


def _name(one: str, other: str) -> str | None:
    if same_person(one, other) or is_contained(one, other):
        return one if (len(one), "," not in one) >= (len(other), "," not in other) else other
    return None


def _venue(one: str, other: str) -> str | None:
    if not same_venue(one, other):
        return None
    return one if len(one) >= len(other) else other


def _degree(one: str, other: str) -> str | None:
    """Return the longer spelling of one degree: `Ph.D.` of it and `PhD`."""
    letters = [fold(degree).replace(" ", "") for degree in (one, other)]
    return max(one, other, key=len) if letters[0] == letters[1] or is_contained(one, other) else None


_RULES: Mapping[str, Callable[[str, str], str | None]] = {
    "degree": _degree,
    "funder": _venue,
    "institution": _venue,
    "name": _name,
    "organization": _venue,
    "publisher": _venue,
    "venue": _venue,
}
"""What unites two texts of some keys that name one thing in several ways."""


def _is_acronym(short: str, long: str) -> bool:
    """Say whether a text is made of the initials of another's words, among which small words may be counted.

    `SoCC` is of `ACM Symposium on Cloud Computing`.
    """
    letters = fold(short).replace(" ", "")
    words = [word for word in fold(long).split() if word not in _SMALL_WORDS]
    if not 2 <= len(letters) <= 10 or len(words) < 3:
        return False
    capitals = "".join(c for c in short if c.isupper()).casefold() or letters
    initials = "".join(word[0] for word in words)
    return capitals in initials


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("url") or value.get("name") or sorted(value.items()))
    if isinstance(value, list | tuple):
        return "\x1f".join(_plain(each) for each in value)
    return fold(str(value)) or str(value)
