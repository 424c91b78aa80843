"""The part of LinkML's schema language that a declaration uses, as a model that finds every mistake with its place."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Literal

from pydantic import Field, create_model

from kg.terms import kinds
from kg.terms.kinds import Alias, SchemaElement, Word

SHOWN = ("page", "table", "cv", "search")
"""Where a field can be shown."""


class ReadNotes(SchemaElement):
    """What kg says of a field beside LinkML, as far as it is not an attribute of `kinds.Field` as it is."""

    term: str = Field("", description="The key in the context, where another kind means something else by the key")
    show: str = Field("", description="Where it is shown: page, table, cv, search, or none")
    also: str = Field("", description="Further classes of a thing of which it says something")
    languages: bool = Field(
        False, description="Whether the name may be written in several languages, as 'en: …' and 'de: …'"
    )
    derived: bool = Field(False, description="Whether kg works it out, and nobody writes it")
    apart: Literal["", "people", "words"] = Field(
        "", description="What a single text may not hold, since it would be several"
    )
    private: bool | Literal["internal"] = Field(
        False,
        description="Whether its value never leaves the profile, unless kg.yaml publishes it; "
        "'internal': is in the internal view alone",
    )
    within: str = Field("", description="A property of which this one is a special case")


NOTES = {each.metadata["note"]: each for each in fields(kinds.Field) if each.metadata}
"""The attributes of a field that annotations give as they are, by the names of these."""

if TYPE_CHECKING:
    FieldNotes = ReadNotes
else:
    FieldNotes = create_model(
        "FieldNotes",
        __base__=ReadNotes,
        __doc__=ReadNotes.__doc__,
        **{name: (type(each.default), Field(each.default, **each.metadata["schema"])) for name, each in NOTES.items()},
    )


class Attribute(SchemaElement):
    """A field of a kind: a `SlotDefinition` of LinkML."""

    slot_uri: str = Field("", description="The property, with its prefix; by default a term of your own")
    range: str = Field("", description="What it holds: a kind, a list of words, or a type")
    required: bool = Field(False, description="Whether it must be there")
    multivalued: bool = Field(False, description="Whether it may hold several values")
    inlined: bool = Field(False, description="Whether the thing is written out here")
    inlined_as_list: bool = Field(False, description="Whether the things are written out here, as a list")
    ifabsent: str = Field("", description="What its absence means")
    pattern: str = Field("", description="The form of its text, a regular expression")
    minimum_value: int | None = Field(None, description="The least value")
    maximum_value: int | None = Field(None, description="The greatest value")
    title: str = Field("", description="What people call it")
    description: str = Field("", description="What to write there")
    comments: tuple[str, ...] = Field((), description="What the property means")
    examples: tuple[Mapping[str, str], ...] = Field((), description="Values that one may write")
    aliases: tuple[str, ...] = Field((), description="Words that people write instead of the key")
    structured_aliases: tuple[Alias, ...] = Field((), description="What it is called in other languages")
    annotations: FieldNotes = Field(FieldNotes(), description="What kg says of it beside LinkML")


class KindNotes(SchemaElement):
    """What kg says of a kind beside LinkML."""

    path: str = Field(
        "",
        pattern=r"^[a-z]*(-[a-z]+)*$",
        description="The head of the IRIs of its things",
    )
    iri: str = Field("", description="The fields of which such an IRI is made; alternatives are parted by |")
    fragment: str = Field("", description="The fields of which the fragment of a part of a person is made")
    also: str = Field("", description="Further classes of each thing")
    refers: str = Field("", description="The kind that such a reference means")
    within: str = Field("", description="Classes of which it is a special case")
    label: str = Field("", description="The fields that tell what one thing of it is, where it has no name")
    head: str = Field(
        "", description="What heads an entry: fields with the words around them, 'degree in field, institution (code)'"
    )
    line: str = Field(
        "", description="What tells a thing from others of its name, in lists of what is found: fields as in 'head'"
    )
    alike: str = Field(
        "",
        description="Which entries of documents are one: those with the same value of one of the keys, "
        "'role start: role organization', if they agree in the others",
    )
    page: str = Field(
        "",
        pattern=r"^((top|main|beside|foot):( [A-Za-z][\w-]*(=[a-z_]+(\+[a-z_]+)*)?)+(; |$))*$",
        description="What stands on its pages, and where: 'top: Career=positions+education; main: publications; "
        "beside: coauthor-network'; sections and queries by name, and headings over sections on one axis of time",
    )
    together: bool = Field(False, description="Whether documents tell entries with the same beginning in one line")
    derived: bool = Field(False, description="Whether nobody writes things of it")
    plural: str = Field("", description="What several things of it are called")
    table: str = Field("", pattern=r"^[a-z]*(-[a-z]+)*$", description="The name of its table")
    place: int = Field(50, description="Where it stands among the kinds, the first ones first")


class Class(SchemaElement):
    """A kind of things: a `ClassDefinition` of LinkML."""

    is_a: str = Field("", description="The kind whose fields it has too")
    abstract: bool = Field(False, description="Whether there are no things of it alone")
    class_uri: str = Field("", description="The class, with its prefix; by default a term of your own")
    title: str = Field("", description="What one thing of it is called")
    description: str = Field("", description="What it is")
    comments: tuple[str, ...] = Field((), description="What the class means")
    structured_aliases: tuple[Alias, ...] = Field((), description="What it is called in other languages")
    annotations: KindNotes = Field(KindNotes(), description="What kg says of it beside LinkML")
    attributes: Mapping[str, Attribute] = Field({}, description="Its fields, by the key under which people write them")


class TypeNotes(SchemaElement):
    """What kg says of a type beside LinkML."""

    form: Literal["", "checked", "code"] = Field(
        "", description="Whether its values have a form that is checked, are numbers and codes, or any text"
    )


class Type(SchemaElement):
    """How values of a name are written: a `TypeDefinition` of LinkML."""

    typeof: str = Field("", description="The type that it is a form of")
    base: str = Field("", description="The type in Python")
    uri: str = Field("", description="The datatype in RDF")
    repr: str = Field("", description="How it is written in Python")
    description: str = Field("", description="What it holds")
    annotations: TypeNotes = Field(TypeNotes(), description="What kg says of it beside LinkML")


class Enum(SchemaElement):
    """A closed list of words: an `EnumDefinition` of LinkML."""

    description: str = Field("", description="What it lists")
    permissible_values: Mapping[str, Word | None] = Field(description="The words")


class Schema(SchemaElement):
    """A file of the declaration: a `SchemaDefinition` of LinkML."""

    id: str = Field(description="The address of what you declare")
    name: str = Field(description="Its short name")
    title: str = Field("", description="What it is called")
    description: str = Field("", description="What it holds")
    license: str = Field("", description="Its licence, as an address")
    version: str = Field("", description="Its version")
    created_on: str = Field("", description="When it was begun")
    last_updated_on: str = Field("", description="When it was last changed")
    prefixes: Mapping[str, str] = Field({}, description="The namespaces of the prefixes")
    default_prefix: str = Field("", description="The prefix of your own terms")
    default_range: str = Field("Name", description="What fields hold that do not say so")
    imports: tuple[str, ...] = Field(
        (), description="Only linkml:types, for other tools: all files in the folder are read, and no others"
    )
    types: Mapping[str, Type] = Field({}, description="How values are written")
    enums: Mapping[str, Enum] = Field({}, description="Closed lists of words")
    classes: Mapping[str, Class] = Field({}, description="The kinds of things; one of kg gets more fields")
