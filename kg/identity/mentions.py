"""Find the mentions in a profile: every place where a text names an entity.

Which fields mention what is read off the model (`kg.fields.Mention`), so that a new field needs no
change here. In a document a mention is a node of its own, `{"name": "Charles Babbage"}`; resolution
later puts the entity's IRI into it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from kg.fields import Mention as MarkedMention
from kg.profile import PersonReference, Profile

Document = dict[str, Any]
"""A profile as plain data, as `Profile.model_dump` gives it, with a node for each mention."""

_STATED_BY = ("organization", "institution", "giver")
"""The keys of the one organisation of an entry, which its `ror` identifies."""

_ENTITIES = {"publications": "work", "systems": "system"}
"""The sections whose entries are entities themselves."""


class Mention(NamedTuple):
    """A place where a text names an entity.

    Attributes:
        kind: What sort of entity; `event` is the edition of a venue in a year, on the venue's node.
        node: The node of the mention in the document.
        item: The entry of the profile in which it stands.
        pointer: The place of the entry in the profile, such as `publications/3`; empty for the profile itself.
    """

    kind: str
    node: Document
    item: Document
    pointer: str


def wrap(document: Document) -> Document:
    """Turn each text that mentions an entity into a node, in place, and return the document."""
    _wrap(document, _fields(Profile))
    for section, fields in _sections().items():
        for item in document.get(section, ()):
            _wrap(item, fields)
    return document


def mentions(document: Document) -> Iterator[Mention]:
    """Yield the mentions of a wrapped document, always in the same order."""
    yield Mention("person", document, document, "")
    yield from _mentions_in(document, _fields(Profile), "")
    for section, fields in _sections().items():
        for index, item in enumerate(document.get(section, ())):
            pointer = f"{section}/{index}"
            if section in _ENTITIES:
                yield Mention(_ENTITIES[section], item, item, pointer)
            yield from _mentions_in(item, fields, pointer)


def _wrap(item: Document, fields: Mapping[str, str]) -> None:
    for key, kind in fields.items():
        value = item.get(key)
        if value is None:
            continue
        if kind == "person":
            for person in value:
                if "organization" in person:
                    person["organization"] = {"name": person["organization"]}
        else:
            item[key] = [{"name": text} for text in value] if value.__class__ is list else {"name": value}
    if "ror" in item:
        _identify_organization(item, item.pop("ror"))


def _identify_organization(item: Document, ror: str) -> None:
    """Put the ROR id of an entry to the organisation that it names."""
    for key in _STATED_BY:
        if key in item:
            item[key]["ror"] = ror


def _mentions_in(item: Document, fields: Mapping[str, str], pointer: str) -> Iterator[Mention]:
    for key, kind in fields.items():
        value = item.get(key)
        if value is None:
            continue
        for node in value if value.__class__ is list else (value,):
            yield Mention(kind, node, item, pointer)
            if kind == "venue":
                yield Mention("event", node, item, pointer)
            elif "organization" in node:
                yield from _organizations(node["organization"], item, pointer)
            elif kind in ("organization", "unit"):
                yield from _parents(node, item, pointer)


def _organizations(node: Document, item: Document, pointer: str) -> Iterator[Mention]:
    yield Mention("organization", node, item, pointer)
    yield from _parents(node, item, pointer)


def _parents(node: Document, item: Document, pointer: str) -> Iterator[Mention]:
    """Yield what an organisation was found to be part of, by its name, when it was identified."""
    while "parent" in node:
        node = node["parent"]
        yield Mention("organization", node, item, pointer)


@cache
def _sections() -> Mapping[str, Mapping[str, str]]:
    """Return, for each section of a profile, the fields of its entries that mention entities."""
    sections = {}
    for name, info in Profile.model_fields.items():
        model = _entry_model(info.annotation)
        if model is not None:
            sections[name] = _fields(model)
    return MappingProxyType(sections)


@cache
def _fields(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the kinds of the fields that mention other entities; `name` and `title` name the entry itself."""
    found: dict[str, str] = {}
    for name, info in model.model_fields.items():
        entry = _entry_model(info.annotation)
        marks = [mark.kind for mark in (*info.metadata, *_marks(info.annotation)) if isinstance(mark, MarkedMention)]
        if entry is not None and issubclass(entry, PersonReference):
            found[name] = "person"
        elif marks and name not in ("name", "title"):
            found[name] = marks[0]
    return MappingProxyType(found)


def _entry_model(annotation: Any) -> type[BaseModel] | None:
    """Return the model of the entries of a list, if it is a list of models."""
    if get_origin(annotation) is tuple:
        entry = get_args(annotation)[0]
        return entry if isinstance(entry, type) and issubclass(entry, BaseModel) else None
    return None


def _marks(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Annotated:
        yield from annotation.__metadata__
    for argument in get_args(annotation):
        yield from _marks(argument)
