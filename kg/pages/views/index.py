"""The lists of all things of a kind: A to Z, narrowed by facets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from string import ascii_uppercase

from kg.errors import NotFound
from kg.pages.graph import TITLES, Graph
from kg.pages.page import Asked, Page
from kg.pages.query_string import changed, page_number
from kg.pages.templating import html
from kg.search import FACETS, Hit
from kg.search.index import FacetCount
from kg.search.words import letter, sort_key

_PAGE = 100
_LETTERS = ("#", *ascii_uppercase)


@dataclass(frozen=True)
class Choice:
    """A value of a facet, as a link that chooses it, or takes it back if it is chosen."""

    facet: str
    label: str
    number: int
    address: str
    chosen: bool


def view(graph: Graph, asked: Asked) -> Page:
    """Return a page of the list of a kind.

    Raises:
        NotFound: If there are no such things, or fewer pages.
    """
    kind = asked.match["kind"]
    wanted = {facet: value for facet in FACETS.get(kind, ()) if (value := asked.parameters.get(facet))}
    initial = asked.parameters.get("letter", "")[:1].upper() or None
    given = wanted | ({"letter": initial} if initial else {})
    page = page_number(asked.parameters)
    found = graph.index.listing(kind, wanted, letter=initial, limit=_PAGE, offset=(page - 1) * _PAGE)
    if not graph.index.count(kind) or (page > 1 and not found.hits):
        raise NotFound(f"the list of things of the kind {kind} has no page {page}", hint="begin at the first page")
    counts = graph.index.letters(kind, wanted)
    facets = graph.index.facets(kind, wanted, letter=initial)
    return html(
        graph, asked, "index.html",
        kind=kind, title=TITLES[kind], titles=TITLES, total=found.total, page=page, pages=-(-found.total // _PAGE),
        letters=[(each, counts.get(each, 0), changed(given, letter=each)) for each in _LETTERS],
        initial=initial, all_letters=changed(given, letter=None),
        facets={name: list(_choices(given, name, values)) for name, values in facets.items()},
        chosen=[choice for name in wanted for choice in _choices(given, name, facets.get(name, ())) if choice.chosen],
        sections=_sections(kind, found.hits),
        before=changed(given, page=page - 1 if page > 2 else None), after=changed(given, page=page + 1),
    )  # fmt: skip


def _choices(given: Mapping[str, str], facet: str, values: tuple[FacetCount, ...]) -> Iterator[Choice]:
    for value, label, number in values:
        chosen = given.get(facet) == value
        address = changed(given, **{facet: None if chosen else value})
        yield Choice(facet, label, number, address, chosen)


def _sections(kind: str, hits: tuple[Hit, ...]) -> list[tuple[str, list[Hit]]]:
    """Return things that follow each other in the alphabet by their letters."""
    return [(initial, list(each)) for initial, each in groupby(hits, lambda hit: letter(sort_key(kind, hit.name)))]
