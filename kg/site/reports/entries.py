"""The things of a person as documents show them: items as their kinds are declared, and the lines below the title."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from kg.site import entries, heading
from kg.site.addresses import Address, shortened
from kg.site.entries import MergedEntry
from kg.site.grids import date_words
from kg.site.reports.model import (
    Block,
    DatedItem,
    DatedItems,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    Span,
    joined,
    labelled,
    link,
    links,
    plain,
    strong,
    text_of,
    without_empty,
)
from kg.site.thing import FieldLine, Thing, subjects
from kg.site.words import _
from kg.store.graph import Graph
from kg.store.thing import newest
from kg.terms.kinds import Declaration, Field

_PLACE = 50
"""Where sections stand of which the declaration does not say it, such as those of a project."""


def sections(declaration: Declaration) -> Mapping[str, Field]:
    """Return what is declared to be a section of CVs, by key, in order."""
    person, listed = declaration.person, declaration.sections
    shown = (
        each
        for each in person.shown("cv")
        if (each.key in listed and listed[each.key].shown("cv")) or (each.place and each.key not in listed)
    )
    return {each.key: each for each in sorted(shown, key=lambda each: each.place or _PLACE)}


def items(things: Iterable[Thing]) -> tuple[DatedItem, ...]:
    """Return things as items, the newest first: what differs in its time alone, or is told together, as one."""
    ordered = newest(things)
    if not ordered or not ordered[0].kind.is_together:
        return tuple(map(_item, entries.merged(ordered)))
    by_first: dict[Line, list[MergedEntry]] = {}
    for each in entries.merged(ordered):
        by_first.setdefault(strong(each.entry.head[0].name.name), []).append(each)
    return tuple(item for first, several in by_first.items() for item in _together(first, several))


def _together(first: Line, several: Iterable[MergedEntry]) -> Iterator[DatedItem]:
    """Yield one item for entries that begin alike and of which no more is said, with their times; others apart."""
    made = [_item(each) for each in several]
    for details, alike in groupby(sorted(made, key=lambda item: text_of(joined(item.details))), lambda i: i.details):
        bodies = []
        for each in alike:
            rest = each.head[len(first) + 1 :]  # the first span of the rest is what stands between
            # the names of most events have their year
            is_timed = not each.when or each.when in text_of(rest)
            bodies.append(rest if is_timed else (*rest, Span(f" ({each.when})")) if rest else plain(each.when))
        yield DatedItem(joined((first, joined(bodies)), ": "), details=details)


def _item(merged: MergedEntry) -> DatedItem:
    entry = merged.entry
    parts = ((part.before, strong if not place else plain, part) for place, part in enumerate(entry.head))
    spans = (
        span
        for before, look, part in parts
        for span in (Span(before), *look(part.name.name), Span(part.after))
        if span.text
    )
    facts = (labelled(fact.label, _values(fact)) for fact in entry.facts)
    details = without_empty(*facts, *(plain(name.name) for name in entry.texts), links(entry.addresses))
    whens = ", ".join(dict.fromkeys(each.when for each in merged.times if each.when))
    return DatedItem(tuple(spans), whens, details, tuple(plain(name.name) for name in entry.points))


def blocks(things: Iterable[Thing]) -> tuple[Block, ...]:
    """Return things as items; of which only the names are known, and which have pages that say more, in one line."""
    made = list(things)
    bare = {each.iri for each in made if each.kind.path and _is_bare(each)}
    described = items(each for each in made if each.iri not in bare)
    names = joined(map(plain, sorted((each.name for each in made if each.iri in bare), key=str.casefold)))
    return DatedItems(described), Paragraph(labelled("Also", names) if described else names)


def _is_bare(thing: Thing) -> bool:
    entry = thing.entry()
    return len(entry.head) < 2 and not any((entry.when, entry.facts, entry.texts, entry.points, entry.addresses))


def _values(fact: FieldLine) -> Line:
    between = "; " if any("," in each.name for each in fact.values) else ", "
    return joined(
        (link(Address(each.name, each.href)) if each.href else plain(each.name) for each in fact.values), between
    )


def places(person: Thing) -> str:
    """Return where a person is now: studies under way, then positions."""
    studies = (each.organization for each in person.things("schema:hasCredential") if each.is_current)
    return "; ".join(dict.fromkeys((*studies, *person.labels("schema:affiliation"))))


def lines(person: Thing) -> tuple[Line, ...]:
    """Return position, other names, contacts and links; a release has only contacts that are public."""
    keys = ("schema:email", "schema:telephone", "schema:address")
    contacts = joined((plain(text) for key in keys for text in person.texts(key)), " · ")
    now = joined(map(plain, (person.text("schema:jobTitle"), places(person))))
    names = joined(map(plain, person.texts("schema:alternateName")), "; ")
    elsewhere = ("name", "job_title", *sections(person.graph.declaration), *person.graph.declaration.sections)
    return without_empty(
        joined((now, plain(person.text("kg:pronouns"))), " · "),
        labelled("Also written", names),
        *told(person, elsewhere),
        contacts,
        # by their addresses, which are of use on paper too
        links(Address(shortened(each.href), each.href) for each in heading.addresses(person.said, _("Website"))),
    )


def told(thing: Thing, without: Iterable[str]) -> tuple[Line, ...]:
    """Return the declared fields of a thing but for some, a line each."""
    return tuple(labelled(fact.label, _values(fact)) for fact in thing.facts(tuple(without)))


def document(
    graph: Graph,
    kind: str,
    title: str,
    lines: Iterable[Line],
    sections: Iterable[ReportSection | None],
) -> ReportDocument:
    """Return a document of what a release holds, without empty sections, in the colour of its pages.

    Its day is that of the release, never today.
    """
    filled = tuple(each for each in sections if each is not None)
    note = f"From {graph.title}, {date_words(graph.date)}."
    return ReportDocument(kind, title, tuple(lines), filled, note, graph.date, graph.face.colour)


def students(person: Thing, since: int | None = None) -> tuple[DatedItem, ...]:
    """Return those who name a person as their advisor, but for those listed as supervised by that person."""
    named = {whom for each in person.things("kg:supervised") for whom in each.texts("kg:supervisee")}
    found = []
    for each in newest(subjects(person.graph, "kg:advisor", person.iri)):
        if each.is_since(since):
            during = each.text("schema:credentialCategory") or each.text("schema:roleName")
            head = (plain(during), plain(each.text("schema:about")), plain(each.organization))
            holders = (subjects(each.graph, key, each.iri) for key in ("schema:hasCredential", "org:hasMembership"))
            names = (holder.name for several in holders for holder in several if holder.iri not in named)
            found += [DatedItem(joined((strong(name), *head)), each.when) for name in names]
    return tuple(found)
