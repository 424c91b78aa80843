"""Read the declaration of kg, and what a project adds to it; every contradiction with file, line and advice."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kg.base import resources, strict_yaml
from kg.base.errors import ConfigError, Problem, ReadError
from kg.base.files import refuse_links_out
from kg.base.node import Loc
from kg.terms import typed_yaml
from kg.terms.identifiers import compact
from kg.terms.kinds import (
    NAMES,
    OTHER_NAME,
    Alias,
    Alike,
    Declaration,
    Field,
    HeadField,
    Kind,
    PagePart,
    Word,
    in_words,
)
from kg.terms.linkml import NOTES, SHOWN, Attribute, Class, KindNotes, Schema
from kg.terms.patterns import advice, unusable

FILE = "kg.yaml"
"""The declaration of kg, in `ontology/`."""


Additions = tuple[tuple[str, str], ...]
"""What a project adds to the declaration: the path and the text of each file, in order."""


@cache
def kg_declaration() -> Declaration:
    """Return the declaration that comes with kg."""
    return extended(())


@cache
def extended(additions: Additions, *, is_internal: bool = False) -> Declaration:
    """Return the declaration of kg with what some files add to it.

    Args:
        additions: The files.
        is_internal: Whether fields that are `private: internal` are like all others, as in the internal view.

    Raises:
        ConfigError: With every problem of the first file that has any.
    """
    reader = _SchemaReader(is_internal=is_internal)
    path = resources.directory("ontology") / FILE
    reader.add(path, path.read_text(encoding="utf-8"), is_own=True)
    for name, text in additions:
        reader.add(Path(name), text, is_own=False)
    return reader.declaration()


def root_near(file: Path) -> Path | None:
    """Return the directory of the project in which a file lies, or None."""
    return next((folder for folder in file.absolute().parents if (folder / "kg.yaml").is_file()), None)


def declaration_near(file: Path) -> Declaration:
    """Return what a profile may say where it lies: the declaration of its project, or of kg if it is in none.

    Raises:
        ConfigError: If what the project adds to it cannot be used, or lies elsewhere.
    """
    root = root_near(file)
    if root is None:
        return kg_declaration()
    refuse_links_out(root, ("ontology",))
    return extended(additions_in(root / "ontology"))


def additions_in(directory: Path) -> Additions:
    """Return what the files of a folder add to the declaration; a folder that is missing adds nothing.

    Raises:
        ConfigError: If a file cannot be read, or contradicts itself or the declaration of kg.
    """
    try:
        files = sorted((*directory.glob("*.yaml"), *directory.glob("*.yml")))
        additions = tuple((str(path), strict_yaml.read_text(path)) for path in files)
    except ReadError as error:
        raise ConfigError(error.problems) from error
    extended(additions)
    return additions


_HEAD_FIELD = re.compile(r"([^{}]*)\{([a-z0-9_|]+)\}(\)?)")
_OTHERS = Field(
    "variants",
    "variants",
    OTHER_NAME,
    "Name",
    "type",
    is_many=True,
    label="variants",
    comment="What it is called in other languages.",
    show=frozenset(("page", "table", "search")),
    is_derived=True,
    column="also",
)
"""The field for names in other languages of a kind that has no field for other names."""


_IMPORTED = ("linkml:types",)
"""What a file may import: LinkML's own tools want it, and nothing in it is needed here."""


class _SchemaReader:
    """Takes in one file after the other; a later one may reopen the kinds of those before it."""

    def __init__(self, *, is_internal: bool) -> None:
        self._is_internal = is_internal
        self._kinds: dict[str, Kind] = {}
        self._enums: dict[str, tuple[str, ...]] = {}
        self._words: dict[str, dict[str, Word]] = {}
        self._types: dict[str, str] = {}
        self._prefixes: dict[str, str] = {}
        self._forms: dict[str, str] = {}
        self._first: Schema | None = None

    def declaration(self) -> Declaration:
        first = self._first or Schema(id="", name="")
        return Declaration(
            MappingProxyType(self._kinds),
            MappingProxyType(self._enums),
            MappingProxyType(self._words),
            MappingProxyType(self._types),
            MappingProxyType(self._prefixes),
            MappingProxyType(self._forms),
            first.version,
            first.title,
            first.description,
            first.license,
            first.created_on[:10],
            first.last_updated_on[:10],
            first.id,
        )

    def add(self, path: Path, text: str, *, is_own: bool) -> None:
        """Take in a file.

        Raises:
            ConfigError: With every problem of it.
        """
        try:
            schema, tree = typed_yaml.check(text, path, Schema)
        except ReadError as error:
            raise ConfigError(error.problems) from error
        self._first = self._first or schema
        before = dict(self._prefixes)
        self._prefixes |= {name: iri for name, iri in schema.prefixes.items() if name not in before}
        problems = list(self._contradictions(schema, before, is_own))
        if not problems:
            self._types |= {name: each.typeof or name for name, each in schema.types.items()}
            self._forms |= {name: each.annotations.form for name, each in schema.types.items()}
            self._enums |= {name: tuple(each.permissible_values) for name, each in schema.enums.items()}
            for name, enum in schema.enums.items():
                self._words[name] = {word: each or Word() for word, each in enum.permissible_values.items()}
            for name in _parents_first(schema.classes):
                self._add_class(name, schema.classes[name], schema, is_own=is_own)
            problems = list(self._conflicts(schema))
        if problems:
            raise ConfigError([typed_yaml.located(problem, tree, path, loc) for loc, problem in problems])

    # What a file says

    def _add_class(self, name: str, class_: Class, schema: Schema, *, is_own: bool) -> None:
        known = self._kinds.get(name)
        notes = class_.annotations
        if known is None:
            parent = self._kinds.get(class_.is_a)
            default = schema.default_prefix or "kg"
            kind = Kind(
                name,
                self._class(class_, parent, f"{default}:{name}"),
                class_.is_a,
                class_.title or in_words(name),
                _labels(class_.structured_aliases),
                class_.description,
                " ".join(class_.comments) or class_.description,
                notes.path,
                iri_parts=tuple(tuple(keys.split()) for keys in notes.iri.split("|")) if notes.iri else (),
                fragment=_alternatives(notes.fragment),
                also=tuple(map(self._expand, notes.also.split())),
                within=tuple(map(self._expand, notes.within.split())),
                label_parts=_alternatives(notes.label or notes.fragment),
                head=tuple(_head(notes.head)),
                line=tuple(_head(notes.line)),
                alike=_alike(notes.alike),
                is_together=notes.together,
                refers=notes.refers or (parent.refers if parent else ""),
                is_abstract=class_.abstract,
                is_derived=notes.derived,
                fields=dict(parent.fields) if parent else {},
                is_own=is_own,
                plural=notes.plural or _several(name),
                table=_table(name, notes),
                place=notes.place,
            )
        else:
            kind = known
        fields = dict(kind.fields)
        for key, attribute in class_.attributes.items():
            fields[key] = self._field(key, attribute, schema, notes.derived or kind.is_derived, is_own=is_own)
        page = _page(notes.page) or kind.page  # a project may lay out the pages of a kind of kg anew
        self._kinds[name] = replace(kind, fields=MappingProxyType(fields), page=page)
        if any(each.is_in_languages for each in fields.values()) and not self._kinds[name].other_names:
            key = "other_names" if _OTHERS.key in fields else _OTHERS.key
            fields[key] = replace(_OTHERS, key=key, is_own=is_own)
        if known is not None:
            self._hand_down(name, [key for key in fields if key not in kind.fields])

    def _class(self, class_: Class, parent: Kind | None, default: str) -> str:
        """Return the class of a kind: that of its parent, if it says none and there are things of the parent."""
        if not class_.class_uri and parent is not None and not parent.is_abstract:
            return parent.iri
        return self._expand(class_.class_uri or default)

    def _hand_down(self, parent: str, added: Collection[str]) -> None:
        """Give fields that a later file adds to a kind to the kinds that have its fields too."""
        new = {key: self._kinds[parent].fields[key] for key in added}
        for kind in [each for each in self._kinds.values() if each.parent == parent]:
            self._kinds[kind.name] = replace(kind, fields=MappingProxyType({**new, **kind.fields}))
            self._hand_down(kind.name, added)

    def _field(self, key: str, said: Attribute, schema: Schema, is_derived: bool, *, is_own: bool) -> Field:
        notes = said.annotations
        range_ = said.range or schema.default_range
        shown = frozenset(notes.show.split()) - {"none"}
        default = schema.default_prefix or "kg"
        copied: dict[str, Any] = {each.name: getattr(notes, note) for note, each in NOTES.items()}
        return Field(
            key,
            notes.term or key,
            self._expand(said.slot_uri or f"{default}:{key}"),
            range_,
            self._sort(range_, schema),
            is_required=said.required,
            is_many=said.multivalued,
            is_inlined=said.inlined or said.inlined_as_list,
            default=said.ifabsent.partition("(")[2].removesuffix(")") or said.ifabsent,  # `string(text)`
            pattern=said.pattern,
            label=said.title or key.replace("_", " "),
            aliases=said.aliases,
            labels=_labels(said.structured_aliases),
            description=said.description,
            comment=" ".join(said.comments),
            examples=tuple(each["value"] for each in said.examples if "value" in each),
            show=shown if notes.show or is_own else frozenset(SHOWN[:3]),
            is_derived=notes.derived or is_derived,
            apart=notes.apart or ("people" if said.multivalued and self._is_said_of_person(range_, schema) else ""),
            is_place="Authority" in self._lineage(range_, schema),
            within=self._expand(notes.within) if notes.within else "",
            is_own=is_own,
            is_private=(notes.private == "internal" and not self._is_internal) or notes.private is True,
            is_internal=notes.private == "internal",
            is_in_languages=notes.languages,
            also=tuple(map(self._expand, notes.also.split())),
            **copied,
        )

    def _lineage(self, name: str, schema: Schema) -> list[str]:
        """Return the name of a kind and of those whose fields it has too; nothing of what is no kind."""
        if name in self._kinds:
            parent = self._kinds[name].parent
        elif name in schema.classes:
            parent = schema.classes[name].is_a
        else:
            return []
        return [name, *(self._lineage(parent, schema) if parent else ())]

    def _is_said_of_person(self, name: str, schema: Schema) -> bool:
        """Say whether things of a kind only refer to people."""
        above = self._lineage(name, schema)
        said = (schema.classes[each].annotations.refers for each in above if each in schema.classes)
        return "Person" in (*said, *(self._kinds[each].refers for each in above if each in self._kinds))

    def _sort(self, range_: str, schema: Schema) -> str:
        if range_ in self._kinds or range_ in schema.classes:
            return "kind"
        if range_ in self._enums:
            return "enum"
        return "uri" if self._types.get(range_) == "uri" else "type"

    def _expand(self, curie: str) -> str:
        prefix, _, local = curie.partition(":")
        return self._prefixes[prefix] + local

    # What cannot be

    def _contradictions(self, schema: Schema, before: Mapping[str, str], is_own: bool) -> Iterator[tuple[Loc, Problem]]:
        for prefix, iri in schema.prefixes.items():
            if before.get(prefix, iri) != iri:
                message = f"the prefix '{prefix}' stands for {before[prefix]} in kg, not for {iri}"
                yield ("prefixes", prefix), Problem(message, hint="give it another name")
        for at, name in enumerate(schema.imports):
            if name not in _IMPORTED:
                message = f"'{name}' is not imported: all files in the folder are read, and nothing else"
                hint = "copy what you need of it into a file in ontology/, and delete the line"
                yield ("imports", at), Problem(message, hint=hint)
        if schema.default_prefix and schema.default_prefix not in self._prefixes:
            yield ("default_prefix",), self._unknown_prefix(schema.default_prefix)
        yield from self._parents(schema)
        for name, class_ in schema.classes.items():
            yield from self._of_class(name, class_, ("classes", name), is_own)
            yield from self._reopened(name, class_, ("classes", name), is_own)
            for key, said in class_.attributes.items():
                yield from self._of_field(said, ("classes", name, "attributes", key), schema)

    def _reopened(self, name: str, class_: Class, loc: Loc, is_own: bool) -> Iterator[tuple[Loc, Problem]]:
        known = self._kinds.get(name)
        if known is None:
            return
        if not is_own and (changed := _changed(class_)):
            message = f"'{name}' is a kind of kg: a project adds fields to it, and leaves its '{changed}' as it is"
            yield (*loc, changed), Problem(message, hint="delete the line, or give the kind another name")
        for key in known.fields.keys() & class_.attributes.keys():
            field = known.fields[key]
            message = f"'{name}' has a field '{key}' already: {field.description or field.label}"
            yield (*loc, "attributes", key), Problem(message, hint="give the new one another name")

    def _of_class(self, name: str, class_: Class, loc: Loc, is_own: bool) -> Iterator[tuple[Loc, Problem]]:
        notes = class_.annotations
        yield from self._curies((*loc, "class_uri"), class_.class_uri)
        yield from self._curies((*loc, "annotations", "also"), *notes.also.split())
        yield from self._curies((*loc, "annotations", "within"), *notes.within.split())
        taken = {kind.path: kind.name for kind in self._kinds.values() if kind.path and kind.name != name}
        if notes.path and notes.path in taken and class_.is_a != taken[notes.path] and name not in self._kinds:
            message = f"IRIs below '{notes.path}/' are those of {taken[notes.path]}"
            yield (*loc, "annotations", "path"), Problem(message, hint="choose another path")
        tables = {kind.table: kind.name for kind in self._kinds.values() if not kind.is_abstract}
        if name not in self._kinds and (table := _table(name, notes)) in tables:
            message = f"the table of the kind '{name}' would be '{table}', which is that of {tables[table]}"
            yield (*loc, "annotations"), Problem(message, hint="give it another one: 'annotations: {table: word}'")
        if notes.path and notes.fragment:
            message = f"things of the kind '{name}' cannot have IRIs of their own and be nodes of their owner"
            yield (*loc, "annotations"), Problem(message, hint="say 'path' or 'fragment', not both")
        is_new = name not in self._kinds and not (class_.abstract or notes.derived or class_.is_a or notes.refers)
        if is_new and not (notes.path or notes.fragment or is_own):
            message = f"it is not said what the IRIs of the kind '{name}' are made of"
            hint = "add 'annotations: {path: word}' for things with a page, or '{fragment: name}' for parts of a person"
            yield loc, Problem(message, hint=hint)
        if is_new and notes.path and class_.attributes.keys().isdisjoint(NAMES):
            message = f"things of the kind '{name}' have pages of their own, and nothing says what they are called"
            yield (*loc, "attributes"), Problem(message, hint=f"give it a field {' or '.join(map(repr, NAMES))}")

    def _of_field(self, said: Attribute, loc: Loc, schema: Schema) -> Iterator[tuple[Loc, Problem]]:
        yield from self._curies((*loc, "slot_uri"), said.slot_uri)
        yield from self._curies((*loc, "annotations", "within"), said.annotations.within)
        yield from self._curies((*loc, "annotations", "also"), *said.annotations.also.split())
        range_ = said.range or schema.default_range
        ranges = (*self._kinds, *self._enums, *self._types, *schema.classes, *schema.enums, *schema.types)
        if range_ not in ranges:
            near = typed_yaml.nearest(range_, ranges)
            yield (*loc, "range"), Problem(f"there is no kind, list or type '{range_}'", hint=_meant(near))
        for word in said.annotations.show.split():
            if word not in (*SHOWN, "none"):
                hint = f"choose among {', '.join(SHOWN)}, or 'none'"
                yield (*loc, "annotations", "show"), Problem(f"a field cannot be shown in '{word}'", hint=hint)
        if said.annotations.languages and not self._is_name(said, loc, schema):
            message = f"'{loc[-1]}' cannot be written in several languages: it is not the one line that names a thing"
            hint = "say 'languages' of 'name' or 'title', or let the texts be a kind of their own"
            yield (*loc, "annotations", "languages"), Problem(message, hint=hint)
        if reason := unusable(said.pattern):
            yield (*loc, "pattern"), Problem(f"the pattern cannot be used: {reason}", hint=advice(reason))
        yield from self._at_odds(said, loc)

    def _at_odds(self, said: Attribute, loc: Loc) -> Iterator[tuple[Loc, Problem]]:
        if said.required and said.ifabsent:
            message = "a field that must be there has no value for when it is absent"
            yield (*loc, "ifabsent"), Problem(message, hint="delete 'required' or 'ifabsent'")
        if said.required and said.annotations.private:
            message = "a private field is left out of what is built, so that it cannot be required"
            yield (*loc, "required"), Problem(message, hint="delete 'required' or 'private'")
        if said.annotations.derived and said.annotations.private:
            message = "a private field is one that people write, and kg works this one out"
            yield (*loc, "annotations", "private"), Problem(message, hint="make private what it is worked out from")
        least, greatest = said.minimum_value, said.maximum_value
        if least is not None and greatest is not None and least > greatest:
            yield (*loc, "minimum_value"), Problem("the least value is above the greatest", hint="correct one")

    def _is_name(self, said: Attribute, loc: Loc, schema: Schema) -> bool:
        return loc[-1] in NAMES and not said.multivalued and (said.range or schema.default_range) == "Name"

    def _curies(self, loc: Loc, *curies: str) -> Iterator[tuple[Loc, Problem]]:
        for curie in filter(None, curies):
            prefix, colon, _ = curie.partition(":")
            if not colon:
                yield loc, Problem(f"'{curie}' has no prefix", hint="write it like schema:name")
            elif prefix not in self._prefixes:
                yield loc, self._unknown_prefix(prefix)

    def _unknown_prefix(self, prefix: str) -> Problem:
        near = typed_yaml.nearest(prefix, self._prefixes)
        return Problem(f"the prefix '{prefix}' is not declared", hint=_meant(near, "add it to 'prefixes'"))

    def _parents(self, schema: Schema) -> Iterator[tuple[Loc, Problem]]:
        known = (*self._kinds, *schema.classes)
        up = {name: class_.is_a for name, class_ in schema.classes.items() if class_.is_a}
        for name, parent in up.items():
            loc: Loc = ("classes", name, "is_a")
            if parent not in known:
                near = typed_yaml.nearest(parent, known)
                yield loc, Problem(f"there is no kind '{parent}'", hint=_meant(near))
            above, seen = parent, {name}
            while above and above not in seen:
                seen.add(above)
                above = up.get(above, "")
            if above == name:
                yield loc, Problem(f"'{name}' has its own fields, by way of 'is_a'", hint="break the circle")

    def _conflicts(self, schema: Schema) -> Iterator[tuple[Loc, Problem]]:
        terms: dict[str, Field] = {}
        for kind in self._kinds.values():
            for each in kind.fields.values():
                if not each.is_untold:
                    terms.setdefault(each.term, each)
        for name, class_ in schema.classes.items():
            yield from self._heads(name, class_)
            for key in class_.attributes:
                each = self._kinds[name].fields[key]
                loc: Loc = ("classes", name, "attributes", key)
                known = terms.get(each.term, each)
                if not each.is_untold and (known.iri, self.form(known)) != (each.iri, self.form(each)):
                    there, here = (compact(iri, self._prefixes) for iri in (known.iri, each.iri))
                    message = f"'{each.term}' means {there} elsewhere, here {here}"
                    hint = f"take the same property and range, or add 'annotations: {{term: {name.lower()}_{key}}}'"
                    yield loc, Problem(message, hint=hint)
                if each.is_inlined and name in self._inside(each.range):
                    message = f"a '{name}' would be written out within itself"
                    yield loc, Problem(message, hint="delete 'inlined' to refer to it by name")

    def _heads(self, name: str, class_: Class) -> Iterator[tuple[Loc, Problem]]:
        fields = self._kinds[name].fields
        for note in ("head", "line"):
            stated = _head(getattr(class_.annotations, note))
            for key in (key for each in stated for key in each.keys if key not in fields):
                message = f"'{name}' has no field '{key}', which its {note} names"
                hint = _meant(typed_yaml.nearest(key, fields))
                yield ("classes", name, "annotations", note), Problem(message, hint=hint)
        parts = [part for area in _page(class_.annotations.page).values() for part in area]
        for key in (key for part in parts for key in part.sections if key not in fields):
            hint = _meant(typed_yaml.nearest(key, fields))
            yield ("classes", name, "annotations", "page"), Problem(f"'{name}' has no field '{key}' to draw", hint=hint)

    def _inside(self, name: str) -> set[str]:
        seen, waiting = set(), [name]
        while waiting:
            here = waiting.pop()
            if here in seen or here not in self._kinds:
                continue
            seen.add(here)
            waiting += [each.range for each in self._kinds[here].fields.values() if each.is_inlined]
        return seen

    def form(self, each: Field) -> str:
        """Return what a field's values look like in RDF: `iri`, or a datatype, or a language."""
        if each.sort != "type":
            return "iri"
        return "language" if each.has_language else {"decimal": "decimal"}.get(self._types.get(each.range, ""), "plain")


def _parents_first(classes: Mapping[str, Class]) -> list[str]:
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in classes and name not in done:
            visit(classes[name].is_a)
            done[name] = None

    for name in classes:
        visit(name)
    return list(done)


def _changed(class_: Class) -> str:
    said = class_.model_fields_set - {"attributes"}
    return next(iter(sorted(said)), "")


def _labels(aliases: Sequence[Alias]) -> Mapping[str, str]:
    return {each.in_language: each.literal_form for each in aliases if each.in_language}


def _alternatives(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(keys.split("|")) for keys in text.split())


def _head(text: str) -> Iterator[HeadField]:
    """Yield the fields that head an entry, with the words around them.

    >>> [(each.before, each.keys, each.after) for each in _head("{degree} in {field}, {venue|journal} ({year})")]
    [(', ', ('degree',), ''), (' in ', ('field',), ''), (', ', ('venue', 'journal'), ''), (' (', ('year',), ')')]
    """
    for part in filter(None, text.split(", ")):
        for found in _HEAD_FIELD.finditer(part):
            before = found[1] if found.start() else f", {found[1]}"
            yield HeadField(tuple(found[2].split("|")), before, found[3])


def _alike(text: str) -> Alike | None:
    keys, _, agreeing = text.partition(":")
    return Alike(tuple(tuple(key.split("|")) for key in keys.split()), tuple(agreeing.split())) if keys else None


def _page(text: str) -> Mapping[str, tuple[PagePart, ...]]:
    """Return the parts of pages by their areas.

    >>> _page("main: Career=positions+education works; beside: talks")["main"]
    (PagePart(name='Career', sections=('positions', 'education')), PagePart(name='works', sections=()))
    """
    found = {}
    for area in filter(None, text.split("; ")):
        place, *parts = area.split()
        named = (part.partition("=") for part in parts)
        found[place.rstrip(":")] = tuple(
            PagePart(name, tuple(filter(None, keys.split("+")))) for name, _, keys in named
        )
    return MappingProxyType(found)


def _table(name: str, notes: KindNotes) -> str:
    return notes.table or (notes.plural or _several(name)).lower().replace(" ", "-")


def _several(name: str) -> str:
    """Return what things of a kind are called together: `System roles` for `SystemRole`."""
    words = in_words(name).capitalize()
    if words.endswith(("s", "x", "ch", "sh")):
        return f"{words}es"
    return f"{words[:-1]}ies" if words.endswith("y") and words[-2:-1] not in "aeiou" else f"{words}s"


def _meant(near: str | None, otherwise: str = "correct it, or declare it") -> str:
    return f"did you mean '{near}'?" if near else otherwise
