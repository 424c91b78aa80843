"""Choose the chart for the view of a query, and give it the columns that it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kg.pages.graph import Graph, Table


@dataclass(frozen=True)
class Drawing:
    """What a chart is made of.

    Attributes:
        graph: Where the things are.
        table: The answer to draw.
        name: What the chart is called.
        about: The IRI of the thing that it is about.
        root: How to get from the page to the site's root.
        most: How many rows are drawn where a chart has a row for each, or None for all.
    """

    graph: Graph
    table: Table
    name: str
    about: str
    root: str
    most: int | None


Draw = Callable[[Drawing], Markup | None]

CHARTS: Mapping[str, Draw] = {}
"""What draws a view; the others are tables."""


def picture(view: str, drawing: Drawing) -> Markup | None:
    """Return the chart of an answer, or None where its view has none."""
    draw = CHARTS.get(view)
    return draw(drawing) if draw else None
