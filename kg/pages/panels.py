"""Panels: what named queries say of a thing, each a part of its page and a page of its own.

A query whose header has the key `panel` is one; nothing else is needed to add a panel.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlencode

from markupsafe import Markup

from kg.columns import value
from kg.errors import NotFound
from kg.formats import NamedNode
from kg.pages import grids, works
from kg.pages.graph import Graph, Table
from kg.pages.grids import Grid
from kg.pages.order import LAST, entry_places
from kg.pages.page import root
from kg.pages.pictures import MOST_SPANS, Drawing, picture
from kg.pages.works import Works
from kg.queries import Query

MOST = 12
"""How many rows a panel shows on the page of its thing; its own page shows all."""

MOST_WORKS = 200
"""How many works a list of works shows there."""

WIDTHS = {"bar": 440, "timeline": 900, "network": 900}
"""How wide the charts of a view are drawn on the page of a thing, in pixels."""


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
    def table(self) -> Table:
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
        return works.works(self.graph, ordered)

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
        """Return the answer in one of `kg.formats.RESULT_FORMATS`."""
        return self.graph.results(self.query.bind({self.parameter: NamedNode(self.iri)}), form)


def panels(graph: Graph, iri: str) -> list[Panel]:
    """Return the panels of a thing that have something to say, in their order."""
    return [panel for panel in _panels(graph, iri) if panel.table]


def panel(graph: Graph, iri: str, name: str) -> Panel:
    """Return one panel of a thing, also if it has nothing to say.

    Raises:
        NotFound: If things of this kind have no such panel.
    """
    for each in _panels(graph, iri):
        if each.name == name:
            return each
    names = ", ".join(each.name for each in _panels(graph, iri))
    raise NotFound(f"{graph.label(iri)} has no panel '{name}'", hint=f"choose one of {names}" if names else "")


def _panels(graph: Graph, iri: str) -> Iterator[Panel]:
    for query in graph.panels.get(graph.kind(iri), ()):
        yield _panel(graph, iri, query.name)


@lru_cache(maxsize=32)
def _panel(graph: Graph, iri: str, name: str) -> Panel:
    """Return a panel; those that were shown last are kept with their answers, since their pages and files follow."""
    return Panel(graph, iri, graph.queries[name])
