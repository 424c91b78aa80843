"""Items of a CV about a career, the lines below its title, and items of kinds that have no form of their own."""

from collections.abc import Collection, Iterable, Mapping

from kg.site import heading
from kg.site.addresses import Address, shortened
from kg.site.fields import Described, Fact
from kg.site.grids import date_words
from kg.site.reports.model import DatedItem, Line, joined, labelled, link, links, listed, plain, strong, without_empty
from kg.site.reports.nodes import GraphNode, newest, subjects
from kg.store.graph import Graph
from kg.terms.kinds import Field
from kg.terms.vocabulary import KG, vocabulary

# Fields of a kind are declared to be shown in a CV. Those that the forms of this module and of `activities` show are
# listed here; what is declared beyond them is added by `more`.
_PERIOD = ("start", "end", "current")
SHOWN: Mapping[str, Collection[str]] = {
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


def declared_items(nodes: Iterable[GraphNode], field: Field, person: str = "") -> tuple[DatedItem, ...]:
    """Return the items of a section as their kind is declared, the newest first."""
    items = []
    for each in newest(nodes):
        entry = _described(each, field.range, person).entry()
        head = joined(plain(name.name) if index else strong(name.name) for index, name in enumerate(entry.head))
        texts = (plain(name.name) for name in entry.texts)
        details = without_empty(_labelled(entry.facts), *texts, links(entry.addresses))
        items.append(DatedItem(head, entry.when, details, tuple(plain(name.name) for name in entry.points)))
    return tuple(items)


def more(node: GraphNode, kind: str) -> Line:
    """Return the declared fields that the form of a kind leaves out, in one line with labels."""
    return _labelled(_described(node, kind).facts(SHOWN[kind]))


def declared_lines(node: GraphNode, kind: str, without: Collection[str]) -> tuple[Line, ...]:
    """Return the declared fields of a thing but for some, a line each."""
    return tuple(labelled(fact.label, _values(fact)) for fact in _described(node, kind).facts(without))


def _described(node: GraphNode, kind: str, person: str = "") -> Described:
    graph = node.graph
    return Described(graph, graph.declaration.kinds[kind], node.iri, node.said, "cv", graph.facts, person)


def _labelled(facts: Iterable[Fact]) -> Line:
    return joined((labelled(fact.label, _values(fact)) for fact in facts), "; ")


def _values(fact: Fact) -> Line:
    return joined(link(Address(each.name, each.href)) if each.href else plain(each.name) for each in fact.values)


def places(person: GraphNode) -> str:
    """Return where a person is now: studies under way, then positions."""
    studies = (each.organization for each in person.nodes("schema:hasCredential") if each.is_current)
    return "; ".join(dict.fromkeys((*studies, *person.names("schema:affiliation"))))


def lines(person: GraphNode) -> tuple[Line, ...]:
    """Return position, other names, contacts and links; a release has only contacts that are public."""
    keys = ("schema:email", "schema:telephone", "schema:address")
    contacts = joined((plain(text) for key in keys for text in person.texts(key)), " · ")
    now = joined(map(plain, (person.text("schema:jobTitle"), places(person))))
    names = joined(map(plain, person.texts("schema:alternateName")), "; ")
    elsewhere = ("name", "job_title", "summary", "interests", "skills", *person.graph.declaration.sections)
    return without_empty(
        joined((now, plain(person.text("kg:pronouns"))), " · "),
        labelled("Also written", names),
        *declared_lines(person, "Person", elsewhere),
        contacts,
        # by their addresses, which are of use on paper too
        links(Address(shortened(each.href), each.href) for each in heading.addresses(person.said)),
    )


def note(graph: Graph) -> str:
    """Return the source of a document and its day, which is that of the release, never today."""
    return f"From {graph.title}, {date_words(graph.date)}."


def position(node: GraphNode) -> DatedItem:
    """Return a position: role, unit, organisation and place; who advised, what was done."""
    head = joined((strong(node.text("schema:roleName")), _place(node)))
    details = without_empty(_advisors(node), more(node, "Position"), plain(node.text("schema:description")))
    return DatedItem(head, node.when, details, tuple(map(plain, node.texts("kg:highlight"))))


def degree(node: GraphNode) -> DatedItem:
    """Return a degree: subject, institution and place; thesis, who advised, with what distinction."""
    subject = " with a minor in ".join(filter(None, (node.text("schema:about"), node.text("kg:minor"))))
    title = joined((strong(node.text("schema:credentialCategory")), plain(subject)), " in ")
    when = node.when
    if node.text("kg:expected") == "true":
        when = f"{when}, expected" if node.start or not node.end else f"expected {when.removeprefix('until ')}"
    details = without_empty(
        labelled("Thesis", plain(node.text("kg:thesisTitle"))),
        _advisors(node),
        joined((plain(node.text("kg:distinction")), labelled("Grade", plain(node.text("kg:grade")))), "; "),
        more(node, "Degree"),
        plain(node.text("schema:description")),
    )
    return DatedItem(joined((title, _place(node))), when, details)


def membership(node: GraphNode) -> DatedItem:
    """Return a membership of a society."""
    head = joined((strong(node.text("schema:roleName") or "Member"), plain(node.organization)))
    return DatedItem(head, node.when, without_empty(more(node, "Membership")))


def students(person: GraphNode, since: int | None = None) -> tuple[DatedItem, ...]:
    """Return those who say that a person advised them, without those whom the person names too."""
    named = {whom for each in person.nodes("kg:supervised") for whom in each.texts("kg:supervisee")}
    items = []
    for each in newest(subjects(person.graph, "kg:advisor", person.iri)):
        if each.is_since(since):
            during = each.text("schema:credentialCategory") or each.text("schema:roleName")
            head = (plain(during), plain(each.text("schema:about")), plain(each.organization))
            holders = (subjects(each.graph, key, each.iri) for key in ("schema:hasCredential", "org:hasMembership"))
            names = (holder.name for several in holders for holder in several if holder.iri not in named)
            items += [DatedItem(joined((strong(name), *head)), each.when) for name in names]
    return tuple(items)


def is_doctoral(node: GraphNode) -> bool:
    """Tell whether a degree is a doctorate."""
    return node.text("schema:educationalLevel") == f"{KG}doctoral"


def status(node: GraphNode) -> str:
    """Return the status of a thing in words, or an empty string."""
    local = node.text("schema:creativeWorkStatus").removeprefix(KG)
    return vocabulary().words.get(local, local)


def _advisors(node: GraphNode) -> Line:
    names = node.names("kg:advisor")
    return plain(f"Advised by {listed(names)}") if names else ()


def _place(node: GraphNode) -> Line:
    """Return where it was, from the unit to the town."""
    return joined(map(plain, (node.text("kg:unit"), node.organization, node.text("kg:location"))))
