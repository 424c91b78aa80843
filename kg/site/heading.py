"""The head of the page of a thing: names, places on the web, a description, numbers, facts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from kg.site.addresses import Address, named, places
from kg.site.grids import tag, words
from kg.site.panels import Panel, QueryPanel
from kg.site.works import LinkedName
from kg.store.columns import is_number, value
from kg.store.graph import Graph
from kg.store.thing import Facts
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
        if tag(term) or value(term) not in found:
            found[value(term)] = LinkedName(value(term), language=tag(term))
    return tuple(each for each in found.values() if each.name != name)


def language_of(said: Facts, name: str) -> str:
    """Return the language of what a thing is called, or nothing: the tag of the label that is the name."""
    return next((tag(term) for term in said.get(_LABEL, ()) if tag(term) and value(term) == name), "")


def named_things(graph: Graph, terms: Iterable[Term]) -> tuple[LinkedName, ...]:
    """Return things by their names, concepts and literals in words, sorted."""
    found = set()
    for term in terms:
        if isinstance(term, NamedNode):
            is_concept = term.value.removeprefix(KG) in vocabulary().words
            found.add(LinkedName(graph.label(term.value), "" if is_concept else term.value))
        elif isinstance(term, Literal):
            found.add(LinkedName(words(term)))
    return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.iri)))


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
    return value(found), tag(found)


def numbers(panels: Sequence[Panel]) -> Iterator[Number]:
    """Yield how much panels list, as their questions say what is counted, each with a link to the panel.

    Then comes the time from the first to the last year of the works.
    """
    asked = [panel for panel in panels if isinstance(panel, QueryPanel)]
    for panel in asked:
        for column, (one, many) in panel.count.items():
            held = [row[column] for row in panel.table.records() if column in row]
            number = len(panel.ties.all) if panel.view == "network" else len(set(map(value, held)))
            if held and all(map(is_number, held)) and panel.view != "network":  # what is counted already
                number = sum(int(value(term)) for term in held)
            yield Number(many if number > 1 else one, f"{number:,}", panel.name)
    listed = next((panel.works.works for panel in asked if panel.view == "works"), ())
    if years := sorted({work.year for work in listed if work.year}):
        yield Number("", "–".join(map(str, dict.fromkeys((years[0], years[-1])))))
