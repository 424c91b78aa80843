"""The head of the page of a thing: names, places on the web, a description, numbers, facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pyoxigraph import Literal, NamedNode

from kg.site.addresses import Address, named, places
from kg.site.grids import words
from kg.site.panels import Panel, QueryPanel
from kg.site.works import LinkedName
from kg.store.columns import is_number, value
from kg.store.graph import Graph
from kg.store.thing import LAST, Facts
from kg.terms.formats import Term
from kg.terms.vocabulary import KG, RDFS, curie, vocabulary

_LABEL = curie(f"{RDFS}label")


@dataclass(frozen=True)
class Number:
    """A number with what it counts, and the panel that lists it."""

    label: str
    value: str
    anchor: str = ""


def other_names(said: Facts, properties: Iterable[str], name: str) -> tuple[LinkedName, ...]:
    """Return by what other names a thing goes, each once, with its language where one is stated."""
    found: dict[str, LinkedName] = {}
    for term in (term for key in properties for term in said.get(key, ())):
        language = (term.language or "") if isinstance(term, Literal) else ""
        if language or value(term) not in found:
            found[value(term)] = LinkedName(value(term), language=language)
    return tuple(each for each in found.values() if each.name != name)


def language_of(said: Facts, name: str) -> str:
    """Return the language of what a thing is called, or nothing: the tag of the label that is the name."""
    labels = (term for term in said.get(_LABEL, ()) if isinstance(term, Literal) and term.language)
    return next((term.language or "" for term in labels if term.value == name), "")


def named_things(
    graph: Graph, terms: Iterable[Term], listed: Mapping[str, int] = MappingProxyType({})
) -> tuple[LinkedName, ...]:
    """Return things by their names, concepts and literals in words: as they are listed, else sorted."""
    found: dict[LinkedName, int] = {}
    for term in terms:
        if isinstance(term, Literal):
            name = LinkedName(words(term))
        elif isinstance(term, NamedNode):
            concept = vocabulary().words.get(term.value.removeprefix(KG))
            name = LinkedName(concept) if concept else LinkedName(graph.label(term.value), term.value)
        else:
            continue
        found[name] = listed.get(value(term), LAST)
    return tuple(sorted(found, key=lambda each: (found[each], each.name.casefold(), each.iri)))


def addresses(said: Facts, home: str) -> tuple[Address, ...]:
    """Return the homepage, by that label, and then other pages, each once."""
    own = [value(term) for term in said.get("schema:url", ())]
    first = [named(address, home) for address in own[:1]]
    rest = places((*own[1:], *(value(term) for term in said.get("schema:sameAs", ()))))
    found = [address for address in (*first, *rest) if address]
    return tuple({address.href: address for address in found}.values())


def description(said: Facts) -> tuple[str, str]:
    """Return the description of a thing and its language, both empty if there is none."""
    found = next((term for term in said.get("schema:description", ()) if isinstance(term, Literal)), None)
    return (value(found), (found.language or "") if found else "")


def numbers(panels: Sequence[Panel]) -> Iterator[Number]:
    """Yield how much panels list, as their questions say what is counted, each with a link to the panel.

    Then comes the time from the first to the last year of the works.
    """
    asked = [panel for panel in panels if isinstance(panel, QueryPanel)]
    for panel in asked:
        for column, (one, many) in panel.count.items():
            number = len(panel.ties.all) if panel.view == "network" else _counted(panel, column)
            yield Number(many if number > 1 else one, f"{number:,}", panel.name)
    listed = next((panel.works.works for panel in asked if panel.view == "works"), ())
    if years := sorted({work.year for work in listed if work.year}):
        yield Number("", "–".join(map(str, dict.fromkeys((years[0], years[-1])))))


def _counted(panel: QueryPanel, column: str) -> int:
    """Return how many things a column names, or the sum where it holds numbers."""
    held = [row[column] for row in panel.table.records() if column in row]
    is_sum = held and all(is_number(term) for term in held)
    return sum(int(value(term)) for term in held) if is_sum else len(set(map(value, held)))
