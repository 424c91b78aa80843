"""Panels: what named queries say of a thing, with charts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlencode

from markupsafe import Markup
from pyoxigraph import NamedNode

from kg.base.errors import NotFound
from kg.site import entries, fields, grids, works
from kg.site.charts import bars, network, timeline
from kg.site.charts import bars as years
from kg.site.entries import Told
from kg.site.fields import LAST, entry_places
from kg.site.grids import Grid
from kg.site.page import root
from kg.site.references import referring
from kg.site.works import Works
from kg.store import columns
from kg.store.columns import value
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Query
from kg.terms.formats import Term

# Choose the chart for the view of a query, and give it the columns that it draws.

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
    table: ResultTable
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


# Panels: what named queries say of a thing, each a part of its page and a page of its own.

MOST = 12
"""How many rows a panel shows on the page of its thing; its own page shows all."""

MOST_WORKS = 200
"""How many works a list of works shows there."""

WIDTHS = {"bar": 440, "timeline": 900, "network": 900}
"""How wide the charts of a view are drawn on the page of a thing, in pixels."""

SECTIONS = 35
"""The place of the sections of a person among the panels."""


@dataclass(frozen=True)
class Panel:
    """A named query, asked about one thing.

    Attributes:
        graph: The release that answers.
        iri: The thing.
        query: The question.
    """

    graph: Graph
    iri: str
    query: Query

    @property
    def name(self) -> str:
        """The query's name, which is also the last part of the panel's address."""
        return self.query.name

    @property
    def title(self) -> str:
        """Its heading."""
        return self.query.header.panel.title if self.query.header.panel else self.query.header.summary

    @property
    def place(self) -> int:
        """Where it stands among the panels."""
        return self.query.header.panel.place if self.query.header.panel else 0

    @property
    def view(self) -> str:
        """How it is best looked at."""
        return self.query.header.view

    @property
    def path(self) -> str:
        """Where its own page is, below the site's root."""
        return f"{self.graph.local(self.iri)}/{self.name}/"

    @property
    def has_files(self) -> bool:
        """Whether its page and files are where the pages stand."""
        return self.graph.hosting.panels

    @property
    def question(self) -> str:
        """Where it can be asked and changed, below the site's root."""
        return f"query/?{urlencode({'name': self.name, self.parameter: self.value})}"

    @property
    def parameter(self) -> str:
        """The query's parameter that the thing is the value of."""
        return self.query.header.parameter_for(self.graph.kind(self.iri)) or ""

    @property
    def value(self) -> str:
        """The thing as one names it in a form: by its slug, with its kind where any kind may be given."""
        kind, _, slug = self.graph.local(self.iri).partition("/")
        is_any = self.query.header.parameters[self.parameter].type == "thing"
        return f"{kind}/{slug}" if is_any else slug

    @cached_property
    def table(self) -> ResultTable:
        """The answer."""
        return self.graph.ask(self.name, **{self.parameter: NamedNode(self.iri)})

    @cached_property
    def grid(self) -> Grid:
        """The answer as people read it."""
        return grids.grid(self.graph, self.table, self.parameter, self.iri)

    @cached_property
    def works(self) -> Works:
        """The works that the column `work` of the answer names; those of a person as the profile lists them."""
        found = dict.fromkeys(value(row["work"]) for row in self.table.records() if "work" in row)
        listed = entry_places(self.graph, self.iri) if self.graph.kind(self.iri) == "person" else {}
        ordered = sorted(list(found)[:MOST_WORKS], key=lambda iri: listed.get(iri, LAST))
        return works.works_on_page(self.graph, ordered)

    @property
    def subjects(self) -> list[str]:
        """The IRIs of what its rows state, of which evidence may be asked."""
        return [cell.subject for row in self.grid.rows for cell in row if cell.subject]

    @property
    def marked(self) -> list[str]:
        """Those among `subjects` that have marks on the page of the thing: charts have none, and sum up what has."""
        return [] if self.view in WIDTHS else self.subjects

    @property
    def is_cut(self) -> bool:
        """Whether the page of the thing shows only a part of it."""
        is_whole = self.view == "network" or self.table.columns[0] == "year"
        most = {"timeline": MOST_SPANS, "works": MOST_WORKS}.get(self.view, MOST)
        return len(self.table.rows) > most and not is_whole

    def picture(self, root: str, most: int | None = MOST, width: int = 640) -> Markup | None:
        """Return a chart of the answer, if its view has one.

        Args:
            root: How to get from the page to the site's root.
            most: How many of its rows are drawn where a chart has a row for each.
            width: Of the chart, in pixels.
        """
        return picture(self.view, Drawing(self.graph, self.table, self.title, self.iri, root, most, width))

    @cached_property
    def whole(self) -> Markup | None:
        """A chart of all of the answer as it stands on its own page, if its view has one."""
        return self.picture(root(self.path), most=None, width=960)

    def results(self, form: str) -> bytes:
        """Return the answer in one of `kg.terms.formats.RESULT_FORMATS`."""
        return self.graph.results(self.query.bind({self.parameter: NamedNode(self.iri)}), form)


@dataclass(frozen=True)
class Section:
    """What is told entry by entry as the declaration has it: a section of a person, or what refers to a thing.

    Attributes:
        name: Where it stands on the page: of a section its key.
        title: Its heading.
        entries: Its entries.
        question: A named query that asks for the same as a table, if there is one.
        works: The works that refer to the thing.
        iri: The thing.
        is_cut: Whether there may be more.
    """

    name: str
    title: str
    entries: tuple[Told, ...]
    question: Panel | None = None
    works: Works | None = None
    iri: str = ""
    is_cut: bool = False
    view: str = "entries"

    @property
    def marked(self) -> list[str]:
        """The IRIs of what has marks."""
        works = self.works.works if self.works else ()
        return [*(each.iri for told in self.entries for each in told.times), *(work.iri for work in works)]


def panels(graph: Graph, iri: str) -> list[Panel | Section]:
    """Return the panels of a thing that have something to say, in their order; of a person the sections among them."""
    found = [panel for panel in _panels(graph, iri) if panel.table]
    before = [panel for panel in found if panel.place < SECTIONS]
    declared = _sections(graph, iri) if graph.kind(iri) == "person" else ()
    return [*before, *declared, *_references(graph, iri), *found[len(before) :]]


def _references(graph: Graph, iri: str) -> Iterator[Section]:
    """Yield what refers to a thing and no query shows."""
    found, is_cut = referring(graph, iri)
    for each in found:
        held = works.works_on_page(graph, each.works) if each.works else None
        yield Section(each.by.name, each.by.title, each.entries, works=held, iri=iri, is_cut=is_cut)


def _sections(graph: Graph, person: str) -> Iterator[Section]:
    """Yield the sections that no query of their name shows in another way."""
    shown = {query.name for query in graph.panels["person"]}
    declared = graph.declaration.kinds["Person"].fields
    keys = [key for key in graph.declaration.sections if key not in shown and "page" in declared[key].show]
    questions = {each.name: each for each in _questions(graph, person)}
    for key, told in entries.sections(graph, person, keys).items():
        if told:
            yield Section(key, fields.label(declared[key]), told, questions.get(key))


def panel(graph: Graph, iri: str, name: str) -> Panel:
    """Return one panel of a thing, also if it has nothing to say.

    Raises:
        NotFound: If things of this kind have no such panel.
    """
    found = {each.name: each for each in (*_questions(graph, iri), *_panels(graph, iri))}
    if name in found:
        return found[name]
    names = ", ".join(found)
    raise NotFound(f"{graph.label(iri)} has no panel '{name}'", hint=f"choose one of {names}" if names else "")


def _panels(graph: Graph, iri: str) -> Iterator[Panel]:
    for query in graph.panels.get(graph.kind(iri), ()):
        yield _panel(graph, iri, query.name)


def _questions(graph: Graph, iri: str) -> Iterator[Panel]:
    """Yield the queries that ask what a section tells."""
    for key in graph.declaration.sections if graph.kind(iri) == "person" else ():
        query = graph.queries.get(key)
        if query and query.header.parameter_for("person"):
            yield _panel(graph, iri, key)


@lru_cache(maxsize=32)
def _panel(graph: Graph, iri: str, name: str) -> Panel:
    """Return a panel; those that were shown last are kept with their answers, since their pages and files follow."""
    return Panel(graph, iri, graph.queries[name])
