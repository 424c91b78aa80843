"""Which entries of a section mean the same: the same paper in a CV and in a BibTeX file, one job told twice.

Within one document two entries are one only if they say so plainly, since lists hold things that look alike.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kg import dates
from kg.drafts.agreement import is_contained, same_text, same_venue
from kg.drafts.entries import Entry, Written
from kg.drafts.model import PERSON
from kg.errors import IdentifierError
from kg.identifiers import SCHEMES, fold
from kg.languages import forms_of
from kg.vocabulary import vocabulary

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
