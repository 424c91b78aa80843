"""Panels: what named queries say of a thing, with charts, and the sections among them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from urllib.parse import urlencode

from markupsafe import Markup
from pyoxigraph import NamedNode

from kg.base.errors import NotFound
from kg.site import entries, grids, works
from kg.site.charts import bars, network, timeline
from kg.site.charts import bars as years
from kg.site.entries import MergedEntry
from kg.site.grids import Grid
from kg.site.references import referring
from kg.site.thing import LAST, entry_places, label
from kg.site.works import Works
from kg.store import columns
from kg.store.columns import value
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Query
from kg.terms.formats import Term

MOST = 12
"""How many rows a panel shows on the page of its thing; the page of its query shows all."""
MOST_WORKS = 200
"""How many works a list of works shows there."""
MOST_NODES = 24
"""How many nodes a network shows there, the nearest ones: more cannot be read."""
MOST_SPANS = 40
"""How many rows a timeline shows there, the first ones."""
WIDTHS = {"bar": 440, "timeline": 900, "network": 900}
"""How wide the charts of a view are drawn there, in pixels."""
SECTIONS = 35
"""The place of the sections of a person among the panels."""

_OF_OTHERS = ("publications", "coauthors", "advisors", "students", "joined-names", "possible-duplicates")
"""The queries whose answers stand on the page of a person without a profile, if there are people with one."""

_MOST_OF_ALL = 150


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
        width: In pixels.
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
    unit = columns.title(table.columns[number])
    if is_yearly:
        values = [(int(value(row[0])), int(value(row[number]))) for row in table.rows if row[0]]
        return years.columns(values, name=drawing.name, unit=unit, width=drawing.width, height=180)
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
    rows = islice(drawing.table.records(), drawing.most and MOST_SPANS)
    spans = [
        timeline.TimelineSpan(
            value(row[names[0]]),
            value(row.get("start")) or None,
            value(row.get("end")) or None,
            "Studies" if "#degree-" in value(row.get("node")) else "Positions",
            value(row.get("as") or row.get("organizationName")),
            drawing.href(row.get("node")),
        )
        for row in rows
    ]
    spans.sort(key=lambda span: span.group)
    return timeline.timeline(spans, name=drawing.name, width=drawing.width)


def _network(drawing: Drawing) -> Markup | None:
    """Draw rows that tie two things: the things with most ties to the one in the middle, which comes first."""
    table, about = drawing.table, drawing.about
    links = columns.links(table.columns, table.rows, drawing.graph.base)
    numbers = sorted(columns.numbers(table.columns, table.rows))
    if len(links) < 2 or not numbers:
        return None
    (one, one_name), (other, other_name) = list(links.items())[:2]
    unit = columns.title(table.columns[numbers[0]])
    names: dict[str, str] = {}
    edges: list[network.NetworkEdge] = []
    ties: dict[str, float] = defaultdict(float)
    for row in table.rows:
        ends = value(row[one]), value(row[other])
        names.update(zip(ends, (value(row[one_name]), value(row[other_name])), strict=True))
        edges.append(network.NetworkEdge(*ends, float(value(row[numbers[0]]))))
        if about in ends:
            ties[ends[1] if ends[0] == about else ends[0]] += edges[-1].weight
    near = sorted(ties.items(), key=lambda each: (-each[1], each[0]))[: MOST_NODES if drawing.most else _MOST_OF_ALL]
    nodes = [
        network.NetworkNode(iri, names[iri], weight, drawing.href(NamedNode(iri)), note=f"{weight:g} {unit}")
        for iri, weight in {about: max(ties.values(), default=1), **dict(near)}.items()
    ]
    return network.network(nodes, edges, name=drawing.name, unit=unit, centre=about, width=drawing.width, height=520)


@dataclass(frozen=True)
class QueryPanel:
    """A named query about one thing: a part of its page."""

    graph: Graph
    iri: str
    query: Query

    @property
    def name(self) -> str:
        """The query's name."""
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
    def count(self) -> Mapping[str, tuple[str, str]]:
        """What it counts in the head of the page, by column: what one and what several are called."""
        return self.query.header.panel.count if self.query.header.panel else {}

    @property
    def view(self) -> str:
        """How it is best looked at."""
        return self.query.header.view

    @property
    def question(self) -> str:
        """Where the query can be run and edited, below the site's root."""
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
        """The IRIs of what its rows state, which may have evidence."""
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
        """Return a chart of the answer, if its view has one; see `Drawing`."""
        return picture(self.view, Drawing(self.graph, self.table, self.title, self.iri, root, most, width))

    def results(self, form: str) -> bytes:
        """Return the answer in one of `kg.terms.formats.RESULT_FORMATS`."""
        return self.graph.results(self.query.bind({self.parameter: NamedNode(self.iri)}), form)


@dataclass(frozen=True)
class EntrySection:
    """Entries as the declaration has them: a section of a person, or what refers to a thing.

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
    entries: tuple[MergedEntry, ...]
    question: QueryPanel | None = None
    works: Works | None = None
    iri: str = ""
    is_cut: bool = False
    view: str = "entries"

    @property
    def marked(self) -> list[str]:
        """The IRIs of what has marks."""
        works = self.works.works if self.works else ()
        return [*(each.iri for entry in self.entries for each in entry.times), *(work.iri for work in works)]


def panels(graph: Graph, iri: str) -> list[QueryPanel | EntrySection]:
    """Return the panels of a thing that have something to say, in their order.

    The sections of a person stand among them, and then what refers to a thing and no query shows.
    """
    found = [panel for panel in _panels(graph, iri) if panel.table]
    before = [panel for panel in found if panel.place < SECTIONS]
    declared = _sections(graph, iri) if graph.kind(iri) == "person" else ()
    referrers, is_cut = referring(graph, iri)
    references = (
        EntrySection(
            each.by.name,
            each.by.title,
            each.entries,
            works=works.works_on_page(graph, each.works) if each.works else None,
            iri=iri,
            is_cut=is_cut,
        )
        for each in referrers
    )
    return [*before, *declared, *references, *found[len(before) :]]


def _sections(graph: Graph, person: str) -> Iterator[EntrySection]:
    """Yield the sections that no query of their name shows in another way."""
    shown = {query.name for query in graph.panels["person"]}
    declared = graph.declaration.person.fields
    keys = [key for key in graph.declaration.sections if key not in shown and "page" in declared[key].show]
    questions = {each.name: each for each in _questions(graph, person)}
    for key, things in entries.sections(graph, person, keys).items():
        if things:
            yield EntrySection(key, label(declared[key]), tuple(entries.merged(things)), questions.get(key))


def panel(graph: Graph, iri: str, name: str) -> QueryPanel:
    """Return one panel of a thing, also if it has nothing to say.

    Raises:
        NotFound: If things of this kind have no such panel.
    """
    found = {each.name: each for each in (*_questions(graph, iri), *_panels(graph, iri))}
    if name in found:
        return found[name]
    names = ", ".join(found)
    raise NotFound(f"{graph.label(iri)} has no panel '{name}'", hint=f"choose one of {names}" if names else "")


def _panels(graph: Graph, iri: str) -> Iterator[QueryPanel]:
    # Beside each person with a profile there are dozens without one, of whom the graph knows little but works.
    is_other = graph.kind(iri) == "person" and bool(graph.owners) and not graph.is_subject(iri)
    for query in graph.panels.get(graph.kind(iri), ()):
        if not is_other or query.name in _OF_OTHERS:
            yield _panel(graph, iri, query.name)


def _questions(graph: Graph, iri: str) -> Iterator[QueryPanel]:
    """Yield the queries that answer with what a section shows."""
    for key in graph.declaration.sections if graph.kind(iri) == "person" else ():
        query = graph.queries.get(key)
        if query and query.header.parameter_for("person"):
            yield _panel(graph, iri, key)


@lru_cache(maxsize=32)
def _panel(graph: Graph, iri: str, name: str) -> QueryPanel:
    """Return a panel; the last ones are cached with their answers, since their pages and files are fetched next."""
    return QueryPanel(graph, iri, graph.queries[name])
