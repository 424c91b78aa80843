"""The page of a thing, and its documents."""

from collections.abc import Callable, Mapping, Sequence

from kg.pages import documents, heading
from kg.pages.evidence import Marks
from kg.pages.graph import Graph
from kg.pages.metadata.things import of_thing
from kg.pages.page import Asked, Page
from kg.pages.panels import Panel, Section, panels
from kg.pages.templating import html
from kg.pages.views import person, source, things, work
from kg.pages.works import Work

Content = Callable[[Graph, str, Sequence[Panel | Section]], Mapping[str, object]]

CONTENT: Mapping[str, tuple[str, Content]] = {
    "person": ("person.html", person.content),
    "work": ("work.html", work.content),
    "source": ("source.html", source.content),
}
"""What the pages of a kind show beside panels: their template, and what it is given of a thing and its panels."""

ANY: tuple[str, Content] = ("thing.html", things.content)
"""The same of all other kinds."""


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of a thing."""
    iri = graph.thing(asked.local)
    template, content = CONTENT.get(asked.match["kind"], ANY)
    shown = panels(graph, iri)
    subjects = [subject for panel in shown for subject in panel.marked]
    marks = Marks(graph, [iri, *subjects])
    told = content(graph, iri, shown)
    work = told.get("work")
    return html(
        graph,
        asked,
        template,
        documents.links(graph, iri),
        iri=iri,
        name=graph.label(iri),
        language=heading.language_of(graph.facts(iri), graph.label(iri)),
        forms=documents.FORMS,
        panels=shown,
        marks=marks,
        metadata=of_thing(graph, iri, marks.sources, work if isinstance(work, Work) else None),
        **told,
    )


def document(graph: Graph, asked: Asked) -> Page:
    """Return a document of a thing."""
    iri = graph.thing(asked.local)
    return documents.document(graph, iri, asked.match["suffix"])
