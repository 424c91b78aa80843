"""Panels: what a page says of a thing, each in one of a few forms, in the places that the declaration gives them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from urllib.parse import urlencode

from pyoxigraph import NamedNode

from kg.base.errors import NotFound
from kg.site import entries, grids, works
from kg.site.axis import Axis, axis
from kg.site.entries import EntrySection
from kg.site.grids import Cell, Grid, Heading
from kg.site.thing import label
from kg.site.ties import Ties, ties
from kg.site.works import Works
from kg.store.columns import value
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Query
from kg.store.thing import LAST, entry_places
from kg.terms.kinds import PagePart

MOST = 12
"""How many rows a panel shows before one unfolds the rest."""
MOST_WORKS = 400
"""How many works a list of works shows."""
MOST_ROWS = 200
"""How many rows a panel has on the page of its thing; the answer to its question has all."""


@dataclass(frozen=True)
class PanelRow:
    """A row of an answer as an item of a list: what it is, when or how many, and what else is said, with its names."""

    what: Cell
    when: str
    rest: tuple[tuple[Heading, Cell], ...]


@dataclass(frozen=True)
class QueryPanel:
    """A named query about one thing, as a part of its page."""

    graph: Graph
    iri: str
    query: Query

    @property
    def name(self) -> str:
        """The query's name, which is also the last part of the address of its answer."""
        return self.query.name

    @property
    def title(self) -> str:
        """Its heading."""
        return self.query.header.panel.title if self.query.header.panel else self.query.header.summary

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

    @property
    def rows(self) -> Iterator[PanelRow]:
        """Its rows as items of a list: the time apart, or the first number; numbers that are all one say nothing."""
        headings, rows = self.grid.headings, self.grid.rows
        numbers = [place for place, heading in enumerate(headings) if heading.is_number and place]
        constant = [place for place in numbers if len({row[place].text for row in rows}) == 1 < len(rows)]
        times = [place for place, heading in enumerate(headings) if heading.text in ("when", "term", "year")]
        varying = (place for place in numbers if place not in constant)
        apart = next(chain(times, varying), None)
        for row in rows[:MOST_ROWS]:
            rest = [
                (heading, cell)
                for place, (heading, cell) in enumerate(zip(headings, row, strict=True))
                if place not in (0, apart, *constant) and (cell.text or cell.addresses) and cell.text != "0"
            ]
            yield PanelRow(row[0], "" if apart is None else row[apart].text, tuple(rest))

    @cached_property
    def works(self) -> Works:
        """The works that the column `work` of the answer names; those of a person as the profile lists them."""
        found = dict.fromkeys(value(row["work"]) for row in self.table.records() if "work" in row)
        listed = entry_places(self.graph, self.iri) if self.graph.kind(self.iri) == "person" else {}
        ordered = sorted(list(found)[:MOST_WORKS], key=lambda iri: listed.get(iri, LAST))
        return works.works_on_page(self.graph, ordered)

    @cached_property
    def ties(self) -> Ties:
        """What its rows tie to the thing; of a person without a profile in words alone."""
        found = ties(self.table, self.graph.base, self.iri)
        is_small = self.graph.kind(self.iri) == "person" and not self.graph.is_subject(self.iri)
        return replace(found, nodes=(), lines=()) if is_small else found

    @property
    def marked(self) -> list[str]:
        """The IRIs of what has marks on the page of the thing: works, and entries, which state a row.

        Ties sum up what has marks. A row that leads to another thing is worked out; that thing's page has its marks.
        """
        subjects = [cell.subject for row in self.grid.rows[:MOST_ROWS] for cell in row if cell.subject]
        return subjects if self.view == "works" else [iri for iri in subjects if "#" in iri]

    @property
    def is_cut(self) -> bool:
        """Whether the page of the thing shows only a part of it."""
        return len(self.table.rows) > {"works": MOST_WORKS, "network": len(self.table.rows)}.get(self.view, MOST_ROWS)

    def results(self, form: str) -> bytes:
        """Return the answer in one of `kg.terms.formats.RESULT_FORMATS`."""
        return self.graph.results(self.query.bind({self.parameter: NamedNode(self.iri)}), form)


Panel = QueryPanel | EntrySection | Axis
"""A part of a page; its `view` says by which form it is shown."""


def panels(graph: Graph, iri: str) -> Mapping[str, list[Panel]]:
    """Return the panels of a thing that have something to say, by the areas of its page, in their order.

    What the declaration of its kind does not place stands in `main`: queries by their places, sections of a person,
    and what refers to the thing and no query shows.
    """
    kind = graph.declaration.listed[graph.kind(iri)]
    parts = [(area, part) for area, parts in kind.page.items() for part in parts]
    drawn = [key for _, part in parts for key in part.sections]
    found: dict[str, Panel] = {each.name: each for each in _panels(graph, iri) if each.table}
    if kind is graph.declaration.person:
        found |= {each.name: each for each in _sections(graph, iri, [part for _, part in parts if part.sections])}
    found |= {each.name: each for each in entries.referring(graph, iri)}
    placed: dict[str, list[Panel]] = defaultdict(list)
    for area, part in parts:
        if each := found.pop(part.name.lower(), None):
            placed[area].append(each)
    placed["main"] += [each for name, each in found.items() if name not in drawn]
    return placed


def _sections(graph: Graph, person: str, drawn: Sequence[PagePart]) -> Iterator[EntrySection | Axis]:
    """Yield the sections that no query of their name shows in another way: each by itself, or on an axis of time."""
    shown = {query.name for query in graph.panels["person"]}
    declared = graph.declaration.person.fields
    keys = [key for key in graph.declaration.sections if key not in shown and "page" in declared[key].show]
    found = dict(entries.sections(graph, person, keys))
    for part in drawn:
        of_part = [(key, label(declared[key]), found.pop(key)) for key in part.sections if key in found]
        if on_axis := axis(part.name, of_part):
            yield on_axis
    for key, things in found.items():
        if things:
            is_asked = key in graph.queries and graph.queries[key].header.parameter_for("person")
            question = _panel(graph, person, key).question if is_asked else ""
            yield EntrySection(key, label(declared[key]), tuple(entries.merged(things)), question)


def panel(graph: Graph, iri: str, name: str) -> QueryPanel:
    """Return a named query about a thing, also if it has nothing to say.

    Raises:
        NotFound: If there is none of this name for things of this kind.
    """
    query = graph.queries.get(name)
    if query and query.header.parameter_for(graph.kind(iri)):
        return _panel(graph, iri, name)
    names = ", ".join(each.name for each in _panels(graph, iri))
    raise NotFound(f"{graph.label(iri)} has no panel '{name}'", hint=f"choose one of {names}" if names else "")


def listed_works(graph: Graph, iri: str) -> Works | None:
    """Return the works that the page of a thing lists, if it does."""
    found = (each.works for each in _panels(graph, iri) if each.view == "works" and each.table)
    return next(found, None)


def _panels(graph: Graph, iri: str) -> Iterator[QueryPanel]:
    for query in graph.panels.get(graph.kind(iri), ()):
        yield _panel(graph, iri, query.name)


@lru_cache(maxsize=32)
def _panel(graph: Graph, iri: str, name: str) -> QueryPanel:
    """Return a panel; the last ones are cached with their answers, since their pages and files are fetched next."""
    return QueryPanel(graph, iri, graph.queries[name])
