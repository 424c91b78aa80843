"""Find the entries of several sources that mean the same thing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from kg.base.errors import IdentifierError
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry
from kg.profile.drafts.model import PERSON
from kg.profile.imprints import are_two, imprint_of
from kg.profile.names import may_be_one
from kg.profile.titles import Title, can_be_one, is_telling, part_of, read_title
from kg.terms import dates
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES, address_key, fold
from kg.terms.languages import forms_of
from kg.terms.organization_names import organization_key
from kg.terms.roles import role_of
from kg.terms.statuses import is_preprint
from kg.terms.venue_names import abbreviates, beside, is_acronym_of, telling_words, without_issue
from kg.terms.vocabulary import vocabulary

_FIELDS = [each for kind in kg_declaration().kinds.values() for each in kind.written]
PEOPLE = frozenset(each.key for each in _FIELDS if each.is_many and each.range in ("PersonReference", "Author"))
_UNITED_LISTS = frozenset(each.key for each in _FIELDS if each.is_many and each.range != "Term") - PEOPLE
_RANGES = {each.key: each.range for each in _FIELDS}
_TEXTS = frozenset(each.key for each in _FIELDS if each.range == "Text")
_ADDRESSES = frozenset(each.key for each in _FIELDS if each.range == "Url")
_DATES = frozenset(each.key for each in _FIELDS if each.range in ("Date", "End"))
_STEM = 5  # letters from which a word that begins another one shortens it: 'Postdoc'


def united(key: str, one: Any, other: Any) -> Any:
    """Return the more informative of two values that agree; None if they disagree.

    >>> united("start", "2019", "2019-05"), united("year", 2019, 2020)
    ('2019-05', None)
    >>> united("homepage", "http://www.ada.example/", "https://ada.example/index.html")
    'http://www.ada.example/'
    >>> united("homepage", "https://fern.example/", "https://fern.example/ada")
    >>> united("authors", ["A. Lovelace"], ["Ada Lovelace"])
    ['Ada Lovelace']
    >>> united("authors", ["A. Vane"], [{"name": "The Society", "corporate": True}, "Ada Vane"])
    [{'name': 'The Society', 'corporate': True}, 'Ada Vane']
    """
    if one == other:
        return one
    if key in PEOPLE:
        return _people(_several(one), _several(other))
    if key in _UNITED_LISTS:
        return _union(_several(one), _several(other))
    if key == "name":
        return _name(str(one), str(other))
    if key in _AGREE:
        said = [role_of(str(each)) if key == "role" else str(each) for each in (one, other)]
        return max(said, key=len) if _AGREE[key](str(one), str(other)) else None
    if key in _DATES:
        if dates.PRESENT in (one, other) or not _overlap(str(one), str(other)):
            return None
        return max(str(one), str(other), key=len)
    are_texts = isinstance(one, str) and isinstance(other, str)
    extends = are_texts and (key in _TEXTS or is_contained(one, other)) and not _is_of_host(key, one, other)
    return one if same_text(one, other) else max(one, other, key=len) if extends else None


def _is_of_host(key: str, *addresses: str) -> bool:
    """Whether the shorter one of two addresses is that of a whole host, on which others have their pages."""
    return key in _ADDRESSES and "/" not in min(map(address_key, addresses), key=len)


def same_text(one: Any, other: Any) -> bool:
    """Whether two texts differ at most in case, diacritics and punctuation; addresses, in how they name one page."""
    return _plain(one) == _plain(other)


def is_contained(one: Any, other: Any) -> bool:
    """Whether one text contains the words of the other: `Google` in `Google Research`."""
    short, long = sorted((f" {_plain(one)} ", f" {_plain(other)} "), key=len)
    return short.removeprefix(" the") in long or short in long


def same_venue(one: Any, other: Any) -> bool:
    """Whether two texts name one venue, whatever issue they add: one contains, shortens or abbreviates the other.

    >>> same_venue("J. Fern Stud.", "Journal of Fern Studies, nr 4/2018 (44)"), same_venue("Ferns", "Mosses")
    (True, False)
    """
    one, other = (without_issue(str(each)) for each in (one, other))
    if beside(one) != beside(other):  # a workshop is not the conference to which it belongs
        return False
    pairs = ((one, other), (other, one))
    if (telling := telling_words(one)) and telling == telling_words(other):
        return True
    return is_contained(one, other) or any(is_acronym_of(*pair) or abbreviates(*pair) for pair in pairs)


def same_organization(one: str, other: str) -> bool:
    """Whether two texts name one organisation, in any order or language, or one contains or abbreviates the other.

    >>> same_organization("Institute for Moss Research", "Institute of Moss Research")
    True
    >>> same_organization("Oxford University", "University of Oxford"), same_organization("MIT", "Yale University")
    (True, False)
    """
    return organization_key(one) == organization_key(other) or same_venue(one, other)


def same_role(one: str, other: str) -> bool:
    """Whether one text begins as the other does or abbreviates it: what somebody is, with or without of what.

    >>> same_role("Post-doc", "Postdoctoral Fellow"), same_role("PI", "Principal Investigator")
    (True, True)
    >>> same_role("Professor", "Assistant Professor")
    False
    """
    begins = _begin_alike(one, other) or _begin_alike(role_of(one), role_of(other))
    return begins or abbreviates(one, other) or abbreviates(other, one)


def _begin_alike(one: str, other: str) -> bool:
    short, long = sorted((fold(one), fold(other)), key=len)
    letters = _letters(short)
    return f"{long} ".startswith(f"{short} ") or (len(letters) > _STEM and _letters(long).startswith(letters))


def _people(one: Sequence[Any], other: Sequence[Any]) -> list[Any] | None:
    if len(one) != len(other):
        return _without_bodies(*sorted((one, other), key=len))
    people: list[Any] = []
    for a, b in zip(one, other, strict=True):
        names = _name_of(a), _name_of(b)
        if not may_be_one(*names):
            return None
        # A name in speaking order breaks a tie.
        weights = [(len(fold(name)), "," not in name) for name in names]
        longer = 0 if weights[0] >= weights[1] else 1
        if not isinstance(a, Mapping) and not isinstance(b, Mapping):
            people.append((a, b)[longer])
        else:
            tables = [each if isinstance(each, Mapping) else {"name": each} for each in (a, b)]
            people.append({**tables[1], **tables[0], "name": names[longer]})
    return people


def _without_bodies(few: Sequence[Any], many: Sequence[Any]) -> list[Any] | None:
    """Return two lists as one if they differ in organisations alone, which some registries leave out."""
    bodies = [(place, each) for place, each in enumerate(many) if isinstance(each, Mapping) and each.get("corporate")]
    if len(many) - len(bodies) != len(few):
        return None
    places = {place for place, _ in bodies}
    people = _people(few, [each for place, each in enumerate(many) if place not in places])
    if people is not None:
        for place, body in bodies:
            people.insert(place, body)
    return people


def _name_of(person: Any) -> str:
    return str(person["name"] if isinstance(person, Mapping) else person).rstrip("* ")


def _union(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the values of both lists; a table is preferred to the bare name of the same thing."""
    values: dict[str, Any] = {}
    for each in (*one, *other):
        key = _plain(each.get("name", each) if isinstance(each, Mapping) else each)
        if key not in values or (isinstance(each, Mapping) and not isinstance(values[key], Mapping)):
            values[key] = each
    return list(values.values())


def _name(one: str, other: str) -> str | None:
    if may_be_one(one, other) or is_contained(one, other):
        return max(one, other, key=lambda name: (len(name), "," not in name))
    return None


def same_degree(one: str, other: str) -> bool:
    """Whether two texts name one degree, in full or not, with its subject or not: `Ph.D.` is `PhD` and `Doctorate`."""
    letters, levels = ([rule(degree) for degree in (one, other)] for rule in (_letters, _level_of))
    is_short = abbreviates(one, other) or abbreviates(other, one)
    return letters[0] == letters[1] or levels == ["doctoral"] * 2 or is_short or is_contained(one, other)


def _letters(text: str) -> str:
    return fold(text).replace(" ", "")


_AGREE: Mapping[str, Callable[[str, str], bool]] = {
    **{each.key: same_organization for each in _FIELDS if each.range == "Organization"},
    **{each.key: same_venue for each in _FIELDS if each.range == "Venue"},
    "degree": same_degree,
    "role": same_role,
}
"""Whether two texts of a key say the same, whose values name one thing in several ways; the longer one then stands."""


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("url") or value.get("name") or sorted(value.items()))
    if isinstance(value, list | tuple):
        return "\x1f".join(_plain(each) for each in value)
    return folded(value)


# Which entries of a section mean the same: one paper in a CV and in a BibTeX file, one job stated twice.

Values = Mapping[str, Any]

MAX_COMPARED = 50
"""With how many entries of one key an entry is compared; documents of machines repeat one line without end."""


def grouped(found: Iterable[SourcedEntry]) -> list[list[SourcedEntry]]:
    """Return entries in groups that mean the same, in the order of the first of each."""
    groups: list[list[SourcedEntry]] = []
    by_key: dict[tuple[str, str], list[list[SourcedEntry]]] = {}
    for entry in found:
        keys = [(entry.section, key) for key in keys_of(entry)]
        near = [group for key in keys for group in by_key.get(key, ())[-MAX_COMPARED:]]
        near.sort(key=lambda group: _year(group[0].values) != _year(entry.values))
        group = next((group for group in near if all(mean_the_same(entry, each) for each in group)), None)
        if group is None:
            group = []
            groups.append(group)
        group.append(entry)
        for key in keys:
            if not any(group is each for each in by_key.setdefault(key, [])[-MAX_COMPARED:]):
                by_key[key].append(group)
    return groups


def mean_the_same(one: ProfileEntry, other: ProfileEntry) -> bool:
    """Whether two entries mean the same: within one document, only if they agree more strictly."""
    if one.section != other.section or not set(keys_of(one)) & set(keys_of(other)):
        return False
    return one.section == PERSON or _agree(one, other, bool(one.documents & other.documents))


def retells(told: ProfileEntry, listed: ProfileEntry) -> bool:
    """Whether a sentence says again what an entry of a list says, whose name may be longer or shorter."""
    if told.section != listed.section:
        return False
    is_named = set(keys_of(told)) & set(keys_of(listed)) or _agrees(
        naming := _naming(told)[0][0], told.values.get(naming), listed.values.get(naming), False
    )
    return bool(is_named) and _agree(told, listed, False)


def _agree(one: ProfileEntry, other: ProfileEntry, strictly: bool) -> bool:
    """Whether two entries of one name agree in what the declaration says (`alike`)."""
    if one.section == "publications":
        return _same_publication(one.values, other.values, strictly)
    kind = kg_declaration().sections.get(one.section)
    keys = kind.alike.agreeing if kind and kind.alike else ("start", "year", "date")
    return all(_agrees(key, one.values.get(key), other.values.get(key), strictly) for key in keys)


def keys_of(entry: ProfileEntry) -> list[str]:
    """Return blocking keys: two entries that mean the same share at least one."""
    values = entry.values
    if entry.section == PERSON:
        return [entry.key]
    if entry.section == "education":
        return [str(values.get("level") or _level_of(str(values.get("degree", ""))))]
    named = [next(((key, values[key]) for key in keys if key in values), None) for keys in _naming(entry)]
    return [
        *(key for each in named if each for key in _keys_of_value(*each)),
        *(f"{key} {_id_of(key, values)}" for key in _IDS if key in values),
    ]


def _keys_of_value(key: str, value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):  # a person with keys, or a name in several languages
        return map(folded, [value["name"]] if "name" in value else forms_of(value))
    if key in _DATES:
        return [str(value)[:4]]
    if key == "role":
        return [folded(role_of(str(value)))]
    return [organization_key(value) if _RANGES[key] == "Organization" else folded(value)]


def _naming(entry: ProfileEntry) -> Sequence[Sequence[str]]:
    kind = kg_declaration().sections.get(entry.section)
    return kind.alike.keys if kind and kind.alike else (_NAMING,)


_LEVELS = {"bachelor": "bachelor", "doctor": "doctoral", "master": "master"}
"""The levels of degrees with their subject: `Master of Computer Science`."""

_IDS = tuple(each.key for each in kg_declaration().work_ids)
_NAMING = ("name", "title", "role")
"""The keys that name an entry of any other section, also of one that a project added."""


_MOST_YEARS = 3
"""By how many years a preprint and its article are apart at most."""


def _same_publication(one: Values, other: Values, strictly: bool) -> bool:
    """Whether two entries are of one work: by two ids, by an id and titles that can be one, or by an equal title."""
    ids = {_id_of(key, one) for key in _IDS if _id_of(key, one) == _id_of(key, other)} - {""}
    people, apart = _same_people(one, other), years_apart(one, other)
    if len(ids) == 1 and not can_be_one_work(one, other):
        return False
    tells = any(map(is_telling, chain(_titles(one), _titles(other))))
    if not ids and are_two(imprint_of(one), imprint_of(other), is_telling=tells):
        return False
    if is_preprint(one) != is_preprint(other):
        return bool(ids) or (people and apart <= _MOST_YEARS)
    if not _agrees("edition", one.get("edition"), other.get("edition"), False) or (apart and "isbn" in {*one, *other}):
        return False
    venues = [each["venue"] for each in (one, other) if "venue" in each]
    in_one = len(venues) > 1 and same_venue(*venues)
    if ids or strictly:
        return bool(ids) or not (apart or (len(venues) > 1 and not in_one) or _has_other_doi(one, other))
    if not tells and len(venues) > 1 and not in_one:
        return False
    return not apart or (apart == 1 and in_one and people and not any(each.is_issued for each in _titles(one)))


def can_be_one_work(one: Values, other: Values) -> bool:
    """Whether two entries of works that have one id can be one: by their titles, else by people, year and pages."""
    is_sure = _same_people(one, other) and not years_apart(one, other)
    return can_be_one(_titles(one), _titles(other), is_sure=is_sure, parts=(part_of(one), part_of(other)))


def _titles(work: Values) -> list[Title]:
    return [*map(read_title, forms_of(work.get("title")))]


def _same_people(one: Values, other: Values) -> bool:
    """Whether the authors of two works may be the same; of a list that is cut, those that it names."""
    few, many = sorted((_several(each.get("authors", ())) for each in (one, other)), key=len)
    if "more_authors" in {*one, *other}:
        return all(any(may_be_one(_name_of(person), _name_of(each)) for each in many) for person in few)
    return not few or _people(few, many) is not None


def years_apart(one: Values, other: Values) -> int:
    """Return how many years lie between two entries; 0 if one states none."""
    years = [int(year) for each in (one, other) if (year := _year(each)).isdigit()]
    return max(years) - min(years) if len(years) > 1 else 0


def _has_other_doi(one: Values, other: Values) -> bool:
    return "doi" in one and "doi" in other and _id_of("doi", one) != _id_of("doi", other)


def _agrees(key: str, one: Any, other: Any, strictly: bool) -> bool:
    if one is None or other is None:
        return not strictly or one is other
    if key in ("start", "end"):
        return _at_one_time(str(one), str(other), strictly)
    # Two documents may name one organisation differently: `UIUC`, and the same spelt out.
    return same_text(one, other) if strictly else united(key, one, other) is not None


def _at_one_time(one: str, other: str, strictly: bool) -> bool:
    if strictly or dates.PRESENT in (one, other):
        return one == other or not strictly
    return _overlap(one, other)


def _overlap(one: str, other: str) -> bool:
    return not dates.is_before(one, other) and not dates.is_before(other, one)


def _level_of(degree: str) -> str:
    first = folded(degree).partition(" ")[0]
    return vocabulary().concept("degree-levels", degree) or _LEVELS.get(first) or folded(degree)


def _year(values: Values) -> str:
    return str(next((values[key] for key in ("date", "year", "start") if values.get(key)), ""))[:4]


def _id_of(scheme: str, values: Values) -> str:
    """Return an id in one form: registries write a DOI bare or as an address, and that of arXiv is no further id."""
    text = str(values.get(scheme, ""))
    try:
        known = SCHEMES[scheme].canonical(text).casefold() if text else ""
    except IdentifierError:
        known = text.casefold()
    return known.rpartition("10.48550/arxiv.")[2]


def folded(value: Any) -> str:
    """Return a value for comparison: `12--34` and `12–34` are one, and two addresses of one page."""
    text = address_key(str(value))
    return fold(text) or text  # a text of signs only folds to nothing
