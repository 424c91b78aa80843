"""What the page of a person shows beside panels: names, links, numbers, facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.columns import value
from kg.pages import heading
from kg.pages.addresses import Address
from kg.pages.graph import Graph
from kg.pages.heading import Count, Fact, Number
from kg.pages.panels import Panel
from kg.pages.works import Name

_COUNTED = (
    Count("works", "work", "publications"),
    Count("co-authors", "co-author", "coauthors"),
    Count("venues", "venue", "venues"),
    Count("systems", "system", "systems"),
)
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
    said = graph.facts(iri)
    text, language = heading.description(said)
    person = Person(
        names=tuple(value(term) for term in said.get("schema:alternateName", ())),
        pronouns=graph.text(iri, "kg:pronouns"),
        job_title=graph.text(iri, "schema:jobTitle"),
        affiliations=heading.named_things(graph, said.get("schema:affiliation", ())),
        addresses=heading.addresses(said, "Homepage"),
        description=text,
        language=language,
        numbers=(*heading.numbers(panels, _COUNTED), *heading.active_years(panels, "works-per-year")),
        facts=heading.facts(graph, said, _FACTS),
    )
    return {"person": person}
