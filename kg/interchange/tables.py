"""Formats as tables: the fields of a format beside the keys of a profile, for reading and for writing."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kg.base.node import Node
from kg.interchange import plain, works
from kg.interchange.naming import bare, calendar, kind_of_venue, merged_keywords
from kg.interchange.views import raw
from kg.profile.model import Publication
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES
from kg.terms.work_types import WORK_TYPES, WORKS


class ValueForm(NamedTuple):
    """How a format has a kind of value."""

    read: Callable[[Any], Any]  # Returns a value of the format as a profile has it; empty where it says nothing
    write: Callable[[Any, str], Any] = getattr  # Returns for the format what an entry of a profile has under a key


TEXT = ValueForm(plain.text)
LIST = ValueForm(plain.texts, lambda entry, key: list(getattr(entry, key)))
DATE = ValueForm(lambda value: works.date_in(plain.text(value)), calendar)


def text_of_either(other: str) -> ValueForm:
    """Return a text for which an entry of a profile has another key, too."""
    return ValueForm(plain.text, lambda entry, key: getattr(entry, key) or getattr(entry, other))


class Row(NamedTuple):
    """A field of a format, and the key of a profile that says the same."""

    # What the format calls it, as paths such as `title/value`, where `*` is the whole entry: the first is written, and
    # the first that says something is read
    names: str
    key: str  # The key of the entry in a profile, or one of the format's own for which it has code
    form: ValueForm = TEXT  # How it has the value, where entries are JSON
    only: Collection[str] = ()  # The types of entries in which it means that; all, if there are none
    never: Collection[str] = ()  # The types of entries in which it means something else
    is_read: bool = True
    is_written: bool = True

    def is_in(self, kind: str) -> bool:
        """Say whether it means that in a type of entries."""
        return kind not in self.never and (not self.only or kind in self.only)


def values_of(fields: Iterable[Row], entry: Node | None) -> dict[str, Any]:
    """Return what an entry of JSON says, under the keys of a profile."""
    found: dict[str, Any] = {}
    for field in fields:
        if field.is_read and not found.get(field.key):
            paths = ([] if name == "*" else name.split("/") for name in field.names.split())
            read = (field.form.read(plain.at(entry, *path)) for path in paths)
            found[field.key] = next((value for value in read if value not in ("", None, [])), "")
    return found


def entry_of(fields: Iterable[Row], entry: Any) -> dict[str, Any]:
    """Return an entry of a profile as one of JSON; what the table does not name is left out."""
    said = {field.names.split()[0]: field.form.write(entry, field.key) for field in fields if field.is_written}
    return plain.kept(**said)


def names_of(fields: Iterable[Row], key: str) -> list[str]:
    """Return what a format calls a key, the best name first."""
    return [name for field in fields if field.key == key for name in field.names.split()]


Reading = Sequence[tuple[str, str]]
"""The names of fields that are read, each with the key that all formats share, the best name of a key first."""


def reading(fields: Iterable[Row], kind: str) -> Reading:
    """Return what a table says of reading a type of records."""
    rows = (row for row in fields if row.is_read and row.is_in(kind))
    return tuple((name, row.key) for row in rows for name in row.names.split())


def texts_by_key(fields: Reading, texts: Callable[[str], Iterable[str] | None]) -> dict[str, list[str]]:
    """Return the texts of a record by key, given those of its fields by name."""
    found: dict[str, list[str]] = {}
    for name, key in fields:
        found.setdefault(key, []).extend(texts(name) or ())
    return found


def first_texts(fields: Reading, record: Node) -> dict[str, list[str]]:
    """Return what the first field of a key says that says something; the others are not asked, and so are reported."""
    found: dict[str, list[str]] = {}
    for name, key in fields:
        found[key] = found.get(key) or plain.texts(record, *name.split("/"))
    return found


def written(
    fields: Iterable[Row], work: Publication, kind: str, own: Mapping[str, Any], escaped: Callable[[str], str] = str
) -> Iterator[tuple[str, Any]]:
    """Yield each field that a format has for a work, with its value; what the table does not name is left out.

    Args:
        fields: The table, in the order in which fields are written.
        work: The work.
        kind: The type of the entry.
        own: Values for which the format has code of its own, by key.
        escaped: Writes any other text as the format wants it.
    """
    for field in fields:
        if field.is_written and field.is_in(kind):
            value = own[field.key] if field.key in own else _value(work, field.key)
            if isinstance(value, str) and field.key not in own:
                value = escaped(value)
            yield field.names.split()[0], value or ""


def _value(work: Publication, key: str) -> str | list[str]:
    if key == "keywords":
        return merged_keywords(work)
    value = getattr(work, key)
    if value is None:
        return ""
    if key in SCHEMES:
        return bare(key, value)
    return str(value) if isinstance(value, str | int) else list(value)


_MEETINGS = [kind for kind, word in kg_declaration().words["VenueKind"].items() if word.meaning == "schema:EventSeries"]


def entry_type(work: Publication, words: Mapping[str, str], other: str) -> str:
    """Return the type of the entry for a work: the first that means its type, or the type of which that is a case.

    Articles have other types in journals than at conferences.

    Args:
        work: The work.
        words: What each type of entries means, in words that the declaration knows.
        other: The type of all other works.
    """
    said = raw(work)
    venue = kind_of_venue(said)
    venue = "conference" if venue in _MEETINGS else venue
    article = "chapter" if venue == "book" else "article"
    sought = (said.type, WORKS.get(WORK_TYPES[said.type].within, "article"), "article")
    for type_ in (article if each == "article" else each for each in sought):
        for kind, word in words.items():
            if works.TYPES.get(word) == type_ and (type_ != "article" or works.VENUE_KINDS.get(word) == venue):
                return kind
    return other


def genre(work: Publication, implied: str) -> str:
    """Return the type of a work, where the type of the entry does not say it."""
    if work.type == implied:
        return ""
    return WORK_TYPES[work.type].name if work.type.endswith("-thesis") else work.type


def implied_type(kind: str) -> str:
    """Return the type of work that a reader makes of a kind."""
    return works.TYPES.get(works.kind_of(kind), "article")
