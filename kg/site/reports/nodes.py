"""Things of the graph as documents need them: texts, names, times."""

from collections.abc import Iterable
from dataclasses import dataclass

from pyoxigraph import DefaultGraph, NamedNode

from kg.site.addresses import Address, pages, places
from kg.site.fields import LAST, entry_places, in_order, list_places
from kg.site.grids import period, words
from kg.site.works import Facts
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms import dates
from kg.terms.dates import PRESENT
from kg.terms.formats import iri_of
from kg.terms.vocabulary import PREFIXES

_NO_END = "9999"


@dataclass(frozen=True)
class GraphNode:
    """A thing of the graph, with the values of its properties by their CURIEs."""

    graph: Graph
    iri: str
    said: Facts

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the values of a property, each once: texts or IRIs, in the order in which they are listed."""
        return tuple(dict.fromkeys(value(term) for term in in_order(self.graph, self.said, key)))

    def text(self, key: str) -> str:
        """Return the first value of a property, or an empty string."""
        return next(iter(self.texts(key)), "")

    def nodes(self, key: str) -> tuple["GraphNode", ...]:
        """Return the things that a property leads to: the entries of a person as the profile lists them."""
        iris = [term.value for term in self.said.get(key, ()) if isinstance(term, NamedNode)]
        if self.graph.kind(self.iri) == "person" and "#" not in self.iri:
            places = entry_places(self.graph, self.iri)
            iris.sort(key=lambda iri: places.get(iri, LAST))
        return tuple(node(self.graph, iri) for iri in iris)

    def names(self, key: str) -> tuple[str, ...]:
        """Return the labels of the things that a property leads to, as they are listed, else sorted."""
        found = sorted(((self.graph.label(iri), iri) for iri in self.texts(key)), key=lambda each: each[0].casefold())
        listed = list_places(self.graph, self.said)
        return tuple(name for name, _ in sorted(found, key=lambda each: listed.get(each[1], LAST)))

    @property
    def name(self) -> str:
        """Its label."""
        return self.graph.label(self.iri)

    @property
    def organization(self) -> str:
        """The organisation of a position, a degree or a membership, by the name that it had then."""
        names = (*self.names("org:organization"), *self.names("schema:recognizedBy"))
        return self.text("kg:nameAsWritten") or ", ".join(names)

    @property
    def is_current(self) -> bool:
        """Whether it is stated to go on."""
        return self.text("kg:current") == "true"

    @property
    def start(self) -> str:
        """When it began, as stated, or empty."""
        return self.text("schema:startDate")

    @property
    def end(self) -> str:
        """When it ended, as stated, `present`, or empty."""
        return PRESENT if self.is_current else self.text("schema:endDate")

    @property
    def when(self) -> str:
        """Its period, its date or its year, in words."""
        found = period(self.start, self.end) or next(map(words, self.said.get("dcterms:date", ())), "")
        return found or self.text("kg:year")

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year in which it was; what goes on has no end. None if neither is known."""
        first = self.text("kg:startYear") or self.text("kg:year")
        last = _NO_END if self.is_current else self.text("kg:endYear") or self.text("kg:year") or first
        found = [int(year) for year in (first or last, last) if year.isdecimal()]
        return (found[0], found[1]) if len(found) == 2 and last else None

    def is_since(self, year: int | None) -> bool:
        """Tell whether it reaches into a year or later ones; without a time it does."""
        return year is None or self.years is None or self.years[1] >= year

    def is_in(self, year: int) -> bool:
        """Tell whether it is known to be of a year."""
        return self.years is not None and self.years[0] <= year <= self.years[1]

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where it is on the web, and the pages about it that have names."""
        own = (*self.texts("schema:sameAs"), *self.texts("schema:url"), *self.texts("schema:codeRepository"))
        found = (*places(own), *pages(self.graph, self.said.get("schema:subjectOf", ())))
        return tuple({address.href: address for address in found}.values())


def node(graph: Graph, iri: str) -> GraphNode:
    """Return a thing with its facts."""
    return GraphNode(graph, iri, graph.facts(iri))


def subjects(graph: Graph, predicate: str, iri: str) -> tuple[GraphNode, ...]:
    """Return the things that have a thing as the value of a property, given as a CURIE; sorted by IRI."""
    prefix, _, local = predicate.partition(":")
    quads = graph.store.quads(None, NamedNode(PREFIXES[prefix] + local), NamedNode(iri), DefaultGraph())
    found = {iri_of(quad.subject) for quad in quads if isinstance(quad.subject, NamedNode)}
    return tuple(node(graph, each) for each in sorted(found))


def newest(nodes: Iterable[GraphNode]) -> list[GraphNode]:
    """Sort things by time: those that go on first, those without a time last; else in the order given."""

    def time(each: GraphNode) -> tuple[str, str]:
        last = _NO_END if each.is_current else each.text("schema:endDate")
        start = each.start or each.text("dcterms:date") or each.text("kg:term") or each.text("kg:year")
        return _sortable(last or start), _sortable(start)

    return sorted(nodes, key=time, reverse=True)


def _sortable(date: str) -> str:
    """Return a date so that texts sort as the dates do: a season counts as its last month."""
    if not dates.is_date(date):
        return date
    return f"{dates.year_of(date):04d}-{dates.month_of(date, last=True):02d}{date[7:]}"
