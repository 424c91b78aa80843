"""Find the mentions in a profile: every place where a text names an entity.

Which fields mention what is said by the declaration. In a document a mention is a node of its own,
`{"name": "Charles Babbage"}`; resolution later puts the entity's IRI into it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from kg.profile.records import affiliations
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.languages import IN_LANGUAGES

Document = dict[str, Any]
"""A profile as plain data, as `Profile.model_dump` gives it, with a node for each mention."""


_STATED_BY = ("organization", "institution", "giver", "funder")
"""The keys of the one organisation of an entry, which its `ror` identifies."""


class Mention(NamedTuple):
    """A place where a text names an entity.

    Attributes:
        kind: What sort of entity, as IRIs name it; `event` is the edition of a venue in a year, on the venue's node.
        node: The node of the mention in the document.
        item: The entry of the profile in which it stands.
        pointer: The place of the entry in the profile, such as `publications/3`; empty for the profile itself.
        key: The field of the item that names it; empty for the item itself.
    """

    kind: str
    node: Document
    item: Document
    pointer: str
    key: str = ""


class MentionFields(NamedTuple):
    """What the entries of a section, or the profile itself, hold.

    Attributes:
        entity: The kind of the entry itself, as IRIs name it, if it is an entity; else empty.
        fields: The kinds of what its fields mention, by key.
        within: What its parts hold, by the key under which they are written out.
        names: The fields that may be written in several languages.
    """

    entity: str
    fields: Mapping[str, str]
    within: Mapping[str, "MentionFields"]
    names: tuple[str, ...] = ()


def wrap(document: Document, declaration: Declaration | None = None) -> Document:
    """Turn each text that mentions an entity into a node, in place, and return the document."""
    person, sections = _forms(declaration or kg_declaration())
    _wrap(document, person)
    for section, form in sections.items():
        for item in document.get(section, ()):
            _wrap(item, form)
    return document


def set_names_apart(document: Document, declaration: Declaration | None = None) -> None:
    """Leave the main form where a name is written in several languages; the entry keeps all under `IN_LANGUAGES`."""
    person, sections = _forms(declaration or kg_declaration())
    _set_apart(document, person)
    for section, form in sections.items():
        for item in document.get(section, ()):
            _set_apart(item, form)


def names_in_languages(item: Document) -> tuple[str, ...]:
    """Return the names of an entry in all languages, where it has them in several."""
    return tuple(name for forms in item.get(IN_LANGUAGES, {}).values() for _, name in forms)


def mentions(document: Document, declaration: Declaration | None = None) -> Iterator[Mention]:
    """Yield the mentions of a wrapped document, always in the same order."""
    person, sections = _forms(declaration or kg_declaration())
    if "id" in document:  # else it is an entry of a catalogue, which has no owner
        yield Mention("person", document, document, "")
    yield from _mentions_in(document, person, "")
    for section, form in sections.items():
        for index, item in enumerate(document.get(section, ())):
            pointer = f"{section}/{index}"
            if form.entity:
                yield Mention(form.entity, item, item, pointer)
            yield from _mentions_in(item, form, pointer)


def _set_apart(item: Document, form: MentionFields) -> None:
    for key in form.names:
        forms = item.get(key)
        if forms.__class__ is dict:
            item[key] = next(iter(forms.values()))
            item.setdefault(IN_LANGUAGES, {})[key] = list(forms.items())
    for key, within in form.within.items():
        for each in _values(item, key):
            _set_apart(each, within)


def _wrap(item: Document, form: MentionFields) -> None:
    for key, kind in form.fields.items():
        if kind == "person":
            _wrap_people(_values(item, key))
        elif (value := item.get(key)) is not None:
            item[key] = [_named(each) for each in value] if value.__class__ is list else _named(value)
    for key, within in form.within.items():
        for each in _values(item, key):
            _wrap(each, within)
    if "ror" in item:
        _identify_organization(item)


def _values(item: Document, key: str) -> Sequence[Any]:
    """Return the values of a field, of which it may have one, several or none."""
    value = item.get(key)
    return () if value is None else value if value.__class__ is list else (value,)


def _named(value: Any) -> Document:
    """Return a mention by a name, or one that says more than a name already."""
    return value if value.__class__ is dict else {"name": value}


def _wrap_people(people: Iterable[Document]) -> None:
    for person in people:
        if "organization" in person:
            person["organization"] = {"name": person["organization"]}


def _identify_organization(item: Document) -> None:
    """Put the ROR id of an entry to the organisation that it names."""
    for key in _STATED_BY:
        if key in item:
            item[key]["ror"] = item["ror"]
            del item["ror"]
            return


def _mentions_in(item: Document, form: MentionFields, pointer: str) -> Iterator[Mention]:
    for key, kind in form.fields.items():
        for node in _values(item, key):
            yield Mention("organization" if node.get("corporate") else kind, node, item, pointer, key)
            if kind == "venue":
                yield Mention("event", node, item, pointer)
            else:
                yield from _organizations(kind, node, item, pointer)
    for key, within in form.within.items():
        for each in _values(item, key):
            yield from _mentions_in(each, within, pointer)


def _organizations(kind: str, node: Document, item: Document, pointer: str) -> Iterator[Mention]:
    """Yield the organisations that stand with a mention: where a person is, of what a unit is part."""
    if kind in ("organization", "unit"):
        yield from _beside(node, item, pointer)
    for each in affiliations(node):
        yield Mention("organization", each, item, pointer)
        yield from _beside(each, item, pointer)


def _beside(node: Document, item: Document, pointer: str) -> Iterator[Mention]:
    """Yield what the text of an organisation was found to name beside it, when it was identified."""
    for each in node.get("also", ()):
        yield Mention("organization", each, item, pointer)
        yield from _beside(each, item, pointer)
    while "parent" in node:
        node = node["parent"]
        yield Mention("organization", node, item, pointer)


@cache
def _forms(declaration: Declaration) -> tuple[MentionFields, Mapping[str, MentionFields]]:
    """Return what a profile holds, and what the entries of each of its sections hold."""
    sections = {key: _form(declaration, kind) for key, kind in declaration.sections.items()}
    person = _form(declaration, declaration.person)
    within = {key: form for key, form in person.within.items() if key not in sections}
    return person._replace(entity="", within=within), MappingProxyType(sections)


def _form(declaration: Declaration, kind: Kind) -> MentionFields:
    fields: dict[str, str] = {}
    within: dict[str, MentionFields] = {}
    for each in kind.written:
        if each.sort == "kind" and not each.is_by_id:
            meant = declaration.kinds[each.range]
            if meant.refers or not each.is_inlined:
                fields[each.key] = _kind_of(declaration, each)
            elif kind.name != "Person" or each.key not in declaration.sections:
                inner = _form(declaration, meant)
                if inner.fields or inner.within or inner.names:
                    within[each.key] = inner
    names = tuple(each.key for each in kind.written if each.is_in_languages)
    return MentionFields(kind.path, MappingProxyType(fields), MappingProxyType(within), names)


def _kind_of(declaration: Declaration, each: Field) -> str:
    """Return what sort of entity a field mentions."""
    meant = declaration.kinds[each.range]
    if meant.name == "Unit":
        return "unit"
    return declaration.kinds[meant.refers].path if meant.refers else meant.path
