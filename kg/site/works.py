"""Works as lists show them: authors in order, where they appeared, how far they have come, where they are read."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from pyoxigraph import NamedNode

from kg.site.addresses import Address, pages, places, shortened
from kg.site.soundness import unsound
from kg.site.words import N_
from kg.store.columns import value
from kg.store.graph import Graph
from kg.store.thing import Facts, first_text
from kg.terms import statuses
from kg.terms.formats import Term
from kg.terms.vocabulary import vocabulary

UNDATED = N_("Undated")
"""The heading of works of which nobody says when they appeared, nor that they are still to appear."""
_AWAITED = dict(statuses.headings())
"""The headings of works without a year, by the status that says why they have none, in their order."""

Facet = tuple[str, "LinkedName"]
"""What works can be found by: the name of a facet and a value."""


@dataclass(frozen=True)
class LinkedName:
    """A name that leads to the page of a thing, or to a place on the web; or the name alone, in some language."""

    name: str
    iri: str = ""
    href: str = ""
    language: str = ""


@dataclass(frozen=True)
class WorkAuthor:
    """An author as the work has the name; the place in the list of authors is a node of which things are said."""

    name: str
    iri: str
    is_equal: bool
    node: str = ""
    said: Facts = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class ListedWork:
    """A work as lists show it."""

    iri: str
    title: str
    authors: tuple[WorkAuthor, ...]  # in order
    has_more: bool  # whether its source names only some of the authors
    venue: LinkedName | None  # the conference of that year, or the journal, as the work calls it
    series: LinkedName | None  # the venue over the years
    year: int | None
    status: str  # the local name of its status, or empty
    note: str  # the status in the author's words
    awards: tuple[str, ...]  # what it won
    addresses: tuple[Address, ...]  # where it is read, and further pages
    code: tuple[Address, ...]  # where the source code of what it describes is
    systems: tuple[LinkedName, ...]  # what it describes
    is_selected: bool  # whether its people show it before others
    topics: tuple[LinkedName, ...]  # what it is about, of that what is sound

    @property
    def state(self) -> str:
        """Its status in words, where it says more than that the work is published."""
        return "" if self.status == "published" else self.note or vocabulary().words.get(self.status, self.status)

    @property
    def links(self) -> tuple[Address, ...]:
        """Where it is read, in few words: beside a DOI no address that has no name."""
        named = tuple(each for each in self.addresses if each.label != shortened(each.href))
        return named if any(each.label == "DOI" for each in named) else self.addresses

    @property
    def place(self) -> str:
        """Where it appeared, in few words: the venue over the years, else as the work calls it."""
        found = self.series or self.venue
        return found.name if found else ""

    def shown(self, most: int | None, about: str) -> tuple[WorkAuthor, ...]:
        """Return the authors that a list names: at most so many, and in any case the one whom it is about."""
        if most is None or len(self.authors) <= most:
            return self.authors
        first = self.authors[: most // 2]
        return first + tuple(author for author in self.authors[most // 2 :] if about and author.iri == about)

    @property
    def heading(self) -> str:
        """Its heading in lists by year: the year; without one, how far it has come, or `Undated`."""
        return str(self.year) if self.year else _AWAITED.get(self.status, UNDATED)

    @property
    def rank(self) -> tuple[int, int]:
        """Where its heading stands among the others."""
        if self.year:
            return 1, -self.year
        return (0, list(_AWAITED.values()).index(self.heading)) if self.status in _AWAITED else (2, 0)

    @cached_property
    def facets(self) -> tuple[Facet, ...]:
        """By what it can be found."""
        status = vocabulary().words.get(self.status, self.status)
        return (
            *((("year", LinkedName(str(self.year))),) if self.year else ()),
            *((("venue", self.series),) if self.series else ()),
            *((("status", LinkedName(status)),) if status else ()),
            *(("topic", topic) for topic in self.topics),
            *(("system", system) for system in self.systems),
        )


@dataclass(frozen=True)
class FacetChoice:
    """A value of a facet, with how many works have it and the key by which works are marked."""

    value: LinkedName
    count: int
    key: str


@dataclass(frozen=True)
class Works:
    """A list of works."""

    works: tuple[ListedWork, ...]

    @property
    def has_equals(self) -> bool:
        """Whether some authors are marked as equal contributors."""
        return any(author.is_equal for work in self.works for author in work.authors)

    @cached_property
    def ordered(self) -> tuple[ListedWork, ...]:
        """The works: first what is still to appear, then the newest, what has no date last; else as they are given."""
        return tuple(sorted(self.works, key=lambda work: work.rank))

    @property
    def facets(self) -> list[tuple[str, list[FacetChoice]]]:
        """The facets in which works differ, with their values, the most frequent first."""
        counts = Counter(pair for work in self.works for pair in dict.fromkeys(work.facets))
        found = []
        for facet in ("year", "venue", "status", "topic", "system"):
            choices = [
                FacetChoice(name, count, key((facet, name))) for (of, name), count in counts.items() if of == facet
            ]
            choices.sort(key=lambda each: (-int(each.value.name) if facet == "year" else -each.count, each.value.name))
            if len(choices) > 1:
                found.append((facet, choices))
        return found


def key(facet: Facet) -> str:
    """Return the mark of a value of a facet, one word.

    >>> key(("status", LinkedName("under review"))), key(("venue", LinkedName("OSDI", "https://kg.example.org/venue/osdi")))
    ('status:under-review', 'venue:osdi')
    """
    kind, name = facet
    return f"{kind}:{name.iri.rpartition('/')[2] or name.name.replace(' ', '-')}"


def works_on_page(graph: Graph, iris: Iterable[str]) -> Works:
    """Return the works that some IRIs stand for, each once."""
    return Works(tuple(_work(graph, iri) for iri in dict.fromkeys(iris)))


@lru_cache(maxsize=512)
def _work(graph: Graph, iri: str) -> ListedWork:
    """Return a work; cached, since the pages of its authors, venue and topics show the same."""
    facts = graph.facts(iri)
    systems = _names(graph, facts.get("kg:describes", ()))
    event, series = _venue(graph, facts)
    year = first_text(facts, "kg:year")
    subjects = facts.get("schema:subjectOf", ())
    known = (value(term) for key in ("schema:sameAs", "schema:url") for term in facts.get(key, ()))
    return ListedWork(
        iri=iri,
        title=first_text(facts, "schema:name") or graph.label(iri),
        authors=_authors(graph, facts),
        has_more=first_text(facts, "kg:moreAuthors") == "true",
        venue=event,
        series=series,
        year=int(year) if year.isdecimal() else None,
        status=first_text(facts, "schema:creativeWorkStatus").rpartition("#")[2],
        note=first_text(facts, "kg:statusNote"),
        awards=tuple(value(term) for term in facts.get("schema:award", ())),
        addresses=tuple({each.href: each for each in (*pages(graph, subjects), *places(known))}.values()),
        code=places(value(each) for system in systems for each in graph.values(system.iri, "schema:codeRepository")),
        systems=systems,
        is_selected=first_text(facts, "kg:selected") == "true",
        topics=tuple(each for each in _names(graph, facts.get("schema:about", ())) if each.iri not in unsound(graph)),
    )


def _authors(graph: Graph, facts: Facts) -> tuple[WorkAuthor, ...]:
    """Return the authors in order; where several people may stand in one place, as one of them is written."""
    placed: dict[int, WorkAuthor] = {}
    for node in facts.get("kg:authorship", ()):
        said = graph.facts(value(node))
        position = first_text(said, "schema:position")
        author = WorkAuthor(
            first_text(said, "kg:nameAsWritten"),
            first_text(said, "kg:author"),
            first_text(said, "kg:equalContribution") == "true",
            value(node),
            said,
        )
        if position.isdecimal():
            placed.setdefault(int(position), author)
    ordered = tuple(author for _, author in sorted(placed.items(), key=lambda each: each[0]))
    # Graphs of other makes name authors without an order.
    return ordered or tuple(
        WorkAuthor(graph.label(term.value), term.value, is_equal=False)
        if isinstance(term, NamedNode)
        else WorkAuthor(value(term) or graph.label(str(term)), "", is_equal=False)
        for term in facts.get("schema:author", ())
    )


def _venue(graph: Graph, facts: Facts) -> tuple[LinkedName | None, LinkedName | None]:
    """Return where a work appeared: the edition or the journal as it is called there, and the venue over the years."""
    written = first_text(facts, "kg:venueAsWritten")
    for event in facts.get("kg:presentedAt", ()):
        series = next(iter(graph.values(value(event), "schema:superEvent")), event)
        year = graph.text(value(event), "kg:year")
        name = f"{written} {year}".strip() if written else graph.label(value(event))
        return LinkedName(name, value(event)), LinkedName(graph.short(value(series)), value(series))
    for journal in map(value, facts.get("schema:isPartOf", ())):
        return LinkedName(written or graph.label(journal), journal), LinkedName(graph.short(journal), journal)
    return (LinkedName(written), None) if written else (None, None)


def _names(graph: Graph, terms: Sequence[Term]) -> tuple[LinkedName, ...]:
    named_ones = (LinkedName(graph.label(term.value), term.value) for term in terms if isinstance(term, NamedNode))
    return tuple(sorted(named_ones, key=lambda each: (each.name.casefold(), each.iri)))
