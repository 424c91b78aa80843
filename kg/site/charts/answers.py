"""Pictures of answers: the chart that the view of a named query asks for, made of the columns of its answer."""

from dataclasses import dataclass
from itertools import islice, starmap

from markupsafe import Markup
from pyoxigraph import NamedNode

from kg.site.charts import bars, network, timeline
from kg.site.soundness import page_of
from kg.site.ties import tied
from kg.site.words import _, gettext
from kg.store import columns
from kg.store.columns import value
from kg.store.graph import Graph, ResultTable
from kg.terms.formats import Term

_MOST_NODES = 150


@dataclass(frozen=True)
class Drawing:
    """What a chart is made of."""

    graph: Graph  # where the things are
    table: ResultTable  # the answer to draw
    name: str  # what the chart is called
    about: str  # the IRI of the thing that it is about
    root: str  # how to get from the page to the site's root
    most: int  # how many rows are drawn where a chart has a row for each
    width: int  # in pixels

    def href(self, term: Term | None) -> str | None:
        """Return where a term leads, from the page that the chart stands on."""
        return f"{self.root}{page_of(self.graph, term.value)}" if isinstance(term, NamedNode) else None


def picture(view: str, drawing: Drawing) -> Markup | None:
    """Return the chart of an answer, or None where its view is no chart or its columns do not make one."""
    charts = {"bar": _bar, "timeline": _timeline, "network": _network}
    return charts[view](drawing) if view in charts else None


def _bar(drawing: Drawing) -> Markup | None:
    """Draw the first column of numbers: by year if the first column is the year, else as named bars."""
    table = drawing.table
    numbers = sorted(columns.numbers(table.columns, table.rows))
    is_yearly = table.columns[0] == "year"
    number = next((i for i in numbers if not (is_yearly and i == 0)), None)
    if number is None:
        return None
    unit = gettext(columns.title(table.columns[number]))
    if is_yearly:
        values = [(int(value(row[0])), int(value(row[number]))) for row in table.rows if row[0]]
        return bars.columns(values, name=drawing.name, unit=unit, width=drawing.width, height=180)
    links = columns.links(table.columns, table.rows, drawing.graph.base)
    link, name = next(iter(links.items()), (None, 0))
    rows = [
        bars.Bar(value(row[name]), float(value(row[number])), drawing.href(row[link]) if link else None)
        for row in table.rows[: drawing.most]
    ]
    return bars.bars(rows, name=drawing.name, unit=unit, width=drawing.width)


def _timeline(drawing: Drawing) -> Markup | None:
    """Draw rows that have a start and an end: positions, and below them studies; who or what stands first."""
    names = drawing.table.columns
    if not {"start", "end"} <= set(names):
        return None
    rows = islice(drawing.table.records(), drawing.most)
    spans = [
        timeline.TimelineSpan(
            value(row[names[0]]),
            value(row.get("start")) or None,
            value(row.get("end")) or None,
            _("Studies") if "#degree-" in value(row.get("node")) else _("Positions"),
            value(row.get("as") or row.get("organizationName")),
            drawing.href(row.get("node")),
        )
        for row in rows
    ]
    spans.sort(key=lambda span: span.group)
    return timeline.timeline(spans, name=drawing.name, width=drawing.width)


def _network(drawing: Drawing) -> Markup | None:
    """Draw rows that tie two things: the things with most ties to the one in the middle, which comes first."""
    found, about = tied(drawing.table, drawing.graph.base), drawing.about
    if found is None:
        return None
    unit, ties = gettext(columns.title(found.unit)), found.to(about)
    near = sorted(ties.items(), key=lambda each: (-each[1], each[0]))[:_MOST_NODES]
    nodes = [
        network.NetworkNode(iri, found.names[iri], weight, drawing.href(NamedNode(iri)), note=f"{weight:g} {unit}")
        for iri, weight in {about: max(ties.values(), default=1), **dict(near)}.items()
    ]
    edges = starmap(network.NetworkEdge, found.pairs)
    return network.network(nodes, edges, name=drawing.name, unit=unit, centre=about, width=drawing.width, height=520)
