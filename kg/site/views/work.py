"""The page of a work: authors, where it appeared, how to cite it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from kg.base.errors import NotFound
from kg.site import heading
from kg.site.citations import STYLES, cited
from kg.site.entries import EntrySection, EntryTime, MergedEntry
from kg.site.grids import percent, words
from kg.site.page import PageRequest, SitePage
from kg.site.panels import Panel
from kg.site.thing import EntryView, FieldLine, HeadPart, Thing, capitalized, label, thing
from kg.site.words import N_, _
from kg.site.works import LinkedName, ListedWork, works_on_page
from kg.store.columns import value
from kg.store.graph import Graph
from kg.store.thing import Facts
from kg.terms.kinds import Kind
from kg.terms.vocabulary import KG, PREFIXES, curie
from kg.terms.work_types import WORK_TYPES, WORKS, work_type

_SHOWN_ELSEWHERE = (
    *("title", "authors", "corporate_authors", "more_authors", "venue", "venue_as_written", "presented_at", "variants"),
    *("year", "date", "status", "status_note", "award", "system", "abstract", "acceptance_rate"),
)
_PLACE = ("volume", "issue", "pages", "article_number")
"""Where in its journal a work stands, which is one fact."""


@dataclass(frozen=True)
class WorkCitation:
    """A citation of the work in one form, and its path as a document, below the site's root, if it has one there."""

    title: str
    path: str
    text: str


def content(graph: Graph, iri: str, _: Sequence[Panel]) -> Mapping[str, object]:
    """Return what `work.html` is given: authors, where the work appeared, how to cite it."""
    work = works_on_page(graph, [iri]).works[0]
    said, types = graph.facts(iri), graph.types(iri)
    about = thing(graph, iri, "page")
    # Graphs of other makes may hold works of any class.
    is_known = any(each.removeprefix(PREFIXES["schema"]).removeprefix(KG) in WORKS for each in types)
    citations = ((suffix, style.title, cited(graph, work, suffix)) for suffix, style in STYLES.items())
    return {
        "work": work,
        "face": None,
        "names": heading.other_names(said, ("schema:alternateName",), work.title),
        "type": WORK_TYPES[work_type(types)].name if is_known else N_("Work"),
        "facts": (*_appeared(graph, work, said), *_placed(about), *about.facts((*_SHOWN_ELSEWHERE, *_PLACE))),
        "abstract": tuple(about.names(about.kind.fields["abstract"])),
        "contributions": EntrySection(
            "contributions", N_("Contributions"), tuple(_contributions(graph, about.kind, work))
        ),
        "affiliations": tuple(
            (value(row["name"]), value(row["affiliations"]))
            for row in graph.ask("authors-of-work", work=NamedNode(iri)).records()
            if row.get("affiliations")
        ),
        "citations": tuple(
            WorkCitation(title, "" if graph.hosting.is_static else f"{graph.local(iri)}.{suffix}", text)
            for suffix, title, text in citations
            if text
        ),
    }


def citation(graph: Graph, request: PageRequest) -> SitePage:
    """Return the citation of a work as a document."""
    iri = graph.thing(f"work/{request.match['slug']}")
    text = cited(graph, works_on_page(graph, [iri]).works[0], request.match["suffix"])
    if not text:
        raise NotFound(f"the authors of {iri} are not known", hint=f"see what is known of it: {graph.path(iri)}")
    return SitePage(text.encode(), STYLES[request.match["suffix"]].media_type)


def _appeared(graph: Graph, work: ListedWork, said: Facts) -> Iterator[FieldLine]:
    """Yield where and when the work appeared, and what share of submissions was accepted there."""
    if work.series:
        yield FieldLine(_("Venue"), (LinkedName(graph.label(work.series.iri), work.series.iri),))
    date = next((term for term in said.get("schema:datePublished", ()) if isinstance(term, Literal)), None)
    if date:
        yield FieldLine(_("Published"), (LinkedName(words(date)),))
    rates = (
        term for event in said.get("kg:presentedAt", ()) for term in graph.values(value(event), "kg:acceptanceRate")
    )
    for rate in [*rates, *said.get("kg:acceptanceRate", ())][:1]:
        yield FieldLine(_("Accepted"), (LinkedName(_("{share} of submissions", share=percent(value(rate)))),))


def _placed(about: Thing) -> Iterator[FieldLine]:
    """Yield where in its journal a work stands, as one line: `12 (3), 31-39`."""
    fields = {key: about.kind.fields[key] for key in _PLACE if about.shown.get(key)}
    said = {key: ", ".join(name.name for name in about.names(each)) for key, each in fields.items()}
    issue = [f"({said.pop('issue')})"] if "issue" in said else []
    volume = " ".join([*([said.pop("volume")] if "volume" in said else []), *issue])
    if fields:
        labels = ", ".join(label(each).lower() for each in fields.values())
        yield FieldLine(capitalized(labels), (LinkedName(", ".join(filter(None, (volume, *said.values())))),))


def _contributions(graph: Graph, kind: Kind, work: ListedWork) -> Iterator[MergedEntry]:
    """Yield the authors of whom the work says more than the name, each with what it says."""
    author, place = (graph.declaration.kinds[kind.fields[key].range] for key in ("authors", "authorship"))
    spoken = (each for each in author.shown("page") if each.of == place.name and each.key != "equal_contribution")
    shown = (*place.shown("page"), *spoken)
    for each in work.authors:
        node = Thing(graph, place, each.node, each.said, "page", graph.facts)
        told = ((field, node.said.get(curie(field.iri), ())) for field in shown)
        lines = [
            FieldLine(label(field), tuple(node.named(field, it) for it in terms)) for field, terms in told if terms
        ]
        if lines:
            entry = EntryView(each.node, (HeadPart(LinkedName(each.name, each.iri), ""),), facts=tuple(lines))
            yield MergedEntry(entry, (EntryTime(each.node),))
