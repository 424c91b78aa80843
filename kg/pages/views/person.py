"""What the page of a person shows beside panels: names, links, numbers, facts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.formats import Literal, NamedNode, Term
from kg.pages.addresses import Address, named, places
from kg.pages.graph import Graph
from kg.pages.panels import Panel
from kg.pages.works import Name

_COUNTED = (("works", "publications"), ("co-authors", "coauthors"), ("venues", "venues"), ("systems", "systems"))
_FACTS = (
    ("Interests", "schema:knowsAbout"),
    ("Degrees from", "schema:alumniOf"),
    ("Advised by", "kg:advisor"),
    ("Skills", "schema:skills"),
    ("Member of", "schema:memberOf"),
    ("E-mail", "schema:email"),
    ("Telephone", "schema:telephone"),
    ("Address", "schema:address"),
)


@dataclass(frozen=True)
class Number:
    """A number with what it counts, and the panel that lists it."""

    label: str
    value: str
    anchor: str = ""


@dataclass(frozen=True)
class Fact:
    """What is said in a line: things that have pages, or texts."""

    label: str
    values: tuple[Name, ...]


@dataclass(frozen=True)
class Person:
    """A person as the head of the page shows one.

    Attributes:
        names: Other written forms of the name.
        pronouns: As stated.
        job_title: What the person is now.
        affiliations: Where.
        addresses: Pages elsewhere on the web.
        description: A biography in a few sentences, in the language `language`.
        language: A language tag, or empty.
        numbers: How much the graph holds.
        facts: What is said in a line each.
    """

    names: tuple[str, ...]
    pronouns: str
    job_title: str
    affiliations: tuple[Name, ...]
    addresses: tuple[Address, ...]
    description: str
    language: str
    numbers: tuple[Number, ...]
    facts: tuple[Fact, ...]


def content(graph: Graph, iri: str, panels: Sequence[Panel]) -> Mapping[str, object]:
    """Return what `person.html` is given."""
    facts = graph.facts(iri)
    described = next((term for term in facts.get("schema:description", ()) if isinstance(term, Literal)), None)
    said = ((label, _names(graph, facts.get(key, ()))) for label, key in _FACTS)
    person = Person(
        names=tuple(value(term) for term in facts.get("schema:alternateName", ())),
        pronouns=graph.text(iri, "kg:pronouns"),
        job_title=graph.text(iri, "schema:jobTitle"),
        affiliations=_names(graph, facts.get("schema:affiliation", ())),
        addresses=_addresses(facts),
        description=value(described),
        language=(described.language or "") if described else "",
        numbers=tuple(_numbers(panels)),
        facts=tuple(Fact(label, values) for label, values in said if values),
    )
    return {"person": person}


def _addresses(facts: Mapping[str, tuple[Term, ...]]) -> tuple[Address, ...]:
    """Return the homepage and then other pages, each once."""
    own = [value(term) for term in facts.get("schema:url", ())]
    home = [named(address, "Homepage") for address in own[:1]]
    rest = places(value(term) for term in (*facts.get("schema:url", ())[1:], *facts.get("schema:sameAs", ())))
    found = [address for address in (*home, *rest) if address]
    return tuple({address.href: address for address in found}.values())


def _names(graph: Graph, terms: Iterable[Term]) -> tuple[Name, ...]:
    found = (
        Name(graph.label(each.value), each.value) if isinstance(each, NamedNode) else Name(value(each))
        for each in terms
    )
    return tuple(sorted(found, key=lambda each: each.name.casefold()))


def _numbers(panels: Sequence[Panel]) -> Iterable[Number]:
    tables = {panel.name: panel.table for panel in panels}
    for label, name in _COUNTED:
        if name in tables:
            count = len(tables[name].rows)
            yield Number(label if count > 1 else label[:-1], f"{count:,}", name)
    years = (
        [int(value(row["year"])) for row in tables["works-per-year"].records()] if "works-per-year" in tables else []
    )
    if years:
        yield Number("active", f"{min(years)}–{max(years)}" if len(set(years)) > 1 else str(years[0]), "works-per-year")
