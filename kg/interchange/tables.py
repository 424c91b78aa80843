"""Formats of works as tables: the fields of a format beside the keys of a publication, for reading and for writing."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kg.interchange import works
from kg.interchange.naming import bare, kind_of_venue, merged_keywords
from kg.interchange.views import raw
from kg.profile.model import Publication
from kg.terms.identifiers import SCHEMES
from kg.terms.work_types import WORK_TYPES


class ForeignField(NamedTuple):
    """A field of a format, and the key of a publication that says the same."""

    names: str  # What the format calls it: the first is written, the first that has a text is read
    key: str  # The key of the publication, or one of the format's own for which it has code
    only: Collection[str] = ()  # The types of entries in which it means that; all, if there are none
    never: Collection[str] = ()  # The types of entries in which it means something else
    is_written: bool = True

    def is_in(self, kind: str) -> bool:
        """Say whether it means that in a type of entries."""
        return kind not in self.never and (not self.only or kind in self.only)


_PLAIN = Publication.model_fields.keys() - {
    *("title", "authors", "editors", "translators", "venue", "year", "date", "type", "status", "note"),
}
"""The keys of a publication that formats hold as a text; for the others each has code."""


def names_of(fields: Sequence[ForeignField], *keys: str, kind: str = "") -> list[str]:
    """Return what a format calls some keys in a type of entries, the best name first."""
    return [name for key in keys for field in fields if field.key == key and field.is_in(kind)
            for name in field.names.split()]  # fmt: skip


def said(fields: Iterable[ForeignField], kind: str, text: Callable[[str], str]) -> dict[str, str]:
    """Return what an entry says, as written, under those keys of a publication that need no judgement.

    Args:
        fields: The table.
        kind: The type of the entry.
        text: Returns the text of a field, by its name.
    """
    found: dict[str, str] = {}
    for field in fields:
        if field.key in _PLAIN and not found.get(field.key) and field.is_in(kind):
            found[field.key] = next((said for name in field.names.split() if (said := text(name))), "")
    return found


def written(
    fields: Iterable[ForeignField], work: Publication, kind: str, own: Mapping[str, Any]
) -> Iterator[tuple[str, str | list[str]]]:
    """Yield each field that a format has for a work, with its text or texts.

    Args:
        fields: The table, in the order in which fields are written.
        work: The work; what the table does not name is never looked at, and so told as left out.
        kind: The type of the entry.
        own: Values for which the format has code of its own, by key.
    """
    for field in fields:
        if field.is_written and field.is_in(kind):
            value = own[field.key] if field.key in own else _value(work, field.key)
            yield field.names.split()[0], value or ""


def _value(work: Publication, key: str) -> str | list[str]:
    """Return what a work says under a key, as other tools write it."""
    if key == "keywords":
        return merged_keywords(work)
    value = getattr(work, key)
    if value is None:
        return ""
    if key in SCHEMES:
        return bare(key, value)
    return str(value) if isinstance(value, str | int) else list(value)


def entry_type(work: Publication, types: Mapping[str, str], in_venues: Mapping[str, str], other: str) -> str:
    """Return the type of the entry for a work: by the type of the work, else by the kind of venue it appeared in."""
    said = raw(work)
    return types.get(said.type) or in_venues.get(kind_of_venue(said), other)


def genre(work: Publication, implied: str) -> str:
    """Return the type of a work, where the type of the entry does not say it."""
    if work.type == implied:
        return ""
    return WORK_TYPES[work.type].name if work.type.endswith("-thesis") else work.type


def implied_type(kind: str) -> str:
    """Return the type of work that a reader makes of a kind."""
    return works.TYPES.get(works.kind_of(kind), "article")
