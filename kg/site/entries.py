"""Entries of a page, as their kinds are declared: the sections of a person, and what refers to a thing."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from pyoxigraph import NamedNode

from kg.site.thing import EntryView, HeadPart, Thing
from kg.site.works import LinkedName, Works, works_on_page
from kg.store.columns import value
from kg.store.graph import Graph
from kg.store.thing import LAST, entry_places, field_values, newest
from kg.terms.formats import term_text
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import RDF_TYPE, curie

MOST = 200
"""How much of what refers to a thing its page shows; the description of the thing leads to all."""

_TYPE = curie(RDF_TYPE)
_CURIE = re.compile(r"\b[a-z]+:[A-Za-z]\w*")
_VARIABLE = re.compile(r"\?(\w+)")
_VALUE = re.compile(r"\b([a-z]+:[A-Za-z]\w*) \?(\w+)")
_REFERRING = """
SELECT DISTINCT ?property ?node WHERE {{ VALUES ?property {{ {properties} }} ?node ?property {thing} }}
ORDER BY ?property ?node LIMIT {most}
"""


@dataclass(frozen=True)
class EntryTime:
    """The time of an entry, and the node that says so."""

    iri: str
    when: str = ""


@dataclass(frozen=True)
class MergedEntry:
    """Entries that differ in their time alone, shown as one."""

    entry: EntryView
    times: tuple[EntryTime, ...]


@dataclass(frozen=True)
class EntrySection:
    """Entries as the declaration has them: a section of a person, or what refers to a thing."""

    name: str  # where it stands on the page: of a section its key
    title: str  # its heading
    entries: tuple[MergedEntry, ...]
    question: str = ""  # where a named query can be run that asks for the same, below the site's root, or empty
    works: Works | None = None  # the works that refer to the thing
    is_cut: bool = False  # whether there may be more

    @property
    def view(self) -> str:
        """By which form it is shown."""
        return "works" if self.works else "entries"

    @property
    def marked(self) -> list[str]:
        """The IRIs of what has marks."""
        works = self.works.works if self.works else ()
        return [*(each.iri for entry in self.entries for each in entry.times), *(work.iri for work in works)]


def sections(graph: Graph, person: str, keys: Iterable[str], place: str = "page") -> Mapping[str, list[Thing]]:
    """Return the things of some sections of a person: what lasts and the newest first, else as the profile has them."""
    read, listed = cache(graph.facts), entry_places(graph, person)
    found: dict[str, list[Thing]] = {}
    for key in keys:
        field = graph.declaration.person.fields[key]
        kind = graph.declaration.kinds[field.range]
        own = map(value, field_values(graph, graph.declaration.person, person, read(person), field))
        ordered = sorted(own, key=lambda iri: (listed.get(iri, LAST), iri))
        things = (Thing(graph, kind, iri, read(iri), place, read, person) for iri in ordered)
        # Some properties lead to nodes of several kinds.
        found[key] = newest(each for each in things if kind.iri in (each.texts(_TYPE) or (kind.iri,)))
    return found


def merged(things: Iterable[Thing], without: Collection[str] = ()) -> Iterator[MergedEntry]:
    """Yield things as entries, without some fields; those that differ in time alone are one, where the first stands."""
    alike: dict[object, list[EntryView]] = {}
    for each in things:
        entry = each.entry(without)
        alike.setdefault(entry.body, []).append(entry)
    for same in alike.values():
        yield MergedEntry(same[0], tuple(EntryTime(each.iri, each.when) for each in same))


@lru_cache(maxsize=64)
def listed_properties(graph: Graph, kind: str) -> frozenset[str]:
    """Return the properties whose values have a row each in a panel of a kind, and need not be told besides."""
    found = set()
    for query in graph.panels.get(kind, ()):
        columns = set(_VARIABLE.findall(query.sparql.partition("SELECT")[2].partition("WHERE")[0]))
        found |= {name for name, variable in _VALUE.findall(query.sparql) if variable in columns}
    return frozenset(found)


def referring(graph: Graph, iri: str) -> Iterator[EntrySection]:
    """Yield what refers to a thing, by the fields that lead to it, unless a query of a panel shows it already."""
    path, declared = graph.kind(iri), graph.declaration
    shown = {name for query in graph.panels.get(path, ()) for name in _CURIE.findall(query.sparql)}
    if path == "person":  # its own sections stand on its page
        shown |= {curie(field.iri) for field in declared.person.fields.values() if field.is_reverse}
    leading = {name: each for name, each in _leading(declared, path).items() if curie(each[1].iri) not in shown}
    if not leading:
        return
    roles = _role_properties(declared, declared.listed[path])
    properties = " ".join(map(_term, dict.fromkeys((*(field.iri for _, field in leading.values()), *roles))))
    rows = graph.select(_REFERRING.format(properties=properties, thing=_term(iri), most=MOST)).rows
    nodes: dict[str, list[str]] = {}
    for property_, node in rows:
        nodes.setdefault(value(property_), []).append(value(node))
    in_role = {iri.partition("#")[0]: graph.text(iri, "schema:roleName") for key in roles for iri in nodes.get(key, ())}
    for (name, title), (kind, field) in leading.items():
        found = [
            each
            for each in nodes.get(field.iri, ())
            if (graph.kind(each) == kind.path and "#" not in each if kind.path else kind.iri in graph.types(each))
        ]
        if found and kind.path == "work":
            yield EntrySection(name, title, (), works=works_on_page(graph, found), is_cut=len(rows) >= MOST)
        elif found:
            entries = _named(graph, found, in_role) if kind.path else _owned(graph, kind, field, found)
            yield EntrySection(name, title, tuple(entries), is_cut=len(rows) >= MOST)


def _term(iri: str) -> str:
    return term_text(NamedNode(iri))


def _named(graph: Graph, iris: Iterable[str], roles: Mapping[str, str]) -> Iterator[MergedEntry]:
    """Yield things by name, with the roles in them."""
    for iri in sorted(iris, key=lambda iri: graph.label(iri).casefold()):
        role = [HeadPart(LinkedName(roles[iri]))] if roles.get(iri) else []
        yield MergedEntry(EntryView(iri, (HeadPart(LinkedName(graph.label(iri), iri), ""), *role)), (EntryTime(iri),))


def _owned(graph: Graph, kind: Kind, field: Field, iris: Iterable[str]) -> Iterator[MergedEntry]:
    """Yield entries of people after the person, in few words."""
    for thing in newest(Thing(graph, kind, iri, graph.facts(iri), "page", graph.facts) for iri in iris):
        owner, entry = thing.iri.partition("#")[0], thing.entry(without=(field.key,))
        first = (HeadPart(part.name, part.before or ", ", part.after) for part in entry.head)
        head = (HeadPart(LinkedName(graph.label(owner), owner), ""), *first)
        yield MergedEntry(EntryView(thing.iri, head, entry.when, entry.facts), (EntryTime(thing.iri, entry.when),))


@lru_cache(maxsize=64)
def _leading(declaration: Declaration, path: str) -> Mapping[tuple[str, str], tuple[Kind, Field]]:
    """Return the fields that people write and that lead to things of a kind, by place and heading on its page.

    Each property of a kind counts once. The heading says what has the field, and what that is called.
    """
    meant = {
        kind.name
        for kind in declaration.kinds.values()
        if path in (kind.path, declaration.kinds[kind.refers].path if kind.refers else "")
    }
    meant |= {"Venue"} if path == "event" else set()
    sections = {kind.name: declaration.person.fields[key].label for key, kind in declaration.sections.items()}
    found: dict[tuple[str, str], tuple[Kind, Field]] = {}
    for kind in declaration.kinds.values():
        if not (kind.is_abstract or kind.is_derived or kind.refers):
            for each in kind.shown("page"):
                if each.range in meant and not (each.is_derived or each.is_reverse or each.of or each.is_untold):
                    found.setdefault((kind.path or kind.name, each.iri), (kind, each))
    named = {}
    for kind, each in found.values():
        several = kind.plural if kind.path else sections.get(kind.name, kind.plural)
        title = kind.plural if kind.path == "person" else f"{several}: {each.label.lower()}"
        named[f"{kind.path or kind.name}-{each.key}".lower().replace("_", "-"), title] = kind, each
    return named


def _role_properties(declaration: Declaration, kind: Kind) -> frozenset[str]:
    """Return the properties by which nodes that say what somebody is in a thing of a kind lead to it."""
    named = {each.of for each in kind.fields.values() if each.of and not declaration.kinds[each.of].path}
    fields = (each for name in named for each in declaration.kinds[name].fields.values())
    return frozenset(each.iri for each in fields if each.range == kind.name)
