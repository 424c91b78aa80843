"""The page of a thing, and its documents."""

from collections.abc import Callable, Mapping, Sequence

from kg.pages import documents
from kg.pages.evidence import Marks
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page
from kg.pages.panels import Panel, panels
from kg.pages.templating import html, script_data
from kg.pages.views import person, source, things, work

Content = Callable[[Graph, str, Sequence[Panel]], Mapping[str, object]]

CONTENT: Mapping[str, tuple[str, Content]] = {
    "person": ("person.html", person.content),
    "work": ("work.html", work.content),
    "source": ("source.html", source.content),
    **dict.fromkeys(things.SHOWN, ("thing.html", things.content)),
}
"""What the pages of a kind show beside panels: their template, and what it is given of a thing and its panels."""


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of a thing, with all that its documents hold inside it as JSON-LD."""
    iri = graph.thing(asked.local)
    template, content = CONTENT[asked.match["kind"]]
    shown = panels(graph, iri)
    subjects = [subject for panel in shown for subject in panel.marked]
    return html(
        graph,
        asked,
        template,
        documents.links(graph, iri),
        iri=iri,
        name=graph.label(iri),
        embedded=script_data(documents.serialized(graph, iri, "jsonld").decode()),
        forms=documents.FORMS,
        panels=shown,
        marks=Marks(graph, [iri, *subjects]),
        **content(graph, iri, shown),
    )


def document(graph: Graph, asked: Asked) -> Page:
    """Return a document of a thing."""
    iri = graph.thing(asked.local)
    return documents.document(graph, iri, asked.match["suffix"])
