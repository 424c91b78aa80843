"""What a graph can be asked about in SPARQL: its kinds, and the properties of one, as declared and as used."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import DefaultGraph, NamedNode

from kg.base.errors import NotFound
from kg.server.mcp import text as wording
from kg.server.mcp.models import KindUsage, PropertyUsage, SchemaReply, ToolResult
from kg.server.mcp.pages import largest_page
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms
from kg.store.usage import COUNTED, IRI, Counts
from kg.terms.identifiers import fold
from kg.terms.kinds import Field, Kind
from kg.terms.labels import local_name
from kg.terms.labels import wording as words_of
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import EVIDENCE_GRAPH, NAME, PREFIXES, QUERY_PREFIXES, RDF_TYPE, RDFS

_NAMING = (RDF_TYPE, NAME, f"{PREFIXES['foaf']}name", f"{RDFS}label")  # what an example has already
_VALUES = 3  # classes or datatypes of one property
_EXAMPLE_ROWS = 5
_UNNAMED = 12  # kinds without things that are named


@dataclass(frozen=True)
class _Members:
    """Things that are asked about together: those of a kind, or of a class that no kind has.

    Attributes:
        name: What they are called.
        kind: Their kind, if they are of one.
        classes: Their classes in this graph, the largest first.
        pattern: Binds them to `?s`.
    """

    name: str
    kind: Kind | None
    classes: tuple[str, ...]
    pattern: str


class SchemaPages:
    """Says what there is, in pages."""

    def __init__(self, graph: Graph, terms: KnownTerms) -> None:
        self._graph, self._terms, self._usage = graph, terms, terms.usage

    def kinds(self, offset: int) -> ToolResult:
        """Return a page of the kinds."""
        known = list(self._known.values())
        self._refuse_beyond(offset, len(known))

        def page(number: int) -> SchemaReply:
            shown = [self._kind(each) for each in known[offset : offset + number]]
            end = offset + number
            notes = [] if offset else [self._hint]
            if end >= len(known):
                notes += self._empty
            return SchemaReply(
                base=self._graph.base,
                prefixes={} if offset else self._prefixes,
                kinds=tuple(shown),
                next=end if end < len(known) else None,
                notes=tuple(notes),
            )

        return largest_page(page, wording.schema, len(known) - offset)[1]

    def properties(self, text: str, offset: int) -> ToolResult:
        """Return a page of the properties of the things of a kind.

        Raises:
            NotFound: If there is no such kind or class.
        """
        members = self._meant(text)
        found = list(self._properties(members))
        self._refuse_beyond(offset, len(found))
        example = "" if offset else self._example(members)
        unused = tuple(self._unused(members))
        kind = self._kind(members)
        notes = (f"counted in {COUNTED:,} of the {kind.things:,} things",) if kind.things > COUNTED else ()

        def page(number: int) -> SchemaReply:
            end = offset + number
            return SchemaReply(
                base=self._graph.base,
                kinds=(kind,),
                properties=tuple(found[offset:end]),
                unused=unused if end >= len(found) else (),
                example=example,
                notes=notes,
                next=end if end < len(found) else None,
            )

        return largest_page(page, wording.schema, len(found) - offset)[1]

    def _refuse_beyond(self, offset: int, number: int) -> None:
        if offset >= number:
            raise NotFound(f"there is no page from {offset} on", hint="leave 'offset' out, or take 'next' of a page")

    # Kinds

    @cached_property
    def _known(self) -> Mapping[str, _Members]:
        """What there are things of, by name: kinds, and classes that belong to none."""
        found, named = {}, set()
        for kind in self._graph.declaration.kinds.values():
            if not (kind.is_abstract or kind.refers) and (classes := self._terms.classes_of(kind)):
                named.update(classes)
                found[kind.name] = _Members(kind.name, kind, tuple(classes), self._terms.members(kind))
        for iri in self._usage.classes:
            if iri not in named:
                short = self._terms.short(iri)
                found[short] = _Members(short, None, (iri,), f"?s a {short}")
        return found

    @property
    def _empty(self) -> Iterable[str]:
        kinds = self._graph.declaration.kinds.values()
        empty = [kind.name for kind in kinds if kind.name not in self._known and self._is_stated(kind)]
        if empty:
            yield f"declared, but nothing here is of: {', '.join(empty[:_UNNAMED])}{' …' * (len(empty) > _UNNAMED)}"

    def _is_stated(self, kind: Kind) -> bool:
        return not (kind.is_abstract or kind.refers or kind.is_derived)

    @property
    def _hint(self) -> str:
        return (
            "facts stand in the default graph, evidence in another: "
            f"GRAPH <{EVIDENCE_GRAPH}> {{ ?evidence kg:supports ?thing }}; ask schema(kind) for properties"
        )

    @cached_property
    def _prefixes(self) -> dict[str, str]:
        terms = [*self._usage.classes, *self._usage.properties]
        return {key: iri for key, iri in QUERY_PREFIXES.items() if any(each.startswith(iri) for each in terms)}

    def _kind(self, members: _Members) -> KindUsage:
        return KindUsage(
            kind=members.name,
            classes=tuple(map(self._terms.short, members.classes)),
            things=self._usage.number_of_members(members.pattern),
            path=members.kind.path if members.kind else "",
        )

    def _meant(self, text: str) -> _Members:
        words: dict[str, _Members] = {}
        for members in self._known.values():
            for word in self._words(members):
                words.setdefault(_folded(word), members)
        found = words.get(_folded(text))
        if found is None:
            near = nearest(_folded(text), words)
            hint = f"did you mean '{words[near].name}'?" if near else f"there are {', '.join(self._known)}"
            raise NotFound(f"nothing here is of a kind '{text}'", hint=hint)
        return found

    def _words(self, members: _Members) -> Iterator[str]:
        kind = members.kind
        yield members.name
        if kind:
            yield from filter(None, (kind.path, kind.label, kind.plural))
        for iri in members.classes:
            yield from (iri, self._terms.short(iri))

    # Properties

    def _properties(self, members: _Members) -> Iterator[PropertyUsage]:
        """Yield the properties of things as declared, others that they have, and what leads to them."""
        forms = self._usage.of_members(members.pattern)
        links = self._usage.links_of_members(members.pattern)
        declared = self._terms.fields_of(members.kind) if members.kind else {}
        things = self._usage.number_of_members(members.pattern)
        for iri in dict.fromkeys((*(each for each in declared if each in forms), *forms)):
            field, number = declared.get(iri), sum(forms[iri].values())
            yield PropertyUsage(
                property=self._terms.short(iri),
                values=self._values(forms[iri], links.get(iri, {})),
                triples=number,
                is_many=field.is_many if field else number > things,
                meaning=_meaning(iri, field),
            )
        for iri, classes in self._usage.leading_to_members(members.pattern).items():
            number, values = max(classes.values()), self._values({IRI: 1}, classes)
            yield PropertyUsage(property=f"^{self._terms.short(iri)}", values=values, triples=number)

    def _values(self, forms: Counts, classes: Counts) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for form in forms:
            things = map(self._terms.short, list(classes)[:_VALUES])
            literals = form if form.startswith("@") else self._terms.short(form)
            found |= dict.fromkeys(list(things) or ["IRI"]) if form == IRI else {literals: None}
        return tuple(found)[: _VALUES + 1]

    def _unused(self, members: _Members) -> Iterator[str]:
        """Yield the properties that are declared and have no value here."""
        forms = self._usage.of_members(members.pattern)
        declared = self._terms.fields_of(members.kind) if members.kind else {}
        return (self._terms.short(iri) for iri in declared if iri not in forms)

    # An example

    def _example(self, members: _Members) -> str:
        """Return a query of names, a value and a linked name that has an answer, or a smaller one."""
        forms, links = self._usage.of_members(members.pattern), self._usage.links_of_members(members.pattern)
        declared = self._terms.fields_of(members.kind) if members.kind else {}
        known = [iri for iri in dict.fromkeys((*declared, *forms)) if iri in forms and iri not in _NAMING]
        values = [iri for iri in known if IRI not in forms[iri]][:1]
        linked = [iri for iri in known if iri in links and any(self._has_name(each) for each in links[iri])][:1]
        named = [NAME] if NAME in forms else []
        for properties, ends in ((named + values, linked), (named, linked), (named or values, []), ([], [])):
            query = self._written(members, properties, ends)
            if self._graph.select(query):
                return query
        return ""

    def _has_name(self, class_: str) -> bool:
        return NAME in self._usage.of_class(class_)

    def _written(self, members: _Members, properties: list[str], linked: list[str]) -> str:
        variables = {iri: f"?{_folded(local_name(iri)) or 'value'}" for iri in (*properties, *linked)}
        stated = [f"a {self._terms.short(members.classes[0])}"]
        stated += [f"{self._terms.short(iri)} {variables[iri]}" for iri in properties]
        stated += [f"{self._terms.short(iri)}/{self._terms.short(NAME)} {variables[iri]}" for iri in linked]
        pattern = f"?thing {' ; '.join(stated)}"
        if not self._is_in_default(members):
            pattern = f"GRAPH ?graph {{ {pattern} }}"
        return f"SELECT {' '.join(('?thing', *variables.values()))} WHERE {{ {pattern} }} LIMIT {_EXAMPLE_ROWS}"

    def _is_in_default(self, members: _Members) -> bool:
        store, class_ = self._graph.store, NamedNode(members.classes[0])
        return any(True for _ in store.quads(None, NamedNode(RDF_TYPE), class_, DefaultGraph(), limit=1))


def _meaning(iri: str, field: Field | None) -> str:
    """Return what a property is called, if that says more than its name."""
    meaning = field.label if field else words_of(iri)
    return "" if _folded(meaning) == _folded(local_name(iri)) else meaning


def _folded(text: str) -> str:
    return fold(text).replace(" ", "")
