"""The kinds of things and their fields, as all that is made from the declaration sees them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pydantic
from pydantic import BaseModel, ConfigDict

from kg.terms.identifiers import SCHEMES, fold

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
NAMES = ("name", "title")
"""The keys of the fields that say what a thing is called, the better first."""
AREAS = ("top", "main", "beside", "foot")
"""The areas of the page of a thing."""
_DATED = frozenset(("Date", "End", "Year", "Term"))
_SEEN = frozenset(("page", "cv"))
OTHER_NAME = "https://schema.org/alternateName"
"""The property of other names of a thing, such as those in other languages."""

_SCHEMES = {name.replace("_", ""): scheme for name, scheme in SCHEMES.items()}  # as types: SemanticScholar


def in_words(name: str) -> str:
    """Return a name as words.

    >>> in_words("nameAsWritten"), in_words("SystemRole")
    ('name as written', 'system role')
    """
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def with_article(label: str) -> str:
    """Return what a thing is called, behind an article.

    >>> with_article("organisation"), with_article("grant")
    ('an organisation', 'a grant')
    """
    return f"{'an' if label[:1].lower() in 'aeiou' else 'a'} {label}"


SAME_AS = "https://schema.org/sameAs"


class SchemaElement(BaseModel):
    """Base of all parts: closed, so that a mistyped word is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Alias(SchemaElement):
    """Another name of something, in a language."""

    literal_form: str = pydantic.Field(description="The name")
    in_language: str = pydantic.Field("", description="Its language, such as `de`")
    predicate: str = pydantic.Field("EXACT_SYNONYM", description="LinkML's word for how it relates to the label")


class WordNotes(SchemaElement):
    """What kg says of a word beside LinkML: of a type or status of works, how lists and citations name it."""

    within: str = pydantic.Field("", description="A class of which that of the word is a special case")
    group: str = pydantic.Field("", description="The heading under which lists put such works")
    counted: str = pydantic.Field("", description="One work of the group, within a sentence")
    cited: str = pydantic.Field("", description="What a citation says of it")
    shared: bool = pydantic.Field(False, description="Whether things that are no works have the class too")
    alone: bool = pydantic.Field(False, description="Whether such a work is never a version of one of another group")


class Word(SchemaElement):
    """A word of a closed list: a `PermissibleValue` of LinkML."""

    description: str = pydantic.Field("", description="What it means")
    title: str = pydantic.Field("", description="What people call it")
    meaning: str = pydantic.Field("", description="The class that it stands for")
    comments: tuple[str, ...] = pydantic.Field((), description="What the class means")
    aliases: tuple[str, ...] = pydantic.Field((), description="What other forms and lists call it")
    structured_aliases: tuple[Alias, ...] = pydantic.Field((), description="How it is written, in any language")
    annotations: WordNotes = pydantic.Field(WordNotes(), description="What kg says of it beside LinkML")


def _note(name: str, default: Any, description: str, **schema: str) -> Any:
    """Declare an attribute that an annotation of the declaration gives as it is, by the name of the annotation."""
    return field(default=default, metadata={"note": name, "schema": {"description": description, **schema}})


@dataclass(frozen=True)
class Field:
    """A field of a kind."""

    key: str  # What people write
    term: str  # Its key in the JSON-LD context: the same, unless another kind means something else by it
    iri: str
    range: str  # What it holds: the name of a kind, of a closed list of words, or of a type
    sort: str  # `kind`, `enum` or `type`, what its range is; `uri` where the type is of addresses and identifiers
    is_required: bool = False  # Whether it must be there
    is_many: bool = False  # Whether it may hold several values
    is_inlined: bool = False  # Whether its values, things of a kind, are written out where the field is, not named
    default: str = ""  # What it means where it is absent, or empty
    pattern: str = ""  # The form of its text, a regular expression, or empty
    label: str = ""  # What people call it
    labels: Mapping[str, str] = field(default_factory=dict)  # The same in other languages, by their tags
    description: str = ""  # What to write there
    comment: str = ""  # What the property means, or why the field is not shown
    examples: tuple[str, ...] = ()  # Values that one may write
    show: frozenset[str] = frozenset()  # Where it is shown: some of `kg.terms.linkml.SHOWN`
    is_derived: bool = False  # Whether kg works it out, and nobody writes it
    apart: str = ""  # What a single text may not hold, since it would be several: `people`, `words`, or nothing
    is_private: bool = False  # Whether its value never leaves the profile, unless the privacy policy publishes it
    is_internal: bool = False  # Whether, being private, it is in the internal view all the same
    within: str = ""  # The IRI of a property of which this one is a special case, or empty
    also: tuple[str, ...] = ()  # The IRIs of further classes of a thing that has it
    is_own: bool = True  # Whether kg itself declares it, not a project
    is_place: bool = False  # Whether it says where something was: at an organisation, a venue, or the like
    aliases: tuple[str, ...] = ()  # Words that people write instead of its key
    is_in_languages: bool = False  # Whether it is a name that may be written in several languages, the main one first
    column: str = _note(
        "column", "", "The head of its column in tables, where it is not the key", pattern=r"^[a-z]*(_[a-z0-9]+)*$"
    )
    has_language: bool = _note("language", False, "Whether its texts are in the language of the profile")
    of: str = _note("of", "", "The kind of another thing that the entry names and that the field speaks of")
    is_reverse: bool = _note("reverse", False, "Whether the property leads from the value")
    is_untold: bool = _note("untold", False, "Whether it has no triple of its own")
    is_symmetric: bool = _note("symmetric", False, "Whether the property holds both ways")
    is_ordered: bool = _note("ordered", False, "Whether the order of its values counts")
    is_of_owner: bool = _note("owner", False, "Whether the person whose profile it is is one of its values, too")
    scheme: str = _note("scheme", "", "The scheme of concepts in which its value is found by other words")
    found_in: str = _note("found_in", "", "The field that says these words")
    is_single: bool = _note("single", False, "Whether a work has one value of it, also where several lists name it")
    is_identifier: bool = _note("identifier", False, "Whether it is told as a schema:PropertyValue too")
    inverse: str = _note("inverse", "", "The name of the property that leads back")
    is_by_id: bool = _note("by_id", False, "Whether the thing that it names is written by its id")
    is_text: bool = _note("text", False, "Whether it says the name as it is written")
    facet: str = _note("facet", "", "The name of the facet by which lists of things are narrowed to one value of it")
    place: int = _note("place", 0, "Where it stands as a section of CVs, the first ones first")

    @property
    def iri_start(self) -> str:
        """What its values begin with, where they are identifiers of one scheme, such as `https://orcid.org/`."""
        scheme = _SCHEMES.get(self.range.lower())
        return scheme.iri.partition("{")[0] if scheme else ""


@dataclass(frozen=True)
class HeadField:
    """A field in the head of an entry: its key, with alternatives, and the words around its value."""

    keys: tuple[str, ...]
    before: str
    after: str = ""


@dataclass(frozen=True)
class Alike:
    """Which entries are one: those with the same value of a key, or of its alternative, that agree in others."""

    keys: tuple[tuple[str, ...], ...]
    agreeing: tuple[str, ...]


@dataclass(frozen=True)
class PagePart:
    """A part of the page of a thing: a panel by its name, or sections of a person on one axis of time."""

    name: str  # Of a section its key, of a query its name; of an axis its heading
    sections: tuple[str, ...] = ()  # The keys of the sections on an axis, or nothing


@dataclass(frozen=True)
class Kind:
    """A kind of things."""

    name: str  # Its name in the declaration, such as `Award`
    iri: str = ""
    parent: str = ""  # The name of the kind whose fields it has too, or empty
    label: str = ""  # What one thing of it is called
    labels: Mapping[str, str] = field(default_factory=dict)  # The same in other languages, by their tags
    description: str = ""  # What it is, for those who write
    comment: str = ""  # What the class means
    path: str = ""  # The head of the IRIs of its things, such as `award`; empty for what is a node of its owner
    # Of which fields such an IRI is made, the best first: each several of which all must be there
    iri_parts: tuple[tuple[str, ...], ...] = ()
    # Of what the fragment of a node is made: fields, each with its alternatives
    fragment: tuple[tuple[str, ...], ...] = ()
    also: tuple[str, ...] = ()  # The IRIs of further classes of each thing
    within: tuple[str, ...] = ()  # The IRIs of classes of which it is a special case
    # The fields that tell what one thing of it is, where it has no name, each with its alternatives
    label_parts: tuple[tuple[str, ...], ...] = ()
    head: tuple[HeadField, ...] = ()  # What heads an entry of it, where that is not its name and where it was
    line: tuple[HeadField, ...] = ()  # What tells a thing of it from others of its name, where that is declared
    alike: "Alike | None" = None  # Which entries of it are one, where those of one name and one beginning are not
    # What stands on pages of its things, by their areas; what none of them names follows in `main`
    page: Mapping[str, tuple[PagePart, ...]] = field(default_factory=dict)
    is_together: bool = False  # Whether documents tell entries with the same beginning in one line
    refers: str = ""  # The name of the kind that a reference of this kind means, or empty
    is_abstract: bool = False  # Whether there are no things of it, only of kinds that have its fields too
    is_derived: bool = False  # Whether nobody writes things of it
    fields: Mapping[str, Field] = field(default_factory=dict)  # Its fields and those of its parent, by key, in order
    is_own: bool = True  # Whether kg itself declares it, not a project
    plural: str = ""  # What its things are called together, as a heading
    table: str = ""  # The name of the table that lists them, without suffix
    place: int = 50  # Its place among the kinds; of those with the same, the order of the declaration counts

    @property
    def classes(self) -> list[str]:
        """The IRIs of all its classes."""
        return [self.iri, *self.also]

    @property
    def telling(self) -> Iterator[tuple[str, ...]]:
        """The keys, each with its alternatives, that tell one entry of it from another, without those of its time."""
        named = [(self.title.key,)] if self.title else []
        of_iri = [(key,) for parts in self.iri_parts for key in parts]
        parts = dict.fromkeys((*named, *(self.label_parts or of_iri), *of_iri))
        taken: set[str] = set()
        for keys in parts:
            if taken.isdisjoint(keys) and not any(self.fields[key].range in _DATED for key in keys):
                taken.update(keys)
                yield keys

    @cached_property
    def heads(self) -> tuple[HeadField, ...]:
        """What heads an entry of it: as declared, else its name, or what must be said of it, and where it was."""
        if self.head:
            return self.head
        shown = [each for each in self.fields.values() if _SEEN & each.show]
        title = self.title
        needed = sorted((each for each in shown if each.is_required), key=lambda each: each.sort == "kind")
        naming = [title] if title and title.is_required else [*needed, *([title] if title in shown else [])]
        where = [each for each in shown if each.is_place and each.is_own == self.is_own and not each.is_many]
        keys = dict.fromkeys(each.key for each in (*naming, *where) if each)
        return tuple(HeadField((key,), ", ") for key in keys)

    @property
    def written(self) -> Iterator[Field]:
        """Those of its fields that people write."""
        return (each for each in self.fields.values() if not each.is_derived)

    @property
    def title(self) -> Field | None:
        """The field that says what a thing of it is called."""
        return next((self.fields[key] for key in NAMES if key in self.fields), None)

    @property
    def other_names(self) -> Field | None:
        """The field that says what else a thing of it is called."""
        return next((each for each in self.fields.values() if each.iri == OTHER_NAME), None)

    def shown(self, place: str) -> list[Field]:
        """Return the fields that are shown in a place, in order."""
        return [each for each in self.fields.values() if place in each.show]


@dataclass(frozen=True, eq=False)  # by identity, so that what is made from it can be kept
class Declaration:
    """All kinds, those of kg first."""

    kinds: Mapping[str, Kind]  # By name
    enums: Mapping[str, tuple[str, ...]]  # The words of each closed list
    words: Mapping[str, Mapping[str, Word]]  # What is said of each word, by the name of the list
    types: Mapping[str, str]  # What LinkML calls each type: `string`, `uri`, `integer` …
    prefixes: Mapping[str, str]  # Namespace of each prefix
    forms: Mapping[str, str]  # What the values of a type can be: `checked`, `code`, or nothing for any text
    version: str = ""
    title: str = ""
    description: str = ""
    license: str = ""  # Of the ontology, its IRI
    created: str = ""  # When the ontology was begun: 2026-07-01
    modified: str = ""  # When it was last changed
    id: str = ""  # Of the ontology, its IRI

    def called(self, enum: str) -> Mapping[str, str]:
        """Return the words of a closed list by what people and other forms call them, folded."""
        said = self.words[enum].items()
        return {fold(form): name for name, word in said for form in (name, word.title, *word.aliases) if form}

    @property
    def person(self) -> Kind:
        """The kind of those whom profiles describe."""
        return self.kinds["Person"]

    def named_by(self, field: Field) -> Kind | None:
        """Return the kind of the things that a field names, by themselves or by a reference; None if it names none."""
        kind = self.kinds.get(field.range)
        return self.kinds[kind.refers] if kind and kind.refers else kind

    @cached_property
    def sections(self) -> Mapping[str, Kind]:
        """The kind of the entries of each section of a profile, by the section's key, in order."""
        found = {}
        for each in self.person.fields.values():
            if each.sort == "kind" and each.is_inlined and each.is_many and not each.is_derived:
                found[each.key] = self.kinds[each.range]
        return found

    @cached_property
    def works(self) -> str:
        """The key of the section of works."""
        return next(key for key, kind in self.sections.items() if kind.path == "work")

    @cached_property
    def work_ids(self) -> Sequence[Field]:
        """The fields of works whose values stand for one work alone, such as its DOI."""
        work = self.sections[self.works]
        return [each for each in work.written if each.sort == "uri" and each.iri == SAME_AS]

    @cached_property
    def naming_works(self) -> Mapping[str, Sequence[Field]]:
        """The fields of each section that name works of the profile by their titles, such as the papers of a system."""
        work = self.sections[self.works].name
        found = {key: [each for each in kind.written if each.range == work] for key, kind in self.sections.items()}
        return {key: fields for key, fields in found.items() if fields}

    @cached_property
    def of_person(self) -> frozenset[str]:
        """The names of the kinds that say something of a person: of entries, and of roles in what others have too."""
        roles = (each.of for kind in self.sections.values() for each in kind.fields.values())
        return frozenset((*(each.range for each in self.person.fields.values()), *filter(None, roles)))

    @cached_property
    def by_path(self) -> Mapping[str, Kind]:
        """The kinds whose things have IRIs of their own, by the head of these, in their places."""
        found: dict[str, Kind] = {}
        for kind in sorted(self.kinds.values(), key=lambda each: each.place):
            if kind.path:
                found.setdefault(kind.path, kind)
        return found

    @cached_property
    def listed(self) -> Mapping[str, Kind]:
        """Those of `by_path` whose things have names, by which they are found and listed, and so pages."""
        return {path: kind for path, kind in self.by_path.items() if kind.title and kind.title.show}

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The IRIs of all classes, each once, in order: those of kinds, and those that words of lists stand for."""
        of_kinds = (iri for kind in self.kinds.values() if not kind.is_abstract for iri in kind.classes)
        stated = (each for words in self.words.values() for each in words.values())
        of_words = (iri for each in stated for iri in reversed(self.classes_of(each)))
        return tuple(dict.fromkeys((*of_kinds, *of_words)))

    def classes_of(self, word: Word) -> list[str]:
        """Return the IRIs of the classes of what a word of a list is said of: the wider one first."""
        return [self.expand(curie) for curie in (word.annotations.within, word.meaning) if curie]

    @cached_property
    def _by_class(self) -> Mapping[str, tuple[tuple[Kind, bool], ...]]:
        """The kinds of which each class may tell, and whether it does so as what a word of a field stands for."""
        found: dict[str, list[tuple[Kind, bool]]] = {}
        for kind in self.kinds.values():
            if not (kind.is_abstract or kind.refers):
                stated = (each for each in kind.fields.values() if not each.is_untold or each.iri == f"{RDF}type")
                lists = (self.words.get(each.range, {}) for each in stated)
                of_words = {self.expand(word.meaning) for words in lists for word in words.values() if word.meaning}
                for iri in dict.fromkeys((*kind.classes, *sorted(of_words))):
                    found.setdefault(iri, []).append((kind, iri in of_words))
        return {iri: tuple(kinds) for iri, kinds in found.items()}

    def classes_below(self, path: str) -> list[str]:
        """Return the IRIs of the classes by which things below a path are known: theirs alone, or stated by a word."""
        return [
            iri
            for iri, kinds in self._by_class.items()
            if {kind.path for kind, _ in kinds} == {path} or any(kind.path == path and word for kind, word in kinds)
        ]

    def kind_of(self, classes: Collection[str]) -> Kind | None:
        """Return the kind of what has some classes, as IRIs: that of which they say most, if they say any."""
        likely = [each for iri in classes for each in self._by_class.get(iri, ())]

        def said(each: tuple[Kind, bool]) -> tuple[bool, bool, int, bool]:
            kind, is_word = each
            number = sum(iri in classes for iri in kind.classes)
            # A work may be a schema:Dataset, as the graph itself is, which is a void:Dataset, too.
            return number == len(kind.classes), is_word, number, any(iri in classes for iri in kind.within)

        return max(likely, key=said, default=(None, False))[0]

    @cached_property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """The words that people write instead of a key, by the key: it has them in every kind."""
        found: dict[str, tuple[str, ...]] = {}
        for each in (each for kind in self.kinds.values() for each in kind.written if each.aliases):
            found[each.key] = tuple(dict.fromkeys((*found.get(each.key, ()), *each.aliases)))
        return found

    @cached_property
    def texts(self) -> frozenset[str]:
        """The terms whose texts have a language."""
        return frozenset(
            each.term for kind in self.kinds.values() for each in kind.fields.values() if each.has_language
        )

    def expand(self, curie: str) -> str:
        """Return the IRI of a CURIE.

        Raises:
            KeyError: If its prefix is not declared.
        """
        prefix, _, local = curie.partition(":")
        return self.prefixes[prefix] + local

    def form_of(self, field: Field) -> str:
        """Return what a field can hold: `checked`, `code`, or nothing for any text.

        Where a thing may be named by a number or code, such as a grant, the field that names one holds that.
        """
        if field.sort != "kind":
            return "checked" if field.sort == "enum" else self.forms.get(field.range, "")
        kind = self.kinds[field.range]
        naming = {key for parts in kind.iri_parts for key in parts} & kind.fields.keys()
        return "code" if any(self.forms.get(kind.fields[key].range) == "code" for key in naming) else ""
