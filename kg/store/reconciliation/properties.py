"""What a row may say of a thing beside its name, and what may be added to it: the fields of its kind, as declared.

The fields of the entries of a person stand behind the section: `publications.venue`, `positions.organization`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from kg.base.errors import QueryError
from kg.terms.identifiers import SCHEMES, fold, iri_of, web_address
from kg.terms.kinds import NAMES, Declaration, Field, Kind
from kg.terms.typed_yaml import hint_for

_AUTHOR = "https://schema.org/author"
_DATES = frozenset(("Year", "Date"))
_VENUES = ("venue", "event")
_SOURCE = "source"  # files are nothing that a row would mean


class PropertyRole(StrEnum):
    """As what identity takes the values of a property."""

    ID = "id"
    NAME = "name"
    PERSON = "person"  # who wrote with a person, or wrote a work
    ORGANIZATION = "organization"
    VENUE = "venue"
    YEAR = "year"
    WORK = "work"  # the title of a work of a person
    NOTHING = ""  # it is only said whether it agrees


@dataclass(frozen=True)
class ThingProperty:
    """A property of things of a kind."""

    key: str  # its id in the service, such as `orcid` or `publications.venue`
    label: str  # what people call it
    steps: tuple[Field, ...]  # the fields that lead from the thing to the value
    role: PropertyRole  # as what identity takes it
    kind: str  # the path of the kind of its values, or empty where they are no things with pages
    # The kinds of the values of other properties with the same term: authors are people, not corporations
    excluded: frozenset[str] = frozenset()

    @property
    def field(self) -> Field:
        """The field that holds the values."""
        return self.steps[-1]

    @property
    def description(self) -> str:
        """What the values are."""
        return self.field.description or self.field.comment

    @property
    def is_list(self) -> bool:
        """Whether a thing may have several values, as declared."""
        field = self.field
        return len(self.steps) > 1 or field.is_many or field.is_reverse or field.sort == "uri"

    @property
    def names_things(self) -> bool:
        """Whether its values are things or words of a list, which have labels."""
        return self.field.sort in ("kind", "enum") and not self.field.is_text

    def identifier(self, text: str) -> str:
        """Return the IRI that stands for one thing alone, or nothing for a text that is none.

        >>> from kg.terms.declaration import kg_declaration
        >>> properties_of(kg_declaration(), "person")["orcid"].identifier("0000-0002-1825-0097")
        'https://orcid.org/0000-0002-1825-0097'
        """
        if self.field.key in SCHEMES:
            return iri_of(self.field.key, text)
        try:
            return web_address(text)
        except ValueError:
            return ""


def kinds_of(declaration: Declaration) -> Mapping[str, Kind]:
    """Return the kinds of things that rows may mean, by path."""
    return {path: kind for path, kind in declaration.listed.items() if path != _SOURCE}


def kinds_named(declaration: Declaration, type_: str) -> Iterator[str]:
    """Yield the paths of the kinds that a client means by a type: a path, a name, a label or the IRI of a class."""
    prefix, _, local = type_.partition(":")
    by_class = declaration.kind_of((declaration.prefixes.get(prefix, f"{prefix}:") + local,))
    for path, kind in kinds_of(declaration).items():
        is_called = fold(type_) in map(fold, (path, kind.name, kind.label, kind.plural))
        if is_called or (by_class and by_class.path == path):
            yield path


@lru_cache(maxsize=256)
def properties_of(declaration: Declaration, path: str) -> Mapping[str, ThingProperty]:
    """Return the properties of things of a kind, by key: those of the thing, then those of the entries of a person."""
    kind = kinds_of(declaration)[path]
    sections = declaration.sections if path == declaration.person.path else {}
    led_to: dict[tuple[str, ...], set[str]] = defaultdict(set)  # the kinds of values, by the terms that lead to them
    found = {}
    own = ((each,) for each in kind.fields.values() if each.key not in sections)
    for steps in (*own, *((kind.fields[key], each) for key, of in sections.items() for each in of.fields.values())):
        if _is_shown(steps[-1]):
            key = ".".join(each.key for each in steps)
            found[key] = _property(declaration, kind, key, steps)
            led_to[_terms(steps)].add(found[key].kind)
    return {
        key: replace(each, excluded=frozenset(led_to[_terms(each.steps)] - {each.kind, ""}))
        for key, each in found.items()
    }


def _terms(steps: Sequence[Field]) -> tuple[str, ...]:
    return tuple(f"^{each.iri}" if each.is_reverse else each.iri for each in steps)


def _is_shown(field: Field) -> bool:
    is_private = field.is_private or field.is_untold or field.of
    return bool(field.show & {"page", "table", "cv", "search"}) and not is_private


def _property(declaration: Declaration, kind: Kind, key: str, steps: tuple[Field, ...]) -> ThingProperty:
    *through, field = steps
    meant = declaration.named_by(field)
    path = meant.path if meant and meant.path in declaration.listed else ""
    role = _role(declaration, kind, steps, path)
    label = f"{field.label} of {through[0].label.lower()}" if through else field.label
    return ThingProperty(key, "co-authors" if through and role is PropertyRole.PERSON else label, steps, role, path)


def _role(declaration: Declaration, kind: Kind, steps: tuple[Field, ...], path: str) -> PropertyRole:
    """As what identity takes a property: of people and works only that by which it compares them."""
    field, is_own, is_of_work = steps[-1], len(steps) == 1, steps[0].key == declaration.works
    if is_own and field.sort == "uri":
        return PropertyRole.ID
    if field.key in NAMES or (is_own and field == kind.other_names):
        return PropertyRole.WORK if is_of_work else PropertyRole.NAME if is_own else PropertyRole.NOTHING
    if kind.path == "work" or is_of_work:
        if path == "person":
            return PropertyRole.PERSON if field.iri == _AUTHOR else PropertyRole.NOTHING
        is_year = field.range in _DATES
        return PropertyRole.VENUE if path in _VENUES else PropertyRole.YEAR if is_year else PropertyRole.NOTHING
    is_place = kind.path == declaration.person.path and path == "organization"
    return PropertyRole.ORGANIZATION if is_place else PropertyRole.NOTHING


def property_named(properties: Mapping[str, ThingProperty], key: str) -> ThingProperty | None:
    """Return the property that a client means: by its key, its label, or the end of its key where that is plain."""
    if key in properties:
        return properties[key]
    asked = _joined(key)
    whole = [each for each in properties.values() if asked in (_joined(each.key), _joined(each.label))]
    end = [each for each in properties.values() if asked in (_joined(each.field.key), _joined(each.field.label))]
    return next((each for each in whole or end if each.role), next(iter(whole or end), None))


def _joined(name: str) -> str:
    return fold(name).replace(" ", "")


def require_property(properties: Mapping[str, ThingProperty], key: str) -> ThingProperty:
    """Return the property that a client means; raises QueryError where there is none."""
    if found := property_named(properties, key):
        return found
    hint = hint_for(key, properties, "find it by its name: /reconcile/suggest/property?prefix=")
    raise QueryError(f"there is no property '{key[:80]}'", hint=hint)
