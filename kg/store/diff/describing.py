r"""Describe what differs between two graphs: thing by thing, the old and the new values of properties by their labels.

Things in values stand there by IRI, as `\0IRI\0`, until all that differs is known: labels are read for those alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import filterfalse

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg.base.progress import SILENT, Progress
from kg.base.reporting import clean
from kg.profile import emails
from kg.profile.contacts import CONTACT_SCHEMES, is_contact
from kg.store.columns import value
from kg.store.diff.changes import Change, Fate, GraphDifference, titles_of
from kg.store.diff.comparing import Comparison, quads_of
from kg.store.export.groups import name_of
from kg.terms.formats import Term
from kg.terms.kinds import Declaration, Kind
from kg.terms.labels import local_name, wording
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, LABELS, PREFIXES, RDF_TYPE, RDFS, curie, vocabulary

_MAX_QUOTED_CHARS = 200
_MAX_VALUES = 5
_UNNAMED = re.compile("\0([^\0]*)\0")
_NAMING = re.compile(
    rb"^<([^>#]*)> <(" + b"|".join(re.escape(iri.encode()) for iri in LABELS) + rb')> "[^\n]*', re.MULTILINE
)
_DEPRECATED, _REPLACED = f"{PREFIXES['owl']}deprecated", f"{PREFIXES['dcterms']}isReplacedBy"
_PERSON_NAMES = frozenset(
    (f"{PREFIXES['schema']}name", f"{PREFIXES['foaf']}name", f"{PREFIXES['schema']}alternateName")
)
_MAKERS = ("https://schema.org/author", "https://schema.org/contributor")
_YEARS = tuple(f"{KG}{key}" for key in ("startYear", "endYear", "year"))

Properties = Mapping[str, Set[Term]]
"""The values of each property, by its IRI."""

Facts = Mapping[str, Properties]
"""The properties of a thing and of its nodes, by their IRIs."""

Entries = dict[tuple[str, str], list[Properties]]
"""The nodes of a thing by the label of their kind and by what heads them; the thing itself by two empty texts."""


def describe(comparison: Comparison, progress: Progress = SILENT) -> GraphDifference:
    """Compare two graphs, and return what differs; evidence and sources do not count, since lines shift."""
    kinds = list(titles_of(comparison.declaration))
    changes, added, removed, withdrawn = [], 0, 0, set[str]()
    for each in progress.track("comparing", comparison.differences()):
        path = _path(each.thing, comparison.bases, kinds)
        before, after = (frozenset(filterfalse(_is_evidence, quads)) for quads in (each.before, each.after))
        if before != after and not path.startswith("source/"):
            added += len(after - before)
            removed += len(before - after)
            # The terms of kg itself come with its version.
            if each.thing != KG.rstrip("#") and (change := _change(each.thing, before, after, comparison.declaration)):
                into = _path(change.into, comparison.bases, kinds)
                changes.append(replace(change, path=path, into=into))
                if change.fate is Fate.WITHDRAWN and path.startswith("person/"):
                    withdrawn |= {clean(value(each.object)) for each in before if each.predicate.value in _PERSON_NAMES}
    changes = _named(changes, comparison)
    changes.sort(key=lambda each: (kinds.index(each.kind), (each.name or each.path).casefold(), each.path))
    withdrawn -= {"", *(each.name for each in changes if each.fate is not Fate.WITHDRAWN)}
    return GraphDifference(added, removed, tuple(changes), frozenset(withdrawn), comparison.declaration)


def _path(iri: str, bases: Iterable[str], kinds: Sequence[str]) -> str:
    """Kind and slug of a thing under one of the bases, else its IRI."""
    paths = (iri.removeprefix(base) for base in sorted(filter(None, bases)))
    return next((each for each in paths if each != iri and each.partition("/")[0] in kinds), iri)


def _change(iri: str, before: Iterable[Quad], after: Iterable[Quad], declaration: Declaration) -> Change | None:
    """What happened to a thing; None if no difference of it is shown."""
    old, new = _facts(before), _facts(after)
    was_there, is_there = (bool(facts) and _DEPRECATED not in facts.get(iri, {}) for facts in (old, new))
    now, change = new.get(iri, {}), Change(iri, Fate.CHANGED, _unnamed(iri))
    if was_there and is_there:
        words = tuple(_rows(declaration, iri, old, new))
        return replace(change, words=words) if words else None
    if is_there:
        makers = (f"by {_listed(map(_text, now[iri]))}" for iri in _MAKERS if iri in now)
        words = tuple(filter(None, [", ".join(filter(None, [_period(now), *makers]))]))
        return replace(change, fate=Fate.NEW, words=words)
    if heirs := now.get(_REPLACED):
        return replace(change, fate=Fate.MERGED, into=min(map(value, heirs)))
    return replace(change, fate=Fate.WITHDRAWN) if was_there else None


def _named(changes: Sequence[Change], comparison: Comparison) -> list[Change]:
    """The changes with the names of things: in the new graph, else in the old one, else of a vocabulary or an IRI."""
    iris = {iri for each in changes for text in (each.name, *each.words) for iri in _UNNAMED.findall(text)}
    ranked: dict[str, tuple[int, bool, str]] = {}
    for dump in (comparison.new, comparison.old):
        missing = iris - ranked.keys()
        for line in (line for text in dump.texts() if missing for line in _NAMING.finditer(text)):
            if (iri := line[1].decode(errors="replace")) in missing:
                for label in (quad.object for quad in quads_of(line[0]) if isinstance(quad.object, Literal)):
                    foreign = not (label.language or "en").startswith("en")
                    rank = LABELS.index(line[2].decode()), foreign, label.value
                    ranked[iri] = min(rank, ranked.get(iri, rank))

    def name(found: re.Match[str]) -> str:
        iri, short = found[1], curie(found[1])
        word = vocabulary().words.get(iri.removeprefix(KG))
        return word or clean(ranked[iri][-1] if iri in ranked else short if short != iri else local_name(iri) or iri)

    def named(text: str) -> str:
        return _UNNAMED.sub(name, text)

    return [replace(each, name=named(each.name), words=tuple(map(named, each.words))) for each in changes]


def _facts(quads: Iterable[Quad]) -> dict[str, dict[str, set[Term]]]:
    """The properties of a thing and of its nodes, by their IRIs."""
    facts: dict[str, dict[str, set[Term]]] = defaultdict(lambda: defaultdict(set))
    for quad in quads:
        facts[name_of(quad.subject)][quad.predicate.value].add(quad.object)
    return {name: dict(properties) for name, properties in facts.items()}


def _is_evidence(quad: Quad) -> bool:
    return not isinstance(quad.graph_name, DefaultGraph) and value(quad.graph_name).endswith(f"/{EVIDENCE_GRAPH}")


def _rows(declaration: Declaration, thing: str, before: Facts, after: Facts) -> Iterator[str]:
    """Yield what differs: properties of the thing and of nodes of one head, then the heads that one graph has alone."""
    old, new = (_entries(declaration, thing, *facts) for facts in ((before, after), (after, before)))
    for label in sorted({label for label, _ in old}):  # the one entry that is gone and the one that has come are one
        gone, come = (
            [key for key in one.keys() - other.keys() if key[0] == label] for one, other in ((old, new), (new, old))
        )
        if len(gone) == len(come) == 1:
            old[come[0]] = old.pop(gone[0])
    for label, head in sorted(old.keys() & new.keys()):
        rows = _properties(declaration, *(_united(each[label, head]) for each in (old, new)))
        # Nodes of one head may have changed places: then no value of all together differs.
        yield from [f"{label} {head}: {', '.join(rows) or 'changed'}"] if label else rows
    heads: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for label, head in old.keys() ^ new.keys():
        side = (label, head) in new
        heads[label][side].update(_with_years(head, node) for node in (new if side else old)[label, head])
    yield from (f"{label}: {_from_to(*map(_listed, heads[label]))}" for label in sorted(heads))


def _entries(declaration: Declaration, thing: str, facts: Facts, others: Facts) -> Entries:
    """The thing, and those of its nodes that are shown and that the other graph does not have as they are here."""
    entries: Entries = defaultdict(list, {("", ""): [facts.get(thing, {})]})
    for iri, node in sorted(facts.items()):
        if iri != thing and node != others.get(iri):
            kind, fragment = _kind(declaration, node), f"#{iri.partition('#')[2]}"
            if kind is None:
                entries["node", fragment].append(node)
            elif any(each.show for each in kind.fields.values()):
                # The label of an entry is made of what heads it.
                stated = {iri: terms for iri, terms in node.items() if iri != f"{RDFS}label"}
                entries[kind.label, _head(node, kind) or fragment].append(stated)
    return entries


def _kind(declaration: Declaration, node: Properties) -> Kind | None:
    return declaration.kind_of([value(term) for term in node.get(RDF_TYPE, ())])


def _head(node: Properties, kind: Kind) -> str:
    """A node as its kind is headed: `Research Intern, ByteDance`."""
    text = ""
    for part in kind.heads:
        values = (node.get(kind.fields[key].iri) for key in part.keys if not kind.fields[key].of)
        if terms := next(filter(None, values), None):
            text += (part.before if text else "") + min(map(_text, terms)) + part.after
    return text


def _with_years(head: str, node: Properties) -> str:
    years = _period(node)
    return head if not years or head.endswith(years) else f"{head} ({years})"


def _period(node: Properties) -> str:
    """The years of something: `2019–2021`, `2019–` or `2019`, or nothing."""
    start, end, year = (min(map(value, node.get(key, ())), default="") for key in _YEARS)
    return f"{start}–{end}" if start and start != end else start or end or year


def _united(nodes: Iterable[Properties]) -> Properties:
    united: dict[str, set[Term]] = defaultdict(set)
    for iri, terms in (each for node in nodes for each in node.items()):
        united[iri] |= terms
    return united


def _properties(declaration: Declaration, before: Properties, after: Properties) -> Iterator[str]:
    kind = _kind(declaration, after or before)
    rows: dict[str, list[str]] = defaultdict(list)
    for iri in sorted(before.keys() | after.keys(), key=curie):
        was, now = (_without_nodes(each.get(iri, ())) for each in (before, after))
        fields = [each for each in kind.fields.values() if each.iri == iri] if kind else []
        # What follows from other fields and is shown nowhere would only repeat their changes.
        if was != now and not (fields and all(each.is_derived and not each.show for each in fields)):
            label = fields[0].label if len(fields) == 1 and not fields[0].of else wording(iri)
            rows[_row(iri, was - now, now - was)].append(_lower(label))
    # Several properties may hold the same value, such as a name.
    return (f"{', '.join(dict.fromkeys(labels))}: {row}" for row, labels in rows.items())


def _lower(label: str) -> str:
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _without_nodes(terms: Iterable[Term]) -> frozenset[Term]:
    # Nodes of things are compared by themselves; the names of a vocabulary's concepts have a '#' too.
    return frozenset(
        term
        for term in terms
        if not isinstance(term, NamedNode) or "#" not in term.value or curie(term.value) != term.value
    )


def _row(iri: str, removed: Set[Term], added: Set[Term]) -> str:
    terms = (*removed, *added)
    if is_contact(iri) or any(map(_is_hidden, terms)):
        return "changed" if removed and added else "added" if added else "removed"
    return _from_to(*(_listed(map(_text, each)) for each in (removed, added)))


def _is_hidden(term: Term) -> bool:
    """Whether a value is too long to be quoted, or somebody can be reached at it."""
    text = value(term)
    if isinstance(term, NamedNode):
        return text.casefold().startswith(CONTACT_SCHEMES)
    return len(text) > _MAX_QUOTED_CHARS or any(emails.found_in(text))


def _from_to(old: str, new: str) -> str:
    return f"{old} → {new}" if old and new else f"added {new}" if new else f"removed {old}"


def _listed(texts: Iterable[str]) -> str:
    shown = sorted({f"'{text}'" for text in texts})
    more = f" and {len(shown) - _MAX_VALUES:,} more" if len(shown) > _MAX_VALUES else ""
    return ", ".join(shown[:_MAX_VALUES]) + more


def _text(term: Term) -> str:
    return _unnamed(term.value) if isinstance(term, NamedNode) else clean(value(term) or str(term))


def _unnamed(iri: str) -> str:
    return f"\0{iri}\0"
