"""The lists of all things of a kind: A to Z, works by year, narrowed by facets that combine.

A server reads facets and letters from the query string. Of files there must be few: the whole list in pages, and the
works of each year; `assets/listing.js` reads the query string and shows in the browser what a server would answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_uppercase
from urllib.parse import urlencode

from kg.base.errors import NotFound
from kg.site.addresses import page_number
from kg.site.evidence import EvidenceMarks
from kg.site.members import by_role
from kg.site.page import PageRequest, SitePage, root
from kg.site.soundness import offered, unreviewed, unsound
from kg.site.templating import html
from kg.site.works import works_on_page
from kg.store.graph import Graph
from kg.store.search.facts import searched
from kg.store.search.index import FacetCount
from kg.store.search.words import letter, sort_key

PAGE = 100
"""How many things a page lists."""
NEWEST_FIRST = frozenset(("work",))
"""The kinds whose lists are by year."""
YEAR = "year"
"""The facet whose values have lists as files."""
_LETTERS = ("#", *ascii_uppercase)
_FEWEST = 5  # works of a year for a file of its own


@dataclass(frozen=True)
class FacetLink:
    """A value of a facet, as a link that chooses it, or takes it back if it is chosen."""

    facet: str
    value: str
    label: str
    number: int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Narrowed:
    """The list of a kind, narrowed by values of facets and by a letter; `root` leads to the site's root."""

    graph: Graph
    kind: str
    root: str
    facets: Mapping[str, str]
    letter: str | None

    def address(self, **values: str | int | None) -> str:
        """Return the address of the list with some values changed, or taken away where they are None."""
        changed = {**self.facets, "letter": self.letter, **values}
        given = {name: str(value) for name, value in changed.items() if value not in (None, "")}
        if self.graph.hosting.is_static and not given.keys() <= {YEAR, "page"}:
            return f"{self.root}{self.kind}/?{urlencode(given)}"
        return self.root + self.graph.hosting.address(f"{self.kind}/", **given)

    def letters(self) -> Iterator[tuple[str, int, str]]:
        """Yield each letter with how many things stand under it and the address of their list.

        Files have no lists of letters: their addresses lead to where the letter begins in the list of all.
        """
        is_static = self.graph.hosting.is_static
        counts = offered(self.graph).letters(self.kind, {} if is_static else self.facets)
        before = 0
        for each in _LETTERS:
            number = counts.get(each, 0)
            page = self.graph.hosting.address(f"{self.kind}/", page=before // PAGE + 1 if before >= PAGE else None)
            place = f"{self.root}{page}#{letter_id(each)}"
            yield each, number, place if is_static else self.address(letter=each)
            before += number

    def choices(self) -> dict[str, list[FacetLink]]:
        """Return the values by which the list can be narrowed, by facet."""
        counted = offered(self.graph).facets(self.kind, self.facets, letter=self.letter)
        return {facet: [self._choice(facet, count) for count in counts] for facet, counts in counted.items()}

    def chosen(self, choices: Mapping[str, Sequence[FacetLink]]) -> Iterator[FacetLink]:
        """Yield the values by which the list is narrowed, also those that nothing has."""
        for facet, value in self.facets.items():
            having = (choice for choice in choices.get(facet, ()) if choice.chosen)
            yield next(having, None) or self._choice(facet, FacetCount(value, value, 0))

    def _choice(self, facet: str, count: FacetCount) -> FacetLink:
        chosen = self.facets.get(facet) == count.value
        address = self.address(**{facet: None if chosen else count.value})
        if self.graph.hosting.is_static and facet == YEAR and not chosen and count.number < _FEWEST:
            address = f"{self.root}{self.kind}/?{urlencode({**self.facets, facet: count.value})}"
        return FacetLink(facet, count.value, count.label, count.number, address, chosen)


def letter_id(letter: str) -> str:
    """Return the id of a letter's heading on the page of a list."""
    return f"letter-{letter if letter.isalpha() else 'none'}"


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return a page of the list of a kind."""
    kind = request.match["kind"]
    wanted = {
        facet: value
        for facet in searched(graph.declaration).facets.get(kind, ())
        if (value := request.parameters.get(facet))
    }
    narrowed = Narrowed(
        graph, kind, root(request.path), wanted, request.parameters.get("letter", "")[:1].upper() or None
    )
    page = page_number(request.parameters)
    is_newest_first = kind in NEWEST_FIRST and narrowed.letter is None
    index = offered(graph)
    found = index.listing(
        kind,
        wanted,
        letter=narrowed.letter,
        is_newest_first=is_newest_first,
        limit=PAGE,
        offset=(page - 1) * PAGE,
    )
    if not index.count(kind) or (page > 1 and not found.hits):
        raise NotFound(f"the list of things of the kind {kind} has no page {page}", hint="begin at the first page")
    facets = narrowed.choices()
    doubtful = frozenset(iri for iri in unreviewed(graph) - unsound(graph) if graph.kind(iri) == kind)
    # Things follow each other in the alphabet, below their letters; works by their years.
    by_letter = groupby(() if is_newest_first else found.hits, lambda hit: letter(sort_key(kind, hit.name)))
    works = works_on_page(graph, (hit.iri for hit in found.hits)) if is_newest_first else None
    is_whole = kind == "person" and page == 1 and not (wanted or narrowed.letter)
    return html(
        graph, request, "index.html", doubtful=doubtful, letter_id=letter_id,
        kind=kind, title=graph.titles[kind], total=found.total, kinds=index.kinds(),
        page=page, pages=-(-found.total // PAGE),
        letters=narrowed.letters(), initial=narrowed.letter, all_letters=narrowed.address(letter=None),
        facets=facets, chosen=list(narrowed.chosen(facets)),
        sections=[(first, list(hits)) for first, hits in by_letter],
        works=works, marks=EvidenceMarks(graph, (work.iri for work in works.works) if works else ()),
        roles=tuple(by_role(graph)) if is_whole else (),
        before=narrowed.address(page=page - 1 if page > 2 else None), after=narrowed.address(page=page + 1),
    )  # fmt: skip
