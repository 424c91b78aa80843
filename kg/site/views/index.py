"""The lists of all things of a kind: A to Z, narrowed by facets.

A server combines letters and facets at will. Of files there must be few: they are narrowed by one value that several
things have, so that their number grows as that of the things does.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from string import ascii_uppercase

from kg.base.errors import NotFound
from kg.site.addresses import page_number
from kg.site.evidence import EvidenceMarks
from kg.site.members import by_role, members
from kg.site.page import PageRequest, SitePage, root
from kg.site.templating import html
from kg.site.views.quality import unreviewed
from kg.site.works import works_on_page
from kg.store.graph import Graph
from kg.store.search.facts import searched
from kg.store.search.index import FacetCount
from kg.store.search.words import letter, sort_key

_PAGE = 100
_LETTERS = ("#", *ascii_uppercase)
_FEWEST = 5
_NAMEABLE = re.compile(r"[\w .,()&+'-]+")
_LONGEST_NAME = 200


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

    @property
    def is_combined(self) -> bool:
        """Whether more than one value narrows a list."""
        return not self.graph.hosting.is_static

    def address(self, **values: str | int | None) -> str:
        """Return the address of the list with some values changed, or taken away where they are None."""
        given = {**self.facets, "letter": self.letter}
        kept = given if self.is_combined or values.keys() == {"page"} else {}
        return self.root + self.graph.hosting.address(f"{self.kind}/", **{**kept, **values})

    def letters(self) -> Iterator[tuple[str, int, str]]:
        """Yield each letter with how many things stand under it and the address of their list.

        Files have no lists of letters: their addresses lead to where the letter begins in the list of all.
        """
        counts = self.graph.index.letters(self.kind, self.facets if self.is_combined else {})
        before = 0
        for each in _LETTERS:
            number = counts.get(each, 0)
            page = self.graph.hosting.address(f"{self.kind}/", page=before // _PAGE + 1 if before >= _PAGE else None)
            place = f"{self.root}{page}#{letter_id(each)}"
            yield each, number, self.address(letter=each) if self.is_combined else place
            before += number

    def choices(self) -> dict[str, list[FacetLink]]:
        """Return the values by which the list can be narrowed, by facet."""
        chosen, letter = (self.facets, self.letter) if self.is_combined else ({}, None)
        counted = self.graph.index.facets(self.kind, chosen, letter=letter)
        found = {facet: [self._choice(facet, count) for count in counts] for facet, counts in counted.items()}
        shown = {facet: [each for each in choices if self._has_list(each)] for facet, choices in found.items()}
        return {facet: choices for facet, choices in shown.items() if choices}

    def _choice(self, facet: str, count: FacetCount) -> FacetLink:
        chosen = self.facets.get(facet) == count.value
        address = self.address(**{facet: None if chosen else count.value})
        return FacetLink(facet, count.value, count.label, count.number, address, chosen)

    def _has_list(self, choice: FacetLink) -> bool:
        """Say whether there is a list for a value: as a file, if several things have it and it can be a name."""
        if self.is_combined or choice.chosen:
            return True
        can_be_name = _NAMEABLE.fullmatch(choice.value) and len(choice.value.encode()) <= _LONGEST_NAME
        return choice.number >= _FEWEST and bool(can_be_name)


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
    is_newest_first = kind == "work" and narrowed.letter is None
    found = graph.index.listing(
        kind,
        wanted,
        letter=narrowed.letter,
        is_newest_first=is_newest_first,
        limit=_PAGE,
        offset=(page - 1) * _PAGE,
    )
    if not graph.index.count(kind) or (page > 1 and not found.hits):
        raise NotFound(f"the list of things of the kind {kind} has no page {page}", hint="begin at the first page")
    facets = narrowed.choices()
    doubtful = frozenset(iri for iri in unreviewed(graph) if graph.kind(iri) == kind)
    # Things follow each other in the alphabet, below their letters; works by their years.
    by_letter = groupby(() if is_newest_first else found.hits, lambda hit: letter(sort_key(kind, hit.name)))
    works = works_on_page(graph, (hit.iri for hit in found.hits)) if is_newest_first else None
    is_whole = kind == "person" and page == 1 and not (wanted or narrowed.letter)
    return html(
        graph, request, "index.html", doubtful=doubtful, letter_id=letter_id,
        kind=kind, title=graph.titles[kind], total=found.total, page=page, pages=-(-found.total // _PAGE),
        letters=narrowed.letters(), initial=narrowed.letter, all_letters=narrowed.address(letter=None),
        facets=facets, chosen=[choice for choices in facets.values() for choice in choices if choice.chosen],
        is_combined=narrowed.is_combined, sections=[(first, list(hits)) for first, hits in by_letter],
        works=works, marks=EvidenceMarks(graph, (work.iri for work in works.works) if works else ()),
        roles=tuple(by_role(graph, members(graph))) if is_whole else (),
        before=narrowed.address(page=page - 1 if page > 2 else None), after=narrowed.address(page=page + 1),
    )  # fmt: skip
