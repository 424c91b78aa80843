"""What a graph can be asked about in SPARQL: its kinds, and the properties of one, as declared and as used."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from kg.base.errors import NotFound
from kg.server.mcp.pages import largest_page
from kg.server.mcp.replies import KindUsage, PropertyUsage, SchemaReply
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms, folded
from kg.store.usage import COUNTED, IRI, Counts
from kg.terms.kinds import Field, Kind
from kg.terms.labels import local_name
from kg.terms.labels import wording as words_of
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import EVIDENCE_GRAPH, NAME, PREFIXES, QUERY_PREFIXES, RDF_TYPE, RDFS

_NAMING = (RDF_TYPE, NAME, f"{PREFIXES['foaf']}name", f"{RDFS}label")  # what an example has already
_VALUES = 3  # classes of the values of one property
_GRAPHS = (
    "facts stand in the default graph, evidence in another: "
    f"GRAPH <{EVIDENCE_GRAPH}> {{ ?evidence kg:supports ?thing }}; ask schema(kind) for properties"
)


class SchemaPages:
    """Says what there is, in pages."""

    def __init__(self, graph: Graph, terms: KnownTerms) -> None:
        self._graph, self._terms, self._usage = graph, terms, terms.usage

    def kinds(self, offset: int) -> SchemaReply:
        """Return a page of the kinds."""
        stated = (kind for kind in self._declared_kinds() if not kind.is_derived)
        empty = ", ".join(kind.name for kind in stated if kind.name not in self._kinds)
        terms = [*self._usage.classes, *self._usage.properties]
        prefixes = {key: iri for key, iri in QUERY_PREFIXES.items() if any(each.startswith(iri) for each in terms)}

        def page(kinds: Sequence[KindUsage], following: int | None) -> SchemaReply:
            notes = [] if offset else [_GRAPHS]
            notes += [] if following or not empty else [f"nothing here is of {empty}"]
            shown = {} if offset else prefixes
            base = self._graph.base
            return SchemaReply(base=base, prefixes=shown, kinds=tuple(kinds), next=following, notes=tuple(notes))

        return largest_page(list(self._kinds.values()), offset, page)

    def properties(self, text: str, offset: int) -> SchemaReply:
        """Return a page of the properties of the things of a kind.

        Raises:
            NotFound: If there is no such kind, or no such page.
        """
        found = self._meant(text)
        members, declared = self._members(found), self._declared(found)
        forms = self._usage.of_members(members)
        unused = tuple(self._terms.short(iri) for iri in declared if iri not in forms)
        notes = (f"counted in {COUNTED:,} of the {found.things:,} things",) if found.things > COUNTED else ()
        example = "" if offset else self._example(found)

        def page(properties: Sequence[PropertyUsage], following: int | None) -> SchemaReply:
            return SchemaReply(
                base=self._graph.base,
                kinds=(found,),
                properties=tuple(properties),
                unused=() if following else unused,
                example=example,
                notes=notes,
                next=following,
            )

        return largest_page(list(self._properties(found, members)), offset, page)

    # Kinds

    def _declared_kinds(self) -> list[Kind]:
        return [kind for kind in self._graph.declaration.kinds.values() if not (kind.is_abstract or kind.refers)]

    @cached_property
    def _kinds(self) -> Mapping[str, KindUsage]:
        """What there are things of, by name: kinds, and classes that belong to none."""
        found: dict[str, KindUsage] = {}
        named: set[str] = set()
        for kind in self._declared_kinds():
            if classes := self._terms.classes_of(kind):
                named.update(classes)
                shown, things = map(self._terms.short, classes), self._usage.number(self._terms.members(kind))
                found[kind.name] = KindUsage(kind=kind.name, classes=tuple(shown), things=things, path=kind.path)
        for iri, number in self._usage.classes.items():
            if iri not in named:
                short = self._terms.short(iri)
                found[short] = KindUsage(kind=short, classes=(short,), things=number)
        return found

    def _meant(self, text: str) -> KindUsage:
        words: dict[str, KindUsage] = {}
        for each in self._kinds.values():
            kind = self._graph.declaration.kinds.get(each.kind, Kind(each.kind))
            iris = self._terms.classes_of(kind) if kind.iri else ()
            for word in filter(None, (each.kind, kind.path, kind.label, kind.plural, *each.classes, *iris)):
                words.setdefault(folded(word), each)
        if folded(text) not in words:
            near = nearest(folded(text), words)
            hint = f"did you mean '{words[near].kind}'?" if near else f"there are {', '.join(self._kinds)}"
            raise NotFound(f"nothing here is of a kind '{text}'", hint=hint)
        return words[folded(text)]

    def _members(self, found: KindUsage) -> str:
        kind = self._graph.declaration.kinds.get(found.kind)
        return self._terms.members(kind) if kind else f"?s a {found.kind}"

    def _declared(self, found: KindUsage) -> Mapping[str, Field]:
        kind = self._graph.declaration.kinds.get(found.kind)
        return self._terms.fields_of(kind) if kind else {}

    # Properties

    def _properties(self, found: KindUsage, members: str) -> Iterator[PropertyUsage]:
        """Yield the properties of things as declared, others that they have, and what leads to them."""
        forms, links, declared = self._usage.of_members(members), self._usage.links(members), self._declared(found)
        for iri in dict.fromkeys((*(each for each in declared if each in forms), *forms)):
            field, number = declared.get(iri), sum(forms[iri].values())
            label = field.label if field else words_of(iri)
            yield PropertyUsage(
                property=self._terms.short(iri),
                values=self._values(forms[iri], links.get(iri, {})),
                triples=number,
                is_many=field.is_many if field else number > found.things,
                meaning=label if folded(label) != folded(local_name(iri)) else "",
            )
        for iri, classes in self._usage.leading_to(members).items():
            values = self._values({IRI: 1}, classes)
            yield PropertyUsage(property=f"^{self._terms.short(iri)}", values=values, triples=max(classes.values()))

    def _values(self, forms: Counts, classes: Counts) -> tuple[str, ...]:
        literals = [form if form.startswith("@") else self._terms.short(form) for form in forms if form != IRI]
        things = [self._terms.short(iri) for iri in list(classes)[:_VALUES]] or ["IRI"]
        return (*(things if IRI in forms else ()), *literals[:_VALUES])

    def _example(self, found: KindUsage) -> str:
        """Return a query of names, a value and a linked name that has an answer, or a smaller one."""
        members = self._members(found)
        forms, links = self._usage.of_members(members), self._usage.links(members)
        ordered = dict.fromkeys((*self._declared(found), *forms))
        known = [iri for iri in ordered if iri in forms and iri not in _NAMING]
        values = [self._terms.short(iri) for iri in known if IRI not in forms[iri]][:1]
        ends = [iri for iri in known if any(NAME in self._usage.of_class(each) for each in links.get(iri, ()))][:1]
        linked = [f"{self._terms.short(iri)}/{self._terms.short(NAME)}" for iri in ends]
        named = [self._terms.short(NAME)] if NAME in forms else []
        for paths in ((*named, *values, *linked), (*named, *values), named, ()):
            for place in ("{}", "GRAPH ?graph {{ {} }}"):
                query = _query(place, found.classes[0], paths)
                if self._graph.select(query):
                    return query
        return ""


def _query(place: str, class_: str, paths: Sequence[str]) -> str:
    names = [f"?{folded(path.partition('/')[0].partition(':')[2]) or 'value'}" for path in paths]
    stated = [f"a {class_}", *(f"{path} {name}" for path, name in zip(paths, names, strict=True))]
    pattern = place.format(f"?thing {' ; '.join(stated)}")
    return f"SELECT {' '.join(('?thing', *names))} WHERE {{ {pattern} }} LIMIT 5"
