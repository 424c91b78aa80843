"""What the page of a work shows beside panels: authors, where it appeared, how to cite it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.errors import NotFound
from kg.formats import Literal
from kg.pages import heading, work_citations
from kg.pages.entries import Dated, Told
from kg.pages.fields import Described, Entry, Fact, facts
from kg.pages.graph import Graph
from kg.pages.grids import percent, words
from kg.pages.page import Asked, Page
from kg.pages.panels import Panel, Section
from kg.pages.works import Facts, Name, Work, works
from kg.vocabulary import KG, PREFIXES
from kg.work_types import WORK_TYPES, WORKS, work_type

_FACTS = (("Topics", "schema:about"),)
_TOLD = (
    *("title", "authors", "corporate_authors", "more_authors", "venue", "venue_as_written", "presented_at", "variants"),
    *("year", "date", "status", "status_note", "award", "system", "topics", "abstract", "acceptance_rate"),
)


@dataclass(frozen=True)
class Citation:
    """A citation of the work in one form.

    Attributes:
        title: What the form is called.
        path: Where it is as a document, below the site's root.
        text: The citation.
    """

    title: str
    path: str
    text: str


def content(graph: Graph, iri: str, _: Sequence[Panel | Section]) -> Mapping[str, object]:
    """Return what `work.html` is given."""
    work = works(graph, [iri]).works[0]
    said = graph.facts(iri)
    thing = Described(graph, graph.declaration.kinds["Publication"], iri, said, "page", graph.facts)
    return {
        "work": work,
        "names": heading.other_names(said, ("schema:alternateName",), work.title),
        "type": _called(graph.types(iri)),
        "facts": (*_appeared(graph, work, said), *heading.facts(graph, said, _FACTS), *thing.facts(_TOLD)),
        "abstract": tuple(thing.names(thing.kind.fields["abstract"])),
        "contributions": Section("contributions", "Contributions", tuple(_contributions(graph, work))),
        "citations": tuple(_citations(graph, work)),
    }


def citation(graph: Graph, asked: Asked) -> Page:
    """Return the citation of a work as a document.

    Raises:
        NotFound: If there is no such work, or nobody is known to have written it.
    """
    iri = graph.thing(f"work/{asked.match['slug']}")
    text = work_citations.cited(graph, works(graph, [iri]).works[0], asked.match["suffix"])
    if not text:
        raise NotFound(f"the authors of {iri} are not known", hint=f"see what is known of it: {graph.path(iri)}")
    return Page(text.encode(), work_citations.STYLES[asked.match["suffix"]].media_type)


def _called(classes: Sequence[str]) -> str:
    """Return what a work of some classes is called; graphs of other makes may hold any."""
    is_known = any(each.removeprefix(PREFIXES["schema"]).removeprefix(KG) in WORKS for each in classes)
    return WORK_TYPES[work_type(classes)].name if is_known else "Work"


def _appeared(graph: Graph, work: Work, said: Facts) -> Iterator[Fact]:
    """Yield where and when the work appeared, and what share of submissions was accepted there."""
    if work.series:
        yield Fact("Venue", (Name(graph.label(work.series.iri), work.series.iri),))
    date = next((term for term in said.get("schema:datePublished", ()) if isinstance(term, Literal)), None)
    if date:
        yield Fact("Published", (Name(words(date)),))
    rates = (
        term for event in said.get("kg:presentedAt", ()) for term in graph.values(value(event), "kg:acceptanceRate")
    )
    for rate in [*rates, *said.get("kg:acceptanceRate", ())][:1]:
        yield Fact("Accepted", (Name(f"{percent(value(rate))} of submissions"),))


def _contributions(graph: Graph, work: Work) -> Iterator[Told]:
    """Yield the authors of whom the work says more than the name, each with what it says."""
    author, place = (graph.declaration.kinds[name] for name in ("Author", "Authorship"))
    spoken = (each for each in author.shown("page") if each.of == place.name and each.key != "equal_contribution")
    shown = (*place.shown("page"), *spoken)
    for each in work.authors:
        node = Described(graph, place, each.node, each.said, "page", graph.facts)
        if told := tuple(facts(node, shown)):
            entry = Entry(each.node, (Name(each.name, each.iri),), "", told, (), (), ())
            yield Told(entry, (Dated(each.node, ""),))


def _citations(graph: Graph, work: Work) -> Iterator[Citation]:
    for suffix, style in work_citations.STYLES.items():
        if text := work_citations.cited(graph, work, suffix):
            yield Citation(style.title, f"{graph.local(work.iri)}.{suffix}", text)
