"""What stands below the title of a document about a person, and where documents come from."""

from kg.pages import heading
from kg.pages.addresses import Address, shortened
from kg.pages.graph import Graph
from kg.pages.grids import date_words
from kg.rendering.declared import said
from kg.rendering.lines import joined, kept, labelled, links, plain
from kg.rendering.model import Line
from kg.rendering.nodes import Node

_TOLD = ("name", "job_title", "summary", "interests", "skills")
_CONTACTS = ("schema:email", "schema:telephone", "schema:address")


def places(person: Node) -> str:
    """Return where a person is now: studies under way, then positions."""
    studies = (each.organization for each in person.nodes("schema:hasCredential") if each.is_current)
    return "; ".join(dict.fromkeys((*studies, *person.names("schema:affiliation"))))


def lines(person: Node) -> tuple[Line, ...]:
    """Return position, other names, contacts and links; contacts are in a release only if they are public."""
    contacts = joined((plain(text) for key in _CONTACTS for text in person.texts(key)), " · ")
    now = joined(map(plain, (person.text("schema:jobTitle"), places(person))))
    names = joined(map(plain, person.texts("schema:alternateName")), "; ")
    return kept(
        joined((now, plain(person.text("kg:pronouns"))), " · "),
        labelled("Also written", names),
        *said(person, "Person", (*_TOLD, *person.graph.declaration.sections)),
        contacts,
        links(_printed(address) for address in heading.addresses(person.said)),
    )


def _printed(address: Address) -> Address:
    """Return a place by its address, which is of use on paper too."""
    return Address(shortened(address.href), address.href)


def note(graph: Graph) -> str:
    """Return where a document comes from, and of which day it is: that of the release, never today."""
    return f"From {graph.title}, {date_words(graph.date)}."
