"""Panels: what named queries say of a thing, each a part of its page and a page of its own.

A query whose header has the key `panel` is one; nothing else is needed to add a panel. The sections of a person are
panels too, as they are declared, unless a query of the same name is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlencode

from markupsafe import Markup

from kg.columns import value
from kg.errors import NotFound
from kg.formats import NamedNode
from kg.pages import entries, fields, grids, works
from kg.pages.entries import Told
from kg.pages.graph import Graph, Table
from kg.pages.grids import Grid
from kg.pages.order import LAST, entry_places
from kg.pages.page import root
from kg.pages.pictures import MOST_SPANS, Drawing, picture
from kg.pages.references import referring
from kg.pages.works import Works
from kg.queries import Query

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
        held = works.works(graph, each.works) if each.works else None
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
