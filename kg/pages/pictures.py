"""Choose the chart for the view of a query, and give it the columns that it draws."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kg import columns
from kg.formats import NamedNode, Term
from kg.pages.charts import bars, network, timeline
from kg.pages.charts import columns as years
from kg.pages.graph import Graph, Table

MOST_NODES = 24
"""How many nodes a network shows on the page of a thing, the nearest ones: more cannot be read."""

MOST_SPANS = 40
"""How many rows a timeline shows on the page of a thing, the first ones."""

_MOST_OF_ALL = 150
_STUDIES = "#degree-"


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
        width: Of the chart, in pixels.
    """

    graph: Graph
    table: Table
    name: str
    about: str
    root: str
    most: int | None
    width: int

    def href(self, term: Term | None) -> str | None:
        """Return where a term leads, from the page that the chart stands on."""
        return f"{self.root}{self.graph.path(term.value)}" if isinstance(term, NamedNode) else None


Draw = Callable[[Drawing], Markup | None]


def picture(view: str, drawing: Drawing) -> Markup | None:
    """Return the chart of an answer, or None where its view is no chart or its columns do not make one."""
    draw = _CHARTS.get(view)
    return draw(drawing) if draw else None


def _bar(drawing: Drawing) -> Markup | None:
    """Draw the first column of numbers: by year if the first column is the year, else as named bars."""
    table = drawing.table
    numbers = sorted(columns.numbers(table.columns, table.rows))
    is_yearly = table.columns[0] == "year"
    number = next((i for i in numbers if not (is_yearly and i == 0)), None)
    if number is None:
        return None
    unit = columns.title(table.columns[number])
    if is_yearly:
        values = [(int(columns.value(row[0])), int(columns.value(row[number]))) for row in table.rows if row[0]]
        return years.columns(values, name=drawing.name, unit=unit, width=drawing.width, height=180)
    links = columns.links(table.columns, table.rows, drawing.graph.base)
    link, name = next(iter(links.items()), (None, 0))
    rows = [
        bars.Bar(columns.value(row[name]), float(columns.value(row[number])), drawing.href(row[link]) if link else None)
        for row in table.rows[: drawing.most]
    ]
    return bars.bars(rows, name=drawing.name, unit=unit, width=drawing.width)


def _timeline(drawing: Drawing) -> Markup | None:
    """Draw rows that have a start and an end: positions, and below them studies; who or what stands first."""
    if not {"start", "end"} <= set(drawing.table.columns):
        return None
    most = drawing.most and MOST_SPANS
    spans = [_span(drawing, row) for row in list(drawing.table.records())[:most]]
    spans.sort(key=lambda span: span.group)
    return timeline.timeline(spans, name=drawing.name, width=drawing.width)


def _span(drawing: Drawing, row: Mapping[str, Term]) -> timeline.Span:
    node = row.get("node")
    return timeline.Span(
        columns.value(row[drawing.table.columns[0]]),
        columns.value(row.get("start")) or None,
        columns.value(row.get("end")) or None,
        "Studies" if _STUDIES in columns.value(node) else "Positions",
        columns.value(row.get("as") or row.get("organizationName")),
        drawing.href(node),
    )


def _network(drawing: Drawing) -> Markup | None:
    """Draw rows that tie two things, those that are tied most to the thing in the middle."""
    table = drawing.table
    links = columns.links(table.columns, table.rows, drawing.graph.base)
    numbers = sorted(columns.numbers(table.columns, table.rows))
    if len(links) < 2 or not numbers:
        return None
    (one, one_name), (other, other_name) = list(links.items())[:2]
    names = {
        columns.value(row[iri]): columns.value(row[name])
        for row in table.rows
        for iri, name in ((one, one_name), (other, other_name))
    }
    edges = [
        network.Edge(columns.value(row[one]), columns.value(row[other]), float(columns.value(row[numbers[0]])))
        for row in table.rows
    ]
    weights = _nearest(edges, drawing.about, MOST_NODES if drawing.most else _MOST_OF_ALL)
    unit = columns.title(table.columns[numbers[0]])
    nodes = [
        network.Node(iri, names[iri], weight, drawing.href(NamedNode(iri)), note=f"{weight:g} {unit}")
        for iri, weight in weights.items()
    ]
    return network.network(
        nodes, edges, name=drawing.name, unit=unit, centre=drawing.about, width=drawing.width, height=520
    )


def _nearest(edges: list[network.Edge], about: str, most: int) -> dict[str, float]:
    """Return the things with most ties to the one in the middle, and their weights; it comes first."""
    ties: Counter[str] = Counter()
    for edge in edges:
        if about in (edge.one, edge.other):
            ties[edge.other if edge.one == about else edge.one] += edge.weight  # type: ignore[assignment]
    near = sorted(ties.items(), key=lambda each: (-each[1], each[0]))[:most]
    return {about: max(ties.values(), default=1), **dict(near)}


_CHARTS: Mapping[str, Draw] = {"bar": _bar, "timeline": _timeline, "network": _network}
