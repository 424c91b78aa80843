"""Entries of a CV: heads, careers, and kinds as declared."""

from collections.abc import Collection, Iterable, Mapping

from kg.site import fields, heading
from kg.site.addresses import Address, shortened
from kg.site.fields import FieldLine, ThingFields
from kg.site.grids import date_words
from kg.site.reports.model import Entry, Line, joined, kept, labelled, link, links, listed, plain, strong
from kg.site.reports.nodes import Node, newest, subjects
from kg.site.works import LinkedName
from kg.store.graph import Graph
from kg.terms.kinds import Field
from kg.terms.vocabulary import KG, vocabulary

# Entries of kinds as they are declared: those for which nobody wrote a form, and what forms leave out.

PLACE = "cv"
"""Where the fields of documents are declared to be shown."""

_PERIOD = ("start", "end", "current")
TOLD: Mapping[str, Collection[str]] = {
    "Position": (
        *(*_PERIOD, "organization", "unit", "role", "location", "advisors", "summary", "highlights", "name_as_written"),
    ),
    "Degree": (
        *(*_PERIOD, "degree", "field", "minor", "institution", "unit", "expected", "location", "advisors", "thesis"),
        *("distinction", "grade", "summary", "name_as_written"),
    ),
    "Membership": (*_PERIOD, "organization", "role"),
    "Award": (*_PERIOD, "name", "year", "giver", "venue", "for_work", "summary"),
    "Talk": ("title", "venue", "year", "date", "location", "system", "partners", "url", "links"),
    "Teaching": ("course", "code", "institution", "term", "role", "instructors", "summary"),
    "Service": ("role", "venue", "organization", "year", "summary"),
    "System": (
        *(*_PERIOD, "name", "variants", "summary", "role", "status", "date", "partners", "people", "homepage", "code"),
        *("papers", "links"),
    ),
}
"""What the forms of `career` and `activities` tell of the entries of a kind."""


def entries(nodes: Iterable[Node], field: Field, person: str = "") -> tuple[Entry, ...]:
    """Return the entries of a section of which the declaration alone tells: the newest first."""
    return tuple(_entry(_described(each, field.range, person)) for each in newest(nodes))


def more(node: Node, kind: str) -> Line:
    """Return what a form leaves out of what is declared to be shown, in one line with labels."""
    return _labelled(_described(node, kind).facts(TOLD[kind]))


def said(node: Node, kind: str, besides: Collection[str]) -> tuple[Line, ...]:
    """Return what is declared to be shown of a thing but for some fields, a line each."""
    return tuple(labelled(fact.label, _names(fact)) for fact in _described(node, kind).facts(besides))


def _described(node: Node, kind: str, person: str = "") -> ThingFields:
    graph = node.graph
    return ThingFields(graph, graph.declaration.kinds[kind], node.iri, node.said, PLACE, graph.facts, person)


def _entry(thing: ThingFields) -> Entry:
    told = thing.entry()
    head = joined(plain(each.name) if number else strong(each.name) for number, each in enumerate(told.head))
    details = kept(_labelled(told.facts), *(plain(each.name) for each in told.texts), links(told.addresses))
    return Entry(head, told.when, details, tuple(plain(each.name) for each in told.points))


def _labelled(facts: Iterable[FieldLine]) -> Line:
    return joined((labelled(fact.label, _names(fact)) for fact in facts), "; ")


def _names(fact: FieldLine) -> Line:
    return joined(map(_name, fact.values))


def _name(name: LinkedName) -> Line:
    return link(Address(name.name, name.href)) if name.href else plain(name.name)


def title(field: Field) -> str:
    """Return the heading of a section."""
    return fields.label(field)


# What stands below the title of a document about a person, and where documents come from.

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


# Where a person was: positions, degrees, memberships, and who was advised.


def positions(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return the positions of a person, the newest first."""
    found = newest(person.nodes("org:hasMembership"))
    return tuple(position(each) for each in found if each.is_since(since))


def position(node: Node) -> Entry:
    """Return a position: role, unit, organisation and place; who advised, what was done."""
    head = joined((strong(node.text("schema:roleName")), _place(node)))
    points = tuple(map(plain, node.texts("kg:highlight")))
    return Entry(
        head, node.when, kept(advisors(node), more(node, "Position"), plain(node.text("schema:description"))), points
    )


def degrees(person: Node) -> tuple[Entry, ...]:
    """Return the degrees of a person, the newest first."""
    return tuple(map(degree, newest(person.nodes("schema:hasCredential"))))


def degree(node: Node) -> Entry:
    """Return a degree: subject, institution and place; thesis, who advised, with what distinction."""
    subject = " with a minor in ".join(filter(None, (node.text("schema:about"), node.text("kg:minor"))))
    title = joined((strong(node.text("schema:credentialCategory")), plain(subject)), " in ")
    thesis = node.text("kg:thesisTitle")
    details = kept(
        labelled("Thesis", plain(thesis)),
        advisors(node),
        joined((plain(node.text("kg:distinction")), labelled("Grade", plain(node.text("kg:grade")))), "; "),
        more(node, "Degree"),
        plain(node.text("schema:description")),
    )
    return Entry(joined((title, _place(node))), _when(node), details)


def _when(node: Node) -> str:
    """Return the time of a degree: `2024 – 2028, expected`, and `expected 2028` where only its end is known."""
    if node.text("kg:expected") != "true":
        return node.when
    return f"{node.when}, expected" if node.start or not node.end else f"expected {node.when.removeprefix('until ')}"


def memberships(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return the societies that a person belongs to."""
    found = [each for each in newest(person.nodes("kg:membership")) if each.is_since(since)]
    return tuple(
        Entry(
            joined((strong(each.text("schema:roleName") or "Member"), plain(each.organization))),
            each.when,
            kept(more(each, "Membership")),
        )
        for each in found
    )


def students(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return those who say that a person advised them: who, during what, and where; not whom the person names too."""
    named = {whom for each in person.nodes("kg:supervised") for whom in each.texts("kg:supervisee")}
    found = [each for each in newest(subjects(person.graph, "kg:advisor", person.iri)) if each.is_since(since)]
    entries = []
    for each in found:
        holders = (*subjects(each.graph, "schema:hasCredential", each.iri), *_members(each))
        during = each.text("schema:credentialCategory") or each.text("schema:roleName")
        head = (plain(during), plain(each.text("schema:about")), plain(each.organization))
        entries += [
            Entry(joined((strong(holder.name), *head)), each.when) for holder in holders if holder.iri not in named
        ]
    return tuple(entries)


def advisors(node: Node) -> Line:
    """Return by whom a position or a degree was advised, in words, or nothing."""
    names = node.names("kg:advisor")
    return plain(f"Advised by {listed(names)}") if names else ()


def is_doctoral(node: Node) -> bool:
    """Say whether a degree is a doctorate."""
    return node.text("schema:educationalLevel") == f"{KG}doctoral"


def status(node: Node) -> str:
    """Return how something stands, in words, or nothing."""
    local = node.text("schema:creativeWorkStatus").removeprefix(KG)
    return vocabulary().words.get(local, local)


def _members(node: Node) -> tuple[Node, ...]:
    return subjects(node.graph, "org:hasMembership", node.iri)


def _place(node: Node) -> Line:
    """Return where it was, from the unit to the town."""
    return joined(map(plain, (node.text("kg:unit"), node.organization, node.text("kg:location"))))
