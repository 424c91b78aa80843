"""A curriculum vitae."""

from collections.abc import Iterable

from kg.site import entries as site_entries
from kg.site import heading
from kg.site.reports import entries, publications
from kg.site.reports.citing import Style
from kg.site.reports.model import DatedItems, Paragraph, ReportDocument, ReportSection, joined, plain, section
from kg.site.thing import Thing, label, thing
from kg.store.graph import Graph
from kg.terms.kinds import Field
from kg.terms.vocabulary import curie

_ADVISING = "advising"
"""The section of those who name the person as their advisor, which nobody writes; it stands before that key."""
_BEFORE = "service"


def curriculum_vitae(
    graph: Graph, person: str, *, since: int | None, style: Style, only: tuple[str, ...] = ()
) -> ReportDocument:
    """Return the CV of a person, without what ended before a year; studies are shown whole.

    `only` are some of `names`: which sections are shown, in which order; empty for all.
    """
    about, declared = thing(graph, person), entries.sections(graph.declaration)
    chosen = only or names(graph)
    listed = [key for key in chosen if key in graph.declaration.sections and key != graph.declaration.works]
    things = site_entries.sections(graph, person, listed, "cv")
    made = []
    for name in chosen:
        if name == _ADVISING:
            made.append(section("Advising", DatedItems(entries.students(about, since))))
        elif name == graph.declaration.works:
            works = publications.works_since(publications.works_of(graph, person), since)
            made.append(publications.listed_works(label(declared[name]), works, style))
        elif name in things:
            shown = (each for each in things[name] if name == "education" or each.is_since(since))
            made.append(section(label(declared[name]), *entries.blocks(shown)))
        else:
            made.append(_texts(about, declared[name]))
    return entries.document(graph, "Curriculum vitae", about.name, entries.lines(about), made)


def _texts(person: Thing, field: Field) -> ReportSection | None:
    """Return a field that is a section by itself: running text, or a list in a line."""
    key = curie(field.iri)
    texts: Iterable[str] = person.labels(key) if field.sort == "kind" else person.texts(key)
    if field.range == "Text":
        texts = heading.description(person.said)[:1]
    return section(label(field), Paragraph(joined(map(plain, texts), " · " if field.sort == "kind" else ", ")))


def names(graph: Graph) -> tuple[str, ...]:
    """Return the keys of the sections of a CV, in the order of academic CVs; those of a project stand before skills."""
    declared = list(entries.sections(graph.declaration))
    declared.insert(declared.index(_BEFORE), _ADVISING)
    return tuple(declared)
