"""The part of LinkML's schema language that a declaration uses, as a model that finds every mistake with its place."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Shown = Literal["page", "table", "cv", "search", "none"]

SHOWN = ("page", "table", "cv", "search")
"""Where a field can be shown."""


class Part(BaseModel):
    """Base of all parts: closed, so that a mistyped word is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Alias(Part):
    """Another name of something, in a language."""

    literal_form: str
    in_language: str = ""
    predicate: str = "EXACT_SYNONYM"


class FieldNotes(Part):
    """What kg says of a field beside LinkML."""

    term: str = ""
    show: str = ""
    column: str = Field("", pattern=r"^[a-z]*(_[a-z0-9]+)*$")
    language: bool = False
    derived: bool = False
    of: str = ""
    reverse: bool = False
    apart: Literal["", "people", "words"] = ""
    private: bool = False
    untold: bool = False
    within: str = ""
    symmetric: bool = False
    scheme: str = ""
    single: bool = False
    by_id: bool = False
    text: bool = False


class Attribute(Part):
    """A field of a kind: a `SlotDefinition` of LinkML."""

    slot_uri: str = ""
    range: str = ""
    required: bool = False
    multivalued: bool = False
    inlined: bool = False
    inlined_as_list: bool = False
    ifabsent: str = ""
    pattern: str = ""
    minimum_value: int | None = None
    maximum_value: int | None = None
    title: str = ""
    description: str = ""
    comments: tuple[str, ...] = ()
    examples: tuple[Mapping[str, str], ...] = ()
    structured_aliases: tuple[Alias, ...] = ()
    annotations: FieldNotes = FieldNotes()


class KindNotes(Part):
    """What kg says of a kind beside LinkML."""

    path: str = Field("", pattern=r"^[a-z]*(-[a-z]+)*$")
    iri: str = ""
    fragment: str = ""
    also: str = ""
    refers: str = ""
    within: str = ""
    derived: bool = False
    plural: str = ""
    table: str = Field("", pattern=r"^[a-z]*(-[a-z]+)*$")
    place: int = 50


class Class(Part):
    """A kind of things: a `ClassDefinition` of LinkML."""

    is_a: str = ""
    abstract: bool = False
    class_uri: str = ""
    title: str = ""
    description: str = ""
    comments: tuple[str, ...] = ()
    structured_aliases: tuple[Alias, ...] = ()
    annotations: KindNotes = KindNotes()
    attributes: Mapping[str, Attribute] = {}


class Type(Part):
    """How values of a name are written: a `TypeDefinition` of LinkML."""

    typeof: str = ""
    base: str = ""
    uri: str = ""
    repr: str = ""
    description: str = ""


class WordNotes(Part):
    """What kg says of a word beside LinkML: of a type of work, how lists and citations name it."""

    within: str = ""
    group: str = ""
    counted: str = ""
    cited: str = ""
    shared: bool = False


class Word(Part):
    """A word of a closed list: a `PermissibleValue` of LinkML."""

    description: str = ""
    title: str = ""
    meaning: str = ""
    comments: tuple[str, ...] = ()
    annotations: WordNotes = WordNotes()


class Enum(Part):
    """A closed list of words: an `EnumDefinition` of LinkML."""

    description: str = ""
    permissible_values: Mapping[str, Word | None]


class Schema(Part):
    """A file of the declaration: a `SchemaDefinition` of LinkML."""

    id: str
    name: str
    title: str = ""
    description: str = ""
    license: str = ""
    version: str = ""
    prefixes: Mapping[str, str] = {}
    default_prefix: str = ""
    default_range: str = "Name"
    imports: tuple[str, ...] = ()
    types: Mapping[str, Type] = {}
    enums: Mapping[str, Enum] = {}
    classes: Mapping[str, Class] = {}
