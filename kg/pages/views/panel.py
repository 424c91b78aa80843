"""A panel by itself: a page with its whole table, its chart, and its answer as a file."""

from kg.errors import NotFound
from kg.formats import MEDIA_TYPES
from kg.pages import panels
from kg.pages.charts.svg import standalone
from kg.pages.evidence import Marks
from kg.pages.graph import Graph
from kg.pages.metadata.things import of_part
from kg.pages.page import SVG, Asked, Page
from kg.pages.panels import Panel
from kg.pages.templating import html


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of a panel, with all rows."""
    panel = _panel(graph, asked)
    marks = Marks(graph, panel.subjects)
    metadata = of_part(graph, panel.iri, panel.title)
    name = graph.label(panel.iri)
    return html(graph, asked, "panel.html", panel=panel, name=name, iri=panel.iri, marks=marks, metadata=metadata)


def picture(graph: Graph, asked: Asked) -> Page:
    """Return the chart of a panel as a file.

    Raises:
        NotFound: If it has none.
    """
    panel = _panel(graph, asked)
    if panel.whole is None:
        raise NotFound(f"the panel '{panel.name}' has no chart", hint=f"see its table: {panel.path}")
    return Page(standalone(panel.whole).encode(), SVG)


def results(graph: Graph, asked: Asked) -> Page:
    """Return the answer of a panel as a file, in one of the standard formats of SPARQL results."""
    form = asked.match["form"]
    return Page(_panel(graph, asked).results(form), MEDIA_TYPES[form])


def _panel(graph: Graph, asked: Asked) -> Panel:
    iri = graph.thing(asked.local)
    return panels.panel(graph, iri, asked.match["panel"])
