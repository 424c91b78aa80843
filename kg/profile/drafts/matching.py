"""Find the entries of several sources that mean the same thing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kg.base.errors import IdentifierError
from kg.profile.drafts.entries import Entry, Written
from kg.profile.drafts.model import PERSON
from kg.terms import dates
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES, fold, same_person
from kg.terms.languages import forms_of
from kg.terms.vocabulary import vocabulary

# Whether two sources say the same with other words, and which of them says more.

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
    if key in _FIELD_RULES:
        return _FIELD_RULES[key](str(one), str(other))
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


_FIELD_RULES: Mapping[str, Callable[[str, str], str | None]] = {
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


# Which entries of a section mean the same: the same paper in a CV and in a BibTeX file, one job told twice.

Values = Mapping[str, Any]

MAX_COMPARED = 50
"""With how many entries of one key an entry is compared; documents of machines repeat one line without end."""


def grouped(found: Iterable[Entry]) -> list[list[Entry]]:
    """Return entries in groups that mean the same, in the order of the first of each."""
    groups: list[list[Entry]] = []
    by_key: dict[tuple[str, str], list[list[Entry]]] = {}
    for entry in found:
        keys = [(entry.section, key) for key in keys_of(entry)]
        near = [group for key in keys for group in by_key.get(key, ())[-MAX_COMPARED:]]
        group = next((group for group in near if all(mean_the_same(entry, each) for each in group)), None)
        if group is None:
            group = []
            groups.append(group)
        group.append(entry)
        for key in keys:
            if not any(group is each for each in by_key.setdefault(key, [])[-MAX_COMPARED:]):
                by_key[key].append(group)
    return groups


def mean_the_same(one: Written, other: Written) -> bool:
    """Say whether two entries of a section mean the same."""
    if one.section != other.section or not set(keys_of(one)) & set(keys_of(other)):
        return False
    if one.section == PERSON:
        return True
    strictly = bool(one.documents & other.documents)
    rule = _RULES.get(one.section, _equal("start", "year", "date"))
    return rule(one.values, other.values, strictly)


def keys_of(entry: Written) -> list[str]:
    """Return texts of which two entries that mean the same share at least one."""
    values = entry.values
    if entry.section == PERSON:
        return [entry.key]
    naming = [values[key] for key in _KEYS.get(entry.section, _NAMING) if key in values][:1]
    found = [_folded(name) for value in naming for name in _names(value)]
    found += [f"{key} {_canonical(key, str(values[key]))}" for key in _IDS if key in values]
    if entry.section == "education":
        found = [_level(values)]
    return found


_LEVELS = {"bachelor": "bachelor", "doctor": "doctoral", "master": "master"}
"""The levels of degrees with their subject: `Master of Computer Science`."""

_KEYS: Mapping[str, tuple[str, ...]] = {
    "positions": ("role",),
    "education": ("degree",),
    "publications": ("title",),
    "systems": ("name",),
    "awards": ("name",),
    "teaching": ("course",),
    "service": ("role",),
    "talks": ("title", "venue"),
    "memberships": ("organization",),
    "supervision": ("person",),
    "editorships": ("venue",),
}
_IDS = ("doi", "arxiv", "pmid", "pmcid", "bibcode")
_NAMING = ("name", "title", "role")
"""What names an entry of any other section, also of one that a project added."""


def _publication(one: Values, other: Values, strictly: bool) -> bool:
    """Of a list, a paper at a conference and in a journal are two entries; a version on arXiv only in another year."""
    if not strictly or "venue" not in one or "venue" not in other or same_venue(one["venue"], other["venue"]):
        return True
    is_preprint = "arXiv" in (one["venue"], other["venue"])
    return is_preprint and _year(one) == _year(other)


def _period(*places: str) -> Callable[[Values, Values, bool], bool]:
    """Return the rule of what lasts: at one place, begun at one time."""

    def rule(one: Values, other: Values, strictly: bool) -> bool:
        same = same_text if strictly else _is_one_place
        for place in places:
            if place in one and place in other and not same(one[place], other[place]):
                return False
        return all(_at_one_time(one.get(key), other.get(key), strictly) for key in ("start", "end"))

    return rule


def _is_one_place(one: Any, other: Any) -> bool:
    """Say whether two names are of one organisation, as far as two documents go: `UIUC` and the same spelt out."""
    return is_contained(one, other) or same_venue(one, other)


def _equal(*keys: str) -> Callable[[Values, Values, bool], bool]:
    """Return the rule of entries that are one if they agree in some keys."""

    def rule(one: Values, other: Values, strictly: bool) -> bool:
        return all(_agrees(one.get(key), other.get(key), strictly) for key in keys)

    return rule


_RULES: Mapping[str, Callable[[Values, Values, bool], bool]] = {
    "positions": _period("organization"),
    "education": _period("institution"),
    "publications": _publication,
    "systems": _equal(),
    "awards": _equal("year", "start", "giver", "venue", "for_work"),
    "teaching": _equal("code", "term", "role", "institution"),
    "service": _equal("venue", "organization", "year"),
    "talks": _equal("venue", "year", "date"),
    "memberships": _equal("role", "start"),
    "grants": _equal("number", "funder", "start"),
    "supervision": _equal("degree", "role", "start"),
    "editorships": _equal("role", "title", "start"),
}
"""Of other sections, entries of one name are one if they began at one time."""


def _agrees(one: Any, other: Any, strictly: bool) -> bool:
    if one is None or other is None:
        return not strictly or one is other
    if isinstance(one, str) and isinstance(other, str):
        return same_text(one, other) if strictly else is_contained(one, other) or same_venue(one, other)
    return _terms(one) == _terms(other)


def _terms(value: Any) -> list[str]:
    several = value if isinstance(value, list | tuple) else [value]
    return sorted(_folded(each) for each in several)


def _at_one_time(one: Any, other: Any, strictly: bool) -> bool:
    if one is None or other is None:
        return not strictly or one is other
    one, other = str(one), str(other)
    if strictly or dates.PRESENT in (one, other):
        return one == other or not strictly
    return not dates.is_before(one, other) and not dates.is_before(other, one)


def _level(values: Values) -> str:
    degree = str(values.get("degree", ""))
    named = values.get("level") or vocabulary().concept("degree-levels", degree)
    first = _folded(degree).partition(" ")[0]
    return str(named or _LEVELS.get(first) or _folded(degree))


def _year(values: Values) -> str:
    return str(values.get("date") or values.get("year") or "")[:4]


def _canonical(scheme: str, text: str) -> str:
    """Return an id in one form: registries write a DOI bare or as an address."""
    try:
        return SCHEMES[scheme].canonical(text).casefold()
    except IdentifierError:
        return text.casefold()


def _names(value: Any) -> Sequence[Any]:
    """Return what names a thing: of a person who is written with keys the name, of a name in languages all forms."""
    if isinstance(value, Mapping):
        return [value["name"]] if "name" in value else forms_of(value)
    return [value]


def _folded(value: Any) -> str:
    """Return a text for comparison; one of signs only stays as it is."""
    return fold(str(value)) or str(value)
